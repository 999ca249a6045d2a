//! Momentum maps of symmetries of items: those of the same system written out, and constant where schemes keep them.

use extremal::StateOf;
use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::structure::{Inheritance, Structure};

/// Points with springs between some of them, tied to a body.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][3], c[3]),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + 0.5 * body * dt(c).norm_squared(),
    potential = sum(0..edges.len(), |e| 0.5 * k * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2))
        + sum(0..m.len(), |i| (r[i] - c).norm_squared()) + k / (r[0] - c).norm(),
    dissipation = sum(0..edges.len(), |e| 0.1 * dt((r[edges[e][0]] - r[edges[e][1]]).norm_squared()).powi(2)),
    let turned = array(0..r.len(), |i| [0, -r[i][2], r[i][1]]),
    symmetry(along = [array(0..m.len(), |_| [1, 0, k]), [1, 0, k]]),
    symmetry(about_z = [array(0..m.len(), |i| [-r[i][1], r[i][0], 0]), -c[1], c[0], 0], about_x = [turned, [0, -c[2], c[1]]]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Net {
    m: Vec<f64>,
    edges: Vec<[usize; 2]>,
    rest: Vec<f64>,
    k: f64,
    body: f64,
}

/// The same with three points.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[3][3], c[3]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + 0.5 * body * dt(c).norm_squared(),
    let spring = |i, j, s| 0.5 * k * ((r[i] - r[j]).norm() - rest[s]).powi(2),
    potential = spring(0, 1, 0) + spring(2, 1, 1) + sum(0..3, |i| (r[i] - c).norm_squared()) + k / (r[0] - c).norm(),
    dissipation = 0.1 * dt((r[0] - r[1]).norm_squared()).powi(2) + 0.1 * dt((r[2] - r[1]).norm_squared()).powi(2),
    symmetry(along = [array(0..3, |_| [1, 0, k]), [1, 0, k]]),
    symmetry(about_z = [array(0..3, |i| [-r[i][1], r[i][0], 0]), -c[1], c[0], 0]),
    symmetry(about_x = [array(0..3, |i| [0, -r[i][2], r[i][1]]), [0, -c[2], c[1]]]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Three {
    m: [f64; 3],
    rest: [f64; 2],
    k: f64,
    body: f64,
}

fn numbers<const N: usize>(rate: f64) -> [f64; N] {
    std::array::from_fn(|i| (1.3 + rate * i as f64).sin())
}

#[test]
fn momentum_maps_are_those_of_the_system_written_out() {
    let net = Net {
        m: vec![1.0, 2.0, 0.5],
        edges: vec![[0, 1], [2, 1]],
        rest: vec![1.0, 0.7],
        k: 3.0,
        body: 4.0,
    };
    let three = Three {
        m: [1.0, 2.0, 0.5],
        rest: [1.0, 0.7],
        k: 3.0,
        body: 4.0,
    };
    let facts = |of: Structure| {
        of.symmetries
            .iter()
            .map(|symmetry| (symmetry.is_proven, symmetry.inheritance))
            .collect::<Vec<_>>()
    };
    assert_eq!(facts(Net::STRUCTURE), [(true, Inheritance::Always); 3]);
    assert_eq!(facts(Net::STRUCTURE), facts(Three::STRUCTURE));
    assert_eq!(Net::MOMENTUM_MAPS, Three::MOMENTUM_MAPS);
    let (q, v) = (numbers::<12>(1.7), numbers::<12>(0.9));
    let mut any = Integrator::new(&net, Midpoint, 0.01, q, v).unwrap();
    let mut fixed = Integrator::new(&three, Midpoint, 0.01, q, v).unwrap();
    let mut maps = [[0.0; 3]; 2];
    for _ in 0..100 {
        let (state, other) = (any.state(), fixed.state());
        net.momentum_maps(&state.q, &state.p, &mut maps[0]);
        three.momentum_maps(&other.q, &other.p, &mut maps[1]);
        assert_eq!(
            maps[0],
            [net.along(&state), net.about_z(&state), net.about_x(&state)]
        );
        for (map, other) in maps[0].iter().zip(maps[1]) {
            assert!((map - other).abs() < 1e-11 && map.abs() > 0.1, "{map} {other}");
        }
        any.step().unwrap();
        fixed.step().unwrap();
    }
}

fn keeps<D>(scheme: D) -> Result<(), extremal::Error>
where
    Net: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let many = 20;
    let net = Net {
        m: (0..many).map(|i| 1.0 + 0.2 * (i as f64).sin()).collect(),
        edges: (0..many).map(|i| [i, (7 * i + 3) % many]).collect(),
        rest: vec![1.2; many],
        k: 3.0,
        body: 4.0,
    };
    let (q, v) = (numbers::<63>(1.7), numbers::<63>(0.9));
    let mut motion = Integrator::new(&net, scheme, 0.01, q, v)?;
    let maps = |state: &StateOf<Net>| [net.along(state), net.about_z(state), net.about_x(state)];
    let before = maps(&motion.state());
    motion.step_many(500)?;
    for (map, before) in maps(&motion.state()).iter().zip(before) {
        // The equations of each of 500 steps are solved to about 1e-14 of momenta of about 1; 21 points add up.
        assert!((map - before).abs() < 1e-10, "{map} {before}");
    }
    Ok(())
}

#[test]
fn variational_schemes_keep_them() -> Result<(), extremal::Error> {
    keeps(Verlet)?;
    keeps(Midpoint)?;
    keeps(Galerkin::<2, Gauss<2>>::default())
}

/// A rope of rods in the plane, whose links slide on nothing.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    constraint(rods = array(1..n, |i| (r[i] - r[i - 1]).norm() - 1)),
    symmetry(right = array(0..n, |_| [1, 0]), turn = array(0..n, |i| [-r[i][1], r[i][0]])),
    discretize(Midpoint),
)]
struct Rope {
    n: usize,
}

