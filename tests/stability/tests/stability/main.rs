//! The amplification of steps and the largest stable step, against closed forms, and the table of the guide.

mod any_size;
mod claims;
mod driven;
mod explosions;
mod frames;
mod growth;
mod integrals;
mod lifted;
mod limits;
mod massless;
mod prescribed;
mod reversible;
mod stiff;
mod structures;
mod table;
