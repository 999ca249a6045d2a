//! Inverse dynamics against formulas by hand, and against the acceleration, whose inverse it is.

use extremal::nalgebra::{SVector, Vector2, Vector3};
use extremal::prelude::*;
use extremal::{Failure, Scalar};
use num_dual::Dual64;

/// Two links with masses at their ends, joint angles relative to each other, motors and friction in both joints.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q1, q2),
    inputs(motor1, motor2),
    let elbow = [l1 * cos(q1), l1 * sin(q1)],
    let hand = elbow + [l2 * cos(q1 + q2), l2 * sin(q1 + q2)],
    kinetic = 0.5 * (m1 * dt(elbow).norm_squared() + m2 * dt(hand).norm_squared()),
    potential = g * (m1 * elbow[1] + m2 * hand[1]),
    dissipation = 0.5 * d * (dt(q1).powi(2) + dt(q2).powi(2)),
    force(q1 = motor1, q2 = motor2),
    discretize(Midpoint)
)]
struct Arm {
    m1: f64,
    m2: f64,
    l1: f64,
    l2: f64,
    g: f64,
    d: f64,
}

const ARM: Arm = Arm {
    m1: 1.3,
    m2: 0.7,
    l1: 0.8,
    l2: 0.6,
    g: 9.81,
    d: 0.2,
};

/// M. W. Spong, S. Hutchinson, M. Vidyasagar, Robot Modeling and Control, section 7.4, for point masses; and d q̇.
fn by_hand(q: [f64; 2], v: [f64; 2], a: [f64; 2]) -> [f64; 2] {
    let Arm { m1, m2, l1, l2, g, d } = ARM;
    let (c2, s2) = (q[1].cos(), q[1].sin());
    let m11 = m1 * l1 * l1 + m2 * (l1 * l1 + l2 * l2 + 2.0 * l1 * l2 * c2);
    let m12 = m2 * (l2 * l2 + l1 * l2 * c2);
    let m22 = m2 * l2 * l2;
    let h = -m2 * l1 * l2 * s2;
    let lower = m2 * l2 * g * (q[0] + q[1]).cos();
    [
        m11 * a[0]
            + m12 * a[1]
            + h * v[1] * (2.0 * v[0] + v[1])
            + (m1 + m2) * l1 * g * q[0].cos()
            + lower
            + d * v[0],
        m12 * a[0] + m22 * a[1] - h * v[0] * v[0] + lower + d * v[1],
    ]
}

/// Points without regularity: multiples of an irrational number, in [−2, 2).
fn numbers(from: usize) -> [f64; 6] {
    core::array::from_fn(|k| 4.0 * (((6 * from + k) as f64 + 1.0) * 0.618_033_988_749_894_9).fract() - 2.0)
}

/// Torques are below a hundred, of some fifty operations.
const TOLERANCE: f64 = 5e-14;

#[test]
fn the_torques_of_an_arm_are_those_by_hand() {
    for from in 0..50 {
        let [q1, q2, v1, v2, a1, a2] = numbers(from);
        let (q, v, a) = (Vector2::new(q1, q2), Vector2::new(v1, v2), Vector2::new(a1, a2));
        let expected = by_hand(q.into(), v.into(), a.into());
        let found = ARM.inverse_dynamics(0.0, &q, &v, &a).expect("a force");
        assert!(
            (found - Vector2::from(expected)).amax() < TOLERANCE,
            "{found} {expected:?}"
        );
        // The motors that give these torques give this acceleration; M has a condition below fifty.
        let back = ARM
            .acceleration(0.0, &q, &v, &found.into())
            .expect("a regular mass matrix");
        assert!((back - a).amax() < 50.0 * TOLERANCE, "{back} {a}");
    }
}

/// With the computed torque the error of tracking decays as it was designed, although M depends on q.
#[test]
fn computed_torque_tracks_a_path() {
    let wanted = |t: f64| {
        let (s, c) = t.sin_cos();
        [[s, 0.5 * c], [c, -0.5 * s], [-s, -0.5 * c]].map(Vector2::from)
    };
    let h = 1e-3;
    let mut motion = Integrator::new(ARM, Midpoint, h, [0.2, 0.3], [1.0, 0.0]).expect("a good start");
    motion
        .run_with(8000, |motion| {
            let State { t, q, .. } = motion.state();
            let v = motion.velocity()?;
            let [qd, vd, ad] = wanted(t);
            let a = ad + 25.0 * (qd - q) + 10.0 * (vd - v);
            Ok::<[f64; 2], extremal::Error>(ARM.inverse_dynamics(t, &q, &v, &a)?.into())
        })
        .expect("steps are small");
    let error = (motion.state().q - wanted(motion.time())[0]).amax();
    // What remains is of the order of h, by which the torque is held: h times the rate of the acceleration over 25.
    assert!(error < 1e-3, "{error}");
}

