//! The harmonic oscillator: figures 5.2, 5.3 and 5.4 of the thesis, all integrals exact; and A.1.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::super::{Outcome, Study};
use super::elements::{Errors, between, root_of_e, run};
use super::energy::{Energies, GAUSS_POINTS, MIDDLE, energy_orders, energy_plots, largest, level_text};
use super::initial;
use crate::measure::EnergyCurve;
use crate::oscillator::Oscillator;
use crate::plot::{COLOURS, Chart, GREY, Plot};
use crate::progress::Progress;
use crate::table::{FactsRow, Row};

/// m = c = 1; two Gauss points are exact for the action of a linear element, three for that of a quadratic one.
pub(super) const SYSTEM: Oscillator = Oscillator { m: 1.0, c: 1.0 };
pub(super) const VELOCITY: f64 = 0.5;
/// ½ m v² + ½ c q² at the start.
const ENERGY: f64 = 0.25;
pub(super) type Linear = Galerkin<1, Gauss<2>>;
pub(super) type Quadratic = Galerkin<2, Gauss<3>>;

/// h = 0.2 to 0.025 at T = 100.
pub(super) const STEPS: [usize; 4] = [500, 1000, 2000, 4000];

pub(super) fn exact(t: f64) -> f64 {
    SYSTEM.exact(0.5, VELOCITY, t)
}

/// q = ½, and the impulse of v = ½.
pub(super) fn start() -> Result<StateOf<Oscillator>, Error> {
    Ok(Integrator::new(SYSTEM, Verlet, 1.0, [0.5], [VELOCITY])?.state())
}

const ABOUT: &str = "Figures 5.2 to 5.4 and A.1 of Capobianco's thesis (2015), single-field \
    formulation, with all integrals exact: what is seen is the choice of the shape \
    functions, and nothing else.";

pub(crate) fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let (row, motion) = progress.part("figure 5.2", motion)?;
    let mut rows = vec![row];
    let curves = progress.part("figure 5.3", || convergence(100.0, &STEPS))?;
    rows.extend(convergence_rows(&curves)?);
    let (energy_rows, energy_plots) = progress.part("figure 5.4", energies)?;
    rows.extend(energy_rows);
    rows.extend(progress.part("drift", || drift(progress.choose(1_000_000, 100_000)))?);
    let (initial_rows, initial_plots) = progress.part("A.1", initial::study)?;
    rows.extend(initial_rows);
    let mut plots = vec![motion, convergence_plot(curves)?];
    plots.extend(energy_plots);
    plots.extend(initial_plots);
    Ok(Study {
        rows,
        plots,
        facts: vec![
            FactsRow::of::<Oscillator, Linear>("oscillator", "Galerkin<1, Gauss<2>>"),
            FactsRow::of::<Oscillator, Quadratic>("oscillator", "Galerkin<2, Gauss<3>>"),
        ],
        ..Study::new(
            "oscillator",
            "Harmonic oscillator",
            ABOUT,
            include_str!("../../../oscillator.rs"),
        )
    })
}

fn motion() -> Outcome<(Row, Plot)> {
    let mut chart = Chart::new("t", "q");
    let times = (0..=400).map(|k| 0.025 * f64::from(k));
    chart.line("exact", GREY, times.map(|t| (t, exact(t))).collect());
    let mut errors = [0.0; 2];
    for (k, (label, steps)) in [("h = 1", 10), ("h = 0.5", 20)].into_iter().enumerate() {
        let h = 10.0 / steps as f64;
        let trajectory = run(SYSTEM, Linear::default(), h, start()?, steps)?;
        errors[k] = root_of_e(&trajectory, |t| [exact(t)]);
        let nodes = trajectory.states().iter().map(|state| (state.t, state.q[0]));
        chart.line_points(label, COLOURS[k], nodes.collect());
    }
    let row = Row::number(
        "5.2: √e at h = 1 over √e at h = 0.5",
        4.0,
        errors[0] / errors[1],
        // The next term of the error is (ωh)² = 1 of it at h = 1, with a small factor.
        0.4,
        "“better approximated with more elements”: by the second order, a factor of four",
    );
    let caption = "Linear elements with h = 1 and h = 0.5, and the exact motion.";
    Ok((row, chart.render("motion", caption)?.figure("Thesis, figure 5.2")))
}

fn convergence(span: f64, counts: &[usize]) -> Result<[Errors; 2], Error> {
    let span = (span, counts);
    let exact = |t| [exact(t)];
    let linear = ("degree 1", Linear::default());
    let quadratic = ("degree 2", Quadratic::default());
    Ok([
        Errors::measure(linear, SYSTEM, |_| start(), span, exact)?,
        Errors::measure(quadratic, SYSTEM, |_| start(), span, exact)?,
    ])
}

