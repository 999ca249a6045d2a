//! Massless coordinates, such as internal variables, in systems whose constraints do not contain them.

use extremal::prelude::*;

/// A pendulum in Cartesian coordinates that pulls a dashpot through a spring. s is the length of the dashpot.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(s, r[2]),
    massless(s),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * 9.81 * r[1] + 0.5 * k * (s - r[0]).powi(2),
    dissipation = 0.5 * eta * dt(s).powi(2),
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>)
)]
struct Cartesian {
    m: f64,
    k: f64,
    eta: f64,
}

/// The same system in the angle.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(s, theta),
    massless(s),
    kinetic = 0.5 * m * dt(theta).powi(2),
    potential = -m * 9.81 * cos(theta) + 0.5 * k * (s - sin(theta)).powi(2),
    dissipation = 0.5 * eta * dt(s).powi(2),
    discretize(Galerkin<3, Gauss<3>>)
)]
struct Angle {
    m: f64,
    k: f64,
    eta: f64,
}

/// s, sin θ and −cos θ at the end of two seconds by elements of degree three.
fn reference() -> [f64; 3] {
    let angle = Angle {
        m: 1.3,
        k: 20.0,
        eta: 4.0,
    };
    let scheme = Galerkin::<3, Gauss<3>>::default();
    let mut motion = Integrator::new(angle, scheme, 1e-3, [0.9, 1.0], [0.0, 0.0]).expect("a start");
    for _ in 0..2000 {
        motion.step().expect("a regular motion");
    }
    let (sin, cos) = motion.state().q[1].sin_cos();
    [motion.state().q[0], sin, -cos]
}

fn error<D>(scheme: D, steps: usize) -> f64
where
    Cartesian: Discretize<D>,
    D: Clone,
{
    let cartesian = Cartesian {
        m: 1.3,
        k: 20.0,
        eta: 4.0,
    };
    let (sin, cos) = 1.0_f64.sin_cos();
    let start = [0.9, sin, -cos];
    let mut motion =
        Integrator::new(cartesian, scheme, 2.0 / steps as f64, start, [0.0; 3]).expect("a start");
    let mut together = motion.clone();
    for _ in 0..steps {
        motion.step().expect("a regular motion");
    }
    together.step_many(steps).expect("a regular motion");
    assert_eq!(together.state(), motion.state());
    let q = motion.state().q;
    let differences = reference().into_iter().zip(q.iter());
    differences.fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

/// The momentum of s remains zero, and the equations do not contain its velocity at the end of a step.
#[test]
fn massless_unconstrained_coordinates_move_as_in_minimal_coordinates() {
    let order = |errors: [f64; 2]| (errors[0] / errors[1]).log2();
    for (order, expected) in [
        (order([200, 400].map(|steps| error(Midpoint, steps))), 2.0),
        (
            order([200, 400].map(|steps| error(NullSpace(Midpoint), steps))),
            2.0,
        ),
        (
            order([50, 100].map(|steps| error(Galerkin::<2, Gauss<2>>::default(), steps))),
            4.0,
        ),
        (
            order([50, 100].map(|steps| error(NullSpace(Galerkin::<2, Gauss<2>>::default()), steps))),
            4.0,
        ),
    ] {
        // The next order is a tenth of the error at these step sizes.
        assert!((order - expected).abs() < 0.2, "{order}, expected {expected}");
    }
}

/// A massless body in a fluid: ẋ = -x³, so that x = x₀/√(1 + 2 x₀² t).
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    massless(x),
    potential = 0.25 * x.powi(4),
    dissipation = 0.5 * dt(x).powi(2),
    discretize(Midpoint, Galerkin<2, Gauss<2>>)
)]
struct Fluid;

/// The order of x between steps of 1/16 and 1/32, and the largest p.
fn relaxation<D: Copy>(scheme: D) -> (f64, f64)
where
    Fluid: Discretize<D, Scalar = f64>,
{
    let run = |steps: u32| {
        let start = Integrator::new(Fluid, scheme, 1.0 / f64::from(steps), [1.0], [-1.0]);
        let (mut motion, mut p) = (start.expect("the balance holds"), 0.0_f64);
        for _ in 0..steps {
            motion.step().expect("a regular motion");
            p = p.max(motion.state().p[0].abs());
        }
        ((motion.state().q[0] - 1.0 / 3.0_f64.sqrt()).abs(), p)
    };
    let (coarse, (fine, p)) = (run(16).0, run(32));
    ((coarse / fine).log2(), p)
}

/// With as many points as the degree the balance of forces holds at them, and p stays 0.
#[test]
fn friction_without_mass_has_the_order_of_its_quadrature() {
    // Orders at these steps are within 0.2 of their limits.
    let near = |found: f64, order: f64| assert!((found - order).abs() < 0.2, "{found} {order}");
    for (found, order) in [
        (relaxation(Midpoint), 2.0),
        (relaxation(Galerkin::<2, Gauss<2>>::default()), 4.0),
    ] {
        near(found.0, order);
        // Rounding.
        assert!(found.1 < 1e-15, "{found:?}");
    }
}
