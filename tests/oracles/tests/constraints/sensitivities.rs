//! The derivative of a constrained step with respect to state, inputs and parameters, including parameters of a constraint, compared
//! with dual numbers.

use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::prelude::*;
use extremal::{Scalar, StateOf};
use num_dual::Dual64;

/// A point on an ellipsoid that changes with time, pulled and braked.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, r[2]),
    inputs(u[2]),
    kinetic = 0.5 * m * (1 + 0.3 * x.powi(2)) * dt(x).powi(2) + 0.5 * m * dt(r).norm_squared(),
    potential = 3 * r[1] * cos(x),
    dissipation = 0.5 * d * dt(r[0]).powi(2),
    force(x = u[0] * r[1], r = [u[1], 0.5 * u[0] * u[1]]),
    constraint(skin = (x / e[0]).powi(2) + (r[0] / e[1]).powi(2) + r[1].powi(2) - (1 + 0.2 * sin(t)).powi(2)),
    sensitivities(m, e, d),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>)
)]
struct Breathing<T: Scalar> {
    m: T,
    e: [T; 2],
    d: T,
}

const NUMBERS: [f64; 4] = [1.3, 0.9, 1.4, 0.3];
const INPUTS: [f64; 2] = [0.4, -0.7];
const TIME: f64 = 0.4;
const STEP: f64 = 0.06;

fn breathing<T: Scalar>([m, first, second, d]: [T; 4]) -> Breathing<T> {
    Breathing {
        m,
        e: [first, second],
        d,
    }
}

const NEAR: [f64; 6] = [0.5, 0.8, 0.6, 0.7, -0.4, 0.9];

fn both<T: Scalar>(state: &StateOf<Breathing<T>>) -> Vec<T> {
    state.q.iter().chain(state.p.iter()).copied().collect()
}

/// A motion that starts near `NEAR` on the constraint. One of its numbers is varied: q, v, inputs, parameters.
fn varied<D>(scheme: D, seed: usize) -> (Integrator<Breathing<Dual64>, D>, [Dual64; 2])
where
    Breathing<Dual64>: Discretize<D>,
{
    let at = |from: usize, k: usize, x: f64| Dual64::new(x, if from + k == seed { 1.0 } else { 0.0 });
    let near = |from: usize| core::array::from_fn::<_, 3, _>(|k| at(from, k, NEAR[from + k]));
    let inputs = core::array::from_fn(|k| at(6, k, INPUTS[k]));
    let system = breathing(core::array::from_fn(|k| at(8, k, NUMBERS[k])));
    let t = Dual64::from(TIME);
    let (q, v) = system
        .project(t, near(0), near(3))
        .expect("the ellipsoid is near");
    let p = system.momentum(t, &q, &v);
    let motion = Integrator::<_, D>::from_state(system, scheme, Dual64::from(STEP), State { t, q, p });
    (motion.expect("a start on the constraint"), inputs)
}

/// The chain rule: the start varies along the constraint, or with the constraint if a parameter of the constraint varies.
fn check<D, A, B, C>(scheme: D)
where
    Breathing<f64>: Discretize<D, Linearization = Linearization<A, B, C>>,
    Breathing<Dual64>: Discretize<D>,
    D: Copy,
    A: Block<f64>,
    B: Block<f64>,
    C: Block<f64>,
{
    for seed in 0..12 {
        let (mut dual, inputs) = varied(scheme, seed);
        let start = both(&dual.state());
        dual.step_with(inputs).expect("a regular step");

        let real = |from: usize| core::array::from_fn::<_, 3, _>(|k| start[from + k].re).into();
        let state = State {
            t: TIME,
            q: real(0),
            p: real(3),
        };
        let motion = Integrator::<_, D>::from_state(breathing(NUMBERS), scheme, STEP, state)
            .expect("a start on the constraint");
        let found = motion.linearize_with(INPUTS).expect("a regular step");
        let by_others = [found.by_inputs.as_slice(), found.by_parameters.as_slice()].concat();
        for (row, end) in both(&dual.state()).iter().enumerate() {
            let by_state = found.by_state.as_slice().iter().skip(row).step_by(6);
            let through: f64 = by_state.zip(&start).map(|(by, start)| by * start.eps).sum();
            let direct = seed.checked_sub(6).map_or(0.0, |k| by_others[6 * k + row]);
            // Entries of size one; Newton's method in dual numbers stops at a residual of a few ε.
            let error = (through + direct - end.eps).abs();
            assert!(error < 1e-13, "({row}, {seed}): {error:e} of {}", end.eps);
        }
    }
}

#[test]
fn a_constrained_step_varies_as_dual_numbers_say() {
    assert_eq!(
        <Breathing<f64> as Lagrangian>::SENSITIVITIES,
        ["m", "e[0]", "e[1]", "d"]
    );
    check(Verlet);
    check(Midpoint);
    check(Galerkin::<2, Gauss<2>>::default());
    check(Galerkin::<2, Lobatto<3>>::default());
}
