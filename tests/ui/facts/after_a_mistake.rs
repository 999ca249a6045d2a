use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (ll * dt(theta)).powi(2),
    potential = -m * g * l * cos(phi),
)]
struct Pendulum {
    m: f64,
    l: f64,
    g: f64,
}

const _: () = assert!(Pendulum::STRUCTURE.is_conservative);
const _: () = assert!(<Pendulum as Discretize<Verlet>>::EXPLICIT);

fn main() {
    const { assert!(!Pendulum::STRUCTURE.is_cyclic("theta")) };
    println!("{}", Pendulum::describe());
}
