//! Work and precision: elements of several degrees and Dop853, on two systems.
//!
//! Every method runs the same motion with many settings. Errors are those of q and p at the end, relative to a run of order 12
//! with far shorter steps.

mod curve;
mod dop853;

use std::time::Duration;

use extremal::Error;
use extremal::blocks::{NoInputs, Vector};
use extremal::newton::Convergence;
use extremal::prelude::*;
use extremal::system::VectorSpace;

use curve::{Finish, Measurements, Method, Run, measure};

use crate::systems::double_pendulum::DoublePendulum;
use crate::systems::two_body::TwoBody;
use report::plot::{COLOURS, Chart, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

type Eighth = Galerkin<4, Gauss<4>>;
type Reference = Galerkin<6, Gauss<6>>;

const PENDULUM: DoublePendulum = DoublePendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};
const PLANET: TwoBody = TwoBody { m: 1.0, gm: 1.0 };

/// The errors at which times are compared.
const ERRORS: [f64; 4] = [1e-3, 1e-6, 1e-9, 1e-12];

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let budget = Duration::from_secs_f64(progress.choose(5.0, 1.0));
    let pendulum = progress.part("double pendulum", || double_pendulum(budget))?;
    let planet = progress.part("two bodies", || two_body(budget))?;
    let (pendulum_name, planet_name) = ("double pendulum", "two bodies");
    let mut rows = vec![
        criterion(progress, ratio(&pendulum, "P = 4", 1e-9)),
        Row::noted(
            "two bodies, the same ratio",
            format!("{:.2}", ratio(&planet, "P = 4", 1e-9)),
            "the force has eleven operations, so an evaluation by an explicit method is cheaper than any solve",
        ),
    ];
    for (system, measurements) in [(pendulum_name, &pendulum), (planet_name, &planet)] {
        rows.extend(ERRORS.map(|error| cheapest(system, measurements, error)));
    }
    let plots = vec![
        by_time(
            "pendulum_time",
            "Double pendulum, T = 10: error over computing time.",
            &pendulum,
        )?,
        by_evaluations(
            "pendulum_evaluations",
            "Double pendulum, T = 10: error over evaluations.",
            &pendulum,
        )?,
        by_time(
            "planet_time",
            "Two bodies, T = 20: error over computing time.",
            &planet,
        )?,
        by_evaluations(
            "planet_evaluations",
            "Two bodies, T = 20: error over evaluations.",
            &planet,
        )?,
    ];
    Ok(Study {
        rows,
        plots,
        facts: vec![
            FactsRow::of::<TwoBody, Galerkin<2, Gauss<2>>>("two bodies", "Galerkin<2, Gauss<2>>"),
            FactsRow::of::<TwoBody, Eighth>("two bodies", "Galerkin<4, Gauss<4>>"),
            FactsRow::of::<DoublePendulum, Eighth>("double pendulum", "Galerkin<4, Gauss<4>>"),
        ],
        ..Study::new(
            "work_precision",
            "Work and precision",
            ABOUT,
            concat!(
                include_str!("../../../double_pendulum.rs"),
                include_str!("../../../two_body.rs")
            ),
        )
    })
}

/// Two methods of order 8 on the double pendulum. The verdict is for full runs only: a quick run has too few repetitions for a
/// shortest time that is independent of other programs on the machine.
fn criterion(progress: &Progress, ratio: f64) -> Row {
    let what = "double pendulum, error 1e-9: time of Galerkin<4, Gauss<4>> over that of Dop853";
    let note = "shortest times of interleaved runs, on the line through the log–log curve";
    let noted = Row::noted(what, format!("{ratio:.2}"), "judged in full runs only");
    // Both shortest times come from this run, so the speed of the machine cancels. The code layout of a build matters: with the same
    // kernels one build had 0.98, and another had 1.09 in four runs.
    progress.choose(Row::below(what, 1.15, ratio, note), noted)
}

const ABOUT: &str = "The cost of accuracy: Galerkin<P, Gauss<P>> for P = 1..6 with fixed steps, and Dop853 of the crate \
    ode_solvers with step size control, on equations that are solved by hand for the accelerations. An evaluation is one \
    of the forces at one point. Newton's method makes iterations × P of them per step, and also evaluates one or two tangents.";

/// The start and the length of a run, and the initial number of steps for each P.
struct Task<S: 'static> {
    system: &'static S,
    q: [f64; 2],
    v: [f64; 2],
    span: f64,
    /// The steps of the coarsest run, and the number of runs, each with 2^⅛ times the steps of the run before.
    counts: [(f64, i32); 6],
}

