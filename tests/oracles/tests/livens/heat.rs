//! L that is not of degree two in the velocities, with heat: E is kept, the entropy never falls, and what is cyclic or has no
//! mass has no part in the corrections of the others. The same in a system of any size.

use extremal::blocks::{NoInputs, Vector};
use extremal::prelude::*;

/// A mass on a spring in series with one that hardens and that friction brakes. The friction heats it.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x, s, alpha),
    massless(s),
    let temperature = dt(alpha),
    lagrangian = 0.5 * dt(x).powi(2) - 0.5 * (x - s).powi(2) - 0.25 * s.powi(4) - x.powi(4)
        + 0.3 * x * s * temperature + temperature * ln(temperature),
    force(s = -d * dt(s), alpha = d * dt(s).powi(2) / temperature),
    discretize(Livens)
)]
struct Warm {
    d: f64,
}

/// Many of them.
#[derive(Clone, Lagrangian)]
#[lagrangian(
    coordinates(x[bodies], s[bodies], alpha[bodies]),
    massless(s),
    lagrangian = sum(0..bodies, |i| 0.5 * dt(x[i]).powi(2) - 0.5 * (x[i] - s[i]).powi(2) - 0.25 * s[i].powi(4)
        - x[i].powi(4) + 0.3 * x[i] * s[i] * dt(alpha[i]) + dt(alpha[i]) * ln(dt(alpha[i]))),
    force(
        s = array(0..bodies, |i| -d * dt(s[i])),
        alpha = array(0..bodies, |i| d * dt(s[i]).powi(2) / dt(alpha[i])),
    ),
    discretize(Livens)
)]
struct WarmOnes {
    bodies: usize,
    d: f64,
}

/// What 400 steps of h = 0.05 do to a motion with the momenta (of x, of s, of α), each for all bodies.
struct Found {
    /// The largest |E − E₀|.
    energy: f64,
    /// The largest momentum of s.
    massless: f64,
    /// The largest decrease of an entropy in one step.
    fall: f64,
    /// The smallest change of an entropy in all steps.
    gain: f64,
    /// The largest |x − x₀|.
    way: f64,
}

fn found<S>(mut motion: Integrator<S, Livens>, bodies: usize) -> Result<Found, extremal::Error>
where
    S: Discretize<Livens, Scalar = f64, Inputs: NoInputs>,
{
    let begin = motion.state();
    let (energy, mut before) = (motion.energy(), begin.p.as_slice().to_vec());
    let mut found = Found {
        energy: 0.0,
        massless: 0.0,
        fall: 0.0,
        gain: f64::INFINITY,
        way: 0.0,
    };
    for _ in 0..400 {
        motion.step()?;
        let state = motion.state();
        let p = state.p.as_slice().to_vec();
        found.energy = found.energy.max((motion.energy() - energy).abs());
        found.way = found
            .way
            .max((state.q.as_slice()[0] - begin.q.as_slice()[0]).abs());
        for k in 0..bodies {
            found.massless = found.massless.max(p[bodies + k].abs());
            found.fall = found.fall.max(before[2 * bodies + k] - p[2 * bodies + k]);
        }
        before = p;
    }
    let entropies = before.iter().zip(begin.p.as_slice()).skip(2 * bodies);
    for (after, before) in entropies.take(bodies) {
        found.gain = found.gain.min(after - before);
    }
    Ok(found)
}

fn check([without, with]: [Found; 2]) {
    for found in [&without, &with] {
        // Adding numbers that are not negative does not lower a sum, even with rounding.
        assert!(found.fall <= 0.0, "{:e}", found.fall);
        // A walk of residuals of a few ε of forces below two.
        assert!(found.massless < 1e-12, "{:e}", found.massless);
        // A motion that is none would prove nothing.
        assert!(found.way > 0.5, "{:e}", found.way);
    }
    // Zeros are added. E is not looked at: without friction s starts where no potential holds it, so that its velocity jumps.
    assert!(without.gain == 0.0, "{:e}", without.gain);
    assert!(with.gain > 1e-3, "{:e}", with.gain);
    // Terms below three, and √400 of their roundings.
    assert!(with.energy < 1e-13, "{:e}", with.energy);
}

#[test]
fn friction_heats_and_keeps_energy() -> Result<(), extremal::Error> {
    let run = |d| {
        let motion = Integrator::new(Warm { d }, Livens, 0.05, [0.9, 0.4, 0.0], [0.5, 0.0, 1.2])?;
        found(motion, 1)
    };
    check([run(0.0)?, run(0.3)?]);
    Ok(())
}

#[test]
fn friction_heats_bodies_of_any_number() -> Result<(), extremal::Error> {
    let run = |d| {
        let q = [[0.9, -0.7, 0.8], [0.4, -0.3, 0.4], [0.0; 3]].concat();
        let v = [[0.5, -0.2, 0.6], [0.0; 3], [1.2, 0.8, 1.5]].concat();
        found(Integrator::new(WarmOnes { bodies: 3, d }, Livens, 0.05, q, v)?, 3)
    };
    check([run(0.0)?, run(0.3)?]);
    Ok(())
}
