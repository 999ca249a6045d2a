//! Functions whose derivatives are computed with dual numbers.
//!
//! ```text
//! Dual2:      f(xᵢ + ε) = f + ∂f/∂xᵢ ε + ∂²f/∂xᵢ² ε²/2
//! HyperDual:  f(xᵢ + ε₁, xⱼ + ε₂) = f + ∂f/∂xᵢ ε₁ + ∂f/∂xⱼ ε₂ + ∂²f/∂xᵢ∂xⱼ ε₁ε₂
//! ```
//!
//! They are exact to rounding; no differences are taken.

use num_dual::{Derivative, Dual2, DualNum, DualSVec, HyperDual};

use super::{Function, Gradient, Hessian, Value};
use extremal_numerics::Scalar;

/// A formula of N numbers that can be computed with any scalar, and so with dual numbers.
///
/// Implemented on a type with the parameters of the formula. [`Differentiated`] makes a function of it.
pub trait Formula<const N: usize> {
    /// f(x)
    fn of<S: Scalar>(&self, x: [S; N]) -> S;
}

/// A [`Formula`] with its derivatives. A value alone is computed without dual numbers.
///
/// A gradient takes one evaluation. A Hessian takes N of second derivatives along one variable, and N (N − 1)/2 of mixed ones.
///
/// ```
/// use extremal::Scalar;
/// use extremal::function::{Differentiated, Formula, Function, Value};
///
/// /// A potential well between two atoms.
/// struct Morse {
///     depth: f64,
///     width: f64,
/// }
///
/// impl Formula<1> for Morse {
///     fn of<S: Scalar>(&self, [r]: [S; 1]) -> S {
///         let decay = Scalar::exp(S::from_f64(-1.0 / self.width) * r);
///         S::from_f64(self.depth) * (decay * decay - S::from_f64(2.0) * decay)
///     }
/// }
///
/// let well = Differentiated(Morse { depth: 3.0, width: 0.5 });
/// assert_eq!(well.value([0.0]), -3.0);
/// assert_eq!(well.hessian([0.0]), (-3.0, [0.0], [[24.0]])); // 2 depth / width²
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Differentiated<F>(pub F);

