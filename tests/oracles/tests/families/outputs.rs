//! Outputs with one number or several for each item: values by hand, names, and columns of files.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::nalgebra::DVector;
use extremal::prelude::*;

use crate::support::compared::numbers;

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    inputs(pull),
    let apart = |e| r[edges[e][1]] - r[edges[e][0]],
    let stretch = array(0..edges.len(), |e| apart(e).norm() - rest[e]),
    kinetic = sum(0..points, |i| 0.5 * m * dt(r[i]).norm_squared()),
    potential = sum(0..edges.len(), |e| 0.5 * k * stretch[e].powi(2)),
    force(r[0] = [pull, 0]),
    output(centre = sum(0..points, |i| r[i]) / points, stretch),
    output(
        rates = array(0..edges.len(), |e| dt(apart(e))),
        first = r[0][0],
        // Behind the first point, for each of the others: what the input adds, and a sum over all edges.
        loads = array(1..points, |i| i * pull + sum(0..edges.len(), |e| rest[e] * r[i][1])),
    ),
    discretize(Midpoint),
)]
struct Sensed {
    points: usize,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    m: f64,
    k: f64,
}

fn sensed() -> Sensed {
    Sensed {
        points: 3,
        edges: vec![[0, 1], [2, 1]],
        rest: vec![0.5, 0.25],
        m: 2.0,
        k: 3.0,
    }
}

/// The exact sums of the same numbers, in the same order where there are several: a few roundings apart.
fn assert_near(found: &[f64], expected: &[f64]) {
    assert_eq!(found.len(), expected.len());
    let apart = found.iter().zip(expected).map(|(a, b)| (a - b).abs());
    assert!(apart.fold(0.0, f64::max) < 1e-15, "{found:?}\n{expected:?}");
}

#[test]
fn arrays_have_a_number_for_each_item() {
    let system = sensed();
    let (q, v) = (numbers(6, 0.3).into(), numbers(6, 2.0).into());
    let point = |x: &DVector<f64>, i: usize| [x[2 * i], x[2 * i + 1]];
    let ends = [[0, 1], [2, 1]];
    let stretch = ends.iter().zip([0.5, 0.25]).map(|(&[a, b], rest)| {
        let ([xa, ya], [xb, yb]) = (point(&q, a), point(&q, b));
        (xb - xa).hypot(yb - ya) - rest
    });
    assert_near(
        system.stretch(0.0, &q, &v).as_slice(),
        &stretch.collect::<Vec<_>>(),
    );
    let rates = ends.iter().flat_map(|&[a, b]| {
        let ([xa, ya], [xb, yb]) = (point(&v, a), point(&v, b));
        [xb - xa, yb - ya]
    });
    assert_near(system.rates(0.0, &q, &v).as_slice(), &rates.collect::<Vec<_>>());
    let loads = [1, 2].map(|i| f64::from(i) * 0.7 + 0.75 * q[2 * i as usize + 1]);
    assert_near(system.loads(0.0, &q, &v, &[0.7]).as_slice(), &loads);
    let centre = system.centre(0.0, &q, &v);
    assert_near(
        centre.as_slice(),
        &[(q[0] + q[2] + q[4]) / 3.0, (q[1] + q[3] + q[5]) / 3.0],
    );
    assert_eq!(system.first(0.0, &q, &v), q[0]);

    let all = system.outputs(0.0, &q, &v, &[0.7]).expect("no multipliers");
    let parts = [
        system.centre(0.0, &q, &v).as_slice().to_vec(),
        system.stretch(0.0, &q, &v).as_slice().to_vec(),
        system.rates(0.0, &q, &v).as_slice().to_vec(),
        vec![q[0]],
        loads.to_vec(),
    ];
    assert_near(all.as_slice(), &parts.concat());
}

