//! The optimality conditions of a linearized motion, solved by a block Riccati recursion.
//!
//! ```text
//! min Σ_k ½ δw_kᵀ W_k δw_k + g_kᵀ δw_k + ½ δz_Nᵀ P δz_N + gᵀ δz_N     with w = (z, u, θ),  δz₀ = 0,
//! δz_{k+1} = A_k δz_k + B_k δu_k + C_k δθ + d_k,    E δz_N = r
//! ```
//!
//! Parameters θ are the same in all steps: they are chosen last, as inputs of a step before the first one would be. Knows
//! matrices alone.

use std::vec::Vec;

use nalgebra::SVector;

use super::bounds::Numbers;
use super::value::{Kept, Start, Value};
use crate::planning::cost::add;
use crate::planning::riccati::{Weights, eliminated};
use crate::planning::small::{Cholesky, Matrix, largest, product, sum};
use extremal_numerics::block::zeros;

/// A penalty, of 1/M₀. A heavy one shows that a problem is convex where the conditions at the end make it so.
const PENALTY: f64 = 1e3;
/// One of which 1 − ρ M is more than this has become light.
const LIGHT: f64 = 0.1;
/// A penalty that does not suffice is made heavier by this factor, so often at the most.
const HEAVIER: f64 = 1e5;
const WEIGHTS: usize = 64;
/// M₀ counts up to here.
const MOST_REACH: f64 = 1e280;
/// The smallest pivot of M relative to its diagonal. Where inputs reach all conditions, a heavy penalty makes it nearly 1.
const CONDITION: f64 = 1e-6;

/// A linearized step with its part of the cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stage<const R: usize, const I: usize, const F: usize> {
    /// A.
    pub(super) by_state: Matrix<f64, R, R>,
    /// B.
    pub(super) by_inputs: Matrix<f64, R, I>,
    /// C.
    pub(super) by_parameters: Matrix<f64, R, F>,
    /// `d = Φ(z_k, u_k) − z_{k+1}`.
    pub(super) defect: SVector<f64, R>,
    /// g by z and by u.
    pub(super) gradient: (SVector<f64, R>, SVector<f64, I>),
    /// W of z and u.
    pub(super) second: Weights<f64, R, I>,
    /// W of z with θ, and of u with θ.
    pub(super) mixed: (Matrix<f64, R, F>, Matrix<f64, I, F>),
}

/// The end: its cost with that of the parameters, and the conditions on it.
#[derive(Clone, Copy, Debug)]
pub(super) struct End<const R: usize, const F: usize> {
    pub(super) gradient: SVector<f64, R>,
    pub(super) second: Matrix<f64, R, R>,
    /// g and W of θ alone.
    pub(super) parameters: (SVector<f64, F>, Matrix<f64, F, F>),
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
pub(super) struct Direction<const R: usize, const I: usize, const F: usize> {
    /// δz at all nodes.
    pub(super) states: Vec<SVector<f64, R>>,
    /// δu of all steps.
    pub(super) inputs: Vec<SVector<f64, I>>,
    /// δθ.
    pub(super) parameters: SVector<f64, F>,
    /// λ of the steps, at their ends.
    pub(super) multipliers: Vec<SVector<f64, R>>,
    /// ν.
    pub(super) ending: SVector<f64, R>,
    /// M, of inputs and parameters.
    pub(super) reach: Matrix<f64, R, R>,
    kept: Vec<Kept<R, I, F>>,
}

/// Why the conditions have no solution that is a minimum.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Unsolvable {
    /// The curvature along the inputs of a step, or along the parameters, is not positive.
    NotConvex,
    /// No input moves the condition of this row.
    Unreachable(usize),
}

impl<const R: usize, const I: usize, const F: usize> Direction<R, I, F> {
    pub(super) fn of(steps: usize) -> Self {
        Self {
            states: std::vec![zeros(); steps + 1],
            inputs: std::vec![zeros(); steps],
            parameters: zeros(),
            multipliers: std::vec![zeros(); steps],
            ending: zeros(),
            reach: zeros(),
            kept: Vec::with_capacity(steps),
        }
    }

