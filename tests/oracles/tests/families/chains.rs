//! Masses in a row: each item touches its neighbour.

use extremal::prelude::*;

use crate::support::compared::{apart, numbers, same};

#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2) + 0.25 * c[i] * (q[i + 1] - q[i]).powi(4))
        + 0.5 * k * q[0].powi(2),
    discretize(
        Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Hermite<P2>, Hermite<P1V0>, Newmark, Livens,
        ProlongationCollocation<EulerMaclaurin>, ProlongationCollocation<Gauss<4>>
    ),
)]
pub(crate) struct Chain {
    pub(crate) masses: usize,
    pub(crate) m: Vec<f64>,
    pub(crate) k: f64,
    pub(crate) c: Vec<f64>,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[6]),
    kinetic = sum(0..6, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..5, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2) + 0.25 * c[i] * (q[i + 1] - q[i]).powi(4))
        + 0.5 * k * q[0].powi(2),
    discretize(
        Verlet, Midpoint, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Hermite<P2>, Hermite<P1V0>, Newmark, Livens,
        ProlongationCollocation<EulerMaclaurin>, ProlongationCollocation<Gauss<4>>
    ),
)]
pub(crate) struct Six {
    m: [f64; 6],
    k: f64,
    c: [f64; 5],
}

const MASSES: [f64; 6] = [1.0, 2.0, 0.5, 1.5, 3.0, 1.0];
const CUBIC: [f64; 5] = [0.5, 1.0, 0.2, 0.0, 2.0];

pub(crate) fn both() -> (Chain, Six) {
    let chain = Chain {
        masses: 6,
        m: MASSES.to_vec(),
        k: 2.0,
        c: CUBIC.to_vec(),
    };
    let six = Six {
        m: MASSES,
        k: 2.0,
        c: CUBIC,
    };
    (chain, six)
}

#[test]
fn chains_move_as_written_out() {
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let start = (&q[..], &v[..]);
    same(both(), Verlet, start);
    same(both(), Midpoint, start);
    same(both(), Galerkin::<2, Gauss<2>>::default(), start);
    same(both(), Galerkin::<2, Lobatto<3>>::default(), start);
    same(
        both(),
        ProlongationCollocation::<EulerMaclaurin>::default(),
        start,
    );
    same(both(), ProlongationCollocation::<Gauss<4>>::default(), start);
}

#[test]
fn chains_with_carried_velocities_move_as_written_out() {
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let start = (&q[..], &v[..]);
    same(both(), L1::default(), start);
    same(both(), Hermite::<P2>::default(), start);
    same(both(), Hermite::<P1V0>::default(), start);
    same(both(), Newmark::default(), start);
}

/// Livens' scheme has a discrete gradient for each spring, where that of the system written out is one of all springs: the motions
/// differ by their errors, and both keep the energy.
#[test]
fn discrete_gradients_of_items_keep_the_energy() {
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let (chain, six) = both();
    let mut written_out =
        Integrator::new(six, Livens, 0.05, nalgebra(&q), nalgebra(&v)).expect("a good start");
    written_out.step_many(100).expect("small steps");
    let mut motion = Integrator::new(&chain, Livens, 0.05, &q, &v).expect("a good start");
    let energy = motion.energy();
    for step in 0..1000 {
        motion.step().expect("a small step");
        // Each step rounds by some 1e-16 of an energy of 20.
        assert!(
            (motion.energy() - energy).abs() < 1e-12,
            "{step} {}",
            motion.energy() - energy
        );
        if step == 99 {
            let state = motion.state();
            assert!(apart(state.q.as_slice(), written_out.state().q.as_slice()) < 5e-3);
        }
    }
}

/// No spring but that to the wall.
#[test]
fn a_mass_alone_swings() {
    let alone = Chain {
        masses: 1,
        m: vec![2.0],
        k: 8.0,
        c: Vec::new(),
    };
    let mut motion = Integrator::new(alone, Midpoint, 0.01, [1.0], [0.0]).expect("a good start");
    motion.step_many(100).expect("small steps");
    // x = cos 2t; the phase of the midpoint rule is late by (ωh)²/12.
    assert!((motion.state().q[0] - 2.0_f64.cos()).abs() < 1e-4);
}

#[test]
fn functions_of_the_state_are_those_written_out() {
    let (q, v) = (numbers(6, 0.3), numbers(6, 2.0));
    let (chain, six) = both();
    let (a, b) = ((q.clone().into(), v.clone().into()), (nalgebra(&q), nalgebra(&v)));
    assert!(
        apart(
            &[chain.lagrangian(0.0, &a.0, &a.1)],
            &[six.lagrangian(0.0, &b.0, &b.1)]
        ) < 1e-15
    );
    assert!(
        apart(
            &[chain.total_energy(0.0, &a.0, &a.1)],
            &[six.total_energy(0.0, &b.0, &b.1)]
        ) < 1e-15
    );
    let momenta = (chain.momentum(0.0, &a.0, &a.1), six.momentum(0.0, &b.0, &b.1));
    assert!(apart(momenta.0.as_slice(), momenta.1.as_slice()) < 1e-15);
    let accelerations = (
        chain.acceleration(0.0, &a.0, &a.1, &[]).expect("masses"),
        six.acceleration(0.0, &b.0, &b.1, &[]).expect("masses"),
    );
    assert!(apart(accelerations.0.as_slice(), accelerations.1.as_slice()) < 1e-15);
    assert_eq!(chain.coordinate_name(4), "q[4]");
}

fn nalgebra(numbers: &[f64]) -> extremal::nalgebra::SVector<f64, 6> {
    extremal::nalgebra::SVector::from_column_slice(numbers)
}
