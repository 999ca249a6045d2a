//! Kalman filters against one that is written out by hand, and against the statistics that they promise.

use extremal::nalgebra::{Matrix1, Matrix2, Vector2};
use extremal::planning::{Kalman, KalmanFailure};
use extremal::prelude::*;
use extremal::{Failure, Scalar};

use crate::systems::Noise;

/// A mass on a spring, pushed by an input, whose place and velocity are measured.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    inputs(u),
    kinetic = 0.5 * 2 * dt(x).powi(2),
    potential = 0.5 * 8 * x.powi(2),
    force(x = u),
    output(place = x, rate = dt(x)),
    discretize(Midpoint, Livens),
)]
struct Spring;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(angle),
    kinetic = 0.5 * dt(angle).powi(2),
    potential = -g * cos(angle),
    output(height = sin(angle)),
    discretize(Midpoint),
)]
struct Pendulum<T: Scalar> {
    g: T,
}

/// The midpoint rule of p' = −8 x + u, x' = p/2 by hand: z₁ = (1 − h/2 F)⁻¹ ((1 + h/2 F) z₀ + h G u).
fn by_hand(h: f64) -> (Matrix2<f64>, Vector2<f64>) {
    let f = Matrix2::new(0.0, 0.5, -8.0, 0.0) * (0.5 * h);
    let inverse = (Matrix2::identity() - f).try_inverse().expect("regular");
    (
        inverse * (Matrix2::identity() + f),
        inverse * Vector2::new(0.0, h),
    )
}

/// By hand in the form of information, Σ⁻¹ ← Σ⁻¹ + Cᵀ V⁻¹ C, with the outputs that were measured.
#[test]
fn a_linear_filter_is_that_by_hand() {
    let h = 0.05;
    let (a, b) = by_hand(h);
    let (process, noise) = (
        Matrix2::new(1e-4, 2e-5, 2e-5, 3e-4),
        Matrix2::new(0.04, 0.01, 0.01, 0.09),
    );
    let start = Matrix2::new(0.5, 0.1, 0.1, 1.0);
    let guess = Integrator::new(Spring, Midpoint, h, [0.3], [-0.2]).expect("a start");
    let mut filter = Kalman::new(guess, start).expect("a filter");
    let (mut z, mut covariance) = (Vector2::new(0.3, -0.4), start);
    let mut source = Noise(5);
    for k in 0..100 {
        let u = f64::sin(0.2 * f64::from(k));
        filter.predict_with([u], &process).expect("a step");
        z = a * z + b * u;
        covariance = a * covariance * a.transpose() + process;

        let values = [source.normal(), source.normal()];
        let seen = [k % 2 == 0, k % 3 == 0];
        let measured = std::array::from_fn(|i| seen[i].then_some(values[i]));
        let innovation = filter.update_with([u], measured, &noise).expect("an update");

        // V⁻¹ of what was measured, zero elsewhere; the rate is p/2.
        let weights = match seen {
            [true, true] => noise.try_inverse().expect("regular"),
            [true, false] => Matrix2::new(1.0 / noise[(0, 0)], 0.0, 0.0, 0.0),
            [false, true] => Matrix2::new(0.0, 0.0, 0.0, 1.0 / noise[(1, 1)]),
            [false, false] => Matrix2::zeros(),
        };
        let c = Matrix2::new(1.0, 0.0, 0.0, 0.5);
        let information = covariance.try_inverse().expect("regular") + c.transpose() * weights * c;
        let off = Vector2::from(values) - c * z;
        covariance = information.try_inverse().expect("regular");
        z += covariance * c.transpose() * weights * off;

        let state = filter.motion().state();
        // Rounding, which inverses amplify by the condition of Σ, about 10².
        assert!(
            (state.q[0] - z[0]).abs() < 1e-12 && (state.p[0] - z[1]).abs() < 1e-12,
            "{k}"
        );
        assert!((filter.covariance() - covariance).norm() < 1e-12 * covariance.norm());
        for i in 0..2 {
            let expected = if seen[i] { off[i] } else { 0.0 };
            assert!((innovation.difference[i] - expected).abs() < 1e-12);
        }
    }
}

/// A pendulum that is kicked, and of which only the height is seen. Over 200 motions the mean of eᵀ Σ⁻¹ e is 2 ± 0.14 and that
/// of νᵀ N⁻¹ ν is 1 ± 0.1. Four deviations are allowed, and 0.1 for what is not linear.
#[test]
fn errors_have_the_covariance_that_is_told() {
    let (h, kick, deviation) = (0.05, 0.02, 0.05);
    let mut source = Noise(11);
    let (mut errors, mut innovations) = (0.0, 0.0);
    let start = Matrix2::new(0.01, 0.0, 0.0, 0.04);
    for _ in 0..200 {
        let (angle, rate) = (0.6 + 0.1 * source.normal(), 0.2 * source.normal());
        let pendulum = Pendulum { g: 9.81 };
        let mut real = Integrator::new(pendulum, Midpoint, h, [angle], [rate]).expect("a start");
        let guess = Integrator::new(pendulum, Midpoint, h, [0.6], [0.0]).expect("a start");
        let mut filter = Kalman::new(guess, start).expect("a filter");
        let mut last = 0.0;
        for _ in 0..60 {
            real.step().expect("a step");
            real.kick([kick * source.normal()]).expect("a kick");
            filter
                .predict(&Matrix2::new(0.0, 0.0, 0.0, kick * kick))
                .expect("a step");
            let measured = real.outputs().expect("outputs")[0] + deviation * source.normal();
            let noise = Matrix1::new(deviation * deviation);
            last = filter
                .update([Some(measured)], &noise)
                .expect("an update")
                .distance;
        }
        let (found, real) = (filter.motion().state(), real.state());
        let off = Vector2::new(found.q[0] - real.q[0], found.p[0] - real.p[0]);
        let inverse = filter.covariance().try_inverse().expect("regular");
        errors += (off.transpose() * inverse * off)[0] / 200.0;
        innovations += last / 200.0;
    }
    println!("{errors} {innovations}");
    assert!((errors - 2.0).abs() < 4.0 * 0.14 + 0.1, "{errors}");
    assert!((innovations - 1.0).abs() < 4.0 * 0.1 + 0.1, "{innovations}");
}

