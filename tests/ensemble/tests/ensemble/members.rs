//! A member has the bits of a motion of its own, whatever else is in the ensemble.

use extremal::Error;
use extremal::blocks::{NoInputs, Vector};
use extremal::ensemble::{Ensemble, Failed, Reason};
use extremal::prelude::*;

use crate::systems::{Ball, Bead, Pendulum, Row, bits};

/// The states after some steps, of members and of motions one by one.
fn check_members<S, D>(begin: impl Fn(usize) -> Result<Integrator<S, D>, Error> + Sync, steps: usize)
where
    S: Discretize<D, Scalar = f64>,
    S::Inputs: NoInputs,
{
    let value = |motion: &Integrator<S, D>| {
        let (q, p) = (motion.coordinates().as_slice(), motion.momentum().as_slice());
        bits(q.iter().chain(p).chain([&motion.time()]))
    };
    let ensemble = Ensemble::new(20, &begin).threads(2);
    for (k, member) in ensemble.run(steps, value).collect().into_iter().enumerate() {
        let mut motion = begin(k).expect("a good start");
        motion.step_many(steps).expect("small steps");
        assert_eq!(member, Ok(value(&motion)), "member {k}");
    }
}

#[test]
fn members_with_constraints_have_the_bits_of_motions_one_by_one() {
    let angle = |k: usize| 0.1 * k as f64;
    check_members(
        |k| {
            let (sin, cos) = angle(k).sin_cos();
            let bead = Bead { g: 9.81 };
            let (r, v) = bead.project(0.0, [sin, cos], [0.0; 2]).expect("a ring");
            Integrator::new(bead, Midpoint, 0.01, r, v)
        },
        200,
    );
}

#[test]
fn members_with_contacts_have_the_bits_of_motions_one_by_one() {
    check_members(
        |k| Integrator::new(Ball { e: 0.05 * k as f64 }, Moreau, 0.01, [0.0, 1.0], [1.0, 0.0]),
        300,
    );
}

#[test]
fn members_of_any_size_have_the_bits_of_motions_one_by_one() {
    // Members need not have the same size.
    check_members(
        |k| {
            let q: Vec<f64> = (0..k + 2).map(|i| (i as f64).sin()).collect();
            let v = vec![0.0; q.len()];
            Integrator::new(Row { masses: q.len() }, Midpoint, 0.05, q, v)
        },
        50,
    );
}

#[test]
fn one_bad_member_of_many_leaves_the_others_as_they_are() {
    const MEMBERS: usize = 100_000;
    const BAD: usize = 54_321;
    let begin = |bad: Option<usize>| {
        move |k: usize| {
            let l = if Some(k) == bad {
                0.0
            } else {
                1.0 + 1e-5 * k as f64
            };
            Integrator::new(Pendulum { l }, Midpoint, 0.01, [0.5], [0.0])
        }
    };
    let value = |motion: &Integrator<Pendulum, Midpoint>| [motion.coordinates()[0], motion.momentum()[0]];
    let good = Ensemble::new(MEMBERS, begin(None)).run(5, value).collect();
    let with_bad = Ensemble::new(MEMBERS, begin(Some(BAD))).run(5, value).collect();
    let alone = begin(Some(BAD))(BAD).and_then(|mut motion| motion.step_many(5));
    let reason = Reason::Error(alone.expect_err("a pendulum without length"));
    assert_eq!(with_bad[BAD], Err(Failed { member: BAD, reason }));
    for (k, (good, other)) in good.iter().zip(&with_bad).enumerate() {
        let good = good.expect("a good member");
        assert!(
            k == BAD || other.is_ok_and(|other| bits(&good) == bits(&other)),
            "member {k}"
        );
    }
}

#[test]
fn a_step_that_fails_is_named_with_its_member() {
    // Beyond the limit of stability, and the guard says so.
    let begin = |k: usize| Integrator::new(Pendulum { l: 1.0 }, Verlet, [0.01, 10.0][k % 2], [0.1], [0.0]);
    let mut alone = begin(1).expect("a good start");
    let error = alone.step_many(1000).expect_err("long steps");
    let results = Ensemble::new(4, begin)
        .run(1000, |motion| motion.time())
        .collect();
    assert!(results[0] == results[2] && results[0].is_ok());
    for member in [1, 3] {
        let reason = Reason::Error(error);
        assert_eq!(results[member], Err(Failed { member, reason }));
    }
    let message = results[3].expect_err("long steps").to_string();
    assert_eq!(message, format!("member 3: {error}"));
}
