//! Motions with their reports, and the size of the terms of their energies.

use extremal::Control;
use extremal::blocks::{Block, Vector};
use extremal::drive::EnergyStep;
use extremal::drive::{Drive, Interval, Start};
use extremal::prelude::*;
use extremal::system::VectorSpace;

use crate::equations::{Node, Tied};
use crate::support::by_hand::{Continuous, Oracle, dot, gradient};

/// One step of a motion.
#[derive(Clone, Debug)]
pub(crate) struct Made {
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) start: Node,
    pub(crate) end: Node,
    /// The velocity in the middle.
    pub(crate) middle: Vec<f64>,
    /// E at the start and at the end.
    pub(crate) energies: [f64; 2],
    /// g and ∂g/∂q v at the end.
    pub(crate) levels: [Vec<f64>; 2],
}

impl Made {
    /// |E⁺ − E|
    pub(crate) fn increment(&self) -> f64 {
        self.energies[1] - self.energies[0]
    }
}

/// The next steps of a motion.
pub(crate) fn made<S, C>(motion: &mut Integrator<S, Livens>, steps: usize, inputs: S::Inputs) -> Vec<Made>
where
    S: VectorSpace<Scalar = f64, Inputs: Control<<S as Lagrangian>::Inputs>>
        + Discretize<Livens, Report = EnergyStep<f64, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
    C: Block<f64>,
{
    let mut velocity = motion.velocity().expect("it is carried");
    let mut energy = motion.energy();
    let trajectory = motion.run_with(steps, |_| inputs).expect("a regular motion");
    let mut made = Vec::new();
    for (element, ends) in trajectory.elements().iter().zip(trajectory.states().windows(2)) {
        let element = element.as_ref().expect("every element is kept");
        let report = element.report;
        let [start, end] = [(&ends[0], velocity), (&ends[1], report.velocity)].map(|(state, v)| Node {
            q: state.q.as_slice().to_vec(),
            v: v.as_slice().to_vec(),
            p: state.p.as_slice().to_vec(),
            impulses: report
                .multipliers
                .as_slice()
                .iter()
                .map(|m| m * element.h)
                .collect(),
        });
        made.push(Made {
            t: ends[0].t,
            h: element.h,
            middle: element.stages.as_slice()[..start.q.len()].to_vec(),
            start,
            end,
            energies: [energy, report.energy],
            levels: [report.constraints, report.constraint_rates].map(|c| c.as_slice().to_vec()),
        });
        (velocity, energy) = (report.velocity, report.energy);
    }
    made
}

/// p·v − L at a node, and the largest of its terms: |p·v|, T, |V|, |∇V·q|, |λ ∇g·q|.
pub(crate) fn energy<S: Tied>(system: &S, t: f64, h: f64, node: &Node) -> (f64, f64) {
    let at = Continuous::of(system, t, &node.q, &node.v, &[0.0]);
    let power = dot(&node.p, &node.v);
    let (kinetic, potential) = if system.is_general() {
        (at.lagrangian, 0.0)
    } else {
        let sum = at.total_energy;
        (0.5 * (sum + at.lagrangian), 0.5 * (sum - at.lagrangian))
    };
    let slopes = gradient(|q| system.potential(t.into(), q), &node.q);
    let mut terms = vec![power, kinetic, potential, dot(&slopes, &node.q)];
    for (j, impulse) in node.impulses.iter().enumerate() {
        let slopes = gradient(|q| system.constraints(t.into(), q)[j], &node.q);
        terms.push(impulse / h * dot(&slopes, &node.q));
    }
    let size = terms.iter().fold(0.0_f64, |size, term| size.max(term.abs()));
    (power - at.lagrangian, size)
}

/// ∂L/∂v as a start has it.
pub(crate) fn node<S: Tied>(system: &S, t: f64, q: &[f64], v: &[f64]) -> Node {
    let at = Continuous::of(system, t, q, v, &[0.0]);
    // The two ways to E agree where p is ∂L/∂v.
    let energy = dot(&at.momentum, v) - at.lagrangian;
    assert!((energy - at.generalized_energy).abs() <= 1e-12 * (1.0 + energy.abs()));
    Node {
        q: q.to_vec(),
        v: v.to_vec(),
        p: at.momentum,
        impulses: vec![0.0; system.constraints(t, q).len()],
    }
}

/// q, p and v.
pub(crate) type Carried<V> = [V; 3];

/// Steps from states whose p need not be the momentum of v: each end, with its multipliers.
pub(crate) fn ends<S, C>(
    system: &S,
    (t, h): (S::Scalar, S::Scalar),
    [q, p, v]: Carried<S::Configuration>,
    inputs: S::Inputs,
    steps: usize,
) -> Vec<(Carried<S::Configuration>, C)>
where
    S: Discretize<Livens, Report = EnergyStep<<S as Lagrangian>::Scalar, <S as Lagrangian>::Velocity, C>>
        + VectorSpace,
{
    let mut state = State { t, q, p };
    let memory = S::Driver::start(system.system(), Start::new(&Livens, h, &state, &v), None);
    let mut memory = memory.expect("a regular start");
    let step = |_| {
        let over = Interval::new(&Livens, h, &inputs, &state);
        let step = S::Driver::advance::<true>(system.system(), over, &mut memory);
        let end = step.expect("a regular step");
        state = end.state;
        ([state.q, state.p, end.report.velocity], end.report.multipliers)
    };
    (0..steps).map(step).collect()
}

/// To `tolerance`, relative to the largest of the numbers, or of one.
pub(crate) fn close(what: &str, found: &[f64], expected: &[f64], tolerance: f64) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let size = expected.iter().fold(1.0_f64, |size, x| size.max(x.abs()));
    for (found, expected) in found.iter().zip(expected) {
        let error = (found - expected).abs();
        assert!(
            error <= tolerance * size,
            "{what}: {found} and not {expected}, {error:e} of {size}"
        );
    }
}
