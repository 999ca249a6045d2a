//! Steps against those of the same systems written out.

use extremal::nalgebra::{DMatrix, DVector};
use extremal::prelude::*;

use super::systems::{
    Discs, FourCars, Gears, Grid, Sleds, ThreeDiscs, ThreeSleds, Train, TwoByThree, TwoGears,
};
use crate::systems::distance;

const PUSH: f64 = 0.4;
const STEP: f64 = 0.05;
/// Of p and impulses: terms of constraints on coordinates are of size ten, and their rounding of 1e-15 is divided by h. In a hundred
/// steps it adds up, as no step removes what p lacks of a constraint.
const OF_P: f64 = 1e-11;

/// A start of the system written out, which is one of the other as well.
macro_rules! start {
    ($any:expr, $fixed:expr, $n:literal, $seed:expr) => {{
        let number = |k: usize, seed: f64| (seed + 1.7 * k as f64).sin();
        let q: [f64; $n] = core::array::from_fn(|k| number(k, $seed) + 0.25 * k as f64);
        let v: [f64; $n] = core::array::from_fn(|k| number(k, $seed + 1.0));
        let (q, v) = $fixed.project(0.0, q, v).expect("a start near");
        let (q, v): ([f64; $n], [f64; $n]) = (q.into(), v.into());
        let (other, w) = $any.project(0.0, q, v).expect("it is one");
        assert!(distance(other.as_slice(), &q) < 1e-14 && distance(w.as_slice(), &v) < 1e-14);
        (q, v)
    }};
}

/// A hundred steps of both, in q, p and the impulses h λ, which the equations of a step contain. Their sums are in another order,
/// so that each step rounds differently.
macro_rules! same {
    ($any:expr, $fixed:expr, $n:literal, $scheme:expr, $inputs:expr, $field:ident) => {{
        let (any, fixed) = ($any, $fixed);
        let (q, v) = start!(any, fixed, $n, 0.3);
        let mut one = Integrator::new(&any, $scheme, STEP, q, v).expect("it rolls");
        let mut other = Integrator::new(fixed, $scheme, STEP, q, v).expect("it rolls");
        for k in 0..100 {
            one.step_with($inputs).expect("a regular step");
            let report = other.step_with($inputs).expect("a regular step");
            let (a, b) = (one.state(), other.state());
            assert!(
                distance(a.q.as_slice(), b.q.as_slice()) < 1e-12,
                "{k}: {a:?} {b:?}"
            );
            assert!(
                distance(a.p.as_slice(), b.p.as_slice()) < OF_P,
                "{k}: {a:?} {b:?}"
            );
            let impulses: Vec<f64> = one.reactions().map(|reaction| STEP * reaction).collect();
            let apart = distance(&impulses, &report.$field.map(|reaction| STEP * reaction));
            assert!(apart < OF_P, "{k}: {apart:e} of {impulses:?}");
        }
        let (t, q, v) = (
            other.state().t,
            other.state().q,
            other.velocity().expect("masses"),
        );
        let list = |numbers: &[f64]| DVector::from_column_slice(numbers);
        let found = any.outputs(t, &list(q.as_slice()), &list(v.as_slice()), &$inputs);
        let expected = fixed.outputs(t, &q, &v, &$inputs);
        let (found, expected) = (found.expect("masses"), expected.expect("masses"));
        assert!(distance(found.as_slice(), expected.as_slice()) < 1e-12);
    }};
}

fn sleds(k: f64) -> (Sleds, ThreeSleds) {
    let m = [1.0, 2.0, 0.7];
    let (a, s) = (0.2, 0.3);
    (
        Sleds {
            m: m.to_vec(),
            k,
            a,
            s,
        },
        ThreeSleds { m, k, a, s },
    )
}

fn gears(k: f64) -> (Gears, TwoGears) {
    let m = [1.0, 0.6];
    (Gears { m: m.to_vec(), k }, TwoGears { m, k })
}

