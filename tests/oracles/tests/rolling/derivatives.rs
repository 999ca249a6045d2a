//! The derivative of a step with respect to state, inputs and parameters of a constraint on velocities, compared with dual
//! numbers.

use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::prelude::*;
use extremal::{Scalar, StateOf};
use num_dual::Dual64;

use super::systems::{PUSH, SLED, Sled};

/// A state off the constraint, as steps leave it; the last three are momenta.
const STATE: [f64; 6] = [0.5, 0.8, 0.6, 0.7, -0.4, 0.9];
const TIME: f64 = 0.4;
const STEP: f64 = 0.06;

/// Numbers of the state that a step carries: q, p, and v if the scheme carries velocities.
fn numbers<T: Scalar>(state: &StateOf<Sled<T>>, velocity: Option<[T; 3]>) -> Vec<T> {
    let both = state.q.iter().chain(state.p.iter()).copied();
    both.chain(velocity.into_iter().flatten()).collect()
}

/// One of the numbers is varied: state, input, parameters.
fn varied<D>(scheme: D, seed: usize) -> (Integrator<Sled<Dual64>, D>, Dual64)
where
    Sled<Dual64>: Discretize<D>,
{
    let at = |k: usize, x: f64| Dual64::new(x, if k == seed { 1.0 } else { 0.0 });
    let system = Sled {
        a: at(7, SLED.a),
        s: at(8, SLED.s),
    };
    let state = State {
        t: Dual64::from(TIME),
        q: core::array::from_fn::<_, 3, _>(|k| at(k, STATE[k])).into(),
        p: core::array::from_fn::<_, 3, _>(|k| at(3 + k, STATE[3 + k])).into(),
    };
    let motion = Integrator::from_state(system, scheme, Dual64::from(STEP), state).expect("a state");
    (motion, at(6, PUSH))
}

fn check<D, A, B, C>(scheme: D, carries_velocity: bool)
where
    Sled<f64>: Discretize<D, Linearization = Linearization<A, B, C>>,
    Sled<Dual64>: Discretize<D>,
    D: Copy,
    A: Block<f64>,
    B: Block<f64>,
    C: Block<f64>,
{
    for seed in 0..9 {
        let (mut dual, input) = varied(scheme, seed);
        let of = |motion: &Integrator<Sled<Dual64>, D>| {
            let velocity = carries_velocity.then(|| motion.velocity().expect("masses").into());
            numbers(&motion.state(), velocity)
        };
        let start = of(&dual);
        dual.step_with([input]).expect("a regular step");
        let end = of(&dual);
        let real = |from: usize| core::array::from_fn::<_, 3, _>(|k| STATE[from + k]).into();
        let state = State {
            t: TIME,
            q: real(0),
            p: real(3),
        };
        let motion = Integrator::from_state(SLED, scheme, STEP, state).expect("a state");
        let found = motion.linearize_with([PUSH]).expect("a regular step");
        let rows = start.len();
        let by_others = [found.by_inputs.as_slice(), found.by_parameters.as_slice()].concat();
        for (row, end) in end.iter().enumerate() {
            let by_state = found.by_state.as_slice().iter().skip(row).step_by(rows);
            let through: f64 = by_state.zip(&start).map(|(by, start)| by * start.eps).sum();
            let direct = seed.checked_sub(6).map_or(0.0, |k| by_others[rows * k + row]);
            // Entries of size one to ten; Newton's method in dual numbers stops at a residual of a few ε.
            let error = (through + direct - end.eps).abs();
            assert!(error < 1e-12, "({row}, {seed}): {error:e} of {}", end.eps);
        }
    }
}

#[test]
fn a_step_varies_as_dual_numbers_say() {
    check(Verlet, false);
    check(Midpoint, false);
    check(Galerkin::<1, Gauss<2>>::default(), false);
    check(Livens, true);
    check(Polarized(Livens), true);
}
