//! Equations with multipliers of which some follow from others: of all multipliers that solve them, those of least norm.
//!
//! ```text
//! A x = b,   A N = 0,   Σ Dₖ (xₖ − targetₖ)² least over x + N c
//! ```
//!
//! Knows matrices and weights. Which equations follow from others is decided by the caller.

use super::{solve, solve_with_multipliers};
use crate::block::{at, rows, rows_mut};
use crate::{LinearFailure, Scalar, SizeOf};

/// The norm of multipliers, and where it is least.
#[derive(Clone, Copy, Debug)]
pub struct Norm<'a, T> {
    /// Dₖ of each unknown: zero unless it is a multiplier, and negative where equation k follows from others.
    pub weights: &'a [T],
    /// The unknowns at which the norm is zero.
    pub target: &'a [T],
}

/// Numbers that are overwritten: n × n, and n.
#[derive(Debug)]
pub struct Scratch<'a, T> {
    /// n × n numbers.
    pub matrix: &'a mut [T],
    /// n numbers.
    pub vector: &'a mut [T],
}

/// Solves A x = b as [`solve_with_multipliers`], where some equations follow from others: `b` becomes the x whose multipliers
/// have the least distance from `target`. `a` is overwritten.
///
/// Equation k and unknown k of a negative weight are left out first; what remains has to be regular. Each unknown that was
/// left out then gives a direction N in which the others follow, and along these directions the norm is made least.
///
/// ```
/// use extremal_numerics::lu::{Norm, Scratch, solve_least_norm};
///
/// // A mass that two equal constraints hold: they share the force.
/// let (mut a, mut b) = ([2.0, 1.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0], [6.0, 0.0, 0.0]);
/// let norm = Norm { weights: &[0.0, 1.0, -1.0], target: &[0.0; 3] };
/// let scratch = Scratch { matrix: &mut [0.0; 9], vector: &mut [0.0; 3] };
/// solve_least_norm(&mut a, &mut b, norm, scratch)?;
/// assert_eq!(b, [0.0, 3.0, 3.0]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
///
/// # Errors
///
/// The errors of [`solve_with_multipliers`].
pub fn solve_least_norm<T: Scalar>(
    a: &mut [T],
    b: &mut [T],
    norm: Norm<'_, T>,
    scratch: Scratch<'_, T>,
) -> Result<(), LinearFailure> {
    let n = b.len();
    let free = (0..n).filter(|&k| is_left_out(norm.weights, k)).count();
    let width = 1 + free;
    let Some(right) = scratch.matrix.get_mut(..n * width) else {
        return Err(LinearFailure::Singular { pivot: 0, size: 0.0 });
    };
    for (k, (right, row)) in rows_mut(right, width).zip(rows(a, n)).enumerate() {
        let columns = (0..n).filter(|&column| is_left_out(norm.weights, column));
        let directions = columns.map(|column| -at(row, column));
        let numbers = core::iter::once(at(b, k)).chain(directions);
        right.iter_mut().zip(numbers).for_each(|(x, number)| *x = number);
    }
    leave_out(a, right, width, norm.weights);
    own_directions(right, width, norm.weights);
    solve_with_multipliers(a, right, width, scratch.vector)?;
    let (normal, change) = (a.get_mut(..free * free), scratch.vector.get_mut(..free));
    let (Some(normal), Some(change)) = (normal, change) else {
        return Ok(());
    };
    normal_equations(right, norm, normal, change);
    solve(normal, change)?;
    for (x, row) in b.iter_mut().zip(rows(right, width)) {
        let steps = row.iter().skip(1).zip(&*change);
        *x = steps.fold(at(row, 0), |x, (&direction, &change)| x + direction * change);
    }
    Ok(())
}

/// Makes each equation with a negative weight x = 0, and takes its unknown out of the others. `b` has `width` columns.
#[doc(hidden)]
pub fn leave_out<T: Scalar>(a: &mut [T], b: &mut [T], width: usize, weights: &[T]) {
    let (n, [zero, one]) = (weights.len(), [0.0, 1.0].map(T::from_f64));
    for (i, (row, b)) in rows_mut(a, n).zip(rows_mut(b, width)).enumerate() {
        let is_row = is_left_out(weights, i);
        for (j, entry) in row.iter_mut().enumerate() {
            if is_row || is_left_out(weights, j) {
                *entry = if i == j { one } else { zero };
            }
        }
        if is_row {
            b.iter_mut().for_each(|b| *b = zero);
        }
    }
}

