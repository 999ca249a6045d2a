//! Constrained systems and their steps without their types: numbers in, numbers out.
//!
//! Contains no computations and no checks.

use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::drive::ConstrainedStep;
use extremal::drive::{self, Drive, Interval};
use extremal::system::VectorSpace;
use extremal::{Constrained, Discretize, State};

/// A start that need not satisfy the constraints.
#[derive(Clone, Debug)]
pub(crate) struct Start {
    pub(crate) parameters: [f64; 2],
    pub(crate) t: f64,
    pub(crate) h: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) u: Vec<f64>,
}

/// The functions of a constrained system at (t, q, v, u).
pub(crate) struct Functions {
    pub(crate) lagrangian: f64,
    pub(crate) momentum: Vec<f64>,
    pub(crate) mass_matrix: Vec<f64>,
    pub(crate) energies: [f64; 2],
    pub(crate) force: Vec<f64>,
    pub(crate) constraints: Vec<f64>,
    pub(crate) rates: Vec<f64>,
    /// Column by column.
    pub(crate) jacobian: Vec<f64>,
    pub(crate) acceleration: Vec<f64>,
    pub(crate) multipliers: Vec<f64>,
    /// −Gᵀ times the multipliers.
    pub(crate) reaction: Vec<f64>,
}

/// A state with its velocity.
#[derive(Clone, Debug)]
pub(crate) struct Moving {
    pub(crate) t: f64,
    pub(crate) q: Vec<f64>,
    pub(crate) v: Vec<f64>,
    pub(crate) p: Vec<f64>,
}

impl Moving {
    /// The same state with reversed velocity and momentum.
    pub(crate) fn turned(&self) -> Self {
        let opposite = |x: &[f64]| x.iter().map(|x| -x).collect();
        Self {
            t: self.t,
            q: self.q.clone(),
            v: opposite(&self.v),
            p: opposite(&self.p),
        }
    }
}

/// A completed step.
pub(crate) struct Made {
    pub(crate) from: Moving,
    pub(crate) to: Moving,
    /// The coordinates at all nodes of the element, one after the other, and the scale of rounding of the constraints there.
    pub(crate) nodes: Vec<f64>,
    pub(crate) scales: Vec<Vec<f64>>,
    /// λ₀ to λ_{P−1}, and μ.
    pub(crate) impulses: Vec<Vec<f64>>,
    /// ∂(q₁, p₁)/∂(q₀, p₀, u), column by column.
    pub(crate) derivative: Vec<f64>,
}

/// The start on the constraints.
pub(crate) fn projected<S: Constrained<Scalar = f64> + VectorSpace>(system: &S, start: &Start) -> Moving {
    let (q, v) = system
        .project::<S::Configuration, S::Velocity, _>(start.t, block(&start.q), block(&start.v))
        .expect("a place is near");
    let p = system.momentum(start.t, &q, &v);
    Moving {
        t: start.t,
        q: list(&q),
        v: list(&v),
        p: list(&p),
    }
}

pub(crate) fn functions<S: Constrained<Scalar = f64> + VectorSpace>(
    system: &S,
    at: &Moving,
    u: &[f64],
) -> Functions {
    let (t, q, v, u): (f64, S::Configuration, S::Configuration, S::Inputs) =
        (at.t, block(&at.q), block(&at.v), block(u));
    let multipliers = system.multipliers(t, &q, &v, &u).expect("a regular system");
    Functions {
        lagrangian: system.lagrangian(t, &q, &v),
        momentum: list(&system.momentum(t, &q, &v)),
        mass_matrix: list(&system.mass_matrix(t, &q, &v)),
        energies: [
            system.generalized_energy(t, &q, &v),
            system.total_energy(t, &q, &v),
        ],
        force: list(&system.force(t, &q, &v, &u)),
        constraints: list(&system.constraints(t, &q)),
        rates: list(&system.constraint_rates(t, &q, &v)),
        jacobian: list(&system.constraint_jacobian(t, &q)),
        acceleration: list(&system.acceleration(t, &q, &v, &u).expect("a regular system")),
        multipliers: list(&multipliers),
        reaction: list(&system.constraint_force(t, &q, &multipliers)),
    }
}

/// Steps of one scheme; `places` are the positions of the nodes in an element.
pub(crate) fn steps<S, D, N, A, B, C>(
    system: &S,
    (start, h, u): (&Moving, f64, &[f64]),
    places: &[f64],
    count: usize,
) -> Vec<Made>
where
    S: Constrained<Scalar = f64>
        + VectorSpace
        + Discretize<
            D,
            Report = ConstrainedStep<N, <S as Constrained>::Constraints>,
            Linearization = Linearization<A, B, C>,
        > + VectorSpace,
    D: Default,
    N: Block<f64>,
    A: Block<f64>,
    B: Block<f64>,
{
    let (scheme, inputs): (D, S::Inputs) = (D::default(), block(u));
    let mut from = start.clone();
    let state = |at: &Moving| State {
        t: at.t,
        q: block::<S::Configuration>(&at.q),
        p: block::<S::Configuration>(&at.p),
    };
    let (beginning, velocity) = (state(&from), block(&from.v));
    let beginning = drive::Start::new(&scheme, h, &beginning, &velocity);
    let mut memory = S::Driver::start(system.system(), beginning, None).expect("a start on the constraints");
    let step = |_| {
        let before = state(&from);
        let over = Interval::new(&scheme, h, &inputs, &before);
        let derivative = S::Driver::linearize(system.system(), over, &memory).expect("a regular step");
        let made = S::Driver::advance::<true>(system.system(), over, &mut memory).expect("a regular step");
        let inside = |s: &f64| S::Driver::interpolate(h, &before.q, &made.stages, *s).0;
        let nodes: Vec<S::Configuration> = places.iter().map(inside).collect();
        let scale = |(s, q): (&f64, &S::Configuration)| list(&system.constraint_scales(before.t + s * h, q));
        let State { t, q, p } = made.state;
        let to = Moving {
            t,
            q: list(&q),
            v: list(&system.velocity(t, &q, &p).expect("a regular system")),
            p: list(&p),
        };
        let report = made.report;
        Made {
            from: core::mem::replace(&mut from, to.clone()),
            to,
            scales: places.iter().zip(&nodes).map(scale).collect(),
            nodes: nodes.iter().flat_map(list).collect(),
            impulses: report
                .impulses
                .as_slice()
                .chunks(S::Constraints::LEN)
                .map(<[f64]>::to_vec)
                .chain([list(&report.end_impulses)])
                .collect(),
            derivative: [derivative.by_state.as_slice(), derivative.by_inputs.as_slice()].concat(),
        }
    };
    (0..count).map(step).collect()
}

fn block<B: Block<f64>>(x: &[f64]) -> B {
    assert_eq!(x.len(), B::LEN);
    B::from_fn(|k| x[k])
}

fn list<B: Block<f64>>(x: &B) -> Vec<f64> {
    x.as_slice().to_vec()
}
