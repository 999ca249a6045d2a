//! Redundant contacts share by least norm where that is asked for, and the motion is the same.

use extremal::contact_solver::{LeastNorm, SemismoothNewton};
use extremal::prelude::*;
use extremal::schemes::MoreauWith;

/// A table on four feet, which slides along x.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, z, a, b),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(z).powi(2) + 0.1 * dt(a).powi(2) + 0.2 * dt(b).powi(2)),
    potential = 9.81 * m * z,
    contact(first, gap = z + 0.4 * sin(a) + 0.6 * sin(b), slip = dt(x), friction = 0.3),
    contact(second, gap = z + 0.4 * sin(a) - 0.6 * sin(b), slip = dt(x), friction = 0.3),
    contact(third, gap = z - 0.4 * sin(a) - 0.6 * sin(b), slip = dt(x), friction = 0.3),
    contact(fourth, gap = z - 0.4 * sin(a) + 0.6 * sin(b), slip = dt(x), friction = 0.3),
    discretize(Moreau)
)]
struct Table {
    m: f64,
}

#[test]
fn feet_of_a_table_have_equal_shares_of_the_same_motion() {
    const H: f64 = 1e-3;
    let table = Table { m: 2.0 };
    // It falls to a little below zero, so that rounding opens no gap afterwards.
    let (q, v) = ([0.0, 1e-5, 0.0, 0.0], [1.0, -0.1, 0.0, 0.0]);
    let least = MoreauWith(LeastNorm(SemismoothNewton));
    let mut shared = Integrator::new(table, least, H, q, v).expect("a good start");
    let mut usual = Integrator::new(table, Moreau, H, q, v).expect("a good start");
    // (v_x + μ v_z)/(μ g) = 0.33 s until it rests.
    let (weight, mut slid, mut stuck) = (2.0 * 9.81 * H / 4.0, 0, 0);
    for step in 0..500 {
        let report = shared.step().expect("a good step");
        usual.step().expect("a good step");
        let (one, other) = (shared.state(), usual.state());
        // Rounding of 500 steps of momenta of up to 2.
        let off = (one.q - other.q).amax().max((one.p - other.p).amax());
        assert!(off < 1e-13, "step {step}: {off:e}");
        let percussions = report.percussions.as_slice();
        let (pressed, first) = (percussions[0], percussions[1]);
        for foot in percussions.chunks(2) {
            let apart = (foot[0] - pressed).abs().max((foot[1] - first).abs());
            // Velocities of 1 are stopped to some ε; percussions of 5e-3 are their change.
            assert!(apart < 1e-14, "step {step}: {percussions:?}");
        }
        if step < 3 {
            continue;
        }
        assert!((pressed - weight).abs() < 1e-14, "step {step}: {percussions:?}");
        let limit = 0.3 * weight;
        slid += usize::from((first + limit).abs() < 1e-12);
        stuck += usize::from(first.abs() < 1e-12);
    }
    assert!(slid > 320 && stuck > 150, "{slid} {stuck}");
}
