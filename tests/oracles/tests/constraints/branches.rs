//! Steps that iterate on multipliers alone find the solution on the right branch in few iterations. If a constraint vanishes with all
//! of its terms, iterations end.

use extremal::prelude::*;

/// A rod between a heavy direction and a light one.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (m * dt(x).powi(2) + n * dt(y).powi(2)),
    potential = 10 * y,
    constraint(rod = 0.5 * (x.powi(2) + y.powi(2) - 1)),
    discretize(Verlet, Midpoint, NullSpace<Verlet>, NullSpace<Midpoint>)
)]
struct Light {
    m: f64,
    n: f64,
}

/// From λ = 0 the free step of the light direction is a third of the rod's length. The root that Newton's method finds from there is
/// the mirror image, y = −0.8.
#[test]
fn the_first_step_of_a_light_mass_is_not_mirrored() {
    let start = || Light { m: 1.0, n: 0.03 };
    let mut verlet = Integrator::new(start(), Verlet, 0.1, [0.6, 0.8], [0.0; 2]).expect("a start");
    let mut midpoint = Integrator::new(start(), Midpoint, 0.1, [0.6, 0.8], [0.0; 2]).expect("a start");
    let mut other = Integrator::new(start(), NullSpace(Verlet), 0.1, [0.6, 0.8], [0.0; 2]).expect("a start");
    for _ in 0..3 {
        verlet.step().expect("a regular motion");
        midpoint.step().expect("a regular motion");
        other.step().expect("a regular motion");
        // Rounding over the light mass: a few times ε / 0.03. V is linear, so both schemes are the same.
        assert!(
            (verlet.state().q - other.state().q).norm() < 1e-13,
            "{:?}",
            verlet.state()
        );
        assert!(
            (midpoint.state().q - other.state().q).norm() < 1e-13,
            "{:?}",
            midpoint.state()
        );
        // An error of order h², a quarter with these steps; on the mirrored branch the energy is lower by 16.
        assert!((verlet.energy() - 8.0).abs() < 4.0, "{}", verlet.energy());
    }
}

/// A spherical pendulum above a groove.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[2] + 0.3 * r[0].powi(4),
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Verlet, NullSpace<Verlet>)
)]
struct Groove;

/// Newton's method converges quadratically for steps of an eighth of a swing as well.
#[test]
fn long_steps_take_a_few_iterations() {
    let mut motion =
        Integrator::new(Groove, Verlet, 0.2, [0.6, 0.0, -0.8], [0.0, 1.0, 0.0]).expect("a start");
    let mut iterations = 0;
    for _ in 0..200 {
        let report = motion.step().expect("a regular motion").convergence;
        // The residual is that of the constraint.
        assert!(report.residual_norm > 0.0 || motion.state().q.norm() == 1.0);
        assert!(report.residual_norm < 1e-14, "{report:?}");
        iterations += report.iterations;
    }
    assert!(iterations < 200 * 5, "{iterations}");
}

/// y = 0, written with terms that all vanish there.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * (x.powi(2) + 2 * y.powi(2)) + x,
    constraint(one = y * (2 + cos(x))),
    discretize(Verlet, Galerkin<2, Gauss<2>>, NullSpace<Galerkin<3, Gauss<3>>>)
)]
struct Flat;

#[test]
fn iterations_end_when_a_constraint_vanishes_with_its_terms() {
    fn check<D>(scheme: D)
    where
        Flat: Discretize<D>,
    {
        let mut motion = Integrator::new(Flat, scheme, 0.1, [1.0, 0.0], [0.3, 0.0]).expect("a start");
        for _ in 0..1000 {
            motion.step().expect("a regular motion");
            // The terms give no scale for the rounding floor: a few hundred ε of coordinates of size one, and no drift.
            assert!(motion.state().q[1].abs() < 1e-13, "{:?}", motion.state());
        }
    }
    check(Verlet);
    check(Galerkin::<2, Gauss<2>>::default());
    check(NullSpace(Galerkin::<3, Gauss<3>>::default()));
}
