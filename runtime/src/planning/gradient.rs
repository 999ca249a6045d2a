//! The discrete adjoint: the gradient of a cost by everything that a motion is made of, in one sweep backwards.
//!
//! Knows derivatives of steps, and no scheme.

mod schedule;

use std::vec::Vec;

use nalgebra::SVector;

use super::cost::{At, Cost, Expansion, add};
use super::small::transposed_product;
use crate::derivatives::LinearizationOf;
use crate::{Discretize, Error, Integrator};
use extremal_numerics::block::zeros;
use extremal_numerics::{IntoBlock, Scalar, Vector};

/// The gradient of a cost, by [`gradient`].
#[derive(Clone, Debug, PartialEq)]
pub struct Gradient<T, const R: usize, const I: usize, const P: usize> {
    /// J.
    pub cost: T,
    /// ∂J/∂z₀: by q, then p, then v where the scheme carries it.
    pub by_start: SVector<T, R>,
    /// `∂J/∂u_k`, for each step.
    pub by_inputs: Vec<SVector<T, I>>,
    /// ∂J/∂θ, by the fields in `sensitivities(..)`, component by component.
    pub by_parameters: SVector<T, P>,
}

/// The memory that [`gradient`] may take for states and derivatives of steps, beside inputs and results.
///
/// If it holds the derivatives of all steps, each step is made once. If not, states are stored and steps are made again: once
/// where the memory is about the square root of what it would have to be, and r times for a motion that is longer by a factor
/// of C(c + r, r)/(c + 1), with c stored states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Checkpoints {
    bytes: usize,
}

impl Checkpoints {
    /// As much as all steps need.
    pub const ALL: Self = Self { bytes: usize::MAX };

    /// At most so many bytes, or what one step and one state need.
    #[must_use]
    pub const fn within(bytes: usize) -> Self {
        Self { bytes }
    }
}

/// A step with its derivative, until the sweep has read it.
#[derive(Clone, Copy)]
struct Taped<T, const R: usize, const I: usize, const P: usize> {
    at: At<T, R, I>,
    step: LinearizationOf<T, R, I, P>,
}

/// The gradient of the cost of a motion by its start, by all inputs and by the parameters in `sensitivities(..)`, exact to
/// rounding.
///
/// ```text
/// z_{k+1} = Φ(z_k, u_k, θ),   J = φ(z_N) + Σ l_k(z_k, u_k)
/// λ_N = ∂φ/∂z,   λ_k = ∂l_k/∂z + A_kᵀ λ_{k+1},   ∂J/∂u_k = ∂l_k/∂u + B_kᵀ λ_{k+1},   ∂J/∂θ = Σ C_kᵀ λ_{k+1},   ∂J/∂z₀ = λ₀
/// ```
///
/// It is the derivative of the cost that the steps compute, and no discretized adjoint equation. Starts at the state of
/// `motion`, which is not changed, and makes as many steps as there are `inputs`, each with those of its number; of a system
/// without inputs, `&[[]; 100]` are 100 steps.
///
/// ```
/// use extremal::planning::{At, Checkpoints, Expansion, gradient};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
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
/// # fn main() -> Result<(), extremal::Error> {
/// // How much higher it is after 50 steps by a torque in each of them.
/// let nothing = |_: &At<f64, 2, 1>, _: &mut Expansion<f64, 2, 1>| {};
/// let height = |at: &At<f64, 2, 1>, to: &mut Expansion<f64, 2, 1>| {
///     to.value -= at.z[0].cos();
///     to.by_state[0] += at.z[0].sin();
/// };
/// let motion = Integrator::new(&Pendulum, Midpoint, 0.05, [1.0], [0.0])?;
/// let found = gradient(&motion, &[[0.0]; 50], &(nothing, height), Checkpoints::ALL)?;
///
/// let end = |u: f64| -> Result<f64, extremal::Error> {
///     let mut pushed = motion.clone();
///     for k in 0..50 {
///         pushed.step_with([if k == 20 { u } else { 0.0 }])?;
///     }
///     Ok(-pushed.state().q[0].cos())
/// };
/// let quotient = (end(1e-4)? - end(-1e-4)?) / 2e-4;
/// assert!((found.by_inputs[20][0] - quotient).abs() < 1e-8);
/// # Ok(())
/// # }
/// ```
///
/// Through contacts and dry friction it is the gradient on the branch that each contact takes: open or closed, sticking or
/// sliding. Where a contact is between two of them, the cost has a kink and no gradient.
///
/// # Errors
///
/// Those of [`step_linearized_with`](Integrator::step_linearized_with) with the time of the step, among them
/// [`Failure::ContactChanges`](crate::Failure::ContactChanges) where a step has no derivative.
pub fn gradient<S, D, T, U, C, const R: usize, const I: usize, const P: usize>(
    motion: &Integrator<S, D>,
    inputs: &[U],
    cost: &C,
    memory: Checkpoints,
) -> Result<Gradient<T, R, I, P>, Error>
where
    T: Scalar,
    S: Discretize<D, Scalar = T, Linearization = LinearizationOf<T, R, I, P>> + Clone,
    D: Clone,
    U: IntoBlock<S::Inputs> + Clone,
    C: Cost<T, R, I> + ?Sized,
{
    let mut sweep = Sweep {
        inputs,
        cost,
        adjoint: zeros(),
        found: Gradient {
            cost: T::from_f64(0.0),
            by_start: zeros(),
            by_inputs: std::vec![zeros(); inputs.len()],
            by_parameters: zeros(),
        },
        tape: Vec::new(),
    };
    let plan = Plan::within(
        memory,
        inputs.len(),
        [size_of::<Taped<T, R, I, P>>(), size_of_val(motion)],
    );
    sweep.through(motion, plan)?;
    sweep.found.by_start = sweep.adjoint;
    Ok(sweep.found)
}

