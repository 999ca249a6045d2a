//! An iterate of a plan: numbers at all nodes, multipliers, and how far both are from optimal.
//!
//! Knows linearized steps and bounds, and nothing of a search.

use std::vec::Vec;

use nalgebra::SVector;

use super::bounds::{Bounds, Numbers, Quantity};
use super::conditions::Conditions;
use super::nodes::Steps;
use super::sizes::Sizes;
use super::sweep::{Direction, End, Stage};
use crate::derivatives::LinearizationOf;
use crate::planning::cost::{At, Cost, Expansion, add, inner};
use crate::planning::small::{combined, difference, matrix, sum, transposed_product};
use crate::{Discretize, Error, Lagrangian};
use extremal_numerics::block::zeros;

/// All numbers of an iterate.
#[derive(Clone, Debug)]
pub(super) struct Iterate<const R: usize, const I: usize, const F: usize> {
    pub(super) z: Vec<SVector<f64, R>>,
    pub(super) u: Vec<SVector<f64, I>>,
    /// θ.
    pub(super) parameters: SVector<f64, F>,
    /// θ of the first guess, for its size.
    pub(super) guessed: SVector<f64, F>,
    /// λ of each step, at its end.
    pub(super) multipliers: Vec<SVector<f64, R>>,
    /// ν.
    pub(super) ending: SVector<f64, R>,
    pub(super) bounds: Bounds,
    pub(super) cost: f64,
    /// The steps with the derivatives of the cost, without multipliers and barriers.
    pub(super) stages: Vec<Stage<R, I, F>>,
    pub(super) end: End<R, F>,
    pub(super) sizes: Sizes<R, I, F>,
}

impl<const R: usize, const I: usize, const F: usize> Iterate<R, I, F> {
    /// Makes the steps, the cost and the conditions at the end at the numbers that are there.
    pub(super) fn evaluate<S, D, C, const P: usize>(
        &mut self,
        steps: &mut Steps<'_, S, D, F>,
        cost: &C,
        conditions: &Conditions<'_, R>,
    ) -> Result<(), Error>
    where
        S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64>,
        C: Cost<f64, R, I> + ?Sized,
    {
        let h = steps.h();
        steps.set_parameters(&self.parameters)?;
        self.stages.clear();
        let (price, slope, second) = steps.priced(&self.parameters);
        (self.cost, self.end.parameters) = (price, (slope, second));
        for (step, (z, u)) in self.z.iter().zip(&self.u).enumerate() {
            let made = steps.step(step, z, u)?;
            let t = steps.time(step);
            let mut there = Expansion::zero();
            cost.running(
                &At {
                    step,
                    t,
                    h,
                    z: *z,
                    u: *u,
                },
                &mut there,
            );
            self.cost += there.value;
            self.stages.push(Stage {
                by_state: made.by_state,
                by_inputs: made.by_inputs,
                by_parameters: made.by_parameters,
                defect: difference(&made.end, &self.z[step + 1]),
                gradient: (there.by_state, there.by_inputs),
                second: there.second,
                mixed: (zeros(), zeros()),
            });
        }
        let step = self.u.len();
        let last = At {
            step,
            t: steps.time(step),
            h,
            z: self.z[step],
            u: zeros(),
        };
        let mut there = Expansion::zero();
        cost.terminal(&last, &mut there);
        self.cost += there.value;
        (self.end.gradient, self.end.second) = (there.by_state, there.second.state);
        conditions.linearize(&last.z, &mut self.end);
        self.sizes = Sizes::of(self, &conditions.goal);
        Ok(())
    }

    /// Whether all numbers of the model are finite.
    pub(super) fn is_finite(&self) -> bool {
        let slopes = self.stages.iter().map(|stage| {
            let second = &stage.second;
            let curvature = second.state.sum() + second.inputs.sum() + second.inputs_by_state.sum();
            stage.gradient.0.sum() + stage.gradient.1.sum() + curvature
        });
        let (slope, second) = &self.end.parameters;
        let of_end = [
            self.end.gradient.sum(),
            self.end.second.sum(),
            self.end.rows.sum(),
            slope.sum(),
            second.sum(),
        ];
        let misfits = self.end.misfit.iter().flatten().copied();
        self.cost.is_finite() && slopes.chain(of_end).chain(misfits).all(f64::is_finite)
    }

    /// Σ |defects| and |misfits|, relative to sizes.
    pub(super) fn missing(&self, sizes: &Sizes<R, I, F>) -> f64 {
        let of_end: SVector<f64, R> = self.end.misfit.map(|misfit| misfit.unwrap_or(0.0).abs()).into();
        let mut sum: SVector<f64, R> = zeros();
        for stage in &self.stages {
            sum = matrix(|place, _| sum[place] + stage.defect[place].abs());
        }
        sum.component_div(&sizes.z).sum() + of_end.component_div(&sizes.conditions).sum()
    }

