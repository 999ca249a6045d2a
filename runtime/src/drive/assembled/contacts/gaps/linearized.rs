//! The gaps of marked items, linearized at some coordinates, and the contact problem that moves them to zero.
//!
//! Knows no step.

use alloc::vec::Vec;

use nalgebra::DVector;

use crate::drive::assembled::contacts::closed::{Closed, named, product};
use crate::drive::assembled::contacts::delassus::{Delassus, Factored};
use crate::drive::assembled::contacts::masses::Masses;
use crate::drive::assembled::contacts::memory::LastCorrection;
use crate::drive::assembled::contacts::strike::{move_off, moved as own_entry};
use crate::drive::assembled::contacts::weights::weigh;
use crate::drive::assembled::memory::{resize, zeros};
use crate::drive::contact::{KINK, Kept, Noise, leaves};
use crate::family::{AnySize, ContactItem, FamilyContacts, Product};
use crate::{Failure, Lagrangian};
use extremal_numerics::block::{at, copied};
use extremal_numerics::{Scalar, Size};
use extremal_percussions::{SparseContactRoom, SparseContactSolver};

/// The end of a step before its correction.
pub(super) struct Place<'a, S: Lagrangian> {
    pub(super) system: &'a S,
    pub(super) t: S::Scalar,
    /// q*
    pub(super) from: &'a DVector<S::Scalar>,
    pub(super) velocity: &'a DVector<S::Scalar>,
}

/// The marked items, and their problem at the last iterate. The memory is kept.
#[derive(Clone, Debug)]
pub(super) struct Linearized<T: Size> {
    /// A
    saddle: Masses<T>,
    /// q*, or the iterate in its place.
    from: DVector<T>,
    /// The marked items in ascending order.
    marked: Vec<Mark<T>>,
    /// How many of them earlier iterates have marked.
    known: usize,
    /// Their normal rows.
    closed: Closed<T>,
    scales: Vec<T>,
    pushes: Vec<T>,
    delassus: Delassus<T>,
    solver: SparseContactRoom<T>,
    /// The diagonal of M, where there are constraints.
    masses: DVector<T>,
    /// How far constraints alone move q*.
    held: DVector<T>,
    /// q* − q, and that.
    offset: DVector<T>,
    /// The violations of constraints, and the sizes of their terms.
    violations: [DVector<T>; 2],
    /// κ
    multipliers: DVector<T>,
}

/// A marked item.
#[derive(Clone, Copy, Debug)]
struct Mark<T> {
    item: ContactItem,
    /// ν
    push: T,
    /// The sum of ν from places that others took the place of.
    earlier: T,
}

impl<T: Size> Default for Linearized<T> {
    fn default() -> Self {
        Self {
            saddle: Masses::default(),
            from: zeros(0),
            marked: Vec::new(),
            known: 0,
            closed: Closed::default(),
            scales: Vec::new(),
            pushes: Vec::new(),
            delassus: Delassus::default(),
            solver: SparseContactRoom::new(),
            masses: zeros(0),
            held: zeros(0),
            offset: zeros(0),
            violations: [zeros(0), zeros(0)],
            multipliers: zeros(0),
        }
    }
}

/// Marks.
impl<T: Size> Linearized<T> {
    /// No mark, and q*.
    pub(super) fn begin(&mut self, from: &DVector<T>) {
        self.marked.clear();
        resize(&mut self.from, from.len());
        copied(from.as_slice(), self.from.as_mut_slice());
    }

    /// Takes q in the place of q*.
    pub(super) fn start_at(&mut self, q: &DVector<T>) {
        copied(q.as_slice(), self.from.as_mut_slice());
        let marked = self.marked.iter_mut();
        marked.for_each(|mark| {
            mark.earlier = mark.earlier + mark.push;
            mark.push = T::from_f64(0.0);
        });
    }

    /// Marks of another iterate follow, in any order.
    pub(super) fn look_again(&mut self) {
        self.known = self.marked.len();
    }

    /// Marks an item, once or more.
    pub(super) fn mark(&mut self, item: ContactItem) {
        let known = self.marked.get(..self.known).unwrap_or_default();
        if known.binary_search_by_key(&item, |mark| mark.item).is_err() {
            let zero = T::from_f64(0.0);
            self.marked.push(Mark {
                item,
                push: zero,
                earlier: zero,
            });
        }
    }

