//! Motions with contacts against references that share nothing with the crate: closed forms, impacts located as roots of gaps,
//! and the schemes written by hand with every combination of open, sticking and slipping contacts.

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "the errors of other tests are in one table")]
    pub(crate) mod order;
    pub(crate) mod slope;
}

mod by_hand {
    pub(crate) mod ball;
    pub(crate) mod clearance;
    pub(crate) mod enumeration;
    pub(crate) mod graph;
    pub(crate) mod impacting;
    pub(crate) mod linear;
    pub(crate) mod located;
    pub(crate) mod rocking;
    pub(crate) mod sliding;
    pub(crate) mod stepping;
    pub(crate) mod tiles;
    pub(crate) mod walker;
    pub(crate) mod wall_pendulum;
    pub(crate) mod woodpecker;
}

#[path = "../../../../examples"]
#[expect(dead_code, reason = "the programs of the examples, and what only they use")]
mod examples {
    pub(crate) mod bouncing_ball;
    pub(crate) mod clearance;
    pub(crate) mod painleve;
    pub(crate) mod rocking_block;
    pub(crate) mod rolling_ball;
    pub(crate) mod walker;
    pub(crate) mod wall_pendulum;
    pub(crate) mod woodpecker;
}

mod boxed;
mod energies;
mod held;
mod lying;
mod motions;
mod random;
mod references;
mod rotations;
mod starts;
mod steps;

use examples::*;
