//! A rope of rods: the frequency of its slowest swing, and rods that keep their lengths.

use extremal::Error;
use extremal::prelude::*;

use super::largest;
use crate::systems::rope::Rope;
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// The first zero of J₀.
const ZERO: f64 = 2.404_825_557_695_773;
/// The rods of the rope that is drawn.
const DRAWN: usize = 60;
const FRAME: f64 = 0.02;

const ABOUT: &str = "Point masses in a row, each at a fixed distance from the one before. One metre, one kilogram, and as \
    many rods as one likes. Small swings have closed forms, for any number of rods and for the limit.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let rods = progress.choose(500, 200);
    let mut rows = progress.part("small swings", || small(rods))?;
    let (large, energy) = progress.part("large swing", || large(progress.choose(500, 100)))?;
    rows.extend(large);
    let frames = progress.part("motion", frames)?;
    Ok(Study {
        rows,
        plots: vec![plot(energy)?],
        animations: vec![animation(frames)],
        facts: vec![
            FactsRow::of::<Rope, Midpoint>("rope of any length", "Midpoint"),
            FactsRow::of::<Rope, Verlet>("rope of any length", "Verlet"),
        ],
        ..Study::new("rope", "Rope of rods", ABOUT, include_str!("../../../rope.rs"))
    })
}

/// Laguerre's polynomials L₀ .. `L_n` at x: `(k + 1) L_{k+1} = (2k + 1 − x) L_k − k L_{k−1}`.
fn laguerre(n: usize, x: f64) -> Vec<f64> {
    let mut values = vec![1.0, 1.0 - x];
    for k in 1..n {
        let here = k as f64;
        values.push(((2.0 * here + 1.0 - x) * values[k] - here * values[k - 1]) / (here + 1.0));
    }
    values
}