#[diagnostic::do_not_recommend]
impl<F: Formula<N>, const N: usize, T: Scalar> Value<N, T> for Differentiated<F> {
    #[inline]
    fn value(&self, x: [T; N]) -> T {
        self.0.of(x)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Formula<N>, const N: usize, T: Scalar + DualNum> Gradient<N, T> for Differentiated<F> {
    #[inline]
    fn gradient(&self, x: [T; N]) -> (T, [T; N]) {
        let value = self.0.of(numbered(x, |i, x| {
            let mut along = [number::<T>(0.0); N];
            along
                .iter_mut()
                .skip(i)
                .take(1)
                .for_each(|one| *one = number::<T>(1.0));
            DualSVec::<T, N>::new(x, Derivative::some(along.into()))
        }));
        let gradient = value.eps.0.map_or([number::<T>(0.0); N], Into::into);
        (value.re, gradient)
    }
}

#[diagnostic::do_not_recommend]
impl<F: Formula<N>, const N: usize, T: Scalar + DualNum> Function<N, T> for Differentiated<F> {
    #[inline]
    fn hessian(&self, x: [T; N]) -> Hessian<N, T> {
        let [zero, one] = [0.0, 1.0].map(number::<T>);
        let part = |k: usize, i: usize| if k == i { one } else { zero };
        let mut all = (zero, [zero; N], [[zero; N]; N]);
        for i in 0..N {
            let along = self.0.of(numbered(x, |k, x| Dual2::new(x, part(k, i), zero)));
            all.0 = along.re;
            put(&mut all, [i, i], along.v1, along.v2);
            for j in 0..i {
                let both = self.0.of(numbered(x, |k, x| {
                    HyperDual::new(x, part(k, i), part(k, j), zero)
                }));
                put(&mut all, [i, j], both.eps1, both.eps1eps2);
            }
        }
        if N == 0 {
            all.0 = self.0.of(x);
        }
        all
    }
}

/// A closure over hyper-dual numbers with its derivatives: [`from_duals`] makes it.
#[derive(Clone, Copy, Debug)]
pub struct OfDuals<F>(F);

/// A function from a closure over hyper-dual numbers, which carry two first derivatives and a second one.
///
/// A closure has one type of arguments, and so even a value is computed with hyper-dual numbers, about four times the work of
/// plain ones. A [`Formula`] does without. A gradient takes N/2 evaluations, rounded up; a Hessian takes N (N + 1)/2.
///
/// ```
/// use extremal::function::{Function, from_duals};
/// use extremal::num_dual::{DualNum, HyperDual64};
///
/// let bowl = from_duals(|[x, y]: [HyperDual64; 2]| x.powi(2) * y + y.exp());
/// assert_eq!(bowl.hessian([3.0, 0.0]), (1.0, [0.0, 10.0], [[0.0, 6.0], [6.0, 1.0]]));
/// ```
pub fn from_duals<const N: usize, T, F>(f: F) -> OfDuals<F>
where
    F: Fn([HyperDual<T>; N]) -> HyperDual<T>,
{
    OfDuals(f)
}

impl<F> OfDuals<F> {
    /// f with derivatives by xᵢ and xⱼ.
    #[inline]
    fn along<const N: usize, T: Scalar + DualNum>(&self, x: [T; N], [i, j]: [usize; 2]) -> HyperDual<T>
    where
        F: Fn([HyperDual<T>; N]) -> HyperDual<T>,
    {
        let part = |k: usize, i: usize| number::<T>(if k == i { 1.0 } else { 0.0 });
        (self.0)(numbered(x, |k, x| {
            HyperDual::new(x, part(k, i), part(k, j), number::<T>(0.0))
        }))
    }
}

#[diagnostic::do_not_recommend]
impl<F, const N: usize, T: Scalar + DualNum> Value<N, T> for OfDuals<F>
where
    F: Fn([HyperDual<T>; N]) -> HyperDual<T>,
{
    #[inline]
    fn value(&self, x: [T; N]) -> T {
        self.along(x, [N, N]).re
    }
}

#[diagnostic::do_not_recommend]
impl<F, const N: usize, T: Scalar + DualNum> Gradient<N, T> for OfDuals<F>
where
    F: Fn([HyperDual<T>; N]) -> HyperDual<T>,
{
    #[inline]
    fn gradient(&self, x: [T; N]) -> (T, [T; N]) {
        let mut gradient = [number::<T>(0.0); N];
        let mut value = None;
        for (pair, parts) in gradient.chunks_mut(2).enumerate() {
            let both = self.along(x, [2 * pair, 2 * pair + 1]);
            parts
                .iter_mut()
                .zip([both.eps1, both.eps2])
                .for_each(|(part, eps)| *part = eps);
            value = Some(both.re);
        }
        (value.unwrap_or_else(|| self.value(x)), gradient)
    }
}

#[diagnostic::do_not_recommend]
impl<F, const N: usize, T: Scalar + DualNum> Function<N, T> for OfDuals<F>
where
    F: Fn([HyperDual<T>; N]) -> HyperDual<T>,
{
    #[inline]
    fn hessian(&self, x: [T; N]) -> Hessian<N, T> {
        let zero = number::<T>(0.0);
        let mut all = (zero, [zero; N], [[zero; N]; N]);
        for i in 0..N {
            for j in 0..=i {
                let both = self.along(x, [i, j]);
                all.0 = both.re;
                put(&mut all, [i, j], both.eps1, both.eps1eps2);
            }
        }
        if N == 0 {
            all.0 = self.value(x);
        }
        all
    }
}

#[inline]
fn number<T: Scalar>(x: f64) -> T {
    T::from_f64(x)
}

/// `f` of each number and its place.
#[inline]
fn numbered<T, R, const N: usize>(x: [T; N], mut f: impl FnMut(usize, T) -> R) -> [R; N] {
    let mut next = 0;
    x.map(|x| {
        next += 1;
        f(next - 1, x)
    })
}

/// Stores ∂f/∂xᵢ and ∂²f/∂xᵢ∂xⱼ = ∂²f/∂xⱼ∂xᵢ.
#[inline]
fn put<T: Copy, const N: usize>(all: &mut Hessian<N, T>, [i, j]: [usize; 2], first: T, second: T) {
    let (_, gradient, hessian) = all;
    if let Some(part) = gradient.get_mut(i) {
        *part = first;
    }
    for [row, column] in [[i, j], [j, i]] {
        if let Some(entry) = hessian.get_mut(row).and_then(|row| row.get_mut(column)) {
            *entry = second;
        }
    }
}
