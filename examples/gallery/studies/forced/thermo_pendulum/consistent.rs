//! The variational scheme beside the energy-consistent one, without heat exchange: energy, entropy and angular momentum.
//!
//! `Livens` and `Equivariant<Livens>` are derived from the declaration that `Midpoint` is derived from.

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::equilibrium::entropy_at_rest;
use super::{CLOSED, START, angular_momentum};
use crate::systems::thermo_pendulum::ThermoPendulum;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::study::Outcome;
use report::table::{Row, short};

/// As far as curves go.
const DRAWN: f64 = 20.0;

/// The quantities of one run at its nodes.
struct Run {
    /// The largest |E − E₀|, with the velocity that the scheme carries.
    energy: f64,
    /// The largest |E − E₀|, with the temperature of the entropy.
    of_entropy: f64,
    angular: f64,
    /// The largest decrease of s in one step.
    fall: f64,
    /// At the end.
    entropy: f64,
    /// (t, |E − E₀|) and (t, s − s₀)
    curves: [Curve; 2],
}

fn run<D>(scheme: D, h: f64, steps: usize) -> Result<Run, Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut motion = Integrator::new(CLOSED, scheme, h, START.0, START.1)?;
    let begin = motion.state();
    let energies = [motion.energy(), CLOSED.energy(&begin)];
    let (angular, mut entropy) = (angular_momentum(&begin), begin.p[2]);
    let mut run = Run {
        energy: 0.0,
        of_entropy: 0.0,
        angular: 0.0,
        fall: 0.0,
        entropy,
        curves: [Vec::new(), Vec::new()],
    };
    for _ in 0..steps {
        motion.step()?;
        let state = motion.state();
        let error = (motion.energy() - energies[0]).abs();
        run.energy = run.energy.max(error);
        run.of_entropy = run.of_entropy.max((CLOSED.energy(&state) - energies[1]).abs());
        run.angular = run.angular.max((angular_momentum(&state) - angular).abs());
        run.fall = run.fall.max(entropy - state.p[2]);
        entropy = state.p[2];
        if state.t < DRAWN {
            // Zero has no logarithm; it is drawn as ε.
            run.curves[0].push((state.t, error.max(f64::EPSILON)));
            run.curves[1].push((state.t, entropy - begin.p[2]));
        }
    }
    run.entropy = entropy;
    Ok(run)
}

pub(super) fn rows(steps: usize) -> Result<Vec<Row>, Error> {
    let runs = [run(Livens, 0.01, steps)?, run(Equivariant(Livens), 0.01, steps)?];
    let thousands = steps / 1000;
    let mut rows = Vec::new();
    for (name, run) in ["Livens", "Equivariant<Livens>"].into_iter().zip(&runs) {
        rows.push(Row::below(
            format!("{name}, κ = 0: max |E − E₀|, {thousands} thousand steps of h = 0.01"),
            // √10⁵ roundings of E = 4 are 1.4e-13.
            1e-12,
            run.energy,
            "friction and its heat are the same number in every step, and the rest of E is kept by discrete gradients",
        ));
        rows.push(Row::below(
            format!("{name}, κ = 0: largest decrease of s in one step"),
            // Adding a positive number does not lower a sum, even with rounding.
            0.0,
            run.fall,
            "no decrease: a step adds h η v̇²/ϑ ≥ 0 and nothing else, since L does not depend on α",
        ));
        rows.push(Row::below(
            format!("{name}, κ = 0: max |E − E₀|, with the temperature of the entropy"),
            // ln ϑ in the middle is not the mean of both nodes. So the carried ϑ and that of the entropy differ by up to
            // 2 h² ϑ̇²/(8 ϑ) = 1.2e-6, with ϑ̇ = (12/s) 0.02 at the start, and E by (1 + β_c) k/(2 ϑ) times its square, 4e-12.
            1e-11,
            run.of_entropy,
            "E is stationary in ϑ, so that both energies differ by the square of a difference of order 2",
        ));
    }
    let [_, with_momentum] = &runs;
    rows.push(Row::below(
        "Equivariant<Livens>, κ = 0: max |D − D₀| of this run",
        // √10⁵ roundings of ε/2 · 2.2 are 8e-14.
        1e-12,
        with_momentum.angular,
        "the discrete gradient has the symmetry of L; random roundings over the steps",
    ));
    rows.extend(at_rest()?);
    Ok(rows)
}

/// The entropy in which a long step ends: 400 s, e^(−400) of the oscillation.
fn at_rest() -> Result<[Row; 2], Error> {
    let begin = super::motion(CLOSED, Midpoint, 0.1)?.state();
    let exact = entropy_at_rest(&CLOSED, CLOSED.energy(&begin), angular_momentum(&begin));
    let long = run(Equivariant(Livens), 0.1, 4000)?;
    let variational = run(Midpoint, 0.1, 4000)?;
    Ok([
        Row::number(
            "Equivariant<Livens>, κ = 0, h = 0.1: s at rest",
            exact,
            long.entropy,
            // E of the entropy differs by 4e-8 at most, as above with ten times this h.
            1e-7,
            "the entropy of the steady rotation with the E and D of the start; both are kept",
        ),
        Row::noted(
            "Midpoint in the same run: s − s of the exact rotation",
            short(variational.entropy - exact),
            "its energy has an error of order 2, which remains as missing heat",
        ),
    ])
}

/// The errors of E and the entropies in long steps, in which the difference can be seen.
pub(super) fn plots() -> Outcome<[Plot; 2]> {
    let steps = 400;
    let runs = [
        ("variational, Midpoint", run(Midpoint, 0.05, steps)?),
        (
            "energy-consistent, Equivariant<Livens>",
            run(Equivariant(Livens), 0.05, steps)?,
        ),
    ];
    let mut energies = Chart::new("t", "|E − E₀|").log_y();
    let mut entropies = Chart::new("t", "entropy s − s₀");
    for ((name, run), colour) in runs.into_iter().zip(COLOURS) {
        let [energy, entropy] = run.curves;
        energies.line(name, colour, energy);
        entropies.line(name, colour, entropy);
    }
    let [_, exact] = run(Midpoint, 0.001, 20_000)?.curves;
    entropies.dashed("Midpoint, h = 0.001", GREY, exact);
    let figure = "Kern's lectures, comparison with the energy-consistent method";
    let plots = [
        energies.render(
            "energy_consistent",
            "Error of the energy without heat exchange, h = 0.05. It is bounded by h² for the variational scheme; rounding is all \
             that the energy-consistent one has.",
        )?,
        entropies.render(
            "entropy_consistent",
            "Entropy in the same runs. It grows in every step of both schemes. What the variational scheme lacks in energy it \
             lacks in heat at the end.",
        )?,
    ];
    Ok(plots.map(|plot| plot.figure(figure)))
}
