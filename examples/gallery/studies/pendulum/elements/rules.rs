//! Appendix A.2 of the thesis: linear elements on the pendulum, with three rules for the forces.
//!
//! Any rule integrates T exactly, because the velocity of a linear element is constant.

use std::f64::consts::PI;

use extremal::prelude::*;

use super::{HEAVY, at, flow, start};
use report::claim::Claim;
use report::grid::stated;
use report::plot::{COLOURS, Chart};
use report::study::Outcome;
use report::table::{Row, short};
use thesis::Found;
use thesis::elements::{Errors, slope_cell, slope_grid};

/// Results for figure A.2.
pub(super) fn study() -> Outcome<Found> {
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
    let slopes = curves.iter().map(|curve| {
        let (inside, nodes) = curve.slopes();
        let cells = [slope_cell(2.0, inside), slope_cell(2.0, nodes)];
        stated(
            curve.scheme,
            cells,
            Claim::Agrees("“the convergence is quadratic”"),
        )
    });
    let grid = slope_grid(
        "A.2: linear elements with three rules for the forces. Each has order 2, the order 2P of elements of degree 1.",
        slopes.collect(),
    );
    let [trapezoid, gauss1, gauss2] = &curves;
    let best = |of: fn(&Errors) -> f64| {
        let best = of(gauss2) < of(gauss1) && of(gauss2) < of(trapezoid);
        if best { "gauss2" } else { "another" }
    };
    let errors = |of: fn(&Errors) -> f64| {
        let [one, two, three] = [trapezoid, gauss1, gauss2].map(|curve| short(of(curve)));
        format!("{one} / {two} / {three}")
    };
    let (inside, nodes) = (|c: &Errors| c.inside[3].1, |c: &Errors| c.nodes[3].1);
    let row = |what, of: fn(&Errors) -> f64| {
        Row::word(
            format!(
                "A.2: smallest error {what}, h = 0.0125, of trapezoid / gauss1 / gauss2: {}",
                errors(of)
            ),
            "gauss2",
            best(of),
            "of these rules two Gauss points are the most accurate for the force of a linear element",
        )
        .says("gauss2 “leads to the most accurate solutions”")
    };
    let rows = vec![row("√e", inside), row("at the nodes", nodes)];
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &gauss2.inside);
    for (curve, colour) in curves.into_iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.inside);
    }
    let plot = chart
        .render(
            "rules",
            "Linear elements with exact T and three rules for the forces; T = 10. Only the trapezoid is explicit.",
        )?
        .figure("Thesis, figure A.2");
    Ok(Found {
        rows,
        grids: vec![grid],
        plots: vec![plot],
    })
}
