//! Rods between points: constraints as rows of items, and constraints that are sums.

use extremal::family::Family;
use extremal::prelude::*;

use crate::support::compared::{apart, moved, same};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2], s[l.len()]),
    kinetic = sum(0..points, |i| 0.5 * m * dt(r[i]).norm_squared()) + sum(0..l.len(), |i| 0.005 * dt(s[i]).powi(2)),
    potential = sum(0..points, |i| m * g * r[i][1]),
    constraint(hung = r[0] - [1, 2]),
    constraint(rod = array(0..points - 1, |i| 0.5 * ((r[i + 1] - r[i]).norm_squared() - l[i] * l[i]))),
    force(r[points - 1][0] = m * t, r[1] = [m, dt(r[1][0])]),
    constraint(height = array(0..points - 1, |i| s[i] - r[i + 1][1])),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens, Stabilized<Livens>, Stabilized<Polarized<Livens>>),
)]
pub(crate) struct Rope {
    points: usize,
    m: f64,
    g: f64,
    l: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[4][2], s[3]),
    kinetic = sum(0..4, |i| 0.5 * m * dt(r[i]).norm_squared()) + sum(0..3, |i| 0.005 * dt(s[i]).powi(2)),
    potential = sum(0..4, |i| m * g * r[i][1]),
    constraint(hung = r[0] - [1, 2]),
    constraint(rod = array(0..3, |i| 0.5 * ((r[i + 1] - r[i]).norm_squared() - l[i] * l[i]))),
    force(r[3][0] = m * t, r[1] = [m, dt(r[1][0])]),
    constraint(height = array(0..3, |i| s[i] - r[i + 1][1])),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens, Stabilized<Livens>, Stabilized<Polarized<Livens>>),
)]
pub(crate) struct Four {
    m: f64,
    g: f64,
    l: [f64; 3],
}

pub(crate) const Q: [f64; 11] = [1.0, 2.0, 1.6, 1.2, 2.1, 1.2, 3.3, -0.4, 1.2, 1.2, -0.4];

pub(crate) fn both() -> (Rope, Four) {
    let l = [1.0, 0.5, 2.0];
    let rope = Rope {
        points: 4,
        m: 0.5,
        g: 9.81,
        l: l.to_vec(),
    };
    (rope, Four { m: 0.5, g: 9.81, l })
}

#[test]
fn ropes_move_as_written_out() {
    let v = [0.0; 11];
    // Each of a hundred steps may leave N ε of the terms of a constraint, with N = 19 equations here and 11 + 8 there.
    let most = 2.0 * 100.0 * 19.0 * f64::EPSILON;
    let (rope, four) = both();
    for (a, b) in [
        (moved(&rope, Verlet, (&Q, &v)), moved(four, Verlet, (&Q, &v))),
        (moved(&rope, Midpoint, (&Q, &v)), moved(four, Midpoint, (&Q, &v))),
    ] {
        assert!(apart(&a.0, &b.0) < most, "{:?} {:?}", a.0, b.0);
        // Speeds and weights, by which the energy differs with the momenta and the coordinates, are below ten.
        assert!(apart(&[a.1], &[b.1]) < 10.0 * most, "{} {}", a.1, b.1);
    }
    same(both(), Galerkin::<2, Gauss<2>>::default(), (&Q, &v));
    same(both(), Hermite::<P2>::default(), (&Q, &v));
    // The residuals that steps hand on excite the velocity across the rods, which changes its sign in each step.
    let (rope, four) = both();
    let (a, b) = (moved(rope, Livens, (&Q, &v)), moved(four, Livens, (&Q, &v)));
    assert!(apart(&a.0, &b.0) < 2e-12, "{:?} {:?}", a.0, b.0);
    assert!(apart(&[a.1], &[b.1]) < 1e-13, "{} {}", a.1, b.1);
    same(both(), Stabilized(Livens), (&Q, &v));
    same(both(), Stabilized(Polarized(Livens)), (&Q, &v));
}

