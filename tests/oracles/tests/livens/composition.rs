//! Compositions: their orders in q, v and p, energies, multipliers, and the motion between nodes.

use extremal::blocks::{Block, IntoBlock, Vector};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::Node;
use crate::orders::{Start, at, flow};
use crate::runs::{increments, level, orders, runs};
use crate::stabilized::OnCurve;
use crate::support::by_hand::{ByHand, Number};
use crate::support::slope::slope;
use crate::systems::{Curve, DoublePendulum, HenonHeiles, Pendulum};

const DOUBLE: DoublePendulum<f64> = DoublePendulum {
    m: 1.0,
    g: 9.81,
    d: 0.0,
};
const WAVES: Start<2> = Start {
    q: [0.1, 0.2],
    v: [0.4, 0.3],
    end: 1.0,
};
/// The mass is never at rest: near v = 0 Gonzalez' correction, along v, is not smooth, and its sixth differences are large.
const AROUND: Start<2> = Start {
    q: [0.3, 0.0],
    v: [0.1, 0.35],
    end: 1.0,
};
const SWINGING: Start<2> = Start {
    q: [0.7, -0.4],
    v: [0.5, 1.2],
    end: 0.6,
};

/// The pendulum in its angle: (sin θ, −cos θ).
struct Angle;

impl ByHand for Angle {
    fn kinetic<T: Number>(&self, _t: T, _q: &[T], v: &[T]) -> T {
        v[0] * v[0] * 0.5
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        -q[0].cos() * 9.81
    }
}

fn on_circle(angle: f64, rate: f64) -> ([f64; 2], [f64; 2]) {
    let (s, c) = angle.sin_cos();
    ([s, -c], [c * rate, s * rate])
}

/// From an angle of 0.6 with a rate of one.
fn circling(end: f64) -> ([f64; 2], [f64; 2]) {
    if end == 0.0 {
        return on_circle(0.6, 1.0);
    }
    let (q, v) = ([0.6], [1.0]);
    let ([angle], [rate]) = flow::<1, 2>(&Angle, &Start { q, v, end });
    on_circle(angle, rate)
}

/// The slope of a line through four errors, whose next terms are a factor h² smaller.
fn are(expected: f64, orders: [f64; 3]) {
    for order in orders {
        assert!((order - expected).abs() < 0.15, "{expected}: {orders:?}");
    }
}

#[test]
fn orders_with_a_constant_mass() {
    let (q, v) = flow::<2, 4>(&HenonHeiles, &WAVES);
    let exact = at(&HenonHeiles, WAVES.end, &q, &v);
    let found = orders(
        &HenonHeiles,
        Composition::<4, _>(Livens),
        &WAVES,
        &exact,
        &[8, 12, 16, 24],
    );
    are(4.0, found);
    let (q, v) = flow::<2, 4>(&HenonHeiles, &AROUND);
    let exact = at(&HenonHeiles, AROUND.end, &q, &v);
    let found = orders(
        &HenonHeiles,
        Composition::<6, _>(Livens),
        &AROUND,
        &exact,
        &[6, 8, 10, 12],
    );
    are(6.0, found);
}

/// Without stages split into half-steps v would have order two, because the sign of p − ∂L/∂v changes in each step.
#[test]
fn orders_with_a_mass_that_varies() {
    let (q, v) = flow::<2, 4>(&DOUBLE, &SWINGING);
    let exact = at(&DOUBLE, SWINGING.end, &q, &v);
    let found = orders(
        &DOUBLE,
        Composition::<4, _>(Livens),
        &SWINGING,
        &exact,
        &[20, 30, 40, 60],
    );
    are(4.0, found);
    let found = orders(
        &DOUBLE,
        Composition::<6, _>(Livens),
        &SWINGING,
        &exact,
        &[16, 20, 24, 32],
    );
    are(6.0, found);
}

/// The start of the other tests of constraints as well.
fn on_constraints<D>(scheme: D, steps: &[usize]) -> [f64; 3]
where
    D: Copy,
    Pendulum:
        Discretize<D, Report = EnergyStep<f64, <Pendulum as Lagrangian>::Velocity, [f64; 1]>> + VectorSpace,
{
    let ((q, v), end) = (circling(0.0), 0.6);
    let (to_q, to_v) = circling(end);
    let exact = at(&Pendulum, end, &to_q, &to_v);
    orders(&Pendulum, scheme, &Start { q, v, end }, &exact, steps)
}

