//! The cost of derived integrators compared with code written by hand for the same systems.
//!
//! [`derived`] declares the systems, [`by_hand`] has the same algorithms, each written out for one system, and
//! [`workloads`] makes a [`motion`] of each. [`long_chain`] and [`any_size`] have many masses. The benches measure the costs.
//!
#![doc = include_str!("../README.md")]

pub mod any_size;
pub mod by_hand;
pub mod derived;
pub mod long_chain;
pub mod motion;
pub mod plain;
pub mod workloads;

/// Steps of a motion that are counted or timed together.
pub const STEPS: usize = 1000;
