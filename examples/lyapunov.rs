//! Chaos as a number: the Lyapunov exponent of a double pendulum, from the derivative of each step.
//!
//! The derivative J of each step moves a small deviation δ of the state (q, p) along the motion: δ ← J δ. In a chaotic
//! motion δ grows like e^(λ t); the mean rate λ is the largest Lyapunov exponent. Because δ would overflow, it is
//! normalised after each step, and the logarithms of its growth are summed:
//!
//! ```text
//! λ = lim (1/t) Σ ln |J δ|,   δ ← J δ / |J δ|
//! ```
//!
//! (Benettin, Galgani, Giorgilli and Strelcyn, 1980). `linearize` computes J without making the step. J is exact to
//! rounding; it is not a difference of two motions. In a regular motion δ grows like t, and λ tends to 0 like (ln t)/t.

use extremal::prelude::*;

/// Two point masses on two massless rods, at the angles α and β from hanging down.
#[derive(Lagrangian)]
#[lagrangian(
    coordinates(alpha, beta),
    let upper = [l * sin(alpha), -l * cos(alpha)],
    let lower = upper + [l * sin(beta), -l * cos(beta)],
    kinetic = 0.5 * m * (dt(upper).norm_squared() + dt(lower).norm_squared()),
    potential = m * g * (upper[1] + lower[1]),
    discretize(Galerkin<2, Gauss<2>>),
)]
struct DoublePendulum {
    m: f64,
    l: f64,
    g: f64,
}

/// Releases the pendulum at rest from `angles`, and prints times with the mean rate of growth until then.
fn print_exponent(pendulum: &DoublePendulum, angles: [f64; 2]) -> Result<(), extremal::Error> {
    let scheme = Galerkin::<2, Gauss<2>>::default();
    let mut motion = Integrator::new(pendulum, scheme, 0.01, angles, [0.0, 0.0])?;
    // Any initial direction will do, because δ turns into the direction that grows fastest. This one is along α.
    let mut deviation = motion.linearize()?.by_state.column(0).normalize();
    let mut growth = 0.0;
    println!("\nreleased at rest from {angles:?}:\n     t   exponent");
    for _ in 0..10 {
        for _ in 0..10_000 {
            deviation = motion.linearize()?.by_state * deviation;
            motion.step()?;
            let length = deviation.norm();
            growth += length.ln();
            deviation /= length;
        }
        println!("{:6.0}   {:8.4}", motion.time(), growth / motion.time());
    }
    Ok(())
}

fn main() -> Result<(), extremal::Error> {
    let pendulum = DoublePendulum {
        m: 1.0,
        l: 1.0,
        g: 9.81,
    };
    print_exponent(&pendulum, [2.5, 2.5])?;
    print_exponent(&pendulum, [2.0, 1.5])
}
