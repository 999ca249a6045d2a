//! Fields of their own for velocities and momenta, beside that of the coordinates, over a whole interval.
//!
//! ```text
//! δ ∫ (1 − α) L(q, q̇) + α [p·q̇ − (1 − β) H(q, p) − β (p·u − L(q, u))] dt = 0
//! ```
//!
//! α = 0 is the single field of all other schemes. The fields are continuous from element to element, so that no element can be
//! solved without the others, and how the motion starts makes a difference: with the impulse P₀ given, linear fields have order 2; with
//! p(0) or q̇(0) given, a mixture of both formulations has less.

use extremal::monolithic::Start;
use extremal::prelude::*;

/// A mass on a spring.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(q),
    kinetic = 0.5 * m * dt(q).powi(2),
    potential = 0.5 * c * q.powi(2),
    discretize(MultiField<1, 1, 1>, Galerkin<2, Gauss<3>>),
)]
pub(crate) struct Spring {
    pub(crate) m: f64,
    pub(crate) c: f64,
}

/// A mass on a rod.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * l.powi(2) * dt(theta).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(MultiField<1, 1, 1>, Galerkin<6, Gauss<6>>),
)]
pub(crate) struct Swing {
    pub(crate) m: f64,
    pub(crate) l: f64,
    pub(crate) g: f64,
}

/// A planet about a fixed star.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(r[2]),
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = -gm * m / r.norm(),
    discretize(MultiField<1, 1, 1>),
)]
pub(crate) struct Planet {
    pub(crate) m: f64,
    pub(crate) gm: f64,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("error of q after 10 s, and the condition number of the whole");
    println!("  alpha   start         h = 0.2   h = 0.1   condition");
    for alpha in [0.0, 0.5, 1.0] {
        for start in [
            Start::Impulse { q0: [0.5], v0: [0.5] },
            Start::Momentum { q0: [0.5], p0: [0.5] },
            Start::Velocity { q0: [0.5], v0: [0.5] },
        ] {
            let solve = |steps: usize| {
                let scheme = MultiField::linear(alpha, 0.0);
                let whole = Monolithic::new(
                    Spring { m: 1.0, c: 1.0 },
                    scheme,
                    10.0 / steps as f64,
                    steps,
                    start,
                );
                whole.with_condition().solve()
            };
            let (long, short) = (solve(50)?, solve(100)?);
            let exact = 0.5 * (f64::cos(10.0) + f64::sin(10.0));
            let error = |states: &[State<f64, _, _>]| f64::abs(last(states) - exact);
            let name = match start {
                Start::Impulse { .. } => "impulse",
                Start::Momentum { .. } => "momentum",
                _ => "velocity",
            };
            println!(
                "  {alpha:<6}  {name:<10}  {:>9.1e} {:>9.1e}   {:>9.1e}",
                error(long.states()),
                error(short.states()),
                short.condition().unwrap_or(f64::NAN),
            );
        }
    }
    let start = Start::Impulse { q0: [1.9], v0: [0.2] };
    let swing = Swing {
        m: 2.0,
        l: 1.5,
        g: 9.81,
    };
    let start_of_planet = Start::Impulse {
        q0: [2.0, 0.0],
        v0: [0.0, 0.6],
    };
    let planet = Planet { m: 1.0, gm: 1.0 };
    println!("corrections of Newton's method: a pendulum over 5 s, a planet over 10 s");
    for (alpha, beta) in [(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 1.0)] {
        let scheme = MultiField::linear(alpha, beta);
        let of_swing = Monolithic::new(swing, scheme, 0.1, 50, start).solve()?;
        let of_planet = Monolithic::new(planet, scheme, 0.1, 100, start_of_planet).solve()?;
        println!(
            "  ({alpha}, {beta})   {}   {}",
            of_swing.iterations(),
            of_planet.iterations()
        );
    }
    Ok(())
}

fn last<P>(states: &[State<f64, extremal::nalgebra::SVector<f64, 1>, P>]) -> f64 {
    states.last().map_or(f64::NAN, |state| state.q[0])
}
