//! The branch of a step with contacts: what each of them does, and how its equations change with what is known.
//!
//! Knows no step beyond its solution.

use super::ScalarOf;
use super::closed::{Closed, Place};
pub(super) use super::on_branch::KINK;
use super::on_branch::{Change, OnBranch, is_solution};
use super::solve::Solution;
use crate::contacts::ContactState;
use crate::error::ContactKink;
use crate::kernels::{Blocks, Derivatives, Derived};
use crate::{Contacts, Failure, Lagrangian};
use extremal_numerics::block::{RowMajor, at, column_mut, dot, sum, write, zeros};
use extremal_numerics::{Block, Scalar, Size, Vector, lu};

/// A node with percussions, on which a branch is taken.
pub(super) struct Node<'a, S: Contacts> {
    pub(super) t: ScalarOf<S>,
    pub(super) q: &'a S::Configuration,
    pub(super) closed: &'a Closed<S>,
    /// P of all contacts.
    pub(super) percussions: &'a S::Percussions,
    /// P of the closed contacts.
    pub(super) active: &'a S::Percussions,
    /// The reactions on which friction depends.
    pub(super) reactions: S::Reactions,
    pub(super) states: S::States,
    /// u, and u⁻.
    pub(super) velocities: [&'a S::Velocity; 2],
}

