//! Friction that falls with the speed of the slip: a mass on a belt, blocks on a floor, in all schemes.

use extremal::contacts::ContactState;
use extremal::prelude::*;
use extremal::schemes::ClosedGaps;

use crate::support::slope::slope;

/// A mass of 1 kg on a spring and on a belt. Stribeck's curve falls from f at rest to f/2.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    friction(belt, slip = dt(x) - b, force = f * (0.5 + 0.5 * exp(-((dt(x) - b) / s).powi(2)))),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta, NonsmoothMidpoint, Midpoint, Livens)
)]
struct Belt {
    k: f64,
    b: f64,
    f: f64,
    s: f64,
}

const BELT: Belt = Belt {
    k: 4.0,
    b: 1.0,
    f: 3.0,
    s: 0.5,
};

/// The accelerating force of the belt on what is slower than it.
fn of_belt(v: f64) -> f64 {
    BELT.f * (0.5 + 0.5 * (-((v - BELT.b) / BELT.s).powi(2)).exp())
}

/// One step of the method of Runge and Kutta of what is slower than the belt.
fn slides([x, v]: [f64; 2], h: f64) -> [f64; 2] {
    let a = |x: f64, v: f64| of_belt(v) - BELT.k * x;
    let a1 = a(x, v);
    let (v2, a2) = (v + 0.5 * h * a1, a(x + 0.5 * h * v, v + 0.5 * h * a1));
    let (v3, a3) = (v + 0.5 * h * a2, a(x + 0.5 * h * v2, v + 0.5 * h * a2));
    let (v4, a4) = (v + h * a3, a(x + h * v3, v + h * a3));
    [
        x + h * (v + 2.0 * (v2 + v3) + v4) / 6.0,
        v + h * (a1 + 2.0 * (a2 + a3) + a4) / 6.0,
    ]
}

/// From event to event: it sticks until the spring has the largest force, x = f/k, and slides until it is as fast as the
/// belt again, where the force of the spring is smaller. The time of that event is bisected in a step.
/// The error of a step is h⁵ with h = 1e-4.
fn of_events(span: f64, mut x: f64) -> ([f64; 2], usize) {
    let (mut t, mut events) = (0.0, 0);
    loop {
        let until = (BELT.f / BELT.k - x) / BELT.b;
        if t + until >= span {
            return ([x + BELT.b * (span - t), BELT.b], events);
        }
        t += until;
        let mut z = [BELT.f / BELT.k, BELT.b];
        events += 1;
        loop {
            let h = (span - t).min(1e-4);
            let next = slides(z, h);
            if next[1] >= BELT.b && next[0] < 0.5 {
                break;
            }
            (z, t) = (next, t + h);
            if t >= span {
                return (z, events);
            }
        }
        let (mut low, mut high) = (0.0, 1e-4);
        for _ in 0..60 {
            let middle = 0.5 * (low + high);
            match slides(z, middle)[1] < BELT.b {
                true => low = middle,
                false => high = middle,
            }
        }
        ([x, _], t) = (slides(z, low), t + low);
        events += 1;
    }
}

/// All schemes, with dry friction alone.
macro_rules! in_each_scheme {
    ($check:ident) => {{
        $check!(Moreau);
        $check!(SymmetricMoreau);
        $check!(VariationalMoreau);
        $check!(Theta { theta: 0.5 });
        $check!(ClosedGaps(VariationalMoreau));
        $check!(NonsmoothMidpoint);
        $check!(Midpoint);
        $check!(Livens);
    }};
}

/// The bound is that of the velocity before a percussion: order 1 in q and p, while it slides and through changes between
/// sticking and sliding.
#[test]
fn a_bound_of_the_speed_has_order_one() {
    macro_rules! check {
        ($scheme:expr) => {{
            // Sliding from rest; and from the belt through five changes.
            for (from, span, events) in [([0.5, 0.0], 0.5, 0), ([0.0, 1.0], 9.0, 5)] {
                let ([x, v], seen) = match events {
                    0 => ((0..5000).fold(from, |z, _| slides(z, 1e-4)), 0),
                    _ => of_events(span, from[0]),
                };
                assert_eq!(seen, events);
                let errors = [400, 800, 1600, 3200, 6400].map(|n| {
                    let h = span / f64::from(n);
                    let mut motion = Integrator::new(BELT, $scheme, h, [from[0]], [from[1]]);
                    let motion = motion.as_mut().expect("a good start");
                    motion.step_many(n as usize).expect("small steps");
                    let State { q, p, .. } = motion.state();
                    // Of a sum of |a| < 6 and |da/dv| < 3 over the span, grown by exp(3 t) where friction falls; a change at a
                    // node in place of within a step errs by 6 h again.
                    let bound = if events == 0 { 10.0 * h } else { 60.0 * h };
                    let [of_q, of_p] = [q[0] - x, p[0] - v].map(f64::abs);
                    assert!(of_q < bound && of_p < bound, "{n}: {of_q} {of_p}");
                    (n as usize, [of_q, of_p])
                });
                for which in [0, 1] {
                    let order = slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-12);
                    // Times of changes are nodes, so that errors are not smooth in h.
                    let off = if events == 0 { 0.15 } else { 0.4 };
                    assert!(
                        (order - 1.0).abs() < off,
                        "{}, {events}, {which}: {order} {errors:?}",
                        stringify!($scheme)
                    );
                }
            }
        }};
    }
    in_each_scheme!(check);
}

