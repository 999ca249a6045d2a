//! The same algorithms, each written out for one system, as a careful person writes them.
//!
//! Unknowns are velocities, that of a constraint its multiplier, guesses the quadratic extrapolation 3v − 3v' + v'', tangents
//! exact, and Newton's method goes to the rounding floor, as in the derived integrators; sines are the kernels of `extremal`.
//! What depends on parameters alone is computed once. There are no checks that numbers are finite, no errors but a panic where
//! Newton's method fails, and no reports.

mod chain;
mod constrained_pendulum;
mod double_pendulum;
mod gauss;
mod livens;
mod newton;
mod pendulum;
mod spring_pendulum;

pub use chain::Chain;
pub use constrained_pendulum::ConstrainedPendulum;
pub use double_pendulum::DoublePendulum;
pub use gauss::GaussDoublePendulum;
pub use livens::LivensSpringPendulum;
pub use pendulum::Pendulum;
pub use spring_pendulum::SpringPendulum;
