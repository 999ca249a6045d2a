//! Storages against elimination with pivots of the full matrix.

mod eliminated;
mod random;
#[cfg(feature = "sparse")]
mod sparse;
mod storage;
mod triangular;

extern crate std;

use nalgebra::DVector;
use std::string::ToString;
use std::vec;
use std::vec::Vec;

use super::{Banded, Diagonal, Matrix, Tridiagonal};
use crate::{LinearFailure, Scalar, Size, lu};

type Numbers<T> = DVector<T>;

/// Numbers between −1 and 1, the same in every run (a linear congruential generator of 64 bits).
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
    }

    /// A whole number below n.
    pub(super) fn below(&mut self, n: usize) -> usize {
        self.next();
        usize::try_from(self.0 >> 40).unwrap_or(0) % n
    }
}

/// A full matrix, row by row.
#[derive(Clone)]
pub(super) struct Full<T>(pub(super) usize, pub(super) Vec<T>);

impl<T: Scalar> Full<T> {
    /// Random entries up to `half` columns beside the diagonal, whose numbers are increased by `dominance`.
    pub(super) fn random(n: usize, half: usize, dominance: f64, random: &mut Random) -> Self {
        let mut all = vec![T::from_f64(0.0); n * n];
        for row in 0..n {
            for column in row.saturating_sub(half)..(row + half + 1).min(n) {
                let extra = if row == column { dominance } else { 0.0 };
                all[n * row + column] = T::from_f64(random.next() + extra);
            }
        }
        Self(n, all)
    }

    pub(super) fn solve(&self, b: &[T]) -> Result<Vec<T>, LinearFailure> {
        let mut x = b.to_vec();
        lu::solve(&mut self.1.clone(), &mut x)?;
        Ok(x)
    }

    pub(super) fn product(&self, x: &[T]) -> Vec<T> {
        let rows = self.1.chunks(self.0.max(1));
        rows.map(|row| {
            row.iter()
                .zip(x)
                .fold(T::from_f64(0.0), |sum, (&a, &x)| sum + a * x)
        })
        .collect()
    }

    /// As blocks of two rows and the rest, so that blocks overlap.
    pub(super) fn assemble(&self, a: &mut impl Matrix<T>) {
        a.clear();
        for row in 0..self.0 {
            for column in 0..self.0 {
                let value = self.1[self.0 * row + column];
                if value != T::from_f64(0.0) {
                    let half = value * T::from_f64(0.5);
                    a.add(&[row], &[column], &[half]);
                    a.add(&[row], &[column, column], &[half, T::from_f64(0.0)]);
                }
            }
        }
    }
}

pub(super) fn largest<T: Scalar>(x: &[T]) -> f64 {
    x.iter().fold(0.0, |most, x| {
        let size = x.magnitude().to_f64();
        if size.is_nan() {
            f64::NAN
        } else {
            f64::max(most, size)
        }
    })
}

/// Solves, and compares the residual with the sizes of A and x: an elimination with growth up to sixteen loses less than
/// two digits.
pub(super) fn check_residual<T: Scalar>(
    full: &Full<T>,
    a: &mut impl Matrix<T>,
    random: &mut Random,
) -> Vec<T> {
    let b: Vec<T> = (0..full.0).map(|_| T::from_f64(random.next())).collect();
    full.assemble(a);
    a.factor().expect("a regular matrix");
    let mut x = b.clone();
    a.solve(&mut x).expect("the right length");
    let residual: Vec<T> = full.product(&x).iter().zip(&b).map(|(&a, &b)| a - b).collect();
    let bound = 64.0 * T::EPSILON * (largest(&full.1) * largest(&x) + 1.0);
    assert!(largest(&residual) <= bound, "{} {bound}", largest(&residual));
    let mut again = b.clone();
    a.solve(&mut again).expect("the right length");
    assert!(again == x, "the bits of a second solve");
    b
}

