//! Derivatives of steps against those of the systems written out, which are matrices.

use extremal::nalgebra::{DMatrix, DVector, SVector};
use extremal::prelude::*;

use crate::compared::{apart, numbers};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]), inputs(u),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| cos(q[i + 1] - 2 * q[i] + 0.3 * t)),
    force(q[0] = u - 0.2 * dt(q[0])),
    constraint(tied = q[0] + q[1] * q[2]),
    discretize(Verlet, Midpoint, Hermite<P2>),
)]
struct Chain {
    masses: usize,
    m: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[4]), inputs(u),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..3, |i| cos(q[i + 1] - 2 * q[i] + 0.3 * t)),
    force(q[0] = u - 0.2 * dt(q[0])),
    constraint(tied = q[0] + q[1] * q[2]),
    discretize(Verlet, Midpoint, Hermite<P2>),
)]
struct Four {
    m: [f64; 4],
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]), inputs(u),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| cos(q[i + 1] - 2 * q[i] + 0.3 * t)),
    force(q[0] = u - 0.2 * dt(q[0])),
    discretize(Verlet, Midpoint, Newmark),
)]
struct Free {
    masses: usize,
    m: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[4]), inputs(u),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..3, |i| cos(q[i + 1] - 2 * q[i] + 0.3 * t)),
    force(q[0] = u - 0.2 * dt(q[0])),
    discretize(Verlet, Midpoint, Newmark),
)]
struct FreeFour {
    m: [f64; 4],
}

const MASSES: [f64; 4] = [1.0, 2.0, 0.5, 1.5];

/// Both derivatives after ten steps. They are quotients of the tangent, whose condition is below 1e4.
macro_rules! same {
    ($any:expr, $four:expr, $scheme:expr) => {{
        let (mut q, v) = (numbers(4, 0.3), [0.0; 4]);
        q[0] = -q[1] * q[2];
        let start = SVector::<f64, 4>::from_column_slice(&q);
        let mut any = Integrator::new($any, $scheme, 0.1, DVector::from_vec(q), v).expect("a good start");
        let mut four = Integrator::new($four, $scheme, 0.1, start, v).expect("a good start");
        for _ in 0..10 {
            any.step_with([0.5]).expect("a small step");
            four.step_with([0.5]).expect("a small step");
        }
        let found: DMatrix<f64> = any
            .linearize_with([0.5])
            .expect("masses")
            .to_dense()
            .expect("finite");
        let expected = four.linearize_with([0.5]).expect("masses");
        let expected = [expected.by_state.as_slice(), expected.by_inputs.as_slice()].concat();
        assert!(apart(found.as_slice(), &expected) < 1e-11, "{found}");
    }};
}

#[test]
fn steps_have_the_derivatives_of_those_written_out() {
    let any = || Free {
        masses: 4,
        m: MASSES.to_vec(),
    };
    let four = FreeFour { m: MASSES };
    same!(any(), four, Verlet);
    same!(any(), four, Midpoint);
    same!(any(), four, Newmark::default());
}

#[test]
fn constrained_steps_have_the_derivatives_of_those_written_out() {
    let any = || Chain {
        masses: 4,
        m: MASSES.to_vec(),
    };
    let four = Four { m: MASSES };
    same!(any(), four, Verlet);
    same!(any(), four, Midpoint);
    same!(any(), four, Hermite::<P2>::default());
}
