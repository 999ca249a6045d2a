use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * dt(r).norm_squared(),
    potential = r[1],
)]
struct Free;

fn main() {
    let start = Free.project(0.0, [1.0, 0.0], [0.0, 1.0]);
    println!("{start:?}");
}
