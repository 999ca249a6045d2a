//! Random matrices in all storages, against the singular values and the LU of nalgebra for the full matrix.
//!
//! A solved system has a small residual, a refused matrix is nearly singular, and a singular matrix is refused.

use std::vec;
use std::vec::Vec;

use nalgebra::{DMatrix, DVector};

use super::{Full, Numbers, Random};
use crate::matrix::{Banded, Diagonal, Matrix, Pattern, Storage, Tridiagonal};
use crate::{LinearFailure, Scalar, Size};

/// A matrix, the columns that depend on each other, if any do, and how many ε a residual may have.
pub(super) struct Case<T> {
    pub(super) full: Full<T>,
    pub(super) dependent: Vec<usize>,
    pub(super) residual: f64,
}

/// Whether the matrix was solved.
pub(super) fn check<T: Scalar>(case: &Case<T>, a: &mut impl Matrix<T>, random: &mut Random) -> bool {
    let Case { full, dependent, .. } = case;
    let n = full.0;
    let mut exact = DMatrix::from_row_iterator(n, n, full.1.iter().map(|x| x.real().to_f64()));
    let mut b = DVector::from_iterator(n, (0..n).map(|_| (1024.0 * random.next()).round() / 1024.0));
    full.assemble(a);
    let mut x: Vec<T> = b.iter().map(|&b| T::from_f64(b)).collect();
    let result = a.factor().and_then(|()| a.solve(&mut x));
    // Rows of size one, for which sizes of pivots are stated.
    for (mut row, b) in exact.row_iter_mut().zip(&mut b) {
        let size = row.iter().map(|a| a.abs()).sum::<f64>();
        let size = if size > 0.0 { size } else { 1.0 };
        row /= size;
        *b /= size;
    }
    let least = exact.singular_values().min();
    let count = n as f64;
    match result {
        Ok(()) => {
            assert!(
                dependent.is_empty(),
                "{dependent:?} {} of {exact}",
                core::any::type_name_of_val(a)
            );
            let x = DVector::from_iterator(n, x.iter().map(|x| x.real().to_f64()));
            let residual = (&exact * &x - &b).amax() / (x.amax() + b.amax());
            let bound = case.residual * T::EPSILON;
            assert!(residual <= bound, "{residual} {bound} {least} {exact}");
            // A residual r is an error of |r|/σ at most, in the norm of Euclid.
            let other = exact.lu().solve(&b).expect("a regular matrix");
            let error = (&x - &other).norm();
            let sizes = count.sqrt() * (x.amax() + other.amax() + b.amax());
            assert!(error <= 2.0 * bound * sizes / least, "{error} {least}");
            true
        }
        Err(LinearFailure::Singular { pivot, size }) => {
            assert!(pivot < n && size <= count * T::EPSILON, "{pivot} {size}");
            assert!(
                dependent.is_empty() || dependent.contains(&pivot),
                "{pivot} {dependent:?} {exact}"
            );
            // The matrix changed by the pivot times a column of L is singular; sparse factors are probed with a vector x, of
            // which n numbers of the size of the largest may stand in a row.
            let bound = 8.0 * count.powf(2.5) * T::EPSILON;
            assert!(least <= bound, "{least} {bound} {exact}");
            false
        }
        Err(other) => panic!("{other:?} {exact}"),
    }
}

/// Whole numbers from −9 to 9, so that sums are exact.
fn whole(random: &mut Random) -> f64 {
    (9.5 * random.next()).round()
}

/// Some entries of a matrix, two thirds of which are not zero, at places for which `is_place` holds; symmetric or not.
///
/// A z = 0 with numbers ±1 in z from `singular.0` to `singular.1`, which are coupled to none outside; the diagonal
/// dominates outside.
pub(super) fn entries(
    n: usize,
    is_place: impl Fn(usize, usize) -> bool,
    is_symmetric: bool,
    singular: Option<(usize, usize)>,
    random: &mut Random,
) -> Vec<f64> {
    let inside = |row: usize| singular.is_some_and(|(from, to)| (from..to).contains(&row));
    let mut all = vec![0.0; n * n];
    for row in 0..n {
        for column in 0..row {
            let [a, b] = [whole(random), whole(random)];
            if is_place(row, column) && inside(row) == inside(column) && random.next() < 0.33 {
                all[n * row + column] = a;
                all[n * column + row] = if is_symmetric { a } else { b };
            }
        }
        all[(n + 1) * row] = whole(random);
    }
    let z: Vec<f64> = (0..n).map(|_| random.next().signum()).collect();
    for row in (0..n).filter(|_| singular.is_some()) {
        let others = (0..n).filter(|&column| column != row);
        let others = others.map(|column| (all[n * row + column], z[column]));
        all[(n + 1) * row] = if inside(row) {
            -others.map(|(a, z)| a * z).sum::<f64>() * z[row]
        } else {
            z[row] * (1.0 + others.map(|(a, _)| a.abs()).sum::<f64>())
        };
    }
    all
}

