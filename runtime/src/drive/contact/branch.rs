//! The branch of a step with contacts: what each of them does, and how its equations change with what is known.
//!
//! Knows no step beyond its solution.

use super::ScalarOf;
use super::closed::{Closed, Place, column_of, product, row_of};
use super::solve::Solution;
use crate::contacts::ContactState;
use crate::drive::Interval;
use crate::error::ContactKink;
use crate::kernels::{Blocks, Derivatives, Derived};
use crate::{Contacts, Failure, Lagrangian};
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

/// Numbers of at most this many ε of their summands may be zero: a contact is then between two branches.
pub(super) const KINK: f64 = 4096.0;

/// Redundant rows contradict each other if they do by more than this many ε of their summands.
const INCONSISTENT: f64 = 65536.0;

/// The branch of a step: what each closed contact does, and how its laws depend on what is known.
pub(super) struct Branch<'a, S: Contacts + Derived<T>, T> {
    closed: &'a Closed<S>,
    states: S::States,
    percussions: &'a S::Percussions,
    /// ξ of the closed rows.
    xi: S::Percussions,
    /// Derivatives at u, and at u⁻.
    at_velocities: [S::Variations; 2],
    equations: core::marker::PhantomData<fn() -> T>,
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
        let mut xi: S::Percussions = zeros();
        let rows = xi
            .as_mut_slice()
            .iter_mut()
            .take(solution.closed.rows)
            .enumerate();
        rows.for_each(|(row, xi)| [*xi, _] = solution.slip(row, velocity.as_slice()));
        let of = |velocity| {
            system.contact_variations(over.state.t, &over.state.q, velocity, &solution.percussions)
        };
        let branch = Self {
            closed: solution.closed,
            states: solution.states(&velocity),
            percussions: &solution.active,
            xi,
            at_velocities: [of(&velocity), of(before)],
            equations: core::marker::PhantomData,
        };
        let mut places = branch.closed.places();
        let found = places.find_map(|place| {
            let between = branch.kink(&place, solution, velocity.as_slice())?;
            Some((S::CONTACTS.get(place.contact)?.name, between))
        });
        found.map_or(Ok(branch), |(contact, between)| {
            Err(Failure::ContactChanges { contact, between })
        })
    }

    fn state(&self, place: &Place<ScalarOf<S>>) -> ContactState {
        let state = self.states.as_slice().get(place.contact).copied();
        match state {
            Some(ContactState::Stick) if place.friction == zero::<S>() => ContactState::Slip,
            state => state.unwrap_or(ContactState::Open),
        }
    }

    /// Between which branches a contact is.
    fn kink(
        &self,
        place: &Place<ScalarOf<S>>,
        solution: &Solution<'_, S, T>,
        velocity: &[ScalarOf<S>],
    ) -> Option<ContactKink> {
        let tolerance = ScalarOf::<S>::from_f64(KINK * ScalarOf::<S>::EPSILON);
        match self.state(place) {
            ContactState::Open => {
                let [xi, scale] = solution.slip(place.first, velocity);
                (xi <= tolerance * scale).then_some(ContactKink::Percussion)
            }
            ContactState::Slip => None,
            ContactState::Stick => {
                let largest = place.friction * at(self.percussions.as_slice(), place.first);
                let force = self.size_of_slips(self.percussions, place);
                let is_largest = force >= (ScalarOf::<S>::from_f64(1.0) - tolerance) * largest;
                is_largest.then_some(ContactKink::Friction)
            }
        }
    }

    /// |·| of the slip rows of a contact.
    fn size_of_slips(&self, block: &S::Percussions, place: &Place<ScalarOf<S>>) -> ScalarOf<S> {
        let slips = block.as_slice().iter().skip(place.first + 1).take(place.slips);
        Scalar::sqrt(slips.fold(ScalarOf::<S>::from_f64(0.0), |sum, &x| sum + x * x))
    }

    /// G = ∂ξ/∂P of the closed rows, −W A⁻¹ Wᵀ, from A⁻¹ ∂r/∂k.
    pub(super) fn delassus(&self, solved: &[ScalarOf<S>]) -> S::Delassus {
        let (n, rows) = (S::Velocity::LEN, self.closed.rows);
        let directions = self.closed.directions.as_slice();
        let mut delassus: S::Delassus = zeros();
        for column in 0..rows {
            let moved = S::Velocity::from_fn(|i| {
                let by_momentum = row_of(solved, S::Blocks::KNOWN, i).get(n..).unwrap_or_default();
                dot(by_momentum, row_of(directions, n, column))
            });
            let places = column_of(delassus.as_mut_slice(), rows, column);
            let entries = (0..rows).map(|row| -product(directions, row, moved.as_slice()));
            places.zip(entries).for_each(|(place, entry)| *place = entry);
        }
        delassus
    }

    /// The equations of the branch for dP, row by row.
    pub(super) fn matrix(&self, delassus: &S::Delassus) -> S::Delassus {
        let rows = self.closed.rows;
        let mut matrix: S::Delassus = zeros();
        for column in 0..rows {
            let percussions =
                S::Percussions::from_fn(|row| ScalarOf::<S>::from_f64(f64::from(row == column)));
            let xi = S::Percussions::from_fn(|row| at(row_of(delassus.as_slice(), rows, row), column));
            let change = Change {
                percussions,
                xi,
                friction: zeros(),
            };
            let places = column_of(matrix.as_mut_slice(), rows, column);
            places
                .zip(self.each_equation(&change))
                .for_each(|(place, entry)| *place = entry);
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
        let n = S::Velocity::LEN;
        let known = S::Blocks::KNOWN;
        let by = self.variation_of(column);
        let at_fixed = S::Momentum::from_fn(|i| by.map_or(zero::<S>(), |by| self.varied(0, i, by)));
        // du at fixed P
        let velocity = S::Velocity::from_fn(|i| {
            let row = row_of(solved, known, i);
            -at(row, column) - dot(row.get(n..).unwrap_or_default(), at_fixed.as_slice())
        });
        let change = self.at_fixed_percussions(column, by, &velocity);
        let mut right: S::Percussions = zeros();
        let places = right.as_mut_slice().iter_mut();
        places
            .zip(self.each_equation(&change))
            .for_each(|(place, value)| *place = -value);
        let percussions = self.solved(matrix, &right)?;
        let impulse = self.closed.impulse(&percussions);
        Ok(S::Momentum::from_fn(|i| {
            at(at_fixed.as_slice(), i) + at(impulse.as_slice(), i)
        }))
    }

    /// dP. Where contacts are redundant, one of those with the same Wᵀ dP.
    fn solved(&self, matrix: &S::Delassus, right: &S::Percussions) -> Result<S::Percussions, Failure> {
        consistent::<S>(matrix, right, self.closed.rows).ok_or_else(|| {
            let contact = self.closed.places().next();
            let contact = contact.and_then(|place| S::CONTACTS.get(place.contact));
            Failure::ContactChanges {
                contact: contact.map_or("", |contact| contact.name),
                between: ContactKink::Redundant,
            }
        })
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

    /// An entry of the variations at u (0) or u⁻ (1).
    fn varied(&self, which: usize, row: usize, column: usize) -> ScalarOf<S> {
        let width = S::Velocity::LEN + 1 + S::SENSITIVITIES.len();
        let [here, before] = &self.at_velocities;
        let block = if which == 0 { here } else { before };
        at(row_of(block.as_slice(), width, row), column)
    }

    /// The changes of ξ and of the laws with a known number, at fixed P and the change of u that belongs to it.
    fn at_fixed_percussions(&self, column: usize, by: Option<usize>, velocity: &S::Velocity) -> Change<S> {
        let n = S::Velocity::LEN;
        let directions = self.closed.directions.as_slice();
        let mut change = Change {
            percussions: zeros(),
            xi: zeros(),
            friction: zeros(),
        };
        for place in self.closed.places() {
            let law = |of: usize| {
                by.map_or(zero::<S>(), |by| {
                    self.varied(0, n + S::Percussions::LEN + 3 * place.contact + of, by)
                })
            };
            for offset in 0..=place.slips {
                let row = place.first + offset;
                let e = at(self.closed.restitution.as_slice(), row);
                let rate =
                    |which| by.map_or(zero::<S>(), |by| self.varied(which, n + place.row + offset, by));
                let before = column.checked_sub(2 * n).filter(|&v| v < n);
                let before = before.map_or(zero::<S>(), |v| at(row_of(directions, n, row), v));
                let by_law = law(if offset == 0 { 1 } else { 2 }) * at(self.closed.before.as_slice(), row);
                let xi =
                    product(directions, row, velocity.as_slice()) + rate(0) + e * (before + rate(1)) + by_law;
                write(&mut change.xi, row, xi);
                write(&mut change.friction, row, law(0));
            }
        }
        change
    }

    /// What the equations of all closed rows give for a change.
    fn each_equation(&self, change: &Change<S>) -> impl Iterator<Item = ScalarOf<S>> {
        let places = self.closed.places();
        places
            .flat_map(move |place| (0..=place.slips).map(move |offset| self.equation(&place, offset, change)))
    }

    fn equation(&self, place: &Place<ScalarOf<S>>, offset: usize, change: &Change<S>) -> ScalarOf<S> {
        let row = place.first + offset;
        let [percussion, xi] = [&change.percussions, &change.xi].map(|block| at(block.as_slice(), row));
        match self.state(place) {
            ContactState::Open => percussion,
            ContactState::Slip if offset > 0 => {
                let size = self.size_of_slips(&self.xi, place);
                if size == zero::<S>() {
                    return percussion;
                }
                let along = |row: usize| at(self.xi.as_slice(), row) / size;
                let slips = place.first + 1..=place.first + place.slips;
                let slips = slips.map(|row| along(row) * at(change.xi.as_slice(), row));
                let stretched = slips.fold(zero::<S>(), |sum, x| sum + x);
                let normal = at(self.percussions.as_slice(), place.first);
                let by_normal = at(change.percussions.as_slice(), place.first);
                let limit = at(change.friction.as_slice(), row) * normal + place.friction * by_normal;
                percussion
                    + limit * along(row)
                    + place.friction * normal / size * (xi - along(row) * stretched)
            }
            ContactState::Stick | ContactState::Slip => xi,
        }
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
    let [a, b] = [factors.as_mut_slice(), solution.as_mut_slice()].map(Some);
    let a = a.and_then(|a| a.get_mut(..rows * rows)).unwrap_or_default();
    let b = b.and_then(|b| b.get_mut(..rows)).unwrap_or_default();
    let rank = lu::solve_consistent(a, b);
    let holds = |row: usize| {
        let terms = row_of(matrix.as_slice(), rows, row)
            .iter()
            .zip(solution.as_slice());
        let start = (-at(right.as_slice(), row), Scalar::abs(at(right.as_slice(), row)));
        let (rest, scale) = terms.fold(start, |(sum, scale), (&a, &x)| {
            (sum + a * x, scale + Scalar::abs(a * x))
        });
        Scalar::abs(rest) <= ScalarOf::<S>::from_f64(INCONSISTENT * ScalarOf::<S>::EPSILON) * scale
    };
    (rank == rows || (0..rows).all(holds)).then_some(solution)
}

/// Changes of the closed rows.
struct Change<S: Contacts> {
    percussions: S::Percussions,
    xi: S::Percussions,
    /// That of μ in each row.
    friction: S::Percussions,
}

pub(super) fn zero<S: Lagrangian>() -> ScalarOf<S> {
    ScalarOf::<S>::from_f64(0.0)
}

fn write<T: Scalar>(block: &mut impl Block<T>, row: usize, value: T) {
    if let Some(place) = block.as_mut_slice().get_mut(row) {
        *place = value;
    }
}

pub(super) fn dot<T: Scalar>(a: &[T], b: &[T]) -> T {
    let products = a.iter().zip(b);
    products.fold(T::from_f64(0.0), |sum, (&a, &b)| sum + a * b)
}
