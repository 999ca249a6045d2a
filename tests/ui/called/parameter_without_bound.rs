//! A type parameter that is called has the bound of a function.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = spring(x))]
struct System<F> {
    m: f64,
    spring: F,
}

fn main() {
    println!("{}", System { m: 1.0, spring: () }.m);
}
