//! The power v·∂R/∂v that a dissipation takes: its sign, or that it is not known.
//!
//! ```text
//! v·∂R/∂v = 2 (R − R(0)) if R is quadratic: a sum of squares, or one whose matrix has no principal minor below zero
//! ```
//!
//! It refuses to judge R against a flow, (ẋ − w)², which is above zero and may push.

use extremal_symbolic::{Expr, Signs};

use super::pairs;
use super::proof::Proof;

/// Velocities up to which principal minors are looked at, 2⁴ − 1 of them.
const LARGEST: usize = 4;

/// What is known of R.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Loss {
    Taken,
    /// Whatever the signs of parameters are.
    Added,
    /// For parameters above zero.
    AddedByPositive,
    Unknown,
}

pub(super) fn of(proof: &mut Proof, dissipation: Expr, velocities: &[Expr]) -> Loss {
    let moving = without_rest(proof, dissipation, velocities);
    let power = power(proof, dissipation, velocities);
    let has = |proof: &mut Proof, condition| {
        [moving, power]
            .into_iter()
            .any(|e| proof.has_signs(e, condition) && proof.is_nonzero(e))
    };
    if is_added(proof, dissipation, velocities) {
        return Loss::Added;
    }
    if has(proof, Signs::is_nonpositive) {
        return Loss::AddedByPositive;
    }
    let is_taken = has(proof, Signs::is_nonnegative)
        || proof.has_signs(dissipation, Signs::is_nonnegative)
        || is_semidefinite(proof, dissipation, velocities);
    match is_taken || proof.is_exhausted() {
        true => Loss::Taken,
        false => Loss::Unknown,
    }
}

/// Whether R takes no power anywhere, and adds some, for parameters of any sign.
pub(super) fn is_added(proof: &mut Proof, dissipation: Expr, velocities: &[Expr]) -> bool {
    let moving = without_rest(proof, dissipation, velocities);
    let power = power(proof, dissipation, velocities);
    [moving, power]
        .into_iter()
        .any(|e| proof.always_has_signs(e, Signs::is_nonpositive) && proof.is_nonzero(e))
}

/// R less its value at rest, which has no force.
pub(super) fn without_rest(proof: &mut Proof, dissipation: Expr, velocities: &[Expr]) -> Expr {
    let at_rest = proof.at_rest(dissipation, velocities);
    proof.graph.sub(dissipation, at_rest)
}

fn power(proof: &mut Proof, dissipation: Expr, velocities: &[Expr]) -> Expr {
    let slopes = proof.graph.gradient(dissipation, velocities);
    proof.product(&slopes, velocities)
}

/// Whether R is a quadratic form of few velocities, no principal minor of which is below zero for parameters above zero.
fn is_semidefinite(proof: &mut Proof, dissipation: Expr, velocities: &[Expr]) -> bool {
    if proof.graph.degree_in(dissipation, velocities) != Some(2) {
        return false;
    }
    let slopes = proof.graph.gradient(dissipation, velocities);
    let at_rest: Vec<Expr> = slopes
        .iter()
        .map(|&slope| proof.at_rest(slope, velocities))
        .collect();
    // A term of first degree pushes.
    if !proof.all_vanish(&at_rest) {
        return false;
    }
    let graph = &mut proof.graph;
    let zero = graph.zero();
    let depends: Vec<usize> = (0..velocities.len()).filter(|&i| slopes[i] != zero).collect();
    if depends.len() > LARGEST {
        return false;
    }
    let matrix: Vec<Vec<Expr>> = depends
        .iter()
        .map(|&i| {
            let row = graph.gradient(slopes[i], velocities);
            depends.iter().map(|&j| row[j]).collect()
        })
        .collect();
    let n = depends.len();
    (1..1_usize << n).all(|subset| {
        let chosen: Vec<usize> = (0..n).filter(|i| subset >> i & 1 == 1).collect();
        let block: Vec<Vec<Expr>> = chosen
            .iter()
            .map(|&i| chosen.iter().map(|&j| matrix[i][j]).collect())
            .collect();
        let minor = pairs::determinant(proof, &block);
        proof.is_zero(minor) || proof.has_signs(minor, Signs::is_nonnegative)
    })
}
