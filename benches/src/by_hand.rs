//! The same algorithms, each written out carefully for one system.
//!
//! As in the derived integrators, the unknowns are velocities, or the multiplier of a constraint. Guesses are the quadratic
//! extrapolation 3v − 3v' + v'', tangents are exact, and Newton's method iterates to the rounding floor. Sines are those of
//! `extremal`. Expressions of parameters alone are computed once. The code does not check whether numbers are finite, panics if
//! Newton's method fails, and returns no reports.

mod bodies;
mod bouncing_ball;
mod chain;
mod constrained_pendulum;
mod double_pendulum;
mod gauss;
mod hermite;
mod livens;
mod masses;
mod net;
mod newton;
mod pendulum;
mod resting_ball;
mod rope;
mod spring_pendulum;
mod woodpecker;

pub use bodies::Bodies;
pub use bouncing_ball::BouncingBall;
pub use chain::Chain;
pub use constrained_pendulum::ConstrainedPendulum;
pub use double_pendulum::DoublePendulum;
pub use gauss::GaussDoublePendulum;
pub use hermite::HermiteDoublePendulum;
pub use livens::LivensSpringPendulum;
pub use masses::LeapfrogByHand;
pub use net::NetByHand;
pub use pendulum::Pendulum;
pub use resting_ball::RestingBall;
pub use rope::RopeByHand;
pub use spring_pendulum::SpringPendulum;
pub use woodpecker::Woodpecker;
