//! Steps whose equations are explicit or linear: one program, no iteration, nothing to guess.

use super::{Advance, Advanced, ElementOf, End, KeptOf, Stepping, element, end_state, kept};
use crate::block::{is_finite, zeros};
use crate::equations::is_stable;
use crate::newton::{self, Convergence};
use crate::{Equations, Failure, Lagrangian, StateOf};

/// The memory at a start, for schemes that are solved directly; `velocity` is that of the start, for those that carry it.
///
/// # Errors
///
/// [`Failure::NotFinite`] if what is carried is not.
#[inline]
pub fn start_direct<S, D>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    state: &StateOf<S>,
    velocity: &S::Vector,
) -> Result<KeptOf<S, D>, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let kept = kept::<S, D>(system, h, state, velocity);
    // Constants that are no numbers show in the step, which knows what they do.
    if is_finite(&kept.carried) {
        Ok(kept)
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
pub fn advance_direct<S, D, const CHECKED: bool>(
    system: &S,
    h: <S as Lagrangian>::Scalar,
    inputs: &S::Inputs,
    state: &StateOf<S>,
    memory: &mut KeptOf<S, D>,
) -> Advanced<S, Convergence, S::Unknown>
where
    S: Stepping<D> + ?Sized,
{
    let known = element::<S, D>(h, inputs, state, memory);
    let (mut x, mut end) = (zeros(), End::not_yet(&known));
    let growth = system.direct(&known, &mut x, &mut end);
    if is_stable(growth)
        && let Ok(state) = end_state::<S, D, CHECKED>(&known, &end)
    {
        memory.carried = end.carried;
        return Ok(Advance {
            state,
            report: Convergence::default(),
            stages: x,
        });
    }
    // A pivot that is exactly zero leaves no growth behind, but no number either.
    let (pivoted, carried) = advance_with_pivots::<S, D>(system, known)?;
    memory.carried = carried;
    Ok(pivoted)
}

type Pivoted<S, D> = (
    Advance<StateOf<S>, Convergence, <S as Equations<D>>::Unknown>,
    <S as Stepping<D>>::Carried,
);

/// The same by elimination with row pivoting; by value, so that the usual step need not keep its element in memory.
#[cold]
fn advance_with_pivots<S, D>(system: &S, known: ElementOf<S, D>) -> Result<Pivoted<S, D>, Failure>
where
    S: Stepping<D> + ?Sized,
{
    let (mut r, mut scale, mut end) = (zeros(), zeros(), End::not_yet(&known));
    let x = newton::correction_with_pivots::<S, D>(system, &known, &zeros())?;
    system.update(&known, &x, &mut end, &mut r, &mut scale);
    let advance = Advance {
        state: end_state::<S, D, true>(&known, &end)?,
        report: Convergence {
            iterations: 1,
            residual_norm: newton::norm(&r, &scale, S::CONSTRAINTS),
        },
        stages: x,
    };
    Ok((advance, end.carried))
}
