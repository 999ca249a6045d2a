//! Motions with contacts: constraints, corrected gaps, refused starts, restarts.

use crate::support::contacts::{BODY, Ball, Body, Vector, motion, violation};
use extremal::prelude::*;
use extremal::{ContactReport, Failure};

/// Why a motion of these tests exists.
const GOOD: &str = "a small step from a good start";

#[test]
fn penetrating_starts_and_wrong_laws_are_refused() {
    let refused = Integrator::new(BODY, Moreau, 0.01, [0.0, -0.1], [0.0, 0.0])
        .err()
        .map(|error| error.failure);
    assert!(
        matches!(refused, Some(Failure::Penetration { contact: "floor", gap }) if gap == -0.1),
        "{refused:?}"
    );
    let body = Body { e: 1.5, ..BODY };
    let refused = Integrator::new(body, Moreau, 0.01, [0.0, 1.0], [0.0, 0.0])
        .err()
        .map(|error| error.failure);
    assert!(
        matches!(
            refused,
            Some(Failure::ContactLaw {
                contact: "floor",
                law: "restitution",
                ..
            })
        ),
        "{refused:?}"
    );
}

#[test]
fn snapshots_kicks_and_other_systems_continue_a_motion_in_contact() {
    let mut motion = motion(BODY, SymmetricMoreau, 0.01, 0.0, [0.3, 0.2], [1.0, 0.0]);
    while motion.step_with([0.3]).expect(GOOD).percussions[0] == 0.0 {}
    let kept = motion.snapshot();
    let ends: Vec<_> = (0..2)
        .map(|_| {
            motion.restore(&kept).expect("a snapshot of this motion");
            for _ in 0..50 {
                motion.step_with([0.3]).expect(GOOD);
            }
            motion.state()
        })
        .collect();
    assert_eq!(ends[0], ends[1]);
    motion.kick([0.2, -1.0]).expect(GOOD);
    // A gap below zero, which other systems accept as the motion does.
    while BODY.gaps(motion.time(), &motion.state().q)[0] >= 0.0 {
        motion.step_with([0.3]).expect(GOOD);
    }
    motion.set_system(Body { e: 0.1, ..BODY }).expect("other laws");
    motion.step_with([0.3]).expect(GOOD);
}

/// A pendulum in Cartesian coordinates that swings against a rough, slanted wall.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    constraint(length = 0.5 * (r.norm_squared() - 1)),
    contact(wall, gap = r[0] + 0.1 * r[1] - 0.3 + 0.2 * r[1].powi(2), slip = dt(r[1]), friction = 0.2, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta)
)]
struct Tethered {
    e: f64,
}

/// The same with its angle.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(phi),
    let r = [sin(phi), -cos(phi)],
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = 9.81 * r[1],
    contact(wall, gap = r[0] + 0.1 * r[1] - 0.3 + 0.2 * r[1].powi(2), slip = dt(r[1]), friction = 0.2, restitution = e),
    discretize(VariationalMoreau)
)]
struct Angle {
    e: f64,
}

