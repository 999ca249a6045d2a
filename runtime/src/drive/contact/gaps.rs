//! Coordinates that a step left in penetration, moved until closed gaps are zero: the position correction of Gear, Gupta and
//! Leimkuhler, with inequalities.
//!
//! ```text
//! M d = W_Nᵀ ν,   0 ≤ ν ⊥ g(q* + d) ≥ 0,   with constraints M d + Gᵀ κ = W_Nᵀ ν and g(q* + d) = 0
//! ```
//!
//! Each iteration solves the contact problem of the linearized gaps, without friction. q* are the coordinates at the end of the
//! step, with the correction before it or without: see `withdrawn`.

mod iteration;
mod linearized;
mod withdrawn;

pub(in crate::drive) use iteration::{EndGaps, Iterates, MOST_STARTS, close, settled};
#[cfg(feature = "alloc")]
pub(in crate::drive) use withdrawn::{Kept, leaves};
pub(in crate::drive) use withdrawn::{Pushed, taken};
pub(super) use withdrawn::{PushedOf, start_of};

use super::{ContactScheme, Moving, ScalarOf};
use crate::contacts::zero_gap;
use crate::drive::Interval;
use crate::equations::{Acceleration, Equations};
use crate::kernels::{CarryOf, Derived, ElementOf};
use crate::{Contacts, Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::{at, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector};
use linearized::GapProblem;
pub(super) use linearized::{Forces, Masses};
use withdrawn::Given;

/// The gaps, and zero in the place of those that rounding has left above zero: by rounding of their own summands, or within the
/// `clearance` of a contact that rested.
pub(super) fn rounded<S>(
    system: &S,
    (t, q): (ScalarOf<S>, &S::Configuration),
    (gaps, clearance): (&S::Gaps, &S::Gaps),
) -> S::Gaps
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let own = gaps.as_slice().iter().zip(clearance.as_slice());
    let are_certain = own.fold(true, |all, (&gap, &clearance)| {
        all & (gap <= larger(zero::<S>(), clearance))
    });
    // Where all are closed, their summands do not matter.
    let scales = if are_certain {
        zeros()
    } else {
        system.gap_scales(t, q)
    };
    S::Gaps::from_fn(|i| {
        let gap = at(gaps.as_slice(), i);
        if gap <= tolerance::<S>((&scales, clearance), i) && gap > zero::<S>() {
            zero::<S>()
        } else {
            gap
        }
    })
}

/// The largest of the gaps i that counts as zero.
pub(super) fn tolerance<S>((scales, clearance): (&S::Gaps, &S::Gaps), i: usize) -> ScalarOf<S>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    larger(zero_gap(at(scales.as_slice(), i)), at(clearance.as_slice(), i))
}

pub(in crate::drive) fn larger<T: Size>(a: T, b: T) -> T {
    if b > a { b } else { a }
}

fn sum<T: Scalar, V: Block<T>>(a: &V, b: &V) -> V {
    V::from_fn(|i| at(a.as_slice(), i) + at(b.as_slice(), i))
}

fn zero<S: Lagrangian>() -> ScalarOf<S> {
    ScalarOf::<S>::from_f64(0.0)
}

/// An end with its coordinates corrected.
pub(super) struct Corrected<S: Contacts> {
    pub(super) end: StateOf<S>,
    /// How far above zero the gaps of corrected contacts count as closed, zero for the others.
    pub(super) clearance: S::Gaps,
    pub(super) pushed: PushedOf<S>,
}

/// A corrected end, if the end is moved, and the energy that the correction before it gives for good.
pub(super) type Ended<S> = (Option<Corrected<S>>, ScalarOf<S>);

/// The correction of the end of one step.
pub(super) struct Correction<'a, S: Contacts + Derived<T>, D, T> {
    pub(super) system: &'a S,
    pub(super) over: Interval<'a, S, D>,
    pub(super) carry: &'a CarryOf<S, T>,
    /// How far above zero gaps still count as closed.
    pub(super) clearance: &'a S::Gaps,
    /// The correction before.
    pub(super) pushed: &'a PushedOf<S>,
    /// The energy that percussions have taken.
    pub(super) lost: ScalarOf<S>,
    /// The end of the step.
    pub(super) end: &'a StateOf<S>,
    pub(super) velocity: &'a S::Velocity,
}

