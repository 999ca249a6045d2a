//! Condition numbers and iterations, over the number of elements.

use extremal::prelude::*;

use super::Spring;
use super::pendulum::{START, SYSTEM};
use extremal::monolithic::Start;
use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::plot::{COLOURS, Chart, Curve};
use report::study::Outcome;
use report::table::Row;
use thesis::Found;

const WEIGHTS: [(&str, (f64, f64)); 4] = [
    ("single", (0.0, 0.0)),
    ("mix: α = ½", (0.5, 0.0)),
    ("(q, p)", (1.0, 0.0)),
    ("(q, u, p)", (1.0, 1.0)),
];
/// T = 20, as in figure 5.8.
const SPAN: f64 = 20.0;
const COUNTS: [usize; 5] = [100, 200, 400, 800, 1600];

pub(super) fn study() -> Outcome<Found> {
    let mut chart = Chart::new("number of elements", "condition number").log_log();
    let mut last = Vec::new();
    for (k, (name, weights)) in WEIGHTS.into_iter().enumerate() {
        let curve = conditions(weights)?;
        last.extend(curve.last().map(|point| point.1));
        chart.line_points(name, COLOURS[k], curve);
    }
    let [_, mixed, pure, _] = last[..] else {
        return Err("four forms".into());
    };
    let row = Row::word(
        format!("condition of 1600 elements: {mixed:.0e} with α = ½, {pure:.0e} with α = 1"),
        "the pure one is smaller",
        if pure < mixed {
            "the pure one is smaller"
        } else {
            "the mixed one is smaller"
        },
        "with the rows of p and u divided by α and α β, and each number by its size; what elements hand on belongs to the unknowns. With α below \
         one p is found as a projection, whose inverse grows with the number of elements",
    );
    let row = row.contradicts("“the mixed multi-field approach show a better condition number”");
    let plot = chart.render(
        "conditions",
        "The condition number of the matrix of all nodes, estimated, for the harmonic oscillator over T = 20 with the impulse given.",
    )?;
    Ok(Found {
        rows: vec![row],
        grids: vec![iterations()],
        plots: vec![plot],
    })
}

fn conditions((alpha, beta): (f64, f64)) -> Outcome<Curve> {
    let start = Start::Impulse { q0: [0.5], v0: [0.5] };
    let of = |&steps: &usize| -> Outcome<(f64, f64)> {
        let scheme = MultiField::linear(alpha, beta);
        let whole = Monolithic::new(
            Spring { m: 1.0, c: 1.0 },
            scheme,
            SPAN / steps as f64,
            steps,
            start,
        );
        let solution = whole
            .with_condition()
            .solve()
            .map_err(|unsolved| unsolved.to_string())?;
        Ok((steps as f64, solution.condition().unwrap_or(f64::NAN)))
    };
    COUNTS.iter().map(of).collect()
}

/// Iterations from the motion of the single field, and from a pendulum at rest.
fn iterations() -> Grid {
    let count = |(alpha, beta): (f64, f64), steps: usize, rests: bool| {
        let scheme = MultiField::linear(alpha, beta);
        let whole = Monolithic::new(SYSTEM, scheme, SPAN / steps as f64, steps, START);
        let whole = if rests {
            whole.guess(|_| [0.6 * std::f64::consts::PI])
        } else {
            whole
        };
        whole.solve().map(|solution| solution.iterations()).ok()
    };
    let row = |(name, weights): (&str, (f64, f64))| {
        let from_steps = COUNTS.map(|steps| count(weights, steps, false));
        let mut cells: Vec<Cell> = from_steps
            .iter()
            .map(|found| Cell::below(8.0, found.map_or(f64::INFINITY, |count| count as f64)))
            .collect();
        for steps in COUNTS {
            let found = count(weights, steps, true);
            cells.push(Cell::noted(
                found.map_or("none".to_owned(), |count| count.to_string()),
            ));
        }
        let claim = if weights.0 < 1.0 {
            Claim::Silent
        } else {
            Claim::Differs("“when a high number of elements is chosen […] does not converge”")
        };
        stated(name, cells, claim)
    };
    let columns = ["form"].map(str::to_owned).into_iter();
    let columns = columns.chain(COUNTS.map(|steps| format!("{steps}")));
    let columns = columns.chain(COUNTS.map(|steps| format!("{steps}, at rest")));
    Grid {
        caption: "Iterations of Newton's method for the pendulum of figure 5.8, T = 20, by the number of elements: from the motion of the \
                  single field, and from a pendulum that rests at its start. Whether the second converges depends on more than the form.",
        columns: columns.chain([STATED.to_owned()]).collect(),
        rows: WEIGHTS.into_iter().map(row).collect(),
    }
}
