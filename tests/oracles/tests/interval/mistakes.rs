//! Intervals without a solution, and wrong arguments: each error names its reason.

use core::f64::consts::PI;

use extremal::monolithic::{Node, Place, Start, Together, Why};
use extremal::prelude::*;

use crate::systems::{Arm, Linear, Pendulum, Rod};

const OSCILLATOR: Linear = Linear { k: -1.0 };

type Ends<'a> = (&'a Node<Linear>, &'a Node<Linear>);

fn between(conditions: fn(Ends<'_>) -> Vec<f64>) -> Monolithic<'static, Linear, Midpoint> {
    Monolithic::between(
        OSCILLATOR,
        Midpoint,
        0.1,
        20,
        move |a, b| conditions((a, b)),
        |t| [t],
    )
}

fn why<S: Lagrangian, D: Together<S>>(whole: Monolithic<'_, S, D>) -> (Why, String) {
    let unsolved = whole.solve().err().expect("no solution");
    (unsolved.why, unsolved.to_string())
}

/// Midpoint has the frequency (2/h) atan(h/2): after half a period every motion from zero is at zero.
#[test]
fn conjugate_points_are_told() {
    let h = 2.0 * f64::tan(PI / 40.0);
    for q1 in [0.0, 1.0] {
        let ends = Start::Ends { q0: [0.0], q1: [q1] };
        let (why, text) = why(Monolithic::new(OSCILLATOR, Midpoint, h, 20, ends));
        assert!(matches!(why, Why::Undetermined { .. }), "{why:?}");
        assert_eq!(
            text,
            "after 0 iterations: the conditions do not determine the momentum of `x` at the start: the ends may be conjugate \
             points, or conditions say the same"
        );
    }
}

#[test]
fn contradictions_are_told_with_their_values() {
    let (why, _) = why(between(|(a, b)| vec![a.q[0], b.q[0] - 1.0, b.q[0] - 1.1]));
    let Why::NotConverged {
        place: Place::Condition { index, value },
        ..
    } = why
    else {
        panic!("{why:?}");
    };
    // The least squares of both are in the middle.
    assert!(index >= 1 && (value.abs() - 0.05).abs() < 1e-12);
    // A condition on nothing.
    let (why, _) = super::mistakes::why(between(|(a, b)| vec![a.q[0], b.q[0] - 1.0, 3.0]));
    assert!(
        matches!(
            why,
            Why::NotConverged {
                place: Place::Condition { index: 2, value: 3.0 },
                ..
            }
        ),
        "{why:?}"
    );
    // Off the rod.
    let ends = Start::Ends {
        q0: [1.0, 0.0],
        q1: [0.0, -1.5],
    };
    let (why, _) = super::mistakes::why(Monolithic::new(Rod, Midpoint, 0.02, 20, ends));
    assert!(
        matches!(
            why,
            Why::NotConverged { .. } | Why::Undetermined { .. } | Why::Element { .. }
        ),
        "{why:?}"
    );
}

#[test]
fn the_best_states_can_be_read() {
    let unsolved = between(|(a, b)| vec![a.q[0], b.q[0] - 1.0, b.q[0] - 1.1])
        .solve()
        .err()
        .unwrap();
    assert_eq!(unsolved.states.len(), 21);
    assert!((unsolved.states[20].q[0] - 1.05).abs() < 1e-9);
}

#[test]
fn too_few_conditions_are_told() {
    let (few, text) = why(between(|(a, _)| vec![a.q[0]]));
    assert_eq!(
        few,
        Why::FewConditions {
            conditions: 1,
            needed: 2
        }
    );
    assert!(
        text.contains("1 conditions do not determine a motion: 2 are needed"),
        "{text}"
    );
    let (few, _) = why(between(|(a, b)| vec![a.q[0], b.q[0] - 1.0]).free_duration());
    assert_eq!(
        few,
        Why::FewConditions {
            conditions: 2,
            needed: 3
        }
    );
}

#[test]
fn wrong_numbers_are_told() {
    let start = Start::Impulse { q0: [1.0], v0: [0.0] };
    let of = |steps| Monolithic::new(OSCILLATOR, Midpoint, 0.1, steps, start);
    assert_eq!(why(of(0)).0, Why::NoElements);
    assert_eq!(
        why(of(3).with_lengths(&[0.1, -0.2])).0,
        Why::Length { element: 1, h: -0.2 }
    );
    assert!(matches!(
        why(of(3).with_lengths(&[0.1, f64::NAN])).0,
        Why::Length { element: 1, .. }
    ));
    let states = Integrator::new(OSCILLATOR, Midpoint, 0.1, [1.0], [0.0])
        .unwrap()
        .run(2)
        .unwrap();
    let expected = Why::Count {
        what: "states of a guess",
        expected: 4,
        found: 3,
    };
    assert_eq!(why(of(3).guess_states(states.states())).0, expected);
    let guess = of(3).guess(|t| [if t > 0.15 { f64::NAN } else { 1.0 }]);
    assert!(matches!(
        why(guess).0,
        Why::NotFinite {
            what: "guess of node",
            ..
        }
    ));
    let start = Start::Impulse {
        q0: [f64::NAN],
        v0: [0.0],
    };
    assert!(matches!(
        why(Monolithic::new(OSCILLATOR, Midpoint, 0.1, 3, start)).0,
        Why::NotFinite { .. }
    ));
    let start = Start::Momentum {
        q0: [0.0],
        p0: [f64::INFINITY],
    };
    let (why_not, _) = why(Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 0.1, 3, start));
    assert!(
        matches!(why_not, Why::NotFinite { .. } | Why::Element { .. }),
        "{why_not:?}"
    );
    let (nan, _) = why(between(|(a, b)| vec![a.q[0], b.q[0] / 0.0 * 0.0]));
    assert_eq!(
        nan,
        Why::NotFinite {
            what: "condition",
            index: 1
        }
    );
    let start = Start::Impulse {
        q0: [1.0, 0.0],
        v0: [0.0, 0.0],
    };
    let (inputs, text) = why(Monolithic::new(Arm, Midpoint, 0.1, 3, start));
    assert_eq!(
        inputs,
        Why::Count {
            what: "inputs",
            expected: 3,
            found: 0
        }
    );
    assert_eq!(text, "after 0 iterations: 0 inputs, but there must be 3");
    let inputs = Monolithic::new(Arm, Midpoint, 0.1, 3, start)
        .with_inputs(|k, _| [if k == 2 { f64::NAN } else { 0.0 }]);
    assert_eq!(
        why(inputs).0,
        Why::NotFinite {
            what: "inputs of element",
            index: 2
        }
    );
}

/// The start of a constrained motion is checked as an integrator checks it.
#[test]
fn a_start_off_the_constraints_is_none() {
    let start = Start::Impulse {
        q0: [1.1, 0.0],
        v0: [0.0, 0.0],
    };
    for whole in [
        Monolithic::new(Rod, Midpoint, 0.02, 5, start),
        Monolithic::new(Rod, Midpoint, 0.02, 5, start).guess(|_| [1.0, 0.0]),
    ] {
        let (why, text) = why(whole);
        assert!(
            matches!(
                why,
                Why::Element {
                    element: 0,
                    failure: extremal::Failure::ConstraintViolated { .. }
                }
            ),
            "{text}"
        );
    }
}

/// Two words for one rod.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 0,
    constraint(rod = r.norm_squared() - 1.0, again = r.norm() - 1.0),
    redundant,
    discretize(Midpoint),
)]
struct Twice;

