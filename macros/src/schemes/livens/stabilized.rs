//! Stabilization after Gear, Gupta & Leimkuhler: the velocity satisfies the constraints at the nodes, and a drift corrects the
//! coordinates. It refuses to know the balance of momentum, except for the gradient that it adds.
//!
//! ```text
//! q⁺ − q = h (v½ + a),   M̄ a = Ḡᵀ b,   G(q⁺) v⁺ + ∂g/∂t = 0,   M̄, Ḡ means over both nodes
//! p⁺ − p = h (D̄₁L + D̄_q [a·∂L/∂v(·, v½) − b·G(·) v½] + f) − D̄gᵀ λ
//! ```
//!
//! The added gradient restores the energy that the drift removes: with G v = 0 and p = ∂L/∂v at both nodes its product with Δq is
//! a·Δp. So E is conserved exactly if M is constant, or the kinetic energy polarized and p free of t. Otherwise E changes by O(h⁴) per step. a is
//! O(h²), and zero for linear constraints. (Gear, Gupta & Leimkuhler, Automatic integration of Euler-Lagrange equations with constraints, 1985;
//! Kinon, Betsch & Schneider, The GGL variational principle for constrained mechanical systems, 2023, with M⁻¹.)

use extremal_symbolic::{Expr, Graph};

use super::scheme::{Livens, variant_in};
use super::{Step, pairs};
use crate::dynamics::{ConstraintsAt, Dynamics, Point, symbols};
use crate::schemes::path::{Argument, Refusal, Signature};
use crate::schemes::scheme::Declared;
use crate::schemes::{Entry, Read};

pub(super) const NAME: &str = "Stabilized";

pub(in crate::schemes) const ENTRY: Entry = Entry {
    signature: Signature::around(NAME, "Stabilized<Livens>"),
    read,
};

fn read(arguments: &[Argument]) -> Read {
    let otherwise = "`Stabilized` takes `Livens`; velocities satisfy the constraints at the nodes of variational schemes without it, \
                     so list this one by itself";
    let variant = variant_in(arguments, otherwise)?;
    if variant.stabilized {
        let message = "this is stabilized already; write `Stabilized` once";
        return Err(Refusal::at(0, message));
    }
    Ok(Box::new(Livens {
        stabilized: true,
        ..variant
    }))
}

/// Refuses declarations without constraints.
pub(super) fn check(declared: &Declared) -> Result<(), Refusal> {
    if declared.has_constraints {
        return Ok(());
    }
    Err(Refusal::of(
        "`Stabilized` needs a declared constraint; add `constraint(name = ..)`, or list the scheme without `Stabilized`",
    ))
}

/// The additions of the variant; all empty without stabilization.
#[derive(Default)]
pub(super) struct Stabilization {
    /// a
    pub(super) velocities: Vec<Expr>,
    /// b
    pub(super) multipliers: Vec<Expr>,
    /// M̄ a − Ḡᵀ b
    pub(super) residual: Vec<Expr>,
    pub(super) terms: Vec<Vec<Expr>>,
    /// G(q⁺) v⁺ + ∂g/∂t
    pub(super) rates: Vec<Expr>,
    pub(super) rate_terms: Vec<Vec<Expr>>,
    /// a·∂L/∂v(q, v½) − b·G(q) v½, functions of q.
    pub(super) work: Vec<Expr>,
}

impl Stabilization {
    pub(super) fn of(graph: &mut Graph, dynamics: &Dynamics, step: &Step<'_>) -> Self {
        if step.drift.is_empty() {
            return Self::default();
        }
        let multipliers = symbols(graph, "b", dynamics.constraint_count());
        let ends = Point {
            time: graph.add(step.known.time, step.known.step_size),
            coordinates: step.segments.q.ends.clone(),
            velocities: step.segments.v.ends.clone(),
        };
        let nodes = [
            Point {
                time: step.known.time,
                ..step.start.clone()
            },
            ends.clone(),
        ];
        let constraints = nodes.each_ref().map(|node| dynamics.constraints_at(graph, node));
        let terms = drift_terms(graph, dynamics, step, &constraints, &multipliers);
        let rate_terms = constraints[1].rates(graph, &ends.velocities);
        Self {
            velocities: step.drift.clone(),
            residual: terms.iter().map(|terms| graph.sum(terms)).collect(),
            terms,
            rates: rate_terms.iter().map(|terms| graph.sum(terms)).collect(),
            rate_terms,
            work: work(graph, dynamics, step, &multipliers),
            multipliers,
        }
    }
}

/// M̄ a − Ḡᵀ b, term by term.
fn drift_terms(
    graph: &mut Graph,
    dynamics: &Dynamics,
    step: &Step<'_>,
    constraints: &[ConstraintsAt; 2],
    multipliers: &[Expr],
) -> Vec<Vec<Expr>> {
    let half = graph.ratio(1, 2);
    let masses = mean_masses(graph, dynamics, step);
    let rows = masses.into_iter().enumerate();
    rows.map(|(k, row)| {
        let mut terms: Vec<Expr> = row
            .iter()
            .zip(&step.drift)
            .map(|(&m, &a)| graph.mul(m, a))
            .collect();
        for node in constraints {
            for impulse in node.impulse(graph, multipliers, k) {
                let share = graph.mul(half, impulse);
                terms.push(graph.neg(share));
            }
        }
        terms
    })
    .collect()
}

/// ½ [M(q, v½) + M(q⁺, v½)]
fn mean_masses(graph: &mut Graph, dynamics: &Dynamics, step: &Step<'_>) -> Vec<Vec<Expr>> {
    let (n, half) = (step.drift.len(), graph.ratio(1, 2));
    let momenta = dynamics.kinetic_at(graph, &step.start).by_v;
    let masses = graph.jacobian(&momenta, &step.known.velocities).concat();
    let middle = pairs(&step.known.velocities, &step.velocities);
    let ends = step.segments.q.to_end();
    let starts = graph.substitute(&masses, &middle);
    let ends = graph.substitute(&masses, &[middle, ends].concat());
    let means = starts.into_iter().zip(ends).map(|(start, end)| {
        let sum = graph.add(start, end);
        graph.mul(half, sum)
    });
    let means: Vec<Expr> = means.collect();
    means.chunks(n).map(<[Expr]>::to_vec).collect()
}

/// a·∂L/∂v(q, v½) − b·G(q) v½, with time in the middle.
fn work(graph: &mut Graph, dynamics: &Dynamics, step: &Step<'_>, multipliers: &[Expr]) -> Vec<Expr> {
    let point = Point {
        velocities: step.velocities.clone(),
        ..step.start.clone()
    };
    let momenta = dynamics.kinetic_at(graph, &point).by_v;
    let mut terms: Vec<Expr> = momenta
        .iter()
        .zip(&step.drift)
        .map(|(&p, &a)| graph.mul(p, a))
        .collect();
    let constraints = dynamics.constraints_at(graph, &point);
    for (row, &multiplier) in constraints.by_q.iter().zip(multipliers) {
        for (&slope, &v) in row.iter().zip(&step.velocities) {
            let rate = graph.product(&[slope, v, multiplier]);
            terms.push(graph.neg(rate));
        }
    }
    terms
}
