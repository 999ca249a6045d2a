//! Verlet's scheme: a straight line in time, and the trapezoidal rule for T and V.

use super::Entry;
use super::element::Element;
use super::path::{Path, Signature};
use super::quadrature::Rule;
use super::scheme::SecondOrderTerm;
use super::variational::Variational;

const NAME: &str = "Verlet";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Verlet)),
};

#[derive(Debug)]
pub(super) struct Verlet;

impl Variational for Verlet {
    fn path(&self) -> Path {
        Path::plain(NAME)
    }

    fn element(&self) -> Element {
        Element::of(1, Rule::Lobatto(2))
    }

    fn formulas(&self) -> Vec<String> {
        vec![
            "v = (q₁ − q₀)/h,   L_d = h/2 [L(q₀, v, t) + L(q₁, v, t + h)]".to_owned(),
            "p₀ = −∂L_d/∂q₀ − h/2 f(q₀, v, t),   p₁ = ∂L_d/∂q₁ + h/2 f(q₁, v, t + h)".to_owned(),
        ]
    }

    /// L₂ = ⅛ (`L_q·a` + `L_qq(v, v)`) + (1/24)(`L_v·Da` − D²L)
    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        Some(|motion, graph| {
            let of_places = [
                motion.along_accelerations(graph),
                motion.along_velocities_twice(graph),
            ];
            motion.with_places(graph, &of_places)
        })
    }
}
