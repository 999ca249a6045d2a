//! Parameters that a plan chooses, with the motion that belongs to them.
//!
//! Knows how a system is made from them, and nothing of steps.

use core::fmt;
use std::boxed::Box;

use nalgebra::SVector;

use super::bounds::Limits;
use crate::Function;
use crate::planning::small::{Matrix, matrix};
use extremal_numerics::block::zeros;

/// The parameters in `sensitivities(..)` as unknowns of an [`OptimalControl`](super::OptimalControl): where they begin, the
/// system that belongs to them, and their bounds and cost.
///
/// ```text
/// min φ(z_N) + Σ_k l_k(z_k, u_k) + ψ(θ)     with z_{k+1} = Φ(z_k, u_k, θ),   θ⁻ ≤ θ ≤ θ⁺
/// ```
///
/// θ has P components, in the order of `sensitivities(..)`, and `system` has to put each of them where the declaration has it:
/// the derivative of a step by θ is [`by_parameters`](crate::derivatives::Linearization::by_parameters). The start z₀ = (q, p)
/// and the step size do not depend on θ.
///
/// **A free duration** is a parameter τ of a system in scaled time s = t/τ, whose step size and number of steps are those of s.
/// Its action is the same integral, L(q, q′/τ) τ with q′ = dq/ds, and its forces are τ times those in t, so that momenta keep
/// their meaning. The shortest time in which a force of at most one moves a block by one, from rest to rest, is two:
///
/// ```
/// use extremal::function::from_parts;
/// use extremal::planning::{FreeParameters, OptimalControl, Quadratic};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian, Clone)]
/// #[lagrangian(
///     coordinates(x),
///     inputs(u),
///     kinetic = 0.5 * dt(x).powi(2) / tau,
///     force(x = tau * u),
///     sensitivities(tau),
///     discretize(Midpoint),
/// )]
/// struct Block {
///     tau: f64,
/// }
///
/// let duration = from_parts(|[tau]: [f64; 1]| tau, |_| [1.0], |_| [[0.0]]);
/// let free = FreeParameters::new([1.0], |[tau]| Block { tau })
///     .within([0.1], [10.0])
///     .costing(duration);
/// let start = Integrator::new(Block { tau: 1.0 }, Midpoint, 1.0 / 20.0, [0.0], [0.0])?;
/// let plan = OptimalControl::new(&start, 20, Quadratic::effort([0.0]))
///     .freeing(free)
///     .ending_at([1.0], [0.0])
///     .inputs_within([-1.0], [1.0])
///     .solve()?;
/// assert!((plan.parameters[0] - 2.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A cost ∫ l(u) dt is τ ∫ l(u) ds, of inputs and τ together; here a cost is either of the motion or of θ. Inputs in other
/// units part them: with w = u √τ the effort ∫ u² dt is ∫ w² ds.
///
/// **Values without meaning**, as τ ≤ 0, are kept away by a bound, which no iterate crosses. A system that has no step at the
/// first values is [`Why::Step`](super::Why::Step), a cost that is NaN there [`Why::NotFinite`](super::Why::NotFinite). The
/// optimum is a local one, as for motions: a first value near it and a [`guess`](super::OptimalControl::guess) that is its
/// motion help.
pub struct FreeParameters<'a, S, const P: usize> {
    pub(super) first: SVector<f64, P>,
    pub(super) limits: Limits<P>,
    system: Box<dyn Fn([f64; P]) -> S + 'a>,
    cost: Option<Box<dyn Function<P> + 'a>>,
}

/// ψ with its gradient and its second derivatives.
pub(super) type Priced<const F: usize> = (f64, SVector<f64, F>, Matrix<f64, F, F>);

impl<'a, S, const P: usize> FreeParameters<'a, S, P> {
    /// Parameters that begin with these values, and the system of each choice of them.
    pub fn new(first: [f64; P], system: impl Fn([f64; P]) -> S + 'a) -> Self {
        Self {
            first: first.into(),
            limits: Limits::NONE,
            system: Box::new(system),
            cost: None,
        }
    }

    /// Parameters between these limits, which may be infinite.
    #[must_use]
    pub fn within(mut self, low: [f64; P], high: [f64; P]) -> Self {
        self.limits = Limits { low, high };
        self
    }

    /// ψ(θ), which is added to the cost of the motion. Without it parameters cost nothing.
    #[must_use]
    pub fn costing(mut self, cost: impl Function<P> + 'a) -> Self {
        self.cost = Some(Box::new(cost));
        self
    }

    /// The system of these parameters.
    pub(super) fn system(&self, parameters: &SVector<f64, P>) -> S {
        (self.system)(parameters.data.0[0])
    }

    /// ψ at these parameters.
    pub(super) fn priced(&self, parameters: &SVector<f64, P>) -> Priced<P> {
        let Some(cost) = &self.cost else {
            return (0.0, zeros(), zeros());
        };
        let (value, gradient, second) = cost.hessian(parameters.data.0[0]);
        // The entries above the diagonal are those that a function has to give.
        (value, gradient.into(), matrix(|i, j| second[i.min(j)][i.max(j)]))
    }
}

/// Shows the first values and the limits.
impl<S, const P: usize> fmt::Debug for FreeParameters<'_, S, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FreeParameters")
            .field("first", &self.first.as_slice())
            .field("low", &self.limits.low)
            .field("high", &self.limits.high)
            .finish_non_exhaustive()
    }
}
