//! arcsin and √(x² + y²) in single precision, without double precision, with which libm computes them.

use super::Scalar;
use super::trig_single::short;

/// π/2, and what it lacks; π/4.
const HALF_PI: [f32; 2] = [f32::from_bits(0x3fc9_0fda), 7.549_789_4e-8];
const QUARTER_PI: f32 = 0.5 * HALF_PI[0];

/// arcsin x, fdlibm's `asinf`; NaN outside [−1, 1].
///
/// ```text
/// |x| ≥ ½:   arcsin x = π/2 − 2 arcsin √z,   z = (1 − x)/2
/// ```
pub(super) fn asin(x: f32) -> f32 {
    let size = x.abs();
    if size < 0.5 {
        return x + x * rest(x * x);
    }
    let z = 0.5 * (1.0 - size);
    if z == 0.0 {
        return x * HALF_PI[0] + x * HALF_PI[1];
    }
    // NaN for a negative z.
    let root = Scalar::sqrt(z);
    let high = short(root);
    let low = (z - high * high) / (root + high);
    let minor = 2.0 * root * rest(z) - (HALF_PI[1] - 2.0 * low);
    let angle = QUARTER_PI - (minor - (QUARTER_PI - 2.0 * high));
    if x < 0.0 { -angle } else { angle }
}

/// arcsin √z / √z − 1 for z ≤ ¼.
fn rest(z: f32) -> f32 {
    let numerator = z * (1.666_658_7e-1 + z * (-4.274_342_2e-2 + z * -8.656_363e-3));
    numerator / (1.0 + z * -7.066_296_3e-1)
}

/// √(x² + y²), without intermediate overflow.
pub(super) fn hypot(x: f32, y: f32) -> f32 {
    let (x, y) = (x.abs(), y.abs());
    if x == f32::INFINITY || y == f32::INFINITY {
        return f32::INFINITY;
    }
    let (a, b) = if x < y { (y, x) } else { (x, y) };
    if b == 0.0 || b * FARTHEST <= a || a.is_nan() || b.is_nan() {
        return a + b;
    }
    let (down, up) = if a >= LARGE {
        (1.0 / SCALE, SCALE)
    } else if b < 1.0 / LARGE {
        (SCALE, 1.0 / SCALE)
    } else {
        (1.0, 1.0)
    };
    let (a, b) = (a * down, b * down);
    // The square of the first twelve bits is exact.
    let high = short(a);
    let squares = high * high + ((a - high) * (a + high) + b * b);
    Scalar::sqrt(squares) * up
}

/// A number that is smaller than another by this factor does not change the square root: 2²⁵.
const FARTHEST: f32 = 33_554_432.0;
/// Squares of numbers between 2⁻⁶⁰ and 2⁶⁰ neither overflow nor lose bits.
const LARGE: f32 = 1_152_921_504_606_846_976.0;
/// 2⁹⁰.
const SCALE: f32 = 1_237_940_039_285_380_274_899_124_224.0;
