//! Bodies in Euler parameters, which have no mass along e: near half turns, and near none, e nearly is a coordinate, and a row
//! of M is as small as the rounding of p.

use extremal::prelude::*;

/// A free body with the moments of inertia a, b and c.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(e[4]),
    let rates = [
        2 * (-e[1] * dt(e[0]) + e[0] * dt(e[1]) + e[3] * dt(e[2]) - e[2] * dt(e[3])),
        2 * (-e[2] * dt(e[0]) - e[3] * dt(e[1]) + e[0] * dt(e[2]) + e[1] * dt(e[3])),
        2 * (-e[3] * dt(e[0]) + e[2] * dt(e[1]) - e[1] * dt(e[2]) + e[0] * dt(e[3])),
    ],
    kinetic = 0.5 * (a * rates[0].powi(2) + b * rates[1].powi(2) + c * rates[2].powi(2)),
    constraint(unit = 0.5 * (e.norm_squared() - 1)),
    discretize(Midpoint, Livens)
)]
struct Body {
    a: f64,
    b: f64,
    c: f64,
}

/// Any number of them.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(e[n][4]),
    kinetic = sum(0..n, |i| 2 * a[i] * (-e[i][1] * dt(e[i])[0] + e[i][0] * dt(e[i])[1] + e[i][3] * dt(e[i])[2]
        - e[i][2] * dt(e[i])[3]).powi(2))
        + sum(0..n, |i| 2 * b[i] * (-e[i][2] * dt(e[i])[0] - e[i][3] * dt(e[i])[1] + e[i][0] * dt(e[i])[2]
        + e[i][1] * dt(e[i])[3]).powi(2))
        + sum(0..n, |i| 2 * c[i] * (-e[i][3] * dt(e[i])[0] + e[i][2] * dt(e[i])[1] - e[i][1] * dt(e[i])[2]
        + e[i][0] * dt(e[i])[3]).powi(2)),
    constraint(unit = array(0..n, |i| 0.5 * (e[i].norm_squared() - 1))),
    discretize(Midpoint)
)]
struct Bodies {
    n: usize,
    a: Vec<f64>,
    b: Vec<f64>,
    c: Vec<f64>,
}

const INERTIAS: [[f64; 3]; 4] = [
    [1.0, 1.0, 1.0],
    [1.0, 2.0, 3.0],
    [0.01, 1.0, 1.0],
    [1e-7, 3e-7, 2e-7],
];
const SPIN: [f64; 3] = [3.0, -2.0, 1.3];

/// A direction near a coordinate k: the other parts are `distance` times numbers of their own.
fn near(k: usize, distance: f64, turn: usize) -> [f64; 4] {
    let parts = [
        [0.3, -0.7, 0.5],
        [1.0, 0.0, 0.0],
        [-0.2, 0.9, 0.4],
        [0.6, 0.6, -0.5],
    ][turn % 4];
    let mut parts = parts.iter();
    let e: [f64; 4] = std::array::from_fn(|j| {
        if j == k {
            1.0
        } else {
            distance * parts.next().copied().unwrap_or_default()
        }
    });
    let norm = e.iter().map(|x| x * x).sum::<f64>().sqrt();
    e.map(|x| x / norm)
}

/// v = ½ E(e) w and p = 2 E(e) J w, for rates w in the body.
fn motion(e: [f64; 4], inertia: [f64; 3]) -> [[f64; 4]; 2] {
    let [e0, e1, e2, e3] = e;
    let rows = [[-e1, -e2, -e3], [e0, -e3, e2], [e3, e0, -e1], [-e2, e1, e0]];
    let of = |w: [f64; 3]| rows.map(|row| row.iter().zip(w).map(|(x, w)| x * w).sum::<f64>());
    let spin = std::array::from_fn(|k| inertia[k] * SPIN[k]);
    [of(SPIN).map(|x| 0.5 * x), of(spin).map(|x| 2.0 * x)]
}

/// Largest |v − w| over the largest |w|.
fn error(v: &[f64], w: &[f64]) -> f64 {
    let most = |x: &mut dyn Iterator<Item = f64>| {
        x.fold(0.0, |most: f64, x| {
            if x.abs() > most || x.is_nan() {
                x.abs()
            } else {
                most
            }
        })
    };
    most(&mut v.iter().zip(w).map(|(v, w)| v - w)) / most(&mut w.iter().copied())
}

