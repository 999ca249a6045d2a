//! Momentum maps and energies that Livens' scheme keeps in systems of any size, over many steps.

use extremal::prelude::*;

/// Masses in a row without walls.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    let longer = |i| q[i + 1] - q[i] - rest[i],
    kinetic = sum(0..masses, |i| 1 / 2 * m[i] * dt(q[i]).powi(2)),
    potential = sum(0..masses - 1, |i| 1 / 2 * longer(i).powi(2) + 1 / 4 * longer(i).powi(4) + cosh(longer(i))),
    discretize(Livens, Polarized<Livens>),
)]
struct Free {
    masses: usize,
    m: Vec<f64>,
    rest: Vec<f64>,
}

/// Points with springs between them, of which every third one is a rod.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 1 / 2 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..springs.len(), |s| {
        let d = (r[springs[s][1]] - r[springs[s][0]]).norm();
        5 * (d - 1).powi(2) + 1 / (1 + d)
    }),
    constraint(rods = array(0..rods.len(), |k| (r[rods[k][1]] - r[rods[k][0]]).norm() - length[k])),
    discretize(Livens),
)]
struct Net {
    points: usize,
    m: Vec<f64>,
    springs: Vec<[usize; 2]>,
    rods: Vec<[usize; 2]>,
    length: Vec<f64>,
}

/// The same points under their weight, turning about the vertical.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 1 / 2 * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| {
        let d = (r[(i + 1) % points] - r[i]).norm();
        9.81 * r[i][2] + 5 * (d - 1).powi(2) + r[i][2].powi(4)
    }),
    discretize(Livens),
)]
struct Heavy {
    points: usize,
}

#[test]
fn a_free_chain_keeps_momentum_and_energy() {
    let masses = 20;
    let free = Free {
        masses,
        m: (0..masses).map(|i| 1.0 + 0.3 * (i as f64).sin()).collect(),
        rest: vec![0.5; masses - 1],
    };
    let q: Vec<f64> = (0..masses)
        .map(|i| 0.5 * i as f64 + 0.3 * (1.7 * i as f64).sin())
        .collect();
    let v: Vec<f64> = (0..masses).map(|i| 0.01 + (2.3 * i as f64).cos()).collect();
    let mut motion = Integrator::new(&free, Livens, 0.1, q, v).expect("a start");
    let total = |p: &[f64]| p.iter().sum::<f64>();
    let (energy, momentum) = (motion.energy(), total(motion.state().p.as_slice()));
    motion.step_many(2000).expect("small steps");
    let (de, dp) = (
        motion.energy() - energy,
        total(motion.state().p.as_slice()) - momentum,
    );
    // Random walks of the roundings of twenty momenta of size one, and of coordinates of size 10 in springs, 2000 steps long.
    assert!(dp.abs() < 1e-12, "{dp:e}");
    assert!(de.abs() < 1e-11, "{de:e}");
}

fn net() -> (Net, Vec<f64>, Vec<f64>) {
    let points = 12;
    let at = |i: usize| {
        let x = i as f64;
        [x, (1.3 * x).sin(), 0.5 * (0.7 * x).cos()]
    };
    let rods: Vec<[usize; 2]> = (0..points / 3).map(|k| [3 * k, 3 * k + 1]).collect();
    let length = |[a, b]: [usize; 2]| {
        let (a, b) = (at(a), at(b));
        (0..3).map(|k| (b[k] - a[k]).powi(2)).sum::<f64>().sqrt()
    };
    let springs = (0..points - 1)
        .map(|i| [i, i + 1])
        .chain((0..points - 2).map(|i| [i, i + 2]));
    let net = Net {
        points,
        m: (0..points).map(|i| 1.0 + 0.2 * (i as f64).cos()).collect(),
        springs: springs.filter(|[a, b]| a % 3 != 0 || b - a == 2).collect(),
        length: rods.iter().map(|&rod| length(rod)).collect(),
        rods,
    };
    // A rigid motion, which satisfies the rods: v = u + ω × r, such that the net turns almost in its place.
    let (u, w) = ([0.6, 1.9, 2.8], [0.2, 0.5, -0.3]);
    let v = (0..points).flat_map(|i| {
        let r = at(i);
        let cross = [
            w[1] * r[2] - w[2] * r[1],
            w[2] * r[0] - w[0] * r[2],
            w[0] * r[1] - w[1] * r[0],
        ];
        [0, 1, 2].map(|k| u[k] + cross[k])
    });
    let v = v.collect();
    ((net), (0..points).flat_map(at).collect(), v)
}

