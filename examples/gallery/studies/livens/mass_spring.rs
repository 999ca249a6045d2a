//! Two masses on springs with a singular mass matrix: figures 2, 3 and 4 of the paper, also with the parameters of its text.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::{Energies, ROUNDING, ULPS, by_step_size, second_orders, step_size_plot, step_size_row};
use crate::systems::mass_spring::{FIGURES, MassSpring, RATE, START, TEXT};
use report::measure::{EnergyCurve, ErrorCurve, distance, end_state, largest};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row, short};

/// The same masses without the massless coordinate.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x1, x2),
    kinetic = 0.5 * m[0] * dt(x1).powi(2) + 0.5 * m[1] * (dt(x1) + dt(x2)).powi(2),
    potential = c * (k[0] * (x1.powi(2) + x1.powi(4)) + k[1] * (x2.powi(2) + x2.powi(4))),
    discretize(Galerkin<5, Gauss<5>>),
)]
struct Minimal {
    m: [f64; 2],
    k: [f64; 2],
    c: f64,
}

const H: f64 = 0.1;
const STEPS: usize = 100;

const ABOUT: &str = "Two masses on hardening springs. The positions of the springs' ends are separate coordinates with a \
    constraint, so the mass matrix is singular. The parameters in the paper's text (E = ½) are not those of its figures (E = 1). \
    Both sets are run, at h = 0.1 up to t = 10.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let figures = progress.part("figures", || Run::of(FIGURES))?;
    let text = progress.part("text", || Run::of(TEXT))?;
    let curves = progress.part("orders", error_curves)?;
    let small = progress.part("step sizes", || by_step_size(1.0, ulps))?;
    let mut rows = figures.rows("figures", &FIGURES_END);
    rows.push(step_size_row("figures", &small));
    rows.extend(text.rows("text", &TEXT_END));
    rows.extend([
        Row::number(
            "E, with the parameters of the figures",
            1.0,
            figures.energies.generalized[0],
            1e-15,
            "½·2 at the start",
        )
        .says("E = 1 (figure 2)"),
        Row::number(
            "E, with the parameters of the text",
            0.5,
            text.energies.generalized[0],
            1e-15,
            "½·1 at the start",
        )
        .contradicts("E = 1 (figure 2)"),
        midpoint_row()?,
    ]);
    let plots = vec![
        energies_plot("energies", &figures)?.figure("Kinon & Betsch, figure 2"),
        increments_plot(&figures, &text)?,
        constraint_plot(&figures, &text)?,
        energies_plot("energies_text", &text)?.figure("Kinon & Betsch, figure 2, parameters of the text"),
        step_size_plot(vec![("figures", small)])?,
        convergence(&curves)?,
    ];
    Ok(Study {
        terms: TERMS,
        rows,
        grids: vec![second_orders(&curves)],
        plots,
        facts: facts(),
        ..Study::new(
            "mass_spring",
            "Two masses with a singular mass matrix",
            ABOUT,
            include_str!("../../../mass_spring.rs"),
        )
    })
}

const TERMS: &[(&str, &str)] = &[
    ("E", "energy, p·v − L; here it is T + V, because M is constant"),
    ("ε", "2.2e-16"),
    (
        "figures, text",
        "the parameters that reproduce the paper's figures, and those given in its text",
    ),
];

fn facts() -> Vec<FactsRow> {
    vec![
        FactsRow::of::<MassSpring, Livens>("mass and spring", "Livens"),
        FactsRow::of::<MassSpring, Stabilized<Livens>>("mass and spring", "Stabilized<Livens>"),
        FactsRow::of::<MassSpring, Midpoint>("mass and spring", "Midpoint"),
    ]
}

