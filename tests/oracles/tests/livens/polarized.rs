//! The variant with p = ∂L/∂v at the nodes: its numbers, momenta and energies at the nodes, orders, constraints, work, and
//! compositions.

use extremal::blocks::{Block, IntoBlock};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::{Node, Tied};
use crate::motion::close;
use crate::orders::{Start, at, flow};
use crate::runs::{Reached, increments, level, orders, runs};
use crate::stabilized::{OnCurve, on_curve};
use crate::support::by_hand::{ByHand, Continuous, Oracle};
use crate::systems::{Bead, Charged, Curve, DoublePendulum, MassSpring, SpringPendulum, Timed};

const RODS: DoublePendulum<f64> = DoublePendulum {
    m: 1.0,
    g: 9.81,
    d: 0.0,
};
const HANGING: SpringPendulum<f64> = SpringPendulum {
    m: 1.0,
    ea: 300.0,
    g: 9.81,
};

type Ends = (&'static [f64], &'static [f64]);

const SWINGING: Ends = (&[0.7, -0.4], &[0.5, 1.2]);
const FALLING: Ends = (&[1.05, 1.2, 0.3], &[0.2, 0.7, 0.9]);
const CURVING: Ends = (&[0.5, 0.8775825618903728], &[0.7, -0.3355978770229421]);
const SLIDING: Ends = (&[0.5, -0.1875], &[0.8, -0.4]);

/// From an independent computation in sixty digits.
#[test]
fn numbers() {
    let check = |found: &Reached, [q, v, p]: [&[f64]; 3]| {
        // Twenty steps, each with tens of roundings of numbers up to five.
        close("q", &found.node.q, q, 1e-14);
        close("v", &found.node.v, v, 4e-14);
        close("p", &found.node.p, p, 4e-14);
    };
    let found = runs(&RODS, Polarized(Livens), 0.05, SWINGING, 20);
    check(
        &found[20],
        [
            &[-0.24543918252933222, 0.30182710900802406],
            &[1.7813203631976058, -4.198002720487843],
            &[-0.022244575222297183, -2.676843823583419],
        ],
    );
    let found = runs(&HANGING, Polarized(Livens), 0.01, FALLING, 20);
    check(
        &found[20],
        [
            &[0.9628122496086361, 1.5597320068972973, 0.4844812171121395],
            &[0.5454647592626524, 2.919460612837098, 0.9299864272067201],
            &[0.5454647592626524, 2.706361673843036, 0.8619987921628891],
        ],
    );
    let found = runs(&Curve, Polarized(Livens), 0.02, CURVING, 20);
    check(
        &found[20],
        [
            &[1.0040919038003835, 0.5368545738389163],
            &[1.79451945121064, -1.514117827115878],
            &[2.5434384845868543, -1.9312639785392658],
        ],
    );
    let found = runs(&Curve, Stabilized(Polarized(Livens)), 0.02, CURVING, 20);
    check(
        &found[20],
        [
            &[1.0040919213707575, 0.5368545590152344],
            &[1.79457824560216, -1.5140404576616207],
            &[2.5435355070082664, -1.9311490922009875],
        ],
    );
}

/// The largest of |p − ∂L/∂v| at the nodes, over the largest of |p|.
fn beside(system: &dyn Oracle, found: &[Reached]) -> f64 {
    let (mut far, mut most) = (0.0_f64, 0.0_f64);
    for end in found {
        let momentum = Continuous::of(system, end.t, &end.node.q, &end.node.v, &[0.0]).momentum;
        for (p, exact) in end.node.p.iter().zip(momentum) {
            (far, most) = (far.max((p - exact).abs()), most.max(p.abs()));
        }
    }
    far / most
}

/// E in each step to 64 ε of its terms, and p = ∂L/∂v at each node.
fn keeps<S, D, C>(system: S, scheme: D, start: Ends, h: f64)
where
    S: Tied
        + Copy
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<D, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let found = runs(&system, scheme, h, start, 200);
    let most = increments(&system, h, &found);
    assert!(most <= 64.0 * f64::EPSILON, "E, {h:e}: {most:e}");
    // Two hundred steps, of which each leaves a few ε of the terms of the momentum.
    let beside = beside(&system, &found);
    assert!(beside <= 200.0 * 4.0 * f64::EPSILON, "p, {h:e}: {beside:e}");
}

#[test]
fn energy_and_momenta_are_those_of_the_velocity() {
    for h in [0.05, 1e-2, 1e-3, 1e-5, 1e-8] {
        keeps(RODS, Polarized(Livens), SWINGING, h);
        let start: Ends = (&[0.9, 0.3, 0.6], &[0.3, 0.8, -0.5]);
        keeps(Charged { b: 1.5, k: 2.0 }, Polarized(Livens), start, h);
        keeps(Bead { k: 0.5, g: 9.81 }, Polarized(Livens), SLIDING, h);
    }
    for h in [0.014, 1e-3, 1e-4, 1e-6, 1e-8] {
        keeps(HANGING, Polarized(Livens), FALLING, h);
    }
    // Livens itself satisfies this to second order.
    let found = runs(&RODS, Livens, 0.01, SWINGING, 200);
    assert!(beside(&RODS, &found) > 1e-4);
}

