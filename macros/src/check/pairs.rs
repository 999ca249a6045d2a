//! Quadratic forms are not below zero for some pair of velocities.
//!
//! ```text
//! ½ a x² + b x y + ½ c y² is below zero for some x and y if a c − b² < 0
//! ```
//!
//! It refuses to judge more than two velocities together.

use extremal_symbolic::{Expr, Signs};

use super::proof::Proof;

/// Of more velocities no pairs are compared.
const LARGEST: usize = 60;

/// What is known of the signs of parameters.
#[derive(Clone, Copy, Debug)]
pub(super) enum Parameters {
    Positive,
    OfAnySign,
}

/// Two variables along which a form with this gradient, linear in them, is proven to be below zero.
pub(super) fn negative(
    proof: &mut Proof,
    gradient: &[Expr],
    symbols: &[Expr],
    parameters: Parameters,
) -> Option<(usize, usize)> {
    if symbols.len() > LARGEST {
        return None;
    }
    let rows: Vec<Vec<Expr>> = gradient
        .iter()
        .map(|&slope| proof.graph.gradient(slope, symbols))
        .collect();
    let pairs = (0..symbols.len()).flat_map(|j| (0..j).map(move |i| (i, j)));
    pairs.into_iter().find(|&(i, j)| {
        let graph = &mut proof.graph;
        let product = graph.mul(rows[i][i], rows[j][j]);
        let square = graph.powi(rows[i][j], 2);
        let minor = graph.sub(product, square);
        let is_below = match parameters {
            Parameters::Positive => proof.has_signs(minor, Signs::is_nonpositive),
            Parameters::OfAnySign => proof.always_has_signs(minor, Signs::is_nonpositive),
        };
        is_below && proof.is_nonzero(minor)
    })
}

/// The determinant of a small matrix, by its first row.
pub(super) fn determinant(proof: &mut Proof, matrix: &[Vec<Expr>]) -> Expr {
    let Some((first, others)) = matrix.split_first() else {
        return proof.graph.one();
    };
    let mut terms = Vec::new();
    for (column, &entry) in first.iter().enumerate() {
        if entry == proof.graph.zero() {
            continue;
        }
        let minor: Vec<Vec<Expr>> = others
            .iter()
            .map(|row| [&row[..column], &row[column + 1..]].concat())
            .collect();
        let minor = determinant(proof, &minor);
        let product = proof.graph.mul(entry, minor);
        terms.push(match column % 2 {
            0 => product,
            _ => proof.graph.neg(product),
        });
    }
    proof.graph.sum(&terms)
}
