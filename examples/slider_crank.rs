//! A slider-crank mechanism, declared twice: as a closed loop in redundant coordinates, and with the angle of its crank
//! as the only coordinate.
//!
//! A crank of length r turns about the origin. A rod of length l connects its pin with a slider on the x-axis. Crank and
//! rod are uniform bars, the slider is a point mass, and gravity points down:
//!
//! ```text
//! coordinates        φ (crank), ψ (rod), s (slider)
//! the loop closes    r cos φ + l cos ψ − s = 0,   r sin φ + l sin ψ = 0
//! ```
//!
//! Three coordinates and two constraints leave one degree of freedom. The first declaration does not solve the loop. Its
//! multipliers are the forces in the pin of the slider: λ₁ along the axis, λ₂ across it. The second declaration solves the
//! loop by hand, for l > r: sin ψ = −(r/l) sin φ and s = r cos φ + √(l² − r² sin² φ).

use extremal::prelude::*;

/// The mechanism as a loop closed by constraints.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi, psi, s),
    let pin = [r * cos(phi), r * sin(phi)],
    let centre = pin + 0.5 * [l * cos(psi), l * sin(psi)],
    kinetic = 0.5 * (crank * r.powi(2) / 3 * dt(phi).powi(2) + rod * dt(centre).norm_squared()
        + rod * l.powi(2) / 12 * dt(psi).powi(2) + slider * dt(s).powi(2)),
    potential = g * (crank * 0.5 * pin[1] + rod * centre[1]),
    constraint(closure = [r * cos(phi) + l * cos(psi) - s, r * sin(phi) + l * sin(psi)]),
    discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>),
)]
pub(crate) struct SliderCrank {
    /// The crank's length.
    pub(crate) r: f64,
    /// The rod's length.
    pub(crate) l: f64,
    pub(crate) g: f64,
    /// The crank's mass.
    pub(crate) crank: f64,
    /// The rod's mass.
    pub(crate) rod: f64,
    /// The slider's mass.
    pub(crate) slider: f64,
}

/// The mechanism by the angle of its crank.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi),
    let across = -r / l * sin(phi),
    let along = sqrt(1 - across.powi(2)),
    let pin = [r * cos(phi), r * sin(phi)],
    let centre = pin + 0.5 * l * [along, across],
    let s = pin[0] + l * along,
    let turning = dt(across) / along,
    kinetic = 0.5 * (crank * r.powi(2) / 3 * dt(phi).powi(2) + rod * dt(centre).norm_squared()
        + rod * l.powi(2) / 12 * turning.powi(2) + slider * dt(s).powi(2)),
    potential = g * (crank * 0.5 * pin[1] + rod * centre[1]),
    discretize(Midpoint, Galerkin<4, Gauss<4>>),
)]
pub(crate) struct SliderCrankByAngle {
    pub(crate) r: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
    pub(crate) crank: f64,
    pub(crate) rod: f64,
    pub(crate) slider: f64,
}

/// All coordinates and their rates, from the angle of the crank and its rate.
pub(crate) fn assembled(r: f64, l: f64, phi: f64, rate: f64) -> ([f64; 3], [f64; 3]) {
    let across = -r / l * phi.sin();
    let along = (1.0 - across * across).sqrt();
    let turning = -r / l * phi.cos() * rate / along;
    (
        [phi, across.asin(), r * phi.cos() + l * along],
        [rate, turning, -r * phi.sin() * rate - l * across * turning],
    )
}

fn main() -> Result<(), extremal::Error> {
    let (r, l, g, crank, rod, slider) = (0.3, 0.7, 9.81, 2.0, 1.0, 1.5);
    let (rate, h) = (12.0, 1e-3);
    let (q, v) = assembled(r, l, 0.0, rate);
    let loop_of_three = SliderCrank {
        r,
        l,
        g,
        crank,
        rod,
        slider,
    };
    let by_angle = SliderCrankByAngle {
        r,
        l,
        g,
        crank,
        rod,
        slider,
    };
    let mut tied = Integrator::new(&loop_of_three, Midpoint, h, q, v)?;
    let mut free = Integrator::new(&by_angle, Midpoint, h, [0.0], [rate])?;
    let energy = tied.energy();
    println!(
        "    t        φ        ψ        s  loop open  energy error  φ − φ by the angle  force on the slider"
    );
    for _ in 0..10 {
        let mut reactions = 0.0;
        for _ in 0..100 {
            reactions = tied.step()?.reactions[0];
            free.step()?;
        }
        let state = tied.state();
        let closure = loop_of_three.constraints(state.t, &state.q);
        let open = closure[0].abs().max(closure[1].abs());
        println!(
            "{:5.2} {:8.4} {:8.4} {:8.4} {:10.0e} {:13.1e} {:19.1e} {reactions:20.3}",
            state.t,
            state.q[0],
            state.q[1],
            state.q[2],
            open,
            tied.energy() - energy,
            state.q[0] - free.state().q[0],
        );
    }
    Ok(())
}
