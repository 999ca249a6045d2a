//! Steps that determine no velocity along some direction, although all parameters are regular: where M is singular, and nothing
//! else that the scheme sees takes the place of a mass.
//!
//! It refuses to guess: a direction that numbers suggest is proven by algebra, in a copy of the model's expressions.

use std::rc::Rc;

use extremal_symbolic::{Expr, Graph, Rational};

use crate::derive::inertia::generic;
use crate::dynamics::Dynamics;
use crate::model::Model;
use crate::schemes::{Context, Known, Role, Scheme, StepEquations, plain};

/// Operations that a proof may take.
const WORK: u64 = 1_000_000;
/// Terms up to which the change of an equation along a direction is multiplied out.
const TERMS: usize = 200;
/// With more unknowns no direction is looked for.
const UNKNOWNS: usize = 100;
/// A pivot counts as zero if it is this small relative to the first one, as for the rank of M.
const SINGULAR: f64 = 1e-9;

/// Why a step has no solution or more than one, if that is proven. `is_slowed` says that friction acts on what has no mass.
pub(super) fn refusal(
    model: &Model,
    dynamics: &Dynamics,
    scheme: &dyn Scheme,
    is_slowed: bool,
) -> Option<String> {
    let direction = direction(model, dynamics, scheme)?;
    let has_contacts = !model.contacts.is_empty();
    let others = plain()
        .into_iter()
        .filter(|other| other.handles_contacts() == has_contacts);
    let others = others.filter(|other| !is_slowed || other.follows_friction_without_mass());
    let others = others.filter(|other| takes(model, dynamics, other));
    let others: Vec<String> = others.map(|other| format!("`{}`", other.path())).collect();
    let way_out = match &others[..] {
        [] => "give it a kinetic energy, or drop a coordinate".to_owned(),
        [only] => format!("{only} does not need one there; list it in `discretize(..)` instead"),
        [all @ .., last] => format!(
            "{} and {last} do not need one there; list one of them in `discretize(..)` instead",
            all.join(", ")
        ),
    };
    Some(format!(
        "M is singular along `{direction}`, where the steps of `{}` need a mass: their equations do not determine this velocity; \
         {way_out}",
        scheme.path()
    ))
}

/// Whether a scheme has equations that are not seen to be singular.
fn takes(model: &Model, dynamics: &Dynamics, scheme: &Rc<dyn Scheme>) -> bool {
    equations(&mut model.graph.trial(WORK), dynamics, &**scheme).is_some()
        && direction(model, dynamics, &**scheme).is_none()
}

fn equations(graph: &mut Graph, dynamics: &Dynamics, scheme: &dyn Scheme) -> Option<StepEquations> {
    let known = Known::new(graph, dynamics.size(), scheme.parameters());
    let equations = scheme.step(&mut Context {
        graph,
        dynamics,
        known: &known,
        part: None,
    });
    equations.ok().filter(|_| !graph.is_exhausted())
}

/// A combination of coordinates whose velocity is in no equation of the step.
fn direction(model: &Model, dynamics: &Dynamics, scheme: &dyn Scheme) -> Option<String> {
    let graph = &mut model.graph.trial(WORK);
    let equations = equations(graph, dynamics, scheme)?;
    let n = dynamics.size();
    let symbols = equations.system.symbols();
    let velocities = equations.system.count(Role::StageVelocity);
    if velocities == 0 || !velocities.is_multiple_of(n) || symbols.len() > UNKNOWNS {
        return None;
    }
    let [tangent, _] = equations.derivatives(graph, &symbols);
    let mut found = velocities_in_kernel(graph, &tangent, velocities).into_iter();
    let mut of_rows = || {
        velocities_in_kernel(graph, &transposed(&tangent), velocities)
            .into_iter()
            .next()
    };
    let found = found.next().or_else(&mut of_rows)?;
    let stage = found.chunks(n).find(|stage| stage.iter().any(|&x| x != 0))?;
    Some(text(graph, stage, &model.coordinates))
}

/// The first numbers of vectors that the matrix maps to zero, whose other numbers are zero.
pub(super) fn velocities_in_kernel(
    graph: &mut Graph,
    matrix: &[Vec<Expr>],
    velocities: usize,
) -> Vec<Vec<i64>> {
    let numbers = values(graph, &matrix.concat());
    let vectors = kernel(numbers, matrix.len()).into_iter().filter_map(|vector| {
        let (of_velocities, rest) = vector.split_at(velocities);
        let vector =
            Rational::small_multiple(of_velocities).filter(|_| rest.iter().all(|x| x.abs() < SINGULAR))?;
        is_in_kernel(graph, matrix, &vector).then_some(vector)
    });
    vectors.collect()
}

