//! Impulses on a motion whose velocity is carried, compared with a dense solve that shares nothing with the scheme.

use extremal::prelude::*;

use crate::systems::{MassSpring, Series};

/// A rigid body about a fixed point in Euler parameters, without a potential along the norm. M depends on e.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let omega = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    kinetic = 0.5 * (j[0] * omega[0].powi(2) + j[1] * omega[1].powi(2) + j[2] * omega[2].powi(2))
        + (j[0] + j[1] + j[2]) * e.dot(dt(e)).powi(2),
    potential = 2 * w * (e[2] * e[3] + e[0] * e[1]),
    constraint(norm = 0.5 * (e.norm_squared() - 1)),
    discretize(Livens, Stabilized<Livens>, Polarized<Livens>, Verlet, Midpoint, NullSpace<Midpoint>, Hermite<P2>)
)]
struct Body {
    j: [f64; 3],
    w: f64,
}

const BODY: Body = Body {
    j: [2.0, 1.0, 3.0],
    w: 4.0,
};

const KICK: [f64; 4] = [0.3, -1.2, 0.7, 2.0];

/// A hundred steps of 0.02 from e = (1, 0, 0, 0) with ω = (1, 6, −2).
fn turning<D>(scheme: D) -> Integrator<Body, D>
where
    Body: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion = Integrator::new(BODY, scheme, 0.02, [1.0, 0.0, 0.0, 0.0], [0.0, 0.5, 3.0, -1.0])
        .expect("a regular start");
    motion.step_many(100).expect("a regular motion");
    motion
}

/// e·v, and the size of its terms.
fn rate<D>(motion: &Integrator<Body, D>) -> (f64, f64)
where
    Body: Discretize<D>,
{
    let (e, v) = (motion.state().q, motion.velocity().expect("a regular M"));
    let pairs = e.as_slice().iter().zip(v.as_slice());
    pairs.fold((0.0, 0.0), |(sum, size), (e, v)| {
        (sum + e * v, size + (e * v).abs())
    })
}

/// M(e) = 4 Gᵀ J G + 2 tr(J) e eᵀ, from ω = 2 G v.
fn mass(e: [f64; 4]) -> [[f64; 4]; 4] {
    let g = [
        [-e[1], e[0], e[3], -e[2]],
        [-e[2], -e[3], e[0], e[1]],
        [-e[3], e[2], -e[1], e[0]],
    ];
    let trace: f64 = BODY.j.iter().sum();
    core::array::from_fn(|i| {
        core::array::from_fn(|k| {
            let turning: f64 = (0..3).map(|a| 4.0 * BODY.j[a] * g[a][i] * g[a][k]).sum();
            turning + 2.0 * trace * e[i] * e[k]
        })
    })
}

/// The change of v and of p: [M e; eᵀ 0] (Δv, ν) = (p̄, −e·v), by nalgebra's elimination.
fn by_hand(e: [f64; 4], v: [f64; 4], kick: [f64; 4]) -> ([f64; 4], [f64; 4]) {
    let m = mass(e);
    let mut matrix = extremal::nalgebra::SMatrix::<f64, 5, 5>::zeros();
    let mut right = extremal::nalgebra::SVector::<f64, 5>::zeros();
    for i in 0..4 {
        (0..4).for_each(|k| matrix[(i, k)] = m[i][k]);
        (matrix[(i, 4)], matrix[(4, i)]) = (e[i], e[i]);
        right[i] = kick[i];
        right[4] -= e[i] * v[i];
    }
    let solved = matrix.full_piv_lu().solve(&right).expect("it is regular");
    let multiplier = solved[4];
    (
        core::array::from_fn(|k| solved[k]),
        core::array::from_fn(|k| kick[k] - e[k] * multiplier),
    )
}

/// The carried velocity jumps by what the impulses do to it, whatever M⁻¹p is.
fn changes_the_carried_velocity<D: Copy>(scheme: D, is_stabilized: bool)
where
    Body: Discretize<D, Inputs = [f64; 0]>,
{
    let mut motion = turning(scheme);
    let (before, v) = (motion.state(), motion.velocity().expect("it is carried"));
    let (e, v): ([f64; 4], [f64; 4]) = (before.q.into(), v.into());
    if is_stabilized {
        let (rate, size) = rate(&motion);
        // The rounding of four products and three sums, beside the residual that a step accepts.
        assert!(rate.abs() <= 1e-15 * size, "{rate:e} of {size}");
    }
    let (dv, dp) = by_hand(e, v, KICK);
    motion.kick(KICK).expect("a regular impact");
    let (rate, size) = rate(&motion);
    assert!(rate.abs() <= 1e-15 * size, "{rate:e} of {size}");
    let (after, now) = (motion.state(), motion.velocity().expect("it is carried"));
    for k in 0..4 {
        // Two eliminations with a condition of ten, of numbers below 10.
        assert!((now[k] - v[k] - dv[k]).abs() < 1e-14, "v[{k}]");
        assert!((after.p[k] - before.p[k] - dp[k]).abs() < 1e-13, "p[{k}]");
    }
    assert_eq!((after.t, after.q), (before.t, before.q));
    motion.step_many(100).expect("a regular motion");
}