impl<'a, S: Contacts> Node<'a, S>
where
    ScalarOf<S>: Size,
{
    /// The start of a step with its solution.
    pub(super) fn of_step<T>(
        (t, q): (ScalarOf<S>, &'a S::Configuration),
        solution: &'a Solution<'a, S, T>,
        velocities: [&'a S::Velocity; 2],
    ) -> Self
    where
        S: Derived<T>,
    {
        let [velocity, _] = velocities;
        Self {
            t,
            q,
            closed: solution.closed,
            percussions: &solution.percussions,
            active: &solution.active,
            reactions: solution.reactions(),
            states: solution.states(velocity),
            velocities,
        }
    }
}

/// The branch of a node: what each closed contact does, and how its laws depend on what is known.
pub(super) struct Branch<'a, S: Contacts + Derivatives<T>, T> {
    closed: &'a Closed<S>,
    /// P of the closed contacts.
    active: &'a S::Percussions,
    /// ξ of their rows.
    xi: S::Percussions,
    states: S::States,
    /// Derivatives at u, and at u⁻.
    at_velocities: [S::Variations; 2],
    /// With ∂r/∂k replaced by −∂u⁻/∂k, where u⁻ is none of the known numbers.
    before: Option<&'a S::Blocks>,
}

impl<'a, S, T> Branch<'a, S, T>
where
    S: Contacts + Derived<T> + Derivatives<T>,
    ScalarOf<S>: Size,
{
    /// Refuses contacts between two branches. `slip` gives ξ of a row with the sum of the magnitudes of its summands.
    pub(super) fn of(
        system: &S,
        node: &Node<'a, S>,
        slip: impl Fn(usize) -> [ScalarOf<S>; 2],
        before: Option<&'a S::Blocks>,
    ) -> Result<Self, Failure> {
        let of =
            |velocity| system.contact_variations(node.t, node.q, velocity, node.percussions, &node.reactions);
        let mut branch = Self {
            closed: node.closed,
            active: node.active,
            xi: zeros(),
            states: node.states,
            at_velocities: node.velocities.map(of),
            before,
        };
        for row in 0..node.closed.rows {
            let [xi, _] = slip(row);
            write(&mut branch.xi, row, xi);
        }
        for place in node.closed.places() {
            let [_, size] = slip(place.first);
            if let Some(between) = branch.contact(&place).kink(size) {
                return Err(changes::<S>(Some(place.contact), between));
            }
        }
        Ok(branch)
    }

    fn contact(&self, place: &Place<ScalarOf<S>>) -> OnBranch<ScalarOf<S>> {
        let of_rows = |of: &S::Percussions| place.of(|k| at(of.as_slice(), place.first + k));
        OnBranch {
            state: (self.states.as_slice().get(place.contact).copied()).unwrap_or(ContactState::Open),
            friction: place.friction,
            percussions: of_rows(self.active),
            xi: of_rows(&self.xi),
            pressed: place.pressed,
        }
    }

    /// The equations of the branch for dP, row by row, with G = ∂ξ/∂P = −W A⁻¹ Wᵀ of the closed rows from A⁻¹ ∂r/∂k.
    pub(super) fn matrix(&self, solved: &[ScalarOf<S>]) -> S::Delassus {
        let (n, rows) = (S::Velocity::LEN, self.closed.rows);
        let (directions, solved) = (self.closed.directions(), RowMajor::new(solved, S::Blocks::KNOWN));
        let mut matrix: S::Delassus = zeros();
        for column in 0..rows {
            let moved = S::Velocity::from_fn(|i| {
                let by_momentum = solved.row(i).get(n..).unwrap_or_default();
                dot(by_momentum, directions.row(column))
            });
            let equations = self.each_equation(|place| Change {
                percussions: place.of(|k| ScalarOf::<S>::from_f64(f64::from(place.first + k == column))),
                xi: place.of(|k| -directions.dot(place.first + k, moved.as_slice())),
                friction: self.by_reactions(place, |k| {
                    let by_momentum = solved.row(n + k).get(n..).unwrap_or_default();
                    -dot(by_momentum, directions.row(column))
                }),
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
        let (n, closed) = (S::Velocity::LEN, self.closed);
        let by = self.variation_of(column);
        let at_fixed = S::Momentum::from_fn(|i| self.varied(0, i, by));
        // du at fixed P
        let velocity = S::Velocity::from_fn(|i| {
            let row = RowMajor::new(solved, S::Blocks::KNOWN).row(i);
            -at(row, column) - dot(row.get(n..).unwrap_or_default(), at_fixed.as_slice())
        });
        // dκ at fixed P
        let impulses = S::Reactions::from_fn(|k| {
            let row = RowMajor::new(solved, S::Blocks::KNOWN).row(n + k);
            -at(row, column) - dot(row.get(n..).unwrap_or_default(), at_fixed.as_slice())
        });
        let equations = self.each_equation(|place| {
            let mut change = self.at_fixed_percussions(place, (column, by), velocity.as_slice());
            let by_reactions = self.by_reactions(place, |k| at(impulses.as_slice(), k));
            change.friction = change.friction + by_reactions;
            change
        });
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

    /// ∂u⁻/∂k of a known number.
    fn velocity_before(&self, column: usize) -> S::Velocity {
        let n = S::Velocity::LEN;
        let entry = |blocks: &S::Blocks, i| at(blocks.residual_entries(), S::Blocks::KNOWN * i + column);
        S::Velocity::from_fn(|i| match self.before {
            Some(blocks) => -entry(blocks, i),
            None => ScalarOf::<S>::from_f64(f64::from(column == 2 * n + i)),
        })
    }

    /// The change of the force of a friction that slides, with the impulses of constraints: ∂f/∂λ dκ/τ.
    fn by_reactions(
        &self,
        place: &Place<ScalarOf<S>>,
        impulse: impl Fn(usize) -> ScalarOf<S>,
    ) -> ScalarOf<S> {
        let slides = self.contact(place).state == ContactState::Slip;
        let time = place
            .pressed
            .filter(|_| slides && S::Reactions::LEN > 0)
            .map(|pressed| pressed.time);
        let Some(time) = time else {
            return zero::<S>();
        };
        let (first, row) = (
            width_of_variations::<S>() - S::Reactions::LEN,
            row_of_law::<S>(place),
        );
        (0..S::Reactions::LEN).fold(zero::<S>(), |sum, k| {
            sum + self.varied(1, row, Some(first + k)) * impulse(k) / time
        })
    }

    /// The change of a number of a law, which may depend on the velocity before as well.
    fn law(&self, row: usize, by: Option<usize>, of_before: &S::Velocity) -> ScalarOf<S> {
        let first = S::Velocity::LEN + 1 + S::SENSITIVITIES.len();
        let last = width_of_variations::<S>() - S::Reactions::LEN;
        let speeds = of_before.as_slice().iter().zip(first..last);
        speeds.fold(self.varied(1, row, by), |sum, (&change, column)| {
            sum + self.varied(1, row, Some(column)) * change
        })
    }

    /// An entry of the variations at u (0) or u⁻ (1); zero without a column.
    fn varied(&self, which: usize, row: usize, column: Option<usize>) -> ScalarOf<S> {
        let width = width_of_variations::<S>();
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
        let (n, closed) = (S::Velocity::LEN, self.closed);
        let directions = closed.directions();
        // Restitutions and laws are those of the velocity before.
        let of_before = self.velocity_before(column);
        let law = |of| self.law(row_of_law::<S>(place) + of, by, &of_before);
        let xi = |k| {
            let row = place.first + k;
            let rate = |which| self.varied(which, n + place.row + k, by);
            let before = dot(directions.row(row), of_before.as_slice());
            let by_law = law(if k == 0 { 1 } else { 2 }) * at(closed.before.as_slice(), row);
            let e = at(closed.restitution.as_slice(), row);
            directions.dot(row, velocity) + rate(0) + e * (before + rate(1)) + by_law
        };
        Change {
            percussions: [zero::<S>(); 3],
            xi: place.of(xi),
            // What sticks does not know its bound, which may have no derivative at rest.
            friction: match self.contact(place).state {
                ContactState::Slip => law(0),
                _ => zero::<S>(),
            },
        }
    }

    /// The changes of the equations of all closed rows for a change of each contact.
    fn each_equation(
        &self,
        change: impl Fn(&Place<ScalarOf<S>>) -> Change<ScalarOf<S>>,
    ) -> impl Iterator<Item = ScalarOf<S>> {
        self.closed.places().flat_map(move |place| {
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

/// The row of the friction of a contact in [`Contacts::Variations`].
fn row_of_law<S: Contacts>(place: &Place<ScalarOf<S>>) -> usize {
    S::Velocity::LEN + S::Percussions::LEN + 3 * place.contact
}

/// The number of columns of [`Contacts::Variations`].
pub(super) fn width_of_variations<S: Contacts>() -> usize {
    let height = S::Velocity::LEN + S::Percussions::LEN + 4 * S::CONTACTS.len();
    S::Variations::LEN.checked_div(height).unwrap_or_default()
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
