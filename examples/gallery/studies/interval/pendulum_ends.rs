//! A pendulum between two angles, five units of time apart: three motions, from three guesses.

use std::f64::consts::PI;

use extremal::monolithic::{Solution, Start, Together};
use extremal::prelude::*;

use report::grid::{Cell, Grid};
use report::measure::log_slope;
use report::order::ORDER_TOLERANCE;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// A pendulum in units of its length and its small oscillations: θ̈ = −sin θ.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -cos(theta),
    discretize(Midpoint, Galerkin<2, Gauss<2>>, Galerkin<6, Gauss<6>>),
)]
struct Pendulum;

type Fourth = Galerkin<2, Gauss<2>>;
type Twelfth = Galerkin<6, Gauss<6>>;

const DURATION: f64 = 5.0;
const ENDS: Start<[f64; 1]> = Start::Ends { q0: [0.0], q1: [1.0] };

/// A motion: what is added to the straight line of its guess, θ = t/5 + bend · sin(πt/5), and its θ̇(0).
struct Motion {
    name: &'static str,
    bend: f64,
    v0: f64,
}

/// Digits by shooting, with another program and another method.
const MOTIONS: [Motion; 3] = [
    Motion {
        name: "far back and up",
        bend: -2.5,
        v0: -1.7576075354784,
    },
    Motion {
        name: "a little back and up",
        bend: -0.5,
        v0: -0.9590848082203,
    },
    Motion {
        name: "nearly over the top and down",
        bend: 2.0,
        v0: 1.9323057422999,
    },
];

impl Motion {
    fn guess(&self) -> impl Fn(f64) -> [f64; 1] + use<> {
        let bend = self.bend;
        move |t| [t / DURATION + bend * (PI * t / DURATION).sin()]
    }

    fn solve<D>(&self, scheme: D, elements: usize) -> Outcome<Solution<Pendulum, D>>
    where
        D: Together<Pendulum, Solution = Solution<Pendulum, D>>,
        Pendulum: Discretize<D>,
    {
        let h = DURATION / elements as f64;
        let whole = Monolithic::new(Pendulum, scheme, h, elements, ENDS);
        Ok(whole.guess(self.guess()).solve()?)
    }

    /// (h, error of p(0)), for lengths that are halved.
    fn errors<D>(&self, scheme: D, counts: [usize; 4]) -> Outcome<Curve>
    where
        D: Together<Pendulum, Solution = Solution<Pendulum, D>> + Copy,
        Pendulum: Discretize<D>,
    {
        let mut errors = Curve::new();
        for elements in counts {
            let solution = self.solve(scheme, elements)?;
            let error = (solution.states()[0].p[0] - self.v0).abs();
            errors.push((DURATION / elements as f64, error));
        }
        Ok(errors)
    }
}

const ABOUT: &str = "θ(0) = 0 and θ(5) = 1 are given. Three motions without a full turn connect these angles, and each is a \
    stationary point of the action. All elements are solved together, and Newton's method finds the motion that is near its \
    guess, a straight line that is bent by a half wave. The velocities at the start are compared with those that shooting \
    finds in another program.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (rows, motions) = progress.part("three motions", motions)?;
    let (grid, convergence) = progress.part("orders", orders)?;
    Ok(Study {
        rows,
        grids: vec![grid],
        plots: vec![motions, convergence],
        facts: vec![FactsRow::of::<Pendulum, Twelfth>(
            "pendulum",
            "Galerkin<6, Gauss<6>>",
        )],
        ..Study::new(
            "pendulum_ends",
            "A pendulum between two angles, in three ways",
            ABOUT,
            include_str!("pendulum_ends.rs"),
        )
    })
}

fn motions() -> Outcome<(Vec<Row>, Plot)> {
    let mut rows = Vec::new();
    let mut chart = Chart::new("t", "θ");
    for (motion, colour) in MOTIONS.iter().zip(COLOURS) {
        let solution = motion.solve(Twelfth::default(), 50)?;
        rows.push(Row::number(
            format!("θ̇(0), {}", motion.name),
            motion.v0,
            solution.states()[0].p[0],
            1e-13,
            "13 decimals are given; order 12 leaves rounding at h = 0.1",
        ));
        let guess = motion.guess();
        let times = (0..=50).map(|k| 0.1 * f64::from(k));
        chart.dashed("", GREY, times.map(|t| (t, guess(t)[0])).collect());
        let nodes = solution.states().iter();
        chart.line(
            motion.name,
            colour,
            nodes.map(|state| (state.t, state.q[0])).collect(),
        );
    }
    chart.points("given", GREY, vec![(0.0, 0.0), (DURATION, 1.0)]);
    let caption = "Three motions between the same angles. Dashed: the guesses.";
    Ok((rows, chart.render("motions", caption)?))
}

/// A boundary value is as accurate as the scheme at its nodes.
fn orders() -> Outcome<(Grid, Plot)> {
    let mut rows = Vec::new();
    let mut chart = Chart::new("length of the elements h", "error of p(0)").log_log();
    for (motion, colour) in MOTIONS.iter().zip(COLOURS) {
        let second = motion.errors(Midpoint, [80, 160, 320, 640])?;
        let fourth = motion.errors(Fourth::default(), [40, 80, 160, 320])?;
        let order = |expected, errors: &Curve| Cell::number(expected, log_slope(errors), ORDER_TOLERANCE);
        rows.push((
            motion.name.to_owned(),
            vec![order(2.0, &second), order(4.0, &fourth)],
        ));
        chart.line_points(format!("Midpoint, {}", motion.name), colour, second);
        chart.line_points("", colour, fourth);
    }
    let grid = Grid {
        caption: "Slopes of the error of p(0) over the length of the elements, h = 0.0625 to 0.0078 and h = 0.125 to 0.0156. \
            Lengths are halved, and the next term of the error changes a slope by less than 0.1.",
        columns: ["motion", "Midpoint", "Galerkin<2, Gauss<2>>"]
            .map(str::to_owned)
            .to_vec(),
        rows,
    };
    let caption =
        "The error of p(0), which nothing prescribed. Above `Midpoint`, below `Galerkin<2, Gauss<2>>`.";
    Ok((grid, chart.render("convergence", caption)?))
}
