//! The optimality conditions of a linearized motion, solved by a block Riccati recursion.
//!
//! ```text
//! min Σ_k ½ δw_kᵀ W_k δw_k + g_kᵀ δw_k + ½ δz_Nᵀ P δz_N + gᵀ δz_N     with w = (z, u),  δz₀ = 0,
//! δz_{k+1} = A_k δz_k + B_k δu_k + d_k,    E δz_N = r
//! V_k(δz, ν) = ½ δzᵀ P_k δz + p_kᵀ δz + νᵀ (S_kᵀ δz + e_k) − ½ νᵀ M_k ν
//! ```
//!
//! `V_k` is what the steps from k on cost, and ν are the multipliers of the conditions at the end. Knows matrices alone.

use std::vec::Vec;

use nalgebra::SVector;

use crate::planning::cost::add;
use crate::planning::riccati::{Eliminated, Weights, eliminated};
use crate::planning::small::{
    Cholesky, Matrix, difference, largest, matrix, product, sum, symmetric, transposed_product,
};
use extremal_numerics::block::zeros;

/// A penalty, of 1/M₀. A heavy one shows that a problem is convex where the conditions at the end make it so.
const PENALTY: f64 = 1e3;
/// A penalty that does not suffice is made heavier by this factor, so often at the most.
const HEAVIER: f64 = 1e5;
const WEIGHTS: usize = 64;
/// M₀ counts up to here.
const MOST_REACH: f64 = 1e280;
/// The smallest pivot of M relative to its diagonal. Where inputs reach all conditions, a heavy penalty makes it nearly 1.
const CONDITION: f64 = 1e-6;

/// A linearized step with its part of the cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<const R: usize, const I: usize> {
    /// A.
    pub(super) by_state: Matrix<f64, R, R>,
    /// B.
    pub(super) by_inputs: Matrix<f64, R, I>,
    /// `d = Φ(z_k, u_k) − z_{k+1}`.
    pub(super) defect: SVector<f64, R>,
    /// g by z and by u.
    pub(super) gradient: (SVector<f64, R>, SVector<f64, I>),
    /// W.
    pub(super) second: Weights<f64, R, I>,
}

/// The end: its cost, and the conditions on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<const R: usize> {
    pub(super) gradient: SVector<f64, R>,
    pub(super) second: Matrix<f64, R, R>,
    /// E: a row for each condition, and zero where there is none.
    pub(super) rows: Matrix<f64, R, R>,
    /// r where there is a condition.
    pub(super) misfit: [Option<f64>; R],
    /// A weight ρ of ½ ρ (E δz − r)² beside each condition. It changes no solution, and keeps V small along directions that
    /// grow.
    pub(super) penalty: SVector<f64, R>,
}

/// What solves the conditions, and what the recursion leaves for feedback.
#[derive(Clone, Debug)]
pub(super) struct Direction<const R: usize, const I: usize> {
    /// δz at all nodes.
    pub(super) states: Vec<SVector<f64, R>>,
    /// δu of all steps.
    pub(super) inputs: Vec<SVector<f64, I>>,
    /// λ of the steps, at their ends.
    pub(super) multipliers: Vec<SVector<f64, R>>,
    /// ν.
    pub(super) ending: SVector<f64, R>,
    /// M.
    pub(super) reach: Matrix<f64, R, R>,
    kept: Vec<Kept<R, I>>,
}

/// What the way back needs of a step, from V at its end.
#[derive(Clone, Copy, Debug)]
struct Kept<const R: usize, const I: usize> {
    gain: Matrix<f64, I, R>,
    ahead: SVector<f64, I>,
    by_ending: Matrix<f64, I, R>,
    later: Value<R>,
}

#[derive(Clone, Copy, Debug)]
struct Value<const R: usize> {
    second: Matrix<f64, R, R>,
    first: SVector<f64, R>,
    by_ending: Matrix<f64, R, R>,
    constant: SVector<f64, R>,
    ending: Matrix<f64, R, R>,
}

