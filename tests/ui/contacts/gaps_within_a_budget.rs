//! A correction of gaps whose contact solver keeps to a budget.

use extremal::contact_solver::Budget;
use extremal::prelude::*;
use extremal::schemes::MoreauWith;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * m * dt(y).powi(2),
    contact(floor, gap = y),
    discretize(Moreau),
)]
struct Stone {
    m: f64,
}

fn main() {
    let scheme = ClosedGaps(MoreauWith(Budget::default()));
    let motion = Integrator::new(Stone { m: 1.0 }, scheme, 0.01, [1.0], [0.0]);
}
