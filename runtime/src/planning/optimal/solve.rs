//! The search for an optimal motion: an interior-point method over the block Riccati recursion.
//!
//! Each iteration linearizes the steps, solves the conditions of optimality with the barriers of the bounds, and goes along
//! the direction as far as a merit or the conditions themselves allow. (J. Nocedal, S. J. Wright, Numerical Optimization
//! (2006), chapters 18 and 19; A. Wächter, L. T. Biegler, Math. Program. 106 (2006), for barriers and their multipliers.)

mod settled;

use std::vec::Vec;

use nalgebra::SVector;

use super::curvatures::Curvatures;
use super::iterate::Iterate;
use super::nodes::Steps;
use super::sweep::{Direction, End, Stage, Unsolvable};
use super::unplanned::Why;
use super::{FreeParameters, OptimalControl, Plan, Unplanned};
use crate::derivatives::LinearizationOf;
use crate::planning::cost::{Cost, inner};
use crate::planning::small::largest;
use crate::{Discretize, Error, Lagrangian};

/// Σ μ at the start, of what a first direction costs.
const BARRIER: f64 = 0.3;
/// μ is reduced by this factor, or to its power of 1.5 as a part of the cost, once the conditions hold to ten times μ.
const REDUCTION: f64 = 0.2;
/// So small a part of the tolerance is rounding, where μ is smaller yet: it is reduced once in an iteration.
const AT_ROUNDING: f64 = 1e-3;
/// Where a misfit is larger than this many times the sizes of its numbers, multipliers say little about the curvature of steps:
/// directions are those of Gauss and Newton, without it.
const FAR: f64 = 1.0;
/// A convexity that is added where there is none, of the mean cost of a step for numbers of their sizes; and how it grows with
/// each trial, and falls from one iteration to the next. (Wächter and Biegler, section 3.1.)
const CONVEXITY: f64 = 1e-4;
const MORE_CONVEXITY: f64 = 8.0;
const LESS_CONVEXITY: f64 = 1.0 / 3.0;
const CONVEXITIES: usize = 16;
/// A direction of which less can be gone leads nowhere.
const SHORTEST: f64 = 1e-9;
/// The part of the promised descent that a step has to bring.
const ARMIJO: f64 = 1e-4;
/// A whole step that reduces the error of all conditions by this factor needs no descent.
const CONTRACTION: f64 = 0.9;

/// The run of a plan.
pub(super) struct Run<
    'a,
    S: Lagrangian + Discretize<D>,
    D,
    C,
    const R: usize,
    const I: usize,
    const P: usize,
    const F: usize,
> {
    pub(super) of: OptimalControl<'a, S, D, C, R, I, P>,
    pub(super) steps: Steps<'a, S, D, F>,
    pub(super) here: Iterate<R, I, F>,
    there: Iterate<R, I, F>,
    /// The linearized motion with barriers and curvature.
    stages: Vec<Stage<R, I, F>>,
    pub(super) end: End<R, F>,
    curvatures: Curvatures<R, I, F>,
    pub(super) along: Direction<R, I, F>,
    /// Whether the curvatures are those at the iterate where the conditions hold.
    pub(super) is_curved: bool,
    /// The least that a direction promised there, and how many have promised about as much since.
    settling: (usize, f64),
    /// μ.
    barrier: f64,
    /// The convexity that was added last.
    convexity: f64,
    pub(super) best: Best<R, I>,
}

/// The second derivatives of a direction.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Curvature {
    /// Of the Lagrange function: Newton's.
    Exact,
    /// Of the cost alone: those of Gauss and Newton.
    OfCost,
}

/// The iterate with the smallest misfit.
pub(super) struct Best<const R: usize, const I: usize> {
    misfit: f64,
    pub(super) z: Vec<SVector<f64, R>>,
    pub(super) u: Vec<SVector<f64, I>>,
}

/// The plan, or why there is none.
type Planning<S, const R: usize, const I: usize> = Result<Plan<S, R, I>, Unplanned<S, I>>;