/// Between the friction of sliding, 1.5, and that of rest, 3, a mass that rests stays to the bit, and one that slides goes on.
#[test]
fn what_rests_has_the_friction_of_rest() {
    let still = Belt { b: 0.0, ..BELT };
    macro_rules! check {
        ($scheme:expr) => {{
            let mut motion = Integrator::new(still, $scheme, 1e-3, [0.7], [0.0]).expect("a good start");
            for _ in 0..2000 {
                let report = motion.step().expect("a small step");
                assert_eq!(
                    motion.state().q[0].to_bits(),
                    0.7_f64.to_bits(),
                    "{}",
                    stringify!($scheme)
                );
                assert!(report.states.iter().all(|&state| state == ContactState::Stick));
            }
            let mut motion = Integrator::new(still, $scheme, 1e-3, [0.7], [-2.0]).expect("a good start");
            motion.step_many(200).expect("small steps");
            // With the friction of rest it would be at 0.7 − 2 · 0.2 + (3 − 4 · 0.7) 0.02 > 0.3.
            assert!(motion.state().q[0] < 0.3, "{:?}", motion.state());
        }};
    }
    in_each_scheme!(check);
}

/// What presses is the weight: friction μ(γ) m g, as dry friction of that bound.
macro_rules! blocks {
    ($name:ident, $count:tt, $($field:tt)*) => {
        #[derive(Clone, Debug, Lagrangian)]
        #[lagrangian(
            coordinates(x[$count], y[$count]),
            kinetic = sum(0..$count, |i| 0.5 * m[i] * (dt(x[i]).powi(2) + dt(y[i]).powi(2))),
            potential = sum(0..$count, |i| m[i] * 10 * y[i] + 0.5 * k * x[i].powi(2)),
            contact(floor, gap = array(0..$count, |i| y[i]), slip = array(0..$count, |i| dt(x[i]) - 1),
                friction = array(0..$count, |i| mu * (0.5 + 0.5 * exp(-(2 * (dt(x[i]) - 1)).powi(2))))),
            discretize(Moreau, SymmetricMoreau, VariationalMoreau, Theta),
        )]
        struct $name {
            $($field)*
            k: f64,
            mu: f64,
        }
    };
}

blocks!(Blocks, n, n: usize, m: Vec<f64>,);
blocks!(Three, 3, m: [f64; 3],);

/// m = 1 has the motion of the mass on the belt; those of systems of any size are those written out. Rounding of 7000 steps
/// of numbers of size 1, amplified by exp(3 t) with 1/s in seven phases of 0.7 s at most, in which friction falls.
#[test]
fn pressed_blocks_are_those_of_dry_friction() {
    macro_rules! check {
        ($scheme:expr) => {{
            let m = [1.0, 2.0, 0.5];
            let (x, v, h) = ([0.0, 0.2, 0.4], [1.0, 0.0, 0.5], 1e-3);
            let start = [x, [0.0; 3]].concat();
            let velocity = [v, [0.0; 3]].concat();
            let (k, mu) = (4.0, 0.3);
            let blocks = Blocks { n: 3, m: m.to_vec(), k, mu };
            let mut any = Integrator::new(blocks, $scheme, h, start, velocity).expect("a good start");
            let three = Three { m, k, mu };
            let [q, u] = [x, v].map(|z| [z[0], z[1], z[2], 0.0, 0.0, 0.0]);
            let mut fixed = Integrator::new(three, $scheme, h, q, u).expect("a good start");
            let mut belt = Integrator::new(BELT, $scheme, h, [0.0], [1.0]).expect("a good start");
            let mut seen = [false; 2];
            for step in 0..7000 {
                let report = fixed.step().expect("a small step");
                any.step().expect("a small step");
                belt.step().expect("a small step");
                seen[usize::from(report.states[1] == ContactState::Stick)] = true;
                for i in 0..6 {
                    let (one, other) = (any.state().q[i], fixed.state().q[i]);
                    assert!((one - other).abs() < 1e-9, "{step}, {i}: {one} {other}");
                }
                // A contact has no half of a percussion at its start: h f/2 of velocity in another phase of the same cycle.
                let off = (fixed.state().q[0] - belt.state().q[0]).abs();
                assert!(off < 20.0 * h, "{step}: {off}");
            }
            assert_eq!(seen, [true; 2]);
        }};
    }
    check!(Moreau);
    check!(SymmetricMoreau);
    check!(VariationalMoreau);
    check!(Theta { theta: 0.5 });
    check!(ClosedGaps(VariationalMoreau));
}

/// A bound that is below zero at some speed.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = -4 * x,
    friction(seal, slip = dt(x), force = 1 - dt(x).powi(2)),
    discretize(Moreau, VariationalMoreau)
)]
struct Wrong;

#[test]
fn bounds_below_zero_at_a_speed_are_refused() {
    let error = Integrator::new(Wrong, Moreau, 1e-3, [0.0], [2.0]).expect_err("no bound");
    let expected = "the force of the friction `seal` is -3; it must be at least 0 and finite";
    assert!(error.to_string().contains(expected), "{error}");
    let mut motion = Integrator::new(Wrong, VariationalMoreau, 1e-3, [0.0], [0.0]).expect("a good start");
    let error = loop {
        let before = motion.state();
        if let Err(error) = motion.step() {
            assert_eq!(motion.state(), before);
            break error;
        }
        assert!(motion.time() < 1.0, "the speed is 1 before");
    };
    assert!(
        error
            .to_string()
            .contains("the force of the friction `seal` is -"),
        "{error}"
    );
}