/// In the order of the declaration, array by array. A step has the condition of the equations, some thousands.
#[test]
fn multipliers_are_those_written_out() {
    let at_rest = [0.0; 11];
    let (rope, four) = both();
    let mut any_size = Integrator::new(&rope, Midpoint, 0.01, Q, at_rest).expect("a good start");
    let mut written_out = Integrator::new(four, Midpoint, 0.01, Q, at_rest).expect("a good start");
    for _ in 0..3 {
        any_size.step().expect("a small step");
        let step = written_out.step().expect("a small step");
        let reactions: Vec<f64> = any_size.reactions().collect();
        assert!(apart(&reactions, &step.reactions) < 1e-10, "{reactions:?}");
    }
    let mut any_size = Integrator::new(&rope, Livens, 0.01, Q, at_rest).expect("a good start");
    let mut written_out = Integrator::new(four, Livens, 0.01, Q, at_rest).expect("a good start");
    for _ in 0..3 {
        any_size.step().expect("a small step");
        let step = written_out.step().expect("a small step");
        let means: Vec<f64> = any_size.reactions().collect();
        assert!(apart(&means, &step.multipliers) < 1e-10, "{means:?}");
    }
    let names: Vec<String> = (0..8).map(|j| rope.constraint_name(j).to_string()).collect();
    assert_eq!(
        names,
        [
            "hung[0]",
            "hung[1]",
            "rod[0]",
            "rod[1]",
            "rod[2]",
            "height[0]",
            "height[1]",
            "height[2]"
        ]
    );
}

/// The velocities that Livens' scheme carries satisfy the rates of constraints to its order only: they are made to, as in
/// the system written out.
#[test]
fn ropes_take_other_parameters_on_their_way() {
    let (rope, four) = both();
    let mut any_size = Integrator::new(rope.clone(), Livens, 0.01, Q, [0.0; 11]).expect("a good start");
    let mut written_out = Integrator::new(four, Livens, 0.01, Q, [0.0; 11]).expect("a good start");
    for g in [5.0, 12.0] {
        any_size.step_many(10).expect("small steps");
        written_out.step_many(10).expect("small steps");
        written_out.set_system(Four { g, ..four }).expect("the same rods");
        any_size
            .set_system(Rope { g, ..rope.clone() })
            .expect("the same rods");
    }
    any_size.step_many(10).expect("small steps");
    written_out.step_many(10).expect("small steps");
    let (a, b) = (any_size.state(), written_out.state());
    assert!(apart(a.q.as_slice(), b.q.as_slice()) < 1e-12);
    assert!(apart(a.p.as_slice(), b.p.as_slice()) < 1e-12);
}

/// Masses whose weighted means, each over some more of them, are coordinates of their own.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[w.len()], c[groups]),
    kinetic = sum(0..w.len(), |i| 0.5 * dt(x[i]).powi(2)) + sum(0..groups, |g| 0.5 * dt(c[g]).powi(2)),
    potential = sum(1..w.len(), |i| 0.25 * (x[i] - x[i - 1]).powi(4)),
    constraint(mean = array(0..groups, |g| sum(0..g + 2, |i| w[i] * x[i]) - 3 * c[g] + 0.1 * sin(x[g]))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens),
)]
struct Means {
    w: Vec<f64>,
    groups: usize,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x[4], c[3]),
    kinetic = sum(0..4, |i| 0.5 * dt(x[i]).powi(2)) + sum(0..3, |g| 0.5 * dt(c[g]).powi(2)),
    potential = sum(1..4, |i| 0.25 * (x[i] - x[i - 1]).powi(4)),
    constraint(mean = array(0..3, |g| sum(0..g + 2, |i| w[i] * x[i]) - 3 * c[g] + 0.1 * sin(x[g]))),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Hermite<P2>, Livens),
)]
struct MeansOfFour {
    w: [f64; 4],
}

