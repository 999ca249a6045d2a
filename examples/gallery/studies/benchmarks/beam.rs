//! The beam of Hairer and Wanner, from the test set of Bari: a stiff system without friction.

use extremal::prelude::*;

use crate::apart;
use report::plot::{COLOURS, Chart, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// An inextensible beam of unit length and mass, clamped upright, as links by their angles. Masses are at the joints, half of
/// one at the free end, so that w = n − ½, n − 3/2, .. counts the masses beyond a link. A force pushes the free end.
#[derive(Clone, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta[w.len()]),
    let n = w.len(),
    let push = if t < PI { 3 / 2 * sin(t).powi(2) } else { 0 },
    kinetic = sum(0..w.len(), |i| w[i] / n.powi(3) * (1 / 2 * dt(theta[i]).powi(2)
        + sum(0..i, |j| cos(theta[i] - theta[j]) * dt(theta[i]) * dt(theta[j])))),
    potential = n * (theta[0].powi(2) + sum(1..w.len(), |i| 1 / 2 * (theta[i] - theta[i - 1]).powi(2)))
        - push / n * sum(0..w.len(), |i| sin(theta[i]) - cos(theta[i])),
    discretize(Galerkin<2, Gauss<2>>),
)]
struct Beam {
    w: Vec<f64>,
}

/// The angles of the test set at t = 5, by RADAU with a tolerance of 1.1e-18.
const END: [f64; 40] = [
    -0.005792366591285007,
    -0.01695298550721735,
    -0.02769103312973094,
    -0.03800815655879158,
    -0.04790616859743763,
    -0.05738710435274594,
    -0.06645327313454617,
    -0.07510730581979037,
    -0.08335219765414992,
    -0.09119134654647947,
    -0.0986285870013209,
    -0.1056682200378002,
    -0.1123150395409595,
    -0.1185743552727245,
    -0.1244520128755561,
    -0.1299544113264161,
    -0.1350885180610398,
    -0.1398618819194422,
    -0.1442826441015242,
    -0.1483595472463012,
    -0.1521019429001447,
    -0.1555197978061129,
    -0.1586236993420229,
    -0.1614248603702127,
    -0.1639351238193223,
    -0.1661669673440852,
    -0.1681335081778558,
    -0.1698485080602243,
    -0.1713263782440888,
    -0.1725821847462537,
    -0.1736316537975654,
    -0.1744911773840049,
    -0.1751778187863392,
    -0.1757093178712902,
    -0.1761040960228576,
    -0.1763812607175549,
    -0.1765606097564671,
    -0.1766626352260565,
    -0.176708527080746,
    -0.1767201761075488,
];

type Fourth = Galerkin<2, Gauss<2>>;

const ABOUT: &str = "An elastic beam, clamped upright and pushed at its end for π units of time, in forty links. From the \
    test set of Bari, after E. Hairer and G. Wanner, Solving Ordinary Differential Equations II, IV.1. The slowest mode \
    takes about two units of time, the fastest turns 6400 rad in one, and nothing damps it. A step that is a hundred \
    times too long for the fast modes leaves them alone, if its method does not excite them.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let long = progress.part("50 steps", || error(50))?;
    let (steps, allowed) = progress.choose((2000, 8e-8), (500, 5e-6));
    let fine = progress.part("digits", || error(steps))?;
    Ok(Study {
        rows: vec![
            Row::below(
                "max |θ − θ*| at t = 5, 50 steps of Galerkin<2, Gauss<2>>, ω h up to 640",
                5e-3,
                long,
                "stable for any step: h = 0.1 resolves the slowest modes alone, which have all but a few hundredths of \
                 the angles of 0.18",
            ),
            Row::below(
                format!("max |θ − θ*|, {steps} steps"),
                allowed,
                fine,
                "1e-3 with 50 steps leaves 1e-6 with 500 and 1.6e-8 with 2000 at order three; a factor of five, since \
                 modes with ω h ≈ 1 have any phase",
            ),
            Row::number(
                "order by both",
                3.0,
                (long / fine).log(steps as f64 / 50.0),
                0.5,
                "three and not four: the second derivative of the push jumps at t = 0 and t = π, which excites all modes, \
                 and those with ω h ≈ 1 get a wrong phase; phases change an error by a factor of three, 0.5 of the order \
                 over a decade",
            ),
        ],
        plots: vec![shapes()?],
        facts: vec![FactsRow::of::<Beam, Fourth>("beam", "Galerkin<2, Gauss<2>>")],
        ..Study::new(
            "beam",
            "A stiff beam, a public benchmark",
            ABOUT,
            include_str!("beam.rs"),
        )
    })
}

/// The largest error of the angles.
fn error(steps: usize) -> Outcome<f64> {
    let mut motion = start(steps)?;
    motion.step_many(steps)?;
    Ok(apart(motion.state().q.as_slice(), &END))
}

fn start(steps: usize) -> Result<Integrator<Beam, Fourth>, extremal::Error> {
    let links = 40;
    let beam = Beam {
        w: (0..links).map(|i| f64::from(links - i) - 0.5).collect(),
    };
    let rest = vec![0.0; 40];
    Integrator::new(beam, Fourth::default(), 5.0 / steps as f64, rest.clone(), rest)
}

fn shapes() -> Outcome<Plot> {
    let mut motion = start(250)?;
    let mut chart = Chart::new("x", "y").equal();
    for colour in COLOURS.into_iter().take(6) {
        let (mut x, mut y) = (0.0, 0.0);
        let mut line = vec![(x, y)];
        for theta in motion.state().q.iter() {
            (x, y) = (x + theta.cos() / 40.0, y + theta.sin() / 40.0);
            line.push((x, y));
        }
        chart.line(format!("t = {}", motion.time().round()), colour, line);
        motion.step_many(50)?;
    }
    chart.render("shapes", "The beam at six times; it is clamped along the x-axis.")
}
