//! Rods that branch, hung up at a point that a constraint holds: rows of the hook are zero to rounding in each solution.

use extremal::blocks::NoInputs;
use extremal::prelude::*;

/// A mass at the end of each rod, whose other end is that of its parent; the first mass is held.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[parent.len()][2]),
    kinetic = sum(0..parent.len(), |i| 0.5 * dt(r[i]).norm_squared()),
    potential = sum(0..parent.len(), |i| g * r[i][1]),
    constraint(hook = r[0]),
    constraint(rod = array(1..parent.len(), |i| 0.5 * ((r[i] - r[parent[i]]).norm_squared() - 1))),
    discretize(Verlet, Midpoint, Livens, Stabilized<Livens>),
)]
struct Tree {
    parent: Vec<usize>,
    g: f64,
}

/// The tree with these parents, each rod at its own angle from straight down.
fn tree(parent: Vec<usize>) -> (Tree, Vec<f64>) {
    let mut q = vec![0.0; 2 * parent.len()];
    for i in 1..parent.len() {
        let (sin, cos) = (0.01 + 0.1 * i as f64).sin_cos();
        q[2 * i] = q[2 * parent[i]] + sin;
        q[2 * i + 1] = q[2 * parent[i] + 1] - cos;
    }
    (Tree { parent, g: 9.81 }, q)
}

/// The hook stays at zero, exactly, and the other constraints to the rounding of coordinates of size ten.
fn swings<D>(parent: Vec<usize>, scheme: D)
where
    Tree: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (tree, q) = tree(parent);
    let count = tree.parent.len();
    let mut motion =
        Integrator::new(&tree, scheme, 1e-3, &q, vec![0.0; 2 * count]).expect("all rods have their length");
    let energy = motion.energy();
    for step in 0..20 {
        motion
            .step()
            .unwrap_or_else(|error| panic!("{count} masses, step {step}: {error}"));
    }
    let state = motion.state();
    let q = state.q.as_slice();
    assert!(q[0].abs() < 1e-25 && q[1].abs() < 1e-25, "{:?}", &q[..2]);
    for i in 1..count {
        let [x, y] = [0, 1].map(|k| q[2 * i + k] - q[2 * tree.parent[i] + k]);
        assert!((x * x + y * y - 1.0).abs() < 1e-12, "rod {i}");
    }
    // (ω h)² of the fastest pendulum, g/l = 10, beside an energy of some g times the count.
    assert!((motion.energy() - energy).abs() < 1e-4 * 9.81 * count as f64);
}

#[test]
fn stars_swing() {
    for count in [5, 25, 30, 40, 200] {
        swings(vec![0; count], Verlet);
    }
    swings(vec![0; 40], Midpoint);
    swings(vec![0; 40], Livens);
}

#[test]
fn binary_trees_swing() {
    let binary = |count: usize| {
        (0..count)
            .map(|i: usize| i.saturating_sub(1) / 2)
            .collect::<Vec<_>>()
    };
    for count in [45, 127, 255] {
        swings(binary(count), Midpoint);
    }
    swings(binary(127), Livens);
    swings(binary(127), Stabilized(Livens));
}