#[test]
fn orders_on_constraints() {
    are(
        4.0,
        on_constraints(Composition::<4, _>(Livens), &[10, 16, 24, 40]),
    );
    are(6.0, on_constraints(Composition::<6, _>(Livens), &[6, 8, 12, 16]));
}

#[test]
fn orders_on_constraints_with_stabilization() {
    are(
        4.0,
        on_constraints(Composition::<4, _>(Stabilized(Livens)), &[10, 16, 24, 40]),
    );
    are(
        6.0,
        on_constraints(Composition::<6, _>(Stabilized(Livens)), &[8, 10, 12, 16]),
    );
}

#[test]
fn order_on_constraints_with_a_mass_that_varies() {
    let on_curve = |x: f64, v: f64| ([x, x.cos()], [v, -x.sin() * v]);
    let ((q, v), end) = (on_curve(0.5, 0.7), 0.4);
    let ([x], [rate]) = flow::<1, 2>(
        &OnCurve,
        &Start {
            q: [0.5],
            v: [0.7],
            end,
        },
    );
    let (to_q, to_v) = on_curve(x, rate);
    let exact = at(&Curve, end, &to_q, &to_v);
    let scheme = Composition::<4, _>(Stabilized(Livens));
    are(
        4.0,
        orders(&Curve, scheme, &Start { q, v, end }, &exact, &[5, 8, 12, 20]),
    );
}

/// Energies change by at most the bound of one step of the scheme, times the number of steps inside.
const ROUNDING: f64 = 64.0 * f64::EPSILON;