    /// The marked items, with ν.
    pub(super) fn pushes(&self) -> impl Iterator<Item = (ContactItem, T)> {
        let marked = self.marked.iter();
        marked.map(|mark| (mark.item, mark.push + mark.earlier))
    }

    /// All marks are there.
    pub(super) fn sort(&mut self) {
        if self.marked.len() > self.known {
            self.marked.sort_unstable_by_key(|mark| mark.item);
        }
    }
}

/// The solution.
impl<T: Size> Linearized<T> {
    /// The first marked item.
    pub(super) fn first(&self) -> Option<ContactItem> {
        self.marked.first().map(|mark| mark.item)
    }

    /// The marked items with their normal rows.
    pub(super) fn closed(&self) -> &Closed<T> {
        &self.closed
    }

    /// ν of the marked item i.
    pub(super) fn push_of(&self, i: usize) -> T {
        at(&self.pushes, i)
    }

    /// κ
    pub(super) fn multipliers(&self) -> &[T] {
        self.multipliers.as_slice()
    }

    /// A marked item on which nothing presses, to rounding: ν moves its gap by too little.
    pub(super) fn unpressed(&self) -> Option<ContactItem> {
        let tolerance = T::from_f64(KINK * T::EPSILON);
        let mut items = self.marked.iter().zip(&self.scales).enumerate();
        let found = items.find(|&(i, (mark, &scale))| {
            mark.push * own_entry(&self.delassus.problem, i) <= tolerance * scale
        });
        found.map(|(_, (mark, _))| mark.item)
    }
}

