//! num-dual's numbers as scalars: a simulation with its derivatives.
//!
//! The chain rule is applied here and not by num-dual, so that real parts go through the same functions, and
//! come out with the same bits, as numbers without derivatives; only quotients are num-dual's.

use num_dual::{Dual, Dual2, DualNum, HyperDual};

use super::Scalar;

/// f(x) from f, f' and f'' at the real part.
trait Chain<T>: Scalar {
    fn chain(self, f: T, f1: T, f2: T) -> Self;
}

impl<T: Scalar + DualNum> Chain<T> for Dual<T> {
    #[inline]
    fn chain(self, f: T, f1: T, _: T) -> Self {
        Self {
            re: f,
            eps: f1 * self.eps,
        }
    }
}

impl<T: Scalar + DualNum> Chain<T> for Dual2<T> {
    #[inline]
    fn chain(self, f: T, f1: T, f2: T) -> Self {
        Self {
            re: f,
            v1: f1 * self.v1,
            v2: f1 * self.v2 + f2 * (self.v1 * self.v1),
        }
    }
}

impl<T: Scalar + DualNum> Chain<T> for HyperDual<T> {
    #[inline]
    fn chain(self, f: T, f1: T, f2: T) -> Self {
        Self {
            re: f,
            eps1: f1 * self.eps1,
            eps2: f1 * self.eps2,
            eps1eps2: f1 * self.eps1eps2 + f2 * (self.eps1 * self.eps2),
        }
    }
}

