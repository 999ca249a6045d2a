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

/// The enumeration with which solvers are tested: it also finds corners of sets of solutions.
#[path = "../../../../percussions/src/tests"]
#[expect(clippy::unwrap_used, reason = "tests of solvers do")]
mod percussions {
    mod enumeration;
    mod laws;
    #[expect(dead_code, reason = "random problems are for the tests of solvers")]
    mod problems;

    use crate::ActiveContact;
    use extremal::contact_solver::ContactProblem;

    /// Whether a combination of open, sticking and sliding contacts is a solution of G P + c, to the residual that solvers
    /// accept, which the enumeration is not strict enough for.
    pub(crate) fn has_solution(
        delassus: Vec<f64>,
        free: Vec<f64>,
        contacts: Vec<ActiveContact<f64>>,
    ) -> bool {
        let data = problems::Data {
            delassus,
            free,
            contacts,
        };
        let floor = 64.0 * data.free.len() as f64 * f64::EPSILON;
        let problem =
            ContactProblem::new(&data.delassus, &data.free, &data.contacts).expect("finite numbers");
        let mut found = enumeration::solutions(&data).into_iter();
        found.any(|percussions| problem.residual(&percussions) <= floor)
    }
}

mod boxed;
mod checked;
mod energies;
mod held;
mod lying;
mod motions;
mod narrow;
mod planar;
mod random;
mod references;
mod rotations;
mod starts;
mod steps;
mod through_rods;

use examples::*;
use extremal::contact_solver::ActiveContact;
