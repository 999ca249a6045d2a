//! Motions by any scheme that carries a velocity: their nodes, and their orders of convergence.

use extremal::blocks::{Block, IntoBlock, Vector};
use extremal::drive::EnergyStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::{Node, Tied};
use crate::motion::energy;
use crate::orders::{Start, errors_of};
use crate::support::slope::slope;

/// A node with the values of its report.
#[derive(Clone, Debug)]
pub(crate) struct Reached {
    pub(crate) t: f64,
    pub(crate) node: Node,
    pub(crate) energy: f64,
    /// g and ∂g/∂q v + ∂g/∂t.
    pub(crate) levels: [Vec<f64>; 2],
}

/// The start, and the ends of some steps.
pub(crate) fn runs<S, D, C>(
    system: &S,
    scheme: D,
    h: f64,
    (q, v): (&[f64], &[f64]),
    steps: usize,
) -> Vec<Reached>
where
    S: Copy
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<D, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let [q, v] = [q, v].map(|x| <S::Configuration as Block<f64>>::from_fn(|k| x[k]));
    let state = State {
        t: 0.0,
        q,
        p: system.momentum(0.0, &q, &v),
    };
    let mut motion = Integrator::<_, D>::from_state(*system, scheme, h, state).expect("a regular start");
    let node = |motion: &Integrator<S, D>, impulses: &[f64]| Node {
        q: motion.state().q.as_slice().to_vec(),
        v: motion.velocity().expect("it is carried").as_slice().to_vec(),
        p: motion.state().p.as_slice().to_vec(),
        impulses: impulses.iter().map(|multiplier| multiplier * h).collect(),
    };
    let mut reached = vec![Reached {
        t: 0.0,
        node: node(&motion, &[]),
        energy: motion.energy(),
        levels: [Vec::new(), Vec::new()],
    }];
    for _ in 0..steps {
        let report = motion
            .step_with(S::Inputs::from_fn(|_| 0.0))
            .expect("a regular motion");
        reached.push(Reached {
            t: motion.time(),
            node: node(&motion, report.multipliers.as_slice()),
            energy: report.energy,
            levels: [report.constraints, report.constraint_rates].map(|c| c.as_slice().to_vec()),
        });
    }
    reached
}

/// Each |E⁺ − E| over the size of the terms of E; also checks that the state changes in between.
pub(crate) fn increments<S: Tied>(system: &S, h: f64, reached: &[Reached]) -> f64 {
    let size = |at: &Reached| energy(system, at.t, h, &at.node).1;
    let way = |ends: &[Reached]| {
        let moved = ends[1].node.v.iter().zip(&ends[0].node.v);
        moved.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()))
    };
    let way: f64 = reached.windows(2).map(way).sum();
    // Accelerations of size one or more.
    assert!(way > 0.1 * h * reached.len() as f64, "{h:e}: {way:e}");
    let increments = reached
        .windows(2)
        .map(|ends| (ends[1].energy - ends[0].energy).abs() / size(&ends[0]).max(size(&ends[1])));
    increments.fold(0.0, f64::max)
}

/// The largest of g, or of its rates.
pub(crate) fn level(reached: &[Reached], which: usize) -> f64 {
    let all = reached.iter().flat_map(|at| &at.levels[which]);
    all.fold(0.0, |most, level| most.max(level.abs()))
}

/// Hundreds of steps of an ε, of numbers up to five.
const ROUNDING: f64 = 1e-13;

/// The orders of q, v and p at the end.
pub(crate) fn orders<S, D, C, const N: usize>(
    system: &S,
    scheme: D,
    start: &Start<N>,
    exact: &Node,
    steps: &[usize],
) -> [f64; 3]
where
    S: Copy
        + VectorSpace<Scalar = f64, Inputs: IntoBlock<<S as Lagrangian>::Inputs>>
        + Discretize<D, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    D: Copy,
    C: Block<f64>,
{
    let run = |&steps: &usize| {
        let h = start.end / steps as f64;
        let reached = runs(system, scheme, h, (&start.q, &start.v), steps);
        (steps, errors_of(&reached[steps].node, exact))
    };
    let errors: Vec<(usize, [f64; 3])> = steps.iter().map(run).collect();
    [0, 1, 2].map(|part| {
        slope(
            errors.iter().map(|(steps, errors)| (*steps, errors[part])),
            ROUNDING,
        )
    })
}
