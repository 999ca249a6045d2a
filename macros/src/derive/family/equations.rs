//! What each item adds to a scheme's equations r and to the momenta at the end of a step.
//!
//! The equations of a scheme are affine in L, and so are its momenta. Those of a sum over items e,
//!
//! ```text
//! L = Σ L_e
//! r[L] = r[0] + Σ r_e,   r_e = r[L_e] − r[0]
//! p₁[L] = p₁[0] + Σ P_e,   P_e = p₁[L_e] − p₁[0]
//! ```
//!
//! A scheme states its step once, for a system: here for that of one summand, and for L = 0, coordinates without items. No
//! difference contains p₀. A scheme whose equations are not affine in L is refused.

use std::collections::HashMap;
use std::rc::Rc;

use extremal_symbolic::{Expr, Graph};

use crate::derive::kernel::Argument;
use crate::dynamics::Dynamics;
use crate::model::{Energy, Model, without};
use crate::schemes::path::Refusal;
use crate::schemes::{Context, Equations, Form, Known, PartOf, Role, Scheme, StepEquations, typical};

/// What the items of a summand add to the equations of a step. Unknowns and rows stand coordinate by coordinate, then constraint by
/// constraint.
#[derive(Clone, Debug)]
pub(super) struct PartEquations {
    pub(super) known: Known,
    /// Velocities: `groups` for each coordinate.
    pub(super) unknowns: Vec<Expr>,
    /// Impulses: `multipliers` for each constraint.
    pub(super) multipliers: Vec<Expr>,
    /// `r_e`, for the coordinates and then for the constraints.
    pub(super) rows: Vec<Expr>,
    /// The terms of each row that set its rounding floor.
    pub(super) summands: Vec<Vec<Expr>>,
    /// `P_e`
    pub(super) momenta: Vec<Expr>,
    /// ∂r/∂x and then ∂p₁/∂x, row by row.
    pub(super) by_unknowns: Vec<Vec<Expr>>,
    /// The same by q₀, p₀, v₀, inputs and sensitivities.
    pub(super) by_start: Vec<Vec<Expr>>,
    pub(super) end_coordinates: Vec<Expr>,
    pub(super) groups: usize,
    pub(super) per_constraint: usize,
}

/// The step of n coordinates with L = 0.
pub(super) fn empty(
    model: &mut Model,
    known: &Known,
    scheme: &Rc<dyn Scheme>,
    part: PartOf,
) -> Result<StepEquations, Refusal> {
    let zero = model.graph.zero();
    let (energy, force) = (model.energy, model.force.clone());
    let held = [&mut model.constraints, &mut model.rolling].map(std::mem::take);
    model.energy = Energy::Split {
        kinetic: zero,
        potential: zero,
    };
    model.force = vec![zero; model.coordinates.len()];
    let dynamics = Dynamics::of(model);
    (model.energy, model.force) = (energy, force);
    [model.constraints, model.rolling] = held;
    stated(&mut model.graph, &dynamics, scheme, (known, part))
}

fn stated(
    graph: &mut Graph,
    dynamics: &Dynamics,
    scheme: &Rc<dyn Scheme>,
    (known, part): (&Known, PartOf),
) -> Result<StepEquations, Refusal> {
    scheme.step(&mut Context {
        graph,
        dynamics: &dynamics.within(known.time, known.step_size),
        known,
        part: Some(part),
    })
}

fn no_sum(scheme: &Rc<dyn Scheme>) -> Refusal {
    Refusal::of(format!(
        "the equations of `{}` are not a sum over the items of a system of any size; list `{}`",
        scheme.path(),
        typical().path()
    ))
}

