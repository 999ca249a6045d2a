use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * dt(y).powi(2),
    contact(floor, gap = y - 1),
    contact(ceiling, gap = -y, restitution = 0.5),
)]
struct Ball;

fn main() {}
