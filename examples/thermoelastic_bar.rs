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

/// Eight linear elements: u at the seven nodes inside, and α at all nine.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(u[7], alpha[9]),
    let shift = |e, s| [if e > 0 { u[e - 1] } else { 0 }, if e < 7 { u[e] } else { 0 }],
    let strain = |e| linear_slope(0.5, shift(e, 0)) / l,
    let heat = |e| [alpha[e], alpha[e + 1]],
    let temperature = |e, s| dt(linear(s, heat(e))),
    let free_energy = |e, s| 0.5 * stiffness * strain(e).powi(2) - coupling * temperature(e, s) * strain(e)
        - 0.5 * capacity * temperature(e, s).powi(2) + 0.5 * conductivity * (linear_slope(s, heat(e)) / l).powi(2),
    lagrangian = sum(0..8, |e| l * integrate(Gauss(2), |s|
        0.5 * density * dt(linear(s, shift(e, s))).powi(2) - free_energy(e, s))),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct ThermoelasticBar {
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

/// Second sound at nearly half the velocity of sound.
pub(crate) const BAR: ThermoelasticBar = ThermoelasticBar {
    density: 1.0,
    stiffness: 1.0,
    capacity: 1.0,
    conductivity: 0.25,
    coupling: 0.3,
    l: 0.125,
};

impl ThermoelasticBar {
    /// The velocities of second sound and of sound.
    pub(crate) fn wave_velocities(&self) -> [f64; 2] {
        let coupled =
            self.density * self.conductivity + self.stiffness * self.capacity + self.coupling.powi(2);
        let product = self.density * self.capacity;
        let root = (coupled.powi(2) - 4.0 * product * self.stiffness * self.conductivity).sqrt();
        [-root, root].map(|root| (0.5 * (coupled + root) / product).sqrt())
    }
}

/// A sin(πX) at the nodes, with α = 0.
pub(crate) fn stretched(amplitude: f64) -> [f64; 16] {
    core::array::from_fn(|i| match i {
        0..7 => amplitude * (PI * (i + 1) as f64 / 8.0).sin(),
        _ => 0.0,
    })
}

fn main() -> Result<(), extremal::Error> {
    let [slow, fast] = BAR.wave_velocities();
    println!("second sound {slow:.4}, sound {fast:.4}");
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let mut motion = Integrator::new(BAR, scheme, 0.05, stretched(0.01), [0.0; 16])?;
    let energy = motion.energy();
    println!("    t   u in the middle   temperature at the wall   energy error");
    for _ in 0..10 {
        for _ in 0..10 {
            motion.step()?;
        }
        let temperature = motion.velocity()?[7];
        let (t, u) = (motion.time(), motion.state().q[3]);
        let error = motion.energy() / energy - 1.0;
        println!("{t:5.1} {u:17.6} {temperature:25.6} {error:+14.1e}");
    }
    Ok(())
}
