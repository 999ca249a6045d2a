//! Figures of the motion: path, temperature, entropy and energy, with and without heat exchange.
//!
//! Contains no verdicts.

use extremal::Error;
use extremal::prelude::*;

use super::{CLOSED, OPEN, ThermoState, motion, temperature};
use crate::systems::thermo_pendulum::ThermoPendulum;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::study::Outcome;

/// `of` at the nodes up to `span`.
fn samples(
    system: ThermoPendulum,
    span: f64,
    of: impl Fn(&ThermoPendulum, &ThermoState) -> (f64, f64),
) -> Result<Curve, Error> {
    let h = 0.01;
    let mut motion = motion(system, Midpoint, h)?;
    let mut curve = vec![of(&system, &motion.state())];
    while motion.time() < span - 0.5 * h {
        motion.step()?;
        curve.push(of(&system, &motion.state()));
    }
    Ok(curve)
}

pub(super) fn path() -> Outcome<Plot> {
    let curve = samples(OPEN, 12.0, |_, state| (state.q[0], state.q[1]))?;
    let mut chart = Chart::new("x", "y").equal();
    chart.line("the mass", COLOURS[0], curve);
    chart.points("pivot", GREY, vec![(0.0, 0.0)]);
    chart.render(
        "path",
        "Free motion: the mass turns about the pivot, and the dashpot damps the spring. Midpoint, h = 0.01.",
    )
}

pub(super) fn temperatures() -> Outcome<Plot> {
    let of = |system: &ThermoPendulum, state: &ThermoState| (state.t, temperature(system, state));
    let mut chart = Chart::new("t", "temperature ϑ");
    chart.line("without exchange", COLOURS[1], samples(CLOSED, 20.0, of)?);
    chart.line("with exchange, κ = 0.5", COLOURS[0], samples(OPEN, 20.0, of)?);
    chart
        .render(
            "temperature",
            "The temperature oscillates with the spring, rises through friction, and falls because heat is given off.",
        )
        .map(|plot| plot.figure("Kern's lectures, free motion"))
}

pub(super) fn entropies() -> Outcome<Plot> {
    let of = |_: &ThermoPendulum, state: &ThermoState| (state.t, state.p[2]);
    let change = |system| -> Result<Curve, Error> {
        let curve = samples(system, 20.0, of)?;
        let begin = curve[0].1;
        Ok(curve
            .into_iter()
            .map(|(t, entropy)| (t, entropy - begin))
            .collect())
    };
    let mut chart = Chart::new("t", "entropy s − s₀");
    chart.line("without exchange", COLOURS[1], change(CLOSED)?);
    chart.line("with exchange, κ = 0.5", COLOURS[0], change(OPEN)?);
    let elastic = ThermoPendulum { share: 0.0, ..CLOSED };
    chart.dashed("conservative, β_c = 0", GREY, change(elastic)?);
    chart.render(
        "entropy",
        "Without heat exchange the entropy grows as long as the spring oscillates. With heat exchange it leaves with the heat.",
    )
}

pub(super) fn energies() -> Outcome<Plot> {
    let of = |system: &ThermoPendulum, state: &ThermoState| (state.t, system.energy(state));
    let heat = |system: &ThermoPendulum, state: &ThermoState| {
        let given = system.exchange * (state.q[2] - system.outside * state.t);
        (state.t, system.energy(state) + given)
    };
    let mut chart = Chart::new("t", "energy T + ψ + ϑ s");
    chart.line("without exchange", COLOURS[1], samples(CLOSED, 20.0, of)?);
    chart.line("with exchange, κ = 0.5", COLOURS[0], samples(OPEN, 20.0, of)?);
    chart.dashed(
        "with exchange, plus the heat given off",
        GREY,
        samples(OPEN, 20.0, heat)?,
    );
    chart.render(
        "energy",
        "Total energy: constant without heat exchange; with heat exchange constant after adding the heat given off.",
    )
}
