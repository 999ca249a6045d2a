//! Sparse factors: symmetric and not, saddle points, singular ones.

use std::vec;
use std::vec::Vec;

use super::random::{Case, case, check, entries, pattern_of};
use super::{Full, Random, check_residual, largest};
use crate::LinearFailure;
use crate::matrix::sparse::GOOD;
use crate::matrix::{Matrix, Pattern, Sparse, Storage};

fn solver(full: &Full<f64>) -> Sparse {
    Sparse::new(pattern_of(full)).expect("memory")
}

/// A few random entries per row.
fn random(n: usize, is_symmetric: bool, random: &mut Random) -> Full<f64> {
    let mut full = Full(n, vec![0.0; n * n]);
    for row in 0..n {
        full.1[(n + 1) * row] += random.next() + 0.1;
        for _ in 0..2 {
            let column = random.below(n);
            let value = random.next();
            full.1[n * row + column] += value;
            if is_symmetric && row != column {
                full.1[n * column + row] += value;
            }
        }
    }
    full
}

#[test]
fn random_matrices_are_solved() {
    let mut numbers = Random(7);
    for n in [1, 2, 3, 7, 64, 200] {
        for is_symmetric in [true, false] {
            for _ in 0..5 {
                let full = random(n, is_symmetric, &mut numbers);
                check_residual(&full, &mut solver(&full), &mut numbers);
            }
        }
    }
}

/// Springs in a square net, and multipliers that couple neighbours.
fn net(side: usize, stiffness: f64) -> (Full<f64>, usize) {
    let (nodes, n) = (side * side, side * side + side);
    let mut full = Full(n, vec![0.0; n * n]);
    let mut add = |row: usize, column: usize, value: f64| full.1[n * row + column] += value;
    for node in 0..nodes {
        add(node, node, stiffness);
        let right = (node % side + 1 < side).then_some(node + 1);
        let below = (node + side < nodes).then_some(node + side);
        for other in [right, below].into_iter().flatten() {
            add(node, node, stiffness);
            add(other, other, stiffness);
            add(node, other, -stiffness);
            add(other, node, -stiffness);
        }
    }
    for k in 0..side {
        // The first two nodes of each row are tied.
        for (node, value) in [(k * side, 1.0), (k * side + 1, -1.0)] {
            add(nodes + k, node, value);
            add(node, nodes + k, value);
        }
    }
    (full, nodes)
}

#[test]
fn saddle_points_are_solved_in_any_units() {
    let mut numbers = Random(8);
    for stiffness in [1e-6, 1.0, 1e8] {
        let (full, nodes) = net(16, stiffness);
        let mut a = solver(&full);
        let b = check_residual(&full, &mut a, &mut numbers);
        let mut x = b.clone();
        a.solve(&mut x).expect("a regular matrix");
        for k in 0..16 {
            let tied = x[16 * k] - x[16 * k + 1] - b[nodes + k];
            assert!(tied.abs() < 1e-13 * (largest(&x[..nodes]) + 1.0), "{tied}");
        }
        // The same bits again.
        let mut again = b.clone();
        let mut other = a.clone();
        full.assemble(&mut other);
        other
            .factor()
            .and_then(|()| other.solve(&mut again))
            .expect("a regular matrix");
        assert_eq!(again, x);
    }
}

#[test]
fn singular_matrices_name_what_moves() {
    // A constraint that is stated twice.
    let (mut full, nodes) = net(8, 1.0);
    let n = full.0;
    for column in 0..nodes {
        let value = full.1[n * nodes + column];
        full.1[n * (nodes + 3) + column] = value;
        full.1[n * column + nodes + 3] = value;
    }
    let mut a = solver(&full);
    full.assemble(&mut a);
    match a.factor() {
        Err(LinearFailure::Singular { pivot, .. }) => {
            assert!([nodes, nodes + 3].contains(&pivot), "{pivot}");
        }
        other => panic!("{other:?}"),
    }
    // A row and a column of zeros; and afterwards a regular matrix in the same storage.
    let (full, _) = net(4, 1.0);
    let mut a = solver(&full);
    let mut zero = full.clone();
    (0..20).for_each(|k| (zero.1[20 * 7 + k], zero.1[20 * k + 7]) = (0.0, 0.0));
    zero.assemble(&mut a);
    assert!(matches!(
        a.factor(),
        Err(LinearFailure::Singular { pivot: 7, .. })
    ));
    check_residual(&full, &mut a, &mut Random(9));
    for bad in [f64::NAN, f64::INFINITY] {
        a.add(&[1], &[1], &[bad]);
        assert_eq!(a.factor(), Err(LinearFailure::NotFinite { what: "tangent" }));
        a.clear();
    }
    a.add(&[0], &[15], &[1.0]);
    assert_eq!(a.factor(), Err(LinearFailure::Misplaced { row: 0, column: 15 }));
}

