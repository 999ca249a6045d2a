//! The pendulum: figure 5.8.

use std::f64::consts::PI;

use extremal::monolithic::Start;
use extremal::prelude::*;

use super::{Swing, errors};
use report::claim::Claim;
use report::grid::stated;
use report::plot::{COLOURS, Chart};
use report::study::Outcome;
use report::table::Row;
use thesis::Found;
use thesis::elements::{slope_cell, slope_grid};
use thesis::reference::fine;

/// The thesis does not give g.
pub(super) const SYSTEM: Swing = Swing {
    m: 2.0,
    l: 1.5,
    g: 9.81,
};
pub(super) const START: Start<[f64; 1]> = Start::Impulse {
    q0: [0.6 * PI],
    v0: [0.2],
};
const SPAN: f64 = 20.0;
const STEPS: [usize; 4] = [200, 400, 800, 1600];

pub(super) fn convergence() -> Outcome<Found> {
    let start = Integrator::new(SYSTEM, Galerkin::<6, Gauss<6>>::default(), 1.0, [0.6 * PI], [0.2])?.state();
    let reference = fine(SYSTEM, start, SPAN, 2000)?;
    let exact = |t: f64| [reference.at(t).map_or(f64::NAN, |point| point.q[0])];
    let span = (SPAN, &STEPS[..]);
    let single = errors(("single", (0.0, 0.0)), SYSTEM, START, span, exact)?;
    let pure = errors(("multi", (1.0, 0.0)), SYSTEM, START, span, exact)?;
    let mixed = errors(("mix: α = ½", (0.5, 0.0)), SYSTEM, START, span, exact)?;
    let row = |curve: &thesis::elements::Errors, claim| {
        let (inside, nodes) = curve.slopes();
        stated(
            curve.scheme,
            [slope_cell(2.0, inside), slope_cell(2.0, nodes)],
            claim,
        )
    };
    let grid = slope_grid(
        "5.8: h = 0.1 to 0.0125, T = 20, two points of Gauss. From the motion of the single field all forms converge; the thesis has the mixed \
         one alone.",
        vec![
            row(&single, Claim::Silent),
            row(
                &pure,
                Claim::Differs("“for the pure […] does not converge”, for many elements"),
            ),
            row(
                &mixed,
                Claim::Agrees("“the convergence of all approaches is quadratic”"),
            ),
        ],
    );
    let rows = vec![Row::between(
        "5.8: √e of the mixed form over that of the single field",
        (0.3, 0.7),
        10_f64.powf(mixed.decades_above(&single)),
        "as for the oscillator, where it is one half",
    )];
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &single.inside);
    for (k, curve) in [single, pure, mixed].into_iter().enumerate() {
        chart.line_points(curve.scheme, COLOURS[2 * k], curve.inside);
    }
    let caption = "Linear fields from the impulse; the pendulum of m = 2 and l = 1.5, T = 20.";
    Ok(Found {
        rows,
        grids: vec![grid],
        plots: vec![chart.render("pendulum", caption)?.figure("Thesis, figure 5.8")],
    })
}
