//! What derived integrators cost beside code written by hand for the same systems.
//!
//! [`derived`] declares the systems, [`by_hand`] has the same algorithms, each written out for its one system;
//! [`workloads`] runs both. It knows nothing of how costs are measured: that is the benches' part.

pub mod by_hand;
pub mod derived;
pub mod workloads;
