//! Sines of predicted angles lane by lane: each with the bits that `f64` has.

use super::trig::{Predicted, is_near};
use super::{Lanes, Scalar};

/// [`Scalar::sin_cos_turned`]. Lanes do not part where some are out of reach: all sines are evaluated then.
#[inline(always)]
pub(super) fn turned<const N: usize, const M: usize>(
    x: [Lanes<N>; M],
    [at, sin, cos]: [[Lanes<N>; M]; 3],
) -> ([Lanes<N>; M], [Lanes<N>; M]) {
    let (mut sines, mut cosines) = (x, x);
    for i in 0..M {
        let predicted = |k: usize| Predicted {
            x: at[i].0[k],
            sin: sin[i].0[k],
            cos: cos[i].0[k],
        };
        let mut all = true;
        for k in 0..N {
            all &= predicted(k).reaches(x[i].0[k]);
        }
        for k in 0..N {
            (sines[i].0[k], cosines[i].0[k]) = predicted(k).turned_to(x[i].0[k]);
        }
        if !all {
            let (sin, cos) = x[i].sin_cos();
            for k in 0..N {
                if !predicted(k).reaches(x[i].0[k]) {
                    (sines[i].0[k], cosines[i].0[k]) = (sin.0[k], cos.0[k]);
                }
            }
        }
    }
    (sines, cosines)
}

/// [`Scalar::sin_cos_ahead`].
#[inline(always)]
pub(super) fn ahead<const N: usize, const M: usize>(
    x: [Lanes<N>; M],
    off: [Lanes<N>; M],
) -> ([Lanes<N>; M], [Lanes<N>; M]) {
    let (mut sines, mut cosines) = Lanes::<N>::sin_cos_each(x);
    for i in 0..M {
        for k in 0..N {
            if !is_near(off[i].0[k]) {
                (sines[i].0[k], cosines[i].0[k]) = (0.0, 0.0);
            }
        }
    }
    (sines, cosines)
}
