//! The order of elements by degree P and quadrature, on two nonlinear systems.
//!
//! The systems are declared here with every scheme of the table; the examples list fewer schemes.

#![cfg(not(debug_assertions))]

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Discretize, Error, StateOf};

use report::grid::{Cell, Grid};
use report::measure::{ErrorCurve, end_state};
use report::plot::{COLOURS, Chart, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::Row;

/// A pendulum, with every scheme of the table.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * dt(theta).powi(2),
    potential = -9.81 * cos(theta),
    discretize(
        Galerkin<1, Gauss<1>>, Galerkin<1, Gauss<2>>, Galerkin<1, Lobatto<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<3, Lobatto<4>>,
        Galerkin<4, Gauss<4>>, Galerkin<4, Gauss<5>>, Galerkin<4, Lobatto<5>>,
        Galerkin<6, Gauss<6>>
    ),
)]
struct Single;

/// A double pendulum, with every scheme of the table.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [sin(a), -cos(a)],
    let second = first + [sin(b), -cos(b)],
    kinetic = 0.5 * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = 9.81 * (first[1] + second[1]),
    discretize(
        Galerkin<1, Gauss<1>>, Galerkin<1, Gauss<2>>, Galerkin<1, Lobatto<2>>,
        Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Gauss<4>>, Galerkin<3, Lobatto<4>>,
        Galerkin<4, Gauss<4>>, Galerkin<4, Gauss<5>>, Galerkin<4, Lobatto<5>>,
        Galerkin<6, Gauss<6>>
    ),
)]
struct Double;

/// For each degree the numbers of steps in one second: from steps that just resolve the motion to errors near rounding.
type Steps = [[usize; 5]; 4];

const SINGLE: Steps = [
    [64, 128, 256, 512, 1024],
    [24, 48, 96, 160, 256],
    [12, 18, 28, 42, 64],
    [8, 10, 13, 16, 20],
];
const DOUBLE: Steps = [
    [64, 128, 256, 512, 1024],
    [32, 64, 128, 192, 256],
    [36, 46, 58, 74, 96],
    [36, 41, 46, 52, 60],
];

/// One line of the table.
struct Line {
    degree: usize,
    curve: ErrorCurve,
}

fn measure<S, D, const P: usize>(
    (name, scheme): (&'static str, D),
    system: S,
    start: StateOf<S>,
    steps: &Steps,
    exact: &StateOf<S>,
) -> Result<Line, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs> + Copy,
    D: Copy,
{
    let curve = ErrorCurve::measure((name, scheme), system, start, 1.0, &steps[P - 1], exact)?;
    Ok(Line { degree: P, curve })
}

/// The lines of a system, for schemes that are written as types.
macro_rules! lines {
    ($system:expr, $start:expr, $steps:expr, $(($degree:literal, $rule:ident<$points:literal>))*) => {{
        let start = $start;
        let exact = end_state($system, Galerkin::<6, Gauss<6>>::default(), start, 1.0, 100)?;
        vec![$(measure::<_, _, $degree>(
            (
                concat!("P = ", $degree, ", ", stringify!($rule), "<", $points, ">"),
                Galerkin::<$degree, $rule<$points>>::default(),
            ),
            $system,
            start,
            $steps,
            &exact,
        )?),*]
    }};
}

macro_rules! table {
    ($system:expr, $start:expr, $steps:expr) => {
        lines!($system, $start, $steps,
            (1, Gauss<1>) (1, Gauss<2>) (1, Lobatto<2>) (2, Gauss<2>) (2, Gauss<3>) (2, Lobatto<3>)
            (3, Gauss<3>) (3, Gauss<4>) (3, Lobatto<4>) (4, Gauss<4>) (4, Gauss<5>) (4, Lobatto<5>))
    };
}

fn single() -> Result<Vec<Line>, Error> {
    let start = Integrator::new(Single, Galerkin::<1, Gauss<1>>::default(), 1.0, [2.0], [0.5])?.state();
    Ok(table!(Single, start, &SINGLE))
}

fn double() -> Result<Vec<Line>, Error> {
    let scheme = Galerkin::<1, Gauss<1>>::default();
    let start = Integrator::new(Double, scheme, 1.0, [2.0, 1.5], [0.0, 0.0])?.state();
    Ok(table!(Double, start, &DOUBLE))
}

const ABOUT: &str = "Elements of degree P with P and P + 1 Gauss points and with P + 1 Lobatto points. All have the \
    order 2P in q and p at the nodes. The systems are a pendulum and a double pendulum; the reference uses elements \
    of degree six.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let single = progress.part("pendulum", single)?;
    let double = progress.part("double pendulum", double)?;
    let grid = grid(&single, &double);
    let rows = vec![Row::noted(
        "fewer than P points for T",
        "refused at compile time",
        "P = 1 needs one point, P = 2 two: (3, 2) has order 2 and (4, 3) order 4, (2, 1), (3, 1), (4, 1) and (4, 2) \
         are singular",
    )];
    let plots = vec![
        plot(
            "pendulum",
            "Errors of θ after one second, by degree, with three rules each.",
            single,
        )?,
        plot(
            "double",
            "The double pendulum, the larger of the errors of its two angles. The three rules of a degree differ by a factor, \
             not by an order.",
            double,
        )?,
    ];
    Ok(Study {
        rows,
        plots,
        grids: vec![grid],
        ..Study::new(
            "orders",
            "Orders by degree and rule",
            ABOUT,
            include_str!("lib.rs"),
        )
    })
}

/// One row per scheme, with columns for q and p of each system.
fn grid(single: &[Line], double: &[Line]) -> Grid {
    let rows = single.iter().zip(double).map(|(single, double)| {
        let cells = [single, double].into_iter().flat_map(orders);
        (single.curve.scheme.to_owned(), cells.collect())
    });
    Grid {
        caption: "Orders measured, by the degree P of the elements and the rule of their integrals with its number of points. \
                  2P with each of these rules; the next term of the error, h² smaller, bends the \
                  slope by less than 0.1, and by 0.2 at order eight, where only large steps stay above rounding.",
        columns: ["degree and points", "pendulum, q", "p", "double pendulum, q", "p"]
            .map(str::to_owned)
            .to_vec(),
        rows: rows.collect(),
    }
}

fn orders(line: &Line) -> [Cell; 2] {
    let order = 2.0 * line.degree as f64;
    let tolerance = if line.degree == 4 { 0.2 } else { 0.1 };
    let (q, p) = line.curve.orders();
    [q, p].map(|slope| Cell::number(order, slope, tolerance))
}

fn plot(name: &'static str, caption: &'static str, lines: Vec<Line>) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of q").log_log();
    for line in lines.iter().step_by(3) {
        chart.reference_slope([2, 4, 6, 8][line.degree - 1], &line.curve.coordinates);
    }
    for (k, line) in lines.into_iter().enumerate() {
        // One colour per degree, with three rules each.
        let label = if k % 3 == 0 {
            format!("P = {}", line.degree)
        } else {
            String::new()
        };
        chart.line_points(label, COLOURS[k / 3], line.curve.coordinates);
    }
    chart.render(name, caption)
}
