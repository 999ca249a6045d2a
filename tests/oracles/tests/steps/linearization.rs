//! The derivative of a step is symplectic and agrees with dual numbers, also with respect to inputs and parameters.
//!
//! `generated` and `random_systems` check for all systems that it is the derivative of the discrete equations.

use extremal::Scalar;
use extremal::derivatives::Linearization;
use extremal::nalgebra::{Matrix2, Matrix4, SMatrix};
use extremal::prelude::*;
use num_dual::Dual64;

/// A driven double pendulum with a damper; masses and length are varied.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque, wind[2]),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * (m[0] * dt(first).norm_squared() + m[1] * dt(second).norm_squared()),
    potential = g * (m[0] * first[1] + m[1] * second[1]) * (1.0 + 0.1 * sin(t)),
    dissipation = 0.5 * d * (dt(a) - dt(b)).powi(2),
    force(a = torque + wind[0] * cos(a), b = -torque + wind[0] * cos(b) + wind[1] * sin(b)),
    sensitivities(m, l, unused, d),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<3, Lobatto<4>>)
)]
struct Driven<T: Scalar> {
    m: [T; 2],
    l: T,
    g: T,
    d: T,
    unused: T,
}

fn driven<T: Scalar>(numbers: [T; 5]) -> Driven<T> {
    let [m0, m1, l, unused, d] = numbers;
    Driven {
        m: [m0, m1],
        l,
        g: T::from_f64(9.81),
        d,
        unused,
    }
}

const NUMBERS: [f64; 5] = [1.3, 0.7, 0.8, 4.0, 0.2];
const INPUTS: [f64; 3] = [0.4, -0.3, 0.9];

/// The derivative of the end of a step with respect to one of its inputs: q, p, inputs, sensitivities.
fn seeded<D>(scheme: D, h: f64, start: [f64; 4], seed: usize) -> [f64; 4]
where
    Driven<Dual64>: Discretize<D>,
{
    let at = |from: usize, k: usize, x: f64| Dual64::new(x, if from + k == seed { 1.0 } else { 0.0 });
    let system = driven(core::array::from_fn(|k| at(7, k, NUMBERS[k])));
    let state = State {
        t: Dual64::from(0.5),
        q: [at(0, 0, start[0]), at(0, 1, start[1])].into(),
        p: [at(0, 2, start[2]), at(0, 3, start[3])].into(),
    };
    let inputs: [Dual64; 3] = core::array::from_fn(|k| at(4, k, INPUTS[k]));
    let mut motion = Integrator::from_state(system, scheme, Dual64::from(h), state)
        .expect("a small step from a good start");
    motion.step_with(inputs).expect("a small step from a good start");
    let State { q, p, .. } = motion.state();
    [q[0].eps, q[1].eps, p[0].eps, p[1].eps]
}

type Found = Linearization<Matrix4<f64>, SMatrix<f64, 4, 3>, SMatrix<f64, 4, 5>>;

fn check_against_duals<D: Copy>(scheme: D)
where
    Driven<f64>: Discretize<D, Linearization = Found>,
    Driven<Dual64>: Discretize<D>,
{
    let h = 0.07;
    let motion = Integrator::new(driven(NUMBERS), scheme, h, [1.0, -0.6], [0.8, 1.7])
        .expect("a small step from a good start")
        .starting_at(0.5)
        .expect("a small step from a good start");
    let State { q, p, .. } = motion.state();
    let found = motion
        .linearize_with(INPUTS)
        .expect("a small step from a good start");
    for seed in 0..12 {
        let expected = seeded(scheme, h, [q[0], q[1], p[0], p[1]], seed);
        for (row, expected) in expected.iter().enumerate() {
            let found = match seed {
                0..4 => found.by_state[(row, seed)],
                4..7 => found.by_inputs[(row, seed - 4)],
                _ => found.by_parameters[(row, seed - 7)],
            };
            // Entries below thirty; Newton's method in dual numbers stops at a residual of a few ε.
            assert!(
                (found - expected).abs() < 1e-12,
                "({row}, {seed}): {found}, not {expected}"
            );
        }
    }
    // A field that occurs in no formula has no effect.
    assert_eq!(motion.system().unused, NUMBERS[3]);
    assert_eq!(found.by_parameters.column(3).amax(), 0.0);
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    assert_eq!(
        <Driven<f64> as Lagrangian>::SENSITIVITIES,
        ["m[0]", "m[1]", "l", "unused", "d"]
    );
    check_against_duals(Verlet);
    check_against_duals(Midpoint);
    check_against_duals(Galerkin::<2, Gauss<2>>::default());
    check_against_duals(Galerkin::<2, Trapezoid<2>, Gauss<2>>::default());
    check_against_duals(Galerkin::<3, Lobatto<4>>::default());
}

