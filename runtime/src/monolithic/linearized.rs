//! Conditions as linear equations: their derivatives by central differences. The conditions themselves are exact, and so is
//! what Newton's method converges to.

use std::vec::Vec;

use super::conditions::Conditions;
use super::correction::Corrections;
use super::iterate::Iterate;
use super::problem::{EndNumbers, Problem};
use super::unsolved::{Place, Why};
use crate::Discretize;
use crate::drive::Elementwise;
use extremal_numerics::block::{at, rows};
use extremal_numerics::{Scalar, Size};

/// The conditions and their derivatives: `[by z_N, by z₀, by τ, −c]` in numbers of size one, row by row.
pub(super) struct Linearized<T> {
    pub(super) rows: Vec<T>,
    /// By the unknowns of the first element.
    pub(super) by_unknowns: Vec<T>,
}

impl<T: Scalar> Linearized<T> {
    pub(super) fn reads_unknowns(&self) -> bool {
        self.by_unknowns.iter().any(|&by| by != T::from_f64(0.0))
    }

    /// Replaces the unknowns of the first element by the first node, on which they depend. `solved` begins with A⁻¹
    /// [∂r/∂z₀, r, ∂r/∂τ] of that element.
    pub(super) fn eliminate_unknowns(&mut self, solved: &[T], (node, count): (usize, usize), scales: &[T]) {
        if !self.reads_unknowns() {
            return;
        }
        let conditions = self.rows.chunks_exact_mut(2 * node + 2);
        for (row, by_x) in conditions.zip(rows(&self.by_unknowns, count)) {
            let through = |column: usize| {
                let solved = rows(solved, node + 2).map(|row| at(row, column));
                let pairs = by_x.iter().zip(solved);
                pairs.fold(T::from_f64(0.0), |sum, (&c, x)| sum + c * x)
            };
            for column in 0..node {
                row[node + column] = row[node + column] - through(column) * at(scales, column);
            }
            row[2 * node] = row[2 * node] - through(node + 1);
            row[2 * node + 1] = row[2 * node + 1] + through(node);
            // The unknowns have units of their own.
            let entries = row.iter().take(2 * node + 1);
            let norm = entries.fold(0.0, |most: f64, &entry| most.max(size(entry)));
            if norm > 0.0 && norm.is_finite() {
                let part = T::from_f64(1.0 / norm);
                row.iter_mut().for_each(|entry| *entry = *entry * part);
            }
        }
    }
}

