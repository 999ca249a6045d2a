//! Livens' integrator: numbers, energy, orders, singular masses, and whole steps compared with the equations by hand.

#[path = "../support"]
mod support {
    pub(crate) mod by_hand;
    pub(crate) mod cases;
    pub(crate) mod order;
    pub(crate) mod slope;
}

mod balance;
mod composed_steps;
mod composition;
mod eigenvalues;
mod equations;
mod equivariant;
mod euler_parameters;
mod heat;
mod increments;
mod kicks;
mod long;
mod motion;
mod numbers;
mod orders;
mod partitions;
mod polarized;
mod random;
mod reflections;
mod rest;
mod runs;
mod scalars;
mod singular;
mod stabilized;
mod steps;
mod systems;
mod tangents;
mod uncoupled;
mod units;
