//! Impulses of nodes N(t, q), which the end of one step shares with the start of the next: half a step of the forces of `Verlet`.
//!
//! ```text
//! r_e = N(t₀, q₀) + ..  in the rows of all groups,   P_e = N(t₀, q₀) + N(t₁, q₁) + ..
//! ```
//!
//! They are found in the equations, not known of schemes.

use extremal_symbolic::{Expr, Graph};

use crate::derive::family::equations::PartEquations;
use crate::model::pairs;

/// Takes N out of rows and momenta; one expression for each coordinate, zeros if there is none.
pub(super) fn take(graph: &mut Graph, equations: &mut PartEquations, inputs: &[Expr]) -> Vec<Expr> {
    let n = equations.momenta.len();
    let none = vec![graph.zero(); n];
    let known = &equations.known;
    let others = [
        &equations.all_unknowns()[..],
        &known.momenta,
        &known.velocities,
        inputs,
    ]
    .concat();
    let (mut impulses, mut rows) = (Vec::new(), Vec::new());
    for group in equations.rows[..n * equations.groups].chunks(equations.groups.max(1)) {
        let parts: Vec<(Expr, Expr)> = group.iter().map(|&row| graph.apart(row, &others)).collect();
        if parts.iter().any(|part| part.0 != parts[0].0) {
            return none;
        }
        impulses.push(parts[0].0);
        rows.extend(parts.into_iter().map(|part| part.1));
    }
    if impulses == none {
        return none;
    }
    let Some(momenta) = rests(graph, equations, &impulses, &others) else {
        return none;
    };
    equations.rows[..rows.len()].copy_from_slice(&rows);
    equations.momenta = momenta;
    // The sizes of N are those of p₀ + N.
    for summands in &mut equations.summands[..rows.len()] {
        summands.retain(|&summand| graph.any_depends_on(&[summand], &others));
    }
    impulses
}

/// `P_e` − N(t₀, q₀) − N(t₁, q₁), if `P_e` contains them.
fn rests(
    graph: &mut Graph,
    equations: &PartEquations,
    impulses: &[Expr],
    others: &[Expr],
) -> Option<Vec<Expr>> {
    let known = &equations.known;
    let end = graph.add(known.time, known.step_size);
    let moved = pairs(&known.coordinates, &equations.end_coordinates);
    let pairs = [moved, vec![(known.time, end)]].concat();
    let momenta = std::iter::zip(&equations.momenta, impulses);
    let rests = momenta.map(|(&momentum, &impulse)| {
        let terms = graph.summands(impulse);
        let at_end = graph.substitute(&terms, &pairs);
        let both: Vec<(Expr, Expr)> = std::iter::zip(terms, at_end).collect();
        // What is the same at both nodes is one term of the momentum.
        let (steady, changing): (Vec<_>, Vec<_>) =
            both.into_iter().partition(|(before, after)| before == after);
        let (expected, after) = if steady.is_empty() {
            (impulse, graph.substitute(&[impulse], &pairs)[0])
        } else {
            let steady: Vec<Expr> = steady.into_iter().map(|(before, _)| before).collect();
            let after: Vec<Expr> = changing.into_iter().map(|(_, after)| after).collect();
            (graph.sum(&[&[impulse], &steady[..]].concat()), graph.sum(&after))
        };
        let (free, rest) = graph.apart(momentum, others);
        if free != expected && !graph.is_same(free, expected) {
            return None;
        }
        if graph.is_same(rest, after) {
            return Some(graph.zero());
        }
        let mut terms = graph.summands(rest);
        for term in graph.summands(after) {
            let place = terms.iter().position(|&other| other == term)?;
            terms.swap_remove(place);
        }
        Some(graph.sum(&terms))
    });
    rests.collect()
}
