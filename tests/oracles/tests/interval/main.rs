//! Elements that are solved together: the same as steps for initial values, published boundary values, periodic orbits, and what is
//! refused.

mod condition;
mod constrained;
mod ends;
mod initial;
mod mistakes;
mod multi_field;
mod orbits;
mod reach;
mod scalars;
mod systems;
