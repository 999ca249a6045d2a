//! The integrator, on systems whose traits are implemented by hand.

mod systems;

use core::fmt::Debug;

use extremal::blocks::{NoInputs, Size};
use extremal::newton::Convergence;
use extremal::prelude::*;
use extremal::{Failure, Scalar, StateOf};
use systems::Pendulum;
use systems::cart::Cart;

const Q0: [f64; 1] = [2.0];
const AT_REST: [f64; 1] = [0.0];

fn run<S, D, M>(motion: &mut Integrator<S, D, M>, steps: usize)
where
    S: Discretize<D, Memory = M>,
    S::Inputs: NoInputs,
{
    for _ in 0..steps {
        motion.step().expect("the step is small");
    }
}

/// The largest |E − E₀| over each fifth of the motion.
fn energy_errors<S, D>(mut motion: Integrator<S, D>, steps: usize) -> [f64; 5]
where
    S: Discretize<D>,
    S::Inputs: NoInputs,
{
    let start = motion.energy().real().to_f64();
    core::array::from_fn(|_| {
        (0..steps / 5).fold(0.0, |error: f64, _| {
            motion.step().expect("the step is small");
            error.max((motion.energy().real().to_f64() - start).abs())
        })
    })
}

#[test]
fn energy_is_bounded_and_does_not_drift() {
    fn check(errors: [f64; 5], bound: f64) {
        let [first, .., last] = errors;
        assert!(errors.iter().all(|e| *e < bound), "{errors:?}");
        assert!((last / first - 1.0).abs() < 1e-3, "{errors:?}");
    }
    let verlet = Integrator::new(Pendulum::UNIT, Verlet, 1e-2, Q0, AT_REST).unwrap();
    check(energy_errors(verlet, 200_000), 3e-3);
    let midpoint = Integrator::new(Pendulum::UNIT, Midpoint, 1e-2, Q0, AT_REST).unwrap();
    check(energy_errors(midpoint, 200_000), 3e-3);
}

#[test]
fn errors_fall_with_the_square_of_the_step() {
    fn end<D>(scheme: D, steps: usize) -> f64
    where
        Pendulum<f64>: Discretize<D>,
    {
        let mut motion = Integrator::new(Pendulum::UNIT, scheme, 1.0 / steps as f64, Q0, AT_REST).unwrap();
        run(&mut motion, steps);
        motion.state().q[0]
    }
    let reference = end(Midpoint, 64_000);
    for error in [|n| end(Verlet, n), |n| end(Midpoint, n)] {
        let ratio = (error(100) - reference) / (error(200) - reference);
        assert!((ratio - 4.0).abs() < 0.02, "{ratio}");
    }
}

#[test]
fn smooth_motion_takes_one_newton_iteration_a_step() {
    let mut motion = Integrator::new(Pendulum::UNIT, Midpoint, 1e-3, Q0, AT_REST).unwrap();
    let reports: Vec<Convergence> = (0..10_000).map(|_| motion.step().unwrap()).collect();
    let mean = reports[3..].iter().map(|r| r.iterations).sum::<usize>() as f64 / (reports.len() - 3) as f64;
    assert!(mean <= 1.1, "{mean}");
    assert!(
        reports
            .iter()
            .all(|r| r.iterations <= 3 && r.residual_norm <= 8.0 * f64::EPSILON)
    );
    let worst = reports.iter().map(|r| r.residual_norm).fold(0.0, f64::max);
    println!("mean iterations {mean}, largest residual {worst:e}");
}

#[test]
fn the_verlet_pendulum_reproduces_known_digits() {
    let pendulum = Pendulum {
        m: 2.0,
        l: 1.5,
        g: 9.81,
    };
    let q0 = [core::f64::consts::TAU / 5.0];
    let mut motion = Integrator::new(&pendulum, Verlet, 0.1, q0, [0.2]).unwrap();
    run(&mut motion, 100);
    let State { t, q, p } = motion.state();
    assert_eq!(t, 10.0);
    assert!((q[0] + 0.657_210_702_806_577_8).abs() < 1e-12, "{}", q[0]);
    assert!((p[0] - 11.277_004_336_205_957).abs() < 1e-11, "{}", p[0]);
}

#[test]
fn single_precision_follows_double() {
    let mut single = Integrator::new(Pendulum::<f32>::unit(), Midpoint, 1e-2, [2.0], [0.0]).unwrap();
    let mut double = Integrator::new(Pendulum::UNIT, Midpoint, 1e-2, Q0, AT_REST).unwrap();
    let mut iterations = 0;
    for _ in 0..200 {
        iterations += single.step().unwrap().iterations;
        double.step().unwrap();
    }
    assert!((f64::from(single.state().q[0]) - double.state().q[0]).abs() < 1e-4);
    assert!(iterations <= 300, "{iterations}");
}

