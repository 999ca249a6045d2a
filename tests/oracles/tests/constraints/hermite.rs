//! Hermite elements with constraints: their equations by hand, reduced coordinates, orders with M(q), multipliers, growth.

use extremal::Scalar;
use extremal::derivatives::LinearizationOf;
use extremal::drive::EnergyStep;
use extremal::nalgebra::{Matrix2, Matrix4x2, SVector, Vector4};
use extremal::prelude::*;
use num_dual::Dual64;

use super::support::cubic::{Cubic, GAUSS};
use super::support::order::{Errors, extrapolated};
use super::support::slope::slope;

/// A bead on a wire that moves up and down, with friction and a full mass matrix that depends on q.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    kinetic = 0.5 * m * (1.0 + x * x) * dt(x).powi(2) + 0.5 * dt(y).powi(2) + 0.3 * cos(y) * dt(x) * dt(y),
    potential = 2 * x * x + y + 0.5 * y * y,
    dissipation = 0.05 * (1.0 + y * y) * dt(x).powi(2),
    force(y = u * cos(x)),
    constraint(wire = y - 0.5 * x * x - 0.2 * sin(2 * x) - 0.1 * sin(3 * t)),
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>, Midpoint)
)]
struct Bead<T: Scalar> {
    m: T,
}

const BEAD: Bead<f64> = Bead { m: 1.3 };
const INPUT: f64 = 0.7;

type Vector = SVector<f64, 2>;
type Report = EnergyStep<f64, Vector, [f64; 1]>;

/// A start on both levels.
fn start() -> (Vector, Vector) {
    let found = BEAD.project(0.0, [0.6, 0.4], [0.9, 0.8]);
    found.expect("the start is near")
}

/// What multiplies the impulses λ̄ and λ′ in an equation: the shape function, by its order in [`Cubic::ends`].
fn shape(which: usize, s: f64) -> f64 {
    [
        1.0 - s * s * (3.0 - 2.0 * s),
        s * (1.0 - s).powi(2),
        s * s * (3.0 - 2.0 * s),
        -s * s * (1.0 - s),
    ][which]
}

/// What remains of an equation without multipliers. Equations have the numbers of the ends of a cubic that they vary: q₀, v₀, q₁, v₁.
fn imbalance(equation: usize, (t, h): (f64, f64), ends: [Vector; 4], k: usize) -> f64 {
    let seeded = |end: usize| {
        SVector::from(
            [0, 1].map(|i| Dual64::new(ends[end][i], if (end, i) == (equation, k) { 1.0 } else { 0.0 })),
        )
    };
    let system = Bead { m: Dual64::from(1.3) };
    let cubic = Cubic {
        t,
        h,
        ends: [0, 1, 2, 3].map(seeded),
    };
    let along = cubic.variation(&system, [INPUT]);
    match equation {
        0 => along + BEAD.momentum(t, &ends[0], &ends[1])[k],
        2 => along - BEAD.momentum(t + h, &ends[2], &ends[3])[k],
        _ => along / h,
    }
}

fn check_equations<D: Copy>(scheme: D, equations: [usize; 2])
where
    Bead<f64>: Discretize<D, Report = Report>,
{
    let h = 0.1;
    let (q, v) = start();
    let mut motion = Integrator::new(BEAD, scheme, h, q, v).expect("a good start");
    for step in 0..5 {
        let (before, v) = (motion.state(), motion.velocity().expect("it is carried"));
        let report = motion.step_with([INPUT]).expect("a small step");
        let ends = [before.q, v, motion.state().q, report.velocity];
        let plain = ends.map(|end| end.map(Dual64::from));
        let cubic = Cubic {
            t: before.t,
            h,
            ends: plain,
        };
        let mut impulses = Matrix4x2::zeros();
        for [x, weight] in GAUSS {
            let s = 0.5 * (1.0 + x);
            let q = cubic.at(s)[0].map(|q| q.re);
            let gradient = BEAD.constraint_jacobian(before.t + s * h, &q);
            for row in 0..4 {
                let by = 0.5 * weight * shape(equations[row / 2], s) * gradient[row % 2];
                impulses[(row, 0)] += by;
                impulses[(row, 1)] += by * (2.0 * s - 1.0);
            }
        }
        let sides = Vector4::from_fn(|row, _| imbalance(equations[row / 2], (before.t, h), ends, row % 2));
        let normal: Matrix2<f64> = impulses.transpose() * impulses;
        let found = normal.try_inverse().expect("two multipliers") * impulses.transpose() * sides;
        // Numbers up to five; Newton's method stops at a residual of a few ε.
        let left = (sides - impulses * found).amax();
        assert!(left < 2e-14, "{step}: {left:e}");
        // The conditions of the least squares: the slope of the shapes over a step is a tenth of their mean.
        let mean = found[0] / h;
        assert!(
            (report.multipliers[0] - mean).abs() < 1e-10,
            "{step}: {mean} {report:?}"
        );
        let levels = [report.constraints[0], report.constraint_rates[0]];
        assert!(
            levels.iter().all(|level| level.abs() < 2e-15),
            "{step}: {levels:?}"
        );
    }
}