/// The smallest zero of `L_n`, by bisection from j²/4n (1 ± ¼), where the next zero is 5 times as large.
fn first_zero(n: usize) -> f64 {
    let guess = 0.25 * ZERO * ZERO / n as f64;
    let (mut low, mut high) = (0.75 * guess, 1.25 * guess);
    for _ in 0..60 {
        let middle = 0.5 * (low + high);
        if laguerre(n, middle)[n] > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The rope in its slowest mode, its end `a` away from the vertical; and x of the mode for each joint.
///
/// The mass k from the end is pulled by k + 1 weights from above and k from below: `L_k(λ)`, ω² = λ g/ℓ.
fn in_its_mode(rope: &Rope, a: f64) -> (Vec<f64>, Vec<f64>) {
    let rods = rope.points - 1;
    let mut mode = laguerre(rods, first_zero(rods));
    mode.reverse();
    mode[0] = 0.0;
    let (mut q, mut height) = (vec![0.0, 0.0], 0.0);
    for pair in mode.windows(2) {
        let across = a * (pair[1] - pair[0]);
        height -= (rope.l * rope.l - across * across).sqrt();
        q.extend([a * pair[1], height]);
    }
    (q, mode)
}

/// Largest step of the rope, which the wave in the uppermost rod bounds: h < 1/(n √(g/L)), nearly.
fn step_size(rods: usize) -> f64 {
    0.25 / rods as f64
}

/// ω, from the two times when the rope passes the vertical.
fn frequency(rods: usize) -> Result<f64, Error> {
    let rope = Rope::of(rods);
    let (q, mode) = in_its_mode(&rope, 1e-4);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&rope, Midpoint, step_size(rods), q, v)?;
    let along = |q: &[f64]| {
        q.iter()
            .step_by(2)
            .zip(&mode)
            .map(|(x, mode)| x * mode)
            .sum::<f64>()
    };
    let (mut before, mut times) = ((0.0, along(motion.state().q.as_slice())), Vec::new());
    while times.len() < 2 {
        motion.step()?;
        let now = (motion.time(), along(motion.state().q.as_slice()));
        if before.1 * now.1 <= 0.0 {
            times.push(before.0 + (now.0 - before.0) * before.1 / (before.1 - now.1));
        }
        before = now;
    }
    Ok(std::f64::consts::PI / (times[1] - times[0]))
}

fn small(rods: usize) -> Result<Vec<Row>, Error> {
    let (found, half) = (frequency(rods)?, frequency(rods / 2)?);
    let rope = Rope::of(rods);
    let exact = (first_zero(rods) * rope.g / rope.l).sqrt();
    let limit = 0.5 * ZERO * rope.g.sqrt();
    Ok(vec![
        Row::number(
            format!("ω of the slowest swing of {rods} rods"),
            exact,
            found,
            // (ω h)²/24 ω with h = 1/800.
            1e-5,
            "√(λ g/ℓ) with the first zero of Laguerre's polynomial of that degree; (ω h)²/24",
        ),
        Row::number(
            format!("ω of a rope, from {} and {rods} rods", rods / 2),
            limit,
            2.0 * found - half,
            // The next term of the series in 1/n.
            10.0 / (rods * rods) as f64,
            "½ j √(g/L), j the first zero of J₀ (D. Bernoulli, 1733), where 1/n is eliminated; 1/n² remains",
        ),
    ])
}

/// A rope that falls from 60 degrees: its rods and its energy.
fn large(rods: usize) -> Result<(Vec<Row>, Curve), Error> {
    let rope = Rope::of(rods);
    let q = rope.straight(1.0);
    let v = vec![0.0; q.len()];
    // The tension at the bottom of the swing is twice that at rest.
    let mut motion = Integrator::new(&rope, Midpoint, 0.6 * step_size(rods), q, v)?;
    let (begin, mut stretch, mut energies) = (motion.energy(), 0.0_f64, Curve::new());
    let steps = 6 * rods;
    for _ in 0..steps {
        motion.step()?;
        let state = motion.state();
        let q = state.q.as_slice();
        let pairs = q.chunks(2).zip(q.chunks(2).skip(1));
        let longer = pairs.map(|(a, b)| (b[0] - a[0]).hypot(b[1] - a[1]) / rope.l - 1.0);
        stretch = largest(longer.chain([stretch, q[0], q[1]]));
        energies.push((state.t, motion.energy() - begin));
    }
    let fall = rope.g * 0.5 * (1.0 - 1.0_f64.cos());
    let rows = vec![
        Row::below(
            format!("stretch of any of {rods} rods, falling from 60 degrees"),
            // Two ends of size one round by 1e-16 each, against rods of 1/500: 1e-13. Steps end when Newton's method finds no
            // better than a few of these, and this is the largest of 500 rods in 3000 steps.
            4e-12,
            stretch,
            "constraints hold at the end of each step, to rounding",
        ),
        Row::below(
            "error of the energy, relative to that of the fall",
            1e-3,
            largest(energies.iter().map(|(_, error)| *error)) / fall,
            "(ω h)² of the motion, which is smooth before the end whips",
        ),
    ];
    Ok((rows, energies))
}

fn frames() -> Result<Vec<Curve>, Error> {
    let rope = Rope::of(DRAWN);
    let q = rope.straight(1.4);
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&rope, Midpoint, FRAME / 20.0, q, v)?;
    let mut frames = Vec::new();
    for _ in 0..200 {
        let state = motion.state();
        frames.push(state.q.as_slice().chunks(2).map(|r| (r[0], r[1])).collect());
        motion.step_many(20)?;
    }
    Ok(frames)
}

fn animation(frames: Vec<Curve>) -> Animation {
    Animation::new("motion", "A rope of sixty rods swings from a hook.", FRAME).outline(COLOURS[1], frames)
}

fn plot(energy: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "E − E₀ (J)");
    chart.line("", COLOURS[0], energy);
    chart.render("energy", "The error of the energy in the large swing.")
}
