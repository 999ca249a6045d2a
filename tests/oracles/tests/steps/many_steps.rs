//! Many steps together are the same as single steps, to the bit, although their ends are not checked one by one.

use extremal::Failure;
use extremal::blocks::NoInputs;
use extremal::drive::{Drive, Interval, Start};
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::system::VectorSpace;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]) + 0.1 * a * sin(t),
    discretize(Verlet, Midpoint, Galerkin<3, Gauss<3>>)
)]
struct Driven;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Verlet, Midpoint, NullSpace<Galerkin<2, Gauss<2>>>)
)]
struct Tied;

/// Not finite at x = 0. The motion would become finite again, because the infinite force acts only for a moment.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = u / x),
    discretize(Verlet)
)]
struct Hole;

/// A system whose forces are finite at infinity.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.1 * dt(x) * dt(y),
    force(x = -tanh(x) - atan(y), y = if x < y { min(x, 1) } else { max(-1, signum(y)) }),
    discretize(Verlet, Midpoint, Galerkin<2, Lobatto<3>>)
)]
struct Bounded;

/// Compares steps made one by one with steps made together.
fn check<S, D>(start: impl Fn() -> Integrator<S, D>)
where
    S: Discretize<D> + VectorSpace<Inputs: NoInputs>,
{
    // Numbers of steps with no, one and several checks of the end, and a remainder.
    for steps in [0, 1, 7, 1024, 2500] {
        let (mut one_by_one, mut together) = (start(), start());
        for _ in 0..steps {
            one_by_one.step().expect("a smooth motion");
        }
        together.step_many(steps).expect("a smooth motion");
        assert_eq!(together.steps(), steps);
        // The memory for later steps is the same as well.
        one_by_one.step().expect("a smooth motion");
        together.step().expect("a smooth motion");
        let shown = |motion: &Integrator<S, D>| format!("{:?}", motion.snapshot());
        assert_eq!(shown(&together), shown(&one_by_one));
    }
}

#[test]
fn all_kinds_of_steps_are_the_same_together() {
    const Q: [f64; 2] = [2.0, 1.5];
    check(|| Integrator::new(Driven, Verlet, 1e-3, Q, [0.0; 2]).expect("a start"));
    check(|| Integrator::new(Driven, Midpoint, 1e-2, Q, [0.0; 2]).expect("a start"));
    check(|| {
        Integrator::new(Driven, Galerkin::<3, Gauss<3>>::default(), 5e-2, Q, [0.0; 2]).expect("a start")
    });
    let (at, v) = ([0.6, -0.8], [0.8, 0.6]);
    check(|| Integrator::new(Tied, Verlet, 1e-3, at, v).expect("a start"));
    check(|| Integrator::new(Tied, Midpoint, 1e-2, at, v).expect("a start"));
    check(|| {
        Integrator::new(Tied, NullSpace(Galerkin::<2, Gauss<2>>::default()), 1e-2, at, v).expect("a start")
    });
}

/// A start with one number that is not finite leads to ends that are not finite, until the memory no longer depends on it.
fn check_that_it_stays<S, D>(system: S, scheme: D, at: [f64; 2], v: [f64; 2])
where
    S: Discretize<D, Scalar = f64, Configuration = SVector<f64, 2>, Inputs: NoInputs> + VectorSpace,
{
    let (q, none) = (SVector::from(at), S::Inputs::none());
    let (p, v) = (system.momentum(0.0, &q, &v.into()), v.into());
    let state = State { t: 0.0, q, p };
    let memory = S::Driver::start(system.system(), Start::new(&scheme, 0.1, &state, &v), None);
    let memory = memory.expect("a finite start");
    for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
        for place in 0..4 {
            let (mut memory, mut state) = (memory.clone(), state);
            let numbers = state.q.iter_mut().chain(state.p.iter_mut());
            numbers.skip(place).take(1).for_each(|number| *number = bad);
            for _ in 0..3 {
                let over = Interval::new(&scheme, 0.1, &none, &state);
                let step = S::Driver::advance::<false>(system.system(), over, &mut memory);
                let Ok(step) = step else { break };
                state = step.state;
                assert!(
                    !state.q.iter().all(|q| q.is_finite()),
                    "{bad} at {place}: {state:?}"
                );
            }
        }
    }
}

#[test]
fn unchecked_steps_do_not_hide_numbers_that_are_not_finite() {
    let (at, v) = ([0.6, -0.8], [0.8, 0.6]);
    check_that_it_stays(Bounded, Verlet, at, v);
    check_that_it_stays(Bounded, Midpoint, at, v);
    check_that_it_stays(Bounded, Galerkin::<2, Lobatto<3>>::default(), at, v);
    check_that_it_stays(Driven, Verlet, at, v);
    check_that_it_stays(Driven, Midpoint, at, v);
    check_that_it_stays(Tied, Verlet, at, v);
    check_that_it_stays(Tied, Midpoint, at, v);
    check_that_it_stays(Tied, NullSpace(Galerkin::<2, Gauss<2>>::default()), at, v);
}

/// The momentum is infinite after one step, and the error is at this step, not at the next check.
#[test]
fn a_state_that_is_not_finite_is_found_between_two_checks() {
    let mut motion = Integrator::new(Hole, Verlet, 0.5, [1.0], [-1.0]).expect("a start");
    let error = motion.step_many_with(100, [0.0]).expect_err("0/0 at x = 0");
    assert!(
        matches!(error.failure, Failure::NotFinite { what } if what.starts_with("momentum")),
        "{error}"
    );
    assert_eq!((error.step, motion.steps(), motion.state().q[0]), (1, 1, 0.5));
}

#[test]
fn inputs_are_checked_once_before_all_steps() {
    let mut motion = Integrator::new(Hole, Verlet, 0.5, [1.0], [1.0]).expect("a start");
    for bad in [f64::NAN, f64::INFINITY] {
        let error = motion.step_many_with(3, [bad]).expect_err("not a finite number");
        assert_eq!(
            (error.failure, error.step),
            (Failure::NotFinite { what: "inputs" }, 0)
        );
        assert!(motion.step_many_with(0, [bad]).is_err());
    }
}
