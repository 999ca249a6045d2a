//! Other numbers: single precision, and derivatives of a whole motion between two ends.

use extremal::monolithic::{Start, Why};
use extremal::num_dual::Dual64;
use extremal::prelude::*;

use crate::systems::Pendulum;

#[test]
fn single_precision_has_its_own_rounding() {
    let ends = Start::Ends {
        q0: [0.0_f32],
        q1: [1.0],
    };
    let solution = Monolithic::new(Pendulum { k: 1.0_f32 }, Midpoint, 0.1, 50, ends)
        .solve()
        .unwrap();
    let ends = Start::Ends { q0: [0.0], q1: [1.0] };
    let double = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 0.1, 50, ends)
        .solve()
        .unwrap();
    // Fifty elements, each with a few roundings of 6e-8, and a condition of some tens.
    assert!((f64::from(solution.states()[0].p[0]) - double.states()[0].p[0]).abs() < 1e-4);
}

/// dv₀/dk for θ̈ = −k sin θ between two angles: by dual numbers, and by differences of two whole solutions.
#[test]
fn a_solution_is_differentiated_with_its_system() {
    let momentum = |k: f64| {
        let ends = Start::Ends { q0: [0.0], q1: [1.0] };
        Monolithic::new(Pendulum { k }, Midpoint, 0.1, 50, ends)
            .solve()
            .unwrap()
            .states()[0]
            .p[0]
    };
    let number = Dual64::from_re;
    let ends = Start::Ends {
        q0: [number(0.0)],
        q1: [number(1.0)],
    };
    let system = Pendulum {
        k: number(1.0).derivative(),
    };
    let solution = Monolithic::new(system, Midpoint, number(0.1), 50, ends)
        .solve()
        .unwrap();
    let quotient = (momentum(1.0 + 1e-4) - momentum(1.0 - 1e-4)) / 2e-4;
    let p = solution.states()[0].p[0];
    assert!((p.re - momentum(1.0)).abs() < 1e-12);
    // The difference is right to 1e-8 times the third derivative, and 1e-16/1e-4.
    assert!((p.eps - quotient).abs() < 1e-6, "{} {quotient}", p.eps);
}

/// A derivative is no part of a rank: what is open for numbers is open for dual numbers.
#[test]
fn conjugate_points_stay_open_with_derivatives() {
    let number = Dual64::from_re;
    let h = 2.0 * f64::tan(core::f64::consts::PI / 40.0);
    for q1 in [0.0, 1.0] {
        let ends = Start::Ends {
            q0: [number(0.0)],
            q1: [number(q1)],
        };
        let system = Spring {
            k: number(1.0).derivative(),
        };
        let unsolved = Monolithic::new(system, Midpoint, number(h), 20, ends)
            .solve()
            .err()
            .unwrap();
        assert!(matches!(unsolved.why, Why::Undetermined { .. }), "{unsolved}");
    }
}

/// ẍ = −k x.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    discretize(Midpoint),
)]
struct Spring<T: extremal::Scalar> {
    k: T,
}
