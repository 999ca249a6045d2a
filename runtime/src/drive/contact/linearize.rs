//! The derivative of a step with closed contacts: that of the branch on which each of them is.
//!
//! ```text
//! A dx + ∂r/∂k dk + dπ = 0,   dπ = ∂(Wᵀ P)/∂k dk + Wᵀ dP,   dξ = W du + ∂ξ/∂k dk
//! open: dP = 0;   closed: dξ_N = 0;   stick: dξ_T = 0;   slip: d(P_T + μ P_N ξ_T/|ξ_T|) = 0
//! ```

use super::branch::{Branch, dot, zero};
use super::closed::near;
use super::gaps::rounded;
use super::solve::percussed;
use super::{ContactScheme, MemoryOf, Moving, ScalarOf};
use crate::block::{at, zeros};
use crate::drive::contact::resume::Resume;
use crate::drive::{Interval, Remembers, Reporter};
use crate::kernels::{Blocks, Derivatives, Derived, ElementOf};
use crate::{
    Acceleration, Block, Contacts, Equations, Failure, FromEntries, Scalar, Size, StateOf, Vector, lu,
};

/// The derivative of the step from `over`, in which contacts are closed.
///
/// # Errors
///
/// Those of the step, [`Failure::ContactChanges`], a singular tangent, and [`Failure::NotFinite`].
pub(super) fn linearized<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
) -> Result<<S as Derived<T>>::Linearization, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts,
    ScalarOf<S>: Size,
    S::Solver: Resume<S, T>,
    S::Reporter: Reporter<S, T>,
    S: Derivatives<T> + Equations<T, Unknown = <S as Derived<T>>::Stages>,
    S: Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
{
    let gaps = near(system, &over, memory);
    are_away_from_zero(system, &over, &gaps)?;
    let solution = percussed::<S, D, T>(system, over, (&gaps, memory), &mut zeros())?;
    let before = S::Reporter::velocity(&memory.steps.carry().carried).unwrap_or_else(zeros);
    let known = ElementOf::<S, T>::of(over.state, over.h, over.inputs, memory.steps.carry());
    let known = solution.closed.struck(&known, &solution.active);
    let branch = Branch::<S, T>::of(system, &over, &solution, &before)?;
    let mut free = S::Blocks::zeros();
    system.derivatives(&known, &solution.x, &mut free);
    let (mut r, mut tangent): (<S as Equations<T>>::Unknown, <S as Equations<T>>::Tangent) =
        (zeros(), zeros());
    Equations::<T>::tangent(system, &known, &solution.x, &mut r, &mut tangent);
    let columns = S::Blocks::KNOWN;
    lu::solve_all(tangent.as_mut_slice(), free.residual_by_known(), columns)?;
    free.eliminate();
    let mut all = free;
    let matrix = branch.matrix(&branch.delassus(free.residual_by_known()));
    for column in 0..columns {
        let change = branch.change(&matrix, free.residual_by_known(), column)?;
        let rows = all
            .end_by_known_mut()
            .chunks_exact_mut(columns)
            .zip(free.end_by_known().chunks_exact(columns));
        for (to, from) in rows {
            if let (Some(entry), Some(by_momentum)) = (to.get_mut(column), from.get(S::Momentum::LEN..)) {
                *entry = *entry + dot(by_momentum, change.as_slice());
            }
        }
    }
    let ends = all.end_by_known();
    if !ends.iter().all(|entry| entry.is_finite()) {
        return Err(Failure::NotFinite {
            what: "derivative of the step",
        });
    }
    Ok(<S as Derived<T>>::Linearization::from_entries(|row, column| {
        at(ends, row * columns + column)
    }))
}

/// Refuses gaps that may be zero: a change of the start would open or close the contact.
pub(super) fn are_away_from_zero<S, D>(
    system: &S,
    over: &Interval<'_, S, D>,
    gaps: &S::Gaps,
) -> Result<(), Failure>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let scales = system.gap_scales(over.state.t, &over.state.q);
    let tolerance = ScalarOf::<S>::from_f64(16.0 * ScalarOf::<S>::EPSILON);
    let mut contacts = gaps.as_slice().iter().zip(scales.as_slice()).zip(S::CONTACTS);
    let found = contacts.find(|((gap, scale), _)| Scalar::abs(**gap) <= tolerance * Scalar::abs(**scale));
    found.map_or(Ok(()), |(_, contact)| {
        Err(Failure::ContactChanges {
            contact: contact.name,
        })
    })
}

/// Refuses ends whose coordinates may have been corrected: their derivative is not known.
pub(super) fn stays_open<S>(system: &S, end: &StateOf<S>) -> Result<(), Failure>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let gaps = rounded(system, end.t, &end.q, &system.gaps(end.t, &end.q));
    let zero = zero::<S>();
    let mut contacts = gaps.as_slice().iter().zip(S::CONTACTS);
    let found = contacts.find(|(gap, _)| **gap <= zero);
    found.map_or(Ok(()), |(_, contact)| {
        Err(Failure::ContactCorrected {
            contact: contact.name,
        })
    })
}