/// Why the conditions have no solution that is a minimum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unsolvable {
    /// The curvature along the inputs of a step is not positive.
    NotConvex,
    /// No input moves the condition of this row.
    Unreachable(usize),
}

impl<const R: usize, const I: usize> Direction<R, I> {
    pub(super) fn of(steps: usize) -> Self {
        Self {
            states: std::vec![zeros(); steps + 1],
            inputs: std::vec![zeros(); steps],
            multipliers: std::vec![zeros(); steps],
            ending: zeros(),
            reach: zeros(),
            kept: Vec::with_capacity(steps),
        }
    }

    /// The gains K of each step: δu = −K δz holds the motion.
    pub(super) fn gains(&self) -> impl Iterator<Item = Matrix<f64, I, R>> {
        self.kept.iter().rev().map(|kept| kept.gain)
    }

    /// Solves the conditions: back by the recursion, and forth again. Allocates nothing.
    ///
    /// Where motions grow, those that grow the most hide from rounding what the inputs do to the others. A penalty holds
    /// them: with M₀ of none it is M = M₀ (1 + ρ M₀)⁻¹, so that all that inputs reach comes to 1/ρ, and what they do not
    /// reach stays zero. So it is made heavier until M is well conditioned.
    pub(super) fn solve(&mut self, stages: &[Stage<R, I>], end: &mut End<R>) -> Result<(), Unsolvable> {
        let mut unreachable = None;
        for _ in 0..WEIGHTS {
            let start = match self.back(stages, end) {
                Ok(start) => start,
                // The weight has come to rounding.
                Err(why) => return Err(unreachable.map_or(why, Unsolvable::Unreachable)),
            };
            match self.ending_of(&start, end) {
                Ok(ending) => {
                    self.ending = ending;
                    self.forth(stages);
                    return Ok(());
                }
                Err(place) => unreachable = Some(place),
            }
            end.weigh(&self.reach);
        }
        Err(Unsolvable::Unreachable(unreachable.unwrap_or(0)))
    }

    /// The recursion, to V₀.
    fn back(&mut self, stages: &[Stage<R, I>], end: &End<R>) -> Result<Value<R>, Unsolvable> {
        let mut value = end.value();
        self.kept.clear();
        for stage in stages.iter().rev() {
            let matrices = (&stage.by_state, &stage.by_inputs);
            let made =
                eliminated(matrices, &stage.second, &value.second).map_err(|_| Unsolvable::NotConvex)?;
            let (kept, earlier) = stage.earlier(&made, &value);
            self.kept.push(kept);
            value = earlier;
        }
        Ok(value)
    }

    /// The changes from the start on, with the multipliers.
    fn forth(&mut self, stages: &[Stage<R, I>]) {
        let mut z: SVector<f64, R> = zeros();
        for (k, (stage, kept)) in stages.iter().zip(self.kept.iter().rev()).enumerate() {
            let mut u = product(&kept.gain, &z);
            add(&mut u, 1.0, &kept.ahead);
            add(&mut u, 1.0, &product(&kept.by_ending, &self.ending));
            u = -u;
            self.states[k] = z;
            z = sum(&product(&stage.by_state, &z), &product(&stage.by_inputs, &u));
            add(&mut z, 1.0, &stage.defect);
            self.inputs[k] = u;
            let mut multiplier = product(&kept.later.second, &z);
            add(&mut multiplier, 1.0, &kept.later.first);
            add(
                &mut multiplier,
                1.0,
                &product(&kept.later.by_ending, &self.ending),
            );
            self.multipliers[k] = multiplier;
        }
        self.states[stages.len()] = z;
    }

