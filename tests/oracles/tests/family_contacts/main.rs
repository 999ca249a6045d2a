//! Systems of any size with contacts against the same systems declared at a fixed size, and against laws and files.

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "motions without contacts are compared by other tests")]
    pub(crate) mod compared;
    pub(crate) mod dense;
    pub(crate) mod slope;
}

#[path = "../contacts/random.rs"]
mod random;

mod actuators;
mod beads;
mod budget;
mod closed_gaps;
mod columns;
mod contact_derivatives;
mod contact_files;
mod contacts;
mod dozen;
mod dry;
mod floor_at_zero;
mod near;
mod nonsmooth_midpoint;
mod poured;
mod resting;
mod triangles;
mod unchanged;
