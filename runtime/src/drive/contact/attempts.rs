//! Impacts that gain no energy: which contact problems are tried, and in which order. The same for systems of fixed and of any
//! size.
//!
//! ```text
//! b = s e γ⁻ where a contact closes,   b_T = |γ_T⁺| γ_T(u)/|γ_T(u)| − γ_T⁺ where it is held and slides
//! ```
//!
//! First b with s = 1, turned until the slips after the impact have the directions of those in the step; then without turns;
//! then the largest s in [0, 1] with which there is a solution that gains no energy.
//!
//! Knows neither how contact problems are solved nor where their numbers are kept.

use super::share::largest;
use crate::Failure;
use extremal_numerics::{Scalar, Size};

/// Halvings of the interval in which s is sought.
const HALVINGS: usize = 20;
/// The most directions that are tried for the friction of sliding contacts: each is closer to that of the slip by a factor of
/// h.
const TURNS: usize = 4;
/// Work of this many ε of its terms is none.
const ROUNDING: f64 = 1024.0;

/// The contact problems of an impact.
pub(in crate::drive) trait Attempts<T> {
    /// Solves the problem with this s, and with the turns of slips that are set.
    fn solve(&mut self, share: T) -> Result<(), Failure>;

    /// Whether the last solution gains energy, by more than rounding.
    fn gains(&self) -> bool;

    /// Keeps the last solution.
    fn keep(&mut self);

    /// Sets turns to those of the slips before the impact; whether one of them is not zero.
    fn turn(&mut self) -> bool;

    /// Sets turns to those of the solution that is kept; whether they were so, to rounding.
    fn turn_again(&mut self) -> bool;

    /// Sets turns to none.
    fn turn_back(&mut self);
}

/// s; the solution is kept.
///
/// # Errors
///
/// The errors of the problem with s = 0.
pub(in crate::drive) fn without_gain<T: Size, P: Attempts<T>>(problem: &mut P) -> Result<T, Failure> {
    let [zero, one] = [0.0, 1.0].map(T::from_f64);
    let has_turns = problem.turn();
    if turned(problem) {
        return Ok(one);
    }
    problem.turn_back();
    // Without turns it is the problem that has just failed.
    if has_turns && attempt(problem, one) {
        problem.keep();
        return Ok(one);
    }
    problem.solve(zero)?;
    problem.keep();
    let (share, ()) = largest(HALVINGS, (), |share| {
        let is_found = attempt(problem, share);
        is_found.then(|| problem.keep())
    });
    Ok(share)
}

/// Whether there is a solution that gains no energy with b of sliding contacts, from the turns that are set on: friction
/// has the direction of `γ_T(u)`, also where G turns `γ_T⁺` away from it. It is kept.
fn turned<T: Size, P: Attempts<T>>(problem: &mut P) -> bool {
    let mut is_found = false;
    for _ in 0..TURNS {
        if !attempt(problem, T::from_f64(1.0)) {
            break;
        }
        problem.keep();
        is_found = true;
        if problem.turn_again() {
            break;
        }
    }
    is_found
}

/// Whether there is a solution that gains no energy.
fn attempt<T, P: Attempts<T>>(problem: &mut P, share: T) -> bool {
    problem.solve(share).is_ok() && !problem.gains()
}

/// Whether ½ Λ·(γ⁺ + γ⁻) is above its rounding, of rows Λ, γ⁻, γ⁺ with the scale of ξ.
pub(in crate::drive) fn gains<T: Size>(rows: impl Iterator<Item = [T; 4]>) -> bool {
    let zero = T::from_f64(0.0);
    let (work, size) = rows.fold(
        (zero, zero),
        |(work, size), [percussion, before, after, scale]| {
            let change = percussion * (after + before);
            (work + change, size + Scalar::abs(percussion) * scale)
        },
    );
    work > T::from_f64(ROUNDING * T::EPSILON) * size
}

/// |γ|/|γ(u)|, by which γ(u) is multiplied to have the size of γ; `None` where friction turns a slip around within the step,
/// and brakes what is left of it. The slips are pairs γ and γ(u).
pub(in crate::drive) fn share_of_turn<T: Size>(slips: impl Iterator<Item = [T; 2]>) -> Option<T> {
    let zero = T::from_f64(0.0);
    let [own, other, both] = slips.fold([zero; 3], |[own, other, both], [slip, along]| {
        [own + slip * slip, other + along * along, both + slip * along]
    });
    let share = Scalar::sqrt(own / other);
    (both > zero && share.is_finite()).then_some(share)
}

/// Whether two numbers differ by rounding alone, of this scale.
pub(in crate::drive) fn are_equal<T: Size>(a: T, b: T, scale: T) -> bool {
    Scalar::abs(a - b) <= T::from_f64(ROUNDING * T::EPSILON) * scale
}

/// The number, and zero in the place of one whose products with rounding errors underflow: a rocking that has died away.
pub(in crate::drive) fn or_zero<T: Size>(x: T) -> T {
    let epsilon = T::from_f64(T::EPSILON);
    if Scalar::recip(x * epsilon * epsilon).is_finite() {
        x
    } else {
        T::from_f64(0.0)
    }
}
