//! The percussions of one contact without slip components, or in the plane: closed forms, those of Painlevé's rod, too.
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
            let &[c_n, c_t] = free else { return None };
            let planar = Planar {
                delassus: [[g_nn, g_nt], [g_tn, g_tt]],
                free: [c_n, c_t],
                friction: contact.friction,
            };
            let guess = [*p_n, *p_t].map(|p| if p.is_finite() { p } else { T::from_f64(0.0) });
            let percussions = planar.solution(guess)?;
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

/// G, c and μ of one contact in the plane.
struct Planar<T> {
    delassus: [[T; 2]; 2],
    free: [T; 2],
    friction: T,
}

impl<T: Size> Planar<T> {
    /// The solution; that nearest to the guess of several. `None` if there is none, or if rounding decides which there are.
    fn solution(&self, guess: [T; 2]) -> Option<[T; 2]> {
        let ([[g_nn, g_nt], [g_tn, g_tt]], [c_n, c_t]) = (self.delassus, self.free);
        let zero = T::from_f64(0.0);
        let determinant = g_nn * g_tt - g_nt * g_tn;
        let margin = T::from_f64(8.0) * Scalar::sqrt(T::from_f64(T::EPSILON));
        let coupling = self.friction * Scalar::abs(g_nt);
        let is_decided = Scalar::abs(g_nn - coupling) > margin * g_nn
            && g_tt > zero
            && Scalar::abs(determinant) > margin * (g_nn * g_tt);
        if !is_decided {
            return None;
        }
        let is_unique = determinant > zero && g_nn > coupling;
        if is_unique && c_n >= zero {
            return Some([zero; 2]);
        }
        let sticking @ [p_n, p_t] = [
            (g_nt * c_t - g_tt * c_n) / determinant,
            (g_tn * c_n - g_nn * c_t) / determinant,
        ];
        let sticks = p_n >= zero && Scalar::abs(p_t) <= self.friction * p_n;
        if !is_unique {
            return self.nearest(sticks.then_some(sticking), guess);
        }
        Some(if sticks {
            sticking
        } else if p_t > zero {
            self.slipping(self.friction)
        } else {
            self.slipping(-self.friction)
        })
    }

    /// `ξ_N` = 0, `P_T` = `ratio` `P_N`.
    fn slipping(&self, ratio: T) -> [T; 2] {
        let ([[g_nn, g_nt], _], [c_n, _]) = (self.delassus, self.free);
        let p_n = -(c_n / (g_nn + ratio * g_nt));
        [p_n, ratio * p_n]
    }

    /// Friction couples more than the mass resists: the contact opens, sticks or slips, and more than one of them may be true.
    fn nearest(&self, sticking: Option<[T; 2]>, [guess_n, guess_t]: [T; 2]) -> Option<[T; 2]> {
        let ([[g_nn, _], [g_tn, g_tt]], [c_n, c_t]) = (self.delassus, self.free);
        let zero = T::from_f64(0.0);
        let slipping = |ratio: T| {
            let slipping @ [p_n, p_t] = self.slipping(ratio);
            let slip = c_t + g_tn * p_n + g_tt * p_t;
            (p_n > zero && slip * ratio < zero).then_some(slipping)
        };
        let distance = |[p_n, p_t]: [T; 2]| {
            let (n, t) = (p_n - guess_n, p_t - guess_t);
            g_nn * n * n + g_tt * t * t
        };
        let open = (c_n >= zero).then_some([zero; 2]);
        let all = [open, sticking, slipping(self.friction), slipping(-self.friction)];
        let nearer = |one, other| {
            if distance(other) < distance(one) {
                other
            } else {
                one
            }
        };
        all.into_iter().flatten().reduce(nearer)
    }
}
