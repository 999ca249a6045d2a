//! The state of a closed contact in a step, and whether it rests: the same for systems of fixed and of any size.
//!
//! Knows neither a step nor a solver.

use super::pressed::Pressed;
use crate::contacts::ContactState;
use extremal_numerics::{Scalar, Size};

/// A slip is one if it is more than this many ε of its summands.
const SLIP: f64 = 4096.0;

/// The motion of a contact at rest in a step is at most this many ε of the summands of its gap.
const MOTION: f64 = 64.0;

/// One row of a closed contact after a step.
#[derive(Clone, Copy, Debug)]
pub(in crate::drive) struct Struck<T> {
    /// P
    pub(in crate::drive) percussion: T,
    /// ξ
    pub(in crate::drive) xi: T,
    /// The sum of the magnitudes of the summands of ξ.
    pub(in crate::drive) size: T,
    /// G of the row with itself: the change of ξ with P.
    pub(in crate::drive) moved: T,
}

/// The state of a contact with the normal percussion `P_N` and a number of slips, of which `slip(k)` is the k-th.
///
/// ```text
/// open: P_N ≤ 0 (slip, without a gap);   stick: ξ_T = 0 to rounding, or |P_T − ξ_T/G_TT| ≤ μ P_N;   else slip
/// ```
///
/// What has no gap is never open.
///
/// A slip has `P_T = −μ P_N ξ_T/|ξ_T|`, so that the difference is above `μ P_N` however slow it is. Where a contact sticks, a
/// solver may leave more than rounding in ξ: the difference is then below `μ P_N`, because `|P_T|` is.
pub(in crate::drive) fn state_of<T: Size>(
    (normal, pressed): (T, Option<Pressed<T>>),
    slips: usize,
    slip: impl Fn(usize) -> Struck<T>,
    friction: T,
) -> ContactState {
    let zero = T::from_f64(0.0);
    if normal <= zero {
        return match pressed {
            Some(_) => ContactState::Slip,
            None => ContactState::Open,
        };
    }
    if slips == 0 {
        return ContactState::Slip;
    }
    let tolerance = T::from_f64(SLIP * T::EPSILON);
    let slips = || (0..slips).map(&slip);
    let moving = slips().filter(|row| Scalar::abs(row.xi) > tolerance * row.size);
    // What no percussion stops slips.
    let (count, is_free) = moving.fold((0, false), |(count, is_free), row| {
        (count + 1, is_free || row.moved <= zero)
    });
    let outside = |row: Struck<T>| {
        let stopped = if row.moved > zero {
            row.xi / row.moved
        } else {
            zero
        };
        (row.percussion - stopped) / normal
    };
    let square = slips().map(outside).fold(zero, |sum, x| sum + x * x);
    if count > 0 && (is_free || square > friction * friction) {
        ContactState::Slip
    } else {
        ContactState::Stick
    }
}

/// Whether a closed contact with the velocity γ, of summands of this size, approaches by more than rounding: by more in a step
/// than the rounding of its gap, whose summands have this `scale`.
pub(in crate::drive) fn approaches<T: Size>([rate, size]: [T; 2], (h, scale): (T, T)) -> bool {
    let rest = Scalar::sqrt(T::from_f64(T::EPSILON)) * size;
    let rounding = T::from_f64(MOTION * T::EPSILON) * Scalar::abs(scale);
    rate < -rest && -(h * rate) > rounding
}

/// How far above zero the gap of a contact still counts as closed in the next step: √ε h σ where a percussion keeps it closed,
/// and zero where the contact leaves with the velocity γ⁺ `after` the step.
///
/// A gap that is one coordinate, beside a floor at zero, knows no size but that of the rounding that opens it.
pub(in crate::drive) fn clearance<T: Size>(h: T, normal: Struck<T>, after: T) -> T {
    let zero = T::from_f64(0.0);
    let rest = Scalar::sqrt(T::from_f64(T::EPSILON)) * normal.size;
    let clearance = h * rest;
    let stays = normal.percussion > zero && Scalar::abs(after) <= rest && clearance < T::INFINITY;
    if stays { clearance } else { zero }
}