/// A frame that turns: T has a linear and a constant part in v, and L contains t; an input that does not enter linearly.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, z),
    inputs(u),
    let at = [x * cos(w * t) - y * sin(w * t), x * sin(w * t) + y * cos(w * t), z],
    kinetic = 0.5 * (1 + x * x) * dt(at).norm_squared(),
    potential = 0.5 * (x * x + 2 * y * y * z) * (1 + 0.2 * cos(t)),
    force(x = cos(u) * dt(y), z = u * u - 0.1 * dt(z)),
    discretize(Midpoint)
)]
struct Turning<T: Scalar> {
    w: T,
}

/// d/dt ∂L/∂v along q(t) = q + v t + ½ a t² by dual numbers in t, and ∂L/∂q by dual numbers in q.
#[test]
fn inverse_dynamics_is_the_equation_of_lagrange() {
    for from in 0..20 {
        let [x, y, z, vx, vy, vz] = numbers(from);
        let (q, v) = (Vector3::new(x, y, z), Vector3::new(vx, vy, vz));
        let a = Vector3::new(0.4, -1.1, 0.7);
        let t = 0.3 * from as f64;
        let found = Turning { w: 0.7 }
            .inverse_dynamics(t, &q, &v, &a)
            .expect("a force");
        let system = Turning { w: Dual64::from(0.7) };
        let dual = |x: &Vector3<f64>, rate: &Vector3<f64>| -> SVector<Dual64, 3> {
            SVector::from_fn(|k, _| Dual64::new(x[k], rate[k]))
        };
        let rate = system.momentum(Dual64::new(t, 1.0), &dual(&q, &v), &dual(&v, &a));
        let force = Turning { w: 0.7 }.force(t, &q, &v, &[0.0]);
        for k in 0..3 {
            let along = Vector3::from_fn(|i, _| f64::from(u8::from(i == k)));
            let still = Vector3::zeros();
            let slope = system
                .lagrangian(Dual64::from(t), &dual(&q, &along), &dual(&v, &still))
                .eps;
            let expected = rate[k].eps - slope - force[k];
            // Terms below a hundred.
            assert!(
                (found[k] - expected).abs() < 2e-13,
                "{k}: {} {expected}",
                found[k]
            );
        }
    }
}

/// A bead on a circle: the constraint does not react.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * 10 * r[1],
    constraint(circle = 0.5 * (r.norm_squared() - 1)),
    discretize(Midpoint)
)]
struct Bead {
    m: f64,
}

#[test]
fn reactions_are_not_contained() {
    let bead = Bead { m: 2.0 };
    let (q, v) = ([0.6, -0.8].into(), [0.8, 0.6].into());
    let found = bead.inverse_dynamics(0.0, &q, &v, [3.0, 4.0]).expect("a force");
    assert_eq!((found[0], found[1]), (6.0, 28.0)); // m a + m g e_y
    // Where nothing is applied, the force that is missing is that of the constraint.
    let a = bead.acceleration(0.0, &q, &v, &[]).expect("a regular constraint");
    let mut multipliers = [0.0];
    let reaction = bead
        .constraint_reactions(0.0, &q, &v, &[], &mut multipliers)
        .expect("a regular constraint");
    let applied = bead.inverse_dynamics(0.0, &q, &v, &a).expect("a force");
    assert!((applied - reaction).amax() < 1e-14);
    // m (g · q − v²) / q² = λ, with v = 1
    assert!(
        (multipliers[0] - 2.0 * (1.0 + 8.0)).abs() < 1e-13,
        "{multipliers:?}"
    );
}

/// Plans that overflow are errors, and no forces.
#[test]
fn a_force_is_a_number() {
    let found = Turning { w: 0.7 }.inverse_dynamics(0.0, [1.0; 3], [1e200; 3], [0.0; 3]);
    assert!(matches!(found, Err(Failure::NotFinite { .. })), "{found:?}");
    let found = ARM.inverse_dynamics(0.0, [f64::NAN, 0.0], [0.0; 2], [0.0; 2]);
    assert!(matches!(found, Err(Failure::NotFinite { .. })), "{found:?}");
}
