//! The Pleiades of the test set of Bari: seven bodies in a plane that pass each other closely.

use extremal::prelude::*;

use crate::apart;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Seven bodies in a plane with gravity between them.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[7][2]),
    kinetic = sum(0..7, |i| 1 / 2 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..7, |i| sum(0..i, |j| m[i] * m[j] / (r[i] - r[j]).norm())),
    discretize(Verlet),
)]
struct Pleiades {
    m: [f64; 7],
}

const BODIES: Pleiades = Pleiades {
    m: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0],
};

/// x and y of each body at the start.
const START: [[f64; 2]; 7] = [
    [3.0, 3.0],
    [3.0, -3.0],
    [-1.0, 2.0],
    [-3.0, 0.0],
    [2.0, 0.0],
    [-2.0, -4.0],
    [2.0, 4.0],
];
const START_VELOCITIES: [[f64; 2]; 7] = [
    [0.0, 0.0],
    [0.0, 0.0],
    [0.0, 0.0],
    [0.0, -1.25],
    [0.0, 1.0],
    [1.75, 0.0],
    [-1.5, 0.0],
];

/// The digits of the test set at t = 3. An extrapolation method with mantissas of 64 bits and a tolerance of
/// 3e-17 agrees with them to 5e-13, and with those of the velocities to 1e-12.
const END: [[f64; 2]; 7] = [
    [0.3706139143970502, -3.943437585517392],
    [3.237284092057233, -3.27138097397255],
    [-3.222559032418324, 5.225081843456543],
    [0.659709145577531, -2.59061243497747],
    [0.3425581707156584, 1.198213693392275],
    [1.562172101400631, -0.2429682344935824],
    [-0.7003092922212495, 1.09144924042898],
];
const END_VELOCITIES: [[f64; 2]; 7] = [
    [3.417003806314313, -3.74124496123401],
    [1.354584501625501, 0.377345968575063],
    [-2.590065597810775, 0.9386858869551073],
    [2.025053734714242, 0.3667922227200571],
    [-1.155815100160448, -0.347404635380849],
    [-0.8072988170223021, 2.344915448180937],
    [0.595239635420871, -1.947020434263292],
];
const SPAN: f64 = 3.0;

const SIXTH: Composition<6, Verlet> = Composition(Verlet);

const ABOUT: &str = "Seven bodies of the masses 1 to 7 attract each other for three units of time, and pass each other as \
    closely as 0.034. From the test set of Bari, after E. Hairer, S. P. Nørsett and G. Wanner, Solving Ordinary \
    Differential Equations I, II.10. Compared are all positions and velocities at the end. Verlet needs no solve, and its \
    composition of order six takes seven of its steps in one.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let coarse = progress.part("order", || errors(40_000))?;
    let half = progress.part("half of the steps", || errors(20_000))?;
    let (steps, allowed) = progress.choose((120_000, 2.5e-11), (60_000, 1.6e-9));
    let fine = progress.part("digits", || errors(steps))?;
    let reason = "6e-9 with 40 000 steps leaves 8e-12 with 120 000 at order six; a factor of three for rounding in 840 \
        000 steps of Verlet, and for the published digits, which are off by 1e-12 at most";
    Ok(Study {
        rows: vec![
            Row::below(
                format!("max |q − q*| at t = 3, {steps} steps of Composition<6, Verlet>"),
                allowed,
                fine[0],
                reason,
            ),
            Row::below("max |v − v*|", allowed, fine[1], reason),
            Row::number(
                "order by 20 000 and 40 000 steps",
                6.0,
                (half[0] / coarse[0]).log2(),
                0.3,
                "steps of 1.5e-4 are short beside the closest passage, of 0.034 at speeds of 10: the next term is smaller \
                 by (h · 10/0.034)² = 2e-3",
            ),
        ],
        plots: vec![paths()?],
        facts: vec![FactsRow::of::<Pleiades, Verlet>("seven bodies", "Verlet")],
        ..Study::new(
            "pleiades",
            "The Pleiades, a public benchmark",
            ABOUT,
            include_str!("pleiades.rs"),
        )
    })
}

/// The largest error of positions, and that of velocities.
fn errors(steps: usize) -> Outcome<[f64; 2]> {
    let mut motion = start(steps)?;
    motion.step_many(steps)?;
    Ok([
        apart(motion.state().q.as_slice(), END.as_flattened()),
        apart(motion.velocity()?.as_slice(), END_VELOCITIES.as_flattened()),
    ])
}

fn start(steps: usize) -> Result<Integrator<Pleiades, Composition<6, Verlet>>, extremal::Error> {
    let h = SPAN / steps as f64;
    Integrator::new(BODIES, SIXTH, h, flat(START), flat(START_VELOCITIES))
}

fn flat(points: [[f64; 2]; 7]) -> [f64; 14] {
    std::array::from_fn(|i| points[i / 2][i % 2])
}

fn paths() -> Outcome<Plot> {
    let mut motion = start(20_000)?;
    let mut curves: [Curve; 7] = Default::default();
    for _ in 0..=400 {
        let q = motion.state().q;
        for (curve, place) in curves.iter_mut().zip(q.as_slice().chunks(2)) {
            curve.push((place[0], place[1]));
        }
        motion.step_many(50)?;
    }
    let mut chart = Chart::new("x", "y").equal();
    for (i, (curve, colour)) in curves.into_iter().zip(COLOURS).enumerate() {
        chart.line(format!("mass {}", i + 1), colour, curve);
    }
    chart.render("paths", "The paths of the seven bodies for three units of time.")
}
