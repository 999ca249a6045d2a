//! What a point says: the answer with its covariance, or why it is none.
//!
//! Makes no motion.

use std::boxed::Box;
use std::vec::Vec;

use super::Deviations;
use super::identified::{Identified, IdentifiedStart, Noise};
use super::problem::Problem;
use super::search::{End, Point};
use super::unidentified::{IdentificationFailure, Unidentified};
use crate::planning::small::matrix;
use crate::{Error, Lagrangian};

/// The smallest effect that names an unknown of a direction, relative to the largest one.
const NAMED: f64 = 0.01;

pub(super) fn of_step((experiment, Error { step, failure, .. }): (usize, Error)) -> IdentificationFailure {
    IdentificationFailure::Step {
        experiment,
        step,
        failure,
    }
}

impl<S: Lagrangian<Scalar = f64>, D, F, const P: usize, const Y: usize> Problem<'_, S, D, F, P, Y> {
    pub(super) fn unidentified(
        &self,
        why: IdentificationFailure,
        x: &[f64],
        sum_of_squares: f64,
        iterations: usize,
    ) -> Unidentified<S, P> {
        Unidentified {
            why: Box::new(why),
            parameters: self.parameters(x).into(),
            starts: (0..self.of.experiments.len()).map(|k| self.start(k, x)).collect(),
            sum_of_squares,
            iterations,
        }
    }

    /// Why this point is no answer, if it is none.
    pub(super) fn why(&self, point: &Point, end: End<(usize, Error)>) -> Option<IdentificationFailure> {
        match end {
            End::Failed(failed) => return Some(of_step(failed)),
            End::NotConverged => {
                let optimality = point.optimality;
                return Some(IdentificationFailure::NotConverged { optimality });
            }
            End::Converged => {}
        }
        let undetermined = point.singular.undetermined();
        let &(effect, scaled) = undetermined.first()?;
        let mut shares: Vec<(usize, f64)> = scaled.iter().copied().enumerate().collect();
        shares.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let change = |&(k, share): &(usize, f64)| {
            let norm = point.norms[k];
            if norm > 0.0 { share / norm } else { share }
        };
        let (largest, first) = shares.first().map(|share| (share.1.abs(), change(share)))?;
        let named = shares.iter().filter(|share| share.1.abs() >= NAMED * largest);
        Some(IdentificationFailure::NotIdentifiable {
            direction: named
                .map(|share| (self.layout.name::<S>(share.0), change(share) / first))
                .collect(),
            directions: undetermined.len(),
            effect,
        })
    }
}

impl<S, D, F, const P: usize, const Y: usize> Problem<'_, S, D, F, P, Y>
where
    S: Lagrangian<Scalar = f64>,
    F: Fn([f64; P]) -> S,
{
    /// The answer at an optimum that determines all unknowns.
    pub(super) fn identified<const Z: usize>(&self, point: Point, iterations: usize) -> Identified<S, P, Z> {
        let Point {
            x,
            residuals,
            norms,
            singular,
            optimality,
        } = point;
        let sum_of_squares = residuals.triangle.squares;
        let is_given = matches!(self.of.deviations, Deviations::Given(_));
        let noise = Noise::of(is_given, sum_of_squares, residuals.count - x.len());
        let variance = noise.variance();
        let covariance = |i: usize, j: usize, variance: f64| {
            variance * singular.inverse_square(i, j) / norms[i] / norms[j]
        };
        let first = self.layout.parameters;
        let of_start = |number: usize| {
            let (q, v) = self.start(number, &x);
            let (first, places) = &self.layout.starts[number];
            let place = |z: usize| places.iter().position(|&place| place == z).map(|k| first + k);
            let entry = |i: usize, j: usize, variance: f64| match (place(i), place(j)) {
                (Some(i), Some(j)) => covariance(i, j, variance),
                _ => 0.0,
            };
            let covariance = variance.map(|variance| matrix(|i, j| entry(i, j, variance)));
            IdentifiedStart { q, v, covariance }
        };
        let parameters = self.parameters(&x);
        Identified {
            parameters: parameters.into(),
            system: (self.of.system)(parameters),
            starts: (0..self.of.experiments.len()).map(of_start).collect(),
            covariance: variance.map(|variance| matrix(|i, j| covariance(first + i, first + j, variance))),
            noise,
            sum_of_squares,
            measurements: residuals.count,
            unknowns: x.len(),
            iterations,
            optimality,
        }
    }
}
