//! Constraints that nearly depend on each other: a step that cannot tell them apart names one.

use extremal::Failure;
use extremal::prelude::*;

/// Two planes through the origin with an angle of 0.6 e between them, and one that crosses both.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = r[2] + 0.1 * r[0].powi(4),
    constraint(across = r[3] + 0.1 * r[3].powi(2)),
    constraint(flat = r[0] + r[1] - r[2]),
    constraint(near = r[0] + (1 + e) * r[1] - r[2]),
    discretize(Verlet, Midpoint, Livens, Galerkin<2, Gauss<2>>, Hermite<P2>, NullSpace<Midpoint>, Stabilized<Livens>)
)]
struct Planes {
    e: f64,
}

fn failed<D>(scheme: D, e: f64) -> Option<Failure>
where
    Planes: Discretize<D>,
    <Planes as Discretize<D>>::Report: core::fmt::Debug,
{
    let mut motion =
        Integrator::new(Planes { e }, scheme, 0.01, [0.0; 4], [0.0; 4]).expect("independent by 1e-9");
    let failure = (0..5)
        .find_map(|_| motion.step().err())
        .map(|error| error.failure);
    // A step that fails changes nothing.
    assert!(failure.is_none() || motion.steps() < 5);
    failure
}

#[test]
fn nearly_dependent_constraints_are_named() {
    fn check<D: Copy>(scheme: D)
    where
        Planes: Discretize<D>,
        <Planes as Discretize<D>>::Report: core::fmt::Debug,
    {
        // The square of 1e-9 is far below ε, that of 1e-4 far above it.
        let failure = failed(scheme, 1e-9);
        let Some(Failure::NearlyDependent {
            constraint: "near",
            part,
        }) = failure
        else {
            panic!("{failure:?}");
        };
        // Of entries of size one e is left, to a power of two in the weights of columns.
        assert!((0.5e-9..=2e-9).contains(&part), "{part:e}");
        assert_eq!(failed(scheme, 1e-4), None);
    }
    check(Verlet);
    check(Midpoint);
    check(Livens);
    check(Galerkin::<2, Gauss<2>>::default());
    check(Hermite::<P2>::default());
    check(NullSpace(Midpoint));
    check(Stabilized(Livens));
}
