//! The memory of steps with percussions.
//!
//! Knows no step.

use super::gaps::Pushed;
use crate::drive::StepMemory;
use crate::{Contacts, Lagrangian};
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar};

/// The memory of steps with percussions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMemory<M, P, G, Q, R, T> {
    /// The memory of the equations.
    pub(in crate::drive) steps: M,
    /// The percussions of the last step in which a contact was closed, a guess for the next.
    pub(in crate::drive) percussions: P,
    /// How far above zero gaps still count as closed, of contacts that rested in that step; zero for the others. Of what has no
    /// gap the length of the step before, zero at a start.
    pub(in crate::drive) clearance: G,
    /// What the correction at the end of the last step has done; zeros where coordinates are not corrected.
    pub(in crate::drive) pushed: Pushed<G, Q>,
    /// The reactions of constraints on which friction depends at the last node, a guess for the next.
    pub(in crate::drive) reactions: R,
    /// The energy that percussions have taken, less what raised or corrected coordinates have given back; zero where
    /// coordinates are neither.
    pub(in crate::drive) lost: T,
}

/// The memory of steps whose equations have the memory `M`.
pub(super) type MemoryWith<S, M> = ContactMemory<
    M,
    <S as Contacts>::Percussions,
    <S as Contacts>::Gaps,
    <S as Lagrangian>::Configuration,
    <S as Contacts>::Reactions,
    <S as Lagrangian>::Scalar,
>;

impl<T, M, P, G, Q, R> Numbers<T> for ContactMemory<M, P, G, Q, R, T>
where
    T: Scalar,
    M: Numbers<T>,
    P: Block<T>,
    G: Block<T>,
    Q: Block<T>,
    R: Block<T>,
{
    const COUNT: usize = M::COUNT + P::LEN + G::LEN + Pushed::<G, Q>::COUNT + R::LEN + 1;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.steps.for_each(visit);
        visit_block(&self.percussions, visit);
        visit_block(&self.clearance, visit);
        self.pushed.for_each(visit);
        visit_block(&self.reactions, visit);
        visit(self.lost);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            steps: M::read(next)?,
            percussions: read_block(next)?,
            clearance: read_block(next)?,
            pushed: Numbers::read(next)?,
            reactions: read_block(next)?,
            lost: next()?,
        })
    }
}

impl<S, M, P, G, Q, R, T> StepMemory<S> for ContactMemory<M, P, G, Q, R, T>
where
    S: Lagrangian + ?Sized,
    M: StepMemory<S>,
    P: Copy,
    G: Copy,
    Q: Copy,
    R: Copy,
    T: Copy,
{
    type Stages = M::Stages;
    type Inside = M;

    #[inline]
    fn inside(&self) -> &M {
        &self.steps
    }

    #[inline]
    fn inside_mut(&mut self) -> &mut M {
        &mut self.steps
    }

    #[inline]
    fn keep_contacts(&mut self, from: &Self) {
        (self.percussions, self.clearance) = (from.percussions, from.clearance);
        (self.pushed, self.lost) = (from.pushed, from.lost);
        self.reactions = from.reactions;
    }
}
