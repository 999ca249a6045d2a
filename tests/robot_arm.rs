//! The six-axis arm against the recursion of Newton and Euler, written here in the axes of the base.

#[path = "../examples/robot_arm.rs"]
#[expect(dead_code, reason = "the example's own program")]
mod robot_arm;

use extremal::nalgebra::{Matrix3, Matrix4, SVector, Vector3};
use extremal::prelude::*;

use robot_arm::RobotArm;

type Axes = SVector<f64, 6>;

/// d, a, α of the table.
const TABLE: [[f64; 3]; 6] = {
    const Q: f64 = core::f64::consts::FRAC_PI_2;
    [
        [0.4, 0.18, -Q],
        [0.0, 0.6, 0.0],
        [0.0, 0.12, -Q],
        [0.62, 0.0, Q],
        [0.0, 0.0, -Q],
        [0.115, 0.0, 0.0],
    ]
};

/// The transformation of one link, from the textbook.
fn link(angle: f64, [d, a, twist]: [f64; 3]) -> Matrix4<f64> {
    let ((s, c), (st, ct)) = (angle.sin_cos(), twist.sin_cos());
    Matrix4::new(
        c,
        -s * ct,
        s * st,
        a * c,
        s,
        c * ct,
        -c * st,
        a * s,
        0.0,
        st,
        ct,
        d,
        0.0,
        0.0,
        0.0,
        1.0,
    )
}

/// Torques of the motors for given accelerations: forces and moments of all links, summed from the tip to the base.
fn torques(arm: &RobotArm, q: &Axes, v: &Axes, a: &Axes) -> Axes {
    let mut frames = vec![Matrix4::identity()];
    let (mut w, mut alpha) = (Vector3::zeros(), Vector3::zeros());
    // A base that accelerates upwards is gravity.
    let mut at_origin = Vector3::new(0.0, 0.0, arm.g);
    let mut loads = Vec::new();
    for i in 0..6 {
        let before = frames[i];
        let frame = before * link(q[i], TABLE[i]);
        frames.push(frame);
        let axis: Vector3<f64> = before.fixed_view::<3, 1>(0, 2).into();
        let origin = |f: &Matrix4<f64>| -> Vector3<f64> { f.fixed_view::<3, 1>(0, 3).into() };
        alpha += axis * a[i] + w.cross(&(axis * v[i]));
        w += axis * v[i];
        let s = origin(&frame) - origin(&before);
        at_origin += alpha.cross(&s) + w.cross(&w.cross(&s));
        let r: Matrix3<f64> = frame.fixed_view::<3, 3>(0, 0).into();
        let c = r * Vector3::from(arm.center[i]);
        let about_origin = Matrix3::from_fn(|j, k| arm.inertia[i][j][k]);
        let c_link = Vector3::from(arm.center[i]);
        // Steiner: from the origin of the frame to the centre of mass.
        let about_centre = about_origin
            - (Matrix3::identity() * c_link.dot(&c_link) - c_link * c_link.transpose()) * arm.m[i];
        let inertia = r * about_centre * r.transpose();
        let force = (at_origin + alpha.cross(&c) + w.cross(&w.cross(&c))) * arm.m[i];
        let moment = inertia * alpha + w.cross(&(inertia * w));
        loads.push((origin(&frame) + c, force, moment));
    }
    Axes::from_fn(|i, _| {
        let before = frames[i];
        let axis: Vector3<f64> = before.fixed_view::<3, 1>(0, 2).into();
        let pivot: Vector3<f64> = before.fixed_view::<3, 1>(0, 3).into();
        let about = loads[i..]
            .iter()
            .map(|(at, force, moment)| (at - pivot).cross(force) + moment);
        axis.dot(&about.sum::<Vector3<f64>>())
    })
}

/// Numbers between −1 and 1.
fn random(seed: &mut u64) -> f64 {
    *seed = seed
        .wrapping_mul(6_364_136_223_846_793_005)
        .wrapping_add(1_442_695_040_888_963_407);
    (*seed >> 11) as f64 / (1_u64 << 52) as f64 - 1.0
}

/// Links with full tensors, about the origins of their frames.
fn arm(seed: &mut u64) -> RobotArm {
    let m: [f64; 6] = core::array::from_fn(|_| 3.0 + 2.0 * random(seed));
    let center: [[f64; 3]; 6] = core::array::from_fn(|_| core::array::from_fn(|_| 0.2 * random(seed)));
    let inertia = core::array::from_fn(|i| {
        let c = Vector3::from(center[i]);
        let root = Matrix3::from_fn(|_, _| 0.3 * random(seed));
        // Second moments of mass about the centre: positive definite.
        let second = root * root.transpose() + c * c.transpose() * m[i];
        let tensor = Matrix3::identity() * second.trace() - second;
        core::array::from_fn(|j| core::array::from_fn(|k| tensor[(j, k)]))
    });
    RobotArm {
        m,
        center,
        inertia,
        g: 9.81,
    }
}

#[test]
fn accelerations_are_those_of_newton_and_euler() {
    let mut seed = 1;
    for _ in 0..200 {
        let arm = arm(&mut seed);
        let mut draw = |scale: f64| Axes::from_fn(|_, _| scale * random(&mut seed));
        let (q, v, given) = (draw(3.0), draw(4.0), draw(20.0));
        let a = arm
            .acceleration(0.0, &q, &v, &given.into())
            .expect("a regular mass matrix");
        let found = torques(&arm, &q, &v, &a);
        // Terms of the torques: the mass matrix times the accelerations, which are large where it is nearly singular.
        let size = 100.0 + 10.0 * a.norm();
        let error = (found - given).norm() / size;
        assert!(error < 1e-13, "{error:e}");
        let inverse = arm.inverse_dynamics(0.0, &q, &v, &a).expect("a force");
        let error = (inverse - found).norm() / size;
        assert!(error < 1e-13, "{error:e}");
    }
}

/// The arm falls: no motor acts, and the energy stays.
#[test]
fn a_falling_arm_keeps_its_energy() {
    let arm = RobotArm::of_rods(
        [12.0, 9.0, 5.0, 3.0, 1.5, 0.5],
        [0.1, 0.3, 0.06, 0.05, 0.04, 0.03],
    );
    let drift = |h: f64, steps: usize| {
        let mut motion =
            Integrator::new(&arm, Midpoint, h, [0.1, -1.2, 0.4, 0.3, -0.5, 0.2], [0.0; 6]).expect("a start");
        let start = motion.energy();
        for _ in 0..steps {
            motion.step_with([0.0; 6]).expect("a step");
        }
        (motion.energy() - start).abs()
    };
    // Order 2: the ratio of the errors is four.
    let (coarse, fine) = (drift(1e-3, 400), drift(5e-4, 800));
    let ratio = coarse / fine;
    assert!((3.8..4.2).contains(&ratio), "{coarse:e} / {fine:e} = {ratio}");
}
