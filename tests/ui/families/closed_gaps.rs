//! The correction of closed gaps in a system of any size that does not list the scheme inside.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[beads]),
    kinetic = sum(0..beads, |i| 0.5 * m * dt(x[i]).powi(2)),
    contact(bead, gap = array(1..beads, |i| x[i] - x[i - 1])),
    discretize(Moreau),
)]
struct Beads {
    beads: usize,
    m: f64,
}

fn main() {
    let beads = Beads { beads: 3, m: 1.0 };
    let mut motion = Integrator::new(&beads, ClosedGaps(VariationalMoreau), 0.01, [0.0, 1.0, 2.0], [0.0; 3]).expect("a start");
}
