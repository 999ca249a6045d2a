//! Coordinates that are summed with compensation: what rounding takes of one step is given to the next.
//!
//! Knows no scheme. The numbers that rounding took stand at the end of what is carried.

use crate::kernels::{Element, End};
use crate::{Block, Scalar};

/// q₁ = q₀ + w, and what is carried: first `carried`, at its end what the sum lost.
///
/// ```text
/// y = w + e₀,   q₁ = fl(q₀ + y),   e₁ = q₀ + y − q₁
/// ```
///
/// The last line is exact (D. Knuth, The art of computer programming, vol. 2, 4.2.2, theorem B): q + e is the sum of all steps
/// to about ε times the last one of them.
#[inline]
pub fn accumulate<T, V, I, C, K, const N: usize>(
    known: &Element<T, V, I, C, K>,
    increments: &[T],
    carried: [T; N],
    end: &mut End<V, C>,
) where
    T: Scalar,
    V: Block<T>,
    C: Block<T>,
{
    let from = C::LEN.saturating_sub(V::LEN);
    let lost = known.carried.as_slice().iter().skip(from);
    let starts = known.q.as_slice().iter().zip(lost);
    end.carried = C::from_fn(|k| carried.get(k).copied().unwrap_or_else(|| T::from_f64(0.0)));
    let left = end.carried.as_mut_slice().iter_mut().skip(from);
    let ends = end.q.as_mut_slice().iter_mut().zip(left);
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
        let mut known = Element {
            t: 0.0,
            h: 1.0,
            q: [0.0],
            p: [0.0],
            inputs: (),
            carried: [7.0, 0.0],
            constants: (),
        };
        for _ in 0..1_000_000 {
            let mut end = End {
                q: [0.0],
                p: [0.0],
                carried: [0.0; 2],
            };
            accumulate(&known, &[0.1], [7.0], &mut end);
            (known.q, known.carried) = (end.q, end.carried);
        }
        assert_eq!(known.carried[0], 7.0);
        // A million times the double next to 0.1 is 1e5 + 5.6e-12, which rounds to 1e5.
        assert_eq!(known.q[0], 1e5);
    }
}
