//! What users do with contacts: tables as grounds, kicks, other systems, stops on rails, snapshots as text, steps that fail.

use extremal::Failure;
use extremal::contacts::ContactState;
use extremal::drive::ContactReport;
use extremal::function::{Axis, Ends, Function, Spline};
use extremal::prelude::*;

/// Why a motion of these tests exists.
const GOOD: &str = "a small step from a good start";

fn near(found: f64, expected: f64, tolerance: f64) {
    assert!(
        (found - expected).abs() <= tolerance,
        "{found} instead of {expected}"
    );
}

/// A point mass on a ground of any kind.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    contact(below, gap = y - ground(x)),
    discretize(Moreau, VariationalMoreau),
)]
struct Sledge<F: Function<1>> {
    ground: F,
}

/// A bowl x²/2 of 21 points. Without friction a sledge swings to the other side. Steps along tangents end below the ground by
/// ½ v² h², which adds up to the order of h, unless gaps are corrected.
#[test]
fn a_sledge_swings_in_a_bowl_of_a_table() {
    fn check<D: Copy>(scheme: D, deepest: f64)
    where
        Sledge<Spline<[f64; 21]>>: Discretize<D, Report = ContactReport<Sledge<Spline<[f64; 21]>>>>,
    {
        let knots = core::array::from_fn(|i| 0.2 * i as f64 - 2.0);
        let bowl = Spline::new(Axis::new(knots).ends(Ends::Natural), knots.map(|x| 0.5 * x * x));
        let ground = bowl.expect("knots that increase");
        let mut motion =
            Integrator::new(Sledge { ground }, scheme, 1e-3, [-1.0, 0.5], [0.0, 0.0]).expect(GOOD);
        let at_first = motion.energy();
        let (mut farthest, mut most, mut least) = (0.0_f64, at_first, at_first);
        for _ in 0..3000 {
            let report = motion.step().expect(GOOD);
            assert!(report.penetration() < deepest, "{report:?}");
            let energy = report.energy(motion.system());
            farthest = farthest.max(motion.state().q[0]);
            (most, least) = (most.max(energy), least.min(energy));
        }
        // E changes by the order of h, 0.01 of v²/2.
        assert!(
            (0.98..1.02).contains(&farthest) && most < at_first + 0.05 && least > at_first - 0.1,
            "{farthest} {least} {at_first} {most}"
        );
    }
    check(Moreau, 0.02);
    check(VariationalMoreau, 0.02);
    check(ClosedGaps(Moreau), 1e-14);
}

/// A puck on a rough floor.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    contact(floor, gap = y, slip = dt(x), friction = mu, restitution = 0.5),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
struct Puck {
    mu: f64,
}

#[test]
fn closed_contacts_answer_kicks_from_above_and_along() {
    fn check<D: Copy>(scheme: D)
    where
        Puck: Discretize<D, Report = ContactReport<Puck>>,
    {
        let (h, g) = (0.01, 9.81);
        let at_rest = || {
            let mut motion =
                Integrator::new(Puck { mu: 0.3 }, scheme, h, [0.0, 0.0], [0.0, 0.0]).expect(GOOD);
            for _ in 0..3 {
                let report = motion.step().expect(GOOD);
                assert_eq!(report.states[0], ContactState::Stick);
                assert!(report.velocity.norm() < 1e-16, "{report:?}");
            }
            motion
        };
        let mut motion = at_rest();
        motion.kick([0.0, -1.0]).expect(GOOD);
        let report = motion.step().expect(GOOD);
        near(report.velocity[1], 0.5, 1e-14);
        let weight = report.percussions[0] - 1.5;
        // All of the weight of a step, or half of it in the first step after a kick.
        assert!(
            (0.5 * g * h - 1e-14..=g * h + 1e-14).contains(&weight),
            "{weight}"
        );
        let sliding = |mu: f64| {
            let mut motion = at_rest();
            motion.set_system(Puck { mu }).expect("another friction");
            motion.kick([0.02, 0.0]).expect(GOOD);
            (motion.step().expect(GOOD), motion)
        };
        let (report, _) = sliding(0.6);
        assert_eq!(report.states[0], ContactState::Stick, "{report:?}");
        near(report.percussions[1], -0.02, 1e-15);
        let (report, _) = sliding(0.05);
        assert_eq!(report.states[0], ContactState::Slip, "{report:?}");
        near(report.percussions[1], -0.05 * report.percussions[0], 1e-16);
        near(report.velocity[0], 0.02 - 0.05 * report.percussions[0], 1e-15);
    }
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
}

