use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, y),
    inputs(u),
    let speed = dt(x),
    let phase = w * t,
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)),
    force(x = u),
    symmetry(fast = [dt(x), 0], named = [speed, 0]),
    symmetry(pushed = [u, 0]),
    symmetry(late = [t, 0], turning = [cos(phase), sin(phase)]),
    symmetry(nothing = [0, 0]),
)]
struct Particle {
    m: f64,
    w: f64,
}

fn main() {}
