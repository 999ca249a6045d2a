//! Optimal motions: steps as constraints of a cost that is to be least.
//!
//! Knows steps through their derivatives, and no scheme.

mod begin;
mod bounds;
mod conditions;
mod curvatures;
mod finish;
mod iterate;
mod nodes;
mod parameters;
mod plan;
mod sizes;
mod solve;
mod sweep;
mod unplanned;
mod value;

use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use nalgebra::SVector;

use super::cost::Cost;
use crate::derivatives::LinearizationOf;
use crate::{Discretize, Function, Integrator, Lagrangian};
use bounds::Limits;
pub use bounds::{Bound, Quantity};
use conditions::Conditions;
use extremal_numerics::{IntoBlock, Vector};
use nodes::numbers;
pub use parameters::FreeParameters;
pub use plan::Plan;
use solve::Run;
pub use unplanned::{Unplanned, Why};

/// A guess of coordinates, momenta and inputs at a node.
type Guess<'a, const R: usize, const I: usize> =
    Box<dyn Fn(usize) -> (SVector<f64, R>, SVector<f64, I>) + 'a>;

/// What a plan from before says beside its nodes: multipliers of the steps, of numbers and functions at the end, and θ.
struct Before<const R: usize> {
    multipliers: Vec<SVector<f64, R>>,
    ending: SVector<f64, R>,
    conditions: Vec<f64>,
    parameters: Vec<f64>,
}

/// The search for the inputs that make a cost least, among all motions that a scheme makes.
///
/// ```text
/// min φ(z_N) + Σ_k l_k(z_k, u_k)     with z_{k+1} = Φ(z_k, u_k),   z₀ given,   some of z_N given,   c(z_N) = 0,
///                                          u⁻ ≤ u_k ≤ u⁺,   z⁻ ≤ z_k ≤ z⁺
/// ```
///
/// z is (q, p), and Φ is a step of the scheme: with a variational scheme this is discrete mechanics and optimal control
/// (S. Ober-Blöbaum, O. Junge, J. E. Marsden, ESAIM: COCV 17 (2011)). States at all nodes and inputs are unknowns together, so
/// that motions which grow do no harm; steps between them are satisfied at the end.
///
/// The shortest effort that swings up a pole on a cart in two seconds, from M. Kelly, An introduction to trajectory
/// optimization, SIAM Review 59 (2017):
///
/// ```
/// use std::f64::consts::PI;
///
/// use extremal::planning::{OptimalControl, Quadratic};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian, Clone)]
/// #[lagrangian(
///     coordinates(x, angle),
///     inputs(force),
///     let bob = [x + 0.5 * sin(angle), -0.5 * cos(angle)],
///     kinetic = 0.5 * dt(x).powi(2) + 0.15 * dt(bob).norm_squared(),
///     potential = 2.943 * bob[1],
///     force(x = force),
///     discretize(Midpoint),
/// )]
/// struct Cart;
///
/// let hanging = Integrator::new(Cart, Midpoint, 2.0 / 25.0, [0.0, 0.0], [0.0, 0.0])?;
/// let plan = OptimalControl::new(&hanging, 25, Quadratic::effort([1.0]))
///     .ending_at([1.0, PI], [0.0, 0.0])
///     .inputs_within([-20.0], [20.0])
///     .coordinates_within([-2.0, -f64::INFINITY], [2.0, f64::INFINITY])
///     .solve()?;
/// assert!((plan.cost - 61.725232800).abs() < 1e-6);
/// assert!(plan.is_minimum && plan.active.is_empty());
///
/// // It is a motion.
/// let mut motion = hanging.clone();
/// for inputs in &plan.inputs {
///     motion.step_with(*inputs)?;
/// }
/// assert!((motion.state().q - plan.states[25].q).norm() < 1e-8);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// | you want to | methods |
/// | --- | --- |
/// | prescribe the end, or a part of it | [`ending_at`](Self::ending_at), [`ending_with`](Self::ending_with) |
/// | satisfy conditions at the end | [`ending_where`](Self::ending_where) |
/// | bound inputs and coordinates | [`inputs_within`](Self::inputs_within), [`coordinates_within`](Self::coordinates_within) |
/// | choose a duration or a design as well | [`freeing`](Self::freeing) |
/// | choose among several optima | [`guess`](Self::guess) |
/// | plan again a few steps later | [`warm_start`](Self::warm_start) |
/// | stop earlier or later | [`tolerance`](Self::tolerance), [`iterations`](Self::iterations) |
/// | plan | [`solve`](Self::solve) |
///
/// **Inputs** without a degree are constant over a step, and this makes every scheme one of order two in the cost: J differs
/// from that of continuous inputs by a multiple of h². With a degree, `inputs(u: 2)`, their values at nodes are the unknowns.
///
/// **The end of the search** is where the first-order conditions hold to [`tolerance`](Self::tolerance), and one more direction
/// promises less than that part of |J|, or than the rounding of its gradient. After twenty directions that promise about as
/// much as each other the plan is taken as it is.
///
/// **The method** is Newton's, on the conditions of optimality with the barriers of the bounds; a block Riccati recursion
/// solves them in a time that is proportional to N. Second derivatives of steps are differences of first ones, which are exact;
/// they decide how fast an optimum is found, and not which one. They are left out while misfits are as large as the
/// numbers, and where a problem is not convex, some convexity is added. A sum of cost and misfits has to descend, or else
/// the conditions have to come nearer. Everything is relative to the sizes of the numbers, so that the plan does not depend
/// on units.
///
/// **Several optima** are usual. The one that is found depends on the guess and on the bounds, and [`Plan::active`] says
/// which of them decide.
///
/// It takes schemes without a velocity of their own, for systems of a fixed size whose scalar is `f64`, without constraints.
pub struct OptimalControl<
    'a,
    S: Lagrangian + Discretize<D>,
    D,
    C,
    const R: usize,
    const I: usize,
    const P: usize,