    /// All changes.
    pub(super) fn changes(&self) -> Numbers<'_, R, I> {
        Numbers {
            z: &self.states,
            u: &self.inputs,
            parameters: self.parameters.as_slice(),
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
    pub(super) fn solve(&mut self, stages: &[Stage<R, I, F>], end: &mut End<R, F>) -> Result<(), Unsolvable> {
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
                    self.parameters = -sum(&start.ahead, &product(&start.by_ending, &ending));
                    self.forth(stages);
                    return Ok(());
                }
                Err(place) => unreachable = Some(place),
            }
            end.weigh(&self.reach);
        }
        Err(Unsolvable::Unreachable(unreachable.unwrap_or(0)))
    }

    /// The recursion, to V₀ without parameters.
    fn back(&mut self, stages: &[Stage<R, I, F>], end: &End<R, F>) -> Result<Start<R, F>, Unsolvable> {
        let mut value = Value::of(end);
        self.kept.clear();
        for stage in stages.iter().rev() {
            let matrices = (&stage.by_state, &stage.by_inputs);
            let made =
                eliminated(matrices, &stage.second, &value.second).map_err(|_| Unsolvable::NotConvex)?;
            let (kept, earlier) = stage.earlier(&made, &value);
            self.kept.push(kept);
            value = earlier;
        }
        value.started()
    }

    /// The changes from the start on, with the multipliers.
    fn forth(&mut self, stages: &[Stage<R, I, F>]) {
        let mut z: SVector<f64, R> = zeros();
        for (k, (stage, kept)) in stages.iter().zip(self.kept.iter().rev()).enumerate() {
            let mut u = product(&kept.gain, &z);
            add(&mut u, 1.0, &kept.ahead);
            add(&mut u, 1.0, &product(&kept.by_ending, &self.ending));
            add(&mut u, 1.0, &product(&kept.by_parameters, &self.parameters));
            u = -u;
            self.states[k] = z;
            z = sum(&product(&stage.by_state, &z), &product(&stage.by_inputs, &u));
            add(&mut z, 1.0, &product(&stage.by_parameters, &self.parameters));
            add(&mut z, 1.0, &stage.defect);
            self.inputs[k] = u;
            let later = &kept.later;
            let mut multiplier = product(&later.second, &z);
            add(&mut multiplier, 1.0, &later.first);
            add(&mut multiplier, 1.0, &product(&later.by_ending, &self.ending));
            add(
                &mut multiplier,
                1.0,
                &product(&later.by_parameters, &self.parameters),
            );
            self.multipliers[k] = multiplier;
        }
        self.states[stages.len()] = z;
    }

    /// M ν = e, for the conditions that there are; or the one that follows from those before it, to rounding.
    fn ending_of(&mut self, start: &Start<R, F>, end: &End<R, F>) -> Result<SVector<f64, R>, usize> {
        let mut all = start.ending;
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

impl<const R: usize, const F: usize> End<R, F> {
    /// Without cost and conditions.
    pub(super) fn free() -> Self {
        Self {
            gradient: zeros(),
            second: zeros(),
            parameters: (zeros(), zeros()),
            rows: zeros(),
            misfit: [None; R],
            penalty: zeros(),
        }
    }

    /// Makes penalties heavier that have become light, as M₀ of their numbers has fallen: M = M₀ (1 + ρ M₀)⁻¹.
    pub(super) fn keep_heavy(&mut self, reach: &Matrix<f64, R, R>) {
        for row in (0..R).filter(|&row| self.misfit[row].is_some()) {
            let (here, penalty) = (reach[(row, row)], &mut self.penalty[row]);
            let left = 1.0 - *penalty * here;
            if *penalty > 0.0 && here > 0.0 && left > LIGHT {
                *penalty = penalty.max(PENALTY * left / here);
            }
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
}
