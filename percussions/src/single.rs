//! The percussions of one contact without slip components, or in the plane: closed forms, those of Painlevé's rod, too.

use super::local::larger;
use super::{ContactProblem, FLOOR, Solved, floor};
use extremal_numerics::{Scalar, Size};

/// The solution, if there is one contact and it has a closed form.
#[inline]
pub(super) fn single<T: Size>(problem: &ContactProblem<'_, T>, percussions: &mut [T]) -> Option<Solved<T>> {
    let residual = match (problem.delassus(), problem.free(), problem.scales, percussions) {
        (&[g], &[c], &[scale], [percussion, ..]) => {
            let (found, solved) = alone(g, (c, scale))?;
            *percussion = found;
            return Some(solved);
        }
        (&[g_nn, g_nt, g_tn, g_tt], free, scales, [p_n, p_t, ..]) => {
            let [contact] = problem.contacts() else {
                return None;
            };
            let (&[c_n, c_t], &[_, scale]) = (free, scales) else {
                return None;
            };
            let planar = Planar {
                delassus: [[g_nn, g_nt], [g_tn, g_tt]],
                free: [c_n, c_t],
                rounding: floor(problem),
                scale,
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

/// The percussion of one contact without slip components, with c and its scale, and the report.
#[inline]
pub(super) fn alone<T: Size>(g: T, (c, scale): (T, T)) -> Option<(T, Solved<T>)> {
    let percussion = normal(g, c)?;
    let residual = relative(g * percussion, c, scale);
    let floor = T::from_count(FLOOR) * T::from_f64(T::EPSILON);
    (residual <= floor && scale.is_finite()).then_some((
        percussion,
        Solved {
            iterations: 0,
            sweeps: 0,
            residual,
        },
    ))
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
    /// The scale of `c_T`, and the part of scales that is rounding.
    scale: T,
    rounding: T,
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
        if !(Scalar::abs(g_nn - coupling) > margin * g_nn && g_tt > zero) {
            return None;
        }
        let is_regular = Scalar::abs(determinant) > margin * (g_nn * g_tt);
        if !is_regular {
            return if c_n < zero {
                self.on_a_line()
            } else {
                // An open contact; others may be true of Painlevé configurations.
                (g_nn > coupling).then_some([zero; 2])
            };
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

    /// The contact moves along a line only, as where a constraint guides it: G is singular, and `P_T` changes `ξ_T` as `P_N`
    /// does. With different restitutions `ξ_T` is not zero, and the contact slips; else `P_T` is not determined, and has the
    /// ratio of least `G_NN` `P_N`² + `G_TT` `P_T`², as with compliance.
    fn on_a_line(&self) -> Option<[T; 2]> {
        let ([[g_nn, g_nt], [g_tn, g_tt]], [c_n, c_t]) = (self.delassus, self.free);
        let (zero, most) = (T::from_f64(0.0), self.friction);
        let is_pressed = |&ratio: &T| {
            let [p_n, _] = self.slipping(ratio);
            p_n > zero && p_n.is_finite()
        };
        let mut ends = [most, -most].into_iter().filter(is_pressed);
        let slips = ends.find(|&ratio| self.slip_of(ratio) * ratio < zero);
        let sticks = || {
            let soft = within(g_nt / g_tt, most);
            if self.slip_of(soft) == zero {
                return Some(soft).filter(is_pressed);
            }
            // Between slips of both directions, unless friction jams: then percussions without bound hide what rounding leaves.
            let ratio = (c_n * g_tn - c_t * g_nn) / (c_t * g_nt - c_n * g_tt);
            (g_nn > most * Scalar::abs(g_nt)).then(|| within(ratio, most))
        };
        slips.or_else(sticks).map(|ratio| self.slipping(ratio))
    }

    /// `ξ_T` for `P_T` = `ratio` `P_N`, zero if it is rounding.
    fn slip_of(&self, ratio: T) -> T {
        let ([_, [g_tn, g_tt]], [p_n, p_t]) = (self.delassus, self.slipping(ratio));
        let [_, c_t] = self.free;
        let slip = c_t + g_tn * p_n + g_tt * p_t;
        let scale = Scalar::abs(self.scale) + Scalar::abs(g_tn * p_n) + Scalar::abs(g_tt * p_t);
        if Scalar::abs(slip) > self.rounding * scale {
            slip
        } else {
            T::from_f64(0.0)
        }
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

/// The number of [−most, most] that is nearest to x.
fn within<T: Size>(x: T, most: T) -> T {
    if x > most {
        most
    } else if x < -most {
        -most
    } else {
        x
    }
}
