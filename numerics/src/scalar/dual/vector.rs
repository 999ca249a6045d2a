//! Numbers with a gradient: the derivatives by N numbers at once.
//!
//! num-dual omits a gradient that is zero, and so do these functions.

use nalgebra::{Const, SVector, U1};
use num_dual::{Derivative, DualNum, DualSVec};

use super::super::Scalar;
use super::{Chain, constant};

impl<T: Scalar + DualNum, const N: usize> Chain<T> for DualSVec<T, N> {
    #[inline]
    fn chain(self, f: T, f1: T, _: T) -> Self {
        Self::new(f, self.eps * f1)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Scalar + DualNum, const N: usize> Scalar for DualSVec<T, N> {
    type Size = T::Size;

    const EPSILON: f64 = T::EPSILON;

    #[inline]
    fn from_f64(x: f64) -> Self {
        Self::new(constant::<T>(x), Derivative::none())
    }

    #[inline]
    fn from_parts(high: f64, low: f64) -> Self {
        Self::new(T::from_parts(high, low), Derivative::none())
    }

    #[inline]
    fn from_size(size: T::Size) -> Self {
        Self::new(T::from_size(size), Derivative::none())
    }

    #[inline]
    fn real(self) -> T::Size {
        self.re.real()
    }

    #[inline]
    fn for_each_part(self, visit: &mut impl FnMut(u64)) {
        self.re.for_each_part(visit);
        gradient(self).iter().for_each(|part| part.for_each_part(visit));
    }

    #[inline]
    fn magnitude(self) -> T::Size {
        let parts = gradient(self);
        parts.iter().fold(self.re.magnitude(), |size, part| {
            Scalar::max(size, part.magnitude())
        })
    }

    #[inline]
    fn divisor_size(self) -> T::Size {
        self.re.divisor_size()
    }

    functions_by_the_chain_rule!(T);

    #[inline]
    fn select_less(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
        choose(then, otherwise, |then, otherwise| {
            T::select_less(a.re, b.re, then, otherwise)
        })
    }

    #[inline]
    fn select_less_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
        choose(then, otherwise, |then, otherwise| {
            T::select_less_equal(a.re, b.re, then, otherwise)
        })
    }

    #[inline]
    fn select_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self {
        choose(then, otherwise, |then, otherwise| {
            T::select_equal(a.re, b.re, then, otherwise)
        })
    }
}

#[inline]
fn gradient<T: Scalar + DualNum, const N: usize>(x: DualSVec<T, N>) -> SVector<T, N> {
    x.eps.unwrap_generic(Const, U1)
}

/// Part by part.
#[inline]
fn choose<T: Scalar + DualNum, const N: usize>(
    then: DualSVec<T, N>,
    otherwise: DualSVec<T, N>,
    choice: impl Fn(T, T) -> T,
) -> DualSVec<T, N> {
    let eps = match (then.eps.0, otherwise.eps.0) {
        (None, None) => Derivative::none(),
        _ => Derivative::some(gradient(then).zip_map(&gradient(otherwise), &choice)),
    };
    DualSVec::new(choice(then.re, otherwise.re), eps)
}
