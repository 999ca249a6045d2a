//! The pendulum: figures 5.8 and 5.9 of the thesis. The study also contains 5.6, 5.7, A.2 and a phase portrait.
//!
//! T is integrated exactly. For the forces linear elements have the trapezoidal rule at the end nodes, and quadratic elements
//! the composite rule (¼, ½, ¼): with the end nodes alone they would be equivalent to linear elements.

mod portrait;
mod rules;
mod velocity;

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf, Trajectory};

use crate::systems::pendulum::Pendulum;
use report::plot::{COLOURS, Chart};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};
use thesis::elements::{Errors, trapezoidal_slopes};
use thesis::energy::{Energies, MIDDLE, energy_orders, energy_plots, level_text};
use thesis::reference::{Sixth, fine};
use thesis::{Found, TERMS};

type Composite = Galerkin<2, Trapezoid<2>, Gauss<2>>;
type System = &'static Pendulum;

/// Figures 5.8 and A.2. The thesis does not give g.
const HEAVY: System = &Pendulum {
    m: 2.0,
    l: 1.5,
    g: 9.81,
};

fn start(system: System, angle: f64, velocity: f64) -> Result<StateOf<Pendulum>, Error> {
    Ok(Integrator::new(system, Verlet, 1.0, [angle], [velocity])?.state())
}

/// The motion by elements of degree six with small steps.
fn flow(system: System, start: StateOf<Pendulum>, span: f64) -> Result<Trajectory<System, Sixth>, Error> {
    fine(system, start, span, 2000)
}

/// θ(t) of the reference; NaN outside its time span.
fn at(flow: &Trajectory<System, Sixth>, t: f64) -> f64 {
    flow.at(t).map_or(f64::NAN, |point| point.q[0])
}

const ABOUT: &str = "Figures 5.6 to 5.9 and A.2 of Capobianco's thesis (2015), single-field formulation: linear and \
    quadratic elements, with the trapezoidal rule for the forces. The thesis does not give g; here it is 9.81. A phase \
    portrait by several methods is added. Figure 5.5 is a sketch. The multi-field curve of 5.8, which the thesis calls \
    mix, is in the study of several fields.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut found = Found {
        rows: progress.part("reference", reference)?,
        ..Found::default()
    };
    found.add(progress.part("figures 5.6 and 5.7", velocity::study)?);
    found.add(progress.part("figure 5.8", convergence)?);
    found.add(progress.part("figure 5.9", energies)?);
    found.add(progress.part("figure A.2", rules::study)?);
    found.add(portrait::study()?);
    let Found { rows, grids, plots } = found;
    Ok(Study {
        terms: TERMS,
        rows,
        grids,
        plots,
        facts: vec![
            FactsRow::of::<Pendulum, Composite>("pendulum", "Galerkin<2, Trapezoid<2>, Gauss<2>>"),
            FactsRow::of::<Pendulum, Galerkin<1, Gauss<2>>>("pendulum", "Galerkin<1, Gauss<2>>"),
            FactsRow::of::<Pendulum, Galerkin<1, Left>>("pendulum", "Galerkin<1, Left>"),
        ],
        ..Study::new(
            "pendulum_elements",
            "Pendulum by elements in time",
            ABOUT,
            include_str!("../../../pendulum.rs"),
        )
    })
}

fn reference() -> Result<Vec<Row>, Error> {
    let start = start(HEAVY, 0.6 * PI, 0.2)?;
    let (coarse, fine) = (flow(HEAVY, start, 20.0)?, fine(HEAVY, start, 20.0, 4000)?);
    // The samples are inside the elements of both runs as well.
    let times = (0..2000).map(|k| 0.003 + 0.01 * f64::from(k) - 0.001 * f64::from(k % 2));
    let differences = times.map(|t| {
        let (one, other) = (coarse.at(t), fine.at(t));
        one.zip(other)
            .map_or(f64::INFINITY, |(one, other)| (one.q[0] - other.q[0]).abs())
    });
    Ok(vec![Row::below(
        "5.8: the reference, Galerkin<6, Gauss<6>>, difference of h = 0.01 and h = 0.005, at nodes and between",
        // Rounding of four thousand steps of an angle of two, which grows in proportion to time.
        1e-11,
        differences.fold(0.0, f64::max),
        "the error of the reference, ten thousand times smaller than the smallest error measured with it",
    )])
}

