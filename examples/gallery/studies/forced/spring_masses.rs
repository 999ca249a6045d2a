//! Two masses with a spring: conserved quantities of symmetries, with every scheme.

use extremal::blocks::NoInputs;
use extremal::prelude::*;
use extremal::{Error, StateOf};

use crate::systems::spring_masses::SpringMasses;
use report::grid::{Cell, Grid};
use report::measure;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row, short};

const SYSTEM: SpringMasses = SpringMasses {
    m: [1.0, 2.0],
    c: 20.0,
    rest_length: 1.0,
};
/// The total momentum is (0.04, 0.02), so that the pair stays near the origin during a run.
const START: ([f64; 4], [f64; 4]) = ([-0.8, 0.0, 0.4, 0.0], [0.24, -1.38, -0.1, 0.7]);
/// Forty steps per oscillation of the spring.
const STEP_SIZE: f64 = 0.03;

type First = Galerkin<1, Left>;
type Fourth = Galerkin<2, Gauss<2>>;
type Lobatto3 = Galerkin<2, Lobatto<3>>;
type Apart = Galerkin<2, Trapezoid<2>, Gauss<2>>;
type Sixth = Galerkin<3, Gauss<3>>;
type SpringState = StateOf<SpringMasses>;

const ABOUT: &str = "Two free masses with a spring between them. L does not change when both masses are translated or \
    rotated. So their momentum P and their angular momentum D are constant. Every variational scheme keeps both to \
    rounding, whatever its order.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let steps = progress.choose(100_000, 20_000);
    let kept = progress.part("momenta and energy", || Kept::all(steps))?;
    let rows = vec![progress.part("Runge and Kutta", runge_kutta_loses)?];
    let plots = vec![path()?, progress.part("momenta", momenta)?, energies()?];
    Ok(Study {
        terms: &[
            ("P", "p_a + p_b, total momentum"),
            ("D", "a × p_a + b × p_b, total angular momentum"),
        ],
        rows,
        grids: vec![grid(&kept)],
        plots,
        facts: facts(),
        ..Study::new(
            "spring_masses",
            "Two masses with a spring",
            ABOUT,
            include_str!("../../../spring_masses.rs"),
        )
    })
}

fn facts() -> Vec<FactsRow> {
    const NAME: &str = "two masses";
    vec![
        FactsRow::of::<SpringMasses, Verlet>(NAME, "Verlet"),
        FactsRow::of::<SpringMasses, Midpoint>(NAME, "Midpoint"),
        FactsRow::of::<SpringMasses, Fourth>(NAME, "Galerkin<2, Gauss<2>>"),
        FactsRow::of::<SpringMasses, Sixth>(NAME, "Galerkin<3, Gauss<3>>"),
    ]
}

/// P, by hand.
fn momentum(state: &SpringState) -> [f64; 2] {
    let p = state.p;
    [p[0] + p[2], p[1] + p[3]]
}

/// D, by hand.
fn angular_momentum(state: &SpringState) -> f64 {
    let (q, p) = (state.q, state.p);
    q[0] * p[1] - q[1] * p[0] + q[2] * p[3] - q[3] * p[2]
}

/// The largest deviations in one run.
struct Kept {
    scheme: &'static str,
    momentum: f64,
    angular: f64,
    /// |E − E₀| in the first and in the second half of the run, relative to the energy of the motion.
    energy: [f64; 2],
}

impl Kept {
    fn all(steps: usize) -> Result<[Self; 7], Error> {
        Ok([
            Self::measure("Galerkin<1, Left>", First::default(), steps)?,
            Self::measure("Verlet", Verlet, steps)?,
            Self::measure("Midpoint", Midpoint, steps)?,
            Self::measure("Galerkin<2, Trapezoid<2>, Gauss<2>>", Apart::default(), steps)?,
            Self::measure("Galerkin<2, Gauss<2>>", Fourth::default(), steps)?,
            Self::measure("Galerkin<2, Lobatto<3>>", Lobatto3::default(), steps)?,
            Self::measure("Galerkin<3, Gauss<3>>", Sixth::default(), steps)?,
        ])
    }

