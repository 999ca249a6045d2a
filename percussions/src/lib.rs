//! Solvers of the local contact problem: the percussions of contacts that are closed.
//!
//! They know numbers and no mechanics. Wanted are percussions P with
//!
//! ```text
//! ξ = G P + c
//! P_N ≥ 0,  ξ_N ≥ 0,  P_N ξ_N = 0                                   −ξ_N ∈ N_{R₀⁺}(P_N)
//! |P_T| ≤ μ P_N,  P_T = −μ P_N ξ_T/|ξ_T| where ξ_T ≠ 0              −ξ_T ∈ N_{C(μ P_N)}(P_T)
//! ```
//!
//! for each contact. This is Coulomb's law itself, and not its convex approximation, in which sliding bodies separate.
//! G = W A⁻¹ Wᵀ is the Delassus matrix. It is symmetric if A = M, but implicit schemes have other A. c is the velocity of
//! the contacts without percussions, with Newton's restitution: ξ = γ⁺ + e γ⁻.
//!
//! ```
//! use extremal_percussions::{ActiveContact, ContactProblem, ContactSolver, SemismoothNewton};
//!
//! // A point mass of 2 kg hits the ground with 1 m/s, and slides with 3 m/s.
//! let (delassus, free) = ([0.5, 0.0, 0.0, 0.5], [-1.0, 3.0]);
//! let contacts = [ActiveContact { slips: 1, friction: 0.4 }];
//! let problem = ContactProblem::new(&delassus, &free, &contacts)?;
//! let mut percussions = [0.0; 2];
//! let report = SemismoothNewton.solve::<f64, _, [[f64; 2]; 2]>(&problem, &mut percussions)?;
//! assert!((percussions[0] - 2.0).abs() < 1e-14 && (percussions[1] + 0.8).abs() < 1e-14);
//! assert!(report.iterations <= 2 && report.residual < 1e-15);
//! # Ok::<(), extremal_percussions::ContactFailure>(())
//! ```
//!
//! # Which solver
//!
//! | solver | contacts | memory | a box on four contacts | take it |
//! | --- | --- | --- | --- | --- |
//! | [`SemismoothNewton`] | all | one R × R block | 2 to 10 iterations; 90 if contacts contradict each other | by default |
//! | [`GaussSeidel`] | all | none | 64 to 512 sweeps | where a block of R × R numbers is too much |
//! | [`Lemke`] | planar friction | five R × R blocks | not planar | where answers must not depend on a guess |
//! | [`LeastNorm`] of these | theirs | two R × R blocks more | one elimination more | to choose shares of redundant contacts |
//! | [`Budget`] | all | four vectors of R numbers | as many sweeps as are given | where a step has a deadline |
//!
//! The first three end at the same rounding floor: [`ContactProblem::residual`] is at most 64 R ε. Percussions of an answer lie
//! in their cones exactly, in floating-point numbers up to the last place of |`P_T`|. Failures are errors, never answers.
//! [`Budget`] stops after a given number of sweeps, takes what it has found, and tells the residual.
//!
//! `SemismoothNewton` and `Lemke` do not give up before they have tried the modes of contacts: open, sticking, slipping. Planar
//! problems of up to eight contacts are solved if they have a solution, up to rounding: all but one of 10⁶ random ones.
//! [`GaussSeidel`] has no such last resort.
//!
//! # Problems of any size
//!
//! With the feature `alloc`, `SparseContactProblem` has G by rows, without its zeros, and `SparseContactSolver` solves it.
//! Contacts that do not influence each other are islands. Each island of up to 48 rows is a dense problem. Larger ones have a
//! sparse Newton matrix: a band, or the factors of the feature `sparse`. Warm starts, as of a pile at rest, take few
//! iterations. Islands of more than 32 contacts that hit each other at once are solved to a residual of 1e-8, or up to 1e-4
//! where friction is large: [`SemismoothNewton`] tells how. Above that they end as [`ContactFailure::NotConverged`].
//!
//! # Degenerate problems
//!
//! | name | what happens |
//! | --- | --- |
//! | redundant contacts: G is singular | The motion is determined, the shares of the contacts are not. See below. |
//! | redundant contacts that contradict each other | Some open or slip, as with different restitutions. Jammed ones fail. |
//! | Painlevé configurations: μ \|`G_NT`\| > `G_NN` | Several solutions: open, sticking, sliding. Or none: a failure. |
//! | jamming: friction holds a peg between walls | Solutions with percussions of any size. |
//! | a wedge that closes | No solution: a failure. |
//! | no normal percussion: a contact that grazes | No friction, whatever the slip. |
//! | μ = 0 with slip components | `P_T` = 0. |
//! | one planar contact that is guided along a line | It slips if restitutions differ. Else friction is not determined. |
//! | a zero row of G: no percussion accelerates it | P = 0. If it approaches: [`ContactFailure::Immovable`]. |
//!
//! If there are several solutions, `SemismoothNewton` finds one near its guess, the percussions of the step before. From zero,
//! equal redundant contacts have nearly equal shares, unless only the last resort finds a solution: then some of them may carry
//! all. [`LeastNorm`] chooses the shares of least norm. A contradiction by rounding is none if c has
//! [scales](ContactProblem::with_scales).
//!
//! If G is symmetric and positive semidefinite and c = W u for some velocity u, there is a solution: percussions that stop the
//! contacts. With ξ = γ⁺ + e γ⁻ and unequal e at redundant contacts, c is in general no W u. Then there is a solution if for
//! some u ξ = W u + c has `ξ_N` > μ |`ξ_T`| at each contact, as where a body can leave its floor. The internal loads of
//! contacts that stick then grow until one of them slips or opens.
//!
//! V. Acary, F. Cadoux, C. Lemaréchal, J. Malick, A formulation of the linear discrete Coulomb friction problem via convex
//! optimization, ZAMM 91, 2011, has the condition. V. Acary, B. Brogliato, *Numerical Methods for Nonsmooth Dynamical
//! Systems*, Springer, 2008, has the problem and its solvers. G. Capobianco, J. Harsch, S. R. Eugster, R. I. Leine,
//! Moreau-type integrators based on the time finite element discretization of the virtual action, names these solvers in
//! section 4; the laws are (56) and (57) there.

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(test)]
extern crate std;

