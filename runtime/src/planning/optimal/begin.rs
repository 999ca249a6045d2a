//! The first iterate of a plan, from a guess or a straight line, and the bounds of its numbers.
//!
//! Knows what was asked for, and nothing of a search.

use std::vec::Vec;

use nalgebra::SVector;

use super::OptimalControl;
use super::bounds::{Bound, Bounds, Quantity};
use super::iterate::Iterate;
use super::nodes::{numbers, scales};
use super::sizes::Sizes;
use super::sweep::End;
use super::unplanned::Why;
use crate::planning::small::{combined, matrix};
use crate::{Discretize, Lagrangian};
use extremal_numerics::Vector;
use extremal_numerics::block::zeros;

impl<S, D, C, const R: usize, const I: usize> OptimalControl<'_, S, D, C, R, I>
where
    S: Discretize<D> + Lagrangian<Scalar = f64>,
{
    /// The first iterate, whose nodes are within the bounds.
    pub(super) fn first(&self) -> Result<Iterate<R, I>, Why> {
        let state = self.motion.state();
        if state.q.as_slice().len() + state.p.as_slice().len() != R {
            return Err(Why::CarriesVelocity);
        }
        if self.count == 0 {
            return Err(Why::NoSteps);
        }
        let bounds = self.bounds()?;
        let start: SVector<f64, R> = numbers(&state.q, &state.p);
        let (z, u) = self.nodes(&start);
        self.conditions.check(&z[self.count])?;
        let (multipliers, ending) = self.multipliers.clone().map_or_else(
            || (std::vec![zeros(); self.count], zeros()),
            |(steps, numbers, functions)| (steps, self.conditions.joined(numbers, &functions)),
        );
        Ok(Iterate {
            z,
            u,
            multipliers,
            ending,
            bounds,
            cost: 0.0,
            stages: Vec::with_capacity(self.count),
            end: End::free(),
            sizes: Sizes::unit(),
        })
    }

    /// The nodes and inputs of the guess, moved inside the bounds.
    fn nodes(&self, start: &SVector<f64, R>) -> (Vec<SVector<f64, R>>, Vec<SVector<f64, I>>) {
        let goal = self.conditions.goal;
        let goal: SVector<f64, R> = SVector::from_fn(|place, _| goal[place].unwrap_or(start[place]));
        let line = |step: usize| {
            let part = step as f64 / self.count as f64;
            (combined(start, part, &(goal - start)), zeros())
        };
        let at = |step: usize| {
            self.guess
                .as_ref()
                .map_or_else(|| line(step), |guess| guess(step))
        };
        let (mut z, mut u): (Vec<_>, Vec<_>) = (0..=self.count).map(at).unzip();
        u.truncate(self.count);
        let (of_z, of_u) = (scales(&z), scales(&u));
        for z in &mut z {
            *z = matrix(|place, _| self.states.inside(place, z[place], of_z[place]));
        }
        for u in &mut u {
            *u = matrix(|place, _| self.inputs.inside(place, u[place], of_u[place]));
        }
        z[0] = *start;
        (z, u)
    }

    /// The bounds of all nodes; those of prescribed numbers at the end are satisfied by these.
    fn bounds(&self) -> Result<Bounds, Why> {
        let state = self.states.closed().map(Quantity::State);
        if let Some(quantity) = state.or(self.inputs.closed().map(Quantity::Input)) {
            return Err(Why::NoRoom { quantity });
        }
        let goal = &self.conditions.goal;
        let goals = goal.iter().enumerate();
        for (place, value) in goals.filter_map(|(place, goal)| goal.map(|value| (place, value))) {
            if !(value.is_finite() && self.states.admits(place, value)) {
                let quantity = Quantity::State(place);
                return Err(Why::EndOutside { quantity, value });
            }
        }
        let of_states = (1..=self.count).flat_map(|step| self.states.bounds(step, Quantity::State));
        let is_given = |bound: &Bound| match bound.quantity {
            Quantity::State(place) => bound.step == self.count && goal[place].is_some(),
            _ => false,
        };
        let of_states = of_states.filter(|bound| !is_given(bound));
        let of_inputs = (0..self.count).flat_map(|step| self.inputs.bounds(step, Quantity::Input));
        Ok(Bounds::of(of_states.chain(of_inputs).collect()))
    }
}
