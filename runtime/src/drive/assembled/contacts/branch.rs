//! The branch of a step: what each closed contact does, and how its equations change with the start of the step.
//!
//! Knows no scheme.
//!
//! ```text
//! A dx + ∂r/∂z dz + dπ = 0,   dπ = ∂(Wᵀ P)/∂q dq + Wᵀ dP,   dξ = W du + ∂ξ/∂z dz
//! open: dP = 0;   closed: dξ_N = 0;   stick: dξ_T = 0;   slip: d(P_T + μ P_N ξ_T/|ξ_T|) = 0
//! ```

use alloc::vec::Vec;

use super::closed::{Active, Closed, Rows};
use super::factors::Factors;
use super::find::Node;
use crate::Failure;
use crate::coordinate::CoordinateName;
use crate::drive::assembled::compressed::CompressedColumns;
use crate::drive::contact::{Equation, OnBranch};
use crate::error::{AnySizeFailure, ContactKink};
use crate::family::{ContactItem, FamilyContacts};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};
use extremal_percussions::SparseContactProblem;

/// Row, column and value.
pub(super) type ListOf<T> = Vec<(usize, usize, T)>;

/// The equations of the branch, `α dP + β (W du + ∂ξ/∂z dz) + P_N ξ_T/|ξ_T| ∂μ/∂z dz = 0`, row by row of the closed contacts.
#[derive(Clone, Debug)]
pub(in crate::drive::assembled) struct Branch<T: Scalar> {
    /// W
    directions: Rows<T>,
    lists: Lists<T>,
    /// The factors of α + β G.
    factors: Factors<T>,
    /// The first closed contact, which is named where redundant contacts contradict each other.
    first: CoordinateName,
}

#[derive(Clone, Debug)]
struct Lists<T> {
    /// ∂(Wᵀ P)/∂z
    impulses: ListOf<T>,
    /// α
    by_percussions: ListOf<T>,
    /// β W
    by_velocity: ListOf<T>,
    /// The rest, by z: q, p, v, inputs and fields.
    by_start: ListOf<T>,
    /// α + β G, until it is factored.
    matrix: ListOf<T>,
}

/// A closed contact, with the derivatives of its velocities and laws by q and fields.
struct Varied<'a, T> {
    /// n
    coordinates: usize,
    closed: &'a Closed<T>,
    problem: &'a SparseContactProblem<T>,
    contact: &'a Active<T>,
    item: ContactItem,
    branch: OnBranch<T>,
    /// The sum of the magnitudes of the summands of `ξ_N`.
    size: T,
    /// The rows at u, and those at the velocity before.
    rows: [ListOf<T>; 2],
}

impl<T: Size> Branch<T> {
    /// The branch of the step with the velocity `u` and the contact problem G of its equations at their solution. Refuses
    /// contacts
    /// between two branches.
    pub(super) fn of<S: FamilyContacts<Scalar = T> + ?Sized>(
        system: &S,
        node: &Node<'_, T>,
        closed: &Closed<T>,
        (u, problem): (&[T], &SparseContactProblem<T>),
    ) -> Result<Self, Failure> {
        let mut lists = Lists {
            impulses: Vec::new(),
            by_percussions: Vec::new(),
            by_velocity: Vec::new(),
            by_start: Vec::new(),
            matrix: Vec::new(),
        };
        for i in 0..closed.contacts.len() {
            let Some(varied) = Varied::of(system, node, closed, (u, problem), i, &mut lists.impulses) else {
                continue;
            };
            if let Some(between) = varied.branch.kink(varied.size) {
                let contact = S::contact_name(varied.item);
                return Err(AnySizeFailure::ContactChanges { contact, between }.into());
            }
            for offset in 0..=varied.contact.of_problem.slips {
                varied.equation(offset, &mut lists);
            }
        }
        let first = closed.names.first().copied();
        Ok(Self {
            factors: Factors::of(closed.rows(), core::mem::take(&mut lists.matrix))?,
            directions: closed.directions.clone(),
            lists,
            first: first.unwrap_or_else(|| CoordinateName::new("contact", &[])),
        })
    }
}

