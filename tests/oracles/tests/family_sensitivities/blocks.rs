//! Fields of contacts: gaps, slips, friction and restitution, against the same system written out.

use extremal::nalgebra::DMatrix;
use extremal::prelude::*;

use crate::support::compared::apart;
use crate::support::dense::dense;

/// Blocks on a hollow floor, which push each other.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[blocks][2]),
    kinetic = sum(0..blocks, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..blocks, |i| m[i] * (g * r[i][1] - tilt * r[i][0])),
    contact(floor,
        gap = array(0..blocks, |i| r[i][1] - radius[i] - hollow * r[i][0].powi(2)),
        slip = array(0..blocks, |i| dt(r[i][0]) + radius[i] * hollow * r[i][0] * dt(r[i][1])),
        friction = array(0..blocks, |i| mu[i] * (1 + 0.1 * r[i][0])), restitution = array(0..blocks, |i| e * radius[i])),
    contact(pair, gap = array(0..blocks - 1, |i| (r[i + 1] - r[i]).norm() - radius[i] - radius[i + 1]), restitution = e),
    sensitivities(mu, radius, m, g, e, hollow, tilt),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
struct Blocks {
    blocks: usize,
    m: Vec<f64>,
    radius: Vec<f64>,
    mu: Vec<f64>,
    g: f64,
    e: f64,
    hollow: f64,
    tilt: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[3][2]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = sum(0..3, |i| m[i] * (g * r[i][1] - tilt * r[i][0])),
    contact(floor,
        gap = array(0..3, |i| r[i][1] - radius[i] - hollow * r[i][0].powi(2)),
        slip = array(0..3, |i| dt(r[i][0]) + radius[i] * hollow * r[i][0] * dt(r[i][1])),
        friction = array(0..3, |i| mu[i] * (1 + 0.1 * r[i][0])), restitution = array(0..3, |i| e * radius[i])),
    contact(pair, gap = array(0..2, |i| (r[i + 1] - r[i]).norm() - radius[i] - radius[i + 1]), restitution = e),
    sensitivities(mu, radius, m, g, e, hollow, tilt),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
struct ThreeBlocks {
    m: [f64; 3],
    radius: [f64; 3],
    mu: [f64; 3],
    g: f64,
    e: f64,
    hollow: f64,
    tilt: f64,
}

macro_rules! blocked {
    ($scheme:expr) => {{
        let (m, radius, mu) = ([1.0, 2.0, 0.5], [0.5, 0.4, 0.6], [0.2, 0.5, 0.3]);
        let (g, e, hollow, tilt) = (9.81, 0.4, 0.05, 3.0);
        let [q, v] = [[-1.0, 0.6, 0.0, 0.5, 1.2, 0.8], [2.0, -1.0, 0.5, -0.5, -1.0, 0.0]];
        let blocks = Blocks {
            blocks: 3,
            m: m.to_vec(),
            radius: radius.to_vec(),
            mu: mu.to_vec(),
            g,
            e,
            hollow,
            tilt,
        };
        let three = ThreeBlocks {
            m,
            radius,
            mu,
            g,
            e,
            hollow,
            tilt,
        };
        let mut any = Integrator::new(blocks, $scheme, 0.01, q, v).expect("apart");
        let mut three = Integrator::new(three, $scheme, 0.01, q, v).expect("apart");
        let (mut seen, mut closed, mut worst) = (0, 0, 0.0_f64);
        for _ in 0..150 {
            if let (Ok(mut found), Ok(expected)) = (any.linearize(), three.linearize()) {
                let found = found.to_dense().expect("finite");
                let expected = [expected.by_state.as_slice(), expected.by_parameters.as_slice()].concat();
                worst = worst.max(apart(found.as_slice(), &expected));
                seen += 1;
            }
            closed += any.step().expect("a small step").contacts().count();
            three.step().expect("a small step");
        }
        assert!(
            seen > 50 && closed > 50 && worst < 1e-12,
            "{seen} {closed} {worst}"
        );
    }};
}

#[test]
fn steps_with_closed_contacts_vary_as_those_written_out() {
    blocked!(Moreau::default());
    blocked!(SymmetricMoreau::default());
    blocked!(VariationalMoreau::default());
}

/// z₁ = C z₀ − D A⁻¹ B z₀, with closed contacts.
#[test]
fn sparse_equations_are_those_of_the_derivative() {
    let blocks = Blocks {
        blocks: 3,
        m: vec![1.0, 2.0, 0.5],
        radius: vec![0.5, 0.4, 0.6],
        mu: vec![0.2, 0.5, 0.3],
        g: 9.81,
        e: 0.4,
        hollow: 0.05,
        tilt: 3.0,
    };
    let [q, v] = [[-1.0, 0.6, 0.0, 0.5, 1.2, 0.8], [2.0, -1.0, 0.5, -0.5, -1.0, 0.0]];
    let mut motion = Integrator::new(blocks, Moreau::default(), 0.01, q, v).expect("apart");
    let mut seen = 0;
    for _ in 0..60 {
        if let Ok(mut derivative) = motion.linearize() {
            let of = &derivative.equations()[0];
            let [a, b, c, d] = [
                &of.by_unknowns,
                &of.by_start,
                &of.end_by_start,
                &of.end_by_unknowns,
            ]
            .map(dense);
            if let Some(x) = a.lu().solve(&b) {
                let whole: DMatrix<f64> = c - d * x;
                let expected = derivative.to_dense().expect("finite");
                assert!((whole - expected).amax() < 1e-12);
                seen += 1;
            }
        }
        motion.step().expect("a small step");
    }
    assert!(seen > 30, "{seen}");
}
