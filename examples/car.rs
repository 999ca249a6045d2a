//! A car with four wheels: none of them slides, neither along nor across its way, and the driver steers by a function of time.
//!
//! ```text
//! rear axle     ẋ sin φ − ẏ cos φ = 0
//! front axle    the middle of it moves along φ + δ(t),   tan δ = L φ̇/v
//! wheel i       rᵢ·t = R θ̇ᵢ along its own heading, inner wheels with larger angles (Ackermann)
//! ```
//!
//! Each wheel has an angle of its own, so that they turn at different rates in bends. Coasting, the car keeps its energy, also
//! while it is steered: reactions of constraints that are homogeneous in velocities do no work.

use extremal::prelude::*;

/// A car with rear-wheel drive, without suspension. The middle of the rear axle is at (x, y).
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi, wheel[4]),
    inputs(torque),
    let steer = held + largest * sin(rate * t),
    // Of the centre of mass.
    let centre = [x + ahead * cos(phi), y + ahead * sin(phi)],
    kinetic = 0.5 * m * dt(centre).norm_squared() + 0.5 * inertia * dt(phi).powi(2) + 0.5 * spin * dt(wheel).norm_squared(),
    // Velocities along and across the car: of the rear axle, and of the front one.
    let along = cos(phi) * dt(x) + sin(phi) * dt(y),
    let across = cos(phi) * dt(y) - sin(phi) * dt(x),
    // The front wheels to the left and to the right turn about the same point as the rear axle: a tangent each.
    let tangent = sin(steer) / cos(steer),
    let left = tangent / (1 - 0.5 * track / base * tangent),
    let right = tangent / (1 + 0.5 * track / base * tangent),
    rolling(
        rear_axle = across,
        front_axle = across + base * dt(phi) - tangent * along,
        rear = [along - 0.5 * track * dt(phi) - r * dt(wheel[0]), along + 0.5 * track * dt(phi) - r * dt(wheel[1])],
        front = [
            (along - 0.5 * track * dt(phi)) * (1 + left.powi(2)).sqrt() - r * dt(wheel[2]),
            (along + 0.5 * track * dt(phi)) * (1 + right.powi(2)).sqrt() - r * dt(wheel[3]),
        ]
    ),
    // The differential gives both driven wheels one torque.
    force(wheel[0] = torque, wheel[1] = torque),
    discretize(Livens)
)]
pub(crate) struct Car {
    /// Of body and wheels, and its inertia about the centre of mass.
    pub(crate) m: f64,
    pub(crate) inertia: f64,
    /// The inertia of a wheel about its axle.
    pub(crate) spin: f64,
    /// From the rear axle to the centre of mass, and to the front axle.
    pub(crate) ahead: f64,
    pub(crate) base: f64,
    /// From the left wheels to the right ones.
    pub(crate) track: f64,
    pub(crate) r: f64,
    /// Of the steering δ = `held` + `largest` sin(`rate` t).
    pub(crate) held: f64,
    pub(crate) largest: f64,
    pub(crate) rate: f64,
}

pub(crate) const CAR: Car = Car {
    m: 1200.0,
    inertia: 1800.0,
    spin: 1.2,
    ahead: 1.3,
    base: 2.6,
    track: 1.5,
    r: 0.3,
    held: 0.0,
    largest: 0.35,
    rate: 1.2,
};

impl Car {
    /// The angle of steering at t.
    pub(crate) fn steer(&self, t: f64) -> f64 {
        self.held + self.largest * (self.rate * t).sin()
    }

    /// The velocity of the car that is straight ahead with this speed.
    pub(crate) fn straight(&self, speed: f64) -> [f64; 7] {
        let spin = speed / self.r;
        [speed, 0.0, 0.0, spin, spin, spin, spin]
    }
}

fn main() -> Result<(), extremal::Error> {
    let mut motion = Integrator::new(CAR, Livens, 0.01, [0.0; 7], CAR.straight(8.0))?;
    println!("   t        x        y   heading   steering   speed   energy (J)");
    for _ in 0..10 {
        for _ in 0..100 {
            motion.step_with([0.0])?;
        }
        let State { t, q, .. } = motion.state();
        let [x, y, ..] = <[f64; 7]>::from(motion.velocity()?);
        println!(
            "{t:4.1} {:8.3} {:8.3} {:9.3} {:10.3} {:7.3} {:12.3}",
            q[0],
            q[1],
            q[2],
            CAR.steer(t),
            x.hypot(y),
            motion.energy()
        );
    }
    Ok(())
}
