//! The equations of motion and the momenta, as terms in the order in which they are read.
//!
//! It refuses to write equations that are too long to be read. A large system gets no equations.

use extremal_symbolic::text::{Formula, Notation, Writer, width};
use extremal_symbolic::{Expr, Graph};

use super::name::Names;
use crate::dynamics::{ConstraintsAt, Dynamics};
use crate::model::{Model, pairs, without};

/// Gradients of more nodes than this are not written out.
const LARGEST: usize = 300;
/// Rows whose formulas have more nodes than this are not written out.
const LONGEST: usize = 200;
/// Sums of up to this many terms are multiplied out, in case that reads better.
const TERMS: usize = 24;

/// Ranks in a product: parameters, sums (which have theirs), time, coordinates, inputs, velocities, accelerations.
const TIME: u8 = 4;
const COORDINATE: u8 = 4;
const INPUT: u8 = 5;
const VELOCITY: u8 = 6;
const ACCELERATION: u8 = 7;

/// Σ coefficient · rate + rest = right side.
#[derive(Clone, Debug, Default)]
pub(crate) struct Row {
    /// Entries of the mass matrix, each with its acceleration (or its velocity, in a momentum).
    pub(crate) linear: Vec<(Expr, Expr)>,
    pub(crate) rest: Vec<Expr>,
    pub(crate) right: Vec<Expr>,
}

/// The equations of a system that is small enough.
#[derive(Debug)]
pub(crate) struct Motion {
    /// p = ∂L/∂v, one row per coordinate, without a right side.
    pub(crate) momenta: Vec<Row>,
    /// d/dt ∂L/∂v − ∂L/∂q = f.
    pub(crate) equations: Vec<Row>,
    /// Symbols for dv/dt.
    #[cfg(test)]
    pub(crate) accelerations: Vec<Expr>,
    pub(crate) notation: Notation,
}

/// How the symbols of a model are written.
pub(super) fn notation(model: &Model, names: &Names) -> Notation {
    let mut notation = Notation::default();
    let mut write = |symbols: &[Expr], order: usize, rank: u8| {
        for &symbol in symbols {
            let typed = model.graph.name_of(symbol).unwrap_or_default();
            let typed = typed.strip_prefix("dt ").unwrap_or(typed);
            notation.write(symbol, names.derivative(typed, order), rank);
        }
    };
    write(&model.parameters, 0, 0);
    write(&[model.time], 0, TIME);
    write(&model.coordinates, 0, COORDINATE);
    write(&model.inputs, 0, INPUT);
    write(&model.velocities, 1, VELOCITY);
    notation
}

impl Motion {
    /// `None` if there is too much to write.
    pub(crate) fn of(model: &mut Model, dynamics: &Dynamics, names: &Names) -> Option<Self> {
        if model.graph.operands_below(&dynamics.gradients()).len() > LARGEST {
            return None;
        }
        let mut notation = notation(model, names);
        let multipliers = multipliers(model, names, &mut notation);
        let accelerations = accelerations(model, names, &mut notation);
        let here = dynamics.here();
        let kinetic = dynamics.kinetic_at(&mut model.graph, &here);
        let potential = dynamics.potential_at(&mut model.graph, &here);
        let constraints = dynamics.held_at(&mut model.graph, &here);
        let masses = model.graph.jacobian(&kinetic.by_v, &model.velocities);
        let rates = here.rates(&model.graph);
        let is_quadratic = !model.graph.any_depends_on(&masses.concat(), &model.velocities);
        let velocities = is_quadratic.then_some(&model.velocities[..]);
        let mut reader = Reader {
            graph: &mut model.graph,
            notation: &notation,
        };
        let (mut momenta, mut equations) = (Vec::new(), Vec::new());
        for (i, masses) in masses.iter().enumerate() {
            let masses: Vec<Expr> = masses.iter().map(|&mass| reader.coefficient(mass)).collect();
            let momentum = kinetic.by_v[i];
            momenta.push(reader.momentum(momentum, &masses, velocities));
            let drift = reader.graph.time_derivative(momentum, &rates);
            let pull = reader.graph.neg(kinetic.by_q[i]);
            let curvature = reader.graph.sum(&[drift, pull]);
            equations.push(Row {
                linear: pairs(&masses, &accelerations),
                rest: [reader.terms(curvature), reader.terms(potential.by_q[i])].concat(),
                right: {
                    let reactions = reader.reactions(&constraints, &multipliers, i);
                    [reader.terms(potential.force[i]), reactions].concat()
                },
            });
        }
        Some(Self {
            momenta,
            equations,
            #[cfg(test)]
            accelerations,
            notation,
        })
    }
}

