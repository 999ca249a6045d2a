//! Systems of any size against the same systems declared at a fixed size, which the macro writes out.

mod at_rest;
mod beads;
mod bodies;
mod chains;
mod compared;
mod composed;
mod contacts;
mod derivatives;
mod dozen;
mod fields;
mod fixed;
mod forms;
mod kept;
mod linearized;
mod literal;
mod many;
mod masses;
mod nets;
mod outputs;
mod parts;
mod random;
mod ropes;
mod stable;
mod threads;
