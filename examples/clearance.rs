//! A slider-crank mechanism whose slider has play in its guide: four corners that hit, slide and jam.
//!
//! Crank, rod and slider have the angles θ₁, θ₂, θ₃. The slider hangs at the end of the rod and is guided by nothing but its
//! corners, each of which touches the guide above or below it:
//!
//! ```text
//! gap = half the guide ∓ (l₁ sin θ₁ + l₂ sin θ₂ + the corner's height over the slider's centre)
//! ```
//!
//! P. Flores, R. I. Leine, C. Glocker, Modeling and analysis of planar rigid multibody systems with translational clearance
//! joints based on the non-smooth dynamics approach, Multibody System Dynamics 23 (2010): the parameters and the start.

use extremal::prelude::*;

/// The mechanism. A corner i is at (`x[i]`, `y[i]`) in the slider's axes, y upwards.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(crank, rod, slider),
    let pin = l1 * [cos(crank), sin(crank)],
    let end = pin + l2 * [cos(rod), sin(rod)],
    kinetic = 0.5 * (j1 * dt(crank).powi(2) + m1 * dt(0.5 * pin).norm_squared()
        + j2 * dt(rod).powi(2) + m2 * dt(pin + 0.5 * l2 * [cos(rod), sin(rod)]).norm_squared()
        + j3 * dt(slider).powi(2) + m3 * dt(end).norm_squared()),
    potential = g * (m1 * 0.5 * pin[1] + m2 * 0.5 * (pin[1] + end[1]) + m3 * end[1]),
    let sides = [1, 1, -1, -1],
    let ends = [-1, 1, -1, 1],
    let corner = array(0..4, |i| end + [
        ends[i] * a * cos(slider) - sides[i] * b * sin(slider),
        ends[i] * a * sin(slider) + sides[i] * b * cos(slider),
    ]),
    contact(corners, gap = array(0..4, |i| b + play - sides[i] * corner[i][1]), slip = array(0..4, |i| dt(corner[i][0])),
        friction = mu, restitution = e),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau),
)]
pub(crate) struct Clearance {
    /// The lengths of crank and rod.
    pub(crate) l1: f64,
    pub(crate) l2: f64,
    /// Half the length of the slider, half its height, and the play above and below it.
    pub(crate) a: f64,
    pub(crate) b: f64,
    pub(crate) play: f64,
    pub(crate) m1: f64,
    pub(crate) m2: f64,
    pub(crate) m3: f64,
    /// Inertias about the centres of mass.
    pub(crate) j1: f64,
    pub(crate) j2: f64,
    pub(crate) j3: f64,
    pub(crate) g: f64,
    pub(crate) mu: f64,
    pub(crate) e: f64,
}

/// The mechanism of the literature.
pub(crate) const MECHANISM: Clearance = Clearance {
    l1: 0.153,
    l2: 0.306,
    a: 0.05,
    b: 0.025,
    play: 0.001,
    m1: 0.038,
    m2: 0.038,
    m3: 0.076,
    j1: 7.4e-5,
    j2: 5.9e-4,
    j3: 2.7e-6,
    g: 9.81,
    mu: 0.01,
    e: 0.4,
};

/// Crank and rod stretched along the guide, the crank at 150 rad/s, as in the literature; and a slider that is turned a little,
/// so that its corners hit one by one.
pub(crate) const START: ([f64; 3], [f64; 3]) = ([0.0, 0.0, 0.01], [150.0, -75.0, 0.0]);

fn main() -> Result<(), extremal::Error> {
    let (q, v) = START;
    let mut motion = Integrator::new(&MECHANISM, Moreau, 1e-5, q, v)?;
    println!("     t   crank (deg)  slider (mm)   slider (deg)  closed corners");
    for _ in 0..20 {
        for _ in 0..200 {
            motion.step()?;
        }
        let State { t, q, .. } = motion.state();
        let height = MECHANISM.l1 * q[0].sin() + MECHANISM.l2 * q[1].sin();
        let closed = MECHANISM.gaps(t, &q).iter().filter(|gap| **gap <= 0.0).count();
        println!(
            "{t:6.3} {:12.1} {:12.3} {:14.3} {closed:10}",
            q[0].to_degrees(),
            1e3 * height,
            q[2].to_degrees(),
        );
    }
    Ok(())
}
