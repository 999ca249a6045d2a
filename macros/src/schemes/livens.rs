//! Livens' principle with discrete gradients: the generalized energy E = p·v − L is kept exactly, whatever the mass matrix.
//!
//! ```text
//! q⁺ − q = h v_½,   p⁺ − p = h (D̄₁L + f) − D̄gᵀ λ,   ½ (p + p⁺) = D̄₂L,   g(q⁺, t⁺) = g(q, t),   v_½ = ½ (v + v⁺)
//! ```
//!
//! (Kinon & Betsch, eq. 28; D̄ is Gonzalez' discrete gradient.) Since D̄₁L·Δq + D̄₂L·Δv is L(q⁺, v⁺) − L(q, v), E⁺ − E is h v_½·f. Time is
//! held in the middle of the step: E changes by ∂L/∂t alone. The unknowns are v_½ and the impulses λ; no mass matrix is inverted.
//!
//! Constraints are imposed by their difference over the step, divided by h: so the velocity satisfies them to rounding, and not to
//! ε/h. Coordinates are summed with compensation, so that they stay there.

mod gradients;

use extremal_symbolic::{Differences, DiscreteGradient, Expr, Graph};

use self::gradients::{Motion, Partial};
use crate::dynamics::{Dynamics, Point};
use crate::schemes::{Inside, Known, Smooth, StepEquations};

/// Polynomials of this degree change by their gradient in the middle.
const QUADRATIC: u32 = 2;

pub(super) fn equations(graph: &mut Graph, dynamics: &Dynamics, known: &Known) -> StepEquations {
    let mut step = Step::new(graph, dynamics, known);
    let balance = step.balance();
    let ties = step.ties();
    let value = step.sides(&balance, &ties, |gradient| &gradient.value);
    let smooth = step.sides(&balance, &ties, |gradient| &gradient.smooth);
    let held = balance.held(&ties);
    let is_tied = !ties.multipliers.is_empty();
    StepEquations {
        unknown: [&step.motion.velocities[..], &ties.multipliers].concat(),
        ties: ties.multipliers.len(),
        residual: [&value.residual[..], &ties.rates].concat(),
        terms: [&value.terms[..], &ties.terms].concat(),
        end_coordinates: step.motion.along_q.iter().map(|&(_, end, _)| end).collect(),
        end_momenta: value.momenta,
        end_velocities: step.motion.along_v.iter().map(|&(_, end, _)| end).collect(),
        increments: step.motion.increments().filter(|_| is_tied).collect(),
        smooth: (!held.is_empty() || smooth.residual != value.residual).then(|| Smooth {
            residual: [&smooth.residual[..], &ties.rates].concat(),
            end_momenta: smooth.momenta,
            held,
        }),
        action: None,
        inside: step.inside(),
        condensation: None,
    }
}

/// One step from (t, q, v, p), in its unknowns.
struct Step<'a> {
    graph: &'a mut Graph,
    dynamics: &'a Dynamics,
    known: &'a Known,
    motion: Motion,
    /// t + h/2, q + h v_½/2, v_½
    middle: Point,
}

/// The gradients that the balance of momentum has, and f.
struct Balance {
    lagrangian: Partial,
    force: Vec<Expr>,
}

/// The constraints of a step.
struct Ties {
    /// λ, impulses.
    multipliers: Vec<Expr>,
    /// D̄g
    gradients: Vec<DiscreteGradient>,
    /// (g(q⁺, t⁺) − g(q, t))/h
    rates: Vec<Expr>,
    terms: Vec<Vec<Expr>>,
}

/// What the balance of momentum gives with one form of the gradients.
struct Sides {
    residual: Vec<Expr>,
    terms: Vec<Vec<Expr>>,
    momenta: Vec<Expr>,
}

impl Balance {
    /// The symbols of all gradients, with what they stand for.
    fn held(&self, ties: &Ties) -> Vec<(Expr, Expr)> {
        let gradients = [&self.lagrangian.by_q, &self.lagrangian.by_v].into_iter();
        let all = gradients
            .chain(&ties.gradients)
            .flat_map(|gradient| gradient.held.clone());
        let mut held: Vec<(Expr, Expr)> = all.collect();
        held.sort_unstable();
        held.dedup();
        held
    }
}

impl<'a> Step<'a> {
    fn new(graph: &'a mut Graph, dynamics: &'a Dynamics, known: &'a Known) -> Self {
        let motion = Motion::new(graph, known);
        let half = graph.ratio(1, 2);
        let half = graph.mul(half, known.step_size);
        let coordinates = known.coordinates.iter().zip(&motion.velocities);
        let middle = Point {
            time: graph.add(known.time, half),
            coordinates: coordinates
                .map(|(&q, &v)| {
                    let moved = graph.mul(half, v);
                    graph.add(q, moved)
                })
                .collect(),
            velocities: motion.velocities.clone(),
        };
        Self {
            graph,
            dynamics,
            known,
            motion,
            middle,
        }
    }

