//! The variant that keeps the hidden constraint: its numbers, constraints and rates, and its energy with a constant and a variable
//! mass.

use extremal::prelude::*;

use crate::motion::close;
use crate::orders::{Along, Angles, Start, at, flow, on_wire, place};
use crate::runs::{Reached, increments, level, orders, runs};
use crate::support::by_hand::{ByHand, Number};
use crate::support::slope::slope;
use crate::systems::{Bead, Curve, MassSpring, Moving, Pendulum, Pushed, Rods, Sphere};

const WIRE: Bead<f64> = Bead { k: 0.0, g: 9.81 };
const SPHERE: Sphere<f64> = Sphere { m: 1.0, g: 9.81 };

type Ends = (&'static [f64], &'static [f64]);

const CIRCLING: Ends = (&[0.6, -0.8], &[0.8, 0.6]);
const SLIDING: Ends = (&[0.5, -0.1875], &[0.8, -0.4]);
const SWINGING: Ends = (&[0.6, 0.0, -0.8], &[0.4, 1.5, 0.3]);
const CURVING: Ends = (&[0.5, 0.8775825618903728], &[0.7, -0.3355978770229421]);

fn check(found: &Reached, [q, v, p]: [&[f64]; 3]) {
    // Twenty steps, each with tens of roundings of numbers of size one.
    const TWENTY_STEPS: f64 = 1e-14;
    close("q", &found.node.q, q, TWENTY_STEPS);
    close("v", &found.node.v, v, 2.0 * TWENTY_STEPS);
    close("p", &found.node.p, p, 2.0 * TWENTY_STEPS);
}

/// The first step, the multiplier of it as a force, and the twentieth.
#[test]
fn numbers_of_constant_masses() {
    let found = runs(&Pendulum, Stabilized(Livens), 0.05, CIRCLING, 20);
    let v = [0.5397532194693581, 0.4417991995847626];
    check(&found[1], [&[0.6333948736878959, -0.7738287497798815], &v, &v]);
    let v = [-1.0105868079501148, 0.6911302766902117];
    check(&found[20], [&[-0.5645037294622972, -0.825430517622869], &v, &v]);
    // Impulses, of momenta of size one.
    close("impulse", &found[1].node.impulses, &[0.4221750489571382], 1e-14);
    close("impulse", &found[20].node.impulses, &[0.5061619509804516], 2e-14);

    let found = runs(&WIRE, Stabilized(Livens), 0.05, SLIDING, 20);
    let v = [1.0098423047664773, -0.4466025800078414];
    check(&found[1], [&[0.5451505652707573, -0.20886775458540932], &v, &v]);
    let v = [-0.376223341524339, 0.20290195849149548];
    check(&found[20], [&[0.439849505528262, -0.1560378800951796], &v, &v]);
    close("impulse", &found[1].node.impulses, &[-0.44371450600464485], 1e-14);
    close("impulse", &found[20].node.impulses, &[-0.3855906652985622], 2e-14);

    let found = runs(&SPHERE, Stabilized(Livens), 0.05, SWINGING, 20);
    let v = [-0.08697854142967362, -1.628481320512081, 0.35706599218979396];
    check(
        &found[20],
        [
            &[-0.5606030544029899, -0.14867577801063292, -0.8146285831143979],
            &v,
            &v,
        ],
    );
    // Gradients through invariants are those of Gonzalez for squares.
    let found = runs(&SPHERE, Stabilized(Equivariant(Livens)), 0.05, SWINGING, 20);
    check(
        &found[20],
        [
            &[-0.5606030544029899, -0.14867577801063292, -0.8146285831143979],
            &v,
            &v,
        ],
    );

    let (start, v) = (
        ([0.6, -0.8, 1.24, -1.28], [0.4, 0.3, 0.88, 0.94]),
        [
            -1.4636556610503009,
            0.5005778777951189,
            -3.092595096265549,
            0.980957313867905,
        ],
    );
    let found = runs(
        &Rods { m: 2.0, g: 9.81 },
        Stabilized(Livens),
        0.05,
        (&start.0, &start.1),
        20,
    );
    let q = [
        -0.3236029363550648,
        -0.9461929716407641,
        -0.5498907153787865,
        -1.7135220021514774,
    ];
    check(&found[20], [&q, &v, &[v[0], v[1], 2.0 * v[2], 2.0 * v[3]]]);
}

#[test]
fn numbers_of_a_mass_that_varies() {
    let found = runs(&Curve, Stabilized(Livens), 0.05, CURVING, 20);
    check(
        &found[20],
        [
            &[2.4075813460949056, -0.7424933952145912],
            &[3.0625448128396577, -2.051456011119016],
            &[5.332152046185643, -7.9113445615946985],
        ],
    );
    let found = runs(&Curve, Stabilized(Livens), 0.02, CURVING, 20);
    let change = found[20].energy - found[0].energy;
    // Three digits are given.
    assert!((change + 7.5e-8).abs() < 5e-10, "{change:e}");
}

