//! A correction of all unknowns: the elements are linearized one after the other, and solved for with the conditions.

use std::vec::Vec;

use super::chain::{Chain, Corner};
use super::conditions::Conditions;
use super::householder::{Dependent, Rows, least_squares};
use super::iterate::Iterate;
use super::linearized::{condition, ends, size};
use super::misfit::Misfit;
use super::problem::Problem;
use super::unsolved::{Component, Place, Why};
use crate::Discretize;
use crate::drive::{ElementRows, Elementwise};
use extremal_numerics::Scalar;
use extremal_numerics::block::{at, copied, rows};

/// The data that corrections share.
pub(super) struct Corrections<T> {
    pub(super) scales: Vec<T>,
    /// The size of each condition, of its derivative by numbers of size one.
    pub(super) norms: Vec<f64>,
    element: ElementRows<T>,
    /// Room that each elimination uses again: its rows, and A⁻¹ [∂r/∂z₀, r, ∂r/∂τ] of all elements.
    chain: Chain<T>,
    all_solved: Vec<T>,
    /// How far the last iterate was from a solution.
    pub(super) misfit: Misfit,
}

impl<T: Scalar> Corrections<T> {
    pub(super) fn new<S: Discretize<D, Scalar = T>, D>(of: &Problem<'_, S, D>, scales: Vec<T>) -> Self {
        Self {
            scales,
            norms: Vec::new(),
            element: ElementRows::new(of.sizes),
            chain: Chain::new(of.sizes.node),
            all_solved: Vec::new(),
            misfit: Misfit::none(),
        }
    }

