//! Steps whose equations are explicit or linear: one program without iterations or guesses.

use super::{Solved, Solver, end_state, start_carry};
use crate::drive::{Advance, Advanced, Interval, Start};
use crate::equations::Equations;
use crate::equations::is_stable;
use crate::error::Direction;
use crate::kernels::{CarryOf, Derived, ElementOf, End, Kernels};
use crate::newton::{self, Convergence};
use crate::{Failure, StateOf};
use extremal_numerics::block::{is_finite, rows, zeros};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// Explicit or linear equations.
#[derive(Clone, Copy, Debug)]
pub struct Direct;

impl<S, D> Solver<S, D> for Direct
where
    S: Derived<D, Stages = <S as Equations<D>>::Unknown> + ?Sized,
{
    type Memory = CarryOf<S, D>;
    type Equations = D;

    #[inline]
    fn start(system: &S, from: Start<'_, S, D>) -> Result<Self::Memory, Failure> {
        let carry = start_carry::<S, D>(system, from)?;
        if S::HAS_CONSTANT_TANGENT {
            determines_velocities::<S, D>(
                system,
                ElementOf::<S, D>::of(from.state, from.h, &zeros(), &carry),
            )?;
        }
        Ok(carry)
    }

    #[cfg_attr(debug_assertions, inline)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn advance<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Advanced<S, Convergence, S::Stages> {
        let known = ElementOf::<S, D>::of(over.state, over.h, over.inputs, memory);
        if let Some(step) = without_pivots::<S, D, CHECKED>(system, &known, memory) {
            return Ok(step);
        }
        // A pivot that is exactly zero shows no growth, but makes x infinite or NaN.
        let (pivoted, carried) = advance_with_pivots::<S, D>(system, known)?;
        memory.carried = carried;
        Ok(pivoted)
    }

    #[inline(always)]
    fn advance_usually<const CHECKED: bool>(
        system: &S,
        over: Interval<'_, S, D>,
        memory: &mut Self::Memory,
    ) -> Option<Solved<S, D>> {
        let known = ElementOf::<S, D>::of(over.state, over.h, over.inputs, memory);
        without_pivots::<S, D, CHECKED>(system, &known, memory)
    }
}

/// The step, unless its pivots grow or its end is not finite. Always inlined, although it is called in two places.
#[inline(always)]
fn without_pivots<S, D, const CHECKED: bool>(
    system: &S,
    known: &ElementOf<S, D>,
    memory: &mut CarryOf<S, D>,
) -> Option<Solved<S, D>>
where
    S: Derived<D, Stages = <S as Equations<D>>::Unknown> + ?Sized,
{
    let (mut x, mut end) = (zeros(), End::not_yet(known));
    let growth = system.direct(known, &mut x, &mut end);
    if is_stable(growth)
        && let Ok(state) = end_state::<S, D, CHECKED>(known, &end)
    {
        memory.carried = end.carried;
        return Some(Advance {
            state,
            report: Convergence::default(),
            stages: x,
        });
    }
    None
}

/// Whether the matrix of the step is regular, where neither the state nor inputs change it.
#[cold]
fn determines_velocities<S, D>(system: &S, known: ElementOf<S, D>) -> Result<(), Failure>
where
    S: Kernels<D> + ?Sized,
{
    // Pivots without an order do not compare rows and columns of different units.
    let (mut x, mut end) = (zeros(), End::not_yet(&known));
    if is_stable(system.direct(&known, &mut x, &mut end)) && is_finite(&x) {
        return Ok(());
    }
    match newton::correction_with_pivots::<S, D>(system, &known, &zeros()) {
        Err(Failure::SingularTangent { size, .. }) if size.is_finite() => {
            let unknown = newton::undetermined::<S, D>(system, &known);
            let zero = SizeOf::<<S as crate::Lagrangian>::Scalar>::from_f64(0.0);
            // Unknowns are velocities, stage by stage.
            let mut stages = rows(unknown.as_slice(), S::COORDINATES.len());
            let stage = stages.find(|stage| stage.iter().any(|x| x.divisor_size() > zero));
            let direction = Direction::of(&|k| system.coordinate_name(k), stage.unwrap_or_default());
            Err(Failure::Undetermined { direction })
        }
        _ => Ok(()),
    }
}

type Pivoted<S, D> = (
    Advance<StateOf<S>, Convergence, <S as Equations<D>>::Unknown>,
    <S as Kernels<D>>::Carried,
);

/// The step with row pivoting. Arguments are by value, so that the usual step can keep its element in registers.
#[cold]
fn advance_with_pivots<S, D>(system: &S, known: ElementOf<S, D>) -> Result<Pivoted<S, D>, Failure>
where
    S: Kernels<D> + ?Sized,
{
    let (mut r, mut scale, mut end) = (zeros(), zeros(), End::not_yet(&known));
    let x = newton::correction_with_pivots::<S, D>(system, &known, &zeros())?;
    system.update(&known, &x, &mut end, &mut r, &mut scale);
    let advance = Advance {
        state: end_state::<S, D, true>(&known, &end)?,
        report: Convergence {
            iterations: 1,
            residual_norm: newton::norm(&r, &scale, S::CONSTRAINTS).to_f64(),
        },
        stages: x,
    };
    Ok((advance, end.carried))
}
