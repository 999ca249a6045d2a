//! Condensation: unknowns that can be recovered from the others are not iterated.
//! It refuses to know what the unknowns are. The scheme says which of them are recovered at the end.
//!
//! ```text
//! rᵢ(y, z) = 0 affine in zᵢ, with a coefficient aᵢ that no unknown changes   →   zᵢ = −rᵢ(zᵢ = 0)/aᵢ in all others
//! s(y, w) = 0 affine in w                                                    →   solved once, when y is known
//! ```

use extremal_symbolic::{Expr, Graph};

use crate::derive::structure::{Solve, Structure};
use crate::schemes::{Equations, StepEquations};

/// The equations of a step in the remaining unknowns, and expressions for the eliminated ones.
#[derive(Clone, Debug)]
pub(crate) struct Condensed {
    /// The iterated unknowns with their equations, then the recovered unknowns with theirs.
    pub(crate) equations: StepEquations,
    /// How many constraints are iterated.
    pub(crate) constraints: usize,
    /// How many unknowns are recovered from linear equations.
    pub(crate) recovered: usize,
    /// Eliminated unknowns, as functions of the others.
    pub(crate) eliminated: Vec<(Expr, Expr)>,
    /// As in [`Condensation`](crate::schemes::Condensation).
    pub(crate) remembered: Vec<Expr>,
    pub(crate) has_basis: bool,
}

impl Condensed {
    /// `None` if the scheme has no condensation.
    pub(crate) fn of(graph: &mut Graph, uncondensed: &StepEquations) -> Option<Self> {
        let condensation = uncondensed.condensation.clone()?;
        let (mut iterated, mut recovered) = (condensation.iterated, condensation.recovered);
        let mut eliminated = condensation.eliminated;
        recovered.replace(graph, &eliminated);
        if !is_affine(graph, &recovered) {
            // Not linear, as for a relativistic momentum: all unknowns are iterated.
            iterated = iterated.with(std::mem::take(&mut recovered));
        }
        let solved = solve_all(graph, &mut iterated);
        recovered.replace(graph, &solved);
        eliminated.extend(solved);
        eliminated.extend(solve_each(graph, &mut recovered));
        drop_content(graph, &mut recovered);
        drop_numbers(graph, &mut iterated);
        Some(Self {
            constraints: iterated.constraints(),
            recovered: recovered.unknowns.len(),
            equations: StepEquations {
                system: iterated.then(recovered),
                end_coordinates: graph.substitute(&uncondensed.end_coordinates, &eliminated),
                end_momenta: graph.substitute(&uncondensed.end_momenta, &eliminated),
                leaves_residual: false,
                surrogate: None,
                condensation: None,
                ..uncondensed.clone()
            },
            eliminated,
            remembered: condensation.remembered,
            has_basis: condensation.has_basis,
        })
    }

    /// How many unknowns are iterated.
    pub(crate) fn iterated(&self) -> usize {
        self.equations.system.unknowns.len() - self.recovered
    }
}

fn is_affine(graph: &mut Graph, part: &Equations) -> bool {
    let (values, symbols) = (part.values(), part.symbols());
    let tangent = graph.jacobian(&values, &symbols);
    Structure::of(graph, &values, &tangent, &symbols).solve != Solve::Newton
}

/// Solves all paired equations, so that multipliers remain; none if one cannot be solved. The initial guess
/// either has all velocities or none of them.
fn solve_all(graph: &mut Graph, part: &mut Equations) -> Vec<(Expr, Expr)> {
    let mut rest = part.clone();
    let solved = solve_each(graph, &mut rest);
    if !rest.paired().is_empty() {
        return Vec::new();
    }
    *part = rest;
    solved
}

/// Drops a factor of an equation that does not depend on the unknowns, for example a mass.
fn drop_content(graph: &mut Graph, part: &mut Equations) {
    let symbols = part.symbols();
    for row in &mut part.rows {
        row.value = graph.content(row.value, &symbols).1;
    }
}

/// Drops numeric factors of the constraints, from their summands too.
fn drop_numbers(graph: &mut Graph, part: &mut Equations) {
    let from = part.rows.len() - part.constraints();
    for row in part.rows.iter_mut().skip(from) {
        let number = graph.numeric_factor(row.value);
        for e in row.summands.iter_mut().chain([&mut row.value]) {
            *e = graph.div(*e, number);
        }
    }
}

/// Solves each paired equation for its unknown, if that is a division.
fn solve_each(graph: &mut Graph, part: &mut Equations) -> Vec<(Expr, Expr)> {
    let all = part.symbols();
    let mut eliminated = Vec::new();
    for x in part.paired() {
        let Some(row) = part.rows.iter().find(|row| row.paired == Some(x)) else {
            continue;
        };
        let value = row.value;
        let others: Vec<Expr> = part.paired().into_iter().filter(|&y| y != x).collect();
        let Some(value) = solution(graph, value, x, &others, &all) else {
            continue;
        };
        part.remove(x);
        part.replace(graph, &[(x, value)]);
        eliminated.push((x, value));
    }
    eliminated
}

/// The x with r = 0, if r is affine in it, has none of the `others`, and a coefficient that none of `all` changes.
fn solution(graph: &mut Graph, r: Expr, x: Expr, others: &[Expr], all: &[Expr]) -> Option<Expr> {
    let slope = graph.jacobian(&[r], &[x])[0][0];
    let is_affine = graph.degrees_in(&[r], &[x])[0] == Some(1);
    if !is_affine || graph.depends_on(slope, all) || graph.depends_on(r, others) {
        return None;
    }
    let zero = graph.zero();
    let rest = graph.substitute(&[r], &[(x, zero)])[0];
    let quotient = graph.div(rest, slope);
    Some(graph.neg(quotient))
}
