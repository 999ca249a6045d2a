//! Lemke's pivoting, for planar friction.

use super::laws::Problem;
use super::local::larger;
use super::newton::polish;
use super::single::{alone, single};
use super::tableau::{End, Tableau};
use super::trial::last_resort_of_pivots;
use super::{ContactProblem, ContactSolver, Solved, guess};
#[cfg(feature = "alloc")]
use super::{
    SolvedIslands, SparseContactProblem, SparseContactRoom, SparseContactSolver,
    islands::{self, SolvesIslands},
    large::Large,
};
use crate::ContactFailure;
use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size};

/// Lemke's method for contacts with at most one slip component: a linear complementarity problem, solved by pivots.
///
/// ```text
/// 0 ≤ ξ_N                ⟂  P_N ≥ 0
/// 0 ≤  ξ_T + λ           ⟂  β⁺ ≥ 0       P_T = β⁺ − β⁻
/// 0 ≤ −ξ_T + λ           ⟂  β⁻ ≥ 0
/// 0 ≤ μ P_N − β⁺ − β⁻    ⟂  λ ≥ 0        λ = |ξ_T| where it slips
/// ```
///
/// Exact pivots find a solution if G is symmetric and positive semidefinite, and c = W u for some velocity u. Rounding, or
/// another problem, may end them on a ray. Then they begin again with four other covering vectors, the factors of the variable
/// that makes all constants positive at first. At last [`SemismoothNewton`](super::SemismoothNewton) begins at zero, with its
/// own last resort: all modes of up to eight contacts. Of 10⁶ random problems of up to six contacts with a known solution one
/// was missed. [`ContactFailure::Ray`] is the failure of the first pivots, after all of that. For up to eight contacts there is
/// then most likely no solution; for more of them another solver may find one.
///
/// Pivots follow the lexicographic rule, so that no basis comes twice. Numbers up to √ε/16, in units in which the diagonal of G
/// and c are about 1, count as zero. The result is corrected by iterations of [`SemismoothNewton`](super::SemismoothNewton), so
/// that it has the same residual. The guess is not used. Contacts with two slip components are allowed if their friction is
/// zero. A single contact is solved in closed form, as there.
///
/// D. E. Stewart, J. C. Trinkle, An implicit time-stepping scheme for rigid body dynamics with inelastic collisions and Coulomb
/// friction, International Journal for Numerical Methods in Engineering 39, 1996; R. W. Cottle, J.-S. Pang, R. E. Stone, *The
/// Linear Complementarity Problem*, 1992, chapter 4.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lemke;

/// Pivots per variable, after which rounding errors must have caused a cycle.
const PIVOTS: usize = 50;

impl ContactSolver for Lemke {
    fn solve<T: Size, V: Block<T>, D: Block<T>>(
        &self,
        problem: &ContactProblem<'_, T>,
        percussions: &mut V,
    ) -> Result<Solved<T>, ContactFailure> {
        if let Some(solved) = single(problem, percussions.as_mut_slice()) {
            return Ok(solved);
        }
        guess(problem, percussions.as_mut_slice())?.fill(T::from_f64(0.0));
        if !is_planar(problem) {
            let what = "Lemke's method is for planar friction, and a contact has two slip components";
            return Err(ContactFailure::Problem { what });
        }
        let first = pivoted::<T, V, D>(problem, percussions, 0);
        let solved = first.and_then(|pivots| polished::<T, V, D>(problem, percussions, pivots));
        solved.or_else(|failure| last_resort_of_pivots::<T, V, D>(problem, percussions, failure))
    }

    #[inline]
    fn solve_one<T: Size>(&self, delassus: T, free: (T, T)) -> Option<(T, Solved<T>)> {
        alone(delassus, free)
    }
}

/// Covering vectors from which pivots begin.
pub(super) const COVERS: usize = 5;

/// Whether no contact has friction in two directions.
pub(super) fn is_planar<T: Size>(problem: &impl Problem<T>) -> bool {
    !problem
        .each()
        .any(|local| local.slips > 1 && local.has_friction())
}

/// Percussions by pivots from one of the covering vectors, up to rounding errors of the tableau. Returns the number of pivots.
#[inline(never)]
pub(super) fn pivoted<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    cover: usize,
) -> Result<usize, ContactFailure> {
    let half = problem.rows();
    let scales = scales(problem);
    let mut tableau = Tableau::<V, D>::new::<T>(half);
    let unit = fill(&mut tableau, problem, &scales);
    if cover > 0 {
        (0..2 * half).for_each(|pair| tableau.scale_cover(pair, covering(pair, cover)));
    }
    let tolerance = T::from_f64(1.0 / 16.0) * Scalar::sqrt(T::from_f64(T::EPSILON));
    let pivots = match tableau.solve(tolerance, PIVOTS * 2 * half.max(1)) {
        End::Solution { pivots } => pivots,
        End::Ray { pivots } => return Err(ContactFailure::Ray { pivots }),
        End::Endless { pivots: iterations } => {
            return Err(ContactFailure::NotConverged {
                iterations,
                residual: f64::INFINITY,
                contact: None,
            });
        }
    };
    for local in problem.each() {
        let scale = |k: usize| unit / at(scales.as_slice(), local.first + k);
        let value = |i: usize| larger(tableau.value(i), T::from_f64(0.0));
        let slip = local.first + 1;
        let tangential = if local.has_friction() {
            scale(1) * (value(slip) - value(half + slip))
        } else {
            T::from_f64(0.0)
        };
        let normal = scale(0) * value(local.first);
        local.write(percussions.as_mut_slice(), [normal, tangential, T::from_f64(0.0)]);
    }
    problem.project(percussions.as_mut_slice());
    Ok(pivots)
}

