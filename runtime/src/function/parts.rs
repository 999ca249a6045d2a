//! Functions from closures: one for the value, one for the gradient, one for the Hessian.

use super::{Function, Gradient, Hessian, Value};

/// Closures as a function: [`from_value`], [`from_gradient`] and [`from_parts`] make it.
///
/// It implements the traits of the parts that it has. A struct holds it as a type parameter, `struct Wing<F: Function<1>>`,
/// behind `&'a dyn Function<1>`, or with closures that capture nothing as `Parts<fn([f64; 1]) -> f64>`.
///
/// A gradient is computed with one call of each of the first two closures, a Hessian with one of all three. If they share much
/// work, implement the traits on a type of your own.
#[derive(Clone, Copy, Debug)]
pub struct Parts<V, G = (), H = ()> {
    value: V,
    gradient: G,
    hessian: H,
}

/// The arguments of closures that are a function of N numbers: `[T; N]`.
///
/// A closure that takes anything else has no [`Known`](Arguments::Known) result, so that rustc reports the closure alone, and
/// not each use of what it became.
#[diagnostic::on_unimplemented(
    message = "these closures take `{Self}`, and those of a function take an array of its numbers",
    label = "write `|[x]: [f64; 1]|`, or `|[x, y]: [f64; 2]|` for a function of two numbers"
)]
pub trait Arguments: Sized {
    /// `T`
    type Number;
    /// `[[T; N]; N]`
    type Rows;
    /// `F` itself.
    type Known<F>;

    /// The function itself.
    fn known<F>(function: F) -> Self::Known<F>;
}

#[diagnostic::do_not_recommend]
impl<const N: usize, T> Arguments for [T; N] {
    type Number = T;
    type Rows = [[T; N]; N];
    type Known<F> = F;

    #[inline]
    fn known<F>(function: F) -> F {
        function
    }
}

/// A function with a value only: for forces in explicit schemes, and for outputs.
///
/// ```
/// use extremal::function::{Value, from_value};
///
/// let drag = from_value(|[v]: [f64; 1]| -0.3 * v * v.abs());
/// assert_eq!(drag.value([-2.0]), 1.2);
/// ```
pub fn from_value<A: Arguments, V>(value: V) -> A::Known<Parts<V>>
where
    V: Fn(A) -> A::Number,
{
    A::known(Parts {
        value,
        gradient: (),
        hessian: (),
    })
}

/// A function with its gradient ∂f/∂xᵢ: for forces in every scheme, and for potentials in explicit ones.
///
/// ```
/// use extremal::function::{Gradient, from_gradient};
///
/// let product = from_gradient(|[x, y]: [f64; 2]| x * y, |[x, y]| [y, x]);
/// assert_eq!(product.gradient([2.0, 3.0]), (6.0, [3.0, 2.0]));
/// ```
pub fn from_gradient<A: Arguments, V, G>(value: V, gradient: G) -> A::Known<Parts<V, G>>
where
    V: Fn(A) -> A::Number,
    G: Fn(A) -> A,
{
    A::known(Parts {
        value,
        gradient,
        hessian: (),
    })
}

/// A function with its gradient ∂f/∂xᵢ and its Hessian ∂²f/∂xᵢ∂xⱼ: for every place in a declaration.
///
/// The derivatives are not checked. If they are wrong, energies drift or Newton's method does not converge.
///
/// ```
/// use extremal::function::{Function, from_parts};
///
/// let magnet = from_parts(
///     |[x]: [f64; 1]| x.powi(-2),
///     |[x]| [-2.0 * x.powi(-3)],
///     |[x]| [[6.0 * x.powi(-4)]],
/// );
/// assert_eq!(magnet.hessian([0.5]), (4.0, [-16.0], [[96.0]]));
/// ```
pub fn from_parts<A: Arguments, V, G, H>(value: V, gradient: G, hessian: H) -> A::Known<Parts<V, G, H>>
where
    V: Fn(A) -> A::Number,
    G: Fn(A) -> A,
    H: Fn(A) -> A::Rows,
{
    A::known(Parts {
        value,
        gradient,
        hessian,
    })
}

#[diagnostic::do_not_recommend]
impl<const N: usize, T, V, G, H> Value<N, T> for Parts<V, G, H>
where
    V: Fn([T; N]) -> T,
{
    #[inline]
    fn value(&self, x: [T; N]) -> T {
        (self.value)(x)
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, T: Copy, V, G, H> Gradient<N, T> for Parts<V, G, H>
where
    V: Fn([T; N]) -> T,
    G: Fn([T; N]) -> [T; N],
{
    #[inline]
    fn gradient(&self, x: [T; N]) -> (T, [T; N]) {
        ((self.value)(x), (self.gradient)(x))
    }
}

#[diagnostic::do_not_recommend]
impl<const N: usize, T: Copy, V, G, H> Function<N, T> for Parts<V, G, H>
where
    V: Fn([T; N]) -> T,
    G: Fn([T; N]) -> [T; N],
    H: Fn([T; N]) -> [[T; N]; N],
{
    #[inline]
    fn hessian(&self, x: [T; N]) -> Hessian<N, T> {
        ((self.value)(x), (self.gradient)(x), (self.hessian)(x))
    }
}
