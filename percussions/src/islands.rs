//! Islands: groups of contacts that do not influence each other, each of which is solved by itself.

use alloc::vec::Vec;

use super::large::Large;
use super::laws::Problem;
use super::sparse::SparseContactProblem;
use super::{ContactProblem, ContactSolver, Solved, SolvedIslands};
use crate::ContactFailure;
use extremal_numerics::Size;
use extremal_numerics::block::at;

/// The memory of solves of [`SparseContactProblem`]s, empty at first.
///
/// ```
/// use extremal_percussions::{ActiveContact, SemismoothNewton, SparseContactProblem, SparseContactRoom, SparseContactSolver};
///
/// // A row of balls of 1 kg, each of which is pressed between the ones beside it, and a ball apart.
/// let (mut problem, mut room) = (SparseContactProblem::new(), SparseContactRoom::new());
/// for contact in 0..41_usize {
///     problem.add_contact(ActiveContact { slips: 0, friction: 0.0 });
///     let beside = |k: usize| (k < 40).then_some((k, -1.0));
///     let (left, right) = (contact.checked_sub(1).filter(|_| contact < 40), contact + 1);
///     let entries = [left.and_then(beside), Some((contact, 2.0)), beside(right).filter(|_| contact < 40)];
///     problem.add_row(-1.0, 1.0, entries.into_iter().flatten());
/// }
/// let mut percussions = vec![0.0_f64; 41];
/// let report = SemismoothNewton.solve_sparse(&problem, &mut percussions, &mut room)?;
/// assert_eq!(report.islands, 2);
/// assert!((percussions[40] - 0.5).abs() < 1e-15);
/// // −P_{k-1} + 2 P_k − P_{k+1} = 1
/// assert!((percussions[19] - 0.5 * 20.0 * 21.0).abs() < 1e-9);
/// # Ok::<(), extremal_percussions::ContactFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct SparseContactRoom<T: Size> {
    islands: Islands,
    /// The contact of each row, and the place of each row in its island.
    owners: Vec<usize>,
    places: Vec<usize>,
    /// An island by itself, its percussions, and the memory of large ones.
    part: SparseContactProblem<T>,
    percussions: Vec<T>,
    large: Large<T>,
}

impl<T: Size> SparseContactRoom<T> {
    /// No memory yet.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            islands: Islands {
                parents: Vec::new(),
                ends: Vec::new(),
                members: Vec::new(),
            },
            owners: Vec::new(),
            places: Vec::new(),
            part: SparseContactProblem::new(),
            percussions: Vec::new(),
            large: Large::new(),
        }
    }
}

impl<T: Size> Default for SparseContactRoom<T> {
    fn default() -> Self {
        Self::new()
    }
}

/// An island with at most this number of rows is solved in blocks on the stack.
pub(super) const SMALL: usize = 48;
/// Most islands have no more.
const SMALLEST: usize = 12;

/// Solvers of islands. An island of up to [`SMALL`] rows is a dense problem in blocks on the stack.
pub(super) trait SolvesIslands: ContactSolver {
    /// Whether islands that are not solved to rounding have another chance as large ones.
    const TAKES_LESS_THAN_ROUNDING: bool = false;

    fn large<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut Large<T>,
    ) -> Result<Solved<T>, ContactFailure>;
}