mod accelerated;
mod again;
mod alart_curnier;
#[cfg(feature = "alloc")]
mod blocks;
mod budget;
mod failure;
mod gauss_seidel;
#[cfg(feature = "alloc")]
mod islands;
#[cfg(feature = "alloc")]
mod large;
mod laws;
mod least_norm;
mod lemke;
mod local;
mod lorentz;
mod newton;
mod path;
mod problem;
mod rest;
mod search;
mod single;
#[cfg(feature = "alloc")]
mod sparse;
#[cfg(feature = "alloc")]
mod sparse_tangent;
mod tableau;
mod tangent;
mod trial;

use core::fmt::Debug;

#[doc(hidden)]
pub use again::Kept;
pub use budget::Budget;
use extremal_numerics::{Block, Size};
pub use failure::ContactFailure;
pub use gauss_seidel::GaussSeidel;
#[cfg(feature = "alloc")]
pub use islands::SparseContactRoom;
use laws::Problem;
pub use least_norm::LeastNorm;
pub use lemke::Lemke;
pub use newton::SemismoothNewton;
pub use problem::{ActiveContact, ContactProblem};
#[cfg(feature = "alloc")]
pub use sparse::SparseContactProblem;

/// A method that solves [`ContactProblem`]s. Its value has the settings.
///
/// See [the module](self) for the problem, and for when to take which.
pub trait ContactSolver: Copy + Debug + Default + PartialEq + 'static {
    /// Finds percussions P that satisfy the contact laws.
    ///
    /// `percussions` has the rows of the problem at its beginning: a guess before, P after, such as the percussions of the
    /// step before. Any finite numbers are a guess; zeros start cold. Numbers after these rows are not used.
    /// After an error it has no meaning, or, of [`SemismoothNewton`], the best percussions found.
    ///
    /// `V` has at least as many numbers as the problem has rows, and `D` at least the square of that: the blocks of all
    /// contacts of a system, closed or not. The memory of the solve is a few such blocks on the stack.
    ///
    /// # Errors
    ///
    /// See [`ContactFailure`].
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure>;

    /// The percussion of one contact without slip components, with G and with c and its scale, where this solver has a closed
    /// form. By default there is none; that of a solver has the bits that [`solve`](Self::solve) has for this problem.
    #[inline]
    fn solve_one<T: Size>(&self, delassus: T, (free, scale): (T, T)) -> Option<(T, Solved<T>)> {
        let _ = (delassus, free, scale);
        None
    }

    /// The report of percussions of the step before, if they solve the problem still. G is not known: the residual is a bound
    /// on that of [`solve`](Self::solve). By default they are not asked, as where answers do not depend on a guess.
    #[doc(hidden)]
    #[inline]
    fn keep<T: Size>(&self, kept: &Kept<'_, T>) -> Option<Solved<T>> {
        let _ = kept;
        None
    }
}

