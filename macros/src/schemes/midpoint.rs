//! The midpoint rule: a straight line in time, and its middle for T and V.

use std::rc::Rc;

use super::Entry;
use super::contact::WithPercussions;
use super::element::Element;
use super::nonsmooth_midpoint::NonsmoothMidpoint;
use super::path::{Path, Signature};
use super::quadrature::Rule;
use super::scheme::{Scheme, SecondOrderTerm};
use super::variational::Variational;

const NAME: &str = "Midpoint";

pub(super) const ENTRY: Entry = Entry {
    signature: Signature::plain(NAME),
    read: |_| Ok(Box::new(Midpoint)),
};

#[derive(Debug)]
pub(super) struct Midpoint;

impl Variational for Midpoint {
    fn path(&self) -> Path {
        Path::plain(NAME)
    }

    fn element(&self) -> Element {
        Element::of(1, Rule::Gauss(1))
    }

    fn formulas(&self) -> Vec<String> {
        vec![
            "v = (q₁ − q₀)/h,   L_d = h L(q₀ + h v/2, v, t + h/2)".to_owned(),
            "p₀ = −∂L_d/∂q₀ − h/2 f,   p₁ = ∂L_d/∂q₁ + h/2 f".to_owned(),
        ]
    }

    fn with_dry_friction(&self) -> Option<Rc<dyn Scheme>> {
        Some(Rc::new(WithPercussions(NonsmoothMidpoint::without_gaps(NAME))))
    }

    /// L₂ = ⅛ `L_q·a` + (1/24)(`L_v·Da` − D²L)
    fn modified_energy(&self) -> Option<SecondOrderTerm> {
        Some(|motion, graph| {
            let of_places = [motion.along_accelerations(graph)];
            motion.with_places(graph, &of_places)
        })
    }
}