impl Row {
    /// Both sides as formulas; `None` if they are too long.
    pub(crate) fn formulas(&self, graph: &Graph, notation: &Notation) -> Option<[Formula; 2]> {
        let mut writer = Writer::new(graph, notation, LONGEST);
        let mut terms = Vec::new();
        for &(coefficient, rate) in &self.linear {
            if coefficient != graph.zero() {
                let factors = [writer.formula(coefficient)?, writer.formula(rate)?];
                terms.push((false, ordered(factors)));
            }
        }
        for &term in &self.rest {
            terms.push((false, writer.formula(term)?));
        }
        Some([Formula::sum(terms), writer.terms(&self.right)?])
    }
}

/// The rate before the functions of its coefficient: `m l θ̈ cos φ`.
fn ordered([coefficient, rate]: [Formula; 2]) -> Formula {
    let is_function = |factor: &Formula| match factor {
        Formula::Power(base, _) => matches!(**base, Formula::Call(..)),
        factor => matches!(factor, Formula::Call(..)),
    };
    match coefficient {
        Formula::Quotient(mut above, below) => {
            let place = above.iter().position(is_function).unwrap_or(above.len());
            above.insert(place, rate);
            Formula::quotient(above, below)
        }
        Formula::Sum(terms) if terms.len() == 1 => {
            let terms = terms
                .into_iter()
                .map(|(sign, term)| (sign, ordered([term, rate.clone()])));
            Formula::sum(terms)
        }
        factor if is_function(&factor) => Formula::quotient([rate, factor], []),
        factor => Formula::quotient([factor, rate], []),
    }
}

/// λ, or λ₀, λ₁, ..
fn multipliers(model: &mut Model, names: &Names, notation: &mut Notation) -> Vec<Expr> {
    let (m, graph) = (model.held().count(), &mut model.graph);
    let symbols = (0..m).map(|j| {
        let typed = if m == 1 {
            "lambda".to_owned()
        } else {
            format!("lambda[{j}]")
        };
        let symbol = graph.symbol(&format!("multiplier {j}"));
        notation.write(symbol, names.derivative(&typed, 0), INPUT);
        symbol
    });
    symbols.collect()
}

fn accelerations(model: &mut Model, names: &Names, notation: &mut Notation) -> Vec<Expr> {
    let graph = &mut model.graph;
    let symbols = model.coordinates.iter().map(|&q| {
        let typed = graph.name_of(q).unwrap_or_default().to_owned();
        let symbol = graph.symbol(&format!("d2t {typed}"));
        notation.write(symbol, names.derivative(&typed, 2), ACCELERATION);
        symbol
    });
    symbols.collect()
}

/// Chooses the shortest of several forms of an expression, for readers.
struct Reader<'a> {
    graph: &'a mut Graph,
    notation: &'a Notation,
}

impl Reader<'_> {
    /// A row of p. It is M v and the rest at v = 0, if p is linear in the `velocities`, which are `None` otherwise.
    fn momentum(&mut self, momentum: Expr, masses: &[Expr], velocities: Option<&[Expr]>) -> Row {
        let Some(velocities) = velocities else {
            return Row {
                rest: self.terms(momentum),
                ..Row::default()
            };
        };
        let rest = without(self.graph, &[momentum], velocities)[0];
        Row {
            linear: pairs(masses, velocities),
            rest: self.terms(rest),
            right: Vec::new(),
        }
    }

    /// The constraint forces −(∂g/∂q)ᵀ λ on coordinate i, without zeros.
    fn reactions(&mut self, constraints: &ConstraintsAt, multipliers: &[Expr], i: usize) -> Vec<Expr> {
        let mut pulls = constraints.impulse(self.graph, multipliers, i);
        pulls.retain(|&pull| pull != self.graph.zero());
        pulls.into_iter().map(|pull| self.graph.neg(pull)).collect()
    }

    /// The terms of a sum.
    fn terms(&mut self, e: Expr) -> Vec<Expr> {
        if e == self.graph.zero() {
            return Vec::new();
        }
        let apart = self.graph.terms_for_reading(e, TERMS);
        match apart.filter(|terms| terms.is_empty() || self.length(terms) <= self.length(&[e])) {
            Some(terms) => terms,
            None => vec![e],
        }
    }

    /// One expression, with common factors taken out.
    fn coefficient(&mut self, e: Expr) -> Expr {
        let Some(apart) = self.graph.terms_for_reading(e, TERMS) else {
            return e;
        };
        let together = self.graph.sum(&apart);
        if self.length(&[together]) <= self.length(&[e]) {
            together
        } else {
            e
        }
    }

    fn length(&self, terms: &[Expr]) -> usize {
        let formula = Writer::new(self.graph, self.notation, LONGEST).terms(terms);
        formula.map_or(usize::MAX, |formula| width(&formula.to_string()))
    }
}
