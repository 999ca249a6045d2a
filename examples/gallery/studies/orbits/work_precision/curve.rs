//! Error over time and evaluations: many runs of many methods in turn, and the shortest time of each.
//!
//! Knows neither systems nor methods. The runs are interleaved, so that a busy machine slows all of them equally.

use std::hint::black_box;
use std::time::{Duration, Instant};

use report::plot::Curve;
use report::study::Outcome;

/// The end of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Finish {
    pub(super) q: [f64; 2],
    pub(super) p: [f64; 2],
}

impl Finish {
    /// max |difference| in q and p.
    fn distance(&self, other: &Self) -> f64 {
        let pairs = self.q.iter().zip(&other.q).chain(self.p.iter().zip(&other.p));
        pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
    }
}

/// One method at one setting.
pub(super) struct Run {
    /// The timed run.
    pub(super) finish: Box<dyn Fn() -> Outcome<Finish>>,
    /// Counts the evaluations of the forces. It is not timed, because only some methods count while they run.
    pub(super) evaluations: Box<dyn Fn() -> Outcome<usize>>,
}

/// A method at several settings, from coarse to fine.
pub(super) struct Method {
    pub(super) name: String,
    pub(super) runs: Vec<Run>,
}

/// The cost and the result of a run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) error: f64,
    pub(super) seconds: f64,
    pub(super) evaluations: f64,
}

/// A method's measurements, from coarse to fine.
#[derive(Clone, Debug)]
pub(super) struct Measurements {
    pub(super) name: String,
    pub(super) points: Vec<Measured>,
}

/// The least number of repetitions for a meaningful minimum.
const LEAST_ROUNDS: usize = 5;

/// Three decades of errors in all: about ten runs of each method, over which its curve is straight.
const NEAR: f64 = 30.0;

/// Repeats all runs until `budget` is spent.
pub(super) fn measure(methods: Vec<Method>, exact: &Finish, budget: Duration) -> Vec<Measurements> {
    let start = Instant::now();
    let mut measured: Vec<(Measurements, Vec<Run>)> =
        methods.into_iter().map(|method| first(method, exact)).collect();
    let mut rounds = 0;
    while rounds < LEAST_ROUNDS || start.elapsed() < budget {
        for (measurements, runs) in &mut measured {
            for (point, run) in measurements.points.iter_mut().zip(runs) {
                let start = Instant::now();
                // The first run has already succeeded.
                let _ = black_box((run.finish)());
                point.seconds = point.seconds.min(start.elapsed().as_secs_f64());
            }
        }
        rounds += 1;
    }
    measured
        .into_iter()
        .map(|(measurements, _)| measurements)
        .collect()
}

/// Errors and evaluations, without times; settings that are too coarse to succeed are omitted.
fn first(method: Method, exact: &Finish) -> (Measurements, Vec<Run>) {
    let (mut points, mut kept) = (Vec::new(), Vec::new());
    for run in method.runs {
        if let (Ok(finish), Ok(evaluations)) = ((run.finish)(), (run.evaluations)()) {
            points.push(Measured {
                error: finish.distance(exact),
                seconds: f64::INFINITY,
                evaluations: evaluations as f64,
            });
            kept.push(run);
        }
    }
    let name = method.name;
    (Measurements { name, points }, kept)
}

impl Measurements {
    /// The time for a given error, from the least-squares line in log–log through the runs whose errors differ from it by
    /// at most the factor [`NEAR`]. If all errors are smaller, it is the time of the coarsest run; if all are larger, `None`.
    ///
    /// The errors of neighbouring settings differ by factors, because contributions happen to cancel. The line makes the
    /// result independent of the settings that are tried.
    pub(super) fn seconds_at(&self, error: f64) -> Option<f64> {
        if self.points.iter().all(|point| point.error < error) {
            return self.points.first().map(|point| point.seconds);
        }
        let finest = self
            .points
            .iter()
            .map(|point| point.error)
            .fold(f64::INFINITY, f64::min);
        let near: Vec<(f64, f64)> = self
            .points
            .iter()
            .filter(|point| (error / NEAR..=NEAR * error).contains(&point.error))
            .map(|point| (point.seconds.ln(), (point.error / error).ln()))
            .collect();
        let slope = slope(&near)?;
        let (x, y) = mean(&near);
        let times = || near.iter().map(|point| point.0);
        let (least, most) = (times().fold(x, f64::min), times().fold(x, f64::max));
        // If few runs have such errors, their line must not be extrapolated.
        (finest <= error && slope < 0.0).then(|| (x - y / slope).clamp(least, most).exp())
    }

    /// (time in µs, error)
    pub(super) fn by_time(&self) -> Curve {
        self.points
            .iter()
            .map(|point| (1e6 * point.seconds, point.error))
            .collect()
    }

    /// (evaluations, error)
    pub(super) fn by_evaluations(&self) -> Curve {
        self.points
            .iter()
            .map(|point| (point.evaluations, point.error))
            .collect()
    }
}

/// The means of x and y.
fn mean(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let sum = |component: fn(&(f64, f64)) -> f64| points.iter().map(component).sum::<f64>();
    (sum(|point| point.0) / n, sum(|point| point.1) / n)
}

/// The slope of the least-squares line; `None` for fewer than three points.
fn slope(points: &[(f64, f64)]) -> Option<f64> {
    let (x, y) = mean(points);
    let square: f64 = points.iter().map(|point| (point.0 - x).powi(2)).sum();
    let product: f64 = points.iter().map(|point| (point.0 - x) * (point.1 - y)).sum();
    (points.len() >= 3).then_some(product / square)
}
