//! Members in lanes have the bits of members one by one, and their errors.

use std::sync::Mutex;

use extremal::blocks::{NoInputs, Vector};
use extremal::ensemble::{Ensemble, Moments, Packed};
use extremal::prelude::*;
use extremal::{Error, Scalar};

use crate::systems::bits;

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * (l * dt(theta)).powi(2),
    potential = -g * l * cos(theta),
    dissipation = 0.5 * c * dt(theta).powi(2),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
)]
struct Pendulum<T: Scalar> {
    l: T,
    g: T,
    c: T,
}
extremal::lanes!(Pendulum { l, g, c });

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l[0] * sin(a), -l[0] * cos(a)],
    let second = first + [l[1] * sin(b), -l[1] * cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(Midpoint, Livens, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>),
)]
struct DoublePendulum<T: Scalar> {
    l: [T; 2],
}
extremal::lanes!(DoublePendulum { l });

/// A bead on a ring, by a constraint.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = g * r[1],
    constraint(ring = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint, Verlet),
)]
struct Bead<T: Scalar> {
    g: T,
}
extremal::lanes!(Bead { g });

/// The members with these numbers of lanes and threads, and one by one.
fn check<S, D>(members: usize, steps: usize, begin: impl Fn(usize) -> Result<Integrator<S, D>, Error> + Sync)
where
    S: Discretize<D, Scalar = f64> + Packed<4> + Packed<16>,
    <S as Packed<4>>::Lanes: Discretize<D>,
    <S as Packed<16>>::Lanes: Discretize<D>,
    S::Inputs: NoInputs,
    <<S as Packed<4>>::Lanes as Lagrangian>::Inputs: NoInputs,
    <<S as Packed<16>>::Lanes as Lagrangian>::Inputs: NoInputs,
{
    let value = |motion: &Integrator<S, D>| {
        let (q, p) = (motion.coordinates().as_slice(), motion.momentum().as_slice());
        let energy = motion.energy();
        bits(q.iter().chain(p).chain([&motion.time(), &energy]))
    };
    let alone = Ensemble::new(members, &begin)
        .threads(1)
        .run(steps, value)
        .collect();
    for threads in 1..=3 {
        let four = Ensemble::new(members, &begin).threads(threads).lanes::<4>();
        assert!(alone == four.run(steps, value).collect(), "{threads} threads");
        let sixteen = Ensemble::new(members, &begin).threads(threads).lanes::<16>();
        assert!(alone == sixteen.run(steps, value).collect(), "{threads} threads");
    }
}

fn pendulum(k: usize) -> Pendulum<f64> {
    let c = if k.is_multiple_of(3) { 0.0 } else { 0.01 * k as f64 };
    Pendulum {
        l: 1.0 + 0.03 * k as f64,
        g: 9.81,
        c,
    }
}

#[test]
fn pendulums_in_lanes_have_the_bits_of_pendulums_alone() {
    check(77, 700, |k| {
        Integrator::new(pendulum(k), Verlet, 0.01, [0.05 * k as f64], [0.0])
    });
    check(77, 700, |k| {
        Integrator::new(pendulum(k), Midpoint, 0.05, [0.05 * k as f64], [0.1])
    });
    let second = Galerkin::<2, Gauss<2>>::default();
    check(40, 700, |k| {
        Integrator::new(pendulum(k), second, 0.1, [0.05 * k as f64], [0.0])
    });
}

#[test]
fn lanes_that_take_other_iterations_have_their_own() {
    // From small to large steps, and members from rest to chaos.
    for h in [1e-3, 1e-2, 0.05] {
        check(50, 500, |k| {
            let l = [1.0, 0.5 + 0.02 * k as f64];
            Integrator::new(
                DoublePendulum { l },
                Midpoint,
                h,
                [0.06 * k as f64, 1.5],
                [0.0; 2],
            )
        });
    }
    check(33, 300, |k| {
        let l = [1.0, 0.5 + 0.02 * k as f64];
        let third = Galerkin::<3, Gauss<3>>::default();
        Integrator::new(DoublePendulum { l }, third, 0.1, [0.06 * k as f64, 1.5], [0.0; 2])
    });
    check(33, 300, |k| {
        let l = [1.0, 0.5 + 0.02 * k as f64];
        Integrator::new(
            DoublePendulum { l },
            Livens,
            0.02,
            [0.06 * k as f64, 1.5],
            [0.0; 2],
        )
    });
}