    fn measure<D>(name: &'static str, scheme: D, steps: usize) -> Result<Self, Error>
    where
        SpringMasses: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut motion = Integrator::new(SYSTEM, scheme, STEP_SIZE, START.0, START.1)?;
        let start = motion.state();
        let ([px, py], angular, energy) = (momentum(&start), angular_momentum(&start), motion.energy());
        let mut kept = Self {
            scheme: name,
            momentum: 0.0,
            angular: 0.0,
            energy: [0.0; 2],
        };
        for step in 0..steps {
            motion.step()?;
            let state = motion.state();
            let [x, y] = momentum(&state);
            kept.momentum = kept.momentum.max((x - px).abs()).max((y - py).abs());
            kept.angular = kept.angular.max((angular_momentum(&state) - angular).abs());
            let half = &mut kept.energy[2 * step / steps];
            *half = half.max((motion.energy() / energy - 1.0).abs());
        }
        Ok(kept)
    }

    fn cells(&self) -> Vec<Cell> {
        let [first, second] = self.energy;
        vec![
            Cell::below(MOMENTUM_WIDTH, self.momentum),
            Cell::below(ANGULAR_WIDTH, self.angular),
            Cell::noted(short(first)),
            Cell::below(GROWTH, second / first),
        ]
    }
}

/// A step rounds each component of 1.5 by ε/2; random roundings give 5e-14 in 10⁵ steps.
const MOMENTUM_WIDTH: f64 = 2e-13;
/// The same with positions of up to 40, to which the centre of mass has moved: random roundings give 2e-12. If the stages of an
/// element round to one side, it is up to ε per step, 2e-11.
const ANGULAR_WIDTH: f64 = 1e-11;
/// Both halves are thousands of oscillations long, and reach the same peaks.
const GROWTH: f64 = 1.05;

fn grid(kept: &[Kept]) -> Grid {
    Grid {
        caption: "Largest deviations in one run at h = 0.03. Momenta: rounding, at most ε per step. Energy: bounded, so \
                  the errors in the second half of the run are not larger than in the first.",
        columns: [
            "scheme",
            "|P − P₀|",
            "|D − D₀|",
            "|E/E₀ − 1|, first half",
            "second half : first",
        ]
        .map(str::to_owned)
        .to_vec(),
        rows: kept
            .iter()
            .map(|kept| (kept.scheme.to_owned(), kept.cells()))
            .collect(),
    }
}

/// The classical Runge–Kutta method of order 4.
fn runge_kutta(state: &SpringState) -> Result<SpringState, extremal::Failure> {
    let h = STEP_SIZE;
    let rate = |q, p| -> Result<_, extremal::Failure> {
        let v = SYSTEM.velocity(0.0, &q, &p)?;
        let a = SYSTEM.acceleration(0.0, &q, &v, &[])?;
        Ok((v, SYSTEM.mass_matrix(0.0, &q, &v) * a))
    };
    let (q, p) = (state.q, state.p);
    let (v1, f1) = rate(q, p)?;
    let (v2, f2) = rate(q + v1 * (0.5 * h), p + f1 * (0.5 * h))?;
    let (v3, f3) = rate(q + v2 * (0.5 * h), p + f2 * (0.5 * h))?;
    let (v4, f4) = rate(q + v3 * h, p + f3 * h)?;
    Ok(State {
        t: state.t + h,
        q: q + (v1 + (v2 + v3) * 2.0 + v4) * (h / 6.0),
        p: p + (f1 + (f2 + f3) * 2.0 + f4) * (h / 6.0),
    })
}

/// |D − D₀| over time with the Runge–Kutta method.
fn lost(samples: u32) -> Result<Curve, extremal::Failure> {
    let mut state = start().map_err(|error| error.failure)?;
    let begin = angular_momentum(&state);
    let mut curve = Vec::new();
    for _ in 0..samples {
        for _ in 0..STRIDE {
            state = runge_kutta(&state)?;
        }
        curve.push((state.t, (angular_momentum(&state) - begin).abs()));
    }
    Ok(curve)
}

