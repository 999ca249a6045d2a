//! Systems whose number of coordinates only the program knows: everything that an integrator does, with vectors of any length.

#[path = "any_size/chain.rs"]
mod chain;

use allocation_counter::measure;
use chain::{Chain, Leapfrog, Numbers64, steps};
use extremal::integrator::SnapshotOf;
use extremal::nalgebra::DMatrix;
use extremal::prelude::*;
use extremal::{Error, Failure};

/// The same chain of four masses, declared.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[4]),
    kinetic = sum(0..4, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = 0.5 * k * q[0].powi(2) + 0.25 * c * q[0].powi(4)
        + sum(1..4, |i| 0.5 * k * (q[i] - q[i - 1]).powi(2) + 0.25 * c * (q[i] - q[i - 1]).powi(4)),
    discretize(Verlet),
)]
struct Four {
    m: [f64; 4],
    k: f64,
    c: f64,
}

const FOUR: Four = Four {
    m: [1.0, 2.0, 0.5, 1.5],
    k: 30.0,
    c: 40.0,
};
const Q: [f64; 4] = [0.1, -0.2, 0.3, 0.1];
const V: [f64; 4] = [1.0, 0.0, -1.0, 0.5];

fn chain() -> Chain {
    Chain {
        m: FOUR.m.to_vec(),
        k: FOUR.k,
        c: FOUR.c,
    }
}

fn started() -> Integrator<Chain, Leapfrog> {
    Integrator::new(chain(), Leapfrog, 0.01, Q, V).expect("a good start")
}

fn apart(a: &[f64], b: &[f64]) -> f64 {
    assert_eq!(a.len(), b.len());
    a.iter().zip(b).fold(0.0, |most, (a, b)| most.max((a - b).abs()))
}

fn failure<T>(result: Result<T, Error>) -> Failure {
    match result {
        Ok(_) => panic!("an error was expected"),
        Err(error) => error.failure,
    }
}

/// Step, record, interpolate, kick and change as the derived system of the same size does. Of numbers of size ten in a few hundred
/// steps, whose roundings of 1e-16 grow at most linearly.
#[test]
fn chains_of_any_length_move_as_declared_ones() {
    let (mut any, mut four) = (
        started(),
        Integrator::new(FOUR, Verlet, 0.01, Q, V).expect("a good start"),
    );
    let check = |any: &Integrator<Chain, Leapfrog>, four: &Integrator<Four, Verlet>| {
        let (a, b) = (any.state(), four.state());
        assert_eq!((a.t, any.steps()), (b.t, four.steps()));
        assert!(apart(a.q.as_slice(), b.q.as_slice()) < 1e-12, "{a:?} {b:?}");
        assert!(apart(a.p.as_slice(), b.p.as_slice()) < 1e-12, "{a:?} {b:?}");
        let [v, w] = [
            any.velocity().expect("masses").as_slice().to_vec(),
            four.velocity().expect("masses").as_slice().to_vec(),
        ];
        assert!(apart(&v, &w) < 1e-12);
        for (a, b) in [
            (any.energy(), four.energy()),
            (any.total_energy(), four.total_energy()),
        ] {
            assert!((a - b).abs() < 1e-11, "{a} {b}");
        }
        assert_eq!((any.coordinates(), any.momentum()), (&a.q, &a.p));
    };
    steps(&mut any, 100);
    steps(&mut four, 100);
    check(&any, &four);
    let (a, b) = (
        any.run(50).expect("small steps"),
        four.run(50).expect("small steps"),
    );
    assert_eq!((a.len(), b.len()), (51, 51));
    let [inside_a, inside_b] = [
        a.at(1.2345).expect("inside").q.as_slice().to_vec(),
        b.at(1.2345).expect("inside").q.as_slice().to_vec(),
    ];
    assert!(apart(&inside_a, &inside_b) < 1e-12);
    any.kick(vec![0.5, -1.0, 0.0, 2.0]).expect("an impulse");
    four.kick([0.5, -1.0, 0.0, 2.0]).expect("an impulse");
    any.set_step_size(0.005).expect("a step size");
    four.set_step_size(0.005).expect("a step size");
    any.step_many(60).expect("small steps");
    four.step_many(60).expect("small steps");
    check(&any, &four);
    any.set_system(Chain { k: 20.0, ..chain() }).expect("a spring");
    four.set_system(Four { k: 20.0, ..FOUR }).expect("a spring");
    steps(&mut any, 10);
    steps(&mut four, 10);
    check(&any, &four);
    let any = Integrator::from_state(any.system(), Leapfrog, 0.01, any.state()).map(|any| any.state());
    assert_eq!(any.expect("a state").q.len(), 4);
}

