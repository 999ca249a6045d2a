//! How a system of equations is solved, read off its tangent.

use extremal_symbolic::{Expr, Graph};

/// Explicit: one division per unknown. Linear: one elimination. Newton: iterations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Solve {
    Explicit,
    Linear,
    Newton,
}

/// The decision, and its reason for readers.
#[derive(Clone, Debug)]
pub(crate) struct Structure {
    pub(crate) solve: Solve,
    pub(crate) reason: String,
}

impl Structure {
    /// Reads the residual r and the tangent ∂r/∂x of equations with the unknowns x.
    pub(crate) fn of(graph: &Graph, residual: &[Expr], tangent: &[Vec<Expr>], unknown: &[Expr]) -> Self {
        if let Some(place) = graph.first_dependent(&tangent.concat(), unknown) {
            let (i, j) = (place / unknown.len(), place % unknown.len());
            let on = unknown
                .iter()
                .position(|&x| graph.depends_on(tangent[i][j], &[x]));
            let on = on.unwrap_or_default();
            return Self {
                solve: Solve::Newton,
                reason: format!("the tangent depends on the unknowns: ∂r[{i}]/∂x[{j}] contains x[{on}]"),
            };
        }
        // A constant tangent is not enough: the derivative of |x|, or of a force that changes sign, is piecewise constant.
        let degrees = graph.degrees_in(residual, unknown);
        if let Some(i) = degrees
            .iter()
            .position(|degree| degree.is_none_or(|degree| degree > 1))
        {
            return Self {
                solve: Solve::Newton,
                reason: format!("r[{i}] is not affine in the unknowns: it has pieces, or is not seen to be"),
            };
        }
        let off_diagonal = |below: bool| {
            let zero = graph.zero();
            entries(tangent).find(|&(i, j, e)| e != zero && if below { j < i } else { i < j })
        };
        match (off_diagonal(true), off_diagonal(false)) {
            (Some((i, j, _)), Some(_)) => Self {
                solve: Solve::Linear,
                reason: format!(
                    "the tangent does not depend on the unknowns, and ∂r[{i}]/∂x[{j}] couples them"
                ),
            },
            _ => Self {
                solve: Solve::Explicit,
                reason: "the tangent does not depend on the unknowns and is triangular".to_owned(),
            },
        }
    }
}

impl Structure {
    /// Classifies linear equations with multipliers as `Newton`, although one iteration solves them: reports of multipliers
    /// need the history of steps, which only the iterative solution keeps.
    pub(crate) fn iterated_if_constrained(self, constraints: usize) -> Self {
        if constraints == 0 || self.solve == Solve::Newton {
            return self;
        }
        Self {
            solve: Solve::Newton,
            reason: "the equations are linear, and constrained: one iteration is enough".to_owned(),
        }
    }
}

fn entries(tangent: &[Vec<Expr>]) -> impl Iterator<Item = (usize, usize, Expr)> {
    tangent
        .iter()
        .enumerate()
        .flat_map(|(i, row)| row.iter().enumerate().map(move |(j, &e)| (i, j, e)))
}