#[test]
fn constraints_in_lanes_have_the_bits_of_constraints_alone() {
    check(33, 300, |k| {
        let (bead, angle) = (Bead { g: 9.81 + k as f64 }, 0.1 * k as f64);
        let (r, v) = bead
            .project(0.0, [angle.sin(), -angle.cos()], [0.0; 2])
            .expect("a ring");
        Integrator::new(bead, Midpoint, 0.01, r, v)
    });
}

#[test]
fn steps_of_other_lengths_and_starts_at_other_times_go_side_by_side() {
    check(40, 400, |k| {
        let (h, t) = (1e-3 * (k + 1) as f64, 0.5 * k as f64);
        Integrator::new_at(pendulum(k), Midpoint, h, t, [1.0], [0.0])
    });
}

#[test]
fn a_lane_that_fails_leaves_the_others_and_has_the_error_that_it_has_alone() {
    // No length, no number, steps beyond the limit of stability, and Newton's method without a solution.
    let begin = |k: usize| {
        let (mut l, mut h) = ([1.0, 1.0 + 0.01 * k as f64], 0.01);
        match k {
            5 => l[0] = 0.0,
            18 => l[1] = f64::NAN,
            21 => l[0] = 1e-9,
            37 | 38 => h = 40.0,
            _ => {}
        }
        Integrator::new(DoublePendulum { l }, Midpoint, h, [2.0, 1.5], [0.0; 2])
    };
    check(50, 300, begin);
    let value = |motion: &Integrator<DoublePendulum<f64>, Midpoint>| motion.energy();
    let in_lanes = Ensemble::new(50, begin).lanes::<16>().run(300, value).collect();
    let failed: Vec<usize> = in_lanes
        .iter()
        .filter_map(|one| one.err())
        .map(|failed| failed.member)
        .collect();
    assert!(failed.contains(&5) && failed.contains(&18), "{failed:?}");
    let long = |k: usize| {
        let h = if k % 7 == 3 { 1.0 } else { 0.01 };
        Integrator::new(pendulum(0), Verlet, h, [0.1 + 0.01 * k as f64], [0.0])
    };
    check(50, 2000, long);
    let value = |motion: &Integrator<Pendulum<f64>, Verlet>| motion.energy();
    let ends = Ensemble::new(50, long).lanes::<16>().run(2000, value).collect();
    for (k, end) in ends.iter().enumerate() {
        assert_eq!(end.is_err(), k % 7 == 3, "member {k}: {end:?}");
    }
}

#[test]
fn moments_of_lanes_have_the_bits_of_moments_without() {
    let begin = |k: usize| Integrator::new(pendulum(k % 100), Midpoint, 0.01, [0.01 * k as f64], [0.0]);
    let value = |motion: &Integrator<Pendulum<f64>, Midpoint>| [motion.coordinates()[0], motion.energy()];
    let alone = Ensemble::new(3000, begin).run(64, value).reduce(Moments::new());
    let lanes = Ensemble::new(3000, begin).threads(2).lanes::<8>();
    let lanes = lanes.run(64, value).reduce(Moments::new());
    let of = |moments: Moments<2>| bits(moments.mean().iter().chain(moments.covariance().as_flattened()));
    assert_eq!(of(alone.value), of(lanes.value));
}

#[test]
fn lanes_are_full_but_for_the_last_ones() {
    // Groups have 9 members, which sixteen lanes do not divide.
    const MEMBERS: usize = 10_001;
    let (begun, batches) = (Mutex::new(0), Mutex::new(Vec::new()));
    let begin = |k: usize| {
        *begun.lock().expect("no panics") += 1;
        let pendulum = Pendulum {
            l: 1.0,
            g: 9.81,
            c: 0.0,
        };
        Integrator::new(pendulum, Verlet, 0.01, [1e-4 * k as f64], [0.0])
    };
    // Members of one batch begin before the first of them ends.
    let end = |_: &Integrator<Pendulum<f64>, Verlet>| {
        let batch = core::mem::take(&mut *begun.lock().expect("no panics"));
        batches.lock().expect("no panics").push(batch);
    };
    let ensemble = Ensemble::new(MEMBERS, begin).threads(1).lanes::<16>();
    assert_eq!(ensemble.run(8, end).collect().len(), MEMBERS);
    let batches = batches.lock().expect("no panics");
    let sizes: Vec<usize> = batches.iter().copied().filter(|batch| *batch > 0).collect();
    let (last, full) = sizes.split_last().expect("members");
    assert_eq!((full.len(), *last), (MEMBERS / 16, MEMBERS % 16));
    assert!(full.iter().all(|size| *size == 16));
}
