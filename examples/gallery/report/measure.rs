//! Measurements for the studies: orders of convergence, energy errors and their drift, iterations.
//!
//! Does not know the systems; every function is generic over systems and schemes.

use extremal::blocks::{NoInputs, Vector};
use extremal::newton::Convergence;
use extremal::{Discretize, Error, Integrator, State, StateOf};

use crate::plot::Curve;
use crate::table::short;

/// The state after `steps` steps that together last `span`.
pub fn end_state<S, D>(
    system: S,
    scheme: D,
    start: StateOf<S>,
    span: f64,
    steps: usize,
) -> Result<StateOf<S>, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut motion = Integrator::from_state(system, scheme, span / steps as f64, start)?;
    for _ in 0..steps {
        motion.step()?;
    }
    Ok(motion.state())
}

/// max |aᵢ − bᵢ|
pub fn distance<B: Vector<f64>>(a: &B, b: &B) -> f64 {
    let pairs = a.as_slice().iter().zip(b.as_slice());
    pairs.map(|(a, b)| (a - b).abs()).fold(0.0, f64::max)
}

/// max |aᵢ|
pub fn size<B: Vector<f64>>(a: &B) -> f64 {
    a.as_slice().iter().fold(0.0, |size, a| f64::max(size, a.abs()))
}

/// Errors at the end of a time span, by step size.
#[derive(Debug)]
pub struct ErrorCurve {
    /// The name of the scheme.
    pub scheme: &'static str,
    /// (h, max |q − q*|)
    pub coordinates: Curve,
    /// (h, max |p − p*|)
    pub momentum: Curve,
    /// The size of q* and p*, which sets the rounding plateau.
    sizes: (f64, f64),
}

impl ErrorCurve {
    /// Runs through `span` with each of the numbers of steps in `counts`, and compares the end with `exact`.
    pub fn measure<S, D>(
        scheme: (&'static str, D),
        system: S,
        start: StateOf<S>,
        span: f64,
        counts: &[usize],
        exact: &StateOf<S>,
    ) -> Result<Self, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs> + Copy,
        D: Copy,
    {
        let end = |steps| end_state(system, scheme.1, start.clone(), span, steps);
        Self::of(scheme.0, span, counts, exact, end)
    }

    /// Compares `exact` with the `end` that each number of steps through `span` leads to.
    pub fn of<Q: Vector<f64>, P: Vector<f64>>(
        scheme: &'static str,
        span: f64,
        counts: &[usize],
        exact: &State<f64, Q, P>,
        end: impl Fn(usize) -> Result<State<f64, Q, P>, Error>,
    ) -> Result<Self, Error> {
        let mut curve = Self {
            scheme,
            coordinates: Vec::new(),
            momentum: Vec::new(),
            sizes: (size(&exact.q), size(&exact.p)),
        };
        for &steps in counts {
            let end = end(steps)?;
            let h = span / steps as f64;
            curve.coordinates.push((h, distance(&end.q, &exact.q)));
            curve.momentum.push((h, distance(&end.p, &exact.p)));
        }
        Ok(curve)
    }

    /// From the largest to the smallest.
    pub fn step_sizes(&self) -> String {
        let size = |point: Option<&(f64, f64)>| point.map_or(String::new(), |(h, _)| short(*h));
        let (largest, smallest) = (self.coordinates.first(), self.coordinates.last());
        format!("{} … {}", size(largest), size(smallest))
    }

    /// The orders in q and in p.
    pub fn orders(&self) -> (f64, f64) {
        (
            order(&self.coordinates, self.sizes.0),
            order(&self.momentum, self.sizes.1),
        )
    }
}

/// The slope of the errors in log–log, NaN for fewer than three points above the rounding plateau.
///
/// On the plateau: N steps accumulate about ε √N of rounding, here at most 30 ε. If the error is ten times that, rounding
/// changes a slope by less than 0.05.
fn order(errors: &[(f64, f64)], size: f64) -> f64 {
    let plateau = 300.0 * f64::EPSILON * size.max(1.0);
    let clear = errors.iter().filter(|(_, error)| *error > plateau);
    let points: Vec<_> = clear.map(|(h, error)| (h.ln(), error.ln())).collect();
    if points.len() < 3 {
        return f64::NAN;
    }
    slope(&points).0
}

/// The slope of the least-squares line, and its standard error.
pub fn slope(points: &[(f64, f64)]) -> (f64, f64) {
    let n = points.len() as f64;
    let mean = |f: &dyn Fn(&(f64, f64)) -> f64| points.iter().map(f).sum::<f64>() / n;
    let (x, y) = (mean(&|p| p.0), mean(&|p| p.1));
    let variance = mean(&|p| (p.0 - x).powi(2));
    let slope = mean(&|p| (p.0 - x) * (p.1 - y)) / variance;
    let remainder = mean(&|p| (p.1 - y - slope * (p.0 - x)).powi(2));
    (slope, (remainder / variance / (n - 2.0)).sqrt())
}

/// The slope of (x, y) in log–log.
pub fn log_slope(points: &[(f64, f64)]) -> f64 {
    let points: Curve = points.iter().map(|(x, y)| (x.ln(), y.ln())).collect();
    slope(&points).0
}

/// The largest magnitude of y.
pub fn largest(curve: &[(f64, f64)]) -> f64 {
    curve.iter().map(|(_, value)| value.abs()).fold(0.0, f64::max)
}

/// The energy error at the nodes, by intervals of equal length.
#[derive(Debug)]
pub struct EnergyCurve {
    /// (t at the interval's end, max |E − E₀| in it)
    pub maxima: Curve,
    /// (t at the interval's end, mean of E − E₀ in it)
    pub means: Curve,
}

impl EnergyCurve {
    /// `intervals` of `length` steps each.
    pub fn measure<S, D>(
        system: S,
        scheme: D,
        h: f64,
        start: StateOf<S>,
        (intervals, length): (usize, usize),
    ) -> Result<Self, Error>
    where
        S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    {
        let mut motion = Integrator::from_state(system, scheme, h, start)?;
        let energy = motion.energy();
        let (mut maxima, mut means) = (Vec::with_capacity(intervals), Vec::with_capacity(intervals));
        for _ in 0..intervals {
            let (mut largest, mut sum) = (0.0_f64, 0.0);
            for _ in 0..length {
                motion.step()?;
                let deviation = motion.energy() - energy;
                largest = largest.max(deviation.abs());
                sum += deviation;
            }
            maxima.push((motion.time(), largest));
            means.push((motion.time(), sum / length as f64));
        }
        Ok(Self { maxima, means })
    }