#[test]
fn two_equations_and_both_levels_hold() {
    check_equations(Hermite::<P2>::default(), [0, 2]);
    check_equations(Hermite::<V2>::default(), [1, 3]);
    check_equations(Hermite::<P1V0>::default(), [2, 1]);
    check_equations(Hermite::<P1V1>::default(), [2, 3]);
    check_equations(Hermite::<P0V0>::default(), [0, 1]);
    check_equations(Hermite::<P0V1>::default(), [0, 3]);
}

/// Orders of q, p and the multiplier in the middle of the last step.
fn orders<D: Copy>(scheme: D, steps: [usize; 4]) -> [f64; 3]
where
    Bead<f64>: Discretize<D, Report = Report>,
{
    const END: f64 = 3.0;
    let (q, v) = start();
    let rate = |t: f64, z: [f64; 4]| {
        let (q, v) = (Vector::new(z[0], z[1]), Vector::new(z[2], z[3]));
        let a = BEAD
            .acceleration(t, &q, &v, &[INPUT])
            .expect("the masses are regular");
        [v[0], v[1], a[0], a[1]]
    };
    let exact = |t: f64| {
        let z = extrapolated(rate, [q[0], q[1], v[0], v[1]], t, 80);
        (Vector::new(z[0], z[1]), Vector::new(z[2], z[3]))
    };
    let (exact_q, exact_v) = exact(END);
    let exact_p = BEAD.momentum(END, &exact_q, &exact_v);
    let errors = steps.map(|steps| {
        let h = END / steps as f64;
        let mut motion = Integrator::new(BEAD, scheme, h, q, v).expect("a good start");
        let mut last = None;
        for _ in 0..steps {
            last = Some(motion.step_with([INPUT]).expect("a small step"));
        }
        let last = last.expect("there are steps");
        let (q, v) = exact(END - 0.5 * h);
        let multiplier = BEAD
            .multipliers(END - 0.5 * h, &q, &v, &[INPUT])
            .expect("the masses are regular");
        let State { q, p, .. } = motion.state();
        let of_state = Errors {
            steps,
            q: (q - exact_q).amax(),
            p: (p - exact_p).amax(),
        };
        (of_state, (last.multipliers[0] - multiplier[0]).abs())
    });
    // Numbers up to three in 320 steps.
    let of = |part: fn(&(Errors, f64)) -> f64| {
        slope(errors.iter().map(|error| (error.0.steps, part(error))), 1e-13)
    };
    [of(|error| error.0.q), of(|error| error.0.p), of(|error| error.1)]
}

#[test]
fn pairs_keep_their_orders() {
    let steps = [40, 80, 160, 320];
    let found = [
        (orders(Hermite::<P2>::default(), steps), 4.0),
        (orders(Hermite::<V2>::default(), steps), 2.0),
        (orders(Hermite::<P1V0>::default(), steps), 2.0),
        (orders(Hermite::<P1V1>::default(), steps), 2.0),
        (orders(Hermite::<P0V0>::default(), steps), 2.0),
        (orders(Hermite::<P0V1>::default(), steps), 2.0),
    ];
    for ([q, p, multiplier], order) in found {
        // The next term of the error is a factor h smaller.
        assert!(
            (q - order).abs() < 0.15 && (p - order).abs() < 0.15,
            "{q} {p}, expected {order}"
        );
        assert!((multiplier - 2.0).abs() < 0.05, "{multiplier}");
    }
}

