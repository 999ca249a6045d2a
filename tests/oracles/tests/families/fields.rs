//! Fields that do not fit each other are named, and none leads to a panic.

use extremal::prelude::*;
use extremal::{Error, Failure, FieldFailure};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).powi(2)),
    potential = g * sum(0..points, |i| r[i]) + sum(0..edges.len(), |e| 0.5 * k[e] * (r[edges[e][0]] - r[edges[e][1]]).powi(2))
        + sum(first..points, |i| 0.5 * (r[i] - r[i - 1]).powi(2)),
    discretize(Verlet),
)]
struct Net {
    points: usize,
    first: usize,
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    k: Vec<f64>,
    g: f64,
}

fn net() -> Net {
    Net {
        points: 3,
        first: 1,
        m: vec![1.0; 3],
        edges: vec![[0, 1], [2, 1]],
        k: vec![1.0; 2],
        g: 9.81,
    }
}

fn failure(net: &Net) -> FieldFailure {
    let n = net.points;
    // Functions of the state read what does not exist as NaN, and do not panic.
    let state = (vec![0.0; n].into(), vec![1.0; n].into());
    let _ = (
        net.lagrangian(0.0, &state.0, &state.1),
        net.momentum(0.0, &state.0, &state.1),
    );
    match Integrator::new(net, Verlet, 0.1, vec![0.0; n], vec![0.0; n]) {
        Err(Error {
            failure: Failure::Field(failure),
            ..
        }) => failure,
        Err(other) => panic!("{other}"),
        Ok(_) => panic!("no failure of {net:?}"),
    }
}

#[test]
fn bad_fields_are_named() {
    Integrator::new(net(), Verlet, 0.1, [0.0; 3], [0.0; 3]).expect("a good net");
    let mut bad = net();
    bad.edges[1] = [3, 1];
    let index = FieldFailure::Index {
        field: "edges",
        row: 1,
        found: 3,
        range: 3,
    };
    assert_eq!(failure(&bad), index);
    let short = |field, expected, found| FieldFailure::Length {
        field,
        expected,
        found,
    };
    let bad = Net {
        k: vec![1.0],
        ..net()
    };
    assert_eq!(failure(&bad), short("k", 2, 1));
    let bad = Net {
        m: vec![1.0; 2],
        ..net()
    };
    assert_eq!(failure(&bad), short("m", 3, 2));
    let mut bad = net();
    bad.k[1] = f64::NAN;
    assert_eq!(failure(&bad), FieldFailure::NotFinite { field: "k", row: 1 });
    let bad = Net {
        g: f64::INFINITY,
        ..net()
    };
    assert_eq!(failure(&bad), FieldFailure::NotFinite { field: "g", row: 0 });
    let bad = Net { first: 0, ..net() };
    let below = FieldFailure::BelowZero { field: "r", below: 1 };
    assert_eq!(failure(&bad), below);
    let none = Net {
        points: 0,
        first: 1,
        m: Vec::new(),
        edges: Vec::new(),
        k: Vec::new(),
        g: 1.0,
    };
    assert_eq!(failure(&none), FieldFailure::Empty { range: "points" });
}
