use extremal::prelude::*;

struct Rod {
    mass: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * rod * dt(theta).powi(2),
)]
struct Pendulum {
    rod: Rod,
}

fn main() {
    let pendulum = Pendulum { rod: Rod { mass: 1.0 } };
    println!("{}", pendulum.rod.mass);
}
