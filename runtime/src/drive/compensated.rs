//! Coordinates that are summed with compensation: what rounding takes of one step is given to the next.
//!
//! Knows no scheme. The numbers that rounding took stand at the end of what is carried.

use crate::kernels::{ElementOf, EndOf, Kernels};
use crate::{Block, Lagrangian, Scalar};

/// q₁ = q₀ + w, and what is carried: first `carried`, at its end what the sum lost.
///
/// ```text
/// y = w + e₀,   q₁ = fl(q₀ + y),   e₁ = q₀ + y − q₁
/// ```
///
/// The last line is exact (D. Knuth, The art of computer programming, vol. 2, 4.2.2, theorem B): q + e is the sum of all steps
/// to about ε times the last one of them.
#[inline]
pub fn accumulate<S, D>(
    known: &ElementOf<S, D>,
    increments: &[<S as Lagrangian>::Scalar],
    carried: &[<S as Lagrangian>::Scalar],
    end: &mut EndOf<S, D>,
) where
    S: Kernels<D> + ?Sized,
{
    let zero = <S as Lagrangian>::Scalar::from_f64(0.0);
    end.carried = S::Carried::from_fn(|k| carried.get(k).copied().unwrap_or(zero));
    let from = S::Carried::LEN.saturating_sub(S::Configuration::LEN);
    add(
        (known.q.as_slice(), &known.carried.as_slice()[from..]),
        increments,
        (end.q.as_mut_slice(), &mut end.carried.as_mut_slice()[from..]),
    );
}

/// Sums and their rounding, number by number.
#[inline]
fn add<T: Scalar>((starts, lost): (&[T], &[T]), increments: &[T], (ends, left): (&mut [T], &mut [T])) {
    let starts = starts.iter().zip(lost);
    let ends = ends.iter_mut().zip(left);
    for (((&start, &lost), &increment), (end, left)) in starts.zip(increments).zip(ends) {
        (*end, *left) = sum(start, increment + lost);
    }
}

/// fl(a + b), and what it lacks.
#[inline]
fn sum<T: Scalar>(a: T, b: T) -> (T, T) {
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
            add((&q, &lost), &[0.1], (&mut end, &mut left));
            (q, lost) = (end, left);
        }
        // A million times the double next to 0.1 is 1e5 + 5.6e-12, which rounds to 1e5.
        assert_eq!(q, [1e5]);
    }
}