/// Constraints hold to rounding at every node, through impacts, and motions are those without constraints to the order of impacts.
#[test]
fn constraints_hold_through_impacts() {
    fn check<D: Copy>(scheme: D, drift: f64)
    where
        Tethered: Discretize<D, Report = ContactReport<Tethered>>,
    {
        let (e, h) = (0.5, 5e-4);
        let (sin, cos) = 1.2_f64.sin_cos();
        let mut motion = Integrator::new(Tethered { e }, scheme, h, [sin, -cos], [0.0, 0.0]).expect(GOOD);
        let mut angle = Integrator::new(Angle { e }, VariationalMoreau, h, [1.2], [0.0]).expect(GOOD);
        let mut impacts = [0; 2];
        for _ in 0..1000 {
            let State { t, q, .. } = motion.state();
            let report = motion.step().expect(GOOD);
            let off = violation(&Tethered { e }, t, &report, &q);
            assert!(off < 1e-12, "{off} {report:?}");
            let other = angle.step().expect(GOOD);
            impacts[0] += usize::from(report.percussions[0] > 0.0);
            impacts[1] += usize::from(other.percussions[0] > 0.0);
            let length = (motion.state().q.norm_squared() - 1.0).abs();
            assert!(length < 1e-15 * 4.0, "{length}");
        }
        let phi = angle.state().q[0];
        let away = (motion.state().q - Vector::new(phi.sin(), -phi.cos())).norm();
        // Impacts are at nodes: off by a step of speed 2.
        assert!(
            impacts[0] > 0 && impacts[1] > 0 && away < drift,
            "{away} {impacts:?}"
        );
    }
    check(Moreau, 4e-3);
    check(SymmetricMoreau, 4e-3);
    check(VariationalMoreau, 4e-3);
    check(Theta { theta: 0.5 }, 4e-3);
    check(ClosedGaps(VariationalMoreau), 4e-3);
}

#[test]
fn corrected_gaps_are_closed_to_rounding() {
    fn check<D: Copy>(scheme: D)
    where
        Body: Discretize<D, Report = ContactReport<Body>>,
    {
        let mut motion = motion(
            Body { e: 0.3, ..BODY },
            scheme,
            0.005,
            0.0,
            [0.4, 0.3],
            [1.5, 0.0],
        );
        let (mut closed, mut zero) = (0, 0);
        for _ in 0..1000 {
            let report = motion.step_with([0.3]).expect(GOOD);
            // Rounding of terms of about 1.
            assert!(report.penetration() < 4e-15, "{report:?}");
            closed += usize::from(report.percussions[0] > 0.0);
            zero += usize::from(report.gaps[0].abs() < 4e-15);
        }
        assert!(closed > 300 && zero >= closed, "{closed} {zero}");
    }
    check(ClosedGaps(Moreau));
    check(ClosedGaps(SymmetricMoreau));
    check(ClosedGaps(VariationalMoreau));
}

#[test]
fn balls_rebound_to_the_square_of_their_restitution() {
    fn height<D: Copy>(scheme: D, e: f64, steps: usize) -> f64
    where
        Ball: Discretize<D, Report = ContactReport<Ball>>,
    {
        let h = 1.4 / steps as f64;
        let mut motion = Integrator::new(Ball { g: 9.81, e }, scheme, h, [0.0, 1.0], [0.0, 0.0]).expect(GOOD);
        let (mut highest, mut struck, mut before) = (0.0_f64, 0, None);
        for _ in 0..steps {
            let report = motion.step().expect(GOOD);
            let impacts = report
                .events(before.as_ref())
                .filter(|event| event.change == ContactChange::Impact);
            struck += impacts.count();
            before = Some(report);
            if struck == 1 {
                highest = highest.max(motion.state().q[1]);
            }
        }
        highest
    }
    for e in [0.5, 0.8] {
        for steps in [1400, 5600] {
            let h = 1.4 / steps as f64;
            let heights = [
                height(Moreau, e, steps),
                height(SymmetricMoreau, e, steps),
                height(VariationalMoreau, e, steps),
                height(Theta { theta: 0.5 }, e, steps),
            ];
            // The impact is late by up to a step of speed 4.4, and the speed after it is off by g h.
            assert!(
                heights.iter().all(|height| (height - e * e).abs() < 10.0 * h),
                "{heights:?}"
            );
        }
    }
}

