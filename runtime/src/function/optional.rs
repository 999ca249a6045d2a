//! Functions with the derivatives that their types have. So one message names a part that a declaration needs, and a part that
//! only linearizations need is missed where a motion is linearized.

use core::marker::PhantomData;

use super::{Function, Gradient, Hessian, Value};

/// A function of N numbers of type T, with the derivatives that its type has.
///
/// `(&Optional::of(&f)).with_gradient()` is `&f` if its type has a gradient, and [`Lacking`] otherwise: the compiler takes a
/// method of a trait for `Optional` before one of a trait for `&Optional`.
#[derive(Debug)]
pub struct Optional<'a, F, const N: usize, T>(&'a F, PhantomData<fn() -> T>);

impl<'a, F, const N: usize, T> Optional<'a, F, N, T> {
    /// Of a field.
    #[inline]
    pub fn of(function: &'a F) -> Self {
        Self(function, PhantomData)
    }
}

/// The function itself, which has a value.
pub trait HasValue<'a> {
    /// Its type.
    type Of;

    /// The function.
    fn with_value(&self) -> &'a Self::Of;
}

impl<'a, F: Value<N, T>, const N: usize, T> HasValue<'a> for Optional<'a, F, N, T> {
    type Of = F;

    #[inline]
    fn with_value(&self) -> &'a F {
        self.0
    }
}

/// The function itself, which has a gradient.
pub trait HasGradient<'a> {
    /// Its type.
    type Of;

    /// The function.
    fn with_gradient(&self) -> &'a Self::Of;
}

impl<'a, F: Gradient<N, T>, const N: usize, T> HasGradient<'a> for Optional<'a, F, N, T> {
    type Of = F;

    #[inline]
    fn with_gradient(&self) -> &'a F {
        self.0
    }
}

/// The function itself, which has a Hessian.
pub trait HasHessian<'a> {
    /// Its type.
    type Of;

    /// The function.
    fn with_hessian(&self) -> &'a Self::Of;
}

impl<'a, F: Function<N, T>, const N: usize, T> HasHessian<'a> for Optional<'a, F, N, T> {
    type Of = F;

    #[inline]
    fn with_hessian(&self) -> &'a F {
        self.0
    }
}

/// What stands for a function that lacks derivatives.
pub trait Lacks {
    /// Never evaluated.
    #[inline]
    fn with_value(&self) -> &'static Lacking {
        &Lacking
    }

    /// Never evaluated.
    #[inline]
    fn with_gradient(&self) -> &'static Lacking {
        &Lacking
    }

    /// Never evaluated.
    #[inline]
    fn with_hessian(&self) -> &'static Lacking {
        &Lacking
    }
}

impl<F, const N: usize, T> Lacks for &Optional<'_, F, N, T> {}

/// The parts of a field that a declaration needs.
pub trait Needs {
    /// Never called: it is compiled if all parts are there.
    fn needs(&self);
}

/// Accepts a function.
pub fn value<F: Value<N, T>, const N: usize, T>(_: &F) {}

/// Accepts a function with a gradient.
pub fn gradient<F: Gradient<N, T>, const N: usize, T>(_: &F) {}

/// Accepts a function with a Hessian.
pub fn hessian<F: Function<N, T>, const N: usize, T>(_: &F) {}

/// A function without derivatives: a program that evaluates it is not compiled.
#[derive(Clone, Copy, Debug)]
pub struct Lacking;

impl<const N: usize, T> Value<N, T> for Lacking {
    fn value(&self, _: [T; N]) -> T {
        const {
            panic!(
                "a linearization needs a derivative of a called field, whose type has none: implement `extremal::Function`"
            )
        }
    }
}

impl<const N: usize, T> Gradient<N, T> for Lacking {
    fn gradient(&self, _: [T; N]) -> (T, [T; N]) {
        const {
            panic!(
                "a linearization needs the gradient of a called field, whose type has none: implement `extremal::Function`"
            )
        }
    }
}

impl<const N: usize, T> Function<N, T> for Lacking {
    fn hessian(&self, _: [T; N]) -> Hessian<N, T> {
        const {
            panic!(
                "a linearization needs the Hessian of a called field, whose type has none: implement `extremal::Function`"
            )
        }
    }
}
