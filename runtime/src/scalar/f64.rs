//! Double precision.
//!
//! sin and cos are the kernel in `trig`. The other functions are those of libm on every platform, so that results do not
//! depend on the machine. Square roots are correctly rounded everywhere (IEEE 754).

use super::{Scalar, trig};

impl Scalar for f64 {
    const EPSILON: f64 = f64::EPSILON;

    #[inline]
    fn from_f64(x: f64) -> f64 {
        x
    }

    #[inline]
    fn real(self) -> f64 {
        self
    }

    #[inline]
    fn magnitude(self) -> f64 {
        self.abs()
    }

    #[inline]
    fn magnitude_of_sum(self) -> f64 {
        self
    }

    #[inline]
    fn divisor_size(self) -> f64 {
        self.abs()
    }

    #[inline(always)]
    fn sin_cos(self) -> (f64, f64) {
        trig::sin_cos(self)
    }

    #[inline(always)]
    fn sin_cos_each<const N: usize>(x: [f64; N]) -> ([f64; N], [f64; N]) {
        trig::sin_cos_each(x)
    }

    // Always inlined, so that an unused cosine is not computed.
    #[inline(always)]
    fn sin(self) -> f64 {
        Scalar::sin_cos(self).0
    }

    #[inline(always)]
    fn cos(self) -> f64 {
        Scalar::sin_cos(self).1
    }

    #[inline]
    fn tan(self) -> f64 {
        libm::tan(self)
    }

    #[inline]
    fn asin(self) -> f64 {
        libm::asin(self)
    }

    #[inline]
    fn acos(self) -> f64 {
        libm::acos(self)
    }

    #[inline]
    fn atan(self) -> f64 {
        libm::atan(self)
    }

    #[inline]
    fn atan2(self, x: f64) -> f64 {
        libm::atan2(self, x)
    }

    #[inline]
    fn sinh(self) -> f64 {
        libm::sinh(self)
    }

    #[inline]
    fn cosh(self) -> f64 {
        libm::cosh(self)
    }

    #[inline]
    fn tanh(self) -> f64 {
        libm::tanh(self)
    }

    #[inline]
    fn exp(self) -> f64 {
        libm::exp(self)
    }

    #[inline]
    fn ln(self) -> f64 {
        libm::log(self)
    }

    #[inline]
    fn ln_1p(self) -> f64 {
        libm::log1p(self)
    }

    #[inline]
    fn sqrt(self) -> f64 {
        #[cfg(feature = "std")]
        return f64::sqrt(self);
        #[cfg(not(feature = "std"))]
        return libm::sqrt(self);
    }

    #[inline]
    fn abs(self) -> f64 {
        f64::abs(self)
    }

    #[inline]
    fn signum(self) -> f64 {
        if self > 0.0 {
            1.0
        } else if self < 0.0 {
            -1.0
        } else {
            self
        }
    }

    #[inline]
    fn min(self, other: f64) -> f64 {
        if self < other || self.is_nan() {
            self
        } else {
            other
        }
    }

    #[inline]
    fn max(self, other: f64) -> f64 {
        if self > other || self.is_nan() {
            self
        } else {
            other
        }
    }

    #[inline]
    fn hypot(self, other: f64) -> f64 {
        libm::hypot(self, other)
    }

    #[inline]
    fn powf(self, exponent: f64) -> f64 {
        libm::pow(self, exponent)
    }

    #[inline]
    fn recip(self) -> f64 {
        1.0 / self
    }

    #[inline]
    fn select_less(a: f64, b: f64, then: f64, otherwise: f64) -> f64 {
        if a < b { then } else { otherwise }
    }

    #[inline]
    fn select_less_equal(a: f64, b: f64, then: f64, otherwise: f64) -> f64 {
        if a <= b { then } else { otherwise }
    }

    #[inline]
    fn select_equal(a: f64, b: f64, then: f64, otherwise: f64) -> f64 {
        if a == b { then } else { otherwise }
    }
}
