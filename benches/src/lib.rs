//! What derived integrators cost beside code written by hand for the same systems.
//!
//! [`derived`] declares the systems, [`by_hand`] has the same algorithms, each written out for its one system;
//! [`workloads`] steps both. It knows nothing of how costs are measured: that is the benches' part.
//!
#![doc = include_str!("../README.md")]

pub mod by_hand;
pub mod derived;
pub mod workloads;

/// Steps of a motion that are counted or timed together.
pub const STEPS: usize = 1000;
