//! Systems that are not smooth, regular or quadratic: piecewise formulas, singular masses, powers at zero.

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

/// The tangent is constant on either side of v = 0, but the equations are not linear.
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
        // A few contacts of about 1000 steps each: (π/1000)²/24 of the energy during a contact, and less after it.
        assert!((motion.energy() / energy - 1.0).abs() < 1e-5);
    }
    check(Verlet);
    check(Midpoint);
}

/// M = [[2a, 1], [1, 0]]: regular, but a small a must not be a pivot.
#[derive(Lagrangian)]
#[lagrangian(coordinates(x, y), lagrangian = a * dt(x).powi(2) + dt(x) * dt(y))]
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
        // A loss of three digits is accepted.
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

/// x = 1/√(1 + t²/3) is the solution from x = 1 at rest; here it is used from t = 1.
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

/// Steps so long that twelve unknowns barely resolve the motion. The equations have several solutions, and the step has to find the
/// one that belongs to the motion. An unchecked guess from the polynomial through the stages leads to others.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    kinetic = 0.5 * (2.0 * dt(a).powi(2) + dt(b).powi(2) + 2.0 * dt(a) * dt(b) * cos(a - b)),
    potential = -9.81 * (2.0 * cos(a) + cos(b)),
    discretize(Galerkin<6, Gauss<6>>)
)]
struct Wild;

fn stays_on_its_motion<D>(scheme: D, h: f64, q: [f64; 2], v: [f64; 2])
where
    Wild: Discretize<D>,
{
    let mut motion = Integrator::new(Wild, scheme, h, q, v).expect("a good start");
    let energy = motion.energy();
    for _ in 0..300 {
        motion.step().expect("a step that has a solution");
        // The kinetic energy is up to 90; with another solution the error would be thousands.
        let error = (motion.energy() - energy).abs();
        assert!(
            error < 1.0,
            "{h} from {q:?}: energy off by {error} at {}",
            motion.time()
        );
    }
}

#[test]
fn long_steps_stay_on_their_motion() {
    let scheme = Galerkin::<6, Gauss<6>>::default();
    for k in [19, 20, 23, 32, 35] {
        let number = |j: u32| 6.0 * (f64::from(7 * k + j) * 0.618_033_988_749_894).fract() - 3.0;
        stays_on_its_motion(scheme, 0.1, [number(1), number(2)], [number(3), number(4)]);
    }
    stays_on_its_motion(scheme, 0.21, [0.87, 0.04], [0.03, -0.85]);
    let (q, v) = (
        [-2.787_852_597_797_517, 1.840_136_352_479_775_4],
        [-1.153_389_578_456_833_8, -1.121_949_609_706_591_3],
    );
    stays_on_its_motion(scheme, 0.095_093_813_616_433_67, q, v);
}

/// A ball that falls through air from rest, where |v| is not differentiable; the drag c |v| v written in four ways.
mod drag {
    use super::*;

    macro_rules! ball {
        ($name:ident: $($declared:tt)*) => {
            #[derive(Lagrangian)]
            #[lagrangian(
                coordinates(r[2]),
                inputs(wind),
                kinetic = 0.5 * dt(r).norm_squared(),
                potential = g * r[1],
                $($declared)*,
                discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Lobatto<4>>)
            )]
            pub(super) struct $name {
                pub(super) g: f64,
                pub(super) c: f64,
            }
        };
    }

    ball!(Cubed: dissipation = c / 3 * dt(r).norm().powi(3), force(r = [wind, 0.0]));
    ball!(Power: dissipation = c / 3 * dt(r).norm_squared().powf(1.5), force(r = [wind, 0.0]));
    ball!(Vector: force(r = [wind, 0.0] - c * dt(r).norm() * dt(r)));
    ball!(Root: force(r = [wind, 0.0] - c * sqrt(dt(r).dot(dt(r))) * dt(r)));
}

/// v = −√(g/c) tanh(√(g c) t), after a fifth of a second in steps of 0.002.
macro_rules! falls {
    ($ball:ident, $scheme:expr, $tolerance:expr) => {{
        let (g, c) = (9.81, 0.5_f64);
        let mut motion = Integrator::new(drag::$ball { g, c }, $scheme, 0.002, [0.0; 2], [0.0; 2]).unwrap();
        for _ in 0..100 {
            motion.step_with([0.0]).unwrap();
        }
        let exact = -(g / c).sqrt() * ((g * c).sqrt() * 0.2).tanh();
        let error = (motion.state().p[1] - exact).abs();
        assert!(error < $tolerance, "{}: {error}", stringify!($ball));
        // Without forces it stays at rest.
        let mut motion =
            Integrator::new(drag::$ball { g: 0.0, c }, $scheme, 0.1, [0.3; 2], [0.0; 2]).unwrap();
        motion.step_with([0.0]).unwrap();
        assert_eq!(motion.state().q.as_slice(), [0.3; 2]);
        motion.step_with([1.0]).unwrap();
        assert!(motion.state().q[0] > 0.3 && motion.state().q[1] == 0.3);
    }};
}

