//! Carried values: the end of a step computes them, and the start of the next one needs them.
//! They are found by substitution. It refuses to know the scheme.

use std::collections::HashSet;
use std::iter::zip;

use extremal_symbolic::{Expr, Graph, Substitution, attempt};

use crate::derive::EACH;
use crate::model::pairs;
use crate::schemes::{Known, StepEquations, Use};

/// Carried values: their symbols at the start of a step, and their expressions there and at the end.
#[derive(Clone, Debug, Default)]
pub(crate) struct Carried {
    pub(crate) symbols: Vec<Expr>,
    /// Functions of (tₖ, qₖ, vₖ) and parameters.
    pub(crate) at_start: Vec<Expr>,
    /// The same at (tₖ₊₁, qₖ₊₁).
    pub(crate) at_end: Vec<Expr>,
}

/// Replaces the expressions that can be carried by symbols.
///
/// An expression of tₖ, qₖ, parameters, and vₖ if that is carried, is carried if its image under qₖ ↦ qₖ₊₁, vₖ ↦ vₖ₊₁, tₖ ↦ tₖ + h is
/// computed at the end of the step anyway. The largest such expressions are taken. They are replaced in `eliminated`, too.
pub(crate) fn carry(
    graph: &mut Graph,
    known: &Known,
    inputs: &[Expr],
    equations: &mut StepEquations,
    eliminated: &mut Vec<Expr>,
) -> Carried {
    let roots = at_end(equations);
    let found = attempt(graph, &roots, EACH, |graph| {
        Some(carriable(graph, known, inputs, equations))
    });
    let mut carried = found.unwrap_or_default();
    replace(graph, equations, eliminated, &mut carried);
    carried
}

/// The values that the end of a step computes anyway.
fn carriable(graph: &mut Graph, known: &Known, inputs: &[Expr], equations: &StepEquations) -> Carried {
    let start = start_only(graph, known, inputs, equations);
    let end_time = graph.add(known.time, known.step_size);
    let starts = [&known.coordinates[..], &[known.time], &known.velocities].concat();
    let ends = [
        &equations.end_coordinates[..],
        &[end_time],
        &equations.end_velocities,
    ]
    .concat();
    let shift: Vec<(Expr, Expr)> = zip(starts, ends).collect();
    let computed = graph.operands_below(&at_end(equations));
    let mut carried = Carried::default();
    let below = graph.operands_below(&start);
    let states = [&known.coordinates[..], &known.velocities].concat();
    let moves = graph.each_depends_on(&below, &states);
    let moving: HashSet<Expr> = zip(below, moves)
        .filter_map(|(e, moves)| moves.then_some(e))
        .collect();
    let mut shifted = Substitution::new(&shift);
    let mut candidates = start;
    let mut seen = HashSet::new();
    while let Some(e) = candidates.pop() {
        // Shared subexpressions are visited once: otherwise the time would grow with the number of paths.
        if !seen.insert(e) || graph.is_symbol_or_constant(e) || !moving.contains(&e) {
            continue;
        }
        let image = shifted.of(graph, e);
        if computed.binary_search(&image).is_ok() {
            let symbol = graph.symbol(&format!("c[{}]", carried.symbols.len()));
            carried.symbols.push(symbol);
            carried.at_start.push(e);
            carried.at_end.push(image);
        } else {
            candidates.extend(graph.operands(e));
        }
    }
    carried
}

/// The largest expressions of the equations that depend on the start alone.
fn start_only(graph: &mut Graph, known: &Known, inputs: &[Expr], equations: &StepEquations) -> Vec<Expr> {
    let elsewhere: Vec<Expr> = [
        &equations.system.symbols()[..],
        &known.momenta,
        inputs,
        &[known.step_size],
        &equations
            .fields
            .iter()
            .map(|field| field.symbol)
            .collect::<Vec<Expr>>(),
    ]
    .concat();
    let roots = [&equations.system.values()[..], &equations.end_momenta].concat();
    graph.largest_free_of(&roots, &elsewhere)
}

fn at_end(equations: &StepEquations) -> Vec<Expr> {
    [&equations.end_momenta[..], &equations.system.values()].concat()
}

/// Also in the values at the end: computed from the start anew, they would differ from those of the equations by what the carried
/// ones have lost, and that difference grows from step to step, for the force −k q of Newmark's method by k h²/4.
fn replace(
    graph: &mut Graph,
    equations: &mut StepEquations,
    eliminated: &mut Vec<Expr>,
    carried: &mut Carried,
) {
    let pairs = pairs(&carried.at_start, &carried.symbols);
    if pairs.is_empty() {
        return;
    }
    *eliminated = graph.substitute(eliminated, &pairs);
    carried.at_end = graph.substitute(&carried.at_end, &pairs);
    // Action and interpolation are those of the uncondensed step.
    let is_meant = |of| !matches!(of, Use::Action | Use::Interpolation);
    equations.rewrite(is_meant, |list| Some(graph.substitute(list, &pairs)));
}

impl Carried {
    /// Appends the velocities, if the scheme carries them, and other fields of nodes.
    pub(crate) fn push_fields(&mut self, known: &Known, equations: &StepEquations) {
        if !equations.end_velocities.is_empty() {
            self.symbols.extend(&known.velocities);
            self.at_start.extend(&known.velocities);
            self.at_end.extend(&equations.end_velocities);
        }
        for field in &equations.fields {
            self.symbols.push(field.symbol);
            self.at_start.push(field.at_start);
            self.at_end.push(field.at_end);
        }
    }
}