> {
    motion: Integrator<S, D>,
    count: usize,
    cost: C,
    conditions: Conditions<'a, R>,
    states: Limits<R>,
    inputs: Limits<I>,
    guess: Option<Guess<'a, R, I>>,
    before: Option<Before<R>>,
    free: Option<FreeParameters<'a, S, P>>,
    tolerance: f64,
    most_iterations: usize,
}

impl<'a, S, D, C, const R: usize, const I: usize, const P: usize> OptimalControl<'a, S, D, C, R, I, P>
where
    S: Discretize<D, Linearization = LinearizationOf<f64, R, I, P>> + Lagrangian<Scalar = f64> + Clone,
    D: Clone,
    C: Cost<f64, R, I>,
{
    /// `steps` steps from the state of `motion`, with its scheme and its step size, of least `cost`.
    ///
    /// The first guess is a straight line from the start to what is prescribed at the end, without inputs.
    pub fn new(motion: &Integrator<S, D>, steps: usize, cost: C) -> Self {
        Self {
            motion: motion.clone(),
            count: steps,
            cost,
            conditions: Conditions::NONE,
            states: Limits::NONE,
            inputs: Limits::NONE,
            guess: None,
            before: None,
            free: None,
            tolerance: 1e-9,
            most_iterations: 500,
        }
    }

    /// Ends with these coordinates and momenta.
    #[must_use]
    pub fn ending_at(mut self, q: impl IntoBlock<S::Configuration>, p: impl IntoBlock<S::Momentum>) -> Self {
        let z: SVector<f64, R> = numbers(&q.into_block(), &p.into_block());
        self.conditions.goal = z.data.0[0].map(Some);
        self
    }

    /// Ends with some of the numbers of z = (q, p): those that are not `None`.
    #[must_use]
    pub fn ending_with(mut self, z: [Option<f64>; R]) -> Self {
        self.conditions.goal = z;
        self
    }

    /// Ends where a function of z = (q, p) is zero. Each call adds a condition, beside those of `ending_at` and `ending_with`.
    ///
    /// ```text
    /// c(z_N) = 0,   λ_{N−1} = ∂φ/∂z + ν ∂c/∂z
    /// ```
    ///
    /// [`Plan::conditions`] has the multipliers ν. Numbers of z and functions together are R conditions at the most, and no one
    /// may follow from the others. Functions are those of [`function`](crate::function): closures with their derivatives, or
    /// dual numbers. A straight line does not know where they are zero: a [`guess`](Self::guess) that is near helps.
    ///
    /// The least effort that brings a satellite to a circle, where the radius decides the momentum: `p_θ² = r`.
    ///
    /// ```
    /// use extremal::function::from_parts;
    /// use extremal::planning::{OptimalControl, Quadratic};
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian, Clone)]
    /// #[lagrangian(
    ///     coordinates(r, theta),
    ///     inputs(radial, along),
    ///     kinetic = 0.5 * dt(r).powi(2) + 0.5 * (r * dt(theta)).powi(2),
    ///     potential = -1.0 / r,
    ///     force(r = radial, theta = r * along),
    ///     discretize(Midpoint),
    /// )]
    /// struct Satellite;
    ///
    /// let circular = from_parts(
    ///     |[r, _, _, p]: [f64; 4]| p * p - r,
    ///     |[_, _, _, p]| [-1.0, 0.0, 0.0, 2.0 * p],
    ///     |_| {
    ///         let mut second = [[0.0; 4]; 4];
    ///         second[3][3] = 2.0;
    ///         second
    ///     },
    /// );
    /// let start = Integrator::new(Satellite, Midpoint, 0.05, [1.0, 0.0], [0.0, 1.0])?;
    /// let plan = OptimalControl::new(&start, 100, Quadratic::effort([1.0, 1.0]))
    ///     .ending_with([None, Some(4.0), Some(0.0), None])
    ///     .ending_where(circular)
    ///     .solve()?;
    /// let State { q, p, .. } = plan.states[100];
    /// assert!((p[1] * p[1] - q[0]).abs() < 1e-8 && q[0] > 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn ending_where(mut self, condition: impl Function<R> + 'a) -> Self {
        self.conditions.functions.push(Box::new(condition));
        self
    }

    /// Inputs between these limits, which may be infinite. Of an input with a degree these are limits of its values at nodes;
    /// between them a polynomial of degree 2 may exceed the limits by a quarter, and one of higher degree by more.
    #[must_use]
    pub fn inputs_within(mut self, low: [f64; I], high: [f64; I]) -> Self {
        self.inputs = Limits { low, high };
        self
    }

    /// Coordinates between these limits at all nodes after the start, which may be infinite.
    #[must_use]
    pub fn coordinates_within(
        mut self,
        low: impl IntoBlock<S::Configuration>,
        high: impl IntoBlock<S::Configuration>,
    ) -> Self {
        let (low, high) = (low.into_block(), high.into_block());
        let limits = low.as_slice().iter().zip(high.as_slice());
        for (place, (&low, &high)) in limits.enumerate().take(R) {
            (self.states.low[place], self.states.high[place]) = (low, high);
        }
        self
    }

    /// Makes parameters unknowns beside states and inputs: a free duration, or the design of a system.
    #[must_use]
    pub fn freeing(mut self, parameters: FreeParameters<'a, S, P>) -> Self {
        self.free = Some(parameters);
        self
    }

    /// Another first guess: z = (q, p) and the inputs at each node, by its number. The start is given, and the inputs of the
    /// last node are not read.
    #[must_use]
    pub fn guess(mut self, at: impl Fn(usize) -> ([f64; R], [f64; I]) + 'a) -> Self {
        self.before = None;
        self.guess = Some(Box::new(move |step| {
            let (z, u) = at(step);
            (z.into(), u.into())
        }));
        self
    }

    /// Starts from a plan that began `steps` steps earlier: its states, inputs, parameters and multipliers, and beyond its
    /// end the last ones. So a plan follows another one in a few iterations, as in model predictive control with a receding
    /// horizon:
    ///
    /// ```
    /// use std::f64::consts::PI;
    ///
    /// use extremal::planning::{OptimalControl, Quadratic};
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian, Clone)]
    /// #[lagrangian(
    ///     coordinates(angle),
    ///     inputs(torque),
    ///     kinetic = 0.5 * dt(angle).powi(2),
    ///     potential = -cos(angle),
    ///     force(angle = torque),
    ///     discretize(Midpoint),
    /// )]
    /// struct Pendulum;
    ///
    /// let mut motion = Integrator::new(Pendulum, Midpoint, 0.1, [3.0], [0.0])?;
    /// let horizon = |from: &Integrator<Pendulum, Midpoint>| {
    ///     OptimalControl::new(from, 40, Quadratic::effort([1.0])).ending_at([PI], [0.0])
    /// };
    /// let mut plan = horizon(&motion).solve()?;
    /// for _ in 0..30 {
    ///     motion.step_with(plan.inputs[0])?;
    ///     plan = horizon(&motion).warm_start(&plan, 1).solve()?;
    ///     assert!(plan.iterations <= 5);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn warm_start(mut self, plan: &Plan<S, R, I>, steps: usize) -> Self {
        let shifted = |k: usize, count: usize| (k + steps).min(count.saturating_sub(1));
        let nodes: Vec<SVector<f64, R>> = (0..=self.count)
            .filter_map(|k| plan.states.get(shifted(k, plan.states.len())))
            .map(|state| numbers(&state.q, &state.p))
            .collect();
        let inputs: Vec<SVector<f64, I>> = (0..=self.count)
            .filter_map(|k| plan.inputs.get(shifted(k, plan.inputs.len())).copied())
            .collect();
        let multipliers = (0..self.count)
            .filter_map(|k| plan.multipliers.get(shifted(k, plan.multipliers.len())).copied())
            .collect::<Vec<_>>();
        // Fields of a plan are public: one that was emptied is no guess, nor are numbers that are none.
        let is_whole =
            nodes.len() == self.count + 1 && inputs.len() == nodes.len() && multipliers.len() == self.count;
        let of_steps = multipliers
            .iter()
            .flat_map(|multiplier: &SVector<f64, R>| multiplier.iter());
        let mut numbers = of_steps.chain(plan.ending.iter()).chain(&plan.conditions);
        if is_whole && numbers.all(|number| number.is_finite()) {
            self.before = Some(Before {
                multipliers,
                ending: plan.ending,
                conditions: plan.conditions.clone(),
                parameters: plan.parameters.clone(),
            });
            self.guess = Some(Box::new(move |step| (nodes[step], inputs[step])));
        }
        self
    }

    /// The violation of the first-order conditions that is accepted, as [`Plan::optimality`], and the part of |J| that one more
    /// direction may promise; 10⁻⁹ if nothing is said.
    #[must_use]
    pub fn tolerance(mut self, optimality: f64) -> Self {
        self.tolerance = optimality;
        self
    }

    /// How many iterations are made at the most; 500 if nothing is said.
    #[must_use]
    pub fn iterations(mut self, most: usize) -> Self {
        self.most_iterations = most;
        self
    }

    /// Plans: a [`Plan`].
    ///
    /// # Errors
    ///
    /// [`Unplanned`], with the reason and the iterate that came nearest.
    pub fn solve(mut self) -> Result<Plan<S, R, I>, Unplanned<S, I>> {
        match self.free.take() {
            None => Run::<_, _, _, R, I, P, 0>::begin(self, None)?.planned(),
            free => Run::<_, _, _, R, I, P, P>::begin(self, free)?.planned(),
        }
    }
}

/// Shows the scheme's name and the number of steps.
impl<S: Lagrangian + Discretize<D>, D, C, const R: usize, const I: usize, const P: usize> fmt::Debug
    for OptimalControl<'_, S, D, C, R, I, P>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptimalControl")
            .field("scheme", &core::any::type_name::<D>())
            .field("steps", &self.count)
            .field("goal", &self.conditions.goal)
            .finish_non_exhaustive()
    }
}
