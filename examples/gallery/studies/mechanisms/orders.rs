//! The order of elements with two constraints, by degree and quadrature.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::forms;
use crate::systems::tied_masses::{TiedMasses, UNIT, swinging};
use report::levels::Levels;
use report::measure::{ErrorCurve, end_state, path};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::Row;

/// The same masses in the angles of their rods, for a reference without constraints.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(left, right),
    let a = l * [sin(left), -cos(left)],
    let b = [d, 0] + l * [sin(right), -cos(right)],
    let stretch = (b - a).norm() - d,
    kinetic = 0.5 * m * (dt(a).norm_squared() + dt(b).norm_squared()),
    potential = m * g * (a[1] + b[1]) + 0.5 * k * stretch.powi(2) + 0.25 * k3 * stretch.powi(4),
    discretize(Galerkin<6, Gauss<6>>),
)]
struct ByAngles {
    m: f64,
    l: f64,
    g: f64,
    d: f64,
    k: f64,
    k3: f64,
}

const BY_ANGLES: ByAngles = ByAngles {
    m: UNIT.m,
    l: UNIT.l,
    g: UNIT.g,
    d: UNIT.d,
    k: UNIT.k,
    k3: UNIT.k3,
};

const ANGLES: [f64; 2] = [1.2, 0.3];
const RATES: [f64; 2] = [0.0, 1.0];

type Reference = Galerkin<6, Gauss<6>>;

const ABOUT: &str = "Elements of degree P with P Gauss points and with P + 1 Lobatto points. The system is two \
        masses on rods with a hardening spring between them: nonlinear, with two constraints. All elements have the \
        order 2P in q and in p, because the constraints also hold at the inner nodes, which are the Lobatto points. \
        The reference uses the angles as coordinates and elements of degree six. Each scheme has a second form without \
        multipliers among the unknowns, which computes the same motion.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let curves = progress.part("orders", error_curves)?;
    let mut rows = progress.part("constraints", levels)?;
    rows.extend(progress.part("both forms", || forms::rows(start()?))?);
    let plots = vec![
        progress.part("paths", paths)?,
        plot(
            "order_q",
            ["step size h", "error of q at t = 1"],
            "Errors of the positions: the two quadratures of a degree differ by a factor, not by an order.",
            &curves,
            |curve| curve.coordinates.clone(),
        )?,
        plot(
            "order_p",
            ["step size h", "error of p at t = 1"],
            "Errors of the momenta, with the same orders.",
            &curves,
            |curve| curve.momentum.clone(),
        )?,
    ];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2, 4, 6, 2, 4, 6])],
        plots,
        facts: forms::facts(),
        ..Study::new(
            "tied_masses",
            "Orders with two constraints",
            ABOUT,
            include_str!("../../../tied_masses.rs"),
        )
    })
}

fn start() -> Result<StateOf<TiedMasses>, Error> {
    let (q, v) = swinging(&UNIT, ANGLES, RATES);
    Ok(Integrator::new(UNIT, Galerkin::<1, Gauss<1>>::default(), 1.0, q, v)?.state())
}

fn exact(span: f64) -> Result<StateOf<TiedMasses>, Error> {
    let start = Integrator::new(BY_ANGLES, Reference::default(), 1.0, ANGLES, RATES)?.state();
    let end = end_state(BY_ANGLES, Reference::default(), start, span, 200)?;
    let unit = BY_ANGLES.m * BY_ANGLES.l * BY_ANGLES.l;
    let (q, v) = swinging(&UNIT, end.q.into(), [end.p[0] / unit, end.p[1] / unit]);
    Ok(State {
        t: span,
        q: q.into(),
        p: v.map(|v| UNIT.m * v).into(),
    })
}

macro_rules! curve {
    ($start:expr, $exact:expr, $steps:expr, $degree:literal, $rule:ident<$points:literal>) => {
        ErrorCurve::measure(
            (
                concat!("P = ", $degree, ", ", stringify!($rule), "<", $points, ">"),
                Galerkin::<$degree, $rule<$points>>::default(),
            ),
            UNIT,
            $start,
            1.0,
            &$steps,
            &$exact,
        )?
    };
}

fn error_curves() -> Result<[ErrorCurve; 6], Error> {
    let (start, exact) = (start()?, exact(1.0)?);
    // From steps that just resolve the motion to steps whose error is near rounding.
    let (second, fourth, sixth) = (
        [64, 128, 256, 512, 1024],
        [32, 64, 128, 256, 512],
        [20, 28, 40, 56, 80],
    );
    Ok([
        curve!(start, exact, second, 1, Gauss<1>),
        curve!(start, exact, fourth, 2, Gauss<2>),
        curve!(start, exact, sixth, 3, Gauss<3>),
        curve!(start, exact, second, 1, Lobatto<2>),
        curve!(start, exact, fourth, 2, Lobatto<3>),
        curve!(start, exact, sixth, 3, Lobatto<4>),
    ])
}

fn levels() -> Result<Vec<Row>, Error> {
    let reason = "solved in each step to N ε of the terms in g: N = 6 unknowns, and terms that sum up to 9 at \
        b_x = d + l = 2.5; and a few ε of their rates, with |v| ≤ 5";
    let accepted = "as for P = 1; a step is accepted as soon as all its residuals are at the rounding of their \
        terms, which include p and λ, before the rate itself is accurate to its last digit";
    let allowed = [6.0 * 9.0 * f64::EPSILON, 64.0 * f64::EPSILON];
    let low = Levels::measure(UNIT, Galerkin::<1, Gauss<1>>::default(), 0.01, start()?, 10_000)?;
    let high = Levels::measure(UNIT, Galerkin::<3, Gauss<3>>::default(), 0.02, start()?, 5_000)?;
    let rows = [
        low.rows("1e4 steps of P = 1, Gauss<1>, h = 0.01", allowed, reason),
        high.rows(
            "5e3 steps of P = 3, Gauss<3>, h = 0.02",
            [allowed[0], 1e-12],
            accepted,
        ),
    ];
    Ok(rows.into_iter().flatten().collect())
}

fn paths() -> Outcome<Plot> {
    let motion = Integrator::from_state(UNIT, Galerkin::<3, Gauss<3>>::default(), 0.01, start()?)?;
    let points = path(motion, (600, 1), |state| state.q)?;
    let mut chart = Chart::new("t", "angle of a rod");
    let angle = |pivot: f64, k: usize| -> Curve {
        let times = (0..).map(|k| 0.01 * f64::from(k));
        let angles = points.iter().map(|q| (q[2 * k] - pivot).atan2(-q[2 * k + 1]));
        times.zip(angles).collect()
    };
    chart.line("left", COLOURS[0], angle(0.0, 0));
    chart.line("right", COLOURS[1], angle(UNIT.d, 1));
    chart.render(
        "motion",
        "The motion of the two pendulums with the hardening spring, P = 3 at h = 0.01.",
    )
}

fn plot(
    name: &'static str,
    [x, y]: [&'static str; 2],
    caption: &'static str,
    curves: &[ErrorCurve],
    errors: impl Fn(&ErrorCurve) -> Curve,
) -> Outcome<Plot> {
    let mut chart = Chart::new(x, y).log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, errors(curve));
    }
    for (curve, order) in curves[..3].iter().zip([2, 4, 6]) {
        chart.reference_slope(order, &errors(curve));
    }
    chart.render(name, caption)
}
