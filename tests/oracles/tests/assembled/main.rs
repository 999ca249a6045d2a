//! Systems of any size, written by hand as sums over items, against the same systems declared at a fixed size.

mod motions;
mod net;
mod net_steps;

mod rods;
mod rope;
