//! Regulators against closed forms, the recursion itself, and the dense problem of a horizon.

use extremal::Scalar;
use extremal::derivatives::{Linearization, LinearizationOf};
use extremal::nalgebra::{Complex, ComplexField, DMatrix, DVector, SMatrix};
use extremal::planning::{LqrFailure, Weights, lqr, tracking_gains};
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), inputs(u), kinetic = 0.5 * dt(x).powi(2), force(x = u), discretize(Midpoint))]
struct Block;

/// A step of given matrices.
fn step<const R: usize, const I: usize>(a: [[f64; R]; R], b: [[f64; I]; R]) -> LinearizationOf<f64, R, I, 0> {
    Linearization {
        by_state: SMatrix::from_fn(|row, column| a[row][column]),
        by_inputs: SMatrix::from_fn(|row, column| b[row][column]),
        by_parameters: SMatrix::zeros(),
    }
}

/// Three numbers, two inputs, unstable, with weights of all kinds.
fn coupled() -> (LinearizationOf<f64, 3, 2, 0>, Weights<f64, 3, 2>) {
    let a = [[1.1, 0.2, 0.0], [-0.1, 0.95, 0.3], [0.05, 0.0, 1.02]];
    let step = step(a, [[0.1, 0.0], [0.0, 0.2], [0.3, 0.1]]);
    let mut weights = Weights::diagonal([1.0, 0.5, 2.0], [0.3, 0.7]);
    weights.state[(0, 1)] = 0.1;
    weights.state[(1, 0)] = 0.1;
    weights.inputs_by_state[(0, 2)] = 0.2;
    weights.inputs_by_state[(1, 0)] = -0.1;
    (step, weights)
}

#[test]
fn one_number_has_the_root_of_a_quadratic_equation() {
    for (a, b, q, r) in [
        (1.5, 0.7, 2.0, 0.3),
        (0.9, 1.0, 1e-3, 5.0),
        (1.0, 1e-3, 1.0, 1e-2),
    ] {
        let found = lqr(&step([[a]], [[b]]), &Weights::diagonal([q], [r])).expect("stabilizable");
        // b² p² + (r − a² r − q b²) p − q r = 0
        let half = 0.5 * (a * a * r + q * b * b - r);
        let p = (half + f64::sqrt(half * half + b * b * q * r)) / (b * b);
        assert!(
            (found.cost_to_go[0] / p - 1.0).abs() < 1e-12,
            "{} {p}",
            found.cost_to_go[0]
        );
        assert!((found.gain[0] - a * b * p / (r + b * b * p)).abs() < 1e-12 * (a / b));
    }
}

/// ```text
/// G(z) = ½h² (z + 1)/(z − 1)²,   r (2 − w)² + ¼ q h⁴ (2 + w) = 0   with w = z + 1/z,   |z| < 1
/// ```
#[test]
fn the_double_integrator_has_the_poles_of_its_spectral_factor() {
    for (h, q, r) in [(0.1, 1.0, 0.1), (1e-3, 10.0, 1e-3), (0.5, 1e-2, 1.0)] {
        let derivative = Integrator::new(Block, Midpoint, h, [0.0], [0.0])
            .and_then(|motion| motion.linearize_with([0.0]))
            .expect("a step");
        let found = lqr(&derivative, &Weights::diagonal([q, 0.0], [r])).expect("stabilizable");
        let s = 0.25 * q * f64::powi(h, 4) / r;
        // w² + (s − 4) w + 4 + 2 s = 0, whose roots are conjugate here.
        let w = Complex::new(2.0 - 0.5 * s, 0.5 * f64::sqrt(16.0 * s - s * s));
        let root = ComplexField::sqrt(w * w - 4.0);
        let [one, other] = [0.5 * (w + root), 0.5 * (w - root)];
        let z = if one.norm_sqr() < 1.0 { one } else { other };
        // Poles near one are known to the root of ε over their distance.
        let closed = found.closed_loop;
        assert!(
            (closed.trace() - 2.0 * z.re).abs() < 1e-11,
            "{} {z}",
            closed.trace()
        );
        assert!((closed.determinant() - z.norm_sqr()).abs() < 1e-11);
    }
}

#[test]
fn the_regulator_is_the_fixed_point_of_the_recursion() {
    let (step, weights) = coupled();
    let found = lqr(&step, &weights).expect("stabilizable");
    // From nothing, by as many steps as deviations need to decay.
    let mut gains = [found.gain; 400];
    let limit = tracking_gains(&[step; 400], &weights, &SMatrix::zeros(), &mut gains).expect("convex");
    assert!((limit - found.cost_to_go).norm() < 1e-12 * limit.norm());
    assert!((gains[0] - found.gain).norm() < 1e-12);
    // And it stays.
    let again = tracking_gains(&[step], &weights, &found.cost_to_go, &mut gains[..1]).expect("convex");
    assert!((again - found.cost_to_go).norm() < 1e-13 * again.norm());
}

