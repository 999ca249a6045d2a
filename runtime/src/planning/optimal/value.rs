//! What the steps from a node on cost, as a function of the node, of multipliers and of parameters.
//!
//! ```text
//! V(δz, ν, δθ) = ½ δzᵀ P δz + pᵀ δz + νᵀ (Sᵀ δz + e) − ½ νᵀ M ν + δθᵀ (Gᵀ δz + f) + ½ δθᵀ H δθ + νᵀ N δθ
//! ```
//!
//! Knows matrices alone.

use nalgebra::SVector;

use super::sweep::{End, Stage, Unsolvable};
use crate::planning::cost::add;
use crate::planning::riccati::Eliminated;
use crate::planning::small::{
    Cholesky, Matrix, difference, matrix, product, sum, symmetric, transposed, transposed_product,
};
use extremal_numerics::block::zeros;

/// V.
#[derive(Clone, Copy, Debug)]
pub(super) struct Value<const R: usize, const F: usize> {
    /// P.
    pub(super) second: Matrix<f64, R, R>,
    /// p.
    pub(super) first: SVector<f64, R>,
    /// S.
    pub(super) by_ending: Matrix<f64, R, R>,
    /// e.
    constant: SVector<f64, R>,
    /// M.
    ending: Matrix<f64, R, R>,
    /// G.
    pub(super) by_parameters: Matrix<f64, R, F>,
    /// f and H.
    parameters: (SVector<f64, F>, Matrix<f64, F, F>),
    /// N.
    ending_by_parameters: Matrix<f64, R, F>,
}

/// What the way back needs of a step, from V at its end: −δu = K δz + k + `K_ν` ν + `K_θ` δθ.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kept<const R: usize, const I: usize, const F: usize> {
    pub(super) gain: Matrix<f64, I, R>,
    pub(super) ahead: SVector<f64, I>,
    pub(super) by_ending: Matrix<f64, I, R>,
    pub(super) by_parameters: Matrix<f64, I, F>,
    pub(super) later: Value<R, F>,
}

/// V at the start, without parameters: −δθ = H⁻¹ (f + Nᵀ ν), as if they were inputs of a step before the first one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Start<const R: usize, const F: usize> {
    /// H⁻¹ f.
    pub(super) ahead: SVector<f64, F>,
    /// H⁻¹ Nᵀ.
    pub(super) by_ending: Matrix<f64, F, R>,
    /// e − N H⁻¹ f.
    pub(super) constant: SVector<f64, R>,
    /// M + N H⁻¹ Nᵀ.
    pub(super) ending: Matrix<f64, R, R>,
}

impl<const R: usize, const F: usize> Value<R, F> {
    /// V at the end.
    pub(super) fn of(end: &End<R, F>) -> Self {
        let mut value = Self {
            second: symmetric(&end.second),
            first: end.gradient,
            by_ending: zeros(),
            constant: zeros(),
            ending: zeros(),
            by_parameters: zeros(),
            parameters: (end.parameters.0, symmetric(&end.parameters.1)),
            ending_by_parameters: zeros(),
        };
        for (row, misfit) in end.misfit.iter().enumerate() {
            let Some(misfit) = *misfit else { continue };
            let along = end.rows.row(row).transpose();
            let penalty = end.penalty[row];
            add(&mut value.second, penalty, &matrix(|i, j| along[i] * along[j]));
            add(&mut value.first, -penalty * misfit, &along);
            value.by_ending.set_column(row, &along);
            value.constant[row] = -misfit;
        }
        value
    }

    /// Chooses the parameters.
    pub(super) fn started(&self) -> Result<Start<R, F>, Unsolvable> {
        let (slope, second) = &self.parameters;
        let curvature = Cholesky::of(second).map_err(|_| Unsolvable::NotConvex)?;
        let (shared, ahead) = (&self.ending_by_parameters, curvature.solve(slope));
        let by_ending = curvature.solve(&transposed(shared));
        Ok(Start {
            constant: difference(&self.constant, &product(shared, &ahead)),
            ending: symmetric(&sum(&self.ending, &product(shared, &by_ending))),
            ahead,
            by_ending,
        })
    }
}

