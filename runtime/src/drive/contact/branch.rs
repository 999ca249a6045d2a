//! The branch of a step with contacts: what each of them does, and how its equations change with what is known.
//!
//! Knows no step beyond its solution.

use super::ScalarOf;
use super::closed::Place;
pub(super) use super::on_branch::KINK;
use super::on_branch::{Change, OnBranch, is_solution};
use super::solve::Solution;
use crate::contacts::ContactState;
use crate::drive::Interval;
use crate::error::ContactKink;
use crate::kernels::{Blocks, Derivatives, Derived};
use crate::{Contacts, Failure, Lagrangian};
use extremal_numerics::block::{RowMajor, at, column_mut, dot, sum, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

/// The branch of a step: what each closed contact does, and how its laws depend on what is known.
pub(super) struct Branch<'a, S: Contacts + Derived<T>, T> {
    solution: &'a Solution<'a, S, T>,
    velocity: S::Velocity,
    states: S::States,
    /// Derivatives at u, and at u⁻.
    at_velocities: [S::Variations; 2],
}

impl<'a, S, T> Branch<'a, S, T>
where
    S: Contacts + Derived<T> + Derivatives<T>,
    ScalarOf<S>: Size,
{
    /// Refuses contacts between two branches.
    pub(super) fn of<D>(
        system: &S,
        over: &Interval<'_, S, D>,
        solution: &'a Solution<'a, S, T>,
        before: &S::Velocity,
    ) -> Result<Self, Failure> {
        let velocity = solution.velocity();
        let of = |velocity| {
            system.contact_variations(over.state.t, &over.state.q, velocity, &solution.percussions)
        };
        let branch = Self {
            solution,
            states: solution.states(&velocity),
            at_velocities: [of(&velocity), of(before)],
            velocity,
        };
        for place in solution.closed.places() {
            let [_, size] = solution.slip(place.first, velocity.as_slice());
            if let Some(between) = branch.contact(&place).kink(size) {
                return Err(changes::<S>(Some(place.contact), between));
            }
        }
        Ok(branch)
    }

    fn contact(&self, place: &Place<ScalarOf<S>>) -> OnBranch<ScalarOf<S>> {
        let (states, velocity) = (self.states.as_slice(), self.velocity.as_slice());
        let xi = |k| {
            let [xi, _] = self.solution.slip(place.first + k, velocity);
            xi
        };
        OnBranch {
            state: states.get(place.contact).copied().unwrap_or(ContactState::Open),
            friction: place.friction,
            percussions: place.of(|k| at(self.solution.active.as_slice(), place.first + k)),
            xi: place.of(xi),
            pressed: place.pressed,
        }
    }

    /// The equations of the branch for dP, row by row, with G = ∂ξ/∂P = −W A⁻¹ Wᵀ of the closed rows from A⁻¹ ∂r/∂k.
    pub(super) fn matrix(&self, solved: &[ScalarOf<S>]) -> S::Delassus {
        let (n, rows) = (S::Velocity::LEN, self.solution.closed.rows);
        let (directions, solved) = (
            self.solution.closed.directions(),
            RowMajor::new(solved, S::Blocks::KNOWN),
        );
        let mut matrix: S::Delassus = zeros();
        for column in 0..rows {
            let moved = S::Velocity::from_fn(|i| {
                let by_momentum = solved.row(i).get(n..).unwrap_or_default();
                dot(by_momentum, directions.row(column))
            });
            let equations = self.each_equation(|place| Change {
                percussions: place.of(|k| ScalarOf::<S>::from_f64(f64::from(place.first + k == column))),
                xi: place.of(|k| -directions.dot(place.first + k, moved.as_slice())),
                friction: zero::<S>(),
            });
            let places = column_mut(matrix.as_mut_slice(), rows, column);
            places.zip(equations).for_each(|(place, entry)| *place = entry);
        }
        matrix
    }

    /// The change of Wᵀ P with a known number.
    pub(super) fn change(
        &self,
        matrix: &S::Delassus,
        solved: &[ScalarOf<S>],
        column: usize,
    ) -> Result<S::Momentum, Failure> {
        let (n, closed) = (S::Velocity::LEN, self.solution.closed);
        let by = self.variation_of(column);
        let at_fixed = S::Momentum::from_fn(|i| self.varied(0, i, by));
        // du at fixed P
        let velocity = S::Velocity::from_fn(|i| {
            let row = RowMajor::new(solved, S::Blocks::KNOWN).row(i);
            -at(row, column) - dot(row.get(n..).unwrap_or_default(), at_fixed.as_slice())
        });
        let equations =
            self.each_equation(|place| self.at_fixed_percussions(place, (column, by), velocity.as_slice()));
        let mut right: S::Percussions = zeros();
        let places = right.as_mut_slice().iter_mut();
        places.zip(equations).for_each(|(place, value)| *place = -value);
        // Where contacts are redundant, one dP of those with the same Wᵀ dP.
        let percussions = consistent::<S>(matrix, &right, closed.rows).ok_or_else(|| {
            let first = closed.places().next();
            changes::<S>(first.map(|place| place.contact), ContactKink::Redundant)
        })?;
        Ok(sum(&at_fixed, &closed.impulse(&percussions)))
    }

    /// The column of the variations for a known number: one of q or of the sensitivities.
    fn variation_of(&self, column: usize) -> Option<usize> {
        let n = S::Velocity::LEN;
        let first = S::Blocks::KNOWN - S::SENSITIVITIES.len();
        if column < n {
            return Some(column);
        }
        column.checked_sub(first).map(|sensitivity| n + 1 + sensitivity)
    }

    /// An entry of the variations at u (0) or u⁻ (1); zero without a column.
    fn varied(&self, which: usize, row: usize, column: Option<usize>) -> ScalarOf<S> {
        let width = S::Velocity::LEN + 1 + S::SENSITIVITIES.len();
        let block = self.at_velocities.get(which).zip(column);
        block.map_or(zero::<S>(), |(block, column)| {
            at(block.as_slice(), width * row + column)
        })
    }

    /// The changes of a contact with a known number, at fixed P and the change of u that belongs to it.
    fn at_fixed_percussions(
        &self,
        place: &Place<ScalarOf<S>>,
        (column, by): (usize, Option<usize>),
        velocity: &[ScalarOf<S>],
    ) -> Change<ScalarOf<S>> {
        let (n, closed) = (S::Velocity::LEN, self.solution.closed);
        let directions = closed.directions();
        let law = |of| self.varied(0, n + S::Percussions::LEN + 3 * place.contact + of, by);
        let before = column.checked_sub(2 * n).filter(|&v| v < n);
        let xi = |k| {
            let row = place.first + k;
            let rate = |which| self.varied(which, n + place.row + k, by);
            let before = before.map_or(zero::<S>(), |v| at(directions.row(row), v));
            let by_law = law(if k == 0 { 1 } else { 2 }) * at(closed.before.as_slice(), row);
            let e = at(closed.restitution.as_slice(), row);
            directions.dot(row, velocity) + rate(0) + e * (before + rate(1)) + by_law
        };
        Change {
            percussions: [zero::<S>(); 3],
            xi: place.of(xi),
            friction: law(0),
        }
    }

    /// The changes of the equations of all closed rows for a change of each contact.
    fn each_equation(
        &self,
        change: impl Fn(&Place<ScalarOf<S>>) -> Change<ScalarOf<S>>,
    ) -> impl Iterator<Item = ScalarOf<S>> {
        self.solution.closed.places().flat_map(move |place| {
            let (contact, change) = (self.contact(&place), change(&place));
            (0..=place.slips).map(move |row| contact.equation(row).of(row, &change))
        })
    }
}