/// Σ p and Σ r × p.
fn maps(r: &[f64], p: &[f64]) -> [f64; 6] {
    let mut maps = [0.0; 6];
    for (r, p) in r.chunks_exact(3).zip(p.chunks_exact(3)) {
        for k in 0..3 {
            let (a, b) = ((k + 1) % 3, (k + 2) % 3);
            maps[k] += p[k];
            maps[3 + k] += r[a] * p[b] - r[b] * p[a];
        }
    }
    maps
}

#[test]
fn a_net_with_rods_keeps_both_momenta_and_energy() {
    let (net, q, v) = net();
    let mut motion = Integrator::new(&net, Livens, 0.05, q, v).expect("a start");
    let of = |state: extremal::StateOf<Net>| maps(state.q.as_slice(), state.p.as_slice());
    let (energy, kept) = (motion.energy(), of(motion.state()));
    motion.step_many(400).expect("small steps");
    let now = of(motion.state());
    let errors: Vec<f64> = now.iter().zip(kept).map(|(a, b)| a - b).collect();
    // Far from where it began, so that the maps are not kept by standing still.
    assert!(motion.state().q[0].abs() > 1.0);
    assert!(errors.iter().all(|e| e.abs() < 2e-12), "{errors:?}");
    // Of 147; it goes up and down by 1e-11 in 6000 steps.
    assert!((motion.energy() - energy).abs() < 3e-11);
    // Compensated sums: the length does not creep. Two places are rounded, and as much is left to the equation of the constraint.
    let q = motion.state().q;
    let rounded = 4.0 * f64::EPSILON * q.amax();
    for (k, [a, b]) in net.rods.iter().enumerate() {
        let d = (0..3)
            .map(|c| (q[3 * b + c] - q[3 * a + c]).powi(2))
            .sum::<f64>()
            .sqrt();
        assert!((d - net.length[k]).abs() < rounded, "{:e}", d - net.length[k]);
    }
}

#[test]
fn a_weight_leaves_the_vertical_map() {
    let points = 8;
    let heavy = Heavy { points };
    let at = |i: usize| {
        let phi = i as f64 / 8.0 * std::f64::consts::TAU;
        [1.2 * phi.cos(), 1.4 * phi.sin(), 0.1 * (3.0 * phi).sin()]
    };
    let q: Vec<f64> = (0..points).flat_map(at).collect();
    let v: Vec<f64> = q
        .chunks_exact(3)
        .flat_map(|r| [-0.7 * r[1], 0.8 * r[0], 0.1])
        .collect();
    let mut motion = Integrator::new(heavy, Livens, 0.02, q, v).expect("a start");
    let of = |state: extremal::StateOf<Heavy>| maps(state.q.as_slice(), state.p.as_slice());
    let (energy, before) = (motion.energy(), of(motion.state()));
    motion.step_many(400).expect("small steps");
    let after = of(motion.state());
    // Σ pₓ, Σ p_y and the map about the vertical; weights and walls change the other three.
    for k in [0, 1, 5] {
        assert!(
            (after[k] - before[k]).abs() < 1e-12,
            "{k} {:e}",
            after[k] - before[k]
        );
    }
    assert!((after[2] - before[2]).abs() > 1e-3 && (after[3] - before[3]).abs() > 1e-3);
    assert!((motion.energy() - energy).abs() < 1e-11);
}
