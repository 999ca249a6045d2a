//! How a system of equations is to be solved, read off its tangent.
//! It refuses to know where the equations come from.

use extremal_symbolic::{Expr, Graph};

/// Explicit: one division an unknown. Linear: one elimination. Newton: iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solve {
    Explicit,
    Linear,
    Newton,
}

/// The decision and its reason, for people.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) solve: Solve,
    pub(crate) reason: String,
}

/// The reason quotes an expression up to this many characters.
const QUOTED: usize = 80;

impl Structure {
    /// Reads the tangent ∂r/∂x of equations with the unknowns x.
    pub(crate) fn of(graph: &Graph, tangent: &[Vec<Expr>], unknown: &[Expr]) -> Self {
        let depends = |e: &Expr| graph.depends_on(*e, unknown);
        if let Some((i, j, e)) = entries(tangent).find(|(_, _, e)| depends(e)) {
            let text = graph.display(e).to_string();
            let short: String = text.chars().take(QUOTED).collect();
            let dots = if short.len() < text.len() { " .." } else { "" };
            let reason = format!("the tangent depends on the unknowns: ∂r{i}/∂x{j} = {short}{dots}");
            return Self {
                solve: Solve::Newton,
                reason,
            };
        }
        let off_diagonal = |below: bool| {
            let zero = graph.zero();
            entries(tangent).find(|&(i, j, e)| e != zero && if below { j < i } else { i < j })
        };
        match (off_diagonal(true), off_diagonal(false)) {
            (Some((i, j, _)), Some(_)) => Self {
                solve: Solve::Linear,
                reason: format!("the tangent does not depend on the unknowns, and ∂r{i}/∂x{j} couples them"),
            },
            _ => Self {
                solve: Solve::Explicit,
                reason: "the tangent does not depend on the unknowns and is triangular".to_owned(),
            },
        }
    }
}

fn entries(tangent: &[Vec<Expr>]) -> impl Iterator<Item = (usize, usize, Expr)> {
    tangent
        .iter()
        .enumerate()
        .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &e)| (i, j, e)))
}