/// The inputs of a horizon as one dense least-squares problem, in which no recursion is.
#[test]
fn tracking_gains_are_those_of_the_dense_problem() {
    let (first, weights) = coupled();
    let steps: [_; 6] = std::array::from_fn(|k| {
        let mut step = first;
        step.by_state[(0, 1)] += 0.1 * k as f64;
        step
    });
    let terminal = SMatrix::from_diagonal_element(3.0);
    let mut gains = [SMatrix::zeros(); 6];
    let cost_to_go = tracking_gains(&steps, &weights, &terminal, &mut gains).expect("convex");

    // z_k = Z_k z₀ + U_k (u₀, u₁, ..)
    let mut by_start = DMatrix::identity(3, 3);
    let mut by_inputs = DMatrix::<f64>::zeros(3, 12);
    let (mut curvature, mut mixed, mut state) = (
        DMatrix::zeros(12, 12),
        DMatrix::zeros(12, 3),
        DMatrix::zeros(3, 3),
    );
    let dense = |m: &[f64], rows: usize, columns: usize| DMatrix::from_column_slice(rows, columns, m);
    let [q, r] = [
        dense(weights.state.as_slice(), 3, 3),
        dense(weights.inputs.as_slice(), 2, 2),
    ];
    let s = dense(weights.inputs_by_state.as_slice(), 2, 3);
    for (k, step) in steps.iter().enumerate() {
        let own = DMatrix::from_fn(2, 12, |row, column| if column == 2 * k + row { 1.0 } else { 0.0 });
        curvature += by_inputs.transpose() * &q * &by_inputs + own.transpose() * &r * &own;
        let crossed = own.transpose() * &s * &by_inputs;
        curvature += &crossed + crossed.transpose();
        mixed += by_inputs.transpose() * &q * &by_start + own.transpose() * &s * &by_start;
        state += by_start.transpose() * &q * &by_start;
        let (a, b) = (
            dense(step.by_state.as_slice(), 3, 3),
            dense(step.by_inputs.as_slice(), 3, 2),
        );
        by_inputs = &a * by_inputs + b * own;
        by_start = a * by_start;
    }
    let end = DMatrix::<f64>::identity(3, 3) * 3.0;
    curvature += by_inputs.transpose() * &end * &by_inputs;
    mixed += by_inputs.transpose() * &end * &by_start;
    state += by_start.transpose() * &end * &by_start;
    let z0 = DVector::from_row_slice(&[0.3, -1.0, 0.7]);
    let best = -curvature.lu().solve(&(&mixed * &z0)).expect("convex");
    let cost = (z0.transpose() * &state * &z0 + best.transpose() * &mixed * &z0)[0];

    let mut z = SMatrix::<f64, 3, 1>::new(0.3, -1.0, 0.7);
    assert!(((z.transpose() * cost_to_go * z)[0] - cost).abs() < 1e-12 * cost);
    for (k, (step, gain)) in steps.iter().zip(&gains).enumerate() {
        let u = -gain * z;
        for i in 0..2 {
            assert!(
                (u[i] - best[2 * k + i]).abs() < 1e-11,
                "{k}: {} {}",
                u[i],
                best[2 * k + i]
            );
        }
        z = step.by_state * z + step.by_inputs * u;
    }
}

#[test]
fn deviations_that_nothing_moves_are_failures() {
    // Nothing moves the second number, which grows, or stays.
    for rate in [1.2, 1.0] {
        let alone = step([[0.9, 0.1], [0.0, rate]], [[1.0], [0.0]]);
        let failure = lqr(&alone, &Weights::diagonal([1.0, 1.0], [1.0])).expect_err("not stabilizable");
        assert!(
            matches!(failure, LqrFailure::NotStabilizable { .. }),
            "{failure:?}"
        );
    }
    // It decays by itself.
    let alone = step([[0.9, 0.1], [0.0, 0.99]], [[1.0], [0.0]]);
    assert!(lqr(&alone, &Weights::diagonal([1.0, 1.0], [1.0])).is_ok());
    // Nothing costs what stays.
    let unseen = step([[0.9, 0.0], [0.0, 1.0]], [[1.0], [1.0]]);
    let failure = lqr(&unseen, &Weights::diagonal([1.0, 0.0], [1.0])).expect_err("not detectable");
    assert!(matches!(failure, LqrFailure::NotDetectable { .. }), "{failure:?}");
}

#[test]
fn weights_without_meaning_are_failures() {
    let some = step([[1.0]], [[1.0]]);
    let free = lqr(&some, &Weights::diagonal([1.0], [0.0])).expect_err("inputs cost nothing");
    assert_eq!(
        free,
        LqrFailure::NotConvex {
            step: 0,
            input: 0,
            curvature: 0.0
        }
    );
    assert!(free.to_string().contains("input 0"));
    let wild = lqr(&some, &Weights::diagonal([f64::NAN], [1.0])).expect_err("not a number");
    assert_eq!(wild, LqrFailure::NotFinite);
    let mut gains = [SMatrix::zeros(); 2];
    let negative = Weights::diagonal([1.0], [-3.0]);
    let failure = tracking_gains(&[some; 2], &negative, &SMatrix::from_element(1.0), &mut gains);
    assert_eq!(
        failure,
        Err(LqrFailure::NotConvex {
            step: 1,
            input: 0,
            curvature: -2.0
        })
    );
}

#[test]
fn single_precision_has_its_own_digits() {
    let (step, weights) = coupled();
    let double = lqr(&step, &weights).expect("stabilizable");
    let single = Linearization {
        by_state: step.by_state.map(f32::from_f64),
        by_inputs: step.by_inputs.map(f32::from_f64),
        by_parameters: SMatrix::zeros(),
    };
    let weights = Weights {
        state: weights.state.map(f32::from_f64),
        inputs: weights.inputs.map(f32::from_f64),
        inputs_by_state: weights.inputs_by_state.map(f32::from_f64),
    };
    let found: extremal::planning::Lqr<f32, 3, 2> =
        lqr::<f32, 3, 2, 0>(&single, &weights).expect("stabilizable");
    assert!((found.gain.map(f64::from) - double.gain).norm() < 1e-4);
}
