//! A thermoelastic bar whose heat moves in waves: heat conduction of Green and Naghdi's second type.
//!
//! The coordinates are the displacement u(X, t) and the thermal displacement α(X, t), whose velocity ϑ = α̇ is the
//! temperature above that of the surroundings. The free energy per length ψ has a term ½ κ α′² instead of a law of heat
//! flow, so that nothing is dissipated:
//!
//! ```text
//! L = ∫ (½ ϱ u̇² − ψ) dX,   ψ = ½ E u′² − γ ϑ u′ − ½ c ϑ² + ½ κ α′²
//! ϱ ü = E u″ − γ α̇′,   c α̈ = κ α″ − γ u̇′
//! ```
//!
//! The entropy is s = c ϑ + γ u′. Both fields travel as waves. Their velocities √λ follow from
//! (ϱ λ − E)(c λ − κ) = γ² λ: the slow wave is second sound, the fast one sound. The bar is fixed and insulated at both ends.
//!
//! (Green and Naghdi 1991; D. Kern, Variational integrators for mechanical systems, lectures, 2016: ½ κ |∇α|² in the free energy.)

use std::f64::consts::PI;

use extremal::prelude::*;

/// Linear elements: u at the nodes between the walls, and α at all nodes.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[elements - 1], alpha[elements + 1]),
    let free_energy = |strain, temperature, slope| 0.5 * stiffness * strain.powi(2) - coupling * temperature * strain
        - 0.5 * capacity * temperature.powi(2) + 0.5 * conductivity * slope.powi(2),
    let element = |ends, heat| l * integrate(Gauss(2), |s| 0.5 * density * dt(linear(s, ends)).powi(2)
        - free_energy(linear_slope(s, ends) / l, dt(linear(s, heat)), linear_slope(s, heat) / l)),
    lagrangian = element([0, u[0]], [alpha[0], alpha[1]])
        + sum(1..elements - 1, |e| element([u[e - 1], u[e]], [alpha[e], alpha[e + 1]]))
        + element([u[elements - 2], 0], [alpha[elements - 1], alpha[elements]]),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct ThermoelasticBar {
    /// At least two.
    pub(crate) elements: usize,
    /// ϱ, mass per length
    pub(crate) density: f64,
    /// E
    pub(crate) stiffness: f64,
    /// c, heat capacity over the temperature of the surroundings
    pub(crate) capacity: f64,
    /// κ
    pub(crate) conductivity: f64,
    /// γ
    pub(crate) coupling: f64,
    /// The length of an element
    pub(crate) l: f64,
}

impl ThermoelasticBar {
    /// A bar of length 1, with second sound at nearly half the velocity of sound.
    pub(crate) fn of(elements: usize) -> Self {
        Self {
            elements,
            density: 1.0,
            stiffness: 1.0,
            capacity: 1.0,
            conductivity: 0.25,
            coupling: 0.3,
            l: 1.0 / elements as f64,
        }
    }

    /// A sin(πX/L) at the nodes, with α = 0.
    pub(crate) fn stretched(&self, amplitude: f64) -> Vec<f64> {
        let u = (1..self.elements).map(|node| amplitude * (PI * node as f64 / self.elements as f64).sin());
        u.chain((0..=self.elements).map(|_| 0.0)).collect()
    }

    /// The velocities of second sound and of sound.
    pub(crate) fn wave_velocities(&self) -> [f64; 2] {
        let coupled =
            self.density * self.conductivity + self.stiffness * self.capacity + self.coupling.powi(2);
        let product = self.density * self.capacity;
        let root = (coupled.powi(2) - 4.0 * product * self.stiffness * self.conductivity).sqrt();
        [-root, root].map(|root| (0.5 * (coupled + root) / product).sqrt())
    }
}

fn main() -> Result<(), extremal::Error> {
    let bar = ThermoelasticBar::of(16);
    let [slow, fast] = bar.wave_velocities();
    println!("second sound {slow:.4}, sound {fast:.4}");
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let mut motion = Integrator::new(bar, scheme, 0.05, bar.stretched(0.01), vec![0.0; 32])?;
    let energy = motion.energy();
    println!("    t   u in the middle   temperature at the wall   energy error");
    for _ in 0..10 {
        for _ in 0..10 {
            motion.step()?;
        }
        let temperature = motion.velocity()?[15];
        let (t, u) = (motion.time(), motion.state().q[7]);
        let error = motion.energy() / energy - 1.0;
        println!("{t:5.1} {u:17.6} {temperature:25.6} {error:+14.1e}");
    }
    Ok(())
}
