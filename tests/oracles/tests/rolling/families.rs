//! Constraints on velocities in systems whose sums are loops.

mod against;
mod beside;
mod orders;
mod starts;
mod struck;
mod systems;