/// Solves each island by itself.
pub(super) fn solve<S: SolvesIslands, T: Size>(
    solver: &S,
    problem: &SparseContactProblem<T>,
    percussions: &mut [T],
    room: &mut SparseContactRoom<T>,
) -> Result<SolvedIslands<T>, ContactFailure> {
    room.large.restart();
    let mut total = SolvedIslands {
        solved: Solved {
            iterations: 0,
            sweeps: 0,
            residual: T::from_f64(0.0),
        },
        islands: 0,
        most: 0,
    };
    each(problem, percussions, room, |part, own, large| {
        let solved = match part.rows() {
            rows if rows <= SMALLEST => small::<T, SMALLEST>(solver, part, own),
            rows if rows <= SMALL => small::<T, SMALL>(solver, part, own),
            _ => solver.large(part, own, large),
        };
        // What is not solved to rounding may be an answer as that of many contacts is.
        let solved = match solved {
            Err(ContactFailure::NotConverged { .. })
                if part.rows() <= SMALL && S::TAKES_LESS_THAN_ROUNDING =>
            {
                solver.large(part, own, large)
            }
            solved => solved,
        };
        total.add(&solved?);
        Ok(())
    })?;
    Ok(total)
}

/// Each island as a problem, and its percussions, which are written back, also after a failure.
pub(super) fn each<T: Size>(
    problem: &SparseContactProblem<T>,
    percussions: &mut [T],
    room: &mut SparseContactRoom<T>,
    mut visit: impl FnMut(&SparseContactProblem<T>, &mut [T], &mut Large<T>) -> Result<(), ContactFailure>,
) -> Result<(), ContactFailure> {
    problem.check()?;
    if percussions.len() < problem.rows() {
        let what = "there are fewer percussions than the problem has rows";
        return Err(ContactFailure::Problem { what });
    }
    let SparseContactRoom {
        islands,
        owners,
        places,
        part,
        percussions: own,
        large,
    } = room;
    islands.find(problem, owners);
    let mut start = 0;
    for &end in &islands.ends {
        let members = islands.members.get(start..end).unwrap_or_default();
        start = end;
        extract(problem, members, places, part);
        own.clear();
        own.extend(rows_of(problem, members).map(|row| at(percussions, row)));
        let visited = visit(part, own, large);
        for (row, &percussion) in rows_of(problem, members).zip(&*own) {
            if let Some(to) = percussions.get_mut(row) {
                *to = percussion;
            }
        }
        visited.map_err(|failure| named(failure, members))?;
    }
    Ok(())
}

impl<T: Size> SolvedIslands<T> {
    fn add(&mut self, island: &Solved<T>) {
        let Solved {
            iterations,
            sweeps,
            residual,
        } = *island;
        self.solved.iterations += iterations;
        self.solved.sweeps += sweeps;
        if residual > self.solved.residual {
            self.solved.residual = residual;
        }
        self.islands += 1;
        self.most = self.most.max(iterations);
    }
}

/// A failure that names a contact of the whole problem.
fn named(failure: ContactFailure, members: &[usize]) -> ContactFailure {
    let of_all = |contact: usize| members.get(contact).copied().unwrap_or(contact);
    match failure {
        ContactFailure::Immovable { contact } => ContactFailure::Immovable {
            contact: of_all(contact),
        },
        ContactFailure::NotConverged {
            iterations,
            residual,
            contact,
        } => ContactFailure::NotConverged {
            iterations,
            residual,
            contact: contact.map(of_all),
        },
        other => other,
    }
}

/// The rows of some contacts.
fn rows_of<T: Size>(problem: &SparseContactProblem<T>, members: &[usize]) -> impl Iterator<Item = usize> {
    members.iter().flat_map(|&contact| problem.rows_of(contact))
}

/// Writes the problem of some contacts.
fn extract<T: Size>(
    problem: &SparseContactProblem<T>,
    members: &[usize],
    places: &mut Vec<usize>,
    part: &mut SparseContactProblem<T>,
) {
    places.resize(problem.rows(), 0);
    for (place, row) in rows_of(problem, members).enumerate() {
        if let Some(to) = places.get_mut(row) {
            *to = place;
        }
    }
    part.clear();
    for &contact in members {
        part.add_contact_of(problem, contact, |column| places.get(column).copied());
    }
}

