//! What a run leaves: the plan where it arrived, or the iterate that came nearest.
//!
//! Knows iterates, and nothing of a search.

use std::vec::Vec;

use nalgebra::SVector;

use super::solve::{Curvature, Run};
use super::{Plan, Unplanned, Why};
use crate::derivatives::LinearizationOf;
use crate::planning::cost::Cost;
use crate::{Discretize, Lagrangian, StateOf};

/// How much heavier the penalty of the end is for the gains of a plan: what is prescribed at its end is held.
const AT_END: f64 = 1e3;

impl<S, D, C, const R: usize, const I: usize, const P: usize, const F: usize> Run<'_, S, D, C, R, I, P, F>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64> + Clone,
    D: Clone,
    C: Cost<f64, R, I>,
{
    fn states_of(&self, z: &[SVector<f64, R>]) -> Vec<StateOf<S>> {
        let numbered = z.iter().enumerate();
        numbered.map(|(step, z)| self.steps.state(step, z)).collect()
    }

    pub(super) fn given_up(self, iterations: usize, why: Why) -> Unplanned<S, I> {
        Unplanned {
            why,
            iterations,
            states: self.states_of(&self.best.z).into(),
            inputs: self.best.u.into(),
        }
    }

    /// The plan, with the gains and the verdict of one more sweep at its place, after [`has_settled`](Self::has_settled).
    pub(super) fn arrived(mut self, iterations: usize, optimality: f64) -> Plan<S, R, I> {
        self.end.keep_heavy(&self.along.reach);
        self.end.penalty *= AT_END;
        let is_minimum = self.is_curved && self.solve(Curvature::Exact, 0.0) == Ok(true);
        let has_gains = is_minimum || self.solve(Curvature::OfCost, 0.0) == Ok(true);
        let gains = if has_gains {
            self.along.gains().collect()
        } else {
            Vec::new()
        };
        let states = self.states_of(&self.here.z);
        let here = self.here;
        let misfits = here.end.misfit.iter().flatten();
        let (ending, conditions) = self.of.conditions.parted(&here.ending);
        Plan {
            cost: here.cost,
            active: here.bounds.active(here.numbers()),
            states,
            parameters: here.parameters.as_slice().to_vec(),
            multipliers: here.multipliers,
            ending,
            conditions,
            gains,
            iterations,
            optimality,
            misfit: misfits.fold(0.0, |most: f64, x| x.abs().max(most)),
            is_minimum,
            inputs: here.u,
        }
    }
}
