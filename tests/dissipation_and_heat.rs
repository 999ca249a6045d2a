//! The claims of the examples after Kern's lectures: symmetries, damping and forcing in Lagrangians, and heat.

#[path = "../examples/spring_masses.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod spring_masses;
#[path = "../examples/thermacy.rs"]
#[expect(
    dead_code,
    reason = "the tests use the declarations, not the example's `main`"
)]
mod thermacy;
#[path = "../examples/thermo_pendulum.rs"]
#[expect(dead_code, reason = "the tests use the declaration, not the example's `main`")]
mod thermo_pendulum;
#[path = "../examples/time_dependent.rs"]
#[expect(
    dead_code,
    reason = "the tests use the declarations, not the example's `main`"
)]
mod time_dependent;

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Error, StateOf};

use spring_masses::SpringMasses;
use thermacy::{WarmBody, WarmPair};
use thermo_pendulum::ThermoPendulum;
use time_dependent::{GrowingLagrangian, MovingLagrangian};

/// The largest change of P and of D in 1000 steps.
fn changes<D>(scheme: D) -> Result<[f64; 3], Error>
where
    SpringMasses: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let system = SpringMasses {
        m: [1.0, 2.0],
        c: 20.0,
        rest_length: 1.0,
    };
    let (q, v) = ([-0.8, 0.1, 0.4, 0.0], [0.24, -1.38, -0.1, 0.7]);
    let mut motion = Integrator::new(system, scheme, 0.03, q, v)?;
    let momenta = |state: StateOf<SpringMasses>| {
        let (q, p) = (state.q, state.p);
        let angular = q[0] * p[1] - q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
        [p[0] + p[2], p[1] + p[3], angular]
    };
    let begin = momenta(motion.state());
    let mut largest = [0.0_f64; 3];
    for _ in 0..1000 {
        motion.step()?;
        let now = momenta(motion.state());
        for k in 0..3 {
            largest[k] = largest[k].max((now[k] - begin[k]).abs());
        }
    }
    Ok(largest)
}

#[test]
fn every_scheme_keeps_the_momentum_maps() -> Result<(), Error> {
    let all = [
        changes(Verlet)?,
        changes(Midpoint)?,
        changes(Galerkin::<1, Left>::default())?,
        changes(Galerkin::<2, Gauss<2>>::default())?,
        changes(Galerkin::<2, Lobatto<3>>::default())?,
        changes(Galerkin::<2, Trapezoid<2>, Gauss<2>>::default())?,
        changes(Galerkin::<3, Gauss<3>>::default())?,
    ];
    // A thousand roundings by ε of numbers near one, all to one side.
    for (scheme, largest) in all.iter().enumerate() {
        assert!(
            largest.iter().all(|change| *change < 3e-13),
            "{scheme}: {largest:?}"
        );
    }
    Ok(())
}

#[test]
fn lagrangians_with_time_have_the_equations_of_damping_and_forcing() -> Result<(), extremal::Failure> {
    let damped = GrowingLagrangian {
        omega: 1.3,
        damping: 0.2,
    };
    let forced = MovingLagrangian {
        omega: 1.3,
        amplitude: 0.7,
        frequency: 0.9,
    };
    for (t, x, v) in [(0.0, 1.0, 0.0), (2.0, -0.4, 1.1), (5.0, 0.3, -0.6)] {
        let of = |acceleration: f64, expected: f64| (acceleration - expected).abs() < 1e-13;
        let (q, velocity) = ([x].into(), [v].into());
        let free = -1.3 * 1.3 * x;
        let damped = damped.acceleration(t, &q, &velocity, &[])?[0];
        assert!(of(damped, free - 0.4 * v), "{damped}");
        let forced = forced.acceleration(t, &q, &velocity, &[])?[0];
        assert!(of(forced, free + 0.7 * f64::cos(0.9 * t)), "{forced}");
    }
    Ok(())
}