/// The dense problem of an island, and its solution.
fn small<T: Size, const N: usize>(
    solver: &impl ContactSolver,
    part: &SparseContactProblem<T>,
    percussions: &mut [T],
) -> Result<Solved<T>, ContactFailure> {
    let zero = T::from_f64(0.0);
    let (mut delassus, mut block) = ([[zero; N]; N], [zero; N]);
    let rows = part.rows();
    let numbers = delassus.as_flattened_mut();
    for row in 0..rows {
        let (columns, entries) = part.row(row);
        for (&column, &g) in columns.iter().zip(entries) {
            if let Some(entry) = numbers.get_mut(rows * row + column) {
                *entry = g;
            }
        }
    }
    block.iter_mut().zip(&*percussions).for_each(|(to, &p)| *to = p);
    let problem = ContactProblem::scaled(numbers, (part.free(), part.scales()), part.contacts())?;
    let solved = solver.solve::<T, _, [[T; N]; N]>(&problem, &mut block);
    percussions.iter_mut().zip(block).for_each(|(to, p)| *to = p);
    solved
}

/// Groups of contacts.
#[derive(Clone, Debug)]
struct Islands {
    /// A contact of the same island, or the contact itself: the roots are contacts that are their own parents.
    parents: Vec<usize>,
    /// The end of each island among the members, and the contacts, island by island and in ascending order.
    ends: Vec<usize>,
    members: Vec<usize>,
}

impl Islands {
    fn find<T: Size>(&mut self, problem: &SparseContactProblem<T>, owners: &mut Vec<usize>) {
        let count = problem.contacts().len();
        owners.clear();
        for contact in 0..count {
            owners.extend(problem.rows_of(contact).map(|_| contact));
        }
        self.parents.clear();
        self.parents.extend(0..count);
        for contact in 0..count {
            for row in problem.rows_of(contact) {
                let (columns, entries) = problem.row(row);
                let others = columns
                    .iter()
                    .zip(entries)
                    .filter(|(_, g)| **g != T::from_f64(0.0));
                for (&column, _) in others {
                    if let Some(&other) = owners.get(column) {
                        self.join(contact, other);
                    }
                }
            }
        }
        self.sort();
    }

    /// The first contact of the island. The way there is half as long afterwards.
    fn root(&mut self, mut contact: usize) -> usize {
        loop {
            let above = parent(&self.parents, contact);
            let next = parent(&self.parents, above);
            if above == contact {
                return contact;
            }
            if let Some(to) = self.parents.get_mut(contact) {
                *to = next;
            }
            contact = next;
        }
    }

    /// The first contact of both stays the root, so that roots come before the others.
    fn join(&mut self, one: usize, other: usize) {
        if one == other {
            return;
        }
        let (one, other) = (self.root(one), self.root(other));
        if let Some(parent) = self.parents.get_mut(one.max(other)) {
            *parent = one.min(other);
        }
    }

    /// Islands in the order of their first contacts.
    fn sort(&mut self) {
        let count = self.parents.len();
        // First the number of contacts of each root, then where the next one of its island stands.
        self.ends.clear();
        self.ends.resize(count, 0);
        for contact in 0..count {
            let root = self.root(contact);
            if let Some(number) = self.ends.get_mut(root) {
                *number += 1;
            }
        }
        let mut next = 0;
        for number in &mut self.ends {
            next += core::mem::replace(number, next);
        }
        self.members.clear();
        self.members.resize(count, 0);
        for contact in 0..count {
            let root = self.root(contact);
            let Some(place) = self.ends.get_mut(root) else {
                continue;
            };
            if let Some(member) = self.members.get_mut(*place) {
                *member = contact;
            }
            *place += 1;
        }
        // What is left are the ends: also those of contacts that are no roots, where no island is.
        let parents = &self.parents;
        let mut contact = 0;
        self.ends.retain(|_| {
            let is_root = parents.get(contact) == Some(&contact);
            contact += 1;
            is_root
        });
    }
}

fn parent(parents: &[usize], contact: usize) -> usize {
    parents.get(contact).copied().unwrap_or(contact)
}