impl<S, D, T> Correction<'_, S, D, T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// The corrected end; `None` if no gap is below zero and nothing is given for good. What cannot be withdrawn is given.
    pub(super) fn corrected(&self) -> Result<Ended<S>, Failure> {
        let (mut from, mut energy) = (self.end.q, zero::<S>());
        if let Some(Given { q, kept }) = self.given() {
            let starts = kept.starts(self.lost);
            if starts > 0
                && let Ok((corrected, penetrates)) = self.corrected_from(from, starts)
            {
                return Ok((penetrates.then_some(corrected), energy));
            }
            (from, energy) = (q, kept.energy);
        }
        let (corrected, penetrates) = self.corrected_from(from, MOST_STARTS)?;
        let is_moved = penetrates || from != self.end.q;
        Ok((is_moved.then_some(corrected), energy))
    }

    /// The corrected end, with q* = `from` and places from iterates, up to as many `starts`, and whether some gap is below
    /// zero.
    fn corrected_from(&self, from: S::Configuration, starts: usize) -> Result<(Corrected<S>, bool), Failure> {
        let State { t, q: ended, p } = *self.end;
        let (mut q, mut next, mut last, mut change) = (from, from, from, from);
        let mut marked = Marked {
            correction: self,
            clearance: self.clearance(),
            from,
            // What is given is second-order away from the constraints.
            is_off: from != ended && Forces::<S>::LEN > S::Velocity::LEN,
            gaps: zeros(),
            is_closed: zeros(),
            pushes: zeros(),
            earlier: zeros(),
        };
        let room = Iterates {
            next: &mut next,
            last: &mut last,
            change: &mut change,
        };
        let penetrates = close(&mut marked, &mut q, room, starts)?;
        let [after, at_first] = [&q, &ended].map(|q| self.system.momentum(t, q, self.velocity));
        let p = S::Momentum::from_fn(|k| {
            at(p.as_slice(), k) + (at(after.as_slice(), k) - at(at_first.as_slice(), k))
        });
        let [marks, clearance] = [&marked.is_closed, &marked.clearance].map(Vector::as_slice);
        let pushes = sum(&marked.pushes, &marked.earlier);
        let is_pushed = pushes.as_slice().iter().any(|&push| push != zero::<S>());
        let by = |k| at(q.as_slice(), k) - at(from.as_slice(), k);
        let corrected = Corrected {
            end: State { t, q, p },
            clearance: S::Gaps::from_fn(|i| at(marks, i) * at(clearance, i)),
            pushed: Pushed {
                pushes,
                by: S::Configuration::from_fn(|k| if is_pushed { by(k) } else { zero::<S>() }),
            },
        };
        Ok((corrected, penetrates))
    }

    /// How far above zero gaps count as closed in the correction: one that is moved to zero has the rounding of the place from
    /// where it is moved.
    fn clearance(&self) -> S::Gaps {
        let scales = self.system.gap_scales(self.end.t, &self.end.q);
        S::Gaps::from_fn(|i| tolerance::<S>((&scales, self.clearance), i))
    }

    /// ν at corrected coordinates, and the contacts whose gaps are zero there; ν is that of all rows, zero for slips.
    pub(super) fn pushes(&self, q: &S::Configuration) -> Result<(S::Gaps, S::Percussions), Failure> {
        let (gaps, mut is_closed) = (self.system.gaps(self.end.t, q), zeros());
        self.close((&gaps, &self.clearance()), q, &mut is_closed);
        let (image, pushes) = self.moved(&self.end.q, q, (&gaps, &is_closed))?;
        settled(&self.end.q, q, &image)?;
        let mut all: S::Percussions = zeros();
        for ((_, row), &push) in normals::<S>(&is_closed).zip(pushes.as_slice()) {
            write(&mut all, row, push);
        }
        Ok((is_closed, all))
    }

    /// Marks the contacts whose gaps are not above zero; whether one is below zero.
    fn close(
        &self,
        (gaps, clearance): (&S::Gaps, &S::Gaps),
        q: &S::Configuration,
        is_closed: &mut S::Gaps,
    ) -> bool {
        let scales = self.system.gap_scales(self.end.t, q);
        let mut penetrates = false;
        let marks = is_closed.as_mut_slice().iter_mut().zip(gaps.as_slice());
        let with_gaps = marks
            .zip(S::CONTACTS)
            .enumerate()
            .filter(|(_, (_, contact))| contact.has_gap);
        for (i, ((mark, &gap), _)) in with_gaps {
            let tolerance = tolerance::<S>((&scales, clearance), i);
            // What rested is closed, and corrected all the same.
            penetrates |= gap < -zero_gap(at(scales.as_slice(), i));
            if gap <= tolerance {
                *mark = ScalarOf::<S>::from_f64(1.0);
            }
        }
        penetrates
    }

    /// q* + d, with q* = `from`, for the gaps linearized at q, and ν of the marked contacts.
    fn moved(
        &self,
        from: &S::Configuration,
        q: &S::Configuration,
        (gaps, is_closed): (&S::Gaps, &S::Gaps),
    ) -> Result<(S::Configuration, S::Percussions), Failure> {
        let t = self.end.t;
        let masses = Masses::at(self.system, &(t, *q, *self.velocity, *self.over.inputs))?;
        let back = S::Velocity::from_fn(|k| at(from.as_slice(), k) - at(q.as_slice(), k));
        let [pulls, sizes] = self.pulls(q, &back, &masses);
        let held = masses.moved(pulls.as_slice());
        let offset = S::Velocity::from_fn(|k| at(back.as_slice(), k) + at(held.as_slice(), k));
        let (directions, _) = self.system.directions(t, q);
        let mut closed = GapProblem::new(&directions, is_closed);
        closed.linearize(&masses, (gaps, &self.system.gap_scales(t, q)), &offset);
        let solver = self.over.scheme.solver();
        let pushes = if Forces::<S>::LEN > S::Velocity::LEN {
            let rounding = masses.rounding(q, (&pulls, &sizes));
            closed.clear(&rounding);
            // What is solved to its terms is.
            closed.pushes(&solver).or_else(|_| {
                closed.widen(&rounding);
                closed.pushes(&solver)
            })
        } else {
            closed.pushes(&solver)
        }?;
        let d = masses.moved(closed.push(&pushes).as_slice());
        let moved = S::Configuration::from_fn(|k| {
            at(from.as_slice(), k) + (at(held.as_slice(), k) + at(d.as_slice(), k))
        });
        Ok((moved, pushes))
    }

    /// −g(q) − G (q* − q) of the constraints, with the sizes of the summands of g; zeros for the coordinates, which come first,
    /// and for constraints on velocities, which come last: A d = 0.
    fn pulls(&self, q: &S::Configuration, back: &S::Velocity, masses: &Masses<S>) -> [Forces<S>; 2] {
        let n = S::Velocity::LEN;
        let (violations, scales) = self.violations(q);
        let pull = |k| -at(violations.as_slice(), k) - masses.rate(k, back);
        let holonomic = n..Forces::<S>::LEN.saturating_sub(S::STRUCTURE.rolling);
        let of_positions = |k: usize, number: &dyn Fn(usize) -> ScalarOf<S>| {
            if holonomic.contains(&k) {
                number(k)
            } else {
                zero::<S>()
            }
        };
        [
            Forces::<S>::from_fn(|k| of_positions(k, &pull)),
            Forces::<S>::from_fn(|k| of_positions(k, &|k| at(scales.as_slice(), k))),
        ]
    }

    /// The constraints at q with the sizes of their summands, as the step states them: those of its last equations, with
    /// q = q₀ + h x.
    fn violations(
        &self,
        q: &S::Configuration,
    ) -> (<S as Equations<T>>::Unknown, <S as Equations<T>>::Unknown) {
        let known = ElementOf::<S, T>::of(self.over.state, self.over.h, self.over.inputs, self.carry);
        let x = <S as Equations<T>>::Unknown::from_fn(|k| {
            if k < S::Velocity::LEN {
                (at(q.as_slice(), k) - at(known.q.as_slice(), k)) / known.h
            } else {
                zero::<S>()
            }
        });
        let (mut r, mut scale) = (zeros(), zeros());
        Equations::<T>::residual(self.system, &known, &x, &mut r, &mut scale);
        (r, scale)
    }
}

