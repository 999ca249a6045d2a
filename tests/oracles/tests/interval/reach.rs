//! Far guesses, unlike sizes, stiff springs: what Newton's method must not take for solved, and what it must not refuse.

use extremal::Failure;
use extremal::monolithic::{Node, Start, Why};
use extremal::prelude::*;

use crate::systems::{Beside, Explicit, Linear, Pendulum, Pulse, Pushed, Rod, Stiff};

/// From 1 at rest to 0.5: guesses of a third to three times of the duration lead to one of the times at which it is there.
#[test]
fn durations_are_found_from_far() {
    let conditions =
        |start: &Node<Pushed>, end: &Node<Pushed>| vec![start.q[0] - 1.0, start.p[0], end.q[0] - 0.5];
    for a in [0.0, 0.3] {
        let solve = |guess: f64| {
            let h = guess / 40.0;
            let whole = Monolithic::between(Pushed { a }, Midpoint, h, 40, conditions, move |t| {
                [1.0 - 0.5 * t / guess]
            });
            whole.free_duration().solve().unwrap()
        };
        let one = solve(1.0).duration();
        for guess in [0.4, 0.7, 1.5, 2.0] {
            let found = solve(guess);
            assert!((found.duration() - one).abs() < 1e-12, "{guess}: {found:?}");
            // Quadratic convergence, with some halved corrections at first, and one that is rounding at the end.
            assert!(found.iterations() <= 12, "{guess}: {found:?}");
        }
        // Steps of this length get there.
        let mut motion = Integrator::new(Pushed { a }, Midpoint, one / 40.0, [1.0], [0.0]).unwrap();
        motion.step_many(40).unwrap();
        assert!((motion.state().q[0] - 0.5).abs() < 1e-13);
    }
}

/// A ball that falls back: after no time at all it is back as well.
#[test]
fn an_interval_does_not_vanish() {
    let conditions =
        |start: &Node<Pendulum<f64>>, end: &Node<Pendulum<f64>>| vec![start.q[0], start.p[0] - 0.1, end.q[0]];
    let solve = |guess: f64| {
        let whole = Monolithic::between(Pendulum { k: 1.0 }, Midpoint, guess / 20.0, 20, conditions, |t| {
            [0.1 * t.sin()]
        });
        whole.free_duration().solve()
    };
    let short = solve(0.3).err().unwrap();
    assert!(
        matches!(short.why, Why::Collapsed { .. } | Why::NotConverged { .. }),
        "{short}"
    );
    // Half of a period, which is 2 π (1 + (0.1)²/16 + ..) with the error of twenty steps.
    let half = solve(3.0).unwrap().duration();
    assert!((half - core::f64::consts::PI).abs() < 0.02, "{half}");
}

#[test]
fn too_few_conditions_are_named() {
    let start = Start::Velocity {
        q0: [1.0, 0.0],
        v0: [0.0, 1.0],
    };
    assert_eq!(
        Monolithic::new(Rod, Midpoint, 0.05, 20, start)
            .solve()
            .err()
            .unwrap()
            .why,
        Why::ConstrainedVelocity
    );
    let ends = Start::Ends {
        q0: [1.0, 0.0],
        q1: [0.0, -1.0],
    };
    let few = Monolithic::new(Rod, Midpoint, 0.05, 20, ends)
        .free_duration()
        .solve()
        .err()
        .unwrap();
    assert_eq!(
        few.why,
        Why::FewConditions {
            conditions: 2,
            needed: 3
        }
    );
    let conditions = |_: &Node<Rod>, end: &Node<Rod>| vec![end.q[0]];
    let few = Monolithic::between(Rod, Midpoint, 0.05, 20, conditions, |t| [t.cos(), -t.sin()])
        .solve()
        .err()
        .unwrap();
    assert_eq!(
        few.why,
        Why::FewConditions {
            conditions: 1,
            needed: 2
        }
    );
    let start = Start::Impulse { q0: [1.0], v0: [0.0] };
    let few = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, 0.05, 20, start)
        .free_duration()
        .solve()
        .err()
        .unwrap();
    assert_eq!(
        few.why,
        Why::FewConditions {
            conditions: 2,
            needed: 3
        }
    );
}

