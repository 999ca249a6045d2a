//! Conditions as linear equations: their derivatives by central differences. The conditions themselves are exact, and so is
//! what Newton's method converges to.

use std::vec::Vec;

use super::conditions::Conditions;
use super::correction::Corrections;
use super::iterate::Iterate;
use super::problem::{EndNumbers, Problem};
use super::unsolved::{Place, Why};
use crate::Discretize;
use crate::drive::{ElementSizes, Elementwise};
use extremal_numerics::block::{at, rows};
use extremal_numerics::{Scalar, Size, SizeOf};

/// The conditions and their derivatives: `[by z_N, by z₀, by τ, −c]` in numbers of size one, row by row.
pub(super) struct Linearized<T> {
    pub(super) rows: Vec<T>,
    /// The derivatives by the unknowns of the first element.
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

impl<T: Scalar> Linearized<T> {
    fn zeros(conditions: usize, sizes: ElementSizes) -> Self {
        let zeros = |len| std::vec![T::from_f64(0.0); len];
        Self {
            rows: zeros(conditions * (2 * sizes.node + 2)),
            by_unknowns: zeros(conditions * sizes.unknowns),
        }
    }

    /// Sets the derivatives of all conditions by one number of the ends.
    fn set_column(&mut self, of: ElementSizes, number: Number, quotients: &[T], unit: T) {
        let (node, width) = (of.node, 2 * of.node + 2);
        for (index, &quotient) in quotients.iter().enumerate() {
            // By a number of size one.
            match number {
                Number::Duration => self.rows[index * width + 2 * node] = quotient,
                Number::First(k) => self.rows[index * width + node + k] = quotient * unit,
                Number::Last(k) => self.rows[index * width + k] = quotient * unit,
                Number::Unknown(k) => self.by_unknowns[index * of.unknowns + k] = quotient * unit,
            }
        }
    }

