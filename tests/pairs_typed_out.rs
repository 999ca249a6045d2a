//! Sixteen bodies with all pairs typed out: 120 pairs, and still one evaluation of forces a step.

use extremal::prelude::*;

const BODIES: usize = 16;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r0[3], r1[3], r2[3], r3[3], r4[3], r5[3], r6[3], r7[3],
        r8[3], r9[3], r10[3], r11[3], r12[3], r13[3], r14[3], r15[3]),
    kinetic = 0.5 * (
        dt(r0).norm_squared() + dt(r1).norm_squared() + dt(r2).norm_squared() + dt(r3).norm_squared()
        + dt(r4).norm_squared() + dt(r5).norm_squared() + dt(r6).norm_squared() + dt(r7).norm_squared()
        + dt(r8).norm_squared() + dt(r9).norm_squared() + dt(r10).norm_squared() + dt(r11).norm_squared()
        + dt(r12).norm_squared() + dt(r13).norm_squared() + dt(r14).norm_squared() + dt(r15).norm_squared()),
    potential = -(
        1 / (r1 - r0).norm() + 1 / (r2 - r0).norm() + 1 / (r2 - r1).norm() + 1 / (r3 - r0).norm() + 1 / (r3 - r1).norm()
        + 1 / (r3 - r2).norm() + 1 / (r4 - r0).norm() + 1 / (r4 - r1).norm() + 1 / (r4 - r2).norm()
        + 1 / (r4 - r3).norm() + 1 / (r5 - r0).norm() + 1 / (r5 - r1).norm() + 1 / (r5 - r2).norm()
        + 1 / (r5 - r3).norm() + 1 / (r5 - r4).norm() + 1 / (r6 - r0).norm() + 1 / (r6 - r1).norm()
        + 1 / (r6 - r2).norm() + 1 / (r6 - r3).norm() + 1 / (r6 - r4).norm() + 1 / (r6 - r5).norm()
        + 1 / (r7 - r0).norm() + 1 / (r7 - r1).norm() + 1 / (r7 - r2).norm() + 1 / (r7 - r3).norm()
        + 1 / (r7 - r4).norm() + 1 / (r7 - r5).norm() + 1 / (r7 - r6).norm() + 1 / (r8 - r0).norm()
        + 1 / (r8 - r1).norm() + 1 / (r8 - r2).norm() + 1 / (r8 - r3).norm() + 1 / (r8 - r4).norm()
        + 1 / (r8 - r5).norm() + 1 / (r8 - r6).norm() + 1 / (r8 - r7).norm() + 1 / (r9 - r0).norm()
        + 1 / (r9 - r1).norm() + 1 / (r9 - r2).norm() + 1 / (r9 - r3).norm() + 1 / (r9 - r4).norm()
        + 1 / (r9 - r5).norm() + 1 / (r9 - r6).norm() + 1 / (r9 - r7).norm() + 1 / (r9 - r8).norm()
        + 1 / (r10 - r0).norm() + 1 / (r10 - r1).norm() + 1 / (r10 - r2).norm() + 1 / (r10 - r3).norm()
        + 1 / (r10 - r4).norm() + 1 / (r10 - r5).norm() + 1 / (r10 - r6).norm() + 1 / (r10 - r7).norm()
        + 1 / (r10 - r8).norm() + 1 / (r10 - r9).norm() + 1 / (r11 - r0).norm() + 1 / (r11 - r1).norm()
        + 1 / (r11 - r2).norm() + 1 / (r11 - r3).norm() + 1 / (r11 - r4).norm() + 1 / (r11 - r5).norm()
        + 1 / (r11 - r6).norm() + 1 / (r11 - r7).norm() + 1 / (r11 - r8).norm() + 1 / (r11 - r9).norm()
        + 1 / (r11 - r10).norm() + 1 / (r12 - r0).norm() + 1 / (r12 - r1).norm() + 1 / (r12 - r2).norm()
        + 1 / (r12 - r3).norm() + 1 / (r12 - r4).norm() + 1 / (r12 - r5).norm() + 1 / (r12 - r6).norm()
        + 1 / (r12 - r7).norm() + 1 / (r12 - r8).norm() + 1 / (r12 - r9).norm() + 1 / (r12 - r10).norm()
        + 1 / (r12 - r11).norm() + 1 / (r13 - r0).norm() + 1 / (r13 - r1).norm() + 1 / (r13 - r2).norm()
        + 1 / (r13 - r3).norm() + 1 / (r13 - r4).norm() + 1 / (r13 - r5).norm() + 1 / (r13 - r6).norm()
        + 1 / (r13 - r7).norm() + 1 / (r13 - r8).norm() + 1 / (r13 - r9).norm() + 1 / (r13 - r10).norm()
        + 1 / (r13 - r11).norm() + 1 / (r13 - r12).norm() + 1 / (r14 - r0).norm() + 1 / (r14 - r1).norm()
        + 1 / (r14 - r2).norm() + 1 / (r14 - r3).norm() + 1 / (r14 - r4).norm() + 1 / (r14 - r5).norm()
        + 1 / (r14 - r6).norm() + 1 / (r14 - r7).norm() + 1 / (r14 - r8).norm() + 1 / (r14 - r9).norm()
        + 1 / (r14 - r10).norm() + 1 / (r14 - r11).norm() + 1 / (r14 - r12).norm() + 1 / (r14 - r13).norm()
        + 1 / (r15 - r0).norm() + 1 / (r15 - r1).norm() + 1 / (r15 - r2).norm() + 1 / (r15 - r3).norm()
        + 1 / (r15 - r4).norm() + 1 / (r15 - r5).norm() + 1 / (r15 - r6).norm() + 1 / (r15 - r7).norm()
        + 1 / (r15 - r8).norm() + 1 / (r15 - r9).norm() + 1 / (r15 - r10).norm() + 1 / (r15 - r11).norm()
        + 1 / (r15 - r12).norm() + 1 / (r15 - r13).norm() + 1 / (r15 - r14).norm()),
    discretize(Verlet),
)]
struct Bodies;

