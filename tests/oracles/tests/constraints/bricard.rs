//! Bricard's mechanism, all constraints of which together are redundant: energy, rank and derivatives of steps.

use std::array::from_fn;

use extremal::nalgebra::DVector;
use extremal::prelude::*;

/// Bricard's mechanism: five rods of length one and six joints, of which each axis is perpendicular to both of its rods. Points
/// `p` are the joints between rods, and `u` their axes. Twenty-four equations hold twenty-four numbers, and leave one free.
#[derive(Lagrangian, Clone, Copy, Debug)]
#[lagrangian(
    coordinates(p[4][3], u[4][3]),
    let joint = [[0.0, 0.0, 0.0], p[0], p[1], p[2], p[3], [0.0, 0.0, 1.0]],
    let axis = [[0.0, 1.0, 0.0], u[0], u[1], u[2], u[3], [1.0, 0.0, 0.0]],
    let rod = array(0..5, |i| joint[i + 1] - joint[i]),
    kinetic = sum(0..4, |i| 0.5 * dt(p[i]).norm_squared() + 0.05 * dt(u[i]).norm_squared()),
    potential = sum(0..4, |i| 9.81 * p[i][2]),
    constraint(
        length = array(0..5, |i| rod[i].norm_squared() - 1),
        first = array(0..5, |i| rod[i].dot(axis[i])),
        second = array(0..5, |i| rod[i].dot(axis[i + 1])),
        twist = array(0..5, |i| axis[i].dot(axis[i + 1])),
        unit = array(0..4, |i| u[i].norm_squared() - 1),
    ),
    redundant,
    discretize(Livens),
)]
struct Bricard;

/// Along edges of a cube.
fn at_rest() -> Integrator<Bricard, Livens> {
    let q = [
        [[1.0, 0.0, 0.0], [1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]],
        [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    ];
    let start: [f64; 24] = from_fn(|k| q[k / 12][k / 3 % 4][k % 3]);
    Integrator::new(Bricard, Livens, 1e-2, start, [0.0; 24]).expect("a start")
}

#[test]
fn bricards_mechanism_swings_with_its_energy() {
    let mut motion = at_rest();
    let energy = motion.energy();
    let mut lowest = 0.0_f64;
    for _ in 0..1000 {
        motion.step().unwrap();
        // Some roundings of energies near thirty.
        assert!(
            (motion.energy() - energy).abs() < 1e-12,
            "{}",
            motion.energy() - energy
        );
        let q = motion.state().q;
        lowest = lowest.min(q[2]);
        // A plane of symmetry keeps the first point in its plane: it turns about the fixed axis.
        assert!(q[1].abs() < 1e-12 && (q[0].hypot(q[2]) - 1.0).abs() < 1e-12);
        let rank = Bricard.constraint_rank(0.0, &q).unwrap();
        assert!(rank.rank == 23 && rank.left < 1e-13, "{rank:?}");
    }
    // It moves: the first rod hangs down in the course of it.
    assert!(lowest < -0.99, "{lowest}");
}

/// Along the motion, where starts keep to the constraints: against differences of steps.
#[test]
fn derivatives_of_steps_of_bricards_mechanism() {
    let mut motion = at_rest();
    motion.run(20).unwrap();
    let (q, v) = (motion.state().q, motion.velocity().unwrap());
    let all = |motion: &Integrator<Bricard, Livens>| {
        let State { q, p, .. } = motion.state();
        let v = motion.velocity().unwrap();
        DVector::from_fn(72, |k, _| [q, p, v][k / 24][k % 24])
    };
    let stepped = |s: f64| {
        let (q, v) = Bricard.project(0.0, q + v * s, v * (1.0 + s)).unwrap();
        let mut motion = Integrator::new(Bricard, Livens, 1e-2, q, v).unwrap();
        let start = all(&motion);
        let derivative = motion.linearize().unwrap().by_state;
        motion.step().unwrap();
        (start, all(&motion), derivative)
    };
    let (after, before) = (stepped(1e-5), stepped(-1e-5));
    let change = (after.0 - before.0) / 2e-5;
    let expected = (after.1 - before.1) / 2e-5;
    let by_state = stepped(0.0).2;
    let found = DVector::from_fn(72, |i, _| {
        (0..72).map(|k| by_state[(i, k)] * change[k]).sum::<f64>()
    });
    // Third derivatives of some hundred, times 1e-10; and 1e-15 over 1e-5, magnified by 1/h.
    assert!((found - &expected).amax() < 3e-8 * expected.amax());
}
