//! Phase-space area: symplectic schemes preserve the area of a set of initial states, and other schemes do not.

mod cat;

use std::f64::consts::TAU;

use extremal::blocks::NoInputs;
use extremal::derivatives::LinearizationOf;
use extremal::prelude::*;
use extremal::{Error, StateOf};

use cat::{CENTRE, Lines, PIECES, outline};

use crate::systems::pendulum::Pendulum;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::Row;

/// The pendulum in units in which the period of small swings is 2π.
const UNIT: Pendulum = Pendulum {
    m: 1.0,
    l: 1.0,
    g: 1.0,
};
const STEP_SIZE: f64 = 0.1;
/// About three quarters of a period, with four pictures per run.
const STEPS: usize = 60;
const PICTURES: usize = 4;
/// Corners of each piece of the outline, with edges of 3·10⁻⁴. Results are compared with those from half as many corners.
const CORNERS: usize = 600;

type Derivative = LinearizationOf<f64, 2, 0, 0>;

const ABOUT: &str = "All states inside the head of a cat (V. I. Arnold's) are initial states of the pendulum. The flow bends \
    the cat and preserves its area, and so do the variational schemes. Explicit Euler is not symplectic, and the area \
    grows. Areas are those of polygons with many corners, and determinants are those of the derivative of a step.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let mut rows = progress.part("Verlet", || kept("Verlet", Verlet))?;
    rows.extend(progress.part("Midpoint", || kept("Midpoint", Midpoint))?);
    rows.extend(progress.part("Euler", fed));
    let plots = vec![
        picture("verlet", VERLET, |lines| {
            moved(lines, |points| by(Verlet, points))
        })?,
        picture("midpoint", MIDPOINT, |lines| {
            moved(lines, |points| by(Midpoint, points))
        })?
        .figure("Kern's lectures, Arnold's cat"),
        picture("euler", EULER, |lines| {
            moved(lines, |points| Ok(by_euler(points)))
        })?,
        progress.part("areas", areas)?,
    ];
    Ok(Study {
        rows,
        plots,
        ..Study::new("phase_area", "Phase-space area: Arnold's cat", ABOUT, "")
    })
}

const VERLET: &str =
    "The cat under Verlet, h = 0.1, at t = 0, 2, 4 and 6: it is bent, but its area is preserved.";
const MIDPOINT: &str = "The same under the midpoint rule.";
const EULER: &str = "The same under explicit Euler: the area grows with every step.";

/// Points of the phase plane at the times 0, h, .., step by step.
fn by<D>(scheme: D, points: &Curve) -> Result<Vec<Curve>, Error>
where
    D: Copy,
    Pendulum: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let mut all = vec![Curve::new(); STEPS + 1];
    for &(theta, p) in points {
        let mut motion = Integrator::from_state(&UNIT, scheme, STEP_SIZE, state(theta, p))?;
        for (step, points) in all.iter_mut().enumerate() {
            if step > 0 {
                motion.step()?;
            }
            let state = motion.state();
            points.push((state.q[0], state.p[0]));
        }
    }
    Ok(all)
}

fn state(theta: f64, p: f64) -> StateOf<Pendulum> {
    State {
        t: 0.0,
        q: [theta].into(),
        p: [p].into(),
    }
}

/// θ₁ = θ + h p, p₁ = p − h sin θ.
fn euler((theta, p): (f64, f64)) -> (f64, f64) {
    (theta + STEP_SIZE * p, p - STEP_SIZE * theta.sin())
}

/// The determinant of its derivative, 1 + h² cos θ.
fn euler_determinant(theta: f64) -> f64 {
    1.0 + STEP_SIZE.powi(2) * theta.cos()
}

fn by_euler(points: &Curve) -> Vec<Curve> {
    let next = |points: &Curve| Some(points.iter().copied().map(euler).collect());
    std::iter::successors(Some(points.clone()), next)
        .take(STEPS + 1)
        .collect()
}

/// Half the sum of cross products from corner to corner.
fn area(polygon: &Curve) -> f64 {
    let next = polygon.iter().cycle().skip(1);
    let cross = polygon.iter().zip(next).map(|(a, b)| a.0 * b.1 - b.0 * a.1);
    0.5 * cross.sum::<f64>()
}

/// A(t)/A(0) at each step.
fn ratios(polygons: &[Curve]) -> Vec<f64> {
    let begin = area(&polygons[0]);
    polygons.iter().map(|polygon| area(polygon) / begin).collect()
}

/// The largest |A/A₀ − 1|.
fn change(polygons: &[Curve]) -> f64 {
    let ratios = ratios(polygons).into_iter();
    ratios.map(|ratio| (ratio - 1.0).abs()).fold(0.0, f64::max)
}

fn kept<D>(name: &str, scheme: D) -> Result<Vec<Row>, Error>
where
    D: Copy,
    Pendulum: Discretize<D, Scalar = f64, Inputs: NoInputs, Linearization = Derivative>,
{
    let (coarse, fine) = (by(scheme, &outline(CORNERS / 2))?, by(scheme, &outline(CORNERS))?);
    let extrapolated = ratios(&coarse)
        .iter()
        .zip(ratios(&fine))
        .map(|(coarse, fine)| ((4.0 * fine - coarse) / 3.0 - 1.0).abs())
        .fold(0.0, f64::max);
    let determinants = determinants(scheme)?;
    let each = determinants
        .iter()
        .map(|det| (det - 1.0).abs())
        .fold(0.0, f64::max);
    let product: f64 = determinants.iter().product();
    Ok(vec![
        Row::below(
            format!(
                "max |A/A₀ − 1| of the cat under {name}, {} corners",
                PIECES * CORNERS
            ),
            // The square of the edges, which are 3·10⁻⁴ at first and up to three times as long later.
            1e-6,
            change(&fine),
            "chords replace curved edges; the error is the square of their length, which is up to 1e-3",
        ),
        Row::below(
            "the same, extrapolated from half as many corners",
            // The fourth power of the length of an edge is 1e-12.
            1e-10,
            extrapolated,
            "the error of chords falls by four; after extrapolation the next term and rounding remain",
        ),
        Row::below(
            format!("max |det − 1| of linearize() in {} steps", determinants.len()),
            // Four entries near one, and the division by the tangent.
            2e-15,
            each,
            "a symplectic step has the determinant 1; a few roundings",
        ),
        Row::below(
            "|their product − 1|",
            // √1000 roundings if they are random, a thousand if all have one sign.
            2e-13,
            (product - 1.0).abs(),
            "a thousand roundings",
        ),
    ])
}

