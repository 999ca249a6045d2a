//! Scalars: the number types of systems, and the operations that generated code uses.
//!
//! Scalars have no order, because SIMD lanes have none. Choices are made by `select_*`, lane by lane, and control flow by
//! [`Scalar::magnitude`].

mod bits;
#[cfg(feature = "num-dual")]
mod dual;
mod f32;
mod f64;
mod functions_single;
#[cfg(feature = "lanes")]
mod lanes;
mod real;
mod size;
mod trig;
mod trig_single;

use core::fmt::Debug;
use core::ops::{Add, Div, Mul, Neg, Sub};

#[cfg(feature = "lanes")]
pub use lanes::Lanes;
pub use size::{Size, SizeOf};

/// A number type for parameters, coordinates and time of a system.
///
/// `f64` and `f32` are scalars. With the feature `num-dual`, so are `num_dual`'s `Dual`, `Dual2`, `HyperDual` and
/// `DualSVec` over a scalar, which carry derivatives through a whole simulation.
///
/// With the feature `lanes`, so is `Lanes<N>`, for members of ensembles: N numbers of which each is judged by itself, while in
/// lanes of your own all are judged by the largest one.
///
/// An implementation has to be accurate to about one unit in the last place, and must not branch on a value on which
/// lanes could disagree. Methods can be called as associated functions, `Scalar::sin(x)`.
///
/// ```
/// use extremal_numerics::Scalar;
///
/// fn hypotenuse<T: Scalar>(a: T, b: T) -> T {
///     Scalar::sqrt(a * a + b * b)
/// }
/// assert_eq!(hypotenuse(3.0, 4.0), 5.0);
/// assert_eq!(hypotenuse(3.0_f32, 4.0_f32), 5.0);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scalar of mechanical systems",
    label = "scalars are `f64`, `f32`, `T: extremal::Scalar`, and dual numbers with the feature `num-dual`"
)]
pub trait Scalar:
    Copy
    + Debug
    + PartialEq
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// The type of sizes, in which norms are computed and compared: `f32` for `f32`, so that a processor without double
    /// precision never emulates it; otherwise `f64`, also for scalars of more digits. That of `Lanes` is `Lanes`: where this
    /// trait speaks of one size of several lanes, each of them has its own.
    type Size: Size;

    /// Whether it has several numbers that belong to different systems.
    const HAS_LANES: bool = false;

    /// ε, the distance from one to the next larger number.
    const EPSILON: f64;

    /// The constant `x`, rounded if necessary, with zero derivatives.
    fn from_f64(x: f64) -> Self;

    /// The constant `high` + `low`, rounded if necessary, with zero derivatives.
    ///
    /// Constants of declarations and schemes that no `f64` equals, such as 0.1 or a Gauss point, have a second part.
    /// `high` is the nearest `f64`, and `low` the one nearest to the rest, so that the sum has 106 bits. A scalar of at
    /// most 53 bits needs only `high`, which is the default.
    ///
    /// ```
    /// use extremal_numerics::Scalar;
    ///
    /// assert_eq!(<f64 as Scalar>::from_parts(0.1, -5.551115123125783e-18), 0.1);
    /// ```
    #[inline]
    fn from_parts(high: f64, low: f64) -> Self {
        let _ = low;
        Self::from_f64(high)
    }

    /// A number of this size in every lane, with zero derivatives.
    #[inline]
    fn from_size(size: Self::Size) -> Self {
        Self::from_f64(size.to_f64())
    }

    /// The value without derivatives: of the first lane, or of each where sizes have lanes. For times and messages.
    fn real(self) -> Self::Size;

    /// The largest |·| over lanes and derivative parts; NaN if one of them is NaN. For control flow.
    fn magnitude(self) -> Self::Size;

    /// Calls `visit` with the bits of the numbers that it consists of: the value in each lane, and each derivative part. By
    /// them snapshots tell numbers apart.
    fn for_each_part(self, visit: &mut impl FnMut(u64));

    /// [`magnitude`](Self::magnitude) of a number that is not negative, such as a sum of magnitudes.
    #[inline]
    fn magnitude_of_sum(self) -> Self::Size {
        self.magnitude()
    }

    /// The smallest |·| over lanes, without derivative parts; NaN if one of them is NaN. For the choice of pivots.
    fn divisor_size(self) -> Self::Size;

    /// (sin x, cos x), cheaper than two calls.
    fn sin_cos(self) -> (Self, Self);

    /// sin and cos of several numbers, each as [`sin_cos`](Self::sin_cos) gives them.
    #[inline]
    fn sin_cos_each<const N: usize>(x: [Self; N]) -> ([Self; N], [Self; N]) {
        let both = x.map(Self::sin_cos);
        (both.map(|(sin, _)| sin), both.map(|(_, cos)| cos))
    }

    /// sin x.
    #[inline]
    fn sin(self) -> Self {
        self.sin_cos().0
    }

    /// cos x.
    #[inline]
    fn cos(self) -> Self {
        self.sin_cos().1
    }

    /// a b + c. Scalars may round it once; those here do where the program is compiled for a processor with such an instruction
    /// (`target-cpu`), with the feature `std` and without `deterministic`.
    #[inline]
    fn mul_add(self, b: Self, c: Self) -> Self {
        self * b + c
    }

    /// a b − c, as [`mul_add`](Self::mul_add).
    #[inline]
    fn mul_sub(self, b: Self, c: Self) -> Self {
        self * b - c
    }

    /// a − b c, as [`mul_add`](Self::mul_add).
    #[inline]
    fn sub_mul(self, b: Self, c: Self) -> Self {
        self - b * c
    }

    /// sin x, as [`sin`](Self::sin) gives it, where a number near x is known before x, such as the angle at the start of a
    /// step.
    #[inline]
    fn sin_beside(self, near: Self) -> Self {
        let _ = near;
        self.sin()
    }

    /// cos x, as [`cos`](Self::cos) gives it, where a number near x is known before x.
    #[inline]
    fn cos_beside(self, near: Self) -> Self {
        let _ = near;
        self.cos()
    }

    /// sin and cos of several numbers, for which numbers were predicted: these, their sines and their cosines, as
    /// [`sin_cos_ahead`](Self::sin_cos_ahead) gives them. Scalars may turn them by what is left, and lose one unit in the last
    /// place.
    #[inline]
    fn sin_cos_turned<const N: usize>(x: [Self; N], predicted: [[Self; N]; 3]) -> ([Self; N], [Self; N]) {
        let _ = predicted;
        Self::sin_cos_each(x)
    }

    /// sin and cos of several numbers that are predicted, the last of which were wrong by `off`. Zeros where they are not
    /// needed: for scalars that do not turn them, and where predictions are not near enough.
    #[inline]
    fn sin_cos_ahead<const N: usize>(x: [Self; N], off: [Self; N]) -> ([Self; N], [Self; N]) {
        let _ = (x, off);
        ([Self::from_f64(0.0); N], [Self::from_f64(0.0); N])
    }

    /// tan x.
    fn tan(self) -> Self;

    /// arcsin x; NaN outside [−1, 1].
    fn asin(self) -> Self;

    /// arccos x; NaN outside [−1, 1].
    fn acos(self) -> Self;

    /// arctan x.
    fn atan(self) -> Self;

    /// The angle of the point (`x`, `self`), in [−π, π].
    fn atan2(self, x: Self) -> Self;

    /// sinh x.
    fn sinh(self) -> Self;

    /// cosh x.
    fn cosh(self) -> Self;

    /// tanh x.
    fn tanh(self) -> Self;

    /// eˣ.
    fn exp(self) -> Self;

    /// The natural logarithm; NaN below zero.
    fn ln(self) -> Self;

    /// ln(1 + x), accurate for small x; NaN below −1.
    fn ln_1p(self) -> Self;

    /// √x; NaN below zero.
    fn sqrt(self) -> Self;

    /// |x|.
    fn abs(self) -> Self;

    /// −1, 0 or 1 with the sign of x: 0 at 0, NaN at NaN.
    fn signum(self) -> Self;

    /// The smaller of two numbers; NaN if one of them is NaN.
    fn min(self, other: Self) -> Self;

    /// The larger of two numbers; NaN if one of them is NaN.
    fn max(self, other: Self) -> Self;

    /// √(x² + y²) without intermediate overflow.
    fn hypot(self, other: Self) -> Self;

    /// x to the power of a constant; NaN for x < 0 unless `exponent` is an integer.
    fn powf(self, exponent: f64) -> Self;

    /// 1/x.
    fn recip(self) -> Self;

    /// `then` if a < b, else `otherwise`, also for NaN.
    fn select_less(a: Self, b: Self, then: Self, otherwise: Self) -> Self;

    /// `then` if a ≤ b, else `otherwise`, also for NaN.
    fn select_less_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self;

    /// `then` if a = b, else `otherwise`, also for NaN.
    fn select_equal(a: Self, b: Self, then: Self, otherwise: Self) -> Self;
}
