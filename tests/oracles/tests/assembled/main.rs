//! Systems of any size, written by hand as sums over items, against the same systems declared at a fixed size.

mod bar;
mod beads;
mod declared;
mod discs;
mod impacts;
mod motions;
mod net;
mod net_steps;
mod rods;
mod rope;
