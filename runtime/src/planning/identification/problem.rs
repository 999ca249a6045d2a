//! The residuals of all experiments with their derivatives, by one sweep forwards through each.
//!
//! Knows motions and data, and no search.

use std::vec::Vec;

use super::search::Residuals;
use super::triangle::Triangle;
use super::unidentified::Unknown;
use super::{Experiment, Identification};
use crate::derivatives::{Columns, Jacobians, LinearizationOf, OutputsOfState};
use crate::planning::small::{Matrix, product, sum};
use crate::{Discretize, Error, Failure, Integrator, Lagrangian};
use extremal_numerics::Vector;
use extremal_numerics::block::{at, zeros};

/// The unknowns in a row: those of the starts, one experiment after the other, then the parameters.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// For each experiment the place of its first unknown in the row, and those of all in (q, v).
    pub(super) starts: Vec<(usize, Vec<usize>)>,
    /// The place of the first parameter.
    pub(super) parameters: usize,
}

impl Layout {
    pub(super) fn of<S: Lagrangian<Scalar = f64>, const Y: usize>(experiments: &[Experiment<S, Y>]) -> Self {
        let mut next = 0;
        let starts = experiments.iter().map(|experiment| {
            let n = experiment.q.as_slice().len();
            let coordinates = (0..n).filter(|_| experiment.has_unknown_coordinates);
            let velocities = (n..2 * n).filter(|_| experiment.has_unknown_velocities);
            let places: Vec<usize> = coordinates.chain(velocities).collect();
            let first = next;
            next += places.len();
            (first, places)
        });
        let starts = starts.collect();
        Self {
            starts,
            parameters: next,
        }
    }

    /// What the unknown at this place of the row is.
    pub(super) fn name<S: Lagrangian>(&self, k: usize) -> Unknown {
        let named = |names: &'static [&'static str], k: usize| names.get(k).copied().unwrap_or_default();
        for (experiment, (first, places)) in self.starts.iter().enumerate() {
            let place = k.checked_sub(*first).and_then(|k| places.get(k));
            if let Some(&place) = place {
                let n = S::COORDINATES.len();
                let name = named(S::COORDINATES, place % n.max(1));
                return if place < n {
                    Unknown::Coordinate { experiment, name }
                } else {
                    Unknown::Velocity { experiment, name }
                };
            }
        }
        Unknown::Parameter(named(S::SENSITIVITIES, k - self.parameters))
    }
}

/// The derivative of the outputs at a node by (q, v) there, and by the parameters.
type OfOutputs<const Y: usize, const Z: usize, const P: usize> = (Matrix<f64, Y, Z>, Matrix<f64, Y, P>);

/// The derivative of (q, v) at a node by that at the start, and by the parameters.
#[derive(Clone, Copy)]
struct Varied<const Z: usize, const P: usize> {
    by_start: Matrix<f64, Z, Z>,
    by_parameters: Matrix<f64, Z, P>,
}

/// The data with the standard deviation of each output.
pub(super) struct Problem<'a, S: Lagrangian, D, F, const P: usize, const Y: usize> {
    pub(super) of: &'a Identification<S, D, F, P, Y>,
    pub(super) layout: Layout,
    pub(super) deviations: [f64; Y],
}

impl<S: Lagrangian<Scalar = f64>, D, F, const P: usize, const Y: usize> Problem<'_, S, D, F, P, Y> {
    /// The unknowns of the guess.
    pub(super) fn guess(&self) -> Vec<f64> {
        let mut x = Vec::new();
        for (experiment, (_, places)) in self.of.experiments.iter().zip(&self.layout.starts) {
            let start: Vec<f64> = [experiment.q.as_slice(), experiment.v.as_slice()].concat();
            x.extend(places.iter().map(|&place| start[place]));
        }
        x.extend(self.of.guess);
        x
    }

    /// The sizes of the unknowns: those of the guess for parameters, and unknown ones for starts.
    pub(super) fn sizes(&self) -> Vec<f64> {
        let mut sizes = std::vec![0.0; self.layout.parameters];
        sizes.extend(self.of.guess.map(f64::abs));
        sizes
    }

    /// θ.
    pub(super) fn parameters(&self, x: &[f64]) -> [f64; P] {
        core::array::from_fn(|k| at(x, self.layout.parameters + k))
    }

    /// q₀ and v₀ of an experiment.
    pub(super) fn start(&self, experiment: usize, x: &[f64]) -> (S::Configuration, S::Velocity) {
        let known = &self.of.experiments[experiment];
        let (first, places) = &self.layout.starts[experiment];
        let n = known.q.as_slice().len();
        let number = |place: usize, known: f64| {
            let unknown = places.iter().position(|&unknown| unknown == place);
            unknown.map_or(known, |k| at(x, first + k))
        };
        (
            known.q.like(|k| number(k, at(known.q.as_slice(), k))),
            known.v.like(|k| number(n + k, at(known.v.as_slice(), k))),
        )
    }
}