/// The energy changes by O(h⁴) per step.
#[test]
fn energy_of_a_mass_that_varies_changes_to_fourth_order() {
    let changes = [10, 20, 40, 80].map(|steps| {
        let found = runs(&Curve, Stabilized(Livens), 0.4 / steps as f64, CURVING, steps);
        let change = |at: usize| (found[at].energy - found[0].energy).abs();
        let each = found
            .windows(2)
            .map(|ends| (ends[1].energy - ends[0].energy).abs());
        (steps, [change(1), change(steps), each.fold(0.0, f64::max)])
    });
    for part in 0..3 {
        let order = slope(
            changes.iter().map(|(steps, change)| (*steps, change[part])),
            1e-14,
        );
        // The next term of the error is smaller by h for one step, and by h² for many.
        assert!((3.9..4.5).contains(&order), "{order}: {changes:?}");
    }
}

const STEPS: [f64; 8] = [0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];

/// The bound of E is that of the scheme without stabilization. g and its rate are sums of a few products of numbers up to four.
macro_rules! are_kept {
    ($system:expr, $scheme:expr, $start:expr, $h:expr) => {{
        let (system, h): (_, f64) = ($system, $h);
        let found = runs(&system, $scheme, h, $start, 200);
        let most = increments(&system, h, &found);
        assert!(most <= 64.0 * f64::EPSILON, "E, {h:e}: {most:e}");
        levels_are_kept(&found, h);
    }};
}

fn levels_are_kept(found: &[Reached], h: f64) {
    let [place, rate] = [0, 1].map(|which| level(found, which));
    assert!(place <= 16.0 * f64::EPSILON, "g, {h:e}: {place:e}");
    assert!(rate <= 64.0 * f64::EPSILON, "dg/dt, {h:e}: {rate:e}");
}

#[test]
fn energy_and_both_levels_are_kept_with_a_constant_mass() {
    for h in STEPS {
        are_kept!(Pendulum, Stabilized(Livens), CIRCLING, h);
        are_kept!(SPHERE, Stabilized(Livens), SWINGING, h);
        are_kept!(SPHERE, Stabilized(Equivariant(Livens)), SWINGING, h);
    }
    for h in &STEPS[1..] {
        are_kept!(WIRE, Stabilized(Livens), SLIDING, *h);
        let start: Ends = (&[0.6, -0.8, 1.24, -1.28], &[0.4, 0.3, 0.88, 0.94]);
        are_kept!(Rods { m: 2.0, g: 9.81 }, Stabilized(Livens), start, *h);
    }
}

/// y has no mass of its own.
#[test]
fn energy_and_both_levels_are_kept_with_a_singular_mass() {
    let (m, c, stiff, w) = ([2.0, 1.0], 0.5, 1.0, 1.1);
    let system = MassSpring { m, c, stiff, w };
    let start: Ends = (&[0.3, 1.4, -0.4], &[1.0, 1.0, -1.0]);
    for h in STEPS {
        are_kept!(system, Stabilized(Livens), start, h);
    }
    // For a linear constraint the scheme is that without stabilization.
    let [with, without] = [
        runs(&system, Stabilized(Livens), 0.05, start, 100),
        runs(&system, Livens, 0.05, start, 100),
    ];
    close("q", &with[100].node.q, &without[100].node.q, 1e-13);
    close("p", &with[100].node.p, &without[100].node.p, 1e-12);
}

#[test]
fn both_levels_are_kept_with_a_mass_that_varies() {
    for h in &STEPS[1..] {
        levels_are_kept(&runs(&Curve, Stabilized(Livens), *h, CURVING, 100), *h);
        levels_are_kept(
            &runs(&Bead { k: 0.5, g: 9.81 }, Stabilized(Livens), *h, SLIDING, 100),
            *h,
        );
    }
    // Without it, the rate is O(h²).
    let rates = [0.02, 0.01].map(|h| level(&runs(&Curve, Livens, h, CURVING, 20), 1));
    assert!(rates[1] > 1e-5 && rates[0] / rates[1] > 2.5, "{rates:?}");
}

/// g and ∂g/∂q v + ∂g/∂t of a moving curve.
#[test]
fn both_levels_are_kept_where_constraints_move() {
    let system = Moving { m: 1.3, a: 0.3 };
    // At t = 0 the curve rises by 2 a x³ in a unit of time.
    let (x, v) = (0.7_f64, 0.4);
    let start = ([x, x.powi(3)], [v, 3.0 * x * x * v + 0.6 * x.powi(3)]);
    for h in &STEPS[1..] {
        let found = runs(&system, Stabilized(Livens), *h, (&start.0, &start.1), 100);
        levels_are_kept(&found, *h);
        let moved = (found[100].node.q[0] - x).abs();
        assert!(moved > 10.0 * h, "{h:e}: {moved:e}");
    }
}

