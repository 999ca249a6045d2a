//! Energies of impacts, piles, snapshots, derivatives, and steps that fail.

use extremal::Failure;
use extremal::drive::AssembledContactReport;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

use crate::contacts::{Discs, both, start};
use crate::dozen::pile::start as start_of_pile;
use crate::support::compared::apart;

/// Rods above a floor, which they hit with either end.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n], y[n], phi[n]),
    kinetic = sum(0..n, |i| 0.5 * (dt(x[i]).powi(2) + dt(y[i]).powi(2)) + dt(phi[i]).powi(2) / 24),
    potential = sum(0..n, |i| 9.81 * y[i]),
    contact(left, gap = array(0..n, |i| y[i] - 0.5 * sin(phi[i])),
        slip = array(0..n, |i| dt(x[i]) + 0.5 * sin(phi[i]) * dt(phi[i])), friction = mu, restitution = e),
    contact(right, gap = array(0..n, |i| y[i] + 0.5 * sin(phi[i])),
        slip = array(0..n, |i| dt(x[i]) - 0.5 * sin(phi[i]) * dt(phi[i])), friction = mu, restitution = e),
    discretize(NonsmoothMidpoint),
)]
struct Rods {
    n: usize,
    mu: f64,
    e: f64,
}

/// Rods that fall with turns of their own.
fn thrown(rods: Rods) -> Integrator<Rods, NonsmoothMidpoint> {
    let of = |a: f64| move |i: usize| (a * (i + 1) as f64).sin();
    let n = rods.n;
    let q: Vec<f64> = [
        (0..n).map(|_| 0.0).collect::<Vec<_>>(),
        (0..n).map(of(1.3)).map(|y| 1.1 + 0.5 * y).collect(),
        (0..n).map(of(2.7)).map(|phi| 3.0 * phi).collect(),
    ]
    .concat();
    let v: Vec<f64> = [
        (0..n).map(of(4.1)).collect::<Vec<_>>(),
        vec![0.0; n],
        (0..n).map(of(5.9)).map(|w| 3.0 * w).collect(),
    ]
    .concat();
    Integrator::new(rods, NonsmoothMidpoint, 1e-3, q, v).expect("a start")
}

/// e = 1 and no friction: H(q, p) is kept by each impact, and between them M is constant and V linear.
#[test]
fn elastic_impacts_keep_the_energy_to_rounding() {
    let mut motion = thrown(Rods {
        n: 3,
        mu: 0.0,
        e: 1.0,
    });
    let before = motion.energy();
    let mut impacts = 0;
    for _ in 0..10_000 {
        let report = motion.step().expect("a step");
        impacts += usize::from(report.contacts().any(|end| end.percussions[0] > 0.0));
        // E is a sum of numbers of about 30, whose rounding adds up as in a random walk, or in 100 steps of one sign.
        let off = (motion.energy() - before).abs();
        assert!(off < 100.0 * 30.0 * f64::EPSILON * 50.0, "{off:e}");
        // Impacts take nothing: each of them is a difference of numbers of about 10.
        assert!(report.work().abs() < 100.0 * f64::EPSILON, "{:e}", report.work());
    }
    assert!(impacts > 30, "{impacts}");
}

/// With the default `e_T` = 0 Newton's law gains energy where rods hit askew: then restitutions give way.
#[test]
fn impacts_gain_no_energy_with_the_defaults() {
    let mut gave_way = 0;
    for (mu, e) in [(0.3, 1.0), (1.0, 0.9)] {
        let mut motion = thrown(Rods { n: 10, mu, e });
        let before = motion.energy();
        for _ in 0..2000 {
            let report = motion.step().expect("a step");
            gave_way += usize::from(report.restitution < 1.0);
            // E is a sum of numbers up to 300, 2000 times.
            let gained = motion.energy() - before;
            assert!(gained < 2000.0 * 300.0 * f64::EPSILON, "{mu} {e}: {gained:e}");
        }
    }
    assert!(gave_way > 0);
}

