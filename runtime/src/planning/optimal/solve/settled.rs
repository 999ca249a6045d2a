//! Whether a plan whose conditions hold is at its optimum: what one more direction promises.
//!
//! Conditions are relative to the sizes of their summands, which are far larger than the cost where a weight at the end is, or
//! where numbers are far from the origin.

use nalgebra::SVector;

use super::{Curvature, Run};
use crate::derivatives::LinearizationOf;
use crate::planning::cost::{Cost, inner};
use crate::planning::optimal::iterate::Iterate;
use crate::planning::small::{Matrix, product, sum};
use crate::{Discretize, Lagrangian};

/// Of sums of gradients and curvatures over some numbers.
const ROUNDING: f64 = 64.0 * f64::EPSILON;
/// So many directions that promise no less than this part of another one are tried: rounding is more than that then.
const MOST: usize = 20;
const LESS: f64 = 0.5;

impl<S, D, C, const R: usize, const I: usize, const P: usize, const F: usize> Run<'_, S, D, C, R, I, P, F>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64> + Clone,
    D: Clone,
    C: Cost<f64, R, I>,
{
    /// Whether one more direction changes the cost by less than the tolerance of it, or by rounding; or there is none.
    pub(in crate::planning::optimal) fn has_settled(&mut self) -> bool {
        self.is_curved = self.curve().is_ok();
        let curvature = if self.is_curved {
            Curvature::Exact
        } else {
            Curvature::OfCost
        };
        if self.direct(curvature).is_err() {
            return true;
        }
        let (here, along) = (&self.here, &self.along);
        let sizes = &here.sizes.z;
        let of_steps = along.multipliers.iter().zip(&here.stages);
        let of_steps = of_steps.map(|(multiplier, stage)| {
            let rounding = ROUNDING * inner(&multiplier.abs(), sizes);
            [inner(multiplier, &stage.defect).abs(), rounding]
        });
        let of_ending = along.ending.iter().zip(&here.end.misfit);
        let of_ending =
            of_ending.map(|(multiplier, misfit)| [(multiplier * misfit.unwrap_or(0.0)).abs(), 0.0]);
        let descent = Iterate::descent(&self.stages, &self.end, along).abs();
        // What bounds cost beside their limits.
        let of_bounds = here.bounds.complementarity(here.numbers(), 0.0);
        let parts = of_steps.chain(of_ending);
        let parts = parts.chain([[descent, self.rounding()], [of_bounds, 0.0]]);
        let [promised, rounding] = parts.fold([0.0; 2], |[a, b], [c, d]| [a + c, b + d]);
        let is_least = promised <= self.of.tolerance * here.cost.abs() + rounding;
        let (promises, before) = (self.settling.0 + 1, self.settling.1);
        self.settling = if promised <= LESS * before {
            (0, promised)
        } else {
            (promises, before)
        };
        is_least || self.settling.0 > MOST
    }

    /// The rounding of a descent: gradients are rounded to the summands of which they are made.
    fn rounding(&self) -> f64 {
        let (along, sizes) = (&self.along, &self.here.sizes);
        let of_state = |gradient: &SVector<f64, R>, second: &Matrix<f64, R, R>, along: &SVector<f64, R>| {
            inner(
                &sum(&gradient.abs(), &product(&second.abs(), &sizes.z)),
                &along.abs(),
            )
        };
        let directions = along.states.iter().zip(&along.inputs);
        let of_stages = self.here.stages.iter().zip(directions).map(|(stage, (z, u))| {
            let second = &stage.second;
            let of_inputs = sum(&stage.gradient.1.abs(), &product(&second.inputs.abs(), &sizes.u));
            of_state(&stage.gradient.0, &second.state, z) + inner(&of_inputs, &u.abs())
        });
        let end = &self.here.end;
        let last = along.states.last();
        let of_end = last.map_or(0.0, |z| of_state(&end.gradient, &end.second, z));
        let (slope, second) = (&end.parameters.0.abs(), &end.parameters.1.abs());
        let of_parameters = inner(
            &sum(slope, &product(second, &sizes.parameters)),
            &along.parameters.abs(),
        );
        ROUNDING * (of_stages.sum::<f64>() + of_end + of_parameters)
    }
}
