//! Bearings against an independent integrator, with reactions in closed form or of a small linear problem.

use super::{OnAPin, in_each_scheme};
use crate::support::slope::slope;
use crate::systems::reference;
use extremal::contacts::ContactState;
use extremal::prelude::*;

const BAR: OnAPin = OnAPin {
    m: 1.2,
    j: 0.1,
    g: 9.81,
    l: 0.5,
    arm: 0.05,
};

fn place(angle: f64) -> [f64; 3] {
    [BAR.l * angle.sin(), -BAR.l * angle.cos(), angle]
}

fn velocity(angle: f64, rate: f64) -> [f64; 3] {
    [BAR.l * angle.cos() * rate, BAR.l * angle.sin() * rate, rate]
}

/// (j + m l²) θ¨ = −m g l sin θ − s c |R|, R/m = (l θ¨ cos θ − l θ˙² sin θ, l θ¨ sin θ + l θ˙² cos θ + g): the size of R is iterated,
/// which contracts by c m l/(j + m l²) < 0.1.
fn acceleration(angle: f64, rate: f64) -> f64 {
    let OnAPin { m, j, g, l, arm } = BAR;
    let (sin, cos) = angle.sin_cos();
    let mut found = 0.0;
    for _ in 0..40 {
        let along = l * found * cos - l * rate * rate * sin;
        let across = l * found * sin + l * rate * rate * cos + g;
        let friction = rate.signum() * arm * m * along.hypot(across);
        found = (-m * g * l * sin - friction) / (j + m * l * l);
    }
    found
}

#[test]
fn a_bearing_has_the_reaction_of_the_same_node() {
    let span = 0.5;
    let ([angle], [rate]) = reference(
        |[angle], [rate]| [acceleration(angle, rate)],
        ([1.2], [-0.1]),
        span,
    );
    assert!(rate < -0.5, "it slides all the time: {rate}");
    let [x, y, _] = place(angle);
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let errors = [50, 100, 200, 400, 800].map(|n| {
                let h = span / n as f64;
                let mut motion =
                    Integrator::new(BAR, $scheme, h, place(1.2), velocity(1.2, -0.1)).expect("on the pin");
                motion.step_many(n).expect("small steps");
                let State { q, p, .. } = motion.state();
                let of_q = (q[0] - x).hypot(q[1] - y).max((q[2] - angle).abs());
                (n, [of_q, (p[2] / BAR.j - rate).abs()])
            });
            for which in [0, 1] {
                let order = slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-12);
                let expected = f64::from($orders[which]);
                // The reaction of `Theta` alternates by what the start has of it: here little.
                let is_theta = $orders == [1, 1] && order > 0.8;
                assert!(
                    is_theta || (order - expected).abs() < 0.2,
                    "{}, {which}: {order} {errors:?}",
                    stringify!($scheme)
                );
            }
        }};
    }
    in_each_scheme!(check);
}

/// It stops where friction carries the bar, away from the bottom, and stays there to the bit; the torque balances the weight.
#[test]
fn a_bar_comes_to_rest_beside_the_bottom() {
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let h = 1e-3;
            let mut motion = Integrator::new(BAR, $scheme, h, place(1.2), [0.0; 3]).expect("on the pin");
            let mut left = motion.energy();
            for _ in 0..6 {
                motion.step_many(1000).expect("small steps");
                // Moreau's E has the momentum on the left of a node, which lacks half of the friction there.
                assert!(motion.energy() < left + 0.01, "{}", stringify!($scheme));
                left = left.min(motion.energy());
            }
            let rest = motion.state().q;
            for _ in 0..1000 {
                let report = motion.step().expect("a small step");
                assert_eq!(report.states, [ContactState::Stick]);
                let torque = report.percussions[1] / h;
                let weight = BAR.m * BAR.g * BAR.l * rest[2].sin();
                // Rounding of q/h² of 1e6 in forces, by the masses; in `Theta` the alternating velocity along a constraint is not damped.
                let bound = if $orders == [1, 1] { 1e-4 } else { 1e-7 };
                assert!(
                    (torque - weight).abs() < bound,
                    "{}: {torque} {weight}",
                    stringify!($scheme)
                );
                assert!(weight.abs() < BAR.arm * BAR.m * BAR.g);
            }
            assert_eq!(motion.state().q, rest, "{}", stringify!($scheme));
            assert!(rest[2] != 0.0);
        }};
    }
    in_each_scheme!(check);
}

/// Without weight and at rest nothing presses on the bearing, so that it has no friction.
#[test]
fn an_idle_bearing_stays_where_it_is() {
    let idle = OnAPin { g: 0.0, ..BAR };
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let start = place(1.2);
            let mut motion = Integrator::new(idle, $scheme, 1e-3, start, [0.0; 3]).expect("on the pin");
            motion.step_many(1000).expect("small steps");
            assert_eq!(motion.state().q[2].to_bits(), start[2].to_bits());
        }};
    }
    in_each_scheme!(check);
}

/// A motion that goes on from a snapshot, or from a step that was dropped, has the same bits.
#[test]
fn reactions_are_in_snapshots() {
    let start = || Integrator::new(BAR, VariationalMoreau, 1e-3, place(1.2), [0.0; 3]).expect("on the pin");
    let mut motion = start();
    motion.step_many(400).expect("small steps");
    let snapshot = motion.snapshot();
    motion.step_many(400).expect("small steps");
    let mut again = start();
    again.restore(&snapshot).expect("the snapshot of such a motion");
    again.step_many(400).expect("small steps");
    assert_eq!(motion.state(), again.state());
}