/// Each function that returns a `Result` tells both lengths.
#[test]
fn vectors_of_another_length_are_errors() {
    let system = sensed();
    let vector = |length: usize| DVector::from_vec(numbers(length, 0.3));
    let (six, none) = (vector(6), vector(0));
    let wrong = |what: &'static str, found: usize| Failure::Length {
        what,
        expected: 6,
        found,
    };
    for found in [0, 5, 7] {
        let bad = vector(found);
        let (coordinates, velocity) = (wrong("coordinates", found), wrong("velocity", found));
        assert_eq!(
            system.outputs(0.0, &bad, &six, &[0.7]).unwrap_err(),
            coordinates.clone()
        );
        assert_eq!(
            system.outputs(0.0, &six, &bad, &[0.7]).unwrap_err(),
            velocity.clone()
        );
        assert_eq!(
            system.acceleration(0.0, &bad, &six, &[0.7]).unwrap_err(),
            coordinates.clone()
        );
        assert_eq!(
            system.acceleration(0.0, &six, &bad, &[0.7]).unwrap_err(),
            velocity
        );
        assert_eq!(system.velocity(0.0, &bad, &six).unwrap_err(), coordinates);
        let momentum = wrong("momentum", found);
        assert_eq!(system.velocity(0.0, &six, &bad).unwrap_err(), momentum);
        assert_eq!(system.consistent_momentum(0.0, &six, &bad).unwrap_err(), momentum);
        let percussion = wrong("percussion", found);
        assert_eq!(system.impact(0.0, &six, &six, &bad).unwrap_err(), percussion);
        let held = Held { masses: 6 };
        assert_eq!(held.consistent_momentum(0.0, &six, &bad).unwrap_err(), momentum);
        assert_eq!(held.impact(0.0, &six, &six, &bad).unwrap_err(), percussion);
    }
    let driven = Driven { masses: 6 };
    let failure = driven.acceleration(0.0, &six, &six, &none).unwrap_err();
    let expected = AnySizeFailure::InputCount {
        expected: 6,
        found: 0,
    };
    assert_eq!(failure, expected.into());
    assert_eq!(driven.outputs(0.0, &six, &six, &none).unwrap_err(), failure);
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    constraint(held = array(1..masses, |i| q[i] - q[i - 1] - 1)),
    discretize(Verlet),
)]
struct Held {
    masses: usize,
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    inputs(u[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    force(q = array(0..masses, |i| u[i])),
    output(pushed = sum(0..masses, |i| u[i] * dt(q[i]))),
    discretize(Verlet),
)]
struct Driven {
    masses: usize,
}

#[test]
fn names_have_items() {
    let system = sensed();
    let names: Vec<String> = (0..)
        .map_while(|k| system.output_name(k).map(|name| name.to_string()))
        .collect();
    let expected = [
        "centre[0]",
        "centre[1]",
        "stretch[0]",
        "stretch[1]",
        "rates[0][0]",
        "rates[0][1]",
        "rates[1][0]",
        "rates[1][1]",
        "first",
        "loads[0]",
        "loads[1]",
    ];
    assert_eq!(names, expected);
    let declared = [
        "centre[0]",
        "centre[1]",
        "stretch[e]",
        "rates[e][0]",
        "rates[e][1]",
        "first",
        "loads[i]",
    ];
    assert_eq!(Sensed::OUTPUTS, declared);
    let places: Vec<usize> = (0..11).map(|k| system.output_in_declaration(k)).collect();
    assert_eq!(places, [0, 1, 2, 2, 3, 4, 3, 4, 5, 6, 6]);
}

#[test]
fn files_have_a_column_for_each_item() {
    let system = sensed();
    let start = [0.0, 0.0, 1.0, 0.2, 2.0, -0.1];
    let mut motion = Integrator::new(&system, Midpoint, 0.01, start, [0.0; 6]).expect("a start");
    let trajectory = motion.run_with(2, |_| [0.5]).expect("steps");
    let mut file = Vec::new();
    let table = trajectory
        .table()
        .columns(["t", "stretch", "rates[1]", "loads[1]"]);
    table.write_csv(&system, &mut file).expect("a file");
    let file = String::from_utf8(file).expect("text");
    let mut lines = file.lines();
    assert_eq!(
        lines.next(),
        Some("t,stretch[0],stretch[1],rates[1][0],rates[1][1],loads[1]")
    );
    let lines: Vec<Vec<&str>> = lines.map(|line| line.split(',').collect()).collect();
    assert_eq!(lines.len(), 3);
    let number = |line: usize, column: usize| lines[line][column].parse::<f64>().expect("a number");
    assert_near(
        &[number(0, 1), number(0, 5)],
        &[1.0_f64.hypot(0.2) - 0.5, 2.0 * 0.5 - 0.75 * 0.1],
    );
    // No step follows the last state, so that it has no inputs, and no output of them.
    assert_eq!(lines[2][5], "");
    assert!(number(2, 1).is_finite());
    // Systems that the states are not of.
    let refused = |system: Sensed| {
        let mut file = Vec::new();
        let error = trajectory
            .write_csv(&system, &mut file)
            .expect_err("another system");
        assert!(file.is_empty());
        error.to_string()
    };
    let (mut larger, mut shorter) = (sensed(), sensed());
    larger.points = 4;
    assert_eq!(
        refused(larger),
        "states of the trajectory: expected one number for each of the 8 coordinates, found 6"
    );
    shorter.rest.pop();
    assert_eq!(
        refused(shorter),
        "`rest` has length 1, so that its last item is 0, and `rest[e]` with `e` in `0..edges.len()` reads item 1"
    );
}

/// Numbers of pairs, whose second range ends at the first index.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(x[i]).powi(2)),
    potential = sum(0..n, |i| 0.5 * x[i].powi(2)),
    output(ends = array(1..n, |i| array(0..i, |j| [x[i], x[j]]))),
    discretize(Midpoint),
)]
struct Pairs {
    n: usize,
}

#[test]
fn names_have_an_index_for_each_range() {
    let system = Pairs { n: 4 };
    let q: Vec<f64> = (0..4).map(f64::from).collect();
    let values = system.ends(0.0, &q.clone().into(), &q.into());
    // i counts from 1, and the first item is 0, as in `ends[0]`.
    let names = (1..4_usize).flat_map(|i| (0..i).map(move |j| (i, j)));
    let names = names.flat_map(|(i, j)| {
        [i, j]
            .into_iter()
            .enumerate()
            .map(move |(at, x)| (format!("ends[{}][{j}][{at}]", i - 1), x))
    });
    for (k, (name, x)) in names.enumerate() {
        assert_eq!(system.output_name(k).expect("a name").to_string(), name);
        assert_eq!(values[k], x as f64);
    }
    assert_eq!((values.len(), system.output_name(12)), (12, None));
}
