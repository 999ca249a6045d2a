//! Planning: regulators that hold a state or a motion, gradients of costs, optimal motions, and what measurements say about
//! parameters and states.
//!
//! ```text
//! z_{k+1} = Φ(z_k, u_k, θ),     A_k = ∂Φ/∂z,   B_k = ∂Φ/∂u,   C_k = ∂Φ/∂θ
//! ```
//!
//! Φ is the step of a scheme, and its derivatives are those of
//! [`step_linearized_with`](crate::Integrator::step_linearized_with), exact to rounding. So everything here belongs to the
//! steps that are made: a gradient is that of the computed cost, and an optimal motion is optimal among motions that the
//! scheme makes. z is (q, p), or (q, p, v) where the scheme carries v.

mod cost;
mod effort;
#[cfg(feature = "std")]
mod gradient;
#[cfg(feature = "std")]
mod identification;
mod kalman;
mod lqr;
#[cfg(feature = "std")]
mod optimal;
mod riccati;
mod small;

pub use cost::{At, Cost, Expansion, Quadratic};
#[cfg(feature = "std")]
pub use gradient::{Checkpoints, Gradient, gradient};
#[cfg(feature = "std")]
pub use identification::{
    Experiment, Identification, IdentificationFailure, Identified, IdentifiedStart, Noise, Unidentified,
    Unknown,
};
pub use kalman::{Innovation, Kalman, KalmanFailure};
pub use lqr::{Lqr, LqrFailure, lqr, tracking_gains};
#[cfg(feature = "std")]
pub use optimal::{Bound, FreeParameters, OptimalControl, Plan, Quantity, Unplanned, Why};
pub use riccati::Weights;
