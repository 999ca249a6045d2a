//! Systems of any size against the same systems declared at a fixed size, which the macro writes out.

#[path = "../support"]
mod support {
    pub(crate) mod compared;
    pub(crate) mod dense;
}

mod at_rest;
mod bars;
mod bodies;
mod chains;
mod composed;
mod derivatives;
mod displacements;
mod equivariant;
mod fields;
mod fixed;
mod forms;
mod functions;
mod grid;
mod inputs;
mod kept;
mod linearized;
mod literal;
mod many;
mod masses;
mod massless_beside_constraints;
mod modified_energies;
mod nets;
mod outputs;
mod parts;
mod pinned;
mod random;
mod recorded;
mod reversible;
mod ropes;
mod symmetries;
mod threads;
mod trees;
