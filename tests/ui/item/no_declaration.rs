use extremal::prelude::*;

#[derive(Lagrangian)]
struct Particle {
    m: f64,
}

fn main() {
    let particle = Particle { m: 1.0 };
    assert!(particle.m > 0.0);
}
