//! Unit vectors along a contact, from its normal.
//!
//! ```text
//! in the plane   t = (n_y, −n_x)/|n|
//! in space       σ = 1 if n_z ≥ 0, else −1,   a = −1/(σ + n_z),   b = n_x n_y a    for |n| = 1
//!                t₁ = (1 + σ n_x² a, σ b, −σ n_x),   t₂ = (b, σ + n_y² a, −n_y),   t₁ × t₂ = n
//! ```
//!
//! T. Duff et al., Building an orthonormal basis, revisited, JCGT 6 (2017). It refuses to know what moves along them.

use extremal_symbolic::{Expr, Graph, Relation};

/// Terms up to which it is seen that a normal has length one.
const TERMS: usize = 100;

/// The directions of a contact, each of length one.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) normal: Vec<Expr>,
    /// One in the plane, two in space.
    pub(super) tangents: Vec<Vec<Expr>>,
}

/// The frame of a contact; `None` if the normal is zero.
pub(super) fn of(graph: &mut Graph, normal: &[Expr]) -> Option<Frame> {
    let normal = unit(graph, normal)?;
    let tangents = match normal[..] {
        [x, y] => vec![vec![y, graph.neg(x)]],
        [x, y, z] => in_space(graph, [x, y, z]),
        _ => return None,
    };
    Some(Frame { normal, tangents })
}

/// n/|n|, or n itself if its length is one.
fn unit(graph: &mut Graph, normal: &[Expr]) -> Option<Vec<Expr>> {
    let squares: Vec<Expr> = normal.iter().map(|&n| graph.powi(n, 2)).collect();
    let square = graph.sum(&squares);
    if square == graph.zero() {
        return None;
    }
    let one = graph.one();
    let difference = graph.sub(square, one);
    if graph.vanishes(difference, TERMS) {
        return Some(normal.to_vec());
    }
    let length = graph.sqrt(square);
    Some(normal.iter().map(|&n| graph.div(n, length)).collect())
}

fn in_space(graph: &mut Graph, [x, y, z]: [Expr; 3]) -> Vec<Vec<Expr>> {
    let (zero, one, minus_one) = (graph.zero(), graph.one(), graph.integer(-1));
    let sign = graph.select(Relation::LessEqual, zero, z, one, minus_one);
    let denominator = graph.add(sign, z);
    let a = graph.div(minus_one, denominator);
    let b = graph.product(&[x, y, a]);
    let first = {
        let square = graph.powi(x, 2);
        let part = graph.product(&[sign, square, a]);
        let last = graph.mul(sign, x);
        vec![graph.add(one, part), graph.mul(sign, b), graph.neg(last)]
    };
    let square = graph.powi(y, 2);
    let part = graph.mul(square, a);
    let second = vec![b, graph.add(sign, part), graph.neg(y)];
    vec![first, second]
}
