//! The car axis of the test set of Bari: an axle on two springs, one foot of which follows a bumpy road.

use extremal::prelude::*;

use crate::apart;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// An axle of length l; the chassis leads its left end, so that the constraint depends on t.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(left[2], right[2]),
    let up = r * sin(omega * t),
    let chassis = [sqrt(l.powi(2) - up.powi(2)), up],
    let spring = |length| 1 / 2 * (length - rest).powi(2),
    kinetic = 1 / 2 * m * (dt(left).norm_squared() + dt(right).norm_squared()),
    potential = spring(left.norm()) + spring((right - chassis).norm()) + m * g * (left[1] + right[1]),
    constraint(guide = left.dot(chassis), axle = (left - right).norm_squared() - l.powi(2)),
    discretize(Galerkin<4, Gauss<4>>),
)]
struct CarAxis {
    /// M ε²/2 of the test set, with M = 10 and ε = 0.01.
    m: f64,
    l: f64,
    rest: f64,
    /// The height of a bump.
    r: f64,
    omega: f64,
    g: f64,
}

const AXIS: CarAxis = CarAxis {
    m: 5e-4,
    l: 1.0,
    rest: 0.5,
    r: 0.1,
    omega: 10.0,
    g: 1.0,
};

/// The digits of the test set at t = 3, to those of an `f64`. Dop853 with the accelerations of the differentiated constraints,
/// at a tolerance of 1e-13, agrees to 1e-13 in q, 5e-12 in v and 4e-15 in the multipliers.
const END: [f64; 4] = [
    0.04934557842754028,
    0.49698946023017115,
    1.0417425248854215,
    0.37391102726536124,
];
const END_VELOCITIES: [f64; 4] = [
    -0.07705836840409723,
    0.007446866587237785,
    0.017556815753723223,
    0.7703410437792519,
];
/// The multipliers there, with our sign: the test set has them on the other side of the equation.
const MULTIPLIERS: [f64; 2] = [0.004736886590848933, 0.0011046803312573436];

type Eighth = Galerkin<4, Gauss<4>>;

const ABOUT: &str = "The axle of a car between two springs. The right wheel rolls over bumps, and the chassis guides the \
    left end, so that a constraint depends on time. From the test set of Bari, after S. Schneider, Intégration de \
    systèmes d'équations différentielles raides et différentielles-algébriques par des méthodes de collocations et \
    méthodes générales linéaires, Geneva, 1994. As a system of index three it is hard for many codes; compared are \
    positions, velocities and multipliers at t = 3.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let coarse = progress.part("150 steps", || errors(150))?;
    let half = progress.part("300 steps", || errors(300))?;
    let fine = progress.part("600 steps", || errors(600))?;
    Ok(Study {
        rows: vec![
            Row::below(
                "max |q − q*| at t = 3, 600 steps of Galerkin<4, Gauss<4>>",
                2e-12,
                fine[0],
                "1.1e-10 with half of the steps leaves 4.4e-13 at order eight; a factor of four for rounding",
            ),
            Row::below(
                "max |v − v*|",
                1e-10,
                fine[1],
                "7e-9 with half of the steps leaves 3e-11 at order eight; a factor of three for the digits, of which \
                 Dop853 confirms 5e-12",
            ),
            Row::below(
                "max |λ − λ*|",
                1e-12,
                fine[2],
                "forces are m times accelerations, 5e-4 of errors that are ω² of those of q",
            ),
            Row::number(
                "order of q by 150 and 300 steps",
                8.0,
                (coarse[0] / half[0]).log2(),
                0.3,
                "the next term of the error is smaller by (ω h)² = 0.04",
            ),
        ],
        facts: vec![FactsRow::of::<CarAxis, Eighth>(
            "car axis",
            "Galerkin<4, Gauss<4>>",
        )],
        ..Study::new(
            "car_axis",
            "The car axis, a public benchmark",
            ABOUT,
            include_str!("car_axis.rs"),
        )
    })
}

/// The largest errors of positions, velocities and multipliers.
fn errors(steps: usize) -> Outcome<[f64; 3]> {
    let h = 3.0 / steps as f64;
    let (q, v) = ([0.0, 0.5, 1.0, 0.5], [-0.5, 0.0, -0.5, 0.0]);
    let mut motion = Integrator::new(AXIS, Eighth::default(), h, q, v)?;
    motion.step_many(steps)?;
    let (state, v) = (motion.state(), motion.velocity()?);
    let multipliers = AXIS.multipliers(state.t, &state.q, &v, &[])?;
    Ok([
        apart(state.q.as_slice(), &END),
        apart(v.as_slice(), &END_VELOCITIES),
        apart(multipliers.as_slice(), &MULTIPLIERS),
    ])
}
