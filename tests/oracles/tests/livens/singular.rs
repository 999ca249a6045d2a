//! Singular mass matrices, compared with the same systems in coordinates whose mass matrix is regular.
//!
//! Gonzalez' gradient depends on the measure of length: with x, y = x + w and z a step has the length √(2 Δx² + Δz²), and without y
//! √(Δx² + Δz²). So both agree to rounding in the coordinate √2 x, or if the correction is zero, and otherwise to second order.

use std::f64::consts::SQRT_2;

use extremal::prelude::*;

use crate::systems::{Height, MassSpring, Reduced, Series, Turning};

const SPRINGS: MassSpring<f64> = MassSpring {
    m: [2.0, 1.0],
    c: 0.5,
    stiff: 1.0,
    w: 1.1,
};

/// The largest difference of x, z and their velocities over a time of 5, between the singular system and the reduced one.
fn far(stiff: f64, scale: f64, steps: usize) -> Result<f64, extremal::Error> {
    let MassSpring { m, c, .. } = SPRINGS;
    let h = 5.0 / steps as f64;
    let singular = MassSpring { stiff, ..SPRINGS };
    let mut singular = Integrator::new(singular, Livens, h, [0.0, 1.1, 0.0], [1.0, 1.0, -1.0])?;
    let reduced = Reduced { m, c, stiff, scale };
    let mut reduced = Integrator::new(reduced, Livens, h, [0.0, 0.0], [scale, -1.0])?;
    let mut far = 0.0_f64;
    for _ in 0..steps {
        let (v, u) = (singular.step()?.velocity, reduced.step()?.velocity);
        let (q, r) = (singular.state().q, reduced.state().q);
        let pairs = [
            (q[0], r[0] / scale),
            (q[2], r[1]),
            (v[0], u[0] / scale),
            (v[1], u[0] / scale),
            (v[2], u[1]),
        ];
        far = pairs.iter().fold(far, |far, (a, b)| far.max((a - b).abs()));
    }
    Ok(far)
}

/// Fifty steps of rounding. A velocity is twice that in the middle minus the previous one, so its rounding adds up.
const ROUNDING: f64 = 1e-13;

#[test]
fn in_the_same_lengths_the_reduced_motion_is_the_same() -> Result<(), extremal::Error> {
    let found = far(1.0, SQRT_2, 50)?;
    assert!(found < ROUNDING, "{found:e}");
    Ok(())
}

/// Midpoint gradients of quadratic potentials need no correction, whatever the length.
#[test]
fn with_linear_springs_the_reduced_motion_is_the_same() -> Result<(), extremal::Error> {
    for scale in [1.0, SQRT_2, 3.0] {
        let found = far(0.0, scale, 50)?;
        assert!(found < ROUNDING, "{found:e}");
    }
    Ok(())
}

#[test]
fn in_other_lengths_the_reduced_motion_is_another_one_of_second_order() -> Result<(), extremal::Error> {
    let (coarse, fine) = (far(1.0, 1.0, 100)?, far(1.0, 1.0, 200)?);
    let order = (coarse / fine).log2();
    // Symmetric schemes: the next term is h² smaller.
    assert!(fine > 1e-7 && (order - 2.0).abs() < 0.1, "{coarse:e} {fine:e}");
    Ok(())
}

/// x, its velocity and s at t = 3.
fn series(system: Series, x: f64, s: f64, steps: usize) -> Result<[f64; 3], extremal::Error> {
    let mut motion = Integrator::new(system, Livens, 3.0 / steps as f64, [x, s], [0.0, 0.0])?;
    let start = motion.energy();
    for _ in 0..steps {
        let report = motion.step()?;
        // Terms below two.
        assert!(
            (report.energy - start).abs() < 1e-12,
            "{:e}",
            report.energy - start
        );
        // A massless coordinate has no momentum: its ∂L/∂v in the state is zero.
        assert!(motion.state().p[1].abs() < 1e-14, "{:e}", motion.state().p[1]);
    }
    let (q, v) = (motion.state().q, motion.velocity()?);
    Ok([q[0], v[0], q[1]])
}

/// Linear springs in series are one spring k/(1 + k); the midpoint rule of it has the angle 2 arctan(ω h/2) in each step.
#[test]
fn a_coordinate_without_mass_follows_the_potential() -> Result<(), extremal::Error> {
    let (m, k) = (0.8, 3.0);
    let stiff = 0.0;
    let (steps, x0) = (60, 1.2);
    let s0 = k * x0 / (1.0 + k);
    let [x, v, s] = series(Series { m, k, stiff }, x0, s0, steps)?;
    let omega = (k / (1.0 + k) / m).sqrt();
    let angle = 2.0 * steps as f64 * (0.5 * omega * 3.0 / steps as f64).atan();
    // Sixty steps of rounding.
    for (found, expected) in [
        (x, x0 * angle.cos()),
        (v, -x0 * omega * angle.sin()),
        (s, s0 * angle.cos()),
    ] {
        assert!((found - expected).abs() < ROUNDING, "{found} {expected}");
    }
    Ok(())
}

