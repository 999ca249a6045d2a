//! Where bodies turn, stick and stay, and of which order their motions are, in q and p.

use crate::support::slope::slope;
use crate::systems::{Dusty, Hinged, SPRUNG, Sprung, Turned, reference};
use extremal::contacts::ContactState;
use extremal::nalgebra::SVector;
use extremal::prelude::*;

/// From 0.2 at rest it turns at −0.14 and 0.08, and stays at −0.02 with p = 0, to the bit.
///
/// A reversal within a step errs by 36 h²/k in the square of the distance to the centre, which is at least 0.05, and the node
/// next to it is a h²/2 from it, a < 23; the energy of nodes is that of the spring: 12 + 12 = 24 h² with two reversals before.
#[test]
fn a_sprung_mass_turns_where_it_should_and_stays() {
    macro_rules! check {
        ($scheme:expr) => {
            for n in [100.0, 200.0, 400.0, 800.0] {
                // No divisor of a half of the period, π/10.
                let h: f64 = 0.313 / n;
                let mut motion = Integrator::new(SPRUNG, $scheme, h, [0.2], [0.0]).expect("a start");
                let (mut turned, mut moved) = (Vec::new(), -1.0);
                while motion.time() < 2.0 {
                    let before = motion.state().q[0];
                    motion.step().expect("a step");
                    let change = motion.state().q[0] - before;
                    if change * moved < 0.0 {
                        turned.push(before);
                    }
                    if change != 0.0 {
                        moved = change;
                    }
                }
                turned.push(motion.state().q[0]);
                let errors = turned
                    .iter()
                    .zip([-0.14, 0.08, -0.02])
                    .map(|(x, e)| (x - e).abs());
                let most = errors.fold(0.0, f64::max);
                assert!(turned.len() == 3 && most < 26.0 * h * h, "{n}: {turned:?}");
                let rest = motion.state();
                assert!(rest.p[0] == 0.0, "{rest:?}");
                motion.step_many(20_000).expect("it rests");
                assert_eq!(motion.state().q[0].to_bits(), rest.q[0].to_bits());
                assert!(motion.state().p[0] == 0.0);
            }
        };
    }
    check!(Midpoint);
    check!(Livens);
}

/// `NonsmoothMidpoint` without gaps is `Midpoint` with dry friction.
#[test]
fn the_midpoint_rule_has_the_bits_of_its_form_for_contacts() {
    macro_rules! check {
        ($system:expr, $q:expr, $v:expr) => {
            let mut plain = Integrator::new($system, Midpoint, 0.01, $q, $v).expect("a start");
            let mut other = Integrator::new($system, NonsmoothMidpoint, 0.01, $q, $v).expect("a start");
            for _ in 0..500 {
                let reports = (plain.step().expect("a step"), other.step().expect("a step"));
                assert_eq!(reports.0, reports.1);
                assert_eq!(plain.state(), other.state());
            }
        };
    }
    check!(SPRUNG, [0.2], [0.0]);
    check!(Turned, [1.0, 0.0], [0.0, 1.0]);
    check!(Dusty, [1.0, 1.0], [0.5, -0.5]);
    check!(Hinged, [0.6, -0.8], [0.0, 0.0]);
}

/// The spring and a load are 2.9 against a bound of 3. Nothing moves, and p is zero; friction balances the load.
#[test]
fn what_is_loaded_below_the_bound_does_not_move() {
    macro_rules! check {
        ($scheme:expr) => {
            let h = 1e-3;
            let loaded = Sprung {
                k: 100.0,
                load: 1.0,
                f: 3.0,
            };
            let mut motion = Integrator::new(loaded, $scheme, h, [-0.019], [0.0]).expect("a start");
            for _ in 0..20_000 {
                let report = motion.step().expect("a step");
                let state = motion.state();
                assert_eq!(state.q[0].to_bits(), (-0.019_f64).to_bits());
                // The works at both ends are ½ (h/2 · 2.9)² = 1e-6, of opposite signs.
                let rounding = 16.0 * f64::EPSILON * 1e-6;
                assert!(
                    state.p[0] == 0.0 && report.work().abs() < rounding,
                    "{state:?}"
                );
                assert_eq!(report.states, [ContactState::Stick]);
                // h times the load to rounding of a few sums of 3e-3.
                assert!(
                    (report.percussions[1] + h * 2.9).abs() < 4e-18,
                    "{report:?}"
                );
            }
        };
    }
    check!(Midpoint);
    check!(Livens);
}

