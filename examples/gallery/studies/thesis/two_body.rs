//! The two-body problem: figures 5.11, 5.12 and 5.13 of the thesis, against Kepler's ellipse in closed form.
//!
//! T is integrated exactly, the forces by the trapezoidal rule, for quadratic elements by the composite one.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::super::{Outcome, Study};
use super::elements::{Errors, between, run};
use super::energy::{Energies, MIDDLE, energy_orders, energy_plots, largest};
use super::reference::{Ellipse, fine};
use crate::measure::EnergyCurve;
use crate::plot::{COLOURS, Chart, Curve, GREY, Plot};
use crate::progress::Progress;
use crate::table::{FactsRow, Row};
use crate::two_body::TwoBody;

type Composite = Galerkin<2, Trapezoid<2>, Gauss<2>>;
type Fourth = Galerkin<2, Gauss<2>>;

const SYSTEM: TwoBody = TwoBody { m: 1.0, gm: 1.0 };
const SPAN: f64 = 50.0;

fn start() -> Result<StateOf<TwoBody>, Error> {
    Ok(Integrator::new(SYSTEM, Verlet, 1.0, [2.0, 0.0], [0.0, 0.6])?.state())
}

fn ellipse() -> Ellipse {
    Ellipse::new(SYSTEM.gm, 2.0, 0.6)
}

const ABOUT: &str = "Figures 5.11 to 5.13 of Capobianco's thesis (2015), single-field formulation. The \
    thesis compares with a numerical solution, since it knows no other; here it is \
    Kepler's ellipse in closed form.";

pub(crate) fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut rows = progress.part("reference", reference)?;
    let mut plots = vec![progress.part("figure 5.11", orbit)?];
    let (convergence_rows, plot) = progress.part("figure 5.12", convergence)?;
    rows.extend(convergence_rows);
    plots.push(plot);
    let (energy_rows, energy_plots) = progress.part("figure 5.13", energies)?;
    rows.extend(energy_rows);
    plots.extend(energy_plots);
    rows.extend(progress.part("drift", || drift(progress.choose(1_000_000, 100_000)))?);
    Ok(Study {
        rows,
        plots,
        facts: vec![
            FactsRow::of::<TwoBody, Verlet>("two bodies", "Verlet"),
            FactsRow::of::<TwoBody, Composite>("two bodies", "Galerkin<2, Trapezoid<2>, Gauss<2>>"),
        ],
        ..Study::new(
            "two_body_elements",
            "Two bodies by elements in time",
            ABOUT,
            include_str!("../../../two_body.rs"),
        )
    })
}

fn reference() -> Result<Vec<Row>, Error> {
    let ellipse = ellipse();
    let fine = fine(SYSTEM, start()?, SPAN, 1000)?;
    let states = (&fine).into_iter().map(|state| (state.q, ellipse.at(state.t)));
    let difference = states.map(|(r, exact)| (r[0] - exact[0]).abs().max((r[1] - exact[1]).abs()));
    let difference = difference.fold(0.0, f64::max);
    Ok(vec![
        Row::number(
            "the period",
            12.27,
            ellipse.period(),
            0.005,
            "2π √(a³/GM) with a = 1.5625. The thesis: [0, 10] “corresponds roughly to one period”",
        ),
        Row::below(
            "Kepler's ellipse against Galerkin<6, Gauss<6>>, h = 0.05, to t = 50",
            // A thousand steps of a rounding on numbers of size two, and an error of phase that grows with time.
            1e-11,
            difference,
            "two references that share nothing; what is left is rounding",
        ),
    ])
}

fn orbit() -> Outcome<Plot> {
    let h = 0.5;
    let ellipse = ellipse();
    let times = (0..=600).map(|k| ellipse.period() / 600.0 * f64::from(k));
    let mut chart = Chart::new("x", "y").equal();
    let exact = times.map(|t| ellipse.at(t)).map(|[x, y]| (x, y));
    chart.line("reference", GREY, exact.collect());
    let linear = run(SYSTEM, Verlet, h, start()?, 50)?;
    let nodes = linear.states().iter().map(|state| (state.q[0], state.q[1]));
    chart.line_points("linear", COLOURS[0], nodes.collect());
    chart.points("the fixed body", COLOURS[1], vec![(0.0, 0.0)]);
    chart
        .render(
            "orbit",
            "Linear elements, trapezoidal rule, two turns; h = 0.5, since the thesis gives none. The second \
         turn is not on the first: the ellipse of the method turns slowly.",
        )
        .map(|plot| plot.figure("Thesis, figure 5.11"))
}