    /// Divides a condition by the size of its derivative, which is returned.
    fn normalize(&mut self, of: ElementSizes, index: usize, value: T, unknown: T) -> f64 {
        let (width, count) = (2 * of.node + 2, of.unknowns);
        let row = &mut self.rows[index * width..(index + 1) * width];
        row[width - 1] = -value;
        let by_unknowns = &mut self.by_unknowns[index * count..(index + 1) * count];
        let entries = row.iter().take(width - 1).chain(&*by_unknowns);
        let norm = entries.fold(0.0, |most: f64, &entry| most.max(size(entry)));
        let norm = if norm > 0.0 && norm.is_finite() { norm } else { 1.0 };
        let part = T::from_f64(1.0 / norm);
        row.iter_mut().for_each(|entry| *entry = *entry * part);
        let by_unknowns = by_unknowns.iter_mut();
        by_unknowns.for_each(|entry| *entry = *entry * part / unknown);
        norm
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
        S::Driver: Elementwise<S::System, D>,
    {
        let ends = ends(of, all);
        let (values, own) = of.conditions_at(&ends);
        check_values(of, &values, own)?;
        let unknown = unit_of_unknowns(of, all, &ends, &self.scales);
        let mut linearized = Linearized::zeros(values.len(), of.sizes);
        for k in numbers_read(of) {
            let number = Number::of(k, of.sizes);
            let unit = match number {
                Number::Duration => ends.tau,
                Number::First(k) | Number::Last(k) => at(&self.scales, k),
                Number::Unknown(_) => unknown,
            };
            let quotients = quotients(of, &ends, (k, unit), values.len())?;
            linearized.set_column(of.sizes, number, &quotients, unit);
        }
        self.norms.clear();
        for (index, &value) in values.iter().enumerate() {
            let norm = linearized.normalize(of.sizes, index, value, unknown);
            self.norms.push(norm);
            self.misfit.add(size(value) / norm, condition(index, value));
        }
        Ok(linearized)
    }
}

/// The part of the ends to which a number belongs, with its index there.
#[derive(Clone, Copy)]
enum Number {
    First(usize),
    Last(usize),
    /// An unknown of the first element.
    Unknown(usize),
    Duration,
}

impl Number {
    /// In the order of [`EndNumbers::number`].
    fn of(k: usize, sizes: ElementSizes) -> Self {
        let node = sizes.node;
        match k {
            _ if k < node => Self::First(k),
            _ if k < 2 * node => Self::Last(k - node),
            _ if k < 2 * node + sizes.unknowns => Self::Unknown(k - 2 * node),
            _ => Self::Duration,
        }
    }
}

/// The numbers of the ends that conditions read.
fn numbers_read<S: Discretize<D>, D>(of: &Problem<'_, S, D>) -> impl Iterator<Item = usize> {
    let (node, count) = (of.sizes.node, of.sizes.unknowns);
    let reads_unknowns = matches!(of.conditions, Conditions::Velocity { .. });
    let numbers = 2 * node + if reads_unknowns { count } else { 0 };
    let duration = 2 * node + count;
    (0..numbers).chain(of.has_free_duration.then_some(duration))
}

/// Whether there are enough conditions, of which `own` are not those of the scheme, and all are finite.
fn check_values<S, D>(of: &Problem<'_, S, D>, values: &[S::Scalar], own: usize) -> Result<(), Why>
where
    S: Discretize<D>,
{
    // Constraints are conditions of the first node, too.
    let unknowns = of.sizes.node + usize::from(of.has_free_duration);
    if let missing @ 1.. = unknowns.saturating_sub(values.len()) {
        return Err(Why::FewConditions {
            conditions: own,
            needed: own + missing,
        });
    }
    let mut numbers = values.iter().map(|value| value.magnitude());
    match numbers.position(|value| !value.is_finite()) {
        None => Ok(()),
        Some(index) => Err(Why::NotFinite {
            what: "condition",
            index,
        }),
    }
}

/// One size for all unknowns of the first element.
fn unit_of_unknowns<S, D>(
    of: &Problem<'_, S, D>,
    all: &Iterate<S::Scalar>,
    ends: &EndNumbers<S::Scalar>,
    scales: &[S::Scalar],
) -> S::Scalar
where
    S: Discretize<D>,
{
    let [zero, one] = [0.0, 1.0].map(SizeOf::<S::Scalar>::from_f64);
    let present = ends.unknowns.iter().map(|&x| x.divisor_size());
    // At least the velocity of a motion over the interval: from rest, the first element hardly moves.
    let whole = (all.tau * of.passed(of.elements())).divisor_size();
    let ways = scales.iter().take(of.n);
    let sizes = present.chain(ways.map(|&scale| scale.divisor_size() / whole));
    let largest = sizes.fold(zero, |most, x| if x > most { x } else { most });
    S::Scalar::from_size(if largest > zero { largest } else { one })
}

/// Central differences of all `count` conditions by the number `k` of the ends, whose size is about `unit`.
fn quotients<S, D>(
    of: &Problem<'_, S, D>,
    ends: &EndNumbers<S::Scalar>,
    (k, unit): (usize, S::Scalar),
    count: usize,
) -> Result<Vec<S::Scalar>, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let nudge = S::Scalar::from_f64(libm::cbrt(S::Scalar::EPSILON));
    let step = nudge * own_size(ends.number(k), nudge * unit);
    let at_side = |sign: f64| {
        let mut moved = ends.clone();
        let number = moved.number_mut(k);
        *number = *number + S::Scalar::from_f64(sign) * step;
        of.conditions_at(&moved).0
    };
    let (ahead, behind) = (at_side(1.0), at_side(-1.0));
    let are_complete = ahead.len() == count && behind.len() == count;
    let quotient = |index| {
        let quotient = (at(&ahead, index) - at(&behind, index)) / (step + step);
        if quotient.magnitude().is_finite() && are_complete {
            return Ok(quotient);
        }
        Err(Why::NotFinite {
            what: "derivative of condition",
            index,
        })
    };
    (0..count).map(quotient).collect()
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