/// The orders of q and p at the end of a motion.
macro_rules! are_two {
    ($system:expr, $scheme:expr, $start:expr, $span:expr, $end:expr) => {
        let (start, end) = ($start, $end);
        let errors = [50, 100, 200, 400].map(|steps| {
            let h = $span / f64::from(steps);
            let mut motion = Integrator::new($system, $scheme, h, start.0, start.1).expect("a start");
            for _ in 0..steps {
                motion.step().expect("a step");
            }
            let State { q, p, .. } = motion.state();
            let off = [(q, end.0), (p, end.1)].map(|(found, end)| (found - SVector::from(end)).amax());
            (usize::try_from(steps).expect("few"), off)
        });
        // Numbers of one, and a reference that is exact to 1e-12.
        let orders = [0, 1].map(|k| slope(errors.iter().map(|(steps, off)| (*steps, off[k])), 1e-11));
        assert!(
            orders.iter().all(|order| (order - 2.0).abs() < 0.05),
            "{}: {orders:?}, {errors:?}",
            stringify!($scheme)
        );
    };
}

/// Masses that differ turn the slip, and friction with it.
#[test]
fn friction_that_turns_has_order_two() {
    let acceleration = |[x, y]: [f64; 2], [u, w]: [f64; 2]| {
        let brake = 0.5 / u.hypot(w);
        [-4.0 * x - brake * u, -y - 0.25 * brake * w]
    };
    let start = ([1.0, 0.0], [0.0, 1.0]);
    let (q, [u, w]) = reference(acceleration, start, 0.5);
    are_two!(Turned, Midpoint, start, 0.5, (q, [u, 4.0 * w]));
    are_two!(Turned, Livens, start, 0.5, (q, [u, 4.0 * w]));
}

/// M, W and the bound depend on q.
#[test]
fn friction_in_polar_coordinates_has_order_two() {
    let acceleration = |[r, phi]: [f64; 2], [u, w]: [f64; 2]| {
        let brake = (0.5 + 0.1 * r) / u.hypot(r * w);
        [
            r * w * w - 10.0 * (r - 1.0) + 9.81 * phi.cos() - brake * u,
            (-9.81 * phi.sin() - 2.0 * u * w) / r - brake * w,
        ]
    };
    let start = ([1.0, 1.0], [0.5, -0.5]);
    let (q, [u, w]) = reference(acceleration, start, 0.5);
    are_two!(Dusty, Midpoint, start, 0.5, (q, [u, q[0] * q[0] * w]));
    are_two!(Dusty, Livens, start, 0.5, (q, [u, q[0] * q[0] * w]));
}

/// The angle φ from the lowest point falls from 1.2 with φ̈ = −g sin φ + 2.
#[test]
fn friction_beside_a_constraint_has_order_two() {
    let (angle, start) = (1.2_f64, [0.0]);
    let ([phi], [w]) = reference(|[phi], _| [-9.81 * f64::sin(phi) + 2.0], ([angle], start), 0.6);
    let (place, along) = ([phi.sin(), -phi.cos()], [w * phi.cos(), w * phi.sin()]);
    let start = ([angle.sin(), -angle.cos()], [0.0, 0.0]);
    are_two!(Hinged, Midpoint, start, 0.6, (place, along));
    // It comes to rest within the angles that friction holds, sin φ < 2/9.81, and stays on its rod.
    let mut motion = Integrator::new(Hinged, Midpoint, 0.01, start.0, start.1).expect("a start");
    motion.step_many(2000).expect("it comes to rest");
    let rest = motion.state();
    assert!(rest.q[0].abs() < 2.0 / 9.81, "{rest:?}");
    motion.step_many(2000).expect("it rests");
    // Rounding of 9.81 h in each step, which the rod and the hinge take back.
    let rounding = 64.0 * f64::EPSILON;
    assert!((motion.state().q - rest.q).amax() < rounding && motion.state().p.amax() < rounding);
    assert!((motion.state().q.norm() - 1.0).abs() < rounding);
}
