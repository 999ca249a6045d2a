//! An elastic bar with one end that is moved and one that is pulled: boundary conditions of elements.
//!
//! ```text
//! L = ∫ (½ ϱA u̇² − ½ EA u′²) dX,   u(0, t) = a sin ωt,   EA u′(L, t) = F(t) − d u̇(L, t)
//! ```
//!
//! The end u(0, t) is not a coordinate: its motion is known, and the formula a sin ωt takes its place in the energy. A force may act on
//! the node at the other end; without a force that end is free. With a damper d = √(ϱA EA) the end returns nothing, and with F = 0 a wave enters on the left and
//! leaves on the right. By d'Alembert it is u = a sin ω(t − X/c) with c² = EA/ϱA.

use extremal::prelude::*;

/// Linear elements: u at the nodes, without that of the end that is moved.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements]),
    inputs(pull),
    let moved = amplitude * sin(omega * t),
    let kinetic_energy = |a, b| integrate(Gauss(2), |s| 0.5 * density * l * dt(linear(s, [a, b])).powi(2)),
    let strain_energy = |a, b| integrate(Gauss(1), |s| 0.5 * stiffness * l * (linear_slope(s, [a, b]) / l).powi(2)),
    kinetic = kinetic_energy(moved, u[0]) + sum(1..elements, |e| kinetic_energy(u[e - 1], u[e])),
    potential = strain_energy(moved, u[0]) + sum(1..elements, |e| strain_energy(u[e - 1], u[e])),
    force(u[elements - 1] = pull - damper * dt(u[elements - 1])),
    output(power = pull * dt(u[elements - 1])),
    discretize(Verlet, Midpoint, Hermite<P2>),
)]
pub(crate) struct DrivenBar {
    pub(crate) elements: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
    /// a, m
    pub(crate) amplitude: f64,
    /// ω, rad/s
    pub(crate) omega: f64,
    /// d, kg/s
    pub(crate) damper: f64,
}

impl DrivenBar {
    /// A bar of length 1 with waves of velocity 1, and nothing at its ends.
    pub(crate) fn of(elements: usize) -> Self {
        Self {
            elements,
            density: 1.0,
            stiffness: 1.0,
            l: 1.0 / elements as f64,
            amplitude: 0.0,
            omega: 5.0,
            damper: 0.0,
        }
    }

    /// The same with a wave that passes through it, its coordinates and velocities at t = 0.
    pub(crate) fn with_wave(elements: usize, amplitude: f64) -> (Self, [Vec<f64>; 2]) {
        let bar = Self {
            amplitude,
            damper: 1.0,
            ..Self::of(elements)
        };
        let angles = (1..=elements).map(|node| bar.omega * node as f64 * bar.l);
        let start = angles.map(|angle| (-amplitude * angle.sin(), amplitude * bar.omega * angle.cos()));
        let (u, v) = start.unzip();
        (bar, [u, v])
    }
}

fn main() -> Result<(), extremal::Error> {
    let (bar, [u, v]) = DrivenBar::with_wave(64, 0.01);
    let mut motion = Integrator::new(bar, Midpoint, 0.0125, u, v)?;
    println!("    t  in the middle  d'Alembert  at the end  d'Alembert");
    for _ in 0..10 {
        motion.step_many_with(16, [0.0])?;
        let (t, u) = (motion.time(), motion.state().q);
        let wave = |x: f64| bar.amplitude * (bar.omega * (t - x)).sin();
        println!(
            "{t:5.1} {:14.6} {:11.6} {:11.6} {:11.6}",
            u[31],
            wave(0.5),
            u[63],
            wave(1.0)
        );
    }
    Ok(())
}