    /// The start, but in the middle of time.
    fn start(&self) -> Point {
        Point {
            time: self.middle.time,
            coordinates: self.known.coordinates.clone(),
            velocities: self.known.velocities.clone(),
        }
    }

    fn balance(&mut self) -> Balance {
        let start = self.start();
        let (kinetic, potential) = self.dynamics.energies_at(self.graph, &start);
        let lagrangian = self.graph.sub(kinetic, potential);
        Balance {
            lagrangian: self.motion.partial_gradients(self.graph, lagrangian),
            force: self.dynamics.potential_at(self.graph, &self.middle).force,
        }
    }

    fn ties(&mut self) -> Ties {
        let start = self.start();
        let frozen = self.dynamics.constraints_at(self.graph, &start).values;
        let middle = self.dynamics.constraints_at(self.graph, &self.middle);
        let terms = middle.rates(self.graph, &self.middle.velocities);
        let rates = self.rates(&terms);
        let graph = &mut *self.graph;
        Ties {
            multipliers: (0..rates.len())
                .map(|j| graph.symbol(&format!("lambda[{j}]")))
                .collect(),
            gradients: frozen
                .into_iter()
                .map(|g| graph.discrete_gradient(&[g], &self.motion.along_q))
                .collect(),
            rates,
            terms,
        }
    }

    /// What constraints change by in a step, divided by h: that of a quadratic one is its rate in the middle.
    fn rates(&mut self, middle: &[Vec<Expr>]) -> Vec<Expr> {
        let graph = &mut *self.graph;
        let point = Point {
            time: self.known.time,
            coordinates: self.known.coordinates.clone(),
            velocities: self.known.velocities.clone(),
        };
        let values = self.dynamics.constraints_at(graph, &point).values;
        let (h, end) = (
            self.known.step_size,
            graph.add(self.known.time, self.known.step_size),
        );
        let along = [&self.motion.along_q[..], &[(self.known.time, end, h)]].concat();
        let symbols: Vec<Expr> = along.iter().map(|&(x, _, _)| x).collect();
        let degrees = graph.degrees_in(&values, &symbols);
        let mut differences = Differences::new(&along);
        let constraints = values.into_iter().zip(degrees).zip(middle);
        constraints
            .map(|((g, degree), terms)| match degree {
                Some(..=QUADRATIC) => graph.sum(terms),
                _ => {
                    let difference = differences.of(graph, g);
                    graph.div(difference, h)
                }
            })
            .collect()
    }

    /// r = p + h/2 (D̄₁L + f) − D̄gᵀ λ/2 − D̄₂L and p⁺, with one form of the gradients.
    fn sides(
        &mut self,
        balance: &Balance,
        ties: &Ties,
        form: impl Fn(&DiscreteGradient) -> &Vec<Expr>,
    ) -> Sides {
        let (mut residual, mut terms, mut momenta) = (Vec::new(), Vec::new(), Vec::new());
        let graph = &mut *self.graph;
        let half = graph.ratio(1, 2);
        for (k, &p) in self.known.momenta.iter().enumerate() {
            let pull = graph.add(form(&balance.lagrangian.by_q)[k], balance.force[k]);
            let mut gained = vec![graph.mul(self.known.step_size, pull)];
            for (gradient, &multiplier) in ties.gradients.iter().zip(&ties.multipliers) {
                let impulse = graph.mul(form(gradient)[k], multiplier);
                gained.push(graph.neg(impulse));
            }
            let mean = form(&balance.lagrangian.by_v)[k];
            let halves: Vec<Expr> = gained.iter().map(|&term| graph.mul(half, term)).collect();
            let balance = [vec![p, graph.neg(mean)], halves].concat();
            residual.push(graph.sum(&balance));
            momenta.push(graph.sum(&[vec![p], gained].concat()));
            terms.push(if mean == graph.zero() {
                balance
            } else {
                // At a solution forces are the difference of momenta and impulses, and no larger.
                [&balance[..2], &balance[3..]].concat()
            });
        }
        Sides {
            residual,
            terms,
            momenta,
        }
    }

    /// A straight line from q to q⁺.
    fn inside(&mut self) -> Inside {
        let place = self.graph.symbol("s");
        let passed = self.graph.mul(place, self.known.step_size);
        let ways = self.known.coordinates.iter().zip(&self.motion.velocities);
        let coordinates = ways.map(|(&q, &v)| {
            let way = self.graph.mul(passed, v);
            self.graph.add(q, way)
        });
        Inside {
            place,
            coordinates: coordinates.collect(),
            velocities: self.motion.velocities.clone(),
        }
    }
}
