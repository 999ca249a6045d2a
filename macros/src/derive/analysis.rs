//! The passes over the equations of a step, before kernels are made of them.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::EACH;
use crate::derive::angles::share_angles;
use crate::derive::carry::carry;
use crate::derive::condense::Condensed;
use crate::derive::constants::{Constants, hoist_constants};
use crate::derive::direct::Direct;
use crate::derive::impulses::{Affine, is_linear};
use crate::derive::recover::Recovered;
use crate::derive::structure::{Solve, Structure};
use crate::derive::tangent::Linearized;
use crate::dynamics::symbols;
use crate::model::{Model, pairs};
use crate::schemes::{Known, StepEquations};

/// The equations in the form in which they are evaluated.
#[derive(Clone, Debug)]
pub(super) struct Analysed {
    pub(super) affine: Affine,
    pub(super) constants: Constants,
    pub(super) structure: Structure,
    pub(super) direct: Option<Direct>,
    /// How many unknowns are iterated.
    pub(super) iterated: usize,
    /// How many of their equations are constraints.
    pub(super) constraints: usize,
    /// Symbols for what a step leaves to the next: what its sums lost, then its residual.
    pub(super) left: Vec<Expr>,
}

impl Analysed {
    pub(super) fn of(
        model: &mut Model,
        known: &Known,
        uncondensed: &StepEquations,
        condensed: Option<&Condensed>,
        inverts: bool,
    ) -> Self {
        let Model {
            graph,
            inputs,
            is_wide,
            ..
        } = model;
        let iterated = condensed.map_or(uncondensed.system.unknowns.len(), Condensed::iterated);
        let mut affine = linearized(graph, known, inputs, uncondensed, condensed);
        let of_step = &affine.equations.system;
        let constraints = condensed.map_or(of_step.constraints(), |condensed| condensed.constraints);
        let (values, symbols) = (of_step.values(), of_step.symbols());
        let structure = Structure::of(graph, &values[..iterated], &affine.tangent, &symbols[..iterated]);
        let structure = structure.iterated_if_constrained(constraints);
        let first = if condensed.is_some() { iterated } else { 0 };
        affine.residual_at_zero = Affine::at_zero(graph, &affine.equations, first);
        affine.settle(graph, known, inputs, structure.solve);
        let remembered = condensed.into_iter().flat_map(|condensed| &condensed.remembered);
        let others: Vec<Expr> = inputs.iter().chain(remembered).copied().collect();
        let mut constants = hoist_constants(graph, known, &others, *is_wide, &mut affine);
        let direct = match structure.solve {
            Solve::Newton => None,
            Solve::Explicit | Solve::Linear => Direct::of(graph, &affine, inverts, &mut constants),
        };
        let left = left(graph, &mut affine.equations, structure.solve);
        Self {
            affine,
            constants,
            structure,
            direct,
            iterated,
            constraints,
            left,
        }
    }

    /// How many carried values, the first ones, are h times something without h. `None` if those after them are not all
    /// without h.
    pub(super) fn linear_carried(&self, graph: &mut Graph, h: Expr) -> Option<usize> {
        let Self {
            affine, constants, ..
        } = self;
        let values = pairs(&constants.symbols, &constants.values);
        attempt(graph, &affine.carried.at_start, EACH, |graph| {
            let at_start = graph.substitute(&affine.carried.at_start, &values);
            let linear = at_start
                .iter()
                .take_while(|&&value| is_linear(graph, value, h))
                .count();
            (!graph.any_depends_on(&at_start[linear..], &[h])).then_some(linear)
        })
    }
}

/// The equations of the iterated unknowns with their derivatives, before r(0) and the scales are known.
fn linearized(
    graph: &mut Graph,
    known: &Known,
    inputs: &[Expr],
    uncondensed: &StepEquations,
    condensed: Option<&Condensed>,
) -> Affine {
    let equations = condensed.map_or(uncondensed, |condensed| &condensed.equations);
    let mut equations = equations.clone();
    let iterated = condensed.map_or(equations.system.unknowns.len(), Condensed::iterated);
    let mut recovered = Recovered::of(condensed);
    let mut carried = carry(graph, known, inputs, &mut equations, &mut recovered.eliminated);
    recovered.linearize(graph, &equations, iterated);
    let Linearized {
        residual,
        mut tangent,
    } = Linearized::of_step(graph, &equations, known.coordinates.len(), iterated);
    for (row, value) in equations.system.rows.iter_mut().zip(residual) {
        row.value = value;
    }
    if equations.surrogate.is_some() {
        share_angles(graph, &mut equations, &mut carried, &mut tangent);
    }
    Affine {
        residual_at_zero: Vec::new(),
        equations,
        carried,
        tangent,
        recovered,
        scale: Vec::new(),
    }
}

/// Symbols for what a step leaves to the next: what its sums lost, and then the residual, if it iterates. To each row is added what
/// the step before left of it.
fn left(graph: &mut Graph, equations: &mut StepEquations, solve: Solve) -> Vec<Expr> {
    let mut symbols = symbols(graph, "lost", equations.increments.len());
    if !equations.leaves_residual || solve != Solve::Newton {
        return symbols;
    }
    for (i, row) in equations.system.rows.iter_mut().enumerate() {
        let left = graph.symbol(&format!("left[{i}]"));
        row.value = graph.add(row.value, left);
        symbols.push(left);
    }
    symbols
}