/// Two bars in a chain, with a bearing in each joint. The coordinates of their middles are along, and so are both reactions.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x0, y0, a0, x1, y1, a1),
    kinetic = 0.5 * (dt(x0).powi(2) + dt(y0).powi(2) + dt(x1).powi(2) + dt(y1).powi(2))
        + 0.05 * (dt(a0).powi(2) + dt(a1).powi(2)),
    potential = 9.81 * (y0 + y1),
    constraint(pin = [x0 - 0.5 * sin(a0), y0 + 0.5 * cos(a0)]),
    constraint(knee = [x1 - 0.5 * sin(a1) - x0 - 0.5 * sin(a0), y1 + 0.5 * cos(a1) - y0 + 0.5 * cos(a0)]),
    friction(upper, slip = dt(a0), force = arm * multiplier(pin).norm()),
    friction(lower, slip = dt(a1) - dt(a0), force = arm * multiplier(knee).norm()),
    discretize(VariationalMoreau, NonsmoothMidpoint, Midpoint)
)]
struct Chain {
    arm: f64,
}

const ARM: f64 = 0.02;

/// The accelerations of the angles for these torques of both bearings.
fn bend([a, b]: [f64; 2], [u, v]: [f64; 2], [upper, lower]: [f64; 2]) -> [f64; 2] {
    // r₀ = e(a)/2, r₁ = e(a) + e(b)/2: M = [[1.25 + 0.1, 0.5 cos], [0.5 cos, 0.25 + 0.1]].
    let (sin, cos) = (a - b).sin_cos();
    let right = [
        -0.5 * sin * v * v - 9.81 * 1.5 * a.sin() + upper - lower,
        0.5 * sin * u * u - 9.81 * 0.5 * b.sin() + lower,
    ];
    let (m, c, n) = (1.35, 0.5 * cos, 0.35);
    let determinant = m * n - c * c;
    [
        (n * right[0] - c * right[1]) / determinant,
        (m * right[1] - c * right[0]) / determinant,
    ]
}

/// The same with friction: the sizes of both reactions, those of the accelerations of the middles, are iterated.
fn rubbed(angles: [f64; 2], rates: [f64; 2]) -> [f64; 2] {
    let signs = [rates[0].signum(), (rates[1] - rates[0]).signum()];
    let middle = |k: usize, found: [f64; 2], part: f64| {
        let (sin, cos) = angles[k].sin_cos();
        let square = rates[k] * rates[k];
        [
            part * (found[k] * cos - square * sin),
            part * (found[k] * sin + square * cos),
        ]
    };
    let mut found = [0.0; 2];
    for _ in 0..60 {
        let (half, whole) = (middle(0, found, 0.5), middle(0, found, 1.0));
        let end = middle(1, found, 0.5);
        let knee = [whole[0] + end[0], whole[1] + end[1] + 9.81];
        let pin = [knee[0] + half[0], knee[1] + half[1] + 9.81];
        let size = |r: [f64; 2]| ARM * r[0].hypot(r[1]);
        found = bend(angles, rates, [-signs[0] * size(pin), -signs[1] * size(knee)]);
    }
    found
}

#[test]
fn two_bearings_know_both_reactions() {
    // Both slide in one direction all the time.
    let (angles, rates, span) = ([0.3, 0.2], [2.0, 8.0], 0.12);
    let ([a, b], [u, v]) = reference(rubbed, (angles, rates), span);
    assert!(u > 0.5 && v > u + 0.5, "{u} {v}");
    let middles = |a: f64, b: f64| {
        let first = [0.5 * a.sin(), -0.5 * a.cos()];
        [
            first[0],
            first[1],
            a,
            2.0 * first[0] + 0.5 * b.sin(),
            2.0 * first[1] - 0.5 * b.cos(),
            b,
        ]
    };
    let start = middles(angles[0], angles[1]);
    let [da, db] = [0, 1].map(|k| [0.5 * angles[k].cos() * rates[k], 0.5 * angles[k].sin() * rates[k]]);
    let moved = [
        da[0],
        da[1],
        rates[0],
        2.0 * da[0] + db[0],
        2.0 * da[1] + db[1],
        rates[1],
    ];
    macro_rules! check {
        ($scheme:expr, $orders:expr) => {{
            let errors = [50, 100, 200, 400].map(|n| {
                let h = span / n as f64;
                let mut motion =
                    Integrator::new(Chain { arm: ARM }, $scheme, h, start, moved).expect("a chain");
                motion.step_many(n).expect("small steps");
                let State { q, p, .. } = motion.state();
                let of_q = (q[2] - a).abs().max((q[5] - b).abs());
                (n, [of_q, (p[2] / 0.1 - u).abs().max((p[5] / 0.1 - v).abs())])
            });
            for which in [0, 1] {
                let order = slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-12);
                let expected = f64::from($orders[which]);
                assert!(
                    (order - expected).abs() < 0.2,
                    "{}, {which}: {order} {errors:?}",
                    stringify!($scheme)
                );
            }
        }};
    }
    check!(VariationalMoreau, [2, 1]);
    check!(NonsmoothMidpoint, [2, 2]);
    check!(Midpoint, [2, 2]);
}
