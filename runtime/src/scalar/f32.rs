//! Single precision.
//!
//! sin and cos are the kernel in `trig_single`. The other functions are those of libm on every platform, so that results
//! do not depend on the machine. Square roots are correctly rounded everywhere (IEEE 754).

use super::{Scalar, trig_single};

impl Scalar for f32 {
    const EPSILON: f64 = f32::EPSILON as f64;

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "rounding to single precision is what is asked for"
    )]
    fn from_f64(x: f64) -> f32 {
        x as f32
    }

    #[inline]
    fn real(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn magnitude(self) -> f64 {
        f64::from(self.abs())
    }

    #[inline]
    fn magnitude_of_sum(self) -> f64 {
        f64::from(self)
    }

    #[inline]
    fn divisor_size(self) -> f64 {
        f64::from(self.abs())
    }

    #[inline(always)]
    fn sin_cos(self) -> (f32, f32) {
        trig_single::sin_cos(self)
    }

    // Always inlined, so that an unused cosine is not computed.
    #[inline(always)]
    fn sin(self) -> f32 {
        Scalar::sin_cos(self).0
    }

    #[inline(always)]
    fn cos(self) -> f32 {
        Scalar::sin_cos(self).1
    }

    #[inline]
    fn tan(self) -> f32 {
        libm::tanf(self)
    }

    #[inline]
    fn asin(self) -> f32 {
        libm::asinf(self)
    }

    #[inline]
    fn acos(self) -> f32 {
        libm::acosf(self)
    }

    #[inline]
    fn atan(self) -> f32 {
        libm::atanf(self)
    }

    #[inline]
    fn atan2(self, x: f32) -> f32 {
        libm::atan2f(self, x)
    }

    #[inline]
    fn sinh(self) -> f32 {
        libm::sinhf(self)
    }

    #[inline]
    fn cosh(self) -> f32 {
        libm::coshf(self)
    }

    #[inline]
    fn tanh(self) -> f32 {
        libm::tanhf(self)
    }

    #[inline]
    fn exp(self) -> f32 {
        libm::expf(self)
    }

    #[inline]
    fn ln(self) -> f32 {
        libm::logf(self)
    }

    #[inline]
    fn ln_1p(self) -> f32 {
        libm::log1pf(self)
    }

    #[inline]
    fn sqrt(self) -> f32 {
        #[cfg(feature = "std")]
        return f32::sqrt(self);
        #[cfg(not(feature = "std"))]
        return libm::sqrtf(self);
    }

    #[inline]
    fn abs(self) -> f32 {
        f32::abs(self)
    }

    #[inline]
    fn signum(self) -> f32 {
        if self > 0.0 {
            1.0
        } else if self < 0.0 {
            -1.0
        } else {
            self
        }
    }

    #[inline]
    fn min(self, other: f32) -> f32 {
        if self < other || self.is_nan() {
            self
        } else {
            other
        }
    }

    #[inline]
    fn max(self, other: f32) -> f32 {
        if self > other || self.is_nan() {
            self
        } else {
            other
        }
    }

    #[inline]
    fn hypot(self, other: f32) -> f32 {
        libm::hypotf(self, other)
    }

    #[inline]
    fn powf(self, exponent: f64) -> f32 {
        libm::powf(self, f32::from_f64(exponent))
    }

    #[inline]
    fn recip(self) -> f32 {
        1.0 / self
    }

    #[inline]
    fn select_less(a: f32, b: f32, then: f32, otherwise: f32) -> f32 {
        if a < b { then } else { otherwise }
    }

    #[inline]
    fn select_less_equal(a: f32, b: f32, then: f32, otherwise: f32) -> f32 {
        if a <= b { then } else { otherwise }
    }

    #[inline]
    fn select_equal(a: f32, b: f32, then: f32, otherwise: f32) -> f32 {
        if a == b { then } else { otherwise }
    }
}
