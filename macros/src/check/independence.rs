//! Constraints together: none follows from others, and none contradicts them.
//!
//! ```text
//! Σᵢ cᵢ ∂gᵢ/∂q = 0 everywhere, with numbers cᵢ, or for two constraints with functions
//! ```
//!
//! Those on velocities have A in the place of ∂g/∂q, and are compared with the rates of those on coordinates.
//!
//! It refuses to judge constraints that depend on each other at some points only.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use extremal_symbolic::{Expr, Rational, Signs};

use super::proof::Proof;
use crate::model::{Model, without};

/// More entries of ∂g/∂q than this are not compared.
const ENTRIES: usize = 20_000;
/// Points at which dependence is looked for.
const POINTS: usize = 4;
/// What is left of a dependent row, relative to the row: rounding of some hundred operations, multiplied by a condition.
const NEAR: f64 = 1e-9;

/// What a dependent constraint is to the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    Follows,
    Contradicts,
    /// One of the two, by the values of parameters or by the place.
    Either,
}

/// A constraint that is proven to depend on earlier ones.
#[derive(Debug)]
pub(super) struct Dependent {
    pub(super) constraint: usize,
    others: Vec<usize>,
    relation: Relation,
}

impl Dependent {
    /// Its numbers among all constraints, from those among some of them.
    fn among(self, some: &[usize]) -> Self {
        Self {
            constraint: some[self.constraint],
            others: self.others.iter().map(|&other| some[other]).collect(),
            ..self
        }
    }

    pub(super) fn message(&self, names: &[String]) -> String {
        let names: Vec<String> = self.others.iter().map(|&i| format!("`{}`", names[i])).collect();
        let others = match &names[..] {
            [all @ .., last] if !all.is_empty() => format!("{} and {last}", all.join(", ")),
            _ => names.concat(),
        };
        match self.relation {
            Relation::Follows => format!(
                "this constraint follows from {others}, so that nothing determines how they share their force; drop one of them"
            ),
            Relation::Contradicts => {
                format!(
                    "this constraint contradicts {others}: together they have no solution; drop one of them"
                )
            }
            Relation::Either => format!(
                "the gradient of this constraint is a combination of that of {others} everywhere, so that it either follows or \
                 contradicts; drop one of them"
            ),
        }
    }
}

/// The first constraint that depends on those before it. Of sums over items those of one range are compared, item by item.
pub(super) fn first_dependent(model: &Model) -> Option<Dependent> {
    let all: Vec<usize> = (0..model.held().count()).collect();
    let Some(families) = &model.families else {
        return first_of(model, &all);
    };
    let ranges: BTreeSet<Option<usize>> = families.rows.iter().copied().collect();
    let dependent = ranges.into_iter().filter_map(|range| {
        let alike = all.iter().copied();
        let alike = alike.filter(|&row| families.rows.get(row) == Some(&range));
        first_of(model, &alike.collect::<Vec<_>>())
    });
    dependent.min_by_key(|dependent| dependent.constraint)
}

/// The same among some of them.
fn first_of(model: &Model, all: &[usize]) -> Option<Dependent> {
    let on_coordinates = all.partition_point(|&row| row < model.constraints.len());
    let first = first_of_coordinates(model, &all[..on_coordinates]);
    first.or_else(|| first_of_rolling(model, all, on_coordinates))
}

/// The same among constraints on coordinates.
fn first_of_coordinates(model: &Model, constraints: &[usize]) -> Option<Dependent> {
    let (m, n) = (constraints.len(), model.coordinates.len());
    if m < 2 || m * n > ENTRIES {
        return None;
    }
    let mut together = Together::of(model, constraints);
    let outcome = (1..m).try_for_each(|row| match together.dependence_of(row) {
        Some(dependent) if model.is_redundant && dependent.relation != Relation::Contradicts => {
            ControlFlow::Continue(())
        }
        Some(dependent) => ControlFlow::Break(dependent),
        None => ControlFlow::Continue(()),
    });
    Some(outcome.break_value()?.among(constraints))
}

