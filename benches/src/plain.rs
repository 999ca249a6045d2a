//! Plain code for the systems of fixed size, as a person writes it who needs one of them once: the sines of `std`, the velocity
//! of the last step as the guess, and Newton's method until the residual is small. Ratios of times are to this code.
//!
//! [`by_hand`](crate::by_hand) is the careful code beside it: quadratic guesses, sines that are inlined, and the floor of
//! rounding.

mod chain;
mod double_pendulum;
mod newton;
mod pendulum;
mod spring_pendulum;

pub use chain::Chain;
pub use double_pendulum::DoublePendulum;
pub use pendulum::Pendulum;
pub use spring_pendulum::SpringPendulum;
