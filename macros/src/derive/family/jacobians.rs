//! The derivatives of momenta and outputs at a state, item by item.

use extremal_symbolic::Expr;

use crate::derive::cannot_be_written;
use crate::derive::continuous::state_arguments;
use crate::derive::family::outputs::Outputs;
use crate::derive::family::pass::Pass;
use crate::derive::family::split::{Items, Part};
use crate::derive::family::template::Template;
use crate::model::Model;

/// What the items of each sum add to ∂p/∂q and to ∂y/∂(q, v, u).
#[derive(Debug)]
pub(crate) struct Jacobians {
    pub(crate) momenta: Vec<(Items, Pass)>,
    pub(crate) outputs: Outputs,
}

impl Jacobians {
    /// `None` if they are larger than what may still be derived. To be derived after all else, which they must not refuse.
    pub(super) fn of(model: &mut Model, parts: &mut [Part], templates: &[Template]) -> Option<Self> {
        let momenta = parts.iter_mut().zip(templates).enumerate();
        let momenta = momenta.filter_map(|(at, (part, template))| {
            part.within(model, |model, items| {
                let (dynamics, arguments) = (&template.cheapest, state_arguments(model));
                let momenta: Vec<Expr> = dynamics.kinetic_at(&mut model.graph, &dynamics.here()).by_v;
                let slopes = model.graph.jacobian(&momenta, &model.coordinates);
                let name = format!("template_{at}_slopes");
                let pass = Pass::of(&mut model.graph, &name, &arguments, None, &[], &[&slopes]);
                Some((items.clone(), pass?.optional()))
            })
        });
        let jacobians = Self {
            momenta: momenta.collect(),
            outputs: Outputs::slopes(model),
        };
        let is_written = |(_, pass): &(Items, Pass)| !pass.kernels().any(cannot_be_written);
        (!model.graph.is_exhausted() && jacobians.all().all(is_written)).then_some(jacobians)
    }

    /// All passes.
    pub(crate) fn all(&self) -> impl Iterator<Item = &(Items, Pass)> {
        self.momenta.iter().chain(self.outputs.all())
    }
}
