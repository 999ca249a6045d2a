//! Matrices with rows that have no entry on the diagonal, against the LU of the full matrix with pivots.

use std::vec;
use std::vec::Vec;

use super::{Full, Random, largest};
use crate::LinearFailure;
use crate::matrix::{Matrix, Storage, Stored};

/// What A is, with the sizes of its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Masses {
    Alike,
    SixOrders,
    /// One number is zero, and its row has entries of constraints.
    OneZero,
    Neighbours,
}

/// `points` unknowns with one row between each two neighbours but for the first one, and the first and the last one held.
fn rods(points: usize, masses: Masses, random: &mut Random) -> Full<f64> {
    let constraints = points - 2 + usize::from(masses != Masses::Neighbours);
    let held = if masses == Masses::Neighbours {
        vec![0, points - 1]
    } else {
        vec![0]
    };
    let rods = if masses == Masses::Neighbours {
        0
    } else {
        constraints - held.len()
    };
    let n = points + held.len() + rods;
    let mut full = Full(n, vec![0.0; n * n]);
    let mut set = |row: usize, column: usize, value: f64| full.1[n * row + column] = value;
    for k in 0..points {
        let size = match masses {
            Masses::SixOrders => 10_f64.powi(i32::try_from(k % 7).unwrap_or(0)),
            _ => 1.0,
        };
        set(k, k, size * (1.5 + random.next()));
        if masses == Masses::OneZero && k == points / 2 {
            set(k, k, 0.0);
        }
        if masses == Masses::Neighbours && k > 0 {
            set(k, k - 1, 0.3 * random.next());
            set(k - 1, k, 0.3 * random.next());
        }
    }
    for (j, &k) in held.iter().enumerate() {
        set(points + j, k, 1.0 + 0.5 * random.next());
        set(k, points + j, -1.0 + 0.5 * random.next());
    }
    for j in 0..rods {
        let row = points + held.len() + j;
        for k in [j + 1, j + 2] {
            let slope = 2.0 + random.next();
            let slope = if k == j + 1 { -slope } else { slope };
            set(row, k, slope * (1.0 + 0.01 * random.next()));
            set(k, row, slope);
        }
    }
    full
}

/// With the places of A, zeros among them, and all other entries.
fn storage(full: &Full<f64>, points: usize) -> Storage<f64> {
    let n = full.0;
    let storage = Storage::for_places(n, |visit| {
        for k in 0..n * n {
            if full.1[k] != 0.0 || (k / n == k % n && k / n < points) {
                visit(k / n, k % n);
            }
        }
    });
    storage.expect("narrow bands")
}

/// |A x − b| relative to the sizes of A and x, in ε; and how far x is from that of the full matrix, relative to both.
fn errors(full: &Full<f64>, a: &mut Storage<f64>, random: &mut Random) -> [f64; 2] {
    let b: Vec<f64> = (0..full.0).map(|_| random.next()).collect();
    full.assemble(a);
    a.factor().expect("a regular matrix");
    let mut x = b.clone();
    a.solve(&mut x).expect("as many numbers as rows");
    let sizes = full
        .1
        .chunks(full.0)
        .map(|row| row.iter().map(|a| a.abs()).sum::<f64>());
    let residuals = full
        .product(&x)
        .into_iter()
        .zip(&b)
        .map(|(sum, b)| (sum - b).abs());
    let scales = sizes.map(|size| size.max(1.0) * largest(&x).max(1.0));
    let residual = residuals
        .zip(scales)
        .fold(0.0, |most: f64, (r, scale)| most.max(r / scale));
    let other = full.solve(&b).expect("a regular matrix");
    let apart = x
        .iter()
        .zip(&other)
        .fold(0.0, |most: f64, (x, y)| most.max((x - y).abs()));
    [residual, apart / largest(&other)].map(|error| error / f64::EPSILON)
}

/// Masses of six orders cost four digits at most. A zero is found, and exchanged.
#[test]
fn constraints_are_solved_to_twelve_digits() {
    let mut random = Random(31);
    for masses in [
        Masses::Alike,
        Masses::SixOrders,
        Masses::OneZero,
        Masses::Neighbours,
    ] {
        for points in [4, 5, 9, 30, 60] {
            for _ in 0..3 {
                let full = rods(points, masses, &mut random);
                let mut a = storage(&full, points);
                assert_eq!(a.name(), "eliminated", "{masses:?}");
                let [residual, apart] = errors(&full, &mut a, &mut random);
                // Growth up to 16, and the condition of some ten rods, with masses that differ by six orders ten times as much.
                let [growth, condition] = match masses {
                    Masses::SixOrders => [4096.0, 1e7],
                    _ => [64.0, 1e5],
                };
                assert!(residual <= growth, "{masses:?} {points}: {residual}");
                assert!(apart <= condition, "{masses:?} {points}: {apart}");
            }
        }
    }
}

/// A row of the same constraint twice has no pivot, and is named; so is one that contradicts a held unknown.
#[test]
fn redundant_rows_are_named() {
    let mut random = Random(32);
    let points = 9;
    for (first, second) in [(3, 4), (points + 3, points + 4)] {
        let mut full = rods(points, Masses::Alike, &mut random);
        let n = full.0;
        let (from, to) = if first < points {
            (points + 2, points + 3)
        } else {
            (first, second)
        };
        // The second row becomes the first one, in C and in B.
        for k in 0..n {
            full.1[n * to + k] = full.1[n * from + k];
            full.1[n * k + to] = full.1[n * k + from];
        }
        let mut a = storage(&full, points);
        full.assemble(&mut a);
        match a.factor() {
            Err(LinearFailure::Singular { pivot, .. }) => assert!([from, to].contains(&pivot), "{pivot}"),
            other => panic!("{other:?}"),
        }
    }
}

