//! The steps of an iterate, each from its own node, with first derivatives and the curvature of their multipliers.
//!
//! Knows integrators, and nothing of optimality.

use nalgebra::SVector;

use crate::derivatives::LinearizationOf;
use crate::planning::riccati::Weights;
use crate::planning::small::{Matrix, matrix, symmetric, transposed_product};
use crate::{Discretize, Error, Integrator, Lagrangian, State, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::block::{at, zeros};

/// A step and its derivative.
pub(super) struct Made<const R: usize, const I: usize> {
    pub(super) end: SVector<f64, R>,
    pub(super) by_state: Matrix<f64, R, R>,
    pub(super) by_inputs: Matrix<f64, R, I>,
}

/// Makes steps from any node.
pub(super) struct Steps<S: Discretize<D>, D> {
    motion: Integrator<S, D>,
    start: f64,
}

impl<S: Discretize<D> + Lagrangian<Scalar = f64>, D> Steps<S, D> {
    /// The steps of `motion`, from its time on.
    pub(super) fn of(mut motion: Integrator<S, D>) -> Self {
        // Nodes are no motion before they fit to each other, and their energies differ.
        motion.set_guard(false);
        let start = motion.time();
        Self { motion, start }
    }

    pub(super) fn h(&self) -> f64 {
        self.motion.step_size()
    }

    pub(super) fn time(&self, step: usize) -> f64 {
        self.start + step as f64 * self.h()
    }

    /// z as coordinates and momenta.
    pub(super) fn state<const R: usize>(&self, step: usize, z: &SVector<f64, R>) -> StateOf<S> {
        let here = self.motion.state();
        let n = here.q.as_slice().len();
        State {
            t: self.time(step),
            q: here.q.like(|k| at(z.as_slice(), k)),
            p: here.p.like(|k| at(z.as_slice(), n + k)),
        }
    }
}

/// (q, p) as z.
pub(super) fn numbers<Q: Vector<f64>, P: Vector<f64>, const R: usize>(q: &Q, p: &P) -> SVector<f64, R> {
    let mut z: SVector<f64, R> = zeros();
    let both = q.as_slice().iter().chain(p.as_slice());
    z.iter_mut().zip(both).for_each(|(z, &number)| *z = number);
    z
}

impl<S, D, const R: usize, const I: usize, const P: usize> Steps<S, D>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64>,
{
    /// The step k from z with the inputs u.
    pub(super) fn step(
        &mut self,
        step: usize,
        z: &SVector<f64, R>,
        u: &SVector<f64, I>,
    ) -> Result<Made<R, I>, Error> {
        let numbered = |error: Error| Error { step, ..error };
        let state = self.state(step, z);
        self.motion.set_state(state).map_err(numbered)?;
        let inputs = S::Inputs::with_len(I, |k| at(u.as_slice(), k));
        let (_, derivative) = self.motion.step_linearized_by(inputs).map_err(numbered)?;
        let end = self.motion.state();
        Ok(Made {
            end: numbers(&end.q, &end.p),
            by_state: derivative.by_state,
            by_inputs: derivative.by_inputs,
        })
    }

    /// ∂²(λᵀΦ)/∂(z, u)²: differences of its gradient, which is exact. `scales` are the sizes of z and u.
    ///
    /// The error is about 10⁻⁷ of the curvature, so that it changes how fast a plan is found and not which.
    pub(super) fn curvature(
        &mut self,
        (step, z, u): (usize, &SVector<f64, R>, &SVector<f64, I>),
        (by_state, by_inputs): (&Matrix<f64, R, R>, &Matrix<f64, R, I>),
        multiplier: &SVector<f64, R>,
        scales: (&SVector<f64, R>, &SVector<f64, I>),
    ) -> Result<Weights<f64, R, I>, Error> {
        let gradient = |a: &Matrix<f64, R, R>, b: &Matrix<f64, R, I>| {
            (
                transposed_product(a, multiplier),
                transposed_product(b, multiplier),
            )
        };
        let here = gradient(by_state, by_inputs);
        let mut along = |z: &SVector<f64, R>, u: &SVector<f64, I>, by: f64| -> Result<_, Error> {
            let there = self.step(step, z, u)?;
            let there = gradient(&there.by_state, &there.by_inputs);
            Ok(((there.0 - here.0) / by, (there.1 - here.1) / by))
        };
        let (mut zz, mut uz, mut uu): (Matrix<f64, R, R>, Matrix<f64, I, R>, Matrix<f64, I, I>) =
            (zeros(), zeros(), zeros());
        for k in 0..R {
            let by = DIFFERENCE * scales.0[k];
            let mut moved = *z;
            moved[k] += by;
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
}

/// A part of a number's size: of differences on one side, the root of ε and some more, as steps are rounded too.
const DIFFERENCE: f64 = 1e-7;

/// The largest |number| of each kind along a motion; one where all are zero.
pub(super) fn scales<const N: usize>(all: &[SVector<f64, N>]) -> SVector<f64, N> {
    let mut scales: SVector<f64, N> = zeros();
    for numbers in all {
        scales = matrix(|k, _| numbers[k].abs().max(scales[k]));
    }
    scales.map(|scale| if scale > 0.0 { scale } else { 1.0 })
}
