//! The memory of a system of any size from step to step, and the room in which a step is made.

use core::fmt;

use super::parts::Parts;
use super::space::{HandOver, StepSpace};
use crate::family::Heap;
use extremal_numerics::block::copied;
use extremal_numerics::{Numbers, Scalar, Size, Vector};

/// The memory of [`Assembled`](super::Assembled).
///
/// A copy has the same numbers and no room: the next step that is made with it takes its memory anew.
pub struct AssembledMemory<T: Scalar, X: StepSpace<T> = Heap> {
    pub(super) carried: Carried<T, X>,
    pub(super) room: Option<Room<T, X>>,
}

/// The numbers that go from step to step.
pub(super) struct Carried<T: Scalar, X: StepSpace<T>> {
    /// The unknowns of the last steps, the newest first; empty where nothing reads them. Where less than three are known, they
    /// are such that the parabola through all is the line or the constant through those known.
    pub(super) steps: [X::Steps; 3],
    /// The number of known steps, up to 3.
    pub(super) known: u8,
    /// N at the present node, and the time for which it was computed.
    pub(super) nodes: X::Nodes,
    pub(super) node_time: T,
    /// The velocity at the present node, for schemes that carry it.
    pub(super) velocity: X::Velocity,
    /// The rounding errors of the sums of q, and then of p, so far; empty for schemes that sum without compensation.
    pub(super) compensation: X::Compensation,
    /// The residual that the last step accepted; empty for schemes that do not hand it on.
    pub(super) residual_before: X::Residual,
    /// How unknowns are counted.
    pub(super) layout: Layout,
    /// A one at each velocity at the end that no equation contains; empty if there is none. It is found again with new room.
    pub(super) still: X::Residual,
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
pub(super) struct Room<T: Scalar, X: StepSpace<T>> {
    pub(super) tangent: X::Tangent,
    /// −1/A(k, k), where the tangent is diagonal and constant, once if all are equal; otherwise empty.
    pub(super) weights: X::Weights,
    /// The results of the step: q, p, v and N at its end, and its stages.
    pub(super) q: X::Vector,
    pub(super) p: X::Vector,
    pub(super) velocity: X::Velocity,
    pub(super) nodes: X::Nodes,
    pub(super) stages: X::Stages,
    /// The unknowns before a correction, and after it.
    pub(super) from: X::Iterates,
    pub(super) x: X::Unknowns,
    /// The residual and the sizes of its terms, and those of the iteration before. Steps without equations have here what was
    /// marked: q, p and N instead of x, r and σ, and the time of N.
    pub(super) r: X::Unknowns,
    pub(super) scale: X::Unknowns,
    pub(super) before: [X::Iterates; 2],
    /// The sizes of terms with the rounding inside of them.
    pub(super) wide: X::Unknowns,
    pub(super) marked_time: T,
    /// The rounding errors of the sums of q and p, at the end of the step.
    pub(super) compensation: X::Compensation,
    pub(super) parts: Parts<T>,
    /// The mass matrix, if velocities are asked for.
    #[cfg(feature = "alloc")]
    pub(super) inertia: Option<alloc::boxed::Box<super::velocity::Inertia<T>>>,
    /// The room of steps that fall apart.
    #[cfg(feature = "alloc")]
    pub(super) apart: Option<alloc::boxed::Box<super::apart::ApartRoom<T>>>,
}

impl<T: Scalar, X: StepSpace<T>> Room<T, X> {
    /// Whether a step needs no linear equations.
    #[inline]
    pub(super) fn is_explicit(&self) -> bool {
        !self.weights.as_slice().is_empty()
    }
}

impl<T: Scalar, X: StepSpace<T>> Clone for Room<T, X> {
    fn clone(&self) -> Self {
        Self {
            tangent: self.tangent.clone(),
            weights: self.weights.clone(),
            q: self.q.clone(),
            p: self.p.clone(),
            velocity: self.velocity.clone(),
            nodes: self.nodes.clone(),
            stages: self.stages.clone(),
            from: self.from.clone(),
            x: self.x.clone(),
            r: self.r.clone(),
            scale: self.scale.clone(),
            before: self.before.clone(),
            wide: self.wide.clone(),
            marked_time: self.marked_time,
            compensation: self.compensation.clone(),
            parts: self.parts.clone(),
            #[cfg(feature = "alloc")]
            inertia: self.inertia.clone(),
            #[cfg(feature = "alloc")]
            apart: self.apart.clone(),
        }
    }
}

pub(super) fn zeros<T: Scalar, V: Vector<T>>(count: usize) -> V {
    V::with_len(count, |_| T::from_f64(0.0))
}

/// Several vectors of zeros. A function of its own, so that it is compiled once for all systems.
pub(super) fn several<T: Scalar, V: Vector<T>, const N: usize>(count: usize) -> [V; N] {
    core::array::from_fn(|_| zeros(count))
}

/// Sets the length to `count`. Numbers stay as they are if it is right already, and are zero otherwise.
#[inline]
pub(super) fn resize<T: Scalar, V: Vector<T>>(x: &mut V, count: usize) {
    if x.as_slice().len() != count {
        *x = zeros(count);
    }
}

impl<T: Scalar, X: StepSpace<T>> AssembledMemory<T, X> {
    /// A copy with its room, for another step of the same system.
    pub(super) fn with_room(&self) -> Self {
        Self {
            carried: self.carried.clone(),
            room: self.room.clone(),
        }
    }
}

impl<T: Scalar, X: StepSpace<T>> Carried<T, X> {
    /// Adds the unknowns of a step, which may be exchanged with others.
    pub(super) fn push(&mut self, x: &mut X::Unknowns) {
        self.steps.rotate_right(1);
        let [x0, x1, x2] = &mut self.steps;
        x.hand_over(x0);
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

    /// Adds the impulses of a step alone, those at the end behind those of each constraint before.
    #[cfg(feature = "alloc")]
    pub(super) fn push_impulses(&mut self, impulses: [&[T]; 2]) {
        self.steps.rotate_right(1);
        let (
            [latest, ..],
            Layout {
                free,
                impulses: count,
            },
        ) = (&mut self.steps, self.layout);
        let latest = latest.as_mut_slice().get_mut(free..).unwrap_or_default();
        let both = core::iter::zip(impulses[0], impulses[1]);
        for (to, (&first, &second)) in extremal_numerics::block::rows_mut(latest, count).zip(both) {
            copied(&[first, second], to);
        }
        self.known = self.known.saturating_add(1).min(3);
    }

    /// The parabola through the known steps, evaluated at the next one; or the seed.
    pub(super) fn guess(&self, x: &mut X::Unknowns) {
        let [x0, x1, x2] = &self.steps;
        let three = T::from_f64(3.0);
        let [x0, x1, x2] = [x0, x1, x2].map(Vector::as_slice);
        let rows = x.as_mut_slice().iter_mut().zip(x0.iter().zip(x1).zip(x2));
        rows.for_each(|(x, ((&x0, &x1), &x2))| *x = three * (x0 - x1) + x2);
    }

    /// The unknowns of the last step, or the seed.
    pub(super) fn recall(&self, x: &mut X::Unknowns) {
        let [latest, ..] = &self.steps;
        copied(latest.as_slice(), x.as_mut_slice());
    }
}

impl<T: Scalar, X: StepSpace<T>> Clone for Carried<T, X> {
    fn clone(&self) -> Self {
        Self {
            steps: self.steps.clone(),
            known: self.known,
            nodes: self.nodes.clone(),
            node_time: self.node_time,
            velocity: self.velocity.clone(),
            compensation: self.compensation.clone(),
            residual_before: self.residual_before.clone(),
            layout: self.layout,
            still: self.still.clone(),
        }
    }
}

impl<T: Scalar, X: StepSpace<T>> Clone for AssembledMemory<T, X> {
    fn clone(&self) -> Self {
        Self {
            carried: self.carried.clone(),
            room: None,
        }
    }