/// The unknown that was left out is one in its own direction.
fn own_directions<T: Scalar>(right: &mut [T], width: usize, weights: &[T]) {
    let left_out = (0..weights.len()).filter(|&k| is_left_out(weights, k));
    for (direction, k) in left_out.enumerate() {
        if let Some(own) = right.get_mut(width * k + 1 + direction) {
            *own = T::from_f64(1.0);
        }
    }
}

/// (Nᵀ D N) c = Nᵀ D (target − x)
fn normal_equations<T: Scalar>(right: &[T], norm: Norm<'_, T>, normal: &mut [T], change: &mut [T]) {
    let free = change.len();
    normal
        .iter_mut()
        .chain(change.iter_mut())
        .for_each(|x| *x = T::from_f64(0.0));
    for (k, row) in rows(right, 1 + free).enumerate() {
        let weight = at(norm.weights, k);
        let weight = if is_left_out(norm.weights, k) {
            -weight
        } else {
            weight
        };
        let missing = at(norm.target, k) - at(row, 0);
        let directions = row.get(1..).unwrap_or_default();
        for ((normal, change), &direction) in rows_mut(normal, free).zip(change.iter_mut()).zip(directions) {
            *change = *change + weight * direction * missing;
            for (entry, &other) in normal.iter_mut().zip(directions) {
                *entry = *entry + weight * direction * other;
            }
        }
    }
}

fn is_left_out<T: Scalar>(weights: &[T], k: usize) -> bool {
    at(weights, k).real() < SizeOf::<T>::from_f64(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two masses and three constraints on them, of which each follows from the other two, in units of their own.
    #[test]
    fn multipliers_of_least_norm_do_not_depend_on_what_is_left_out() {
        let gradients = [[1.0, 0.0], [0.0, 2.0], [3.0, 3.0]];
        let (masses, forces) = ([2.0, 5.0], [4.0, -7.0]);
        let weight = |g: [f64; 2]| g[0] * g[0] / masses[0] + g[1] * g[1] / masses[1];
        let solved = |left_out: usize| {
            let mut a = [[0.0; 5]; 5];
            let mut weights = [0.0; 5];
            for k in 0..2 {
                a[k][k] = masses[k];
                for (j, g) in gradients.iter().enumerate() {
                    (a[k][2 + j], a[2 + j][k]) = (g[k], g[k]);
                }
            }
            for (j, &g) in gradients.iter().enumerate() {
                weights[2 + j] = if j == left_out { -weight(g) } else { weight(g) };
            }
            let mut x = [forces[0], forces[1], 0.0, 0.0, 0.0];
            let norm = Norm {
                weights: &weights,
                target: &[0.0; 5],
            };
            let scratch = Scratch {
                matrix: &mut [0.0; 25],
                vector: &mut [0.0; 5],
            };
            solve_least_norm(a.as_flattened_mut(), &mut x, norm, scratch).unwrap();
            x
        };
        // The Lagrange conditions of the least norm: Dⱼ λⱼ is a combination of the columns of the gradients.
        let [first, second, third] = [0, 1, 2].map(solved);
        for k in 0..5 {
            // A few roundings of numbers of size ten.
            assert!((first[k] - second[k]).abs() < 1e-14 && (first[k] - third[k]).abs() < 1e-14);
        }
        let pulled = |j: usize| weight(gradients[j]) * first[2 + j];
        let combined = pulled(2) - 3.0 * pulled(0) - 1.5 * pulled(1);
        assert!(combined.abs() < 1e-13, "{combined}");
        let force = |k: usize| -> f64 { (0..3).map(|j| gradients[j][k] * first[2 + j]).sum() };
        assert!((force(0) - 4.0).abs() < 1e-14 && (force(1) + 7.0).abs() < 1e-14);
    }

    #[test]
    fn without_equations_that_follow_it_is_the_usual_solve() {
        let (mut a, mut b) = ([1.0, 1.0, 1.0, 0.0], [3.0, 2.0]);
        let norm = Norm {
            weights: &[0.0, 1.0],
            target: &[0.0; 2],
        };
        let scratch = Scratch {
            matrix: &mut [0.0; 4],
            vector: &mut [0.0; 2],
        };
        solve_least_norm(&mut a, &mut b, norm, scratch).unwrap();
        assert_eq!(b, [2.0, 1.0]);
    }
}
