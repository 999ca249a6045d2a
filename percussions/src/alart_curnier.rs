//! The linear equations of a Newton step on the Alart–Curnier function.

use super::laws::Problem;
use super::local::{Local, Triple, larger, length};
use super::tangent::Tangent;
use extremal_numerics::Size;
use extremal_numerics::block::at;

/// The piece of the function on which a contact is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Piece<T> {
    Open,
    Stick,
    Slip {
        /// `τ_T`/|`τ_T`|.
        direction: [T; 2],
        /// μ `τ_N`/|`τ_T`| < 1.
        share: T,
    },
}

impl<T: Size> Local<T> {
    /// The piece of percussions and velocities.
    pub(super) fn piece(&self, percussions: Triple<T>, velocities: Triple<T>) -> Piece<T> {
        let zero = T::from_f64(0.0);
        let [p_n, p_1, p_2] = percussions;
        let [v_n, v_1, v_2] = velocities;
        let pressed = p_n - v_n / self.normal;
        if pressed <= zero || pressed.is_nan() {
            return Piece::Open;
        }
        let [t_1, t_2] = [p_1 - v_1 / self.tangential, p_2 - v_2 / self.tangential];
        let (length, radius) = (length([t_1, t_2]), self.friction * pressed);
        if length > radius {
            Piece::Slip {
                direction: [t_1 / length, t_2 / length],
                share: radius / length,
            }
        } else if radius > zero {
            Piece::Stick
        } else {
            Piece::Slip {
                direction: [zero; 2],
                share: zero,
            }
        }
    }

    /// The piece of a contact that slips, whatever its percussions: against the friction, or not yet.
    pub(super) fn slipping(&self, percussions: Triple<T>, velocities: Triple<T>) -> Piece<T> {
        let ([_, p_1, p_2], [_, v_1, v_2]) = (percussions, velocities);
        let size = length([p_1, p_2]);
        let is_above = size > T::from_f64(0.0);
        if !is_above {
            return Piece::Stick;
        }
        let direction @ [d_1, d_2] = [p_1 / size, p_2 / size];
        let speed = larger(-(d_1 * v_1 + d_2 * v_2), T::from_f64(0.0));
        let share = size / (size + speed / self.tangential);
        Piece::Slip { direction, share }
    }
}

/// A contact at an iterate.
struct Linearized<'a, T, P> {
    problem: &'a P,
    local: Local<T>,
    percussions: Triple<T>,
    velocities: Triple<T>,
    piece: Piece<T>,
    compliance: T,
}

impl<T: Size, P: Problem<T>> Linearized<'_, T, P> {
    /// Adds the coefficients of equation `k` of the contact, and returns its right-hand side.
    fn equation(&self, k: usize, tangent: &mut impl Tangent<T, P>) -> T {
        let row = self.local.first + k;
        match self.piece {
            Piece::Open => {
                tangent.add(row, row, T::from_f64(1.0));
                -at(&self.percussions, k)
            }
            Piece::Slip { direction, share } if k > 0 => self.slip(k, direction, share, tangent),
            Piece::Stick | Piece::Slip { .. } => {
                tangent.add_row(self.problem, row, row, |_, g| g);
                let length = if k == 0 {
                    self.local.normal
                } else {
                    self.local.tangential
                };
                tangent.add(row, row, self.compliance * length);
                -at(&self.velocities, k)
            }
        }
    }

    /// The equation of slip component `k`: `P_T` = μ `τ_N` n, whose direction n = `τ_T`/|`τ_T`| turns with P.
    fn slip(&self, k: usize, direction: [T; 2], share: T, tangent: &mut impl Tangent<T, P>) -> T {
        let Local {
            first,
            slips,
            friction,
            tangential,
            ..
        } = self.local;
        let (row, zero) = (first + k, T::from_f64(0.0));
        let component = |k: usize| at(&direction, k - 1);
        for j in 1..=slips {
            let unit = T::from_f64(if j == k { 1.0 } else { 0.0 });
            let across = share * (unit - component(k) * component(j));
            if across != zero {
                let by_velocity = across / tangential;
                tangent.add_row(self.problem, row, first + j, |_, g| by_velocity * g);
            }
            tangent.add(row, first + j, unit - across + self.compliance * across);
        }
        // Without friction this is ΔP_T = −P_T, exactly.
        tangent.add(row, first, -(friction * component(k)));
        let [normal, ..] = self.percussions;
        friction * normal * component(k) - at(&self.percussions, k)
    }
}

/// Writes the equations A ΔP = b of a Newton step, with G + δ diag(a) for G. `piece` tells the piece of a contact, as
/// [`Local::piece`] does.
pub(super) fn linearize<T: Size, P: Problem<T>>(
    (problem, percussions): (&P, &[T]),
    piece: impl Fn(&Local<T>, Triple<T>, Triple<T>) -> Piece<T>,
    compliance: T,
    tangent: &mut impl Tangent<T, P>,
    b: &mut [T],
) {
    tangent.clear(problem);
    for local in problem.each() {
        let (velocities, _) = local.velocities(problem, percussions);
        let percussions = local.of(percussions);
        let contact = Linearized {
            problem,
            local,
            percussions,
            velocities,
            piece: piece(&local, percussions, velocities),
            compliance,
        };
        for (k, row) in local.rows().enumerate() {
            let right = contact.equation(k, tangent);
            if let Some(b) = b.get_mut(row) {
                *b = right;
            }
        }
    }
}
