//! The motions of a system in the eigenvalues of its steps: step sizes that are short for all of them, and growth that is
//! theirs and not that of the scheme.

use nalgebra::Complex;

use super::search::{AT_REST, Probe, between};
use super::size;
use crate::Failure;
use extremal_numerics::Scalar;

/// Halvings of the longest step that does not fail, at most: from where squares overflow to one, and a factor of 1e26.
const HALVINGS: usize = 600;
/// A step that fails, as by overflow, is followed by one that is shorter by this factor.
const SHORTER: f64 = 1.0 / 65_536.0;
/// Halvings below a short step that have to be short as well, a factor of 1e9: a motion that decays or grows fast may have a λ
/// near one at long steps, and only shorter ones show it.
const SHOWN: usize = 30;
/// The depth of the scan below the longest step that does not fail, if no step is short: a factor of 1e18.
const DEPTH: f64 = 1.0 / 1_152_921_504_606_846_976.0;
/// |λ − 1| of short steps: ω h = 0.125 on an oscillator, where no scheme is near its limit.
const SHORT: f64 = 0.125;
/// The largest ratio of |λ − 1| at half of a short step to that at the step; exactly a half for ever shorter ones. Very long
/// steps may have λ near one as well, but come nearer to it as they grow.
const HALVED: f64 = 0.6;
/// Halvings over which an eigenvalue that grows is followed to shorter steps.
const FOLLOWED: usize = 3;
/// The distance of an eigenvalue from the root of that of twice the step, relative to that of the root from one: the error of
/// schemes where a motion is barely resolved.
const ROOT: f64 = 0.25;

/// Whether an eigenvalue above one is that of a solution e^{μ t} with a μ that does not depend on the step size: half of
/// the step has its root, which grows by half as much. At a limit of stability shorter steps do not grow.
pub(super) fn grows_with_time(
    mut h: f64,
    mut growing: Complex<f64>,
    mut nearest: impl FnMut(f64, Complex<f64>) -> Result<Complex<f64>, Failure>,
) -> bool {
    (0..FOLLOWED).all(|_| {
        h *= 0.5;
        let root = root(growing);
        let Ok(found) = nearest(h, root) else { return false };
        let one = Complex { re: 1.0, im: 0.0 };
        let [growth, expected] = [found, root].map(|e| Scalar::ln(size(e)));
        growing = found;
        between(found, root) <= ROOT * between(root, one)
            && expected > 0.0
            && growth > 0.5 * expected
            && growth < 1.5 * expected
    })
}

/// √λ with a real part that is not below zero.
fn root(e: Complex<f64>) -> Complex<f64> {
    let (size, half) = (Scalar::sqrt(size(e)), 0.5 * Scalar::atan2(e.im, e.re));
    let (sin, cos) = Scalar::sin_cos(half);
    Complex {
        re: size * cos,
        im: size * sin,
    }
}

/// A step size that is short for all motions, and so are shorter ones. If there is none, one that is very short; the longest
/// one, if each fails.
pub(super) fn short_step(longest: f64, probe: &mut impl FnMut(f64) -> Result<Probe, Failure>) -> f64 {
    let (mut h, mut twice) = (longest, f64::INFINITY);
    let (mut short, mut deepest): (Option<f64>, Option<f64>) = (None, None);
    let mut shown = 0;
    for _ in 0..HALVINGS {
        if h == 0.0 || shown > SHOWN {
            break;
        }
        let Ok(step) = probe(h) else {
            h *= if deepest.is_none() { SHORTER } else { 0.5 };
            (twice, shown) = (f64::INFINITY, shown + usize::from(short.is_some()));
            continue;
        };
        let distance = step.from_one;
        deepest = deepest.or(Some(h));
        if distance > SHORT {
            (short, shown) = (None, 0);
        } else if short.is_none() && twice <= SHORT && distance <= f64::max(HALVED * twice, AT_REST) {
            short = Some(h);
        }
        shown += usize::from(short.is_some());
        twice = distance;
        h *= 0.5;
    }
    let very_short = deepest.map(|h| h * DEPTH).filter(|h| *h > 0.0);
    short.or(very_short).unwrap_or(longest)
}
