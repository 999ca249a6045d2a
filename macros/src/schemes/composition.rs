//! Compositions: which parts of a step their stages take.
//! It refuses to know what a stage does.

use std::rc::Rc;

use super::Entry;
use super::element::Element;
use super::path::{Argument, Parameter, Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::StepEquations;
use crate::model::Inheritance;

const NAME: &str = "Composition";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature {
        name: NAME,
        example: "Composition<4, Livens>",
        parameters: &[
            Parameter::Integer {
                what: "the order of `Composition`",
                min: 4,
                max: 6,
            },
            Parameter::Scheme,
        ],
        required: 2,
    },
    read,
};

/// Steps of a scheme, put together to a higher order; it has no equations of its own.
#[derive(Clone, Debug)]
pub(crate) struct Composition {
    pub(crate) order: usize,
    pub(crate) scheme: Rc<dyn Scheme>,
}

fn read(arguments: &[Argument]) -> Result<Box<dyn Scheme>, Refusal> {
    let [Argument::Integer(order), Argument::Path(inner)] = arguments else {
        return Err(Refusal::of("expected an order and a scheme"));
    };
    if *order == 5 {
        let message = "the order of `Composition` is 4 or 6: what is composed is symmetric";
        return Err(Refusal::at(0, message));
    }
    let scheme: Rc<dyn Scheme> = super::scheme(inner)?.into();
    let message = if scheme.composition().is_some() {
        "this is composed already; write `Composition` once"
    } else if scheme.element().is_some() {
        "steps of `Livens` and its variants are composed; for variational schemes of higher order take `Galerkin`"
    } else {
        return Ok(Box::new(Composition {
            order: *order,
            scheme,
        }));
    };
    Err(Refusal::at(1, message))
}

impl Scheme for Composition {
    fn path(&self) -> Path {
        Path {
            name: NAME,
            arguments: vec![Argument::Integer(self.order), Argument::Path(self.scheme.path())],
        }
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        self.scheme.check(declared)
    }

    fn form(&self) -> Form {
        self.scheme.form()
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        self.scheme.step(context)
    }

    fn stages(&self) -> usize {
        self.scheme.stages()
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        self.scheme.formulas(declared)
    }

    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        self.scheme.keeps(inheritance)
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    fn is_symmetric(&self) -> bool {
        self.scheme.is_symmetric()
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        self.scheme.has_alternating_modes(inertia)
    }

    fn element(&self) -> Option<Element> {
        None
    }

    fn composition(&self) -> Option<Composition> {
        Some(self.clone())
    }
}

/// Yoshida's solution A of order 6; the stage in the middle takes the rest.
const ORDER_6: [f64; 3] = [-1.177_679_984_178_87, 0.235_573_213_359_357, 0.784_513_610_477_56];

/// The parts γ, which add up to one. Where a step is a reflection of something each stage is made of two halves.
pub(crate) fn parts(order: usize, has_halves: bool) -> Vec<f64> {
    let side = match order {
        4 => vec![1.0 / (4.0 - 4.0_f64.cbrt()); 2],
        _ => ORDER_6.iter().rev().copied().collect(),
    };
    let middle = 1.0 - 2.0 * side.iter().sum::<f64>();
    let back = side.iter().rev();
    let whole: Vec<f64> = side.iter().chain([&middle]).chain(back).copied().collect();
    if !has_halves {
        return whole;
    }
    whole.into_iter().flat_map(|part| [0.5 * part; 2]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Σ γ = 1 and Σ γ^(2k+1) = 0 below the order: what even a linear problem asks for.
    #[test]
    fn stages_cancel_the_errors_of_a_symmetric_step() {
        for (order, powers) in [(4, &[3][..]), (6, &[3, 5])] {
            let parts = parts(order, false);
            let reversed: Vec<f64> = parts.iter().rev().copied().collect();
            assert_eq!(parts, reversed);
            // Sums of seven numbers below two, whose coefficients have 15 digits.
            assert!((parts.iter().sum::<f64>() - 1.0).abs() < 1e-14);
            for &power in powers {
                let sum: f64 = parts.iter().map(|part| part.powi(power)).sum();
                assert!(sum.abs() < 1e-13, "{order} {power} {sum:e}");
            }
            let halves = super::parts(order, true);
            assert_eq!(halves.len(), 2 * parts.len());
            assert_eq!(halves[0] + halves[1], parts[0]);
        }
    }
}
