//! Coordinates that a step left in penetration, moved until closed gaps are zero: contacts of items.
//!
//! ```text
//! A (d, κ) = (−Wᵀ ν, g + G (q* − q)),   A = −[M Gᵀ; G 0],   0 ≤ ν ⊥ g_N + W (q* + d − q) ≥ 0
//! ```
//!
//! All but q* is taken at the iterate q. Knows no scheme.

mod derivative;
mod linearized;

use alloc::vec::Vec;

use nalgebra::DVector;

use super::closed::has_gap;
use super::find::{Finder, Node};
use super::memory::{Clearances, Corrected, LastCorrection};
use crate::contacts::zero_gap;
use crate::drive::OnTheHeap;
use crate::drive::assembled::changes::all_finite;
use crate::drive::assembled::linearization::SparseLinearization;
use crate::drive::assembled::memory::{Room, resize, zeros};
use crate::drive::assembled::sums::Sums;
use crate::drive::assembly::Known;
use crate::drive::contact::{EndGaps, Iterates, MOST_STARTS, close_gaps};
use crate::error::AnySizeFailure;
use crate::family::{AnySize, FamilyContacts, Heap};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::copied;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactSolver;
use linearized::{Linearized, Place};

type ScalarOf<S> = <S as Lagrangian>::Scalar;

/// Room for the correction of a step. It is kept.
#[derive(Clone, Debug)]
pub(super) struct GapRoom<T: Size> {
    /// The end of the step before its correction.
    ended: DVector<T>,
    /// q*
    from: DVector<T>,
    /// Room for the iteration.
    iterates: [DVector<T>; 3],
    /// ∂L/∂v at q*, and at the corrected coordinates.
    momenta: [DVector<T>; 2],
    linearized: Linearized<T>,
    corrected: Vec<Corrected<T>>,
    /// d
    by: Vec<T>,
    /// The energy that percussions have taken.
    lost: T,
}

impl<T: Size> GapRoom<T> {
    /// The contacts that were corrected, and d; none if nothing is pushed.
    pub(super) fn corrected(&self) -> (&[Corrected<T>], &[T]) {
        (&self.corrected, &self.by)
    }

    /// The energy that percussions have taken, less what corrections have given for good.
    pub(super) fn lost(&self) -> T {
        self.lost
    }

    /// Takes over the coordinates that were moved, with their p and N.
    fn accept<S, D>(&mut self, sums: &Sums<'_, S, D>, steps: &mut Room<T, Heap>) -> Result<(), Failure>
    where
        S: OnTheHeap<D> + FamilyContacts + Lagrangian<Scalar = T>,
    {
        let Self {
            ended,
            from,
            momenta,
            linearized,
            corrected,
            by,
            ..
        } = self;
        let (system, t) = (sums.system, sums.known.t + sums.known.h);
        core::mem::swap(ended, &mut steps.q);
        let u = steps.velocity.as_slice();
        let rounding = |item| zero_gap(system.gap(item, t, from.as_slice(), u).scale);
        corrected.extend(linearized.pushes().map(|(item, push)| Corrected {
            item,
            clearance: rounding(item),
            push,
        }));
        let is_pushed = linearized.pushes().any(|(_, push)| push > T::from_f64(0.0));
        if is_pushed {
            let places = steps.q.iter().zip(from.iter());
            by.extend(places.map(|(&q, &from)| q - from));
        }
        keep_velocity(system, (t, u), [ended, &steps.q], &mut steps.p, momenta);
        if !(all_finite(steps.q.as_slice()) && all_finite(steps.p.as_slice())) {
            return Err(Failure::NotFinite {
                what: "state with closed gaps",
            });
        }
        // The momenta are room here.
        let [room, _] = momenta;
        set_nodes(sums, is_pushed.then_some(&*from), steps, room);
        Ok(())
    }
}

impl<T: Size> Default for GapRoom<T> {
    fn default() -> Self {
        Self {
            ended: zeros(0),
            from: zeros(0),
            iterates: [zeros(0), zeros(0), zeros(0)],
            momenta: [zeros(0), zeros(0)],
            linearized: Linearized::default(),
            corrected: Vec::new(),
            by: Vec::new(),
            lost: T::from_f64(0.0),
        }
    }
}

/// How gaps are closed at the end of a step.
pub(super) struct Closing<'a, T: Size, C> {
    pub(super) solver: C,
    pub(super) finder: &'a mut Finder<T>,
    /// How far above zero gaps still count as closed.
    pub(super) clearances: Clearances<'a, T>,
    pub(super) room: &'a mut GapRoom<T>,
}

