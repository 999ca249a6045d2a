//! The motion in which the closed pendulum ends: a steady rotation that its energy and angular momentum determine.
//!
//! Contains no time steps; derivatives are written by hand.
//!
//! ```text
//! D²/(m l³) = ∂ψ/∂l,   ∂ψ/∂v = 0,   E = D²/(2 m l²) + ψ + ϑ s
//! ```

use crate::systems::thermo_pendulum::ThermoPendulum;

/// What is known at a length l and a temperature ϑ, with the dashpot at rest.
struct Rest {
    /// ∂ψ/∂l − D²/(m l³)
    pull: f64,
    energy: f64,
    entropy: f64,
}

fn rest(system: &ThermoPendulum, angular: f64, length: f64, temperature: f64) -> Rest {
    let ThermoPendulum {
        m,
        stiffness,
        coupling,
        capacity,
        reference,
        mu,
        share,
        ..
    } = *system;
    let (stretch, warming) = ((length / system.rest_length).ln(), temperature - reference);
    let warmed = (temperature / reference).ln();
    let tension = (stiffness * stretch - coupling * warming) / length;
    let slope = (stiffness / length - tension) / length;
    let v = share * tension / (2.0 * mu);
    let elastic = 0.5 * stiffness * stretch.powi(2) - coupling * warming * stretch
        + capacity * (warming - temperature * warmed);
    let entropy = (1.0 + share) * (coupling * stretch + capacity * warmed) - share * coupling * v / length;
    let free_energy = (1.0 + share) * elastic + mu * v * v - share * v * tension;
    Rest {
        pull: (1.0 + share) * tension - share * v * slope - angular.powi(2) / (m * length.powi(3)),
        energy: 0.5 * (angular / length).powi(2) / m + free_energy + temperature * entropy,
        entropy,
    }
}

/// The entropy of the steady rotation with a given E and D.
pub(super) fn entropy_at_rest(system: &ThermoPendulum, energy: f64, angular: f64) -> f64 {
    let at = |temperature| {
        let l = system.rest_length;
        let length = root((0.9 * l, 1.5 * l), |length| {
            rest(system, angular, length, temperature).pull
        });
        rest(system, angular, length, temperature)
    };
    let temperature = root((system.reference, 2.0 * system.reference), |temperature| {
        at(temperature).energy - energy
    });
    at(temperature).entropy
}

/// The zero of a function that rises, by bisection to rounding.
fn root((mut low, mut high): (f64, f64), f: impl Fn(f64) -> f64) -> f64 {
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        *(if f(middle) < 0.0 { &mut low } else { &mut high }) = middle;
    }
    0.5 * (low + high)
}
