//! What goes from step to step of a system of any size, and the room in which a step is made.
//!
//! Knows no scheme.

use alloc::boxed::Box;
use core::fmt;

use nalgebra::DVector;

use crate::matrix::Storage;
use crate::{Numbers, Scalar, Size, Vector};

/// The memory of [`Assembled`](super::Assembled).
///
/// A copy has the same numbers and no room: the next step that is made with it takes its memory anew.
pub struct AssembledMemory<T: Scalar> {
    /// The unknowns of the last steps, the newest first; empty where nothing reads them. Where less than three are known, they
    /// are such that the parabola through all is the line or the constant through those known.
    pub(super) steps: [DVector<T>; 3],
    /// The number of known steps, up to 3.
    pub(super) known: u8,
    /// N at the present node, and the time for which it was computed.
    pub(super) nodes: DVector<T>,
    pub(super) node_time: T,
    /// The velocity at the present node, for schemes that carry it.
    pub(super) velocity: DVector<T>,
    /// How unknowns are counted; unknown after a snapshot was read, until the next step.
    pub(super) layout: Layout,
    pub(super) room: Option<Box<Room<T>>>,
}

/// How the unknowns of a step are counted.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Layout {
    /// The number of unknown velocities, which come first.
    pub(super) free: usize,
    /// The number of unknown impulses of each constraint.
    pub(super) impulses: usize,
}

/// Vectors and a matrix for the computations of a step.
#[derive(Clone, Debug)]
pub(super) struct Room<T: Scalar> {
    pub(super) tangent: Storage<T>,
    /// −1/A(k, k), where the tangent is diagonal and constant, once if all are equal; otherwise empty.
    pub(super) weights: DVector<T>,
    /// What the step gives: q, p, v and N at its end, and its stages.
    pub(super) q: DVector<T>,
    pub(super) p: DVector<T>,
    pub(super) velocity: DVector<T>,
    pub(super) nodes: DVector<T>,
    pub(super) stages: DVector<T>,
    /// The unknowns before a correction, and after it.
    pub(super) from: DVector<T>,
    pub(super) x: DVector<T>,
    /// The residual and the sizes of its terms, and those of the iteration before. Steps without equations have here what was
    /// marked: q, p and N instead of x, r and σ, and the time of N.
    pub(super) r: DVector<T>,
    pub(super) scale: DVector<T>,
    pub(super) before: [DVector<T>; 2],
    pub(super) marked_time: T,
}

impl<T: Scalar> Room<T> {
    /// Whether a step needs no linear equations.
    #[inline]
    pub(super) fn is_explicit(&self) -> bool {
        !self.weights.is_empty()
    }
}

pub(super) fn zeros<T: Scalar>(count: usize) -> DVector<T> {
    DVector::with_len(count, |_| T::from_f64(0.0))
}

/// So many numbers, whatever they are: those that are there, if their count is right.
#[inline]
pub(super) fn resize<T: Scalar>(x: &mut DVector<T>, count: usize) {
    if x.len() != count {
        *x = zeros(count);
    }
}

impl<T: Scalar> AssembledMemory<T> {
    /// A copy with its room, for another step of the same system.
    pub(super) fn with_room(&self) -> Self {
        Self {
            room: self.room.clone(),
            ..self.clone()
        }
    }

    /// Keeps q, p and N, if there is room for them because no equations are solved.
    pub(super) fn mark(&mut self, q: &[T], p: &[T]) -> bool {
        let Some(room) = self.room.as_mut().filter(|room| room.is_explicit()) else {
            return false;
        };
        let kept = [&mut room.x, &mut room.r, &mut room.scale];
        let present = [q, p, self.nodes.as_slice()];
        if kept
            .iter()
            .zip(present)
            .any(|(kept, now)| kept.len() != now.len())
        {
            return false;
        }
        for (kept, now) in kept.into_iter().zip(present) {
            kept.as_mut_slice().copy_from_slice(now);
        }
        room.marked_time = self.node_time;
        true
    }

    /// q, p and N as they were marked.
    pub(super) fn rewind(&mut self, q: &mut [T], p: &mut [T]) {
        let Some(room) = &self.room else { return };
        let kept = [&room.x, &room.r, &room.scale];
        for (kept, now) in kept.into_iter().zip([q, p, self.nodes.as_mut_slice()]) {
            now.iter_mut()
                .zip(kept.as_slice())
                .for_each(|(now, &kept)| *now = kept);
        }
        self.node_time = room.marked_time;
    }

    /// Adds the unknowns of a step, which are exchanged with others.
    pub(super) fn push(&mut self, x: &mut DVector<T>) {
        self.steps.rotate_right(1);
        let [x0, x1, x2] = &mut self.steps;
        core::mem::swap(x0, x);
        match self.known {
            0 => {
                x1.assign(x0);
                x2.assign(x0);
            }
            1 => {
                let rows = x2.as_mut_slice().iter_mut().zip(x1.as_slice()).zip(x0.as_slice());
                rows.for_each(|((x2, &x1), &x0)| *x2 = x1 - (x0 - x1));
            }
            _ => {}
        }
        self.known = self.known.saturating_add(1).min(3);
    }

    /// The parabola through the known steps, evaluated at the next one; or the seed.
    pub(super) fn guess(&self, x: &mut DVector<T>) {
        let [x0, x1, x2] = &self.steps;
        let three = T::from_f64(3.0);
        let [x0, x1, x2] = [x0, x1, x2].map(DVector::as_slice);
        let rows = x.as_mut_slice().iter_mut().zip(x0.iter().zip(x1).zip(x2));
        rows.for_each(|(x, ((&x0, &x1), &x2))| *x = three * (x0 - x1) + x2);
    }
}

impl<T: Scalar> Clone for AssembledMemory<T> {
    fn clone(&self) -> Self {
        Self {
            steps: self.steps.clone(),
            known: self.known,
            nodes: self.nodes.clone(),
            node_time: self.node_time,
            velocity: self.velocity.clone(),
            layout: self.layout,
            room: None,
        }
    }
}

impl<T: Scalar> fmt::Debug for AssembledMemory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssembledMemory")
            .field("steps", &self.steps)
            .field("known", &self.known)
            .field("nodes", &self.nodes)
            .field("velocity", &self.velocity)
            .finish_non_exhaustive()
    }
}

/// The same numbers.
impl<T: Scalar> PartialEq for AssembledMemory<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.steps, self.known) == (&other.steps, other.known)
            && (&self.nodes, self.node_time) == (&other.nodes, other.node_time)
            && self.velocity == other.velocity
    }
}

impl<T: Scalar> Numbers<T> for AssembledMemory<T> {
    const COUNT: usize = 5 * <DVector<T> as Numbers<T>>::COUNT + 2;

    fn count(&self) -> usize {
        let all = self.steps.iter().chain([&self.nodes, &self.velocity]);
        2 + all.map(Numbers::count).sum::<usize>()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.steps.iter().for_each(|step| step.for_each(visit));
        visit(T::from_size(T::Size::from_count(self.known.into())));
        visit(self.node_time);
        self.nodes.for_each(visit);
        self.velocity.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let steps = [Numbers::read(next)?, Numbers::read(next)?, Numbers::read(next)?];
        // A damaged file may contain any number.
        let known = next()?.real();
        let known = (1..=3_u8)
            .filter(|&k| T::Size::from_count(k.into()) <= known)
            .max();
        Ok(Self {
            steps,
            known: known.unwrap_or(0),
            node_time: next()?,
            nodes: Numbers::read(next)?,
            velocity: Numbers::read(next)?,
            layout: Layout::default(),
            room: None,
        })
    }
}