impl<T: Size, C: SparseContactSolver> Closing<'_, T, C> {
    /// Corrects q, p and N at the end of a step, if a gap is below zero there, or if the correction `before` it is given for
    /// good. p keeps the N of the coordinates before, and N is that of the start of the next step.
    pub(super) fn end<S, D>(
        mut self,
        sums: &Sums<'_, S, D>,
        before: LastCorrection<'_, T>,
        steps: &mut Room<T, Heap>,
    ) -> Result<(), Failure>
    where
        S: OnTheHeap<D> + FamilyContacts + Lagrangian<Scalar = T>,
    {
        let GapRoom {
            ended,
            from,
            iterates,
            linearized,
            corrected,
            by,
            lost,
            ..
        } = &mut *self.room;
        corrected.clear();
        by.clear();
        *lost = before.lost;
        let (system, t, n) = (sums.system, sums.known.t + sums.known.h, steps.q.len());
        let rooms = [ended, &mut *from].into_iter().chain(iterates);
        rooms.for_each(|x| resize(x, n));
        let node = (system, t, &steps.velocity);
        if before.by.is_empty() {
            copied(steps.q.as_slice(), from.as_mut_slice());
            if self.close::<S, D>(node, false, MOST_STARTS)? {
                self.room.accept(sums, steps)?;
            }
            return Ok(());
        }
        add(&steps.q, before.by, from);
        let place = Place {
            system,
            t,
            from,
            velocity: &steps.velocity,
        };
        let kept = linearized.kept((&place, sums.known.h), &steps.q, before);
        let starts = kept.starts(before.lost);
        copied(steps.q.as_slice(), from.as_mut_slice());
        if starts > 0
            && let Ok(penetrates) = self.close::<S, D>(node, false, starts)
        {
            return if penetrates {
                self.room.accept(sums, steps)
            } else {
                Ok(())
            };
        }
        // What cannot be withdrawn is given, too. It is second-order away from the constraints.
        add(&steps.q, before.by, &mut self.room.from);
        self.room.lost = before.lost - kept.energy;
        let is_off = system.constraint_count() > system.rolling_count();
        self.close::<S, D>(node, is_off, MOST_STARTS)?;
        self.room.accept(sums, steps)
    }

    /// Moves q* until its gaps are closed; whether one is below zero.
    fn close<S, D>(
        &mut self,
        (system, t, velocity): (&S, T, &DVector<T>),
        is_off: bool,
        starts: usize,
    ) -> Result<bool, Failure>
    where
        S: OnTheHeap<D> + FamilyContacts + Lagrangian<Scalar = T>,
    {
        let GapRoom {
            ended,
            from,
            iterates: [next, last, change],
            linearized,
            ..
        } = &mut *self.room;
        linearized.begin(from);
        copied(from.as_slice(), ended.as_mut_slice());
        let mut gaps = Gaps {
            place: Place {
                system,
                t,
                from,
                velocity,
            },
            solver: self.solver,
            finder: &mut *self.finder,
            clearances: self.clearances.clone(),
            is_off,
            linearized,
        };
        close_gaps(&mut gaps, ended, Iterates { next, last, change }, starts)
    }

    /// The derivative of the step that ended at `end` with the velocity `u`, from that without the correction.
    pub(super) fn linearized<S, D>(
        self,
        sums: &Sums<'_, S, D>,
        (end, u): (&DVector<T>, &DVector<T>),
        inner: SparseLinearization<T>,
    ) -> Result<SparseLinearization<T>, Failure>
    where
        S: OnTheHeap<D> + FamilyContacts + Lagrangian<Scalar = T>,
    {
        let GapRoom { from, linearized, .. } = self.room;
        let mut gaps = Gaps {
            place: Place {
                system: sums.system,
                t: sums.known.t + sums.known.h,
                from,
                velocity: u,
            },
            solver: self.solver,
            finder: self.finder,
            clearances: self.clearances,
            is_off: false,
            linearized,
        };
        match gaps.derivative(&sums.known, end)? {
            None => Ok(inner),
            Some(moved) => inner.moved(moved).map_err(|failure| gaps.redundant(failure)),
        }
    }
}

