//! Constraints on velocities beside contacts: a wheel against the same motion without the constraint, and the law of an impact.

use extremal::Scalar;
use extremal::drive::ContactReport;
use extremal::prelude::*;

use super::systems::distance;

/// A wheel on a spring that rolls against a stop, with a dry bearing.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * j * dt(phi).powi(2),
    potential = 2.0 * x.powi(2) + 0.3 * x.powi(4) - x,
    rolling(no_slip = dt(x) - r * dt(phi)),
    contact(stop, gap = 0.1 - x, restitution = e),
    friction(bearing, slip = dt(phi), force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Wheel<T: Scalar> {
    m: T,
    j: T,
    r: T,
    e: T,
    f: T,
}

/// The same with x alone.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (m + j / r.powi(2)) * dt(x).powi(2),
    potential = 2.0 * x.powi(2) + 0.3 * x.powi(4) - x,
    contact(stop, gap = 0.1 - x, restitution = e),
    friction(bearing, slip = dt(x) / r, force = f),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Mass<T: Scalar> {
    m: T,
    j: T,
    r: T,
    e: T,
    f: T,
}

const WHEEL: Wheel<f64> = Wheel {
    m: 1.3,
    j: 0.2,
    r: 0.4,
    e: 0.6,
    f: 0.02,
};

/// The largest differences in x, φ, p along the motion, and percussions along it, over a motion with some impacts that comes to rest at the stop.
fn differences<D: Copy>(scheme: D) -> [f64; 4]
where
    Wheel<f64>: Discretize<D, Inputs = [f64; 0], Report = ContactReport<Wheel<f64>>>,
    Mass<f64>: Discretize<D, Inputs = [f64; 0], Report = ContactReport<Mass<f64>>>,
{
    let Wheel { m, j, r, e, f } = WHEEL;
    let (h, x, v) = (0.01, -0.9, 0.4);
    let mut wheel = Integrator::new(WHEEL, scheme, h, [x, x / r], [v, v / r]).expect("it rolls");
    let mut mass = Integrator::new(Mass { m, j, r, e, f }, scheme, h, [x], [v]).expect("a start");
    let mut most = [0.0_f64; 4];
    let mut impacts = 0;
    for _ in 0..4000 {
        let rolled = wheel.step().expect("a step that rolls");
        let slid = mass.step().expect("a step");
        let (of, own) = (wheel.state(), mass.state());
        impacts += usize::from(rolled.percussions.as_slice()[0] > 0.0);
        // At rest only the sum of the stop's percussion and the bearing's is determined.
        let along = |percussions: &[f64]| -percussions[0] + percussions[2] / r;
        // Reactions have no part in p along the motion.
        let found = [
            of.q[0] - own.q[0],
            r * of.q[1] - own.q[0],
            of.p[0] + of.p[1] / r - own.p[0],
            along(rolled.percussions.as_slice()) - along(slid.percussions.as_slice()),
        ];
        most = core::array::from_fn(|k| most[k].max(found[k].abs()));
    }
    assert!(impacts > 5, "{impacts} steps with impacts");
    most
}

/// Rounding errors of 4000 steps, of numbers of one to two: they walk, and impacts multiply what the speed at them lacks by a few.
const ROUNDING: f64 = 4000.0 * f64::EPSILON;

#[test]
fn a_wheel_at_a_stop_moves_as_its_mass_does() {
    for (name, found) in [
        ("Moreau", differences(Moreau)),
        ("SymmetricMoreau", differences(SymmetricMoreau)),
        ("VariationalMoreau", differences(VariationalMoreau)),
        ("NonsmoothMidpoint", differences(NonsmoothMidpoint)),
        ("ClosedGaps<Moreau>", differences(ClosedGaps(Moreau))),
        (
            "ClosedGaps<VariationalMoreau>",
            differences(ClosedGaps(VariationalMoreau)),
        ),
    ] {
        println!("{name}: {found:?}");
        assert!(
            found.iter().all(|difference| *difference < ROUNDING),
            "{name}: {found:?}"
        );
    }
}

/// A wheel whose only friction is in its bearing, in a scheme without percussions otherwise.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.65 * dt(x).powi(2) + 0.1 * dt(phi).powi(2),
    potential = 2.0 * x.powi(2),
    rolling(no_slip = dt(x) - 0.4 * dt(phi)),
    friction(bearing, slip = dt(phi), force = 0.04),
    discretize(Midpoint, NonsmoothMidpoint)
)]
struct Rubbed;