#[test]
fn heat_lost_by_a_body_is_heat_given_off() -> Result<(), Error> {
    let body = WarmBody {
        capacity: 5.0,
        reference: 1.0,
        outside: 1.0,
        exchange: 0.5,
    };
    let mut motion = Integrator::new(body, Midpoint, 0.5, [0.0], [2.0])?;
    let energy = motion.energy();
    for _ in 0..100 {
        motion.step()?;
        let given = 0.5 * (motion.state().q[0] - motion.time());
        // A hundred roundings of ε on 7.5.
        assert!((motion.energy() - energy + given).abs() < 2e-13);
    }
    assert!(motion.energy() < 0.1 * energy, "it has cooled");
    Ok(())
}

#[test]
fn two_bodies_keep_their_energy_and_raise_their_entropy() -> Result<(), Error> {
    let pair = WarmPair {
        capacity: [5.0, 3.0],
        reference: 1.0,
        exchange: 0.5,
    };
    let mut motion = Integrator::new(pair, Midpoint, 0.5, [0.0, 0.0], [2.0, 0.5])?;
    let (energy, mut entropy) = (motion.energy(), f64::NEG_INFINITY);
    // Until the temperatures differ by e^(−8) of the initial difference; after that the rise is of the size of rounding.
    for _ in 0..50 {
        motion.step()?;
        let p = motion.state().p;
        assert!(p[0] + p[1] > entropy);
        entropy = p[0] + p[1];
        assert!((motion.energy() - energy).abs() < 1e-13);
    }
    Ok(())
}

/// (x, y, α, v), its velocity, or its momentum.
type Four = <ThermoPendulum as Lagrangian>::Momentum;

/// The start of the example.
const Q: [f64; 4] = [1.1, 0.0, 0.0, 0.0];
const V: [f64; 4] = [0.0, 2.0, 1.2, 0.0];

#[test]
fn temperature_and_energy_follow_from_the_state() {
    let pendulum = ThermoPendulum::SAMPLE;
    let (q, v) = ([0.8, -0.5, 0.3, 0.07].into(), [0.4, 1.5, 1.3, 0.2].into());
    let state = State {
        t: 0.0,
        q,
        p: pendulum.momentum(0.0, &q, &v),
    };
    let temperature = pendulum.temperature(q[0], q[1], q[3], state.p[2]);
    assert!((temperature - 1.3).abs() < 1e-14, "{temperature}");
    let difference = pendulum.energy(&state) - pendulum.generalized_energy(0.0, &q, &v);
    assert!(difference.abs() < 1e-14, "{difference}");
}

/// The end at t = 1, extrapolated from h = 1/500 and 1/1000.
fn end<D: Copy>(scheme: D) -> Result<[f64; 8], Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let end = |steps: usize| -> Result<_, Error> {
        let mut motion = Integrator::new(ThermoPendulum::SAMPLE, scheme, 1.0 / steps as f64, Q, V)?;
        for _ in 0..steps {
            motion.step()?;
        }
        Ok(motion.state())
    };
    let (coarse, fine) = (end(500)?, end(1000)?);
    let q = (fine.q * 4.0 - coarse.q) / 3.0;
    let p = (fine.p * 4.0 - coarse.p) / 3.0;
    Ok([q[0], q[1], q[2], q[3], p[0], p[1], p[2], p[3]])
}

#[test]
fn the_thermo_viscoelastic_pendulum_moves_as_computed_elsewhere() -> Result<(), Error> {
    // α is given to 5e-9; extrapolated from h = 1/500 and 1/1000 the error of order 4 is left, 1e-8.
    let exact = [
        -0.473_751_665_25,
        0.970_431_573_00,
        1.230_823_74,
        0.048_127_119_48,
        -1.911_581_961_40,
        -0.728_104_058_68,
        1.629_775_394_79,
        0.0,
    ];
    for computed in [end(Midpoint)?, end(Livens)?, end(Equivariant(Livens))?] {
        for (computed, exact) in computed.into_iter().zip(exact) {
            assert!((computed - exact).abs() < 3e-8, "{computed} {exact}");
        }
    }
    Ok(())
}

/// The largest changes of a closed system in 2000 steps.
struct Changes {
    energy: f64,
    angular: f64,
    /// The largest decrease of s in one step.
    fall: f64,
    /// s at the end minus s at the start.
    produced: f64,
}

const CLOSED: ThermoPendulum = ThermoPendulum {
    exchange: 0.0,
    ..ThermoPendulum::SAMPLE
};