/// The derivatives of rows in this order, and then of momenta at the end, less those with L = 0.
fn derivatives(
    graph: &mut Graph,
    (step, own): (&StepEquations, &[Expr]),
    order: &[usize],
    z: &[Expr],
) -> Vec<Vec<Expr>> {
    let [of_rows, of_momenta] = step.derivatives(graph, z);
    let momenta = of_rows.len()..;
    let all = order.iter().map(|&at| (at, &of_rows[at]));
    let all = all.chain(momenta.zip(&of_momenta));
    let own = graph.jacobian(own, z);
    let all = all.map(|(at, row)| {
        std::iter::zip(row, &own[at])
            .map(|(&e, &own)| graph.sub(e, own))
            .collect()
    });
    all.collect()
}

impl PartEquations {
    pub(super) fn of(
        model: &mut Model,
        [typed, cheapest]: [&Dynamics; 2],
        scheme: &Rc<dyn Scheme>,
        part: PartOf,
        groups: usize,
    ) -> Result<Self, Refusal> {
        let (n, m) = (model.coordinates.len(), model.held().count());
        let known = Known::new(&mut model.graph, n, scheme.parameters());
        let dynamics = match scheme.form() {
            Form::AsTyped | Form::TypedInItems => typed,
            Form::Cheapest => cheapest,
        };
        let step = stated(&mut model.graph, dynamics, scheme, (&known, part))?;
        let own = empty(model, &known, scheme, part)?;
        let graph = &mut model.graph;
        let own = with_unknowns_of(graph, own, &step);
        let [of_items, of_own] =
            [&step, &own].map(|step| [step.system.values(), step.end_momenta.clone()].concat());
        let of_own = padded(graph, of_own, &step, &own);
        let added = same_ends(&step, &own).then(|| differences(graph, &of_items, &of_own, &known.momenta));
        let (of_motion, of_constraints) = (velocities(&step.system), multipliers(&step.system));
        let Some(mut rows) = added.flatten().filter(|_| of_motion.len() == groups * n) else {
            return Err(no_sum(scheme));
        };
        let momenta = rows.split_off(step.system.rows.len());
        let summands = summands(graph, &step, &own, &known);
        let per_constraint = of_constraints.len() / m.max(1);
        let order = [places(n, groups, 0), places(m, per_constraint, n * groups)].concat();
        let of_motion = places(n, groups, 0).into_iter().map(|at| of_motion[at]);
        let of_constraints = places(m, per_constraint, 0)
            .into_iter()
            .map(|at| of_constraints[at]);
        let (unknowns, multipliers): (Vec<Expr>, Vec<Expr>) = (of_motion.collect(), of_constraints.collect());
        let start = [
            &known.coordinates[..],
            &known.momenta,
            &known.velocities,
            &model.inputs,
            &model.sensitivities,
        ]
        .concat();
        let x = [&unknowns[..], &multipliers].concat();
        Ok(Self {
            by_unknowns: derivatives(graph, (&step, &of_own), &order, &x),
            by_start: derivatives(graph, (&step, &of_own), &order, &start),
            unknowns,
            multipliers,
            rows: order.iter().map(|&at| rows[at]).collect(),
            summands: order.iter().map(|&at| summands[at].clone()).collect(),
            momenta,
            end_coordinates: step.end_coordinates,
            known,
            groups,
            per_constraint,
        })
    }

    /// The arguments of kernels.
    pub(super) fn arguments(&self, parameters: &[Expr], inputs: &[Expr]) -> [Argument; 8] {
        let known = &self.known;
        [
            Argument::array("parameters", parameters),
            Argument::array("interval", &[known.time, known.step_size]),
            Argument::array("q", &known.coordinates),
            Argument::array("v", &known.velocities),
            Argument::array("u", inputs),
            Argument::array("x", &self.unknowns),
            Argument::array("lambda", &self.multipliers),
            Argument::array("scheme", &known.scheme),
        ]
    }

    /// All unknowns.
    pub(super) fn all_unknowns(&self) -> Vec<Expr> {
        [&self.unknowns[..], &self.multipliers].concat()
    }
}

