//! Derivatives of steps whose friction depends on a reaction, against differences of steps.

use super::InAHoop;
use extremal::contacts::ContactState;
use extremal::derivatives::LinearizationOf;
use extremal::drive::{ContactReport, Drive, Interval, Start};
use extremal::nalgebra::Vector2;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;
use extremal::{Failure, StateOf};

type Driver<D> = <InAHoop as Discretize<D>>::Driver;

const H: f64 = 0.01;

/// An angle, the momentum along the hoop, and the fields m, g, μ.
type Numbers = [f64; 5];

fn hoop([angle, along, m, g, mu]: Numbers) -> (InAHoop, StateOf<InAHoop>) {
    let (sin, cos) = angle.sin_cos();
    let node = State {
        t: 0.0,
        q: Vector2::new(0.5 * sin, -0.5 * cos),
        p: Vector2::new(along * cos, along * sin),
    };
    (InAHoop { m, g, r: 0.5, mu }, node)
}

/// The end of a step with the numbers, from a memory of a start there.
fn step<D: Copy>(scheme: &D, numbers: Numbers) -> ([f64; 6], ContactState)
where
    InAHoop: Discretize<D, System = InAHoop, Report = ContactReport<InAHoop>>,
{
    let (system, node) = hoop(numbers);
    let velocity = node.p / system.m;
    let from = Start::new(scheme, H, &node, &velocity).again();
    let mut memory = Driver::<D>::start(&system, from, None).expect("in the hoop");
    let over = Interval::new(scheme, H, &[], &node);
    let step = Driver::<D>::advance::<true>(&system, over, &mut memory).expect("a small step");
    let (q, p, v) = (step.state.q, step.state.p, step.report.velocity);
    ([q[0], q[1], p[0], p[1], v[0], v[1]], step.report.states[0])
}

/// The chain rule: d/dk of the start, which is on the hoop and moves along it, and of the fields.
fn check<D: Copy>(scheme: D, start: Numbers, expected: ContactState)
where
    InAHoop: Discretize<
            D,
            System = InAHoop,
            Report = ContactReport<InAHoop>,
            Linearization = LinearizationOf<f64, 6, 0, 3>,
        >,
{
    assert_eq!(step(&scheme, start).1, expected);
    let (system, node) = hoop(start);
    let velocity = node.p / system.m;
    let from = Start::new(&scheme, H, &node, &velocity).again();
    let memory = Driver::<D>::start(&system, from, None).expect("in the hoop");
    let over = Interval::new(&scheme, H, &[], &node);
    let found = Driver::<D>::linearize(&system, over, &memory).expect("a step on one branch");
    let known = |numbers: Numbers| {
        let (system, node) = hoop(numbers);
        let v = node.p / system.m;
        [node.q[0], node.q[1], node.p[0], node.p[1], v[0], v[1]]
    };
    for column in 0..5 {
        let d = 1e-6;
        let [above, below] = [d, -d].map(|d| {
            let mut numbers = start;
            numbers[column] += d;
            numbers
        });
        let [(one, a), (other, b)] = [above, below].map(|numbers| step(&scheme, numbers));
        assert_eq!([a, b], [expected; 2]);
        let moved: Vec<f64> = known(above)
            .iter()
            .zip(known(below))
            .map(|(a, b)| (a - b) / (2.0 * d))
            .collect();
        for row in 0..6 {
            let quotient = (one[row] - other[row]) / (2.0 * d);
            let by_state: f64 = (0..6).map(|k| found.by_state[(row, k)] * moved[k]).sum();
            let own = column.checked_sub(2);
            let entry = by_state + own.map_or(0.0, |own| found.by_parameters[(row, own)]);
            // Rounding of ε q/h in velocities, 1e-14, over d; third derivatives of up to 1e4 times d²/6.
            assert!(
                (quotient - entry).abs() < 1e-7 * (1.0 + entry.abs()),
                "{expected:?} ({row}, {column}): {quotient} {entry}"
            );
        }
    }
}

#[test]
fn derivatives_know_how_reactions_change() {
    use ContactState::{Slip, Stick};
    let starts = [
        ([0.4, 2.0, 0.7, 9.81, 0.3], Slip),
        ([1.3, -1.0, 0.7, 9.81, 0.6], Slip),
        ([0.2, 0.0, 0.7, 9.81, 0.6], Stick),
    ];
    for (start, state) in starts {
        check(Moreau, start, state);
        check(SymmetricMoreau, start, state);
        check(VariationalMoreau, start, state);
        check(Theta { theta: 0.6 }, start, state);
        check(ClosedGaps(VariationalMoreau), start, state);
    }
}

/// With percussions at both ends the derivative is refused, as beside any constraint.
#[test]
fn steps_with_friction_at_both_ends_have_no_derivative() {
    let (system, node) = hoop([0.4, 2.0, 0.7, 9.81, 0.3]);
    let velocity = node.p / system.m;
    macro_rules! check {
        ($scheme:expr) => {
            let motion = Integrator::new(system, $scheme, H, node.q, velocity).expect("in the hoop");
            let error = motion
                .linearize()
                .expect_err("constraints have impulses at the end");
            assert_eq!(error.failure, Failure::PercussionsAtEnd);
        };
    }
    check!(Midpoint);
    check!(NonsmoothMidpoint);
}