/// Half of the cases regular or not as it happens, a quarter singular, a quarter nearly so.
pub(super) fn case<T: Scalar>(
    n: usize,
    is_place: impl Fn(usize, usize) -> bool,
    residual: f64,
    random: &mut Random,
) -> Case<T> {
    let [kind, at, small] = [(); 3].map(|()| 0.5 + 0.5 * random.next());
    let [from, to] = [(); 2].map(|()| random.below(n));
    let (from, to) = (from.min(to), from.max(to) + 1);
    let range = (kind < 0.5).then_some((from, to));
    let mut all = entries(n, is_place, at < 0.5, range, random);
    if kind < 0.25 {
        // From one to far below the rounding errors.
        all[(n + 1) * from] += (-64.0 * small).exp2();
    }
    let all: Vec<T> = all.into_iter().map(T::from_f64).collect();
    let dependent = if (0.25..0.5).contains(&kind) {
        (from..to).collect()
    } else {
        Vec::new()
    };
    Case {
        full: Full(n, all),
        dependent,
        residual,
    }
}

/// Roundings of an elimination: each number takes part in a few operations, whose terms are below 2 · 16 + 1 times the size of
/// their row.
const ELIMINATED: f64 = 128.0;

fn check_all<T: Scalar + nalgebra::Scalar>(rounds: usize) {
    let mut random = Random(11);
    let mut solved = [0; 4];
    for round in 0..rounds {
        let (n, half) = (1 + round % 24, 1 + round % 4);
        let band = |half: usize| move |row: usize, column: usize| row.abs_diff(column) <= half;
        let zeros = case::<T>(n, band(0), ELIMINATED, &mut random);
        let narrow = case::<T>(n, band(1), ELIMINATED, &mut random);
        let wide = case::<T>(n, band(half), ELIMINATED, &mut random);
        let results = [
            check(&zeros, &mut Diagonal::<T, Numbers<T>>::new(n), &mut random),
            check(&narrow, &mut Tridiagonal::<T, Numbers<T>>::new(n), &mut random),
            check(&narrow, &mut Banded::<T, Numbers<T>>::new(n, 1), &mut random),
            check(&wide, &mut Banded::<T, Numbers<T>>::new(n, half), &mut random),
        ];
        solved
            .iter_mut()
            .zip(results)
            .for_each(|(count, solved)| *count += usize::from(solved));
    }
    // Many of both.
    let range = rounds / 10..rounds - rounds / 10;
    assert!(solved.iter().all(|solved| range.contains(solved)), "{solved:?}");
}

#[test]
fn singular_ones_are_refused_and_others_solved() {
    check_all::<f64>(300);
    check_all::<f32>(300);
}

/// A band in an order that the storage has to find.
#[test]
fn rows_in_any_order_are_solved_or_named() {
    let mut random = Random(12);
    let mut solved = 0;
    for round in 0..200 {
        let n = 2 + round % 23;
        let mut given = case::<f64>(
            n,
            |row, column| row.abs_diff(column) <= 1 + round % 3,
            ELIMINATED,
            &mut random,
        );
        let step = (1..n)
            .rev()
            .find(|step| (2..=n).all(|k| n % k != 0 || step % k != 0))
            .unwrap_or(1);
        let place = |row: usize| (row * step + round) % n;
        let mut all = vec![0.0; n * n];
        (0..n * n).for_each(|k| all[n * place(k / n) + place(k % n)] = given.full.1[k]);
        given.full.1 = all;
        given.dependent.iter_mut().for_each(|row| *row = place(*row));
        let pattern = pattern_of(&given.full);
        let mut a = Storage::<f64>::of(&pattern).expect("a band");
        assert!(a.name() != "sparse");
        solved += usize::from(check(&given, &mut a, &mut random));
    }
    assert!((40..160).contains(&solved), "{solved}");
}

/// The pattern of a full matrix that has many zeros, on both sides of the diagonal.
pub(super) fn pattern_of(full: &Full<f64>) -> Pattern {
    let n = full.0;
    Pattern::new(n, |visit| {
        for row in 0..n {
            for column in (0..n).filter(|column| full.1[n * row + column] != 0.0) {
                visit(&[row, column]);
            }
        }
    })
    .expect("rows below n")
}