fn convergence_rows([linear, quadratic]: &[Errors; 2]) -> Result<Vec<Row>, Error> {
    let mut rows = Vec::new();
    let row = |what: &str, order, slope, reason| {
        // ωh = 0.2: the next term of the error, (ωh)² of it, bends the line by less.
        Row::number(format!("5.3: slope {what}"), order, slope, 0.1, reason)
    };
    let nodes = "2P at the nodes, where nothing is interpolated";
    let two = "the thesis: approximately 2";
    rows.push(row("of √e, degree 1", 2.0, linear.slopes().0, two));
    rows.push(row("at the nodes, degree 1", 2.0, linear.slopes().1, nodes));
    rows.push(row("at the nodes, degree 2", 4.0, quadratic.slopes().1, nodes));
    rows.push(between(
        "5.3: slope of √e, degree 2",
        (3.0, 4.0),
        quadratic.slopes().0,
        "the thesis: “below −3”, and “cubic”. Two errors are added: of the interpolation, h³ and constant in time, and \
         of the phase, h⁴ and growing with it",
    ));
    let [_, short] = convergence(10.0, &[100, 200, 400, 800])?;
    let cubic = "min(2P, P + 1) = 3 where the phase has had no time to grow";
    rows.push(row(
        "of √e, degree 2, T = 10, h = 0.1 to 0.0125",
        3.0,
        short.slopes().0,
        cubic,
    ));
    let span = (100.0, &STEPS[..]);
    let composite = ("", Galerkin::<2, Trapezoid<2>, Gauss<2>>::default());
    let composite = Errors::measure(composite, SYSTEM, |_| start(), span, |t| [exact(t)])?;
    rows.push(row(
        "of √e, degree 2, composite trapezoid on the forces",
        2.0,
        composite.slopes().0,
        "so the integrals of figure 5.3 were exact, as 5.1 says, and not by the trapezoidal rule “in all the examples \
         of chapter 5”, as A.2 says",
    ));
    let mut coarse = Vec::new();
    for steps in [50, 100, 200] {
        let [one, two] = convergence(100.0, &[steps])?;
        coarse.push(format!("{:.1}", one.decades_above(&two)));
    }
    coarse.push(format!("{:.1}", linear.decades_above(quadratic)));
    rows.push(Row::noted(
        "5.3: √e of degree 1 over that of degree 2, in decades: h = 2, 1, 0.5, mean of 0.2 to 0.025",
        coarse.join(", "),
        "the thesis: one to two decades below the others, the pure multi-field form being one below degree 1. That is \
         so at its largest steps; the distance grows as h falls, by 1/h to 1/h²",
    ));
    Ok(rows)
}

fn convergence_plot(curves: [Errors; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of q").log_log();
    for (k, curve) in curves.into_iter().enumerate() {
        let order = [2, 3][k];
        chart.reference_slope(order, &curve.inside);
        if order == 3 {
            chart.reference_slope(4, &curve.nodes);
        }
        chart.line_points(format!("{}, √e", curve.scheme), COLOURS[2 * k], curve.inside);
        chart.line_points(
            format!("{}, nodes", curve.scheme),
            COLOURS[2 * k + 1],
            curve.nodes,
        );
    }
    chart
        .render(
            "order",
            "The root of the squared error (5.3) over the elements, and the same mean over the nodes; \
         T = 100.",
        )
        .map(|plot| plot.figure("Thesis, figure 5.3"))
}

fn energies() -> Outcome<(Vec<Row>, [Plot; 2])> {
    let of = |steps: usize| -> Result<(f64, [Energies; 2]), Error> {
        let h = 10.0 / steps as f64;
        let linear = Energies::measure(SYSTEM, Linear::default(), start()?, (h, steps), &MIDDLE)?;
        let quadratic = Energies::measure(SYSTEM, Quadratic::default(), start()?, (h, steps), &GAUSS_POINTS)?;
        Ok((h, [linear, quadratic]))
    };
    let names = ["degree 1", "degree 2"];
    let mut rows = energy_orders(
        "5.4",
        names,
        &[of(50)?, of(100)?, of(200)?, of(400)?],
        [(2.0, 1.0), (4.0, 2.0)],
        "the bounds go to zero, as the thesis says; 2P at the nodes, and the order P of q̇ along the elements",
    );
    let (_, energies) = of(50)?;
    let [linear, quadratic] = &energies;
    let reason = "the thesis: degree 2 has the smallest level and very small amplitudes";
    for (what, one, two) in [
        ("at nodes", &linear.nodes, &quadratic.nodes),
        ("at Gauss points", &linear.best, &quadratic.best),
        ("along elements", &linear.along, &quadratic.along),
    ] {
        let smaller = largest(two) < 0.2 * largest(one);
        rows.push(Row::word(
            format!(
                "5.4: e_E {what}: {} for degree 1, {} for degree 2",
                level_text(one),
                level_text(two)
            ),
            "degree 2 far smaller",
            if smaller {
                "degree 2 far smaller"
            } else {
                "not far smaller"
            },
            reason,
        ));
    }
    let captions = [
        "E at the nodes from (q, p), and T + V at the Gauss points of elements from (q, q̇); h = 0.2. \
 The thesis does not say which it draws; what it says of both degrees fits the second.",
        "The same along the elements, from (q, q̇): the velocity of linear elements is constant in each, and the \
         energy jumps with it.",
    ];
    Ok((
        rows,
        energy_plots(("Thesis, figure 5.4", names), energies, 10.0, captions)?,
    ))
}

fn drift(steps: usize) -> Result<Vec<Row>, Error> {
    fn of<D>(name: &str, scheme: D, steps: usize) -> Result<Row, Error>
    where
        Oscillator: Discretize<D>,
    {
        let intervals = 100;
        let curve = EnergyCurve::measure(SYSTEM, scheme, 0.2, start()?, (intervals, steps / intervals))?;
        let (drift, error) = curve.drift();
        // The step is linear, and its rounded coefficients have a determinant that is off by ε at most.
        let rounding = steps as f64 * f64::EPSILON * ENERGY / curve.largest();
        Ok(Row::below(
            format!("5.4: rise of max |E − E₀| over {steps:e} steps of h = 0.2, relative, {name}"),
            // Where the peak of an interval is met between nodes differs from interval to interval by (ωh)²; over
            // hundreds of periods by much less.
            1e-6 + 3.0 * error + rounding,
            drift.abs(),
            "bounded “even for much longer intervals”: no rise, but for three standard errors of the fit, and ε a step \
             by rounding",
        ))
    }
    Ok(vec![
        of("degree 1", Linear::default(), steps)?,
        of("degree 2", Quadratic::default(), steps)?,
    ])
}
