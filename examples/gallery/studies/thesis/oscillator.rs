//! The harmonic oscillator: figures 5.2, 5.3 and 5.4 of the thesis with exact integrals, and A.1.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::elements::{Errors, root_of_e, run, slope_cell, slope_grid};
use super::energy::{Energies, GAUSS_POINTS, MIDDLE, energy_orders, energy_plots, level_text};
use super::{Found, TERMS, initial};
use crate::systems::oscillator::Oscillator;
use report::claim::Claim;
use report::grid::{Cell, Grid, stated};
use report::measure::{EnergyCurve, largest};
use report::plot::{COLOURS, Chart, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// m = c = 1. Two Gauss points are exact for the action of a linear element, and three for that of a quadratic element.
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

const ABOUT: &str = "Figures 5.2 to 5.4 and A.1 of Capobianco's thesis (2015), single-field formulation. All integrals \
    are exact, so the figures show only the effect of the shape functions. Figure 5.1 is a sketch. The multi-field curves \
    of 5.3 and 5.4, which the thesis calls multi and mix, are in the study of several fields.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let mut found = progress.part("figure 5.2", motion)?;
    found.add(progress.part("figure 5.3", convergence_found)?);
    found.add(progress.part("figure 5.4", energies)?);
    let steps = progress.choose(1_000_000, 100_000);
    found.rows.extend(progress.part("drift", || drift(steps))?);
    found.add(progress.part("A.1", initial::study)?);
    let Found { rows, grids, plots } = found;
    Ok(Study {
        terms: TERMS,
        rows,
        grids,
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

fn motion() -> Outcome<Found> {
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
        // At h = 1 the next term of the error is (ωh)² = 1 of the first, times a small factor.
        0.4,
        "elements of degree 1 have order 2: a factor of four",
    )
    .says("“better approximated […] with more elements”");
    let caption = "Linear elements with h = 1 and h = 0.5, and the exact motion.";
    Ok(Found {
        rows: vec![row],
        plots: vec![chart.render("motion", caption)?.figure("Thesis, figure 5.2")],
        ..Found::default()
    })
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

fn convergence_found() -> Outcome<Found> {
    let curves = convergence(100.0, &STEPS)?;
    Ok(Found {
        rows: vec![distance(&curves)?],
        grids: vec![slopes(&curves)?],
        plots: vec![convergence_plot(curves)?],
    })
}

/// Step sizes from ωh = 0.2: the next term of the error, (ωh)² of the first, changes the slope by less than the tolerance.
fn slopes([linear, quadratic]: &[Errors; 2]) -> Result<Grid, Error> {
    let [_, short] = convergence(10.0, &[100, 200, 400, 800])?;
    let composite = ("", Galerkin::<2, Trapezoid<2>, Gauss<2>>::default());
    let composite = Errors::measure(composite, SYSTEM, |_| start(), (100.0, &STEPS), |t| [exact(t)])?;
    let row = |head: &str, curve: &Errors, inside: fn(f64) -> Cell, nodes, claim| {
        let slopes = curve.slopes();
        stated(head, [inside(slopes.0), slope_cell(nodes, slopes.1)], claim)
    };
    let two: fn(f64) -> Cell = |slope| slope_cell(2.0, slope);
    Ok(slope_grid(
        "5.3: h = 0.2 to 0.025, T = 100. The order at the nodes is 2P, where P is the degree. √e of degree 2 has two parts: the \
         interpolation error of order h³, constant in time, and the phase error of order h⁴, which grows with time. At T = 10, \
         h = 0.1 to 0.0125, the phase error is still small, and the slope is min(2P, P + 1) = 3. With the composite trapezoid \
         on the forces it would be 2. So the integrals of figure 5.3 were exact, as section 5.1 says, and did not use the rule \
         named in appendix A.2.",
        vec![
            row("degree 1", linear, two, 2.0, Claim::Agrees("“approximately −2”")),
            row(
                "degree 2",
                quadratic,
                |slope| Cell::between((3.0, 4.0), slope),
                4.0,
                Claim::Agrees("“below −3”, “cubic”"),
            ),
            row(
                "degree 2, T = 10",
                &short,
                |slope| slope_cell(3.0, slope),
                4.0,
                Claim::Silent,
            ),
            row(
                "degree 2, composite trapezoid",
                &composite,
                two,
                2.0,
                Claim::Differs("A.2: “in all the examples of Chapter 5 […] by the trapezoidal rule”"),
            ),
        ],
    ))
}

/// The distance between the errors of degree 1 and degree 2.
fn distance([linear, quadratic]: &[Errors; 2]) -> Result<Row, Error> {
    let mut decades = Vec::new();
    for steps in [50, 100, 200] {
        let [one, two] = convergence(100.0, &[steps])?;
        decades.push(format!("{:.1}", one.decades_above(&two)));
    }
    decades.push(format!("{:.1}", linear.decades_above(quadratic)));
    let row = Row::noted(
        "5.3: √e of degree 1 over that of degree 2, in decades: h = 2, 1, 0.5, mean of 0.2 to 0.025",
        decades.join(", "),
        "the orders differ, so the ratio grows as h falls, like 1/h to 1/h²; it is one to two decades only at the largest steps \
         of the thesis",
    );
    Ok(row.contradicts("“between one and two orders of magnitude smaller”"))
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
            "The root of the mean squared error (5.3) over the elements, and the same mean over the nodes; T = 100.",
        )
        .map(|plot| plot.figure("Thesis, figure 5.3"))
}

fn energies() -> Outcome<Found> {
    let of = |steps: usize| -> Result<(f64, [Energies; 2]), Error> {
        let h = 10.0 / steps as f64;
        let linear = Energies::measure(SYSTEM, Linear::default(), start()?, (h, steps), &MIDDLE)?;
        let quadratic = Energies::measure(SYSTEM, Quadratic::default(), start()?, (h, steps), &GAUSS_POINTS)?;
        Ok((h, [linear, quadratic]))
    };
    let names = ["degree 1", "degree 2"];
    let grid = energy_orders(
        "5.4: slopes of max |e_E|: 2P at the nodes, where P is the degree, and P along the elements, the order of q̇.",
        names,
        &[of(50)?, of(100)?, of(200)?, of(400)?],
        [(2.0, 1.0), (4.0, 2.0)],
        "the bounds “converge to zero”",
    );
    let (_, energies) = of(50)?;
    let [linear, quadratic] = &energies;
    let reason = "degree 2 has a higher order, and the steps resolve the motion: ωh = 0.2";
    let words = "degree 2: “the smallest error level with very small amplitudes”";
    let mut rows = Vec::new();
    for (what, one, two) in [
        ("at nodes", &linear.nodes, &quadratic.nodes),
        ("at Gauss points", &linear.best, &quadratic.best),
        ("along elements", &linear.along, &quadratic.along),
    ] {
        let smaller = largest(two) < 0.2 * largest(one);
        let row = Row::word(
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
        );
        rows.push(row.says(words));
    }
    let captions = [
        "E at the nodes from (q, p), and T + V at the Gauss points of elements from (q, q̇); h = 0.2. The thesis does not say \
 which of them it draws; its statements about both degrees fit the second.",
        "T + V along the elements, from (q, q̇). The velocity of a linear element is constant, and the energy jumps with it \
 between elements.",
    ];
    Ok(Found {
        rows,
        grids: vec![grid],
        plots: energy_plots(("Thesis, figure 5.4", names), energies, 10.0, captions)?,
    })
}

fn drift(steps: usize) -> Result<Vec<Row>, Error> {
    fn of<D>(name: &str, scheme: D, steps: usize) -> Result<Row, Error>
    where
        Oscillator: Discretize<D>,
    {
        let intervals = 100;
        let curve = EnergyCurve::measure(SYSTEM, scheme, 0.2, start()?, (intervals, steps / intervals))?;
        let (drift, error) = curve.drift();
        // The step is linear, and the determinant of its rounded coefficients is off by at most ε.
        let rounding = steps as f64 * f64::EPSILON * ENERGY / curve.largest();
        Ok(Row::below(
            format!("5.4: rise of max |E − E₀| over {steps:e} steps of h = 0.2, relative, {name}"),
            // The nodes of an interval miss the peak by at most (ωh)², differently in each interval; over hundreds of periods by much
            // less.
            1e-6 + 3.0 * error + rounding,
            drift.abs(),
            "no drift; the tolerance is three standard errors of the fit, and rounding of ε per step",
        )
        .says("bounded “even for much longer time intervals”"))
    }
    Ok(vec![
        of("degree 1", Linear::default(), steps)?,
        of("degree 2", Quadratic::default(), steps)?,
    ])
}
