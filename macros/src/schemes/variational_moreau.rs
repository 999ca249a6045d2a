//! The variational scheme of Moreau's type: the position–momentum form of Verlet's scheme, with percussions at the node.
//!
//! ```text
//! −D₁L_d(qₖ, uₖ) − h/2 f − pₖ = Wᵀ P,   qₖ₊₁ = qₖ + h uₖ,   pₖ₊₁ = D₂L_d + h/2 f
//! ```
//!
//! (Capobianco, Harsch, Eugster & Leine (54), (63): the difference of the momenta on both sides of the node.)

use super::Entry;
use super::contact::{KEEPS, formulas, of_element};
use super::element::Element;
use super::path::{Path, Refusal, Signature};
use super::scheme::{Context, Declared, Form, Inertia, Scheme, SecondOrderTerm};
use super::step::StepEquations;
use super::variational::Variational;
use super::verlet::Verlet;
use crate::model::Inheritance;

const NAME: &str = "VariationalMoreau";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(VariationalMoreau)),
};

#[derive(Debug)]
pub(super) struct VariationalMoreau;

impl Scheme for VariationalMoreau {
    fn path(&self) -> Path {
        Path::plain(NAME)
    }

    fn check(&self, _: &Declared) -> Result<(), Refusal> {
        Ok(())
    }

    fn handles_contacts(&self) -> bool {
        true
    }

    fn form(&self) -> Form {
        Form::Cheapest
    }

    fn step(&self, context: &mut Context<'_>) -> Result<StepEquations, Refusal> {
        Ok(of_element(context, &Variational::element(&Verlet)))
    }

    fn parameters(&self) -> &'static [&'static str] {
        &[]
    }

    fn stages(&self) -> usize {
        1
    }

    fn formulas(&self, declared: &Declared) -> Vec<String> {
        formulas(
            declared,
            &[
                "u = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, u, t) + L(q₁, u, t + h)]",
                "Wᵀ P + p₀ = −∂L_d/∂q₀ − h/2 f(q₀, u, t),   p₁ = ∂L_d/∂q₁ + h/2 f(q₁, u, t + h)",
            ],
        )
    }

    fn keeps(&self, _: Inheritance) -> Result<(), &'static str> {
        Err(KEEPS)
    }

    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        None
    }

    /// Without contacts a step of −h undoes one of h; an impact is not undone.
    fn is_symmetric(&self) -> bool {
        false
    }

    fn has_alternating_modes(&self, inertia: &Inertia) -> bool {
        inertia.is_singular
    }

    fn element(&self) -> Option<Element> {
        None
    }
}