/// s + s³ = k (x − s), solved by Newton's method.
fn held(k: f64, x: f64) -> f64 {
    (0..50).fold(x, |s, _| {
        s - (s + s.powi(3) - k * (x - s)) / (1.0 + 3.0 * s * s + k)
    })
}

#[test]
fn a_coordinate_without_mass_is_of_order_two() -> Result<(), extremal::Error> {
    let (m, k, stiff, x0) = (0.8, 3.0, 1.0, 1.2);
    let ends = [200, 400, 800].map(|steps| series(Series { m, k, stiff }, x0, held(k, x0), steps));
    let [coarse, middle, fine] = ends;
    let (coarse, middle, fine) = (coarse?, middle?, fine?);
    // Verlet in x alone, with Richardson's extrapolation: errors below 1e-9.
    let verlet = |steps: usize| {
        let h = 3.0 / steps as f64;
        let pull = |x: f64| -k * (x - held(k, x)) / m;
        (0..steps).fold((x0, 0.0), |(x, v): (f64, f64), _| {
            let half = v + 0.5 * h * pull(x);
            let end = x + h * half;
            (end, half + 0.5 * h * pull(end))
        })
    };
    let (a, b) = (verlet(2000), verlet(4000));
    let (x, v) = (b.0 + (b.0 - a.0) / 3.0, b.1 + (b.1 - a.1) / 3.0);
    let exact = [x, v, held(k, x)];
    for part in 0..3 {
        let [c, m, f] = [coarse, middle, fine].map(|end| (end[part] - exact[part]).abs());
        let orders = [(c / m).log2(), (m / f).log2()];
        assert!(
            orders.iter().all(|order| (order - 2.0).abs() < 0.1) && f < 1e-4,
            "{part}: {c:e} {m:e} {f:e}"
        );
    }
    Ok(())
}

const TURNING: Turning = Turning { j: [1.0, 2.0, 3.0] };

/// ½ q (0, w), the rate of Euler parameters q.
fn rate(q: [f64; 4], w: [f64; 3]) -> [f64; 4] {
    [
        -q[1] * w[0] - q[2] * w[1] - q[3] * w[2],
        q[0] * w[0] + q[2] * w[2] - q[3] * w[1],
        q[0] * w[1] + q[3] * w[0] - q[1] * w[2],
        q[0] * w[2] + q[1] * w[1] - q[2] * w[0],
    ]
    .map(|x| 0.5 * x)
}

/// ∂L/∂v of a body that turns with w.
fn momentum(q: [f64; 4], w: [f64; 3]) -> [f64; 4] {
    let j = TURNING.j;
    rate(q, [0, 1, 2].map(|i| j[i] * w[i])).map(|x| 4.0 * x)
}

/// q and w at t, by Euler's equations and the classical Runge-Kutta method: errors below 1e-12.
fn turned(q: [f64; 4], w: [f64; 3], t: f64) -> ([f64; 4], [f64; 3]) {
    let j = TURNING.j;
    let slope = |x: &[f64; 7]| {
        let (q, w) = ([x[0], x[1], x[2], x[3]], [x[4], x[5], x[6]]);
        let [a, b, c, d] = rate(q, w);
        let of_w = [0, 1, 2].map(|i| {
            let (k, l) = ((i + 1) % 3, (i + 2) % 3);
            (j[k] - j[l]) * w[k] * w[l] / j[i]
        });
        [a, b, c, d, of_w[0], of_w[1], of_w[2]]
    };
    let moved = |x: &[f64; 7], by: &[f64; 7], h: f64| core::array::from_fn(|i| x[i] + h * by[i]);
    let (steps, mut x) = (3000, [q[0], q[1], q[2], q[3], w[0], w[1], w[2]]);
    let h = t / f64::from(steps);
    for _ in 0..steps {
        let a = slope(&x);
        let b = slope(&moved(&x, &a, 0.5 * h));
        let c = slope(&moved(&x, &b, 0.5 * h));
        let d = slope(&moved(&x, &c, h));
        x = core::array::from_fn(|i| x[i] + h / 6.0 * (a[i] + 2.0 * b[i] + 2.0 * c[i] + d[i]));
    }
    ([x[0], x[1], x[2], x[3]], [x[4], x[5], x[6]])
}