/// The first constraint on velocities that depends on those before it, and on those on coordinates, which are the `first` ones.
fn first_of_rolling(model: &Model, all: &[usize], first: usize) -> Option<Dependent> {
    let m = all.len();
    if first == m || m * model.coordinates.len() > ENTRIES {
        return None;
    }
    let mut together = Together::of_rates(model, all);
    let mut found = (1..m).map(|row| together.dependence_of(row));
    let found = found.find_map(|dependent| dependent.filter(|dependent| dependent.constraint >= first));
    Some(found?.among(all))
}

struct Together<'a> {
    model: &'a Model,
    constraints: Vec<Expr>,
    proof: Proof,
    /// ∂g/∂q, or A
    rows: Vec<Vec<Expr>>,
    /// The numbers of each row, point after point.
    values: Vec<Vec<f64>>,
    /// Rows that are reduced by those before them, each with its combination and the place of its largest number.
    reduced: Vec<Reduced>,
}

struct Reduced {
    numbers: Vec<f64>,
    combination: Vec<f64>,
    pivot: usize,
}

impl<'a> Together<'a> {
    fn of(model: &'a Model, constraints: &[usize]) -> Self {
        let mut proof = Proof::of(model);
        let constraints: Vec<Expr> = constraints.iter().map(|&at| model.constraints[at]).collect();
        let rows = proof.graph.jacobian(&constraints, &model.coordinates);
        Self::with(model, proof, constraints, rows)
    }

    /// The rates of constraints on both levels: what they are at rest takes the place of their values.
    fn of_rates(model: &'a Model, some: &[usize]) -> Self {
        let mut proof = Proof::of(model);
        let rows = model.held_by(&mut proof.graph);
        let by_time = proof.graph.jacobian(&model.constraints, &[model.time]).concat();
        let at_rest = without(&mut proof.graph, &model.rolling, &model.velocities);
        let values = [by_time, at_rest].concat();
        let (values, rows) = some.iter().map(|&at| (values[at], rows[at].clone())).unzip();
        Self::with(model, proof, values, rows)
    }

    fn with(model: &'a Model, proof: Proof, constraints: Vec<Expr>, rows: Vec<Vec<Expr>>) -> Self {
        let (m, n) = (rows.len(), model.coordinates.len());
        let at_points = proof.values_at(&rows.concat(), POINTS);
        let row = |i: usize| {
            at_points
                .iter()
                .flat_map(move |all| all[i * n..(i + 1) * n].iter())
        };
        let values: Vec<Vec<f64>> = (0..m).map(|i| row(i).copied().collect()).collect();
        let mut together = Self {
            model,
            constraints,
            proof,
            rows,
            values,
            reduced: Vec::new(),
        };
        together.reduce(0);
        together
    }

    fn dependence_of(&mut self, row: usize) -> Option<Dependent> {
        let combination = self.reduce(row).and_then(|c| Rational::small_multiple(&c));
        if let Some(combination) = combination
            && let Some(dependent) = self.combined(row, &combination)
        {
            return Some(dependent);
        }
        (0..row)
            .filter(|&other| self.looks_parallel(row, other))
            .collect::<Vec<_>>()
            .into_iter()
            .find_map(|other| self.parallel(row, other))
    }

    /// Subtracts earlier rows, so that only what is new remains. The combination that vanishes, if nothing does.
    fn reduce(&mut self, row: usize) -> Option<Vec<f64>> {
        let mut numbers = self.values[row].clone();
        let size = largest(&numbers).1;
        let mut combination = vec![0.0; self.rows.len()];
        combination[row] = 1.0;
        for earlier in &self.reduced {
            let factor = numbers[earlier.pivot] / earlier.numbers[earlier.pivot];
            let pairs = numbers.iter_mut().zip(&earlier.numbers);
            pairs.for_each(|(x, y)| *x -= factor * y);
            let pairs = combination.iter_mut().zip(&earlier.combination);
            pairs.for_each(|(x, y)| *x -= factor * y);
        }
        let (pivot, left) = largest(&numbers);
        if left > NEAR * size {
            self.reduced.push(Reduced {
                numbers,
                combination,
                pivot,
            });
            return None;
        }
        // NaN is neither.
        (left <= NEAR * size).then_some(combination)
    }

