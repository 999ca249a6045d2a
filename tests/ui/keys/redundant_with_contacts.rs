use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    constraint(rod = r.norm_squared() - 1, again = 2 * r.norm_squared() - 2),
    contact(floor, gap = r[1]),
    redundant,
)]
struct Pendulum {
    m: f64,
}

fn main() {}
