//! Outputs: values of the methods compared with formulas by hand; names and types; and no warnings about unused methods.

#![deny(dead_code, missing_docs, unreachable_pub)]

use extremal::blocks::{Block, Size, Vector};
use extremal::prelude::*;
use extremal::system::VectorSpace;
use extremal::{Scalar, nalgebra};
use nalgebra::{Matrix2x3, RowVector2, SVector, Vector2};

/// A mass on a rod whose pivot moves, and its shadow.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta, r[2]),
    inputs(u),
    let bob = [l * sin(theta) + w * t, -l * cos(theta)],
    kinetic = 0.5 * m * (dt(bob).norm_squared() + dt(r).norm_squared()),
    potential = m * 9.81 * bob[1] + 0.5 * k[1] * r.norm_squared(),
    force(theta = u),
    output(tip = bob, speed = dt(bob).norm()),
    output(pair = [[theta, dt(theta), t], [m * r[0], r.dot(dt(r)), 1/3]], flat = r.transpose(), zero = 0),
    sensitivities(k, m),
    discretize(Verlet, Midpoint),
)]
pub struct Shadow<T: Scalar> {
    /// Mass.
    pub m: T,
    /// Length.
    pub l: T,
    /// Velocity of the pivot.
    pub w: T,
    /// Stiffnesses.
    pub k: [T; 2],
}

const M: f64 = 1.5;
const L: f64 = 0.8;
const W: f64 = 0.3;
const TIME: f64 = 0.7;
const Q: [f64; 3] = [0.4, -1.1, 0.6];
const V: [f64; 3] = [1.3, 0.9, -0.5];

fn shadow<T: Scalar>() -> Shadow<T> {
    let [m, l, w] = [M, L, W].map(T::from_f64);
    let k = [2.0, 3.0].map(T::from_f64);
    Shadow { m, l, w, k }
}

/// All components in the order of the declaration, matrices row by row.
fn by_hand() -> [f64; 12] {
    let [theta, x, y] = Q;
    let [rate, vx, vy] = V;
    let (vertical, horizontal) = (L * theta.sin() * rate, L * theta.cos() * rate + W);
    [
        L * theta.sin() + W * TIME,
        -L * theta.cos(),
        (vertical * vertical + horizontal * horizontal).sqrt(),
        theta,
        rate,
        TIME,
        M * x,
        x * vx + y * vy,
        1.0 / 3.0,
        x,
        y,
        0.0,
    ]
}

fn close(found: impl IntoIterator<Item = f64>, expected: &[f64], tolerance: f64) {
    let found: Vec<f64> = found.into_iter().collect();
    assert_eq!(found.len(), expected.len());
    for (found, expected) in found.iter().zip(expected) {
        assert!(
            (found - expected).abs() <= tolerance,
            "{found}, expected {expected}"
        );
    }
}

/// A few roundings of numbers of size 1.
const DOUBLE: f64 = 8.0 * f64::EPSILON;
const SINGLE: f64 = 8.0 * f32::EPSILON as f64;

#[test]
fn methods_return_scalars_vectors_and_matrices() {
    let (system, q, v) = (shadow::<f64>(), Q.into(), V.into());
    let hand = by_hand();
    let tip: Vector2<f64> = system.tip(TIME, &q, &v);
    close(tip.iter().copied(), &hand[..2], DOUBLE);
    let speed: f64 = system.speed(TIME, &q, &v);
    close([speed], &hand[2..3], DOUBLE);
    let pair: Matrix2x3<f64> = system.pair(TIME, &q, &v);
    close(pair.transpose().iter().copied(), &hand[3..9], DOUBLE);
    assert_eq!((pair[(0, 1)], pair[(1, 0)]), (V[0], M * Q[1]));
    let flat: RowVector2<f64> = system.flat(TIME, &q, &v);
    close(flat.iter().copied(), &hand[9..11], DOUBLE);
    assert_eq!(system.zero(TIME, &q, &v), 0.0);
}

#[test]
fn all_outputs_are_those_of_the_methods() {
    let (system, q, v) = (shadow::<f64>(), Q.into(), V.into());
    let all: [f64; 12] = system.outputs_given(TIME, &q, &v, &[0.0], &[]);
    assert_eq!(system.outputs(TIME, &q, &v, &[0.0]), Ok(all));
    close(all, &by_hand(), DOUBLE);
    let tip = system.tip(TIME, &q, &v);
    let pair = system.pair(TIME, &q, &v);
    close(tip.iter().copied(), &all[..2], DOUBLE);
    close(pair.transpose().iter().copied(), &all[3..9], DOUBLE);
}

#[test]
fn outputs_have_the_precision_of_the_system() {
    let q = SVector::from(Q.map(f32::from_f64));
    let v = SVector::from(V.map(f32::from_f64));
    let time = f32::from_f64(TIME);
    let all: [f32; 12] = shadow::<f32>().outputs_given(time, &q, &v, &[0.0], &[]);
    close(all.map(f64::from), &by_hand(), SINGLE);
    let speed: f32 = shadow::<f32>().speed(time, &q, &v);
    close([f64::from(speed)], &[f64::from(all[2])], SINGLE);
}

