//! The schemes of Moreau type, step by step as the paper writes them: Capobianco and Eugster (2018), equations 45 to 63.
//!
//! The implicit ones are iterated to rounding: their implicit terms are of the order of h.

use super::impacting::{Impacting, Touch, struck};
use super::linear::times;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Scheme {
    Moreau,
    Symmetric,
    Variational,
    /// Jean's θ-method, active where g + ½ h ġ ≤ 0.
    Theta(f64),
}

/// The node k: where it is, with which velocity it was reached, and from where.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Node<const N: usize> {
    pub(crate) q: [f64; N],
    /// u_{k−1}
    pub(crate) u: [f64; N],
    /// q_{k−1}; none at the start.
    before: Option<[f64; N]>,
}

impl<const N: usize> Node<N> {
    pub(crate) fn start(q: [f64; N], v: [f64; N]) -> Self {
        Self {
            q,
            u: v,
            before: None,
        }
    }
}

fn sum<const N: usize>(a: &[f64; N], factor: f64, b: &[f64; N]) -> [f64; N] {
    core::array::from_fn(|i| a[i] + factor * b[i])
}

/// One step. The first one of Moreau's scheme has half of the forces, as (50) for the symmetric one: the paper sets `u_1 = v` there.
pub(crate) fn step<const N: usize>(
    system: &impl Impacting<N>,
    scheme: Scheme,
    h: f64,
    node: &Node<N>,
) -> Node<N> {
    let mut closed = system.touches(&node.q);
    closed.retain(|touch| is_active(touch, scheme, h, &node.u));
    let mass = system.mass(&node.q);
    let mut u = node.u;
    // The contraction is about h times the rate of the forces: each pass wins two digits or more.
    for _ in 0..60 {
        let right = balance(system, scheme, h, node, &u);
        let (next, _, _) = struck(&mass, &right, &node.u, &closed);
        let change = (0..N).map(|i| (next[i] - u[i]).abs()).fold(0.0, f64::max);
        let size = next.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
        u = next;
        if change <= 1e-16 * size {
            break;
        }
    }
    let moved = match scheme {
        Scheme::Theta(theta) => core::array::from_fn(|i| (1.0 - theta) * node.u[i] + theta * u[i]),
        Scheme::Moreau | Scheme::Symmetric | Scheme::Variational => u,
    };
    Node {
        q: sum(&node.q, h, &moved),
        u,
        before: Some(node.q),
    }
}

fn is_active<const N: usize>(touch: &Touch<N>, scheme: Scheme, h: f64, u: &[f64; N]) -> bool {
    let rate = super::linear::dot(&touch.normal, u);
    match scheme {
        Scheme::Theta(_) => touch.gap + 0.5 * h * rate <= 0.0,
        Scheme::Moreau | Scheme::Symmetric | Scheme::Variational => touch.gap <= 0.0,
    }
}

/// Everything but W P of the balance `M(q_k) u = .. + W P`, with the implicit terms at the guess `u`.
fn balance<const N: usize>(
    system: &impl Impacting<N>,
    scheme: Scheme,
    h: f64,
    node: &Node<N>,
    u: &[f64; N],
) -> [f64; N] {
    let q = &node.q;
    let mass = system.mass(q);
    let carried = times(&mass, &node.u);
    match scheme {
        Scheme::Moreau => {
            let part = if node.before.is_some() { 1.0 } else { 0.5 };
            sum(&carried, part * h, &system.h(q, &node.u))
        }
        Scheme::Symmetric => {
            // (49) and, with the force of one side only, (50).
            let now = sum(&carried, 0.5 * h, &system.h(q, u));
            match node.before {
                Some(_) => sum(&now, 0.5 * h, &system.h(q, &node.u)),
                None => now,
            }
        }
        Scheme::Variational => {
            // (54) and (55): the momenta that depend on u to the right.
            let next = sum(q, h, u);
            let after = times(&system.mass(&next), u);
            let at = times(&mass, u);
            let implicit: [f64; N] = core::array::from_fn(|i| at[i] - 0.5 * (at[i] + after[i]));
            let before = match node.before {
                Some(before) => {
                    let p = times(&system.mass(&before), &node.u);
                    let p: [f64; N] = core::array::from_fn(|i| 0.5 * (p[i] + carried[i]));
                    sum(&p, 0.5 * h, &system.b(q, &node.u))
                }
                None => carried,
            };
            sum(&sum(&before, 1.0, &implicit), 0.5 * h, &system.b(q, u))
        }
        Scheme::Theta(theta) => {
            let moved: [f64; N] = core::array::from_fn(|i| (1.0 - theta) * node.u[i] + theta * u[i]);
            let next = sum(q, h, &moved);
            let right = sum(&carried, h * (1.0 - theta), &system.b(q, &node.u));
            let right = sum(&right, h * theta, &system.b(&next, u));
            let (at, after) = (times(&mass, u), times(&system.mass(&next), u));
            core::array::from_fn(|i| right[i] + at[i] - after[i])
        }
    }
}
