//! Random systems, in files that `support/generator.rs` writes.

mod first;
mod second;
mod third;

pub(crate) use first::*;
pub(crate) use second::*;
pub(crate) use third::*;
