//! Derivatives of the constraints, compared with dual numbers; of accelerations; of steps, compared with differences; and snapshots.

use extremal::prelude::*;
use num_dual::{Dual64, DualNum};

use super::systems::{ANGLES, Driven, RODS, Rods, Sphere};

fn driven<T: DualNum<Primitive = f64> + extremal::Scalar>() -> Driven<T> {
    let [m, n, g, l, b, omega] = [0.7, 0.4, 9.81, 1.2, 0.3, 5.0].map(<T as extremal::Scalar>::from_f64);
    Driven { m, n, g, l, b, omega }
}

#[test]
fn jacobian_and_rates_are_those_of_dual_numbers() {
    let (t, q, v) = (0.37, [0.4, 1.1, -0.8], [0.2, -0.6, 1.5]);
    let system = driven::<f64>();
    let (jacobian, rates) = (
        system.constraint_jacobian(t, &q.into()),
        system.constraint_rates(t, &q.into(), &v.into()),
    );
    let dual = driven::<Dual64>();
    for column in 0..3 {
        let seeded = |i: usize| Dual64::new(q[i], if i == column { 1.0 } else { 0.0 });
        let g = dual.constraints(Dual64::from(t), &[seeded(0), seeded(1), seeded(2)].into());
        for row in 0..2 {
            // The same operations in another order.
            assert!((jacobian[(row, column)] - g[row].eps).abs() < 1e-14);
        }
    }
    let along = |i: usize| Dual64::new(q[i], v[i]);
    let g = dual.constraints(Dual64::new(t, 1.0), &[along(0), along(1), along(2)].into());
    assert!((0..2).all(|row| (rates[row] - g[row].eps).abs() < 1e-14));
    let force = system.constraint_force(t, &q.into(), &[2.0, -3.0]);
    let expected = -(jacobian.transpose() * extremal::nalgebra::SVector::from([2.0, -3.0]));
    assert!((force - expected).norm() < 1e-14);
}

/// d²g/dt² = 0 along the acceleration: from the rates with dual numbers along (v, a), which share no code with the solve.
#[test]
fn accelerations_keep_the_constraints() {
    let system = driven::<f64>();
    let t = 0.37;
    let (q, v) = system
        .project(t, [0.2, 1.1, -0.8], [0.1, -0.6, 1.5])
        .expect("a regular motion");
    let a = system.acceleration(t, &q, &v, &[]).expect("a regular motion");
    let pair = |x: &[f64], dx: &[f64]| [0, 1, 2].map(|i| Dual64::new(x[i], dx[i]));
    let rates = driven::<Dual64>().constraint_rates(
        Dual64::new(t, 1.0),
        &pair(q.as_slice(), v.as_slice()).into(),
        &pair(v.as_slice(), a.as_slice()).into(),
    );
    // Terms of size 30 with some roundings.
    assert!(rates.iter().all(|rate| rate.eps.abs() < 1e-13), "{rates:?}");
    // M a − f is a combination of the rows of G, with the multipliers as coefficients.
    let multipliers = system.multipliers(t, &q, &v, &[]).expect("a regular motion");
    let force = system.constraint_force(t, &q, &multipliers);
    let inertia = [0.4 * a[0], 0.7 * a[1], 0.7 * (a[2] + 9.81)];
    assert!((0..3).all(|i| (inertia[i] - force[i]).abs() < 1e-13));
}

/// Differences between motions from two starts that both satisfy the constraints.
#[test]
fn a_step_is_linearized_with_its_constraints() {
    fn check<D>(scheme: D)
    where
        super::systems::Rods:
            Discretize<D, Linearization = extremal::derivatives::LinearizationOf<f64, 8, 0, 0>>,
        D: Copy,
    {
        let start = |e: f64| {
            let (q, v) = ANGLES.masses([1.0 + e, 1.6 - 0.5 * e], [0.3 + 2.0 * e, -0.4 + e]);
            Integrator::<_, D>::new(RODS, scheme, 0.05, q, v).expect("a regular motion")
        };
        let derivative = start(0.0).linearize().expect("a regular motion").by_state;
        let both = |motion: &Integrator<super::systems::Rods, D>| {
            let State { q, p, .. } = motion.state();
            extremal::nalgebra::SVector::<f64, 8>::from_fn(|i, _| if i < 4 { q[i] } else { p[i - 4] })
        };
        let e = 1e-5;
        let (mut before, mut after) = (start(-e), start(e));
        let at_start = (both(&after) - both(&before)) / (2.0 * e);
        before.step().expect("a regular motion");
        after.step().expect("a regular motion");
        let at_end = (both(&after) - both(&before)) / (2.0 * e);
        // Central differences: e² and ε/e.
        let error = (derivative * at_start - at_end).amax();
        assert!(error < 1e-7, "{error:e}");
    }
    check(Midpoint);
    check(Verlet);
    check(Galerkin::<2, Gauss<2>>::default());
}

