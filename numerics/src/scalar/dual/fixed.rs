//! Numbers with single derivative parts: one first derivative, or first and second ones.

use num_dual::{Dual, Dual2, DualNum, HyperDual};

use super::super::Scalar;
use super::{Chain, constant};

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
        #[diagnostic::do_not_recommend]
        impl<T: Scalar + DualNum> Scalar for $number<T> {
            type Size = T::Size;

            const EPSILON: f64 = T::EPSILON;

            #[inline]
            fn from_f64(x: f64) -> Self {
                Self { re: constant::<T>(x), $($part: constant::<T>(0.0)),* }
            }

            #[inline]
            fn from_parts(high: f64, low: f64) -> Self {
                Self { re: T::from_parts(high, low), $($part: constant::<T>(0.0)),* }
            }

            #[inline]
            fn from_size(size: T::Size) -> Self {
                Self { re: T::from_size(size), $($part: constant::<T>(0.0)),* }
            }

            #[inline]
            fn real(self) -> T::Size {
                self.re.real()
            }

            #[inline]
            fn for_each_part(self, visit: &mut impl FnMut(u64)) {
                self.re.for_each_part(visit);
                $(self.$part.for_each_part(visit);)*
            }

            #[inline]
            fn magnitude(self) -> T::Size {
                [$(self.$part.magnitude()),*].into_iter().fold(self.re.magnitude(), Scalar::max)
            }

            #[inline]
            fn divisor_size(self) -> T::Size {
                self.re.divisor_size()
            }

            functions_by_the_chain_rule!(T);

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
