//! Facts about M and p = ∂L/∂v that hold at every point. The alternating modes of a scheme depend on them.

use extremal_symbolic::{Expr, Graph, attempt};

use crate::derive::{Continuous, EACH};
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::Inertia;

/// A pivot counts as zero if it is this small relative to the first one.
const SINGULAR: f64 = 1e-9;

/// A derivative with more terms is not proven to be zero.
const TERMS: usize = 200;

/// M is evaluated at this many points. Its largest rank there is almost surely its generic rank.
const POINTS: usize = 4;

/// The facts about the energies as `typed`.
pub(super) fn of(model: &mut Model, continuous: &Continuous, typed: &Dynamics) -> Inertia {
    let state = [&model.coordinates[..], &model.velocities].concat();
    let masses = continuous.masses.concat();
    Inertia {
        is_singular: is_singular(model, &continuous.masses),
        varies: varies(&mut model.graph, &masses, &state),
        is_driven: varies(&mut model.graph, typed.momenta(), &[model.time]),
        has_constraints: model.is_held(),
        has_rolling: !model.rolling.is_empty(),
    }
}

/// Whether some value depends on one of the symbols. R² (sin² θ + cos² θ) does not, in whatever form it is written.
fn varies(graph: &mut Graph, values: &[Expr], symbols: &[Expr]) -> bool {
    if !graph.any_depends_on(values, symbols) {
        return false;
    }
    // The derivative of a jump is zero.
    if graph.may_jump(values, symbols) {
        return true;
    }
    let constant = attempt(graph, values, EACH, |graph| {
        let derivatives = graph.jacobian(values, symbols).concat();
        let are_zero = derivatives.into_iter().all(|e| graph.vanishes(e, TERMS));
        are_zero.then_some(())
    });
    constant.is_none()
}

/// Whether M is singular at every point where it has values: a relativistic M has none for velocities above that of light, and such
/// points say nothing.
fn is_singular(model: &Model, masses: &[Vec<Expr>]) -> bool {
    let symbols = [
        &[model.time][..],
        &model.coordinates,
        &model.velocities,
        &model.parameters,
    ]
    .concat();
    let of_points = (0..POINTS).map(|point| {
        let values: Vec<(Expr, f64)> = symbols
            .iter()
            .enumerate()
            .map(|(k, &symbol)| (symbol, generic(point, k)))
            .collect();
        model.graph.evaluate(&masses.concat(), &values)
    });
    let n = masses.len();
    let mut ranks = of_points
        .filter(|entries| entries.iter().all(|entry| entry.is_finite()))
        .map(|entries| rank(entries, n))
        .peekable();
    ranks.peek().is_some() && ranks.all(|rank| rank < n)
}

/// Different numbers between ¼ and 2, spread by the golden ratio.
pub(super) fn generic(point: usize, k: usize) -> f64 {
    0.25 + 1.75 * (0.618_033_988_749_895 * (k + 1) as f64 + 0.29 * point as f64).fract()
}

/// The rank, by elimination with complete pivoting. NaN and infinity are not pivots.
fn rank(mut a: Vec<f64>, n: usize) -> usize {
    let mut first = 0.0_f64;
    for step in 0..n {
        let left = (step..n).flat_map(|i| (step..n).map(move |j| (i, j)));
        let largest = left.max_by(|&(i, j), &(k, l)| a[i * n + j].abs().total_cmp(&a[k * n + l].abs()));
        let Some((row, column)) = largest else {
            return step;
        };
        let size = a[row * n + column].abs();
        first = first.max(size);
        // A comparison with NaN is false.
        let is_pivot = size > SINGULAR * first && size.is_finite();
        if !is_pivot {
            return step;
        }
        for k in 0..n {
            a.swap(step * n + k, row * n + k);
        }
        for k in 0..n {
            a.swap(k * n + step, k * n + column);
        }
        for i in step + 1..n {
            let factor = a[i * n + step] / a[step * n + step];
            for j in step..n {
                a[i * n + j] -= factor * a[step * n + j];
            }
        }
    }
    n
}

#[cfg(test)]
mod tests {
    use super::rank;

    #[test]
    fn ranks_of_small_matrices() {
        assert_eq!(rank(vec![], 0), 0);
        assert_eq!(rank(vec![0.0], 1), 0);
        assert_eq!(rank(vec![1.0, 1.0, 1.0, 1.0], 2), 1);
        assert_eq!(rank(vec![0.0, 2.0, 2.0, 0.0], 2), 2);
        assert_eq!(rank(vec![1.0, 2.0, 3.0, 2.0, 4.0, 6.0, 1.0, 1.0, 1.0], 3), 2);
        assert_eq!(rank(vec![f64::NAN, 0.0, 0.0, 1.0], 2), 0);
    }
}
