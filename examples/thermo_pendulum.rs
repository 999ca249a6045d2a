//! A pendulum on a thermo-viscoelastic spring: heat as one more coordinate.
//!
//! A mass m moves in the plane on a spring that warms and cools with its stretch. A dashpot inside the spring turns
//! losses into heat. Gravity is neglected. The thermal displacement α has the temperature ϑ = α̇ as its velocity and the
//! entropy s as its momentum. The dashpot's elongation v has no inertia, and therefore no momentum.
//!
//! ```text
//! l = √(x² + y²),   ψₑ = ½ K ln²(l/l₀) − β (ϑ − ϑᵣ) ln(l/l₀) + k [ϑ − ϑᵣ − ϑ ln(ϑ/ϑᵣ)]
//! ψ = (1 + β_c) ψₑ + μ v² − β_c v ∂ψₑ/∂l,   F_v = −∂ψ/∂v,   L = ½ m (ẋ² + ẏ²) − ψ,   s = ∂L/∂α̇
//! 0 = F_v − η v̇,   ṡ = [F_v v̇ − κ (ϑ − ϑ_∞)]/ϑ
//! ```
//!
//! The energy T + ψ + ϑ s is p·q̇ − L, as for every Lagrangian. The losses of the dashpot become heat. So without heat
//! exchange, κ = 0, the energy is constant and the entropy grows.
//!
//! The heat of the dashpot is written as η v̇², which is also `F_v` v̇ in the exact motion. Schemes evaluate forces without a
//! potential at the middle of a step:
//!
//! - The midpoint rule has `F_v` = η v̇ at that point, so both forms are the same motion. Its energy has an error of order 2.
//! - [`Livens`] has a discrete gradient in the place of `F_v`, which differs from `F_v` at the middle by O(h²). With `F_v` v̇ the
//!   friction and the heat would not balance. With η v̇² they do in every step: the energy is exact for κ = 0.
//!
//! In both schemes a step with κ = 0 adds h η v̇²/ϑ to the entropy, and never lowers it. [`Equivariant`] keeps the angular
//! momentum, too: it is the energy-entropy-momentum method of this pendulum. Energy and angular momentum determine the motion
//! in which the pendulum ends. So its final entropy is right to O(h⁴).
//!
//! The dashpot's elongation has no momentum, so p does not determine its velocity, and with `Midpoint` the method `velocity`
//! returns an error. The method `temperature` below computes ϑ in closed form instead. The energy does not depend on the
//! undetermined velocity. `Livens` carries a velocity. Its exact energy, [`Integrator::energy`], is that of the carried
//! temperature, which differs from the ϑ of the entropy by O(h²), and so the energies by O(h⁴).
//!
//! (D. Kern, Variational integrators for mechanical systems, lectures, 2016.)

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Error, StateOf};

/// A mass on a thermo-viscoelastic spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, y, alpha, v),
    massless(v),
    let temperature = dt(alpha),
    let warming = temperature - reference,
    let length = hypot(x, y),
    let stretch = ln(length / rest_length),
    let elastic = 0.5 * stiffness * stretch.powi(2) - coupling * warming * stretch
        + capacity * (warming - temperature * ln(temperature / reference)),
    let tension = (stiffness * stretch - coupling * warming) / length,
    let free_energy = (1 + share) * elastic + mu * v.powi(2) - share * v * tension,
    lagrangian = 0.5 * m * (dt(x).powi(2) + dt(y).powi(2)) - free_energy,
    symmetry(rotation = [-y, x, 0, 0]),
    force(
        v = -viscosity * dt(v),
        alpha = (viscosity * dt(v).powi(2) - exchange * (temperature - outside)) / temperature,
    ),
    discretize(Midpoint, Livens, Equivariant<Livens>),
)]
pub(crate) struct ThermoPendulum {
    pub(crate) m: f64,
    /// K
    pub(crate) stiffness: f64,
    /// l₀
    pub(crate) rest_length: f64,
    /// β, the thermoelastic coupling
    pub(crate) coupling: f64,
    /// k, the heat capacity
    pub(crate) capacity: f64,
    /// ϑᵣ, the temperature at which the spring is relaxed at l₀
    pub(crate) reference: f64,
    /// ϑ_∞
    pub(crate) outside: f64,
    /// μ, the dashpot's spring
    pub(crate) mu: f64,
    /// `β_c`, the dashpot's share in the spring
    pub(crate) share: f64,
    /// η
    pub(crate) viscosity: f64,
    /// κ, the heat exchange with the surroundings
    pub(crate) exchange: f64,
}