/// `Scalar` for a number with a real part and the parts that are listed.
macro_rules! scalar_with_derivatives {
    ($number:ident, $($part:ident),*) => {
        impl<T: Scalar + DualNum> Scalar for $number<T> {
            const EPSILON: f64 = T::EPSILON;

            #[inline]
            fn from_f64(x: f64) -> Self {
                Self { re: constant::<T>(x), $($part: constant::<T>(0.0)),* }
            }

            #[inline]
            fn real(self) -> f64 {
                self.re.real()
            }

            #[inline]
            fn magnitude(self) -> f64 {
                [$(self.$part.magnitude()),*].into_iter().fold(self.re.magnitude(), Scalar::max)
            }

            #[inline]
            fn divisor_size(self) -> f64 {
                self.re.divisor_size()
            }

            #[inline]
            fn sin_cos(self) -> (Self, Self) {
                let (s, c) = self.re.sin_cos();
                (self.chain(s, c, -s), self.chain(c, -s, -c))
            }

            #[inline]
            fn tan(self) -> Self {
                let y = Scalar::tan(self.re);
                let f1 = constant::<T>(1.0) + y * y;
                self.chain(y, f1, constant::<T>(2.0) * y * f1)
            }

            #[inline]
            fn asin(self) -> Self {
                let x = self.re;
                let f1 = Scalar::recip(Scalar::sqrt(constant::<T>(1.0) - x * x));
                self.chain(Scalar::asin(x), f1, x * f1 * f1 * f1)
            }

            #[inline]
            fn acos(self) -> Self {
                let x = self.re;
                let f1 = -Scalar::recip(Scalar::sqrt(constant::<T>(1.0) - x * x));
                self.chain(Scalar::acos(x), f1, x * f1 * f1 * f1)
            }

            #[inline]
            fn atan(self) -> Self {
                let x = self.re;
                let f1 = Scalar::recip(constant::<T>(1.0) + x * x);
                self.chain(Scalar::atan(x), f1, constant::<T>(-2.0) * x * f1 * f1)
            }

            /// Derivatives of arctan(y/x), or of −arctan(x/y) where that divides by the larger number.
            #[inline]
            fn atan2(self, x: Self) -> Self {
                let flat = Scalar::atan(self / x);
                let steep = -Scalar::atan(x / self);
                let is_less = Self::select_less(Scalar::abs(self), Scalar::abs(x), flat, steep);
                Self { re: Scalar::atan2(self.re, x.re), ..is_less }
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
                let f1 = constant::<T>(1.0) - y * y;
                self.chain(y, f1, constant::<T>(-2.0) * y * f1)
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
            fn sqrt(self) -> Self {
                let y = Scalar::sqrt(self.re);
                let f1 = constant::<T>(0.5) / y;
                self.chain(y, f1, constant::<T>(-0.5) * f1 / self.re)
            }

            #[inline]
            fn abs(self) -> Self {
                Self::select_less(self, constant::<Self>(0.0), -self, self)
            }

            #[inline]
            fn signum(self) -> Self {
                Self { re: Scalar::signum(self.re), ..constant::<Self>(0.0) }
            }

            #[inline]
            fn min(self, other: Self) -> Self {
                let smaller = Self::select_less(self, other, self, other);
                Self { re: Scalar::min(self.re, other.re), ..smaller }
            }

            #[inline]
            fn max(self, other: Self) -> Self {
                let larger = Self::select_less(other, self, self, other);
                Self { re: Scalar::max(self.re, other.re), ..larger }
            }

            #[inline]
            fn hypot(self, other: Self) -> Self {
                let size = Scalar::max(Scalar::abs(self.re), Scalar::abs(other.re));
                let unit = Self { re: size, ..constant::<Self>(0.0) };
                let (x, y) = (self / unit, other / unit);
                Self { re: Scalar::hypot(self.re, other.re), ..unit * Scalar::sqrt(x * x + y * y) }
            }

            /// Factors that are zero are left out: x⁻¹ at 0 must not make them NaN.
            #[inline]
            fn powf(self, n: f64) -> Self {
                let x = self.re;
                let term = |factor: f64, exponent: f64| {
                    if factor == 0.0 { constant::<T>(0.0) } else { constant::<T>(factor) * Scalar::powf(x, exponent) }
                };
                self.chain(Scalar::powf(x, n), term(n, n - 1.0), term(n * (n - 1.0), n - 2.0))
            }

            #[inline]
            fn recip(self) -> Self {
                let y = Scalar::recip(self.re);
                self.chain(y, -(y * y), constant::<T>(2.0) * y * y * y)
            }

            #[inline]
            fn select_less(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
                let choose = |then, otherwise| T::select_less(a.re, b.re, then, otherwise);
                Self { re: choose(then.re, otherwise.re), $($part: choose(then.$part, otherwise.$part)),* }
            }

            #[inline]
            fn select_less_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
                let choose = |then, otherwise| T::select_less_equal(a.re, b.re, then, otherwise);
                Self { re: choose(then.re, otherwise.re), $($part: choose(then.$part, otherwise.$part)),* }
            }

            #[inline]
            fn select_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
                let choose = |then, otherwise| T::select_equal(a.re, b.re, then, otherwise);
                Self { re: choose(then.re, otherwise.re), $($part: choose(then.$part, otherwise.$part)),* }
            }
        }
    };
}

scalar_with_derivatives!(Dual, eps);
scalar_with_derivatives!(Dual2, v1, v2);
scalar_with_derivatives!(HyperDual, eps1, eps2, eps1eps2);

