//! Eigenvalues of a step of a system of any size.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x[masses]),
    kinetic = sum(0..masses, |i| 0.5 * m * dt(x[i]).powi(2)),
)]
struct Row {
    masses: usize,
    m: f64,
}

fn main() {
    let row = Row { masses: 3, m: 1.0 };
    let motion = Integrator::new(&row, Midpoint, 0.01, [0.0, 1.0, 2.0], [0.0; 3]).expect("a start");
    println!("{}", motion.amplification().expect("numbers").spectral_radius());
}
