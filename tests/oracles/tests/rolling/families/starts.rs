//! Starts of systems of any size: a velocity that violates a constraint is refused with its number, and projected. A motion goes
//! on from its states.

use extremal::Failure;
use extremal::error::AnySizeFailure;
use extremal::prelude::*;

use super::systems::{Discs, Sleds};
use crate::systems::distance;

fn sleds() -> Sleds {
    Sleds {
        m: vec![1.0, 2.0, 0.7],
        k: 0.1,
        a: 0.2,
        s: 0.0,
    }
}

const Q: [f64; 9] = [0.0, 0.3, 1.1, 0.0, 2.0, 0.4, 0.0, -0.3, 0.5];

/// Along the first two blades and against the third one.
const V: [f64; 9] = [1.0, 0.0, 0.0, 0.0, 0.7, 0.0, 0.0, 0.0, 0.0];

#[test]
fn velocities_across_a_blade_are_refused() {
    fn refused<D>(scheme: D)
    where
        Sleds: Discretize<D, Inputs = [f64; 1]>,
    {
        let error = Integrator::new(sleds(), scheme, 0.01, Q, V)
            .map(|_| ())
            .expect_err("it slips");
        let Failure::AnySize(failure) = error.failure else {
            panic!("{error}");
        };
        let AnySizeFailure::ConstraintViolated {
            constraint,
            violation,
            is_rate: true,
        } = failure
        else {
            panic!("{failure}");
        };
        assert_eq!(constraint.to_string(), "blade[2]");
        assert!((violation + 0.7 * 0.5_f64.sin()).abs() < 1e-15, "{violation}");
    }
    refused(Verlet);
    refused(Midpoint);
    refused(Livens);
    // Ten digits are not enough, wherever the sled is: the constraint has no rounding of coordinates.
    let is_refused = |off: f64| {
        let (mut q, mut v) = (Q, V);
        q[4] = 50.0;
        (v[4], v[5]) = (0.9 * 0.5_f64.cos() + off, 0.9 * 0.5_f64.sin());
        Integrator::new(sleds(), Midpoint, 0.01, q, v).is_err()
    };
    assert!(!is_refused(0.0) && is_refused(1e-10));
}

/// The nearest velocity in the metric of M; coordinates stay.
#[test]
fn starts_are_projected_in_velocities_alone() {
    let system = sleds();
    let (q, v) = system.project(0.0, Q, V).expect("a start near");
    assert_eq!(q.as_slice(), Q);
    let (sin, cos) = 0.5_f64.sin_cos();
    // M⁻¹ Aᵀ (A M⁻¹ Aᵀ)⁻¹ A v with masses 0.7 and 0.3.
    let slip = -0.7 * sin / (1.0 / 0.7 + system.a.powi(2) / 0.3);
    let expected = [0.7 + sin * slip / 0.7, -cos * slip / 0.7, system.a * slip / 0.3];
    assert!(distance(&[v[4], v[5], v[8]], &expected) < 1e-15);
    assert_eq!(&v.as_slice()[..4], &V[..4]);
    assert!(Integrator::new(&system, Midpoint, 0.01, q, v).is_ok());
    // Kept velocities: the others make it roll.
    let keep = Keep {
        velocities: &[4, 8],
        ..Keep::NOTHING
    };
    let found = system
        .project_keeping(0.0, &Q.to_vec().into(), &V.to_vec().into(), keep)
        .expect("a start that keeps two");
    assert_eq!((found.v[4], found.v[8]), (0.7, 0.0));
    assert!((found.v[5] - 0.7 * sin / cos).abs() < 1e-15);
}

/// Rods are corrected along themselves, though the rolling would tie the points of contact to the angles.
#[test]
fn constraints_on_coordinates_are_projected_without_those_on_velocities() {
    let discs = Discs { m: vec![1.0, 2.0] };
    let q = [0.0, 0.0, 1.1, 0.0, 0.3, 0.2, 0.0, 0.4];
    let (found, v) = discs.project(0.0, q, [0.1; 8]).expect("a start near");
    assert_eq!(&found.as_slice()[4..], &q[4..]);
    assert!((found[2] - found[0] - 1.0).abs() < 1e-15 && found[1] == 0.0 && found[3] == 0.0);
    for (i, angle) in [0.0, 0.4_f64].into_iter().enumerate() {
        let spin = 0.4 * v[4 + i];
        assert!(
            distance(
                &[v[2 * i], v[2 * i + 1]],
                &[spin * angle.cos(), spin * angle.sin()]
            ) < 1e-15
        );
    }
    assert!(Integrator::new(discs, Midpoint, 0.01, found, v).is_ok());
}

