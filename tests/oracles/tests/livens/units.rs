//! The same motion in other units of time: factors that are powers of two may change only exponents.

use extremal::StateOf;
use extremal::drive::{Drive, Interval, Start};
use extremal::prelude::*;

/// A planet.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = -m * mu / r.norm(),
    discretize(Livens)
)]
struct Planet {
    m: f64,
    mu: f64,
}

/// A mass on a spring that swings.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r, a),
    kinetic = 0.5 * m * (dt(r).powi(2) + r.powi(2) * dt(a).powi(2)),
    potential = 0.5 * k * (r - 1).powi(2) - m * g * r * cos(a),
    discretize(Livens, Polarized<Livens>)
)]
struct Spring {
    m: f64,
    k: f64,
    g: f64,
}

/// One coordinate.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a),
    kinetic = 0.5 * m * dt(a).powi(2),
    potential = -m * g * cos(a),
    discretize(Livens)
)]
struct Pendulum {
    m: f64,
    g: f64,
}

/// The derivative of the first step.
fn linearized<S: Discretize<D, Inputs: Default>, D>(
    system: &S,
    scheme: &D,
    h: S::Scalar,
    state: &StateOf<S>,
    velocity: &S::Velocity,
) -> S::Linearization {
    let memory =
        S::Driver::start(system.system(), Start::new(scheme, h, state, velocity), None).expect("a start");
    let none = S::Inputs::default();
    S::Driver::linearize(system.system(), Interval::new(scheme, h, &none, state), &memory)
        .expect("a regular step")
}

/// The derivative of the first step with respect to (q, p, v), and q and p after fifty steps, converted to the unit of time one.
macro_rules! walk {
    ($scheme:expr, $system:expr, $unit:expr, $h:expr, $q:expr, $v:expr) => {{
        let (system, unit, h): (_, f64, f64) = ($system, $unit, $h * $unit);
        let v = $v.map(|v: f64| v / unit);
        let n = v.len();
        let mut motion = Integrator::new(system, $scheme, h, $q, v).expect("a regular start");
        let state = motion.state();
        let by = linearized(&system, &$scheme, h, &state, &v.into());
        // Momenta and velocities have one unit of time below.
        let units = |at: usize| if at < n { 1.0 } else { unit };
        let by = by.by_state.as_slice().iter().enumerate();
        let mut found: Vec<f64> = by
            .map(|(at, x)| x * units(at % (3 * n)) / units(at / (3 * n)))
            .collect();
        for _ in 0..50 {
            motion.step().expect("a regular motion");
        }
        found.extend(motion.state().q.iter());
        found.extend(motion.state().p.iter().map(|p| p * unit));
        found
    }};
}

fn is_the_same_in_all_units(of: impl Fn(f64) -> Vec<f64>) {
    let first = of(1.0);
    for k in [-200, -100, -40, -20, -10, 10, 20, 24, 28, 40, 100, 200] {
        assert_eq!(of(2.0_f64.powi(k)), first, "2^{k}");
    }
}

#[test]
fn units_of_time_change_nothing_for_a_pendulum() {
    is_the_same_in_all_units(|unit| {
        let (m, g) = (1.0, 9.81 / (unit * unit));
        walk!(Livens, Pendulum { m, g }, unit, 0.1, [1.0], [0.7])
    });
}

#[test]
fn units_of_time_change_nothing_for_a_planet() {
    for h in [0.05, 0.3] {
        is_the_same_in_all_units(|unit| {
            let (m, mu) = (1.0, 1.0 / (unit * unit));
            walk!(Livens, Planet { m, mu }, unit, h, [1.0, 0.0], [0.0, 1.2])
        });
    }
}

#[test]
fn units_of_time_change_nothing_for_a_spring() {
    let spring = |unit: f64| {
        let square = unit * unit;
        let (m, k, g) = (1.0, 30.0 / square, 9.81 / square);
        Spring { m, k, g }
    };
    is_the_same_in_all_units(|unit| walk!(Livens, spring(unit), unit, 0.1, [1.1, 1.0], [0.3, 2.0]));
    is_the_same_in_all_units(|unit| {
        let scheme = Polarized(Livens);
        walk!(scheme, spring(unit), unit, 0.1, [1.1, 1.0], [0.3, 2.0])
    });
}

/// A massless coordinate follows the other: its row of the tangent is of order h².
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = x * exp(y) - c * y + 0.5 * k * x.powi(2),
    discretize(Livens)
)]
struct Trailing {
    k: f64,
    c: f64,
}

/// The derivatives of y⁺ by x and y: (y + y⁺)/2 follows (x + x⁺)/2 up to h², and x⁺ is x up to h. Below steps of 1e-7 the tangent is that
/// of the middle, and just above it has a noise of ε/1e-7.
#[test]
fn short_steps_have_a_tangent_where_there_is_no_mass() {
    let (k, x, y) = (1.0, 0.537, 0.337_f64);
    let (system, v) = (Trailing { k, c: x * y.exp() }, [1.0, -1.0 / x]);
    for power in 2..20 {
        let h = 10.0_f64.powi(-power);
        let mut motion = Integrator::new(system, Livens, h, [x, y], v).expect("a regular start");
        let state = motion.state();
        let by = linearized(&system, &Livens, h, &state, &v.into());
        let by = by.by_state.as_slice();
        let error = (by[1] + 2.0 / x).abs().max((by[7] + 1.0).abs());
        assert!(error < 1e-6 + 10.0 * h, "{h:e}: {error:e}");
        for _ in 0..20 {
            motion.step().expect("a regular motion");
        }
    }
}