impl<'a, T: Size> Varied<'a, T> {
    /// The closed contact i, if there is one. The derivatives of its Wᵀ P are added to `impulses`.
    fn of<S: FamilyContacts<Scalar = T> + ?Sized>(
        system: &S,
        node: &Node<'_, T>,
        closed: &'a Closed<T>,
        (u, problem): (&[T], &'a SparseContactProblem<T>),
        i: usize,
        impulses: &mut ListOf<T>,
    ) -> Option<Self> {
        let (contact, item) = (closed.contacts.get(i)?, closed.items.get(i).copied()?);
        let rows = contact.first..=contact.first + contact.of_problem.slips;
        let zero = T::from_f64(0.0);
        let (mut percussions, mut xi) = ([zero; 3], [zero; 3]);
        for (row, (p, xi)) in rows.zip(percussions.iter_mut().zip(&mut xi)) {
            *p = at(&closed.percussions, row);
            [*xi, _] = closed.free(row, u);
        }
        if let ([normal, ..], Some(pressed)) = (&mut percussions, contact.pressed) {
            *normal = pressed.percussion();
        }
        let [_, size] = closed.free(contact.first, u);
        let (_, of_percussions) = problem.velocity(contact.first, &closed.percussions);
        let (mut at_u, mut before) = (Vec::new(), Vec::new());
        let [here, there] = [u, node.v].map(|v| (node.t, node.q, v));
        system.contact_variations(item, here, &percussions, impulses, &mut at_u);
        system.contact_variations(item, there, &percussions, &mut Vec::new(), &mut before);
        Some(Self {
            coordinates: node.q.len(),
            closed,
            problem,
            contact,
            item,
            branch: OnBranch {
                state: closed.states.get(i).copied()?,
                friction: contact.of_problem.friction,
                percussions,
                xi,
                pressed: contact.pressed,
            },
            size: size + of_percussions,
            rows: [at_u, before],
        })
    }

    /// Adds the equation of one row.
    fn equation(&self, offset: usize, lists: &mut Lists<T>) {
        let (first, row, one) = (self.contact.first, self.contact.first + offset, T::from_f64(1.0));
        match self.branch.equation(offset) {
            Equation::Open => lists.by_percussion(row, row, one),
            Equation::Pressed { time } => {
                lists.by_percussion(row, row, one);
                self.by_law(row, -time, lists);
            }
            Equation::Closed => self.by_velocity((offset, offset, one), lists),
            Equation::Slide {
                normal,
                friction,
                along: all,
                turning,
            } => {
                let along = at(&all, offset);
                lists.by_percussion(row, row, one);
                lists.by_percussion(row, first, friction * along);
                self.by_law(row, normal * along, lists);
                for other in 1..=self.contact.of_problem.slips {
                    let own = T::from_f64(f64::from(other == offset));
                    let turned = turning * (own - along * at(&all, other));
                    self.by_velocity((offset, other, turned), lists);
                }
            }
        }
    }

    /// Adds a product with the change of the friction, or of the force, to a row.
    fn by_law(&self, row: usize, factor: T, lists: &mut Lists<T>) {
        // Laws are those of the velocity before.
        let by_law = self.of_row(1, 3);
        lists
            .by_start
            .extend(by_law.map(|&(_, column, by)| (row, column, factor * by)));
    }

    /// Adds β dξ to a row: `offset`, that of ξ, and β.
    fn by_velocity(&self, (offset, of, beta): (usize, usize, T), lists: &mut Lists<T>) {
        let (n, closed) = (self.coordinates, self.closed);
        let (row, of_row) = (self.contact.first + offset, self.contact.first + of);
        let (columns, entries) = self.problem.row(of_row);
        let meets = columns.iter().zip(entries);
        lists
            .matrix
            .extend(meets.map(|(&column, &g)| (row, column, beta * g)));
        let e = at(&closed.restitution, of_row);
        for &(column, w) in closed.directions.row(of_row) {
            lists.by_velocity.push((row, column, beta * w));
            lists.by_start.push((row, 2 * n + column, beta * e * w));
        }
        for &(_, column, rate) in self.of_row(0, of) {
            lists.by_start.push((row, column, beta * rate));
        }
        for &(_, column, rate) in self.of_row(1, of) {
            lists.by_start.push((row, column, beta * e * rate));
        }
        let law = if of == 0 { 4 } else { 5 };
        let before = at(&closed.before, of_row);
        for &(_, column, by) in self.of_row(1, law) {
            lists.by_start.push((row, column, beta * before * by));
        }
    }

    /// The derivatives of one number at u (0), or at the velocity before (1).
    fn of_row(&self, which: usize, row: usize) -> impl Iterator<Item = &(usize, usize, T)> {
        let rows = self.rows.iter().skip(which).take(1).flatten();
        rows.filter(move |entry| entry.0 == row)
    }
}

impl<T: Scalar> Lists<T> {
    fn by_percussion(&mut self, row: usize, column: usize, alpha: T) {
        self.by_percussions.push((row, column, alpha));
        self.matrix.push((row, column, alpha));
    }
}

impl<T: Scalar> Branch<T> {
    /// Adds ∂(Wᵀ P)/∂z dz to the momentum.
    pub(in crate::drive::assembled) fn add_moved(&self, z: &[T], momentum: &mut [T]) {
        add_product(&self.lists.impulses, z, momentum);
    }