/// q after a hundred steps in exact arithmetic, from an independent program.
const FIGURES_END: [f64; 3] = [
    0.869_798_682_883_883_1,
    1.969_798_682_883_883,
    0.304_912_024_809_460_86,
];
const TEXT_END: [f64; 3] = [
    0.245_172_475_829_72,
    1.345_172_475_829_72,
    0.085_797_954_601_149_78,
];

struct Run {
    energies: Energies,
    /// g at the nodes.
    constraint: Curve,
    /// max |dg/dt| at the nodes.
    rate: f64,
    /// max |p − M v|
    momentum: f64,
    end: StateOf<MassSpring>,
}

impl Run {
    fn of(system: MassSpring) -> Result<Self, Error> {
        let mut motion = Integrator::new(system, Livens, H, START, RATE)?;
        let mut run = Self {
            energies: Energies::default(),
            constraint: Vec::new(),
            rate: 0.0,
            momentum: 0.0,
            end: motion.state(),
        };
        run.energies.meet(&motion)?;
        for _ in 0..STEPS {
            let report = motion.step()?;
            run.energies.meet(&motion)?;
            run.end = motion.state();
            run.constraint.push((run.end.t, report.constraints[0]));
            run.rate = run.rate.max(report.constraint_rates[0].abs());
            let momentum = system.momentum(run.end.t, &run.end.q, &report.velocity);
            run.momentum = run.momentum.max(distance(&momentum, &run.end.p));
        }
        Ok(run)
    }

    fn rows(&self, name: &str, end: &[f64; 3]) -> Vec<Row> {
        let increments = self.energies.increments(&self.energies.generalized, 1.0);
        let component = |k: usize, what: &str| {
            Row::number(
                format!("{name}: {what} at t = 10"),
                end[k],
                self.end.q[k],
                // A hundred steps of half an ε add like a random walk to five ε of the largest coordinate, 2, and double twice during the run.
                5e-15,
                "an independent program in exact arithmetic; random roundings of half an ε in each of a hundred steps",
            )
        };
        let mut rows = vec![component(0, "x₁"), component(1, "q₂"), component(2, "x₂")];
        rows.extend([
            Row::below(
                format!("{name}: max |Eₙ₊₁ − Eₙ| in ε of max(|p·v|, T, |V|)"),
                ULPS,
                self.energies.ulps(),
                ROUNDING,
            ),
            Row::below(format!("{name}: max |Eₙ₊₁ − Eₙ|"), 2e-15, largest(&increments), "the range of the axis in the paper")
                .says("within ±2e-15 (figure 3)"),
            Row::below(
                format!("{name}: max |g|"),
                16.0 * f64::EPSILON * 0.5 * 1.1 * 1.1,
                largest(&self.constraint),
                "solved in each step, for positions with compensated sums: 16 ε of the terms of g, 0.6",
            )
            .says("within ±2e-15 (figure 4)"),
            Row::below(
                format!("{name}: max |dg/dt|"),
                // 2 (q₂ − x₁) |q̇| ≤ 3, twice 16 ε.
                32.0 * 3.0 * f64::EPSILON,
                self.rate,
                "the mean of (q₂ − x₁)(q̇₂ − ẋ₁) over a step is zero; the constraint is effectively linear, so it is zero at the nodes too",
            ),
            Row::below(
                format!("{name}: max |p − M v|"),
                STEPS as f64 * 3.0 * f64::EPSILON,
                self.momentum,
                "p = M v holds if M is constant; ε of p ≤ 3 per step",
            ),
        ]);
        rows
    }
}

/// The change of the energy over a hundred steps of h.
fn ulps(h: f64) -> Result<f64, Error> {
    let mut motion = Integrator::new(FIGURES, Livens, h, START, RATE)?;
    Ok(Energies::measure(&mut motion, STEPS)?.ulps())
}

fn midpoint_row() -> Result<Row, Error> {
    let start = Integrator::new(FIGURES, Midpoint, H, START, RATE)?.state();
    let curve = EnergyCurve::measure(FIGURES, Midpoint, H, start, (STEPS, 1))?;
    Ok(Row::noted(
        "figures: max |E − E₀|, Midpoint",
        short(curve.largest()),
        "symplectic and equally cheap: its energy error is bounded, but not zero",
    ))
}

