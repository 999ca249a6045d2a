//! Derivatives in (q, v) and of outputs agree with dual numbers, which share no code with them: M(q), inputs, friction, time.

use extremal::derivatives::{Jacobians, Linearization, OutputJacobians};
use extremal::nalgebra::{Matrix3x4, Matrix4, SMatrix, SVector};
use extremal::prelude::*;
use extremal::{Error, Failure, Scalar};
use num_dual::Dual64;

/// A driven double pendulum on a pivot that moves, so that p contains t, with friction in both joints.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    inputs(torque, wind),
    let first = [l * sin(a) + 0.3 * t * t, -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * (m * dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (m * first[1] + second[1]),
    dissipation = 0.5 * d * ((dt(a) - dt(b)).powi(2) + dt(a).powi(2)),
    force(a = torque + wind * cos(a), b = -torque + wind * cos(b)),
    output(power = torque * (dt(a) - dt(b)), height = second[1], spin = l * sin(a) * dt(b) + wind.powi(2) * t),
    sensitivities(m, l, d),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Polarized<Livens>)
)]
struct Driven<T: Scalar> {
    m: T,
    l: T,
    d: T,
}

/// q, v, inputs, parameters.
const AT: [f64; 9] = [1.0, -0.6, 0.8, 1.7, 0.4, -0.3, 1.3, 0.8, 0.2];
const TIME: f64 = 0.5;
const H: f64 = 0.07;

fn start<T: Scalar, D>(scheme: D, at: [T; 9]) -> Result<Integrator<Driven<T>, D>, Error>
where
    Driven<T>: Discretize<D, Scalar = T, Configuration = SVector<T, 2>, Velocity = SVector<T, 2>>,
{
    let [a, b, va, vb, _, _, m, l, d] = at;
    let [h, time] = [H, TIME].map(T::from_f64);
    Integrator::new(Driven { m, l, d }, scheme, h, [a, b], [va, vb])?.starting_at(time)
}

/// `AT` with the derivative one in one place.
fn seeded(seed: usize) -> [Dual64; 9] {
    core::array::from_fn(|k| Dual64::new(AT[k], if k == seed { 1.0 } else { 0.0 }))
}

/// The derivative of (q, v) at the end of a step by one of `AT`.
fn end_by<D>(scheme: D, seed: usize) -> [f64; 4]
where
    Driven<Dual64>: Discretize<D>,
{
    let at = seeded(seed);
    let mut motion = start(scheme, at).expect("a good start");
    motion.step_with([at[4], at[5]]).expect("a small step");
    let v = motion.velocity().expect("a regular mass matrix");
    let q = motion.state().q;
    [q[0].eps, q[1].eps, v[0].eps, v[1].eps]
}

/// Entries are below forty; the two routes round some hundred operations each, and Newton's method in dual numbers stops at a
/// residual of a few ε.
const TOLERANCE: f64 = 2e-12;

fn close(found: f64, expected: f64, place: impl core::fmt::Debug) {
    assert!(
        (found - expected).abs() < TOLERANCE,
        "{place:?}: {found}, expected {expected}"
    );
}

/// A step in (q, v), whatever the scheme maps.
fn check_step<D: Copy, L>(scheme: D)
where
    Driven<f64>: Discretize<D, Linearization = L>,
    L: extremal::derivatives::Columns<f64>,
    Driven<Dual64>: Discretize<D>,
{
    let motion = start(scheme, AT).expect("a good start");
    let step: Linearization<Matrix4<f64>, SMatrix<f64, 4, 2>, SMatrix<f64, 4, 3>> = motion
        .linearize_velocity_with([AT[4], AT[5]])
        .expect("a small step");
    for seed in 0..9 {
        for (row, expected) in end_by(scheme, seed).into_iter().enumerate() {
            let found = match seed {
                0..4 => step.by_state[(row, seed)],
                4..6 => step.by_inputs[(row, seed - 4)],
                _ => step.by_parameters[(row, seed - 6)],
            };
            close(found, expected, (row, seed));
        }
    }
}

#[test]
fn steps_in_velocities_vary_as_dual_numbers_say() {
    check_step(Verlet);
    check_step(Midpoint);
    check_step(Galerkin::<2, Gauss<2>>::default());
    // These carry v.
    check_step(Livens);
    check_step(Polarized(Livens));
}

#[test]
fn compositions_vary_in_velocities_as_dual_numbers_say() {
    check_step(Composition::<4, _>(Midpoint));
    check_step(Composition::<4, _>(Polarized(Livens)));
}

/// C and D in (q, v): the derivative of the outputs by seeds that are coordinates, velocities or inputs.
#[test]
fn outputs_vary_with_velocities_as_dual_numbers_say() {
    let found = outputs_by_velocity();
    for seed in 0..6 {
        let [a, b, va, vb, torque, wind, m, l, d] = seeded(seed);
        let system = Driven { m, l, d };
        let y = system.outputs_given(
            Dual64::from(TIME),
            &[a, b].into(),
            &[va, vb].into(),
            &[torque, wind],
            &[],
        );
        for (row, y) in y.iter().enumerate() {
            let entry = match seed {
                0..4 => found.by_state[(row, seed)],
                _ => found.by_inputs[(row, seed - 4)],
            };
            close(entry, y.eps, (row, seed));
        }
    }
}