impl<'a, S, D, C, const R: usize, const I: usize, const P: usize, const F: usize> Run<'a, S, D, C, R, I, P, F>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64> + Clone,
    D: Clone,
    C: Cost<f64, R, I>,
{
    /// From the first guess, whose numbers are moved inside the bounds.
    pub(super) fn begin(
        of: OptimalControl<'a, S, D, C, R, I, P>,
        free: Option<FreeParameters<'a, S, F>>,
    ) -> Result<Self, Unplanned<S, I>> {
        let mut here = of.first(free.as_ref()).map_err(Unplanned::<S, I>::at_once)?;
        let mut steps = Steps::of(of.motion.clone(), free);
        let made = here.evaluate(&mut steps, &of.cost, &of.conditions);
        made.map_err(|Error { step, failure, .. }| Unplanned::<S, I>::at_once(Why::Step { step, failure }))?;
        if !here.is_finite() {
            return Err(Unplanned::at_once(Why::NotFinite));
        }
        let count = here.u.len();
        Ok(Self {
            there: here.clone(),
            stages: Vec::with_capacity(count),
            end: here.end,
            curvatures: Curvatures::of(count),
            along: Direction::of(count),
            is_curved: false,
            settling: (0, f64::INFINITY),
            barrier: 0.0,
            convexity: 0.0,
            best: Best {
                misfit: here.misfit()[1],
                z: here.z.clone(),
                u: here.u.clone(),
            },
            of,
            steps,
            here,
        })
    }

    /// Iterates until the first-order conditions hold.
    pub(super) fn planned(mut self) -> Planning<S, R, I> {
        let most = self.of.most_iterations;
        for iteration in 0..=most {
            let optimality = self.here.error(0.0);
            let holds = optimality <= self.of.tolerance;
            if holds && (self.has_settled() || iteration == most) {
                return Ok(self.arrived(iteration, optimality));
            }
            if iteration == most {
                break;
            }
            if iteration > 0 {
                self.lower_barrier();
            }
            if iteration == 0
                && !self.here.bounds.all.is_empty()
                && let Err(why) = self.raise_barrier()
            {
                return Err(self.given_up(iteration, why));
            }
            if let Err(why) = self.advance() {
                // Where the conditions hold, rounding lets nothing come nearer.
                return if holds {
                    let optimality = self.here.error(0.0);
                    Ok(self.arrived(iteration, optimality))
                } else {
                    Err(self.given_up(iteration, why))
                };
            }
        }
        let why = self.unconverged();
        Err(self.given_up(most, why))
    }

    fn lower_barrier(&mut self) {
        // Of one bound, as a part of the cost, whose summands may be far larger.
        let count = self.here.bounds.all.len() as f64;
        let unit = self.here.sizes.cost / count;
        let of_cost = unit.min(self.here.cost.abs() / count);
        let least = (0.1 * self.of.tolerance * of_cost).max(f64::EPSILON * unit);
        while self.barrier > least {
            let error = self.here.error(self.barrier);
            let holds = error * unit <= 10.0 * self.barrier;
            if !holds && error > AT_ROUNDING * self.of.tolerance {
                break;
            }
            let next = (REDUCTION * self.barrier).min(self.barrier * libm::sqrt(self.barrier / unit));
            self.barrier = next.max(least);
            if !holds {
                break;
            }
        }
    }

    /// One iteration.
    fn advance(&mut self) -> Result<(), Why> {
        let mut multipliers = self.here.multipliers.iter();
        let is_first = multipliers.all(|multiplier| largest(multiplier) == 0.0);
        let has_multipliers = !is_first || self.estimate()?;
        let [_, misfit] = self.here.misfit();
        let has_curvature = has_multipliers && misfit <= FAR && self.curve().is_ok();
        if has_curvature && self.direct(Curvature::Exact).is_ok() && self.search() {
            return Ok(());
        }
        self.direct(Curvature::OfCost)?;
        if self.search() {
            Ok(())
        } else {
            Err(self.unconverged())
        }
    }

    /// Takes the multipliers of a first direction where the cost alone has no curvature: its length means nothing then, and
    /// yet these are those of least squares. False where the cost has curvature.
    fn estimate(&mut self) -> Result<bool, Why> {
        if self.direct(Curvature::OfCost)? == 0.0 {
            return Ok(false);
        }
        self.here.multipliers.clone_from(&self.along.multipliers);
        self.here.ending = self.along.ending;
        Ok(true)
    }

    /// μ of the size of the cost, by a first direction without bounds: with less the first iterates stay at bounds that they
    /// meet on their way.
    fn raise_barrier(&mut self) -> Result<(), Why> {
        self.direct(Curvature::OfCost)?;
        let (here, along) = (&mut self.here, &self.along);
        let pairs = along.multipliers.iter().zip(&here.stages);
        let of_steps = pairs.map(|(multiplier, stage)| inner(multiplier, &stage.defect).abs());
        let cost = of_steps.sum::<f64>() + Iterate::descent(&self.stages, &self.end, along).abs();
        let cost = if cost > 0.0 { cost } else { here.sizes.cost };
        self.barrier = BARRIER * cost / here.bounds.all.len() as f64;
        let (numbers, bounds) = here.bounded();
        bounds.begin(numbers, self.barrier);
        Ok(())
    }

    fn note_best(&mut self) {
        let [_, misfit] = self.here.misfit();
        if misfit <= self.best.misfit {
            self.best.misfit = misfit;
            self.best.z.clone_from(&self.here.z);
            self.best.u.clone_from(&self.here.u);
        }
    }

    /// The curvatures by the multipliers.
    pub(super) fn curve(&mut self) -> Result<(), Error> {
        self.curvatures
            .update(&self.here, &mut self.steps, &self.of.conditions)
    }

    /// The direction, with as little convexity added as suffices: this one.
    fn direct(&mut self, curvature: Curvature) -> Result<f64, Why> {
        if self.solve(curvature, 0.0)? {
            return Ok(0.0);
        }
        let mut convexity = CONVEXITY.max(LESS_CONVEXITY * self.convexity);
        for _ in 0..CONVEXITIES {
            if self.solve(curvature, convexity)? {
                self.convexity = convexity;
                return Ok(convexity);
            }
            convexity *= MORE_CONVEXITY;
        }
        match self.unconverged() {
            why @ Why::Infeasible { .. } => Err(why),
            _ => Err(Why::NotConvex),
        }
    }

    /// Solves for a direction; false if the problem is not convex.
    pub(super) fn solve(&mut self, curvature: Curvature, convexity: f64) -> Result<bool, Why> {
        self.stages.clone_from(&self.here.stages);
        self.end = End {
            penalty: self.end.penalty,
            ..self.here.end
        };
        if curvature == Curvature::Exact {
            self.curvatures.add_to(&mut self.stages, &mut self.end);
        }
        self.convexify(convexity);
        let (numbers, bounds) = (self.here.numbers(), &self.here.bounds);
        bounds.add_to(numbers, self.barrier, &mut self.stages, &mut self.end);
        match self.along.solve(&self.stages, &mut self.end) {
            Ok(()) => {}
            Err(Unsolvable::NotConvex) => return Ok(false),
            Err(Unsolvable::Unreachable(row)) => {
                let quantity = self.of.conditions.quantity(row);
                return Err(Why::Unreachable { quantity });
            }
        }
        if largest(&self.end.penalty) == 0.0 {
            // From now on; any weight gives the same direction.
            self.end.weigh(&self.along.reach);
        }
        Ok(true)
    }

    /// Adds a convexity, of the mean cost of a step for z and u of their sizes, and of the cost for parameters.
    fn convexify(&mut self, convexity: f64) {
        let sizes = &self.here.sizes;
        let whole = convexity * sizes.cost;
        let of_step = whole / self.here.u.len() as f64;
        let of_z = sizes.z.map(|z| of_step / (z * z));
        let of_u = sizes.u.map(|u| of_step / (u * u));
        for stage in &mut self.stages {
            (0..R).for_each(|k| stage.second.state[(k, k)] += of_z[k]);
            (0..I).for_each(|k| stage.second.inputs[(k, k)] += of_u[k]);
        }
        for (k, size) in sizes.parameters.iter().enumerate() {
            self.end.parameters.1[(k, k)] += whole / (size * size);
        }
    }

    /// Goes along the direction; false if no length of it leads on.
    fn search(&mut self) -> bool {
        let (numbers, bounds) = self.here.bounded();
        let [most, of_bounds] = bounds.reach(numbers, &self.along, self.barrier);
        // Above the multipliers a misfit counts so much that its sum with the cost is least where both are.
        let sizes = self.here.sizes;
        let weight = 1.1 * sizes.resistance(&self.along);
        let misfit = weight * self.here.missing(&sizes);
        let descent = Iterate::descent(&self.stages, &self.end, &self.along) - misfit;
        let merit_of = |at: &Iterate<R, I, F>, barrier: f64| {
            let barriers = at.bounds.barrier(at.numbers(), barrier);
            // Infinite outside of the bounds.
            barriers.map_or(f64::INFINITY, |barriers| {
                at.cost + barriers + weight * at.missing(&sizes)
            })
        };
        let (merit, error) = (merit_of(&self.here, self.barrier), self.here.error(self.barrier));
        let mut length = most;
        while length > SHORTEST {
            self.there.take_numbers(&self.here);
            self.there.go(&self.along, [length, of_bounds], self.barrier);
            let of = &self.of;
            let made = (self.there).evaluate(&mut self.steps, &of.cost, &of.conditions);
            if made.is_ok() && self.there.is_finite() {
                let found = merit_of(&self.there, self.barrier);
                let rounding = 10.0 * f64::EPSILON * merit.abs();
                let descends = found <= merit + ARMIJO * length * descent.min(0.0) + rounding;
                if descends || length == most && self.there.error(self.barrier) <= CONTRACTION * error {
                    core::mem::swap(&mut self.here, &mut self.there);
                    self.note_best();
                    return true;
                }
            }
            length *= 0.5;
        }
        false
    }

    fn unconverged(&self) -> Why {
        let ([misfit, relative], optimality) = (self.here.misfit(), self.here.error(0.0));
        // Half of the digits: what is left of a misfit where the rest converges slowly is less.
        if relative > libm::sqrt(self.of.tolerance) {
            let bound = self.here.bounds.hardest();
            return Why::Infeasible { misfit, bound };
        }
        Why::NotConverged { optimality, misfit }
    }
}