/// States of a step are off the constraint by O(h²), and are starts all the same. After a change of the step size as well.
#[test]
fn a_motion_goes_on_from_its_states() {
    fn goes_on<D: Copy>(scheme: D)
    where
        Sleds: Discretize<D, Inputs = [f64; 1]>,
    {
        let (q, v) = sleds().project(0.0, Q, V).expect("a start near");
        let mut motion = Integrator::new(sleds(), scheme, 0.05, q, v).expect("it rolls");
        for _ in 0..7 {
            motion.step_with([0.3]).expect("regular steps");
        }
        let state = motion.state();
        let v = motion.velocity().expect("masses");
        // What a start of this velocity lacks.
        assert!(Integrator::new(sleds(), scheme, 0.05, state.q.clone(), v).is_err());
        let mut other = Integrator::from_state(sleds(), scheme, 0.05, state).expect("a state of a motion");
        for _ in 0..20 {
            motion.step_with([0.3]).expect("regular steps");
            other.step_with([0.3]).expect("regular steps");
        }
        let (one, two) = (motion.state(), other.state());
        assert!(distance(one.q.as_slice(), two.q.as_slice()) < 1e-12);
        assert!(distance(one.p.as_slice(), two.p.as_slice()) < 1e-12);
        motion.set_step_size(0.04).expect("another step size");
        motion.step_with([0.3]).expect("regular steps");
        let snapshot = motion.snapshot();
        motion.step_with([0.3]).expect("regular steps");
        let end = motion.state();
        motion.restore(&snapshot).expect("a snapshot of this motion");
        motion.step_with([0.3]).expect("regular steps");
        assert_eq!(motion.state(), end);
    }
    goes_on(Verlet);
    goes_on(Midpoint);
    goes_on(Livens);
}

/// A coordinate off a constraint on coordinates is refused in a state that goes on, as without rolling.
#[test]
fn states_off_a_rod_are_refused() {
    let discs = Discs { m: vec![1.0, 2.0] };
    let q: Vec<f64> = vec![0.0, 0.0, 1.1, 0.0, 0.3, 0.2, 0.0, 0.4];
    let state = State {
        t: 0.0,
        q: q.clone().into(),
        p: vec![0.0; 8].into(),
    };
    let error = Integrator::from_state(&discs, Midpoint, 0.01, state)
        .map(|_| ())
        .expect_err("a long rod");
    assert!(error.to_string().contains("rod[0]"), "{error}");
}

/// A kick acts along what the blades leave free: dp = b − Aᵀ ν with A M⁻¹ dp = 0, sled by sled.
#[test]
fn kicks_act_along_the_blades() {
    let system = sleds();
    let (q, v) = system.project(0.0, Q, V).expect("a start near");
    let mut motion = Integrator::new(&system, Midpoint, 0.01, q, v.clone()).expect("it rolls");
    let kick = [0.0, 0.0, 0.0, 0.0, 0.3, 0.5, 0.0, 0.0, 0.2];
    motion.kick(kick).expect("an impulse");
    let after = motion.velocity().expect("masses");
    let ((sin, cos), masses) = (0.5_f64.sin_cos(), [0.7, 0.7, 0.3]);
    let across = [-sin, cos, -system.a];
    let dot = |x: [f64; 3]| (0..3).map(|k| across[k] * x[k] / masses[k]).sum::<f64>();
    let of_sled = [kick[4], kick[5], kick[8]];
    let share = dot(of_sled) / dot(across);
    let expected: Vec<f64> = (0..3)
        .map(|k| (of_sled[k] - share * across[k]) / masses[k])
        .collect();
    let change = after - v;
    assert!(distance(&[change[4], change[5], change[8]], &expected) < 1e-14);
    assert!(change.rows(0, 4).norm() < 1e-15);
}