/// One degree of freedom has two conditions, also where a constraint leaves it; redundant ones may be added.
#[test]
fn constraints_are_conditions() {
    let two = |start: &Node<Rod>, end: &Node<Rod>| vec![start.q[1], end.q[0] - 0.6];
    let all = |start: &Node<Rod>, end: &Node<Rod>| {
        vec![start.q[1], start.q[0] - 1.0, end.q[0] - 0.6, end.q[1] + 0.8]
    };
    let guess = |t: f64| [t.cos(), -t.sin()];
    let found = Monolithic::between(Rod, Midpoint, 0.04, 20, two, guess)
        .solve()
        .unwrap();
    let same = Monolithic::between(Rod, Midpoint, 0.04, 20, all, guess)
        .solve()
        .unwrap();
    for (a, b) in found.states().iter().zip(same.states()) {
        assert!(
            (a.q - b.q).amax() < 1e-11 && (a.p - b.p).amax() < 1e-11,
            "{a:?} {b:?}"
        );
    }
    // Its steps get there.
    let start = found.states()[0];
    let mut motion = Integrator::from_state(Rod, Midpoint, 0.04, start).unwrap();
    motion.step_many(20).unwrap();
    assert!((motion.state().q[0] - 0.6).abs() < 1e-11);
}

/// Three conditions for two numbers, of which no motion satisfies all: a condition is named with its value.
#[test]
fn more_conditions_than_can_hold_are_named() {
    let conditions = |start: &Node<Pendulum<f64>>, end: &Node<Pendulum<f64>>| {
        vec![start.q[0] - 0.3, start.p[0], end.q[0] - 1.0]
    };
    let whole = Monolithic::between(Pendulum { k: 1.0 }, Midpoint, 0.05, 40, conditions, |t| {
        [0.3 * t.cos()]
    });
    let unsolved = whole.solve().err().unwrap();
    let text = unsolved.to_string();
    assert!(
        text.contains("conditions contradict") && text.contains("of condition"),
        "{text}"
    );
}

/// Terms of 1e20 beside those of one: residuals relative to the largest say nothing of the small ones.
#[test]
fn a_heavy_neighbour_hides_no_error() {
    let solve = |m: f64| {
        let ends = Start::Ends {
            q0: [0.0, 1.0],
            q1: [1.0, 2.0],
        };
        let scheme = Galerkin::<1, Left>::default();
        Monolithic::new(Beside { m }, scheme, 0.05, 40, ends)
            .solve()
            .unwrap()
            .states()[0]
            .p[0]
    };
    assert!(
        (solve(1.0) - solve(1e20)).abs() < 1e-12,
        "{} {}",
        solve(1.0),
        solve(1e20)
    );
}

/// Sizes that the guess does not have.
#[test]
fn nonlinear_conditions_have_their_own_sizes() {
    // q₀ + q₀²/1e-16 = 1e-16: the golden ratio.
    let golden = |start: &Node<Linear>, end: &Node<Linear>| {
        vec![start.q[0] + start.q[0].powi(2) / 1e-16 - 1e-16, end.p[0]]
    };
    let solution = Monolithic::between(Linear { k: -1.0 }, Midpoint, 0.1, 10, golden, |_| [0.0])
        .solve()
        .unwrap();
    let ratio = 0.5 * (f64::sqrt(5.0) - 1.0);
    assert!((solution.states()[0].q[0] / 1e-16 - ratio).abs() < 1e-12);
    // A small start of a long way: 1/q₀ = 1, and ln q₀ = 0.
    for far in [1e3, 1e5] {
        let inverse =
            move |start: &Node<Linear>, end: &Node<Linear>| vec![1.0 / start.q[0] - 1.0, end.q[0] - far];
        let logarithm = move |start: &Node<Linear>, end: &Node<Linear>| vec![start.q[0].ln(), end.q[0] - far];
        let guess = move |t: f64| [1.2 + far * t];
        for solution in [
            Monolithic::between(Linear { k: 0.0 }, Midpoint, 0.1, 10, inverse, guess).solve(),
            Monolithic::between(Linear { k: 0.0 }, Midpoint, 0.1, 10, logarithm, guess).solve(),
        ] {
            let solution = solution.unwrap();
            // Rounding of the way, 1e5.
            assert!(
                (solution.states()[0].q[0] - 1.0).abs() < 1e-10,
                "{far}: {:?}",
                solution.states()[0]
            );
        }
    }
}

