//! Resonance of the driven oscillator: steady amplitudes over frequencies, measured on computed motions.
//!
//! Uses the closed forms of the steady motion; transients have decayed before the measurement.

use std::f64::consts::PI;

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::{Fourth, driven, steady};
use crate::systems::driven_oscillator::DrivenOscillator;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::study::Outcome;
use report::table::Row;

/// Steady amplitudes over frequencies.
pub(super) struct Sweep {
    damping: [f64; 4],
    frequencies: Vec<f64>,
    /// For each damping: (Ω, amplitude) from the scheme of order 4.
    fourth: [Curve; 4],
    /// The largest relative differences: of order 4 from the closed form, and of Midpoint from its own closed form.
    differences: [f64; 2],
}

/// Steps per period of the force.
const STEPS: u32 = 80;

impl Sweep {
    pub(super) fn compute(count: u32) -> Result<Self, Error> {
        let damping = [0.1, 0.2, 0.4, 0.8];
        let frequencies: Vec<_> = (1..=count)
            .map(|k| 0.2 + 1.8 * f64::from(k) / f64::from(count))
            .collect();
        let mut fourth: [Curve; 4] = Default::default();
        let mut differences = [0.0_f64; 2];
        for (points, d) in fourth.iter_mut().zip(damping) {
            for &frequency in &frequencies {
                let amplitude = steady_amplitude(driven(d, frequency), Fourth::default())?;
                points.push((frequency, amplitude));
                let midpoint = steady_amplitude(driven(d, frequency), Midpoint)?;
                let relative = |a: f64, b: f64| (a / b - 1.0).abs();
                differences[0] = differences[0].max(relative(amplitude, steady(d, frequency).0));
                differences[1] = differences[1].max(relative(midpoint, midpoint_amplitude(d, frequency)));
            }
        }
        Ok(Self {
            damping,
            frequencies,
            fourth,
            differences,
        })
    }

    pub(super) fn rows(&self) -> [Row; 2] {
        let count = self.damping.len() * self.frequencies.len();
        [
            Row::below(
                format!("steady amplitude of Galerkin<2, Gauss<2>> at {count} points (d, Ω), relative"),
                // (Ω h)⁴/720 = 5e-8 shifts the resonance, where the amplitude changes 1/d = 10 times as much;
                // low frequencies have longer steps, but are far from resonance.
                1e-6,
                self.differences[0],
                "1/√((1 − Ω²)² + (d Ω)²); with 80 steps per period the error is (Ω h)⁴/720, times 1/d at resonance",
            ),
            Row::below(
                "the same for Midpoint, relative to its own closed form",
                // The transient is below e⁻³⁵. What remains is the rounding of ten thousand steps, magnified by 1/d.
                1e-11,
                self.differences[1],
                "1/(cos(Ωh/2) √((1 − w²)² + (d w)²)) with w = 2 tan(Ωh/2)/h is exact for the discrete motion",
            ),
        ]
    }

    pub(super) fn plot(&self) -> Outcome<Plot> {
        let mut chart = Chart::new("frequency Ω", "steady amplitude");
        let grid: Vec<_> = (0..=400).map(|k| 0.2 + 1.8 * f64::from(k) / 400.0).collect();
        for ((points, d), colour) in self.fourth.iter().zip(self.damping).zip(COLOURS) {
            chart.line(
                "",
                GREY,
                grid.iter()
                    .map(|&frequency| (frequency, steady(d, frequency).0))
                    .collect(),
            );
            chart.points(format!("d = {d}"), colour, points.clone());
        }
        chart.render(
            "resonance",
            "Resonance: amplitudes measured on computed steady motions, and the closed form as lines.",
        )
    }
}

/// The amplitude of the first harmonic, after the transient has decayed.
fn steady_amplitude<D>(system: DrivenOscillator, scheme: D) -> Result<f64, Error>
where
    DrivenOscillator: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let (frequency, d) = (system.frequency, system.d);
    let h = 2.0 * PI / (frequency * f64::from(STEPS));
    // e^(−d t/2) < e⁻³⁵ = 6e-16.
    let transient = 70.0 / d;
    let mut motion = Integrator::new(system, scheme, h, [0.0], [0.0])?;
    while motion.time() < transient {
        motion.step()?;
    }
    let (mut real, mut imaginary) = (0.0, 0.0);
    for _ in 0..STEPS {
        motion.step()?;
        let state = motion.state();
        let (sin, cos) = (frequency * state.t).sin_cos();
        real += state.q[0] * cos;
        imaginary += state.q[0] * sin;
    }
    Ok(f64::hypot(real, imaginary) * 2.0 / f64::from(STEPS))
}

/// The steady amplitude of the midpoint rule, from xₖ = X e^(i Ω h k) in its two equations.
fn midpoint_amplitude(d: f64, frequency: f64) -> f64 {
    let h = 2.0 * PI / (frequency * f64::from(STEPS));
    let half = 0.5 * frequency * h;
    let w = 2.0 * half.tan() / h;
    1.0 / (half.cos() * (1.0 - w * w).hypot(d * w))
}
