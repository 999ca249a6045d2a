//! The linear equations of a Newton step on the Alart–Curnier function.

use super::ContactProblem;
use super::local::{Local, Triple, larger, length};
use crate::Size;
use crate::block::{at, rows_mut};

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
struct Linearized<'a, T> {
    problem: &'a ContactProblem<'a, T>,
    local: Local<T>,
    percussions: Triple<T>,
    velocities: Triple<T>,
    piece: Piece<T>,
    compliance: T,
}

impl<T: Size> Linearized<'_, T> {
    /// Writes the coefficients of equation `k` of the contact, and returns its right-hand side.
    fn equation(&self, k: usize, row: &mut [T]) -> T {
        let at_row = self.local.first + k;
        let velocity = -at(&self.velocities, k);
        match self.piece {
            Piece::Open => {
                row.fill(T::from_f64(0.0));
                add(row, at_row, T::from_f64(1.0));
                -at(&self.percussions, k)
            }
            Piece::Slip { direction, share } if k > 0 => self.slip(k, direction, share, row),
            Piece::Stick | Piece::Slip { .. } => {
                // Without a panic, which the copy of a slice has for other lengths.
                let numbers = row.iter_mut().zip(self.problem.row(at_row));
                numbers.for_each(|(to, &from)| *to = from);
                let length = if k == 0 {
                    self.local.normal
                } else {
                    self.local.tangential
                };
                add(row, at_row, self.compliance * length);
                velocity
            }
        }
    }

    /// The equation of slip component `k`: `P_T` = μ `τ_N` n, whose direction n = `τ_T`/|`τ_T`| turns with P.
    fn slip(&self, k: usize, direction: [T; 2], share: T, row: &mut [T]) -> T {
        let Local {
            first,
            slips,
            friction,
            tangential,
            ..
        } = self.local;
        let component = |k: usize| at(&direction, k - 1);
        row.fill(T::from_f64(0.0));
        for j in 1..=slips {
            let unit = T::from_f64(if j == k { 1.0 } else { 0.0 });
            let across = share * (unit - component(k) * component(j));
            let by_velocity = across / tangential;
            let coefficients = self.problem.row(first + j).iter();
            row.iter_mut()
                .zip(coefficients)
                .for_each(|(a, &g)| *a = *a + by_velocity * g);
            add(row, first + j, unit - across + self.compliance * across);
        }
        // Without friction this is ΔP_T = −P_T, exactly.
        add(row, first, -(friction * component(k)));
        let [normal, ..] = self.percussions;
        friction * normal * component(k) - at(&self.percussions, k)
    }
}

/// Adds to one coefficient.
fn add<T: Size>(row: &mut [T], column: usize, number: T) {
    if let Some(coefficient) = row.get_mut(column) {
        *coefficient = *coefficient + number;
    }
}

/// Writes the equations A ΔP = b of a Newton step, with G + δ diag(a) for G. `a` and `b` have the sizes of the problem.
/// `piece` tells the piece of a contact, as [`Local::piece`] does.
pub(super) fn linearize<T: Size>(
    (problem, percussions): (&ContactProblem<'_, T>, &[T]),
    piece: impl Fn(&Local<T>, Triple<T>, Triple<T>) -> Piece<T>,
    compliance: T,
    a: &mut [T],
    b: &mut [T],
) {
    let mut equations = rows_mut(a, problem.rows()).zip(b.iter_mut());
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
        for (k, (row, b)) in equations.by_ref().take(1 + local.slips).enumerate() {
            *b = contact.equation(k, row);
        }
    }
}
