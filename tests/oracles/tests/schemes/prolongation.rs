//! Prolongation–collocation: its steps from an action by hand, amplification, orders, symplecticity, momentum maps, derivatives.

use extremal::Scalar;
use extremal::derivatives::LinearizationOf;
use extremal::nalgebra::{Matrix2, Matrix4, SVector};
use extremal::prelude::*;
use num_dual::{Dual, Dual64};

use crate::support::cubic::Cubic;
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
    discretize(ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>)
)]
struct Full<T: Scalar> {
    m: T,
    k: T,
}

/// The same without forces: the input is multiplied by zero.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * m * (1.0 + x * x) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.3 * cos(y) * dt(x) * dt(y)
        + 0.2 * sin(t) * x * dt(y),
    potential = 0.5 * k * (x * x + 2.0 * y * y) * (1.0 + 0.2 * cos(t)) + 0.1 * x.powi(4),
    force(y = none * u),
    discretize(
        ProlongationCollocation<Gauss<1>>,
        ProlongationCollocation<Gauss<2>>,
        ProlongationCollocation<Gauss<3>>,
        ProlongationCollocation<Gauss<4>>,
        ProlongationCollocation<EulerMaclaurin>
    )
)]
struct Free<T: Scalar> {
    m: T,
    k: T,
    none: T,
}

fn full<T: Scalar>() -> Full<T> {
    let [m, k] = [1.3, 4.0].map(T::from_f64);
    Full { m, k }
}

fn free<T: Scalar>() -> Free<T> {
    let [m, k, none] = [1.3, 4.0, 0.0].map(T::from_f64);
    Free { m, k, none }
}

/// A step, as q and p at both of its nodes.
fn step<S, D>(system: &S, scheme: D, h: f64) -> [[f64; 2]; 4]
where
    S: Discretize<D, Scalar = f64, Configuration = SVector<f64, 2>, Inputs = [f64; 1]>
        + extremal::system::VectorSpace,
{
    let mut motion = Integrator::new(system, scheme, h, START.0, START.1).expect("a good start");
    let start = motion.state();
    motion.step_with([INPUT]).expect("a small step");
    let end = motion.state();
    [start.q, start.p, end.q, end.p].map(Into::into)
}

/// The cubic over a step whose coordinates have one seed, of q₀ or q₁.
fn seeded_cubic(q: [[f64; 2]; 2], h: f64, seed: usize) -> Cubic {
    let number =
        |node: usize, k: usize| Dual64::new(q[node][k], if 2 * node + k == seed { 1.0 } else { 0.0 });
    let [first, last] = [0, 1].map(|node| SVector::from([number(node, 0), number(node, 1)]));
    let v = SVector::from(START.1.map(Dual64::from));
    Cubic {
        t: 0.0,
        h,
        ends: [first, v, last, v],
    }
}

/// The velocities for which q̈ is that of the equations of motion at both ends, by fixed-point iteration: it contracts by h |∂a/∂v|.
fn collocated<S>(mut cubic: Cubic, system: &S, inputs: [f64; 1]) -> Cubic
where
    S: extremal::system::VectorSpace<
            Scalar = Dual64,
            Configuration = SVector<Dual64, 2>,
            Inputs = [Dual64; 1],
        >,
{
    let inputs = inputs.map(Dual64::from);
    let mean = (cubic.ends[2] - cubic.ends[0]) / Dual64::from(cubic.h);
    for _ in 0..100 {
        let [first, last] = [0, 2].map(|node| {
            let t = Dual64::from(cubic.t + if node == 0 { 0.0 } else { cubic.h });
            let a = system.acceleration(t, &cubic.ends[node], &cubic.ends[node + 1], &inputs);
            a.expect("the masses are regular")
        });
        let (one, two, sixth) = (Dual64::from(1.0), Dual64::from(2.0), Dual64::from(cubic.h / 6.0));
        cubic.ends[1] = mean - (first * two + last * one) * sixth;
        cubic.ends[3] = mean + (first * one + last * two) * sixth;
    }
    cubic
}

/// The momenta at both nodes by the derivative of the whole cubic, with the virtual work of forces.
#[test]
fn momenta_are_slopes_of_an_action() {
    for h in [0.01, 0.1, 0.25] {
        let [q, p, end_q, end_p] = step(&full(), ProlongationCollocation(Gauss::<4>), h);
        for (seed, expected) in [-p[0], -p[1], end_p[0], end_p[1]].into_iter().enumerate() {
            let cubic = collocated(seeded_cubic([q, end_q], h, seed), &full(), [INPUT]);
            let found = cubic.variation(&full(), [INPUT]);
            // Momenta up to two; the slopes contain 1/h times the rounding of coordinates.
            assert!(
                (found - expected).abs() < 1e-13 + 1e-15 / h,
                "{h} {seed}: {found} {expected}"
            );
        }
    }
}

