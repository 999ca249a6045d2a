//! What a step with percussions leaves to the next one.
//!
//! Knows neither a step nor what is made of it.

use crate::Lagrangian;
use crate::drive::StepMemory;
use extremal_numerics::numbers::{read_block, visit_block};
use extremal_numerics::{Block, Numbers, Scalar};

/// The memory of steps with percussions.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactMemory<M, P, G, R, T> {
    /// The memory of the equations.
    pub(in crate::drive) steps: M,
    /// The percussions of the last step in which a contact was closed, a guess for the next.
    pub(in crate::drive) percussions: P,
    /// How far above zero gaps still count as closed, of contacts that rested in that step; zero for the others. Of what has no
    /// gap the length of the step before, zero at a start.
    pub(in crate::drive) clearance: G,
    /// How much the correction at the end of the last step has pushed each contact, ν; zero where coordinates are not
    /// corrected.
    pub(in crate::drive) pushed: G,
    /// The reactions of constraints on which friction depends at the last node, a guess for the next.
    pub(in crate::drive) reactions: R,
    /// The energy that percussions have taken, less what raised coordinates have given back; zero where coordinates are not
    /// raised.
    pub(in crate::drive) lost: T,
}

impl<T, M, P, G, R> Numbers<T> for ContactMemory<M, P, G, R, T>
where
    T: Scalar,
    M: Numbers<T>,
    P: Block<T>,
    G: Block<T>,
    R: Block<T>,
{
    const COUNT: usize = M::COUNT + P::LEN + 2 * G::LEN + R::LEN + 1;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.steps.for_each(visit);
        visit_block(&self.percussions, visit);
        visit_block(&self.clearance, visit);
        visit_block(&self.pushed, visit);
        visit_block(&self.reactions, visit);
        visit(self.lost);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        Ok(Self {
            steps: M::read(next)?,
            percussions: read_block(next)?,
            clearance: read_block(next)?,
            pushed: read_block(next)?,
            reactions: read_block(next)?,
            lost: next()?,
        })
    }
}

impl<S, M, P, G, R, T> StepMemory<S> for ContactMemory<M, P, G, R, T>
where
    S: Lagrangian + ?Sized,
    M: StepMemory<S>,
    P: Copy,
    G: Copy,
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