/// Turning points of m ẍ + k x = ∓f/r come nearer by 2 f/(k r) each: here 0.05, and within 0.025 of the middle it stays.
#[test]
fn a_wheel_with_a_dry_bearing_comes_to_rest_in_midpoint() {
    for steps in [200, 400] {
        let h = 1.0 / f64::from(steps);
        let mut motion = Integrator::new(Rubbed, Midpoint, h, [0.33, 0.33 / 0.4], [0.0; 2]).expect("at rest");
        let mut turns = vec![0.33];
        let mut before = 0.33;
        let mut rises = false;
        for _ in 0..20 * steps {
            motion.step().expect("a step");
            let x = motion.state().q[0];
            if x != before && (x > before) != rises {
                turns.push(before);
                rises = x > before;
            }
            before = x;
        }
        println!("{turns:?}");
        let State { q, p, .. } = motion.state();
        // Half an impulse of the spring in a step is 1e-4, and rounding of it all that is left.
        assert!(p.norm() < 1e-4 * f64::EPSILON, "it rests: {p}");
        assert!(
            (q[0].abs() - 0.02).abs() < 2.0 * h * h && (q[0] - 0.4 * q[1]).abs() < 1e-14,
            "{q}"
        );
    }
}

/// A blade that turns, between walls.
///
/// v⁺ = s⁺ (cos φ, sin φ) with s⁺ cos φ = −e s⁻ cos φ, and the spin is as before.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    kinetic = 0.7 * (dt(x).powi(2) + dt(y).powi(2)) + 0.2 * dt(phi).powi(2),
    rolling(blade = sin(phi) * dt(x) - cos(phi) * dt(y)),
    contact(wall, gap = 1 - x, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint)
)]
struct Blade;

/// Places and rates at a time, from the origin with speed and spin of one and 0.3, and whether it has bounced.
fn bounced(t: f64) -> ([f64; 3], [f64; 3]) {
    let omega = 0.3_f64;
    // sin φ/ω = 1 at the wall.
    let hit = omega.asin() / omega;
    let way = |from: f64, to: f64| {
        [
            ((omega * to).sin() - (omega * from).sin()) / omega,
            ((omega * from).cos() - (omega * to).cos()) / omega,
        ]
    };
    let s = if t > hit { -0.5 } else { 1.0 };
    let (there, back) = (way(0.0, t.min(hit)), way(t.min(hit), t));
    let q = [there[0] + s * back[0], there[1] + s * back[1], omega * t];
    (q, [s * (omega * t).cos(), s * (omega * t).sin(), omega])
}

fn blade<D: Copy>(scheme: D, steps: usize) -> [f64; 2]
where
    Blade: Discretize<D, Inputs = [f64; 0]>,
{
    let end = 2.0;
    let mut motion =
        Integrator::new(Blade, scheme, end / steps as f64, [0.0; 3], [1.0, 0.0, 0.3]).expect("it skates");
    motion.step_many(steps).expect("regular steps");
    let (q, v) = bounced(end);
    let own = motion.velocity().expect("masses");
    [
        distance(motion.state().q.as_slice(), &q),
        distance(own.as_slice(), &v),
    ]
}

/// Impacts are late by up to a step, so that places err by (1 + e) s h at most. After it the speed is that of the law at the place of the
/// impact, which is off by h ω.
#[test]
fn a_blade_bounces_along_itself() {
    for steps in [100, 200, 400, 1600] {
        let h = 2.0 / steps as f64;
        for (name, found) in [
            ("Moreau", blade(Moreau, steps)),
            ("SymmetricMoreau", blade(SymmetricMoreau, steps)),
            ("VariationalMoreau", blade(VariationalMoreau, steps)),
            ("NonsmoothMidpoint", blade(NonsmoothMidpoint, steps)),
        ] {
            println!("{name} in {steps}: {found:?}");
            assert!(found[0] < 1.6 * h && found[1] < h, "{name} in {steps}: {found:?}");
        }
    }
}

/// The percussion acts on the blade and not across it: the law holds at the node to rounding, and no spin is lost.
#[test]
fn the_law_of_an_impact_holds_within_the_constraint() {
    let mut motion =
        Integrator::new(Blade, NonsmoothMidpoint, 0.02, [0.0; 3], [1.0, 0.0, 0.3]).expect("it skates");
    let mut impacts = 0;
    for _ in 0..100 {
        let before = motion.velocity().expect("masses");
        let report = motion.step().expect("a step");
        let State { t, q, p } = motion.state();
        let v = motion.velocity().expect("masses");
        assert!(Blade.constraint_rates(t, &q, &v)[0].abs() < 8.0 * f64::EPSILON);
        assert!((p[2] - 0.4 * 0.3).abs() < 100.0 * f64::EPSILON, "{p}");
        let (slow, fast) = (v[0].hypot(v[1]), before[0].hypot(before[1]));
        let struck = report.percussions.as_slice()[0] > 0.0;
        impacts += usize::from(struck);
        let share = if struck { 0.5 } else { 1.0 };
        // (Ω h)²/8 of the speed, with the direction of the middle.
        assert!((slow - share * fast).abs() < 1e-5, "{slow} of {fast}");
    }
    assert_eq!(impacts, 1);
}
