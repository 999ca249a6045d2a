//! What a declaration of any size may have beside sums: inputs, forces row by row, fixed coordinates, constraints that are sums, and
//! numbers of single precision.

use extremal::nalgebra::{DVector, Vector2};
use extremal::prelude::*;

use crate::support::compared::{apart, numbers};

/// A cart that carries springs; the row of bars ends at a constant of the type.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, q[N], s[bars.len()][2]),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2) + sum(0..N, |i| 0.5 * m[i] * (dt(x) + dt(q[i])).powi(2))
        + sum(0..bars.len(), |b| 0.5 * dt(s[b]).norm_squared()),
    potential = sum(0..N, |i| 0.5 * k * q[i].powi(2)) + sum(0..bars.len(), |b| 0.5 * k * s[b].dot(bars[b])),
    force(x = u, q = array(0..N, |i| -0.1 * dt(q[i]) + u * m[i])),
    constraint(balance = x + sum(0..N, |i| m[i] * q[i])),
    output(reach = sum(0..bars.len(), |b| s[b].dot(bars[b]))),
    discretize(Midpoint, Verlet),
)]
struct Cart<const N: usize> {
    m: [f64; N],
    k: f64,
    bars: Vec<Vector2<f64>>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, q[3], s[2][2]),
    inputs(u),
    kinetic = 0.5 * dt(x).powi(2) + sum(0..3, |i| 0.5 * m[i] * (dt(x) + dt(q[i])).powi(2))
        + sum(0..2, |b| 0.5 * dt(s[b]).norm_squared()),
    potential = sum(0..3, |i| 0.5 * k * q[i].powi(2)) + sum(0..2, |b| 0.5 * k * s[b].dot(bars[b])),
    force(x = u, q = array(0..3, |i| -0.1 * dt(q[i]) + u * m[i])),
    constraint(balance = x + sum(0..3, |i| m[i] * q[i])),
    output(reach = sum(0..2, |b| s[b].dot(bars[b]))),
    discretize(Midpoint, Verlet),
)]
struct Three {
    m: [f64; 3],
    k: f64,
    bars: [Vector2<f64>; 2],
}

fn both() -> (Cart<3>, Three) {
    let three = Three {
        m: [0.5, 1.0, 0.25],
        k: 3.0,
        bars: [Vector2::new(0.3, -0.4), Vector2::new(1.0, 0.2)],
    };
    let cart = Cart {
        m: three.m,
        k: three.k,
        bars: three.bars.to_vec(),
    };
    (cart, three)
}

/// Coordinates that satisfy the constraint.
fn balanced(mut q: Vec<f64>, m: [f64; 3]) -> Vec<f64> {
    q[0] = -m.iter().zip(&q[1..]).map(|(m, q)| m * q).sum::<f64>();
    q
}

#[test]
fn inputs_forces_and_sums_as_constraints_are_those_written_out() {
    let (cart, three) = both();
    let (q, v) = (
        balanced(numbers(8, 0.3), three.m),
        balanced(numbers(8, 2.0), three.m),
    );
    let fixed = |q: &[f64]| extremal::nalgebra::SVector::<f64, 8>::from_column_slice(q);
    let any = |q: &[f64]| DVector::from_column_slice(q);
    let force = (
        cart.force(0.0, &any(&q), &any(&v), &[2.0]),
        three.force(0.0, &fixed(&q), &fixed(&v), &[2.0]),
    );
    assert!(apart(force.0.as_slice(), force.1.as_slice()) < 1e-15);
    let acceleration = (
        cart.acceleration(0.0, &any(&q), &any(&v), &[2.0])
            .expect("masses"),
        three
            .acceleration(0.0, &fixed(&q), &fixed(&v), &[2.0])
            .expect("masses"),
    );
    assert!(apart(acceleration.0.as_slice(), acceleration.1.as_slice()) < 1e-14);
    let reach = (
        cart.reach(0.0, &any(&q), &any(&v)),
        three.reach(0.0, &fixed(&q), &fixed(&v)),
    );
    assert!((reach.0 - reach.1).abs() < 1e-15);
    let mut a = Integrator::new(cart, Midpoint, 0.05, any(&q), any(&v)).expect("a good start");
    let mut b = Integrator::new(three, Midpoint, 0.05, fixed(&q), fixed(&v)).expect("a good start");
    let mut any_size = a.linearize_with([2.0]).expect("masses");
    let written_out = b.linearize_with([2.0]).expect("masses");
    let written_out = [written_out.by_state.as_slice(), written_out.by_inputs.as_slice()].concat();
    // The solves have the condition of the equations, some hundreds.
    let any_size = any_size.to_dense().expect("finite");
    assert!(apart(any_size.as_slice(), &written_out) < 1e-13);
    for step in 0..100 {
        let u = [(0.1 * f64::from(step)).sin()];
        a.step_with(u).expect("a small step");
        b.step_with(u).expect("a small step");
    }
    assert!(apart(a.state().q.as_slice(), b.state().q.as_slice()) < 1e-13);
    assert!(apart(a.state().p.as_slice(), b.state().p.as_slice()) < 1e-13);
}

#[test]
fn names_count_items_and_components() {
    let (cart, _) = both();
    let names: Vec<String> = (0..8).map(|k| cart.coordinate_name(k).to_string()).collect();
    assert_eq!(
        names,
        [
            "x", "q[0]", "q[1]", "q[2]", "s[0][0]", "s[0][1]", "s[1][0]", "s[1][1]"
        ]
    );
}

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.25 * (q[i + 1] - q[i]).powi(4)) + 0.5 * q[0].powi(2),
    discretize(Verlet, Midpoint),
)]
struct Single {
    masses: usize,
    m: Vec<f32>,
}

#[test]
fn numbers_of_single_precision_keep_the_energy() {
    let chain = Single {
        masses: 5,
        m: vec![1.0; 5],
    };
    let mut motion =
        Integrator::new(chain, Midpoint, 0.02, [0.0, 0.5, 1.0, 0.3, 0.2], [0.0; 5]).expect("a good start");
    let energy = motion.energy();
    motion.step_many(200).expect("small steps");
    // The midpoint rule is off by some h² = 4e-4.
    assert!((motion.energy() - energy).abs() < 1e-3 * energy);
}
