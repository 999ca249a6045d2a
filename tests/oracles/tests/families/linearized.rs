//! Derivatives of steps against those of the systems written out, which are matrices.

use extremal::blocks::IntoBlock;
use extremal::drive::SparseLinearization;
use extremal::nalgebra::{DMatrix, DVector, SVector};
use extremal::prelude::*;

use crate::support::compared::{apart, numbers};
use crate::support::dense::dense;

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
        let mut derivative = any.linearize_with([0.5]).expect("masses");
        let found: DMatrix<f64> = derivative.to_dense().expect("finite");
        let [by_state, by_inputs] =
            [derivative.by_state(), derivative.by_inputs()].map(|part| part.expect("finite"));
        assert_eq!(
            (by_state.shape(), by_inputs.ncols()),
            ((found.nrows(), found.nrows()), 1)
        );
        assert_eq!(
            [by_state.as_slice(), by_inputs.as_slice()].concat(),
            found.as_slice()
        );
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

/// z₁ = C z₀ − D A⁻¹ B z₀ with matrices of a library that knows nothing of steps.
#[test]
fn compressed_columns_are_the_equations_of_the_derivative() {
    let (mut q, v) = (numbers(4, 0.3), [0.0; 4]);
    q[0] = -q[1] * q[2];
    let chain = || Chain {
        masses: 4,
        m: MASSES.to_vec(),
    };
    let free = || Free {
        masses: 4,
        m: MASSES.to_vec(),
    };
    check_columns(&Integrator::new(chain(), Verlet, 0.05, &q, v).expect("a start"));
    check_columns(&Integrator::new(chain(), Hermite::<P2>::default(), 0.05, &q, v).expect("a start"));
    check_columns(&Integrator::new(free(), Midpoint, 0.05, &q, v).expect("a start"));
    check_columns(&Integrator::new(free(), Newmark::default(), 0.05, &q, v).expect("a start"));
    check_columns(&Integrator::new(free(), Composition::<4, _>(Midpoint), 0.05, &q, v).expect("a start"));
}

fn check_columns<S, D>(motion: &Integrator<S, D>)
where
    S: Discretize<D, Scalar = f64, Linearization = SparseLinearization<f64>>,
    [f64; 1]: IntoBlock<S::Inputs>,
{
    let mut derivative = motion.linearize_with([0.3]).expect("a derivative");
    let (rows, columns) = (derivative.rows(), derivative.columns());
    // Inputs are the same in all stages: their columns go along.
    let mut whole = DMatrix::identity(columns, columns);
    for stage in derivative.equations() {
        let [a, b, c, d] = [
            &stage.by_unknowns,
            &stage.by_start,
            &stage.end_by_start,
            &stage.end_by_unknowns,
        ]
        .map(dense);
        let x = a.lu().solve(&b).expect("a regular tangent");
        let mut next = DMatrix::identity(columns, columns);
        next.rows_mut(0, rows).copy_from(&(c - d * x));
        whole = next * whole;
    }
    let expected = derivative.to_dense().expect("a matrix");
    assert!(apart(whole.rows(0, rows).clone_owned().as_slice(), expected.as_slice()) < 1e-12);
}
