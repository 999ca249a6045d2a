//! The end of a step with its gaps closed.
//!
//! Knows not how coordinates are corrected.

use crate::drive::Interval;
use crate::drive::contact::gaps::{Corrected, Correction};
use crate::drive::contact::{ContactScheme, Percussive};
use crate::kernels::{CarryOf, Kernels, carry};
use crate::{Failure, StateOf};
use extremal_numerics::block::is_finite;

/// An end that was moved, and what is carried from there.
type Moved<S, T> = (Corrected<S>, <S as Kernels<T>>::Carried);

/// The end of a step with its gaps closed, and what is carried from there; `None` if it stays where it is.
#[inline(never)]
pub(super) fn corrected<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    (end, velocity): (&StateOf<S>, &S::Velocity),
    (there, [clearance, pushed]): (&CarryOf<S, T>, [&S::Gaps; 2]),
) -> Result<Option<Moved<S, T>>, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T>,
{
    let correction = Correction::<S, D, T> {
        system,
        over,
        carry: there,
        clearance,
        pushed,
        end,
        velocity,
    };
    let corrected = correction.corrected()?;
    // The end of the step was tested before it was corrected.
    if let Some(Corrected { end, .. }) = &corrected
        && !(is_finite(&end.q) && is_finite(&end.p))
    {
        return Err(Failure::NotFinite {
            what: "state with closed gaps",
        });
    }
    Ok(corrected.map(|corrected| {
        let carry = carry::<S, T>(system, there.constants, (over.h, &corrected.end), velocity);
        (corrected, carry.carried)
    }))
}