#[test]
fn redundant_constraints_are_refused() {
    let start = Start::Impulse {
        q0: [1.0, 0.0],
        v0: [0.0, 1.0],
    };
    assert_eq!(
        why(Monolithic::new(Twice, Midpoint, 0.1, 3, start)).0,
        Why::Redundant
    );
}

/// Elements of `Verlet` with ω h > 2 multiply an oscillation: what steps refuse is refused here.
#[test]
fn explosions_are_errors() {
    let start = Start::Impulse { q0: [1.0], v0: [0.0] };
    let (exploded, text) = why(Monolithic::new(Explicit, Verlet, 2.1, 200, start));
    assert!(
        matches!(
            exploded,
            Why::Element {
                failure: extremal::Failure::EnergyRises { .. },
                ..
            }
        ),
        "{text}"
    );
}

/// ω = 1, with steps that are explicit.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Verlet),
)]
struct Explicit;

/// The equations also hold for a negative duration, which is refused.
#[test]
fn durations_are_positive() {
    let conditions =
        |start: &Node<Linear>, end: &Node<Linear>| vec![start.q[0], start.p[0] - 1.0, end.q[0] + 1.0];
    let free = Linear { k: 0.0 };
    let whole = Monolithic::between(free, Midpoint, 0.1, 10, conditions, |t| [t]).free_duration();
    assert!(matches!(
        why(whole).0,
        Why::NotConverged { .. } | Why::Undetermined { .. }
    ));
}

/// Lengths that no guess has: 1e-30 from a guess of zero.
#[test]
fn a_guess_of_zero_has_no_size() {
    let conditions = |start: &Node<Linear>, end: &Node<Linear>| vec![start.q[0] - 1e-30, end.p[0]];
    let whole = Monolithic::between(OSCILLATOR, Midpoint, 0.1, 10, conditions, |_| [0.0]);
    let states = whole.solve().unwrap();
    // cos(ω t)/cos ω at the start, as in `ends::units_do_not_matter`.
    assert!((states.states()[0].q[0] - 1e-30).abs() < 1e-44);
    let angle = 20.0 * f64::atan(0.05);
    assert!((states.states()[10].q[0] * f64::cos(angle) - 1e-30).abs() < 1e-43);
}