/// The largest change of T + V in two hundred steps, over the largest of |T + V|.
fn change<S, D>(system: S, scheme: D, (q, v): Ends, h: f64) -> f64
where
    S: Copy
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<D>
        + VectorSpace,
{
    let [q, v] = [q, v].map(|x| <S::Configuration as Block<f64>>::from_fn(|k| x[k]));
    let p = system.momentum(0.0, &q, &v);
    let start = State { t: 0.0, q, p };
    let mut motion = Integrator::<_, D>::from_state(system, scheme, h, start).expect("a regular start");
    let energy = motion.total_energy();
    let (mut far, mut most) = (0.0_f64, energy.abs());
    for _ in 0..200 {
        motion
            .step_with(S::Inputs::from_fn(|_| 0.0))
            .expect("a regular motion");
        let now = motion.total_energy();
        (far, most) = (far.max((now - energy).abs()), most.max(now.abs()));
    }
    far / most
}

#[test]
fn the_energy_of_the_velocity_is_kept() {
    // Two hundred steps, of which each leaves a few ε of the terms of E.
    let rounding = 200.0 * 4.0 * f64::EPSILON;
    for h in [0.05, 1e-2, 1e-3, 1e-5] {
        let found = [
            change(RODS, Polarized(Livens), SWINGING, h),
            change(Bead { k: 0.5, g: 9.81 }, Polarized(Livens), SLIDING, h),
            change(Curve, Polarized(Livens), CURVING, h),
            change(Curve, Stabilized(Polarized(Livens)), CURVING, h),
        ];
        assert!(found.iter().all(|change| *change < rounding), "{h:e}: {found:?}");
    }
    assert!(change(HANGING, Polarized(Livens), FALLING, 0.01) < rounding);
    // Livens keeps only E; and exact motions do not keep T + V if T has terms of degree one in v.
    assert!(change(RODS, Livens, SWINGING, 0.01) > 1e-4);
    let start: Ends = (&[0.9, 0.3, 0.6], &[0.3, 0.8, -0.5]);
    assert!(change(Charged { b: 1.5, k: 2.0 }, Polarized(Livens), start, 0.01) > 1e-3);
}

/// The energy lost to air is the force in the middle of a step times the displacement.
#[test]
fn energy_changes_by_the_work_of_forces() {
    let braked = DoublePendulum { d: 0.8, ..RODS };
    for h in [0.05, 1e-2, 1e-3, 1e-5] {
        let found = runs(&braked, Polarized(Livens), h, SWINGING, 200);
        let mut taken = 0.0;
        for ends in found.windows(2) {
            let [from, to] = [&ends[0].node, &ends[1].node];
            let half =
                |a: &[f64], b: &[f64]| -> Vec<f64> { a.iter().zip(b).map(|(a, b)| 0.5 * (a + b)).collect() };
            let (q, v) = (half(&from.q, &to.q), half(&from.v, &to.v));
            let force = Continuous::of(&braked, ends[0].t + 0.5 * h, &q, &v, &[0.0]).force;
            let work: f64 = force.iter().zip(&v).map(|(f, v)| h * f * v).sum();
            // Tens of roundings of terms up to fifty.
            let error = (ends[1].energy - ends[0].energy - work).abs();
            assert!(error < 64.0 * 50.0 * f64::EPSILON, "{h:e}: {error:e}");
            taken -= work;
        }
        assert!(taken > 10.0 * h, "{h:e}: {taken:e}");
    }
}

/// With a constant M, singular or not, the variant is Livens itself.
#[test]
fn with_a_constant_mass_nothing_changes() {
    let (m, c, stiff, w) = ([2.0, 1.0], 0.5, 1.0, 1.1);
    let system = MassSpring { m, c, stiff, w };
    let start: Ends = (&[0.3, 1.4, -0.4], &[1.0, 1.0, -1.0]);
    let [own, plain] = [
        runs(&system, Polarized(Livens), 0.05, start, 100),
        runs(&system, Livens, 0.05, start, 100),
    ];
    // A hundred steps of some ε of numbers of size one.
    close("q", &own[100].node.q, &plain[100].node.q, 1e-13);
    close("p", &own[100].node.p, &plain[100].node.p, 1e-13);
    close("v", &own[100].node.v, &plain[100].node.v, 1e-12);
}