/// Also in another order than that of the places; and those without a place are an error.
#[test]
fn entries_are_found_in_any_order() {
    let mut random = Random(33);
    let points = 12;
    let full = rods(points, Masses::Alike, &mut random);
    let n = full.0;
    let mut a = storage(&full, points);
    let mut solved = |entries: &mut dyn Iterator<Item = usize>| {
        let mut b: Vec<f64> = (0..n).map(|k| 1.0 + k as f64).collect();
        a.clear();
        for k in entries.filter(|k| full.1[*k] != 0.0) {
            a.add(&[k / n], &[k % n], &[full.1[k]]);
        }
        a.factor()
            .and_then(|()| a.solve(&mut b))
            .expect("a regular matrix");
        b
    };
    let in_order = solved(&mut (0..n * n));
    assert_eq!(in_order, solved(&mut (0..n * n).rev()));
    assert_eq!(in_order, solved(&mut (0..n * n).rev()));
    assert_eq!(in_order, solved(&mut (0..n * n)));
    full.assemble(&mut a);
    a.add(&[n - 1], &[n - 1], &[1.0]);
    let (row, column) = (n - 1, n - 1);
    assert_eq!(a.factor(), Err(LinearFailure::Misplaced { row, column }));
}

/// A number next to zero is exchanged with others.
#[test]
fn numbers_that_differ_by_more_than_ten_orders_are_exchanged() {
    let mut random = Random(34);
    let points = 20;
    for small in [1e-14, 1e-12, 1e-300] {
        let mut full = rods(points, Masses::Alike, &mut random);
        full.1[full.0 * 7 + 7] = small;
        let mut a = storage(&full, points);
        let [residual, apart] = errors(&full, &mut a, &mut random);
        assert!(residual <= 64.0 && apart <= 1e5, "{residual} {apart}");
    }
}

/// Three masses in a row with two rows of constraints, which tie x₁ to x₂ and x₂ to x₃.
fn tied(masses: [f64; 3], [a, b]: [[f64; 2]; 2]) -> Full<f64> {
    let mut full = Full(5, vec![0.0; 25]);
    let mut set = |row: usize, column: usize, value: f64| full.1[5 * row + column] = value;
    for (k, mass) in masses.into_iter().enumerate() {
        set(k, k, mass);
    }
    for (j, [first, second]) in [a, b].into_iter().enumerate() {
        for (k, slope) in [(j, first), (j + 1, second)] {
            set(3 + j, k, slope);
            set(k, 3 + j, slope);
        }
    }
    full
}

/// Each x relative to itself. Of the multipliers the elimination loses as many digits as masses, or the units of
/// constraints, differ by; a light mass between two heavy ones is moved by a difference of them. The exact solution is
/// known: all move as one.
#[test]
fn light_masses_between_heavy_ones_keep_twelve_digits() {
    let check = |full: &Full<f64>, b: [f64; 5], exact: [f64; 3]| {
        let mut a = storage(full, 3);
        assert_eq!(a.name(), "eliminated");
        full.assemble(&mut a);
        a.factor().expect("a regular matrix");
        let mut x = b;
        a.solve(&mut x).expect("as many numbers as rows");
        for (x, exact) in x.into_iter().zip(exact) {
            // What rows may leave, of each of five equations.
            assert!(
                (x / exact - 1.0).abs() < 5.0 * 4096.0 * f64::EPSILON,
                "{x} {exact}"
            );
        }
    };
    for light in [1.0, 1e-3, 1e-6, 1e-9, 1.1e-10, 1e-12, 1e-15] {
        let full = tied([1.0, light, 1.3], [[-1.0, 1.0], [-1.0, 1.0]]);
        let all = (1.0 + 0.7) / (1.0 + light + 1.3);
        check(&full, [1.0, 0.0, 0.7, 0.0, 0.0], [all; 3]);
    }
    for unit in [1e2, 1e4, 1e6, 1e7, 1e8] {
        let full = tied([1.0, 1.0, 1.3], [[-1.0, unit], [-unit, 1.0]]);
        // x = (K, 1, K) y with (K² + 1 + 1.3 K²) y = K + 0.7 K.
        let y = 1.7 * unit / (unit * unit * 2.3 + 1.0);
        check(&full, [1.0, 0.0, 0.7, 0.0, 0.0], [unit * y, y, unit * y]);
    }
}

/// Rows that share an unknown with all others would make S full; and so would all of A, if it is coupled.
#[test]
fn others_are_not_eliminated() {
    let mut random = Random(35);
    let points = 50;
    let mut full = rods(points, Masses::Alike, &mut random);
    let n = full.0;
    for row in points..n {
        full.1[n * row + 3] = 1.0;
        full.1[n * 3 + row] = 1.0;
    }
    assert_ne!(storage(&full, points).name(), "eliminated");
    let mut full = rods(points, Masses::Alike, &mut random);
    full.1[n * 5 + 4] = 0.1;
    full.1[n * 4 + 5] = 0.1;
    assert_ne!(storage(&full, points).name(), "eliminated");
}