fn outputs_by_velocity() -> OutputJacobians<Matrix3x4<f64>, SMatrix<f64, 3, 2>> {
    let [a, b, va, vb, torque, wind, m, l, d] = AT;
    let system = Driven { m, l, d };
    system.output_jacobians(TIME, &[a, b].into(), &[va, vb].into(), &[torque, wind])
}

/// C and D in (q, p), where v follows from p.
#[test]
fn outputs_vary_with_momenta_as_dual_numbers_say() {
    let motion = start(Midpoint, AT).expect("a good start");
    let inputs = [AT[4], AT[5]];
    let found: OutputJacobians<Matrix3x4<f64>, SMatrix<f64, 3, 2>> = motion
        .linearize_outputs_with(inputs)
        .expect("a regular mass matrix");
    let State { q, p, .. } = motion.state();
    let numbers = [q[0], q[1], p[0], p[1], inputs[0], inputs[1]];
    for seed in 0..6 {
        let at = |k: usize| Dual64::new(numbers[k], if k == seed { 1.0 } else { 0.0 });
        let [m, l, d] = [AT[6], AT[7], AT[8]].map(Dual64::from);
        let state = State {
            t: Dual64::from(TIME),
            q: [at(0), at(1)].into(),
            p: [at(2), at(3)].into(),
        };
        let motion = Integrator::from_state(Driven { m, l, d }, Midpoint, Dual64::from(H), state)
            .expect("a good start");
        let y = motion
            .outputs_with([at(4), at(5)])
            .expect("a regular mass matrix");
        for (row, y) in y.iter().enumerate() {
            let entry = match seed {
                0..4 => found.by_state[(row, seed)],
                _ => found.by_inputs[(row, seed - 4)],
            };
            close(entry, y.eps, (row, seed));
        }
    }
}

/// Where v is carried, z = (q, p, v): outputs do not depend on p.
#[test]
fn carried_velocities_have_columns_of_their_own() {
    let motion = start(Livens, AT).expect("a good start");
    let found = motion
        .linearize_outputs_with([AT[4], AT[5]])
        .expect("a regular mass matrix");
    let by_velocity = outputs_by_velocity();
    assert_eq!(
        found.by_state.fixed_columns::<2>(0),
        by_velocity.by_state.fixed_columns::<2>(0)
    );
    assert_eq!(found.by_state.fixed_columns::<2>(2).amax(), 0.0);
    assert_eq!(
        found.by_state.fixed_columns::<2>(4),
        by_velocity.by_state.fixed_columns::<2>(2)
    );
    assert_eq!(found.by_inputs, by_velocity.by_inputs);
    // The shapes multiply: the derivative of the outputs after a step.
    let step = motion.linearize_with([AT[4], AT[5]]).expect("a small step");
    assert_eq!((found.by_state * step.by_state).shape(), (3, 6));
}

/// A mass and a massless end: the momentum does not determine the velocity.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    massless(y),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * (x - y).powi(2),
    dissipation = 0.5 * dt(y).powi(2),
    output(gap = x - y),
    discretize(Midpoint)
)]
struct Massless;

#[test]
fn singular_masses_are_an_error_where_velocities_follow_from_momenta() {
    let motion = Integrator::new(Massless, Midpoint, 0.1, [1.0, 0.5], [0.0, 0.0]).expect("a good start");
    let error = motion.linearize_velocity().expect_err("M is singular");
    assert!(
        matches!(error.failure, Failure::SingularMassMatrix { .. }),
        "{error}"
    );
    let error = motion.outputs().expect_err("M is singular");
    assert!(
        matches!(error.failure, Failure::SingularMassMatrix { .. }),
        "{error}"
    );
}

/// Two sliders without outputs and inputs: all matrices have the widths that the declaration implies.
#[derive(Clone, Lagrangian)]
#[lagrangian(coordinates(x, y), kinetic = 0.5 * (dt(x).powi(2) + 2 * dt(y).powi(2)), discretize(Verlet))]
struct Sliders;

#[test]
fn free_motions_have_the_derivative_that_is_obvious() {
    let motion = Integrator::new(Sliders, Verlet, 0.5, [1.0, 2.0], [3.0, 4.0]).expect("a good start");
    let by_velocity = motion.linearize_velocity().expect("a regular step").by_state;
    let expected = Matrix4::new(
        1.0, 0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.5, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    );
    assert_eq!(by_velocity, expected);
    let none = motion.linearize_outputs().expect("a regular state");
    assert_eq!((none.by_state.nrows(), none.by_state.ncols()), (0, 4));
}

/// An output may contain a step that is not finite: no number is returned.
#[derive(Clone, Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), output(inverse = 1 / x), discretize(Verlet))]
struct Pole;

#[test]
fn outputs_that_are_not_finite_are_errors() {
    let motion = Integrator::new(Pole, Verlet, 0.5, [0.0], [1.0]).expect("a good start");
    let error = motion.outputs().expect_err("1/0");
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): outputs: not a finite number"
    );
    let error = motion.linearize_outputs().expect_err("1/0²");
    assert_eq!(
        error.to_string(),
        "at t = 0 (step 0): derivative of the outputs: not a finite number"
    );
}