/// L and its rate along the cubic, at an end of it.
fn rate(cubic: &Cubic, node: usize) -> [Dual64; 2] {
    type Second = Dual<Dual64>;
    let [q, v] = [cubic.ends[2 * node], cubic.ends[2 * node + 1]];
    let t = if node == 0 { cubic.t } else { cubic.t + cubic.h };
    let no_input = [Dual64::from(0.0)];
    let a = free::<Dual64>().acceleration(Dual64::from(t), &q, &v, &no_input);
    let a = a.expect("the masses are regular");
    let along = |x: &SVector<Dual64, 2>, rate: &SVector<Dual64, 2>| x.zip_map(rate, Second::new);
    let t = Second::new(Dual64::from(t), Dual64::from(1.0));
    let of = free::<Second>().lagrangian(t, &along(&q, &v), &along(&v, &a));
    [of.re, of.eps]
}

#[test]
fn the_corrected_trapezoid_is_the_formula_of_euler_and_maclaurin() {
    for h in [0.01, 0.1, 0.25] {
        let [q, p, end_q, end_p] = step(&free(), ProlongationCollocation(EulerMaclaurin), h);
        for (seed, expected) in [-p[0], -p[1], end_p[0], end_p[1]].into_iter().enumerate() {
            let cubic = collocated(seeded_cubic([q, end_q], h, seed), &free(), [INPUT]);
            let [[first, first_rate], [last, last_rate]] = [rate(&cubic, 0), rate(&cubic, 1)];
            let found = 0.5 * h * (first.eps + last.eps) + h * h / 12.0 * (first_rate.eps - last_rate.eps);
            // As above.
            assert!(
                (found - expected).abs() < 1e-13 + 1e-15 / h,
                "{h} {seed}: {found} {expected}"
            );
        }
    }
}

#[test]
fn orders_are_six_and_four() {
    let few = [8, 12, 16, 24];
    let many = [20, 40, 80, 160];
    let found = [
        (orders(&free(), ProlongationCollocation(Gauss::<3>), few), 6.0),
        (orders(&free(), ProlongationCollocation(Gauss::<4>), few), 6.0),
        (orders(&free(), ProlongationCollocation(Gauss::<2>), many), 4.0),
        (orders(&free(), ProlongationCollocation(Gauss::<1>), many), 2.0),
        (
            orders(&free(), ProlongationCollocation(EulerMaclaurin), many),
            4.0,
        ),
        (
            orders(&full(), ProlongationCollocation(EulerMaclaurin), many),
            4.0,
        ),
    ];
    for (orders, order) in found {
        for found in orders {
            // The next term of the error is a factor h² smaller.
            assert!((found - order).abs() < 0.05, "{orders:?}, expected {order}");
        }
    }
    // The work of forces is not stationary in the cubic, whose error is of order 4.
    let forced = orders(&full(), ProlongationCollocation(Gauss::<4>), [20, 40, 60, 80]);
    assert!(forced.iter().all(|found| (found - 4.0).abs() < 0.3), "{forced:?}");
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>)
)]
struct Oscillator;

/// Trace and determinant of a step.
fn amplification<D>(scheme: D, h: f64) -> [f64; 2]
where
    Oscillator: Discretize<D, Linearization = LinearizationOf<f64, 2, 0, 0>>,
{
    let motion = Integrator::new(Oscillator, scheme, h, [0.0], [0.0]).expect("a good start");
    let by_state = motion.linearize().expect("linear equations").by_state;
    [by_state.trace(), by_state.determinant()]
}