/// Events of a trajectory, and the same in its table.
#[test]
fn trajectories_tell_events_and_tables_have_columns_of_contacts() {
    let body = Body {
        e: 0.0,
        e_t: 0.0,
        ..BODY
    };
    let mut motion = Integrator::new(&body, VariationalMoreau, 0.005, [0.4, 0.3], [2.0, 0.0]).expect(GOOD);
    let trajectory = motion.run_with(300, |_| [0.3]).expect(GOOD);
    let events: Vec<_> = trajectory.contact_events().collect();
    let has = |change| {
        events
            .iter()
            .any(|event| event.contact == "floor" && event.change == change)
    };
    assert!(
        has(ContactChange::Closing) && has(ContactChange::Impact) && has(ContactChange::SlipToStick),
        "{events:?}"
    );
    assert!(events.is_sorted_by(|a, b| a.t <= b.t));
    let mut file = Vec::new();
    trajectory
        .write_csv(&body, &mut file)
        .expect("memory is writable");
    let text = String::from_utf8(file).expect("numbers are text");
    let mut lines = text.lines();
    let head = lines.next().expect("a table has a head");
    assert!(
        head.ends_with(",energy,gap_floor,state_floor,P_floor,P_T_floor,gap_wall,state_wall,P_wall"),
        "{head}"
    );
    let rows: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    let width = head.split(',').count();
    for (row, element) in rows.iter().zip(trajectory.elements()) {
        let report = &element.as_ref().expect("no state jumped").report;
        let cells = &row[width - 7..];
        assert_eq!(cells[0], format!("{:?}", report.gaps[0]));
        assert_eq!(cells[1], format!("{:?}", report.states[0]).to_lowercase());
        assert_eq!(cells[2], format!("{:?}", report.percussions[0]));
        assert_eq!(cells[3], format!("{:?}", report.percussions[1]));
    }
    assert!(
        rows.last()
            .is_some_and(|row| row[width - 7..].iter().all(|cell| cell.is_empty()))
    );
}

/// A leg with masses at its hip and its foot, which stands on rough ground.
#[derive(Clone, Copy, Debug, PartialEq, Lagrangian)]
#[lagrangian(
    coordinates(hip[2], foot[2]),
    kinetic = dt(hip).norm_squared() + 0.25 * dt(foot).norm_squared(),
    potential = 9.81 * (2 * hip[1] + 0.5 * foot[1]),
    constraint(leg, (hip - foot).norm() == 1),
    contact(ground, gap = foot[1], point = foot, normal = [0, 1], friction = 0.5),
    discretize(VariationalMoreau)
)]
struct Leg;

/// Feet stick where the rod alone pushes them along the ground: its force is about a tenth of that on the ground.
#[test]
fn feet_that_stick_are_told_once() {
    let (sin, cos) = 0.1_f64.sin_cos();
    let start = [sin, cos, 0.0, 0.0];
    let mut motion = Integrator::new(Leg, VariationalMoreau, 1e-3, start, [0.0; 4]).expect(GOOD);
    let trajectory = motion.run(400).expect(GOOD);
    let reports: Vec<_> = trajectory
        .elements()
        .iter()
        .flatten()
        .map(|element| element.report)
        .collect();
    let ground = |report: &ContactReport<Leg>| report.contact("ground").expect("its name").state;
    // The second step is open by rounding, and the third one falls back.
    assert!(
        reports
            .iter()
            .skip(2)
            .all(|report| ground(report) == ContactState::Stick),
        "{reports:?}"
    );
    assert!(reports[0].contact("wall").is_none());
    let events: Vec<String> = trajectory
        .contact_events()
        .map(|event| format!("{event:.3}"))
        .collect();
    // At rest there is nothing that an impact stops.
    assert_eq!(events[0], "t = 0.000: closing of `ground`");
    assert!(
        events[1..].iter().all(|event| !event.contains("slip")),
        "{events:?}"
    );

    let text = serde_json::to_string(&trajectory).expect("numbers are text");
    let read: Trajectory<Leg, VariationalMoreau> = serde_json::from_str(&text).expect("what was written");
    assert!(read.states() == trajectory.states() && read.elements() == trajectory.elements());
    let cut = text.replacen(r#""states":["Stick"]"#, r#""states":[]"#, 1);
    assert!(cut != text && serde_json::from_str::<Trajectory<Leg, VariationalMoreau>>(&cut).is_err());
}
