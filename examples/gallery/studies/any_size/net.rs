//! A net that falls and hangs: its pins, its momenta and its energy.

use extremal::Error;
use extremal::prelude::*;

use super::largest;
use crate::systems::net::Net;
use report::animation::Animation;
use report::measure::steps_in;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 0.01;
/// Of the net that is drawn.
const SIDE: usize = 10;

const ABOUT: &str = "A square net of springs falls from rest, held at two corners. Springs and pins are lists of indices, \
    so that the pattern of the equations is known when the program runs, and not before. Seen from the side.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let side = progress.choose(20, 12);
    let Fall { rows, energy, .. } = progress.part("fall", || fall(side, 4.0))?;
    let drawn = progress.part("motion", || fall(SIDE, 4.0))?;
    Ok(Study {
        rows,
        plots: vec![plot(energy)?],
        animations: vec![animation(drawn.frames)],
        facts: vec![
            FactsRow::of::<Net, Verlet>("net of any shape", "Verlet"),
            FactsRow::of::<Net, Midpoint>("net of any shape", "Midpoint"),
        ],
        ..Study::new("net", "Net of springs", ABOUT, include_str!("../../../net.rs"))
    })
}

/// What is found in a fall.
struct Fall {
    rows: Vec<Row>,
    energy: Curve,
    frames: Vec<Curve>,
}

/// The height of the pins, and of the vertical momentum.
const UP: usize = 2;

/// Σ of the numbers along an axis.
fn total(numbers: &[f64], axis: usize) -> f64 {
    numbers.iter().skip(axis).step_by(3).sum()
}

fn fall(side: usize, seconds: f64) -> Result<Fall, Error> {
    let (net, q) = Net::square(side);
    let weight: f64 = net.m.iter().map(|m| m * net.g).sum();
    let v = vec![0.0; q.len()];
    let mut motion = Integrator::new(&net, Midpoint, H, q, v)?;
    let mut before = motion.state();
    let (mut height, mut drift, mut unbalanced, mut rise) = (motion.energy(), 0.0_f64, 0.0_f64, 0.0_f64);
    let (mut energy, mut frames) = (vec![(0.0, height)], vec![lines(side, before.q.as_slice())]);
    for step in 1..=steps_in(seconds, H) {
        motion.step()?;
        let state = motion.state();
        let (q, p) = (state.q.as_slice(), state.p.as_slice());
        let pins = net.pins.iter().zip(&net.at);
        let apart = pins.flat_map(|(&pin, at)| (0..3).map(move |k| q[3 * pin + k] - at[k]));
        drift = largest(apart.chain([drift]));
        // The impulses of the pins act against the gradients of r − place.
        let held: f64 = (0..net.pins.len())
            .flat_map(|pin| motion.impulses(3 * pin + UP))
            .sum();
        let fallen = total(q, UP) - total(before.q.as_slice(), UP);
        let change = total(p, UP) - total(before.p.as_slice(), UP);
        unbalanced = largest([unbalanced, change + H * weight + net.c * fallen + held]);
        rise = rise.max(motion.energy() - height);
        height = motion.energy();
        energy.push((state.t, height));
        if step % 4 == 0 {
            frames.push(lines(side, q));
        }
        before = state;
    }
    let rows = vec![
        Row::below(
            format!("distance of the pins from their places, {side} × {side} masses"),
            1e-13,
            drift,
            "constraints hold at the end of each step, to rounding",
        ),
        Row::below(
            "vertical momentum that is not explained by weight, drag and pins, in any step",
            // A sum of a thousand momenta and impulses of size 0.1.
            1e-12,
            unbalanced,
            "springs have no share: each pulls both of its masses",
        ),
        Row::below(
            "largest rise of the energy in a step, relative to its fall",
            1e-3,
            rise / (energy[0].1 - height),
            "friction only takes energy; the midpoint rule keeps that of springs to (ω h)²",
        ),
    ];
    Ok(Fall { rows, energy, frames })
}

/// The threads one after the other, there and back, seen from the side.
fn lines(side: usize, q: &[f64]) -> Curve {
    let seen = |row: usize, column: usize| {
        let at = 3 * (row * side + column);
        (q[at] + 0.35 * q[at + 1], q[at + 2] + 0.25 * q[at + 1])
    };
    let turned = |line: usize, along: usize| {
        if line.is_multiple_of(2) {
            along
        } else {
            side - 1 - along
        }
    };
    let rows = (0..side).flat_map(|row| (0..side).map(move |k| (row, turned(row, k))));
    // The last row ends at one of its corners, where the first column begins.
    let end = if side.is_multiple_of(2) { 0 } else { side - 1 };
    let columns = (0..side).flat_map(|k| {
        let column = if end == 0 { k } else { side - 1 - k };
        (0..side).map(move |along| (side - 1 - turned(k, along), column))
    });
    rows.chain(columns)
        .map(|(row, column)| seen(row, column))
        .collect()
}

fn animation(frames: Vec<Curve>) -> Animation {
    Animation::new(
        "motion",
        "A net of a hundred masses falls from rest, held at two corners.",
        4.0 * H,
    )
    .outline(COLOURS[0], frames)
}

fn plot(energy: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "energy (J)");
    chart.line("", COLOURS[0], energy);
    chart.render("energy", "The energy of the net, taken by the air.")
}
