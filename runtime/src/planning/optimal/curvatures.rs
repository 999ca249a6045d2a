//! Curvatures of steps and of conditions at the end, by their multipliers: what a Lagrange function has beside the cost.
//!
//! Knows steps through their first derivatives, and nothing of optimality.

use std::vec::Vec;

use nalgebra::SVector;

use super::conditions::Conditions;
use super::iterate::Iterate;
use super::nodes::{Steps, scales};
use super::sweep::{End, Stage};
use crate::derivatives::LinearizationOf;
use crate::planning::cost::add;
use crate::planning::riccati::Weights;
use crate::planning::small::{Matrix, symmetric, transposed_product};
use crate::{Discretize, Error, Lagrangian};
use extremal_numerics::block::zeros;

/// A part of a number's size: of differences on one side, the root of ε and some more, as steps are rounded too.
const DIFFERENCE: f64 = 1e-7;

/// ∂²(Σ λᵀΦ + νᵀc)/∂(z, u, θ)²: differences of gradients, which are exact.
///
/// The error is about 10⁻⁷ of the curvature, so that it changes how fast a plan is found and not which.
pub(super) struct Curvatures<const R: usize, const I: usize, const F: usize> {
    steps: Vec<Curvature<R, I, F>>,
    end: Matrix<f64, R, R>,
    parameters: Matrix<f64, F, F>,
}

/// That of a step: of z and u, and mixed ones by z and u with θ.
#[derive(Clone, Copy)]
struct Curvature<const R: usize, const I: usize, const F: usize> {
    second: Weights<f64, R, I>,
    mixed: (Matrix<f64, R, F>, Matrix<f64, I, F>),
}

/// ∂(λᵀΦ)/∂(z, u, θ).
struct Slope<const R: usize, const I: usize, const F: usize> {
    by_state: SVector<f64, R>,
    by_inputs: SVector<f64, I>,
    by_parameters: SVector<f64, F>,
}

impl<const R: usize, const I: usize, const F: usize> Slope<R, I, F> {
    fn of(
        (a, b, c): (&Matrix<f64, R, R>, &Matrix<f64, R, I>, &Matrix<f64, R, F>),
        multiplier: &SVector<f64, R>,
    ) -> Self {
        Self {
            by_state: transposed_product(a, multiplier),
            by_inputs: transposed_product(b, multiplier),
            by_parameters: transposed_product(c, multiplier),
        }
    }

    fn at(stage: &Stage<R, I, F>, multiplier: &SVector<f64, R>) -> Self {
        let matrices = (&stage.by_state, &stage.by_inputs, &stage.by_parameters);
        Self::of(matrices, multiplier)
    }
}

impl<const R: usize, const I: usize, const F: usize> Curvatures<R, I, F> {
    /// None yet, of so many steps.
    pub(super) fn of(steps: usize) -> Self {
        let second = Weights {
            state: zeros(),
            inputs: zeros(),
            inputs_by_state: zeros(),
        };
        let mixed = (zeros(), zeros());
        Self {
            steps: std::vec![Curvature { second, mixed }; steps],
            end: zeros(),
            parameters: zeros(),
        }
    }