/// At rest in a stiff spring, ω h up to 1000: forces cancel, and momenta are known to the rounding of them.
#[test]
fn stiff_springs_are_solved() {
    for k in [1e4, 1e7, 1e8] {
        let ends = Start::Ends {
            q0: [1.0 / 3.0],
            q1: [1.0 / 3.0],
        };
        let whole = Monolithic::new(Stiff { k }, Midpoint, 0.1, 100, ends).guess(|t| [0.3 + 0.01 * t.sin()]);
        let solution = whole.solve().unwrap();
        let largest = solution
            .states()
            .iter()
            .fold(0.0, |most: f64, state| most.max((state.q[0] - 1.0 / 3.0).abs()));
        assert!(largest < 1e-13, "{k}: {largest}");
    }
}

/// A start whose velocity is that of the polynomial, in units of 1e-10 and 1e4.
#[test]
fn a_velocity_has_no_units() {
    let end = |length: f64, time: f64| {
        let start = Start::Velocity {
            q0: [length],
            v0: [0.1 * length / time],
        };
        let k = -1.0 / (time * time);
        let solution = Monolithic::new(Linear { k }, Midpoint, 0.1 * time, 20, start)
            .solve()
            .unwrap();
        solution.states()[20].q[0] / length
    };
    for (length, time) in [(1e-10, 1e4), (1e10, 1e-4)] {
        assert!((end(length, time) - end(1.0, 1.0)).abs() < 1e-13);
    }
}

/// Elements that are too long for the motion, between two places: it falls from both ends to the middle.
#[test]
fn energy_does_not_fall_where_nothing_takes_it() {
    for (k, h, steps, ends) in [
        (-1e8, 0.02, 100, [0.3, 1.0]),
        (-25.0, 1.0, 10, [1.0, 1.0]),
        (-6.0, 1.0, 12, [1.0, 1.0]),
    ] {
        let [q0, q1] = ends.map(|q| [q]);
        let unsolved = Monolithic::new(Explicit { k }, Verlet, h, steps, Start::Ends { q0, q1 })
            .solve()
            .err();
        let why = unsolved.expect("no motion").why;
        assert!(
            matches!(
                why,
                Why::Element {
                    failure: Failure::EnergyRises { .. },
                    ..
                }
            ),
            "{k}: {why:?}"
        );
    }
    // ω h = 1.9: steps of an oscillation.
    let slow = Monolithic::new(
        Explicit { k: -3.61 },
        Verlet,
        1.0,
        12,
        Start::Ends { q0: [1.0], q1: [1.0] },
    );
    slow.solve().unwrap();
}

/// From rest, and pushed when the first element is long over: its unknowns are 1e-40.
#[test]
fn a_start_may_hardly_move() {
    let start = Start::Velocity { q0: [0.0], v0: [0.0] };
    let whole = Monolithic::new(Pulse { t0: 5.0, s: 0.5 }, Midpoint, 0.05, 200, start)
        .solve()
        .unwrap();
    // s √π exp(−s²/4) sin 5, and two parts in a thousand for (ω h)²/24 over 5 s, and for the pulse.
    let exact = 0.5 * core::f64::consts::PI.sqrt() * f64::exp(-0.0625) * f64::sin(5.0);
    let found = whole.states()[200].q[0];
    assert!((found / exact - 1.0).abs() < 2e-3, "{found} {exact}");
}

/// An end that violates the constraints is named, and so is its constraint.
#[test]
fn both_ends_are_on_the_constraints() {
    for (ends, element) in [
        (
            Start::Ends {
                q0: [1.1, 0.0],
                q1: [0.0, -1.0],
            },
            0,
        ),
        (
            Start::Ends {
                q0: [1.0, 0.0],
                q1: [0.0, -1.1],
            },
            49,
        ),
    ] {
        let by_midpoint = Monolithic::new(Rod, Midpoint, 0.02, 50, ends)
            .solve()
            .err()
            .unwrap();
        let by_livens = Monolithic::new(Rod, Livens, 0.02, 50, ends)
            .solve()
            .err()
            .unwrap();
        for (why, said) in [
            (&by_midpoint.why, by_midpoint.to_string()),
            (&by_livens.why, by_livens.to_string()),
        ] {
            assert!(
                matches!(why, Why::Element { element: of, .. } if *of == element),
                "{said}"
            );
            assert!(said.contains("`rod`"), "{said}");
        }
    }
}
