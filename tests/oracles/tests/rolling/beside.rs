//! Beside holonomic constraints, inputs, and functions that integrate the constraint.

use extremal::nalgebra::SVector;
use extremal::prelude::*;

use super::support::order::extrapolated;
use super::systems::distance;

type Column<const N: usize> = SVector<f64, N>;

/// A wheel on a string that is wound up: rolling that is integrable.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.5 * dt(x).powi(2) + 0.2 * dt(phi).powi(2),
    potential = 0.5 * x.powi(2),
    force(phi = -0.3 * sin(phi)),
    rolling(no_slip = dt(x) - 0.7 * dt(phi)),
    discretize(Verlet, Midpoint, Livens)
)]
struct Rolling;

/// The same by its angle.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi),
    kinetic = 0.5 * (0.7 * dt(phi)).powi(2) + 0.2 * dt(phi).powi(2),
    potential = 0.5 * (0.7 * phi).powi(2),
    force(phi = -0.3 * sin(phi)),
    discretize(Verlet, Midpoint, Livens)
)]
struct Angle;

/// A constant A is that of a linear g: both schemes are the scheme in the free coordinate.
fn is_the_same<D: Copy>(scheme: D)
where
    Rolling: Discretize<D, Inputs = [f64; 0]>,
    Angle: Discretize<D, Inputs = [f64; 0]>,
{
    let mut rolling = Integrator::new(Rolling, scheme, 0.05, [0.7, 1.0], [0.35, 0.5]).expect("it rolls");
    let mut angle = Integrator::new(Angle, scheme, 0.05, [1.0], [0.5]).expect("a start");
    for _ in 0..1000 {
        rolling.step().expect("a regular step");
        angle.step().expect("a regular step");
        let (q, p) = (rolling.state().q, rolling.state().p);
        let (phi, sum) = (angle.state().q[0], angle.state().p[0]);
        // Rounding of a thousand steps.
        assert!(distance(&[q[0], q[1]], &[0.7 * phi, phi]) < 1e-12);
        assert!((0.7 * p[0] + p[1] - sum).abs() < 1e-12);
    }
}

#[test]
fn an_integrable_constraint_is_that_of_its_function() {
    is_the_same(Verlet);
    is_the_same(Midpoint);
    is_the_same(Livens);
}

/// A skate whose place is held on a circle of radius one by a rod, and whose blade may turn: the velocity vanishes unless the
/// blade is along the circle.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2], phi),
    inputs(u),
    kinetic = 0.5 * dt(r).norm_squared() + 0.1 * dt(phi).powi(2),
    force(r = [-u * r[1], u * r[0]]),
    constraint(rod = r.norm_squared() - 1),
    rolling(blade = (r[1] * dt(r[0]) - r[0] * dt(r[1])) + dt(phi)),
    output(pull = multiplier(rod), turn = multiplier(blade)),
    discretize(Verlet, Midpoint, Livens)
)]
struct Carousel;

/// r = (cos α, sin α): the blade turns with α, and (1 + 0.2) α̈ = u. Order 2 with 200 steps: a tolerance of h² times some.
fn turns<D: Copy>(scheme: D)
where
    Carousel: Discretize<D, Inputs = [f64; 1]>,
{
    let h = 0.01;
    let mut motion =
        Integrator::new(Carousel, scheme, h, [1.0, 0.0, 0.0], [0.0, 0.4, 0.4]).expect("it turns");
    for _ in 0..200 {
        motion.step_with([0.5]).expect("a regular step");
    }
    let State { t, q, p } = motion.state();
    let (alpha, rate) = (0.4 * t + 0.25 * t * t / 1.2, 0.4 + 0.5 * t / 1.2);
    let (sin, cos) = alpha.sin_cos();
    assert!(distance(q.as_slice(), &[cos, sin, alpha]) < 1e-3, "{q}");
    assert!(
        distance(p.as_slice(), &[-rate * sin, rate * cos, 0.2 * rate]) < 1e-3,
        "{p}"
    );
    let v = [-rate * sin, rate * cos, rate].into();
    let q = [cos, sin, alpha].into();
    // 2 λ = α̇² holds the place on its circle, and 0.2 α̈ = −μ.
    let pull = Carousel.pull(t, &q, &v, &[0.5]).expect("masses");
    let turn = Carousel.turn(t, &q, &v, &[0.5]).expect("masses");
    assert!((pull - 0.5 * rate * rate).abs() < 1e-13 && (turn + 0.2 * 0.5 / 1.2).abs() < 1e-13);
}

#[test]
fn both_kinds_of_constraints_hold_together() {
    turns(Verlet);
    turns(Midpoint);
    turns(Livens);
}

