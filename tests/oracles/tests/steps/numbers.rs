//! Numbers from independent programs, in exact or 40-digit arithmetic.
//!
//! Tolerances: 1e-14 relative to the largest value during the run, times the square root of the number of steps, for rounding.

use extremal::DiscreteAction;
use extremal::prelude::*;

/// L = ½ m (l θ̇)² + m g l cos θ.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet, Galerkin<1, Trapezoid<1>>, Galerkin<1, Lobatto<2>>)
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// L = ½ m ẋ² − ½ c x², with f = −d ẋ.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x) * dt(x),
    potential = 0.5 * c * x.powi(2),
    dissipation = 0.5 * d * dt(x).powi(2),
    discretize(Midpoint, Galerkin<1, Gauss<2>>, Galerkin<1, Lobatto<3>>)
)]
struct Oscillator {
    m: f64,
    c: f64,
    d: f64,
}

fn assert_close(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found}, expected {expected}"
    );
}

/// The trapezoidal rule has three names here; all of them are the Störmer–Verlet scheme.
#[test]
fn verlet_on_the_pendulum() {
    fn check<D: Default + Copy>(scheme: D)
    where
        Pendulum: Discretize<D>,
    {
        let pendulum = Pendulum {
            m: 2.0,
            l: 1.5,
            g: 9.81,
        };
        let mut motion =
            Integrator::new(&pendulum, scheme, 0.1, [2.0 * core::f64::consts::PI / 5.0], [0.2]).unwrap();
        for _ in 0..100 {
            motion.step().unwrap();
        }
        let State { t, q, p } = motion.state();
        assert_close(t, 10.0, 0.0);
        assert_close(q[0], -0.657_210_702_806_577_8, 1e-13);
        assert_close(p[0], 11.277_004_336_205_957, 2e-12);
    }
    check(Verlet);
    check(Galerkin::<1, Trapezoid<1>>::default());
    check(Galerkin::<1, Lobatto<2>>::default());
}

/// Capobianco (2015), figure A.1: linear elements, exact integrals, the initial momentum as condition.
#[test]
fn linear_elements_on_the_oscillator() {
    fn check<D: Default + Copy>(scheme: D)
    where
        Oscillator: Discretize<D>,
    {
        let oscillator = Oscillator {
            m: 1.0,
            c: 1.0,
            d: 0.0,
        };
        let mut motion = Integrator::new(&oscillator, scheme, 0.5, [0.5], [0.5]).unwrap();
        for expected in [0.68, 0.6968, 0.546_368, 0.264_807_68] {
            motion.step().unwrap();
            assert_close(motion.state().q[0], expected, 1e-15);
        }
    }
    check(Galerkin::<1, Gauss<2>>::default());
    check(Galerkin::<1, Lobatto<3>>::default());
}

/// The same figure with the velocity of the first element as the condition: its other end is q₀ + h v₀, and the motion continues with the
/// momentum there. This has only order one, so it should not be used otherwise.
#[test]
fn linear_elements_from_the_velocity_of_the_first() {
    let oscillator = Oscillator {
        m: 1.0,
        c: 1.0,
        d: 0.0,
    };
    let scheme = Galerkin::<1, Gauss<2>>::default();
    let (h, q0, v0) = (0.5, [0.5].into(), [0.5]);
    let p = DiscreteAction::<Galerkin<1, Gauss<2>>>::momentum_after(&oscillator, 0.0, h, &q0, &v0, &[]);
    let q = [q0[0] + h * v0[0]].into();
    let mut motion = Integrator::from_state(&oscillator, scheme, h, State { t: h, q, p }).unwrap();
    assert_close(motion.state().q[0], 0.75, 0.0);
    for expected in [0.82, 0.6932, 0.400_032] {
        motion.step().unwrap();
        assert_close(motion.state().q[0], expected, 1e-15);
    }
}

#[test]
fn the_damped_oscillator() {
    let oscillator = Oscillator {
        m: 1.0,
        c: 1.0,
        d: 0.1,
    };
    let mut motion = Integrator::new(&oscillator, Midpoint, 0.2, [1.0], [0.0]).unwrap();
    motion.step().unwrap();
    assert_close(motion.state().q[0], 0.980_392_156_862_745, 1e-15);
    assert_close(motion.state().p[0], -0.196_078_431_372_549, 1e-15);
    for _ in 0..3 {
        motion.step().unwrap();
    }
    assert_close(motion.state().q[0], 0.706_542_200_298_262_5, 2e-15);
    assert_close(motion.state().p[0], -0.687_930_779_883_7, 2e-14);
}
