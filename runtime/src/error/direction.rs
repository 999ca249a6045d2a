//! A direction in the space of coordinates, in words: its largest shares.

use core::fmt;

use crate::coordinate::CoordinateName;
use crate::coordinate::MOST;
use extremal_numerics::{Scalar, Size};

/// Shares that are kept, and the smallest size of one that is.
const SHARES: usize = 3;
const SMALLEST: f32 = 0.01;

/// A combination of coordinates, by its up to three largest shares. The squares of all shares add up to one.
///
/// ```
/// use extremal::prelude::*;
/// use extremal::Failure;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(x, y),
///     kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + c * dt(x) * dt(y),
///     discretize(Midpoint),
/// )]
/// struct Coupled {
///     m: f64,
///     c: f64,
/// }
///
/// let light = Coupled { m: 1.0, c: -2.0 };
/// let error = Integrator::new(light, Midpoint, 0.1, [0.0; 2], [0.0; 2]).err().expect("m < |c|");
/// let Failure::NegativeMass { direction } = error.failure else { panic!("{error}") };
/// assert_eq!(direction.to_string(), "0.89 x + 0.45 y");
/// let [(first, share), _] = [0, 1].map(|k| direction.shares().nth(k).expect("two shares"));
/// assert!(first == "x" && (share - 0.894).abs() < 1e-3);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Direction {
    /// The largest shares, in falling size; those that are not kept are zero.
    largest: [Share; SHARES],
}

/// A name, taken apart, with its share: as large as the name alone, so that errors stay small.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Share {
    word: &'static str,
    indices: [u32; MOST],
    size: f32,
}

impl Direction {
    /// The direction of numbers that are not all zero, one for each coordinate.
    pub(crate) fn of<T: Scalar>(name: &dyn Fn(usize) -> CoordinateName, numbers: &[T]) -> Self {
        let numbers = || {
            numbers
                .iter()
                .map(|x| <f32 as Scalar>::from_f64(x.real().to_f64()))
        };
        // Divided first, so that squares stay in range.
        let size = numbers().fold(0.0_f32, |size, x| size.max(Scalar::abs(x)));
        let squares = numbers().fold(0.0_f32, |sum, x| sum + (x / size) * (x / size));
        let norm = size * Scalar::sqrt(squares);
        let mut largest = [(0, 0.0_f32); SHARES];
        for (index, number) in numbers().enumerate() {
            let mut next = (index, number / norm);
            // NaN is not kept.
            let is_kept = Scalar::abs(next.1) >= SMALLEST;
            for kept in largest.iter_mut().filter(|_| is_kept) {
                if Scalar::abs(next.1) > Scalar::abs(kept.1) {
                    core::mem::swap(kept, &mut next);
                }
            }
        }
        Self {
            largest: largest.map(|(index, size)| {
                let (word, indices) = name(index).parts();
                Share { word, indices, size }
            }),
        }
    }

    /// The names of coordinates with their shares, the largest one first.
    pub fn shares(&self) -> impl Iterator<Item = (CoordinateName, f32)> + use<'_> {
        let kept = self.largest.iter().filter(|share| share.size != 0.0);
        kept.map(|share| (CoordinateName::from_parts(share.word, share.indices), share.size))
    }
}

/// `y`, or `0.71 x − 0.71 y`. The first share is above zero: a direction has no sense.
impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let is_alone = self.shares().nth(1).is_none();
        let first = self.shares().next().map_or(1.0, |(_, share)| share);
        for (place, (name, share)) in self.shares().enumerate() {
            let is_opposite = (share < 0.0) != (first < 0.0);
            match (place, is_opposite) {
                (0, _) => {}
                (_, true) => f.write_str(" − ")?,
                (_, false) => f.write_str(" + ")?,
            }
            if is_alone {
                write!(f, "{name}")?;
            } else {
                write!(f, "{:.2} {name}", Scalar::abs(share))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use std::string::ToString;

    use super::Direction;
    use crate::coordinate::CoordinateName;

    fn check<const N: usize>(numbers: [f64; N], expected: &str) {
        let direction = Direction::of(&|k| CoordinateName::new(["x", "y", "z", "w"][k], &[]), &numbers);
        assert_eq!(direction.to_string(), expected);
    }

    #[test]
    fn the_largest_shares_are_named() {
        check([1.0, -1.0], "0.71 x − 0.71 y");
        check([0.0, -3.0], "y");
        check([0.1, 0.0, -4.0, 3.0], "0.80 z − 0.60 w − 0.02 x");
        check([1.0, -1.0, 1.0, 1.0], "0.50 x − 0.50 y + 0.50 z");
        check([1e-300, 1e-300], "");
        check([1e-20, 1.0], "y");
    }
}