/// A solver that finds percussions to the limit that it promises or fails, as all but [`Budget`] do: rounding, and 1e-4 at
/// worst where [`SemismoothNewton`] solves more than 32 contacts that touch each other. Iterations around contact problems need
/// it, and so does [`LeastNorm`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` may end with less than a solution",
    label = "closed gaps and percussions of least norm need solutions: take `SemismoothNewton`, `Lemke` or `GaussSeidel`"
)]
pub trait SolvesToRounding: ContactSolver {}

impl SolvesToRounding for SemismoothNewton {}
impl SolvesToRounding for Lemke {}
impl SolvesToRounding for GaussSeidel {}

/// The report of a contact solver.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Solved<T> {
    /// Newton iterations, or pivots of Lemke's method; of [`GaussSeidel`] zero.
    pub iterations: usize,
    /// Gauss–Seidel sweeps, of the solver or of its fallback.
    pub sweeps: usize,
    /// The error of the contact laws, relative to the summands of G P + c: [`ContactProblem::residual`]. Of percussions of the
    /// step before that a step keeps without computing G, a bound on it.
    pub residual: T,
}

/// A method that solves problems of any size.
#[cfg(feature = "alloc")]
pub trait SparseContactSolver: ContactSolver {
    /// Finds percussions P that satisfy the contact laws.
    ///
    /// `percussions` has the rows of the problem: a guess before, P after. Contacts that share no entry of G, directly or by
    /// others, are islands, and each island is solved by itself. `room` is memory, which is kept from problem to problem: no
    /// allocation as long as problems are not larger than any before.
    ///
    /// # Errors
    ///
    /// See [`ContactFailure`]. Contacts are counted in the order in which they were added.
    fn solve_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut SparseContactRoom<T>,
    ) -> Result<SolvedIslands<T>, ContactFailure>;
}

/// The report of a solver of problems of any size.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SolvedIslands<T> {
    /// The sums over the islands, and the largest residual.
    pub solved: Solved<T>,
    /// The number of islands: groups of contacts that do not influence each other.
    pub islands: usize,
    /// The iterations of the island that took most.
    pub most: usize,
}

/// The units of ε in which a row may err.
const FLOOR: usize = 8;

/// The residual at which iterations end: some units in the last place for each row.
fn floor<T: Size>(problem: &impl Problem<T>) -> T {
    T::from_count(FLOOR * problem.rows()) * T::from_f64(T::EPSILON)
}

/// The percussions of the rows of the problem, as a guess of finite numbers.
///
/// A contact that approaches while no percussion changes its velocity is refused: iterations would press it harder and harder.
fn guess<'a, T: Size>(
    problem: &impl Problem<T>,
    percussions: &'a mut [T],
) -> Result<&'a mut [T], ContactFailure> {
    let immovable = problem.each().position(|local| local.is_immovable(problem));
    if let Some(contact) = immovable {
        return Err(ContactFailure::Immovable { contact });
    }
    let what = "the blocks have fewer rows than the problem";
    let numbers = percussions.get_mut(..problem.rows());
    let guess = numbers.ok_or(ContactFailure::Problem { what })?;
    let zero = T::from_f64(0.0);
    if !guess.iter().all(|p| p.is_finite()) {
        guess.fill(zero);
    }
    for local in problem.each().filter(|local| local.is_idle(problem)) {
        local.write(guess, [zero; 3]);
    }
    Ok(guess)
}

#[cfg(test)]
mod tests;
