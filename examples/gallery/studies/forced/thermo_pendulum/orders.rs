//! Orders of all schemes at t = 1, against an independent computation.
//!
//! The entropy and the temperature that a scheme carries are beside q and p.

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::{OPEN, ThermoState, motion, reference, temperature};
use crate::systems::thermo_pendulum::ThermoPendulum;
use report::grid::{Cell, Grid};
use report::measure::{distance, log_slope};
use report::order::ORDER_TOLERANCE;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::Row;

/// The errors of a scheme at t = 1 over h.
pub(super) struct Errors {
    scheme: &'static str,
    /// q = (x, y, α, v)
    coordinates: Curve,
    momentum: Curve,
    entropy: Curve,
    /// Empty if the scheme carries no velocity.
    temperature: Curve,
    /// max |q − q*|, |p − p*|, extrapolated from h = 1/1000 and 1/2000
    extrapolated: f64,
}

/// All schemes of the declaration.
pub(super) fn errors() -> Result<[Errors; 3], Error> {
    Ok([
        of("Midpoint", Midpoint)?,
        of("Livens", Livens)?,
        of("Equivariant<Livens>", Equivariant(Livens))?,
    ])
}

fn of<D: Copy>(scheme: &'static str, d: D) -> Result<Errors, Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let exact = reference();
    let mut errors = Errors {
        scheme,
        coordinates: Vec::new(),
        momentum: Vec::new(),
        entropy: Vec::new(),
        temperature: Vec::new(),
        extrapolated: 0.0,
    };
    for steps in [100, 200, 400, 800, 1600] {
        let (state, carried) = end(d, steps)?;
        let h = 1.0 / steps as f64;
        errors.coordinates.push((h, distance(&state.q, &exact.q)));
        errors.momentum.push((h, distance(&state.p, &exact.p)));
        errors.entropy.push((h, (state.p[2] - exact.p[2]).abs()));
        if let Some(carried) = carried {
            errors
                .temperature
                .push((h, (carried - temperature(&OPEN, &exact)).abs()));
        }
    }
    let [(coarse, _), (fine, _)] = [end(d, 1000)?, end(d, 2000)?];
    let (q, p) = ((fine.q * 4.0 - coarse.q) / 3.0, (fine.p * 4.0 - coarse.p) / 3.0);
    errors.extrapolated = distance(&q, &exact.q).max(distance(&p, &exact.p));
    Ok(errors)
}

/// The state at t = 1, and ϑ if the scheme carries it.
fn end<D>(scheme: D, steps: usize) -> Result<(ThermoState, Option<f64>), Error>
where
    ThermoPendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut motion = motion(OPEN, scheme, 1.0 / steps as f64)?;
    for _ in 0..steps {
        motion.step()?;
    }
    Ok((motion.state(), motion.velocity().ok().map(|v| v[2])))
}

pub(super) fn rows(errors: &[Errors]) -> Vec<Row> {
    let row = |errors: &Errors| {
        Row::below(
            format!(
                "max |q − q*|, |p − p*| at t = 1, {}, extrapolated from h = 1/1000 and 1/2000",
                errors.scheme
            ),
            // α is given to 5e-9. The next term of the error is a hundred times (ω h)² = 2e-4 of the term of order 2.
            1.5e-8,
            errors.extrapolated,
            "an independent computation by other methods; α is given to 5e-9, and extrapolation leaves the error of order 4",
        )
    };
    errors.iter().map(row).collect()
}

pub(super) fn grid(errors: &[Errors]) -> Grid {
    let order = |curve: &Curve| {
        if curve.is_empty() {
            return Cell::noted("–".to_owned());
        }
        Cell::number(2.0, log_slope(curve), ORDER_TOLERANCE)
    };
    let row = |errors: &Errors| {
        let curves = [
            &errors.coordinates,
            &errors.momentum,
            &errors.entropy,
            &errors.temperature,
        ];
        (errors.scheme.to_owned(), curves.into_iter().map(order).collect())
    };
    Grid {
        caption: "Measured orders: slopes of the error at t = 1 over the step size, 0.01 … 0.000625.",
        columns: [
            "scheme",
            "order in q",
            "order in p",
            "order in s",
            "order in the carried ϑ",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: errors.iter().map(row).collect(),
    }
}

pub(super) fn plot([variational, _, consistent]: [Errors; 3]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error at t = 1").log_log();
    chart.reference_slope(2, &variational.coordinates);
    chart.line_points("q = (x, y, α, v), Midpoint", COLOURS[0], variational.coordinates);
    chart.line_points("p, with the entropy, Midpoint", COLOURS[1], variational.momentum);
    chart.line_points("q, Equivariant<Livens>", COLOURS[2], consistent.coordinates);
    chart.line_points("p, Equivariant<Livens>", COLOURS[3], consistent.momentum);
    chart.render(
        "order",
        "Errors at t = 1 relative to an independent computation, with the expected slope.",
    )
}
