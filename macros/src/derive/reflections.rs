//! What a step of Livens' principle reflects: a composition of such steps makes each of two halves, so that it comes back.
//! It refuses to know how a composition is made.

use extremal_symbolic::Expr;

use crate::derive::Continuous;
use crate::model::Model;
use crate::schemes::SchemeKind;

/// A pivot is none that is so small beside the first.
const SINGULAR: f64 = 1e-9;

/// Points at which M is looked at: where it has its largest rank it has that nearly everywhere.
const POINTS: usize = 4;

/// Whether a step changes the sign of p − ∂L/∂v, or of the velocity across constraints, or of what is beside its equilibrium where there
/// is no mass.
pub(super) fn has_reflections(model: &mut Model, continuous: &Continuous, scheme: &SchemeKind) -> bool {
    let is_stabilized = matches!(scheme, SchemeKind::Livens(variant) if variant.is_stabilized);
    let is_tied = !model.constraints.is_empty();
    momenta_vary(model, continuous, scheme)
        || (is_tied && !is_stabilized)
        || is_singular(model, &continuous.masses)
}

/// Whether p = ∂L/∂v does not hold at the nodes: with a kinetic energy that is polarized it does, but for what the time does.
fn momenta_vary(model: &mut Model, continuous: &Continuous, scheme: &SchemeKind) -> bool {
    let (kinetic, _) = model.energies();
    let graph = &mut model.graph;
    let momenta = graph.gradient(kinetic, &model.velocities);
    let state = if scheme.is_polarized() {
        Vec::new()
    } else {
        [&model.coordinates[..], &model.velocities].concat()
    };
    graph.any_depends_on(&continuous.masses.concat(), &state) || graph.any_depends_on(&momenta, &[model.time])
}

/// Whether M has less than its full rank, whatever the point.
fn is_singular(model: &Model, masses: &[Vec<Expr>]) -> bool {
    let symbols = [
        &[model.time][..],
        &model.coordinates,
        &model.velocities,
        &model.parameters,
    ]
    .concat();
    (0..POINTS).all(|point| {
        let values: Vec<(Expr, f64)> = symbols
            .iter()
            .enumerate()
            .map(|(k, &symbol)| (symbol, coordinate(point, k)))
            .collect();
        let entries = model.graph.evaluate(&masses.concat(), &values);
        rank(entries, masses.len()) < masses.len()
    })
}

/// Between ¼ and 2, spread by the golden ratio, so that no two are the same.
fn coordinate(point: usize, k: usize) -> f64 {
    0.25 + 1.75 * (0.618_033_988_749_895 * (k + 1) as f64 + 0.29 * point as f64).fract()
}

/// By elimination with the largest pivot of all; what is no number has none.
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
        // Not a number is not above anything.
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
