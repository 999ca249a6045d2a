//! Regulators, gradients and optimal motions against closed forms and other solvers.

mod ending;
mod gradient;
mod growth;
mod horizon;
mod lqr;
mod optimal;
mod settled;
mod systems;
mod varying;
