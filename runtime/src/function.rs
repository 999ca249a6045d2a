//! Functions that a declaration calls: fields whose values and derivatives are computed by code of the program.
//!
//! The formulas of a declaration may call a field, as in `lift(alpha)` or `torque(theta, dt(theta))`. The derive does not see
//! into it: it differentiates such a call by the chain rule, and asks the type of the field for the numbers.
//!
//! | trait | parts of f(x₁, x₂, ..) | asked for by |
//! | --- | --- | --- |
//! | [`Value`] | f | an explicit step with f in a force; energies and outputs |
//! | [`Gradient`] | and ∂f/∂xᵢ | an explicit step with f in the potential; Newton's method with f in a force |
//! | [`Function`] | and ∂²f/∂xᵢ∂xⱼ | Newton's method with f in the potential; linearizations |
//!
//! Each trait returns the parts of those above it as well, so that one evaluation serves all of them. A type that lacks a part
//! which some scheme needs is an error when the program is compiled.
//!
//! ```
//! use extremal::function::{Function, Gradient, Value};
//! use extremal::prelude::*;
//!
//! /// x⁴ / 4
//! struct Quartic;
//!
//! impl Value<1> for Quartic {
//!     fn value(&self, [x]: [f64; 1]) -> f64 {
//!         x.powi(4) / 4.0
//!     }
//! }
//!
//! impl Gradient<1> for Quartic {
//!     fn gradient(&self, [x]: [f64; 1]) -> (f64, [f64; 1]) {
//!         (self.value([x]), [x.powi(3)])
//!     }
//! }
//!
//! impl Function<1> for Quartic {
//!     fn hessian(&self, [x]: [f64; 1]) -> (f64, [f64; 1], [[f64; 1]; 1]) {
//!         (self.value([x]), [x.powi(3)], [[3.0 * x * x]])
//!     }
//! }
//! # assert_eq!(Quartic.hessian([2.0]), (4.0, [8.0], [[12.0]]));
//! ```
//!
//! Functions that are here already:
//!
//! | name | function |
//! | --- | --- |
//! | [`Spline`] | through a table of one variable: cubic, with continuous second derivative |
//! | [`Spline2`] | through a table of two variables: bicubic, with continuous second derivatives |
//! | [`from_parts`], [`from_gradient`], [`from_value`] | from closures for the value and its derivatives |
//! | `Differentiated`, `from_duals` | from a formula or a closure over dual numbers, with the feature `num-dual` |
//!
//! [`Ends`] says which cubic spline it is, and [`Outside`] what it is beyond the table.

mod axis;
mod bend;
mod column;
#[cfg(feature = "num-dual")]
mod duals;
mod mistake;
#[doc(hidden)]
pub mod optional;
mod parts;
mod spline;
mod spline2;
#[cfg(test)]
mod tests;

pub use axis::{Axis, Ends, Outside};
pub use column::Column;
#[cfg(feature = "num-dual")]
pub use duals::{Differentiated, Formula, OfDuals, from_duals};
pub use mistake::SplineError;
pub use parts::{Arguments, Parts, from_gradient, from_parts, from_value};
pub use spline::Spline;
pub use spline2::Spline2;

/// The value f(x) of a function of N numbers.
///
/// Enough for a force of an explicit step, and for outputs. A value that is not finite is a failure of the step.
#[diagnostic::on_unimplemented(
    message = "a formula calls `{Self}`, which does not implement `extremal::function::Value<{N}, {T}>`",
    label = "`{Self}` is no function with {N} argument(s) of type `{T}`",
    note = "a field that is called implements `extremal::Function<{N}, {T}>`: value, gradient and Hessian",
    note = "a table is a function as a `Spline`, and a closure by `from_parts`, both in `extremal::function`"
)]
pub trait Value<const N: usize, T = f64> {
    /// f(x)
    fn value(&self, x: [T; N]) -> T;
}

/// The gradient ∂f/∂xᵢ, with the value.
///
/// A force needs it in Newton's method, and a potential in every scheme: its force is −∂V/∂q.
#[diagnostic::on_unimplemented(
    message = "the gradient of a called field is needed here, and `{Self}` has none",
    label = "`{Self}` lacks the gradient: `extremal::function::Gradient<{N}, {T}>`",
    note = "the force of a potential is its gradient, and Newton's method needs the gradient of a force; an explicit step needs the value of a force only",
    note = "a closure becomes a function by `extremal::function::from_parts`, with closures for its gradient and its Hessian"
)]
pub trait Gradient<const N: usize, T = f64>: Value<N, T> {
    /// f(x) and ∂f/∂xᵢ
    fn gradient(&self, x: [T; N]) -> (T, [T; N]);
}

/// The Hessian ∂²f/∂xᵢ∂xⱼ, with gradient and value: a function that every scheme can call.
///
/// The Hessian is symmetric. Only the entries with i ≤ j are read.
#[diagnostic::on_unimplemented(
    message = "the Hessian of a called field is needed here, and `{Self}` has none",
    label = "`{Self}` lacks the Hessian: `extremal::Function<{N}, {T}>`",
    note = "Newton's method needs the Hessian of a potential, and linearizations the gradient of a force; an explicit step needs the gradient of a potential only",
    note = "a closure becomes a function by `extremal::function::from_parts`, with closures for its gradient and its Hessian"
)]
pub trait Function<const N: usize, T = f64>: Gradient<N, T> {
    /// f(x), ∂f/∂xᵢ and ∂²f/∂xᵢ∂xⱼ
    fn hessian(&self, x: [T; N]) -> Hessian<N, T>;
}

/// Value, gradient and Hessian.
pub type Hessian<const N: usize, T = f64> = (T, [T; N], [[T; N]; N]);

#[diagnostic::do_not_recommend]
impl<F: Value<N, T> + ?Sized, const N: usize, T> Value<N, T> for &F {
    #[inline]
    fn value(&self, x: [T; N]) -> T {
        (**self).value(x)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Gradient<N, T> + ?Sized, const N: usize, T> Gradient<N, T> for &F {
    #[inline]
    fn gradient(&self, x: [T; N]) -> (T, [T; N]) {
        (**self).gradient(x)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Function<N, T> + ?Sized, const N: usize, T> Function<N, T> for &F {
    #[inline]
    fn hessian(&self, x: [T; N]) -> Hessian<N, T> {
        (**self).hessian(x)
    }
}

#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl<F: Value<N, T> + ?Sized, const N: usize, T> Value<N, T> for std::boxed::Box<F> {
    #[inline]
    fn value(&self, x: [T; N]) -> T {
        (**self).value(x)
    }
}

#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl<F: Gradient<N, T> + ?Sized, const N: usize, T> Gradient<N, T> for std::boxed::Box<F> {
    #[inline]
    fn gradient(&self, x: [T; N]) -> (T, [T; N]) {
        (**self).gradient(x)
    }
}

#[cfg(feature = "std")]
#[diagnostic::do_not_recommend]
impl<F: Function<N, T> + ?Sized, const N: usize, T> Function<N, T> for std::boxed::Box<F> {
    #[inline]
    fn hessian(&self, x: [T; N]) -> Hessian<N, T> {
        (**self).hessian(x)
    }
}
