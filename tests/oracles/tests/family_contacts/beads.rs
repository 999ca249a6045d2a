//! Contacts where M depends on q, forces depend on v, and constraints tie the items: each scheme has equations of its own.

use extremal::prelude::*;
use extremal::{Discretize, StateOf};

use crate::support::compared::apart;

/// Beads that slide along spokes of wheels, which rods tie to each other, between a hub and a rim that turns.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(s[beads], a[beads]),
    kinetic = sum(0..beads, |i| 0.5 * m[i] * (dt(s[i]).powi(2) + s[i].powi(2) * dt(a[i]).powi(2))),
    potential = sum(0..beads, |i| 0.5 * k * (s[i] - 1.5).powi(2) + m[i] * 9.81 * s[i] * sin(a[i])),
    dissipation = sum(0..beads, |i| 0.1 * dt(s[i]).powi(2)),
    force(a = array(0..beads, |i| 0.2 * t - 0.3 * dt(a[i]))),
    constraint(tie = array(1..beads, |i| a[i] - 2 * a[i - 1] + 0.3 * sin(s[i - 1]))),
    contact(hub, gap = array(0..beads, |i| s[i] - 1), restitution = 0.6),
    contact(rim, gap = array(0..beads, |i| 2 - s[i]), slip = array(0..beads, |i| s[i] * dt(a[i]) - 0.5 * t),
        friction = array(0..beads, |i| 0.2 + 0.1 * i), restitution = array(0..beads, |i| 0.3 * m[i])),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta),
)]
struct Beads {
    beads: usize,
    m: Vec<f64>,
    k: f64,
}

#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(s[3], a[3]),
    kinetic = sum(0..3, |i| 0.5 * m[i] * (dt(s[i]).powi(2) + s[i].powi(2) * dt(a[i]).powi(2))),
    potential = sum(0..3, |i| 0.5 * k * (s[i] - 1.5).powi(2) + m[i] * 9.81 * s[i] * sin(a[i])),
    dissipation = sum(0..3, |i| 0.1 * dt(s[i]).powi(2)),
    force(a = array(0..3, |i| 0.2 * t - 0.3 * dt(a[i]))),
    constraint(tie = array(1..3, |i| a[i] - 2 * a[i - 1] + 0.3 * sin(s[i - 1]))),
    contact(hub, gap = array(0..3, |i| s[i] - 1), restitution = 0.6),
    contact(rim, gap = array(0..3, |i| 2 - s[i]), slip = array(0..3, |i| s[i] * dt(a[i]) - 0.5 * t),
        friction = array(0..3, |i| 0.2 + 0.1 * i), restitution = array(0..3, |i| 0.3 * m[i])),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta),
)]
struct Three {
    m: [f64; 3],
    k: f64,
}

/// The end of 200 steps of a fixed number of beads, the largest difference of those of any number, and the closed contacts.
fn compared<D: Copy>(scheme: D) -> (StateOf<Three>, f64, usize)
where
    Beads: Discretize<D, Scalar = f64>,
    Three: Discretize<D, Scalar = f64>,
{
    let (m, k) = ([1.0, 2.0, 0.5], 40.0);
    let (beads, three) = (
        Beads {
            beads: 3,
            m: m.to_vec(),
            k,
        },
        Three { m, k },
    );
    let q = [1.7_f64, 1.2, 1.4, 0.1, 0.2 - 0.3 * 1.7_f64.sin(), 0.0];
    let q = [q[0], q[1], q[2], q[3], q[4], 2.0 * q[4] - 0.3 * q[1].sin()];
    // Velocities that the constraints allow.
    let (speed, rate) = ([4.0, -5.0, 6.0], 0.4);
    let second = 2.0 * rate - 0.3 * q[0].cos() * speed[0];
    let v = [
        speed[0],
        speed[1],
        speed[2],
        rate,
        second,
        2.0 * second - 0.3 * q[1].cos() * speed[1],
    ];
    let mut a = Integrator::new(&beads, scheme, 2e-3, q.to_vec(), v.to_vec()).expect("a good start");
    let mut b = Integrator::new(three, scheme, 2e-3, q, v).expect("a good start");
    let (mut most, mut closed) = (0.0_f64, 0);
    for _ in 0..200 {
        a.step().expect("a good step");
        b.step().expect("a good step");
        let (x, y) = (a.state(), b.state());
        let numbers = [x.q.as_slice(), x.p.as_slice()].concat();
        most = most.max(apart(&numbers, &[y.q.as_slice(), y.p.as_slice()].concat()));
        let outside = |s: &&f64| **s < 1.0 || **s > 2.0;
        closed += y.q.iter().take(3).filter(outside).count();
    }
    (b.state(), most, closed)
}

/// Each step solves equations with a condition of some hundreds.
#[test]
fn beads_move_as_written_out() {
    let found = [
        compared(Moreau),
        compared(SymmetricMoreau),
        compared(VariationalMoreau),
        compared(NonsmoothMidpoint),
        compared(Theta { theta: 0.6 }),
    ];
    for (at, (state, most, closed)) in found.iter().enumerate() {
        assert!(*most < 3e-12 && *closed > 5, "{at}: {most:e} {closed}");
        for (other, ..) in &found[..at] {
            // By the order of the schemes, of which two differ least.
            assert!((state.q - other.q).amax() > 1e-7, "the schemes differ");
        }
    }
}