/// (x, y, α, v) and its velocity: in motion, and warmer than the surroundings.
const START: ([f64; 4], [f64; 4]) = ([1.1, 0.0, 0.0, 0.0], [0.0, 2.0, 1.2, 0.0]);

impl ThermoPendulum {
    /// A stiff spring with heat exchange.
    pub(crate) const SAMPLE: Self = Self {
        m: 1.0,
        stiffness: 100.0,
        rest_length: 1.0,
        coupling: 1.0,
        capacity: 5.0,
        reference: 1.0,
        outside: 1.0,
        mu: 20.0,
        share: 0.5,
        viscosity: 10.0,
        exchange: 0.5,
    };

    /// The ϑ with ∂L/∂ϑ = s, in closed form.
    pub(crate) fn temperature(&self, x: f64, y: f64, v: f64, entropy: f64) -> f64 {
        let length = x.hypot(y);
        let stretch = (length / self.rest_length).ln();
        let thermal = (entropy + self.share * self.coupling * v / length) / (1.0 + self.share);
        self.reference * ((thermal - self.coupling * stretch) / self.capacity).exp()
    }

    /// T + ψ + ϑ s. It does not depend on v̇.
    pub(crate) fn energy(&self, state: &StateOf<Self>) -> f64 {
        let [x, y, _, v] = state.q.into();
        let [px, py, entropy, _] = state.p.into();
        let temperature = self.temperature(x, y, v, entropy);
        let velocity = [px / self.m, py / self.m, temperature, 0.0];
        self.generalized_energy(state.t, &state.q, &velocity.into())
    }
}

/// Without heat exchange: the largest error of the energy in 20 s, the smallest change of the entropy in a step, and its value
/// at the end.
fn closed<D>(scheme: D, h: f64) -> Result<[f64; 3], Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let pendulum = ThermoPendulum {
        exchange: 0.0,
        ..ThermoPendulum::SAMPLE
    };
    let mut motion = Integrator::new(pendulum, scheme, h, START.0, START.1)?;
    let (energy, mut entropy) = (motion.energy(), motion.state().p[2]);
    let (mut error, mut change) = (0.0_f64, f64::INFINITY);
    while motion.time() < 20.0 - 0.5 * h {
        motion.step()?;
        let now = motion.state().p[2];
        error = error.max((motion.energy() - energy).abs());
        change = change.min(now - entropy);
        entropy = now;
    }
    Ok([error, change, entropy])
}

fn main() -> Result<(), Error> {
    let pendulum = ThermoPendulum::SAMPLE;
    let mut motion = Integrator::new(pendulum, Midpoint, 0.01, START.0, START.1)?;
    println!("    t        x        y   temperature   entropy    energy");
    for _ in 0..=10 {
        let state = motion.state();
        let [x, y, _, v] = state.q.into();
        println!(
            "{:5.1} {x:8.4} {y:8.4}   {:11.5} {:9.5} {:9.5}",
            state.t,
            pendulum.temperature(x, y, v, state.p[2]),
            state.p[2],
            pendulum.energy(&state),
        );
        for _ in 0..100 {
            motion.step()?;
        }
    }

    println!("without heat exchange, h = 0.05:   error of E   least change of s   s at the end");
    for (name, [error, change, entropy]) in [
        ("variational, Midpoint", closed(Midpoint, 0.05)?),
        ("energy-consistent, Livens", closed(Livens, 0.05)?),
        ("with Equivariant<Livens>", closed(Equivariant(Livens), 0.05)?),
    ] {
        println!("{name:34} {error:10.1e} {change:19.1e} {entropy:14.8}");
    }
    Ok(())
}
