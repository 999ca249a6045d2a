//! Newmark's method: its steps compared with steps from accelerations by hand, its stability function, orders, derivatives, misuse.

use crate::support::driven::{INPUT, START, Vector, orders, seeded};
use extremal::Scalar;
use extremal::drive::EnergyStep;
use extremal::nalgebra::Matrix2;
use extremal::prelude::*;
use extremal::system::VectorSpace;

/// A full mass matrix that depends on q, terms of degree one in the velocities, time, friction and inputs.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * m * (1.0 + x * x) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.3 * cos(y) * dt(x) * dt(y)
        + 0.2 * sin(t) * x * dt(y),
    potential = 0.5 * k * (x * x + 2.0 * y * y) * (1.0 + 0.2 * cos(t)) + 0.1 * x.powi(4),
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(y = u * cos(x)),
    sensitivities(m, k),
    discretize(Newmark)
)]
struct Full<T: Scalar> {
    m: T,
    k: T,
}

/// The same with a diagonal M(q), for which the acceleration at the start is a division.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * m * (1.0 + x * x) * dt(x).powi(2) + 0.5 * (2.0 + sin(x)) * dt(y).powi(2),
    potential = 0.5 * k * (x * x + 2.0 * y * y) * (1.0 + 0.2 * cos(t)) + 0.1 * x.powi(4),
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(y = u * cos(x)),
    sensitivities(m, k),
    discretize(Newmark)
)]
struct Diagonal<T: Scalar> {
    m: T,
    k: T,
}

const FULL: Full<f64> = Full { m: 1.3, k: 4.0 };
const DIAGONAL: Diagonal<f64> = Diagonal { m: 1.3, k: 4.0 };
/// A step with accelerations of the continuous system, by fixed-point iteration: it contracts by β h² |∂a/∂q| + γ h |∂a/∂v| < 0.1.
fn by_hand<S>(system: &S, scheme: Newmark, h: f64, t: f64, (q, v): (Vector, Vector)) -> (Vector, Vector)
where
    S: VectorSpace<Scalar = f64, Configuration = Vector, Inputs = [f64; 1]>,
{
    let Newmark { beta, gamma } = scheme;
    let acceleration = |t: f64, q: &Vector, v: &Vector| {
        let a = system.acceleration(t, q, v, &[INPUT]);
        a.expect("the masses are regular")
    };
    let first = acceleration(t, &q, &v);
    let end = |last: Vector| {
        let (at, with) = (
            first * (0.5 - beta) + last * beta,
            first * (1.0 - gamma) + last * gamma,
        );
        (q + v * h + at * (h * h), v + with * h)
    };
    let last = (0..60).fold(first, |last, _| {
        let (q, v) = end(last);
        acceleration(t + h, &q, &v)
    });
    end(last)
}

fn check_steps<S>(system: &S, scheme: Newmark)
where
    S: VectorSpace<Scalar = f64, Configuration = Vector, Inputs = [f64; 1]>,
    S: Discretize<Newmark, Report = EnergyStep<f64, Vector, [f64; 0]>> + VectorSpace,
{
    let h = 0.05;
    let mut motion = Integrator::new(system, scheme, h, START.0, START.1).expect("a good start");
    let mut state = (Vector::from(START.0), Vector::from(START.1));
    for step in 0..40 {
        state = by_hand(system, scheme, h, h * step as f64, state);
        let report = motion.step_with([INPUT]).expect("a small step");
        let State { t, q, p } = motion.state();
        let (momentum, velocity) = (system.momentum(t, &state.0, &state.1), report.velocity);
        // Numbers up to three, with a rounding of a few ε per step, which grows at most linearly over forty steps.
        let errors = [q - state.0, velocity - state.1, p - momentum];
        assert!(
            errors.iter().all(|error| error.amax() < 2e-13),
            "{step}: {errors:?}"
        );
        assert!((report.energy - (p.dot(&velocity) - system.lagrangian(t, &q, &velocity))).abs() < 1e-13);
    }
}

