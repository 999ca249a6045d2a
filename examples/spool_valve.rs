//! A spool valve: a mass on a spring, in seals with dry friction. It sticks where the pressure changes too little.
//!
//! ```text
//! m ẍ + c ẋ + k x = F(t) + friction,   |friction| ≤ f,   friction = −f ẋ/|ẋ| while it slides
//! ```
//!
//! Followed slowly up and down, the place lags behind the force: a loop of width 2 f/k, within which the spool rests anywhere.
//! Valves are driven with a small fast oscillation on top for that reason, called dither: while it moves the spool, friction
//! changes its sign twice a period, and the loop closes.
//!
//! `friction` is a force with a bound of its own, and sticks exactly. `signum` of the velocity would do neither.

use extremal::prelude::*;

/// A spool between two stops. The force is triangular in time, with dither on top of it.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * m * dt(x).powi(2),
    potential = 0.5 * k * x.powi(2),
    inputs(push),
    force(x = push - c * dt(x)),
    friction(seal, slip = dt(x), force = f),
    contact(stop, gap = [stroke - x, stroke + x], restitution = e),
    discretize(NonsmoothMidpoint)
)]
pub(crate) struct SpoolValve {
    pub(crate) m: f64,
    pub(crate) k: f64,
    pub(crate) c: f64,
    /// The bound of the friction of the seals.
    pub(crate) f: f64,
    /// The stops are at ± this.
    pub(crate) stroke: f64,
    pub(crate) e: f64,
}

/// In kg, N and m: a spool of 60 g with a stroke of 3 mm.
pub(crate) const VALVE: SpoolValve = SpoolValve {
    m: 0.06,
    k: 8000.0,
    c: 12.0,
    f: 4.0,
    stroke: 3e-3,
    e: 0.3,
};

/// The force at t: up and down between ± `most` in a `period`, with dither of an amplitude and a frequency in Hz.
pub(crate) fn force(t: f64, (most, period): (f64, f64), (dither, frequency): (f64, f64)) -> f64 {
    let s = (t / period).fract();
    let triangle = if s < 0.25 {
        4.0 * s
    } else if s < 0.75 {
        2.0 - 4.0 * s
    } else {
        4.0 * s - 4.0
    };
    most * triangle + dither * (2.0 * core::f64::consts::PI * frequency * t).sin()
}

fn main() -> Result<(), extremal::Error> {
    const H: f64 = 1e-4;
    let sweep = (16.0, 2.0);
    println!("   force       place (mm), without dither and with it");
    let mut plain = Integrator::new(VALVE, NonsmoothMidpoint, H, [0.0], [0.0])?;
    let mut dithered = Integrator::new(VALVE, NonsmoothMidpoint, H, [0.0], [0.0])?;
    for k in 1..=25_000 {
        let middle = plain.time() + 0.5 * H;
        plain.step_with([force(middle, sweep, (0.0, 0.0))])?;
        dithered.step_with([force(middle, sweep, (9.0, 100.0))])?;
        if k % 2500 == 0 {
            let push = force(plain.time(), sweep, (0.0, 0.0));
            let [without, with] = [plain.state().q[0], dithered.state().q[0]].map(|x| 1e3 * x);
            println!("{push:8.2} {without:12.4} {with:12.4}");
        }
    }
    Ok(())
}
