//! Long runs: quantities that are constant to rounding, that only grow, or that do not drift.
//!
//! All runs have the same step size.

use extremal::Error;
use extremal::prelude::*;

use super::{CLOSED, OPEN, angular_momentum, motion, temperature};
use crate::systems::thermo_pendulum::ThermoPendulum;
use report::table::Row;

/// The results of one long run.
struct Long {
    angular: f64,
    /// The largest decrease of s in one step.
    fall: f64,
    /// The largest |`p_v`|.
    inert: f64,
    /// E − E₀ in the first and in the second half: the largest deviations.
    energy: [f64; 2],
    /// The least and the largest E of the second half.
    late: (f64, f64),
    /// s − s₀ at the end.
    produced: f64,
    temperature: f64,
}

impl Long {
    fn new() -> Self {
        Self {
            angular: 0.0,
            fall: 0.0,
            inert: 0.0,
            energy: [0.0; 2],
            late: (f64::INFINITY, f64::NEG_INFINITY),
            produced: 0.0,
            temperature: f64::NAN,
        }
    }
}

fn long(system: ThermoPendulum, steps: usize) -> Result<Long, Error> {
    let mut motion = motion(system, Midpoint, 0.01)?;
    let begin = motion.state();
    let (angular, energy) = (angular_momentum(&begin), system.energy(&begin));
    let (mut long, mut before) = (Long::new(), begin);
    for step in 0..steps {
        motion.step()?;
        let state = motion.state();
        long.angular = long.angular.max((angular_momentum(&state) - angular).abs());
        long.fall = long.fall.max(before.p[2] - state.p[2]);
        long.inert = long.inert.max(state.p[3].abs());
        let half = &mut long.energy[2 * step / steps];
        let now = system.energy(&state);
        *half = half.max((now - energy).abs());
        if 2 * step >= steps {
            long.late = (long.late.0.min(now), long.late.1.max(now));
        }
        before = state;
    }
    long.produced = before.p[2] - begin.p[2];
    long.temperature = temperature(&system, &before);
    Ok(long)
}

pub(super) fn rows(steps: usize) -> Result<Vec<Row>, Error> {
    let (open, closed) = (long(OPEN, steps)?, long(CLOSED, steps)?);
    // β_c = 0 decouples the dashpot, which stays at rest.
    let elastic = long(ThermoPendulum { share: 0.0, ..CLOSED }, steps)?;
    let thousands = steps / 1000;
    let after = |what: &str| format!("{what}, {thousands} thousand steps of h = 0.01");
    Ok(vec![
        Row::below(
            after("max |D − D₀| with heat exchange"),
            // √10⁵ roundings of ε/2 · 2.2 are 8e-14.
            1e-12,
            open.angular,
            "L and all forces are symmetric under rotations; random roundings over the steps",
        ),
        Row::below(
            "the same, max |p_v|",
            // p_v of a step is the residual of its equation minus p_v before it: a random walk. With v = 0.055 the residual is
            // half of η = 10 times the last bit of v, 3.5e-17. √10⁵ of it are 1e-14, of which the largest on the way is a few.
            1e-13,
            open.inert,
            "v has no momentum at the start and gains none; random roundings over the steps",
        ),
        Row::number(
            "temperature at the end of this run",
            OPEN.outside,
            open.temperature,
            // At the middle of a step of a rotation with ω = 2, l is cos(ω h/2) times its value at the nodes: β/k · 5e-5 = 1e-5.
            // After the 200 s of a quick run a part of e^(−13) remains.
            2e-5,
            "the temperature of the surroundings at the middle of each step; at the nodes, which are farther from the pivot, it differs by 1e-5",
        ),
        Row::below(
            after("largest decrease of s in one step, κ = 0"),
            // Adding a positive number does not lower a sum, even with rounding.
            0.0,
            closed.fall,
            "no decrease: a step adds h η v̇²/ϑ ≥ 0, evaluated at the middle of the step",
        ),
        Row::below(
            "κ = 0: spread of E in the second half",
            // √10⁵ roundings of E = 4, and e^(−200) of the oscillation.
            1e-12,
            closed.late.1 - closed.late.0,
            "friction turns into heat; when the spring is at rest, the error of E no longer changes",
        ),
        Row::below(
            after("β_c = 0, κ = 0: max |s − s₀|"),
            // Zeros are added, without rounding.
            0.0,
            elastic.produced.abs(),
            "conservative: the dashpot does not move, α is cyclic, and s does not change",
        ),
        Row::number(
            "β_c = 0, κ = 0: max |E − E₀| of the second half over that of the first",
            1.0,
            elastic.energy[1] / elastic.energy[0],
            // Hundreds of oscillations in each half reach the same peaks.
            0.05,
            "a symplectic scheme without forces: the energy error stays bounded",
        ),
    ])
}