/// Entry `pair` of a covering vector: 1 to 64 in an order that has nothing to do with that of contacts.
fn covering<T: Size>(pair: usize, cover: usize) -> T {
    let power = (pair * (2 * cover + 1) + 3 * cover) % 7;
    T::from_count(1 << power)
}

/// The answer from percussions that pivots have found.
pub(super) fn polished<T: Size, V: Block<T>, D: Block<T>>(
    problem: &ContactProblem<'_, T>,
    percussions: &mut V,
    pivots: usize,
) -> Result<Solved<T>, ContactFailure> {
    let solved = polish::<T, V, D>(problem, percussions)?;
    Ok(Solved {
        iterations: pivots,
        ..solved
    })
}

#[cfg(feature = "alloc")]
impl SparseContactSolver for Lemke {
    fn solve_sparse<T: Size>(
        &self,
        problem: &SparseContactProblem<T>,
        percussions: &mut [T],
        room: &mut SparseContactRoom<T>,
    ) -> Result<SolvedIslands<T>, ContactFailure> {
        islands::solve(self, problem, percussions, room)
    }
}

#[cfg(feature = "alloc")]
impl SolvesIslands for Lemke {
    fn large<T: Size>(
        &self,
        _: &SparseContactProblem<T>,
        _: &mut [T],
        _: &mut Large<T>,
    ) -> Result<Solved<T>, ContactFailure> {
        let what = "Lemke's method is for islands of up to 48 rows";
        Err(ContactFailure::Problem { what })
    }
}

/// Powers of two near √a for each row: P times it and ξ divided by it have the same units, √J, for all contacts.
fn scales<T: Size, V: Block<T>>(problem: &ContactProblem<'_, T>) -> V {
    let mut scales: V = zeros();
    for local in problem.each() {
        let [normal, slip] = [local.normal, local.tangential].map(|a| {
            let power = Scalar::sqrt(a).power_of_two();
            if power > T::from_f64(0.0) {
                power
            } else {
                T::from_f64(1.0)
            }
        });
        local.write(scales.as_mut_slice(), [normal, slip, slip]);
    }
    scales
}

/// Writes the complementarity problem. Returns the unit of its percussions, in which c is about 1.
///
/// ```text
/// row          0 ≤ w             ⟂  z ≥ 0
/// R rows:      ξ_N                  P_N
///              ξ_T + λ              β⁺           P_T = β⁺ − β⁻
/// R more:      μ P_N − β⁺ − β⁻      λ
///              −ξ_T + λ             β⁻
/// ```
fn fill<T: Size, V: Block<T>, D: Block<T>>(
    tableau: &mut Tableau<V, D>,
    problem: &ContactProblem<'_, T>,
    scales: &V,
) -> T {
    let half = problem.rows();
    let one = T::from_f64(1.0);
    let scale = |row: usize| at(scales.as_slice(), row);
    let free = |row: usize| at(problem.free(), row) / scale(row);
    let largest = (0..half).fold(T::from_f64(0.0), |most, row| larger(Scalar::abs(free(row)), most));
    let power = largest.power_of_two();
    let unit = if power > T::from_f64(0.0) { power } else { one };
    for local in problem.each() {
        let (normal, slip) = (local.first, local.first + 1);
        tableau.set_constant(normal, free(normal) / unit);
        couple(tableau, problem, scales, normal, [Some(normal), None]);
        if !local.has_friction() {
            continue;
        }
        tableau.set_constant(slip, free(slip) / unit);
        tableau.set_constant(half + slip, -(free(slip) / unit));
        tableau.set_constant(half + normal, T::from_f64(0.0));
        couple(tableau, problem, scales, slip, [Some(slip), Some(half + slip)]);
        tableau.set(slip, half + normal, one);
        tableau.set(half + slip, half + normal, one);
        tableau.set(
            half + normal,
            normal,
            local.friction * scale(slip) / scale(normal),
        );
        tableau.set(half + normal, slip, -one);
        tableau.set(half + normal, half + slip, -one);
    }
    unit
}

/// Writes row `row` of G to one row of the tableau and, with the other sign, to a second one.
fn couple<T: Size, V: Block<T>, D: Block<T>>(
    tableau: &mut Tableau<V, D>,
    problem: &ContactProblem<'_, T>,
    scales: &V,
    row: usize,
    to: [Option<usize>; 2],
) {
    let half = problem.rows();
    let scale = |row: usize| at(scales.as_slice(), row);
    let coupling = |column: usize| at(problem.row(row), column) / (scale(row) * scale(column));
    for (sign, to) in [1.0, -1.0].into_iter().zip(to) {
        let Some(to) = to else { continue };
        let sign = T::from_f64(sign);
        for local in problem.each() {
            tableau.set(to, local.first, sign * coupling(local.first));
            if local.has_friction() {
                let slip = local.first + 1;
                tableau.set(to, slip, sign * coupling(slip));
                tableau.set(to, half + slip, -(sign * coupling(slip)));
            }
        }
    }
}
