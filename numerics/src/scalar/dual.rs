//! num-dual's numbers as scalars, which carry derivatives through a simulation.
//!
//! The chain rule is applied here and not by num-dual, except for quotients. So real parts are computed by the same
//! functions, and have the same bits, as numbers without derivatives.

use super::Scalar;

/// f(x) from f, f' and f'' at the real part.
trait Chain<T>: Scalar {
    fn chain(self, f: T, f1: T, f2: T) -> Self;
}

/// The functions of [`Scalar`] whose derivatives follow from [`Chain`].
macro_rules! functions_by_the_chain_rule {
    ($real:ident) => {
        #[inline]
        fn sin_cos(self) -> (Self, Self) {
            let (s, c) = self.re.sin_cos();
            (self.chain(s, c, -s), self.chain(c, -s, -c))
        }

        #[inline]
        fn tan(self) -> Self {
            let y = Scalar::tan(self.re);
            let f1 = constant::<$real>(1.0) + y * y;
            self.chain(y, f1, constant::<$real>(2.0) * y * f1)
        }

        #[inline]
        fn asin(self) -> Self {
            let x = self.re;
            let f1 = Scalar::recip(Scalar::sqrt(constant::<$real>(1.0) - x * x));
            self.chain(Scalar::asin(x), f1, x * f1 * f1 * f1)
        }

        #[inline]
        fn acos(self) -> Self {
            let x = self.re;
            let f1 = -Scalar::recip(Scalar::sqrt(constant::<$real>(1.0) - x * x));
            self.chain(Scalar::acos(x), f1, x * f1 * f1 * f1)
        }

        #[inline]
        fn atan(self) -> Self {
            let x = self.re;
            let f1 = Scalar::recip(constant::<$real>(1.0) + x * x);
            self.chain(Scalar::atan(x), f1, constant::<$real>(-2.0) * x * f1 * f1)
        }

        /// Derivatives of arctan(y/x) or of −arctan(x/y), whichever divides by the larger number.
        #[inline]
        fn atan2(self, x: Self) -> Self {
            let flat = Scalar::atan(self / x);
            let steep = -Scalar::atan(x / self);
            let is_less = Self::select_less(Scalar::abs(self), Scalar::abs(x), flat, steep);
            Self {
                re: Scalar::atan2(self.re, x.re),
                ..is_less
            }
        }

        #[inline]
        fn sinh(self) -> Self {
            let (s, c) = (Scalar::sinh(self.re), Scalar::cosh(self.re));
            self.chain(s, c, s)
        }

        #[inline]
        fn cosh(self) -> Self {
            let (s, c) = (Scalar::sinh(self.re), Scalar::cosh(self.re));
            self.chain(c, s, c)
        }

        #[inline]
        fn tanh(self) -> Self {
            let y = Scalar::tanh(self.re);
            let f1 = constant::<$real>(1.0) - y * y;
            self.chain(y, f1, constant::<$real>(-2.0) * y * f1)
        }

        #[inline]
        fn exp(self) -> Self {
            let y = Scalar::exp(self.re);
            self.chain(y, y, y)
        }

        #[inline]
        fn ln(self) -> Self {
            let f1 = Scalar::recip(self.re);
            self.chain(Scalar::ln(self.re), f1, -(f1 * f1))
        }

        #[inline]
        fn ln_1p(self) -> Self {
            let f1 = Scalar::recip(constant::<$real>(1.0) + self.re);
            self.chain(Scalar::ln_1p(self.re), f1, -(f1 * f1))
        }

        #[inline]
        fn sqrt(self) -> Self {
            let y = Scalar::sqrt(self.re);
            let f1 = constant::<$real>(0.5) / y;
            self.chain(y, f1, constant::<$real>(-0.5) * f1 / self.re)
        }

        #[inline]
        fn abs(self) -> Self {
            Self::select_less(self, constant::<Self>(0.0), -self, self)
        }

        #[inline]
        fn signum(self) -> Self {
            Self {
                re: Scalar::signum(self.re),
                ..constant::<Self>(0.0)
            }
        }

        #[inline]
        fn min(self, other: Self) -> Self {
            let smaller = Self::select_less(self, other, self, other);
            Self {
                re: Scalar::min(self.re, other.re),
                ..smaller
            }
        }

        #[inline]
        fn max(self, other: Self) -> Self {
            let larger = Self::select_less(other, self, self, other);
            Self {
                re: Scalar::max(self.re, other.re),
                ..larger
            }
        }

        #[inline]
        fn hypot(self, other: Self) -> Self {
            let size = Scalar::max(Scalar::abs(self.re), Scalar::abs(other.re));
            let unit = Self {
                re: size,
                ..constant::<Self>(0.0)
            };
            let (x, y) = (self / unit, other / unit);
            Self {
                re: Scalar::hypot(self.re, other.re),
                ..unit * Scalar::sqrt(x * x + y * y)
            }
        }

        /// Terms with a zero factor are omitted, because x⁻¹ at 0 would make them NaN.
        #[inline]
        fn powf(self, n: f64) -> Self {
            let x = self.re;
            let term = |factor: f64, exponent: f64| {
                if factor == 0.0 {
                    constant::<$real>(0.0)
                } else {
                    constant::<$real>(factor) * Scalar::powf(x, exponent)
                }
            };
            self.chain(
                Scalar::powf(x, n),
                term(n, n - 1.0),
                term(n * (n - 1.0), n - 2.0),
            )
        }

        #[inline]
        fn recip(self) -> Self {
            let y = Scalar::recip(self.re);
            self.chain(y, -(y * y), constant::<$real>(2.0) * y * y * y)
        }
    };
}

mod fixed;
mod vector;

#[inline]
fn constant<T: Scalar>(x: f64) -> T {
    T::from_f64(x)
}

#[cfg(test)]
mod tests;