#[test]
fn sums_within_rows_move_as_written_out() {
    let w = [0.5, 1.0, -0.7, 0.3];
    let mut q = [0.4, -0.3, 0.8, 0.1, 0.0, 0.0, 0.0];
    for g in 0..3 {
        let sum: f64 = (0..g + 2).map(|i| w[i] * q[i]).sum();
        q[4 + g] = (sum + 0.1 * q[g].sin()) / 3.0;
    }
    let systems = || {
        let means = Means {
            w: w.to_vec(),
            groups: 3,
        };
        (means, MeansOfFour { w })
    };
    let v = [0.0; 7];
    same(systems(), Verlet, (&q, &v));
    same(systems(), Midpoint, (&q, &v));
    same(systems(), Galerkin::<2, Gauss<2>>::default(), (&q, &v));
    same(systems(), Hermite::<P2>::default(), (&q, &v));
    // A discrete gradient for each sum is another one than that of all of them. It keeps the same.
    let mut motion = Integrator::new(systems().0, Livens, 0.05, q, v).expect("a good start");
    let energy = motion.energy();
    for _ in 0..100 {
        motion.step().expect("a small step");
    }
    let ([mut values, mut scales], q) = ([[0.0; 3]; 2], &motion.state().q);
    systems()
        .0
        .constraint_values(0.0, q.as_slice(), &mut values, &mut scales);
    assert!(values.iter().all(|value| value.abs() < 1e-13), "{values:?}");
    assert!(
        (motion.energy() - energy).abs() < 1e-13,
        "{} {energy}",
        motion.energy()
    );
    assert_eq!(systems().0.constraint_name(2), "mean[2]");
}

/// A table of the columns of these names: the head, and numbers.
fn table<S: Discretize<D, Scalar = f64>, D>(
    system: &S,
    trajectory: &Trajectory<S, D>,
    names: &[&str],
) -> (Vec<String>, Vec<Vec<f64>>) {
    let mut file = Vec::new();
    let written = trajectory
        .table()
        .every(2)
        .columns(names.iter().copied())
        .write_csv(&system, &mut file);
    written.expect("columns");
    let text = String::from_utf8(file).expect("numbers and names");
    let mut lines = text.lines();
    let head = lines
        .next()
        .expect("a head")
        .split(',')
        .map(str::to_owned)
        .collect();
    let number = |cell: &str| cell.parse().expect("a number");
    (
        head,
        lines.map(|line| line.split(',').map(number).collect()).collect(),
    )
}

/// Multipliers and forces of constraints have columns, as those of the same system written out.
#[test]
fn tables_have_the_reactions_of_rods() {
    let (rope, four) = both();
    let run = (
        Integrator::new(&rope, Midpoint, 0.01, Q, [0.0; 11]).and_then(|mut motion| motion.run(4)),
        Integrator::new(&four, Midpoint, 0.01, Q, [0.0; 11]).and_then(|mut motion| motion.run(4)),
    );
    let (any, fixed) = (run.0.expect("small steps"), run.1.expect("small steps"));
    let names = [
        "t",
        "r[2]",
        "v_s",
        "lambda_rod",
        "reaction_r",
        "lambda_hung[1]",
        "energy",
    ];
    let (head, numbers) = table(&&rope, &any, &names);
    assert_eq!(head[..4], ["t", "r[2][0]", "r[2][1]", "v_s[0]"]);
    assert_eq!(head.len(), 1 + 2 + 3 + 3 + 8 + 1 + 1);
    let same = table(
        &&four,
        &fixed,
        &head.iter().map(String::as_str).collect::<Vec<_>>(),
    );
    assert_eq!((same.0, same.1.len(), numbers.len()), (head, 3, 3));
    // Sums in another order, and multipliers of size ten.
    let close = |(a, b): (&f64, &f64)| (a - b).abs() < 1e-12 * b.abs().max(10.0);
    let mut pairs = numbers.iter().flatten().zip(same.1.iter().flatten());
    assert!(pairs.all(close), "{numbers:?} {:?}", same.1);
}
