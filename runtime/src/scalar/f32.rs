//! Single precision.
//!
//! sin and cos are the kernel in `trig_single`. The other functions are those of libm on every platform, so that results
//! do not depend on the machine. Square roots are correctly rounded everywhere (IEEE 754).

use super::{Scalar, real, trig_single};

#[diagnostic::do_not_recommend]
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

    #[inline]
    fn powf(self, exponent: f64) -> f32 {
        libm::powf(self, f32::from_f64(exponent))
    }

    real::functions!(
        f32, sqrt: sqrtf, atan2: atan2f, hypot: hypotf,
        tan: tanf, asin: asinf, acos: acosf, atan: atanf, sinh: sinhf, cosh: coshf, tanh: tanhf, exp: expf, ln: logf, ln_1p: log1pf,
    );
}
