//! A spring pendulum beside a wall: figures 4 and 5 of the paper, with what of its text holds for them and what does not.

use extremal::Error;
use extremal::drive::ContactReport;
use extremal::prelude::*;

use crate::by_hand::graph::{self, Point};
use crate::by_hand::located;
use crate::by_hand::wall_pendulum::WallPendulum as ByHand;
use crate::systems::wall_pendulum::{OF_PAPER, WallPendulum};
use report::grid::{Cell, Grid};
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const SYSTEM: WallPendulum = OF_PAPER.0;
const START: [f64; 2] = OF_PAPER.1;
const H: f64 = 1e-3;
const NAMES: [&str; 4] = [
    "Moreau",
    "SymmetricMoreau",
    "VariationalMoreau",
    "Theta { theta: 0.5 }",
];

const ABOUT: &str = "A mass on a spring swings against a wall through its pivot, and no energy is lost there. The mass matrix depends \
        on the length of the spring, so that the three schemes of the paper and Jean's θ-method differ.";

const TERMS: &[(&str, &str)] = &[
    (
        "E",
        "the energy of the momentum on the right of a node, after its percussions",
    ),
    (
        "e_E",
        "(E − E₀)/E₀; E₀ = −7.13 is negative, so that e_E < 0 where energy is gained",
    ),
];

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    // Shorter runs show another sign of Moreau's error.
    let seconds = 1000;
    let energies = progress.part("energy", || all(|scheme| energy(scheme, seconds)))?;
    let smooth = progress.part("orders", || errors([0.4, 2e-3], &[50, 100, 200, 400, 800]))?;
    let hits = progress.part("graphs", || {
        errors([3.0, 2e-3], &[300, 600, 1200, 2400, 4800, 9600])
    })?;
    let mut rows = energy_rows(&energies, seconds);
    rows.extend(error_rows(&hits));
    Ok(Study {
        terms: TERMS,
        rows,
        grids: vec![grid(&smooth, &hits)],
        plots: vec![energy_plot(energies)?, error_plot(hits)?],
        facts: vec![
            FactsRow::of::<WallPendulum, Moreau>("pendulum beside a wall", NAMES[0]),
            FactsRow::of::<WallPendulum, SymmetricMoreau>("pendulum beside a wall", NAMES[1]),
            FactsRow::of::<WallPendulum, VariationalMoreau>("pendulum beside a wall", NAMES[2]),
        ],
        ..Study::new(
            "wall_pendulum",
            "Spring pendulum beside a wall",
            ABOUT,
            include_str!("../../../wall_pendulum.rs"),
        )
    })
}

/// A motion by one of the four schemes, step by step: t, q, and the report's velocity and energy.
fn run(
    scheme: usize,
    h: f64,
    steps: usize,
    mut visit: impl FnMut(&ContactReport<WallPendulum>, f64, &[f64]),
) -> Result<(), Error> {
    macro_rules! run {
        ($scheme:expr) => {{
            let mut motion = Integrator::new(SYSTEM, $scheme, h, START, [0.0; 2])?;
            for _ in 0..steps {
                let report = motion.step()?;
                let state = motion.state();
                visit(&report, state.t, state.q.as_slice());
            }
        }};
    }
    match scheme {
        0 => run!(Moreau),
        1 => run!(SymmetricMoreau),
        2 => run!(VariationalMoreau),
        _ => run!(Theta { theta: 0.5 }),
    }
    Ok(())
}

fn all<T>(each: impl Fn(usize) -> Outcome<T>) -> Outcome<[T; 4]> {
    Ok([each(0)?, each(1)?, each(2)?, each(3)?])
}

/// `e_E` at the end of each second, and the largest of its size in it.
struct Energies {
    ends: Curve,
    maxima: Vec<f64>,
}

