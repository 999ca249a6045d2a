//! Hermite elements: amplification matrices from textbook tables, stability limits, orders, derivatives, what p2 and v2 do not keep.

use extremal::Scalar;
use extremal::derivatives::LinearizationOf;
use extremal::nalgebra::{Matrix2, SMatrix, SVector};
use extremal::prelude::*;
use num_dual::Dual64;

use crate::support::driven::{INPUT, START, orders, seeded, seeded_start};
use crate::support::element_of_textbooks::slopes_of_action;

/// A full mass matrix that depends on q, terms of degree one in the velocities, time, friction and inputs.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * m * (1.0 + x * x) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.3 * cos(y) * dt(x) * dt(y)
        + 0.2 * sin(t) * x * dt(y),
    potential = 0.5 * k * (x * x + 2.0 * y * y) * (1.0 + 0.2 * cos(t)) + 0.1 * x.powi(4),
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(y = u * cos(x)),
    sensitivities(m, k),
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>, Hermite<P2, Gauss<3>>)
)]
struct Full<T: Scalar> {
    m: T,
    k: T,
}

const FULL: Full<f64> = Full { m: 1.3, k: 4.0 };
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>)
)]
struct Oscillator;

/// The map of (q, v) over a step. dp = dv, because the mass is one.
fn amplification<D>(scheme: D, h: f64) -> Matrix2<f64>
where
    Oscillator: Discretize<D, Linearization = LinearizationOf<f64, 3, 0, 0>>,
{
    let motion = Integrator::new(Oscillator, scheme, h, [0.0], [0.0]).expect("a good start");
    let by_state = motion.linearize().expect("linear equations").by_state;
    let by_velocity = by_state.column(1) + by_state.column(2);
    Matrix2::new(by_state[(0, 0)], by_velocity[0], by_state[(2, 0)], by_velocity[2])
}

/// Two equations of the oscillator, solved for (q₁, v₁): P0, V0, P1 and V1 have the numbers 0 to 3.
fn by_hand(equations: [usize; 2], h: f64) -> Matrix2<f64> {
    let slopes = slopes_of_action(h);
    let row = |which: usize| {
        let mut row: [f64; 4] =
            core::array::from_fn(|k| slopes[(which, k)] * if k % 2 == 1 { h } else { 1.0 });
        match which {
            0 => row[1] += 1.0,
            2 => row[3] -= 1.0,
            _ => {}
        }
        row
    };
    let [a, b] = equations.map(row);
    let by_end = Matrix2::new(a[2], a[3], b[2], b[3]);
    let by_start = Matrix2::new(a[0], a[1], b[0], b[1]);
    -by_end.try_inverse().expect("regular equations") * by_start
}

#[test]
fn amplification_matrices_are_those_of_textbook_tables() {
    for h in [0.1, 0.7, 1.9, 3.0, 3.3, 5.0, 9.0] {
        let found = [
            (amplification(Hermite::<P2>::default(), h), [0, 2]),
            (amplification(Hermite::<V2>::default(), h), [1, 3]),
            (amplification(Hermite::<P1V0>::default(), h), [2, 1]),
            (amplification(Hermite::<P1V1>::default(), h), [2, 3]),
            (amplification(Hermite::<P0V0>::default(), h), [0, 1]),
            (amplification(Hermite::<P0V1>::default(), h), [0, 3]),
        ];
        for (found, equations) in found {
            let expected = by_hand(equations, h);
            // Sums of a few terms, amplified by the inverse.
            let tolerance = 1e-12 * (1.0 + expected.amax().powi(2));
            assert!(
                (found - expected).amax() < tolerance,
                "{equations:?}, {h}: {found} {expected}"
            );
        }
        // The exact forms of trace and determinant.
        let a = h * h;
        let forms = [
            (
                found[0].0,
                (13.0 * a * a - 438.0 * a + 1008.0) / (2.0 * a * a + 33.0 * a + 504.0),
            ),
            (
                found[1].0,
                (7.0 * a * a - 192.0 * a + 420.0) / (a * a + 9.0 * a + 210.0),
            ),
        ];
        for (found, trace) in forms {
            assert!((found.determinant() - 1.0).abs() < 1e-11 && (found.trace() - trace).abs() < 1e-11);
        }
    }
}

/// The largest eigenvalue of a step, less one.
fn growth<D>(scheme: D, h: f64) -> f64
where
    Oscillator: Discretize<D, Linearization = LinearizationOf<f64, 3, 0, 0>>,
{
    let eigenvalues = amplification(scheme, h).complex_eigenvalues();
    eigenvalues.iter().fold(0.0_f64, |most, e| most.max(e.norm())) - 1.0
}

/// The step at which an eigenvalue leaves the unit circle, by bisection.
fn limit<D: Copy>(scheme: D, mut stable: f64, mut unstable: f64) -> f64
where
    Oscillator: Discretize<D, Linearization = LinearizationOf<f64, 3, 0, 0>>,
{
    // Eigenvalues of a pair on the circle are known to the root of an ε.
    let grows = |h| growth(scheme, h) > 1e-7;
    assert!(
        !grows(stable) && grows(unstable),
        "{} {}",
        growth(scheme, stable),
        growth(scheme, unstable)
    );
    while unstable - stable > 1e-9 {
        let middle = 0.5 * (stable + unstable);
        if grows(middle) {
            unstable = middle;
        } else {
            stable = middle;
        }
    }
    stable
}

