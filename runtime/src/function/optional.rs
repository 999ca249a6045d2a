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
    /// The function in a field.
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

/// The substitute for a function that lacks derivatives.
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

/// A declaration that calls a field.
#[derive(Debug)]
pub struct Formula;

/// Whether a formula can call an `F` for its value: whether that is a [`Value`]. `K` is [`Yes`].
///
/// A bound `F: Value` would say the same, with hints to the bounds and the struct of the user that are longer than the rule. As
/// there are two implementations, one of them never taken, rustc says that this bound is not met and not which condition of it.
#[diagnostic::on_unimplemented(
    message = "a formula calls `{F}`, which does not implement `extremal::function::Value<{N}, {T}>`",
    label = "`{F}` is no function with {N} argument(s) of type `{T}`",
    note = "a field that is called implements `extremal::Function<{N}, {T}>`, a bound if its type is a parameter: value, gradient and Hessian",
    note = "a table is a function as a `Spline`, and a closure by `from_parts`, both in `extremal::function`"
)]
pub trait CallsValue<F, const N: usize, T, K> {}

/// Whether a formula can call an `F` for its gradient: whether that is a [`Gradient`].
#[diagnostic::on_unimplemented(
    message = "the gradient of a called field is needed here, and `{F}` has none",
    label = "`{F}` lacks the gradient: `extremal::function::Gradient<{N}, {T}>`",
    note = "the force of a potential is its gradient, and Newton's method needs the gradient of a force; an explicit step needs the value of a force only",
    note = "a closure becomes a function by `extremal::function::from_parts`, with closures for its gradient and its Hessian"
)]
pub trait CallsGradient<F, const N: usize, T, K> {}

/// Whether a formula can call an `F` for its Hessian: whether that is a [`Function`].
#[diagnostic::on_unimplemented(
    message = "the Hessian of a called field is needed here, and `{F}` has none",
    label = "`{F}` lacks the Hessian: `extremal::Function<{N}, {T}>`",
    note = "Newton's method needs the Hessian of a potential, and linearizations the gradient of a force; an explicit step needs the gradient of a potential only",
    note = "a closure becomes a function by `extremal::function::from_parts`, with closures for its gradient and its Hessian"
)]
pub trait CallsHessian<F, const N: usize, T, K> {}

/// The answer for a type that can be called.
#[derive(Debug)]
pub struct Yes;

/// The answer for a type that cannot be called.
#[derive(Debug)]
pub struct No;

/// A trait that no type implements.
pub trait Never {}

macro_rules! calls {
    ($($calls:ident: $part:ident;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<F: $part<N, T>, const N: usize, T> $calls<F, N, T, Yes> for Formula {}

        #[diagnostic::do_not_recommend]
        impl<F: Never, const N: usize, T> $calls<F, N, T, No> for Formula {}
    )*};
}

calls! {
    CallsValue: Value;
    CallsGradient: Gradient;
    CallsHessian: Function;
}

/// Accepts a function.
pub fn value<C: CallsValue<F, N, T, K>, F, const N: usize, T, K>(_: C, _: &F) {}

/// Accepts a function with a gradient.
pub fn gradient<C: CallsGradient<F, N, T, K>, F, const N: usize, T, K>(_: C, _: &F) {}

/// Accepts a function with a Hessian.
pub fn hessian<C: CallsHessian<F, N, T, K>, F, const N: usize, T, K>(_: C, _: &F) {}

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
