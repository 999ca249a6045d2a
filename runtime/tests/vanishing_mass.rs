//! A mass that vanishes at a place: what `Midpoint` tells, and a coordinate that passes it.

use extremal::prelude::*;

/// T = ½ q² q̇²
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(coordinates(q), kinetic = 0.5 * q.powi(2) * dt(q).powi(2), discretize(Midpoint))]
struct Vanishing;

/// The same with s = q²/2 where q is above zero, and −q²/2 below.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(coordinates(s), kinetic = 0.5 * dt(s).powi(2), discretize(Midpoint))]
struct Even;

#[test]
fn a_vanishing_mass_is_an_error_after_64_steps_at_most() {
    for h in [0.1, 0.03, 0.01, 0.003, 0.001, 0.0007] {
        for (q, v) in [
            (-1.0, 1.0),
            (-1.0, 0.3),
            (-0.9, 1.0),
            (-0.9, 0.3),
            (-1.37, 1.0),
            (1.37, -0.3),
        ] {
            // |q|² = q₀² + 2 q₀ v₀ t
            let passed: f64 = -0.5 * q / v;
            let mut motion = Integrator::new(Vanishing, Midpoint, h, [q], [v]).expect("a start");
            let failed = (0..20_000).find_map(|_| motion.step().err());
            assert!(failed.is_some(), "{h} {q} {v}");
            let ended = motion.time();
            assert!(
                ended > passed - 1.5 * h && ended < passed + 64.0 * h,
                "{h} {q} {v} {ended}"
            );

            let mut even =
                Integrator::new(Even, Midpoint, h, [0.5 * q * q.abs()], [q.abs() * v]).expect("a start");
            even.step_many(4000).expect("no place without mass");
            let expected = 0.5 * q * q.abs() + q.abs() * v * even.time();
            assert!((even.state().q[0] - expected).abs() < 1e-9);
        }
    }
}