#[test]
fn a_motion_goes_on_with_the_same_bits() {
    let (q, v) = ANGLES.masses([1.0, 1.6], [0.3, -0.4]);
    let mut motion = Integrator::new(RODS, Midpoint, 0.01, q, v).expect("a regular motion");
    for _ in 0..10 {
        motion.step().expect("a regular motion");
    }
    let snapshot = motion.snapshot();
    let first: Vec<_> = (0..5)
        .map(|_| (motion.step().expect("a regular motion"), motion.state()))
        .collect();
    motion.restore(&snapshot).expect("a regular motion");
    let second: Vec<_> = (0..5)
        .map(|_| (motion.step().expect("a regular motion"), motion.state()))
        .collect();
    assert_eq!(first, second);
}

/// The facts and the text of a system with constraints.
#[test]
fn facts_and_descriptions_contain_constraints() {
    const { assert!(super::systems::Rods::STRUCTURE.constraints == 2) };
    const { assert!(super::systems::Rods::STRUCTURE.is_conservative) };
    const { assert!(!Driven::<f64>::STRUCTURE.is_scleronomic && !Driven::<f64>::STRUCTURE.is_conservative) };
    let text = super::systems::Rods::describe();
    assert!(
        text.contains("2, functions of the coordinates; 2 degrees of freedom"),
        "{text}"
    );
    assert!(text.contains("upper: ") && text.contains("λ₀"), "{text}");
}

/// The vertical angular momentum: proven from L and the constraint, and kept by every scheme.
#[test]
fn symmetries_are_kept_with_constraints() {
    fn check<D>(scheme: D)
    where
        Sphere: Discretize<D>,
    {
        let sphere = Sphere {
            m: 1.1,
            g: 9.81,
            l: 1.3,
        };
        let (q, v) = sphere
            .project(0.0, [1.0, 0.2, -0.8], [0.4, 1.5, 0.3])
            .expect("a sphere is near");
        let mut motion = Integrator::<_, D>::new(sphere, scheme, 0.02, q, v).expect("a start on the sphere");
        let start = sphere.vertical(&motion.state());
        for _ in 0..5000 {
            motion.step().expect("a regular motion");
        }
        // 5000 roundings of 2e-16, which add up like the root of their number at best and to one side at worst.
        assert!((sphere.vertical(&motion.state()) / start - 1.0).abs() < 1e-12);
    }
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
}

/// A trajectory includes multipliers; lists of another length are refused.
#[test]
fn a_trajectory_is_written_and_read() {
    type Kept = Trajectory<Rods, Galerkin<2, Gauss<2>>>;
    let (q, v) = RODS
        .project(0.0, [0.7, -0.6, 1.5, -1.2], [0.1; 4])
        .expect("a place is near");
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let mut motion = Integrator::new(RODS, scheme, 0.01, q, v).expect("a start");
    let trajectory = motion.run(3).expect("a regular motion");
    let text = serde_json::to_string(&trajectory).expect("numbers can be written");
    let mut read: Kept = serde_json::from_str(&text).expect("what was written");
    assert_eq!(read.states(), trajectory.states());
    assert_eq!(read.elements(), trajectory.elements());
    motion.record(&mut read, 1).expect("a regular motion");
    assert_eq!(read.len(), 5);
    let longer = text.replacen("\"end_impulses\":[", "\"end_impulses\":[1.0,", 1);
    assert!(longer != text && serde_json::from_str::<Kept>(&longer).is_err());
}
