//! Schemes that Hermite elements are compared with: the linear variational integrator, and the two-step scheme that is not offered.

use extremal::nalgebra::{Matrix2, Matrix4};
use extremal::prelude::*;

use crate::support::element_of_textbooks::slopes_of_action;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(L1)
)]
struct Oscillator;

/// By the stiffness and the mass matrix of a linear element, (1, −1)/h and h (2, 1)/6: the trace is −2 (1/h − h/3)/(−1/h − h/6).
#[test]
fn the_linear_integrator_is_stable_up_to_the_root_of_twelve() {
    let step = |h: f64| -> Matrix2<f64> {
        let motion = Integrator::new(Oscillator, L1::default(), h, [0.0], [0.0]).expect("a good start");
        motion.linearize().expect("linear equations").by_state
    };
    let limit = 12.0_f64.sqrt();
    for h in [0.1, 1.0, 3.4, limit - 1e-6, limit + 1e-6, 4.0] {
        let (trace, expected) = (step(h).trace(), 2.0 * (1.0 / h - h / 3.0) / (1.0 / h + h / 6.0));
        // Numbers up to three, from a few terms.
        assert!((trace - expected).abs() < 1e-13, "{h}: {trace} {expected}");
        assert!((step(h).determinant() - 1.0).abs() < 1e-13);
        assert_eq!(trace.abs() <= 2.0, h <= limit, "{h}: {trace}");
    }
}

/// The action of all elements varied once, by the coordinate and the velocity of each node:
///
/// ```text
/// D₁S(z₀, z₁) + D₀S(z₁, z₂) = 0,   z = (q, h v)
/// ```
///
/// (Mergel, Sauer & Ober-Blöbaum 2017, eq. 34.) A state of this scheme is two nodes, or a node with both of its momenta: four numbers for
/// each coordinate, one more than (q, v, p).
fn two_steps(h: f64) -> Matrix4<f64> {
    let slopes = slopes_of_action(h);
    let block = |row: usize, column: usize| slopes.fixed_view::<2, 2>(2 * row, 2 * column).into_owned();
    let inverse = block(0, 1).try_inverse().expect("regular equations");
    let (by_last, by_first) = (-inverse * (block(0, 0) + block(1, 1)), -inverse * block(1, 0));
    let mut step = Matrix4::zeros();
    step.fixed_view_mut::<2, 2>(0, 2).copy_from(&Matrix2::identity());
    step.fixed_view_mut::<2, 2>(2, 0).copy_from(&by_first);
    step.fixed_view_mut::<2, 2>(2, 2).copy_from(&by_last);
    step
}

/// It grows by 3 + 2√2 a step for every small h, so that no time step makes it stable: the reason for schemes of one element.
#[test]
fn the_two_step_scheme_is_unstable_at_every_step_size() {
    let growth = |h: f64| {
        let eigenvalues = two_steps(h).complex_eigenvalues();
        eigenvalues.iter().fold(0.0_f64, |most, e| most.max(e.norm()))
    };
    let limit = 3.0 + 8.0_f64.sqrt();
    let distance = |h: f64| (growth(h) - limit).abs();
    // Of order h², down to the root of an ε, as two other eigenvalues are nearly equal.
    assert!(
        distance(1e-3) < 1e-5 && distance(1e-2) < 1e-3,
        "{} {}",
        growth(1e-3),
        growth(1e-2)
    );
    for k in 1..=100 {
        let h = 0.1 * f64::from(k);
        assert!(growth(h) > limit, "{h}: {}", growth(h));
    }
}
