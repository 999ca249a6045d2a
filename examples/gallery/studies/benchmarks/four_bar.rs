//! The double four-bar of IFToMM's library, A02: a mechanism that passes a position in which it could fold.

use extremal::prelude::*;

use crate::apart;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Three cranks and two couplers, uniform rods of one length; the coordinates are the upper ends of the cranks.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(b[3][2]),
    kinetic = m / 6 * sum(0..3, |i| dt(b[i]).norm_squared())
        + m / 6 * sum(0..2, |i| dt(b[i]).norm_squared() + dt(b[i]).dot(dt(b[i + 1])) + dt(b[i + 1]).norm_squared()),
    potential = m * g * (b[0][1] + 3 / 2 * b[1][1] + b[2][1]),
    constraint(
        cranks = array(0..3, |i| (b[i] - [i * l, 0]).norm_squared() - l.powi(2)),
        couplers = array(0..2, |i| (b[i + 1] - b[i]).norm_squared() - l.powi(2)),
    ),
    discretize(Livens),
)]
struct DoubleFourBar {
    m: f64,
    l: f64,
    g: f64,
}

const BARS: DoubleFourBar = DoubleFourBar {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// The first point after 10 s. As long as it does not fold, the mechanism is a pendulum, 3 θ̈ = 3.5 g sin θ with θ from the
/// vertical, at θ = 0 with θ̇ = 1 at the start; by a Taylor series with 30 digits.
const END: [f64; 2] = [0.328_458_111_540_815_4, 0.944_518_538_178_601];

const ABOUT: &str = "Three cranks side by side, joined by two couplers; all are uniform rods of 1 m and 1 kg. They start \
    upright with 1 m/s and turn five times in ten seconds. When the rods lie in one line the mechanism could fold into an \
    antiparallelogram, because its constraints depend on each other there. Unfolded, it moves as a pendulum, which gives \
    all digits of the end.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let second = progress.part("Livens", || run(Livens, 1000))?;
    let sixth = progress.part("order six", || run(Composition::<6, _>(Livens), 1000))?;
    let energy = "each step keeps the energy to some ε of its summands of 34 J, which is 8e-15 J; √1000 of that, times \
        four";
    Ok(Study {
        rows: vec![
            Row::below(
                "max |E − E₀| in J, 1000 steps of Livens",
                1e-12,
                second.energy,
                energy,
            ),
            Row::below(
                "max |E − E₀| in J, 1000 steps of Composition<6, Livens>",
                2.6e-12,
                sixth.energy,
                "as above, in seven stages of a step: √7 as much",
            ),
            Row::below(
                "distance of the first point from that of the pendulum at 10 s, Composition<6, Livens>",
                1e-11,
                apart(&sixth.end[..2], &END),
                "rods of length l fall at (g/l)^½ = 3.1 1/s: (3.1 h)⁶ = 9e-10 a unit of time, with coefficients of some \
                 1e-3",
            ),
            Row::below(
                "how far the cranks are from parallel there",
                1e-12,
                second.fold().max(sixth.fold()),
                "a mechanism that had folded would be a whole rod away; positions are right to some ε",
            ),
        ],
        facts: vec![FactsRow::of::<DoubleFourBar, Livens>("double four-bar", "Livens")],
        ..Study::new(
            "four_bar",
            "The double four-bar, a public benchmark",
            ABOUT,
            include_str!("four_bar.rs"),
        )
    })
}

struct Run {
    /// max |E − E₀|
    energy: f64,
    end: [f64; 6],
}

impl Run {
    fn fold(&self) -> f64 {
        let [x, y, ..] = self.end;
        apart(&self.end, &[x, y, x + 1.0, y, x + 2.0, y])
    }
}

fn run<D>(scheme: D, steps: usize) -> Outcome<Run>
where
    DoubleFourBar: Discretize<D, Scalar = f64>,
{
    let upright = [0.0, 1.0, 1.0, 1.0, 2.0, 1.0];
    let velocity = [1.0, 0.0, 1.0, 0.0, 1.0, 0.0];
    let mut motion = Integrator::new(BARS, scheme, 10.0 / steps as f64, upright, velocity)?;
    let start = motion.energy();
    let mut energy = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        energy = energy.max((motion.energy() - start).abs());
    }
    Ok(Run {
        energy,
        end: motion.state().q.into(),
    })
}