const STEPS: [f64; 7] = [1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

#[test]
fn energy_is_kept() {
    for h in STEPS {
        let start: (&[f64], &[f64]) = (&WAVES.q, &WAVES.v);
        let six = runs(&HenonHeiles, Composition::<6, _>(Livens), 10.0 * h, start, 100);
        assert!(
            increments(&HenonHeiles, 10.0 * h, &six) <= 7.0 * ROUNDING,
            "{h:e}"
        );

        let start: (&[f64], &[f64]) = (&SWINGING.q, &SWINGING.v);
        let four = runs(&DOUBLE, Composition::<4, _>(Livens), h, start, 100);
        assert!(increments(&DOUBLE, h, &four) <= 10.0 * ROUNDING, "{h:e}");
        let six = runs(&DOUBLE, Composition::<6, _>(Livens), h, start, 100);
        assert!(increments(&DOUBLE, h, &six) <= 14.0 * ROUNDING, "{h:e}");
    }
}

#[test]
fn energy_and_constraints_are_kept() {
    let (q, v) = circling(0.0);
    for h in STEPS {
        let plain = runs(&Pendulum, Composition::<4, _>(Livens), h, (&q, &v), 100);
        assert!(increments(&Pendulum, h, &plain) <= 10.0 * ROUNDING, "{h:e}");
        assert!(level(&plain, 0) <= 16.0 * f64::EPSILON, "{h:e}");
        let stable = runs(
            &Pendulum,
            Composition::<6, _>(Stabilized(Livens)),
            h,
            (&q, &v),
            100,
        );
        assert!(increments(&Pendulum, h, &stable) <= 7.0 * ROUNDING, "{h:e}");
        // Reports contain stages that go backwards as well.
        assert!(level(&stable, 0) <= 16.0 * f64::EPSILON, "{h:e}");
        assert!(level(&stable, 1) <= 64.0 * f64::EPSILON, "{h:e}");
    }
}

/// |v|² − g·r, the force that keeps the mass on the circle: its mean over a step, by Simpson's rule in four parts.
fn tension(from: f64, h: f64) -> f64 {
    let at = |t: f64| {
        let (q, v) = circling(t);
        v[0] * v[0] + v[1] * v[1] - 9.81 * q[1]
    };
    let part = |k: usize| {
        let [a, b, c] = [0.0, 0.5, 1.0].map(|s| at(from + h * (k as f64 + s) / 4.0));
        (a + 4.0 * b + c) / 24.0
    };
    (0..4).map(part).sum()
}

#[test]
fn multipliers_are_means_of_the_force_over_a_step() {
    let (q, v) = circling(0.0);
    let errors = [10, 20, 40].map(|steps| {
        let h = 0.4 / steps as f64;
        let plain = runs(&Pendulum, Composition::<4, _>(Livens), h, (&q, &v), steps);
        let stable = runs(
            &Pendulum,
            Composition::<4, _>(Stabilized(Livens)),
            h,
            (&q, &v),
            steps,
        );
        let exact = tension(0.4 - h, h);
        [plain, stable].map(|found| (found[steps].node.impulses[0] / h - exact).abs())
    });
    for (bound, error) in [0.5, 0.125, 0.031].into_iter().zip(&errors) {
        // Of forces of size ten, second order in the parts at least.
        assert!(error.iter().all(|error| *error < bound), "{errors:?}");
    }
}

/// Iterations are those of all stages: each takes at least one.
#[test]
fn reports_count_all_stages() -> Result<(), extremal::Error> {
    let (q, v) = circling(0.0);
    let mut whole = Integrator::new(Pendulum, Composition::<4, _>(Stabilized(Livens)), 0.02, q, v)?;
    let mut halves = Integrator::new(Pendulum, Composition::<4, _>(Livens), 0.02, q, v)?;
    let mut six = Integrator::new(Pendulum, Composition::<6, _>(Livens), 0.02, q, v)?;
    let mut plain = Integrator::new(Pendulum, Livens, 0.02, q, v)?;
    let one = plain.step()?.convergence.iterations;
    for (iterations, stages) in [
        (whole.step()?.convergence.iterations, 5),
        (halves.step()?.convergence.iterations, 10),
        (six.step()?.convergence.iterations, 14),
    ] {
        assert!(
            iterations >= stages && iterations <= stages * (one + 4),
            "{iterations} {stages} {one}"
        );
    }
    Ok(())
}

/// Errors of q and v inside the elements, but not in the middle, where v is more accurate.
fn between<S, D, C>(
    system: S,
    scheme: D,
    (start, oracle): (&Start<2>, &dyn Fn(f64) -> Node),
    parts: [usize; 3],
) -> [f64; 2]
where
    S: Copy
        + VectorSpace<
            Scalar = f64,
            Inputs: IntoBlock<<S as Lagrangian>::Inputs> + extremal::Control<<S as Lagrangian>::Inputs>,
        > + Discretize<D, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    D: Copy,
    C: Block<f64>,
{
    let errors = parts.map(|parts| 6 * parts).map(|steps| {
        let h = start.end / steps as f64;
        let [q, v] = [start.q, start.v].map(|x| <S::Configuration as Block<f64>>::from_fn(|k| x[k]));
        let p = system.momentum(0.0, &q, &v);
        let mut motion = Integrator::<_, D>::from_state(system, scheme, h, State { t: 0.0, q, p })
            .expect("a regular start");
        let trajectory = motion
            .run_with(steps, |_| S::Inputs::from_fn(|_| 0.0))
            .expect("a regular motion");
        let mut most = [0.0_f64; 2];
        for k in (0..steps).step_by(steps / 6) {
            let t = h * (k as f64 + 0.3);
            let (point, exact) = (trajectory.at(t).expect("it is there"), oracle(t));
            for i in 0..2 {
                most[0] = most[0].max((point.q.as_slice()[i] - exact.q[i]).abs());
                most[1] = most[1].max((point.v.as_slice()[i] - exact.v[i]).abs());
            }
        }
        (steps, most)
    });
    [0, 1].map(|part| slope(errors.iter().map(|(steps, most)| (*steps, most[part])), 1e-13))
}

/// The cubic has order four in q and three in v, and passes through the nodes.
#[test]
fn cubics_run_between_nodes() {
    let oracle = |t: f64| {
        let (q, v) = flow::<2, 4>(&HenonHeiles, &Start { end: t, ..WAVES });
        at(&HenonHeiles, t, &q, &v)
    };
    let [q, v] = between(
        HenonHeiles,
        Composition::<6, _>(Livens),
        (&WAVES, &oracle),
        [2, 3, 4],
    );
    assert!((q - 4.0).abs() < 0.3 && (v - 3.0).abs() < 0.3, "{q} {v}");
    let oracle = |t: f64| {
        let (q, v) = flow::<2, 4>(&DOUBLE, &Start { end: t, ..SWINGING });
        at(&DOUBLE, t, &q, &v)
    };
    let [q, v] = between(
        DOUBLE,
        Composition::<4, _>(Livens),
        (&SWINGING, &oracle),
        [8, 12, 16],
    );
    assert!((q - 4.0).abs() < 0.3 && (v - 3.0).abs() < 0.3, "{q} {v}");
}