fn energy(scheme: usize, seconds: usize) -> Outcome<Energies> {
    let start = Integrator::new(SYSTEM, Moreau, H, START, [0.0; 2])?.energy();
    let mut energies = Energies {
        ends: vec![(0.0, 0.0)],
        maxima: vec![0.0],
    };
    let mut k = 0;
    run(scheme, H, 1000 * seconds, |report, t, _| {
        k += 1;
        let error = (report.energy(&SYSTEM) - start) / start;
        let last = energies.maxima.len() - 1;
        energies.maxima[last] = energies.maxima[last].max(error.abs());
        if k % 1000 == 0 {
            energies.ends.push((t, error));
            energies.maxima.push(0.0);
        }
    })?;
    energies.maxima.pop();
    Ok(energies)
}

/// The mean of the last tenth.
fn last(curve: &[(f64, f64)]) -> f64 {
    let tail = &curve[curve.len() - curve.len() / 10..];
    tail.iter().map(|point| point.1).sum::<f64>() / tail.len() as f64
}

fn energy_rows(energies: &[Energies; 4], seconds: usize) -> Vec<Row> {
    let mut rows = Vec::new();
    for k in [1, 2] {
        let maxima = &energies[k].maxima;
        let half = maxima.len() / 2;
        let largest = |part: &[f64]| part.iter().copied().fold(0.0, f64::max);
        rows.push(
            Row::between(
                format!(
                    "max |e_E| of the second half of {seconds} s over that of the first, {}",
                    NAMES[k]
                ),
                (0.7, 1.4),
                largest(&maxima[half..]) / largest(&maxima[..half]),
                "no drift: both halves have thousands of oscillations and hundreds of impacts",
            )
            .says("good energy conservation, no significant error over impacts"),
        );
        rows.push(Row::below(
            format!("max |e_E|, {}, h = 0.001", NAMES[k]),
            5e-3,
            largest(maxima),
            "the oscillation of E between impacts is of the order of (ω h)² = 1e-4, times the ratio of the spring's energy to E₀",
        ));
    }
    let end = last(&energies[0].ends);
    rows.push(
        Row::word(
            format!("Moreau after {seconds} s"),
            "gains energy",
            if end < 0.0 { "gains energy" } else { "loses energy" },
            "e_E of the last tenth is negative, and E₀ too",
        )
        .contradicts("dissipates a significant amount of energy"),
    );
    rows.push(Row::noted(
        "mean of e_E in the last tenth, Moreau and Theta",
        format!("{end:.3} and {:.3}", last(&energies[3].ends)),
        "the paper has its energy error settle after 500 s",
    ));
    rows
}

/// Errors by step size: at the end in q, the paper's mean square (65), and between graphs.
struct Errors {
    end: Curve,
    mean_square: Curve,
    graph: Curve,
}

fn errors([span, fine]: [f64; 2], counts: &[usize]) -> Outcome<[Errors; 4]> {
    let motion = located::motion::<2, 4>(&ByHand::OF_PAPER.0, START, [0.0; 2], span, fine);
    let exact: Vec<Point> = motion
        .samples
        .iter()
        .map(|s| vec![s.t, s.q[0], s.q[1], s.v[0], s.v[1]])
        .collect();
    all(|scheme| {
        let mut errors = Errors {
            end: Vec::new(),
            mean_square: Vec::new(),
            graph: Vec::new(),
        };
        for &steps in counts {
            let h = span / steps as f64;
            let mut points = vec![vec![0.0, START[0], START[1], 0.0, 0.0]];
            run(scheme, h, steps, |report, t, q| {
                points.push(vec![t, q[0], q[1], report.velocity[0], report.velocity[1]]);
            })?;
            let window = 0.02 + 20.0 * h;
            errors.graph.push((h, graph::distance(&points, &exact, window)));
            errors.mean_square.push((h, mean_square(&points, &exact)));
            let (end, last) = (&points[points.len() - 1], &exact[exact.len() - 1]);
            errors.end.push((h, (end[1] - last[1]).hypot(end[2] - last[2])));
        }
        Ok(errors)
    })
}

