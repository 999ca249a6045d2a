//! The measurements of the thesis: errors inside elements, at their nodes, and jumps between them.
//!
//! Does not know the systems; the exact motion is a function of time.

use extremal::blocks::{NoInputs, Vector};
use extremal::drive::Drive;
use extremal::trajectory::{Point, PointOf};
use extremal::{Discretize, Error, Integrator, StateOf, Trajectory};

use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::measure::slope;
use report::plot::Curve;

/// Points and weights of Gauss's rule with six points on [0, 1]; Abramowitz and Stegun, table 25.4.
///
/// It integrates the squared error of an element of degree two with an error far below the integral.
const RULE: [(f64, f64); 6] = [
    (0.033_765_242_898_423_99, 0.085_662_246_189_585_17),
    (0.169_395_306_766_867_74, 0.180_380_786_524_069_3),
    (0.380_690_406_958_401_5, 0.233_956_967_286_345_5),
    (0.619_309_593_041_598_5, 0.233_956_967_286_345_5),
    (0.830_604_693_233_132_3, 0.180_380_786_524_069_3),
    (0.966_234_757_101_576, 0.085_662_246_189_585_17),
];

/// Systems that can be run without inputs.
pub trait Runs<D>: Discretize<D, Scalar = f64, Inputs: NoInputs> + Copy {}

impl<D, S: Discretize<D, Scalar = f64, Inputs: NoInputs> + Copy> Runs<D> for S {}

/// Makes `steps` steps from `start`, and stores their elements.
pub fn run<S: Runs<D>, D>(
    system: S,
    scheme: D,
    h: f64,
    start: StateOf<S>,
    steps: usize,
) -> Result<Trajectory<S, D>, Error> {
    Integrator::from_state(system, scheme, h, start)?.run(steps)
}

/// t, q and q̇ of each element at the positions `s` in it, in the order of time.
///
/// A node has two sides, s = 1 before it and s = 0 after it, because q̇ jumps there.
pub fn places<S: Runs<D>, D>(
    trajectory: &Trajectory<S, D>,
    places: &[f64],
) -> impl Iterator<Item = PointOf<S>> {
    let elements = trajectory
        .states()
        .iter()
        .zip(trajectory.elements().iter().flatten());
    elements.flat_map(move |(state, element)| {
        places.iter().map(move |s| {
            let (q, v) = S::Driver::interpolate(element.h, &state.q, &element.stages, *s);
            let t = state.t + s * element.h;
            Point { t, q, v }
        })
    })
}

/// Errors over a whole time span, by step size.
///
/// ```text
/// inside   √e,   e = 1/T ∫ |q* − q|² dt           (5.3)
/// nodes    the same mean over the nodes only
/// ```
#[derive(Debug)]
pub struct Errors {
    /// The name of the scheme.
    pub scheme: &'static str,
    /// (h, error)
    pub inside: Curve,
    /// (h, error)
    pub nodes: Curve,
}

impl Errors {
    /// Runs through `span` with each of the numbers of steps in `counts`; `start` may depend on the step size.
    pub fn measure<S: Runs<D>, D: Copy, const N: usize>(
        scheme: (&'static str, D),
        system: S,
        start: impl Fn(f64) -> Result<StateOf<S>, Error>,
        (span, counts): (f64, &[usize]),
        exact: impl Fn(f64) -> [f64; N],
    ) -> Result<Self, Error> {
        let (mut inside, mut nodes) = (Vec::new(), Vec::new());
        for &steps in counts {
            let h = span / steps as f64;
            let trajectory = run(system, scheme.1, h, start(h)?, steps)?;
            inside.push((h, root_of_e(&trajectory, &exact)));
            let ends = trajectory.states()[1..].iter();
            let sum: f64 = ends.map(|state| squared(&state.q, &exact(state.t))).sum();
            nodes.push((h, (sum / steps as f64).sqrt()));
        }
        Ok(Self {
            scheme: scheme.0,
            inside,
            nodes,
        })
    }

    /// The slopes of √e and of the error at the nodes.
    pub fn slopes(&self) -> (f64, f64) {
        (fit(&self.inside), fit(&self.nodes))
    }

    /// The decimal logarithm of the ratio of this error √e to that of `other`, averaged over the step sizes.
    pub fn decades_above(&self, other: &Self) -> f64 {
        let pairs = self.inside.iter().zip(&other.inside);
        pairs.map(|(a, b)| (a.1 / b.1).log10()).sum::<f64>() / self.inside.len() as f64
    }
}

/// The slope in log–log.
pub fn fit(curve: &[(f64, f64)]) -> f64 {
    let points: Vec<_> = curve.iter().map(|(h, error)| (h.ln(), error.ln())).collect();
    slope(&points).0
}

/// √e of (5.3).
pub fn root_of_e<S: Runs<D>, D, const N: usize>(
    trajectory: &Trajectory<S, D>,
    exact: impl Fn(f64) -> [f64; N],
) -> f64 {
    let at = RULE.map(|point| point.0);
    let weights = RULE.iter().map(|point| point.1).cycle();
    let sum: f64 = places(trajectory, &at)
        .zip(weights)
        .map(|(point, weight)| weight * squared(&point.q, &exact(point.t)))
        .sum();
    (sum / trajectory.elements().len() as f64).sqrt()
}

fn squared<V: Vector<f64>, const N: usize>(q: &V, exact: &[f64; N]) -> f64 {
    let pairs = q.as_slice().iter().zip(exact);
    pairs.map(|(a, b)| (a - b).powi(2)).sum()
}

/// The largest |q̇(t + 0) − q̇(t − 0)| at a node, of the first coordinate.
pub fn largest_jump<S: Runs<D>, D>(trajectory: &Trajectory<S, D>) -> f64 {
    let ends: Vec<f64> = places(trajectory, &[0.0, 1.0])
        .map(|point| point.v.as_slice()[0])
        .collect();
    let jumps = ends[1..].chunks_exact(2).map(|sides| (sides[1] - sides[0]).abs());
    jumps.fold(0.0, f64::max)
}

/// Slopes of √e and of the error at the nodes, one row per kind of element, each with the statement of the thesis.
pub fn slope_grid(caption: &'static str, rows: Vec<(String, Vec<Cell>)>) -> Grid {
    Grid {
        caption,
        columns: ["elements", "slope of √e", "slope at the nodes", STATED]
            .map(str::to_owned)
            .into(),
        rows,
    }
}

/// The cell of a slope. The studies choose steps so short that the next term of the error changes the slope by less.
pub fn slope_cell(expected: f64, slope: f64) -> Cell {
    Cell::number(expected, slope, 0.1)
}

/// Linear and quadratic elements with the trapezoidal rule, about which the thesis has one statement, and quadratic elements with
/// Gauss's rule.
pub fn trapezoidal_slopes(
    caption: &'static str,
    [linear, quadratic, gauss]: &[Errors; 3],
    words: &'static str,
) -> Grid {
    let of_rule = |curve: &Errors| {
        let (inside, nodes) = curve.slopes();
        let cells = [slope_cell(2.0, inside), slope_cell(2.0, nodes)];
        stated(curve.scheme, cells, Claim::Agrees(words))
    };
    let (inside, nodes) = gauss.slopes();
    let exact = [Cell::between((3.0, 4.0), inside), slope_cell(4.0, nodes)];
    slope_grid(
        caption,
        vec![
            of_rule(linear),
            of_rule(quadratic),
            stated(gauss.scheme, exact, Claim::Silent),
        ],
    )
}
