//! Patterns, orders, and the storage that is chosen.

use std::vec;
use std::vec::Vec;

use super::{Full, Random, check_residual};
use crate::LinearFailure;
use crate::matrix::{Matrix, Pattern, Storage};

fn pattern(n: usize, items: &[Vec<usize>]) -> Pattern {
    Pattern::new(n, |visit| items.iter().for_each(|item| visit(item))).expect("coordinates below n")
}

fn check(name: &str, n: usize, items: &[Vec<usize>]) {
    let pattern = pattern(n, items);
    let mut a = Storage::<f64>::of(&pattern).expect("a band");
    assert_eq!((a.name(), a.size()), (name, n));
    let mut random = Random(6);
    let mut full = Full(n, vec![0.0; n * n]);
    for row in 0..n {
        for &column in pattern.row(row) {
            full.1[n * row + column] = random.next();
        }
    }
    check_residual(&full, &mut a, &mut random);
}

/// A numbering without order.
fn shuffled(k: usize, n: usize) -> usize {
    37 * k % n
}

#[test]
fn storages_follow_patterns() {
    check("diagonal", 5, &[]);
    check("diagonal", 3, &[vec![0], vec![2]]);
    check("diagonal", 0, &[]);
    let chain = |n: usize, at: &dyn Fn(usize) -> usize| -> Vec<Vec<usize>> {
        (1..n).map(|k| vec![at(k - 1), at(k)]).collect()
    };
    check("tridiagonal", 10, &chain(10, &|k| k));
    check("tridiagonal", 100, &chain(100, &|k| shuffled(k, 100)));
    // Two chains and single rows.
    let both: Vec<Vec<usize>> = (1..10)
        .flat_map(|k| [vec![3 * k - 3, 3 * k], vec![3 * k - 2, 3 * k + 1]])
        .collect();
    check("tridiagonal", 30, &both);
    let rods: Vec<Vec<usize>> = (0..9).map(|e| (3 * e..3 * e + 6).collect()).collect();
    check("banded", 30, &rods);
    let ring: Vec<Vec<usize>> = (0..90)
        .map(|k| vec![shuffled(k, 90), shuffled((k + 1) % 90, 90)])
        .collect();
    check("banded", 90, &ring);
}

#[test]
fn errors_are_in_the_order_of_the_caller() {
    let items: Vec<Vec<usize>> = (1..50)
        .map(|k| vec![shuffled(k - 1, 50), shuffled(k, 50)])
        .collect();
    let mut a = Storage::<f64>::of(&pattern(50, &items)).expect("a chain");
    (0..50)
        .filter(|&k| k != 33)
        .for_each(|k| a.add(&[k], &[k], &[1.0]));
    assert_eq!(a.factor(), Err(LinearFailure::Singular { pivot: 33, size: 0.0 }));
    a.clear();
    a.add(&[shuffled(0, 50)], &[shuffled(5, 50)], &[1.0]);
    let (row, column) = (shuffled(0, 50), shuffled(5, 50));
    assert_eq!(a.factor(), Err(LinearFailure::Misplaced { row, column }));
    let bad = Pattern::new(3, |visit| visit(&[1, 3]));
    assert_eq!(bad, Err(LinearFailure::Misplaced { row: 3, column: 3 }));
}

/// A star has no narrow band.
#[cfg(not(feature = "sparse"))]
#[test]
fn wide_matrices_need_a_feature() {
    let items: Vec<Vec<usize>> = (1..100).map(|k| vec![0, k]).collect();
    let failure = Storage::<f64>::of(&pattern(100, &items)).expect_err("no band");
    assert!(matches!(
        failure,
        LinearFailure::NeedsSparse { half_bandwidth: 81.. }
    ));
    assert!(std::string::ToString::to_string(&failure).contains("enable the feature `sparse`"));
}

/// The items of a net of `wide` times `long` times `high` points, with `each` coordinates a point.
#[cfg(feature = "sparse")]
fn net([wide, long, high, each]: [usize; 4]) -> Vec<Vec<usize>> {
    let n = wide * long * high;
    let (x, y, z) = (
        |k: usize| k % wide,
        |k: usize| k / wide % long,
        |k: usize| k / wide / long,
    );
    let edges = (0..n).flat_map(|k| {
        let right = (x(k) + 1 < wide).then_some(k + 1);
        let ahead = (y(k) + 1 < long).then_some(k + wide);
        let up = (z(k) + 1 < high).then_some(k + wide * long);
        [right, ahead, up]
            .into_iter()
            .flatten()
            .map(move |other| [k, other])
    });
    let coordinates = |points: [usize; 2]| {
        let coordinates = points.into_iter().flat_map(|k| each * k..each * (k + 1));
        coordinates.collect()
    };
    edges.map(coordinates).collect()
}

/// Measured with the benches: steps with sparse factors of nets take less time from 25 masses a row with three coordinates on,
/// and without mirror images from some 30 on. Nets with one coordinate a mass have bands up to 40 masses a row.
#[cfg(feature = "sparse")]
#[test]
fn storages_are_those_that_take_less_time() {
    let check = |shape: [usize; 4], names: [&str; 2]| {
        let items = net(shape);
        let n = shape.iter().product();
        let symmetric = pattern(n, &items);
        let entries = items.iter().flat_map(|item| {
            let pairs = item
                .iter()
                .flat_map(|&row| item.iter().map(move |&column| (row, column)));
            pairs.filter(|(row, column)| row != column && (*row, *column) != (0, 1))
        });
        let other = Pattern::of_entries(n, entries.collect()).expect("coordinates below n");
        for (pattern, name) in [symmetric, other].iter().zip(names) {
            let storage = Storage::<f64>::of(pattern).expect("a storage");
            assert_eq!(storage.name(), name, "{shape:?}");
        }
    };
    for wide in [5, 10, 20, 28] {
        check([wide, wide, 1, 1], ["banded", "banded"]);
    }
    check([5, 5, 1, 3], ["banded", "banded"]);
    check([10, 10, 1, 3], ["banded", "banded"]);
    check([14, 14, 1, 3], ["banded", "banded"]);
    check([20, 20, 1, 3], ["banded", "banded"]);
    check([28, 28, 1, 3], ["sparse", "banded"]);
    check([40, 40, 1, 3], ["sparse", "sparse"]);
    // In space factors fill up, and bands are not much wider.
    check([6, 6, 6, 1], ["banded", "banded"]);
    check([5, 5, 5, 3], ["banded", "banded"]);
}