/// The errors of q and p at t = 1, and what E changed by at most.
fn off_after_turning<D: Copy>(
    scheme: D,
    q: [f64; 4],
    w: [f64; 3],
    steps: usize,
) -> Result<[f64; 3], extremal::Error>
where
    Turning: Discretize<D, Inputs = [f64; 0]>,
{
    let h = 1.0 / steps as f64;
    let mut motion = Integrator::new(TURNING, scheme, h, q, rate(q, w))?;
    let (energy, mut off) = (motion.energy(), 0.0_f64);
    for _ in 0..steps {
        motion.step()?;
        off = off.max((motion.energy() - energy).abs());
        let length = motion.state().q.norm();
        assert!((length - 1.0).abs() < 1e-13, "{q:?} {w:?} {h}: |q| = {length}");
    }
    let (exact, w) = turned(q, w, 1.0);
    let state = motion.state();
    let far = |found: &[f64], exact: [f64; 4]| {
        let pairs = found.iter().zip(exact);
        pairs.fold(0.0_f64, |far, (x, y)| far.max((x - y).abs()))
    };
    Ok([
        far(state.q.as_ref(), exact),
        far(state.p.as_ref(), momentum(exact, w)),
        off,
    ])
}

const SPINS: [[f64; 3]; 4] = [[0.6, 0.0, 1.2], [0.0, 0.0, 1.2], [0.6, 0.3, 1.2], [0.1, 0.0, 0.1]];

/// q along each axis, and one place between them.
fn places() -> impl Iterator<Item = [f64; 4]> {
    let axes = (0..4).flat_map(|k| {
        [1.0, -1.0].map(|x| {
            let mut q = [0.0; 4];
            q[k] = x;
            q
        })
    });
    axes.chain([[0.7, 0.1, -0.5, 0.5]])
}

/// The errors are of second order, and E is kept up to `energy(h)`.
fn turns_well<D: Copy>(scheme: D, energy: impl Fn(f64) -> f64) -> Result<(), extremal::Error>
where
    Turning: Discretize<D, Inputs = [f64; 0]>,
{
    for (q, w) in places().flat_map(|q| SPINS.map(|w| (q, w))) {
        for steps in [2, 5, 10, 20, 25, 33, 50, 80, 100, 200, 333, 1000] {
            let h = 1.0 / steps as f64;
            let [of_q, of_p, of_energy] = off_after_turning(scheme, q, w, steps)?;
            assert!(
                of_q < h * h && of_p < 12.0 * h * h && of_energy < energy(h),
                "{q:?} {w:?} {h}: {of_q:e} {of_p:e} {of_energy:e}"
            );
        }
    }
    Ok(())
}

/// At the guess the entry of the tangent along q cancels to rounding, whatever h is.
#[test]
fn a_constraint_takes_the_place_of_a_mass_along_every_axis() -> Result<(), extremal::Error> {
    turns_well(Livens, |_| 1e-12)
}

#[test]
fn a_constraint_takes_the_place_of_a_mass_of_the_variants() -> Result<(), extremal::Error> {
    turns_well(Polarized(Livens), |_| 1e-12)?;
    turns_well(Stabilized(Livens), |h| 1e-12 + h.powi(3))
}

#[test]
fn where_a_constraint_takes_the_place_of_a_mass_the_order_is_two() -> Result<(), extremal::Error> {
    for q in places() {
        let ends = [50, 100].map(|steps| off_after_turning(Livens, q, SPINS[0], steps));
        let [coarse, fine] = ends;
        let (coarse, fine) = (coarse?, fine?);
        let orders = [0, 1].map(|part: usize| (coarse[part] / fine[part]).log2());
        assert!(
            orders.iter().all(|order| (order - 2.0).abs() < 0.1),
            "{q:?}: {coarse:?} {fine:?}"
        );
    }
    Ok(())
}

/// x moves as by the midpoint rule of x'' = -k x, with the angle 2 arctan(√k h/2) in each step.
#[test]
fn a_coordinate_without_mass_follows_its_constraint() -> Result<(), extremal::Error> {
    let k = 2.0_f64;
    for (x, v) in [(0.0, 1.0), (1.0, 0.0), (0.7, -1.3), (1e-9, 1.0)] {
        for h in [1e-3, 0.01, 0.1, 0.5] {
            let mut motion = Integrator::new(Height { k }, Livens, h, [x, 0.5 * x * x], [v, x * v])?;
            let energy = motion.energy();
            let angle = 2.0 * (0.5 * k.sqrt() * h).atan();
            for step in 1..=50 {
                motion.step()?;
                let (sine, cosine) = (f64::from(step) * angle).sin_cos();
                let expected = [x * cosine + v * sine / k.sqrt(), v * cosine - x * sine * k.sqrt()];
                let (q, p) = (motion.state().q, motion.state().p);
                let off = [
                    q[0] - expected[0],
                    p[0] - expected[1],
                    q[1] - 0.5 * q[0] * q[0],
                    p[1],
                ];
                assert!(
                    off.iter().all(|off| off.abs() < ROUNDING) && (motion.energy() - energy).abs() < ROUNDING,
                    "{x} {v} {h}: {off:?}"
                );
            }
        }
    }
    Ok(())
}