    /// The numbers of another memory of the same system, with the room of this one.
    fn clone_from(&mut self, source: &Self) {
        let (to, from) = (&mut self.carried, &source.carried);
        let steps = to.steps.iter_mut().zip(&from.steps);
        steps.for_each(|(to, from)| to.assign(from));
        to.nodes.assign(&from.nodes);
        to.velocity.assign(&from.velocity);
        to.compensation.assign(&from.compensation);
        to.residual_before.assign(&from.residual_before);
        to.still.assign(&from.still);
        (to.known, to.node_time, to.layout) = (from.known, from.node_time, from.layout);
    }
}

impl<T: Scalar, X: StepSpace<T>> fmt::Debug for AssembledMemory<T, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Carried {
            steps,
            known,
            nodes,
            velocity,
            compensation,
            residual_before,
            ..
        } = &self.carried;
        f.debug_struct("AssembledMemory")
            .field("steps", steps)
            .field("known", known)
            .field("nodes", nodes)
            .field("velocity", velocity)
            .field("compensation", compensation)
            .field("residual_before", residual_before)
            .finish_non_exhaustive()
    }
}

/// Memories are equal if their numbers are; the room does not count.
impl<T: Scalar, X: StepSpace<T>> PartialEq for AssembledMemory<T, X> {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.carried, &other.carried);
        (&a.steps, a.known) == (&b.steps, b.known)
            && (&a.nodes, a.node_time) == (&b.nodes, b.node_time)
            && (&a.velocity, &a.compensation, &a.residual_before)
                == (&b.velocity, &b.compensation, &b.residual_before)
    }
}

