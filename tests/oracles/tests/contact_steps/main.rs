//! Steps with contacts: against steps by hand, the laws in every step, derivatives on every branch, restarts, failures.

#[path = "../support"]
mod support {
    #[expect(dead_code, reason = "other tests compare energies, too")]
    pub(crate) mod by_hand;
    pub(crate) mod contacts;
    #[expect(dead_code, reason = "the errors of other tests are in one table")]
    pub(crate) mod order;
    pub(crate) mod percussions;
    pub(crate) mod slope;
}

mod at_both_ends;
mod by_hand;
mod dry;
mod end_derivatives;
mod frames;
mod laws;
mod linearization;
mod many_corrections;
mod motions;
mod resting;
mod shares;
mod speeds;
mod uses;
mod yielding;
