//! The whole interval at once: all elements of a motion as one system of equations, for initial values, for values at both
//! ends, and for periods.
//!
//! ```text
//! rₖ(xₖ; zₖ) = 0,   zₖ₊₁ = Z(xₖ; zₖ),   k = 0 .. N − 1;      c(z₀, z_N) = 0
//! ```
//!
//! The elements are those of the scheme: stepping solves the same equations one after the other. z is (q, p) at the nodes, or
//! (q, p, v) where the scheme carries v; x are the unknowns inside the elements, velocities and multipliers. Newton's method
//! corrects all of them together. With initial values its matrix is block bidiagonal, and one sweep solves it. With
//! conditions at both ends it is almost block diagonal, and reflections over pairs of blocks eliminate it, so that motions
//! which grow or decay fast do no harm. (G. Capobianco, Time finite elements in mechanics (2015), section 4.1; S. J.
//! Wright, Stable parallel algorithms for two-point boundary value problems (1992), structured QR.)

mod bounds;
mod chain;
mod check;
mod condition;
mod conditions;
mod correction;
mod first;
mod guess;
mod householder;
mod iterate;
mod linearized;
mod misfit;
mod newton;
mod problem;
mod search;
mod settled;
mod solution;
mod unsolved;

use core::fmt;
use std::boxed::Box;
use std::vec::Vec;

use crate::integrator::{Known, System};
use crate::{Lagrangian, StateOf};
pub use bounds::{AtEnds, Together};
use conditions::Conditions;
pub use conditions::{Node, NodeOf};
use extremal_numerics::{IntoBlock, Scalar};
use guess::Guess;
pub use solution::{FieldsOf, NodeFields, Solution};
pub use unsolved::{Component, Place, Unsolved, Why};

/// The conditions at the ends of the interval. `A` is an array of n numbers, or an `SVector`.
///
/// | start | conditions | reference |
/// | --- | --- | --- |
/// | `Impulse` | q(0) = q₀, p(0) = ∂L/∂v(q₀, v₀, 0): what [`Integrator::new`](crate::Integrator::new) imposes | (4.19) |
/// | `Velocity` | q(0) = q₀, and q̇ = v₀ at the start of the polynomial in the first element | (4.18) |
/// | `FieldVelocity` | q(0) = q₀, u(0) = v₀: for schemes with a field of velocities | (4.27) |
/// | `Momentum` | q(0) = q₀, p(0) = p₀ | (4.27) |
/// | `Ends` | q(0) = q₀, q(T) = q₁: Hamilton's principle | |
///
/// The numbers are those of Capobianco 2015. Schemes that carry the velocity begin with v(0) = v₀ and
/// p(0) = ∂L/∂v(q₀, v₀, 0) in both of the first two; with `Momentum` and `Ends` p(0) = ∂L/∂v(q(0), v(0), 0) is a condition
/// as well. `Velocity` costs an order: the velocity of a polynomial is less accurate than the momentum at its node. With
/// constraints both coordinates have to satisfy them, and the velocity at the start satisfies their rates; `Velocity` is
/// refused then, but for schemes that carry v.
///
/// In [`MultiField`](crate::schemes::MultiField) p(0) of `Impulse` is the impulse that the first element is given, and p(0) of
/// `Momentum` the field; `v` of a [`Node`] is the field u, and its `p` the impulse.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Start<A> {
    /// Coordinates and the momentum of a velocity.
    Impulse {
        /// q(0).
        q0: A,
        /// v₀.
        v0: A,
    },
    /// Coordinates and the velocity in the first element.
    Velocity {
        /// q(0).
        q0: A,
        /// q̇(0).
        v0: A,
    },
    /// Coordinates and the value of a field of velocities, of [`MultiField`](crate::schemes::MultiField).
    FieldVelocity {
        /// q(0).
        q0: A,
        /// u(0).
        v0: A,
    },
    /// Coordinates and momentum.
    Momentum {
        /// q(0).
        q0: A,
        /// p(0).
        p0: A,
    },
    /// Coordinates at both ends.
    Ends {
        /// q(0).
        q0: A,
        /// q(T).
        q1: A,
    },
}

/// Inputs by the number of the element and the time at its start.
type Inputs<'a, S> = Box<dyn FnMut(usize, <S as Lagrangian>::Scalar) -> <S as Lagrangian>::Inputs + 'a>;