#[cfg(feature = "num-dual")]
#[test]
fn derivatives_go_through_a_simulation() {
    use num_dual::Dual64;
    fn check<D: Copy>(scheme: D)
    where
        Pendulum<f64>: Discretize<D>,
        Pendulum<Dual64>: Discretize<D>,
    {
        let end = |q0: f64| {
            let mut motion = Integrator::new(Pendulum::UNIT, scheme, 1e-2, [q0], AT_REST).unwrap();
            run(&mut motion, 500);
            motion.state().q[0]
        };
        let (h, q0) = (Dual64::from_re(1e-2), Dual64::new(2.0, 1.0));
        let mut motion = Integrator::new(
            Pendulum::<Dual64>::unit(),
            scheme,
            h,
            [q0],
            [Dual64::from_re(0.0)],
        )
        .unwrap();
        run(&mut motion, 500);
        let q = motion.state().q[0];
        let slope = (end(2.0 + 1e-5) - end(2.0 - 1e-5)) / 2e-5;
        assert!((q.re - end(2.0)).abs() < 1e-12);
        assert!((q.eps - slope).abs() < 1e-7 * slope.abs(), "{} {slope}", q.eps);
    }
    check(Verlet);
    check(Midpoint);
}

#[test]
fn impossible_starts_are_refused() {
    fn check(h: f64, q: f64, v: f64, failure: Failure) {
        for refusal in [
            Integrator::new(Pendulum::UNIT, Verlet, h, [q], [v]).map(drop),
            Integrator::new(Pendulum::UNIT, Midpoint, h, [q], [v]).map(drop),
        ] {
            let error = refusal.unwrap_err();
            assert_eq!((error.t, error.step), (0.0, 0));
            assert_eq!(format!("{:?}", error.failure), format!("{failure:?}"));
        }
    }
    // With the last two the time is not finite after some steps.
    for h in [0.0, -1e-3, f64::NAN, f64::INFINITY, f64::MAX, 1e293] {
        check(h, 2.0, 0.0, Failure::StepSize { h });
    }
    check(
        1e-3,
        f64::NAN,
        0.0,
        Failure::NotFinite {
            what: "initial coordinates",
        },
    );
    check(
        1e-3,
        2.0,
        f64::INFINITY,
        Failure::NotFinite {
            what: "initial velocity",
        },
    );
    let state = State {
        t: f64::NAN,
        q: [2.0].into(),
        p: [0.0].into(),
    };
    for t in [f64::NAN, f64::MAX] {
        let error = Integrator::from_state(Pendulum::UNIT, Verlet, 1e-3, State { t, ..state }).unwrap_err();
        assert_eq!(error.failure, Failure::NotFinite { what: "time" });
    }
}

/// Steps until one fails. Then everything visible is as before that step, except for the explanation of the failure.
fn first_failure<S, D, M: Clone + Debug>(mut motion: Integrator<S, D, M>) -> (Integrator<S, D, M>, Failure)
where
    S: Discretize<D, Memory = M> + Copy,
    D: Copy,
    S::Inputs: NoInputs,
    S::Report: Debug,
{
    for _ in 0..1000 {
        let before = motion.clone();
        if let Err(error) = motion.step() {
            assert_eq!(format!("{motion:?}"), format!("{before:?}"));
            assert_eq!(error.step, motion.steps());
            assert_eq!(error.t, motion.time().real().to_f64());
            let again = motion.step().expect_err("it failed before");
            assert_eq!(format!("{again}"), format!("{error}"));
            return (motion, error.failure);
        }
    }
    panic!("no step failed");
}

