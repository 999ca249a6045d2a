//! Where smooth, regular, quadratic systems end: pieces, singular masses, powers at zero.

use extremal::Solve;
use extremal::prelude::*;

/// Dry friction: f = −μ sign(v).
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    force(x = if dt(x) > 0.0 { -mu } else { mu }),
)]
struct Sliding {
    m: f64,
    mu: f64,
}

/// The tangent is constant on either side of v = 0, and the equations are not linear.
#[test]
fn a_force_that_switches_is_iterated() {
    fn check<D>(scheme: D)
    where
        Sliding: Discretize<D>,
    {
        assert_eq!(<Sliding as Discretize<D>>::FACTS.solve, Solve::Newton);
        let mut motion = Integrator::new(Sliding { m: 1.0, mu: 1.0 }, scheme, 0.1, [0.0], [1.0]).unwrap();
        for _ in 0..5 {
            motion.step().unwrap();
        }
        // x = v₀ t − μ t²/2m, which both schemes reproduce up to rounding.
        assert!((motion.state().q[0] - 0.375).abs() < 1e-15);
        assert!((motion.state().p[0] - 0.5).abs() < 1e-15);
    }
    check(Verlet);
    check(Midpoint);
}

/// Hertz' contact above a floor: V = 2/5 k (−y)^(5/2) for y < 0.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    potential = m * g * y + 0.4 * k * max(-y, 0.0).powf(2.5),
)]
struct Ball {
    m: f64,
    g: f64,
    k: f64,
}

#[test]
fn a_ball_bounces_on_a_hertzian_floor() {
    fn check<D>(scheme: D)
    where
        Ball: Discretize<D>,
    {
        let ball = Ball {
            m: 1.0,
            g: 9.81,
            k: 1e6,
        };
        let mut motion = Integrator::new(&ball, scheme, 1e-5, [0.1], [0.0]).unwrap();
        let energy = motion.energy();
        for _ in 0..100_000 {
            motion.step().unwrap();
        }
        // A few contacts of about 1000 steps each: (π/1000)²/24 of the energy while one lasts, and less after it.
        assert!((motion.energy() / energy - 1.0).abs() < 1e-5);
    }
    check(Verlet);
    check(Midpoint);
}

/// M = [[2a, 1], [1, 0]]: regular, but a small a is no pivot.
#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = a * dt(x).powi(2) + dt(x) * dt(y))]
struct SmallPivot {
    a: f64,
}

#[test]
fn a_small_pivot_is_not_divided_by() {
    for a in [1e-6, 1e-9, 1e-12, 1e-15, 0.0] {
        let system = SmallPivot { a };
        let v = [0.3, -0.7];
        let p = system.momentum(0.0, &[0.0, 0.0].into(), &v.into());
        let found = system.velocity(0.0, &[0.0, 0.0].into(), &p).unwrap();
        // Three digits may be lost.
        assert!(
            (found[0] - v[0]).abs() < 1e-13 && (found[1] - v[1]).abs() < 1e-13,
            "{a}: {found}"
        );
    }
}

/// Lane and Emden's equation, L = t² (ẋ²/2 − x⁶/6): without mass at t = 0.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * t.powi(2) * dt(x).powi(2),
    potential = t.powi(2) * x.powi(6) / 6.0,
    discretize(Galerkin<3, Gauss<3>>)
)]
struct Star;

/// x = 1/√(1 + t²/3) is the solution from x = 1 at rest; here from t = 1 on.
#[test]
fn the_start_keeps_its_velocity_where_the_mass_was_zero() {
    let x = |t: f64| (1.0 + t * t / 3.0).sqrt().recip();
    let v = |t: f64| -t / 3.0 * x(t).powi(3);
    let scheme = Galerkin::<3, Gauss<3>>::default();
    let motion = Integrator::new(Star, scheme, 0.05, [x(1.0)], [v(1.0)]).unwrap();
    let mut motion = motion.starting_at(1.0).unwrap();
    for _ in 0..40 {
        motion.step().unwrap();
    }
    // Order 6 with derivatives of order one: 0.05⁶ = 1.6e-8, over 7! and less.
    assert!((motion.state().t - 3.0).abs() < 1e-14);
    assert!((motion.state().q[0] - x(3.0)).abs() < 1e-11);
    assert!((motion.state().p[0] - 9.0 * v(3.0)).abs() < 1e-10);
}

/// Steps so long that twelve unknowns barely resolve the motion: equations with several solutions, of which the one that
/// belongs to the motion has to be found. A guess from the polynomial through the stages, taken as it comes, finds others.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = 0.5 * (2.0 * dt(a).powi(2) + dt(b).powi(2) + 2.0 * dt(a) * dt(b) * cos(a - b)),
    potential = -9.81 * (2.0 * cos(a) + cos(b)),
    discretize(Galerkin<6, Gauss<6>>)
)]
struct Wild;

#[test]
fn long_steps_stay_on_their_motion() {
    let scheme = Galerkin::<6, Gauss<6>>::default();
    for k in [19, 20, 23, 32, 35] {
        let number = |j: u32| 6.0 * (f64::from(7 * k + j) * 0.618_033_988_749_894).fract() - 3.0;
        let (q, v) = ([number(1), number(2)], [number(3), number(4)]);
        let mut motion = Integrator::new(Wild, scheme, 0.1, q, v).unwrap();
        let energy = motion.energy();
        for _ in 0..300 {
            motion.step().unwrap();
            // Of up to 90 that are in motion; another solution is off by thousands.
            let error = (motion.energy() - energy).abs();
            assert!(
                error < 1.0,
                "start {k}: energy off by {error} at {}",
                motion.time()
            );
        }
    }
}
