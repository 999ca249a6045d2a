//! A cart that balances a pole: inputs, outputs, feedback from the derivative of a step, and a file to plot from.
//!
//! A mass m on a massless rod of length l is hinged on a cart of mass M. The rod has the angle θ from the upright position; a
//! force u pushes the cart along a rail:
//!
//! ```text
//! T = ½ M ẋ² + ½ m |ṙ|²,   r = (x + l sin θ, l cos θ),   V = m g l cos θ,   f_x = u
//! ```
//!
//! The example needs no linearization by hand: `linearize_with` returns the exact derivative of one step. The gain of the
//! feedback u = −k·z follows from Riccati's equation, with the matrices of the simulation itself. The result is
//! written as comma-separated values: time, coordinates, velocities, momenta, outputs, input and energy, one column each.

use std::error::Error;
use std::fs::{self, File};

use extremal::planning::{Weights, lqr};
use extremal::prelude::*;

/// A pole on a cart.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(x, theta),
    inputs(push),
    let bob = [x + l * sin(theta), l * cos(theta)],
    kinetic = 0.5 * cart * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = m * g * bob[1],
    force(x = push),
    output(bob_at = bob),
    discretize(Midpoint),
)]
struct CartPole {
    cart: f64,
    m: f64,
    l: f64,
    g: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let system = CartPole {
        cart: 1.0,
        m: 0.2,
        l: 0.5,
        g: 9.81,
    };
    let h = 0.01;

    // The derivative of a step at the upright pole, with respect to the state (x, θ, pₓ, p_θ) and to the input.
    let upright = Integrator::new(&system, Midpoint, h, [0.0, 0.0], [0.0, 0.0])?;
    let step = upright.linearize_with([0.0])?;

    // The regulator of the cost Σ ½ |z|² + 0.05 u².
    let regulator = lqr(&step, &Weights::diagonal([1.0; 4], [0.1]))?;
    let gain = regulator.gain;
    println!(
        "gain: {:.3} {:.3} {:.3} {:.3}",
        gain[0], gain[1], gain[2], gain[3]
    );

    // Six seconds from 30 degrees; the controller reads the state before each step.
    let mut motion = Integrator::new(&system, Midpoint, h, [0.0, 0.5], [0.0, 0.0])?;
    let trajectory = motion.run_with(600, |motion| {
        let State { q, p, .. } = motion.state();
        regulator.correction([q[0], q[1], p[0], p[1]])
    })?;

    for state in trajectory.states().iter().step_by(100) {
        println!(
            "t = {:.1}  x = {:+.4}  theta = {:+.4}",
            state.t, state.q[0], state.q[1]
        );
    }
    fs::create_dir_all("out")?;
    trajectory.write_csv(&system, File::create("out/cart_pole.csv")?)?;
    println!("written: out/cart_pole.csv");
    Ok(())
}