fn check_derivatives<D: Copy>(scheme: D)
where
    Bead<f64>: Discretize<D, Linearization = LinearizationOf<f64, 6, 1, 0>>,
    Bead<Dual64>: Discretize<D>,
{
    let (q, v) = start();
    let motion = Integrator::new(BEAD, scheme, 0.07, q, v).expect("a good start");
    let by_state = motion.linearize_with([INPUT]).expect("a small step").by_state;
    for seed in 0..4 {
        let at = |k: usize, x: f64| Dual64::new(x, if k == seed { 1.0 } else { 0.0 });
        let system = Bead { m: Dual64::from(1.3) };
        // A start aside, back on both levels: its dual part is tangent to them.
        let aside = ([at(0, q[0]), at(1, q[1])], [at(2, v[0]), at(3, v[1])]);
        let found = system.project(Dual64::from(0.0), aside.0, aside.1);
        let (q, v) = found.expect("the start is near");
        let mut motion = Integrator::new(system, scheme, Dual64::from(0.07), q, v).expect("a good start");
        let p = motion.state().p;
        let along = SVector::from([q[0], q[1], p[0], p[1], v[0], v[1]].map(|x| x.eps));
        motion.step_with([Dual64::from(INPUT)]).expect("a small step");
        let (State { q, p, .. }, v) = (motion.state(), motion.velocity().expect("it is carried"));
        let expected = SVector::from([q[0], q[1], p[0], p[1], v[0], v[1]].map(|x| x.eps));
        // Entries up to ten; Newton's method in dual numbers stops at a residual of a few ε.
        assert!(
            (by_state * along - expected).amax() < 1e-12,
            "{seed}: {by_state} {expected}"
        );
    }
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    check_derivatives(Hermite::<P2>::default());
    check_derivatives(Hermite::<V2>::default());
    check_derivatives(Hermite::<P1V1>::default());
}

/// Two masses whose sum is tied, and what is left of them.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * dt(x).powi(2) + dt(y).powi(2) + 0.3 * dt(x) * dt(y),
    potential = 1 - cos(x) + y.powi(4),
    constraint(sum = x + 2 * y - 1),
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>)
)]
struct Tied;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(y),
    let x = 1 - 2 * y,
    kinetic = 0.5 * dt(x).powi(2) + dt(y).powi(2) + 0.3 * dt(x) * dt(y),
    potential = 1 - cos(x) + y.powi(4),
    discretize(Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>)
)]
struct Reduced;

fn check_reduced<D: Copy>(scheme: D)
where
    Tied: Discretize<D>,
    Reduced: Discretize<D>,
{
    let mut tied = Integrator::new(Tied, scheme, 0.1, [0.2, 0.4], [-1.0, 0.5]).expect("a good start");
    let mut reduced = Integrator::new(Reduced, scheme, 0.1, [0.4], [0.5]).expect("a good start");
    for step in 0..100 {
        tied.step().expect("a small step");
        reduced.step().expect("a small step");
        let far = (tied.state().q[1] - reduced.state().q[0]).abs();
        // Residuals of a few ε in each step, of which motions on a quartic make their square.
        assert!(far < 1e-12, "{step}: {far:e}");
    }
}

/// Constraints that are linear take nothing but coordinates away, whatever the pair: also what it damps, and what grows.
#[test]
fn linear_constraints_leave_the_scheme_in_reduced_coordinates() {
    check_reduced(Hermite::<P2>::default());
    check_reduced(Hermite::<V2>::default());
    check_reduced(Hermite::<P1V0>::default());
    check_reduced(Hermite::<P1V1>::default());
    check_reduced(Hermite::<P0V0>::default());
    check_reduced(Hermite::<P0V1>::default());
}