/// On a helix, at rest.
fn start() -> [f64; 3 * BODIES] {
    core::array::from_fn(|k| {
        let angle = (k / 3) as f64;
        [4.0 * angle.cos(), 4.0 * angle.sin(), angle][k % 3]
    })
}

/// The acceleration of each coordinate, by loops over the pairs.
fn acceleration_by_hand(q: &[f64]) -> Vec<f64> {
    let at = |body: usize, axis: usize| q[3 * body + axis];
    let pull = |k: usize, other: usize| {
        let (body, axis) = (k / 3, k % 3);
        let square: f64 = (0..3)
            .map(|axis| (at(other, axis) - at(body, axis)).powi(2))
            .sum();
        (at(other, axis) - at(body, axis)) / (square * square.sqrt())
    };
    let others = |k: usize| (0..BODIES).filter(move |&other| other != k / 3);
    (0..q.len())
        .map(|k| others(k).map(|other| pull(k, other)).sum())
        .collect()
}

#[test]
fn the_acceleration_is_that_of_loops() {
    let (q, v) = (start(), [0.0; 3 * BODIES]);
    let found = Bodies.acceleration(0.0, &q.into(), &v.into(), &[]).unwrap();
    for (found, expected) in found.iter().zip(acceleration_by_hand(&q)) {
        // Fifteen terms below 1, each with a few roundings.
        assert!((found - expected).abs() <= 1e-14, "{found} {expected}");
    }
}

#[test]
fn steps_are_those_of_loops() {
    let h = 0.01;
    let mut motion = Integrator::new(&Bodies, Verlet, h, start(), [0.0; 3 * BODIES]).unwrap();
    let (mut q, mut p) = (start(), [0.0; 3 * BODIES]);
    for _ in 0..100 {
        motion.step().unwrap();
        kick(&mut p, &q, 0.5 * h);
        q.iter_mut().zip(&p).for_each(|(q, p)| *q += h * p);
        kick(&mut p, &q, 0.5 * h);
    }
    for (found, expected) in motion.state().q.iter().zip(q) {
        // A hundred steps, each with roundings of numbers of up to 16.
        assert!((found - expected).abs() <= 1e-12, "{found} {expected}");
    }
}

fn kick(p: &mut [f64], q: &[f64], h: f64) {
    p.iter_mut()
        .zip(acceleration_by_hand(q))
        .for_each(|(p, a)| *p += h * a);
}

/// A force that both ends of a step evaluate would take twice as much.
#[test]
fn a_step_evaluates_one_force() {
    const { assert!(<Bodies as Discretize<Verlet>>::FACTS.step_operations < 30 * 120) };
}
