//! Systems with contacts: impacts, friction, accumulation and rest, against closed forms, located impacts and a paper.
//!
//! After G. Capobianco, S. R. Eugster, Time finite element based Moreau-type integrators (2018), which has the first three systems.

pub(super) mod bouncing_ball;
pub(super) mod clearance;
pub(super) mod discs;
pub(super) mod impact_bar;
pub(super) mod painleve;
pub(super) mod pile;
pub(super) mod rocking_block;
pub(super) mod rolling_ball;
pub(super) mod walker;
pub(super) mod wall_pendulum;
pub(super) mod woodpecker;

use extremal::Contacts;
use extremal::drive::ContactReport;

use crate::plot::Curve;

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

/// The slope of (h, error) in log–log.
fn order(errors: &[(f64, f64)]) -> f64 {
    let points: Curve = errors.iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    crate::measure::slope(&points).0
}
