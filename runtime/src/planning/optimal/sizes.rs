//! The sizes of an iterate, which its errors are relative to.
//!
//! Knows numbers and linearized steps; what a plan is does not depend on units.

use nalgebra::SVector;

use super::iterate::Iterate;
use super::nodes::scales;
use super::sweep::{Direction, Stage};
use crate::planning::cost::{add, inner};
use crate::planning::riccati::Weights;
use crate::planning::small::product;

/// The sizes of numbers, inputs and costs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sizes<const R: usize, const I: usize, const F: usize> {
    /// The largest Σ |A| |z| + |B| |u| of a step for each number of z, or what is prescribed: the end of a step is rounded to
    /// this.
    pub(super) z: SVector<f64, R>,
    /// The largest |u|.
    pub(super) u: SVector<f64, I>,
    /// |θ|, or that of the first guess.
    pub(super) parameters: SVector<f64, F>,
    /// Σ |∂c/∂z| |z| of each condition at the end.
    pub(super) conditions: SVector<f64, R>,
    /// |J| + Σ |∂l/∂w| |w| + ½ |w|ᵀ |∂²l/∂w²| |w|, for w = (z, u, θ) of these sizes.
    pub(super) cost: f64,
}

impl<const R: usize, const I: usize, const F: usize> Sizes<R, I, F> {
    pub(super) fn unit() -> Self {
        Self {
            z: scales(&[]),
            u: scales(&[]),
            parameters: scales(&[]),
            conditions: scales(&[]),
            cost: 1.0,
        }
    }

    /// Those of an iterate whose steps were made. `goal` is what is prescribed at the end.
    pub(super) fn of(at: &Iterate<R, I, F>, goal: &[Option<f64>; R]) -> Self {
        let u = scales(&at.u);
        let mut z: SVector<f64, R> = goal.map(|goal| goal.unwrap_or(0.0).abs()).into();
        for (stage, (here, inputs)) in at.stages.iter().zip(at.z.iter().zip(&at.u)) {
            let mut sum = product(&stage.by_state.abs(), &here.abs());
            add(&mut sum, 1.0, &product(&stage.by_inputs.abs(), &inputs.abs()));
            z = z.sup(&sum);
        }
        let z = scales(&[z]);
        let stages = at.stages.iter().map(|stage| cost_of(stage, (&z, &u)));
        let of_end = inner(&at.end.gradient.abs(), &z) + 0.5 * inner(&z, &product(&at.end.second.abs(), &z));
        let parameters = scales(&[at.parameters, at.guessed]);
        let (slope, second) = (at.end.parameters.0.abs(), at.end.parameters.1.abs());
        let of_parameters =
            inner(&slope, &parameters) + 0.5 * inner(&parameters, &product(&second, &parameters));
        let cost = at.cost.abs() + of_end + of_parameters + stages.sum::<f64>();
        Self {
            z,
            u,
            parameters,
            conditions: scales(&[product(&at.end.rows.abs(), &z)]),
            cost: if cost > 0.0 { cost } else { 1.0 },
        }
    }

    /// The largest |multiplier|, of a step or of the end, times the size of what it holds.
    pub(super) fn resistance(&self, along: &Direction<R, I, F>) -> f64 {
        let of_end = along.ending.abs().component_mul(&self.conditions).max();
        let of_steps = along.multipliers.iter();
        of_steps.fold(of_end, |most, multiplier| {
            most.max(multiplier.abs().component_mul(&self.z).max())
        })
    }
}

/// The size of the cost of a step.
fn cost_of<const R: usize, const I: usize, const F: usize>(
    stage: &Stage<R, I, F>,
    (z, u): (&SVector<f64, R>, &SVector<f64, I>),
) -> f64 {
    let Weights {
        state,
        inputs,
        inputs_by_state,
    } = &stage.second;
    let first = inner(&stage.gradient.0.abs(), z) + inner(&stage.gradient.1.abs(), u);
    let second = inner(z, &product(&state.abs(), z)) + inner(u, &product(&inputs.abs(), u));
    first + 0.5 * second + inner(u, &product(&inputs_by_state.abs(), z))
}