/// A charge in a magnetic field that grows with the distance, on a moving spring: M(q), b(q)·v, and explicit time.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1.0 + x * x) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.3 * dt(x) * dt(y)
        + (1.0 + x * y) * (x * dt(y) - y * dt(x)),
    potential = 0.5 * (x * x + 2.0 * y * y) * (1.0 + 0.2 * cos(t)) + 0.1 * x.powi(4),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Lobatto<4>>, Galerkin<4, Gauss<4>>,
        Galerkin<1, Left>)
)]
struct Charge;

fn stays_symplectic<D>(scheme: D, h: f64)
where
    Charge:
        Discretize<D, Linearization = Linearization<Matrix4<f64>, SMatrix<f64, 4, 0>, SMatrix<f64, 4, 0>>>,
{
    let omega = Matrix4::new(
        0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, -1.0, 0.0, 0.0, 0.0, 0.0, -1.0, 0.0, 0.0,
    );
    let mut motion =
        Integrator::new(Charge, scheme, h, [0.8, -0.3], [0.2, 0.6]).expect("a small step from a good start");
    let mut product = Matrix4::identity();
    for _ in 0..50 {
        let j = motion
            .linearize()
            .expect("a small step from a good start")
            .by_state;
        let form = j.transpose() * omega * j - omega;
        assert!(form.amax() < 1e-12, "one step: {:e}", form.amax());
        product = j * product;
        motion.step().expect("a small step from a good start");
    }
    let form = product.transpose() * omega * product - omega;
    // Fifty steps, whose product grows to fifty.
    assert!(
        form.amax() < 1e-10,
        "{:e} with |J| = {}",
        form.amax(),
        product.amax()
    );
}

#[test]
fn products_of_steps_are_symplectic() {
    stays_symplectic(Verlet, 0.05);
    stays_symplectic(Midpoint, 0.2);
    stays_symplectic(Galerkin::<2, Gauss<2>>::default(), 0.2);
    stays_symplectic(Galerkin::<3, Lobatto<4>>::default(), 0.3);
    stays_symplectic(Galerkin::<4, Gauss<4>>::default(), 0.3);
    stays_symplectic(Galerkin::<1, Left>::default(), 0.02);
}

/// L = ½ v² − ½ q² with the friction ½ d v²: (q, p) by midpoint is the Cayley transform of [[0, 1], [−1, −d]].
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q),
    kinetic = 0.5 * dt(q).powi(2),
    potential = 0.5 * q.powi(2),
    dissipation = 0.5 * d * dt(q).powi(2),
    discretize(Midpoint)
)]
struct Damped {
    d: f64,
}

#[test]
fn a_linear_step_is_its_own_derivative() {
    let (d, h) = (0.3, 0.4);
    let motion = Integrator::new(Damped { d }, Midpoint, h, [1.0], [0.0]).unwrap();
    let a = Matrix2::new(0.0, 1.0, -1.0, -d) * (h / 2.0);
    let cayley = (Matrix2::identity() - a).try_inverse().unwrap() * (Matrix2::identity() + a);
    let found = motion.linearize().unwrap().by_state;
    // Entries of size one.
    assert!((found - cayley).amax() < 1e-15, "{found} {cayley}");
}

#[test]
fn what_cannot_be_stepped_cannot_be_linearized() {
    let motion = Integrator::new(driven(NUMBERS), Midpoint, 0.1, [1.0, 0.0], [0.0; 2]).unwrap();
    let error = motion.linearize_with([f64::NAN, 0.0, 0.0]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): inputs: not a finite number"
    );
    let weightless = driven([0.0; 5]);
    let motion = Integrator::from_state(
        &weightless,
        Midpoint,
        0.1,
        State {
            t: 0.0,
            q: [1.0, 0.0].into(),
            p: [0.0; 2].into(),
        },
    )
    .unwrap();
    let error = motion.linearize_with([0.0; 3]).unwrap_err();
    assert!(
        error
            .to_string()
            .contains("the equations of the step are singular"),
        "{error}"
    );
}
