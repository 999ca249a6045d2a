//! Constrained systems: orders, both levels, reactions, starts, derivatives of the constraints and of steps.

mod levels;
mod motions;
mod orders;
mod starts;
mod systems;