#[test]
fn drag_takes_a_motion_from_rest() {
    // √(g c) h = 0.0044: its square is 2e-5 of the 0.12 by which drag slows the ball. Schemes of higher order have the error of the
    // kink of |v| at the start, which has order three.
    macro_rules! every {
        ($($ball:ident),*) => {$(
            falls!($ball, Verlet, 5e-6);
            falls!($ball, Midpoint, 5e-6);
            falls!($ball, Galerkin::<2, Gauss<2>>::default(), 1e-9);
            falls!($ball, Galerkin::<3, Lobatto<4>>::default(), 1e-9);
        )*};
    }
    every!(Cubed, Power, Vector, Root);
}

/// A hardening spring and a force that depends on an input, both far from the origin.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * a * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 0.5 * k * (x - d).powi(4) - b * cos(y),
    force(x = -u * (x - d).powi(3)),
    discretize(Verlet)
)]
struct FarAway {
    a: f64,
    b: f64,
    k: f64,
    d: f64,
}

/// Verlet's sums must not be multiplied out: (x − d)⁴ as a polynomial loses fifteen digits at d = 10⁵.
#[test]
fn powers_of_small_differences_do_not_cancel() {
    let (k, d, u, h) = (3.0, 1e5, 2.0, 0.01);
    let system = FarAway { a: 1.0, b: 2.0, k, d };
    let mut motion = Integrator::new(&system, Verlet, h, [d + 0.5, 0.4], [0.0, 0.0]).unwrap();
    let force = |x: f64| -(2.0 * k + u) * (x - d).powi(3);
    let (mut x, mut p) = (d + 0.5, 0.0);
    for _ in 0..300 {
        motion.step_with([u]).unwrap();
        let half = p + 0.5 * h * force(x);
        x += h * half;
        p = half + 0.5 * h * force(x);
    }
    let State { q, p: momentum, .. } = motion.state();
    // x has 1e-11 at d = 1e5, three hundred times rounded; p follows from it with a stiffness of 4.
    assert!(
        (q[0] - x).abs() < 1e-10 && (momentum[0] - p).abs() < 1e-10,
        "{q} {momentum}"
    );
}

/// Points of quadratures are approximated by rationals. Terms that cancel except for the last digits must not leave a tiny number,
/// which single precision would lose.
#[test]
fn quadratures_leave_no_tiny_numbers() {
    #[derive(Lagrangian)]
    #[lagrangian(
        coordinates(x, y),
        kinetic = 0.5 * a * dt(x).powi(2) + 0.5 * b * dt(y).powi(2),
        potential = c * cos(x - y) + 0.5 * c * y * y,
        discretize(Galerkin<2, Lobatto<3>>)
    )]
    struct Coupled<T: extremal::Scalar> {
        a: T,
        b: T,
        c: T,
    }
    let scheme = Galerkin::<2, Lobatto<3>>::default();
    let single = Coupled {
        a: 1.3_f32,
        b: 0.7,
        c: 0.9,
    };
    let double = Coupled {
        a: 1.3,
        b: 0.7,
        c: 0.9,
    };
    let mut single = Integrator::new(&single, scheme, 0.02, [0.3, -0.2], [0.0, 0.5]).unwrap();
    let mut double = Integrator::new(&double, scheme, 0.02, [0.3, -0.2], [0.0, 0.5]).unwrap();
    for _ in 0..100 {
        single.step().unwrap();
        double.step().unwrap();
    }
    let (single, double) = (single.state(), double.state());
    // A hundred roundings of 6e-8, which grow with the motion.
    assert!((0..2).all(|i| (f64::from(single.q[i]) - double.q[i]).abs() < 1e-5));
    assert!((0..2).all(|i| (f64::from(single.p[i]) - double.p[i]).abs() < 1e-5));
}

/// A temperature as a velocity, with the entropy as its momentum, and an elongation without inertia.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(alpha, x),
    massless(x),
    lagrangian = -c * dt(alpha) * ln(dt(alpha)) - 0.5 * k * x.powi(2),
    force(x = -d * dt(x)),
    discretize(Midpoint)
)]
struct Warm {
    c: f64,
    k: f64,
    d: f64,
}

/// The logarithm is not defined at velocity zero, and M is singular: the energy has to be computed in another way.
#[test]
fn energies_of_logarithms_are_numbers() {
    let warm = Warm {
        c: 2.0,
        k: 3.0,
        d: 1.0,
    };
    let motion = Integrator::new(&warm, Midpoint, 0.1, [0.0, 0.5], [1.5, 0.0]).unwrap();
    // s = -c (ln alpha' + 1), E = s alpha' - L = -c alpha' + k x^2/2, to a few roundings
    assert!(
        (motion.energy() - (-3.0 + 0.375)).abs() < 1e-14,
        "{}",
        motion.energy()
    );
    assert!(motion.velocity().is_err());
    let mut again = Integrator::from_state(&warm, Midpoint, 0.1, motion.state()).unwrap();
    again.step().unwrap();
}
