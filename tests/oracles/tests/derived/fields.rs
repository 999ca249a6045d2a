//! Fields of one to four dimensions in formulas, in arrays and in types of nalgebra, against the same numbers read by hand.

use extremal::nalgebra::{Matrix2, RowVector2, SMatrix, SVector, Vector2};
use extremal::prelude::*;

/// Two bodies whose numbers are in tables.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, w[2]),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(w).dot(inertias[1] * dt(w)),
    potential = table[2][1][0] * x
        + (table[1] * w)[2]
        + anchors[3].dot(w)
        + rows[1][0][1] * x
        + columns[0].dot(w)
        + deep[1][0][(1, 0)] * x.powi(2),
    sensitivities(table),
    discretize(Midpoint),
)]
struct Bodies {
    table: [[[f64; 2]; 3]; 3],
    inertias: [Matrix2<f64>; 2],
    anchors: [Vector2<f64>; 4],
    rows: [RowVector2<f64>; 2],
    columns: [SMatrix<f64, 2, 1>; 2],
    deep: [[Matrix2<f64>; 1]; 2],
}

fn bodies() -> Bodies {
    let number = |i: usize, j: usize, k: usize| (9 * i + 4 * j + 2 * k) as f64 / 7.0;
    Bodies {
        table: core::array::from_fn(|i| core::array::from_fn(|j| core::array::from_fn(|k| number(i, j, k)))),
        inertias: [Matrix2::new(9.0, 0.0, 0.0, 9.0), Matrix2::new(2.0, 0.3, 0.3, 1.0)],
        anchors: core::array::from_fn(|i| Vector2::new(i as f64, 0.5)),
        rows: [RowVector2::new(1.0, 2.0), RowVector2::new(3.0, 4.0)],
        columns: [SMatrix::from([[0.2, 0.3]]), SMatrix::from([[5.0, 6.0]])],
        deep: [
            [Matrix2::new(1.0, 2.0, 3.0, 4.0)],
            [Matrix2::new(5.0, 6.0, 7.0, 8.0)],
        ],
    }
}

#[test]
fn tables_are_read_by_their_indices() {
    let system = bodies();
    let (x, w, v) = (
        0.7,
        Vector2::new(0.4, -1.1),
        SVector::<f64, 3>::new(0.2, 0.9, -0.5),
    );
    let turning = Vector2::new(v[1], v[2]);
    let kinetic = 0.5 * v[0] * v[0] + 0.5 * turning.dot(&(system.inertias[1] * turning));
    let [first, second] = system.table[1][2];
    let potential = system.table[2][1][0] * x
        + first * w[0]
        + second * w[1]
        + system.anchors[3].dot(&w)
        + system.rows[1][1] * x
        + system.columns[0].dot(&w)
        + system.deep[1][0][(1, 0)] * x * x;
    let total = system.total_energy(0.0, &SVector::<f64, 3>::new(x, w[0], w[1]), &v);
    // Sums of ten numbers below ten, in another order.
    assert!((total - kinetic - potential).abs() < 1e-14 * 40.0, "{total}");
}

#[test]
fn whole_tables_have_sensitivities() {
    let names = Bodies::SENSITIVITIES;
    assert_eq!(names.len(), 18);
    assert_eq!(
        (names[0], names[7], names[17]),
        ("table[0][0][0]", "table[1][0][1]", "table[2][2][1]")
    );
    let motion =
        Integrator::new(bodies(), Midpoint, 0.1, [0.7, 0.4, -1.1], [0.2, 0.9, -0.5]).expect("a start");
    let derivative = motion.linearize().expect("a step").by_parameters;
    // The force −table[2][1][0] − k x with k = 14 over a midpoint step: −h/(1 + h² k/4).
    let of_used = derivative.column(14)[3];
    assert!(
        (of_used + 0.1 / (1.0 + 0.01 * 14.0 / 4.0)).abs() < 1e-14,
        "{of_used}"
    );
    assert!(derivative.column(0).iter().all(|x| *x == 0.0));
}