/// The problem.
impl<T: Size> Linearized<T> {
    /// Factors A at q.
    pub(super) fn factor<S>(&mut self, place: &Place<'_, S>, q: &DVector<T>) -> Result<(), Failure>
    where
        S: AnySize + Lagrangian<Scalar = T, Configuration = DVector<T>>,
    {
        let Place {
            system, t, velocity, ..
        } = *place;
        self.saddle.factor(system, (t, q.as_slice(), velocity.as_slice()))
    }

    /// How far constraints on coordinates alone move q*, for ν = 0; those on velocities have A d = 0.
    pub(super) fn hold<S>(&mut self, place: &Place<'_, S>, q: &DVector<T>) -> Result<(), Failure>
    where
        S: AnySize + Lagrangian<Scalar = T, Configuration = DVector<T>>,
    {
        let (system, n, constraints) = (place.system, q.len(), place.system.constraint_count());
        let zero = T::from_f64(0.0);
        resize(&mut self.held, n);
        resize(&mut self.offset, n);
        resize(&mut self.saddle.both, n + constraints);
        resize(&mut self.multipliers, constraints);
        self.multipliers.fill(zero);
        self.held.fill(zero);
        let starts = self.from.iter().zip(q.iter());
        let offsets = self.offset.iter_mut().zip(starts);
        offsets.for_each(|(offset, (&from, &q))| *offset = from - q);
        if constraints == 0 {
            return Ok(());
        }
        let [violations, sizes] = &mut self.violations;
        [&mut *violations, &mut *sizes]
            .into_iter()
            .for_each(|numbers| resize(numbers, constraints));
        let (at_q, values) = ((place.t, q.as_slice()), violations.as_mut_slice());
        system.constraint_values(at_q.0, at_q.1, values, sizes.as_mut_slice());
        let mut product = Product {
            factor: self.offset.as_slice(),
            sum: values,
        };
        system.add_constraint_jacobian(at_q.0, at_q.1, &mut product);
        let holonomic = ..constraints.saturating_sub(system.rolling_count());
        let violation = |j: usize| match holonomic.contains(&j) {
            true => at(violations.as_slice(), j),
            false => zero,
        };
        let both = self.saddle.both.iter_mut().enumerate();
        both.for_each(|(k, to)| *to = k.checked_sub(n).map_or(zero, violation));
        self.saddle.solve()?;
        let moved = self.held.iter_mut().zip(self.offset.iter_mut());
        for ((held, offset), &by) in moved.zip(self.saddle.both.iter()) {
            (*held, *offset) = (by, *offset + by);
        }
        self.add_multipliers(n);
        Ok(())
    }

    /// The gaps of the marked items at q* + held, linearized at q, and W M⁻¹ Wᵀ.
    pub(super) fn state<S>(&mut self, place: &Place<'_, S>, q: &DVector<T>) -> Result<(), Failure>
    where
        S: FamilyContacts + AnySize + Lagrangian<Scalar = T>,
    {
        let Place {
            system, t, velocity, ..
        } = *place;
        let (at_q, v) = (q.as_slice(), velocity.as_slice());
        self.closed.clear();
        self.scales.clear();
        for &Mark { item, .. } in &self.marked {
            let gap = system.gap(item, t, at_q, v);
            self.closed.add_gap(system, (item, gap), (t, at_q));
            self.scales.push(gap.scale);
        }
        weigh(system, (t, at_q, v), &mut self.masses);
        let (tangent, is_constant) = self.saddle.factored()?;
        let momenta = self.masses.iter().zip(at_q);
        let factored = Factored {
            tangent,
            is_constant,
            masses: self.masses.as_slice(),
            noise: Noise::of(momenta.map(|(&mass, &q)| [mass, Scalar::abs(mass * q)])),
        };
        let (closed, scales, offset) = (&self.closed, &self.scales, self.offset.as_slice());
        let free = |row: usize| {
            let [by, size] = product(closed.directions.row(row), offset);
            [at(&closed.gaps, row) + by, at(scales, row) + size]
        };
        self.delassus.state((closed, &closed.directions), free, factored)
    }

    /// ν
    pub(super) fn push(&mut self, solver: &impl SparseContactSolver) -> Result<(), Failure> {
        let (problem, pushes) = (&self.delassus.problem, &mut self.pushes);
        pushes.clear();
        pushes.extend(self.marked.iter().map(|mark| mark.push));
        move_off(pushes);
        let solved = solver.solve_sparse(problem, pushes, &mut self.solver);
        solved.map_err(|failure| named(&self.closed, failure))?;
        let marked = self.marked.iter_mut().zip(pushes);
        marked.for_each(|(mark, &mut by)| mark.push = by);
        Ok(())
    }

    /// q* + d
    pub(super) fn set_moved(&mut self, moved: &mut DVector<T>) -> Result<(), Failure> {
        self.saddle.both.fill(T::from_f64(0.0));
        let pushes = &self.pushes;
        self.closed
            .add_impulse(pushes, self.saddle.both.as_mut_slice(), |push| -push);
        self.saddle.solve()?;
        self.add_multipliers(moved.len());
        let by = self.held.iter().zip(self.saddle.both.iter());
        let places = moved.iter_mut().zip(self.from.iter()).zip(by);
        places.for_each(|((moved, &from), (&held, &d))| *moved = from + (held + d));
        Ok(())
    }

    /// What the correction `before` adds at q*, of a step that ends at `q` without it.
    pub(super) fn kept<S>(
        &mut self,
        (place, h): (&Place<'_, S>, T),
        q: &DVector<T>,
        before: LastCorrection<'_, T>,
    ) -> Kept<T>
    where
        S: FamilyContacts + AnySize + Lagrangian<Scalar = T, Configuration = DVector<T>>,
    {
        let (system, t) = (place.system, place.t);
        let (from, v) = (place.from.as_slice(), place.velocity.as_slice());
        self.closed.clear();
        let mut is_leaving = false;
        for (row, item) in before.pushed().enumerate() {
            let gap = system.gap(item, t, from, v);
            let [rate, ..] = self.closed.add_gap(system, (item, gap), (t, from));
            let row = self.closed.directions.row(row);
            let [[sum, _], [depth, _]] = [v, before.by].map(|by| product(row, by));
            is_leaving |= leaves([h * (sum + rate), depth], gap.scale);
        }
        let [with, without] = [from, q.as_slice()].map(|q| system.sum_of_energies(t, q, v).generalized);
        Kept {
            leaves: is_leaving,
            energy: with - without,
        }
    }

    fn add_multipliers(&mut self, n: usize) {
        let found = self.saddle.both.iter().skip(n);
        let sums = self.multipliers.iter_mut().zip(found);
        sums.for_each(|(sum, &by)| *sum = *sum + by);
    }
}
