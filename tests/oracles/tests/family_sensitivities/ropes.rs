//! Fields of constraints, against the same system written out.

use extremal::prelude::*;

use crate::support::compared::apart;

/// Rods between points, the first of which is tied to a rail.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][2]),
    kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..points, |i| g * m[i] * r[i][1]),
    constraint(rail = r[0][1] - rise * r[0][0], rods = array(1..points, |i| (r[i] - r[i - 1]).norm_squared() - l[i].powi(2))),
    sensitivities(l, rise, m, g),
    discretize(Verlet, Midpoint, Livens, Hermite<P2>),
)]
struct Rope {
    points: usize,
    m: Vec<f64>,
    l: Vec<f64>,
    rise: f64,
    g: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..3, |i| g * m[i] * r[i][1]),
    constraint(rail = r[0][1] - rise * r[0][0], rods = array(1..3, |i| (r[i] - r[i - 1]).norm_squared() - l[i].powi(2))),
    sensitivities(l, rise, m, g),
    discretize(Verlet, Midpoint, Livens, Hermite<P2>),
)]
struct Three {
    m: [f64; 3],
    l: [f64; 3],
    rise: f64,
    g: f64,
}

macro_rules! roped {
    ($scheme:expr) => {{
        let (m, l, rise, g) = ([1.0, 2.0, 0.5], [9.0, 5.0, 13.0], 0.5, 9.81);
        let q = [2.0, 1.0, 5.0, 5.0, 10.0, 17.0];
        let v = [0.0; 6];
        let rope = Rope {
            points: 3,
            m: m.to_vec(),
            l: l.to_vec(),
            rise,
            g,
        };
        let mut any = Integrator::new(rope, $scheme, 0.02, q, v).expect("on the rods");
        let mut three = Integrator::new(Three { m, l, rise, g }, $scheme, 0.02, q, v).expect("on the rods");
        for _ in 0..5 {
            any.step().expect("a small step");
            three.step().expect("a small step");
        }
        let found = any.linearize().expect("masses").by_parameters().expect("finite");
        let expected = three.linearize().expect("masses").by_parameters;
        assert!(apart(found.as_slice(), expected.as_slice()) < 1e-12, "{found}");
    }};
}

#[test]
fn constrained_steps_vary_as_those_written_out() {
    roped!(Verlet);
    roped!(Midpoint);
    roped!(Livens);
    roped!(Hermite::<P2>::default());
}
