//! Motions with contacts of systems of any size against the same systems, declared at a fixed size.

use extremal::contacts::ContactState;
use extremal::drive::ContactChange;
use extremal::error::AnySizeFailure;
use extremal::family::ContactItem;
use extremal::prelude::*;
use extremal::{Error, Failure};

use crate::bar::Bar;
use crate::discs::{Discs, FLOOR};

/// The bar of five nodes.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(u[5]),
    kinetic = sum(0..4, |i| m / 6 * (dt(u[i]).powi(2) + dt(u[i]) * dt(u[i + 1]) + dt(u[i + 1]).powi(2))),
    potential = sum(0..4, |i| 0.5 * k * (u[i + 1] - u[i]).powi(2) + 0.25 * c * (u[i + 1] - u[i]).powi(4)),
    contact(wall, gap = place + wall_velocity * t - u[4], restitution = e),
    discretize(Moreau, Theta),
)]
struct FixedBar {
    m: f64,
    k: f64,
    c: f64,
    place: f64,
    wall_velocity: f64,
    e: f64,
}

/// Three discs in a box.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2], turn[3]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.25 * m[i] * radius[i].powi(2) * dt(turn[i]).powi(2)),
    potential = sum(0..3, |i| m[i] * g * r[i][1]),
    contact(pair,
        gap = array(0..3, |i| (r[(i + 1) % 3] - r[i]).norm() - radius[i] - radius[(i + 1) % 3]),
        slip = array(0..3, |i| {
            let n = r[(i + 1) % 3] - r[i];
            let v = dt(r[(i + 1) % 3]) - dt(r[i]);
            (n[0] * v[1] - n[1] * v[0]) / n.norm() - radius[i] * dt(turn[i]) - radius[(i + 1) % 3] * dt(turn[(i + 1) % 3])
        }),
        friction = mu, restitution = e, restitution_t = e),
    contact(floor, gap = array(0..3, |i| r[i][1] - radius[i]),
        slip = array(0..3, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(left, gap = array(0..3, |i| r[i][0] - radius[i]),
        slip = array(0..3, |i| dt(r[i][1]) - radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    contact(right, gap = array(0..3, |i| width - r[i][0] - radius[i]),
        slip = array(0..3, |i| dt(r[i][1]) + radius[i] * dt(turn[i])), friction = mu, restitution = e, restitution_t = e),
    discretize(Moreau),
)]
struct FixedDiscs {
    m: [f64; 3],
    radius: [f64; 3],
    width: f64,
    g: f64,
    mu: f64,
    e: f64,
}

const RADIUS: [f64; 3] = [0.05, 0.06, 0.04];
const Q: [f64; 9] = [0.06, 0.07, 0.19, 0.08, 0.12, 0.2, 0.0, 0.0, 0.0];
const V: [f64; 9] = [0.3, 0.0, -0.2, -0.1, 0.1, -0.5, 2.0, 0.0, -1.0];

fn fixed_discs() -> FixedDiscs {
    FixedDiscs {
        m: RADIUS.map(|radius| 100.0 * radius * radius),
        radius: RADIUS,
        width: 0.26,
        g: 9.81,
        mu: 0.3,
        e: 0.4,
    }
}

fn discs(near: bool) -> Discs {
    let fixed = fixed_discs();
    Discs {
        m: fixed.m.to_vec(),
        radius: fixed.radius.to_vec(),
        width: fixed.width,
        g: fixed.g,
        mu: fixed.mu,
        e: fixed.e,
        near,
    }
}

pub(crate) fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn failure<T>(result: Result<T, Error>) -> Failure {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => error.failure,
    }
}

/// Pairs have other numbers in the system of a fixed size, and another sign of the slip.
#[test]
fn derivatives_are_those_of_a_fixed_number() {
    for near in [false, true] {
        let mut any = Integrator::new(discs(near), Moreau, 1e-3, Q, V).expect("a good start");
        let mut fixed = Integrator::new(fixed_discs(), Moreau, 1e-3, Q, V).expect("a good start");
        let mut closed = 0;
        for k in 0..300 {
            let (of_any, of_fixed) = (any.linearize(), fixed.linearize());
            closed += any.step().expect("a small step").closed_count();
            fixed.step().expect("a small step");
            let (Ok(mut of_any), Ok(of_fixed)) = (of_any, of_fixed) else {
                continue;
            };
            let found = of_any.to_dense().expect("finite");
            let size = of_fixed.by_state.amax();
            let off = apart(found.as_slice(), of_fixed.by_state.as_slice());
            assert!(off < 1e-8 * size, "step {k}: {off} of {size}");
        }
        assert!(closed > 200, "{closed}");
    }
}

/// As long as two discs lie on each other in no corner, where the shares of contacts are not determined.
#[test]
fn discs_move_as_those_of_a_fixed_number() {
    for near in [false, true] {
        let mut any = Integrator::new(discs(near), Moreau, 1e-3, Q, V).expect("a good start");
        let mut fixed = Integrator::new(fixed_discs(), Moreau, 1e-3, Q, V).expect("a good start");
        let mut closed = 0;
        for k in 0..300 {
            let (a, b) = (
                any.step().expect("a small step"),
                fixed.step().expect("a small step"),
            );
            let count = b.contacts().filter(|contact| contact.is_closed).count();
            assert_eq!(a.closed_count(), count, "step {k}");
            // Pairs have other numbers, and another sign of the slip.
            for (at, name) in (0..3).flat_map(|i| {
                [(2, "floor"), (3, "left"), (4, "right")].map(|(f, n)| ((f, i), format!("{n}[{i}]")))
            }) {
                let (form, i) = at;
                let (a, b) = (
                    a.contact(ContactItem {
                        form,
                        indices: [i, 0],
                    }),
                    b.contact(&name).expect("its name"),
                );
                assert_eq!(a.is_some(), b.is_closed);
                if let Some(a) = a {
                    assert!(a.name == &*name && (a.gap - b.gap).abs() < 1e-12);
                    assert!(apart(a.before, b.before) < 1e-9 && apart(a.after, b.after) < 1e-9);
                    assert!(apart(a.percussions, b.percussions) < 1e-10, "{k}: {a:?} {b:?}");
                    // A contact without slip and one of 1e-16 are the same.
                    assert!(a.state == b.state || a.percussions[0] < 1e-10, "{k}: {a:?} {b:?}");
                }
            }
            assert!((a.work() - b.work()).abs() < 1e-10);
            closed += count;
            let (a, b) = (any.state(), fixed.state());
            // Roundings of 1e-16 grow at each impact of discs.
            let tolerance = 1e-9;
            assert!(
                apart(a.q.as_slice(), b.q.as_slice()) < tolerance,
                "step {k}: {a:?} {b:?}"
            );
            assert!(
                apart(a.p.as_slice(), b.p.as_slice()) < tolerance,
                "step {k}: {a:?} {b:?}"
            );
        }
        assert!(closed > 200, "{closed}");
        let inside = [0.2503, 0.2997];
        let (mut any, mut fixed) = (
            Integrator::new(discs(near), Moreau, 1e-3, Q, V).expect("a good start"),
            Integrator::new(fixed_discs(), Moreau, 1e-3, Q, V).expect("a good start"),
        );
        let (a, b) = (
            any.run(300).expect("small steps"),
            fixed.run(300).expect("small steps"),
        );
        for t in inside {
            let (a, b) = (a.at(t).expect("inside"), b.at(t).expect("inside"));
            assert!(apart(a.q.as_slice(), b.q.as_slice()) < 1e-9);
            assert!(apart(a.v.as_slice(), b.v.as_slice()) < 1e-7);
        }
        let count = |change| a.contact_events().filter(|event| event.change == change).count();
        let of_fixed = |change| b.contact_events().filter(|event| event.change == change).count();
        for change in [
            ContactChange::Closing,
            ContactChange::Impact,
            ContactChange::Opening,
        ] {
            assert_eq!(count(change), of_fixed(change), "{change}");
            assert!(count(change) > 2);
        }
    }
}

#[test]
fn bars_hit_a_wall_as_those_of_a_fixed_number() {
    let fixed = FixedBar {
        m: 0.2,
        k: 300.0,
        c: 4e4,
        place: 0.02,
        wall_velocity: -0.3,
        e: 0.5,
    };
    let any = || Bar {
        nodes: 5,
        m: fixed.m,
        k: fixed.k,
        c: fixed.c,
        wall: fixed.place,
        wall_velocity: fixed.wall_velocity,
        e: fixed.e,
    };
    let (q, v) = ([0.0, 0.001, -0.002, 0.0, 0.001], [1.0, 1.1, 0.9, 1.0, 1.0]);
    fn same<D: Copy>(any: Bar, fixed: FixedBar, scheme: D, (q, v): ([f64; 5], [f64; 5]))
    where
        Bar: Discretize<D, Report = extremal::drive::AssembledContactReport<Bar>>,
        FixedBar: Discretize<D, Report = extremal::drive::ContactReport<FixedBar>>,
    {
        let mut any = Integrator::new(any, scheme, 1e-3, q, v).expect("a good start");
        let mut fixed = Integrator::new(fixed, scheme, 1e-3, q, v).expect("a good start");
        let mut closed = 0;
        for k in 0..400 {
            let (a, b) = (
                any.step().expect("a small step"),
                fixed.step().expect("a small step"),
            );
            let of_b = b.contact("wall").expect("its name");
            assert_eq!(a.closed_count(), usize::from(of_b.is_closed), "step {k}");
            if let Some(of_a) = a.contacts().next() {
                assert!(of_a.name == "wall" && of_a.state == of_b.state);
                assert!(
                    (of_a.percussions[0] - of_b.percussions[0]).abs() < 1e-10,
                    "{k} {of_a:?} {of_b:?}"
                );
            }
            closed += a.closed_count();
            let (a, b) = (any.state(), fixed.state());
            assert!(
                apart(a.q.as_slice(), b.q.as_slice()) < 1e-10,
                "step {k}: {a:?} {b:?}"
            );
            assert!(
                apart(a.p.as_slice(), b.p.as_slice()) < 1e-9,
                "step {k}: {a:?} {b:?}"
            );
        }
        assert!(closed > 10, "{closed}");
    }
    same(any(), fixed, Moreau, (q, v));
    same(any(), fixed, Theta { theta: 0.5 }, (q, v));
    same(any(), fixed, Theta { theta: 0.7 }, (q, v));
}

/// A heap of many discs, in rows over each other.
fn heap(count: usize, near: bool) -> (Discs, Vec<f64>) {
    let radius: Vec<f64> = (0..count).map(|i| [0.04, 0.05, 0.06][(i + i / 7) % 3]).collect();
    let mut q = vec![0.0; 3 * count];
    for i in 0..count {
        q[2 * i] = 0.085 + 0.14 * (i % 7) as f64 + 0.01 * (i / 7 % 2) as f64;
        q[2 * i + 1] = 0.07 + 0.13 * (i / 7) as f64;
    }
    let discs = Discs {
        m: radius.iter().map(|radius| 100.0 * radius * radius).collect(),
        radius,
        width: 1.03,
        near,
        ..discs(near)
    };
    (discs, q)
}

/// The lists of near pairs change nothing, and neither does a snapshot, which has none.
#[test]
fn near_pairs_and_snapshots_keep_the_bits() {
    let ((all, q), (near, _)) = (heap(28, false), heap(28, true));
    let still = vec![0.0; q.len()];
    let mut all = Integrator::new(all, Moreau, 2e-3, &q, &still).expect("a good start");
    let mut near = Integrator::new(near, Moreau, 2e-3, &q, &still).expect("a good start");
    let mut again = None;
    for k in 0..150 {
        let (a, b) = (all.step().expect("a step"), near.step().expect("a step"));
        assert_eq!(a.closed_count(), b.closed_count(), "step {k}");
        assert_eq!(all.state(), near.state(), "step {k}");
        if k == 100 {
            let snapshot = near.snapshot();
            let (fresh, _) = heap(28, true);
            let mut motion = Integrator::new(fresh, Moreau, 2e-3, &q, &still).expect("a good start");
            motion.restore(&snapshot).expect("of the same system");
            again = Some(motion);
        }
    }
    let mut again = again.expect("it was made");
    again.step_many(150 - 101).expect("steps");
    assert_eq!(again.state(), near.state());
}

#[test]
fn failures_name_contacts_and_change_nothing() {
    let start = |discs: Discs, q: [f64; 9]| Integrator::new(discs, Moreau, 1e-3, q, V);
    let mut low = Q;
    low[1] = 0.025;
    let failed = failure(start(discs(false), low));
    assert!(
        matches!(failed, Failure::AnySize(AnySizeFailure::Penetration { contact, gap }) if contact == "floor[0]" && gap == -0.025)
    );
    let sentence = "the contact `floor[0]` penetrates: its gap is -0.025 at these coordinates; start with gaps of at least 0";
    assert_eq!(failed.to_string(), sentence);
    let failed = failure(start(
        Discs {
            e: 1.5,
            ..discs(false)
        },
        Q,
    ));
    assert_eq!(
        failed.to_string(),
        "the restitution of the contact `pair[1][0]` is 1.5; it must be between 0 and 1"
    );
    let mut motion = start(discs(true), Q).expect("a good start");
    while motion.step().expect("a small step").closed_count() == 0 {}
    // A law that becomes none in the motion, and a state that stays.
    let before = motion.state();
    let failed = failure(motion.set_system(Discs {
        mu: -1.0,
        ..discs(true)
    }));
    assert!(
        matches!(
            failed,
            Failure::AnySize(AnySizeFailure::ContactLaw { law: "friction", .. })
        ),
        "{failed}"
    );
    assert_eq!(motion.state(), before);
    // Steps leave gaps below zero, with which another system goes on.
    motion
        .set_system(Discs {
            mu: 0.5,
            ..discs(true)
        })
        .expect("the same coordinates");
    motion.step().expect("a small step");
}

#[test]
fn a_pile_comes_to_rest_without_memory() {
    let (discs, q) = heap(14, true);
    let still = vec![0.0; q.len()];
    let mut motion = Integrator::new(discs, Moreau, 2e-3, &q, &still).expect("a good start");
    motion.step_many(1200).expect("small steps");
    let used = allocation_counter::measure(|| {
        for _ in 0..50 {
            motion.step().expect("a small step");
        }
    });
    assert_eq!(used.count_total, 0, "{used:?}");
    let report = motion.step().expect("a small step");
    assert!(
        report
            .contacts()
            .any(|at| at.item.form == FLOOR && at.state == ContactState::Stick)
    );
    let fastest = motion.velocity().expect("it is carried").amax();
    assert!(fastest < 1e-3, "{fastest}");
    // The floor carries all of them.
    let weight: f64 = motion.system().m.iter().map(|m| m * 9.81).sum();
    let floor: f64 = report
        .contacts()
        .filter(|at| at.item.form == FLOOR)
        .map(|at| at.percussions[0])
        .sum();
    let walls: f64 = report
        .contacts()
        .filter(|at| at.item.form > FLOOR)
        .map(|at| at.percussions[1])
        .sum();
    assert!(
        ((floor + walls) / 2e-3 - weight).abs() < 1e-3 * weight,
        "{floor} {walls} {weight}"
    );
}
