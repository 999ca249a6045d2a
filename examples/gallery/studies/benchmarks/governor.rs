//! The flyball governor of IFToMM's library, A05: springs and dampers that are stiff beside what they carry.

use std::f64::consts::{FRAC_PI_6, TAU};

use extremal::prelude::*;

use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Two rods with balls at their ends hang on a turning axis; a spring and a damper join the middle of each with the slider.
/// The sides mirror each other. α is the angle of a rod below the horizon, s the height of the slider.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(phi, alpha, s),
    let hinge = [cos(phi), sin(phi), 0] * a + [0, 0, 1],
    let end = hinge + [cos(alpha) * cos(phi), cos(alpha) * sin(phi), -sin(alpha)],
    let spring = [cos(alpha) / 2, 1 - sin(alpha) / 2 - s].norm(),
    let own = rod * width.powi(2) / 12,
    kinetic = rod / 3 * (dt(hinge).norm_squared() + dt(hinge).dot(dt(end)) + dt(end).norm_squared())
        + own * ((2 + sin(alpha).powi(2)) * dt(phi).powi(2) + dt(alpha).powi(2))
        + ball * dt(end).norm_squared()
        + 1 / 2 * slider * (dt(s).powi(2) + (2 * a).powi(2) / 6 * dt(phi).powi(2)),
    potential = g * (rod * (hinge + end)[2] + 2 * ball * end[2] + slider * s) + k * (spring - rest).powi(2),
    dissipation = c * dt(spring).powi(2),
    discretize(Galerkin<2, Gauss<2>>),
)]
struct Governor {
    /// From the axis to a hinge, and half the width of the slider.
    a: f64,
    /// kg; the rods and the axis are 1 m long.
    rod: f64,
    width: f64,
    ball: f64,
    slider: f64,
    rest: f64,
    /// N/m
    k: f64,
    /// N s/m
    c: f64,
    g: f64,
}

const GOVERNOR: Governor = Governor {
    a: 0.05,
    rod: 0.3,
    width: 0.01,
    ball: 5.0,
    slider: 3.0,
    rest: 0.5,
    k: 8e5,
    c: 4e4,
    g: 9.81,
};

/// s after 10 s. The library gives a curve. The digits are those of Radau IIA of order 5 from equations by hand, in which the
/// angular momentum is a constant; tolerances of 1e-9 and 1e-13 agree to 3e-13.
const END: f64 = 0.619622917061;

type Fourth = Galerkin<2, Gauss<2>>;

const ABOUT: &str = "Watt's governor with springs of 800 kN/m and dampers of 40 kN s/m in place of two of its rods. A \
    damper stops the slider within 0.04 ms, and the balls swing in a second or two: a stiff system. Rods, axis and slider \
    are blocks of 3000 kg/m³. It starts with α = 30° and one turn a second, and the slider rises and falls between 0.50 \
    and 0.74 m.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let coarse = progress.part("500 steps", || run(500))?;
    let half = progress.part("1000 steps", || run(1000))?;
    let fine = progress.part("4000 steps", || run(4000))?;
    Ok(Study {
        rows: vec![
            Row::number(
                "s after 10 s in m, 4000 steps of Galerkin<2, Gauss<2>>",
                END,
                fine.height,
                3e-9,
                "1.6e-7 with 1000 steps leaves 6e-10 at order four; a factor of five",
            ),
            Row::number(
                "order by 500 and 1000 steps",
                4.0,
                ((coarse.height - END) / (half.height - END)).abs().log2(),
                0.3,
                "the next term of the error is smaller by (6 h)² = 0.01",
            ),
            Row::below(
                "largest second difference of a spring's length after the first second in m, 500 steps",
                5e-7,
                coarse.bend,
                "1.3e-7 by Radau, since the forces in the springs change slowly; a spring that rings would have four \
                 times its amplitude, 5e-5 m at the start",
            ),
        ],
        facts: vec![FactsRow::of::<Governor, Fourth>(
            "flyball governor",
            "Galerkin<2, Gauss<2>>",
        )],
        ..Study::new(
            "governor",
            "The flyball governor, a public benchmark",
            ABOUT,
            include_str!("governor.rs"),
        )
    })
}

struct Run {
    /// s at the end.
    height: f64,
    /// The largest second difference of a spring's length over steps, after one second.
    bend: f64,
}

fn run(steps: usize) -> Outcome<Run> {
    let h = 10.0 / steps as f64;
    let mut motion = Integrator::new(
        GOVERNOR,
        Fourth::default(),
        h,
        [0.0, FRAC_PI_6, 0.5],
        [TAU, 0.0, 0.0],
    )?;
    let (mut bend, mut last, mut before) = (0.0_f64, 0.5, 0.5);
    for _ in 0..steps {
        motion.step()?;
        let [_, alpha, s]: [f64; 3] = motion.state().q.into();
        let length = (alpha.cos() / 2.0).hypot(1.0 - alpha.sin() / 2.0 - s);
        if motion.time() > 1.0 {
            bend = bend.max((length - 2.0 * last + before).abs());
        }
        (before, last) = (last, length);
    }
    Ok(Run {
        height: motion.state().q[2],
        bend,
    })
}