    /// Takes other sizes, and the misfit of an iterate by them, unless all are about those that are there.
    pub(super) fn measure<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
        scales: Vec<T>,
    ) -> Result<(), Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let half = T::Size::from_f64(0.5);
        let are_alike = scales.iter().zip(&self.scales).all(|(new, old)| {
            let (new, old) = (new.divisor_size(), old.divisor_size());
            new >= half * old && old >= half * new
        });
        if are_alike {
            return Ok(());
        }
        self.scales = scales;
        if !of.knows_first() {
            self.conditions(of, all)?;
        }
        self.misfit = self.misfit_at(of, all);
        Ok(())
    }

    /// The largest part of an unknown that a correction changes.
    pub(super) fn size(&self, correction: &Iterate<T>) -> f64 {
        let nodes = correction.z.iter().zip(self.scales.iter().cycle());
        let parts = nodes.map(|(&change, &scale)| size(change / scale));
        parts.fold(size(correction.tau), |most, part| {
            if part > most || part.is_nan() { part } else { most }
        })
    }

    /// The correction at an iterate; the misfit there is noted.
    pub(super) fn next<S, D>(&mut self, of: &Problem<'_, S, D>, all: &Iterate<T>) -> Result<Iterate<T>, Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        self.misfit = Misfit::none();
        let zeros = |len| std::vec![T::from_f64(0.0); len];
        let mut correction = Iterate {
            z: zeros(all.z.len()),
            x: zeros(all.x.len()),
            tau: T::from_f64(0.0),
        };
        if of.sweeps() {
            self.sweep(of, all, &mut correction)?;
        } else {
            self.eliminate(of, all, &mut correction)?;
        }
        Ok(correction)
    }

    /// The misfit of an iterate, without derivatives.
    pub(super) fn misfit_at<S, D>(&self, of: &Problem<'_, S, D>, all: &Iterate<T>) -> Misfit
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let mut misfit = Misfit::none();
        let zeros = |len| std::vec![T::from_f64(0.0); len];
        let (mut end, mut residual) = (zeros(of.sizes.node), zeros(of.sizes.unknowns));
        let mut summands = zeros(of.n);
        for k in 0..of.elements() {
            let numbers = (residual.as_mut_slice(), summands.as_mut_slice());
            misfit.add(of.evaluate(k, all, &mut end, numbers), Place::Element(k));
            misfit.add(self.defect(of, all, k, (&end, &summands)), Place::Node(k));
        }
        if !of.knows_first() {
            for (index, value) in of.conditions_at(&ends(of, all)).0.into_iter().enumerate() {
                let norm = self.norms.get(index).copied().unwrap_or(1.0);
                misfit.add(size(value) / norm, condition(index, value));
            }
        }
        misfit
    }

    /// The largest difference of the end of an element and the next node. Momenta are known to the rounding of the largest
    /// terms in their equations.
    fn defect<S: Discretize<D, Scalar = T>, D>(
        &self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
        k: usize,
        (end, summands): (&[T], &[T]),
    ) -> f64 {
        let next = all.node(k + 1, of.sizes.node);
        let pairs = end.iter().zip(next).zip(&self.scales);
        let parts = pairs.enumerate().map(|(row, ((&end, &next), &scale))| {
            let summand = if row / of.n.max(1) == 1 {
                size(at(summands, row % of.n.max(1)))
            } else {
                0.0
            };
            size(end - next) / size(scale).max(summand)
        });
        parts.fold(
            0.0,
            |most, part| if part > most || part.is_nan() { part } else { most },
        )
    }

    /// Linearizes an element, and adds its part of the misfit.
    fn linearize<S, D>(&mut self, of: &Problem<'_, S, D>, all: &Iterate<T>, k: usize) -> Result<(), Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let linearized = of.linearize(k, all, &mut self.element);
        linearized.map_err(|failure| Why::Element { element: k, failure })?;
        let defect = self.defect(of, all, k, (&self.element.end, &self.element.summands));
        self.misfit.add(self.element.residual, Place::Element(k));
        self.misfit.add(defect, Place::Node(k));
        Ok(())
    }

    /// The correction with all conditions at the start: one node after the other.
    fn sweep<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
        into: &mut Iterate<T>,
    ) -> Result<(), Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let (node, count) = (of.sizes.node, of.sizes.unknowns);
        for k in 0..of.elements() {
            self.linearize(of, all, k)?;
            if k == 0 && matches!(of.conditions, Conditions::Velocity { .. }) {
                let first = self.first_node(of, all)?;
                copied(&first, into.z.get_mut(..node).unwrap_or_default());
            }
            let (before, after) = into.z.split_at_mut((k + 1) * node);
            let start = before.get(k * node..).unwrap_or_default();
            let next = all.node(k + 1, node);
            let x = into.x.get_mut(k * count..(k + 1) * count).unwrap_or_default();
            self.set_unknowns(start, T::from_f64(0.0), x);
            for (row, (change, by_state)) in after
                .iter_mut()
                .zip(rows(&self.element.by_state, node))
                .enumerate()
            {
                let defect = at(&self.element.corrected_end, row) - at(next, row);
                let pairs = by_state.iter().zip(start);
                *change = pairs.fold(defect, |sum, (&a, &z)| sum + a * z);
            }
        }
        Ok(())
    }

    /// δx of the element that was linearized last.
    fn set_unknowns(&self, start: &[T], tau: T, x: &mut [T]) {
        set_unknowns(&self.element.unknowns, start, tau, x);
    }

    /// δz₀ where conditions read the first element.
    fn first_node<S, D>(&mut self, of: &Problem<'_, S, D>, all: &Iterate<T>) -> Result<Vec<T>, Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let (node, count) = (of.sizes.node, of.sizes.unknowns);
        let mut linearized = self.conditions(of, all)?;
        linearized.eliminate_unknowns(&self.element.unknowns, (node, count), &self.scales);
        let mut matrix = Vec::new();
        for row in rows(&linearized.rows, 2 * node + 2) {
            matrix.extend(row.iter().skip(node).take(node));
            matrix.extend(row.last());
        }
        let solved = least_squares(Rows {
            numbers: &mut matrix,
            width: node + 1,
        });
        let mut first = solved.map_err(|Dependent { column }| undetermined(of, column))?;
        let scaled = first.iter_mut().zip(&self.scales);
        scaled.for_each(|(change, &scale)| *change = *change * scale);
        Ok(first)
    }

    /// Linearizes an element, in numbers of size one: by the state, by the duration, and its defect.
    pub(super) fn scaled_element<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
        k: usize,
        [by_state, by_duration, defect]: &mut [Vec<T>; 3],
    ) -> Result<(), Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let node = of.sizes.node;
        self.linearize(of, all, k)?;
        let next = all.node(k + 1, node);
        for row in 0..node {
            let own = at(&self.scales, row);
            for column in 0..node {
                let place = row * node + column;
                by_state[place] = at(&self.element.by_state, place) * at(&self.scales, column) / own;
            }
            by_duration[row] = at(&self.element.by_duration, row) / own;
            defect[row] = (at(&self.element.corrected_end, row) - at(next, row)) / own;
        }
        Ok(())
    }

    /// A⁻¹ [∂r/∂z₀, r, ∂r/∂τ] of the element that was linearized last.
    pub(super) fn solved(&self) -> &[T] {
        &self.element.unknowns
    }

    /// The correction with conditions at both ends.
    fn eliminate<S, D>(
        &mut self,
        of: &Problem<'_, S, D>,
        all: &Iterate<T>,
        into: &mut Iterate<T>,
    ) -> Result<(), Why>
    where
        S: Discretize<D, Scalar = T>,
        S::Driver: Elementwise<S::System, D>,
    {
        let (node, count) = (of.sizes.node, of.sizes.unknowns);
        let mut linearized = self.conditions(of, all)?;
        let reads_unknowns = linearized.reads_unknowns();
        self.chain
            .begin(of.elements(), if reads_unknowns { &[] } else { &linearized.rows });
        self.all_solved.clear();
        self.all_solved
            .reserve(of.elements() * self.element.unknowns.len());
        let mut scaled = [node * node, node, node].map(|len| std::vec![T::from_f64(0.0); len]);
        for k in 0..of.elements() {
            self.scaled_element(of, all, k, &mut scaled)?;
            let [by_state, by_duration, defect] = &scaled;
            self.chain.push(by_state, by_duration, defect);
            self.all_solved.extend_from_slice(&self.element.unknowns);
        }
        linearized.eliminate_unknowns(&self.all_solved, (node, count), &self.scales);
        let corner = self.chain.corner(&linearized.rows, of.has_free_duration);
        // The last node comes first among the columns.
        let corner: Corner<T> = corner.map_err(|Dependent { column }| {
            undetermined(of, if column < 2 * node { column % node } else { column })
        })?;
        let nodes = self
            .chain
            .nodes(&corner)
            .map_err(|Dependent { column }| undetermined(of, column))?;
        let scaled = nodes.iter().zip(self.scales.iter().cycle());
        into.z
            .iter_mut()
            .zip(scaled)
            .for_each(|(change, (&z, &scale))| *change = z * scale);
        into.tau = corner.duration;
        let elements = into
            .x
            .chunks_exact_mut(count.max(1))
            .zip(into.z.chunks_exact(node));
        for ((x, start), solved) in elements.zip(self.all_solved.chunks_exact((count * (node + 2)).max(1))) {
            set_unknowns(solved, start, into.tau, x);
        }
        Ok(())
    }
}

/// δx = −(A⁻¹ r + A⁻¹ ∂r/∂z δz₀ + A⁻¹ ∂r/∂τ δτ).
fn set_unknowns<T: Scalar>(solved: &[T], start: &[T], tau: T, x: &mut [T]) {
    let node = start.len();
    for (x, solved) in x.iter_mut().zip(rows(solved, node + 2)) {
        let pairs = solved.iter().zip(start);
        let sum = pairs.fold(at(solved, node), |sum, (&a, &z)| sum + a * z);
        *x = -(sum + at(solved, node + 1) * tau);
    }
}

fn undetermined<S: Discretize<D>, D>(of: &Problem<'_, S, D>, number: usize) -> Why {
    let name = of.system.coordinate_name(number % of.n.max(1));
    Why::Undetermined {
        component: match number.checked_div(of.n).unwrap_or(0) {
            _ if number >= 2 * of.sizes.node => Component::Duration,
            0 => Component::Coordinate(name),
            1 => Component::Momentum(name),
            2 => Component::Velocity(name),
            _ => Component::Field(name),
        },
    }
}
