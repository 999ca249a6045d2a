// Elements are solved together where the derive states them as equations, for systems of a fixed size.

use extremal::monolithic::Start;
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(y),
    kinetic = 0.5 * dt(y).powi(2),
    potential = 9.81 * y,
    contact(floor, gap = y, restitution = 0.5),
)]
struct Ball;

#[derive(Lagrangian)]
#[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Midpoint))]
struct Spring;

fn main() {
    let start = Start::Impulse { q0: [1.0], v0: [0.0] };
    let _ = Monolithic::new(Ball, Moreau::default(), 0.1, 10, start).solve();
    let _ = Monolithic::new(Spring, Composition::<4, _>(Midpoint), 0.1, 10, start).solve();
    let _ = Monolithic::new(Spring, Midpoint, 0.1, 10, Start::Impulse { q0: [1.0, 2.0], v0: [0.0, 0.0] });
    let _ = Monolithic::new(Spring, Verlet, 0.1, 10, start).solve();
}
