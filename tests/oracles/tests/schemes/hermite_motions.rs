//! Hermite elements along motions: momenta, energies, random states, compositions, snapshots and files.

use extremal::Scalar;
use extremal::drive::EnergyStep;
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use num_dual::Dual64;
use proptest::array::{uniform2, uniform4};
use proptest::strategy::Strategy;

use crate::support::cases::for_all;
use crate::support::cubic::Cubic;
use crate::support::slope::slope;

type Vector = SVector<f64, 2>;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -cos(x),
    discretize(Hermite<P2, Gauss<10>>, Hermite<P2>, Hermite<V2>)
)]
struct Pendulum;

/// An independent computation with exact integrals gives these digits.
#[test]
fn p2_on_a_pendulum() {
    let scheme = Hermite::<P2, Gauss<10>>::default();
    let mut motion = Integrator::new(Pendulum, scheme, 0.25, [1.5], [0.0]).expect("a good start");
    motion.step_many(40).expect("small steps");
    // Forty steps of a few ε, on a motion that multiplies them by up to ten.
    let error = motion.state().q[0] + 1.054_040_793_749_8;
    assert!(error.abs() < 2e-13, "{error:e}");
}

/// The largest errors of something over a motion, as slope over the step size.
fn order<const N: usize>(counts: [usize; N], error: impl Fn(usize) -> f64) -> f64 {
    slope(counts.into_iter().map(|steps| (steps, error(steps))), 1e-14)
}

#[test]
fn energies_have_the_order_of_the_scheme() {
    fn error<D>(steps: usize, scheme: D) -> f64
    where
        Pendulum: Discretize<D>,
    {
        let h = 20.0 / steps as f64;
        let mut motion = Integrator::new(Pendulum, scheme, h, [1.5], [0.3]).expect("a good start");
        let start = motion.energy();
        let energies = (0..steps).map(|_| {
            motion.step().expect("a small step");
            (motion.energy() - start).abs()
        });
        energies.fold(0.0, f64::max)
    }
    let p2 = order([80, 160, 320, 640], |steps| {
        error(steps, Hermite::<P2>::default())
    });
    let v2 = order([80, 160, 320, 640], |steps| {
        error(steps, Hermite::<V2>::default())
    });
    // The next term is h² smaller.
    assert!((p2 - 4.0).abs() < 0.05 && (v2 - 2.0).abs() < 0.05, "{p2} {v2}");
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    kinetic = 0.5 * dt(a).norm_squared() + dt(b).norm_squared(),
    potential = 0.25 * ((b - a).norm_squared() - 1).powi(2),
    symmetry(along = [1, 0, 1, 0], across = [0, 1, 0, 1], turning = [-a[1], a[0], -b[1], b[0]]),
    discretize(Hermite<P2>)
)]
struct Dumbbell;

/// (linear, angular): the largest changes of the momenta over a second, and of the linear momentum of the mean velocity in a step.
fn momenta(steps: usize) -> [f64; 2] {
    let h = 1.0 / steps as f64;
    let (q, v) = ([0.3, -0.2, 1.1, 0.6], [0.7, 1.2, -0.4, 0.9]);
    let mut motion = Integrator::new(Dumbbell, Hermite::<P2>::default(), h, q, v).expect("a good start");
    let momenta = |State { q, p, .. }: State<f64, SVector<f64, 4>>| {
        let turning = q[0] * p[1] - q[1] * p[0] + q[2] * p[3] - q[3] * p[2];
        [p[0] + p[2], p[1] + p[3], turning]
    };
    let start = momenta(motion.state());
    let [mut linear, mut angular] = [0.0_f64; 2];
    for _ in 0..steps {
        let before = motion.state().q;
        motion.step().expect("a small step");
        let after = motion.state();
        let mean = (after.q - before) / h;
        let [x, y, turning] = momenta(after);
        for change in [
            x - start[0],
            y - start[1],
            // Masses of one and two; the mean velocity contains 1/h times the rounding of coordinates.
            h * (mean[0] + 2.0 * mean[2] - start[0]),
            h * (mean[1] + 2.0 * mean[3] - start[1]),
        ] {
            linear = linear.max(change.abs());
        }
        angular = angular.max((turning - start[2]).abs());
    }
    [linear, angular]
}

#[test]
fn linear_momentum_is_kept_and_angular_momentum_to_fourth_order() {
    for steps in [10, 100] {
        let [linear, _] = momenta(steps);
        // Residuals of a few ε a step.
        assert!(linear < 1e-13, "{linear:e}");
    }
    let found = order([10, 20, 40, 80], |steps| momenta(steps)[1]);
    assert!((found - 4.0).abs() < 0.1, "{found}");
}

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
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>)
)]
struct Full<T: Scalar> {
    m: T,
    k: T,
}

