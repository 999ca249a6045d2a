//! The derivative of a step with closed contacts: that of the branch on which each of them is.
//!
//! ```text
//! A dx + ∂r/∂k dk + dπ = 0,   dπ = ∂(Wᵀ P)/∂k dk + Wᵀ dP,   dξ = W du + ∂ξ/∂k dk
//! open: dP = 0;   closed: dξ_N = 0;   stick: dξ_T = 0;   slip: d(P_T + μ P_N ξ_T/|ξ_T|) = 0
//! ```
//!
//! Where coordinates are corrected, the derivative of the correction is applied to it. Where there are percussions at the end,
//! theirs is: [`at_end`].

mod at_end;

pub(super) use at_end::linearized_to_end;

use super::branch::{Branch, Node};
use super::closed::{Closed, near, velocity_before};
use super::closing::through_correction;
use super::gaps::{Correction, normals, tolerance};
use super::solve::percussed;
use super::{ContactScheme, MemoryOf, Percussive, ScalarOf};
use crate::drive::{Interval, Remembers};
use crate::equations::Equations;
use crate::error::ContactKink;
use crate::kernels::{Blocks, Derivatives, Derived, ElementOf};
use crate::linearize::FromEntries;
use crate::{Contacts, Failure, StateOf};
use extremal_numerics::block::{at, dot, rows, rows_mut, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

/// The derivative of the step from `over`, in which contacts are closed or gaps are corrected.
///
/// # Errors
///
/// The errors of the step, [`Failure::ContactChanges`], [`Failure::ContactCorrected`], a singular tangent, and
/// [`Failure::NotFinite`].
pub(super) fn linearized<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
) -> Result<<S as Derived<T>>::Linearization, Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    // A change of the start opens what was corrected, or closes it.
    if let Some((contact, _)) = normals::<S>(memory.pushed.pushes()).next() {
        return Err(Failure::ContactChanges {
            contact: S::CONTACTS.get(contact).map_or("", |contact| contact.name),
            between: ContactKink::Gap,
        });
    }
    let mut blocks = S::Blocks::zeros();
    let (end, velocity) = on_branch(system, over, memory, &mut blocks)?;
    if D::CLOSES_GAPS {
        let correction = Correction::<S, D, T> {
            system,
            over,
            carry: memory.steps.carry(),
            clearance: &memory.clearance,
            pushed: &memory.pushed,
            lost: memory.lost,
            end: &end,
            velocity: &velocity,
        };
        through_correction(&correction, &mut blocks)?;
    }
    entries::<S, T>(&blocks)
}

/// The derivative whose entries are those of ∂z₁/∂k.
fn entries<S, T>(blocks: &S::Blocks) -> Result<<S as Derived<T>>::Linearization, Failure>
where
    S: Percussive<T> + Derivatives<T>,
{
    let ends = blocks.end_by_known();
    if !ends.iter().all(|entry| entry.is_finite()) {
        return Err(Failure::NotFinite {
            what: "derivative of the step",
        });
    }
    let columns = S::Blocks::KNOWN;
    Ok(<S as Derived<T>>::Linearization::from_entries(|row, column| {
        at(ends, row * columns + column)
    }))
}

/// ∂z₁/∂k of a step before its coordinates are corrected, in `all`; its end and the velocity there.
fn on_branch<S, D, T>(
    system: &S,
    over: Interval<'_, S, D>,
    memory: &MemoryOf<S, T>,
    all: &mut S::Blocks,
) -> Result<(StateOf<S>, S::Velocity), Failure>
where
    D: ContactScheme<Equations = T>,
    S: Percussive<T> + Derivatives<T>,
{
    let gaps = near(system, &over, memory);
    are_away_from_zero(system, &over, (&gaps, &memory.clearance))?;
    let mut closed = Closed::none();
    let one = ScalarOf::<S>::from_f64(1.0);
    let solution = percussed::<S, D, T>(
        system,
        over,
        (&gaps, memory, one),
        (&mut closed, None),
        &mut zeros(),
    )?;
    let before = velocity_before::<S, D, T, _>(system, &over, &memory.steps);
    let known = ElementOf::<S, T>::of(over.state, over.h, over.inputs, memory.steps.carry());
    let known = solution.closed.element_after(&known, &solution.active);
    let velocity = solution.velocity();
    let node = Node::of_step((over.state.t, &over.state.q), &solution, [&velocity, &before]);
    let slip = |row| solution.slip(row, velocity.as_slice());
    let branch = Branch::<S, T>::of(system, &node, slip, None)?;
    differentiate(system, &known, (&solution.x, &branch), all)?;
    Ok((solution.state, velocity))
}

/// ∂z₁/∂k of an element with the solution `x`, whose contacts stay on their branch, in `all`. `known` has the momentum after
/// the percussions.
fn differentiate<S, T>(
    system: &S,
    known: &ElementOf<S, T>,
    (x, branch): (&S::Stages, &Branch<'_, S, T>),
    all: &mut S::Blocks,
) -> Result<(), Failure>
where
    S: Percussive<T> + Derivatives<T>,
{
    let mut free = S::Blocks::zeros();
    solve_known(system, known, x, &mut free)?;
    let columns = S::Blocks::KNOWN;
    free.eliminate();
    *all = free;
    let matrix = branch.matrix(free.residual_by_known());
    for column in 0..columns {
        let change = branch.change(&matrix, free.residual_by_known(), column)?;
        let places = rows_mut(all.end_by_known_mut(), columns);
        for (to, from) in places.zip(rows(free.end_by_known(), columns)) {
            if let (Some(entry), Some(by_momentum)) = (to.get_mut(column), from.get(S::Momentum::LEN..)) {
                *entry = *entry + dot(by_momentum, change.as_slice());
            }
        }
    }
    Ok(())
}

/// The blocks of an element, with A⁻¹ ∂r/∂k in place of ∂r/∂k.
fn solve_known<S, T>(
    system: &S,
    known: &ElementOf<S, T>,
    x: &S::Stages,
    free: &mut S::Blocks,
) -> Result<(), Failure>
where
    S: Percussive<T> + Derivatives<T>,
{
    system.derivatives(known, x, free);
    let (mut r, mut tangent): (<S as Equations<T>>::Unknown, <S as Equations<T>>::Tangent) =
        (zeros(), zeros());
    Equations::<T>::tangent(system, known, x, &mut r, &mut tangent);
    let columns = S::Blocks::KNOWN;
    lu::solve_with_multipliers(
        tangent.as_mut_slice(),
        free.residual_by_known(),
        columns,
        r.as_mut_slice(),
    )?;
    Ok(())
}

/// Refuses gaps about which only rounding decides: a change of the start would open or close the contact.
pub(super) fn are_away_from_zero<S, D>(
    system: &S,
    over: &Interval<'_, S, D>,
    (gaps, clearance): (&S::Gaps, &S::Gaps),
) -> Result<(), Failure>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let scales = system.gap_scales(over.state.t, &over.state.q);
    let two = ScalarOf::<S>::from_f64(2.0);
    let contacts = gaps.as_slice().iter().zip(S::CONTACTS).enumerate();
    let mut contacts = contacts.filter(|(_, (_, contact))| contact.has_gap);
    let found =
        contacts.find(|(i, (gap, _))| Scalar::abs(**gap) <= two * tolerance::<S>((&scales, clearance), *i));
    found.map_or(Ok(()), |(_, (_, contact))| {
        Err(Failure::ContactChanges {
            contact: contact.name,
            between: ContactKink::Gap,
        })
    })
}