#[test]
fn a_snapshot_of_a_contact_goes_through_text() {
    let mut motion =
        Integrator::new(Puck { mu: 0.3 }, VariationalMoreau, 0.01, [0.0, 0.1], [1.0, 0.0]).expect(GOOD);
    for _ in 0..40 {
        motion.step().expect(GOOD);
    }
    let text = serde_json::to_string(&motion.snapshot()).expect("numbers");
    let mut other =
        Integrator::new(Puck { mu: 0.3 }, VariationalMoreau, 0.01, [0.0, 0.1], [1.0, 0.0]).expect(GOOD);
    other
        .restore(&serde_json::from_str(&text).expect("a snapshot"))
        .expect("of this motion");
    for _ in 0..40 {
        assert_eq!(motion.step().expect(GOOD), other.step().expect(GOOD));
    }
    assert_eq!(motion.snapshot(), other.snapshot());
}

/// A block that is pushed along an inclined rail, between two stops.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    inputs(push),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(rail = r[1] - 0.5 * r[0]),
    force(r[0] = push),
    contact(stop, gap = array(0..2, |i| 1 + side[i] * r[0])),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
struct Railed {
    side: [f64; 2],
}

/// The stop carries what gravity and the push give along the rail: (push − 9.81/2) h.
#[test]
fn stops_on_a_rail_carry_the_push() {
    fn check<D: Copy>(scheme: D)
    where
        Railed: Discretize<D, Report = ContactReport<Railed>>,
    {
        let h = 0.01;
        let railed = Railed { side: [1.0, -1.0] };
        let mut motion = Integrator::new(railed, scheme, h, [0.9, 0.45], [0.0, 0.0]).expect(GOOD);
        for _ in 0..100 {
            motion.step_with([10.0]).expect(GOOD);
        }
        let report = motion.step_with([10.0]).expect(GOOD);
        near(report.percussions[1], (10.0 - 0.5 * 9.81) * h, 1e-14);
        assert_eq!(report.percussions[0], 0.0);
        let State { q, .. } = motion.state();
        near(q[0], 1.0, 1e-14);
        near(q[1], 0.5, 1e-14);
        // Without the push it slides down to the other stop.
        for _ in 0..200 {
            motion.step_with([0.0]).expect(GOOD);
        }
        let report = motion.step_with([0.0]).expect(GOOD);
        near(report.percussions[0], 0.5 * 9.81 * h, 1e-14);
        assert_eq!(report.percussions[1], 0.0);
    }
    check(ClosedGaps(Moreau));
    check(ClosedGaps(SymmetricMoreau));
    check(ClosedGaps(VariationalMoreau));
}

/// A mass between two walls, one of which moves at a speed.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * (1 + 0.1 * x.powi(2)) * dt(x).powi(2),
    contact(left, gap = x),
    contact(right, gap = 0.5 - speed * t - x),
    discretize(Moreau, SymmetricMoreau),
)]
struct Pressed {
    speed: f64,
}

