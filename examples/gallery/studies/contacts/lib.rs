//! Systems with contacts: impacts, friction, accumulation and rest, against closed forms, located impacts and a paper.
//!
//! After G. Capobianco, S. R. Eugster, Time finite element based Moreau-type integrators (2018), which has the first three systems.

#![cfg(not(debug_assertions))]

pub mod bouncing_ball;
pub mod clearance;
pub mod discs;
pub mod impact_bar;
pub mod painleve;
pub mod pile;
pub mod rocking_block;
pub mod rolling_ball;
pub mod spool_valve;
pub mod table;
pub mod walker;
pub mod wall;
pub mod wall_pendulum;
pub mod woodpecker;

/// References that the tests of contacts use as well.
#[path = "../../../../tests/oracles/tests/contacts/by_hand"]
#[expect(dead_code, reason = "the tests use more of the references")]
mod by_hand {
    pub(crate) mod ball;
    pub(crate) mod clearance;
    pub(crate) mod enumeration;
    pub(crate) mod graph;
    pub(crate) mod impacting;
    pub(crate) mod linear;
    pub(crate) mod located;
    pub(crate) mod rocking;
    pub(crate) mod walker;
    pub(crate) mod wall_pendulum;
}
#[path = "../../../../tests/oracles/tests/support"]
mod support {
    #[expect(dead_code, reason = "the tests use more of it")]
    pub(crate) mod order;
}

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod bouncing_ball;
    pub(crate) mod clearance;
    pub(crate) mod discs;
    pub(crate) mod impact_bar;
    pub(crate) mod painleve;
    pub(crate) mod pile;
    pub(crate) mod rocking_block;
    pub(crate) mod rolling_ball;
    pub(crate) mod spool_valve;
    pub(crate) mod table;
    pub(crate) mod walker;
    pub(crate) mod wall;
    pub(crate) mod wall_pendulum;
    pub(crate) mod woodpecker;
}

use extremal::Contacts;
use extremal::drive::ContactReport;

/// What the percussions of a run had to do.
#[derive(Clone, Copy, Debug, Default)]
struct Percussions {
    /// The largest work of those whose contacts all approached.
    work: f64,
    penetration: f64,
    /// The largest velocity with which a closed contact approaches.
    approach: f64,
    /// Of the contact solver, in steps with closed contacts.
    iterations: usize,
    worst: usize,
    solved: usize,
}

impl Percussions {
    fn meet<S: Contacts<Scalar = f64>>(&mut self, report: &ContactReport<S>) {
        let mut closed = report.contacts().filter(|contact| contact.is_closed).peekable();
        if closed.peek().is_some() {
            self.solved += 1;
            self.iterations += report.solved.iterations;
            self.worst = self.worst.max(report.solved.iterations);
        }
        for contact in report.contacts().filter(|contact| contact.is_closed) {
            let rate = contact.before.first().copied().unwrap_or_default();
            self.approach = self.approach.max(-rate);
        }
        if closed.all(|contact| contact.before.first().is_some_and(|rate| *rate <= 0.0)) {
            self.work = self.work.max(report.work());
        }
        self.penetration = self.penetration.max(report.penetration());
    }

    fn mean(&self) -> f64 {
        self.iterations as f64 / self.solved.max(1) as f64
    }
}
