//! Systems of any size against the same systems declared at a fixed size, which the macro writes out.

mod chains;
mod compared;