/// Rods that are thrown lie, stick, and have no momentum but rounding. While they lie, steps take no memory.
#[test]
fn thrown_rods_come_to_rest() {
    let mut motion = thrown(Rods {
        n: 10,
        mu: 0.5,
        e: 0.3,
    });
    motion.run(6000).expect("steps");
    let before = motion.state();
    let penetration = motion.step().expect("a step").penetration();
    // Each carries 9.81 h, and is held to the rounding of that.
    let small = 64.0 * f64::EPSILON * 9.81e-3;
    assert!(before.p.amax() < small, "{:e}", before.p.amax());
    let used = allocation_counter::measure(|| motion.step_many(1000).expect("it rests"));
    assert_eq!(used.count_total, 0);
    // Rounding of an angle of up to 2π, which stays or walks; a gap is zero up to 16 ε of its summands, of up to 5.
    let moved = (motion.state().q - before.q).amax();
    assert!(
        moved < 64.0 * f64::EPSILON && penetration < 80.0 * f64::EPSILON,
        "{moved:e} {penetration:e}"
    );
}

/// The discs of an example in a box.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[discs][2], turn[discs]),
    kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2)),
    potential = sum(0..discs, |i| 9.81 * m[i] * r[i][1]),
    contact(pair,
        gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
        slip = array(0..discs, |i| array(0..i, |j| {
            let n = r[i] - r[j];
            let v = dt(r[i]) - dt(r[j]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[i] * dt(turn[i]) - radius[j] * dt(turn[j])
        })),
        near(r, radius), friction = 0.3, restitution = 0.1),
    contact(floor, gap = array(0..discs, |i| r[i][1] - radius[i]),
        slip = array(0..discs, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = 0.3, restitution = 0.1),
    contact(wall, gap = array(0..discs, |i| [r[i][0] - radius[i], width - r[i][0] - radius[i]]), friction = 0.3,
        slip = array(0..discs, |i| [dt(r[i][1]) - radius[i] * dt(turn[i]), dt(r[i][1]) + radius[i] * dt(turn[i])])),
    discretize(NonsmoothMidpoint),
)]
struct Heap {
    discs: usize,
    m: Vec<f64>,
    radius: Vec<f64>,
    width: f64,
}

/// Discs of a radius of 5 cm are up to millimetres in each other as they land, and are raised again. No step fails, none has more
/// energy than the start, and the heap comes to rest.
#[test]
fn heaps_come_to_rest() {
    let (pile, q) = start_of_pile(20, 5);
    let heap = Heap {
        discs: 20,
        m: pile.m,
        radius: pile.radius,
        width: pile.width,
    };
    let still = vec![0.0; q.len()];
    let mut motion = Integrator::new(heap, NonsmoothMidpoint, 2e-3, &q, &still).expect("a start");
    let (mut closed, mut deepest, start) = (0, 0.0_f64, motion.energy());
    for _ in 0..1500 {
        let report = motion.step().expect("a good step");
        closed = report.closed_count();
        deepest = deepest.max(report.penetration());
        // E is a sum of sixty numbers of about one, in up to 1500 steps.
        assert!(motion.energy() < start + 1500.0 * 60.0 * f64::EPSILON);
    }
    let penetration = motion.step().expect("a good step").penetration();
    assert!(closed > 20 && deepest > 1e-3, "{closed} {deepest:e}");
    let fastest = motion.velocity().expect("it follows from p").amax();
    assert!(
        fastest < 1e-6 && penetration < 1e-9,
        "{fastest:e} {penetration:e} {deepest:e}"
    );
}

fn of_discs(discs: &Discs) -> Integrator<&Discs, NonsmoothMidpoint> {
    let (q, v) = start();
    Integrator::new(discs, NonsmoothMidpoint, 2e-3, q.to_vec(), v.to_vec()).expect("a good start")
}

/// A snapshot keeps what percussions have taken and which contacts rest; reports are written with their numbers.
#[test]
fn trajectories_and_snapshots_go_through_text() {
    let (discs, _) = both();
    let mut motion = of_discs(&discs);
    let trajectory = motion.run(150).expect("good steps");
    let text = serde_json::to_string(&trajectory).expect("numbers are text");
    let read: Trajectory<&Discs, NonsmoothMidpoint> = serde_json::from_str(&text).expect("what was written");
    assert!(read.states() == trajectory.states() && read.elements() == trajectory.elements());
    assert!(read.contact_events().eq(trajectory.contact_events()));
    assert!(trajectory.contact_events().count() > 5);
    let text = serde_json::to_string(&motion.snapshot()).expect("numbers are text");
    let mut again = of_discs(&discs);
    again
        .restore(&serde_json::from_str(&text).expect("what was written"))
        .expect("of the same system");
    for _ in 0..150 {
        assert_eq!(motion.step().expect("a step"), again.step().expect("a step"));
        assert_eq!(motion.state(), again.state());
    }
}