fn start() -> Result<SpringState, Error> {
    Ok(Integrator::new(SYSTEM, Verlet, STEP_SIZE, START.0, START.1)?.state())
}

/// Steps from one sample to the next.
const STRIDE: u32 = 25;

fn runge_kutta_loses() -> Outcome<Row> {
    let lost = lost(400)?.last().map_or(0.0, |point| point.1);
    Ok(Row::noted(
        "|D − D₀| of the Runge–Kutta method of order 4 after 10⁴ steps",
        short(lost),
        "for comparison: every Runge–Kutta method keeps linear invariants such as P, but this one does not keep D",
    ))
}

fn path() -> Outcome<Plot> {
    let (mut motion, mut chart) = (
        Integrator::new(SYSTEM, Sixth::default(), STEP_SIZE, START.0, START.1)?,
        Chart::new("x", "y").equal(),
    );
    let mut curves: [Curve; 3] = Default::default();
    for _ in 0..=700 {
        let q = motion.state().q;
        let centre = [0, 1].map(|k| (q[k] + 2.0 * q[k + 2]) / 3.0);
        for (curve, point) in curves
            .iter_mut()
            .zip([(q[0], q[1]), (q[2], q[3]), (centre[0], centre[1])])
        {
            curve.push(point);
        }
        motion.step()?;
    }
    let [light, heavy, centre] = curves;
    chart.line("mass 1", COLOURS[0], light);
    chart.line("mass 2", COLOURS[1], heavy);
    chart.line("centre of mass", GREY, centre);
    chart.render(
        "path",
        "Both masses turn about their centre of mass, which moves along a straight line: Galerkin<3, Gauss<3>>, 21 s.",
    )
}

fn momenta() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "|D − D₀|").log_y();
    chart.line("Runge–Kutta, order 4", GREY, lost(400)?);
    let curves = [
        drift(First::default())?,
        drift(Verlet)?,
        drift(Midpoint)?,
        drift(Sixth::default())?,
    ];
    let names = ["Galerkin<1, Left>", "Verlet", "Midpoint", "Galerkin<3>"];
    for ((curve, name), colour) in curves.into_iter().zip(names).zip(COLOURS) {
        chart.dots(name, colour, curve);
    }
    chart.render(
        "momenta",
        "Angular momentum at h = 0.03. Variational schemes keep it to rounding, even the scheme of order 1. The \
         Runge–Kutta method of order 4 is not variational and loses it.",
    )
}

/// |D − D₀| over time.
fn drift<D>(scheme: D) -> Result<Curve, Error>
where
    SpringMasses: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let motion = Integrator::new(SYSTEM, scheme, STEP_SIZE, START.0, START.1)?;
    let begin = angular_momentum(&motion.state());
    let deviation = |state: &SpringState| (angular_momentum(state) - begin).abs();
    let curve = measure::path(motion, (400, STRIDE as usize), |state| {
        (state.t, deviation(state))
    })?;
    Ok(curve.into_iter().skip(1).collect())
}

fn energies() -> Outcome<Plot> {
    let mut chart = Chart::new("t", "E/E₀ − 1");
    chart.line("Galerkin<1, Left>", COLOURS[0], energy(First::default())?);
    chart.line("Verlet", COLOURS[1], energy(Verlet)?);
    chart.line("Midpoint", COLOURS[2], energy(Midpoint)?);
    chart.render(
        "energy",
        "The energy oscillates about its value, because no symmetry of the discrete action conserves it; h = 0.03.",
    )
}

fn energy<D>(scheme: D) -> Result<Curve, Error>
where
    SpringMasses: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut motion = Integrator::new(SYSTEM, scheme, STEP_SIZE, START.0, START.1)?;
    let begin = motion.energy();
    let mut curve = Vec::new();
    for _ in 0..400 {
        curve.push((motion.time(), motion.energy() / begin - 1.0));
        motion.step()?;
    }
    Ok(curve)
}