/// All places, with momenta that are rounded, or have a part along e as momenta of steps have, which no velocity has.
fn each(mut check: impl FnMut([f64; 3], [f64; 4], [f64; 4], [f64; 4])) {
    for inertia in INERTIAS {
        for k in 0..4 {
            for turn in 0..12 {
                for distance in 0..24 {
                    let e = near(k, 10.0_f64.powf(-0.6 * f64::from(distance)), turn);
                    let [v, p] = motion(e, inertia);
                    let part = [0.0, 1e-16, 1e-9][turn % 3];
                    let size = p.iter().fold(0.0, |most: f64, p| most.max(p.abs()));
                    check(inertia, e, std::array::from_fn(|j| p[j] + part * size * e[j]), v);
                }
            }
        }
    }
}

/// A velocity may be off the constraint by 8 ε^¾ = 1.5e-11 of its summands before it is doubted; the rest is rounding, which
/// a ratio of inertias of 100 makes larger.
const ACCURACY: f64 = 1e-10;

#[test]
fn momenta_near_half_turns_have_the_velocity_of_the_body() {
    each(|[a, b, c], e, p, v| {
        let found = Body { a, b, c }
            .velocity(0.0, &e.into(), &p.into())
            .expect("constraints determine it");
        let error = error(found.as_slice(), &v);
        assert!(error <= ACCURACY, "{e:?}, {p:?}: {found:?} for {v:?}, {error:e}");
    });
}

#[test]
fn momenta_near_half_turns_have_it_in_systems_of_any_size() {
    let lone = near(1, 0.7, 2);
    let (other, inertia) = (motion(lone, INERTIAS[1]), INERTIAS[1]);
    each(|[a, b, c], e, p, v| {
        let bodies = Bodies {
            n: 2,
            a: vec![inertia[0], a],
            b: vec![inertia[1], b],
            c: vec![inertia[2], c],
        };
        let place = |first: [f64; 4], second: [f64; 4]| [first, second].concat();
        let (q, p) = (place(lone, e), place(other[1], p));
        let found = bodies
            .velocity(0.0, &q.clone().into(), &p.clone().into())
            .expect("constraints determine it");
        let error = error(&found.as_slice()[4..], &v);
        assert!(error <= ACCURACY, "{q:?}, {p:?}: {found:?} for {v:?}, {error:e}");
    });
}

/// The velocity and the energy that an integrator tells, at a start there and after a step.
#[test]
fn motions_near_half_turns_tell_the_energy_of_the_body() {
    for distance in 0..40 {
        let e = near(1, 10.0_f64.powf(-0.2 * f64::from(distance)), 0);
        let [v, _] = motion(e, INERTIAS[1]);
        let energy = 0.5 * (0..3).map(|k| INERTIAS[1][k] * SPIN[k].powi(2)).sum::<f64>();
        let [a, b, c] = INERTIAS[1];
        let mut one = Integrator::new(Body { a, b, c }, Midpoint, 1e-3, e, v).expect("a start");
        let bodies = Bodies {
            n: 1,
            a: vec![a],
            b: vec![b],
            c: vec![c],
        };
        let mut any = Integrator::new(bodies, Midpoint, 1e-3, e, v).expect("a start");
        let mut livens = Integrator::new(Body { a, b, c }, Livens, 1e-3, e, v).expect("a start");
        for step in 0..3 {
            // Momenta of steps are off those of the motion by order two: h² |w|² of them.
            let close = if step == 0 { 1e-9 } else { 1e-4 };
            let velocity = one.velocity().expect("a velocity");
            assert!(
                step > 0 || error(velocity.as_slice(), &v) <= ACCURACY,
                "{velocity:?}"
            );
            for found in [one.energy(), any.energy(), livens.energy()] {
                assert!(
                    (found - energy).abs() <= close * energy,
                    "{e:?}, step {step}: {found} for {energy}"
                );
            }
            one.step().expect("a step");
            any.step().expect("a step");
            livens.step().expect("a step");
        }
    }
}