/// Measurements that are ten thousand times better than the guess, in single precision: (1 − L C) Σ would lose its sign.
#[test]
fn covariances_stay_positive_in_single_precision() {
    let pendulum = Pendulum { g: 9.81_f32 };
    let mut real = Integrator::new(pendulum, Midpoint, 0.01, [1.0], [0.0]).expect("a start");
    let guess = Integrator::new(pendulum, Midpoint, 0.01, [0.9], [0.1]).expect("a start");
    let mut filter = Kalman::new(guess, Matrix2::identity() * 100.0).expect("a filter");
    for k in 0..2000 {
        real.step().expect("a step");
        filter.predict(&Matrix2::zeros()).expect("a step");
        let measured = real.outputs().expect("outputs")[0];
        filter
            .update([Some(measured)], &Matrix1::new(1e-6))
            .expect("an update");
        let covariance = filter.covariance();
        assert_eq!(covariance[(0, 1)].to_bits(), covariance[(1, 0)].to_bits());
        // Not below zero, but for the rounding of the determinant.
        let product = covariance[(0, 0)] * covariance[(1, 1)];
        let determinant = product - covariance[(0, 1)] * covariance[(1, 0)];
        assert!(
            covariance[(0, 0)] >= 0.0 && covariance[(1, 1)] >= 0.0,
            "{k}: {covariance}"
        );
        assert!(
            determinant >= -4.0 * f32::EPSILON * product,
            "{k}: {determinant:e}"
        );
    }
    let (found, real) = (filter.motion().state(), real.state());
    // A tenth of the deviation of one measurement, 10⁻³, over the slope cos(1).
    assert!((found.q[0] - real.q[0]).abs() < 1e-3, "{found:?} {real:?}");
}

#[test]
fn what_is_no_estimate_is_a_failure() {
    let start = || Integrator::new(Spring, Midpoint, 0.05, [0.3], [-0.2]).expect("a start");
    let failure = Kalman::new(start(), Matrix2::new(f64::NAN, 0.0, 0.0, 1.0)).expect_err("no covariance");
    assert!(matches!(failure, KalmanFailure::NotFinite { .. }), "{failure}");
    let carried = Integrator::new(Spring, Livens, 0.05, [0.3], [-0.2]).expect("a start");
    let failure = Kalman::new(carried, extremal::nalgebra::Matrix3::identity()).expect_err("a velocity");
    assert_eq!(failure, KalmanFailure::CarriesVelocity);

    let mut filter = Kalman::new(start(), Matrix2::identity()).expect("a filter");
    let failure = filter
        .predict_with([f64::NAN], &Matrix2::zeros())
        .expect_err("no input");
    let KalmanFailure::Motion(error) = failure else {
        panic!("{failure}")
    };
    assert!(matches!(error.failure, Failure::NotFinite { .. }), "{error}");
    let noise = Matrix2::new(0.1, 0.0, 0.0, -5.0);
    let failure = filter
        .update_with([0.0], [Some(0.1), Some(0.1)], &noise)
        .expect_err("no noise");
    assert!(
        matches!(failure, KalmanFailure::NegativeVariance { place: 1, variance, .. } if variance == -5.0),
        "{failure}"
    );
    let opposed = Matrix2::new(0.1, 50.0, 50.0, 0.1);
    let failure = filter
        .update_with([0.0], [Some(0.1), Some(0.1)], &opposed)
        .expect_err("no noise");
    assert!(
        matches!(failure, KalmanFailure::NotPositive { output: 1, .. }),
        "{failure}"
    );
    let below = Matrix2::new(1.0, 0.0, 0.0, -0.5);
    let failure = Kalman::new(start(), below).expect_err("no covariance");
    assert!(
        matches!(failure, KalmanFailure::NegativeVariance { place: 1, .. }),
        "{failure}"
    );
    let failure = filter.predict_with([0.0], &below).expect_err("no disturbance");
    assert!(
        matches!(failure, KalmanFailure::NegativeVariance { place: 1, .. }),
        "{failure}"
    );
    let failure = filter.update_with([0.0], [Some(0.1), Some(f64::INFINITY)], &Matrix2::identity());
    assert!(matches!(failure, Err(KalmanFailure::NotFinite { .. })));
    // Nothing of all this changed it.
    assert_eq!(
        (filter.motion().state(), *filter.covariance()),
        (start().state(), Matrix2::identity())
    );
    // An output that is not measured needs no noise.
    filter
        .update_with([0.0], [Some(0.1), None], &noise)
        .expect("one output");
}
