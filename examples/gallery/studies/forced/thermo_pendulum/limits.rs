//! The limits in which the dashpot produces no heat: very soft and very stiff.
//!
//! Measures the produced entropy over the viscosity, without heat exchange.

use extremal::Error;
use extremal::prelude::*;

use super::{CLOSED, START};
use crate::systems::thermo_pendulum::ThermoPendulum;
use report::measure::slope;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::Row;

/// The entropy produced in ten seconds without heat exchange, over η: (η, s − s₀). The dashpot is at rest at the
/// start, `F_v` = 0.
pub(super) fn produced_over_viscosity(each_decade: i32) -> Result<Curve, Error> {
    let exponents = (-5 * each_decade..=6 * each_decade).map(|k| f64::from(k) / f64::from(each_decade));
    exponents
        .map(|exponent| {
            let viscosity = 10.0_f64.powf(exponent);
            Ok((viscosity, produced(viscosity)?))
        })
        .collect()
}

fn produced(viscosity: f64) -> Result<f64, Error> {
    let system = ThermoPendulum { viscosity, ..CLOSED };
    let ([x, y, alpha, _], velocity) = START;
    let at_rest = relaxed(&system, x, velocity[2]);
    let mut motion = Integrator::new(system, Midpoint, 0.005, [x, y, alpha, at_rest], velocity)?;
    let begin = motion.state().p[2];
    for _ in 0..2000 {
        motion.step()?;
    }
    Ok(motion.state().p[2] - begin)
}

/// The v with ∂ψ/∂v = 0: `β_c/(2μ)` ∂ψₑ/∂l.
fn relaxed(system: &ThermoPendulum, length: f64, temperature: f64) -> f64 {
    let stretch = (length / system.rest_length).ln();
    let warming = temperature - system.reference;
    let tension = (system.stiffness * stretch - system.coupling * warming) / length;
    system.share * tension / (2.0 * system.mu)
}

pub(super) fn rows(produced: &Curve) -> [Row; 2] {
    let within = |low: f64, high: f64| {
        let inside = produced.iter().filter(|point| (low..=high).contains(&point.0));
        let points: Vec<_> = inside.map(|(x, y)| (x.ln(), y.ln())).collect();
        slope(&points).0
    };
    [
        Row::number(
            "slope of the entropy produced in 10 s over η, η ≥ 10⁴",
            -1.0,
            within(0.9e4, f64::INFINITY),
            // In 10 s v relaxes by 1 − e^(−2 μ t/η) ≤ 4e-2 of its distance from rest, at the first of many points.
            0.02,
            "conservative for η → ∞: v is frozen, and η v̇² = F_v²/η",
        ),
        Row::number(
            "the same for η ≤ 10⁻³",
            1.0,
            within(0.0, 1.1e-3),
            // The friction of 10 s damps the oscillation in proportion to η: by 5e-3 at 10⁻³.
            0.005,
            "conservative for η → 0: v follows the spring at once, with v̇ independent of η",
        ),
    ]
}

pub(super) fn plot(produced: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("viscosity η", "entropy produced in 10 s").log_log();
    chart.line_points("Midpoint, h = 0.005", COLOURS[0], produced);
    chart.render(
        "limits",
        "A very soft or very stiff dashpot produces no heat. Both limits are conservative; the motion between them is not.",
    )
}