#[test]
fn accelerations_are_those_of_the_continuous_system() {
    let damped = Newmark {
        beta: 0.3025,
        gamma: 0.6,
    };
    let linear = Newmark {
        beta: 1.0 / 6.0,
        gamma: 0.5,
    };
    let explicit = Newmark {
        beta: 0.0,
        gamma: 0.5,
    };
    for scheme in [Newmark::default(), damped, linear, explicit] {
        check_steps(&FULL, scheme);
        check_steps(&DIAGONAL, scheme);
    }
    assert_eq!(<Full<f64> as Discretize<Newmark>>::FACTS.unknowns, 4);
    assert_eq!(<Diagonal<f64> as Discretize<Newmark>>::FACTS.unknowns, 2);
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Newmark)
)]
struct Oscillator;

/// With Ω = ω h and D = 1 + β Ω²: tr A = 2 − (γ + ½) Ω²/D, det A = 1 − (γ − ½) Ω²/D (T. Hughes, The finite element method, chapter 9).
#[test]
fn the_amplification_of_the_oscillator_is_that_of_textbooks() {
    for (beta, gamma) in [
        (0.25, 0.5),
        (1.0 / 6.0, 0.5),
        (0.0, 0.5),
        (0.3025, 0.6),
        (0.5, 0.9),
    ] {
        for h in [0.1, 0.7, 1.9, 5.0] {
            let scheme = Newmark { beta, gamma };
            let column = |q: f64, v: f64| {
                let mut motion = Integrator::new(Oscillator, scheme, h, [q], [v]).expect("a good start");
                // Unstable ones gain a hundred times E in one step.
                motion.set_guard(false);
                motion.step().expect("linear equations");
                [motion.state().q[0], motion.state().p[0]]
            };
            let [a, b] = [column(1.0, 0.0), column(0.0, 1.0)];
            let matrix = Matrix2::new(a[0], b[0], a[1], b[1]);
            let square = h * h / (1.0 + beta * h * h);
            let [trace, determinant] = [2.0 - (gamma + 0.5) * square, 1.0 - (gamma - 0.5) * square];
            // Entries up to 27.
            assert!(
                (matrix.trace() - trace).abs() < 1e-13,
                "β {beta}, γ {gamma}, h {h}"
            );
            assert!(
                (matrix.determinant() - determinant).abs() < 1e-12,
                "β {beta}, γ {gamma}, h {h}"
            );
        }
    }
}

#[test]
fn average_acceleration_keeps_the_energy_of_the_oscillator() {
    let mut motion =
        Integrator::new(Oscillator, Newmark::default(), 3.0, [1.0], [0.5]).expect("a good start");
    let energy = motion.energy();
    for _ in 0..1000 {
        motion.step().expect("linear equations");
        // A thousand roundings of a sum of two squares.
        assert!((motion.energy() - energy).abs() < 1e-12);
    }
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + 2.0 * dt(y).powi(2)),
    potential = 0.5 * (x.powi(2) + y.powi(2)) + x.powi(2) * y - y.powi(3) / 3,
    discretize(Verlet, Newmark)
)]
struct HenonHeiles;

#[test]
fn central_differences_are_verlet() {
    let (q, v) = ([0.1, 0.2], [0.4, 0.3]);
    let central = Newmark {
        beta: 0.0,
        gamma: 0.5,
    };
    let mut newmark = Integrator::new(HenonHeiles, central, 0.1, q, v).expect("a good start");
    let mut verlet = Integrator::new(HenonHeiles, Verlet, 0.1, q, v).expect("a good start");
    for _ in 0..100 {
        newmark.step().expect("a small step");
        verlet.step().expect("a small step");
        let (a, b) = (newmark.state(), verlet.state());
        // Rounding of a hundred steps of a regular motion.
        assert!((a.q - b.q).amax() < 1e-14 * 100.0 && (a.p - b.p).amax() < 1e-14 * 100.0);
    }
}

