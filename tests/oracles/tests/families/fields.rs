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
    let below = FieldFailure::BeforeFirst { field: "r" };
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

/// A row of pins, whose ranges are one too long on either side.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(first..beyond, |i| (r[i] - r[i - 1]).norm_squared() + (r[i + 1] - r[i]).norm_squared()),
    constraint(apart = array(1..points, |i| (r[i] - r[i - 1]).norm() - 1), pinned = array(1..points, |i| r[i] - [i, 0])),
    discretize(Verlet),
)]
struct Pins {
    points: usize,
    first: usize,
    beyond: usize,
}

#[test]
fn items_beyond_the_ends_and_rows_of_items_are_named() {
    let start = |first, beyond, x: f64| {
        let pins = Pins {
            points: 3,
            first,
            beyond,
        };
        match Integrator::new(pins, Verlet, 0.1, [0.0, 0.0, 1.0, 0.0, x, 0.0], [0.0; 6]) {
            Err(error) => error.failure.to_string(),
            Ok(_) => "a start".to_owned(),
        }
    };
    assert_eq!(
        start(0, 2, 2.0),
        "formulas read `r` at an index below 0; a range over items that read the one before them begins at 1"
    );
    assert_eq!(
        start(1, 3, 2.0),
        "`r` has length 3, and formulas read 4 items of it"
    );
    assert!(start(1, 2, 2.5).starts_with("the constraint `apart[1]` is 0.5 instead of 0"));
    // Both constraints have the same items; the second one has two numbers for each.
    assert!(start(1, 2, 0.0).starts_with("the constraint `pinned[1][0]` is -2 instead of 0"));
}
