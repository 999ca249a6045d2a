//! The gradient of a cost over all steps, of every kind of scheme, against dual numbers that go through all of them.

use extremal::Scalar;
use extremal::derivatives::LinearizationOf;
use extremal::planning::{Checkpoints, gradient};
use extremal::prelude::*;
use num_dual::Dual64;

use crate::costs::{Everything, running, terminal};

/// A driven double pendulum with a damper.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque, wind),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * dt(first).norm_squared() + 0.35 * dt(second).norm_squared(),
    potential = g * (first[1] + 0.7 * second[1]) * (1.0 + 0.1 * sin(t)),
    dissipation = 0.5 * d * (dt(a) - dt(b)).powi(2),
    force(a = torque + wind * cos(a), b = -torque + wind * sin(b)),
    sensitivities(g, d),
    discretize(Verlet, Midpoint, Galerkin<1, Left>, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>,
        Galerkin<3, Lobatto<4>>, Hermite<P2>, Newmark, Livens)
)]
struct Arm<T: Scalar> {
    l: T,
    g: T,
    d: T,
}

const H: f64 = 0.03;
const STEPS: usize = 40;
const NUMBERS: [f64; 2] = [9.81, 0.2];
const START: [f64; 4] = [1.0, -0.6, 0.5, 0.9];

fn arm<T: Scalar>([g, d]: [T; 2]) -> Arm<T> {
    let l = T::from_f64(0.8);
    Arm { l, g, d }
}

fn inputs(k: usize) -> [f64; 2] {
    let k = k as f64;
    [f64::sin(0.2 * k), f64::cos(0.1 * k)]
}

/// The derivative of J by one number: z₀, then the inputs of all steps, then parameters.
fn seeded<D>(scheme: D, seed: usize) -> f64
where
    Arm<Dual64>: Discretize<D>,
{
    let at = |place: usize, x: f64| Dual64::new(x, if place == seed { 1.0 } else { 0.0 });
    let of_parameters = 4 + 2 * STEPS;
    let system = arm(core::array::from_fn(|k| at(of_parameters + k, NUMBERS[k])));
    let state = State {
        t: Dual64::from(0.0),
        q: [at(0, START[0]), at(1, START[1])].into(),
        p: [at(2, START[2]), at(3, START[3])].into(),
    };
    let mut motion = Integrator::from_state(system, scheme, Dual64::from(H), state).expect("a start");
    let mut cost = Dual64::from(0.0);
    for k in 0..STEPS {
        let State { t, q, p } = motion.state();
        let u: [Dual64; 2] = core::array::from_fn(|i| at(4 + 2 * k + i, inputs(k)[i]));
        cost += running(H, t.re, &[q[0], q[1], p[0], p[1]], &u);
        motion.step_with(u).expect("a step");
    }
    let State { q, p, .. } = motion.state();
    (cost + terminal(&[q[0], q[1], p[0], p[1]])).eps
}

fn motion<D>(scheme: D) -> Integrator<Arm<f64>, D>
where
    Arm<f64>: Discretize<D>,
{
    let state = State {
        t: 0.0,
        q: [START[0], START[1]].into(),
        p: [START[2], START[3]].into(),
    };
    Integrator::from_state(arm(NUMBERS), scheme, H, state).expect("a start")
}

/// Some inputs, all numbers of the start and the parameters.
const SEEDS: [usize; 10] = [
    0,
    1,
    2,
    3,
    4,
    5,
    4 + 34,
    4 + 2 * STEPS - 1,
    4 + 2 * STEPS,
    5 + 2 * STEPS,
];

/// Schemes that carry the velocity begin with one that follows from q and p, so that their starts are not varied alone.
fn check<D: Copy, const R: usize>(name: &str, scheme: D)
where
    Arm<f64>: Discretize<D, Linearization = LinearizationOf<f64, R, 2, 2>>,
    Arm<Dual64>: Discretize<D>,
{
    let all: Vec<[f64; 2]> = (0..STEPS).map(inputs).collect();
    let found = gradient(&motion(scheme), &all, &Everything, Checkpoints::within(8_000)).expect("a motion");
    for seed in SEEDS.into_iter().filter(|&seed| seed >= 4 || R == 4) {
        let expected = seeded(scheme, seed);
        let found = match seed {
            0..4 => found.by_start[seed],
            k if k < 4 + 2 * STEPS => found.by_inputs[(k - 4) / 2][(k - 4) % 2],
            k => found.by_parameters[k - 4 - 2 * STEPS],
        };
        // Relative to the largest entries, of some tens.
        let size = 10.0 + expected.abs();
        assert!(
            (found - expected).abs() < 1e-12 * size,
            "{name}, {seed}: {found}, not {expected}"
        );
    }
}

#[test]
fn gradients_are_those_of_dual_numbers_through_all_steps() {
    check("Verlet", Verlet);
    check("Midpoint", Midpoint);
    check("one-sided", Galerkin::<1, Left>::default());
    check("Galerkin 2", Galerkin::<2, Gauss<2>>::default());
    check(
        "two quadratures",
        Galerkin::<2, Trapezoid<2>, Gauss<2>>::default(),
    );
    check("Galerkin 3", Galerkin::<3, Lobatto<4>>::default());
    check("Hermite", Hermite::<P2>::default());
    check("Newmark", Newmark::default());
    check("Livens", Livens);
    check("composition", Composition::<4, _>(Midpoint));
}