/// Against the full elimination, where the matrix is well conditioned.
fn check<T: Scalar>(full: &Full<T>, a: &mut impl Matrix<T>, random: &mut Random) {
    let b = check_residual(full, a, random);
    let mut x = b.clone();
    a.solve(&mut x).expect("the right length");
    let exact = full.solve(&b).expect("a regular matrix");
    let apart: Vec<T> = x.iter().zip(&exact).map(|(&a, &b)| a - b).collect();
    // Dominant diagonals: a condition below a hundred.
    assert!(largest(&apart) <= 100.0 * 16.0 * T::EPSILON * largest(&exact));
}

fn check_sizes<T: Scalar + nalgebra::Scalar>(sizes: &[usize]) {
    let mut random = Random(1);
    for &n in sizes {
        let full = Full::<T>::random(n, 0, 2.0, &mut random);
        check(&full, &mut Diagonal::<T, Numbers<T>>::new(n), &mut random);
        check(&full, &mut Tridiagonal::<T, Numbers<T>>::new(n), &mut random);
        let full = Full::<T>::random(n, 1, 3.0, &mut random);
        let mut a = Tridiagonal::<T, Numbers<T>>::new(n);
        check(&full, &mut a, &mut random);
        assert!(!a.has_exchanges());
        for half in 1..7 {
            let full = Full::<T>::random(n, half, 2.0 * half as f64 + 1.0, &mut random);
            check(&full, &mut Banded::<T, Numbers<T>>::new(n, half), &mut random);
        }
    }
}

#[test]
fn solutions_are_those_of_full_matrices() {
    check_sizes::<f64>(&[1, 2, 3, 7, 8, 64]);
    check_sizes::<f32>(&[1, 2, 3, 7, 8, 64]);
}

#[test]
fn a_thousand_rows_are_solved() {
    let mut random = Random(2);
    let full = Full::<f64>::random(1000, 1, 3.0, &mut random);
    check(
        &full,
        &mut Tridiagonal::<f64, Numbers<f64>>::new(1000),
        &mut random,
    );
    let full = Full::<f64>::random(1000, 3, 7.0, &mut random);
    check_residual(&full, &mut Banded::<f64, Numbers<f64>>::new(1000, 3), &mut random);
    let full = Full::<f32>::random(1000, 1, 3.0, &mut random);
    check_residual(
        &full,
        &mut Tridiagonal::<f32, Numbers<f32>>::new(1000),
        &mut random,
    );
}

/// Without a dominant diagonal, pivots are small now and then: rows are exchanged.
#[test]
fn indefinite_matrices_are_solved() {
    let mut random = Random(3);
    let mut exchanged = 0;
    for round in 0..400 {
        let n = 1 + round % 23;
        let full = Full::<f64>::random(n, 1, 0.0, &mut random);
        let mut a = Tridiagonal::<f64, Numbers<f64>>::new(n);
        check_residual(&full, &mut a, &mut random);
        exchanged += usize::from(a.has_exchanges());
        let half = 1 + round % 4;
        let full = Full::<f64>::random(n, half, 0.0, &mut random);
        check_residual(&full, &mut Banded::<f64, Numbers<f64>>::new(n, half), &mut random);
        // Long ones are eliminated from both ends; one in three without exchanges.
        let half = 2 + round % 4;
        let dominance = if round % 3 == 0 { 2.0 * half as f64 } else { 0.0 };
        let full = Full::<f64>::random(30 + round % 23, half, dominance, &mut random);
        check_residual(
            &full,
            &mut Banded::<f64, Numbers<f64>>::new(full.0, half),
            &mut random,
        );
    }
    assert!((20..380).contains(&exchanged), "{exchanged}");
    for n in [2, 4, 8, 64] {
        // Zeros on the diagonal.
        let mut full = Full::<f64>::random(n, 1, 0.0, &mut random);
        (0..n).for_each(|i| full.1[(n + 1) * i] = 0.0);
        let mut a = Tridiagonal::<f64, Numbers<f64>>::new(n);
        check_residual(&full, &mut a, &mut random);
        check_residual(&full, &mut Banded::<f64, Numbers<f64>>::new(n, 1), &mut random);
    }
    // A small pivot at either end magnifies what it subtracts from the middle row, and from no other.
    for end in [0, 2] {
        let mut full = Full::<f64>(3, vec![2.0, 1.0, 0.0, 1.0, 2.0, 1.0, 0.0, 1.0, 2.0]);
        full.1[4 * end] = 1e-10;
        let mut a = Tridiagonal::<f64, Numbers<f64>>::new(3);
        check_residual(&full, &mut a, &mut random);
        assert!(a.has_exchanges(), "{end}");
    }
}

