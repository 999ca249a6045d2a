//! Heat as the motion of one coordinate: the thermal displacement α, whose velocity is the temperature ϑ = α̇.
//!
//! Helmholtz (1884) called α thermacy. The momentum of α is the entropy, its energy is the internal energy, and a flow of
//! heat Φ into the body is the force Φ/ϑ:
//!
//! ```text
//! L = ½ (k/ϑᵣ)(α̇ − ϑᵣ)²,   s = ∂L/∂α̇ = (k/ϑᵣ)(ϑ − ϑᵣ),   U = s α̇ − L = ½ (k/ϑᵣ)(ϑ² − ϑᵣ²),   ṡ = Φ/ϑ
//! ```
//!
//! The first system is a body that cools in its surroundings, Φ = −κ (ϑ − ϑ_∞). The second system consists of two bodies
//! that exchange heat: the energy of the pair is constant, and its entropy grows until both have the same temperature.
//! With the midpoint rule both statements hold at every step: ϑ is linear in s, so ΔU = ϑ Δs holds exactly at the middle
//! of the step.
//!
//! (D. Kern, Variational integrators for mechanical systems, lectures, 2016.)

use extremal::prelude::*;

/// A body that loses heat to its surroundings.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(alpha),
    let temperature = dt(alpha),
    lagrangian = 0.5 * capacity / reference * (temperature - reference).powi(2),
    force(alpha = -exchange * (temperature - outside) / temperature),
    discretize(Midpoint, Galerkin<2, Gauss<2>>),
)]
pub(crate) struct WarmBody {
    /// k
    pub(crate) capacity: f64,
    /// ϑᵣ, at which the entropy is zero
    pub(crate) reference: f64,
    /// ϑ_∞
    pub(crate) outside: f64,
    /// κ
    pub(crate) exchange: f64,
}

/// Two bodies that exchange heat with each other only.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(alpha[2]),
    let temperature = dt(alpha),
    let flow = exchange * (temperature[0] - temperature[1]),
    lagrangian = 0.5 / reference * (capacity[0] * (temperature[0] - reference).powi(2)
        + capacity[1] * (temperature[1] - reference).powi(2)),
    force(alpha = [-flow / temperature[0], flow / temperature[1]]),
    discretize(Midpoint),
)]
pub(crate) struct WarmPair {
    /// k of each
    pub(crate) capacity: [f64; 2],
    /// ϑᵣ
    pub(crate) reference: f64,
    /// κ
    pub(crate) exchange: f64,
}

fn main() -> Result<(), extremal::Error> {
    let body = WarmBody {
        capacity: 5.0,
        reference: 1.0,
        outside: 1.0,
        exchange: 0.5,
    };
    let mut motion = Integrator::new(body, Midpoint, 0.1, [0.0], [2.0])?;
    println!("cooling in the open\n    t  temperature   entropy    energy");
    for _ in 0..5 {
        for _ in 0..100 {
            motion.step()?;
        }
        let (temperature, state) = (motion.velocity()?[0], motion.state());
        let energy = motion.energy();
        println!(
            "{:5.1} {temperature:12.6} {:9.5} {energy:9.5}",
            state.t, state.p[0]
        );
    }

    let pair = WarmPair {
        capacity: [5.0, 3.0],
        reference: 1.0,
        exchange: 0.5,
    };
    let mut motion = Integrator::new(pair, Midpoint, 0.1, [0.0, 0.0], [2.0, 0.5])?;
    println!("two bodies\n    t     temperatures       entropy    energy");
    for _ in 0..5 {
        for _ in 0..50 {
            motion.step()?;
        }
        let (v, state) = (motion.velocity()?, motion.state());
        let (entropy, energy) = (state.p[0] + state.p[1], motion.energy());
        println!(
            "{:5.1} {:9.6} {:9.6} {entropy:9.5} {energy:9.5}",
            state.t, v[0], v[1]
        );
    }
    Ok(())
}