/// (65): the mean of |q − q*|² over the nodes; q* between its samples by Hermite's cubic.
fn mean_square(points: &[Point], exact: &[Point]) -> f64 {
    let mut at = 0;
    let squares = points.iter().map(|point| {
        while at + 2 < exact.len() && exact[at + 1][0] < point[0] {
            at += 1;
        }
        let (a, b) = (&exact[at], &exact[at + 1]);
        let length = b[0] - a[0];
        let s = if length > 0.0 {
            (point[0] - a[0]) / length
        } else {
            0.0
        };
        let cubic = |i: usize| {
            let (rise, fall) = (s * s * (3.0 - 2.0 * s), s * (1.0 - s));
            a[i] + (b[i] - a[i]) * rise + length * fall * ((1.0 - s) * a[i + 2] - s * b[i + 2])
        };
        (1..3).map(|i| (point[i] - cubic(i)).powi(2)).sum::<f64>()
    });
    squares.sum::<f64>() / points.len() as f64
}

fn grid(smooth: &[Errors; 4], hits: &[Errors; 4]) -> Grid {
    let row = |k: usize| {
        let expected = if k == 0 { 1.0 } else { 2.0 };
        let cells = vec![
            Cell::number(expected, log_slope(&smooth[k].end), 0.1),
            Cell::number(1.0, log_slope(&hits[k].graph), 0.25),
        ];
        (NAMES[k].to_owned(), cells)
    };
    Grid {
        caption: "Measured orders. Up to t = 0.4 the pendulum does not reach the wall. Up to t = 3 there are three impacts: each is \
                  late by up to a step whatever the scheme, and where it lies between two nodes scatters the errors.",
        columns: ["scheme", "order in q, no impact", "order of the graphs, impacts"]
            .map(str::to_owned)
            .to_vec(),
        rows: (0..4).map(row).collect(),
    }
}

fn error_rows(hits: &[Errors; 4]) -> Vec<Row> {
    // The geometric mean over step sizes; a mean square is the square of an error.
    let ratio = |a: usize, b: usize| {
        let pairs = hits[a].mean_square.iter().zip(&hits[b].mean_square);
        let logs: Vec<f64> = pairs.map(|(a, b)| 0.5 * (a.1 / b.1).ln()).collect();
        (logs.iter().sum::<f64>() / logs.len() as f64).exp()
    };
    vec![
        Row::between(
            "error of Moreau over that of SymmetricMoreau, roots of (65), mean over step sizes",
            (0.3, 4.0),
            ratio(0, 1),
            "both are late by a part of a step at each impact, which is most of their errors",
        )
        .contradicts("a ten times smaller error of the symmetric scheme"),
        Row::between(
            "error of VariationalMoreau over that of SymmetricMoreau",
            (0.9, 1.1),
            ratio(2, 1),
            "they differ by terms of second order between impacts",
        )
        .contradicts("a slightly bigger order, and an error between those of the other two"),
    ]
}

fn energy_plot(energies: [Energies; 4]) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "e_E");
    for ((energies, name), colour) in energies.into_iter().zip(NAMES).zip(COLOURS) {
        chart.line(name, colour, energies.ends);
    }
    Ok(chart
        .render(
            "energy",
            "Relative energy errors at the end of each second, h = 0.001. E₀ is negative: below zero, energy is gained.",
        )?
        .figure("Moreau-type integrators, figure 4"))
}

fn error_plot(hits: [Errors; 4]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "mean square error of q").log_log();
    for ((errors, name), colour) in hits.iter().zip(NAMES).zip(COLOURS) {
        chart.line_points(name, colour, errors.mean_square.clone());
    }
    chart.reference_slope(2, &hits[1].mean_square);
    Ok(chart
        .render(
            "convergence",
            "The error (65) of the paper over three seconds with three impacts, relative to a motion whose impacts are located.",
        )?
        .figure("Moreau-type integrators, figure 5"))
}