#[test]
fn constraints_of_items_have_them() {
    let rope = Rope { n: 6 };
    let q: Vec<f64> = (0..6).flat_map(|i| [f64::from(i), 0.0]).collect();
    let v: Vec<f64> = (0..6).flat_map(|i| [0.3, f64::from(i).sin()]).collect();
    let mut motion = Integrator::new(&rope, Midpoint, 0.01, q, v).unwrap();
    let maps = |state: &StateOf<Rope>| [rope.right(state), rope.turn(state)];
    let before = maps(&motion.state());
    let trajectory = motion.run(300).unwrap();
    for (map, before) in maps(&motion.state()).iter().zip(before) {
        assert!((map - before).abs() < 1e-11, "{map} {before}");
    }
    let mut file = Vec::new();
    trajectory
        .table()
        .columns(["right", "turn"])
        .write_csv(&rope, &mut file)
        .unwrap();
    assert_eq!(
        String::from_utf8(file).unwrap().lines().next(),
        Some("right,turn")
    );
}

/// Discs on a floor that touch each other and it, with friction: all roll alike.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[n][2], a[n]),
    inputs(u[n]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared() + 0.25 * radius * radius * dt(a[i]).powi(2)),
    potential = sum(0..n, |i| 9.81 * r[i][1]),
    force(r = array(0..n, |i| [0, u[i]])),
    contact(pair, gap = array(0..n, |i| array(0..i, |j| (r[i] - r[j]).norm() - 2 * radius)), restitution = 0.3),
    contact(floor, gap = array(0..n, |i| r[i][1] - radius), friction = 0.3, slip = array(0..n, |i| dt(r[i][0]) + radius * dt(a[i]))),
    symmetry(roll = [array(0..n, |_| [radius, 0]), array(0..n, |_| -1)]),
    discretize(Moreau),
)]
struct Discs {
    n: usize,
    radius: f64,
}

#[test]
fn contacts_of_items_have_them() {
    let discs = Discs { n: 3, radius: 0.5 };
    let q = [0.0, 0.5, 1.5, 0.5, 3.0, 0.8, 0.0, 0.0, 0.0];
    let v = [2.0, -1.0, 0.5, 0.0, 0.0, 0.0, 0.0, 1.0, 2.0];
    let mut motion = Integrator::new(&discs, Moreau, 0.01, q, v).unwrap();
    let (before, slip) = (discs.roll(&motion.state()), motion.state().p[0]);
    for _ in 0..200 {
        motion.step_with([0.0, 1.0, 0.0]).unwrap();
    }
    assert!((discs.roll(&motion.state()) - before).abs() < 1e-13);
    assert!((motion.state().p[0] - slip).abs() > 0.1);
}

/// A row without walls whose length is a constant of the type.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[N]),
    kinetic = sum(0..N, |i| 0.5 * m * dt(x[i]).powi(2)),
    potential = sum(1..N, |i| k * cos(x[i] - x[i - 1])),
    symmetry(shift = array(0..N, |_| 1)),
)]
struct Row<T: extremal::Scalar, const N: usize> {
    m: T,
    k: T,
}

/// Numbers of a list in a generator, at items that only a list finds; coordinates without items between sums.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[w.len()], s),
    kinetic = sum(0..w.len(), |i| 0.5 * dt(x[i]).powi(2)) + 0.5 * dt(s).powi(2),
    potential = sum(0..edges.len(), |e| {
        let a = edges[e][0];
        let b = edges[e][1];
        (x[a] / w[a] - x[b] / w[b]).powi(4)
    }) + (x[w.len() - 1] / w[w.len() - 1] - s).powi(2),
    symmetry(scaled = [array(0..w.len(), |i| w[i]), 1]),
)]
struct Scaled {
    w: Vec<f64>,
    edges: Vec<[usize; 2]>,
}

#[test]
fn lengths_of_the_type_and_lists_in_generators() {
    let row = Row::<f64, 4> { m: 2.0, k: 1.5 };
    let mut motion =
        Integrator::new(&row, Midpoint, 0.1, [0.0, 1.0, 0.0, 0.0], [0.5, 0.0, 1.0, 0.0]).unwrap();
    assert!((row.shift(&motion.state()) - 3.0).abs() < 1e-14);
    motion.step_many(100).unwrap();
    assert!((row.shift(&motion.state()) - 3.0).abs() < 1e-13);

    let scaled = Scaled {
        w: vec![1.0, 2.0, 0.5],
        edges: vec![[0, 1], [1, 2], [2, 0]],
    };
    let mut motion = Integrator::new(
        &scaled,
        Midpoint,
        0.01,
        [0.0, 1.0, 0.3, -1.0],
        [1.0, 0.5, 0.0, 2.0],
    )
    .unwrap();
    assert!((scaled.scaled(&motion.state()) - 4.0).abs() < 1e-14);
    motion.step_many(1000).unwrap();
    assert!((scaled.scaled(&motion.state()) - 4.0).abs() < 1e-12);
}