fn transposed(matrix: &[Vec<Expr>]) -> Vec<Vec<Expr>> {
    (0..matrix.len())
        .map(|j| matrix.iter().map(|row| row[j]).collect())
        .collect()
}

/// The entries at a point without special properties.
pub(super) fn values(graph: &Graph, entries: &[Expr]) -> Vec<f64> {
    let below = graph.operands_below(entries);
    let symbols = below.into_iter().filter(|&e| graph.name_of(e).is_some());
    let point: Vec<(Expr, f64)> = symbols
        .enumerate()
        .map(|(k, symbol)| (symbol, generic(0, k)))
        .collect();
    graph.evaluate(entries, &point)
}

/// Vectors that a matrix maps to zero, by elimination with complete pivoting: one for each column without a pivot, which is one there.
fn kernel(mut a: Vec<f64>, n: usize) -> Vec<Vec<f64>> {
    if a.iter().any(|x| !x.is_finite()) {
        return Vec::new();
    }
    let mut pivots: Vec<(usize, usize)> = Vec::new();
    let mut first = 0.0_f64;
    loop {
        let is_free = |i: usize, j: usize| pivots.iter().all(|&(row, column)| row != i && column != j);
        let places = (0..n)
            .flat_map(|i| (0..n).map(move |j| (i, j)))
            .filter(|&(i, j)| is_free(i, j));
        let largest = places.max_by(|&(i, j), &(k, l)| a[i * n + j].abs().total_cmp(&a[k * n + l].abs()));
        let Some((row, column)) = largest else { break };
        let pivot = a[row * n + column];
        first = first.max(pivot.abs());
        if pivot.abs() <= SINGULAR * first {
            break;
        }
        for i in (0..n).filter(|&i| i != row) {
            let factor = a[i * n + column] / pivot;
            for j in 0..n {
                a[i * n + j] -= factor * a[row * n + j];
            }
        }
        pivots.push((row, column));
    }
    let without = (0..n).filter(|&j| pivots.iter().all(|&(_, column)| column != j));
    let vectors = without.map(|free| {
        let mut vector = vec![0.0; n];
        vector[free] = 1.0;
        for &(row, column) in &pivots {
            vector[column] = -a[row * n + free] / a[row * n + column];
        }
        vector
    });
    vectors.collect()
}

/// Whether each row of the matrix times the vector is zero by algebra.
fn is_in_kernel(graph: &mut Graph, matrix: &[Vec<Expr>], vector: &[i64]) -> bool {
    let vector: Vec<Expr> = vector.iter().map(|&x| graph.integer(x)).collect();
    let is_zero = matrix.iter().all(|row| {
        let terms: Vec<Expr> = row.iter().zip(&vector).map(|(&a, &x)| graph.mul(a, x)).collect();
        let sum = graph.sum(&terms);
        graph.vanishes(sum, TERMS)
    });
    is_zero && !graph.is_exhausted()
}

/// `x - 2 * y`
pub(super) fn text(graph: &Graph, direction: &[i64], coordinates: &[Expr]) -> String {
    let mut text = String::new();
    let first = direction.iter().find(|&&x| x != 0).map_or(1, |x| x.signum());
    for (&component, &coordinate) in direction.iter().zip(coordinates) {
        let factor = match component.abs() {
            0 => continue,
            1 => String::new(),
            size => format!("{size} * "),
        };
        let sign = match (text.is_empty(), component.signum() == first) {
            (true, _) => "",
            (false, true) => " + ",
            (false, false) => " - ",
        };
        let name = graph.name_of(coordinate).unwrap_or_default();
        text += &format!("{sign}{factor}{name}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::kernel;

    #[test]
    fn kernels_of_small_matrices() {
        assert_eq!(kernel(vec![1.0, 1.0, 1.0, 1.0], 2), [[1.0, -1.0]]);
        assert_eq!(kernel(vec![2.0, 0.0, 0.0, 0.0], 2), [[0.0, 1.0]]);
        assert!(kernel(vec![0.0, 2.0, 2.0, 0.0], 2).is_empty());
        assert!(kernel(vec![f64::NAN, 0.0, 0.0, 1.0], 2).is_empty());
    }
}