/// Rows in other units are solved as well as before.
#[test]
fn rows_may_have_any_size() {
    let mut random = Random(4);
    let full = Full::<f64>::random(20, 1, 0.5, &mut random);
    let b: Vec<f64> = (0..20).map(|_| random.next()).collect();
    let exact = full.solve(&b).expect("a regular matrix");
    let scale = |row: usize| 2.0_f64.powf(60.0 * ((row % 7) as f64 - 3.0));
    let scaled = Full(20, (0..400).map(|k| full.1[k] * scale(k / 20)).collect());
    let solved = |a: &mut dyn FnMut(&Full<f64>, &mut Vec<f64>)| {
        let mut x: Vec<f64> = (0..20).map(|row| b[row] * scale(row)).collect();
        a(&scaled, &mut x);
        x
    };
    let mut tridiagonal = Tridiagonal::<f64, Numbers<f64>>::new(20);
    let mut banded = Banded::<f64, Numbers<f64>>::new(20, 1);
    for x in [
        solved(&mut |full, x| {
            full.assemble(&mut tridiagonal);
            tridiagonal
                .factor()
                .and_then(|()| tridiagonal.solve(x))
                .expect("regular");
        }),
        solved(&mut |full, x| {
            full.assemble(&mut banded);
            banded.factor().and_then(|()| banded.solve(x)).expect("regular");
        }),
    ] {
        let apart: Vec<f64> = x.iter().zip(&exact).map(|(a, b)| a - b).collect();
        assert!(largest(&apart) < 1e-12 * largest(&exact), "{apart:?}");
    }
}

/// Springs between free masses: one motion costs nothing. Stiffnesses that no binary number equals.
fn free_chain<T: Scalar>(n: usize, a: &mut impl Matrix<T>) {
    a.clear();
    for i in 1..n {
        let k = T::from_f64(0.1 * (1.0 + (i % 7) as f64));
        a.add(&[i - 1, i], &[i - 1, i], &[k, -k, -k, k]);
    }
}

#[test]
fn singular_matrices_name_a_column() {
    for n in [2, 3, 7, 64, 1000] {
        let expect = |result: Result<(), LinearFailure>| match result {
            Err(LinearFailure::Singular { pivot, size }) => {
                assert!(pivot == n - 1 && size <= n as f64 * f64::EPSILON);
            }
            other => panic!("{n} {other:?}"),
        };
        let mut a = Tridiagonal::<f64, Numbers<f64>>::new(n);
        free_chain(n, &mut a);
        expect(a.factor());
        let mut a = Banded::<f64, Numbers<f64>>::new(n, 1);
        free_chain(n, &mut a);
        expect(a.factor());
    }
    // At both ends of a band and in its middle.
    for (n, column) in [(40, 0), (40, 7), (41, 20), (40, 18), (40, 33), (41, 40)] {
        let mut random = Random(20);
        let mut full = Full::<f64>::random(n, 3, 7.0, &mut random);
        (0..n).for_each(|row| full.1[n * row + column] = 0.0);
        let mut a = Banded::<f64, Numbers<f64>>::new(n, 3);
        full.assemble(&mut a);
        let expected = LinearFailure::Singular {
            pivot: column,
            size: 0.0,
        };
        assert_eq!(a.factor(), Err(expected));
    }
    // A column of zeros, and an almost singular block.
    let mut a = Tridiagonal::<f64, [f64; 5]>::new(5);
    for k in [0, 1, 3, 4] {
        a.add(&[k], &[k], &[1.0]);
    }
    assert_eq!(a.factor(), Err(LinearFailure::Singular { pivot: 2, size: 0.0 }));
    a.clear();
    a.add(&[0, 1], &[0, 1], &[1.0, 1.0, 1.0, 1.0 + f64::EPSILON]);
    (2..5).for_each(|k| a.add(&[k], &[k], &[1.0]));
    assert!(matches!(
        a.factor(),
        Err(LinearFailure::Singular { pivot: 1, .. })
    ));
    let mut a = Diagonal::<f64, [f64; 2]>::new(2);
    a.add(&[0], &[0], &[1e-300]);
    assert_eq!(a.factor(), Err(LinearFailure::Singular { pivot: 1, size: 0.0 }));
}

