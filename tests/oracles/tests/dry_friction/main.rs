//! Dry friction in schemes without contacts, `Midpoint` and `Livens`, against closed forms and references that share nothing
//! with the crate.

#[path = "../support"]
mod support {
    pub(crate) mod slope;
}

mod any_size;
mod bearing;
mod energies;
mod motions;
mod reactions;
mod refused;
mod systems;
