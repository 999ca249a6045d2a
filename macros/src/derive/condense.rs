//! Condensation: unknowns that follow from the others are taken out of what is iterated.
//! It refuses to know what the unknowns are; which of them follow at the end, the scheme says.
//!
//! ```text
//! rᵢ(y, z) = 0 affine in zᵢ, with a coefficient aᵢ that no unknown changes   →   zᵢ = −rᵢ(zᵢ = 0)/aᵢ in all others
//! s(y, w) = 0 affine in w                                                    →   solved once, when y is known
//! ```

use extremal_symbolic::{Expr, Graph};

use crate::derive::structure::{Solve, Structure};
use crate::schemes::{Equations, StepEquations};

/// The equations of a step in the unknowns that are left, and what the others are.
#[derive(Clone, Debug)]
pub(crate) struct Condensed {
    /// Unknowns that are iterated with their equations, then those that follow with theirs.
    pub(crate) equations: StepEquations,
    /// How many constraints are iterated.
    pub(crate) constraints: usize,
    /// How many follow linearly.
    pub(crate) following: usize,
    /// Unknowns with what they are in terms of the others.
    pub(crate) given: Vec<(Expr, Expr)>,
    /// As in [`Condensation`](crate::schemes::Condensation).
    pub(crate) kept: Vec<Expr>,
    pub(crate) has_basis: bool,
}

impl Condensed {
    /// `None` where the scheme says of no unknown that it follows.
    pub(crate) fn of(graph: &mut Graph, whole: &StepEquations) -> Option<Self> {
        let condensation = whole.condensation.clone()?;
        let (mut iterated, mut following) = (condensation.iterated, condensation.following);
        let mut given = condensation.given;
        following.replace(graph, &given);
        if !is_affine(graph, &following) {
            // What follows is not linear, as the momentum of a velocity near light: all is iterated.
            iterated = iterated.with(std::mem::take(&mut following));
        }
        let solved = solve_all(graph, &mut iterated);
        following.replace(graph, &solved);
        given.extend(solved);
        given.extend(solve_each(graph, &mut following));
        drop_content(graph, &mut following);
        drop_numbers(graph, &mut iterated);
        Some(Self {
            constraints: iterated.constraints(),
            following: following.unknowns.len(),
            equations: StepEquations {
                system: iterated.then(following),
                end_coordinates: graph.substitute(&whole.end_coordinates, &given),
                end_momenta: graph.substitute(&whole.end_momenta, &given),
                end_velocities: whole.end_velocities.clone(),
                increments: whole.increments.clone(),
                surrogate: None,
                report: whole.report,
                action: whole.action.clone(),
                interpolation: whole.interpolation.clone(),
                condensation: None,
            },
            given,
            kept: condensation.kept,
            has_basis: condensation.has_basis,
        })
    }

    /// Those that are iterated.
    pub(crate) fn iterated(&self) -> usize {
        self.equations.system.unknowns.len() - self.following
    }
}

fn is_affine(graph: &mut Graph, part: &Equations) -> bool {
    let (values, symbols) = (part.values(), part.symbols());
    let tangent = graph.jacobian(&values, &symbols);
    Structure::of(graph, &values, &tangent, &symbols).solve != Solve::Newton
}

/// Solves the equations that have unknowns of their own, if all can be: what is left are multipliers. With velocities left beside
/// them these would be guessed, and others not.
fn solve_all(graph: &mut Graph, part: &mut Equations) -> Vec<(Expr, Expr)> {
    let mut rest = part.clone();
    let solved = solve_each(graph, &mut rest);
    if !rest.paired().is_empty() {
        return Vec::new();
    }
    *part = rest;
    solved
}

/// What multiplies an equation and none of its unknowns changes is no part of it: a mass that was divided by.
fn drop_content(graph: &mut Graph, part: &mut Equations) {
    let symbols = part.symbols();
    for row in &mut part.rows {
        row.value = graph.content(row.value, &symbols).1;
    }
}

/// Numbers that multiply a constraint are no part of it, nor of its scale.
fn drop_numbers(graph: &mut Graph, part: &mut Equations) {
    let from = part.rows.len() - part.constraints();
    for row in part.rows.iter_mut().skip(from) {
        let number = graph.numeric_factor(row.value);
        for e in row.summands.iter_mut().chain([&mut row.value]) {
            *e = graph.div(*e, number);
        }
    }
}

/// Solves each equation that has an unknown of its own for it, where that is a division.
fn solve_each(graph: &mut Graph, part: &mut Equations) -> Vec<(Expr, Expr)> {
    let all = part.symbols();
    let mut given = Vec::new();
    for x in part.paired() {
        let Some(row) = part.rows.iter().find(|row| row.paired == Some(x)) else {
            continue;
        };
        let value = row.value;
        let others: Vec<Expr> = part.paired().into_iter().filter(|&y| y != x).collect();
        let Some(value) = solution(graph, value, x, (&others, &all)) else {
            continue;
        };
        part.remove(x);
        part.replace(graph, &[(x, value)]);
        given.push((x, value));
    }
    given
}

/// The x with r = 0, if r is affine in it, has none of the `others`, and a coefficient that none of `all` changes.
fn solution(graph: &mut Graph, r: Expr, x: Expr, (others, all): (&[Expr], &[Expr])) -> Option<Expr> {
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
