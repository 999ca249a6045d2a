//! Appendix A.2 of the thesis: linear elements on the pendulum, the forces by three rules.
//!
//! T is integrated exactly by any rule, since the velocity of a linear element is constant.

use std::f64::consts::PI;

use extremal::prelude::*;

use super::super::Outcome;
use super::elements::Errors;
use super::pendulum::{HEAVY, at, flow, start};
use crate::plot::{COLOURS, Chart, Plot};
use crate::table::Row;

/// The rows and the plot of figure A.2.
pub(super) fn study() -> Outcome<(Vec<Row>, Plot)> {
    let start = start(HEAVY, 0.4 * PI, 0.2)?;
    let flow = flow(HEAVY, start, 10.0)?;
    let exact = |t: f64| [at(&flow, t)];
    let span = (10.0, &[100, 200, 400, 800][..]);
    let from = |_| Ok(start);
    let curves = [
        Errors::measure(("trapezoid", Verlet), HEAVY, from, span, exact)?,
        Errors::measure(("gauss1", Midpoint), HEAVY, from, span, exact)?,
        Errors::measure(
            ("gauss2", Galerkin::<1, Gauss<2>>::default()),
            HEAVY,
            from,
            span,
            exact,
        )?,
    ];
    let mut rows = Vec::new();
    for curve in &curves {
        let (inside, nodes) = curve.slopes();
        let quadratic = "the thesis: quadratic for every rule";
        let name = |what: &str| format!("A.2: slope {what}, {}", curve.scheme);
        rows.push(Row::number(name("of √e"), 2.0, inside, 0.1, quadratic));
        rows.push(Row::number(name("at the nodes"), 2.0, nodes, 0.1, quadratic));
    }
    let [trapezoid, gauss1, gauss2] = &curves;
    let best = |of: fn(&Errors) -> f64| {
        let best = of(gauss2) < of(gauss1) && of(gauss2) < of(trapezoid);
        if best { "gauss2" } else { "another" }
    };
    let why = "the thesis: gauss2 is the most accurate, since it integrates the force best";
    rows.push(Row::word(
        "A.2: smallest √e at h = 0.0125",
        "gauss2",
        best(|c| c.inside[3].1),
        why,
    ));
    rows.push(Row::noted(
        "A.2: errors at the nodes, h = 0.0125: trapezoid / gauss1 / gauss2",
        format!(
            "{:.1e} / {:.1e} / {:.1e}",
            trapezoid.nodes[3].1, gauss1.nodes[3].1, gauss2.nodes[3].1
        ),
        why,
    ));
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &gauss2.inside);
    for (curve, colour) in curves.into_iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.inside);
    }
    let plot = chart
        .render(
            "rules",
            "Linear elements, T exact, the forces by three rules; T = 10. Only the trapezoid is explicit.",
        )?
        .figure("Thesis, figure A.2");
    Ok((rows, plot))
}