/// A motion over a whole interval, whose elements are solved together.
///
/// ```text
/// rₖ(xₖ; zₖ) = 0,   zₖ₊₁ = Z(xₖ; zₖ),   k = 0 .. N − 1;      c(z₀, z_N) = 0
/// ```
///
/// A pendulum that passes two angles, 5 seconds apart; three motions do, and the guess decides which one is found:
///
/// ```
/// use extremal::monolithic::Start;
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(
///     coordinates(theta),
///     kinetic = 0.5 * dt(theta).powi(2),
///     potential = -cos(theta),
///     discretize(Galerkin<3, Gauss<3>>),
/// )]
/// struct Pendulum;
///
/// let scheme = Galerkin::<3, Gauss<3>>::default();
/// let ends = Start::Ends { q0: [0.0], q1: [1.0] };
/// let solution = Monolithic::new(Pendulum, scheme, 0.1, 50, ends).solve()?;
/// let motion = solution.trajectory();
/// assert_eq!(motion.len(), 51);
/// assert!(f64::abs(solution.states()[0].q[0]) < 1e-14);
/// assert!((solution.states()[50].q[0] - 1.0).abs() < 1e-14);
/// // The momentum, which nothing prescribed, is that of a motion: E is constant.
/// let energy = |k: usize| {
///     let State { q, p, .. } = solution.states()[k];
///     0.5 * p[0] * p[0] - f64::cos(q[0])
/// };
/// let (first, last) = (energy(0), energy(50));
/// assert!((first - last).abs() < 1e-9);
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// | you want to | methods |
/// | --- | --- |
/// | prescribe a start, or coordinates at both ends | [`new`](Self::new) with a [`Start`] |
/// | prescribe anything else at the ends | [`between`](Self::between) with conditions of your own |
/// | find the duration, as a period | [`free_duration`](Self::free_duration) |
/// | begin at another time, or have inputs | [`starting_at`](Self::starting_at), [`with_inputs`](Self::with_inputs) |
/// | have elements of unequal length | [`with_lengths`](Self::with_lengths) |
/// | choose among several solutions | [`guess`](Self::guess), [`guess_states`](Self::guess_states) |
/// | know how well it is conditioned | [`with_condition`](Self::with_condition) |
/// | solve | [`solve`](Self::solve) |
///
/// It takes every scheme that the derive states as equations, for systems of a fixed size, with forces, inputs and constraints:
/// no contacts and no compositions.
pub struct Monolithic<'a, S: Lagrangian, D> {
    system: S,
    scheme: D,
    t0: S::Scalar,
    lengths: Vec<S::Scalar>,
    inputs: Option<Inputs<'a, S>>,
    conditions: Conditions<'a, S>,
    guess: Guess<'a, S>,
    has_free_duration: bool,
    estimates_condition: bool,
}

impl<'a, S: Lagrangian, D> Monolithic<'a, S, D> {
    /// `steps` elements of length `step_size` from t = 0, with what `start` prescribes.
    ///
    /// The first guess is the motion that steps make, as far as they come, or for `Ends` a straight line.
    pub fn new<Y: System<W, Itself = S>, W, A: AtEnds<S>, X>(
        system: Y,
        scheme: D,
        step_size: S::Scalar,
        steps: usize,
        start: Start<A>,
    ) -> Monolithic<'a, Known<X, S>, D>
    where
        D: Together<S, Solution = X>,
    {
        let conditions = Conditions::of(start);
        let guess = Guess::of(&conditions);
        let system = system.itself();
        Self::of(system, scheme, std::vec![step_size; steps], conditions, guess)
    }

    /// `steps` elements of length `step_size` from t = 0, with conditions at both ends, all zero at a solution.
    ///
    /// As many conditions as there are numbers at a node, 2n, are needed, two less for each constraint, which are added with
    /// their rates, and one more with a [free duration](Self::free_duration). More are allowed if a motion satisfies all of
    /// them. `guess` is q(t) near the solution.
    ///
    /// A ball that is thrown to hit a target, as fast as is allowed, at a time that is not known:
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(r[2]),
    ///     kinetic = 0.5 * dt(r).norm_squared(),
    ///     potential = 10.0 * r[1],
    ///     discretize(Midpoint),
    /// )]
    /// struct Ball;
    ///
    /// let conditions = |start: &extremal::monolithic::Node<&Ball>, end: &extremal::monolithic::Node<&Ball>| {
    ///     let hit = [end.q[0] - 8.0, end.q[1]];
    ///     vec![start.q[0], start.q[1], start.v.norm_squared() - 100.0, hit[0], hit[1]]
    /// };
    /// let throw = |t: f64| [8.0 * t, 4.0 * t * (1.0 - t)];
    /// let solution = Monolithic::between(&Ball, Midpoint, 0.05, 20, conditions, throw).free_duration().solve()?;
    /// // x = v² sin 2α / g
    /// let v = solution.states()[0].p;
    /// let angle = f64::atan2(v[1], v[0]);
    /// assert!((10.0 * f64::sin(2.0 * angle) - 8.0).abs() < 1e-11);
    /// assert!((solution.duration() - 0.2 * v[1]).abs() < 1e-12);
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    pub fn between<Y: System<W, Itself = S>, W, A: IntoBlock<S::Configuration>, X>(
        system: Y,
        scheme: D,
        step_size: S::Scalar,
        steps: usize,
        conditions: impl Fn(&Node<S>, &Node<S>) -> Vec<S::Scalar> + 'a,
        guess: impl Fn(S::Scalar) -> A + 'a,
    ) -> Monolithic<'a, Known<X, S>, D>
    where
        D: Together<S, Solution = X>,
    {
        let conditions = Conditions::Between(Box::new(conditions));
        let guess = Guess::Curve(Box::new(move |t| guess(t).into_block()));
        let system = system.itself();
        Self::of(system, scheme, std::vec![step_size; steps], conditions, guess)
    }

