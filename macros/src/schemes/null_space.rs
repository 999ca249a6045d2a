//! Null-space forms: the solution of a variational scheme, with multipliers eliminated from the iterated unknowns.

use super::closing::Closing;
use super::element::Element;
use super::path::{Argument, Path, Refusal, Signature};
use super::scheme::{Declared, Scheme, SecondOrderTerm};
use super::variational::Variational;
use super::{Entry, Read};
use crate::model::WRITTEN_OUT;

const NAME: &str = "NullSpace";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::around(NAME, "NullSpace<Midpoint>"),
    read,
};

#[derive(Debug)]
struct NullSpace {
    scheme: Box<dyn Scheme>,
    /// The element of the scheme.
    element: Element,
}

fn read(arguments: &[Argument]) -> Read {
    let [Argument::Path(inner)] = arguments else {
        return Err(Refusal::of("expected one scheme"));
    };
    if inner.name == NAME {
        let message = "this is in its null-space form already; write `NullSpace` once";
        return Err(Refusal::at(0, message));
    }
    let scheme = super::scheme(inner)?;
    let Some(element) = scheme.element() else {
        let message = format!(
            "`NullSpace` takes a variational scheme; list `{inner}` by itself, it takes constraints as it is"
        );
        return Err(Refusal::at(0, message));
    };
    Ok(Box::new(NullSpace { scheme, element }))
}

/// In a system of any size.
pub(super) fn of_items() -> Refusal {
    Refusal::of(format!(
        "a basis of the null space is of all coordinates at once, and sums over more than {WRITTEN_OUT} items, or over a number that \
         only the program knows, are loops; list the scheme inside, which solves for multipliers"
    ))
}

impl Variational for NullSpace {
    fn path(&self) -> Path {
        Path::around(NAME, self.scheme.path())
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        self.scheme.check(declared)?;
        if declared.is_of_any_size {
            return Err(of_items());
        }
        if declared.is_redundant {
            let message = format!(
                "a null space has as many directions as there are coordinates beyond the constraints, and of `redundant` ones \
                 more; list `{}`, which solves for multipliers",
                self.scheme.path()
            );
            return Err(Refusal::of(message));
        }
        if declared.has_constraints {
            return Ok(());
        }
        Err(Refusal::of(
            "`NullSpace` needs a declared constraint; add `constraint(name = ..)`, or list the scheme without `NullSpace`",
        ))
    }

    fn element(&self) -> Element {
        Element {
            closing: Closing::NullSpace,
            ..self.element
        }
    }

    fn formulas(&self) -> Vec<String> {
        self.scheme.formulas(&Declared {
            has_constraints: false,
            has_gaps: false,
            has_dry_friction: false,
            has_rolling: false,
            has_symmetries: false,
            has_energies_apart: true,
            is_of_any_size: false,
            is_redundant: false,
        })
    }

    fn constraint_formulas(&self) -> Vec<String> {
        vec!["without λ: each equation of a node times a basis of the null space of G there".to_owned()]
    }

    /// Null-space forms are for constrained systems, for which no modified energy is derived.
    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }
}
