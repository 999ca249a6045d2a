//! Two bodies: figure 5.12.

use extremal::monolithic::Start;

use super::{Planet, errors};
use report::claim::Claim;
use report::grid::stated;
use report::plot::{COLOURS, Chart};
use report::study::Outcome;
use report::table::Row;
use thesis::Found;
use thesis::elements::{Errors, slope_cell, slope_grid};
use thesis::reference::Ellipse;

const SYSTEM: Planet = Planet { m: 1.0, gm: 1.0 };
const START: Start<[f64; 2]> = Start::Impulse {
    q0: [2.0, 0.0],
    v0: [0.0, 0.6],
};
const SPAN: f64 = 50.0;
const STEPS: [usize; 4] = [500, 1000, 2000, 4000];

pub(super) fn convergence() -> Outcome<Found> {
    let ellipse = Ellipse::new(1.0, 2.0, 0.6);
    let exact = |t: f64| ellipse.at(t);
    let span = (SPAN, &STEPS[..]);
    let single = errors(("single", (0.0, 0.0)), SYSTEM, START, span, exact)?;
    let pure = errors(("multi", (1.0, 0.0)), SYSTEM, START, span, exact)?;
    let mixed = errors(("mix: α = ½", (0.5, 0.0)), SYSTEM, START, span, exact)?;
    let row = |curve: &Errors, claim| {
        let (inside, nodes) = curve.slopes();
        stated(
            curve.scheme,
            [slope_cell(2.0, inside), slope_cell(2.0, nodes)],
            claim,
        )
    };
    let grid = slope_grid(
        "5.12: h = 0.1 to 0.0125, T = 50, two points of Gauss.",
        vec![
            row(&single, Claim::Agrees("“quadratic”")),
            row(&pure, Claim::Differs("“did not converge at all”")),
            row(&mixed, Claim::Differs("“does not converge” beyond T = 10")),
        ],
    );
    let rows = vec![
        Row::between(
            "5.12: √e of the mixed form over that of the single field",
            (0.3, 0.7),
            10_f64.powf(mixed.decades_above(&single)),
            "as for the oscillator, where it is one half",
        )
        .contradicts("“The mixed multi-field formulation shows the largest error”"),
    ];
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &single.inside);
    for (k, curve) in [single, pure, mixed].into_iter().enumerate() {
        chart.line_points(curve.scheme, COLOURS[2 * k], curve.inside);
    }
    let caption = "Linear fields from the impulse; the planet from r = (2, 0) with v = (0, 0.6), T = 50.";
    Ok(Found {
        rows,
        grids: vec![grid],
        plots: vec![chart.render("planet", caption)?.figure("Thesis, figure 5.12")],
    })
}