impl<T: Scalar> Place<T> {
    /// Three numbers: that of the normal row, and those of up to two slips, zero for slips that the contact does not have.
    fn of(&self, number: impl Fn(usize) -> T) -> [T; 3] {
        core::array::from_fn(|k| {
            if k <= self.slips {
                number(k)
            } else {
                T::from_f64(0.0)
            }
        })
    }
}

fn changes<S: Contacts>(contact: Option<usize>, between: ContactKink) -> Failure {
    let contact = contact.and_then(|contact| S::CONTACTS.get(contact));
    Failure::ContactChanges {
        contact: contact.map_or("", |contact| contact.name),
        between,
    }
}

/// A solution of the first `rows` equations. `None` where contacts are redundant and the change of one contradicts that of
/// another: one of them would open.
pub(super) fn consistent<S>(
    matrix: &S::Delassus,
    right: &S::Percussions,
    rows: usize,
) -> Option<S::Percussions>
where
    S: Contacts,
    ScalarOf<S>: Size,
{
    let (mut factors, mut solution) = (*matrix, *right);
    let a = factors.as_mut_slice().get_mut(..rows * rows).unwrap_or_default();
    let x = solution.as_mut_slice().get_mut(..rows).unwrap_or_default();
    let rank = lu::solve_consistent(a, x);
    let is_solution = rank == rows || is_solution(matrix.as_slice(), right.as_slice(), x);
    is_solution.then_some(solution)
}

pub(super) fn zero<S: Lagrangian>() -> ScalarOf<S> {
    ScalarOf::<S>::from_f64(0.0)
}
