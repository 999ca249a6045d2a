//! Matrices of two parts, the first of which does not depend on the second.

use std::vec;

use super::{Full, Random, check_residual};
use crate::LinearFailure;
use crate::matrix::{Matrix, Storage, Stored};

/// Two bands, the numbers of which alternate; each row of the second one depends on seven rows of the first one.
fn alternating(n: usize, random: &mut Random) -> Full<f64> {
    let mut full = Full(2 * n, vec![0.0; 4 * n * n]);
    let mut set = |row: usize, column: usize, value: f64| full.1[2 * n * row + column] = value;
    for i in 0..n {
        for j in i.saturating_sub(3)..(i + 4).min(n) {
            let dominant = if i == j { 7.0 } else { 0.0 };
            set(2 * i, 2 * j, random.next() + dominant);
            set(2 * i + 1, 2 * j + 1, random.next() + dominant);
            set(2 * i + 1, 2 * j, random.next());
        }
    }
    full
}

fn storage(full: &Full<f64>) -> Storage<f64> {
    let n = full.0;
    let storage = Storage::for_places(n, |visit| {
        for row in 0..n {
            let columns = (0..n).filter(|&column| column != row && full.1[n * row + column] != 0.0);
            columns.for_each(|column| visit(row, column));
        }
    });
    storage.expect("narrow bands")
}

#[test]
fn two_parts_are_solved_one_after_the_other() {
    let mut random = Random(17);
    for n in [4, 7, 20, 100] {
        let full = alternating(n, &mut random);
        let mut a = storage(&full);
        assert_eq!(a.name(), "triangular");
        check_residual(&full, &mut a, &mut random);
        check_residual(&full, &mut a, &mut random);
    }
}

/// Without entries that lack a mirror image there is one part; and so if parts have such entries, or the band is narrow.
#[test]
fn other_matrices_are_not_split() {
    let mut random = Random(18);
    let chain = Full::<f64>::random(20, 1, 3.0, &mut random);
    assert_eq!(storage(&chain).name(), "tridiagonal");
    let mut lower = Full::<f64>::random(20, 7, 15.0, &mut random);
    (0..400)
        .filter(|k| k / 20 < k % 20)
        .for_each(|k| lower.1[k] = 0.0);
    let mut a = storage(&lower);
    assert_eq!(a.name(), "banded");
    check_residual(&lower, &mut a, &mut random);
    let mut narrow = alternating(20, &mut random);
    (0..1600)
        .filter(|k| (k / 40_usize).abs_diff(k % 40) > 3)
        .for_each(|k| narrow.1[k] = 0.0);
    assert_eq!(storage(&narrow).name(), "banded");
}

#[test]
fn errors_are_in_the_order_of_the_caller() {
    let mut random = Random(19);
    let full = alternating(10, &mut random);
    for column in [6, 13] {
        let mut singular = full.clone();
        (0..20).for_each(|row| singular.1[20 * row + column] = 0.0);
        let mut a = storage(&full);
        singular.assemble(&mut a);
        match a.factor() {
            Err(LinearFailure::Singular { pivot, .. }) => assert_eq!(pivot, column),
            other => panic!("{other:?}"),
        }
    }
    // From the first part to the second, inside of one, beyond those that couple, and beyond the end.
    for (row, column) in [(6, 7), (2, 18), (3, 19), (3, 14), (20, 0), (0, 20)] {
        let mut a = storage(&full);
        full.assemble(&mut a);
        a.add(&[row], &[column], &[1.0]);
        assert_eq!(a.factor(), Err(LinearFailure::Misplaced { row, column }));
        check_residual(&full, &mut a, &mut random);
    }
}