/// E₁ − E₀ = f·(q₁ − q₀) with f in the middle: the work of forces is along the displacement, which includes the drift.
#[test]
fn forces_work_along_the_way() -> Result<(), extremal::Error> {
    for h in [0.05, 1e-2, 1e-3, 1e-5, 1e-8] {
        let mut motion = Integrator::new(Pushed, Stabilized(Livens), h, [0.6, -0.8], [0.8, 0.6])?;
        let (mut done, mut apart) = (0.0_f64, 0.0_f64);
        for k in 0..200 {
            let u = [2.0, -3.0, 0.0][k % 3];
            let (start, v, before) = (motion.state(), motion.velocity()?, motion.energy());
            let report = motion.step_with([u])?;
            let (end, w) = (motion.state(), report.velocity);
            let middle = [0, 1].map(|k| 0.5 * (start.q[k] + end.q[k]));
            let mean = [0, 1].map(|k| 0.5 * (v[k] + w[k]));
            let force = [u * middle[1] - 0.4 * mean[0], u * middle[0].cos() - 0.7 * mean[1]];
            let work: f64 = (0..2).map(|k| force[k] * (end.q[k] - start.q[k])).sum();
            let other: f64 = (0..2).map(|k| force[k] * h * mean[k]).sum();
            let error = (report.energy - before - work).abs();
            // Terms of E up to ten, and q₁ − q₀ as a difference of rounded numbers.
            assert!(error <= 64.0 * f64::EPSILON * 10.0, "{h:e}: {error:e}");
            done += work.abs();
            apart = apart.max((work - other).abs());
        }
        assert!(done > 10.0 * h, "{h:e}: {done:e}");
        if h == 0.05 {
            assert!(apart > 1e-5, "{apart:e}");
        }
    }
    Ok(())
}

/// `Curve` in x.
pub(crate) struct OnCurve;

impl ByHand for OnCurve {
    fn kinetic<T: Number>(&self, t: T, q: &[T], v: &[T]) -> T {
        let x = q[0];
        Curve.kinetic(t, &[x, x.cos()], &[v[0], -x.sin() * v[0]])
    }

    fn potential<T: Number>(&self, _t: T, q: &[T]) -> T {
        q[0].cos() * 9.81
    }
}

/// The position and its rate.
pub(crate) fn on_curve(x: f64, v: f64) -> ([f64; 2], [f64; 2]) {
    ([x, x.cos()], [v, -x.sin() * v])
}

fn are_two(orders: [f64; 3]) {
    for order in orders {
        assert!((order - 2.0).abs() < 0.06, "{orders:?}");
    }
}

#[test]
fn order_two_in_coordinates_velocities_and_momenta() {
    const STEPS: [usize; 4] = [60, 120, 240, 480];
    let angles = Start {
        q: [0.9, 0.2],
        v: [0.4, 1.7],
        end: 0.9,
    };
    let (q, v) = place(angles.q, angles.v);
    let (to_q, to_v) = flow::<2, 4>(&Angles(SPHERE), &angles);
    let (to_q, to_v) = place(to_q, to_v);
    let (start, exact) = (Start { q, v, end: 0.9 }, at(&SPHERE, 0.9, &to_q, &to_v));
    are_two(orders(&SPHERE, Stabilized(Livens), &start, &exact, &STEPS));
    are_two(orders(
        &SPHERE,
        Stabilized(Equivariant(Livens)),
        &start,
        &exact,
        &STEPS,
    ));

    let wire = Bead { k: 0.5, g: 9.81 };
    let along = Start {
        q: [0.5],
        v: [0.8],
        end: 0.6,
    };
    let (q, v) = on_wire(0.5, 0.8);
    let ([x], [rate]) = flow::<1, 2>(&Along(wire), &along);
    let (to_q, to_v) = on_wire(x, rate);
    let exact = at(&wire, 0.6, &to_q, &to_v);
    are_two(orders(
        &wire,
        Stabilized(Livens),
        &Start { q, v, end: 0.6 },
        &exact,
        &STEPS,
    ));

    let (q, v) = on_curve(0.5, 0.7);
    let along = Start {
        q: [0.5],
        v: [0.7],
        end: 0.6,
    };
    let ([x], [rate]) = flow::<1, 2>(&OnCurve, &along);
    let (to_q, to_v) = on_curve(x, rate);
    let exact = at(&Curve, 0.6, &to_q, &to_v);
    are_two(orders(
        &Curve,
        Stabilized(Livens),
        &Start { q, v, end: 0.6 },
        &exact,
        &STEPS,
    ));
}
