//! Motions with contacts: constraints, corrected gaps, refused starts, restarts.

use crate::support::contacts::{BODY, Ball, Body, Vector, motion, violation};
use extremal::Failure;
use extremal::drive::ContactReport;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

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
    // Until the foot has fallen by the motion of a step, its gap is rounding, of either sign.
    let open = reports
        .iter()
        .filter(|report| ground(report) != ContactState::Stick);
    assert!(
        open.clone()
            .all(|report| report.gaps[0] > 0.0 && report.gaps[0] < 1e-15)
            && open.count() < 8,
        "{reports:?}"
    );
    assert!(reports.iter().all(|report| ground(report) != ContactState::Slip));
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

/// A body on a line that two constraints leave. The contact presses against them only.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[3]),
    kinetic = 0.5 * sum(0..3, |i| m[i] * dt(q[i]).powi(2)),
    potential = 9.81 * m[2] * q[2] + 0.5 * k * (q[0] - q[1]).powi(2),
    let one = a[0] * q[0] + a[1] * q[1] + a[2] * q[2],
    let two = b[0] * q[0] + b[1] * q[1] + b[2] * q[2],
    constraint(one = one),
    constraint(two = two),
    contact(wall, gap = one + 0.3 * two - depth, slip = dt(q[2]), friction = 0.5),
    discretize(Moreau, Theta)
)]
struct Guided {
    m: [f64; 3],
    k: f64,
    a: [f64; 3],
    b: [f64; 3],
    depth: f64,
}

/// A contact that constraints block has no percussion, and no friction: its rows are rounding over rounding, whatever the masses,
/// the springs, and the units are.
#[test]
fn contacts_that_constraints_block_have_no_percussions() {
    fn start<D: Copy>(guided: Guided, scheme: D) -> Integrator<Guided, D, <Guided as Discretize<D>>::Memory>
    where
        Guided: Discretize<D, Report = ContactReport<Guided>>,
    {
        let Guided { m, a, b, .. } = guided;
        let along = SVector::from(a).cross(&SVector::from(b)).normalize();
        let q = 0.3 * along;
        let p = SVector::from(m).component_mul(&(1.7 * along));
        Integrator::from_state(guided, scheme, 1e-3, State { t: 0.0, q, p }).unwrap()
    }
    fn check<D: Copy>(guided: Guided, scheme: D)
    where
        Guided: Discretize<D, Report = ContactReport<Guided>>,
    {
        let mut closed = start(guided, scheme);
        let mut open = start(
            Guided {
                depth: -1.0,
                ..guided
            },
            scheme,
        );
        for _ in 0..20 {
            let [found, expected] = [&mut closed, &mut open].map(|motion| motion.step().unwrap());
            assert!(found.percussions.iter().all(|p| *p == 0.0) && found.penetration() > 0.0);
            // Rounding of constraints over h, by the condition of the two.
            let off = (found.velocity - expected.velocity).norm();
            assert!(off < 1e-9 * expected.velocity.norm(), "{off} {guided:?}");
        }
    }
    let mut seed = 7_u64;
    let mut random = || {
        seed = seed
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as f64 / f64::from(u32::MAX) * 4.0 - 1.0
    };
    for m in [[1.0; 3], [1e6, 1.0, 1.0], [1e6, 1.0, 1e-6], [1e-6, 1.0, 1e6]] {
        for k in [0.0, 1e12].into_iter().cycle().take(20) {
            let mut three = || [0; 3].map(|_| random());
            let (a, b) = (three(), three());
            let depth = 1e-6;
            let guided = Guided { m, k, a, b, depth };
            // An explicit step with so stiff a spring is not stable.
            if k == 0.0 {
                check(guided, Moreau);
            }
            check(guided, Theta { theta: 0.6 });
            // What cannot be corrected is told.
            let failure = start(guided, ClosedGaps(Moreau))
                .step()
                .map_err(|error| error.failure);
            let contact = "wall";
            assert_eq!(failure.map(drop), Err(Failure::ImmovableContact { contact }));
            // Gaps of rounding are closed.
            let mut touching = start(Guided { depth: 0.0, ..guided }, ClosedGaps(Moreau));
            touching.set_guard(k == 0.0);
            for _ in 0..20 {
                touching.step().unwrap();
            }
        }
    }
}
