//! Equations with known solutions, and those without one.

use super::*;

fn solved<const N: usize>(mut a: [[f64; N]; N], mut b: [f64; N]) -> Result<[f64; N], LinearFailure> {
    solve(a.as_flattened_mut(), &mut b).map(|()| b)
}

#[test]
fn pivots_are_found_in_other_rows() {
    assert_eq!(solved([[0.0, 2.0], [4.0, 0.0]], [2.0, 8.0]), Ok([2.0, 1.0]));
    assert_eq!(
        solved(
            [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]],
            [3.0, 1.0, 2.0]
        ),
        Ok([1.0, 2.0, 3.0])
    );
    assert_eq!(solved::<0>([], []), Ok([]));
}

#[test]
fn the_scale_of_a_row_does_not_choose_its_pivot() {
    // Unscaled, 10 would be the pivot, and x₁ would be lost to cancellation.
    let x = solved([[10.0, 1e18], [1.0, 1.0]], [1e18, 2.0]).unwrap();
    assert!((x[0] - 1.0).abs() < 1e-15 && (x[1] - 1.0).abs() < 1e-15, "{x:?}");
}

#[test]
fn a_hilbert_matrix_of_five_is_solved_to_its_condition() {
    let a: [[f64; 5]; 5] = core::array::from_fn(|i| core::array::from_fn(|j| 1.0 / (1.0 + (i + j) as f64)));
    let b = a.map(|row| row.iter().sum());
    let x = solved(a, b).unwrap();
    assert!(x.iter().all(|x| (x - 1.0).abs() < 1e-10), "{x:?}");
}

#[test]
fn singular_matrices_are_refused_at_their_column() {
    let rank_two = [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]];
    assert!(matches!(
        solved(rank_two, [1.0; 3]),
        Err(LinearFailure::Singular { pivot: 2, .. })
    ));
    let tiny = 1e-300;
    assert!(matches!(
        solved([[tiny, tiny], [tiny, tiny]], [1.0; 2]),
        Err(LinearFailure::Singular { pivot: 1, .. })
    ));
    assert_eq!(
        solved([[0.0]], [1.0]),
        Err(LinearFailure::Singular { pivot: 0, size: 0.0 })
    );
    assert_eq!(
        solved([[1.0, 1.0], [1.0, f64::NAN]], [1.0; 2]),
        Err(LinearFailure::NotFinite { what: "tangent" })
    );
}

/// [[2, 1, 0], [4, 5, 2], [0, 6, 9]]: multipliers 2 and 2, pivots 2, 3 and 5.
#[test]
fn factors_serve_for_another_right_side() {
    let factors = [[0.5, 1.0, 0.0], [2.0, 1.0 / 3.0, 2.0], [0.0, 2.0, 0.2]];
    for x in [[1.0, -2.0, 3.0], [0.0, 0.0, 5.0]] {
        let mut b = [
            2.0 * x[0] + x[1],
            4.0 * x[0] + 5.0 * x[1] + 2.0 * x[2],
            6.0 * x[1] + 9.0 * x[2],
        ];
        substitute(factors.as_flattened(), &mut b);
        assert!(b.iter().zip(x).all(|(b, x)| (b - x).abs() < 1e-14), "{b:?}");
    }
    substitute::<f64>(&[], &mut []);
}

#[test]
fn many_right_sides_are_solved_at_once() {
    let a = [[0.0, 2.0, 1.0], [4.0, 0.0, -1.0], [1.0, 1.0, 1.0]];
    let mut b = [[1.0, 0.0], [2.0, 5.0], [-3.0, 1.0]];
    let columns = [0, 1].map(|k| solved(a, b.map(|row| row[k])).unwrap());
    solve_all(a.clone().as_flattened_mut(), b.as_flattened_mut(), 2).unwrap();
    assert_eq!(columns, [0, 1].map(|k| b.map(|row| row[k])));
    assert_eq!(solve_all::<f64>(&mut [0.0], &mut [], 0), Ok(()));
}

#[test]
fn kernels_have_one_at_the_first_column_without_a_pivot() {
    fn check<const N: usize>(mut a: [[f64; N]; N], expected: [f64; N]) {
        let mut x = [7.0; N];
        kernel(a.as_flattened_mut(), &mut x);
        let is_near = x.iter().zip(expected).all(|(x, e)| (x - e).abs() < 1e-14);
        assert!(is_near, "{x:?}");
    }
    check([[1.0, 1.0], [1.0, 1.0]], [-1.0, 1.0]);
    check([[0.0, 0.0], [0.0, 2.0]], [1.0, 0.0]);
    check(
        [[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.0]],
        [1.0, -2.0, 1.0],
    );
    check([[0.0, 1.0], [1.0, 0.0]], [0.0, 0.0]);
}

#[test]
fn small_is_not_singular() {
    assert_eq!(
        solved([[1e-200, 0.0], [0.0, 1e200]], [1e-200, 1e200]),
        Ok([1.0, 1.0])
    );
}

#[test]
fn consistent_equations_are_solved_whatever_the_rank() {
    fn check<const N: usize>(a: [[f64; N]; N], x: [f64; N], rank: usize) {
        let product = |x: [f64; N]| a.map(|row| row.iter().zip(x).map(|(a, x)| a * x).sum::<f64>());
        let (mut work, mut y) = (a, product(x));
        assert_eq!(solve_consistent(work.as_flattened_mut(), &mut y), rank);
        let difference = product(y)
            .iter()
            .zip(product(x))
            .map(|(a, b)| (a - b).abs())
            .fold(0.0, f64::max);
        assert!(difference < 1e-14, "{y:?}");
    }
    check([[2.0, 1.0], [1.0, 3.0]], [1.0, -1.0], 2);
    check([[1.0, 1.0], [1.0, 1.0]], [0.3, 0.4], 1);
    check([[0.0, 0.0], [0.0, 2.0]], [5.0, 6.0], 1);
    check([[0.0; 3]; 3], [1.0; 3], 0);
    check(
        [[0.0, 0.0, 1.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
        [1.0, 2.0, 3.0],
        2,
    );
    check(
        [[1.0, -1.0, 0.0], [-1.0, 2.0, -1.0], [0.0, -1.0, 1.0]],
        [1.0, 2.0, 4.0],
        2,
    );
    check::<0>([], [], 0);
}