    fn of(
        system: S,
        scheme: D,
        lengths: Vec<S::Scalar>,
        conditions: Conditions<'a, S>,
        guess: Guess<'a, S>,
    ) -> Self {
        Self {
            system,
            scheme,
            t0: S::Scalar::from_f64(0.0),
            inputs: None,
            lengths,
            conditions,
            guess,
            has_free_duration: false,
            estimates_condition: false,
        }
    }

    /// Begins at the time `t0`.
    #[must_use]
    pub fn starting_at(mut self, t0: S::Scalar) -> Self {
        self.t0 = t0;
        self
    }

    /// Inputs, constant over each element: those of the element that begins at the node k at the time t. A free duration
    /// does not move these times.
    #[must_use]
    pub fn with_inputs<U: IntoBlock<S::Inputs>>(
        mut self,
        mut inputs: impl FnMut(usize, S::Scalar) -> U + 'a,
    ) -> Self {
        self.inputs = Some(Box::new(move |k, t| inputs(k, t).into_block()));
        self
    }

    /// Elements of these lengths, in place of equal ones.
    #[must_use]
    pub fn with_lengths(mut self, lengths: &[S::Scalar]) -> Self {
        self.lengths = lengths.to_vec();
        self
    }

    /// The duration is an unknown: all lengths are multiplied by one factor τ > 0, which one more condition determines.
    #[must_use]
    pub fn free_duration(mut self) -> Self {
        self.has_free_duration = true;
        self
    }

    /// Estimates the [condition number](Solution::condition) of the whole system at the solution, for the work of four more
    /// corrections.
    #[must_use]
    pub fn with_condition(mut self) -> Self {
        self.estimates_condition = true;
        self
    }

    /// Another first guess: q(t), from which velocities and momenta follow by differences.
    #[must_use]
    pub fn guess<A: IntoBlock<S::Configuration>>(mut self, q: impl Fn(S::Scalar) -> A + 'a) -> Self {
        self.guess = Guess::Curve(Box::new(move |t| q(t).into_block()));
        self
    }

    /// Another first guess: the states at all nodes, such as those of a trajectory. Their times are not read. Each element is
    /// first solved from its own node, so that states of a motion are this motion; elements that share fields are not.
    #[must_use]
    pub fn guess_states(mut self, states: &[StateOf<S>]) -> Self {
        self.guess = Guess::States(states.to_vec());
        self
    }
}

impl<S: Lagrangian, D> Monolithic<'_, S, D> {
    /// Solves all elements together: a [`Solution`].
    ///
    /// Newton's method ends where corrections are rounding, or where they are small and shrink no more. A correction that
    /// reduces neither the residuals nor the next correction is halved; where no part of it does, up to eight are made whole,
    /// as both may grow on the way to a solution. Its derivatives are exact but for those of
    /// conditions and of the duration, which are central differences: they take a few more iterations, and change no
    /// solution.
    ///
    /// # Errors
    ///
    /// [`Unsolved`], with the reason and the states that came nearest. If elements are too long for the motion, the reason
    /// is that of a step ([`Integrator::set_guard`](crate::Integrator::set_guard)).
    pub fn solve(self) -> Result<D::Solution, Unsolved<S>>
    where
        D: Together<S>,
    {
        D::solved(self)
    }
}

/// Shows the scheme's name and the number of elements.
impl<S: Lagrangian, D> fmt::Debug for Monolithic<'_, S, D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Monolithic")
            .field("scheme", &core::any::type_name::<D>())
            .field("t0", &self.t0)
            .field("elements", &self.lengths.len())
            .field("has_free_duration", &self.has_free_duration)
            .finish_non_exhaustive()
    }
}