    /// M ν = e, for the conditions that there are; or the one that follows from those before it, to rounding.
    fn ending_of(&mut self, start: &Value<R>, end: &End<R>) -> Result<SVector<f64, R>, usize> {
        let mut all = symmetric(&start.ending);
        self.reach = all;
        for (place, misfit) in end.misfit.iter().enumerate() {
            if misfit.is_none() {
                all[(place, place)] = 1.0;
            }
        }
        let factor = Cholesky::of(&all).map_err(|(place, _)| place)?;
        match factor.smallest_pivot(&all) {
            (_, pivot) if pivot > CONDITION => Ok(factor.solve(&start.constant)),
            (place, _) => Err(place),
        }
    }
}

impl<const R: usize> End<R> {
    /// Without cost and conditions.
    pub(super) fn free() -> Self {
        Self {
            gradient: zeros(),
            second: zeros(),
            rows: zeros(),
            misfit: [None; R],
            penalty: zeros(),
        }
    }

    /// Makes the penalties heavier of those numbers whose M is mostly that of another one, or else of all.
    pub(super) fn weigh(&mut self, reach: &Matrix<f64, R, R>) {
        let is_first = largest(&self.penalty) == 0.0;
        let shares = |one: usize, other: usize| {
            let is_given = self.misfit[one].is_some() && self.misfit[other].is_some();
            let part =
                reach[(one, other)] / reach[(one, one)] * (reach[(one, other)] / reach[(other, other)]);
            is_given && one != other && part > 0.5
        };
        let mut shared = [false; R];
        for (place, shared) in shared.iter_mut().enumerate() {
            *shared = (0..R).any(|other| shares(place, other));
        }
        let none = !shared.contains(&true);
        for (place, shared) in shared.into_iter().enumerate() {
            if is_first {
                // What grows beyond all numbers as well.
                let here = reach[(place, place)];
                let here = if here < MOST_REACH { here } else { MOST_REACH };
                self.penalty[place] = if here > 0.0 { PENALTY / here } else { 0.0 };
            } else if shared || none {
                self.penalty[place] *= HEAVIER;
            }
        }
    }

    fn value(&self) -> Value<R> {
        let mut value = Value {
            second: symmetric(&self.second),
            first: self.gradient,
            by_ending: zeros(),
            constant: zeros(),
            ending: zeros(),
        };
        for (row, misfit) in self.misfit.iter().enumerate() {
            let Some(misfit) = *misfit else { continue };
            let along = self.rows.row(row).transpose();
            let penalty = self.penalty[row];
            add(&mut value.second, penalty, &matrix(|i, j| along[i] * along[j]));
            add(&mut value.first, -penalty * misfit, &along);
            value.by_ending.set_column(row, &along);
            value.constant[row] = -misfit;
        }
        value
    }
}

impl<const R: usize, const I: usize> Stage<R, I> {
    /// V at the start of the step from V at its end.
    #[inline]
    fn earlier(&self, made: &Eliminated<f64, R, I>, later: &Value<R>) -> (Kept<R, I>, Value<R>) {
        let mut slope = product(&later.second, &self.defect);
        add(&mut slope, 1.0, &later.first);
        let by_inputs = sum(&self.gradient.1, &transposed_product(&self.by_inputs, &slope));
        let by_state = sum(&self.gradient.0, &transposed_product(&self.by_state, &slope));
        let ending_by_inputs = transposed_product(&self.by_inputs, &later.by_ending);
        let ending_by_state = transposed_product(&self.by_state, &later.by_ending);
        let ahead = made.curvature.solve(&by_inputs);
        let by_ending = made.curvature.solve(&ending_by_inputs);
        let moved = transposed_product(&later.by_ending, &self.defect);
        let held = transposed_product(&ending_by_inputs, &ahead);
        let earlier = Value {
            second: made.cost_to_go,
            first: difference(&by_state, &transposed_product(&made.mixed, &ahead)),
            by_ending: difference(&ending_by_state, &transposed_product(&made.mixed, &by_ending)),
            constant: difference(&sum(&later.constant, &moved), &held),
            ending: sum(&later.ending, &transposed_product(&ending_by_inputs, &by_ending)),
        };
        let kept = Kept {
            gain: made.gain,
            ahead,
            by_ending,
            later: *later,
        };
        (kept, earlier)
    }
}
