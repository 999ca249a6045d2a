//! Nets of springs against the same net, declared.

use allocation_counter::measure;
use extremal::error::FieldFailure;
use extremal::integrator::SnapshotOf;
use extremal::nalgebra::DMatrix;
use extremal::prelude::*;
use extremal::{Error, Failure};

use crate::net::Net;

const MASSES: usize = 5;
const EDGES: [[usize; 2]; 8] = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [1, 3], [3, 1], [2, 2]];

/// The same net; `along[e][i]` is 1 where the spring e ends at the mass i, and −1 where it begins.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q[5]),
    inputs(push),
    force(q[0] = push),
    kinetic = sum(0..5, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..5, |i| 0.5 * w * q[i].powi(2))
        + sum(0..8, |e| 0.5 * k * sum(0..5, |i| along[e][i] * q[i]).powi(2)
            + 0.25 * c * sum(0..5, |i| along[e][i] * q[i]).powi(4)),
    discretize(Verlet, Midpoint, Newmark),
)]
struct Declared {
    m: [f64; 5],
    along: [[f64; 5]; 8],
    w: f64,
    k: f64,
    c: f64,
}

const M: [f64; MASSES] = [1.0, 2.0, 0.5, 1.5, 1.25];
const Q: [f64; MASSES] = [0.1, -0.2, 0.3, 0.1, -0.4];
const V: [f64; MASSES] = [1.0, 0.0, -1.0, 0.5, 0.25];

fn declared() -> Declared {
    let mut along = [[0.0; MASSES]; 8];
    for (row, [a, b]) in along.iter_mut().zip(EDGES) {
        row[b] += 1.0;
        row[a] -= 1.0;
    }
    Declared {
        m: M,
        along,
        w: 2.0,
        k: 30.0,
        c: 40.0,
    }
}

