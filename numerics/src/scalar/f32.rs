//! Single precision.
//!
//! sin, cos and tan are the kernels in `trig_single`, and arcsin and `hypot` are in `functions_single`, because libm computes
//! them in double precision. The other functions are those of libm on every platform, so that results do not depend on the
//! machine. Square roots are correctly rounded everywhere (IEEE 754).

use super::{Scalar, bits, functions_single, real, trig_single};

#[diagnostic::do_not_recommend]
impl Scalar for f32 {
    type Size = f32;

    const EPSILON: f64 = f32::EPSILON as f64;

    #[inline]
    fn from_f64(x: f64) -> f32 {
        bits::rounded(x)
    }

    #[inline]
    fn from_size(size: f32) -> f32 {
        size
    }

    #[inline]
    fn real(self) -> f32 {
        self
    }

    #[inline]
    fn for_each_part(self, visit: &mut impl FnMut(u64)) {
        visit(self.to_bits().into());
    }

    #[inline]
    fn magnitude(self) -> f32 {
        self.abs()
    }

    #[inline]
    fn magnitude_of_sum(self) -> f32 {
        self
    }

    #[inline]
    fn divisor_size(self) -> f32 {
        self.abs()
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
        f32, sqrt: libm::sqrtf, atan2: libm::atan2f, hypot: functions_single::hypot,
        tan: trig_single::tan, asin: functions_single::asin, acos: libm::acosf, atan: libm::atanf, sinh: libm::sinhf, cosh: libm::coshf, tanh: libm::tanhf, exp: libm::expf, ln: libm::logf, ln_1p: libm::log1pf,
    );
}