impl<T: Scalar> Corrections<T> {
    /// The conditions and their derivatives, by central differences, and their part of the misfit.
    pub(super) fn conditions<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
    ) -> Result<Linearized<T>, Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S, D>,
    {
        let (node, count) = (of.sizes.node, of.sizes.unknowns);
        let ends = ends(of, all);
        let (values, own) = of.conditions_at(&ends);
        // Constraints are conditions of the first node, too.
        let unknowns = node + usize::from(of.has_free_duration);
        if let missing @ 1.. = unknowns.saturating_sub(values.len()) {
            return Err(Why::FewConditions {
                conditions: own,
                needed: own + missing,
            });
        }
        let mut numbers = values.iter().map(|value| value.magnitude());
        if let Some(index) = numbers.position(|value| !value.is_finite()) {
            return Err(Why::NotFinite {
                what: "condition",
                index,
            });
        }
        let width = 2 * node + 2;
        let mut linearized = Linearized {
            rows: std::vec![T::from_f64(0.0); values.len() * width],
            by_unknowns: std::vec![T::from_f64(0.0); values.len() * count],
        };
        let reads_unknowns = matches!(of.conditions, Conditions::Velocity { .. });
        let numbers = 2 * node + if reads_unknowns { count } else { 0 };
        let duration = 2 * node + count;
        let all_numbers = (0..numbers).chain(of.has_free_duration.then_some(duration));
        let unknown = ends.unknowns.iter().map(|&x| x.divisor_size());
        // At least the velocity of a motion over the interval: from rest, the first element hardly moves.
        let whole = (all.tau * of.passed(of.elements())).divisor_size();
        let ways = self
            .scales
            .iter()
            .take(of.n)
            .map(|&scale| scale.divisor_size() / whole);
        let unknown = unknown.chain(ways);
        let unknown = unknown.fold(T::Size::from_f64(0.0), |most, x| if x > most { x } else { most });
        let one = T::Size::from_f64(1.0);
        let unknown = T::from_size(if unknown > T::Size::from_f64(0.0) {
            unknown
        } else {
            one
        });
        let nudge = T::from_f64(libm::cbrt(T::EPSILON));
        for k in all_numbers {
            let scale = match k {
                _ if k == duration => ends.tau,
                _ if k < 2 * node => at(&self.scales, k % node),
                _ => unknown,
            };
            let step = nudge * own_size(ends.number(k), nudge * scale);
            let at_side = |sign: f64| {
                let mut moved = ends.clone();
                let number = moved.number_mut(k);
                *number = *number + T::from_f64(sign) * step;
                of.conditions_at(&moved).0
            };
            let (ahead, behind) = (at_side(1.0), at_side(-1.0));
            for index in 0..values.len() {
                let quotient = (at(&ahead, index) - at(&behind, index)) / (step + step);
                if !quotient.magnitude().is_finite()
                    || ahead.len() != values.len()
                    || behind.len() != values.len()
                {
                    return Err(Why::NotFinite {
                        what: "derivative of condition",
                        index,
                    });
                }
                // By a number of size one.
                match k {
                    _ if k == duration => linearized.rows[index * width + 2 * node] = quotient,
                    _ if k < node => linearized.rows[index * width + node + k] = quotient * scale,
                    _ if k < 2 * node => linearized.rows[index * width + k - node] = quotient * scale,
                    _ => linearized.by_unknowns[index * count + k - 2 * node] = quotient * scale,
                }
            }
        }
        self.norms.clear();
        for (index, &value) in values.iter().enumerate() {
            let row = &mut linearized.rows[index * width..(index + 1) * width];
            row[width - 1] = -value;
            let by_unknowns = &mut linearized.by_unknowns[index * count..(index + 1) * count];
            let entries = row.iter().take(width - 1).chain(&*by_unknowns);
            let norm = entries.fold(0.0, |most: f64, &entry| most.max(size(entry)));
            let norm = if norm > 0.0 && norm.is_finite() { norm } else { 1.0 };
            let part = T::from_f64(1.0 / norm);
            row.iter_mut().for_each(|entry| *entry = *entry * part);
            let by_unknowns = by_unknowns.iter_mut();
            by_unknowns.for_each(|entry| *entry = *entry * part / unknown);
            self.norms.push(norm);
            self.misfit.add(size(value) / norm, condition(index, value));
        }
        Ok(linearized)
    }
}

/// The numbers that conditions read.
pub(super) fn ends<S: Discretize<D>, D>(
    of: &Problem<'_, S, D>,
    all: &Iterate<S::Scalar>,
) -> EndNumbers<S::Scalar> {
    EndNumbers {
        first: all.node(0, of.sizes.node).to_vec(),
        unknowns: all.unknowns(0, of.sizes.unknowns).to_vec(),
        last: all.node(of.elements(), of.sizes.node).to_vec(),
        tau: all.tau,
    }
}

/// The size of a number, and at least a size.
fn own_size<T: Scalar>(number: T, least: T) -> T {
    let own = number.divisor_size();
    if own > least.divisor_size() {
        T::from_size(own)
    } else {
        T::from_size(least.divisor_size())
    }
}

pub(super) fn condition<T: Scalar>(index: usize, value: T) -> Place {
    Place::Condition {
        index,
        value: value.real().to_f64(),
    }
}

/// The largest size.
pub(super) fn size<T: Scalar>(x: T) -> f64 {
    x.magnitude().to_f64()
}