/// q + d
fn add<T: Scalar>(q: &DVector<T>, by: &[T], to: &mut DVector<T>) {
    let places = to.iter_mut().zip(q.iter().zip(by));
    places.for_each(|(to, (&q, &by))| *to = q + by);
}

/// N of the coordinates to which the end of a step was moved, or of others. `momenta` are room.
pub(super) fn set_nodes<S: OnTheHeap<D> + Lagrangian<Scalar = T>, D, T: Size>(
    sums: &Sums<'_, S, D>,
    other: Option<&DVector<T>>,
    steps: &mut Room<T, Heap>,
    momenta: &mut DVector<T>,
) {
    if !S::HAS_NODES {
        return;
    }
    let end = Known {
        t: sums.known.t + sums.known.h,
        q: other.unwrap_or(&steps.q).as_slice(),
        v: steps.velocity.as_slice(),
        ..sums.known
    };
    let (nodes, room) = (steps.nodes.as_mut_slice(), momenta.as_mut_slice());
    steps.parts.set_nodes(sums.system, &end, nodes, room);
}

/// p where v stays as it is: p + ∂L/∂v(q) − ∂L/∂v(q*), with q* and q as `nodes`. `momenta` is room for both.
pub(super) fn keep_velocity<S: AnySize + Lagrangian<Scalar = T>, T: Size>(
    system: &S,
    (t, v): (T, &[T]),
    nodes: [&DVector<T>; 2],
    momentum: &mut DVector<T>,
    momenta: &mut [DVector<T>; 2],
) {
    for (p, q) in momenta.iter_mut().zip(nodes) {
        resize(p, q.len());
        p.fill(T::from_f64(0.0));
        system.add_momentum(t, q.as_slice(), v, p.as_mut_slice());
    }
    let [before, after] = momenta;
    let changes = after.iter().zip(before.iter());
    let places = momentum.iter_mut().zip(changes);
    places.for_each(|(p, (&after, &before))| *p = *p + (after - before));
}

/// The gaps at the end of a step.
struct Gaps<'a, 'b, S: Lagrangian, C>
where
    S::Scalar: Size,
{
    place: Place<'a, S>,
    solver: C,
    finder: &'a mut Finder<S::Scalar>,
    clearances: Clearances<'b, S::Scalar>,
    /// Whether q* violates constraints.
    is_off: bool,
    linearized: &'a mut Linearized<S::Scalar>,
}

impl<S, C> EndGaps<ScalarOf<S>> for Gaps<'_, '_, S, C>
where
    S: FamilyContacts + AnySize + Lagrangian<Configuration = DVector<ScalarOf<S>>>,
    ScalarOf<S>: Size,
    C: SparseContactSolver,
{
    type Coordinates = DVector<ScalarOf<S>>;

    fn mark(&mut self, q: &DVector<ScalarOf<S>>) -> Result<bool, Failure> {
        let Place {
            system, t, velocity, ..
        } = self.place;
        let node = Node {
            t,
            q: q.as_slice(),
            v: velocity.as_slice(),
            ahead: None,
        };
        let (marks, mut clearances) = (&mut *self.linearized, self.clearances.clone());
        let mut penetrates = false;
        marks.look_again();
        self.finder.each(system, &node, &mut |item, at| {
            if !has_gap::<S>(item) {
                return Ok(());
            }
            if !at.gap.is_finite() {
                let contact = S::contact_name(item);
                return Err(AnySizeFailure::Gap { contact }.into());
            }
            let rounding = zero_gap(at.scale);
            // What rested is closed, and corrected all the same.
            penetrates |= at.gap < -rounding;
            if at.gap <= rounding || at.gap <= clearances.of(item) {
                marks.mark(item);
            }
            Ok(())
        })?;
        marks.sort();
        Ok(penetrates)
    }

    fn is_off(&self) -> bool {
        self.is_off
    }

    fn set_moved(
        &mut self,
        q: &DVector<ScalarOf<S>>,
        moved: &mut DVector<ScalarOf<S>>,
    ) -> Result<(), Failure> {
        let Self {
            place, linearized, ..
        } = self;
        linearized.factor(place, q)?;
        linearized.hold(place, q)?;
        linearized.state(place, q)?;
        linearized.push(&self.solver)?;
        linearized.set_moved(moved)
    }

    fn start_at(&mut self, q: &DVector<ScalarOf<S>>) {
        self.linearized.start_at(q);
    }
}
