//! Properties of integrators for any system: energies, symmetries, derivatives, failures, trajectories, restarts.

#[path = "../support"]
mod support {
    pub(crate) mod slope;
}

mod any_size;
mod bounds;
mod called;
mod columns;
mod edges;
mod failures;
mod interpolation;
mod inverse_dynamics;
mod jacobians;
mod light;
mod linearization;
mod many_steps;
mod motions;
mod neighbours;
mod numbers;
mod odd;
mod one_solve;
pub mod outputs;
mod scalars;
mod snapshots;
mod symmetries;
mod tables;
mod times;
mod vibrations;
mod zero_masses;