/// The functions that a file writer needs, for any system.
fn columns<S: VectorSpace>(
    system: S,
    t: S::Scalar,
    q: &S::Configuration,
    v: &S::Configuration,
) -> Vec<(String, f64)> {
    let none = S::Inputs::from_fn(|_| S::Scalar::from_f64(0.0));
    let values = system.outputs(t, q, v, &none).expect("formulas of the state");
    let values = values.as_slice().iter().map(|value| value.magnitude().to_f64());
    S::OUTPUTS
        .iter()
        .map(|name| (*name).to_owned())
        .zip(values)
        .collect()
}

#[test]
fn every_component_has_a_name() {
    let expected = [
        "tip[0]",
        "tip[1]",
        "speed",
        "pair[0][0]",
        "pair[0][1]",
        "pair[0][2]",
        "pair[1][0]",
        "pair[1][1]",
        "pair[1][2]",
        "flat[0][0]",
        "flat[0][1]",
        "zero",
    ];
    assert_eq!(Shadow::<f64>::OUTPUTS, expected);
    let system = shadow::<f64>();
    let columns = columns(&system, TIME, &Q.into(), &V.into());
    assert_eq!(columns.len(), expected.len());
    for ((name, magnitude), (expected, value)) in columns.iter().zip(expected.iter().zip(by_hand())) {
        assert_eq!(name, expected);
        close([*magnitude], &[value.abs()], DOUBLE);
    }
}

#[test]
fn sensitivities_have_names_in_the_order_listed() {
    assert_eq!(Shadow::<f32>::SENSITIVITIES, ["k[0]", "k[1]", "m"]);
    assert_eq!(
        <&Shadow<f64> as Lagrangian>::SENSITIVITIES,
        Shadow::<f64>::SENSITIVITIES
    );
}

/// The methods of this system are not called, and the compiler does not warn about that.
#[derive(Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(place = x, E = 0.5 * dt(x).powi(2), r#loop = t))]
struct Unwatched;

mod elsewhere {
    use extremal::prelude::*;

    /// Its methods have the visibility of the struct.
    #[derive(Debug, Lagrangian)]
    #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(place = 2 * x))]
    pub(super) struct Narrow;
}

/// Constants with names that generated code might use.
#[expect(
    non_upper_case_globals,
    dead_code,
    reason = "names that would turn a `let` into a pattern"
)]
mod constants {
    pub(super) const value: f64 = 1.0;
    pub(super) const output_0: f64 = 1.0;
    pub(super) const tip: f64 = 1.0;

    use extremal::prelude::*;

    #[derive(Debug, Lagrangian)]
    #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(tip = [x, 3], value = x))]
    pub(super) struct Named;
}

#[test]
fn private_systems_have_outputs() {
    let state = (0.5, SVector::from([2.0]), SVector::from([3.0]));
    let (t, q, v) = (state.0, &state.1, &state.2);
    assert_eq!(Unwatched.outputs(t, q, v, &[]), Ok([2.0, 4.5, 0.5]));
    assert_eq!(Unwatched::OUTPUTS, ["place", "E", "loop"]);
    assert_eq!(elsewhere::Narrow.place(t, q, v), 4.0);
    assert_eq!(constants::Named.outputs(t, q, v, &[]), Ok([2.0, 3.0, 2.0]));
}

/// A system without outputs has an empty array of them.
#[derive(Debug, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2))]
struct Silent;

#[test]
fn outputs_may_be_absent() {
    let none: [f64; 0] = Silent.outputs_given(0.0, &[1.0].into(), &[0.0].into(), &[], &[]);
    assert_eq!(
        (none.len(), Silent::OUTPUTS, Silent::SENSITIVITIES),
        (0, &[][..], &[][..])
    );
}

/// A `let` that is recorded under its own name.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    let tip = [sin(theta), -cos(theta)],
    kinetic = 0.5 * dt(tip).norm_squared(),
    output(tip, height = tip[1]),
)]
struct Watched;

#[test]
fn a_let_is_recorded_under_its_own_name() {
    let (q, v) = (SVector::from([0.3]), SVector::from([1.0]));
    assert_eq!(Watched::OUTPUTS, ["tip[0]", "tip[1]", "height"]);
    assert_eq!(Watched.tip(0.0, &q, &v)[1], Watched.height(0.0, &q, &v));
}

/// A motor: its power contains the input, its angle does not.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(angle),
    inputs(torque),
    let net = torque - 0.5 * dt(angle),
    kinetic = 0.5 * dt(angle).powi(2),
    force(angle = net),
    output(power = torque * dt(angle), turned = 2 * angle, pair = [net, t]),
    discretize(Verlet)
)]
struct Motor;

#[test]
fn outputs_may_contain_inputs() {
    let (q, v, u) = ([0.5].into(), [4.0].into(), [3.0]);
    assert_eq!(Motor.power(0.25, &q, &v, &u), 12.0);
    assert_eq!(Motor.pair(0.25, &q, &v, &u), Vector2::new(1.0, 0.25));
    // A method takes the inputs only where its formula contains one.
    assert_eq!(Motor.turned(0.25, &q, &v), 1.0);
    assert_eq!(Motor.outputs(0.25, &q, &v, &u), Ok([12.0, 1.0, 1.0, 0.25]));
    assert_eq!(Motor::OUTPUTS_OF_INPUTS, [true, false, true, true]);
    let motion = Integrator::new(Motor, Verlet, 0.1, [0.5], [4.0]).expect("a good start");
    assert_eq!(
        motion.outputs_with([3.0]).expect("a regular state"),
        [12.0, 1.0, 1.0, 0.0]
    );
}
