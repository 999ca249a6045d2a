//! `Equivariant<Livens>` in systems of any size: momentum maps of declared symmetries, and the energy, over many steps.

use extremal::StateOf;
use extremal::prelude::*;

/// Masses with springs between x/w, which is neither a difference of coordinates nor a distance, and a mass beside them.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[w.len()], s),
    kinetic = sum(0..w.len(), |i| 0.5 * dt(x[i]).powi(2)) + 0.5 * dt(s).powi(2),
    potential = sum(0..edges.len(), |e| {
        let a = edges[e][0];
        let b = edges[e][1];
        (x[a] / w[a] - x[b] / w[b]).powi(4)
    }) + (x[w.len() - 1] / w[w.len() - 1] - s).powi(4),
    symmetry(scaled = [array(0..w.len(), |i| w[i]), 1]),
    discretize(Livens, Equivariant<Livens>),
)]
struct Scaled {
    w: Vec<f64>,
    edges: Vec<[usize; 2]>,
}

/// Points in a plane, some of them with rods and others with springs between them, which turn together about the origin.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[n][2]),
    kinetic = sum(0..n, |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..springs.len(), |e| (r[springs[e][0]].dot(r[springs[e][1]]) - 1).powi(4)) + sum(0..n, |i| r[i].norm_squared().powi(2)),
    constraint(rods = array(0..rods.len(), |k| (r[rods[k][0]] - r[rods[k][1]]).norm() - length[k])),
    symmetry(turn = array(0..n, |i| [-r[i][1], r[i][0]])),
    discretize(Equivariant<Livens>),
)]
struct Turning {
    n: usize,
    springs: Vec<[usize; 2]>,
    rods: Vec<[usize; 2]>,
    length: Vec<f64>,
}

/// Two points with a spring.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[m.len()][3]),
    kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(1..m.len(), |i| ((r[i] - r[i - 1]).norm() - 1).powi(2)),
    symmetry(about_z = array(0..m.len(), |i| [-r[i][1], r[i][0], 0]), about_x = array(0..m.len(), |i| [0, -r[i][2], r[i][1]])),
    discretize(Equivariant<Livens>),
)]
struct Chain {
    m: Vec<f64>,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[3], b[3]),
    kinetic = 0.5 * m[0] * dt(a).norm_squared() + 0.5 * m[1] * dt(b).norm_squared(),
    potential = ((a - b).norm() - 1).powi(2),
    symmetry(about_z = [-a[1], a[0], 0, -b[1], b[0], 0], about_x = [0, -a[2], a[1], 0, -b[2], b[1]]),
    discretize(Equivariant<Livens>),
)]
struct Two {
    m: [f64; 2],
}

#[test]
fn a_pair_moves_as_the_one_written_out() {
    let (chain, two) = (Chain { m: vec![1.0, 2.0] }, Two { m: [1.0, 2.0] });
    let (q, v) = ([0.0, 0.1, 0.0, 1.2, 0.0, 0.3], [0.0, 1.0, 0.3, 0.0, -0.4, 0.5]);
    let mut any = Integrator::new(&chain, Equivariant(Livens), 0.05, q, v).unwrap();
    let mut fixed = Integrator::new(&two, Equivariant(Livens), 0.05, q, v).unwrap();
    for _ in 0..200 {
        any.step().unwrap();
        fixed.step().unwrap();
        for (one, other) in any.state().q.iter().zip(&fixed.state().q) {
            assert!((one - other).abs() < 1e-10, "{one} {other}");
        }
    }
    assert!((chain.about_x(&any.state()) - two.about_x(&fixed.state())).abs() < 1e-12);
}

#[test]
fn scaled_translations_are_kept() {
    let scaled = Scaled {
        w: vec![1.0, 2.0, 0.5, -1.5],
        edges: vec![[0, 1], [1, 2], [2, 0], [3, 1]],
    };
    let (q, v) = ([0.0, 1.0, 0.3, -1.0, 0.2], [1.0, 0.5, 0.0, 2.0, -0.3]);
    let mut plain = Integrator::new(&scaled, Livens, 0.1, q, v).unwrap();
    let mut motion = Integrator::new(&scaled, Equivariant(Livens), 0.1, q, v).unwrap();
    let (before, energy) = (scaled.scaled(&motion.state()), motion.energy());
    motion.step_many(2000).unwrap();
    plain.step_many(2000).unwrap();
    let change = |state: &StateOf<Scaled>| (scaled.scaled(state) - before).abs();
    assert!(change(&motion.state()) < 1e-11, "{}", change(&motion.state()));
    assert!(change(&plain.state()) > 1e-6, "{}", change(&plain.state()));
    assert!((motion.energy() - energy).abs() < 1e-11);
    assert!(
        Scaled::describe().contains("kept exactly by Equivariant<Livens>, not by Livens"),
        "{}",
        Scaled::describe()
    );
}

#[test]
fn rotations_are_kept_with_constraints() {
    let turning = Turning {
        n: 5,
        springs: vec![[0, 1], [2, 4], [3, 0]],
        rods: vec![[0, 1], [1, 2], [3, 4]],
        length: vec![1.0; 3],
    };
    let q = [0.0, 0.0, 1.0, 0.0, 1.0, 1.0, -1.0, 0.0, -2.0, 0.0];
    let v = [0.5, 0.0, 0.5, 1.0, 0.7, 1.0, 0.0, 0.3, 0.0, -0.6];
    let mut motion = Integrator::new(&turning, Equivariant(Livens), 0.01, q, v).unwrap();
    let (before, energy) = (turning.turn(&motion.state()), motion.energy());
    motion.step_many(1000).unwrap();
    assert!((turning.turn(&motion.state()) - before).abs() < 1e-11);
    assert!((motion.energy() / energy - 1.0).abs() < 1e-11);
}