/// Parameters, t, the digits of h, q and v, and the input.
#[derive(Clone, Copy, Debug)]
struct Case {
    parameters: [f64; 2],
    t: f64,
    h: f64,
    state: [f64; 4],
    input: f64,
}

fn cases() -> impl Strategy<Value = Case> {
    let numbers = (
        uniform2(0.5..2.0),
        0.0..3.0,
        -3.0..-0.7,
        uniform4(-1.0..1.0),
        -1.0..1.0,
    );
    numbers.prop_map(|(parameters, t, digits, state, input): (_, _, f64, _, _)| Case {
        parameters,
        t,
        h: 10.0_f64.powf(digits),
        state,
        input,
    })
}

/// Equations have the numbers of the ends of a cubic that they vary: q₀, v₀, q₁, v₁.
fn check_step<D>(case: &Case, scheme: D, equations: [usize; 2])
where
    Full<f64>: Discretize<D, Report = EnergyStep<f64, Vector, [f64; 0]>>,
{
    let Case {
        parameters: [m, k],
        t,
        h,
        state: [x, y, v, w],
        input,
    } = *case;
    let system = Full { m, k };
    let motion = Integrator::new(&system, scheme, h, [x, y], [v, w]);
    let mut motion = motion
        .and_then(|motion| motion.starting_at(t))
        .expect("a good start");
    let before = motion.state();
    let report = motion.step_with([input]).expect("a small step");
    let after = motion.state();
    let ends = [before.q, Vector::new(v, w), after.q, report.velocity];
    for (equation, k) in equations.into_iter().flat_map(|e| [(e, 0), (e, 1)]) {
        let seeded = |end: usize| {
            SVector::from(
                [0, 1].map(|i| Dual64::new(ends[end][i], if (end, i) == (equation, k) { 1.0 } else { 0.0 })),
            )
        };
        let dual = Full {
            m: Dual64::from(system.m),
            k: Dual64::from(system.k),
        };
        let cubic = Cubic {
            t,
            h,
            ends: [0, 1, 2, 3].map(seeded),
        };
        let along = cubic.variation(&dual, [input]);
        let left = match equation {
            0 => along + before.p[k],
            2 => along - after.p[k],
            _ => along / h,
        };
        // Numbers up to ten, differences of coordinates over h, and a residual of a few ε.
        assert!(left.abs() < 2e-14 + 2e-16 / h, "{case:?}, {equation}: {left:e}");
    }
    assert!(
        (system.momentum(t + h, &after.q, &report.velocity) - after.p).amax() < 1e-14,
        "{case:?}"
    );
}

#[test]
fn random_steps_satisfy_their_two_equations() {
    for_all(&cases(), |case| {
        check_step(case, Hermite::<P2>::default(), [0, 2]);
        check_step(case, Hermite::<V2>::default(), [1, 3]);
        check_step(case, Hermite::<P1V0>::default(), [2, 1]);
        check_step(case, Hermite::<P1V1>::default(), [2, 3]);
        check_step(case, Hermite::<P0V0>::default(), [0, 1]);
        check_step(case, Hermite::<P0V1>::default(), [0, 3]);
    });
}

/// The velocity is a part of the state: snapshots and files contain it, and go on with the same bits.
#[test]
fn snapshots_and_files_contain_the_velocity() -> Result<(), Box<dyn std::error::Error>> {
    let scheme = Hermite::<P2>::default();
    let mut motion = Integrator::new(Pendulum, scheme, 0.1, [1.0], [0.7])?;
    let trajectory = motion.run(20)?;
    let read: Trajectory<Pendulum, Hermite<P2>> = serde_json::from_str(&serde_json::to_string(&trajectory)?)?;
    assert_eq!(read.states(), trajectory.states());
    let middle = trajectory.at(0.55).map(|at| (at.q, at.v));
    assert_eq!(read.at(0.55).map(|at| (at.q, at.v)), middle);
    let mut file = Vec::new();
    trajectory.write_csv(&Pendulum, &mut file)?;
    let last = String::from_utf8(file)?;
    let last = last.lines().last().expect("rows").to_owned();
    let velocity = motion.velocity()?[0];
    assert!(
        last.split(',').any(|cell| cell.parse() == Ok(velocity)),
        "{last}, {velocity}"
    );

    let text = serde_json::to_string(&motion.snapshot())?;
    let mut other = Integrator::new(Pendulum, scheme, 0.5, [0.0], [0.0])?;
    other.restore(&serde_json::from_str(&text)?)?;
    for _ in 0..20 {
        assert_eq!(motion.step()?, other.step()?);
    }
    assert_eq!(motion.snapshot(), other.snapshot());
    // A kick is a jump of the velocity, the mass being one.
    let before = motion.velocity()?[0];
    motion.kick([0.3])?;
    assert_eq!(motion.velocity()?[0], before + 0.3);
    Ok(())
}