fn double_pendulum(budget: Duration) -> Outcome<Vec<Measurements>> {
    let task = Task {
        system: &PENDULUM,
        q: [2.0, 1.5],
        v: [0.0; 2],
        span: 10.0,
        counts: [
            (500.0, 41),
            (120.0, 47),
            (80.0, 39),
            (60.0, 31),
            (50.0, 27),
            (44.0, 25),
        ],
    };
    // Ten times the number of steps that reaches 1e-12.
    let exact = task.finish(Reference::default(), 1500)?;
    let by_hand = dop853::DoublePendulum { g: PENDULUM.g };
    let momentum = |q: [f64; 2], v: [f64; 2]| pair(&PENDULUM.momentum(0.0, &q.into(), &v.into()));
    let dop853 =
        dop853_runs(move |tolerance| dop853::run(by_hand, [2.0, 1.5, 0.0, 0.0], 10.0, tolerance, momentum));
    Ok(measure(task.methods(dop853), &exact, budget))
}

fn two_body(budget: Duration) -> Outcome<Vec<Measurements>> {
    let task = Task {
        system: &PLANET,
        q: [2.0, 0.0],
        v: [0.0, 0.6],
        span: 20.0,
        counts: [
            (200.0, 47),
            (60.0, 47),
            (34.0, 35),
            (20.0, 31),
            (14.0, 29),
            (12.0, 25),
        ],
    };
    let exact = task.finish(Reference::default(), 800)?;
    let by_hand = dop853::TwoBody { gm: PLANET.gm };
    // m = 1: the momentum is the velocity.
    let dop853 =
        dop853_runs(move |tolerance| dop853::run(by_hand, [2.0, 0.0, 0.0, 0.6], 20.0, tolerance, |_, v| v));
    Ok(measure(task.methods(dop853), &exact, budget))
}

/// From 1e-4 to 1e-13, with eight tolerances per decade.
fn dop853_runs(run: impl Fn(f64) -> Outcome<(Finish, usize)> + Clone + 'static) -> Method {
    let runs = (32..=104).map(|k| {
        let (run, counted) = (run.clone(), run.clone());
        let tolerance = 10.0_f64.powf(-0.125 * f64::from(k));
        Run {
            finish: Box::new(move || Ok(run(tolerance)?.0)),
            evaluations: Box::new(move || Ok(counted(tolerance)?.1)),
        }
    });
    Method {
        name: "Dop853".into(),
        runs: runs.collect(),
    }
}

impl<S: VectorSpace<Scalar = f64, Configuration: Vector<f64>>> Task<S> {
    fn finish<D>(&self, scheme: D, steps: usize) -> Outcome<Finish>
    where
        &'static S: Discretize<D, Scalar = f64, Report = Convergence, Inputs: NoInputs> + VectorSpace,
        [f64; 2]: extremal::blocks::IntoBlock<<&'static S as Lagrangian>::Configuration>,
    {
        Ok(finish(self.system, scheme, (self.q, self.v), self.span, steps)?)
    }

    fn method<D>(&self, scheme: D, degree: usize) -> Method
    where
        &'static S: Discretize<D, Scalar = f64, Report = Convergence, Inputs: NoInputs> + VectorSpace,
        [f64; 2]: extremal::blocks::IntoBlock<<&'static S as Lagrangian>::Configuration>,
        D: Copy + 'static,
    {
        let (coarsest, runs) = self.counts[degree - 1];
        let (system, start, span) = (self.system, (self.q, self.v), self.span);
        let runs = (0..runs).map(|k| {
            #[expect(clippy::cast_possible_truncation, reason = "some ten thousand steps")]
            let steps = (coarsest * 2.0_f64.powf(0.125 * f64::from(k))).round() as usize;
            Run {
                finish: Box::new(move || Ok(finish(system, scheme, start, span, steps)?)),
                evaluations: Box::new(move || Ok(evaluations(system, scheme, start, span, steps)?)),
            }
        });
        Method {
            name: format!("P = {degree}"),
            runs: runs.collect(),
        }
    }

