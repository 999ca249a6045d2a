//! The percussions of one contact without slip components, or in the plane: closed forms.
//!
//! Knows no iteration.

use super::local::larger;
use super::{ContactProblem, Solved, floor};
use crate::{Scalar, Size};

/// The solution, if there is one contact and it has a closed form.
#[inline]
pub(super) fn single<T: Size>(problem: &ContactProblem<'_, T>, percussions: &mut [T]) -> Option<Solved<T>> {
    let residual = match (problem.delassus(), problem.free(), problem.scales, percussions) {
        (&[g], &[c], &[scale], [percussion, ..]) => {
            *percussion = normal(g, c)?;
            let pressed = g * *percussion;
            relative(pressed, c, scale)
        }
        (&[g_nn, g_nt, g_tn, g_tt], free, _, [p_n, p_t, ..]) => {
            let [contact] = problem.contacts() else {
                return None;
            };
            let percussions = planar([[g_nn, g_nt], [g_tn, g_tt]], free, contact.friction)?;
            [*p_n, *p_t] = percussions;
            planar_error(problem, percussions, contact.friction)
        }
        _ => return None,
    };
    (residual <= floor(problem)).then_some(Solved {
        iterations: 0,
        sweeps: 0,
        residual,
    })
}

/// max(0, −c/G)
#[inline]
fn normal<T: Size>(g: T, c: T) -> Option<T> {
    let zero = T::from_f64(0.0);
    let percussion = larger(-(c / g), zero);
    (g > zero && percussion.is_finite()).then_some(percussion)
}

/// The error of the law of a contact without slip components, relative to its summands.
#[inline]
fn relative<T: Size>(pressed: T, c: T, scale: T) -> T {
    let zero = T::from_f64(0.0);
    let velocity = pressed + c;
    let error = if pressed < velocity { pressed } else { velocity };
    if error == zero {
        zero
    } else {
        Scalar::abs(error) / (pressed + Scalar::abs(scale))
    }
}

/// The error of the laws in the plane for percussions in their cone, relative to the summands.
fn planar_error<T: Size>(problem: &ContactProblem<'_, T>, percussions: [T; 2], friction: T) -> T {
    let [p_n, p_t] = percussions;
    let zero = T::from_f64(0.0);
    if p_n == zero {
        return zero;
    }
    let [normal, slip] = [0, 1].map(|row| problem.velocity(row, &percussions));
    let relative = |(velocity, scale): (T, T)| Scalar::abs(velocity) / scale;
    let slides = Scalar::abs(p_t) == friction * p_n && slip.0 * p_t <= zero;
    if slides || slip.0 == zero {
        relative(normal)
    } else {
        larger(relative(normal), relative(slip))
    }
}

/// The only solution in the plane; `None` if there may be several or none.
fn planar<T: Size>([[g_nn, g_nt], [g_tn, g_tt]]: [[T; 2]; 2], free: &[T], friction: T) -> Option<[T; 2]> {
    let &[c_n, c_t] = free else { return None };
    let zero = T::from_f64(0.0);
    let determinant = g_nn * g_tt - g_nt * g_tn;
    // A margin for what rounding does to differences.
    let margin = T::from_f64(1e-3);
    let is_stiff = g_nn - friction * Scalar::abs(g_nt) > margin * g_nn;
    let is_unique = g_tt > zero && determinant > margin * (g_nn * g_tt) && is_stiff;
    if !is_unique {
        return None;
    }
    if c_n >= zero {
        return Some([zero; 2]);
    }
    let sticking = [
        (g_nt * c_t - g_tt * c_n) / determinant,
        (g_tn * c_n - g_nn * c_t) / determinant,
    ];
    let [p_n, p_t] = sticking;
    if Scalar::abs(p_t) <= friction * p_n {
        return Some(sticking);
    }
    let sliding = |friction: T| {
        let p_n = -(c_n / (g_nn + friction * g_nt));
        [p_n, friction * p_n]
    };
    Some(sliding(if p_t > zero { friction } else { -friction }))
}