/// With a = (ω h)²: h v₀ = d + a (2 q₀ + q₁)/6 and h v₁ = d − a (q₀ + 2 q₁)/6, d = q₁ − q₀, in the action of a textbook's table.
#[test]
fn amplification_on_the_oscillator() {
    for h in [0.1_f64, 0.7, 1.9, 2.3, 3.1, 3.2, 5.0] {
        let a = h * h;
        #[rustfmt::skip]
        let ends = extremal::nalgebra::Matrix4x2::new(
            1.0, 0.0,
            a / 3.0 - 1.0, a / 6.0 + 1.0,
            0.0, 1.0,
            -a / 6.0 - 1.0, -a / 3.0 + 1.0,
        );
        let action: Matrix2<f64> = ends.transpose() * slopes_of_action(h) * ends;
        let [trace, determinant] = amplification(ProlongationCollocation(Gauss::<4>), h);
        let exact = (30240.0 - a * (10080.0 + a * (672.0 + a * 64.0)))
            / (15120.0 + a * (2520.0 + a * (294.0 + a * 31.0)));
        // Numbers up to two, from a few terms.
        let close =
            |found: f64, expected: f64| assert!((found - expected).abs() < 1e-12, "{h}: {found} {expected}");
        close(trace, -2.0 * action[(0, 0)] / action[(0, 1)]);
        close(trace, exact);
        close(determinant, 1.0);
        let [trace, determinant] = amplification(ProlongationCollocation(EulerMaclaurin), h);
        close(trace, (24.0 - a * (8.0 + a)) / (12.0 + 2.0 * a));
        close(determinant, 1.0);
    }
    // Stable where the trace is inside [−2, 2].
    let unstable = |trace: f64| trace < -2.0;
    for (h, is_unstable) in [(3.1552, false), (3.1554, true)] {
        assert_eq!(
            unstable(amplification(ProlongationCollocation(Gauss::<4>), h)[0]),
            is_unstable
        );
    }
    let limit = (52.0_f64.sqrt() - 2.0).sqrt();
    for (h, is_unstable) in [(limit - 1e-6, false), (limit + 1e-6, true)] {
        assert_eq!(
            unstable(amplification(ProlongationCollocation(EulerMaclaurin), h)[0]),
            is_unstable
        );
    }
}

fn check_form<D>(scheme: D)
where
    Free<f64>: Discretize<D, Linearization = LinearizationOf<f64, 4, 1, 0>>,
{
    let motion = Integrator::new(free(), scheme, 0.25, START.0, START.1).expect("a good start");
    let jacobian = motion
        .linearize_with([INPUT])
        .expect("a regular tangent")
        .by_state;
    let mut form = Matrix4::zeros();
    for k in 0..2 {
        (form[(k, k + 2)], form[(k + 2, k)]) = (1.0, -1.0);
    }
    // Entries up to ten.
    let defect = (jacobian.transpose() * form * jacobian - form).amax();
    assert!(defect < 1e-12, "{defect:e}");
}

#[test]
fn steps_are_symplectic() {
    check_form(ProlongationCollocation(Gauss::<1>));
    check_form(ProlongationCollocation(Gauss::<4>));
    check_form(ProlongationCollocation(EulerMaclaurin));
}

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = -1 / r.norm(),
    symmetry(rotation = [-r[1], r[0]]),
    discretize(ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>)
)]
struct TwoBodies;

fn check_rotation<D: Copy>(scheme: D)
where
    TwoBodies: Discretize<D>,
{
    let mut motion = Integrator::new(TwoBodies, scheme, 0.1, [0.7, 0.0], [0.0, 1.3]).expect("a good start");
    let angular = |State { q, p, .. }: State<f64, SVector<f64, 2>>| q[0] * p[1] - q[1] * p[0];
    let start = angular(motion.state());
    for _ in 0..1000 {
        motion.step().expect("a small step");
        // A thousand roundings of products of numbers up to two.
        assert!((angular(motion.state()) - start).abs() < 1e-12);
    }
}

#[test]
fn angular_momentum_is_kept_to_rounding() {
    check_rotation(ProlongationCollocation(Gauss::<4>));
    check_rotation(ProlongationCollocation(EulerMaclaurin));
}

fn check_derivatives<D: Copy>(scheme: D)
where
    Full<f64>: Discretize<D, Linearization = LinearizationOf<f64, 4, 1, 2>>,
    Full<Dual64>: Discretize<D>,
{
    let motion = Integrator::new(full(), scheme, 0.07, START.0, START.1).expect("a good start");
    let found = motion.linearize_with([INPUT]).expect("a small step");
    for seed in 0..7 {
        let through = found.by_state.fixed_columns::<2>(2) * seeded_start(|m, k| Full { m, k }, seed);
        let direct = match seed {
            0..2 => found.by_state.column(seed).into_owned(),
            2..4 => SVector::zeros(),
            4 => found.by_inputs.column(0).into_owned(),
            _ => found.by_parameters.column(seed - 5).into_owned(),
        };
        let expected = seeded(|m, k| Full { m, k }, scheme, seed);
        let expected = SVector::from([expected[0], expected[1], expected[2], expected[3]]);
        // Entries up to ten; Newton's method in dual numbers stops at a residual of a few ε.
        assert!((through + direct - expected).amax() < 1e-12, "{seed}: {found:?}");
    }
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    check_derivatives(ProlongationCollocation(Gauss::<4>));
    check_derivatives(ProlongationCollocation(EulerMaclaurin));
}