    /// The largest energy error.
    pub fn largest(&self) -> f64 {
        self.maxima.iter().map(|m| m.1).fold(0.0, f64::max)
    }

    /// The rise of the maxima over the whole run, by their least-squares line, and its standard error; both relative to
    /// the largest maximum.
    pub fn drift(&self) -> (f64, f64) {
        let span = self.maxima.last().map_or(0.0, |m| m.0);
        let (slope, error) = slope(&self.maxima);
        let unit = span / self.largest();
        (slope * unit, error * unit)
    }

    /// The rise of the mean error over the whole run, relative to the largest error.
    pub fn rise_of_mean(&self) -> f64 {
        let span = self.means.last().map_or(0.0, |m| m.0);
        slope(&self.means).0 * span / self.largest()
    }
}

/// Newton iterations per step, averaged over `steps` steps.
pub fn iterations<S, D>(system: S, scheme: D, h: f64, start: StateOf<S>, steps: usize) -> Result<f64, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs, Report = Convergence>,
{
    let mut motion = Integrator::from_state(system, scheme, h, start)?;
    let mut sum = 0;
    for _ in 0..steps {
        sum += motion.step()?.iterations;
    }
    Ok(sum as f64 / steps as f64)
}

/// The path of `point` over `samples` samples, `stride` steps apart, the start included.
pub fn path<S, D, P>(
    mut motion: Integrator<S, D>,
    (samples, stride): (usize, usize),
    point: impl Fn(&StateOf<S>) -> P,
) -> Result<Vec<P>, Error>
where
    S: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut points = vec![point(&motion.state())];
    for _ in 0..samples {
        for _ in 0..stride {
            motion.step()?;
        }
        points.push(point(&motion.state()));
    }
    Ok(points)
}

/// The complete elliptic integral K(k), by the arithmetic–geometric mean.
pub fn elliptic_k(k: f64) -> f64 {
    let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
    // The convergence is quadratic: the two means agree to rounding long before forty rounds.
    for _ in 0..40 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    std::f64::consts::FRAC_PI_2 / a
}

/// How many steps of length `h` a time span has.
pub fn steps_in(span: f64, h: f64) -> usize {
    #[expect(clippy::cast_possible_truncation, reason = "at most some million steps")]
    let steps = (span / h).round() as usize;
    steps
}
