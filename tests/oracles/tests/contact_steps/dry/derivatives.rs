//! Derivatives of steps with dry friction against differences of steps, and where there is none.

use extremal::contacts::ContactState;
use extremal::derivatives::LinearizationOf;
use extremal::drive::{ContactReport, Drive, Interval, Start};
use extremal::error::ContactKink;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;
use extremal::{Failure, StateOf};

use super::SPRUNG;

/// A seal whose bound depends on the place, on time and on the speed.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + (1.0 + x.powi(2)) * dt(y).powi(2)),
    potential = 0.5 * k * (x.powi(2) + y.powi(2)),
    friction(worn, slip = [dt(x), (1.0 + x) * dt(y)], force = f * (1.0 + x.powi(2) + t) * (0.6 + 0.4 * exp(-dt(x).powi(2) - dt(y).powi(2)))),
    sensitivities(m, k, f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Worn {
    m: f64,
    k: f64,
    f: f64,
}

/// q, p, v and the fields.
type Numbers = [f64; 9];

/// The memory of a step from a node; `after` a step before, or of a start.
fn memory<D: Copy>(scheme: &D, numbers: &Numbers, after: bool) -> <Driver<D> as Drive<Worn, D>>::Memory
where
    Worn: Discretize<D, System = Worn, Report = ContactReport<Worn>>,
{
    let (system, node) = worn(numbers);
    let velocity = [numbers[4], numbers[5]].into();
    let from = Start::new(scheme, H, &node, &velocity).again();
    let mut memory = Driver::<D>::start(&system, from, None).expect("a good start");
    if after {
        let over = Interval::new(scheme, H, &[], &node);
        Driver::<D>::advance::<true>(&system, over, &mut memory).expect("a small step");
    }
    memory
}

type Driver<D> = <Worn as Discretize<D>>::Driver;

const H: f64 = 0.01;

fn worn(numbers: &Numbers) -> (Worn, StateOf<Worn>) {
    let [x, y, px, py, _, _, m, k, f] = *numbers;
    let node = State {
        t: 0.1,
        q: [x, y].into(),
        p: [px, py].into(),
    };
    (Worn { m, k, f }, node)
}

/// On each branch: sticking, and slipping along a direction that turns. `after` a step, friction stands for two halves of a step.
fn check_derivatives<D: Copy>(scheme: D, (start, expected): (Numbers, ContactState), after: bool)
where
    Worn: Discretize<
            D,
            System = Worn,
            Report = ContactReport<Worn>,
            Linearization = LinearizationOf<f64, 6, 0, 3>,
        >,
{
    let step = |numbers: &Numbers| {
        let (system, node) = worn(numbers);
        let over = Interval::new(&scheme, H, &[], &node);
        let mut memory = memory(&scheme, if after { &start } else { numbers }, after);
        let step = Driver::<D>::advance::<true>(&system, over, &mut memory).expect("a small step");
        let (q, p, v) = (step.state.q, step.state.p, step.report.velocity);
        ([q[0], q[1], p[0], p[1], v[0], v[1]], step.report.states[0])
    };
    assert_eq!(step(&start).1, expected);
    let (system, node) = worn(&start);
    let over = Interval::new(&scheme, H, &[], &node);
    let found = Driver::<D>::linearize(&system, over, &memory(&scheme, &start, after));
    let found = found.expect("a step on one branch");
    // The velocity before the node is a part of the memory, and with it forces there.
    for column in (0..9).filter(|column| !after || [2, 3, 8].contains(column)) {
        let d = 1e-6;
        let [above, below] = [d, -d].map(|d| {
            let mut numbers = start;
            numbers[column] += d;
            let (end, state) = step(&numbers);
            assert_eq!(state, expected, "the difference stays on the branch");
            end
        });
        for row in 0..6 {
            let quotient = (above[row] - below[row]) / (2.0 * d);
            let entry = match column {
                0..6 => found.by_state[(row, column)],
                _ => found.by_parameters[(row, column - 6)],
            };
            // Rounding of 1e-15/d, and third derivatives of up to 1e4 times d²/6.
            assert!(
                (quotient - entry).abs() < 1e-8 * (1.0 + entry.abs()),
                "{expected:?}, {after}, ({row}, {column}): {quotient} {entry}"
            );
        }
    }
}

#[test]
fn derivatives_are_those_of_differences() {
    use ContactState::{Slip, Stick};
    let starts = [
        ([0.3, -0.2, 1.2, -0.9, 0.6, -0.5, 2.0, 50.0, 3.0], Slip),
        ([0.01, 0.02, 0.004, -0.003, 0.002, -0.001, 2.0, 50.0, 3.0], Stick),
        ([0.4, 0.1, 0.0, 0.0, 0.0, 0.0, 2.0, 50.0, 3.0], Slip),
    ];
    for start in starts {
        for after in [false, true] {
            check_derivatives(Moreau, start, after);
            check_derivatives(SymmetricMoreau, start, after);
            check_derivatives(VariationalMoreau, start, after);
            check_derivatives(Theta { theta: 0.6 }, start, after);
            check_derivatives(ClosedGaps(SymmetricMoreau), start, after);
        }
    }
}

/// At its largest friction a mass is between two branches.
#[test]
fn a_step_between_sticking_and_sliding_has_no_derivative() {
    let motion = Integrator::new(SPRUNG, VariationalMoreau, 1e-3, [0.03], [0.0]).expect("a good start");
    let error = motion.linearize().expect_err("k x is f");
    let expected = Failure::ContactChanges {
        contact: "seal",
        between: ContactKink::Friction,
    };
    assert_eq!(error.failure, expected);
}