/// The frequency is that of the free coordinate. A part of the momentum changes its sign in each step; it is not counted as a
/// vibration.
#[test]
fn vibrations_are_those_that_the_constraint_leaves() {
    let rolling = Integrator::new(Rolling, Midpoint, 0.3, [0.0; 2], [0.0; 2]).expect("at rest");
    let angle = Integrator::new(Angle, Midpoint, 0.3, [0.0], [0.0]).expect("at rest");
    let (found, one) = (
        rolling.frequencies().expect("eigenvalues"),
        angle.frequencies().expect("eigenvalues"),
    );
    assert!(
        found.len() == 1 && (found[0] - one[0]).abs() < 1e-7,
        "{found:?} is not {one:?}"
    );
    // ω² = (0.49 + 0.3)/(0.49 + 0.4)
    assert!((one[0] - (0.79_f64 / 0.89).sqrt()).abs() < 1e-12);
}

/// An oscillator with a needle that has no mass and turns as fast as the oscillator is out.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, z),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    massless(z),
    rolling(needle = dt(z) - x),
    discretize(Verlet, Midpoint, Livens)
)]
struct Needle;

/// The same beside a constraint on coordinates, which has velocities at the end of a step: not that of z.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, z, y),
    kinetic = 0.5 * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    potential = 0.5 * x.powi(2) + 0.5 * y.powi(2),
    massless(z),
    constraint(rod = x - y),
    rolling(needle = dt(z) - x),
    discretize(Verlet, Midpoint, Livens)
)]
struct TiedNeedle;

/// x = cos t, z = sin t, y = cos t.
fn integrates<S, const N: usize, D: Copy>(system: S, scheme: D, name: &str)
where
    S: Discretize<D, Inputs = [f64; 0]>
        + Lagrangian<Scalar = f64, Configuration = Column<N>, Velocity = Column<N>, Momentum = Column<N>>
        + Copy,
{
    let error = |steps: usize| {
        let numbers = |of: [f64; 3]| Column::<N>::from_fn(|k, _| of[k]);
        let start = (numbers([1.0, 0.0, 1.0]), numbers([0.0, 1.0, 0.0]));
        let mut motion =
            Integrator::new(system, scheme, 2.0 / steps as f64, start.0, start.1).expect("a start");
        motion.step_many(steps).expect("regular steps");
        let State { t, q, p } = motion.state();
        assert!(p[1].abs() < 1e-15, "{name}: {p}");
        distance(q.as_slice(), &[t.cos(), t.sin(), t.cos()]).max((p[0] + t.sin()).abs())
    };
    let (coarse, fine) = (error(50), error(100));
    assert!((coarse / fine - 4.0).abs() < 0.1, "{name}: {coarse:e}, {fine:e}");
}

#[test]
fn a_coordinate_without_mass_follows_its_constraint() {
    integrates(Needle, Verlet, "Verlet");
    integrates(Needle, Midpoint, "Midpoint");
    integrates(Needle, Livens, "Livens");
    integrates(TiedNeedle, Verlet, "Verlet, tied");
    integrates(TiedNeedle, Midpoint, "Midpoint, tied");
    integrates(TiedNeedle, Livens, "Livens, tied");
}

/// A skate near the speed of light, whose L is not quadratic in the velocities.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    lagrangian = -sqrt(1 - dt(x).powi(2) - dt(y).powi(2)) + 0.5 * dt(phi).powi(2) - 0.3 * x - 0.1 * x.powi(2),
    rolling(blade = sin(phi) * dt(x) - cos(phi) * dt(y)),
    discretize(Verlet, Midpoint, Livens)
)]
struct Fast;

/// Along the blade s = v/√(1 − v²) is the momentum: ṡ = −(0.3 + 0.2 x) cos φ, φ = ω t.
fn is_relativistic<D: Copy>(scheme: D, name: &str)
where
    Fast: Discretize<D, Inputs = [f64; 0]>,
{
    let (end, v0, omega) = (2.0, 0.4, 0.9);
    let rate = |t: f64, [x, _, s]: [f64; 3]| {
        let ((sin, cos), v) = ((omega * t).sin_cos(), s / (1.0 + s * s).sqrt());
        [v * cos, v * sin, -(0.3 + 0.2 * x) * cos]
    };
    let [x, y, s] = extrapolated(rate, [0.0, 0.0, v0 / f64::sqrt(1.0 - v0 * v0)], end, 20);
    let (sin, cos) = (omega * end).sin_cos();
    let error = |steps: usize| {
        let v = [v0, 0.0, omega];
        let mut motion = Integrator::new(Fast, scheme, end / steps as f64, [0.0; 3], v).expect("it skates");
        motion.step_many(steps).expect("regular steps");
        let State { q, p, .. } = motion.state();
        [
            distance(q.as_slice(), &[x, y, omega * end]),
            distance(p.as_slice(), &[s * cos, s * sin, omega]),
        ]
    };
    let (coarse, fine) = (error(100), error(200));
    for (coarse, fine) in coarse.iter().zip(fine) {
        assert!((coarse / fine - 4.0).abs() < 0.2, "{name}: {coarse:e}, {fine:e}");
    }
}

#[test]
fn momenta_need_not_be_linear_in_the_velocities() {
    is_relativistic(Verlet, "Verlet");
    is_relativistic(Midpoint, "Midpoint");
    is_relativistic(Livens, "Livens");
}