/// Walls that close have no percussions that keep them apart: the step says so, and leaves the motion as it was.
#[test]
fn a_step_without_a_solution_fails_and_changes_nothing() {
    fn check<D: Copy>(scheme: D)
    where
        Pressed: Discretize<D, Report = ContactReport<Pressed>, Memory: PartialEq>,
    {
        let mut motion = Integrator::new(Pressed { speed: 1.0 }, scheme, 0.01, [0.1], [0.0]).expect(GOOD);
        let failed = loop {
            let kept = motion.snapshot();
            match motion.step() {
                Ok(_) => assert!(motion.time() < 1.0, "walls do not pass through each other"),
                Err(error) => {
                    assert_eq!(motion.snapshot(), kept);
                    break error;
                }
            }
        };
        let Failure::UnsolvedContact {
            contact,
            iterations,
            residual,
        } = failed.failure
        else {
            panic!("{failed}");
        };
        assert!(iterations > 0 && residual > 1e-12, "{failed}");
        assert!(failed.to_string().contains(contact), "{failed}");
        assert!(motion.time() >= 0.49, "{failed}");
        motion
            .set_system(Pressed { speed: -1.0 })
            .expect("the wall goes back");
        motion.set_step_size(0.005).expect("a shorter step");
        motion.step().expect("a solution again");
    }
    check(Moreau);
    check(SymmetricMoreau);
}

#[test]
fn the_last_iterate_of_a_step_without_a_solution_is_known() {
    let mut motion =
        Integrator::new(Pressed { speed: 1.0 }, SymmetricMoreau, 0.01, [0.1], [0.0]).expect(GOOD);
    while motion.step().is_ok() {}
    assert!(motion.last_iterate().is_some_and(|u| u[0].is_finite()));
}

/// A ground that rises by `depth` within a step, and under which a mass grows with its height.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (1 + y.powi(2)) * dt(x).powi(2) + 0.5 * dt(y).powi(2),
    contact(ground, gap = y + depth * (0.6 - 1000 * t)),
    discretize(VariationalMoreau),
)]
struct Lifted {
    depth: f64,
}

/// The end of the step is finite before its gap is closed. At y = 0.4 · 10⁸⁰ the momentum (1 + y²) ẋ is beyond the largest number.
#[test]
fn a_momentum_that_closed_gaps_make_infinite_is_an_error() {
    let step = |depth| {
        let scheme = ClosedGaps(VariationalMoreau);
        let mut motion =
            Integrator::new(Lifted { depth }, scheme, 1e-3, [0.0, 0.0], [1e150, 0.0]).expect(GOOD);
        let kept = motion.snapshot();
        let failure = motion.step().err().map(|error| error.failure);
        (failure, motion.snapshot() == kept, motion.state())
    };
    let (failure, _, State { q, .. }) = step(1.0);
    assert_eq!(failure, None);
    near(q[1], 0.4, 1e-15);
    let (failure, is_unchanged, _) = step(1e80);
    let what = "state with closed gaps";
    assert_eq!((failure, is_unchanged), (Some(Failure::NotFinite { what }), true));
}

/// A mass on a slope.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    contact(slope, gap = y + 0.3 * x),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
struct Sliding;

/// Rounding leaves the gap of a mass that slides a little above zero in about every second step. It counts as closed, and is
/// remembered as such, also where the motion goes on with another system or step size.
#[test]
fn a_mass_that_slides_is_closed_in_every_step() {
    fn check<D: Copy>(scheme: D)
    where
        Sliding: Discretize<D, Report = ContactReport<Sliding>>,
    {
        for changed in ["nothing", "the system", "the step size"] {
            let start = ([-0.7, 0.21], [1.0, -0.3]);
            let mut motion = Integrator::new(Sliding, scheme, 1e-3, start.0, start.1).expect(GOOD);
            for step in 0..1000 {
                let report = motion.step().expect(GOOD);
                assert!(
                    report.contacts().all(|slope| slope.is_closed),
                    "step {step}, {changed}"
                );
                match changed {
                    "the system" => motion.set_system(Sliding).expect(GOOD),
                    "the step size" => motion.set_step_size(1e-3).expect(GOOD),
                    _ => {}
                }
            }
        }
    }
    check(Moreau);
    check(SymmetricMoreau);
    check(VariationalMoreau);
}
