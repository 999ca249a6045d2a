//! Properties of integrators for any system: orders, energies, symmetries, derivatives, failures, trajectories, restarts.

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "other tests compare energies, too")]
    pub(crate) mod by_hand;
    pub(crate) mod cases;
    pub(crate) mod contacts;
    pub(crate) mod cubic;
    pub(crate) mod driven;
    pub(crate) mod element_of_textbooks;
    pub(crate) mod order;
    pub(crate) mod percussions;
    pub(crate) mod slope;
}

mod any_size;
mod called;
mod columns;
mod comparators;
mod compositions;
mod contact_by_hand;
mod contact_linearization;
mod contact_motions;
mod contact_uses;
mod contacts;
mod digits;
mod edges;
mod failures;
mod hermite;
mod hermite_motions;
mod interpolation;
mod inverse_dynamics;
mod jacobians;
mod linearization;
mod many_steps;
mod massless_orders;
mod modified_energy;
mod motions;
mod neighbours;
mod newmark;
mod nodal_impulses;
mod numbers;
mod odd;
mod one_solve;
mod orders;
pub mod outputs;
mod prolongation;
mod scalars;
mod snapshots;
mod symmetries;
mod tables;
mod times;
mod zero_masses;
