//! The figures of G. Capobianco, Time finite element methods for mechanical systems in minimal coordinates, master
//! thesis, University of Stuttgart, 2015, chapter 5, A.1 and A.2: the curves of the single-field formulation.
//!
//! Each study takes the parameters of a figure; rows say what the thesis says of it, and what comes out.

mod elements;
mod energy;
mod initial;
pub(super) mod orders;
pub(super) mod oscillator;
pub(super) mod pendulum;
mod portrait;
mod reference;
mod rules;
pub(super) mod two_body;
mod velocity;
