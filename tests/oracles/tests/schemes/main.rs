//! What each scheme promises: orders, elements of textbooks, amplification, modified energies.

#[path = "../support"]
mod support {
    pub(crate) mod cases;
    pub(crate) mod cubic;
    pub(crate) mod driven;
    pub(crate) mod element_of_textbooks;
    pub(crate) mod order;
    pub(crate) mod slope;
}

mod comparators;
mod compensated;
mod compositions;
mod digits;
mod hermite;
mod hermite_motions;
mod massless_orders;
mod modified_energy;
mod newmark;
mod nodal_impulses;
mod orders;
mod prolongation;