    /// Those at an iterate. The system of the steps is that of its parameters afterwards, or a failure says that it is not.
    pub(super) fn update<S, D, const P: usize>(
        &mut self,
        at: &Iterate<R, I, F>,
        steps: &mut Steps<'_, S, D, F>,
        conditions: &Conditions<'_, R>,
    ) -> Result<(), Error>
    where
        S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64>,
    {
        self.end = conditions.curvature(&at.z[at.u.len()], &at.ending);
        steps.set_parameters(&at.parameters)?;
        let scales = (scales(&at.z), scales(&at.u));
        for (step, curvature) in self.steps.iter_mut().enumerate() {
            curvature.second = of_step(at, steps, step, (&scales.0, &scales.1))?;
        }
        let mut by_parameters: Matrix<f64, F, F> = zeros();
        for k in 0..F {
            let mut moved = at.parameters;
            // Away from a limit, at which the system may end.
            let by = DIFFERENCE * at.sizes.parameters[k];
            moved[k] += if at.bounds.admit_parameter(k, moved[k] + by) {
                by
            } else {
                -by
            };
            let by = moved[k] - at.parameters[k];
            steps.set_parameters(&moved)?;
            for (step, curvature) in self.steps.iter_mut().enumerate() {
                let multiplier = &at.multipliers[step];
                let made = steps.step(step, &at.z[step], &at.u[step])?;
                let there = Slope::of((&made.by_state, &made.by_inputs, &made.by_parameters), multiplier);
                let here = Slope::at(&at.stages[step], multiplier);
                curvature
                    .mixed
                    .0
                    .set_column(k, &((there.by_state - here.by_state) / by));
                curvature
                    .mixed
                    .1
                    .set_column(k, &((there.by_inputs - here.by_inputs) / by));
                let second = (there.by_parameters - here.by_parameters) / by;
                let sum = by_parameters.column(k) + second;
                by_parameters.set_column(k, &sum);
            }
        }
        self.parameters = symmetric(&by_parameters);
        steps.set_parameters(&at.parameters)
    }

    /// Adds them to the curvatures of the cost.
    pub(super) fn add_to(&self, stages: &mut [Stage<R, I, F>], end: &mut End<R, F>) {
        for (stage, of_step) in stages.iter_mut().zip(&self.steps) {
            let (to, from) = (&mut stage.second, &of_step.second);
            add(&mut to.state, 1.0, &from.state);
            add(&mut to.inputs, 1.0, &from.inputs);
            add(&mut to.inputs_by_state, 1.0, &from.inputs_by_state);
            stage.mixed = of_step.mixed;
        }
        add(&mut end.second, 1.0, &self.end);
        add(&mut end.parameters.1, 1.0, &self.parameters);
    }
}

/// ∂²(λᵀΦ)/∂(z, u)² of a step. `scales` are the sizes of z and u.
fn of_step<S, D, const R: usize, const I: usize, const F: usize, const P: usize>(
    at: &Iterate<R, I, F>,
    steps: &mut Steps<'_, S, D, F>,
    step: usize,
    scales: (&SVector<f64, R>, &SVector<f64, I>),
) -> Result<Weights<f64, R, I>, Error>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64>,
{
    let (z, u, multiplier) = (&at.z[step], &at.u[step], &at.multipliers[step]);
    let here = Slope::at(&at.stages[step], multiplier);
    let mut along = |z: &SVector<f64, R>, u: &SVector<f64, I>, by: f64| -> Result<_, Error> {
        let made = steps.step(step, z, u)?;
        let there = Slope::of((&made.by_state, &made.by_inputs, &made.by_parameters), multiplier);
        Ok((
            (there.by_state - here.by_state) / by,
            (there.by_inputs - here.by_inputs) / by,
        ))
    };
    let (mut zz, mut uz, mut uu): (Matrix<f64, R, R>, Matrix<f64, I, R>, Matrix<f64, I, I>) =
        (zeros(), zeros(), zeros());
    for k in 0..R {
        let mut moved = *z;
        moved[k] += DIFFERENCE * scales.0[k];
        let (second, mixed) = along(&moved, u, moved[k] - z[k])?;
        zz.set_column(k, &second);
        uz.set_column(k, &mixed);
    }
    for k in 0..I {
        let mut moved = *u;
        moved[k] += DIFFERENCE * scales.1[k];
        let (_, second) = along(z, &moved, moved[k] - u[k])?;
        uu.set_column(k, &second);
    }
    Ok(Weights {
        state: symmetric(&zz),
        inputs: symmetric(&uu),
        inputs_by_state: uz,
    })
}