/// `JᵀΩJ = Ω`, where the entries of J are below two hundred: sums of eight products.
#[test]
fn their_steps_have_derivatives() {
    let mut motion = started();
    steps(&mut motion, 3);
    let j = motion.linearize().expect("masses");
    let mut omega = DMatrix::zeros(8, 8);
    for i in 0..4 {
        omega[(i, 4 + i)] = 1.0;
        omega[(4 + i, i)] = -1.0;
    }
    assert!((j.transpose() * &omega * &j - omega).amax() < 1e-13);
    let before = motion.state();
    let (_, again) = motion.step_linearized().expect("a small step");
    assert!(again == j && motion.state() != before);
}

#[test]
fn steps_reuse_their_vectors() {
    let mut motion = started();
    let made = measure(|| {
        steps(&mut motion, 100);
        motion.step_many(100).expect("small steps");
    });
    assert_eq!((made.count_total, motion.steps()), (0, 200));
}

#[test]
fn tables_name_each_coordinate() {
    let two = Chain {
        m: vec![1.0, 2.0],
        k: 1.0,
        c: 0.0,
    };
    let mut motion = Integrator::new(&two, Leapfrog, 0.5, [1.0, 2.0], [0.0; 2]).expect("a good start");
    let trajectory = motion.run(1).expect("a small step");
    let mut file = Vec::new();
    trajectory.write_csv(&two, &mut file).expect("memory");
    // The springs are longer by one each: only the last mass is pulled, by −1.
    assert_eq!(
        String::from_utf8(file).expect("digits"),
        "t,q[0],q[1],v_q[0],v_q[1],p_q[0],p_q[1],end,energy\n\
         0.0,1.0,2.0,0.0,0.0,0.0,0.0,2.0,1.0\n\
         0.5,1.0,1.9375,-0.015625,-0.2421875,-0.015625,-0.484375,1.9375,0.99822998046875\n"
    );
}

/// A file holds what continues a motion with the same bits; and what was recorded.
#[test]
fn snapshots_and_trajectories_are_kept_in_files() {
    let mut motion = started();
    let mut trajectory = Trajectory::every(3);
    motion.record(&mut trajectory, 10).expect("small steps");
    let snapshot = serde_json::to_string(&motion.snapshot()).expect("numbers");
    let recorded = serde_json::to_string(&trajectory).expect("numbers");
    let mut later = started();
    let read: SnapshotOf<Chain, Leapfrog> = serde_json::from_str(&snapshot).expect("numbers");
    later.restore(&read).expect("a snapshot");
    let mut read: Trajectory<Chain, Leapfrog> = serde_json::from_str(&recorded).expect("numbers");
    motion.record(&mut trajectory, 10).expect("small steps");
    later.record(&mut read, 10).expect("small steps");
    assert_eq!(
        (motion.state(), trajectory.states()),
        (later.state(), read.states())
    );
    assert_eq!((trajectory.len(), trajectory.elements()), (7, read.elements()));
    // A length that the file does not have.
    let damaged = snapshot.replacen("\"memory\":[0.0,4.0", "\"memory\":[65535.0,4.0", 1);
    assert_ne!(damaged, snapshot);
    let read = serde_json::from_str::<SnapshotOf<Chain, Leapfrog>>(&damaged);
    assert!(read.is_err());
    // Of another chain.
    let two = Chain {
        m: vec![1.0; 2],
        ..chain()
    };
    let mut two = Integrator::new(two, Leapfrog, 0.01, [0.0; 2], [0.0; 2]).expect("a good start");
    let (before, found) = (two.state(), failure(two.restore(&motion.snapshot())));
    assert!(
        matches!(
            found,
            Failure::Length {
                expected: 2,
                found: 4,
                ..
            }
        ),
        "{found:?}"
    );
    assert_eq!(two.state(), before);
}

