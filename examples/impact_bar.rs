//! An elastic bar that is thrown against a wall, by any number of linear elements.
//!
//! The displacement u(X, t) along a bar of length L with mass ϱA per length and stiffness EA has
//!
//! ```text
//! L = ∫ (½ ϱA u̇² − ½ EA u′²) dX,   u(0, t) ≥ 0
//! ```
//!
//! It flies with the velocity −v, and meets the wall at X = 0. A wave of pressure runs from there to the free end with
//! c² = EA/ϱA and back as one of tension. While it is under way, the wall pushes with ϱA c v. After 2L/c the wave is back: the bar
//! leaves, undeformed, with the velocity v. This is d'Alembert's solution of the wave equation.
//!
//! The first node has no mass of its own in the bar; here it has that of half an element, which an impact without restitution
//! takes out of the motion. So the bar leaves the slower, and with the more vibration, the fewer elements it has.

use extremal::prelude::*;

/// Nodes from the wall to the free end.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements + 1]),
    kinetic = sum(0..elements, |e| integrate(Gauss(2), |s| 0.5 * density * l * dt(linear(s, [u[e], u[e + 1]])).powi(2))),
    potential = sum(0..elements, |e| integrate(Gauss(1), |s| 0.5 * stiffness * l * (linear_slope(s, [u[e], u[e + 1]]) / l).powi(2))),
    contact(wall, gap = u[0]),
    discretize(Moreau, Theta),
)]
pub(crate) struct ImpactBar {
    pub(crate) elements: usize,
    /// ϱA, kg/m
    pub(crate) density: f64,
    /// EA, N
    pub(crate) stiffness: f64,
    /// The length of an element, m
    pub(crate) l: f64,
}

impl ImpactBar {
    /// A bar of length 1 and mass 1 with waves of velocity 1.
    pub(crate) fn of(elements: usize) -> Self {
        Self {
            elements,
            density: 1.0,
            stiffness: 1.0,
            l: 1.0 / elements as f64,
        }
    }

    /// u of the wave equation at the place X and the time t, for a bar of [`of`](Self::of) that touches the wall at t = 0 with the
    /// velocity −v.
    pub(crate) fn exact(v: f64, x: f64, t: f64) -> f64 {
        if t <= 1.0 {
            // Behind the front of the pressure all is at rest.
            -v * t.min(x)
        } else if t <= 2.0 {
            // Behind the front that comes back the bar moves with v, and has no strain.
            -v * (2.0 - t).min(x)
        } else {
            v * (t - 2.0)
        }
    }
}

/// A time step in which waves pass a fifth of an element.
pub(crate) fn step_size(elements: usize) -> f64 {
    0.2 / elements as f64
}

fn main() -> Result<(), extremal::Error> {
    const V: f64 = 0.1;
    println!("elements   contact time   velocity afterwards   largest error of u");
    for elements in [10, 40, 160, 640] {
        let h = step_size(elements);
        let nodes = elements + 1;
        let bar = ImpactBar::of(elements);
        let mut motion = Integrator::new(bar, Theta { theta: 0.5 }, h, vec![0.0; nodes], vec![-V; nodes])?;
        let (mut last, mut error) = (0.0, 0.0_f64);
        while motion.time() < 3.0 {
            let report = motion.step()?;
            if report.contacts().any(|wall| wall.percussions[0] > 0.0) {
                last = report.t + h;
            }
            let State { t, q, .. } = motion.state();
            for (node, u) in q.iter().enumerate() {
                let x = node as f64 * bar.l;
                error = error.max((u - ImpactBar::exact(V, x, t)).abs());
            }
        }
        // p = ∂L/∂v: the sum over the nodes is the momentum of the bar, whose mass is 1.
        let velocity = motion.state().p.sum();
        println!("{elements:8} {last:14.4} {velocity:21.5} {error:20.2e}");
    }
    Ok(())
}
