//! Inputs whose number only the program knows, against those of the system written out.

use allocation_counter::measure;
use extremal::error::{AnySizeFailure, FieldFailure};
use extremal::nalgebra::{DVector, SVector};
use extremal::prelude::*;
use extremal::{Discretize, Failure};

use crate::support::compared::{apart, numbers};

/// Masses in a row, each with an actuator on both sides, and a cart that edges between masses drive.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, q[masses]),
    inputs(u[masses + 1], w[edges.len()][3], s),
    let drive = array(0..masses, |i| u[i + 1] - u[i]),
    kinetic = dt(x).powi(2) + sum(0..masses, |i| 0.5 * m[i] * (dt(q[i]) + 0.1 * dt(x)).powi(2)),
    potential = 0.5 * x.powi(2) + sum(0..masses - 1, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(
        x = s + u[0] + sum(0..edges.len(), |e| w[e][2] * cos(q[edges[e][0]] - q[edges[e][1]]) - w[e].norm_squared() * u[edges[e][1]] * x),
        q = array(0..masses, |i| drive[i] * (1 + sin(x)) - 0.1 * dt(q[i]) + 0.1 * s * m[i]),
    ),
    output(power = sum(0..masses, |i| drive[i] * dt(q[i])), push = w[0][1] + s, place = q[0]),
    discretize(
        Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Hermite<P2>, Hermite<P1V0>, Newmark, Livens,
        ProlongationCollocation<EulerMaclaurin>
    ),
    parallel,
)]
struct Row {
    masses: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, q[4]),
    inputs(u[5], w[3][3], s),
    let drive = array(0..4, |i| u[i + 1] - u[i]),
    kinetic = dt(x).powi(2) + sum(0..4, |i| 0.5 * m[i] * (dt(q[i]) + 0.1 * dt(x)).powi(2)),
    potential = 0.5 * x.powi(2) + sum(0..3, |i| 0.5 * (q[i + 1] - q[i]).powi(2) + 0.25 * (q[i + 1] - q[i]).powi(4)),
    force(
        x = s + u[0]
            + w[0][2] * cos(q[3] - q[0]) - w[0].norm_squared() * u[0] * x
            + w[1][2] * cos(q[1] - q[2]) - w[1].norm_squared() * u[2] * x
            + w[2][2] - w[2].norm_squared() * u[1] * x,
        q = array(0..4, |i| drive[i] * (1 + sin(x)) - 0.1 * dt(q[i]) + 0.1 * s * m[i]),
    ),
    output(power = sum(0..4, |i| drive[i] * dt(q[i])), push = w[0][1] + s, place = q[0]),
    discretize(
        Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Hermite<P2>, Hermite<P1V0>, Newmark, Livens,
        ProlongationCollocation<EulerMaclaurin>
    ),
)]
struct Four {
    m: [f64; 4],
}

const INPUTS: usize = 15;
const MASSES: [f64; 4] = [1.0, 2.0, 0.5, 1.5];

fn both() -> (Row, Four) {
    let row = Row {
        masses: 4,
        m: MASSES.to_vec(),
        edges: vec![[3, 0], [1, 2], [1, 1]],
    };
    (row, Four { m: MASSES })
}

/// Small enough that no step leaves the range of Newton's method.
fn given(step: usize) -> [f64; INPUTS] {
    std::array::from_fn(|k| 0.5 * (0.3 + 1.7 * k as f64 + 0.1 * step as f64).sin())
}

/// The motions of both, and what a step is differentiated to after ten steps. The sums of both are in another order, so that each
/// step rounds differently by 1e-16; derivatives are quotients of the tangent, whose condition is below 1e4.
fn check<D: Copy>(scheme: D, tolerance: f64)
where
    Row: Discretize<D, Scalar = f64, Linearization = extremal::drive::SparseLinearization<f64>>,
    Four: Discretize<D, Scalar = f64>,
    <Four as Discretize<D>>::Linearization: Columns,
{
    let (row, four) = both();
    let (q, v) = (numbers(5, 0.3), numbers(5, 2.0));
    let fixed = |q: &[f64]| SVector::<f64, 5>::from_column_slice(q);
    let mut any = Integrator::new(row, scheme, 0.05, &q, &v).expect("a good start");
    let mut four = Integrator::new(four, scheme, 0.05, fixed(&q), fixed(&v)).expect("a good start");
    for step in 0..50 {
        if step == 10 && tolerance < 1e-9 {
            let mut found = any.linearize_with(given(step)).expect("masses");
            let (rows, columns) = (found.rows(), found.columns());
            let found = found.to_dense().expect("finite");
            let expected = four.linearize_with(given(step)).expect("masses").columns();
            assert_eq!(columns, rows + INPUTS);
            assert!(apart(found.as_slice(), &expected) < 1e-11);
        }
        any.step_with(&given(step)[..]).expect("a small step");
        four.step_with(given(step)).expect("a small step");
    }
    assert!(apart(any.state().q.as_slice(), four.state().q.as_slice()) < tolerance);
    assert!(apart(any.state().p.as_slice(), four.state().p.as_slice()) < tolerance);
    let outputs = [any.outputs_with(given(50)), four.outputs_with(given(50))];
    let [a, b] = outputs.map(|outputs| outputs.expect("finite"));
    assert!(apart(&a, &b) < tolerance);
}

