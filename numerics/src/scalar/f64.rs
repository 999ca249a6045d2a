//! Double precision.
//!
//! sin and cos are the kernel in `trig`. The other functions are those of libm on every platform, so that results do not
//! depend on the machine. Square roots are correctly rounded everywhere (IEEE 754).

use super::trig::Predicted;
use super::{Scalar, real, trig};

#[diagnostic::do_not_recommend]
impl Scalar for f64 {
    type Size = f64;

    const EPSILON: f64 = f64::EPSILON;

    #[inline]
    fn from_f64(x: f64) -> f64 {
        x
    }

    #[inline]
    fn from_size(size: f64) -> f64 {
        size
    }

    #[inline]
    fn real(self) -> f64 {
        self
    }

    #[inline]
    fn for_each_part(self, visit: &mut impl FnMut(u64)) {
        visit(self.to_bits());
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

    #[inline(always)]
    fn sin_beside(self, near: f64) -> f64 {
        trig::sin_beside(self, near)
    }

    #[inline(always)]
    fn cos_beside(self, near: f64) -> f64 {
        trig::cos_beside(self, near)
    }

    #[inline(always)]
    fn sin_cos_turned<const N: usize>(x: [f64; N], [at, sin, cos]: [[f64; N]; 3]) -> ([f64; N], [f64; N]) {
        let predicted = |k: usize| Predicted {
            x: at[k],
            sin: sin[k],
            cos: cos[k],
        };
        trig::sin_cos_turned(x, core::array::from_fn(predicted))
    }

    #[inline(always)]
    fn sin_cos_ahead<const N: usize>(x: [f64; N], off: [f64; N]) -> ([f64; N], [f64; N]) {
        trig::sin_cos_ahead(x, off)
    }

    #[inline]
    fn powf(self, exponent: f64) -> f64 {
        libm::pow(self, exponent)
    }

    real::functions!(
        f64, sqrt: libm::sqrt, atan2: libm::atan2, hypot: libm::hypot,
        tan: libm::tan, asin: libm::asin, acos: libm::acos, atan: libm::atan, sinh: libm::sinh, cosh: libm::cosh, tanh: libm::tanh, exp: libm::exp, ln: libm::log, ln_1p: libm::log1p,
    );
}