#[test]
fn errors_name_coordinates_and_lengths() {
    let start = |chain: Chain, q: &[f64], v: &[f64]| {
        let motion = Integrator::new(chain, Leapfrog, 0.01, q, v).map(drop);
        motion.expect_err("a bad start").to_string()
    };
    assert_eq!(
        start(chain(), &Q[..3], &V),
        "at t = 0 (step 0): initial coordinates: expected one number for each of the 4 coordinates, found 3"
    );
    assert_eq!(
        start(chain(), &Q, &[1.0, 0.0, f64::NAN, 0.0]),
        "at t = 0 (step 0): initial velocity: that of `q[2]` is not a finite number"
    );
    let negative = Chain {
        m: vec![1.0, 2.0, 1.0, -1.0],
        ..chain()
    };
    assert!(start(negative, &Q, &V).contains("the kinetic energy is below zero along `q[3]`"));
    let mut motion = started();
    let before = motion.state();
    let short = failure(motion.kick([1.0]));
    assert!(matches!(
        short,
        Failure::Length {
            what: "impulse",
            expected: 4,
            found: 1
        }
    ));
    assert_eq!(
        failure(motion.kick([f64::NAN; 4])),
        Failure::NotFinite { what: "impulse" }
    );
    assert_eq!(motion.state(), before);
    let wrong = State {
        q: Numbers64::zeros(3),
        ..before
    };
    let wrong = failure(Integrator::from_state(chain(), Leapfrog, 0.01, wrong));
    assert!(matches!(
        wrong,
        Failure::Length {
            what: "coordinates",
            ..
        }
    ));
}

/// The cube of a length overflows; later steps are those that a motion makes that never failed.
#[test]
fn a_failed_step_changes_nothing() {
    let mut motion = started();
    steps(&mut motion, 5);
    let (saved, other) = (motion.snapshot(), motion.clone());
    motion.kick([1e250, 0.0, 0.0, 0.0]).expect("a finite impulse");
    let before = motion.state();
    for _ in 0..2 {
        assert!(matches!(failure(motion.step()), Failure::NotFinite { .. }));
        assert!(matches!(failure(motion.step_many(3)), Failure::NotFinite { .. }));
        assert_eq!((motion.state(), motion.steps()), (before.clone(), 5));
    }
    motion.restore(&saved).expect("a snapshot");
    let mut never = other;
    steps(&mut motion, 5);
    steps(&mut never, 5);
    assert_eq!(motion.state(), never.state());
}

/// A coordinate without mass has no velocity that its momentum determines, and no kinetic energy.
#[test]
fn energies_need_no_mass() {
    let massless = Chain {
        m: vec![1.0, 0.0, 0.5, 1.5],
        ..chain()
    };
    let motion = Integrator::new(&massless, Leapfrog, 0.01, Q, V).map(|motion| motion.state());
    let state = motion.expect("T is not negative");
    assert_eq!(state.p.as_slice(), [1.0, 0.0, -0.5, 0.75]);
    let motion = Integrator::new(massless, Leapfrog, 0.01, Q, V).expect("T is not negative");
    assert!(matches!(
        failure(motion.velocity()),
        Failure::SingularMassMatrix { pivot: 1, .. }
    ));
    let still = Integrator::new(chain(), Leapfrog, 0.01, Q, [1.0, 0.0, -1.0, 0.5]).expect("a good start");
    assert_eq!(motion.energy(), still.energy());
}
