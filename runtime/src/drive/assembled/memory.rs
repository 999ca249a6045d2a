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
    /// What the sums of q, and then those of p, lost so far; empty for schemes that sum without compensation.
    pub(super) lost: DVector<T>,
    /// The residual that the last step accepted; empty for schemes that do not hand it on.
    pub(super) left: DVector<T>,
    /// How unknowns are counted.
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
    /// The residual and the sizes of its terms, and those of the iteration before.
    pub(super) r: DVector<T>,
    pub(super) scale: DVector<T>,
    pub(super) before: [DVector<T>; 2],
    /// What the sums of q and p lost so far, at the end of the step.
    pub(super) lost: DVector<T>,
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
            lost: self.lost.clone(),
            left: self.left.clone(),
            layout: self.layout,
            room: None,
        }
    }

    /// The numbers of another memory of the same system, with the room of this one.
    fn clone_from(&mut self, source: &Self) {
        let to = self.steps.iter_mut().chain([
            &mut self.nodes,
            &mut self.velocity,
            &mut self.lost,
            &mut self.left,
        ]);
        let from = source
            .steps
            .iter()
            .chain([&source.nodes, &source.velocity, &source.lost, &source.left]);
        to.zip(from).for_each(|(to, from)| to.assign(from));
        (self.known, self.node_time, self.layout) = (source.known, source.node_time, source.layout);
    }
}

impl<T: Scalar> fmt::Debug for AssembledMemory<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("AssembledMemory")
            .field("steps", &self.steps)
            .field("known", &self.known)
            .field("nodes", &self.nodes)
            .field("velocity", &self.velocity)
            .field("lost", &self.lost)
            .field("left", &self.left)
            .finish_non_exhaustive()
    }
}

/// The same numbers.
impl<T: Scalar> PartialEq for AssembledMemory<T> {
    fn eq(&self, other: &Self) -> bool {
        (&self.steps, self.known) == (&other.steps, other.known)
            && (&self.nodes, self.node_time) == (&other.nodes, other.node_time)
            && (&self.velocity, &self.lost, &self.left) == (&other.velocity, &other.lost, &other.left)
    }
}

impl<T: Scalar> Numbers<T> for AssembledMemory<T> {
    const COUNT: usize = 7 * <DVector<T> as Numbers<T>>::COUNT + 4;

    fn count(&self) -> usize {
        let all = self
            .steps
            .iter()
            .chain([&self.nodes, &self.velocity, &self.lost, &self.left]);
        4 + all.map(Numbers::count).sum::<usize>()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.steps.iter().for_each(|step| step.for_each(visit));
        for count in [self.known.into(), self.layout.free, self.layout.impulses] {
            visit(T::from_size(T::Size::from_count(count)));
        }
        visit(self.node_time);
        self.nodes.for_each(visit);
        self.velocity.for_each(visit);
        self.lost.for_each(visit);
        self.left.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let steps = [Numbers::read(next)?, Numbers::read(next)?, Numbers::read(next)?];
        // A damaged file may contain any number.
        let known = next()?.real();
        let known = (1..=3_u8)
            .filter(|&k| T::Size::from_count(k.into()) <= known)
            .max();
        let most = steps.iter().map(DVector::len).max().unwrap_or(0);
        let layout = Layout {
            free: count_of(next()?, most),
            impulses: count_of(next()?, most),
        };
        Ok(Self {
            steps,
            known: known.unwrap_or(0),
            node_time: next()?,
            nodes: Numbers::read(next)?,
            velocity: Numbers::read(next)?,
            lost: Numbers::read(next)?,
            left: Numbers::read(next)?,
            layout,
            room: None,
        })
    }
}

/// The integer that a number is, if it is at most `most`; otherwise 0.
fn count_of<T: Scalar>(number: T, most: usize) -> usize {
    let number = number.real().to_f64();
    let is_count = number >= 0.0 && number <= most as f64;
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 0 and the length of a vector"
    )]
    if is_count { number as usize } else { 0 }
}
