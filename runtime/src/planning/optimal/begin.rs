//! The first iterate of a plan, from a guess or a straight line, and the bounds of its numbers.
//!
//! Knows what was asked for, and nothing of a search.

use std::vec::Vec;

use nalgebra::SVector;

use super::bounds::{Bound, Bounds, Limits, Quantity};
use super::iterate::Iterate;
use super::nodes::{numbers, scales};
use super::sizes::Sizes;
use super::sweep::End;
use super::unplanned::Why;
use super::{FreeParameters, OptimalControl};
use crate::planning::small::{combined, matrix};
use crate::{Discretize, Lagrangian};
use extremal_numerics::Vector;
use extremal_numerics::block::zeros;

impl<S, D, C, const R: usize, const I: usize, const P: usize> OptimalControl<'_, S, D, C, R, I, P>
where
    S: Discretize<D> + Lagrangian<Scalar = f64>,
{
    /// The first iterate, whose numbers are within the bounds.
    pub(super) fn first<const F: usize>(
        &self,
        free: Option<&FreeParameters<'_, S, F>>,
    ) -> Result<Iterate<R, I, F>, Why> {
        let state = self.motion.state();
        if state.q.as_slice().len() + state.p.as_slice().len() != R {
            return Err(Why::CarriesVelocity);
        }
        if self.count == 0 {
            return Err(Why::NoSteps);
        }
        let limits = free.map_or(Limits::NONE, |free| free.limits);
        let bounds = self.bounds(&limits)?;
        let start: SVector<f64, R> = numbers(&state.q, &state.p);
        let (z, u) = self.nodes(&start);
        self.conditions.check(&z[self.count])?;
        let (multipliers, ending) = self.before.as_ref().map_or_else(
            || (std::vec![zeros(); self.count], zeros()),
            |before| {
                (
                    before.multipliers.clone(),
                    self.conditions.joined(before.ending, &before.conditions),
                )
            },
        );
        let guessed = free.map_or_else(zeros, |free| self.parameters(free));
        Ok(Iterate {
            z,
            u,
            parameters: guessed,
            guessed,
            multipliers,
            ending,
            bounds,
            cost: 0.0,
            stages: Vec::with_capacity(self.count),
            end: End::free(),
            sizes: Sizes::unit(),
        })
    }

    /// The first parameters: those of a plan before, if it has as many.
    fn parameters<const F: usize>(&self, free: &FreeParameters<'_, S, F>) -> SVector<f64, F> {
        let before = self.before.as_ref().map(|before| &before.parameters[..]);
        let first = match before {
            Some(before) if before.len() == F => matrix(|place, _| before[place]),
            _ => free.first,
        };
        let sizes = scales(&[first]);
        matrix(|place, _| free.limits.inside(place, first[place], sizes[place]))
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
    fn bounds<const F: usize>(&self, of_parameters: &Limits<F>) -> Result<Bounds, Why> {
        let state = self.states.closed().map(Quantity::State);
        let input = self.inputs.closed().map(Quantity::Input);
        let parameter = of_parameters.closed().map(Quantity::Parameter);
        if let Some(quantity) = state.or(input).or(parameter) {
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
        let of_parameters = of_parameters.bounds(0, Quantity::Parameter);
        Ok(Bounds::of(
            of_states.chain(of_inputs).chain(of_parameters).collect(),
        ))
    }
}