/// The terms that items add to the rows, without p₀, taken apart: of exp(−d) − 1, which may vanish, the rounding is that of 1.
fn summands(graph: &mut Graph, step: &StepEquations, own: &StepEquations, known: &Known) -> Vec<Vec<Expr>> {
    let of_own = own
        .system
        .rows
        .iter()
        .map(|row| &row.summands[..])
        .chain(std::iter::repeat(&[][..]));
    let zero = graph.zero();
    let rows = step.system.rows.iter().zip(of_own).map(|(row, own)| {
        let summands = beside(graph, &row.summands, own);
        let mut summands = without(graph, &summands, &known.momenta);
        summands.retain(|&summand| summand != zero);
        summands
            .iter()
            .flat_map(|&summand| graph.summands(summand))
            .collect()
    });
    rows.collect()
}

/// Where the numbers of schemes, group by group, are in the order item by item.
fn places(count: usize, groups: usize, first: usize) -> Vec<usize> {
    (0..count)
        .flat_map(|k| (0..groups).map(move |group| first + group * count + k))
        .collect()
}

pub(super) fn velocities(system: &Equations) -> Vec<Expr> {
    let unknowns = system.unknowns.iter();
    let velocities = unknowns.filter(|unknown| !matches!(unknown.role, Role::Multiplier(_)));
    velocities.map(|unknown| unknown.symbol).collect()
}

fn multipliers(system: &Equations) -> Vec<Expr> {
    let unknowns = system.unknowns.iter();
    let multipliers = unknowns.filter(|unknown| matches!(unknown.role, Role::Multiplier(_)));
    multipliers.map(|unknown| unknown.symbol).collect()
}

/// The empty step over the velocities of another one.
fn with_unknowns_of(graph: &mut Graph, mut own: StepEquations, step: &StepEquations) -> StepEquations {
    let pairs: Vec<(Expr, Expr)> =
        std::iter::zip(velocities(&own.system), velocities(&step.system)).collect();
    let image = own.rewrite(|_| true, |list| Some(graph.substitute(list, &pairs)));
    debug_assert!(image.is_some(), "every expression has an image");
    own
}

/// Whether coordinates and velocities at the end are those without items.
fn same_ends(step: &StepEquations, own: &StepEquations) -> bool {
    step.end_coordinates == own.end_coordinates
        && step.end_velocities == own.end_velocities
        && velocities(&step.system).len() == velocities(&own.system).len()
}

/// The own rows, with zeros for those of constraints, and the own momenta.
fn padded(graph: &Graph, mut own: Vec<Expr>, step: &StepEquations, empty: &StepEquations) -> Vec<Expr> {
    let momenta = own.split_off(empty.system.rows.len());
    own.resize(step.system.rows.len(), graph.zero());
    [own, momenta].concat()
}

/// What is left of p₀ in neither: `None` if one depends on it in another way than the other.
fn differences(graph: &mut Graph, all: &[Expr], own: &[Expr], momenta: &[Expr]) -> Option<Vec<Expr>> {
    if graph.jacobian(all, momenta) != graph.jacobian(own, momenta) {
        return None;
    }
    let [all, own] = [all, own].map(|list| without(graph, list, momenta));
    let differences: Vec<Expr> = std::iter::zip(all, own)
        .map(|(all, own)| graph.sub(all, own))
        .collect();
    (!graph.any_depends_on(&differences, momenta)).then_some(differences)
}

/// The summands that are not among others.
fn beside(graph: &Graph, summands: &[Expr], others: &[Expr]) -> Vec<Expr> {
    let mut counts: HashMap<Expr, usize> = HashMap::new();
    others
        .iter()
        .for_each(|&other| *counts.entry(other).or_default() += 1);
    let kept = summands
        .iter()
        .filter(|&&summand| match counts.get_mut(&summand) {
            Some(count) if *count > 0 => {
                *count -= 1;
                false
            }
            _ => summand != graph.zero(),
        });
    kept.copied().collect()
}