    /// A combination with constant numbers, if algebra confirms it.
    fn combined(&mut self, row: usize, combination: &[i64]) -> Option<Dependent> {
        let used: Vec<(usize, Expr)> = combination
            .iter()
            .enumerate()
            .filter(|(_, c)| **c != 0)
            .map(|(i, &c)| (i, self.proof.graph.integer(c)))
            .collect();
        let columns = self.model.coordinates.len();
        let vanishes = (0..columns).all(|j| {
            let entries: Vec<(Expr, Expr)> = used.iter().map(|&(i, c)| (c, self.rows[i][j])).collect();
            let sum = self.sum(&entries);
            self.proof.is_zero(sum)
        });
        if !vanishes {
            return None;
        }
        let terms: Vec<(Expr, Expr)> = used.iter().map(|&(i, c)| (c, self.constraints[i])).collect();
        let rest = self.sum(&terms);
        Some(Dependent {
            constraint: row,
            others: used.iter().map(|&(i, _)| i).filter(|&i| i != row).collect(),
            relation: self.relation(rest),
        })
    }

    /// Whether two gradients are parallel at each point.
    fn looks_parallel(&self, row: usize, other: usize) -> bool {
        let n = self.model.coordinates.len();
        let points = self.values[row].chunks(n).zip(self.values[other].chunks(n));
        points.into_iter().all(|(a, b)| {
            let (j, size) = largest(a);
            let scale = size * largest(b).1;
            let mut minors = a.iter().zip(b).map(|(x, y)| (x * b[j] - y * a[j]).abs());
            scale > 0.0 && minors.all(|minor| minor <= NEAR * scale)
        })
    }

    /// Two gradients that are parallel everywhere, if algebra confirms it.
    fn parallel(&mut self, row: usize, other: usize) -> Option<Dependent> {
        let n = self.model.coordinates.len();
        let (j, _) = largest(&self.values[row][..n]);
        let (a, b) = (self.rows[row][j], self.rows[other][j]);
        let b_negative = self.proof.graph.neg(b);
        let vanishes = (0..n).all(|k| {
            let entries = [(b_negative, self.rows[row][k]), (a, self.rows[other][k])];
            let minor = self.sum(&entries);
            self.proof.is_zero(minor)
        });
        let [g, other_g] = [row, other].map(|i| self.constraints[i]);
        let rest = self.sum(&[(b_negative, g), (a, other_g)]);
        let is_constant = self.proof.is_free_of(a, &self.model.coordinates)
            && self.proof.is_free_of(b, &self.model.coordinates);
        let relation = if is_constant || self.proof.is_zero(rest) {
            self.relation(rest)
        } else {
            Relation::Either
        };
        vanishes.then_some(Dependent {
            constraint: row,
            others: vec![other],
            relation,
        })
    }

    /// By what is left of the constraints where their coordinates cancel.
    fn relation(&mut self, rest: Expr) -> Relation {
        let rate = self.proof.derivative(rest, self.model.time);
        if self.proof.is_zero(rest) {
            Relation::Follows
        } else if self.proof.is_nonzero(rate) {
            // The two hold together at single times.
            Relation::Contradicts
        } else if self
            .proof
            .always_has_signs(rest, |signs: Signs| signs.is_positive() || signs.is_negative())
        {
            Relation::Contradicts
        } else {
            Relation::Either
        }
    }

    fn sum(&mut self, terms: &[(Expr, Expr)]) -> Expr {
        let graph = &mut self.proof.graph;
        let terms: Vec<Expr> = terms.iter().map(|&(c, x)| graph.mul(c, x)).collect();
        graph.sum(&terms)
    }
}

/// The place and the size of the largest number; a size of NaN if there is one.
fn largest(numbers: &[f64]) -> (usize, f64) {
    let sizes = numbers.iter().map(|x| x.abs()).enumerate();
    sizes.fold((0, 0.0), |most, (at, size)| {
        if size > most.1 || size.is_nan() {
            (at, size)
        } else {
            most
        }
    })
}