#[test]
fn failing_steps_leave_everything_as_it_was() {
    let weightless = Pendulum {
        m: 0.0,
        ..Pendulum::UNIT
    };
    let (_, failure) = first_failure(Integrator::new(weightless, Verlet, 1e-3, Q0, AT_REST).unwrap());
    assert_eq!(failure, Failure::SingularTangent { pivot: 0, size: 0.0 });
    let (motion, failure) = first_failure(Integrator::new(weightless, Midpoint, 1e-3, Q0, AT_REST).unwrap());
    assert_eq!(failure, Failure::SingularTangent { pivot: 0, size: 0.0 });
    assert_eq!(motion.last_iterate(), Some([0.0].into()));

    let heavy = Pendulum {
        g: 1e308,
        ..Pendulum::UNIT
    };
    let (_, failure) = first_failure(Integrator::new(heavy, Verlet, 1e3, [1.0], AT_REST).unwrap());
    assert_eq!(
        failure,
        Failure::NotFinite {
            what: "coordinates at the end of the step"
        }
    );
    let (motion, failure) = first_failure(Integrator::new(heavy, Midpoint, 1e3, [1.0], AT_REST).unwrap());
    assert!(
        matches!(failure, Failure::Diverged { iterations: 1, .. }),
        "{failure:?}"
    );
    assert!(motion.last_iterate().is_some());
}

#[test]
fn newton_that_does_not_converge_says_so() {
    let (motion, failure) =
        first_failure(Integrator::new(&Pendulum::UNIT, Midpoint, 1e6, Q0, [1.0]).unwrap());
    assert!(
        matches!(failure, Failure::NotConverged { iterations: 30, residual } if residual * residual > f64::EPSILON),
        "{failure}"
    );
    assert!(motion.last_iterate().is_some_and(|x| x[0].is_finite()));
}

#[test]
fn inputs_act_and_are_checked() {
    let mut motion = Integrator::new(Cart, Verlet, 0.1, [0.0, 0.0], [0.0, 0.0]).unwrap();
    let report = motion.step_with([2.0]).unwrap();
    assert_eq!(report.iterations, 1);
    assert!((motion.state().q[0] - 0.01).abs() < 1e-16);
    let before = motion.state();
    let error = motion.step_with([f64::NAN]).unwrap_err();
    assert_eq!(
        (error.failure, error.step),
        (Failure::NotFinite { what: "inputs" }, 1)
    );
    assert_eq!(motion.state(), before);
}

#[test]
fn energy_is_known_where_the_mass_matrix_is_singular() {
    let motion = Integrator::new(Cart, Verlet, 0.1, [0.0, 2.0], [3.0, 7.0]).unwrap();
    assert_eq!(motion.energy(), 6.5);
    assert_eq!(motion.total_energy(), 6.5);
    let error = motion.velocity().unwrap_err();
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): the mass matrix is singular: column 1 has no non-zero pivot"
    );
    let state = StateOf::<Cart> {
        t: 1.0,
        ..motion.state()
    };
    assert_eq!(
        Integrator::from_state(Cart, Verlet, 0.1, state).unwrap().time(),
        1.0
    );
}

#[test]
fn a_motion_continues_from_its_state() {
    let mut whole = Integrator::new(Pendulum::UNIT, Verlet, 0.125, Q0, [0.5]).unwrap();
    run(&mut whole, 8);
    let mut rest = Integrator::from_state(Pendulum::UNIT, Verlet, 0.125, whole.state()).unwrap();
    for _ in 0..8 {
        whole.step().unwrap();
        rest.step().unwrap();
    }
    assert_eq!(whole.state(), rest.state());
    assert_eq!((whole.steps(), rest.steps(), rest.time()), (16, 8, 2.0));
}

#[test]
fn the_step_size_can_change_and_kicks_act() {
    let mut motion = Integrator::new(Pendulum::UNIT, Midpoint, 0.25, Q0, AT_REST).unwrap();
    run(&mut motion, 4);
    motion.set_step_size(0.5).unwrap();
    assert!(motion.set_step_size(f64::NAN).is_err());
    assert_eq!((motion.time(), motion.step_size()), (1.0, 0.5));
    let p = motion.state().p[0];
    motion.kick([3.0]).unwrap();
    assert_eq!(motion.state().p[0], p + 3.0);
    assert!(motion.kick([f64::NAN]).is_err());
    motion.step().unwrap();
    assert_eq!((motion.time(), motion.steps()), (1.5, 5));
    let fresh = Integrator::new(Pendulum::UNIT, Midpoint, 0.25, Q0, [0.3]).unwrap();
    let later = fresh.clone().starting_at(7.0).unwrap();
    assert_eq!(later.time(), 7.0);
    assert_eq!(
        (later.state().q, later.state().p),
        (fresh.state().q, fresh.state().p)
    );
}

#[test]
fn facts_are_visible_through_references() {
    const { assert!(<&Pendulum<f64> as Discretize<Verlet>>::EXPLICIT) };
    const { assert!(!<Pendulum<f64> as Discretize<Midpoint>>::EXPLICIT) };
    assert_eq!(<&Pendulum<f64> as Lagrangian>::COORDINATES, ["theta"]);
}