fn closed<S, D>(system: S, scheme: D, h: f64) -> Result<Changes, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs, Configuration = Four, Velocity = Four, Momentum = Four>,
{
    let mut motion = Integrator::new(system, scheme, h, Q, V)?;
    let (energy, begin) = (motion.energy(), motion.state().p[2]);
    let (mut changes, mut entropy) = (
        Changes {
            energy: 0.0,
            angular: 0.0,
            fall: 0.0,
            produced: 0.0,
        },
        begin,
    );
    for _ in 0..2000 {
        motion.step()?;
        let State { q, p, .. } = motion.state();
        changes.energy = changes.energy.max((motion.energy() - energy).abs());
        changes.angular = changes.angular.max((q[0] * p[1] - q[1] * p[0] - 2.2).abs());
        changes.fall = changes.fall.max(entropy - p[2]);
        entropy = p[2];
    }
    changes.produced = entropy - begin;
    Ok(changes)
}

/// Two thousand roundings of ε/2 on 2.2 and on E = 4, all to one side.
const ROUNDING: [f64; 2] = [5e-13, 1e-12];

#[test]
fn no_step_lowers_the_entropy_of_a_closed_system() -> Result<(), Error> {
    for h in [0.05, 0.01] {
        let runs = [
            closed(CLOSED, Midpoint, h)?,
            closed(CLOSED, Livens, h)?,
            closed(CLOSED, Equivariant(Livens), h)?,
        ];
        for run in &runs {
            // Adding a positive number does not lower a sum, even with rounding.
            assert!(run.fall <= 0.0, "{:e}", run.fall);
            assert!(run.produced > 0.1, "the dashpot makes heat");
        }
        let [variational, livens, equivariant] = runs;
        for run in [&variational, &equivariant] {
            assert!(run.angular < ROUNDING[0], "{:e}", run.angular);
        }
        for run in [&livens, &equivariant] {
            assert!(run.energy < ROUNDING[1], "{:e}", run.energy);
        }
        // The others have order 2: the spring's vibration has ω = 12, and (ω h)²/24 of its energy of 0.75 or more is off.
        assert!(variational.energy > 0.01 * h * h && livens.angular > 0.01 * h * h);
    }
    Ok(())
}

/// The same pendulum with `F_v` v̇ as heat of the dashpot.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, alpha, v),
    massless(v),
    let temperature = dt(alpha),
    let length = hypot(x, y),
    let tension = (100 * ln(length) - (temperature - 1)) / length,
    let elastic = 50 * ln(length).powi(2) - (temperature - 1) * ln(length)
        + 5 * (temperature - 1 - temperature * ln(temperature)),
    lagrangian = 0.5 * (dt(x).powi(2) + dt(y).powi(2)) - (1.5 * elastic + 20 * v.powi(2) - 0.5 * v * tension),
    force(v = -10 * dt(v), alpha = (0.5 * tension - 40 * v) * dt(v) / temperature),
    discretize(Midpoint, Livens),
)]
struct WithForce;

/// The dashpot's equation holds at the middle of a step of the midpoint rule, and there both forms of its heat are one number.
/// Livens' has a discrete gradient in that equation, so that friction and heat differ.
#[test]
fn the_form_of_the_heat_matters_beside_discrete_gradients_only() -> Result<(), Error> {
    let mut motions = (
        Integrator::new(CLOSED, Midpoint, 0.01, Q, V)?,
        Integrator::new(WithForce, Midpoint, 0.01, Q, V)?,
    );
    for _ in 0..1000 {
        motions.0.step()?;
        motions.1.step()?;
    }
    let [a, b] = [motions.0.state(), motions.1.state()];
    // A thousand roundings of ε/2 on 12, all to one side.
    assert!((a.q - b.q).amax().max((a.p - b.p).amax()) < 2e-12, "{a:?} {b:?}");

    let [coarse, fine] = [0.02, 0.01].map(|h| closed(WithForce, Livens, h));
    let (coarse, fine) = (coarse?.energy, fine?.energy);
    let order = (coarse / fine).log2();
    // Far above rounding; the next term of the error is (ω h)² = 6e-2 of this one.
    assert!(fine > 1e-7 && (order - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
    Ok(())
}
