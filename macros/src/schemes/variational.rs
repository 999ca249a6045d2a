//! The common part of all schemes that are made of an action over a time element.

use std::rc::Rc;

use super::closing::{Closing, closed};
use super::element::Element;
use super::null_space;
use super::path::{Path, Refusal};
use super::quadrature::Rule;
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::StepEquations;
use crate::model::Inheritance;

/// A scheme that is given by its element.
pub(super) trait Variational: std::fmt::Debug {
    fn path(&self) -> Path;

    fn check(&self, _declared: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn element(&self) -> Element;

    /// The discrete Lagrangian and the momenta.
    fn formulas(&self) -> Vec<String>;

    /// Formulas of the constraints, in addition to those of all elements.
    fn constraint_formulas(&self) -> Vec<String> {
        Vec::new()
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// As for each scheme.
    fn with_dry_friction(&self) -> Option<Rc<dyn Scheme>> {
        None
    }
}

impl<V: Variational> Scheme for V {
    fn path(&self) -> Path {
        Variational::path(self)
    }

    fn check(&self, declared: &Declared) -> Result<(), Refusal> {
        Variational::check(self, declared)
    }

    /// The forces balance at the points. As many points as unknowns leave no second solution: p stays 0 at the nodes. With fewer,
    /// or with one at the end of the step, which no test function sees, the equations are singular.
    fn follows_friction_without_mass(&self) -> bool {
        let element = Variational::element(self);
        element.quadrature.size() == element.degree && !element.quadrature.has_end()
    }

    /// One reaction for the whole element, which has no freedom inside.
    fn takes_rolling(&self) -> bool {
        let element = Variational::element(self);
        element.degree == 1 && element.closing == Closing::Multipliers
    }

    fn with_dry_friction(&self) -> Option<Rc<dyn Scheme>> {
        Variational::with_dry_friction(self)
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        let element = Variational::element(self);
        if context.part.is_some() && element.closing == Closing::NullSpace {
            return Err(null_space::of_items());
        }
        Ok(closed(context, &element))
    }

    /// An action has no numbers of its own.
    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        Variational::element(self).degree
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        let mut lines = Variational::formulas(self);
        if declared.has_constraints {
            lines.extend(of_constraints(Variational::element(self).degree));
            lines.extend(self.constraint_formulas());
        }
        if declared.has_rolling {
            lines.extend(of_rolling());
        }
        lines
    }

    fn keeps(&self, inheritance: Inheritance) -> Result<(), &'static str> {
        let element = Variational::element(self);
        match inheritance {
            Inheritance::Always => Ok(()),
            Inheritance::SamePoints if element.quadrature == element.kinetic => Ok(()),
            Inheritance::SamePoints => Err("ξ leaves L alone, but not T and V each"),
            Inheritance::Middle if [element.quadrature, element.kinetic] == [Rule::Gauss(1); 2] => Ok(()),
            Inheritance::Middle => Err("the reactions of its points act along ξ at the others"),
            Inheritance::Never => Err("ξ is not affine in q"),
        }
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        Variational::modified_energy(self)
    }

    fn is_symmetric(&self) -> bool {
        let element = Variational::element(self);
        element.quadrature.is_symmetric() && element.kinetic.is_symmetric()
    }

    /// A coordinate without mass alternates about its equilibrium: each step puts it on the other side. So does a momentum across
    /// a constraint on velocities, which holds for the mean over the step.
    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular || inertia.has_rolling
    }

    fn element(&self) -> Option<Element> {
        Some(Variational::element(self))
    }
}

/// The formulas that constraints on velocities add.
fn of_rolling() -> [String; 2] {
    [
        "A, b: means over the points of L_d of those of A v + b = 0,   A (q₁ − q₀)/h + b = 0".to_owned(),
        "p₀ has + ½ Aᵀ μ,   p₁ has − ½ Aᵀ μ".to_owned(),
    ]
}

/// The formulas that constraints add to the equations of an element.
fn of_constraints(degree: usize) -> Vec<String> {
    let (inside, positions) = if degree > 1 {
        (
            ",   ∂L_d/∂z_i + F_i has − G(z_i)ᵀ λ_i",
            format!("g(z_i) = 0,  i = 1..{degree}, the Lobatto points"),
        )
    } else {
        ("", "g(q₁) = 0".to_owned())
    };
    vec![
        format!("with G = ∂g/∂q:   p₀ has + G(q₀)ᵀ λ_0{inside},   p₁ has − G(q₁)ᵀ μ"),
        format!("{positions},   p₁ = ∂L/∂v(q₁, w),   G(q₁) w + ∂g/∂t = 0"),
    ]
}
