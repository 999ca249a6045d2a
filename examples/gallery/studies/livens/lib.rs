//! The energy-consistent integrator of Livens' principle: the figures of its paper, and a comparison with other schemes.
//!
//! After P. L. Kinon & P. Betsch, Energy-consistent integration of mechanical systems based on Livens principle (2023). Each study
//! has its own system; this file has the measurements that they share.

#![cfg(not(debug_assertions))]

pub mod conservation;
pub mod mass_spring;
pub mod spring_pendulum;

/// The declarations of the examples, unchanged.
#[path = "../../.."]
#[expect(
    dead_code,
    reason = "studies use the declarations, and not the `main` of the examples"
)]
mod systems {
    pub(crate) mod mass_spring;
    pub(crate) mod spring_pendulum;
}

use extremal::blocks::{NoInputs, Vector};
use extremal::{Discretize, Error, Integrator};

use report::grid::Grid;
use report::measure::{ErrorCurve, largest};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::study::Outcome;
use report::table::Row;

/// The largest accepted change of the energy per step, in ε of its largest term.
const ULPS: f64 = 64.0;

const ROUNDING: &str = "the step is solved to the rounding of its terms, and an energy is the sum of a few dozen of them; h does not matter";

/// Energies at the nodes of a run, including the start.
#[derive(Debug, Default)]
struct Energies {
    times: Vec<f64>,
    kinetic: Vec<f64>,
    potential: Vec<f64>,
    /// p·v − L
    generalized: Vec<f64>,
    /// T + V
    total: Vec<f64>,
    /// max(|p·v|, T, |V|)
    terms: Vec<f64>,
}

impl Energies {
    fn measure<S, D>(motion: &mut Integrator<S, D>, steps: usize) -> Result<Self, Error>
    where
        S: Discretize<D, Scalar = f64>,
        S::Inputs: NoInputs,
    {
        let mut energies = Self::default();
        energies.meet(motion)?;
        for _ in 0..steps {
            motion.step()?;
            energies.meet(motion)?;
        }
        Ok(energies)
    }

    fn meet<S, D>(&mut self, motion: &Integrator<S, D>) -> Result<(), Error>
    where
        S: Discretize<D, Scalar = f64>,
    {
        let (state, velocity) = (motion.state(), motion.velocity()?);
        let products = state.p.as_slice().iter().zip(velocity.as_slice());
        let work: f64 = products.map(|(p, v)| p * v).sum();
        let (generalized, total) = (motion.energy(), motion.total_energy());
        // E = p·v − T + V.
        let lagrangian = work - generalized;
        let (kinetic, potential) = (0.5 * (total + lagrangian), 0.5 * (total - lagrangian));
        self.times.push(motion.time());
        self.kinetic.push(kinetic);
        self.potential.push(potential);
        self.generalized.push(generalized);
        self.total.push(total);
        self.terms.push(work.abs().max(kinetic).max(potential.abs()));
        Ok(())
    }

    fn curve(&self, values: &[f64]) -> Curve {
        self.times.iter().copied().zip(values.iter().copied()).collect()
    }

    /// The changes of an energy from node to node, times `unit`, at the later node.
    fn increments(&self, values: &[f64], unit: f64) -> Curve {
        let changes = values.windows(2).map(|pair| unit * (pair[1] - pair[0]));
        self.times[1..].iter().copied().zip(changes).collect()
    }

    /// max |Eₙ₊₁ − Eₙ| in ε of the largest term.
    fn ulps(&self) -> f64 {
        let changes = self.increments(&self.generalized, 1.0);
        let ulps = changes
            .iter()
            .zip(&self.terms)
            .map(|((_, change), terms)| change.abs() / (f64::EPSILON * terms));
        ulps.fold(0.0, f64::max)
    }

    /// A chart of T, V and one of the energies over time.
    fn plot(&self, last: (&str, &[f64])) -> Chart {
        let mut chart = Chart::new("t", "energy");
        chart.line("T", COLOURS[0], self.curve(&self.kinetic));
        chart.line("V", COLOURS[1], self.curve(&self.potential));
        chart.line(last.0, COLOURS[2], self.curve(last.1));
        chart
    }
}

/// The change of the energy per step in ε of its terms, by step size: `coarsest` and the powers of ten below it, down to 1e-8.
fn by_step_size(coarsest: f64, ulps: impl Fn(f64) -> Result<f64, Error>) -> Result<Curve, Error> {
    let powers = [1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8];
    std::iter::once(coarsest)
        .chain(powers.into_iter().filter(|h| *h < coarsest))
        .map(|h| Ok((h, ulps(h)?)))
        .collect()
}

fn step_size_row(name: &str, curve: &[(f64, f64)]) -> Row {
    let coarsest = curve.first().map_or(f64::NAN, |(h, _)| *h);
    Row::below(
        format!("{name}: the same, the largest over h = {coarsest}, .. , 1e-8"),
        ULPS,
        largest(curve),
        "differences of L are formed without subtraction, and without a threshold below which they would be omitted",
    )
}

fn step_size_plot(curves: Vec<(&str, Curve)>) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "max |E⁺ − E| / (ε · largest term)").log_log();
    let ends = curves
        .first()
        .and_then(|(_, curve)| Some((curve.first()?.0, curve.last()?.0)));
    if let Some((coarsest, finest)) = ends {
        chart.dashed("bound", GREY, vec![(coarsest, ULPS), (finest, ULPS)]);
    }
    for ((name, curve), colour) in curves.into_iter().zip(COLOURS) {
        chart.line_points(name, colour, curve);
    }
    chart.render(
        "step_sizes",
        "The change of E per step in units of rounding, the largest of a hundred steps. It is as small at h = 1e-8 as at \
         the coarsest step size.",
    )
}

/// The orders of schemes of order two.
fn second_orders<const N: usize>(curves: &[ErrorCurve; N]) -> Grid {
    Grid {
        caption: "Measured orders: slopes of the error at the end time over the step size. All schemes are symmetric and have order two.",
        ..order_grid(curves, [2; N])
    }
}
