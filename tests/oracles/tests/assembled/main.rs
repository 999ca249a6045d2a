//! Systems of any size, written by hand as sums over items, against the same systems declared at a fixed size.

#![expect(
    clippy::too_many_arguments,
    reason = "kernels of Newmark's method have the numbers of the scheme, inputs, and what is carried"
)]

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