impl<S, D, F, const P: usize, const Y: usize, const Z: usize, const I: usize> Problem<'_, S, D, F, P, Y>
where
    F: Fn([f64; P]) -> S,
    D: Clone,
    S: Discretize<D, Linearization: Columns<f64>>
        + Lagrangian<Scalar = f64, Outputs = [f64; Y]>
        + Jacobians<VelocityLinearization = LinearizationOf<f64, Z, I, P>>
        + OutputsOfState,
{
    /// The residuals at x; an error has the number of its experiment beside it.
    pub(super) fn residuals(&self, x: &[f64]) -> Result<Residuals, (usize, Error)> {
        let mut found = Residuals {
            triangle: Triangle::of(x.len()),
            data: 0.0,
            count: 0,
        };
        for experiment in 0..self.of.experiments.len() {
            self.sweep(experiment, x, &mut found)
                .map_err(|error| (experiment, error))?;
        }
        Ok(found)
    }

    /// Adds the rows of an experiment.
    ///
    /// ```text
    /// δz_{k+1} = A_k δz_k + C_k δθ,   r = (y(z_k, θ) − measured)/σ,   δr = (∂y/∂z δz_k + ∂y/∂θ δθ)/σ     with z = (q, v)
    /// ```
    fn sweep(&self, number: usize, x: &[f64], to: &mut Residuals) -> Result<(), Error> {
        let experiment = &self.of.experiments[number];
        let (q, v) = self.start(number, x);
        let system = (self.of.system)(self.parameters(x));
        let start = (experiment.t0, q, v);
        let mut motion = Integrator::beginning(system, self.of.scheme.clone(), self.of.step_size, start)?;
        let mut varied = Varied::<Z, P> {
            by_start: Matrix::identity(),
            by_parameters: zeros(),
        };
        let mut row = std::vec![0.0; x.len() + 1];
        for (node, outputs) in &experiment.measured {
            while motion.steps() < *node {
                let step = motion.steps();
                let inputs = self.inputs(number, step);
                let made = motion.step_over_velocities(inputs);
                let made = made.map_err(|error| Error { step, ..error })?;
                varied = Varied {
                    by_start: product(&made.by_state, &varied.by_start),
                    by_parameters: sum(
                        &product(&made.by_state, &varied.by_parameters),
                        &made.by_parameters,
                    ),
                };
            }
            self.rows(number, &motion, &varied, outputs, (&mut row[..], &mut *to))?;
        }
        if to.triangle.is_finite() {
            Ok(())
        } else {
            let failure = Failure::NotFinite {
                what: "derivative of the outputs",
            };
            Err(Error {
                t: motion.time(),
                step: motion.steps(),
                failure,
            })
        }
    }

    /// Those of a step; zero where there are none.
    fn inputs(&self, experiment: usize, step: usize) -> S::Inputs {
        let given = self.of.experiments[experiment].inputs.get(step);
        given.cloned().unwrap_or_else(|| S::Inputs::with_len(I, |_| 0.0))
    }

    /// The rows of a node.
    fn rows(
        &self,
        number: usize,
        motion: &Integrator<S, D>,
        varied: &Varied<Z, P>,
        measured: &[Option<f64>; Y],
        (row, to): (&mut [f64], &mut Residuals),
    ) -> Result<(), Error> {
        let (t, step) = (motion.time(), motion.steps());
        let failed = |failure| Error { t, step, failure };
        let (state, v) = (motion.state(), motion.velocity()?);
        let inputs = self.inputs(number, step);
        let system = motion.system();
        let computed = system.outputs(t, &state.q, &v, &inputs).map_err(failed)?;
        let (by_state, own) = derivatives(system, (t, &state.q, &v), &inputs);
        let by_start = product(&by_state, &varied.by_start);
        let by_parameters = sum(&product(&by_state, &varied.by_parameters), &own);
        let (first, places) = &self.layout.starts[number];
        for (output, value) in measured.iter().enumerate() {
            let &Some(value) = value else { continue };
            let (computed, deviation) = (computed[output], self.deviations[output]);
            if !computed.is_finite() {
                return Err(failed(Failure::NotFinite { what: "outputs" }));
            }
            row.fill(0.0);
            for (k, &place) in places.iter().enumerate() {
                row[first + k] = by_start[(output, place)] / deviation;
            }
            for k in 0..P {
                row[self.layout.parameters + k] = by_parameters[(output, k)] / deviation;
            }
            let last = self.layout.parameters + P;
            row[last] = (computed - value) / deviation;
            if row[..last].iter().any(|&slope| slope != 0.0) {
                let size = value.abs().max(computed.abs()) / deviation;
                to.data += size * size;
            }
            to.triangle.add(row);
            to.count += 1;
        }
        Ok(())
    }
}

/// ∂y/∂(q, v) and ∂y/∂θ.
fn derivatives<S, const Y: usize, const Z: usize, const I: usize, const P: usize>(
    system: &S,
    (t, q, v): (f64, &S::Configuration, &S::Velocity),
    inputs: &S::Inputs,
) -> OfOutputs<Y, Z, P>
where
    S: Lagrangian<Scalar = f64, Outputs = [f64; Y]>
        + Jacobians<VelocityLinearization = LinearizationOf<f64, Z, I, P>>,
{
    let (mut by_state, mut by_parameters): OfOutputs<Y, Z, P> = (zeros(), zeros());
    let entries = system.output_entries(t, q, v, inputs);
    for (&(row, column), &entry) in S::OUTPUT_PLACES.iter().zip(entries.as_slice()) {
        if column < Z {
            by_state[(row, column)] = entry;
        } else if let Some(parameter) = column.checked_sub(Z + I) {
            by_parameters[(row, parameter)] = entry;
        }
    }
    (by_state, by_parameters)
}