    /// Adds Wᵀ dP to the momentum, where the step changes by `x` and the start by `z` while P stays.
    pub(in crate::drive::assembled) fn add_struck(
        &mut self,
        (x, z): (&[T], &[T]),
        momentum: &mut [T],
    ) -> Result<(), Failure> {
        let mut change: Vec<T> = (0..self.directions.count()).map(|_| T::from_f64(0.0)).collect();
        add_product(&self.lists.by_velocity, x, &mut change);
        add_product(&self.lists.by_start, z, &mut change);
        change.iter_mut().for_each(|change| *change = -*change);
        if !self.factors.solve(&mut change)? {
            let (contact, between) = (self.first, ContactKink::Redundant);
            return Err(AnySizeFailure::ContactChanges { contact, between }.into());
        }
        for (row, &p) in change.iter().enumerate() {
            for &(column, w) in self.directions.row(row) {
                if let Some(sum) = momentum.get_mut(column) {
                    *sum = *sum + w * p;
                }
            }
        }
        Ok(())
    }

    /// Adds the unknowns dP to the lists of A, B, C and D of [`LinearStep`](super::super::LinearStep), behind the `size` ones
    /// that are there, for n coordinates and z with `columns` numbers; returns the number of all unknowns.
    pub(in crate::drive::assembled) fn extend(
        &self,
        (n, columns): (usize, usize),
        size: usize,
        lists: [&mut ListOf<T>; 4],
    ) -> usize {
        let rows = self.directions.count();
        let of_row = |row| self.directions.row(row).iter().map(move |&(k, w)| (row, k, w));
        let directions = CompressedColumns::of((rows, n), (0..rows).flat_map(of_row).collect());
        let moved = self
            .lists
            .impulses
            .iter()
            .map(|&(k, column, value)| (column, k, value));
        let moved = CompressedColumns::of((columns, n), moved.collect());
        let [tangent, of_rows, of_ends, of_unknowns] = lists;
        for (by_start, by_unknowns) in [(&mut *of_rows, &mut *tangent), (of_ends, of_unknowns)] {
            for at in 0..by_start.len() {
                let Some(&(row, of, value)) = by_start.get(at) else {
                    continue;
                };
                let Some(k) = of.checked_sub(n).filter(|&k| k < n) else {
                    continue;
                };
                by_unknowns.extend(directions.column(k).map(|(p, w)| (row, size + p, value * w)));
                by_start.extend(moved.column(k).map(|(column, by)| (row, column, value * by)));
            }
        }
        let behind = |&(row, column, value): &(usize, usize, T)| (size + row, column, value);
        of_rows.extend(self.lists.by_start.iter().map(behind));
        tangent.extend(self.lists.by_velocity.iter().map(behind));
        let of_percussions = self.lists.by_percussions.iter().map(behind);
        tangent.extend(of_percussions.map(|(row, p, value)| (row, size + p, value)));
        size + rows
    }
}

/// Adds the product of a list with a vector, whose missing numbers are zero.
fn add_product<T: Scalar>(list: &ListOf<T>, vector: &[T], to: &mut [T]) {
    for &(row, column, value) in list {
        if let (Some(sum), Some(&x)) = (to.get_mut(row), vector.get(column)) {
            *sum = *sum + value * x;
        }
    }
}
