//! Long runs: what is constant to rounding, what only grows, and what does not drift.
//!
//! Knows one step size, and nothing of orders.

use extremal::Error;

use super::{CLOSED, OPEN, angular_momentum, motion, temperature};
use crate::table::Row;
use crate::thermo_pendulum::ThermoPendulum;

/// What one long run keeps and produces.
struct Long {
    angular: f64,
    /// The largest fall of s in one step.
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
    let mut motion = motion(system, 0.01)?;
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
    // β_c = 0 uncouples the dashpot, which stays at rest.
    let elastic = long(ThermoPendulum { share: 0.0, ..CLOSED }, steps)?;
    let thousands = steps / 1000;
    let after = |what: &str| format!("{what}, {thousands} thousand steps of h = 0.01");
    Ok(vec![
        Row::below(
            after("max |D − D₀| with heat exchange"),
            // √10⁵ roundings of ε/2 · 2.2 are 8e-14.
            1e-12,
            open.angular,
            "turning is a symmetry of L and of all its forces: rounding, at random over the steps",
        ),
        Row::below(
            "the same, max |p_v|",
            // A few ε of h F_v, F_v < 20; what is left of one step is part of the next one's equation.
            1e-14,
            open.inert,
            "v has no momentum and begins with none: rounding is left, and does not add up",
        ),
        Row::number(
            "its temperature at the end",
            OPEN.outside,
            open.temperature,
            // Turning with ω = 2, l is cos(ω h/2) of that at the nodes in the middle of a step: β/k · 5e-5 = 1e-5.
            // In a quick run of 200 s a part of e^(−13) is left.
            2e-5,
            "that of the outside, in the middle of each step; at nodes, on the circle about the chord, by 1e-5 off",
        ),
        Row::below(
            after("largest fall of s in one step, κ = 0"),
            // Rounding does not turn a sum with a positive number into a fall.
            0.0,
            closed.fall,
            "none: a step adds h η v̇²/ϑ ≥ 0, all of it at the middle of the step",
        ),
        Row::below(
            "κ = 0: spread of E in the second half",
            // √10⁵ roundings of E = 4, and e^(−200) of the swinging.
            1e-12,
            closed.late.1 - closed.late.0,
            "what friction takes becomes heat: once the spring is at rest, E has no error that could change",
        ),
        Row::below(
            after("β_c = 0, κ = 0: max |s − s₀|"),
            // No rounding: zeros are added.
            0.0,
            elastic.produced.abs(),
            "conservative: nothing moves the dashpot, α is cyclic, and nothing is added to s",
        ),
        Row::number(
            "β_c = 0, κ = 0: max |E − E₀| of the second half over that of the first",
            1.0,
            elastic.energy[1] / elastic.energy[0],
            // Hundreds of swings in each half meet the same peaks.
            0.05,
            "a symplectic scheme without forces: bounded for good",
        ),
    ])
}