fn net<const DRIVEN: bool>() -> Net<DRIVEN> {
    Net {
        m: M.to_vec(),
        edges: EDGES.to_vec(),
        w: 2.0,
        k: 30.0,
        c: 40.0,
    }
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

/// Numbers of size ten in a few hundred steps, whose roundings of 1e-16 grow by a factor of some hundred in this motion.
const ROUNDING: f64 = 1e-11;

fn same<D: Copy, const ROWS: usize>(scheme: D, tolerance: f64)
where
    Declared: Discretize<D, Linearization = extremal::derivatives::LinearizationOf<f64, ROWS, 1, 0>>,
    Net<true>: Discretize<D, Linearization = extremal::drive::SparseLinearization<f64>>,
{
    let mut any = Integrator::new(net::<true>(), scheme, 0.01, Q, V).expect("a good start");
    let mut fixed = Integrator::new(declared(), scheme, 0.01, Q, V).expect("a good start");
    let check = |any: &Integrator<Net<true>, D>, fixed: &Integrator<Declared, D>| {
        let (a, b) = (any.state(), fixed.state());
        assert_eq!((a.t, any.steps()), (b.t, fixed.steps()));
        assert!(apart(a.q.as_slice(), b.q.as_slice()) < tolerance, "{a:?} {b:?}");
        assert!(
            apart(a.p.as_slice(), b.p.as_slice()) < 10.0 * tolerance,
            "{a:?} {b:?}"
        );
        let [v, w] = [any.velocity().expect("masses"), any.velocity().expect("masses")];
        assert!(apart(v.as_slice(), w.as_slice()) < 10.0 * tolerance);
        assert!((any.energy() - fixed.energy()).abs() < 100.0 * tolerance);
        assert!((any.total_energy() - fixed.total_energy()).abs() < 100.0 * tolerance);
    };
    check(&any, &fixed);
    for k in 0..100 {
        let push = [(0.1 * f64::from(k)).sin()];
        any.step_with(push).expect("a small step");
        fixed.step_with(push).expect("a small step");
    }
    check(&any, &fixed);
    let (a, b) = (
        any.run_with(50, |_| [0.5]).expect("small steps"),
        fixed.run_with(50, |_| [0.5]).expect("small steps"),
    );
    let [a, b] = [
        a.at(1.2345).expect("inside").q.as_slice().to_vec(),
        b.at(1.2345).expect("inside").q.as_slice().to_vec(),
    ];
    assert!(apart(&a, &b) < tolerance);
    any.kick(vec![0.5, -1.0, 0.0, 2.0, 0.1]).expect("an impulse");
    fixed.kick([0.5, -1.0, 0.0, 2.0, 0.1]).expect("an impulse");
    any.set_step_size(0.005).expect("a step size");
    fixed.set_step_size(0.005).expect("a step size");
    any.step_many_with(60, [1.0]).expect("small steps");
    fixed.step_many_with(60, [1.0]).expect("small steps");
    check(&any, &fixed);
    let mut j = any.linearize_with([0.3]).expect("masses");
    let other = fixed.linearize_with([0.3]).expect("masses");
    let dense = j.to_dense().expect("finite");
    let expected = DMatrix::from_fn(ROWS, ROWS + 1, |row, column| {
        if column < ROWS {
            other.by_state[(row, column)]
        } else {
            other.by_inputs[(row, 0)]
        }
    });
    // Entries of size one hundred, a hundred steps after the start.
    assert!(
        (&dense - &expected).amax() < 1e3 * tolerance,
        "{dense} {expected}"
    );
    any.set_system(Net { k: 20.0, ..net() }).expect("a spring");
    fixed
        .set_system(Declared {
            k: 20.0,
            ..declared()
        })
        .expect("a spring");
    any.step_many_with(10, [0.0]).expect("small steps");
    fixed.step_many_with(10, [0.0]).expect("small steps");
    check(&any, &fixed);
}

#[test]
fn nets_move_as_declared_ones() {
    same::<_, 10>(Verlet, ROUNDING);
    same::<_, 10>(Midpoint, ROUNDING);
    let newmark = Newmark {
        beta: 0.3,
        gamma: 0.6,
    };
    same::<_, 15>(newmark, ROUNDING);
}

/// The explicit path, and the other statement of the end momentum, without an input.
#[test]
fn statements_of_one_step_agree() {
    fn ends<D>(scheme: D) -> [Vec<f64>; 2]
    where
        Net<false>: Discretize<D>,
    {
        let mut motion = Integrator::new(net::<false>(), scheme, 0.01, Q, V).expect("a good start");
        motion.step_many_with(100, [7.0]).expect("small steps");
        [
            motion.coordinates().as_slice().to_vec(),
            motion.momentum().as_slice().to_vec(),
        ]
    }
    let mut fixed = Integrator::new(declared(), Verlet, 0.01, Q, V).expect("a good start");
    fixed.step_many_with(100, [0.0]).expect("small steps");
    let [q, p] = ends(Verlet);
    assert!(apart(&q, fixed.coordinates().as_slice()) < ROUNDING);
    assert!(apart(&p, fixed.momentum().as_slice()) < ROUNDING);
    let mut fixed = Integrator::new(declared(), Midpoint, 0.01, Q, V).expect("a good start");
    fixed.step_many_with(100, [0.0]).expect("small steps");
    let [q, p] = ends(Midpoint);
    assert!(apart(&q, fixed.coordinates().as_slice()) < ROUNDING);
    assert!(apart(&p, fixed.momentum().as_slice()) < ROUNDING);
}

#[test]
fn steps_take_no_memory() {
    fn check<D>(scheme: D)
    where
        Net<false>: Discretize<D>,
    {
        let mut motion = Integrator::new(net::<false>(), scheme, 0.01, Q, V).expect("a good start");
        let taken = measure(|| {
            motion.step_many_with(50, [0.0]).expect("small steps");
            motion.step_with([0.0]).expect("a small step");
        });
        assert_eq!((taken.count_total, motion.steps()), (0, 51));
    }
    check(Verlet);
    check(Midpoint);
}

/// A field that is wrong is named before anything is computed with it, and a step that fails changes nothing.
#[test]
fn wrong_fields_and_steps_are_named() {
    let start = |net: Net<true>| failure(Integrator::new(net, Midpoint, 0.01, Q, V));
    let edge = |found| [&EDGES[..], &[[4, found]]].concat();
    assert_eq!(
        start(Net {
            edges: edge(5),
            ..net()
        }),
        FieldFailure::Index {
            field: "edges",
            row: 8,
            found: 5,
            range: 5
        }
        .into()
    );
    let m = [1.0, f64::NAN, 1.0, 1.0, 1.0].to_vec();
    assert_eq!(
        start(Net { m, ..net() }),
        FieldFailure::NotFinite {
            field: "m",
            row: Some(1)
        }
        .into()
    );
    assert_eq!(
        start(Net { m: vec![], ..net() }),
        FieldFailure::Empty { range: "masses" }.into()
    );
    let m = [1.0, 0.0, 1.0, 1.0, 1.0].to_vec();
    let no_mass = failure(Integrator::new(Net::<true> { m, ..net() }, Verlet, 0.01, Q, V));
    assert_eq!(
        no_mass.to_string(),
        "the equations of the step do not determine the velocity of `q[1]`: it has no pivot larger than 0 relative to its row"
    );
    let mut motion = Integrator::new(net::<true>(), Midpoint, 0.01, Q, V).expect("a good start");
    motion.step_many_with(3, [0.0]).expect("small steps");
    let before = motion.clone();
    let too_far = failure(motion.step_with([1e300]));
    assert!(
        matches!(too_far, Failure::Diverged { .. } | Failure::NotConverged { .. }),
        "{too_far}"
    );
    assert_eq!(motion.state(), before.state());
    assert_eq!(motion.snapshot(), before.snapshot());
    let wrong = failure(motion.set_system(Net {
        edges: edge(5),
        ..net()
    }));
    assert!(
        matches!(wrong, Failure::Field(_)) && motion.system().edges.len() == 8,
        "{wrong}"
    );
    let other = Net {
        m: vec![1.0; 6],
        ..net()
    };
    assert!(matches!(
        failure(motion.set_system(other)),
        Failure::Length {
            expected: 6,
            found: 5,
            ..
        }
    ));
    motion.step_with([0.0]).expect("a small step");
}

/// A snapshot that was written and read goes on with the same bits.
#[test]
fn snapshots_continue_the_motion() {
    fn check<D: Copy>(scheme: D)
    where
        Net<true>: Discretize<D, Memory = extremal::drive::AssembledMemory<f64>>,
    {
        let mut motion = Integrator::new(net::<true>(), scheme, 0.01, Q, V).expect("a good start");
        motion.step_many_with(7, [1.0]).expect("small steps");
        let text = serde_json::to_string(&motion.snapshot()).expect("numbers");
        motion.step_many_with(20, [1.0]).expect("small steps");
        let read: SnapshotOf<Net<true>, D> = serde_json::from_str(&text).expect("numbers");
        let mut other = Integrator::new(net::<true>(), scheme, 0.1, V, Q).expect("a good start");
        other.restore(&read).expect("a snapshot");
        other.step_many_with(20, [1.0]).expect("small steps");
        assert_eq!(motion.state(), other.state());
    }
    check(Verlet);
    check(Midpoint);
}

/// A chain of twenty thousand masses in a wave, whose energy stays: h ω is at most 0.12, and (h ω)²/8 of it is 2e-3.
#[test]
fn long_chains_keep_their_energy() {
    fn check<D>(scheme: D, steps: usize)
    where
        Net<false>: Discretize<D>,
    {
        let n = 20_000;
        let chain = Net {
            m: vec![1.0; n],
            edges: (1..n).map(|i| [i - 1, i]).collect(),
            w: 1e-3,
            k: 30.0,
            c: 40.0,
        };
        let q: Vec<f64> = (0..n).map(|i| (0.5 * i as f64).sin()).collect();
        let mut motion = Integrator::new(chain, scheme, 0.01, q, vec![0.0; n]).expect("a good start");
        let before = motion.energy();
        motion.step_many_with(steps, [0.0]).expect("small steps");
        assert!((motion.energy() - before).abs() < 2e-3 * before);
    }
    check(Verlet, 10);
    check(Midpoint, 4);
}

/// Springs between neighbours in a long wave are differences of nearly equal places, and carry their rounding. Two iterations
/// reach it, because the free ends move in another way than the last steps expect; and no other looks for more.
#[test]
fn roundings_of_differences_are_no_reason_to_iterate() {
    let n = 20_000;
    let chain = Net::<false> {
        m: vec![1.0; n],
        edges: (1..n).map(|i| [i - 1, i]).collect(),
        w: 0.0,
        k: 30.0,
        c: 40.0,
    };
    let q: Vec<f64> = (0..n).map(|i| (1e-4 * i as f64).sin()).collect();
    let mut motion = Integrator::new(chain, Midpoint, 0.01, q, vec![0.0; n]).expect("a good start");
    motion.step_many_with(3, [0.0]).expect("small steps");
    let report = motion.step_with([0.0]).expect("a small step");
    assert!(
        report.iterations <= 2 && report.residual_norm < 1e-11,
        "{report:?}"
    );
}
