//! Andrews' squeezer of the test set of Bari, also A03 of IFToMM's library: seven bodies in a plane, driven by a motor.

use extremal::prelude::*;

use crate::apart;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Seven bodies by their angles. The crank turns about the origin; A, B and C are fixed points.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(beta, theta, gamma, phi, delta, omega, epsilon),
    let a = [-0.06934, -0.00227],
    let b = [-0.03635, 0.03273],
    let c = [0.014, 0.072],
    let rod = [cos(beta + theta), sin(beta + theta)],
    let fourth = [sin(phi + delta), -cos(phi + delta)],
    let sixth = [cos(omega + epsilon), sin(omega + epsilon)],
    let pin = 0.007 * [cos(beta), sin(beta)],
    let joint = pin - 0.028 * rod,
    let end_of_third = b + 0.035 * [sin(gamma), -cos(gamma)],
    let end_of_fifth = a + 0.04 * [cos(delta), sin(delta)],
    let end_of_seventh = a + 0.04 * [sin(epsilon), -cos(epsilon)],
    let hook = b + 0.018 * [sin(gamma), -cos(gamma)] + 0.02 * [cos(gamma), sin(gamma)],
    kinetic = 1 / 2 * ((0.04325 * 0.00092.powi(2) + 2.194e-6) * dt(beta).powi(2)
        + 0.00365 * dt(pin - 0.0115 * rod).norm_squared() + 4.410e-7 * dt(beta + theta).powi(2)
        + (0.02373 * (0.01874.powi(2) + 0.01043.powi(2)) + 5.255e-6) * dt(gamma).powi(2)
        + 0.00706 * dt(end_of_fifth + 0.00579 * fourth).norm_squared() + 5.667e-7 * dt(phi + delta).powi(2)
        + (0.0705 * (0.02308.powi(2) + 0.00916.powi(2)) + 1.169e-5) * dt(delta).powi(2)
        + 0.00706 * dt(end_of_seventh + 0.00579 * sixth).norm_squared() + 5.667e-7 * dt(omega + epsilon).powi(2)
        + (0.05498 * (0.01228.powi(2) + 0.00449.powi(2)) + 1.912e-5) * dt(epsilon).powi(2)),
    potential = 1 / 2 * 4530 * ((hook - c).norm() - 0.07785).powi(2),
    force(beta = motor),
    constraint(
        third = joint - end_of_third,
        fifth = joint - end_of_fifth - 0.02 * fourth,
        seventh = joint - end_of_seventh - 0.02 * sixth,
    ),
    discretize(Midpoint),
)]
struct Squeezer {
    /// N m
    motor: f64,
}

/// At rest, with β = −0.0617 and θ = 0; the other angles follow.
const START: [f64; 7] = [
    -0.061_713_890_014_276_45,
    0.0,
    0.455_279_819_163_070_4,
    0.222_668_390_165_885_88,
    0.487_364_979_543_842_55,
    -0.222_668_390_165_885_88,
    1.230_547_444_549_821_2,
];
/// The digits of the test set at t = 0.03, by PSIDE with a tolerance of 1e-14.
const PUBLISHED: [f64; 7] = [
    15.81077119629904,
    -15.75637105984298,
    0.04082224013073101,
    -0.5347301163226948,
    0.5244099658805304,
    0.5347301163226948,
    1.048080741042263,
];
/// The same by other means: Dop853 with the test set's formulas of the mass matrix, the forces and the derivatives of the
/// constraints, a tolerance of 1e-13, and a projection onto the constraints after each 240th of the time. With 60 projections
/// the digits are the same to 1e-12, those of the velocities to 3e-10.
const END: [f64; 7] = [
    15.810771195154,
    -15.756371058413,
    0.040822240119652,
    -0.534730116342068,
    0.524409965879955,
    0.534730116342068,
    1.048080741041938,
];
const END_VELOCITIES: [f64; 7] = [
    1139.9203022591,
    -1424.3792951775,
    11.0329119108,
    19.2933741054,
    0.5735699148,
    -19.2933741054,
    0.3231791493,
];

const SIXTH: Composition<6, Midpoint> = Composition(Midpoint);

const ABOUT: &str = "A motor turns the crank of a mechanism of three closed loops, two and a half times in 0.03 s. From \
    the test set of Bari, after G. C. Andrews and M. K. Ormrod, Advent: a simulation program for constrained planar \
    kinematic and dynamic systems, 1986. In seven angles and six constraints it is a system of index three. The published \
    digits are not those of the solution: they are off by 1.4e-9 in the positions. Two computations that share nothing \
    agree on it: ours, and one by Dop853 from the differentiated constraints.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let coarse = progress.part("500 steps", || end(500))?;
    let fine = progress.part("1000 steps", || end(1000))?;
    // The published digits themselves, seen from the independent ones.
    let off = apart(&PUBLISHED, &END);
    Ok(Study {
        rows: vec![
            Row::below(
                "max |q − q*| at t = 0.03, q* by Dop853, 1000 steps of Composition<6, Midpoint>",
                1e-10,
                apart(&fine.0, &END),
                "2.1e-9 with half of the steps leaves 3.3e-11 at order six; a factor of three",
            ),
            Row::below(
                "max |v − v*|, v* up to 1424",
                3e-8,
                apart(&fine.1, &END_VELOCITIES),
                "4.4e-7 with half of the steps leaves 7e-9 at order six; a factor of four",
            ),
            Row::number(
                "order of q by 500 and 1000 steps",
                6.0,
                (apart(&coarse.0, &END) / apart(&fine.0, &END)).log2(),
                0.3,
                "the digits by Dop853 are right to 2e-12, a sixteenth of the smaller error: 0.1 of the order",
            ),
            Row::number(
                "distance of the published q from ours",
                off,
                apart(&PUBLISHED, &fine.0),
                1e-10,
                "expected is their distance from the digits by Dop853; ours has the error of the first row",
            ),
        ],
        facts: vec![FactsRow::of::<Squeezer, Midpoint>(
            "seven angles, three loops",
            "Midpoint",
        )],
        ..Study::new(
            "squeezer",
            "Andrews' squeezer, a public benchmark",
            ABOUT,
            include_str!("squeezer.rs"),
        )
    })
}

/// Positions and velocities at the end.
fn end(steps: usize) -> Outcome<([f64; 7], [f64; 7])> {
    let h = 0.03 / steps as f64;
    let mut motion = Integrator::new(Squeezer { motor: 0.033 }, SIXTH, h, START, [0.0; 7])?;
    motion.step_many(steps)?;
    Ok((motion.state().q.into(), motion.velocity()?.into()))
}
