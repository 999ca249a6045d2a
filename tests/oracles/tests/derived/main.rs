//! Derived functions, one by one, compared with the same functions by hand, over dual numbers and random cases.

#[path = "../support"]
mod support {
    pub(crate) mod by_hand;
    pub(crate) mod cases;
    pub(crate) mod check;
    pub(crate) mod close;
    pub(crate) mod element;
    pub(crate) mod facts;
    pub(crate) mod generated;
    pub(crate) mod generator;
    pub(crate) mod monolithic;
    pub(crate) mod point;
    #[rustfmt::skip]
    pub(crate) mod random_systems;
    pub(crate) mod rates;
    pub(crate) mod stages;
    pub(crate) mod zoo;
}

mod contacts;
mod fields;
mod generated;
mod random_systems;
mod structure;
