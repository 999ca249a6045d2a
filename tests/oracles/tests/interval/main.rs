//! Elements that are solved together: the same as steps for initial values, published boundary values, periodic orbits, and what is
//! refused.

mod ends;
mod initial;
mod mistakes;
mod orbits;
mod reach;
mod scalars;
mod systems;
