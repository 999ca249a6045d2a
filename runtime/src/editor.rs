//! The items that an editor shows at the words of a declaration: documented ones, and a macro that hides their uses from rustc.
//!
//! The derive names these items once for each word of the attribute, with the span of the word. Nothing here is ever run.

pub mod keys;

/// Expands to its argument, a group of items, for rust-analyzer, which sets the cfg. The compiler drops the group unread.
#[doc(hidden)]
#[cfg(rust_analyzer)]
#[macro_export]
macro_rules! __editor {
    ({ $($item:tt)* }) => { $($item)* };
}

/// Expands to nothing; with the cfg `rust_analyzer`, to its argument, a group of items.
#[doc(hidden)]
#[cfg(not(rust_analyzer))]
#[macro_export]
macro_rules! __editor {
    ($items:tt) => {};
}

/// `symmetry(assume name = [..])`: the symmetry holds at random points, and is accepted without a proof.
pub mod assume {}

/// The scope of a declaration, in which its words are named.
pub trait Declaration {
    /// Names each word once.
    fn words(&self);
}

/// A generalized coordinate.
#[derive(Clone, Copy, Debug)]
pub struct Coordinate;

/// An input, constant over a step.
#[derive(Clone, Copy, Debug)]
pub struct Input;

/// A name for a formula.
#[derive(Clone, Copy, Debug)]
pub struct Definition;

/// A function of coordinates and time that vanishes at all times.
#[derive(Clone, Copy, Debug)]
pub struct Constraint;

/// A gap that is not below zero, with friction and impacts.
#[derive(Clone, Copy, Debug)]
pub struct Contact;

/// A number, a vector or a matrix.
#[derive(Clone, Copy, Debug)]
pub enum Value {}

/// A vector.
#[derive(Clone, Copy, Debug)]
pub enum Vector {}

/// A matrix.
#[derive(Clone, Copy, Debug)]
pub enum Matrix {}

/// Names that formulas know. Each function is also a method of its first argument, except `dt`.
#[expect(non_snake_case, reason = "constants are written as in formulas")]
pub trait Formulas {
    /// The time.
    fn t() -> f64;
    /// π = 3.14159…
    fn PI() -> f64;
    /// The total time derivative by the chain rule: `dt(x)` is the velocity of the coordinate `x`, and `dt([l * sin(x), y])`
    /// that of a point.
    fn dt(x: Value) -> Value;
    /// The multiplier λ of a constraint g, in outputs and in the force of dry friction: `multiplier(rod)`. The force of the
    /// constraint is −λ ∂g/∂q.
    fn multiplier(constraint: Value) -> Value;
    /// The sine of an angle in radians.
    fn sin(x: f64) -> f64;
    /// The cosine of an angle in radians.
    fn cos(x: f64) -> f64;
    /// The tangent of an angle in radians.
    fn tan(x: f64) -> f64;
    /// The angle between −π/2 and π/2 with this sine, for −1 ≤ x ≤ 1.
    fn asin(x: f64) -> f64;
    /// The angle between 0 and π with this cosine, for −1 ≤ x ≤ 1.
    fn acos(x: f64) -> f64;
    /// The angle between −π/2 and π/2 with this tangent.
    fn atan(x: f64) -> f64;
    /// The hyperbolic sine, (eˣ − e⁻ˣ)/2.
    fn sinh(x: f64) -> f64;
    /// The hyperbolic cosine, (eˣ + e⁻ˣ)/2.
    fn cosh(x: f64) -> f64;
    /// The hyperbolic tangent, sinh x / cosh x.
    fn tanh(x: f64) -> f64;
    /// The exponential function eˣ.
    fn exp(x: f64) -> f64;
    /// The natural logarithm, for x > 0.
    fn ln(x: f64) -> f64;
    /// ln(1 + x), accurate for small x.
    fn ln_1p(x: f64) -> f64;
    /// The absolute value. Its derivative at 0 is that of one side.
    fn abs(x: f64) -> f64;
    /// The sign: 1 or −1.
    fn signum(x: f64) -> f64;
    /// The angle of the point (x, y), between −π and π: `atan2(y, x)`, or `y.atan2(x)`.
    fn atan2(y: f64, x: f64) -> f64;
    /// The smaller of two numbers.
    fn min(a: f64, b: f64) -> f64;
    /// The larger of two numbers.
    fn max(a: f64, b: f64) -> f64;
    /// √(a² + b²), without overflow.
    fn hypot(a: f64, b: f64) -> f64;
    /// The square root, for x ≥ 0.
    fn sqrt(x: f64) -> f64;
    /// The reciprocal 1/x.
    fn recip(x: f64) -> f64;
    /// The power xⁿ with an integer n: `x.powi(2)`.
    fn powi(x: f64, n: i32) -> f64;
    /// The power xʸ for x > 0: `x.powf(1.5)`.
    fn powf(x: f64, y: f64) -> f64;
    /// The scalar product a·b of two vectors.
    fn dot(a: Vector, b: Vector) -> f64;
    /// The vector product a × b of two vectors of length 3.
    fn cross(a: Vector, b: Vector) -> Vector;
    /// The length |r| of a vector.
    fn norm(r: Vector) -> f64;
    /// The squared length |r|² = r·r of a vector.
    fn norm_squared(r: Vector) -> f64;
    /// The sum of the entries of a vector, `sum(r)`, or of the items over a range, `sum(0..8, |i| m[i] * r[i])`.
    fn sum(r: Vector) -> f64;
    /// The product of the items over a range: `product(0..3, |i| x[i])`.
    fn product(items: Vector) -> Value;
    /// The items over a range: `array(0..8, |i| m[i] * r[i])`.
    fn array(items: Vector) -> Vector;
    /// Partial results over a range, each from the one before it: `scan(0..8, [0, 0], |before, i| before + l[i] *
    /// e[i])`. The start precedes the first item, and is none itself.
    fn scan(items: Vector) -> Vector;
    /// The integral over s from 0 to 1 by a quadrature, `integrate(Gauss(2), |s| s * x)`: the sum of its weights times the
    /// values at its points. The rules are those of schemes, with parentheses.
    fn integrate(items: Vector) -> Value;
    /// The linear shape functions [1 − s, s] of an element, or what they interpolate between the values at its nodes,
    /// `linear(s, [u[e], u[e + 1]])`.
    fn linear(s: f64) -> Vector;
    /// The derivatives [−1, 1] of the linear shape functions by s.
    fn linear_slope(s: f64) -> Vector;
    /// Hermite's cubic shape functions [1 − 3s² + 2s³, s − 2s² + s³, 3s² − 2s³, s³ − s²], or what they interpolate from
    /// values and slopes by s at both nodes, `hermite(s, [u[0], l * du[0], u[1], l * du[1]])`.
    fn hermite(s: f64) -> Vector;
    /// The derivatives of Hermite's shape functions by s.
    fn hermite_slope(s: f64) -> Vector;
    /// The second derivatives of Hermite's shape functions by s.
    fn hermite_curvature(s: f64) -> Vector;
    /// The number of items of an array, of components of a vector, or of rows of a matrix: `r.len()`.
    fn len(r: Vector) -> usize;
    /// The transpose; that of a vector is a row, and that of a row a vector.
    fn transpose(m: Matrix) -> Matrix;
}