impl<T: Scalar, X: StepSpace<T>> Numbers<T> for AssembledMemory<T, X> {
    const COUNT: usize = 3 * <X::Steps as Numbers<T>>::COUNT
        + <X::Nodes as Numbers<T>>::COUNT
        + <X::Velocity as Numbers<T>>::COUNT
        + <X::Compensation as Numbers<T>>::COUNT
        + <X::Residual as Numbers<T>>::COUNT
        + 4;

    fn count(&self) -> usize {
        let Carried {
            steps,
            nodes,
            velocity,
            compensation,
            residual_before,
            ..
        } = &self.carried;
        let steps: usize = steps.iter().map(Numbers::count).sum();
        4 + steps + nodes.count() + velocity.count() + compensation.count() + residual_before.count()
    }

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        let carried = &self.carried;
        carried.steps.iter().for_each(|step| step.for_each(visit));
        let layout = carried.layout;
        for count in [carried.known.into(), layout.free, layout.impulses] {
            visit(T::from_size(T::Size::from_count(count)));
        }
        visit(carried.node_time);
        carried.nodes.for_each(visit);
        carried.velocity.for_each(visit);
        carried.compensation.for_each(visit);
        carried.residual_before.for_each(visit);
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let steps = [Numbers::read(next)?, Numbers::read(next)?, Numbers::read(next)?];
        // A damaged file may contain any number.
        let known = next()?.real();
        let known = (1..=3_u8)
            .filter(|&k| T::Size::from_count(k.into()) <= known)
            .max();
        let most = steps.iter().map(|step: &X::Steps| step.as_slice().len());
        let most = most.max().unwrap_or(0);
        let layout = Layout {
            free: count_of(next()?, most),
            impulses: count_of(next()?, most),
        };
        Ok(Self {
            carried: Carried {
                steps,
                known: known.unwrap_or(0),
                node_time: next()?,
                nodes: Numbers::read(next)?,
                velocity: Numbers::read(next)?,
                compensation: Numbers::read(next)?,
                residual_before: Numbers::read(next)?,
                layout,
                still: zeros(0),
            },
            room: None,
        })
    }
}

/// The integer that a number is, if it is at most `most`; otherwise 0.
fn count_of<T: Scalar>(number: T, most: usize) -> usize {
    let is_reached = |count: usize| count <= most && T::Size::from_count(count) <= number.real();
    let bits = (0..usize::BITS - 1).rev();
    let count = bits.fold(0_usize, |count, bit| {
        let more = count.saturating_add(1 << bit);
        if is_reached(more) { more } else { count }
    });
    if T::Size::from_count(count) == number.real() {
        count
    } else {
        0
    }
}
