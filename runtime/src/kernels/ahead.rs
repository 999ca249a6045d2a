//! Sines ahead: what a step leaves to the next so that its first sines need not be waited for.
//!
//! The angles of a step depend on the solution of the step before. Through three known steps their next values are
//! extrapolated, one step further than the one that is being solved, so that their sines are computed beside it:
//!
//! ```text
//! θ̂ₖ₊₁ = 6 θₖ₋₁ − 8 θₖ₋₂ + 3 θₖ₋₃,   θₖ₊₁ − θ̂ₖ₊₁ = 4 h³ θ‴ + O(h⁴)
//! ```
//!
//! The next step turns them by what is left ([`Scalar::sin_cos_turned`]). A prediction decides no more than the last bits:
//! where it is poor, as after a start, a kick or a change of h, sines are evaluated anew.

use extremal_numerics::Scalar;
use extremal_numerics::block::at;

/// The carried numbers at the end of a step from those at its start, and from those that the step computed, of which the last
/// `A` are its angles. `C` = `K` + 5 `A`: angles of three steps, predictions, and their sines and cosines are the last ones.
#[cfg_attr(debug_assertions, inline)]
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn ahead<T: Scalar, const A: usize, const K: usize, const C: usize>(
    before: &[T; C],
    computed: &[T; K],
) -> [T; C] {
    let first = K.saturating_sub(A);
    let known = |block: usize| -> [T; A] { core::array::from_fn(|i| at(before, first + block * A + i)) };
    let [last, second, third, predicted] = [0, 1, 2, 3].map(known);
    let angles: [T; A] = core::array::from_fn(|i| at(computed, first + i));
    let next = core::array::from_fn(|i| {
        let [last, second, third] = [at(&last, i), at(&second, i), at(&third, i)];
        T::from_f64(6.0) * last - T::from_f64(8.0) * second + T::from_f64(3.0) * third
    });
    let off = core::array::from_fn(|i| at(&angles, i) - at(&predicted, i));
    let (sines, cosines) = T::sin_cos_ahead(next, off);
    let blocks = [angles, last, second, next, sines, cosines];
    let mut all = *before;
    let numbers = computed.iter().take(first).chain(blocks.as_flattened());
    all.iter_mut().zip(numbers).for_each(|(to, &number)| *to = number);
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One carried number, one angle: of a cubic the prediction lacks 4 h³ θ‴, and its sine is there once one was near.
    #[test]
    fn a_prediction_is_one_step_ahead_of_the_solution() {
        let theta = |k: f64| 1.0 + 1e-3 * k + 1e-5 * k * k + 1e-8 * k * k * k;
        let mut carried = [0.0; 7];
        for k in 0..6 {
            carried = ahead::<f64, 1, 2, 7>(&carried, &[7.0, theta(f64::from(k))]);
        }
        let [seven, last, second, third, next, sine, cosine] = carried;
        assert_eq!(
            [seven, last, second, third],
            [7.0, theta(5.0), theta(4.0), theta(3.0)]
        );
        assert!((theta(6.0) - next - 4.0 * 6e-8).abs() < 1e-14, "{next}");
        assert_eq!(
            (sine, cosine),
            if cfg!(feature = "deterministic") {
                (0.0, 0.0)
            } else {
                Scalar::sin_cos(next)
            }
        );
    }

    #[test]
    fn nothing_is_evaluated_ahead_where_predictions_are_poor() {
        let carried = ahead::<f64, 1, 1, 6>(&[0.0; 6], &[1.0]);
        assert_eq!(carried, [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
    }
}
