//! Steps whose length follows the state take no memory.

use allocation_counter::measure;
use extremal::ReversibleSteps;
use extremal::blocks::{IntoBlock, Vector};
use extremal::prelude::*;

use crate::support::compared::apart;

/// Planets around a sun at the origin, which attract each other along springs; rods tie some of them together.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(r[bodies][2]),
    inputs(push),
    kinetic = sum(0..bodies, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..bodies, |i| -m[i] / r[i].norm())
        + sum(0..springs.len(), |i| 0.05 * (r[springs[i][0]] - r[springs[i][1]]).norm_squared()),
    force(r[0] = [push, 0]),
    constraint(rods = array(0..rods.len(), |i| (r[rods[i][0]] - r[rods[i][1]]).norm_squared() - 0.25)),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Livens, Hermite<P2>)
)]
struct Planets {
    bodies: usize,
    m: Vec<f64>,
    springs: Vec<[usize; 2]>,
    rods: Vec<[usize; 2]>,
}

/// The same without constraints: steps of Verlet are explicit.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(r[bodies][2]),
    kinetic = sum(0..bodies, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..bodies, |i| 0.5 * r[i].norm_squared())
        + sum(0..springs.len(), |i| 0.05 * (r[springs[i][0]] - r[springs[i][1]]).norm_squared()),
    discretize(Verlet, Midpoint, Livens)
)]
struct Linear {
    bodies: usize,
    m: Vec<f64>,
    springs: Vec<[usize; 2]>,
}

const Q: [f64; 6] = [0.5, 0.0, 0.0, 1.0, 0.5, 1.0];
const V: [f64; 6] = [0.0, 1.2, -0.8, 0.1, -0.8, 0.3];

fn planets() -> Planets {
    Planets {
        bodies: 3,
        m: vec![1.0, 0.5, 0.7],
        springs: vec![[0, 1], [1, 2]],
        rods: vec![[1, 2]],
    }
}

fn linear(m: [f64; 3]) -> Linear {
    Linear {
        bodies: 3,
        m: m.to_vec(),
        springs: vec![[0, 1], [1, 2]],
    }
}

/// The rate of the body that is the nearest to the sun.
fn rate(r: &[f64]) -> f64 {
    let far = r
        .chunks(2)
        .map(|r| r[0].hypot(r[1]))
        .fold(f64::INFINITY, f64::min);
    far.powf(-1.5)
}

/// Sixty steps after three that take the room, and then as many back: no memory is taken, and the motion ends where it began.
fn check<S, D>(system: S, scheme: D, inputs: S::Inputs, v: &[f64])
where
    S: Discretize<D, Scalar = f64> + Clone,
    D: Clone,
    Vec<f64>: IntoBlock<S::Configuration> + IntoBlock<S::Velocity>,
    S::Inputs: IntoBlock<S::Inputs>,
{
    let name = core::any::type_name::<D>();
    let motion = Integrator::new(system, scheme, 0.05, Q.to_vec(), v.to_vec()).expect("a good start");
    let mut motion = ReversibleSteps::new(motion, 0.05, rate).expect("a rate of the motion");
    for _ in 0..4 {
        motion.step_with(inputs.clone()).expect("a small step");
    }
    let allocations = measure(|| {
        for _ in 0..60 {
            motion.step_with(inputs.clone()).expect("a small step");
        }
    });
    assert_eq!(allocations.count_total, 0, "{name}");
    motion.reverse().expect("a regular mass matrix");
    for _ in 0..64 {
        motion.step_with(inputs.clone()).expect("a small step");
    }
    let q = motion.integrator().state().q;
    // Roundings of 128 steps, which an encounter makes a thousand times larger.
    assert!(apart(q.as_slice(), &Q) < 1e-11, "{name}: {q:?}");
}

#[test]
fn reversible_steps_take_room_once() {
    let (v, push) = (V, [0.1]);
    check(planets(), Verlet, push, &v);
    check(planets(), Midpoint, push, &v);
    check(planets(), Galerkin::<2, Gauss<2>>::default(), push, &v);
    check(planets(), Composition::<4, _>(Midpoint), push, &v);
    for m in [[1.0; 3], [1.0, 0.5, 0.7]] {
        check(linear(m), Verlet, [], &v);
        check(linear(m), Midpoint, [], &v);
        check(linear(m), Livens, [], &v);
        check(linear(m), Composition::<4, _>(Verlet), [], &v);
    }
}

/// A step in room is the step of an integrator that starts there with this length, but for its first guess.
#[test]
fn steps_in_room_are_those_of_a_start() {
    let start = Integrator::new(planets(), Verlet, 0.05, Q.to_vec(), V.to_vec()).expect("a good start");
    let mut motion = ReversibleSteps::new(start, 0.05, rate).expect("a rate of the motion");
    for _ in 0..20 {
        let (state, h) = (motion.integrator().state(), motion.next_step_size());
        let mut alone = Integrator::from_state(planets(), Verlet, h, state).expect("a state of the motion");
        alone.step_with([0.1]).expect("a small step");
        motion.step_with([0.1]).expect("a small step");
        let (a, b) = (alone.state(), motion.integrator().state());
        // Both solve to rounding.
        assert!(apart(a.q.as_slice(), b.q.as_slice()) < 1e-14);
        assert!(apart(a.p.as_slice(), b.p.as_slice()) < 1e-13);
    }
}
