//! Steps whose equations are explicit or linear: one program, no iteration, nothing to guess.

use super::{Advance, Advanced, ElementOf, End, Kept, KeptOf, Stepping, element, end_state};
use crate::block::{is_finite, zeros};
use crate::equations::is_stable;
use crate::newton::{self, Convergence};
use crate::{Failure, Lagrangian, StateOf};

/// The memory at a start, for schemes that are solved directly.
///
/// # Errors
///
/// [`Failure::NotFinite`] if what is carried is not.
#[inline]
pub fn start_direct<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    state: &StateOf<S>,
) -> Result<KeptOf<S, D>, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let carried = system.carried(state.t, &state.q);
    if is_finite(&carried) {
        // Constants that are no numbers show in the step, which knows what they do.
        let constants = system.constants(h);
        Ok(Kept { carried, constants })
    } else {
        Err(Failure::NotFinite {
            what: "force at the start",
        })
    }
}

/// A step whose equations are linear.
///
/// # Errors
///
/// [`Failure::SingularTangent`], and [`Failure::NotFinite`] if the end is not.
#[inline]
pub fn advance_direct<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    memory: &KeptOf<S, D>,
) -> Advanced<S, KeptOf<S, D>, Convergence, S::Unknown>
where
    S: Stepping<D> + ?Sized,
{
    let known = element::<S, D>(h, inputs, state, memory);
    let (mut x, mut end) = (zeros(), End::not_yet(&known));
    let growth = system.direct(&known, &mut x, &mut end);
    if is_stable(growth)
        && let Ok(state) = end_state::<S, D>(&known, &end)
    {
        return Ok(Advance {
            state,
            memory: Kept {
                carried: end.carried,
                constants: memory.constants,
            },
            report: Convergence::default(),
            stages: x,
        });
    }
    // A pivot that is exactly zero leaves no growth behind, but no number either. The result is taken apart, so that the
    // usual one need not be kept in memory where this one is written, and constants are seen to be constant.
    let pivoted = advance_with_pivots::<S, D>(system, known)?;
    Ok(Advance {
        state: pivoted.state,
        memory: Kept {
            carried: pivoted.memory.carried,
            constants: memory.constants,
        },
        report: pivoted.report,
        stages: pivoted.stages,
    })
}

/// The same by elimination with row pivoting; by value, so that the usual step need not keep its element in memory.
#[cold]
fn advance_with_pivots<S, D>(
    system: &S,
    known: ElementOf<S, D>,
) -> Advanced<S, KeptOf<S, D>, Convergence, S::Unknown>
where
    S: Stepping<D> + ?Sized,
{
    let (mut r, mut scale, mut end) = (zeros(), zeros(), End::not_yet(&known));
    let x = newton::correction_with_pivots::<S, D>(system, &known, &zeros())?;
    system.update(&known, &x, &mut end, &mut r, &mut scale);
    Ok(Advance {
        state: end_state::<S, D>(&known, &end)?,
        memory: Kept {
            carried: end.carried,
            constants: known.constants,
        },
        report: Convergence {
            iterations: 1,
            residual_norm: newton::norm(&r, &scale),
        },
        stages: x,
    })
}
