//! Bad numbers at run time: an error says what failed and when, and the integrator is unchanged, bit for bit.

use core::fmt::Debug;

use extremal::blocks::{IntoBlock, Size};
use extremal::prelude::*;
use extremal::{Error, Failure, Lagrangian as System, Scalar};

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

const PENDULUM: Pendulum = Pendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// Two coordinates, of which one has the mass m.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * m * dt(y).powi(2),
    potential = 0.5 * k * (x - y).powi(2),
    force(x = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Pair {
    m: f64,
    k: f64,
}

/// Falls into a pole: its force becomes infinite after some steps.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -exp(x.powi(2)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct RunsAway;

/// Pushed outwards for |x| < 1, and not real beyond.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    potential = sqrt(1.0 - x * x),
    force(x = u),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Bounded;

/// The visible state of an integrator, to the bit: `Debug` prints the shortest digits that read back as the number.
fn everything<S, D>(motion: &Integrator<S, D>) -> String
where
    S: Discretize<D>,
{
    format!(
        "{motion:?} {:?} {} {:?}",
        motion.time(),
        motion.steps(),
        motion.step_size()
    )
}

/// Steps until one fails. Then the integrator is unchanged, the error has the time and the number of the step, and the step fails
/// again in the same way. Many steps together fail at the same step, but for looks at single ones.
fn first_failure<S, D>(mut motion: Integrator<S, D>, inputs: &S::Inputs) -> Error
where
    S: Discretize<D, Report: Debug> + System<Inputs: IntoBlock<<S as System>::Inputs>>,
{
    let start = motion.snapshot();
    for step in 0..10_000 {
        let before = everything(&motion);
        let Err(error) = motion.step_with(inputs.clone()) else {
            continue;
        };
        assert_eq!(everything(&motion), before);
        assert_eq!(error.step, step);
        assert_eq!(error.t, step as f64 * motion.step_size().real().to_f64());
        let again = motion.step_with(inputs.clone()).expect_err("it failed before");
        assert_eq!(again.to_string(), error.to_string());
        assert_eq!(everything(&motion), before);
        let failed = format!("{motion:#?}");
        motion.restore(&start).expect("it was the start");
        let together = motion.step_many_with(10_000, inputs.clone());
        let together = together.expect_err("one by one it failed");
        if matches!(error.failure, Failure::EnergyRises { .. }) {
            // Many steps are not looked at one by one: the next looks are at the ends of up to 64.
            assert!(
                together.step >= error.step && together.step < error.step + 64,
                "{together}"
            );
            return error;
        }
        assert_eq!(together.to_string(), error.to_string());
        assert_eq!(format!("{motion:#?}"), failed);
        return error;
    }
    panic!("no step failed");
}

/// The message of a refused start, which names step 0 and the time `t`.
fn refused<T>(start: Result<T, Error>, t: f64) -> String {
    let error = start.err().expect("it has to be refused");
    assert_eq!((error.t.to_bits(), error.step), (t.to_bits(), 0));
    error.to_string()
}

const STEP_SIZES: [(f64, &str); 5] = [
    (0.0, "0.0"),
    (-0.0, "-0.0"),
    (-1e-3, "-0.001"),
    (f64::NAN, "NaN"),
    (f64::INFINITY, "inf"),
];

#[test]
fn a_step_size_has_to_be_positive_and_finite() {
    fn check<D: Copy>(scheme: D)
    where
        Pendulum: Discretize<D>,
    {
        for (h, shown) in STEP_SIZES {
            let message = format!("the step size is {shown}; it must be positive and finite");
            let start = Integrator::new(&PENDULUM, scheme, h, [2.0], [0.0]);
            assert_eq!(refused(start, 0.0), format!("at t = 0 (step 0): {message}"));

            let mut motion = Integrator::new(&PENDULUM, scheme, 0.25, [2.0], [0.0]).unwrap();
            motion.step().unwrap();
            let before = everything(&motion);
            let error = motion.set_step_size(h).unwrap_err();
            assert_eq!(error.to_string(), format!("at t = 0.25 (step 1): {message}"));
            assert_eq!(everything(&motion), before);
        }
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

#[test]
fn a_start_has_to_be_finite() {
    fn check<D: Copy>(scheme: D)
    where
        Pendulum: Discretize<D>,
    {
        let start = |q: f64, v: f64| refused(Integrator::new(&PENDULUM, scheme, 0.1, [q], [v]), 0.0);
        let from = |t: f64, q: f64, p: f64| {
            let state = State {
                t,
                q: [q].into(),
                p: [p].into(),
            };
            refused(Integrator::from_state(&PENDULUM, scheme, 0.1, state), t)
        };
        for bad in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let message = |what| format!("at t = 0 (step 0): {what}: not a finite number");
            assert_eq!(start(bad, 0.0), message("initial coordinates"));
            assert_eq!(start(0.0, bad), message("initial velocity"));
            assert_eq!(from(0.0, bad, 0.0), message("coordinates"));
            assert_eq!(from(0.0, 0.0, bad), message("momentum"));
            assert_eq!(
                from(bad, 0.0, 0.0),
                format!("at t = {bad} (step 0): time: not a finite number")
            );

            let motion = Integrator::new(&PENDULUM, scheme, 0.1, [2.0], [0.0]).unwrap();
            let moved = refused(motion.starting_at(bad), bad);
            assert_eq!(moved, format!("at t = {bad} (step 0): time: not a finite number"));
        }
        // Finite numbers with an infinite momentum.
        assert_eq!(
            refused(
                Integrator::new(Pendulum { m: 1e200, ..PENDULUM }, scheme, 0.1, [2.0], [1e200]),
                0.0
            ),
            "at t = 0 (step 0): momentum: not a finite number"
        );
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

/// A parameter that is NaN or infinite is named.
#[test]
fn parameters_have_to_be_numbers() {
    fn check<D: Copy>(scheme: D)
    where
        Pendulum: Discretize<D, Report: Debug>,
    {
        for g in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
            let broken = Pendulum { g, ..PENDULUM };
            let error = Integrator::new(broken, scheme, 0.1, [2.0], [0.0]).expect_err("not a number");
            assert_eq!(
                error.to_string(),
                "at t = 0 (step 0): the field `g` is not a finite number"
            );
        }
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

/// If a mass is zero, Verlet's equations and those of a vanishing step are singular. Those of the midpoint rule are regular if there is
/// a stiffness.
#[test]
fn without_a_mass_there_is_no_start() {
    fn check<D: Copy>(scheme: D, massless: Pair)
    where
        Pair: Discretize<D, Report: Debug>,
    {
        let start = |system| Integrator::new(system, scheme, 0.25, [0.0, 0.0], [1.0, 0.0]);
        let error = start(massless).expect_err("nothing determines y");
        assert_eq!(
            error.to_string(),
            "at t = 0 (step 0): with these parameters a step does not determine the velocity along `y`: M is singular there; give it \
             a mass"
        );
        let Failure::Undetermined { direction } = error.failure else {
            panic!("{error}");
        };
        assert!(
            direction
                .shares()
                .map(|(name, share)| (name.to_string(), share))
                .eq([("y".to_string(), 1.0_f32)])
        );
        let small = Pair {
            m: 1e-200,
            ..massless
        };
        assert!(start(small).is_ok());
    }
    let free = Pair { m: 0.0, k: 0.0 };
    check(Verlet, free);
    check(Midpoint, free);
    check(Galerkin::<2, Gauss<2>>::default(), free);
    check(Verlet, Pair { m: 0.0, k: 2.0 });

    let massless = Pair { m: 0.0, k: 2.0 };
    let mut motion = Integrator::new(massless, Midpoint, 0.25, [0.0, 0.0], [1.0, 0.0]).unwrap();
    assert_eq!(
        motion.velocity().unwrap_err().to_string(),
        "at t = 0 (step 0): the mass matrix is singular: column 1 has no non-zero pivot"
    );
    motion.step_with([1.0]).unwrap();
    // The spring is relaxed at the midpoint, so y follows x there.
    let State { q, .. } = motion.state();
    assert!((q[0] - q[1]).abs() < 1e-15 && q[0] > 0.25, "{q:?}");
}

/// The matrix of a step of this system contains the input, so that no start can tell.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    force(y = x - u * dt(y)),
    discretize(Midpoint)
)]
struct Braked;

#[test]
fn singular_tangents_are_reported() {
    let start = || Integrator::new(Braked, Midpoint, 0.25, [0.0, 0.0], [1.0, 0.0]).unwrap();
    start().step_with([1.0]).unwrap();
    let error = start().step_with([0.0]).unwrap_err();
    assert!(
        matches!(error.failure, Failure::SingularTangent { size: 0.0, .. }),
        "{error}"
    );
    let message = "at t = 0 (step 0): the equations of the step are singular: column ";
    assert!(error.to_string().starts_with(message), "{error}");
}

/// From rest at x = 1 the motion reaches infinity after about half a second. With every scheme a later step fails.
#[test]
fn motions_that_run_away_are_stopped_at_a_later_step() {
    fn check<D: Copy>(scheme: D, is_expected: impl Fn(Failure) -> bool)
    where
        RunsAway: Discretize<D, Report: Debug>,
    {
        let motion = Integrator::new(RunsAway, scheme, 0.01, [1.0], [0.0]).unwrap();
        let error = first_failure(motion, &[]);
        assert!(error.step > 25 && is_expected(error.failure), "{error}");
        let start = format!("at t = {} (step {}): ", error.step as f64 * 0.01, error.step);
        assert!(error.to_string().starts_with(&start), "{error}");
    }
    // What steps of 0.01 no longer resolve has an E of 1e22, one step before that is no number.
    check(Verlet, |failure| matches!(failure, Failure::EnergyRises { .. }));
    let newton = |failure| {
        matches!(
            failure,
            Failure::Diverged { .. } | Failure::NotConverged { .. } | Failure::SingularTangent { .. }
        )
    };
    check(Midpoint, newton);
    check(Galerkin::<2, Gauss<2>>::default(), newton);
}

/// A step whose input pushes the mass out of its domain fails. Another input continues from the same state.
#[test]
fn after_a_failed_step_another_one_can_be_made() {
    fn check<D: Copy>(scheme: D)
    where
        Bounded: Discretize<D, Report: Debug>,
    {
        let start = || Integrator::new(Bounded, scheme, 0.25, [0.0], [0.02]).unwrap();
        let (mut motion, mut other) = (start(), start());
        for _ in 0..5 {
            motion.step_with([0.0]).unwrap();
            other.step_with([0.0]).unwrap();
        }
        let before = everything(&motion);
        for bad in [1e300, f64::NAN, f64::INFINITY] {
            let error = motion.step_with([bad]).unwrap_err();
            assert_eq!((error.t, error.step), (1.25, 5));
            assert_eq!(everything(&motion), before);
            if !bad.is_finite() {
                assert_eq!(
                    error.to_string(),
                    "at t = 1.25 (step 5): inputs: not a finite number"
                );
            }
        }
        for _ in 0..5 {
            motion.step_with([-0.05]).unwrap();
            other.step_with([-0.05]).unwrap();
        }
        assert_eq!(everything(&motion), everything(&other));
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

#[test]
fn a_kick_has_to_be_finite() {
    let mut motion = Integrator::new(&PENDULUM, Midpoint, 0.25, [2.0], [0.0]).unwrap();
    motion.step().unwrap();
    let before = everything(&motion);
    for bad in [f64::NAN, f64::INFINITY] {
        let error = motion.kick([bad]).unwrap_err();
        assert_eq!(
            error.to_string(),
            "at t = 0.25 (step 1): impulse: not a finite number"
        );
        assert_eq!(everything(&motion), before);
    }
}

/// Pulled away by x²: 2 (z − x)/h − h z²/2 = p has no solution z where h is large.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -x.powi(3) / 3,
    discretize(Midpoint)
)]
struct Runaway;

/// Newton's method does not find a solution; the error has the residual, and the last iterate is available.
#[test]
fn newton_that_does_not_converge_says_so() {
    let motion = Integrator::new(Runaway, Midpoint, 10.0, [1.0], [1.0]).unwrap();
    let error = first_failure(motion.clone(), &[]);
    let Failure::NotConverged { iterations, residual } = error.failure else {
        panic!("{error}")
    };
    // Far from a root: rounding leaves less than 1e-8.
    assert!(residual > 1e-2);
    assert_eq!(
        error.to_string(),
        format!(
            "at t = {} (step {}): Newton's method did not converge in {iterations} iterations: relative residual {residual:e}; \
             there may be no solution: take a shorter step, or begin nearer to one",
            error.t, error.step
        )
    );
    let mut motion = motion;
    while motion.step().is_ok() {
        assert_eq!(motion.last_iterate(), None);
    }
    assert!(motion.last_iterate().is_some_and(|x| x[0].is_finite()));
}

/// Errors can be passed by `?` as `Box<dyn Error>`, and between threads.
#[test]
fn errors_are_errors() {
    fn check<E: core::error::Error + Send + Sync + 'static>() {}
    check::<Error>();
    check::<Failure>();
    let error: Box<dyn core::error::Error> = Box::new(Error {
        t: 0.5,
        step: 2,
        failure: Failure::StepSize { h: 0.0 },
    });
    assert_eq!(
        error.to_string(),
        "at t = 0.5 (step 2): the step size is 0.0; it must be positive and finite"
    );
}