/// The gaps of an iterate, and which of them are marked.
struct Marked<'a, 'b, S: Contacts + Derived<T>, D, T> {
    correction: &'a Correction<'b, S, D, T>,
    /// How far above zero gaps count as closed.
    clearance: S::Gaps,
    /// q*
    from: S::Configuration,
    /// Whether q* violates constraints.
    is_off: bool,
    gaps: S::Gaps,
    is_closed: S::Gaps,
    /// ν
    pushes: S::Gaps,
    /// The sums of ν from places that others took the place of.
    earlier: S::Gaps,
}

impl<S, D, T> EndGaps<ScalarOf<S>> for Marked<'_, '_, S, D, T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    type Coordinates = S::Configuration;

    fn mark(&mut self, q: &S::Configuration) -> Result<bool, Failure> {
        let Correction { system, end, .. } = self.correction;
        self.gaps = system.gaps(end.t, q);
        let gaps = (&self.gaps, &self.clearance);
        Ok(self.correction.close(gaps, q, &mut self.is_closed))
    }

    fn is_off(&self) -> bool {
        self.is_off
    }

    fn set_moved(&mut self, q: &S::Configuration, moved: &mut S::Configuration) -> Result<(), Failure> {
        let (next, pushes) = self
            .correction
            .moved(&self.from, q, (&self.gaps, &self.is_closed))?;
        *moved = next;
        for ((contact, _), &push) in normals::<S>(&self.is_closed).zip(pushes.as_slice()) {
            write(&mut self.pushes, contact, push);
        }
        Ok(())
    }

    fn start_at(&mut self, q: &S::Configuration) {
        self.from = *q;
        self.earlier = sum(&self.pushes, &self.earlier);
    }
}

/// Each marked contact, with its normal row.
pub(super) fn normals<S: Contacts>(is_closed: &S::Gaps) -> impl Iterator<Item = (usize, usize)> {
    let rows = S::CONTACTS.iter().scan(0, |next, contact| {
        let row = *next;
        *next += 1 + contact.slips;
        Some(row)
    });
    let marks = is_closed.as_slice().iter().enumerate().zip(rows);
    marks.filter_map(|((i, &mark), row)| (mark != zero::<S>()).then_some((i, row)))
}