    fn methods(&self, dop853: Method) -> Vec<Method>
    where
        &'static S: Discretize<Galerkin<1, Gauss<1>>, Scalar = f64, Report = Convergence, Inputs: NoInputs>
            + VectorSpace
            + Discretize<Galerkin<2, Gauss<2>>, Report = Convergence>
            + VectorSpace
            + Discretize<Galerkin<3, Gauss<3>>, Report = Convergence>
            + VectorSpace
            + Discretize<Galerkin<4, Gauss<4>>, Report = Convergence>
            + VectorSpace
            + Discretize<Galerkin<5, Gauss<5>>, Report = Convergence>
            + VectorSpace
            + Discretize<Galerkin<6, Gauss<6>>, Report = Convergence>
            + VectorSpace,
        [f64; 2]: extremal::blocks::IntoBlock<<&'static S as Lagrangian>::Configuration>,
    {
        vec![
            self.method(Galerkin::<1, Gauss<1>>::default(), 1),
            self.method(Galerkin::<2, Gauss<2>>::default(), 2),
            self.method(Galerkin::<3, Gauss<3>>::default(), 3),
            self.method(Galerkin::<4, Gauss<4>>::default(), 4),
            self.method(Galerkin::<5, Gauss<5>>::default(), 5),
            self.method(Galerkin::<6, Gauss<6>>::default(), 6),
            dop853,
        ]
    }
}

fn finish<S, D>(
    system: S,
    scheme: D,
    (q, v): ([f64; 2], [f64; 2]),
    span: f64,
    steps: usize,
) -> Result<Finish, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs> + VectorSpace,
    [f64; 2]: extremal::blocks::IntoBlock<S::Configuration>,
{
    let mut motion = Integrator::new(system, scheme, span / steps as f64, q, v)?;
    motion.step_many(steps)?;
    let State { q, p, .. } = motion.state();
    Ok(Finish {
        q: pair(&q),
        p: pair(&p),
    })
}

/// The evaluations of such a run: each iteration evaluates the forces once per stage.
fn evaluations<S, D>(
    system: S,
    scheme: D,
    (q, v): ([f64; 2], [f64; 2]),
    span: f64,
    steps: usize,
) -> Result<usize, Error>
where
    S: Discretize<D, Scalar = f64, Report = Convergence, Inputs: NoInputs> + VectorSpace,
    [f64; 2]: extremal::blocks::IntoBlock<S::Configuration>,
{
    let mut motion = Integrator::new(system, scheme, span / steps as f64, q, v)?;
    let mut iterations = 0;
    for _ in 0..steps {
        iterations += motion.step()?.iterations;
    }
    Ok(iterations * S::FACTS.unknowns / 2)
}

fn pair(vector: &impl Vector<f64>) -> [f64; 2] {
    [vector.as_slice()[0], vector.as_slice()[1]]
}

fn named<'a>(measurements: &'a [Measurements], name: &str) -> Option<&'a Measurements> {
    measurements.iter().find(|method| method.name == name)
}

/// The time of one method over that of Dop853. It is NaN, which fails every bound, if one of them does not reach the error.
fn ratio(measurements: &[Measurements], name: &str, error: f64) -> f64 {
    let seconds = |name| named(measurements, name).and_then(|method| method.seconds_at(error));
    match (seconds(name), seconds("Dop853")) {
        (Some(a), Some(b)) => a / b,
        _ => f64::NAN,
    }
}

fn cheapest(system: &str, measurements: &[Measurements], error: f64) -> Row {
    let times = measurements
        .iter()
        .filter(|method| method.name != "Dop853")
        .filter_map(|method| Some((method.seconds_at(error)?, &method.name)));
    let found = times.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, name)| name);
    let ratio = found.map(|name| ratio(measurements, name, error));
    let computed = match (found, ratio) {
        (Some(name), Some(ratio)) if ratio > 0.0 => format!("{name}, {ratio:.2} of the time of Dop853"),
        (Some(name), _) => format!("{name}; Dop853 does not reach it"),
        (None, _) => "no degree reaches it".into(),
    };
    Row::noted(
        format!("{system}, error {error:.0e}: the cheapest degree"),
        computed,
        "shortest times in this run",
    )
}

fn by_time(name: &'static str, caption: &'static str, measurements: &[Measurements]) -> Outcome<Plot> {
    draw("time [µs]", Measurements::by_time, measurements).render(name, caption)
}

fn by_evaluations(name: &'static str, caption: &'static str, measurements: &[Measurements]) -> Outcome<Plot> {
    draw(
        "evaluations of the forces",
        Measurements::by_evaluations,
        measurements,
    )
    .render(name, caption)
}

fn draw(
    x: &'static str,
    curve: impl Fn(&Measurements) -> report::plot::Curve,
    measurements: &[Measurements],
) -> Chart {
    let mut chart = Chart::new(x, "error of q and p at the end").log_log();
    for (method, colour) in measurements.iter().zip(COLOURS.into_iter().chain([GREY])) {
        chart.line_points(method.name.as_str(), colour, curve(method));
    }
    chart
}
