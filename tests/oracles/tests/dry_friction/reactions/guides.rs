//! Beads on guides: closed forms.

use super::{InAHoop, OnARail, in_each_scheme};
use crate::support::slope::slope;
use extremal::contacts::ContactState;
use extremal::prelude::*;

const G: f64 = 9.81;

/// N = m g cos α: from rest it has the acceleration g (sin α − μ cos α), or rests if that is below zero. Both are exact.
#[test]
fn a_bead_on_a_rail_slides_where_its_slope_is_above_friction() {
    let angle = std::f64::consts::FRAC_PI_6;
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            // tan 30° = 0.57735.
            for (mu, slides) in [(0.2, true), (0.577, true), (0.5774, false), (2.0, false)] {
                let rail = OnARail { m: 0.7, slope: angle, mu };
                let h = 1e-3;
                let mut motion = Integrator::new(rail, $scheme, h, [0.1, 0.0], [0.0; 2]).expect("on the rail");
                let mut work = 0.0;
                for _ in 0..1000 {
                    let report = motion.step().expect("a small step");
                    let expected = if slides { ContactState::Slip } else { ContactState::Stick };
                    assert_eq!(report.states, [expected], "{} {mu}", stringify!($scheme));
                    work += report.work();
                }
                let State { q, .. } = motion.state();
                if !slides {
                    assert_eq!(q[0].to_bits(), 0.1_f64.to_bits());
                    continue;
                }
                let a = G * (angle.sin() - mu * angle.cos());
                // Rounding of 1000 sums of numbers of size 1, in each of which a velocity has errors of a few ε.
                assert!((q[0] - 0.1 - 0.5 * a).abs() < 1e-12, "{} {mu}: {q}", stringify!($scheme));
                // The friction of the first node stands for half a step there: h/2 · h a of a way of a/2.
                let expected = -mu * rail.m * G * angle.cos() * 0.5 * a;
                assert!((work / expected - 1.0).abs() < 2.0 * h, "{mu}: {work} {expected}");
            }
        }};
    }
    in_each_scheme!(check);
}

/// The same on a blade, a constraint on velocities, whose reaction is the weight: a = −μ g.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    potential = m * 9.81 * y,
    rolling(blade = dt(y)),
    friction(rub, slip = dt(x), force = mu * multiplier(blade).abs()),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Midpoint)
)]
struct OnABlade {
    m: f64,
    mu: f64,
}

#[test]
fn a_blade_has_a_reaction_as_well() {
    let blade = OnABlade { m: 0.7, mu: 0.2 };
    macro_rules! check {
        ($scheme:expr) => {{
            let start = ([0.0; 2], [2.0, 0.0]);
            let mut motion =
                Integrator::new(blade, $scheme, 1e-3, start.0, start.1).expect("along the blade");
            motion.step_many(500).expect("small steps");
            let expected = 2.0 * 0.5 - 0.5 * 0.2 * G * 0.25;
            // Rounding of 500 sums of numbers of size 1.
            let x = motion.state().q[0];
            assert!(
                (x - expected).abs() < 1e-12,
                "{}: {x} {expected}",
                stringify!($scheme)
            );
            motion.step_many(1000).expect("small steps");
            let rest = motion.state().q;
            motion.step_many(100).expect("small steps");
            assert_eq!(motion.state().q[0].to_bits(), rest[0].to_bits());
        }};
    }
    check!(Moreau);
    check!(SymmetricMoreau);
    check!(VariationalMoreau);
    check!(NonsmoothMidpoint);
    check!(Midpoint);
}

/// Without weight the speed falls by the factor exp(−μ) in each radian, as in a rope around a post: θ = ln(1 + μ ω t)/μ.
#[test]
fn a_bead_in_a_ring_slows_down_as_a_rope_around_a_post() {
    let ring = InAHoop {
        m: 0.7,
        g: 0.0,
        r: 0.5,
        mu: 0.3,
    };
    let (span, speed) = (0.4, 4.0);
    let rate = speed / ring.r;
    let angle = (1.0 + ring.mu * rate * span).ln() / ring.mu;
    let expected = rate * (-ring.mu * angle).exp();
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let errors = [50, 100, 200, 400, 800].map(|n| {
                let h = span / n as f64;
                let mut motion =
                    Integrator::new(ring, $scheme, h, [0.0, -ring.r], [speed, 0.0]).expect("in the ring");
                motion.step_many(n).expect("small steps");
                let State { q, p, .. } = motion.state();
                let found = q[0].atan2(-q[1]);
                let of_p = (q[0] * p[1] - q[1] * p[0]) / (ring.m * ring.r * ring.r);
                (n, [found - angle, of_p - expected].map(f64::abs))
            });
            for which in [0, 1] {
                let order = slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-12);
                let expected = f64::from($orders[which]);
                assert!(
                    (order - expected).abs() < 0.1,
                    "{}, {which}: {order} {errors:?}",
                    stringify!($scheme)
                );
            }
        }};
    }
    in_each_scheme!(check);
}

/// y = v² over the angle, of what presses outwards: y′ = −2 g r sin θ − 2 μ (y + g r cos θ).
fn squared_speed(hoop: &InAHoop, y0: f64, angle: f64) -> f64 {
    let InAHoop { g, r, mu, .. } = *hoop;
    let scale = 2.0 * g * r / (1.0 + 4.0 * mu * mu);
    let particular = |angle: f64| scale * ((1.0 - 2.0 * mu * mu) * angle.cos() - 3.0 * mu * angle.sin());
    particular(angle) + (y0 - particular(0.0)) * (-2.0 * mu * angle).exp()
}

/// With weight the reaction changes along the way. v² at the end converges with the order of p. In schemes with friction at both
/// ends the change of E is the work of friction, up to an error of order h².
#[test]
fn a_bead_in_a_hoop_has_the_speed_of_its_closed_form() {
    let hoop = InAHoop {
        m: 0.7,
        g: G,
        r: 0.5,
        mu: 0.1,
    };
    let (span, speed) = (0.2, 8.0);
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let errors = [100, 200, 400, 800].map(|n| {
                let h = span / n as f64;
                let mut motion =
                    Integrator::new(hoop, $scheme, h, [0.0, -hoop.r], [speed, 0.0]).expect("in the hoop");
                let (energy, mut work, mut turned, mut last) = (motion.energy(), 0.0, 0.0, 0.0_f64);
                for _ in 0..n {
                    work += motion.step().expect("a small step").work();
                    let q = motion.state().q;
                    let angle = q[0].atan2(-q[1]);
                    let tau = 2.0 * std::f64::consts::PI;
                    turned += (angle - last + 1.5 * tau).rem_euclid(tau) - 0.5 * tau;
                    last = angle;
                }
                let p = motion.state().p;
                let expected = squared_speed(&hoop, speed * speed, turned);
                // It is above the middle of the hoop, and pressed outwards.
                let pressed = expected + G * hoop.r * turned.cos();
                assert!(turned > 2.0 && pressed > 1.0, "{turned} {pressed}");
                let lost = (motion.energy() - energy - work).abs();
                (n, [(p.norm_squared() / hoop.m.powi(2) - expected).abs(), lost])
            });
            let order = |which: usize| slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-13);
            let found = order(0);
            let expected = f64::from($orders[1]);
            assert!(
                (found - expected).abs() < 0.2,
                "{}: {found} {errors:?}",
                stringify!($scheme)
            );
            if expected == 2.0 {
                assert!(
                    (order(1) - 2.0).abs() < 0.2,
                    "{}: {errors:?}",
                    stringify!($scheme)
                );
            }
        }};
    }
    in_each_scheme!(check);
}