impl<const R: usize, const I: usize, const F: usize> Stage<R, I, F> {
    /// V at the start of the step from V at its end.
    #[inline]
    pub(super) fn earlier(
        &self,
        made: &Eliminated<f64, R, I>,
        later: &Value<R, F>,
    ) -> (Kept<R, I, F>, Value<R, F>) {
        let mut slope = product(&later.second, &self.defect);
        add(&mut slope, 1.0, &later.first);
        let by_inputs = sum(&self.gradient.1, &transposed_product(&self.by_inputs, &slope));
        let by_state = sum(&self.gradient.0, &transposed_product(&self.by_state, &slope));
        let ending_by_inputs = transposed_product(&self.by_inputs, &later.by_ending);
        let ending_by_state = transposed_product(&self.by_state, &later.by_ending);
        let ahead = made.curvature.solve(&by_inputs);
        let by_ending = made.curvature.solve(&ending_by_inputs);
        let moved = transposed_product(&later.by_ending, &self.defect);
        let held = transposed_product(&ending_by_inputs, &ahead);
        // Of the parameters: P C + G, and its parts along inputs and z.
        let toward = sum(&product(&later.second, &self.by_parameters), &later.by_parameters);
        let mixed_inputs = sum(&self.mixed.1, &transposed_product(&self.by_inputs, &toward));
        let mixed_state = sum(&self.mixed.0, &transposed_product(&self.by_state, &toward));
        let by_parameters = made.curvature.solve(&mixed_inputs);
        let shared = transposed_product(&later.by_ending, &self.by_parameters);
        let held_shared = transposed_product(&ending_by_inputs, &by_parameters);
        let mut of_parameters = sum(
            &later.parameters.0,
            &transposed_product(&self.by_parameters, &slope),
        );
        add(
            &mut of_parameters,
            1.0,
            &transposed_product(&later.by_parameters, &self.defect),
        );
        add(
            &mut of_parameters,
            -1.0,
            &transposed_product(&mixed_inputs, &ahead),
        );
        let earlier = Value {
            second: made.cost_to_go,
            first: difference(&by_state, &transposed_product(&made.mixed, &ahead)),
            by_ending: difference(&ending_by_state, &transposed_product(&made.mixed, &by_ending)),
            constant: difference(&sum(&later.constant, &moved), &held),
            ending: sum(&later.ending, &transposed_product(&ending_by_inputs, &by_ending)),
            by_parameters: difference(&mixed_state, &transposed_product(&made.mixed, &by_parameters)),
            parameters: (of_parameters, self.curvature_of(&by_parameters, later)),
            ending_by_parameters: difference(&sum(&later.ending_by_parameters, &shared), &held_shared),
        };
        let kept = Kept {
            gain: made.gain,
            ahead,
            by_ending,
            by_parameters,
            later: *later,
        };
        (kept, earlier)
    }

    /// H, as a sum of squares with C̃ = C − B `K_θ`, which rounding leaves convex.
    fn curvature_of(&self, gain: &Matrix<f64, I, F>, later: &Value<R, F>) -> Matrix<f64, F, F> {
        let closed = difference(&self.by_parameters, &product(&self.by_inputs, gain));
        let half = product(&later.second, &closed);
        let mut second = transposed_product(&closed, &half);
        let of_inputs = transposed_product(gain, &product(&self.second.inputs, gain));
        let mixed = difference(
            &transposed_product(&closed, &later.by_parameters),
            &transposed_product(gain, &self.mixed.1),
        );
        add(&mut second, 1.0, &of_inputs);
        add(&mut second, 2.0, &symmetric(&mixed));
        sum(&later.parameters.1, &symmetric(&second))
    }
}
