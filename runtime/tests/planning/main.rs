//! Regulators, gradients, optimal motions and what is identified, against closed forms and other solvers.

mod ending;
mod estimation;
mod gradient;
mod growth;
mod horizon;
mod identification;
mod identification_failures;
mod lqr;
mod optimal;
mod parameters;
mod settled;
mod steering;
mod systems;
mod varying;
