//! Constraints on velocities: orders, closed forms, energies, starts, reactions, derivatives of steps.

#[path = "../support"]
mod support {
    pub(crate) mod order;
    pub(crate) mod slope;
}

mod beside;
mod derivatives;
mod energies;
mod families;
mod motions;
mod on_ice;
mod orders;
mod reactions;
mod starts;
mod struck;
mod struck_derivatives;
mod systems;
mod whole;