const STEPS: [usize; 4] = [40, 80, 160, 320];

#[test]
fn orders_are_two_and_one() {
    let (average, linear) = (
        Newmark::default(),
        Newmark {
            beta: 1.0 / 6.0,
            gamma: 0.5,
        },
    );
    let damped = Newmark {
        beta: 0.36,
        gamma: 0.7,
    };
    for (scheme, order) in [(average, 2.0), (linear, 2.0), (damped, 1.0)] {
        for found in [orders(&FULL, scheme, STEPS), orders(&DIAGONAL, scheme, STEPS)].concat() {
            // The next term of the error is a factor h smaller.
            assert!(
                (found - order).abs() < 0.05,
                "{scheme:?}: {found}, expected {order}"
            );
        }
    }
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    for scheme in [
        Newmark::default(),
        Newmark {
            beta: 0.36,
            gamma: 0.7,
        },
    ] {
        let full = Integrator::new(FULL, scheme, 0.07, START.0, START.1).expect("a good start");
        let diagonal = Integrator::new(DIAGONAL, scheme, 0.07, START.0, START.1).expect("a good start");
        let found = [full.linearize_with([INPUT]), diagonal.linearize_with([INPUT])];
        for (at, found) in found.into_iter().enumerate() {
            let found = found.expect("a small step");
            for seed in 0..7 {
                let expected = match at {
                    0 => seeded(|m, k| Full { m, k }, scheme, seed),
                    _ => seeded(|m, k| Diagonal { m, k }, scheme, seed),
                };
                for (row, expected) in expected.into_iter().enumerate() {
                    let found = match seed {
                        0..2 => found.by_state[(row, seed)],
                        2..4 => found.by_state[(row, seed + 2)],
                        4 => found.by_inputs[(row, 0)],
                        _ => found.by_parameters[(row, seed - 5)],
                    };
                    // Entries up to ten; Newton's method in dual numbers stops at a residual of a few ε.
                    assert!(
                        (found - expected).abs() < 1e-12,
                        "({row}, {seed}): {found}, not {expected}"
                    );
                }
            }
            // The scheme carries v, and p follows from it.
            assert_eq!(found.by_state.columns(2, 2).amax(), 0.0);
        }
    }
}

/// Between the nodes the motion interpolates the coordinates and velocities of both nodes, with an error of order h⁴ in addition to that of
/// the scheme.
#[test]
fn the_motion_inside_a_step_is_the_cubic_of_both_nodes() {
    let mut motion =
        Integrator::new(HenonHeiles, Newmark::default(), 0.1, [0.1, 0.2], [0.4, 0.3]).expect("a start");
    let mut velocities = vec![motion.velocity().expect("it is carried")];
    let mut trajectory = motion.run(0).expect("nothing");
    for _ in 0..5 {
        motion.record(&mut trajectory, 1).expect("a small step");
        velocities.push(motion.velocity().expect("it is carried"));
    }
    for (step, pair) in velocities.windows(2).enumerate() {
        let states = &trajectory.states()[step..step + 2];
        let at = |s: f64| trajectory.at(states[0].t + s * 0.1).expect("a recorded time");
        let near = 1e-9;
        let [start, end] = [at(near), at(1.0 - near)];
        // Velocities and accelerations of one, at a distance of 1e-9 of a step.
        for (found, q, v) in [(&start, states[0].q, pair[0]), (&end, states[1].q, pair[1])] {
            assert!(
                (found.q - q).amax() < 1e-9 && (found.v - v).amax() < 1e-9,
                "{found:?}"
            );
        }
        let mean = (states[0].q + states[1].q) * 0.5 + (pair[0] - pair[1]) * (0.1 / 8.0);
        assert!((at(0.5).q - mean).amax() < 1e-15);
    }
}
