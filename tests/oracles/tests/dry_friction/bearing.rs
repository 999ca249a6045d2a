//! Friction in proportion to the reaction of a constraint: a field that the program sets from the multiplier before each step.

use crate::support::slope::slope;
use crate::systems::reference;
use extremal::prelude::*;

/// A bob of 1 kg on a rod of 1 m, whose bearing has the radius r. The multiplier is the tension.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    kinetic = 0.5 * (dt(x).powi(2) + dt(y).powi(2)),
    potential = 9.81 * y,
    constraint(rod = (x.powi(2) + y.powi(2)).sqrt() - 1),
    friction(bearing, slip = x * dt(y) - y * dt(x), force = torque),
    output(tension = multiplier(rod)),
    discretize(VariationalMoreau, Theta, NonsmoothMidpoint, Midpoint)
)]
struct Bob {
    torque: f64,
}

/// μ r
const ARM: f64 = 0.2;

/// It swings from the angle 1.2 towards 0: θ¨ = −9.81 sin θ + μ r (θ˙² + 9.81 cos θ). The reaction is that of the
/// state before the step: order 1 in q and p. In `VariationalMoreau` p lacks h/2 of the friction, too.
#[test]
fn the_reaction_of_the_state_before_has_order_one() {
    let span = 0.5;
    let ([angle], [rate]) = reference(
        |[theta], [rate]| [-9.81 * theta.sin() + ARM * (rate * rate + 9.81 * theta.cos())],
        ([1.2], [-0.1]),
        span,
    );
    assert!(rate < 0.0 && angle > 0.0);
    let (sin, cos) = angle.sin_cos();
    macro_rules! check {
        ($scheme:expr) => {{
            let errors = [50, 100, 200, 400, 800].map(|n| {
                let h = span / n as f64;
                let (q, v) = ([1.2_f64.sin(), -1.2_f64.cos()], [-0.1 * 1.2_f64.cos(), -0.1 * 1.2_f64.sin()]);
                let mut motion = Integrator::new(Bob { torque: 0.0 }, $scheme, h, q, v).expect("on the rod");
                for _ in 0..n {
                    let (state, v) = (motion.state(), motion.velocity().expect("a mass"));
                    let bob = Bob { torque: 0.0 };
                    let tension = bob.tension(state.t, &state.q, &v).expect("a rod");
                    let torque = ARM * tension.abs();
                    motion.set_system(Bob { torque }).expect("a bound");
                    motion.step().expect("a step");
                }
                let State { q, p, .. } = motion.state();
                let of_q = (q[0] - sin).hypot(q[1] + cos);
                let of_p = (p[0] - rate * cos).hypot(p[1] - rate * sin);
                // The bound is up to 0.2 · 20 and changes with 0.2 · 60 in a second: 12 h/2 over 0.5 s; and 4 h/2 in p.
                assert!(of_q < 10.0 * h && of_p < 10.0 * h, "{n}: {of_q} {of_p}");
                (n, [of_q, of_p])
            });
            for which in [0, 1] {
                let order = slope(errors.iter().map(|(n, e)| (*n, e[which])), 1e-12);
                assert!((order - 1.0).abs() < 0.15, "{}, {which}: {order} {errors:?}", stringify!($scheme));
            }
        }};
    }
    check!(VariationalMoreau);
    check!(Theta { theta: 0.5 });
    check!(NonsmoothMidpoint);
    check!(Midpoint);
}