/// If M depends on q, E is exact with constraints and their rates as well.
#[test]
fn stabilized_schemes_keep_energy() {
    for h in [0.05, 1e-2, 1e-3, 1e-5, 1e-8] {
        keeps(Curve, Stabilized(Polarized(Livens)), CURVING, h);
        keeps(
            Bead { k: 0.5, g: 9.81 },
            Stabilized(Polarized(Livens)),
            SLIDING,
            h,
        );
        let found = runs(&Curve, Stabilized(Polarized(Livens)), h, CURVING, 200);
        let [place, rate] = [0, 1].map(|which| level(&found, which));
        assert!(
            place <= 16.0 * f64::EPSILON && rate <= 64.0 * f64::EPSILON,
            "{h:e}: {place:e} {rate:e}"
        );
    }
}

fn near(orders: [f64; 3], order: f64, width: f64) {
    for found in orders {
        assert!((found - order).abs() < width, "{orders:?}");
    }
}

fn free<S: ByHand, const N: usize, const M: usize>(system: &S, start: &Start<N>) -> Node {
    let (q, v) = flow::<N, M>(system, start);
    at(system, start.end, &q, &v)
}

#[test]
fn order_two_in_coordinates_velocities_and_momenta() {
    let (q, v, end) = ([0.7, -0.4], [0.5, 1.2], 0.8);
    let start = Start { q, v, end };
    let exact = free::<_, 2, 4>(&RODS, &start);
    // A symmetric scheme: the next term of the error is a factor h² smaller.
    near(
        orders(&RODS, Polarized(Livens), &start, &exact, &[60, 120, 240]),
        2.0,
        0.06,
    );
    let (q, v, end) = ([0.9, 0.3, 0.6], [0.3, 0.8, -0.5], 1.0);
    let (system, start) = (Charged { b: 1.5, k: 2.0 }, Start { q, v, end });
    let exact = free::<_, 3, 6>(&system, &start);
    near(
        orders(&system, Polarized(Livens), &start, &exact, &[60, 120, 240]),
        2.0,
        0.06,
    );
}

/// If ∂L/∂v depends on t, p belongs to the middle of steps; the mean over two steps belongs to the node.
#[test]
fn order_two_where_the_mass_depends_on_time() {
    let (q, v, end) = ([0.4], [0.9], 1.0);
    let (system, start) = (Timed { a: 0.7, b: 0.3 }, Start { q, v, end });
    let exact = free::<_, 1, 2>(&system, &start);
    near(
        orders(&system, Polarized(Livens), &start, &exact, &[60, 120, 240]),
        2.0,
        0.06,
    );
}

/// The position on the curve y = cos x has one coordinate.
#[test]
fn orders_with_constraints() {
    let end = 0.4;
    let (q, v) = on_curve(0.5, 0.7);
    let along = Start {
        q: [0.5],
        v: [0.7],
        end,
    };
    let ([x], [rate]) = flow::<1, 2>(&OnCurve, &along);
    let (to_q, to_v) = on_curve(x, rate);
    let (start, exact) = (Start { q, v, end }, at(&Curve, end, &to_q, &to_v));
    let steps = [40, 80, 160];
    near(
        orders(&Curve, Polarized(Livens), &start, &exact, &steps),
        2.0,
        0.06,
    );
    let scheme = Stabilized(Polarized(Livens));
    near(orders(&Curve, scheme, &start, &exact, &steps), 2.0, 0.06);
    let composed = Composition::<4, _>(scheme);
    // The curve bends within a step at the coarsest step size.
    near(orders(&Curve, composed, &start, &exact, &[10, 20, 40]), 4.0, 0.15);
}

/// No defect changes its sign in a step, so five stages are enough.
#[test]
fn compositions_need_no_halves() {
    fn work<D>() -> usize
    where
        DoublePendulum<f64>: Discretize<D> + VectorSpace,
    {
        <DoublePendulum<f64> as Discretize<D>>::FACTS.step_operations
    }
    assert_eq!(
        work::<Composition<4, Polarized<Livens>>>(),
        5 * work::<Polarized<Livens>>()
    );
    assert_eq!(work::<Composition<4, Livens>>(), 10 * work::<Livens>());
    let (q, v, end) = ([0.7, -0.4], [0.5, 1.2], 0.8);
    let start = Start { q, v, end };
    let exact = free::<_, 2, 4>(&RODS, &start);
    let composed = Composition::<4, _>(Polarized(Livens));
    near(orders(&RODS, composed, &start, &exact, &[20, 40, 80]), 4.0, 0.2);
    let found = runs(&RODS, composed, 0.05, SWINGING, 100);
    // Five hundred steps, of which each leaves a few ε.
    let rounding = 500.0 * 4.0 * f64::EPSILON;
    assert!(beside(&RODS, &found) < rounding);
    assert!(change(RODS, composed, SWINGING, 0.05) < 2.0 * rounding);
}
