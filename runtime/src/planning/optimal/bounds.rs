//! Bounds on inputs and coordinates: their distances, their multipliers, and what an interior point sees of them.
//!
//! ```text
//! s = ±(w − limit) > 0,   ζ > 0,   s ζ = μ,   μ → 0
//! ```
//!
//! Knows numbers at nodes, and no system.

use std::vec::Vec;

use nalgebra::SVector;

use super::sweep::{Direction, End, Stage};

/// How much of the way to a bound a step may go at the most.
const FRACTION: f64 = 0.99;

/// How far a guess is moved away from a bound, of the size of the bound and of the guess, or of the distance between two.
const INSIDE: f64 = 1e-2;

/// Where a quantity of a plan is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Quantity {
    /// A number of z, from 0: coordinates, then momenta.
    State(usize),
    /// An input, from 0.
    Input(usize),
    /// A parameter in [`FreeParameters`](super::FreeParameters), from 0.
    Parameter(usize),
    /// A function in [`ending_where`](super::OptimalControl::ending_where), from 0.
    Condition(usize),
}

/// A bound of a number at one node.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    /// The node, or the step of an input; 0 for a parameter.
    pub step: usize,
    /// What is bounded.
    pub quantity: Quantity,
    /// Its limit.
    pub limit: f64,
    /// Whether the limit is the largest value, or the smallest.
    pub is_upper: bool,
    /// ζ: by how much the cost grows with a limit that is narrower by one.
    pub multiplier: f64,
}

impl Bound {
    fn sign(&self) -> f64 {
        if self.is_upper { -1.0 } else { 1.0 }
    }

    /// s, for the value of the number.
    fn distance(&self, value: f64) -> f64 {
        self.sign() * (value - self.limit)
    }

    fn of<const R: usize, const I: usize>(&self, numbers: Numbers<'_, R, I>) -> f64 {
        match self.quantity {
            Quantity::State(place) => numbers.z[self.step][place],
            Quantity::Input(place) => numbers.u[self.step][place],
            Quantity::Parameter(place) => numbers.parameters[place],
            // Conditions have no bounds.
            Quantity::Condition(_) => 0.0,
        }
    }
}

/// The numbers at all nodes, and the parameters; or changes of them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Numbers<'a, const R: usize, const I: usize> {
    pub(super) z: &'a [SVector<f64, R>],
    pub(super) u: &'a [SVector<f64, I>],
    pub(super) parameters: &'a [f64],
}

/// Limits of the numbers of a node: the smallest and the largest values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Limits<const N: usize> {
    pub(super) low: [f64; N],
    pub(super) high: [f64; N],
}

impl<const N: usize> Limits<N> {
    pub(super) const NONE: Self = Self {
        low: [f64::NEG_INFINITY; N],
        high: [f64::INFINITY; N],
    };

    /// The first number whose limits leave no room.
    pub(super) fn closed(&self) -> Option<usize> {
        (0..N).find(|&k| {
            !matches!(
                self.low[k].partial_cmp(&self.high[k]),
                Some(core::cmp::Ordering::Less)
            )
        })
    }

    /// Whether a number is within its limits.
    pub(super) fn admits(&self, place: usize, value: f64) -> bool {
        self.low[place] <= value && value <= self.high[place]
    }

    /// The number next to `value` that has some room to each limit. Its kind is of this size.
    pub(super) fn inside(&self, place: usize, value: f64, size: f64) -> f64 {
        let (low, high) = (self.low[place], self.high[place]);
        let room = |limit: f64| INSIDE * limit.abs().max(size).min(high - low);
        let value = if low.is_finite() {
            value.max(low + room(low))
        } else {
            value
        };
        if high.is_finite() {
            value.min(high - room(high))
        } else {
            value
        }
    }

    /// The bounds of a node.
    pub(super) fn bounds(&self, step: usize, quantity: fn(usize) -> Quantity) -> impl Iterator<Item = Bound> {
        (0..N).flat_map(move |place| {
            let sides = [(self.low[place], false), (self.high[place], true)];
            let sides = sides.into_iter().filter(|(limit, _)| limit.is_finite());
            sides.map(move |(limit, is_upper)| Bound {
                step,
                quantity: quantity(place),
                limit,
                is_upper,
                multiplier: 0.0,
            })
        })
    }
}

/// All bounds of a plan, with their multipliers.
#[derive(Clone, Debug, Default)]
pub(super) struct Bounds {
    pub(super) all: Vec<Bound>,
    /// The change of each multiplier.
    pub(super) changes: Vec<f64>,
}

impl Bounds {
    pub(super) fn of(all: Vec<Bound>) -> Self {
        Self {
            changes: std::vec![0.0; all.len()],
            all,
        }
    }

    /// ζ = μ/s.
    pub(super) fn begin<const R: usize, const I: usize>(&mut self, at: Numbers<'_, R, I>, barrier: f64) {
        for bound in &mut self.all {
            bound.multiplier = barrier / bound.distance(bound.of(at));
        }
    }

