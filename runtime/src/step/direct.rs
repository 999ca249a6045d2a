//! Steps whose equations are explicit or linear: one program, no iteration, nothing to guess.

use super::{Advance, Advanced, ElementOf, End, EndOf, Stepping, element, end_state};
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
pub fn start_direct<S, D>(system: &S, state: &StateOf<S>) -> Result<S::Carried, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let carried = system.carried(state.t, &state.q);
    if is_finite(&carried) {
        Ok(carried)
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
    memory: &S::Carried,
) -> Advanced<S, S::Carried, Convergence, S::Unknown>
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
            memory: end.carried,
            report: Convergence::default(),
            stages: x,
        });
    }
    // A pivot that is exactly zero leaves no growth behind, but no number either.
    let report = direct_with_pivots::<S, D>(system, &known, &mut x, &mut end)?;
    Ok(Advance {
        state: end_state::<S, D>(&known, &end)?,
        memory: end.carried,
        report,
        stages: x,
    })
}

/// The same by elimination with row pivoting.
#[cold]
fn direct_with_pivots<S, D>(
    system: &S,
    known: &ElementOf<S, D>,
    x: &mut S::Unknown,
    end: &mut EndOf<S, D>,
) -> Result<Convergence, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let (mut r, mut scale) = (zeros(), zeros());
    *x = newton::correction_with_pivots::<S, D>(system, known, &zeros())?;
    system.update(known, x, end, &mut r, &mut scale);
    Ok(Convergence {
        iterations: 1,
        residual_norm: newton::norm(&r, &scale),
    })
}