/// How many steps are taped at once, and how many states may be stored.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Plan {
    length: usize,
    places: usize,
}

impl Plan {
    /// All steps on the tape, or else half of the memory for each.
    fn within(memory: Checkpoints, steps: usize, [taped, state]: [usize; 2]) -> Self {
        if steps.saturating_mul(taped).saturating_add(state) <= memory.bytes {
            return Self {
                length: steps.max(1),
                places: 1,
            };
        }
        let half = memory.bytes / 2;
        Self {
            length: (half / taped.max(1)).max(1),
            places: (half / state.max(1)).max(1),
        }
    }
}

/// The sweep backwards, as far as it has come.
struct Sweep<'a, T, U, C: ?Sized, const R: usize, const I: usize, const P: usize> {
    inputs: &'a [U],
    cost: &'a C,
    /// λ.
    adjoint: SVector<T, R>,
    found: Gradient<T, R, I, P>,
    tape: Vec<Taped<T, R, I, P>>,
}

impl<T: Scalar, U: Clone, C: Cost<T, R, I> + ?Sized, const R: usize, const I: usize, const P: usize>
    Sweep<'_, T, U, C, R, I, P>
{
    /// All steps from `start` on, the last ones first.
    fn through<S, D>(&mut self, start: &Integrator<S, D>, plan: Plan) -> Result<(), Error>
    where
        S: Discretize<D, Scalar = T, Linearization = LinearizationOf<T, R, I, P>> + Clone,
        D: Clone,
        U: IntoBlock<S::Inputs>,
    {
        let mut stored = std::vec![(0, start.clone())];
        let mut last = self.inputs.len();
        if last == 0 {
            self.end(&At::of(start, 0, zeros())?);
        }
        while let Some((first, from)) = stored.last().filter(|_| last > 0) {
            let (first, mut motion) = (*first, from.clone());
            let segments = (last - first).div_ceil(plan.length);
            let free = plan.places.saturating_sub(stored.len());
            let ahead = match segments {
                0 => {
                    stored.pop();
                    continue;
                }
                1 => 0,
                _ if free == 0 => segments - 1,
                _ => schedule::ahead(segments, free + 1),
            };
            let middle = first + ahead * plan.length;
            for inputs in &self.inputs[first..middle] {
                motion.step_with(inputs.clone())?;
            }
            if ahead > 0 && free > 0 {
                stored.push((middle, motion));
            } else {
                self.tape(motion, middle, last)?;
                last = middle;
            }
        }
        Ok(())
    }

    /// Makes the steps from `first` to `last`, and reads them backwards.
    fn tape<S, D>(&mut self, mut motion: Integrator<S, D>, first: usize, last: usize) -> Result<(), Error>
    where
        S: Discretize<D, Scalar = T, Linearization = LinearizationOf<T, R, I, P>> + Clone,
        D: Clone,
        U: IntoBlock<S::Inputs>,
    {
        self.tape.clear();
        self.tape.reserve_exact(last - first);
        for (k, inputs) in (first..last).zip(&self.inputs[first..last]) {
            let inputs: S::Inputs = inputs.clone().into_block();
            let u = SVector::from_fn(|i, _| extremal_numerics::block::at(inputs.as_slice(), i));
            let at = At::of(&motion, k, u)?;
            let (_, step) = motion.step_linearized_by(inputs)?;
            self.tape.push(Taped { at, step });
        }
        if last == self.inputs.len() {
            self.end(&At::of(&motion, last, zeros())?);
        }
        while let Some(taped) = self.tape.pop() {
            self.back(&taped);
        }
        Ok(())
    }

    /// The terminal cost.
    fn end(&mut self, at: &At<T, R, I>) {
        let mut there = Expansion::zero();
        self.cost.terminal(at, &mut there);
        self.found.cost = there.value;
        self.adjoint = there.by_state;
    }

    /// One step backwards.
    fn back(&mut self, Taped { at, step }: &Taped<T, R, I, P>) {
        let mut there = Expansion::zero();
        self.cost.running(at, &mut there);
        let one = T::from_f64(1.0);
        self.found.cost = self.found.cost + there.value;
        let by_inputs = &mut self.found.by_inputs[at.step];
        *by_inputs = transposed_product(&step.by_inputs, &self.adjoint);
        add(by_inputs, one, &there.by_inputs);
        let by_parameters = transposed_product(&step.by_parameters, &self.adjoint);
        add(&mut self.found.by_parameters, one, &by_parameters);
        self.adjoint = transposed_product(&step.by_state, &self.adjoint);
        add(&mut self.adjoint, one, &there.by_state);
    }
}

impl<T: Scalar, const R: usize, const I: usize> At<T, R, I> {
    /// The node at which a motion is.
    fn of<S, D>(motion: &Integrator<S, D>, step: usize, u: SVector<T, I>) -> Result<Self, Error>
    where
        S: Discretize<D, Scalar = T>,
    {
        let state = motion.state();
        let (q, p) = (state.q.as_slice(), state.p.as_slice());
        let mut numbers = q.iter().chain(p).copied();
        let mut z: SVector<T, R> = zeros();
        let carried = if R > q.len() + p.len() {
            Some(motion.velocity()?)
        } else {
            None
        };
        let velocity = carried.iter().flat_map(|v| v.as_slice().iter().copied());
        for (place, number) in z
            .data
            .0
            .iter_mut()
            .flatten()
            .zip(numbers.by_ref().chain(velocity))
        {
            *place = number;
        }
        Ok(Self {
            step,
            t: state.t,
            h: motion.step_size(),
            z,
            u,
        })
    }
}
