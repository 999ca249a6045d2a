//! Constrained systems at random, and mechanisms in units of 1e-30 to 1e30.

#[path = "../support"]
mod support {
    pub(crate) mod by_hand;
    pub(crate) mod cases;
    pub(crate) mod close;
    pub(crate) mod element;
    pub(crate) mod rates;
}

mod random;
mod units;