/// A star of rods, in single precision.
#[test]
fn wide_patterns_are_stored_sparse() {
    let items: Vec<[usize; 2]> = (1..100).map(|k| [0, k]).collect();
    let pattern = Pattern::new(100, |visit| items.iter().for_each(|item| visit(item))).expect("rows below n");
    let mut a = Storage::<f32>::of(&pattern).expect("memory");
    assert_eq!(a.name(), "sparse");
    a.add(&[0], &[0], &[1.0]);
    items
        .iter()
        .for_each(|item| a.add(item, item, &[1.0, -1.0, -1.0, 1.0]));
    let mut x: Vec<f32> = (0..100).map(|k| if k == 0 { 1.0 } else { 0.0 }).collect();
    a.factor()
        .and_then(|()| a.solve(&mut x))
        .expect("a regular matrix");
    assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{x:?}");
}

/// Any pattern, symmetric or not. The residual is checked by the storage itself.
#[test]
fn singular_ones_are_refused_and_others_solved() {
    let mut random = Random(13);
    let mut solved = 0;
    for round in 0..300 {
        let n = 1 + round % 24;
        let sparse = |row: usize, column: usize| (row * row + 3 * column + round).is_multiple_of(1 + n / 4);
        let given = case::<f64>(n, sparse, GOOD / f64::EPSILON, &mut random);
        solved += usize::from(check(&given, &mut solver(&given.full), &mut random));
    }
    assert!((60..240).contains(&solved), "{solved}");
}

/// Constraints on a system whose mass matrix is regular where they do not act; in half of the cases, one of them is the sum of
/// two others, or stated twice.
#[test]
fn saddle_points_are_solved_and_redundant_constraints_named() {
    let mut random = Random(14);
    let mut solved = 0;
    for round in 0..300 {
        let (n, m) = (6 + round % 12, 1 + round % 6);
        let all = n + m;
        let mut full = Full(all, vec![0.0; all * all]);
        let mass = entries(n, |row, column| row.abs_diff(column) < 3, true, None, &mut random);
        for (k, mass) in mass.into_iter().enumerate() {
            // Positive definite: 9 in at most four places beside the diagonal.
            let diagonal = if k % (n + 1) == 0 { 50.0 } else { 0.0 };
            full.1[all * (k / n) + k % n] = mass + diagonal;
        }
        let mut dependent = Vec::new();
        for row in 0..m {
            // Echelon form, so that the rows are independent.
            let mut gradient: Vec<f64> = (0..n)
                .map(|k| {
                    if k < row {
                        0.0
                    } else {
                        (3.0 * random.next()).round()
                    }
                })
                .collect();
            gradient[row] = 2.0;
            if row == m - 1 && m > 2 && round % 2 == 0 {
                let [a, b] = [round % (m - 1), (round / 2) % (m - 1)];
                gradient = (0..n)
                    .map(|k| full.1[all * (n + a) + k] + if a == b { 0.0 } else { full.1[all * (n + b) + k] })
                    .collect();
                dependent = vec![n + a, n + b, n + row];
            }
            for (k, value) in gradient.into_iter().enumerate() {
                full.1[all * (n + row) + k] = value;
                full.1[all * k + n + row] = value;
            }
        }
        let given = Case {
            full,
            dependent,
            residual: GOOD / f64::EPSILON,
        };
        solved += usize::from(check(&given, &mut solver(&given.full), &mut random));
    }
    assert!((150..=200).contains(&solved), "{solved}");
}