#[test]
fn a_kick_changes_the_carried_velocity() {
    changes_the_carried_velocity(Stabilized(Livens), true);
    changes_the_carried_velocity(Livens, false);
    changes_the_carried_velocity(Polarized(Livens), false);
    changes_the_carried_velocity(Composition::<4, _>(Stabilized(Livens)), true);
    changes_the_carried_velocity(Hermite::<P2>::default(), true);
}

/// A small impulse changes the energy by a small amount, which it does not if v is replaced by M⁻¹p.
#[test]
fn a_small_kick_has_a_small_effect() {
    let mut motion = turning(Stabilized(Livens));
    let energy = motion.energy();
    motion.kick(KICK.map(|p| 1e-12 * p)).expect("a regular impact");
    // v·p̄ is about 1e-11.
    assert!((motion.energy() - energy).abs() < 1e-10);
}

/// Neither the state nor any later one.
fn of_nothing<D: Copy>(scheme: D)
where
    Body: Discretize<D, Inputs = [f64; 0], Scalar = f64>,
{
    let mut motion = turning(scheme);
    let mut other = motion.clone();
    other
        .kick([0.0, -0.0, 0.0, 0.0])
        .expect("nothing is to be solved");
    for _ in 0..3 {
        assert_eq!(motion.state(), other.state());
        assert_eq!(motion.velocity(), other.velocity());
        assert_eq!(motion.energy().to_bits(), other.energy().to_bits());
        motion.step().expect("a regular motion");
        other.step().expect("a regular motion");
    }
}

#[test]
fn a_kick_of_nothing_changes_no_bit() {
    of_nothing(Livens);
    of_nothing(Stabilized(Livens));
    of_nothing(Polarized(Livens));
    of_nothing(Verlet);
    of_nothing(Midpoint);
    of_nothing(NullSpace(Midpoint));
    of_nothing(Composition::<4, _>(Stabilized(Livens)));
}

/// Parts of the velocity that no momentum determines are kept.
#[test]
fn massless_velocities_are_kept() -> Result<(), extremal::Error> {
    let series = Series {
        m: 2.0,
        k: 1.0,
        stiff: 0.5,
    };
    let mut motion = Integrator::new(series, Livens, 0.1, [0.3, 0.1], [1.0, 0.5])?;
    motion.kick([2.0, 0.0])?;
    assert_eq!(motion.velocity()?.as_slice(), [2.0, 0.5]);
    assert_eq!(motion.state().p.as_slice(), [4.0, 0.0]);
    Ok(())
}

/// The joint gives y the velocity of x: with the masses 2 and 1, 2 ẋ + (ẋ + ż) = 6 and ẋ + ż = 4.
#[test]
fn constraints_determine_massless_velocities() -> Result<(), extremal::Error> {
    let springs = MassSpring {
        m: [2.0, 1.0],
        c: 0.5,
        stiff: 1.0,
        w: 1.1,
    };
    let mut motion = Integrator::new(springs, Livens, 0.1, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    motion.kick([2.0, 2.0, 4.0])?;
    let v = motion.velocity()?;
    for (v, expected) in v.as_slice().iter().zip([1.0_f64, 1.0, 3.0]) {
        assert!((v - expected).abs() < 1e-14, "{v}");
    }
    Ok(())
}

/// A program that sets parameters before each step, and these are the same: a velocity that satisfies the rates of constraints
/// to the order of the scheme is no velocity that constraints have to react to.
#[test]
fn the_same_system_again_changes_nothing() {
    fn check<D: Copy>(scheme: D)
    where
        Body: Discretize<D, Inputs = [f64; 0], Scalar = f64>,
    {
        let (mut motion, mut other) = (turning(scheme), turning(scheme));
        for _ in 0..1000 {
            motion.set_system(BODY).expect("the same constraints");
            motion.step().expect("a regular motion");
            other.step().expect("a regular motion");
        }
        // E is of size 50. It differs by the residual of a thousand steps, 1e-15 of it each, which a restart does not hand on;
        // `Stabilized` itself keeps it to its order, as M depends on q.
        let difference = motion.energy() - other.energy();
        assert!(difference.abs() < 1e-10, "{difference:e}");
        let pairs = [
            (motion.state().q, other.state().q),
            (motion.state().p, other.state().p),
        ];
        for (a, b) in pairs {
            // The same residuals, over twenty seconds at six radians a second.
            assert!((a - b).norm() < 1e-8, "{a} {b}");
        }
    }
    check(Livens);
    check(Polarized(Livens));
    check(Stabilized(Livens));
    check(Composition::<4, _>(Livens));
}