/// The columns of the state, and behind them those of the inputs.
trait Columns {
    fn columns(&self) -> Vec<f64>;
}

impl<const R: usize> Columns for extremal::derivatives::LinearizationOf<f64, R, INPUTS, 0> {
    fn columns(&self) -> Vec<f64> {
        [self.by_state.as_slice(), self.by_inputs.as_slice()].concat()
    }
}

#[test]
fn steps_with_inputs_of_items_are_those_written_out() {
    check(Verlet, 1e-13);
    check(Midpoint, 1e-13);
    check(Composition::<4, _>(Midpoint), 1e-13);
    check(Galerkin::<2, Gauss<2>>::default(), 1e-13);
    check(Galerkin::<2, Lobatto<3>>::default(), 1e-13);
    check(ProlongationCollocation::<EulerMaclaurin>::default(), 1e-13);
}

/// Livens' scheme has a discrete gradient for each spring, where that of the system written out is one of all springs: the motions
/// differ by their errors.
#[test]
fn carried_velocities_with_inputs_of_items_are_those_written_out() {
    check(L1::default(), 1e-13);
    check(Hermite::<P2>::default(), 1e-13);
    check(Hermite::<P1V0>::default(), 1e-13);
    check(Newmark::default(), 1e-13);
    check(Livens, 5e-3);
}

#[test]
fn functions_of_inputs_are_those_written_out() {
    let (row, four) = both();
    let (q, v) = (numbers(5, 0.3), numbers(5, 2.0));
    let (a, b) = (DVector::from_vec(q.clone()), DVector::from_vec(v.clone()));
    let (c, d) = (SVector::from_column_slice(&q), SVector::from_column_slice(&v));
    let (any, fixed) = (DVector::from_vec(given(3).to_vec()), given(3));
    let forces = (row.force(0.2, &a, &b, &any), four.force(0.2, &c, &d, &fixed));
    assert!(apart(forces.0.as_slice(), forces.1.as_slice()) < 1e-15);
    let accelerations = (
        row.acceleration(0.2, &a, &b, &any).expect("masses"),
        four.acceleration(0.2, &c, &d, &fixed).expect("masses"),
    );
    assert!(apart(accelerations.0.as_slice(), accelerations.1.as_slice()) < 1e-14);
    assert!((row.power(0.2, &a, &b, &any) - four.power(0.2, &c, &d, &fixed)).abs() < 1e-14);
    assert_eq!(row.place(0.2, &a, &b), q[1]);
    // Without inputs: all of them are zero.
    let inverse = (
        row.inverse_dynamics(0.2, &a, &b, &a).expect("a force"),
        four.inverse_dynamics(0.2, c, d, c).expect("a force"),
    );
    assert!(apart(inverse.0.as_slice(), inverse.1.as_slice()) < 1e-14);
    let longer = DVector::from_element(b.len() + 1, 0.0);
    for (q, v, a) in [(&longer, &b, &a), (&a, &longer, &a), (&a, &b, &longer)] {
        let found = row.inverse_dynamics(0.2, q, v, a);
        assert!(matches!(found, Err(Failure::Length { .. })), "{found:?}");
    }
}

/// (z₁(u + ε eₖ) − z₁(u − ε eₖ))/2ε, off by ε² and by rounding/ε.
#[test]
fn columns_of_inputs_are_differences_of_steps() {
    const EPSILON: f64 = 1e-5;
    let (row, _) = both();
    let (q, v) = (numbers(5, 0.3), numbers(5, 2.0));
    let motion = Integrator::new(&row, Midpoint, 0.1, &q, &v).expect("a good start");
    let found = motion.linearize_with(given(0)).expect("masses").to_dense();
    let found = found.expect("finite");
    for k in 0..INPUTS {
        let end = |by: f64| {
            let (mut motion, mut u) = (motion.clone(), given(0));
            u[k] += by;
            motion.step_with(u).expect("a small step");
            let state = motion.state();
            [state.q.as_slice(), state.p.as_slice()].concat()
        };
        let ends = end(EPSILON).into_iter().zip(end(-EPSILON));
        let expected: Vec<f64> = ends.map(|(a, b)| (a - b) / (2.0 * EPSILON)).collect();
        assert!(
            apart(found.column(10 + k).clone_owned().as_slice(), &expected) < 1e-9,
            "{k}"
        );
    }
}