/// Nearly: a spring to the wall that is a millionth of the others is enough, in double precision.
#[test]
fn soft_springs_are_not_singular() {
    let mut a = Tridiagonal::<f64, Numbers<f64>>::new(1000);
    free_chain(1000, &mut a);
    a.add(&[0], &[0], &[1e-6]);
    a.factor().expect("held by a soft spring");
    let mut x = vec![0.0; 1000];
    x[999] = 1e-6;
    a.solve(&mut x).expect("the right length");
    // The force acts on all springs, so that each mass moves by one and the lengths of the springs before it, of 1e-5 at most.
    assert!(x.iter().all(|x| (x - 1.0).abs() < 0.01), "{:?}", &x[..3]);
}

#[test]
fn what_is_not_finite_is_an_error() {
    for bad in [f64::NAN, f64::INFINITY, -f64::INFINITY] {
        for at in 0..4 {
            let mut random = Random(5);
            let mut full = Full::<f64>::random(4, 1, 3.0, &mut random);
            full.1[5 * at] = bad;
            let not_finite = Err(LinearFailure::NotFinite { what: "tangent" });
            let mut a = Tridiagonal::<f64, [f64; 4]>::new(4);
            full.assemble(&mut a);
            assert_eq!(a.factor(), not_finite);
            let mut a = Banded::<f64, [[f64; 6]; 4]>::new(4, 1);
            full.assemble(&mut a);
            assert_eq!(a.factor(), not_finite);
            let mut a = Diagonal::<f64, [f64; 4]>::new(4);
            a.add(&[0], &[0], &[bad]);
            assert_eq!(a.factor(), not_finite);
        }
    }
}

#[test]
fn misplaced_entries_and_wrong_lengths_are_errors() {
    let misplaced = |row, column| Err(LinearFailure::Misplaced { row, column });
    let outside = [
        (0, 2),
        (2, 0),
        (3, 3),
        (2, 3),
        (usize::MAX, 0),
        (0, usize::MAX),
        (usize::MAX, usize::MAX),
    ];
    for (row, column) in outside {
        let mut a = Tridiagonal::<f64, [f64; 3]>::new(3);
        a.add(&[row], &[column], &[1.0]);
        assert_eq!(a.factor(), misplaced(row, column));
        let mut a = Banded::<f64, [[f64; 6]; 3]>::new(3, 1);
        a.add(&[row], &[column], &[1.0]);
        assert_eq!(a.factor(), misplaced(row, column));
        let mut a = Diagonal::<f64, [f64; 3]>::new(3);
        a.add(&[row], &[column], &[1.0]);
        assert_eq!(a.factor(), misplaced(row, column));
        a.clear();
        a.add(&[0, 1, 2], &[0], &[1.0]);
        assert!(a.factor().is_err());
    }
    let mut a = Tridiagonal::<f64, [f64; 1]>::new(1);
    a.add(&[0], &[0], &[2.0]);
    a.factor().expect("regular");
    let (expected, found) = (1, 2);
    let failure = LinearFailure::Length {
        what: "right-hand side",
        expected,
        found,
    };
    assert_eq!(a.solve(&mut [1.0, 2.0]), Err(failure));
    let sentence = LinearFailure::Misplaced { row: 3, column: 7 }.to_string();
    assert_eq!(
        sentence,
        "the storage of the matrix has no place at row 3, column 7; it was made for another pattern"
    );
    let mut a = Tridiagonal::<f64, Numbers<f64>>::new(0);
    assert_eq!((a.size(), a.factor(), a.solve(&mut [])), (0, Ok(()), Ok(())));
    let mut a = Banded::<f64, Numbers<f64>>::new(0, 2);
    assert_eq!((a.factor(), a.solve(&mut [])), (Ok(()), Ok(())));
}
