//! Systems of any size against the same systems declared at a fixed size, which the macro writes out.

mod actuators;
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
mod grid;
mod inputs;
mod kept;
mod linearized;
mod literal;
mod many;
mod nets;
mod outputs;
mod parts;
mod random;
mod ropes;
mod stable;
mod threads;
