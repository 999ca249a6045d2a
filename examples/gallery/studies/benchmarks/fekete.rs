//! Fekete points on a sphere, from the test set of Bari: points that repel each other and come to rest.

use std::f64::consts::PI;

use extremal::prelude::*;

use crate::apart;
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// Points on the unit sphere, with friction.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(r[points][3]),
    kinetic = sum(0..points, |i| 1 / 2 * dt(r[i]).norm_squared()),
    potential = -sum(0..points, |i| sum(0..i, |j| 1 / 2 * ln((r[i] - r[j]).norm_squared()))),
    dissipation = sum(0..points, |i| 1 / 2 * c * dt(r[i]).norm_squared()),
    constraint(sphere = array(0..points, |i| r[i].norm_squared() - 1)),
    discretize(Verlet),
)]
struct Points {
    points: usize,
    c: f64,
}

/// The digits of the test set at t = 1000, by RADAU5 with a tolerance of 1e-12.
const END: [[f64; 3]; 20] = [
    [-0.4070263380333202, 0.3463758772791802, 0.8451942450030429],
    [0.0775293475252155, -0.2628662719972299, 0.9617122871829146],
    [0.7100577833343567, 0.121294805558612, 0.6936177005172217],
    [0.2348267744557627, 0.7449277976923311, 0.6244509285956391],
    [-0.4341114738782885, 0.8785430442262876, 0.199272044423766],
    [-0.9515059600312596, 0.2203508762787005, 0.2146669498274008],
    [-0.6385191643609878, -0.4310833259390688, 0.6375425027722121],
    [-0.1464175087914336, -0.9380871635228862, 0.313933729874469],
    [0.5666974065069942, -0.6739221885076542, 0.4740073135462156],
    [0.9843259538440293, -0.1696995357819996, -0.0480050429060909],
    [0.1464175087914331, 0.9380871635228875, -0.3139337298744656],
    [-0.7092757549979014, 0.5264062637139616, -0.4688542938854929],
    [-0.8665731819284478, -0.4813878059756024, -0.1315929352982178],
    [-0.2347897778700538, -0.859434040801313, -0.4541441287957579],
    [0.5530976940074118, -0.7674370265615124, -0.3242273140037833],
    [0.7711050969896927, 0.6357041816577034, 0.03573685519777001],
    [0.7103951209379591, 0.2403570431280519, -0.6614886725910596],
    [-0.0303820873873566, 0.4501923293640461, -0.8924145871442046],
    [-0.5772996158107093, -0.1766763414971813, -0.7971892020969544],
    [0.2414481766969039, -0.3416456818373135, -0.908284650344625],
];

const ABOUT: &str = "Twenty points on a sphere repel each other with the potential −ln |rᵢ − rⱼ| and lose energy by \
    friction, until they are at rest where the product of all distances is greatest. From the test set of Bari, after P. \
    M. Pardalos, An open global optimization problem on the unit sphere, J. Global Optimization 6, 1995. The constraints \
    hold to rounding for a thousand units of time. A system of any size, with explicit steps.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(1);
    let steps = progress.choose(16_000, 2000);
    let fine = progress.part("digits", || run(steps))?;
    // The error of order two, 4e-4 with 2000 steps, with a factor of three.
    let allowed = progress.choose(2e-5, 1.2e-3);
    let digits = -energy(END.as_flattened());
    Ok(Study {
        rows: vec![
            Row::number(
                format!("Σ ln |rᵢ − rⱼ| at t = 1000, {steps} steps of Verlet"),
                digits,
                -fine.energy,
                2e-13,
                "at the extremum only rounding remains, 190 summands of up to 0.7: √190 ε of each, and of a sum of 54. \
                 Expected is the sum over the published places",
            ),
            Row::below(
                "max | |rᵢ| − 1 | at any node",
                2.0 * f64::EPSILON,
                fine.open,
                "the constraints are solved in each step; nothing accumulates",
            ),
            Row::below(
                "max |q − q*|",
                allowed,
                apart(&fine.end, END.as_flattened()),
                "the way to rest turns all points together; its error is of order two, 4e-4 with 2000 steps; a factor of \
                 three",
            ),
        ],
        facts: vec![FactsRow::of::<Points, Verlet>("points on a sphere", "Verlet")],
        ..Study::new(
            "fekete",
            "Fekete points, a public benchmark",
            ABOUT,
            include_str!("fekete.rs"),
        )
    })
}

struct Run {
    end: Vec<f64>,
    energy: f64,
    /// max | |r| − 1 |
    open: f64,
}

fn run(steps: usize) -> Outcome<Run> {
    let points = Points { points: 20, c: 0.5 };
    let mut motion = Integrator::new(points, Verlet, 1000.0 / steps as f64, start(), vec![0.0; 60])?;
    let mut open = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        let places = motion.state().q;
        open = places
            .as_slice()
            .chunks(3)
            .map(norm)
            .fold(open, |open, radius| open.max((radius - 1.0).abs()));
    }
    Ok(Run {
        end: motion.state().q.as_slice().to_vec(),
        energy: motion.energy(),
        open,
    })
}

fn norm(r: &[f64]) -> f64 {
    r.iter().map(|x| x * x).sum::<f64>().sqrt()
}

/// −Σ ln |rᵢ − rⱼ|
fn energy(places: &[f64]) -> f64 {
    let places: Vec<_> = places.chunks(3).collect();
    let mut sum = 0.0;
    for (i, a) in places.iter().enumerate() {
        for b in &places[..i] {
            let away: Vec<f64> = a.iter().zip(*b).map(|(a, b)| a - b).collect();
            sum -= norm(&away).ln();
        }
    }
    sum
}

/// Four rings: how many points, the first of them, π over the turn of the ring, and the latitude over π.
fn start() -> Vec<f64> {
    let rings = [
        (3, 1, 13.0, 3.0 / 8.0),
        (7, 1, 29.0, 1.0 / 8.0),
        (6, 1, 7.0, -2.0 / 15.0),
        (4, 0, 17.0, -3.0 / 10.0),
    ];
    let place = |(count, first, turn, latitude): (u32, u32, f64, f64)| {
        (first..first + count).flat_map(move |i| {
            let (alpha, beta) = (
                2.0 * PI * f64::from(i) / f64::from(count) + PI / turn,
                PI * latitude,
            );
            [alpha.cos() * beta.cos(), alpha.sin() * beta.cos(), beta.sin()]
        })
    };
    rings.into_iter().flat_map(place).collect()
}
