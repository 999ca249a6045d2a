//! The root of a sum at each item, in an output.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[atoms][2]),
    kinetic = sum(0..atoms, |i| 0.5 * dt(r[i]).norm_squared()),
    output(bound = sum(0..atoms, |i| sqrt(sum(0..i, |j| exp(-(r[i] - r[j]).norm_squared()))))),
)]
struct Atoms {
    atoms: usize,
}

fn main() {
    let atoms = Atoms { atoms: 4 };
    let mut motion = Integrator::new(&atoms, Midpoint, 1e-3, vec![0.3; 8], vec![0.0; 8]).expect("a start");
    motion.step().expect("a step");
}
