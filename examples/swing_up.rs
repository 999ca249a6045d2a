//! A pole that is swung up with the least effort: an optimal motion with bounds, and the gains that hold it.
//!
//! A mass of 0.3 kg hangs from a cart of 1 kg by a massless rod of 0.5 m. Within two seconds a force on the cart has to bring the
//! pole to its upright rest, one metre away, with the least effort ∫ u² dt:
//!
//! ```text
//! T = ½ M ẋ² + ½ m |ṙ|²,   r = (x + l sin θ, −l cos θ),   V = −m g l cos θ,   f_x = u,   |x| ≤ 2,  |u| ≤ 20
//! ```
//!
//! M. Kelly, An introduction to trajectory optimization, SIAM Review 59 (2017). The optimum of continuous inputs is
//! 58.8076674579; with inputs that are held over a step it is approached with the square of h.

use std::error::Error;
use std::f64::consts::PI;
use std::time::Instant;

use extremal::nalgebra::Vector4;
use extremal::planning::{OptimalControl, Plan, Quadratic};
use extremal::prelude::*;

/// A pole that hangs from a cart.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x, theta),
    inputs(push),
    let bob = [x + l * sin(theta), -l * cos(theta)],
    kinetic = 0.5 * cart * dt(x).powi(2) + 0.5 * m * dt(bob).norm_squared(),
    potential = m * g * bob[1],
    force(x = push),
    discretize(Midpoint),
)]
struct CartPole {
    cart: f64,
    m: f64,
    l: f64,
    g: f64,
}

const CART_POLE: CartPole = CartPole {
    cart: 1.0,
    m: 0.3,
    l: 0.5,
    g: 9.81,
};

/// The plan with this number of steps, in which |u| is at most `most`.
fn plan(steps: usize, most: f64) -> Result<Plan<CartPole, 4, 1>, Box<dyn Error>> {
    let hanging = Integrator::new(CART_POLE, Midpoint, 2.0 / steps as f64, [0.0, 0.0], [0.0, 0.0])?;
    let plan = OptimalControl::new(&hanging, steps, Quadratic::effort([1.0]))
        .ending_at([1.0, PI], [0.0, 0.0])
        .coordinates_within([-2.0, -f64::INFINITY], [2.0, f64::INFINITY])
        .inputs_within([-most], [most]);
    Ok(plan.solve()?)
}

fn main() -> Result<(), Box<dyn Error>> {
    println!("  steps        effort  iterations  optimality      time");
    for steps in [25, 100, 1000] {
        let begin = Instant::now();
        let found = plan(steps, 20.0)?;
        println!(
            "{steps:>7}  {:>12.9}  {:>10}  {:>10.1e}  {:>5.0} ms",
            found.cost,
            found.iterations,
            found.optimality,
            1e3 * begin.elapsed().as_secs_f64()
        );
    }

    let weaker = plan(100, 10.0)?;
    println!(
        "with |u| ≤ 10: effort {:.6}, {} of 100 inputs at their bounds",
        weaker.cost,
        weaker.active.len()
    );

    // Pushed at the start, with the inputs alone and with the gains.
    for has_gains in [false, true] {
        let mut motion = Integrator::new(CART_POLE, Midpoint, 0.02, [0.0, 0.0], [0.0, 0.0])?;
        motion.kick([0.05, 0.0])?;
        for ((planned, inputs), gain) in weaker.states.iter().zip(&weaker.inputs).zip(&weaker.gains) {
            let (dq, dp) = (motion.state().q - planned.q, motion.state().p - planned.p);
            let correction = gain * Vector4::new(dq[0], dq[1], dp[0], dp[1]);
            let correction = if has_gains { correction[0] } else { 0.0 };
            motion.step_with([inputs[0] - correction])?;
        }
        let end = motion.state().q;
        println!(
            "pushed, gains {has_gains}: x = {:.3}, theta = {:.3}",
            end[0], end[1]
        );
    }
    Ok(())
}
