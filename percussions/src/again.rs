//! Percussions of the step before that are an answer still, judged without G: by its diagonal, and by ξ.
//!
//! ```text
//! Σⱼ |Gᵢⱼ Pⱼ| ≥ max(|ξᵢ − cᵢ|, |Gᵢᵢ Pᵢ|)
//! ```
//!
//! So scales are bounded from below, and the residual from above: what is accepted here satisfies the laws as other answers do.
//!
//! Percussions that stop what rounding has moved are out of balance in the next step. They are not accepted, so that those that
//! are can be taken for many steps.

use super::laws::{FASTEST, largest_or_nan, smaller};
use super::local::{Local, LocalError, is_inside, larger};
use super::{ActiveContact, FLOOR, Solved};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// What is known of percussions without G: as many numbers as the contacts have rows.
#[derive(Clone, Copy, Debug)]
pub struct Kept<'a, T> {
    /// P, each in its cone.
    pub percussions: &'a [T],
    /// ξ = G P + c.
    pub velocities: &'a [T],
    /// c.
    pub free: &'a [T],
    /// The scales of c: [`ContactProblem::with_scales`](super::ContactProblem::with_scales).
    pub scales: &'a [T],
    /// The diagonal of G.
    pub diagonal: &'a [T],
    /// γ⁺ − γ⁻, the change of ξ but for restitution.
    pub changes: &'a [T],
    /// The contacts.
    pub contacts: &'a [ActiveContact<T>],
}

impl<T: Size> Kept<'_, T> {
    /// The scale of ξ of a row, from below.
    #[inline]
    #[must_use]
    pub fn scale(&self, row: usize) -> T {
        let [p, xi, c, scale, g] = [
            self.percussions,
            self.velocities,
            self.free,
            self.scales,
            self.diagonal,
        ]
        .map(|all| at(all, row));
        Scalar::abs(scale) + larger(Scalar::abs(xi - c), Scalar::abs(g * p))
    }

    /// The contacts; `None` in the place of one that no percussion moves.
    #[inline]
    fn each(&self) -> impl Iterator<Item = Option<Local<T>>> {
        let zero = T::from_f64(0.0);
        let mut first = 0;
        self.contacts
            .iter()
            .map(move |&ActiveContact { slips, friction }| {
                let own = first;
                first += 1 + slips;
                let slip = |k| {
                    if k < slips {
                        at(self.diagonal, own + 1 + k)
                    } else {
                        zero
                    }
                };
                let (normal, tangential) = (at(self.diagonal, own), larger(slip(0), slip(1)));
                let moves = normal > zero && (slips == 0 || tangential > zero);
                moves.then_some(Local {
                    first: own,
                    slips,
                    friction,
                    normal,
                    tangential: if slips == 0 { normal } else { tangential },
                })
            })
    }

    /// max |σᵢ|/√aᵢ over √ε, and the largest scale, σ of c.
    #[inline]
    fn units(&self) -> Option<[T; 2]> {
        let zero = T::from_f64(0.0);
        let mut units = [zero; 2];
        for local in self.each() {
            let local = local?;
            let [normal, slips @ ..] = local.of(self.scales).map(Scalar::abs);
            let slip = larger(slips[0], slips[1]);
            let ([by_normal, by_slip, _], [unit, fastest]) = (local.roots(), units);
            let own = larger(normal / by_normal, slip / by_slip);
            units = [larger(own, unit), larger(larger(normal, slip), fastest)];
        }
        let [unit, fastest] = units;
        Some([unit / Scalar::sqrt(T::from_f64(T::EPSILON)), fastest])
    }

    /// Whether the percussions change what they hold by rounding alone.
    #[inline]
    fn is_balanced(&self, local: &Local<T>, error: &LocalError<T>, rounding: T) -> bool {
        let [normal, slips @ ..] = local.of(self.changes).map(Scalar::abs);
        let slip = larger(slips[0], slips[1]);
        // The scale of a contact that slips is another one.
        let slides = error.tangential != error.sticking;
        normal <= rounding * error.normal && (slides || slip <= rounding * error.sticking)
    }

    /// The report, if the percussions solve the problem to rounding.
    #[inline]
    pub(super) fn solved(&self) -> Option<Solved<T>> {
        let zero = T::from_f64(0.0);
        let rounding = T::from_count(self.scales.len()) * T::from_f64(T::EPSILON);
        let floor = T::from_count(FLOOR) * rounding;
        let [unit, fastest] = self.units()?;
        let fastest = T::from_f64(0.125 * FASTEST) * fastest / floor;
        let mut residual = zero;
        for local in self.each() {
            let local = local?;
            let (own @ [normal, slips @ ..], velocities) =
                (local.of(self.percussions), local.of(self.velocities));
            let is_pressed = normal > zero && local.normal * normal > velocities[0];
            if !(is_pressed || own == [zero; 3]) || !is_inside(slips, local.friction * normal) {
                return None;
            }
            let scales = core::array::from_fn(|k| {
                if k <= local.slips {
                    self.scale(local.first + k)
                } else {
                    zero
                }
            });
            let error = local.error_of(own, (velocities, scales));
            if !self.is_balanced(&local, &error, T::from_f64(4.0) * rounding) {
                return None;
            }
            let scales = [error.normal, error.tangential, error.tangential];
            for ((error, scale), root) in error.errors.into_iter().zip(scales).zip(local.roots()) {
                let scale = smaller(smaller(scale, unit * root), fastest);
                let relative = if error == zero {
                    zero
                } else {
                    Scalar::abs(error) / scale
                };
                residual = largest_or_nan(relative, residual);
            }
        }
        // Half of what the rule of all answers accepts: they may be kept for as long as they are. NaN is no answer.
        (residual <= T::from_f64(4.0) * floor).then_some(Solved {
            iterations: 0,
            sweeps: 0,
            residual,
        })
    }
}