/// The determinants of a thousand steps from the centre of the cat.
fn determinants<D>(scheme: D) -> Result<Vec<f64>, Error>
where
    Pendulum: Discretize<D, Scalar = f64, Inputs: NoInputs, Linearization = Derivative>,
{
    let mut motion = Integrator::from_state(&UNIT, scheme, STEP_SIZE, state(CENTRE.0, CENTRE.1))?;
    let mut determinants = Vec::new();
    for _ in 0..1000 {
        determinants.push(motion.linearize()?.by_state.determinant());
        motion.step()?;
    }
    Ok(determinants)
}

/// The expected growth of the area: the mean over the cat of the product of the steps' determinants, by integration on rings
/// about its centre.
fn expected_growth() -> f64 {
    let (polygon, rings) = (outline(30), 20_u32);
    let next = polygon.iter().cycle().skip(1);
    let (mut sum, mut whole) = (0.0, 0.0);
    for (a, b) in polygon.iter().zip(next) {
        let (a, b) = ((a.0 - CENTRE.0, a.1 - CENTRE.1), (b.0 - CENTRE.0, b.1 - CENTRE.1));
        let triangle = 0.5 * (a.0 * b.1 - b.0 * a.1);
        for ring in 0..rings {
            let share = (f64::from(ring) + 0.5) / f64::from(rings);
            let weight = triangle * 2.0 * share / f64::from(rings);
            let middle = (0.5 * (a.0 + b.0), 0.5 * (a.1 + b.1));
            let mut point = (CENTRE.0 + share * middle.0, CENTRE.1 + share * middle.1);
            let mut growth = 1.0;
            for _ in 0..STEPS {
                growth *= euler_determinant(point.0);
                point = euler(point);
            }
            sum += weight * growth;
            whole += weight;
        }
    }
    sum / whole
}

fn fed() -> [Row; 2] {
    let ratios = ratios(&by_euler(&outline(CORNERS)));
    let last = ratios.last().copied().unwrap_or(f64::NAN);
    [
        Row::number(
            "A/A₀ under explicit Euler at t = 6",
            expected_growth(),
            last,
            // Twenty rings and the chords of 450 corners: 1/1200 of the variation of the integrand, which is below one.
            1e-3,
            "the mean of Π (1 + h² cos θ) over the cat, from the steps' determinants in closed form, on 9000 points",
        ),
        Row::noted(
            "growth of the area",
            format!("{:.0} %", 100.0 * (last - 1.0)),
            "explicit Euler is not symplectic",
        ),
    ]
}

/// The cat's lines at each step.
fn moved(lines: &Lines, by: impl Fn(&Curve) -> Result<Vec<Curve>, Error>) -> Result<Vec<Vec<Curve>>, Error> {
    lines.iter().map(by).collect()
}

fn picture(
    name: &'static str,
    caption: &'static str,
    moved: impl Fn(&Lines) -> Result<Vec<Vec<Curve>>, Error>,
) -> Outcome<Plot> {
    let mut chart = Chart::new("θ", "p").equal();
    orbits(&mut chart);
    let lines = moved(&cat::lines())?;
    for (picture, colour) in (0..PICTURES).zip(COLOURS) {
        let step = picture * STEPS / (PICTURES - 1);
        for (k, line) in lines.iter().enumerate() {
            let label = match k {
                0 => format!("t = {}", STEP_SIZE * step as f64),
                _ => String::new(),
            };
            chart.line(label, colour, line[step].clone());
        }
    }
    chart.render(name, caption)
}

/// Orbits of single states in closed form: sin(θ/2) = κ sin φ, p = 2κ cos φ.
fn orbits(chart: &mut Chart) {
    for largest in [0.9, 1.3, 1.7] {
        let modulus = 0.5 * largest;
        let angles = (0..=200).map(|k| TAU * f64::from(k) / 200.0);
        let point = |angle: f64| (2.0 * (modulus * angle.sin()).asin(), 2.0 * modulus * angle.cos());
        chart.dashed("", GREY, angles.map(point).collect());
    }
}

fn areas() -> Outcome<Plot> {
    let outline = outline(120);
    let mut chart = Chart::new("t", "area / area at the start");
    let curve = |polygons: Vec<Curve>| -> Curve {
        let ratios = ratios(&polygons).into_iter().enumerate();
        ratios
            .map(|(step, ratio)| (STEP_SIZE * step as f64, ratio))
            .collect()
    };
    chart.line("explicit Euler", COLOURS[3], curve(by_euler(&outline)));
    chart.line_points("Verlet", COLOURS[0], curve(by(Verlet, &outline)?));
    chart.dashed("Midpoint", COLOURS[1], curve(by(Midpoint, &outline)?));
    chart.render(
        "area",
        "The area of the cat over time, from the polygon of its outline.",
    )
}
