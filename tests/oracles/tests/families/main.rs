//! Systems of any size against the same systems declared at a fixed size, which the macro writes out.

mod beads;
mod bodies;
mod chains;
mod compared;
mod contacts;
mod derivatives;
mod dozen;
mod fields;
mod forms;
mod linearized;
mod many;
mod nets;
mod parts;
mod random;
mod ropes;