fn convergence() -> Outcome<(Vec<Row>, Plot)> {
    let ellipse = ellipse();
    let exact = |t: f64| ellipse.at(t);
    let span = (SPAN, &[500, 1000, 2000, 4000][..]);
    let from = |_| start();
    let curves = [
        Errors::measure(("linear", Verlet), SYSTEM, from, span, exact)?,
        Errors::measure(("quadratic", Composite::default()), SYSTEM, from, span, exact)?,
        Errors::measure(
            ("quadratic, Gauss<2>", Fourth::default()),
            SYSTEM,
            from,
            span,
            exact,
        )?,
    ];
    let quadratic = "the thesis: quadratic for both; the composite trapezoid limits degree 2 to order 2";
    let mut rows = Vec::new();
    for curve in &curves[..2] {
        let slopes = curve.slopes();
        let name = |what: &str| format!("5.12: slope {what}, {}", curve.scheme);
        // From a hundred steps a turn on: the next term of the error is a hundredth of it.
        rows.push(Row::number(name("of √e"), 2.0, slopes.0, 0.1, quadratic));
        rows.push(Row::number(name("at the nodes"), 2.0, slopes.1, 0.1, quadratic));
    }
    let slopes = curves[2].slopes();
    let both = "Gauss's rule in its place, not in the thesis: 3 of the interpolation and 4 of the phase, which has \
                grown for four turns";
    let nodes = "2P at the nodes";
    rows.push(between(
        "5.12: slope of √e, quadratic, Gauss<2>",
        (3.0, 4.0),
        slopes.0,
        both,
    ));
    rows.push(Row::number(
        "5.12: slope at the nodes, quadratic, Gauss<2>",
        4.0,
        slopes.1,
        0.1,
        nodes,
    ));
    let decades = curves[0].decades_above(&curves[1]);
    let factor = 10_f64.powf(0.5 * decades);
    let read = "“one order of magnitude smaller” and “four times more linear elements to get the same accuracy”, read \
                off a figure: both are of √e, as all slopes of the thesis are";
    rows.push(between(
        "5.12: √e of linear over that of quadratic elements, in decades",
        (0.9, 1.4),
        decades,
        read,
    ));
    rows.push(between(
        "5.12: linear elements for one quadratic, at the same √e",
        (3.5, 5.0),
        factor,
        read,
    ));
    let mut chart = Chart::new("step size h", "√e").log_log();
    chart.reference_slope(2, &curves[1].inside);
    for (k, curve) in curves.into_iter().enumerate() {
        chart.line_points(curve.scheme, COLOURS[[0, 2, 1][k]], curve.inside);
    }
    let plot = chart
        .render("convergence", "The root of (5.3) over the elements, T = 50.")?
        .figure("Thesis, figure 5.12");
    Ok((rows, plot))
}

fn energies() -> Outcome<(Vec<Row>, [Plot; 2])> {
    let of = |steps: usize| -> Result<(f64, [Energies; 2]), Error> {
        let h = SPAN / steps as f64;
        let linear = Energies::measure(SYSTEM, Verlet, start()?, (h, steps), &MIDDLE)?;
        let quadratic = Energies::measure(SYSTEM, Composite::default(), start()?, (h, steps), &MIDDLE)?;
        Ok((h, [linear, quadratic]))
    };
    let names = ["linear", "quadratic"];
    let mut rows = energy_orders(
        "5.13",
        names,
        &[of(500)?, of(1000)?, of(2000)?, of(4000)?],
        [(2.0, 1.0), (2.0, 1.0)],
        "the bounds go to zero, and of the same order in h for both, as the thesis says",
    );
    let (_, energies) = of(500)?;
    let ratio = |of: fn(&Energies) -> &Curve| {
        let [linear, quadratic] = &energies;
        largest(of(linear)) / largest(of(quadratic))
    };
    rows.push(between(
        "5.13: max |e_E| of linear over that of quadratic elements, h = 0.1, in the middle of elements",
        (0.5, 2.0),
        ratio(|e| &e.best),
        "the thesis: “of the same order for both”: so it is where e_E is computed from (q, q̇) inside the elements",
    ));
    rows.push(Row::noted(
        "5.13: the same, at nodes; and along the elements, their ends included",
        format!("{:.1}; {:.1}", ratio(|e| &e.nodes), ratio(|e| &e.along)),
        "not the same there: quadratic elements are better by a factor",
    ));
    let captions = [
        "In the thesis under the caption of another figure. E at the nodes from (q, p), and T + V in the \
         middle of elements from (q, q̇); h = 0.1. A peak at each passage of the near point.",
        "The same along the elements of the first turn, from (q, q̇): it jumps with the velocity.",
    ];
    Ok((
        rows,
        energy_plots(
            ("Thesis, figure 5.13", names),
            energies,
            ellipse().period(),
            captions,
        )?,
    ))
}

fn drift(steps: usize) -> Result<Vec<Row>, Error> {
    let intervals = 100;
    let curve = EnergyCurve::measure(SYSTEM, Verlet, 0.1, start()?, (intervals, steps / intervals))?;
    let (drift, error) = curve.drift();
    Ok(vec![Row::below(
        format!("5.13: rise of max |E − E₀| over {steps:e} steps of h = 0.1, relative, linear"),
        // The peak at the near point is met between nodes to a few per cent of it in any interval of eight turns, to
        // much less over a hundred intervals.
        1e-6 + 3.0 * error,
        drift.abs(),
        "bounded: none, but for three standard errors of the fit",
    )])
}