#[test]
fn stability_limits() {
    let check = |found: f64, squared: f64| assert!((found - squared.sqrt()).abs() < 1e-6, "{found}");
    check(limit(Hermite::<P2>::default(), 0.1, 3.3), 168.0 / 17.0);
    check(limit(Hermite::<V2>::default(), 0.1, 3.1), 28.0 / 3.0);
    check(limit(Hermite::<P1V1>::default(), 0.1, 12.0), 84.0);
    let mixed = limit(Hermite::<P1V0>::default(), 0.1, 3.15);
    assert!((mixed - 3.0828).abs() < 5e-5, "{mixed}");
    // From √12 to √56 p2 is stable again, and v2 from √10 to √42.
    for h in [3.47, 5.0, 7.4] {
        assert!(growth(Hermite::<P2>::default(), h) < 1e-7, "{h}");
    }
    for h in [3.17, 5.0, 6.4] {
        assert!(growth(Hermite::<V2>::default(), h) < 1e-7, "{h}");
    }
    for h in [0.1, 0.5, 1.0, 3.0, 8.0] {
        assert!(growth(Hermite::<P0V0>::default(), h) > 1e-7, "{h}");
        assert!(growth(Hermite::<P0V1>::default(), h) > 1e-7, "{h}");
    }
}

const STEPS: [usize; 4] = [20, 40, 80, 160];

#[test]
fn orders_are_four_and_two() {
    let found = [
        (orders(&FULL, Hermite::<P2>::default(), STEPS), 4.0),
        (orders(&FULL, Hermite::<P2, Gauss<3>>::default(), STEPS), 4.0),
        (orders(&FULL, Hermite::<V2>::default(), STEPS), 2.0),
        (orders(&FULL, Hermite::<P1V0>::default(), STEPS), 2.0),
        (orders(&FULL, Hermite::<P1V1>::default(), STEPS), 2.0),
    ];
    for (orders, order) in found {
        for found in orders {
            // The next term of the error is a factor h smaller.
            assert!((found - order).abs() < 0.15, "{orders:?}, expected {order}");
        }
    }
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -cos(x),
    discretize(Hermite<P2, Gauss<6>>, Hermite<V2, Gauss<6>>)
)]
struct Pendulum;

fn defect<D>(scheme: D) -> f64
where
    Pendulum: Discretize<D, Linearization = LinearizationOf<f64, 3, 0, 0>>,
{
    let motion = Integrator::new(Pendulum, scheme, 0.25, [1.0], [0.7]).expect("a good start");
    let by_state: SMatrix<f64, 3, 3> = motion.linearize().expect("a regular tangent").by_state;
    let by_velocity = by_state.column(1) + by_state.column(2);
    by_state[(0, 0)] * by_velocity[2] - by_state[(2, 0)] * by_velocity[0] - 1.0
}

/// Neither is symplectic on a nonlinear system. The numbers are those of an independent computation.
#[test]
fn areas_change_on_the_pendulum() {
    let (p2, v2) = (
        defect(Hermite::<P2, Gauss<6>>::default()),
        defect(Hermite::<V2, Gauss<6>>::default()),
    );
    assert!(
        (p2 - 4.55e-7).abs() < 5e-10 && (v2 + 2.7e-4).abs() < 5e-6,
        "{p2:e} {v2:e}"
    );
}

fn check_derivatives<D: Copy>(scheme: D)
where
    Full<f64>: Discretize<D, Linearization = LinearizationOf<f64, 6, 1, 2>>,
    Full<Dual64>: Discretize<D>,
{
    let motion = Integrator::new(FULL, scheme, 0.07, START.0, START.1).expect("a good start");
    let found = motion.linearize_with([INPUT]).expect("a small step");
    for seed in 0..7 {
        let through = found.by_state.fixed_columns::<2>(2) * seeded_start(|m, k| Full { m, k }, seed);
        let direct = match seed {
            0..2 => found.by_state.column(seed).into_owned(),
            2..4 => found.by_state.column(seed + 2).into_owned(),
            4 => found.by_inputs.column(0).into_owned(),
            _ => found.by_parameters.column(seed - 5).into_owned(),
        };
        let expected = SVector::from(seeded(|m, k| Full { m, k }, scheme, seed));
        // Entries up to ten; Newton's method in dual numbers stops at a residual of a few ε.
        assert!((through + direct - expected).amax() < 1e-12, "{seed}: {found:?}");
    }
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    check_derivatives(Hermite::<P2>::default());
    check_derivatives(Hermite::<V2>::default());
    check_derivatives(Hermite::<P1V0>::default());
    check_derivatives(Hermite::<P1V1>::default());
    check_derivatives(Hermite::<P0V0>::default());
    check_derivatives(Hermite::<P0V1>::default());
}
