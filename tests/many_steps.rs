//! Many steps together are the same steps, to the bit, whatever is between two looks at the end.

use extremal::prelude::*;
use extremal::{Failure, NoInputs};

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

/// Leaves the finite numbers at x = 0, and would come back, since the force that is infinite there acts for a moment only.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2),
    force(x = u / x),
    discretize(Verlet)
)]
struct Hole;

/// The integrators are all that they have in common, and what they show.
fn check<S, D>(start: impl Fn() -> Integrator<S, D>)
where
    S: Discretize<D> + Lagrangian<Inputs: NoInputs>,
{
    // None, one, and some looks at the end, with a rest.
    for steps in [0, 1, 7, 1024, 2500] {
        let (mut one_by_one, mut together) = (start(), start());
        for _ in 0..steps {
            one_by_one.step().expect("a smooth motion");
        }
        together.step_many(steps).expect("a smooth motion");
        assert_eq!(together.steps(), steps);
        // And what was left for later steps is the same, too.
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

/// The momentum is infinite after one step, which is where it ends, and not where somebody looks.
#[test]
fn an_end_that_is_not_finite_is_found_between_two_looks() {
    let mut motion = Integrator::new(Hole, Verlet, 0.5, [1.0], [-1.0]).expect("a start");
    let error = motion.step_many_with(100, [0.0]).expect_err("0/0 at x = 0");
    assert!(
        matches!(error.failure, Failure::NotFinite { what } if what.starts_with("momentum")),
        "{error}"
    );
    assert_eq!((error.step, motion.steps(), motion.state().q[0]), (1, 1, 0.5));
}

#[test]
fn inputs_are_looked_at_once_and_before_all() {
    let mut motion = Integrator::new(Hole, Verlet, 0.5, [1.0], [1.0]).expect("a start");
    for bad in [f64::NAN, f64::INFINITY] {
        let error = motion.step_many_with(3, [bad]).expect_err("no number");
        assert_eq!(
            (error.failure, error.step),
            (Failure::NotFinite { what: "inputs" }, 0)
        );
        assert!(motion.step_many_with(0, [bad]).is_err());
    }
}
