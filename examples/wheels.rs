//! A wheel, a sleigh and a disc: velocities that are constrained where positions are free, each beside its closed form.
//!
//! ```text
//! wheel on an incline    ẋ = r φ̇                      x = g sin(α) t²/(2 + 2 J/(m r²))
//! sleigh on its blade    ẋ sin φ = ẏ cos φ            v = c tanh s,   φ̇ = c √(m/(J + m a²))/cosh s,   s = m a c (t − t₀)/(J + m a²)
//! upright disc           (ẋ, ẏ) = r θ̇ (cos φ, sin φ)   a circle of radius r θ̇/φ̇
//! ```
//!
//! Such constraints cannot be integrated to ones on positions: the wheel's can, those of the blade and of the disc cannot.
//! `rolling` takes all of them. Their reactions do no work, so that `Livens` keeps the energy to rounding.
//!
//! S. Chaplygin, On the theory of motion of nonholonomic systems, Mat. Sbornik 28 (1911); J. Neimark, N. Fufaev, Dynamics of
//! nonholonomic systems (1972).

use extremal::prelude::*;

/// A wheel that rolls down an incline without sliding.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, phi),
    kinetic = 0.5 * m * dt(x).powi(2) + 0.5 * inertia * dt(phi).powi(2),
    potential = -m * g * sin(incline) * x,
    rolling(no_slip = dt(x) - r * dt(phi)),
    discretize(Livens)
)]
pub(crate) struct Wheel {
    pub(crate) m: f64,
    pub(crate) inertia: f64,
    pub(crate) r: f64,
    pub(crate) g: f64,
    pub(crate) incline: f64,
}

impl Wheel {
    /// How far it has rolled from rest.
    pub(crate) fn way(&self, t: f64) -> f64 {
        let whole = 1.0 + self.inertia / (self.m * self.r.powi(2));
        0.5 * self.g * self.incline.sin() * t * t / whole
    }
}

/// Chaplygin's sleigh: the blade is at (x, y), the centre of mass at the distance a ahead of it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, phi),
    let centre = [x + a * cos(phi), y + a * sin(phi)],
    kinetic = 0.5 * m * dt(centre).norm_squared() + 0.5 * inertia * dt(phi).powi(2),
    rolling(blade = sin(phi) * dt(x) - cos(phi) * dt(y)),
    discretize(Livens)
)]
pub(crate) struct Sleigh {
    pub(crate) m: f64,
    /// About the centre of mass.
    pub(crate) inertia: f64,
    pub(crate) a: f64,
}

impl Sleigh {
    /// Speed along the blade and angular velocity after t, where c is the speed in the end and φ̇ is largest at t = −`ahead`.
    pub(crate) fn slides(&self, c: f64, (t, ahead): (f64, f64)) -> [f64; 2] {
        let about_blade = self.inertia + self.m * self.a.powi(2);
        let s = self.m * self.a * c / about_blade * (t + ahead);
        [c * s.tanh(), (self.m / about_blade).sqrt() * c / s.cosh()]
    }
}

/// A uniform disc that rolls upright.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x, y, theta, phi),
    kinetic = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) + 0.25 * m * r.powi(2) * dt(theta).powi(2)
        + 0.125 * m * r.powi(2) * dt(phi).powi(2),
    rolling(no_slip = [dt(x) - r * cos(phi) * dt(theta), dt(y) - r * sin(phi) * dt(theta)]),
    discretize(Livens)
)]
pub(crate) struct Disc {
    pub(crate) m: f64,
    pub(crate) r: f64,
}

pub(crate) const WHEEL: Wheel = Wheel {
    m: 2.0,
    inertia: 0.05,
    r: 0.2,
    g: 9.81,
    incline: 0.1,
};

pub(crate) const SLEIGH: Sleigh = Sleigh {
    m: 1.0,
    inertia: 0.4,
    a: 0.5,
};

pub(crate) const DISC: Disc = Disc { m: 1.0, r: 0.3 };

fn main() -> Result<(), extremal::Error> {
    let mut wheel = Integrator::new(WHEEL, Livens, 0.01, [0.0; 2], [0.0; 2])?;
    wheel.run(200)?;
    let (t, x) = (wheel.time(), wheel.state().q[0]);
    println!(
        "wheel:  {x:.6} m after {t} s, in closed form {:.6} m",
        WHEEL.way(t)
    );

    let [back, turn] = SLEIGH.slides(1.0, (0.0, -3.0));
    let mut sleigh = Integrator::new(SLEIGH, Livens, 0.01, [0.0; 3], [back, 0.0, turn])?;
    let before = sleigh.energy();
    sleigh.run(600)?;
    let [speed, turn] = SLEIGH.slides(1.0, (sleigh.time(), -3.0));
    let [x, y, omega] = sleigh.velocity()?.into();
    println!(
        "sleigh: {:.6} m/s, {omega:.6} rad/s, in closed form {speed:.6} and {turn:.6}; energy changed by {:.0e}",
        x.hypot(y),
        sleigh.energy() - before
    );

    let (spin, turn) = (4.0, 0.8);
    let mut disc = Integrator::new(DISC, Livens, 0.01, [0.0; 4], [DISC.r * spin, 0.0, spin, turn])?;
    disc.run(300)?;
    let (State { t, q, .. }, radius) = (disc.state(), DISC.r * spin / turn);
    println!(
        "disc:   ({:.5}, {:.5}), in closed form ({:.5}, {:.5})",
        q[0],
        q[1],
        radius * (turn * t).sin(),
        radius * (1.0 - (turn * t).cos())
    );
    Ok(())
}
