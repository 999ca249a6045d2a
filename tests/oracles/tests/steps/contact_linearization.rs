//! The derivative of a step with contacts against central differences of steps, on every branch; and where there is none.

use crate::support::contacts::{BODY, Body, Vector, state};
use extremal::drive::{Interval, Start};
use extremal::nalgebra::{SMatrix, SVector};
use extremal::prelude::*;
use extremal::{ContactReport, ContactState, Failure, LinearizationOf};

const H: f64 = 0.01;
const T: f64 = 0.4;

/// (q, p, v), the input, the sensitivities.
type Numbers = [f64; 13];

fn body(numbers: &Numbers) -> Body {
    let [.., m, k, mu, e, e_t, belt] = *numbers;
    Body {
        m,
        k,
        mu,
        e,
        e_t,
        belt,
    }
}

/// (q, p, v) after a step, and what the contacts did.
fn step<D>(scheme: &D, numbers: &Numbers) -> ([f64; 6], [ContactState; 2])
where
    Body: Discretize<D, Report = ContactReport<Body>>,
{
    let [x, y, px, py, vx, vy, push, ..] = *numbers;
    let (system, inputs) = (body(numbers), [push]);
    let start = State {
        t: T,
        q: Vector::new(x, y),
        p: Vector::new(px, py),
    };
    let velocity = Vector::new(vx, vy);
    let from = Start::new(scheme, H, &start, &velocity);
    let mut memory = system.restart(from).expect("a good start");
    let over = Interval::new(scheme, H, &inputs, &start);
    let step = system.advance::<true>(over, &mut memory).expect("a small step");
    let (q, p, v) = (step.state.q, step.state.p, step.report.velocity);
    ([q[0], q[1], p[0], p[1], v[0], v[1]], step.report.states)
}

fn check<D: Copy>(scheme: D, start: &Numbers, expected: [ContactState; 2])
where
    Body: Discretize<D, Report = ContactReport<Body>, Linearization = LinearizationOf<f64, 6, 1, 6>>,
{
    let [x, y, px, py, vx, vy, push, ..] = *start;
    let (system, inputs) = (body(start), [push]);
    let node = State {
        t: T,
        q: Vector::new(x, y),
        p: Vector::new(px, py),
    };
    let memory = system
        .restart(Start::new(&scheme, H, &node, &Vector::new(vx, vy)))
        .expect("a good start");
    let over = Interval::new(&scheme, H, &inputs, &node);
    let found = system.linearize(over, &memory).expect("a step on one branch");
    let found: SMatrix<f64, 6, 13> = SMatrix::from_fn(|row, column| match column {
        0..6 => found.by_state[(row, column)],
        6 => found.by_inputs[(row, 0)],
        _ => found.by_parameters[(row, column - 7)],
    });
    assert_eq!(step(&scheme, start).1, expected);
    for column in 0..13 {
        let at = |d: f64| {
            let mut numbers = *start;
            numbers[column] += d;
            let (end, states) = step(&scheme, &numbers);
            assert_eq!(states, expected, "the difference stays on the branch");
            SVector::from(end)
        };
        let d = 1e-5;
        let quotient = (at(d) - at(-d)) / (2.0 * d);
        let off = (quotient - found.column(column)).norm();
        // Third derivatives are about 10, and rounding is 1e-15/d.
        assert!(
            off < 1e-8 * (1.0 + quotient.norm()),
            "column {column}: {off} {quotient} {}",
            found.column(column)
        );
    }
}

fn numbers(q: [f64; 2], v: [f64; 2]) -> Numbers {
    let start = state(&BODY, T, q.into(), v.into());
    // A momentum that is not that of the velocity: both are varied on their own.
    let [px, py] = [start.p[0] + 0.01, start.p[1] - 0.02];
    [
        q[0], q[1], px, py, v[0], v[1], 0.3, BODY.m, BODY.k, BODY.mu, BODY.e, BODY.e_t, BODY.belt,
    ]
}

fn check_all<D: Copy>(scheme: D)
where
    Body: Discretize<D, Report = ContactReport<Body>, Linearization = LinearizationOf<f64, 6, 1, 6>>,
{
    use ContactState::{Open, Slip, Stick};
    check(scheme, &numbers([0.3, 0.05], [0.65, -1.0]), [Stick, Open]);
    check(scheme, &numbers([0.3, 0.05], [3.0, -1.0]), [Slip, Open]);
    check(scheme, &numbers([-0.4, -0.08], [-2.0, -0.5]), [Slip, Open]);
    check(scheme, &numbers([0.2, 0.5], [0.5, 0.9]), [Open, Open]);
    check(scheme, &numbers([0.2, 0.03], [0.5, 1.5]), [Open, Open]);
    check(scheme, &numbers([1.48, 0.5], [1.0, -1.0]), [Open, Slip]);
    check(scheme, &numbers([1.52, -0.1], [1.0, -1.0]), [Slip, Slip]);
}

#[test]
fn derivatives_of_branches_are_those_of_differences() {
    check_all(Moreau);
    check_all(SymmetricMoreau);
    check_all(VariationalMoreau);
    check_all(Theta { theta: 0.6 });
}

/// A block on a table.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 10 * y - pull * x,
    contact(table, gap = y, slip = dt(x), friction = 0.5),
    discretize(Moreau)
)]
struct Block {
    pull: f64,
}

#[test]
fn between_two_branches_there_is_no_derivative() {
    let failure = |pull: f64, y: f64, vy: f64| {
        let start = State {
            t: 0.0,
            q: [0.0, y].into(),
            p: [0.0, vy].into(),
        };
        let motion = Integrator::from_state(Block { pull }, Moreau, 0.125, start).expect("a good start");
        motion.linearize().err().map(|error| error.failure)
    };
    let between = Some(Failure::ContactChanges { contact: "table" });
    // At a gap of zero, on the edge of the friction cone, and without a force between the bodies.
    assert_eq!(failure(0.0, 0.0, 0.0), between);
    assert_eq!(failure(5.0, -1e-3, 0.0), between);
    assert_eq!(failure(0.0, -1e-3, 0.625), between);
    assert_eq!(failure(4.9, -1e-3, 0.0), None);
    assert_eq!(failure(5.1, -1e-3, 0.0), None);
    assert_eq!(failure(0.0, -1e-3, 0.63), None);
}
