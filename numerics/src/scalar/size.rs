//! The numbers that measure scalars: norms, tolerances and pivots are computed in them.

use core::cmp::Ordering;

use super::{Scalar, bits};

/// The type of the sizes of a scalar.
pub type SizeOf<T> = <T as Scalar>::Size;

/// A real number with an order: `f32`, `f64`, or with the feature `lanes` the sizes of all lanes, of which one decides where
/// they disagree. It measures scalars, see [`Scalar::Size`].
///
/// ```
/// use extremal_numerics::{Scalar, Size};
///
/// let half = 0.5_f32.magnitude();
/// assert!(half < 1.0 && half.is_finite());
/// assert_eq!(half.to_f64(), 0.5);
/// ```
pub trait Size: Scalar<Size = Self> + PartialOrd + sealed::Real {
    /// ∞.
    const INFINITY: Self;
    /// Not a number.
    const NAN: Self;
    /// The smallest positive normal number.
    const MIN_POSITIVE: Self;

    /// An integer, rounded if necessary.
    fn from_count(count: usize) -> Self;

    /// The value as `f64`, exactly; a NaN is a NaN. Of lanes it is that of the one that leads: for messages. A program that
    /// decides compares sizes themselves, so that lanes that disagree are noted.
    fn to_f64(self) -> f64;

    /// The largest power of two that is at most a positive, normal number; otherwise 0 or infinite, or NaN.
    #[must_use]
    fn power_of_two(self) -> Self;

    /// The largest integer that is not larger.
    #[must_use]
    fn floor(self) -> Self;

    /// a/b with 0/0 = 0.
    #[must_use]
    #[inline]
    fn quotient(self, other: Self) -> Self {
        let zero = Self::from_f64(0.0);
        if self == zero { zero } else { self / other }
    }

    /// The order in which NaN is beyond infinity, see [`f64::total_cmp`].
    fn total_cmp(&self, other: &Self) -> Ordering;

    /// Whether it is NaN.
    fn is_nan(self) -> bool;

    /// Whether it is neither NaN nor infinite.
    fn is_finite(self) -> bool;
}

pub(super) mod sealed {
    pub trait Real {}
    impl Real for f32 {}
    impl Real for f64 {}
}

/// The constants and the tests of both precisions.
macro_rules! of_real {
    ($real:ident, floor: $floor:path) => {
        const INFINITY: Self = $real::INFINITY;
        const NAN: Self = $real::NAN;
        const MIN_POSITIVE: Self = $real::MIN_POSITIVE;

        #[inline]
        fn power_of_two(self) -> Self {
            // Infinity has the bits of the exponent, and no others.
            $real::from_bits(self.to_bits() & $real::INFINITY.to_bits())
        }

        #[inline]
        fn floor(self) -> Self {
            $floor(self)
        }

        #[inline]
        fn total_cmp(&self, other: &Self) -> Ordering {
            $real::total_cmp(self, other)
        }

        #[inline]
        fn is_nan(self) -> bool {
            $real::is_nan(self)
        }

        #[inline]
        fn is_finite(self) -> bool {
            $real::is_finite(self)
        }
    };
}

impl Size for f64 {
    of_real!(f64, floor: libm::floor);

    #[inline]
    fn from_count(count: usize) -> f64 {
        // The conversion of a signed integer is one instruction; that of an unsigned one takes six.
        count as i64 as f64
    }

    #[inline]
    fn to_f64(self) -> f64 {
        self
    }
}

impl Size for f32 {
    of_real!(f32, floor: libm::floorf);

    #[inline]
    fn from_count(count: usize) -> f32 {
        // Of integers of 32 bits the conversion is one instruction.
        u32::try_from(count).map_or_else(|_| count as f32, |count| count as f32)
    }

    #[inline]
    fn to_f64(self) -> f64 {
        bits::widened(self)
    }
}
