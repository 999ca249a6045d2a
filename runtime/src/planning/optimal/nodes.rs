//! The steps of an iterate, each from its own node, with first derivatives.
//!
//! Knows integrators, and nothing of optimality.

use nalgebra::SVector;

use super::parameters::{FreeParameters, Priced};
use crate::derivatives::LinearizationOf;
use crate::planning::small::{Matrix, matrix};
use crate::{Discretize, Error, Integrator, Lagrangian, State, StateOf};
use extremal_numerics::Vector;
use extremal_numerics::block::{at, zeros};

/// A step and its derivative.
pub(super) struct Made<const R: usize, const I: usize, const F: usize> {
    pub(super) end: SVector<f64, R>,
    pub(super) by_state: Matrix<f64, R, R>,
    pub(super) by_inputs: Matrix<f64, R, I>,
    pub(super) by_parameters: Matrix<f64, R, F>,
}

/// Makes steps from any node, with F free parameters.
pub(super) struct Steps<'a, S: Discretize<D>, D, const F: usize> {
    motion: Integrator<S, D>,
    start: f64,
    free: Option<FreeParameters<'a, S, F>>,
}

impl<'a, S: Discretize<D> + Lagrangian<Scalar = f64>, D, const F: usize> Steps<'a, S, D, F> {
    /// The steps of `motion`, from its time on.
    pub(super) fn of(mut motion: Integrator<S, D>, free: Option<FreeParameters<'a, S, F>>) -> Self {
        // Nodes are no motion before they fit to each other, and their energies differ.
        motion.set_guard(false);
        let start = motion.time();
        Self { motion, start, free }
    }

    /// Makes the steps that follow with these parameters.
    pub(super) fn set_parameters(&mut self, parameters: &SVector<f64, F>) -> Result<(), Error> {
        let Some(free) = &self.free else { return Ok(()) };
        let made = self.motion.set_system(free.system(parameters));
        made.map_err(|error| Error { step: 0, ..error })
    }

    /// What parameters cost.
    pub(super) fn priced(&self, parameters: &SVector<f64, F>) -> Priced<F> {
        let none = || (0.0, zeros(), zeros());
        self.free
            .as_ref()
            .map_or_else(none, |free| free.priced(parameters))
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

impl<S, D, const R: usize, const I: usize, const P: usize, const F: usize> Steps<'_, S, D, F>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64>,
{
    /// The step k from z with the inputs u.
    pub(super) fn step(
        &mut self,
        step: usize,
        z: &SVector<f64, R>,
        u: &SVector<f64, I>,
    ) -> Result<Made<R, I, F>, Error> {
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
            // All P columns, or none.
            by_parameters: matrix(|row, column| derivative.by_parameters[(row, column)]),
        })
    }
}

/// The largest |number| of each kind along a motion; one where all are zero.
pub(super) fn scales<const N: usize>(all: &[SVector<f64, N>]) -> SVector<f64, N> {
    let mut scales: SVector<f64, N> = zeros();
    for numbers in all {
        scales = matrix(|k, _| numbers[k].abs().max(scales[k]));
    }
    scales.map(|scale| if scale > 0.0 { scale } else { 1.0 })
}
