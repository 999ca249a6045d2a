//! One step of the Riccati recursion, which gains, tracking and optimal motions share.
//!
//! Knows matrices, and no system or scheme.

use super::small::{Cholesky, Matrix, difference, product, sum, symmetric, transposed_product};
use extremal_numerics::{Scalar, SizeOf};

/// The second-order part of the cost of a step, ½ zᵀ Q z + uᵀ S z + ½ uᵀ R u, for R numbers z and I inputs u.
///
/// What belongs to deviations from a motion is what a motion costs if the cost is quadratic: z and u are then differences.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights<T, const R: usize, const I: usize> {
    /// Q, of which the symmetric part counts.
    pub state: Matrix<T, R, R>,
    /// R, of which the symmetric part counts. It has to be positive definite where no later step gives a curvature.
    pub inputs: Matrix<T, I, I>,
    /// S.
    pub inputs_by_state: Matrix<T, I, R>,
}

impl<T: Scalar, const R: usize, const I: usize> Weights<T, R, I> {
    /// Weights on the diagonals of Q and R alone.
    ///
    /// ```
    /// use extremal::planning::Weights;
    ///
    /// let weights = Weights::diagonal([4.0, 1.0], [0.1]);
    /// assert_eq!((weights.state[(0, 0)], weights.state[(0, 1)], weights.inputs[(0, 0)]), (4.0, 0.0, 0.1));
    /// ```
    #[must_use]
    pub fn diagonal(state: [T; R], inputs: [T; I]) -> Self {
        let zero = T::from_f64(0.0);
        Self {
            state: super::small::matrix(|row, column| if row == column { state[row] } else { zero }),
            inputs: super::small::matrix(|row, column| if row == column { inputs[row] } else { zero }),
            inputs_by_state: super::small::matrix(|_, _| zero),
        }
    }
}

/// The curvature in the inputs was not positive definite.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NotConvex<N> {
    /// The input, from 0.
    pub(super) input: usize,
    /// Its curvature, after those before it were eliminated.
    pub(super) curvature: N,
}

/// The inputs of a step, eliminated.
///
/// ```text
/// F = R + Bᵀ P B,   K = F⁻¹ (S + Bᵀ P A),   P⁻ = Q + Aᵀ P A − (S + Bᵀ P A)ᵀ K
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Eliminated<T, const R: usize, const I: usize> {
    /// F, factored.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "optimal motions read it"))]
    pub(super) curvature: Cholesky<T, I>,
    /// S + Bᵀ P A.
    #[cfg_attr(not(feature = "std"), expect(dead_code, reason = "optimal motions read it"))]
    pub(super) mixed: Matrix<T, I, R>,
    /// K: the inputs are −K z.
    pub(super) gain: Matrix<T, I, R>,
    /// P⁻.
    pub(super) cost_to_go: Matrix<T, R, R>,
}

/// Eliminates the inputs of the step z₁ = A z + B u before the cost ½ z₁ᵀ P z₁.
#[inline]
pub(super) fn eliminated<T: Scalar, const R: usize, const I: usize>(
    (a, b): (&Matrix<T, R, R>, &Matrix<T, R, I>),
    weights: &Weights<T, R, I>,
    later: &Matrix<T, R, R>,
) -> Result<Eliminated<T, R, I>, NotConvex<SizeOf<T>>> {
    let (later_a, later_b) = (product(later, a), product(later, b));
    let inputs = symmetric(&sum(&weights.inputs, &transposed_product(b, &later_b)));
    let mixed = sum(&weights.inputs_by_state, &transposed_product(b, &later_a));
    let curvature = Cholesky::of(&inputs).map_err(|(input, curvature)| NotConvex { input, curvature })?;
    let gain = curvature.solve(&mixed);
    // As a sum of squares, which rounding leaves convex: Q + (A − B K)ᵀ P (A − B K) + Kᵀ R K − Kᵀ S − Sᵀ K.
    let closed = difference(a, &product(b, &gain));
    let held = difference(&product(&weights.inputs, &gain), &weights.inputs_by_state);
    let of_inputs = difference(
        &transposed_product(&gain, &held),
        &transposed_product(&weights.inputs_by_state, &gain),
    );
    let of_end = transposed_product(&closed, &product(later, &closed));
    let cost_to_go = symmetric(&sum(&sum(&weights.state, &of_end), &of_inputs));
    Ok(Eliminated {
        curvature,
        mixed,
        gain,
        cost_to_go,
    })
}