fn error_curves() -> Result<[ErrorCurve; 2], Error> {
    let span = 2.0;
    let Minimal { m, k, c } = MINIMAL;
    let reference = Integrator::new(
        Minimal { m, k, c },
        Galerkin::<5, Gauss<5>>::default(),
        0.01,
        [START[0], START[2]],
        [RATE[0], RATE[2]],
    )?
    .state();
    let end = end_state(MINIMAL, Galerkin::<5, Gauss<5>>::default(), reference, span, 200)?;
    // q₂ = x₁ + l₁ + w. Momenta are p₂ = p₃ = m₂ (ẋ₁ + ẋ₂), and p₁ is the remainder of the reference's momentum.
    let [x1, x2] = end.q.into();
    let q = [x1, x1 + FIGURES.rest + FIGURES.width, x2];
    let exact = State {
        t: span,
        q: q.into(),
        p: [end.p[0] - end.p[1], end.p[1], end.p[1]].into(),
    };
    let start = Integrator::new(FIGURES, Livens, H, START, RATE)?.state();
    let counts = [40, 80, 160, 320, 640];
    Ok([
        ErrorCurve::measure(("Livens", Livens), FIGURES, start, span, &counts, &exact)?,
        ErrorCurve::measure(
            ("Stabilized<Livens>", Stabilized(Livens)),
            FIGURES,
            start,
            span,
            &counts,
            &exact,
        )?,
    ])
}

const MINIMAL: Minimal = Minimal {
    m: FIGURES.m,
    k: FIGURES.k,
    c: FIGURES.c,
};

fn energies_plot(name: &'static str, run: &Run) -> Outcome<Plot> {
    let energies = &run.energies;
    energies.plot(("E", &energies.generalized)).render(
        name,
        "Kinetic and potential energy are exchanged; their sum is constant.",
    )
}

/// Results with the parameters of the figures and of the text, as points over time.
fn both(y: &'static str, figures: Curve, text: Curve) -> Chart {
    let mut chart = Chart::new("t", y).range_y(-2.0, 2.0);
    chart.points("figures", COLOURS[0], figures);
    chart.points("text", COLOURS[1], text);
    chart
}

fn increments_plot(figures: &Run, text: &Run) -> Outcome<Plot> {
    let of = |run: &Run| run.energies.increments(&run.energies.generalized, 1e15);
    let chart = both("10¹⁵ (Eₙ₊₁ − Eₙ)", of(figures), of(text));
    let caption =
        "The change of the energy from node to node, on the axis of the paper: multiples of half an ε.";
    Ok(chart
        .render("increments", caption)?
        .figure("Kinon & Betsch, figure 3"))
}

fn constraint_plot(figures: &Run, text: &Run) -> Outcome<Plot> {
    let of = |run: &Run| run.constraint.iter().map(|(t, g)| (*t, 1e15 * g)).collect();
    let chart = both("10¹⁵ g", of(figures), of(text));
    let caption = "The constraint at the nodes, on the axis of the paper: at most an ε.";
    Ok(chart
        .render("constraint", caption)?
        .figure("Kinon & Betsch, figure 4"))
}

fn convergence(curves: &[ErrorCurve; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of q at t = 2").log_log();
    chart.line_points("Livens", COLOURS[0], curves[0].coordinates.clone());
    chart.points("Stabilized<Livens>", COLOURS[1], curves[1].coordinates.clone());
    chart.reference_slope(2, &curves[0].coordinates);
    chart.render(
        "order",
        "Errors relative to the same masses in two coordinates, with elements of degree five. The constraint is effectively \
         linear, so the stabilizing terms vanish and the points coincide.",
    )
}
