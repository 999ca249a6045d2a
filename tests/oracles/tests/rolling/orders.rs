//! Orders of convergence in q and p, of a system that is driven, damped and blown at, against its reduced equations.

use extremal::prelude::*;

use super::support::order::{Errors, extrapolated};
use super::support::slope::slope;
use super::systems::{NEAR, PUSH, SLED, Sled, distance, rate_of_sled};

const END: f64 = 2.0;

fn errors<D: Copy>(scheme: D) -> Vec<Errors>
where
    Sled<f64>: Discretize<D, Inputs = [f64; 1]>,
{
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let p = SLED.momentum(0.0, &q, &v);
    let start = [q[0], q[1], q[2], p[0], p[1], p[2]];
    let exact = extrapolated(rate_of_sled, start, END, 40);
    let of = |steps: usize| {
        let mut motion = Integrator::new(SLED, scheme, END / steps as f64, q, v).expect("a start that rolls");
        for _ in 0..steps {
            motion.step_with([PUSH]).expect("a regular step");
        }
        let State { q, p, .. } = motion.state();
        Errors {
            steps,
            q: distance(q.as_slice(), &exact[..3]),
            p: distance(p.as_slice(), &exact[3..]),
        }
    };
    [40, 80, 160, 320].map(of).to_vec()
}

/// Order 2 by symmetry. On these grids the term of order 4 changes the slope by less than 0.05: errors are below a part in a
/// hundred.
fn is_of_second_order<D: Copy>(scheme: D, name: &str)
where
    Sled<f64>: Discretize<D, Inputs = [f64; 1]>,
{
    let errors = errors(scheme);
    let q = slope(errors.iter().map(|e| (e.steps, e.q)), 1e-13);
    let p = slope(errors.iter().map(|e| (e.steps, e.p)), 1e-13);
    println!("{name}: orders {q:.3} in q and {p:.3} in p, {:?}", errors.last());
    assert!(
        (q - 2.0).abs() < 0.05 && (p - 2.0).abs() < 0.05,
        "{name}: {errors:?}"
    );
}

#[test]
fn steps_are_of_second_order_in_q_and_p() {
    is_of_second_order(Verlet, "Verlet");
    is_of_second_order(Midpoint, "Midpoint");
    is_of_second_order(Galerkin::<1, Gauss<2>>::default(), "Galerkin<1, Gauss<2>>");
    is_of_second_order(Livens, "Livens");
    is_of_second_order(Polarized(Livens), "Polarized<Livens>");
}

/// The constraint holds for the mean over a step, and at the nodes to O(h²).
fn violation<D: Copy>(scheme: D, steps: usize) -> f64
where
    Sled<f64>: Discretize<D, Inputs = [f64; 1]>,
{
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let mut motion = Integrator::new(SLED, scheme, END / steps as f64, q, v).expect("a start that rolls");
    let mut most: f64 = 0.0;
    for _ in 0..steps {
        motion.step_with([PUSH]).expect("a regular step");
        let State { t, q, .. } = motion.state();
        let v = motion.velocity().expect("masses");
        most = most.max(SLED.constraint_rates(t, &q, &v)[0].abs());
    }
    most
}

#[test]
fn nodes_violate_the_constraint_to_second_order() {
    for (name, ratio) in [
        ("Verlet", violation(Verlet, 160) / violation(Verlet, 320)),
        ("Midpoint", violation(Midpoint, 160) / violation(Midpoint, 320)),
        ("Livens", violation(Livens, 160) / violation(Livens, 320)),
    ] {
        assert!((ratio - 4.0).abs() < 0.2, "{name}: {ratio}");
    }
}

/// Steps of two lengths in turn: what the momentum lacks of the constraint, e ↦ −e + c h², adds up to O(h).
#[test]
fn lengths_that_alternate_leave_p_of_first_order() {
    let (q, v) = SLED.project(0.0, NEAR.0, NEAR.1).expect("a start near");
    let p = SLED.momentum(0.0, &q, &v);
    let exact = extrapolated(rate_of_sled, [q[0], q[1], q[2], p[0], p[1], p[2]], END, 40);
    let error = |pairs: usize| {
        let h = END / pairs as f64;
        let mut motion = Integrator::new(SLED, Midpoint, h / 3.0, q, v).expect("a start that rolls");
        for _ in 0..pairs {
            motion.set_step_size(h / 3.0).expect("a length");
            motion.step_with([PUSH]).expect("a regular step");
            motion.set_step_size(2.0 * h / 3.0).expect("a length");
            motion.step_with([PUSH]).expect("a regular step");
        }
        let State { q, p, .. } = motion.state();
        [
            distance(q.as_slice(), &exact[..3]),
            distance(p.as_slice(), &exact[3..]),
        ]
    };
    let (coarse, fine) = (error(200), error(400));
    let ratios = [coarse[0] / fine[0], coarse[1] / fine[1]];
    println!("{ratios:?}");
    assert!(
        (ratios[0] - 4.0).abs() < 0.4 && (ratios[1] - 2.0).abs() < 0.2,
        "{ratios:?}"
    );
}