/// Where springs are not linear, Livens' scheme has a discrete gradient for each of them, and that of the system written out is
/// one of all springs.
#[test]
fn sleds_move_as_those_written_out() {
    let (any, fixed) = sleds(0.2);
    same!(any.clone(), fixed, 9, Verlet, [PUSH], reactions);
    same!(any.clone(), fixed, 9, Midpoint, [PUSH], reactions);
    same!(
        any,
        fixed,
        9,
        Galerkin::<1, Gauss<2>>::default(),
        [PUSH],
        reactions
    );
    let (any, fixed) = sleds(0.0);
    same!(any.clone(), fixed, 9, Livens, [PUSH], multipliers);
    same!(any, fixed, 9, Polarized(Livens), [PUSH], multipliers);
}

#[test]
fn trains_move_as_those_written_out() {
    let m = [2.0, 1.0, 1.5, 0.7];
    let (c, l) = (0.2, 1.0);
    let (any, fixed) = (Train { m: m.to_vec(), c, l }, FourCars { m, c, l });
    same!(any.clone(), fixed, 12, Verlet, [PUSH], reactions);
    same!(any.clone(), fixed, 12, Midpoint, [PUSH], reactions);
    same!(
        any,
        fixed,
        12,
        Galerkin::<1, Gauss<2>>::default(),
        [PUSH],
        reactions
    );
}

#[test]
fn discs_move_as_those_written_out() {
    let m = [1.0, 2.0, 0.7];
    let (any, fixed) = (Discs { m: m.to_vec() }, ThreeDiscs { m });
    same!(any.clone(), fixed, 12, Verlet, [PUSH], reactions);
    same!(any.clone(), fixed, 12, Midpoint, [PUSH], reactions);
    same!(any.clone(), fixed, 12, Livens, [PUSH], multipliers);
    same!(any, fixed, 12, Polarized(Livens), [PUSH], multipliers);
}

#[test]
fn gears_move_as_those_written_out() {
    let (any, fixed) = gears(0.2);
    same!(any.clone(), fixed, 7, Verlet, [], reactions);
    same!(any, fixed, 7, Midpoint, [], reactions);
    let (any, fixed) = gears(0.0);
    same!(any.clone(), fixed, 7, Livens, [], multipliers);
    same!(any, fixed, 7, Equivariant(Livens), [], multipliers);
}

/// Rows of one range contain sums over a second range, and others are over both.
#[test]
fn grids_move_as_those_written_out() {
    let (m, w) = ([1.0, 0.6], [0.3, -0.7, 0.5]);
    let any = Grid {
        m: m.to_vec(),
        w: w.to_vec(),
    };
    let fixed = TwoByThree { m, w };
    same!(any.clone(), fixed, 14, Verlet, [], reactions);
    same!(any.clone(), fixed, 14, Midpoint, [], reactions);
    same!(any, fixed, 14, Livens, [], multipliers);
}

/// Derivatives of a step at a state that a step left, by q, p, v, inputs and parameters. They are quotients of the tangent, whose
/// condition is below 1e3.
macro_rules! same_derivatives {
    ($pair:expr, $n:literal, $scheme:expr) => {{
        let (any, fixed) = $pair;
        let (q, v) = start!(any, fixed, $n, 0.3);
        let mut one = Integrator::new(&any, $scheme, STEP, q, v).expect("it rolls");
        let mut other = Integrator::new(fixed, $scheme, STEP, q, v).expect("it rolls");
        one.step_with([PUSH]).expect("a regular step");
        other.step_with([PUSH]).expect("a regular step");
        let mut derivative = one.linearize_with([PUSH]).expect("masses");
        let found: DMatrix<f64> = derivative.to_dense().expect("finite");
        let expected = other.linearize_with([PUSH]).expect("masses");
        let expected = [
            expected.by_state.as_slice(),
            expected.by_inputs.as_slice(),
            expected.by_parameters.as_slice(),
        ]
        .concat();
        assert_eq!(found.len(), expected.len());
        assert!(distance(found.as_slice(), &expected) < 1e-12, "{found}");
    }};
}

#[test]
fn steps_have_the_derivatives_of_those_written_out() {
    same_derivatives!(sleds(0.2), 9, Verlet);
    same_derivatives!(sleds(0.2), 9, Midpoint);
    same_derivatives!(sleds(0.2), 9, Galerkin::<1, Gauss<2>>::default());
    same_derivatives!(sleds(0.0), 9, Livens);
    same_derivatives!(sleds(0.0), 9, Polarized(Livens));
}
