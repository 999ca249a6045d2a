//! A system whose kernels are split into blocks and functions: a chain of 16 links.

use extremal::prelude::*;

const LINKS: usize = 16;

/// Masses at the ends of massless links; aᵢ are angles against the vertical.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a[16]),
    let r0 = [l * sin(a[0]), -l * cos(a[0])],
    let r1 = r0 + [l * sin(a[1]), -l * cos(a[1])],
    let r2 = r1 + [l * sin(a[2]), -l * cos(a[2])],
    let r3 = r2 + [l * sin(a[3]), -l * cos(a[3])],
    let r4 = r3 + [l * sin(a[4]), -l * cos(a[4])],
    let r5 = r4 + [l * sin(a[5]), -l * cos(a[5])],
    let r6 = r5 + [l * sin(a[6]), -l * cos(a[6])],
    let r7 = r6 + [l * sin(a[7]), -l * cos(a[7])],
    let r8 = r7 + [l * sin(a[8]), -l * cos(a[8])],
    let r9 = r8 + [l * sin(a[9]), -l * cos(a[9])],
    let r10 = r9 + [l * sin(a[10]), -l * cos(a[10])],
    let r11 = r10 + [l * sin(a[11]), -l * cos(a[11])],
    let r12 = r11 + [l * sin(a[12]), -l * cos(a[12])],
    let r13 = r12 + [l * sin(a[13]), -l * cos(a[13])],
    let r14 = r13 + [l * sin(a[14]), -l * cos(a[14])],
    let r15 = r14 + [l * sin(a[15]), -l * cos(a[15])],
    kinetic = 0.5 * m * (dt(r0).norm_squared() + dt(r1).norm_squared() + dt(r2).norm_squared() + dt(r3).norm_squared()
        + dt(r4).norm_squared() + dt(r5).norm_squared() + dt(r6).norm_squared() + dt(r7).norm_squared()
        + dt(r8).norm_squared() + dt(r9).norm_squared() + dt(r10).norm_squared()
        + dt(r11).norm_squared() + dt(r12).norm_squared() + dt(r13).norm_squared()
        + dt(r14).norm_squared() + dt(r15).norm_squared()),
    potential = m * g * (r0[1] + r1[1] + r2[1] + r3[1] + r4[1] + r5[1] + r6[1] + r7[1] + r8[1] + r9[1] + r10[1] + r11[1]
        + r12[1] + r13[1] + r14[1] + r15[1]),
    discretize(Midpoint),
)]
struct Chain {
    m: f64,
    l: f64,
    g: f64,
}

const CHAIN: Chain = Chain {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// L by loops: positions and velocities of the masses, one after the other.
fn lagrangian_by_hand(q: &[f64], v: &[f64]) -> f64 {
    let Chain { m, l, g } = CHAIN;
    let (mut velocity, mut height, mut lagrangian) = ([0.0, 0.0], 0.0, 0.0);
    for (q, v) in q.iter().zip(v) {
        velocity = [velocity[0] + l * q.cos() * v, velocity[1] + l * q.sin() * v];
        height -= l * q.cos();
        lagrangian += 0.5 * m * (velocity[0].powi(2) + velocity[1].powi(2)) - m * g * height;
    }
    lagrangian
}

fn state() -> ([f64; LINKS], [f64; LINKS]) {
    let index = core::array::from_fn(|i| i as f64);
    (
        index.map(|i: f64| 1.0 + 0.1 * i),
        index.map(|i: f64| (2.0 * i).sin()),
    )
}

#[test]
fn the_lagrangian_is_that_of_loops() {
    let (q, v) = state();
    let found = CHAIN.lagrangian(0.0, &q.into(), &v.into());
    // A few hundred roundings of numbers of the size of L.
    assert!((found - lagrangian_by_hand(&q, &v)).abs() <= 1e-12 * found.abs());
}

/// A wrong entry of the tangent, or a value lost between two parts of a kernel, would increase iterations or energy errors.
#[test]
fn a_step_takes_one_iteration_and_keeps_the_energy() {
    let (q, v) = state();
    let mut motion = Integrator::new(&CHAIN, Midpoint, 1e-4, q, v).unwrap();
    let energy = motion.energy();
    let mut iterations = 0;
    for _ in 0..2000 {
        iterations += motion.step().unwrap().iterations;
    }
    assert!(iterations <= 2200, "{iterations} iterations in 2000 steps");
    // The energy of a symplectic scheme oscillates with h²: (1e-4)² times fast motion, whose rates reach a few hundred.
    let error = (motion.energy() / energy - 1.0).abs();
    assert!(error <= 1e-5, "{error}");
}

#[test]
fn the_kernels_are_long_enough_to_be_split() {
    const { assert!(<Chain as Discretize<Midpoint>>::FACTS.tangent_operations > 2000) };
}