#[test]
fn wrong_inputs_change_nothing() {
    let (row, _) = both();
    let (q, v) = (numbers(5, 0.3), numbers(5, 2.0));
    let mut motion = Integrator::new(&row, Midpoint, 0.1, &q, &v).expect("a good start");
    let before = motion.state();
    let error = motion.step_with([0.0; 14]).expect_err("an input is missing");
    let failure = AnySizeFailure::InputCount {
        expected: 15,
        found: 14,
    };
    assert_eq!(error.failure, Failure::AnySize(failure));
    assert_eq!(
        error.failure.to_string(),
        "inputs: expected one number for each of the 15 inputs, found 14"
    );
    let mut u = given(0);
    u[8] = f64::NAN;
    let error = motion.step_with(u).expect_err("an input is not a number");
    assert_eq!(
        error.failure.to_string(),
        "inputs: that of `w[1][0]` is not a finite number"
    );
    assert!(motion.step_many_with(3, vec![1.0; 16]).is_err());
    assert!(motion.linearize_with([1.0]).is_err());
    assert!(motion.outputs_with([1.0]).is_err());
    assert!(motion.run_with(1, |_| vec![1.0]).is_err());
    assert_eq!(motion.state(), before);
    let names: Vec<String> = (0..15).map(|k| row.input_name(k).to_string()).collect();
    assert_eq!(
        [&names[0], &names[4], &names[5], &names[13], &names[14]],
        ["u[0]", "u[4]", "w[0][0]", "w[2][2]", "s"]
    );
}

#[test]
fn an_index_of_an_input_that_is_too_large_is_an_error_of_its_field() {
    let (mut row, _) = both();
    row.edges[1] = [0, 7];
    let start = Integrator::new(&row, Midpoint, 0.1, [0.0; 5], [0.0; 5]);
    let error = start.map(drop).expect_err("there are four masses");
    let failure = FieldFailure::Index {
        field: "edges",
        row: 1,
        found: 7,
        range: 4,
    };
    assert_eq!(error.failure, Failure::Field(failure));
    // There are five actuators: this one exists, and its mass does not.
    row.edges[1] = [0, 4];
    assert!(Integrator::new(&row, Midpoint, 0.1, [0.0; 5], [0.0; 5]).is_err());
}

/// Lists, slices, arrays and vectors; a controller returns them, or an error.
#[test]
fn runs_and_tables_have_inputs_of_items() {
    let (row, _) = both();
    let start =
        || Integrator::new(&row, Midpoint, 0.1, numbers(5, 0.3), numbers(5, 2.0)).expect("a good start");
    let mut motion = start();
    let trajectory = motion.run_with(3, |motion| {
        let mut u = given(motion.steps()).to_vec();
        u[0] -= motion.velocity()?[0];
        Ok(u)
    });
    let mut table = Vec::new();
    trajectory
        .expect("small steps")
        .table()
        .columns(["t", "u[4]", "w[1]", "s", "push"])
        .write_csv(&row, &mut table)
        .expect("a table");
    let table = String::from_utf8(table).expect("letters");
    let (head, first) = (table.lines().next(), table.lines().nth(1));
    assert_eq!(head, Some("t,u[4],w[1][0],w[1][1],w[1][2],s,push"));
    let [u, u_first] = [given(0), given(0)];
    let expected = format!(
        "0.0,{:?},{:?},{:?},{:?},{:?},{:?}",
        u[4],
        u[8],
        u[9],
        u[10],
        u[14],
        u_first[6] + u_first[14]
    );
    assert_eq!(first, Some(&*expected));

    let (mut many, mut single) = (start(), start());
    many.step_many_with(40, DVector::from_vec(given(1).to_vec()))
        .expect("small steps");
    for _ in 0..40 {
        single.step_with(given(1).to_vec()).expect("a small step");
    }
    assert_eq!(many.state(), single.state());
}

#[test]
fn steps_with_inputs_do_not_allocate() {
    let (row, _) = both();
    let (mut u, list) = (DVector::from_vec(given(0).to_vec()), given(1).to_vec());
    let mut motion =
        Integrator::new(&row, Midpoint, 0.1, numbers(5, 0.3), numbers(5, 2.0)).expect("a good start");
    motion.step_with(&u).expect("the first one makes room");
    let allocated = measure(|| {
        for step in 0..5 {
            u[0] = 0.1 * step as f64;
            motion.step_with(&u).expect("a small step");
            motion.step_with(&list[..]).expect("a small step");
            motion.step_with(given(step)).expect("a small step");
        }
    });
    assert_eq!(allocated.count_total, 0, "{allocated:?}");
}