fn convergence() -> Outcome<Found> {
    let start = start(HEAVY, 0.6 * PI, 0.2)?;
    let flow = flow(HEAVY, start, 20.0)?;
    let exact = |t: f64| [at(&flow, t)];
    let span = (20.0, &[200, 400, 800, 1600][..]);
    let from = |_| Ok(start);
    let curves = [
        Errors::measure(("linear", Verlet), HEAVY, from, span, exact)?,
        Errors::measure(("quadratic", Composite::default()), HEAVY, from, span, exact)?,
        Errors::measure(
            ("quadratic, Gauss<2>", Galerkin::<2, Gauss<2>>::default()),
            HEAVY,
            from,
            span,
            exact,
        )?,
    ];
    let grid = trapezoidal_slopes(
        "5.8: h = 0.1 to 0.0125, T = 20. The composite trapezoid limits degree 2 to order 2. With Gauss's rule instead, which \
         is not in the thesis, the order at the nodes is 2P = 4, and √e has parts of order 3 from the interpolation and 4 from \
         the phase.",
        &curves,
        "“quadratic”",
    );
    let row = Row::between(
        "5.8: √e of linear over that of quadratic elements, in decades",
        (0.4, 0.7),
        curves[0].decades_above(&curves[1]),
        "the half decade of the thesis, read off a figure to one or two tenths",
    );
    let row = row.says("“about half order of magnitude smaller”");
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &curves[1].inside);
    for (k, curve) in curves.into_iter().enumerate() {
        chart.line_points(curve.scheme, COLOURS[[0, 2, 1][k]], curve.inside);
    }
    let plot = chart
        .render(
            "convergence",
            "The root of (5.3) over the elements, T = 20. With Gauss's rule on the forces degree 2 reaches its full order.",
        )?
        .figure("Thesis, figure 5.8");
    Ok(Found {
        rows: vec![row],
        grids: vec![grid],
        plots: vec![plot],
    })
}

/// Figure 5.9, with the parameters of figure 5.8.
fn energies() -> Outcome<Found> {
    let start = start(HEAVY, 0.6 * PI, 0.2)?;
    let of = |steps: usize| -> Result<(f64, [Energies; 2]), Error> {
        let h = 20.0 / steps as f64;
        let linear = Energies::measure(HEAVY, Verlet, start, (h, steps), &MIDDLE)?;
        let quadratic = Energies::measure(HEAVY, Composite::default(), start, (h, steps), &MIDDLE)?;
        Ok((h, [linear, quadratic]))
    };
    let names = ["linear", "quadratic"];
    let grid = energy_orders(
        "5.9: slopes of max |e_E|: 2 at the nodes because of the rule of the forces, 1 along the elements because of the jumps of q̇.",
        names,
        &[of(200)?, of(400)?, of(800)?, of(1600)?],
        [(2.0, 1.0), (2.0, 1.0)],
        "the bounds “converge to zero”",
    );
    let (_, energies) = of(200)?;
    let mut rows = Vec::new();
    for (name, energies) in names.into_iter().zip(&energies) {
        let row = Row::noted(
            format!("5.9: e_E at nodes; in the middle of elements, h = 0.1, {name}"),
            format!("{}; {}", level_text(&energies.nodes), level_text(&energies.best)),
            "level ± amplitude: the mean, and half the range",
        );
        rows.push(row.says("bounded, “oscillates around constant error levels”"));
    }
    let captions = [
        "In the thesis this figure has the caption of another. E at the nodes from (q, p), and T + V in the middle of elements \
         from (q, q̇); h = 0.1, parameters of figure 5.8.",
        "T + V along the elements, from (q, q̇). It jumps with the velocity, and the jumps are larger by an order of h.",
    ];
    Ok(Found {
        rows,
        grids: vec![grid],
        plots: energy_plots(("Thesis, figure 5.9", names), energies, 3.0, captions)?,
    })
}