#[inline]
fn constant<T: Scalar>(x: f64) -> T {
    T::from_f64(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_dual::{Dual2_64, Dual64, HyperDual64};

    /// The derivatives of `f` at `x` against central differences, second ones of the exact first ones.
    fn check(
        name: &str,
        x: f64,
        f: impl Fn(f64) -> f64,
        dual: impl Fn(Dual64) -> Dual64,
        dual2: impl Fn(Dual2_64) -> Dual2_64,
        hyper: impl Fn(HyperDual64) -> HyperDual64,
    ) {
        let h = 1e-5;
        let first = dual(Dual64::new(x, 1.0));
        assert_eq!(first.re.to_bits(), f(x).to_bits(), "{name}");
        let slope = (f(x + h) - f(x - h)) / (2.0 * h);
        assert!(
            (first.eps - slope).abs() < 1e-8 * (1.0 + slope.abs()),
            "{name}: {} {slope}",
            first.eps
        );
        let eps = |x| dual(Dual64::new(x, 1.0)).eps;
        let curvature = (eps(x + h) - eps(x - h)) / (2.0 * h);
        let second = dual2(Dual2_64::new(x, 1.0, 0.5));
        let close = |a: f64, b: f64| (a - b).abs() < 1e-8 * (1.0 + b.abs());
        assert!(
            close(second.v1, first.eps) && close(second.v2, curvature + 0.5 * first.eps),
            "{name}"
        );
        let hyper = hyper(HyperDual64::new(x, 1.0, 2.0, 0.5));
        assert!(close(hyper.eps2, 2.0 * first.eps), "{name}");
        assert!(close(hyper.eps1eps2, 2.0 * curvature + 0.5 * first.eps), "{name}");
    }

    macro_rules! check_all {
        ($($name:literal at $($at:literal),+: |$x:ident| $f:expr;)*) => {
            $($(check($name, $at, |$x: f64| $f, |$x: Dual64| $f, |$x: Dual2_64| $f, |$x: HyperDual64| $f);)+)*
        };
    }

    #[test]
    fn derivatives_are_those_of_the_functions() {
        check_all! {
            "sin" at 0.3, 4.0, -20.0: |x| Scalar::sin(x);
            "cos" at 0.3, 4.0, -20.0: |x| Scalar::cos(x);
            "tan" at 0.3, 4.0: |x| Scalar::tan(x);
            "asin" at 0.3, -0.8: |x| Scalar::asin(x);
            "acos" at 0.3, -0.8: |x| Scalar::acos(x);
            "atan" at 0.3, -8.0: |x| Scalar::atan(x);
            "atan2" at 0.3, -8.0: |x| Scalar::atan2(x, x * x - 2.0);
            "sinh" at 0.3, -2.0: |x| Scalar::sinh(x);
            "cosh" at 0.3, -2.0: |x| Scalar::cosh(x);
            "tanh" at 0.3, -2.0: |x| Scalar::tanh(x);
            "exp" at 0.3, -2.0: |x| Scalar::exp(x);
            "ln" at 0.3, 20.0: |x| Scalar::ln(x);
            "sqrt" at 0.3, 20.0: |x| Scalar::sqrt(x);
            "abs" at 0.3, -20.0: |x| Scalar::abs(x);
            "signum" at 0.3, -20.0: |x| Scalar::signum(x);
            "min" at 0.3, 3.0: |x| Scalar::min(x * x, x);
            "max" at 0.3, 3.0: |x| Scalar::max(x * x, x);
            "hypot" at 0.3, -3.0: |x| Scalar::hypot(x * x, x);
            "powf" at 0.3, 3.0: |x| Scalar::powf(x, -1.5);
            "square" at 0.0, -3.0: |x| Scalar::powf(x, 2.0);
            "power zero" at 0.0, -3.0: |x| Scalar::powf(x, 0.0);
            "recip" at 0.3, -3.0: |x| Scalar::recip(x);
        }
    }

    #[test]
    fn derivative_parts_count_in_magnitude_and_not_as_divisors() {
        let x = Dual64::new(-2.0, 5.0);
        assert_eq!((x.magnitude(), x.divisor_size(), x.real()), (5.0, 2.0, -2.0));
        assert!(Dual64::new(1.0, f64::NAN).magnitude().is_nan());
        assert!(Dual64::new(f64::NAN, 1.0).magnitude().is_nan());
    }

    #[test]
    fn numbers_can_be_nested() {
        let x = Dual::new(Dual64::new(0.7, 1.0), Dual64::new(1.0, 0.0));
        assert!((Scalar::sin(x).eps.eps + libm::sin(0.7)).abs() < 1e-15);
    }
}