    /// The largest defect or misfit, and all of them relative to the sizes of their numbers.
    pub(super) fn misfit(&self) -> [f64; 2] {
        let defects = self.stages.iter().flat_map(|stage| stage.defect.iter());
        let all = defects.chain(self.end.misfit.iter().flatten());
        let most = all.fold(0.0, |most: f64, x| x.abs().max(most));
        [most, self.missing(&self.sizes)]
    }

    /// The violation of the first-order conditions with s ζ = μ: by how much misfits, slopes and bounds may change the
    /// numbers and the cost, relative to their sizes.
    pub(super) fn error(&self, barrier: f64) -> f64 {
        let of_bounds = self.bounds.complementarity(self.numbers(), barrier);
        let [_, misfit] = self.misfit();
        misfit.max(self.slope().max(of_bounds) / self.sizes.cost)
    }

    /// The numbers, to be compared with their bounds.
    pub(super) fn numbers(&self) -> Numbers<'_, R, I> {
        Numbers {
            z: &self.z,
            u: &self.u,
            parameters: self.parameters.as_slice(),
        }
    }

    /// The numbers, and the bounds that follow them.
    pub(super) fn bounded(&mut self) -> (Numbers<'_, R, I>, &mut Bounds) {
        let numbers = Numbers {
            z: &self.z,
            u: &self.u,
            parameters: self.parameters.as_slice(),
        };
        (numbers, &mut self.bounds)
    }

    /// Σ |slope| |w| of the Lagrange function, by states after the start, by inputs and by parameters.
    fn slope(&self) -> f64 {
        let mut by_state: Vec<SVector<f64, R>> = Vec::with_capacity(self.z.len());
        let mut by_inputs: Vec<SVector<f64, I>> = Vec::with_capacity(self.u.len());
        let mut by_parameters = self.end.parameters.0;
        let mut before = zeros();
        for (stage, multiplier) in self.stages.iter().zip(&self.multipliers) {
            let along = transposed_product(&stage.by_state, multiplier);
            by_state.push(difference(&sum(&stage.gradient.0, &along), &before));
            let along = transposed_product(&stage.by_inputs, multiplier);
            by_inputs.push(sum(&stage.gradient.1, &along));
            add(
                &mut by_parameters,
                1.0,
                &transposed_product(&stage.by_parameters, multiplier),
            );
            before = *multiplier;
        }
        let along = transposed_product(&self.end.rows, &self.ending);
        by_state.push(difference(&sum(&self.end.gradient, &along), &before));
        self.bounds.pull(|step, quantity, slope| match quantity {
            Quantity::State(place) => by_state[step][place] += slope,
            Quantity::Input(place) => by_inputs[step][place] += slope,
            Quantity::Parameter(place) => by_parameters[place] += slope,
            Quantity::Condition(_) => {}
        });
        let states = by_state.iter().skip(1);
        let of_states: f64 = states.map(|slope| inner(&slope.abs(), &self.sizes.z)).sum();
        let of_inputs: f64 = by_inputs
            .iter()
            .map(|slope| inner(&slope.abs(), &self.sizes.u))
            .sum();
        of_states + of_inputs + inner(&by_parameters.abs(), &self.sizes.parameters)
    }

    /// The change of cost and barrier along a direction, to first order: `stages` and `end` have the barrier.
    pub(super) fn descent(stages: &[Stage<R, I, F>], end: &End<R, F>, along: &Direction<R, I, F>) -> f64 {
        let pairs = stages.iter().zip(along.states.iter().zip(&along.inputs));
        let running: f64 = pairs
            .map(|(stage, (z, u))| inner(&stage.gradient.0, z) + inner(&stage.gradient.1, u))
            .sum();
        let of_parameters = inner(&end.parameters.0, &along.parameters);
        running + of_parameters + along.states.last().map_or(0.0, |z| inner(&end.gradient, z))
    }

    /// The numbers and multipliers of another iterate, in the memory that is there. The steps are not taken over.
    pub(super) fn take_numbers(&mut self, from: &Self) {
        self.z.clone_from(&from.z);
        self.u.clone_from(&from.u);
        self.parameters = from.parameters;
        self.multipliers.clone_from(&from.multipliers);
        self.ending = from.ending;
        self.bounds.all.clone_from(&from.bounds.all);
        self.bounds.changes.clone_from(&from.bounds.changes);
    }

    /// Moves along a direction: numbers and multipliers of steps by `length`, those of bounds by `of_bounds`.
    pub(super) fn go(&mut self, along: &Direction<R, I, F>, [length, of_bounds]: [f64; 2], barrier: f64) {
        for (z, change) in self.z.iter_mut().zip(&along.states) {
            *z = combined(z, length, change);
        }
        for (u, change) in self.u.iter_mut().zip(&along.inputs) {
            *u = combined(u, length, change);
        }
        for (multiplier, new) in self.multipliers.iter_mut().zip(&along.multipliers) {
            *multiplier = combined(multiplier, length, &difference(new, multiplier));
        }
        self.ending = combined(&self.ending, length, &difference(&along.ending, &self.ending));
        self.parameters = combined(&self.parameters, length, &along.parameters);
        let (numbers, bounds) = self.bounded();
        bounds.follow(numbers, of_bounds, barrier);
    }
}