/// The derivative of a flight is that of the midpoint rule; where contacts are held, or impacts happen, there is none.
#[test]
fn derivatives_are_those_of_flights() {
    let rods = Rods {
        n: 2,
        mu: 0.3,
        e: 0.5,
    };
    let of = |y: f64| {
        let q = vec![0.0, 0.0, y, 1.0, 0.1, 0.0];
        Integrator::new(rods.clone(), NonsmoothMidpoint, 0.01, q, vec![0.0; 6]).expect("a start")
    };
    let mut flight = of(1.0).linearize().expect("it falls");
    for (k, mass) in [1.0, 1.0, 1.0, 1.0, 1.0 / 12.0, 1.0 / 12.0]
        .into_iter()
        .enumerate()
    {
        let mut unit = vec![0.0; 12];
        unit[6 + k] = 1.0;
        let moved = flight.multiply(&unit).expect("a finite derivative");
        // ∂q₁/∂p₀ = h/m
        unit[k] = 0.01 / mass;
        assert!(apart(moved.as_slice(), &unit) < 1e-15, "{moved}");
    }
    // It lies on its right end, and it lands in the step.
    for y in [0.5 * 0.1_f64.sin(), 0.5 * 0.1_f64.sin() + 1e-4] {
        assert_eq!(
            of(y).linearize().expect_err("percussions").failure,
            Failure::PercussionsAtEnd
        );
    }
}

/// Stones that fall to a floor that has no place after `end`, and whose friction is none after `late`.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..n, |i| 9.81 * r[i][1]),
    contact(floor, gap = array(0..n, |i| r[i][1] - 0.01 * i * (end - t).sqrt()), slip = array(0..n, |i| dt(r[i][0])),
        friction = late - t),
    discretize(NonsmoothMidpoint),
)]
struct Stones {
    n: usize,
    end: f64,
    late: f64,
}

/// A step that fails at its end leaves all as it was, and fails again.
#[test]
fn failures_leave_the_motion_as_it_was() {
    let failed = |end: f64, late: f64| {
        let stones = Stones { n: 2, end, late };
        let start = (vec![0.0, 0.0, 1.0, 0.5], vec![1.0, 0.0, 0.0, 0.0]);
        let mut motion = Integrator::new(stones, NonsmoothMidpoint, 1e-2, start.0, start.1).expect("a start");
        for step in 0..100 {
            let before = motion.snapshot();
            let Err(error) = motion.step() else { continue };
            assert_eq!(before, motion.snapshot());
            let again = motion.step().expect_err("it fails again");
            assert_eq!(error.to_string(), again.to_string());
            return (step, error.failure);
        }
        panic!("no failure");
    };
    // The first stone slides on the floor.
    let (step, failure) = failed(0.105, 10.0);
    let of_gap = matches!(failure, Failure::AnySize(ref failure)
        if matches!(*failure, AnySizeFailure::Gap { contact } if contact == "floor[0]"));
    assert!(step == 10 && of_gap, "{step} {failure:?}");
    let (step, failure) = failed(10.0, 0.105);
    let of_law = matches!(failure, Failure::AnySize(ref failure)
        if matches!(*failure, AnySizeFailure::ContactLaw { contact, .. } if contact == "floor[0]"));
    assert!(step == 10 && of_law, "{step} {failure:?}");
}

/// What a report of any size tells of a step without contacts.
#[test]
fn flights_have_empty_reports() {
    let mut motion = thrown(Rods {
        n: 2,
        mu: 0.3,
        e: 0.5,
    });
    let report: AssembledContactReport<Rods> = motion.step().expect("a step");
    assert!(report.closed_count() == 0 && report.work() == 0.0 && report.restitution == 1.0);
    assert_eq!(report.t, motion.time());
}
