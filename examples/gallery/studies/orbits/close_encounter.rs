//! A comet that all but falls into the sun, in a time of its own, against the closed form of its period.

use std::f64::consts::PI;

use extremal::prelude::*;

use crate::systems::close_encounter::{Comet, turn};
use crate::systems::two_body::TwoBody;
use report::plot::{COLOURS, Chart, Curve};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

type Eighth = Galerkin<4, Gauss<4>>;

const ECCENTRICITY: f64 = 0.9999;

const ABOUT: &str = "A comet on Kepler's ellipse, declared in the time τ with dt = |r|^(3/2) dτ. In τ its energy is zero, and \
    constant steps are short near the sun. After a turn it is back at its start; the integral of dt/dτ is the period, 2π.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let mut rows = progress.part("a turn", rows)?;
    rows.push(progress.part("constant steps", constant_steps)?);
    Ok(Study {
        rows,
        plots: vec![progress.part("convergence", convergence)?],
        facts: vec![FactsRow::of::<Comet, Eighth>("comet", "Galerkin<4, Gauss<4>>")],
        ..Study::new(
            "close_encounter",
            "A close encounter in a time of its own",
            ABOUT,
            include_str!("../../../close_encounter.rs"),
        )
    })
}

fn rows() -> Outcome<Vec<Row>> {
    let [distance, time] = turn(ECCENTRICITY, 358)?;
    // The passage magnifies what comes before it by 1/(1 − e) = 1e4: a rounding of 2e-16 to 2e-12, and there are some.
    let bound = 1e-11;
    let reason =
        "an error before the passage is multiplied by 1/(1 − e) = 1e4 there; that leaves 2e-12 of a rounding";
    Ok(vec![
        Row::below(
            "distance from the start after a turn, e = 0.9999, 358 steps",
            bound,
            distance,
            reason,
        ),
        Row::below(
            "error of the period, the integral of dt/dτ, relative",
            bound,
            (time / (2.0 * PI) - 1.0).abs(),
            reason,
        ),
    ])
}

/// The same orbit in the usual time.
fn constant_steps() -> Outcome<Row> {
    let (r, v) = (
        1.0 + ECCENTRICITY,
        ((1.0 - ECCENTRICITY) / (1.0 + ECCENTRICITY)).sqrt(),
    );
    let (steps, system) = (10_000, TwoBody { m: 1.0, gm: 1.0 });
    let scheme = Eighth::default();
    let mut motion = Integrator::new(system, scheme, 2.0 * PI / steps as f64, [r, 0.0], [0.0, v])?;
    let end = match motion.step_many(steps) {
        Ok(()) => format!("{:.1e}", (motion.state().q[0] - r).hypot(motion.state().q[1])),
        Err(error) => error.to_string(),
    };
    Ok(Row::noted(
        "the distance with 10 000 constant steps in t",
        end,
        "the passage takes 1e-6 of the period, which is a hundredth of a step",
    ))
}

fn convergence() -> Outcome<report::plot::Plot> {
    let mut chart = Chart::new("steps in a turn", "distance from the start").log_log();
    for (eccentricity, colour) in [0.9, 0.99, 0.9999].into_iter().zip(COLOURS) {
        let errors = [25_u32, 35, 50, 70, 100, 140].map(|steps| {
            let [distance, _] = turn(eccentricity, steps as usize)?;
            Ok((f64::from(steps), distance))
        });
        let curve: Outcome<Curve> = errors.into_iter().collect();
        chart.line_points(format!("e = {eccentricity}"), colour, curve?);
    }
    chart.render(
        "closing",
        "How far the comet is from its start after a turn, Galerkin<4, Gauss<4>>: the eccentricity hardly matters.",
    )
}