/// A small row is solved as a large one, and does not make a matrix singular.
#[test]
fn rows_may_have_any_size() {
    let mut numbers = Random(16);
    for n in [2, 5, 20] {
        let mut full = Full::<f64>::random(n, 2, 3.0, &mut numbers);
        for row in 0..n {
            let size = 2.0_f64.powf(60.0 * ((row % 7) as f64 - 3.0));
            (0..n).for_each(|column| full.1[n * row + column] *= size);
        }
        let mut a = solver(&full);
        full.assemble(&mut a);
        let mut x: Vec<f64> = (0..n)
            .map(|row| full.1[n * row..n * row + n].iter().sum())
            .collect();
        a.factor()
            .and_then(|()| a.solve(&mut x))
            .expect("a dominant diagonal");
        assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-11), "{x:?}");
    }
}

/// L U of a matrix whose equations have other units has the same solution, bit for bit; and unknowns may have other units, too.
#[test]
fn equations_and_unknowns_may_have_any_units() {
    let mut numbers = Random(19);
    let power = |step: f64, k: usize| 2.0_f64.powf(step * (((k * k + k) % 7) as f64 - 3.0));
    // From 1e-36 to 1e36 for equations, and from 2e-4 to 4e3 for unknowns, whose units the test of singular matrices sees.
    let [unit, other] = [40.0, 4.0].map(|step| move |k: usize| power(step, k));
    for n in [3, 8, 40, 100] {
        let full = random(n, false, &mut numbers);
        let b: Vec<f64> = (0..n).map(|_| numbers.next()).collect();
        let solution = |full: &Full<f64>, b: &[f64]| {
            let mut a = solver(full);
            full.assemble(&mut a);
            let mut x = b.to_vec();
            a.factor()
                .and_then(|()| a.solve(&mut x))
                .expect("a regular matrix");
            x
        };
        let expected = solution(&full, &b);
        let mut rows = full.clone();
        (0..n * n).for_each(|k| rows.1[k] *= unit(k / n));
        let right: Vec<f64> = b.iter().enumerate().map(|(k, b)| b * unit(k)).collect();
        assert_eq!(solution(&rows, &right), expected);
        let mut both = rows;
        (0..n * n).for_each(|k| both.1[k] *= other(k % n + 3));
        for (k, (y, x)) in solution(&both, &right).iter().zip(&expected).enumerate() {
            // Conditions of these matrices are below 1e5.
            let apart = (y * other(k + 3) - x).abs();
            assert!(apart <= 1e-10 * largest(&expected), "{n} {k}: {apart:e}");
        }
    }
}

/// Entries of each block in another order than before: the same numbers.
#[test]
fn blocks_may_come_in_any_order() {
    let mut random = Random(15);
    let items: Vec<[usize; 3]> = (0..40)
        .map(|k| [k, (7 * k + 3) % 40, (11 * k + 5) % 40])
        .collect();
    let pattern = Pattern::new(40, |visit| items.iter().for_each(|item| visit(item))).expect("rows below n");
    let mut a = Sparse::new(pattern).expect("memory");
    let right: Vec<f64> = (0..40).map(|_| random.next()).collect();
    let mut solutions = Vec::new();
    for round in 0..4 {
        a.clear();
        for k in 0..40 {
            let item = &items[if round % 2 == 0 { k } else { 39 - k }];
            let mut block = [-1.0; 9];
            (0..3).for_each(|i| block[4 * i] = 4.0 + item[i] as f64);
            a.add(item, item, &block);
        }
        let mut x = right.clone();
        a.factor()
            .and_then(|()| a.solve(&mut x))
            .expect("a dominant diagonal");
        solutions.push(x);
    }
    assert_eq!(solutions[0], solutions[2]);
    assert_eq!(solutions[1], solutions[3]);
    // Whole numbers: sums in any order have the same bits.
    assert_eq!(solutions[0], solutions[1]);
}
