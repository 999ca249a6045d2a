//! Sums with compensation: the rounding error of one step is added to the next.
//!
//! Knows no scheme. The numbers that a step leaves to the next stand at the end of what is carried.

use crate::Lagrangian;
use crate::kernels::{ElementOf, EndOf, Kernels};
use extremal_numerics::{Block, Scalar, Vector};

/// The numbers carried to the next step: first `carried`, then the `residual`.
///
/// ```text
/// r(x₁) = ρ₁,   r(x₂) + ρ₁ = ρ₂,   r(x₃) + ρ₂ = ρ₃, ..:   the sum of all r is the last ρ
/// ```
///
/// Newton's method accepts residuals ρ of a few roundings. They have the sign of its quadratic error, which may be the
/// same in every step. The kernels of the next step add the ρ of this one to their residual.
#[inline]
pub fn leave<S, D>(
    carried: &[<S as Lagrangian>::Scalar],
    residual: &[<S as Lagrangian>::Scalar],
    end: &mut EndOf<S, D>,
) where
    S: Kernels<D> + ?Sized,
{
    let all = carried.iter().chain(residual);
    for (left, &number) in end.carried.as_mut_slice().iter_mut().zip(all) {
        *left = number;
    }
}

/// q₁ = q₀ + w, p₁ = p₀ + j, and what is carried: first `carried`, then what the sums lost, then the `residual` as
/// [`leave`] leaves it, of steps that iterate.
///
/// ```text
/// y = w + e₀,   q₁ = fl(q₀ + y),   e₁ = q₀ + y − q₁
/// ```
///
/// The last line is exact (D. Knuth, The art of computer programming, vol. 2, 4.2.2, theorem B): q + e is the sum of
/// all steps to about ε times the last one of them.
#[inline]
pub fn accumulate<S, D>(
    known: &ElementOf<S, D>,
    (moved, gained): (&[<S as Lagrangian>::Scalar], &[<S as Lagrangian>::Scalar]),
    carried: &[<S as Lagrangian>::Scalar],
    residual: &[<S as Lagrangian>::Scalar],
    end: &mut EndOf<S, D>,
) where
    S: Kernels<D> + ?Sized,
{
    let zero = <S as Lagrangian>::Scalar::from_f64(0.0);
    end.carried = S::Carried::from_fn(|k| carried.get(k).copied().unwrap_or(zero));
    let (of_q, of_p) = (S::Configuration::LEN, S::Momentum::LEN);
    let from = S::Carried::LEN.saturating_sub(of_q + of_p + residual.len());
    let mut lost = known.carried.as_slice().iter().skip(from);
    let mut left = end.carried.as_mut_slice().iter_mut().skip(from);
    add(
        known.q.as_slice(),
        moved,
        (&mut lost, &mut left),
        end.q.as_mut_slice(),
    );
    add(
        known.p.as_slice(),
        gained,
        (&mut lost, &mut left),
        end.p.as_mut_slice(),
    );
    left.zip(residual).for_each(|(left, &residual)| *left = residual);
}

/// Sums and their rounding, number by number.
#[inline]
fn add<'a, T: Scalar>(
    starts: &[T],
    increments: &[T],
    (lost, left): (
        &mut impl Iterator<Item = &'a T>,
        &mut impl Iterator<Item = &'a mut T>,
    ),
    ends: &mut [T],
) {
    let steps = starts.iter().zip(increments).zip(ends);
    for (((&start, &increment), end), (&lost, left)) in steps.zip(lost.zip(left)) {
        (*end, *left) = sum(start, increment + lost);
    }
}

/// fl(a + b), and what it lacks.
#[inline]
pub(crate) fn sum<T: Scalar>(a: T, b: T) -> (T, T) {
    let sum = a + b;
    let of_b = sum - a;
    let of_a = sum - of_b;
    (sum, (a - of_a) + (b - of_b))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sum_and_what_it_lacks_are_the_sum() {
        for (a, b) in [
            (1.0, 1e-17),
            (1e-17, 1.0),
            (-3.0, 1e-16),
            (1e300, -1.0),
            (0.1, 0.2),
        ] {
            let (rounded, left) = sum::<f64>(a, b);
            assert_eq!(rounded, a + b);
            // Both are doubles whose sum is exact: the larger part of it is `rounded` again.
            assert_eq!(rounded + left, rounded);
            assert!(left.abs() <= 0.5 * f64::EPSILON * rounded.abs());
        }
        assert_eq!(sum(1.0, 1e-17), (1.0, 1e-17));
    }

    /// A million steps of 0.1: the plain sum is off by 1.3e-6.
    #[test]
    fn many_steps_are_not_lost() {
        let (mut q, mut lost) = ([0.0], [0.0]);
        for _ in 0..1_000_000 {
            let (mut end, mut left) = ([0.0], [0.0]);
            add(&q, &[0.1], (&mut lost.iter(), &mut left.iter_mut()), &mut end);
            (q, lost) = (end, left);
        }
        // A million times the double next to 0.1 is 1e5 + 5.6e-12, which rounds to 1e5.
        assert_eq!(q, [1e5]);
    }
}
