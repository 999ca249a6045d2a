//! Outputs that contain multipliers: the tension of a rod against the formula of textbooks, and its order.

use extremal::Constrained;
use extremal::prelude::*;
use extremal::schemes::Stabilized;

use super::support::slope::slope;

/// A bob on a rod. With g = |r| − l the multiplier is the tension.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    constraint(rod = r.norm() - l),
    let pull = multiplier(rod) / l * r,
    output(tension = multiplier(rod), loads = [pull[0], pull[1] - m * g], height = r[1]),
    discretize(
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>, Livens, Stabilized<Livens>
    )
)]
struct Bob {
    m: f64,
    l: f64,
    g: f64,
}

const BOB: Bob = Bob {
    m: 1.3,
    l: 0.8,
    g: 9.81,
};

/// The same bob by its angle, with T = m v²/l + m g cos θ.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    output(tension = m * l * dt(theta).powi(2) + m * g * cos(theta)),
    discretize(Galerkin<4, Gauss<4>>)
)]
struct Angle {
    m: f64,
    l: f64,
    g: f64,
}

const ANGLE: (f64, f64) = (1.1, 2.3);
const END: f64 = 0.6;

fn start<D>(scheme: D, h: f64) -> Integrator<Bob, D, <Bob as Discretize<D>>::Memory>
where
    Bob: Discretize<D>,
{
    let ((sin, cos), rate) = (ANGLE.0.sin_cos(), BOB.l * ANGLE.1);
    let (q, v) = ([BOB.l * sin, -BOB.l * cos], [rate * cos, rate * sin]);
    Integrator::new(BOB, scheme, h, q, v).expect("a start on the rod")
}

fn tension<D>(motion: &Integrator<Bob, D, <Bob as Discretize<D>>::Memory>) -> f64
where
    Bob: Discretize<D>,
{
    let (State { t, q, .. }, v) = (motion.state(), motion.velocity().expect("a regular mass matrix"));
    BOB.tension(t, &q, &v).expect("a rod that holds the bob")
}

/// The multiplier is that of the continuous motion through the state: before the first step and after each one.
fn check_states<D>(scheme: D)
where
    Bob: Discretize<D>,
{
    let mut motion = start(scheme, 0.01);
    for _ in 0..20 {
        let (State { t, q, .. }, v) = (motion.state(), motion.velocity().expect("a regular mass matrix"));
        let along = q.normalize();
        // |r| is constant to second order: m (|v|² − (v·e)²)/|r| − m g y/|r| − λ = 0.
        let by_hand = BOB.m * (v.norm_squared() - v.dot(&along).powi(2) - BOB.g * q[1]) / q.norm();
        let outputs = motion.outputs().expect("a rod that holds the bob");
        // A few roundings of numbers of size ten.
        let close =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-13, "{found} {expected}");
        close(outputs[0], by_hand);
        close(outputs[1], by_hand * q[0] / BOB.l);
        close(outputs[2], by_hand * q[1] / BOB.l - BOB.m * BOB.g);
        assert_eq!(outputs[3], q[1]);
        assert_eq!(outputs[0], tension(&motion));
        assert_eq!(
            outputs[0],
            BOB.multipliers(t, &q, &v, &[]).expect("a rod that holds the bob")[0]
        );
        let loads = BOB.loads(t, &q, &v).expect("a rod that holds the bob");
        assert_eq!(loads.as_slice(), &outputs[1..3]);
        motion.step().expect("a small step");
    }
}

#[test]
fn multipliers_in_outputs_are_those_of_the_state() {
    check_states(Verlet);
    check_states(Midpoint);
    check_states(Galerkin::<2, Gauss<2>>::default());
    check_states(NullSpace(Midpoint));
    check_states(Livens);
    check_states(Stabilized(Livens));
}

#[test]
fn the_tension_at_the_start_is_that_of_textbooks() {
    let (theta, rate) = ANGLE;
    let expected = BOB.m * BOB.l * rate * rate + BOB.m * BOB.g * theta.cos();
    let found = tension(&start(Midpoint, 0.01));
    // A few roundings of numbers of size ten.
    assert!((found - expected).abs() < 1e-13, "{found} {expected}");
}

fn reference() -> f64 {
    let Bob { m, l, g } = BOB;
    let scheme = Galerkin::<4, Gauss<4>>::default();
    let mut motion = Integrator::new(Angle { m, l, g }, scheme, END / 400.0, [ANGLE.0], [ANGLE.1])
        .expect("a regular motion");
    for _ in 0..400 {
        motion.step().expect("a small step");
    }
    motion.outputs().expect("a formula of the state")[0]
}

fn order<D: Copy>(scheme: D, coarse: usize) -> f64
where
    Bob: Discretize<D>,
{
    let reference = reference();
    let errors = [1, 2, 4].map(|finer| {
        let steps = coarse * finer;
        let mut motion = start(scheme, END / steps as f64);
        for _ in 0..steps {
            motion.step().expect("a small step");
        }
        (steps, (tension(&motion) - reference).abs())
    });
    // Rounding of some hundred steps, in a number of size twenty.
    slope(errors.into_iter(), 1e-12)
}

#[test]
fn the_tension_has_the_order_of_the_scheme() {
    let is = |found: f64, order: f64| assert!((found - order).abs() < 0.1, "{found} of {order}");
    is(order(Verlet, 60), 2.0);
    is(order(Midpoint, 60), 2.0);
    is(order(NullSpace(Midpoint), 60), 2.0);
    is(order(Livens, 60), 2.0);
    is(order(Stabilized(Livens), 60), 2.0);
    is(order(Galerkin::<2, Gauss<2>>::default(), 15), 4.0);
}

/// A body on a wire, with a hinge of two numbers: multipliers by their places.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2]),
    inputs(push),
    kinetic = 0.5 * (dt(a).norm_squared() + 3 * dt(b).norm_squared()),
    potential = 9.81 * (a[1] + 3 * b[1]) + 0.5 * b.norm_squared(),
    force(b[1] = push),
    constraint(wire = a[0], hinge = a - b),
    output(side = multiplier(wire), hinge_forces = multiplier(hinge), lift = 2 * multiplier(hinge)[1]),
    discretize(Midpoint)
)]
struct Hinge;

#[test]
fn multipliers_of_vectors_have_their_places() {
    let (q, v, u) = ([0.0, 0.4, 0.0, 0.4].into(), [0.0, 1.0, 0.0, 1.0].into(), [2.0]);
    let [side, x, y] = Hinge
        .multipliers(0.0, &q, &v, &u)
        .expect("independent constraints");
    assert_eq!(Hinge.outputs(0.0, &q, &v, &u), Ok([side, x, y, 2.0 * y]));
    let hinge = Hinge
        .hinge_forces(0.0, &q, &v, &u)
        .expect("independent constraints");
    assert_eq!(hinge.as_slice(), [x, y]);
    // 4 a = −4 · 9.81 − y + push, and −λ on the lower body: a = −9.81 − λ.
    let acceleration = (2.0 - 0.4) / 4.0 - 9.81;
    assert!((y + acceleration + 9.81).abs() < 1e-14, "{y}");
    // The multipliers depend on forces, and so on the input.
    assert_eq!(Hinge::OUTPUTS_OF_INPUTS, [true; 4]);
    assert_eq!(Hinge::OUTPUTS_OF_MULTIPLIERS, [true; 4]);
    assert_eq!(Bob::OUTPUTS_OF_MULTIPLIERS, [true, true, true, false]);
    assert!(Angle::OUTPUTS_OF_MULTIPLIERS.is_empty());
}