    /// −μ Σ ln s; `None` where a number is not within its limits.
    pub(super) fn barrier<const R: usize, const I: usize>(
        &self,
        at: Numbers<'_, R, I>,
        barrier: f64,
    ) -> Option<f64> {
        let distances = self.all.iter().map(|bound| bound.distance(bound.of(at)));
        distances
            .map(|s| (s > 0.0).then(|| -barrier * libm::log(s)))
            .sum()
    }

    /// Σ |s ζ − μ|.
    pub(super) fn complementarity<const R: usize, const I: usize>(
        &self,
        at: Numbers<'_, R, I>,
        barrier: f64,
    ) -> f64 {
        let products = self
            .all
            .iter()
            .map(|b| b.distance(b.of(at)) * b.multiplier - barrier);
        products.map(f64::abs).sum()
    }

    /// Whether a parameter is not beyond its upper limit.
    pub(super) fn admit_parameter(&self, place: usize, value: f64) -> bool {
        let of_it = Quantity::Parameter(place);
        let mut limits = self
            .all
            .iter()
            .filter(|bound| bound.quantity == of_it && bound.is_upper);
        limits.all(|bound| value <= bound.limit)
    }

    /// Subtracts the multipliers ±ζ from the gradients by each number.
    pub(super) fn pull(&self, mut from: impl FnMut(usize, Quantity, f64)) {
        for bound in &self.all {
            from(bound.step, bound.quantity, -bound.sign() * bound.multiplier);
        }
    }

    /// Adds the barrier to a linearized motion: ∓μ/s to the gradients and ζ/s to the curvatures.
    pub(super) fn add_to<const R: usize, const I: usize, const F: usize>(
        &self,
        at: Numbers<'_, R, I>,
        barrier: f64,
        stages: &mut [Stage<R, I, F>],
        end: &mut End<R, F>,
    ) {
        for bound in &self.all {
            let s = bound.distance(bound.of(at));
            let (slope, curvature) = (-bound.sign() * barrier / s, bound.multiplier / s);
            match (bound.quantity, stages.get_mut(bound.step)) {
                (Quantity::State(place), Some(stage)) => {
                    stage.gradient.0[place] += slope;
                    stage.second.state[(place, place)] += curvature;
                }
                (Quantity::Input(place), Some(stage)) => {
                    stage.gradient.1[place] += slope;
                    stage.second.inputs[(place, place)] += curvature;
                }
                (Quantity::State(place), None) => {
                    end.gradient[place] += slope;
                    end.second[(place, place)] += curvature;
                }
                (Quantity::Parameter(place), _) => {
                    end.parameters.0[place] += slope;
                    end.parameters.1[(place, place)] += curvature;
                }
                (Quantity::Input(_), None) | (Quantity::Condition(_), _) => {}
            }
        }
    }

    /// The changes of the multipliers along a direction, and how far the numbers and the multipliers may go along theirs.
    pub(super) fn reach<const R: usize, const I: usize, const F: usize>(
        &mut self,
        at: Numbers<'_, R, I>,
        along: &Direction<R, I, F>,
        barrier: f64,
    ) -> [f64; 2] {
        let mut reach = [1.0_f64; 2];
        // Less than the whole way, also where the barrier is below rounding.
        let fraction = FRACTION.max(1.0 - barrier).min(1.0 - 1e-12);
        for (bound, change) in self.all.iter().zip(&mut self.changes) {
            let s = bound.distance(bound.of(at));
            let ds = bound.sign() * bound.of(along.changes());
            let zeta = bound.multiplier;
            *change = (barrier - zeta * ds) / s - zeta;
            for (reach, (value, change)) in reach.iter_mut().zip([(s, ds), (zeta, *change)]) {
                if change < 0.0 {
                    *reach = reach.min(-fraction * value / change);
                }
            }
        }
        reach
    }

    /// Moves the multipliers along their changes, and keeps them near μ/s at the new place.
    pub(super) fn follow<const R: usize, const I: usize>(
        &mut self,
        at: Numbers<'_, R, I>,
        length: f64,
        barrier: f64,
    ) {
        for (bound, change) in self.all.iter_mut().zip(&self.changes) {
            let central = barrier / bound.distance(bound.of(at));
            // Ten decades on each side, so that ζ/s stays a curvature of the barrier.
            bound.multiplier = (bound.multiplier + length * change).clamp(1e-10 * central, 1e10 * central);
        }
    }

    /// Those that decide something: nearer to their limit than their multiplier is to zero.
    pub(super) fn active<const R: usize, const I: usize>(&self, at: Numbers<'_, R, I>) -> Vec<Bound> {
        let active = self
            .all
            .iter()
            .filter(|bound| bound.multiplier > bound.distance(bound.of(at)));
        active.copied().collect()
    }

    /// The bound that resists the most.
    pub(super) fn hardest(&self) -> Option<Bound> {
        self.all
            .iter()
            .copied()
            .max_by(|a, b| a.multiplier.total_cmp(&b.multiplier))
    }
}
