//! Coordinates at both ends: published motions, motions that grow fast, and the principle that they follow.

use core::f64::consts::PI;

use extremal::monolithic::{Node, Solution, Start, Together};
use extremal::prelude::*;

use crate::systems::{Linear, Pendulum, Satellite};

/// θ(0) = 0, θ(5) = 1: three motions do this. Their v₀ are known to 13 digits by shooting with another program.
#[test]
fn a_pendulum_passes_two_angles_in_three_ways() {
    let scheme = Galerkin::<6, Gauss<6>>::default();
    let solve = |bend: f64| {
        let ends = Start::Ends { q0: [0.0], q1: [1.0] };
        let whole = Monolithic::new(Pendulum { k: 1.0 }, scheme, 0.1, 50, ends);
        whole
            .guess(move |t| [t / 5.0 + bend * f64::sin(PI * t / 5.0)])
            .solve()
            .unwrap()
    };
    for (bend, v0) in [
        (-2.5, -1.7576075354784),
        (-0.5, -0.9590848082203),
        (2.0, 1.9323057422999),
    ] {
        let solution = solve(bend);
        // Digits as they are given; the scheme of order 12 is right to rounding at h = 0.1.
        assert!(
            (solution.states()[0].p[0] - v0).abs() < 1e-13,
            "{:?}",
            solution.states()[0].p
        );
        assert!((solution.states()[50].q[0] - 1.0).abs() < 1e-14);
        assert!(solution.iterations() <= 10);
    }
}

/// The states of a solution are a motion, also inside the elements. So they are found to be the solution, and no more.
#[test]
fn a_solution_is_its_own_guess() {
    let scheme = Galerkin::<6, Gauss<6>>::default();
    let whole = || {
        let ends = Start::Ends { q0: [0.0], q1: [1.0] };
        Monolithic::new(Pendulum { k: 1.0 }, scheme, 0.5, 10, ends)
    };
    let solution = whole().solve().unwrap();
    let again = whole().guess_states(solution.states()).solve().unwrap();
    // A correction by rounding, and one that is not half as large.
    assert!(again.iterations() <= 2, "{again:?}");
}

/// Curtis, Orbital mechanics for engineering students, example 5.2, with more digits.
#[test]
fn a_satellite_goes_from_one_place_to_another() {
    let ends = Start::Ends {
        q0: [5000.0, 10000.0, 2100.0],
        q1: [-14600.0, 2500.0, 7000.0],
    };
    let scheme = Galerkin::<6, Gauss<6>>::default();
    let solution = Monolithic::new(Satellite, scheme, 36.0, 100, ends)
        .solve()
        .unwrap();
    let velocities = [
        [-5.99249464, 1.92536342, 3.24563653],
        [-3.31246031, -4.19661731, -0.38528762],
    ];
    for (state, v) in [0, 100].map(|k| solution.states()[k]).iter().zip(velocities) {
        for (found, v) in state.p.iter().zip(v) {
            // Eight decimals are given.
            assert!((found - v).abs() <= 6e-9, "{found} {v}");
        }
    }
}

/// ẍ = 10⁴ x over ten seconds: between its ends the motion falls and rises by e^{1000}, which no shooting survives. Steps of
/// h = 0.01 by `Midpoint` multiply it by (1 + ½)/(1 − ½) = 3, and p = ±100 x on the two motions that fall from the ends.
#[test]
fn a_motion_may_grow_by_any_factor() {
    let ends = Start::Ends { q0: [1.0], q1: [2.0] };
    let solution = Monolithic::new(Linear { k: 1e4 }, Midpoint, 0.01, 1000, ends)
        .solve()
        .unwrap();
    let state = |k: usize| solution.states()[k];
    for (k, x, p) in [
        (0, 1.0, -100.0),
        (1, 1.0 / 3.0, -100.0 / 3.0),
        (999, 2.0 / 3.0, 200.0 / 3.0),
        (1000, 2.0, 200.0),
    ] {
        // A few roundings of numbers of this size.
        assert!(
            (state(k).q[0] - x).abs() < 1e-13 && (state(k).p[0] - p).abs() < 1e-11,
            "{k} {:?}",
            state(k)
        );
    }
    assert!(state(500).q[0].abs() < 1e-13);
}

/// The principle itself, written by hand: the action of `Midpoint` is stationary for coordinates between the ends.
#[test]
fn the_action_is_stationary() {
    let (h, steps) = (0.1, 50);
    let ends = Start::Ends { q0: [0.0], q1: [1.0] };
    let solution = Monolithic::new(Pendulum { k: 1.0 }, Midpoint, h, steps, ends)
        .solve()
        .unwrap();
    let q: Vec<f64> = solution.states().iter().map(|state| state.q[0]).collect();
    // d/dq of Σ h (½ ((q₁ − q₀)/h)² + cos((q₀ + q₁)/2))
    for k in 1..steps {
        let push = |a: f64, b: f64| 0.5 * h * f64::sin(0.5 * (a + b));
        let gradient = (2.0 * q[k] - q[k - 1] - q[k + 1]) / h - push(q[k - 1], q[k]) - push(q[k], q[k + 1]);
        // Roundings of q/h.
        assert!(gradient.abs() < 1e-13, "{k} {gradient}");
    }
}

/// The order of a boundary value is that of the scheme at its nodes, in p(0).
#[test]
fn boundary_values_have_the_order_of_the_scheme() {
    fn order<D>(scheme: D, steps: usize) -> f64
    where
        Pendulum<f64>: Discretize<D>,
        D: Copy + Together<Pendulum<f64>, Solution = Solution<Pendulum<f64>, D>>,
    {
        let error = |steps: usize| {
            let ends = Start::Ends { q0: [0.0], q1: [1.0] };
            let solution = Monolithic::new(Pendulum { k: 1.0 }, scheme, 5.0 / steps as f64, steps, ends)
                .solve()
                .unwrap();
            (solution.states()[0].p[0] + 0.9590848082203).abs()
        };
        f64::log2(error(steps) / error(2 * steps))
    }
    let (second, fourth) = (order(Midpoint, 80), order(Galerkin::<2, Gauss<2>>::default(), 40));
    // The next terms are a few percent of the leading ones at these lengths.
    assert!(
        (second - 2.0).abs() < 0.05 && (fourth - 4.0).abs() < 0.1,
        "{second} {fourth}"
    );
}

/// Lengths of 1e-10 and times of 1e-12: the same digits as in units of one.
#[test]
fn units_do_not_matter() {
    let solve = |length: f64, time: f64| {
        let conditions =
            move |start: &Node<Linear>, end: &Node<Linear>| vec![start.q[0] - length, end.p[0] * time];
        let linear = Linear {
            k: -1.0 / (time * time),
        };
        let whole = Monolithic::between(linear, Midpoint, 0.1 * time, 10, conditions, |_| [length]);
        let solution = whole.solve().unwrap();
        [
            solution.states()[10].q[0] / length,
            solution.states()[0].p[0] * time / length,
        ]
    };
    let (one, small) = (solve(1.0, 1.0), solve(1e-10, 1e-12));
    assert!(
        one.iter().zip(small).all(|(a, b)| (a - b).abs() < 1e-13),
        "{one:?} {small:?}"
    );
    // By hand: q = cos(ω (t − 1))/cos ω with ω = 20 atan(0.05).
    let angle = 20.0 * f64::atan(0.05);
    assert!((one[0] - 1.0 / f64::cos(angle)).abs() < 1e-13);
}
