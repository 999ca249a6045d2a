//! A wall of a hundred bricks that a ball hits: it stands before, and keeps its balances while it falls.

use std::time::Instant;

use extremal::prelude::*;

use crate::systems::wall::{WITHIN, Wall, start};
use report::animation::Animation;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// The length of a step, and from frame to frame, in seconds.
const H: f64 = 1e-3;
const FRAME: f64 = 0.01;

const ABOUT: &str = "A wall of bricks without mortar stands on the floor until a ball hits it from the side. Every corner \
    of a brick may touch every face of another, with friction and restitution; which bricks are near each other is found in a \
    grid of cells. While the wall falls, percussions are iterated from those of the step before within a budget of 500 sweeps.";

/// The run with the ball.
struct Hit {
    /// The outlines of all bricks, and a point of the rim of the ball and its centre, at each frame.
    bricks: Vec<Vec<Curve>>,
    ball: Vec<Curve>,
    energy: Curve,
    residual: Curve,
    /// The largest energy over that of the start, relative to that which the ball brings.
    gain: f64,
    /// How far from their balances with the percussions of the floor momenta are after a step, over that of the ball.
    unbalanced: f64,
    penetration: f64,
    steps: usize,
    seconds_per_step: f64,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let (rows_of_wall, seconds) = progress.choose((8, 0.8), (4, 0.3));
    let (wall, _, v) = start(rows_of_wall);
    let speed = v.iter().fold(0.0_f64, |most, v| most.max(v.abs()));
    let (moved, fastest) = progress.part("standing", || standing(rows_of_wall))?;
    let hit = progress.part("hit", || hit(rows_of_wall, seconds))?;
    let rows = vec![
        Row::below(
            format!("way of any of {} bricks in 100 steps before the hit", wall.bricks),
            1e-9,
            moved,
            "percussions of the default solver, in m: the wall stands but for the rounding of what the solver leaves over",
        ),
        Row::below(
            "velocity of any brick in them",
            1e-8 * wall.g * H,
            fastest,
            "what the solver aims at in groups of more than 32 contacts, 10⁻⁸ of that which the weight gives in a step",
        ),
        Row::below(
            "energy over that of the start, over that which the ball brings",
            1e-12,
            hit.gain,
            "the largest of all steps: one restitution in both directions gains nothing, though percussions are not exact",
        ),
        Row::below(
            "balance of momentum in each step, over that of the ball",
            1e-12,
            hit.unbalanced,
            "with the percussions of the floor and the weight: those within the wall are equal and opposite, exact or not",
        ),
        Row::below(
            "penetration",
            speed * H,
            hit.penetration,
            "the way of the ball in one step, in m",
        ),
        Row::noted(
            "residual of the laws of contacts, worst step",
            format!(
                "{:.1e}",
                hit.residual.iter().fold(0.0_f64, |worst, (_, r)| worst.max(*r))
            ),
            "of the frames; the budget ends sweeps there",
        ),
        Row::noted("steps", format!("{} of h = {H}", hit.steps), "of one length"),
        Row::noted(
            "time of a step, mean",
            format!("{:.1} ms", 1e3 * hit.seconds_per_step),
            "on the machine that made this page",
        ),
    ];
    Ok(Study {
        rows,
        animations: vec![animation(wall.radius, &hit)],
        plots: vec![energy(hit.energy)?, residual(hit.residual)?],
        facts: vec![FactsRow::of::<Wall, Moreau>("a wall of any height", "Moreau")],
        ..Study::new(
            "wall",
            "A wall of bricks",
            ABOUT,
            include_str!("../../../wall.rs"),
        )
    })
}

/// The largest way of a brick and its largest velocity while the ball is far away, solved as well as the default solver does.
fn standing(rows: usize) -> Outcome<(f64, f64)> {
    let (wall, q, mut v) = start(rows);
    let bricks = 3 * wall.bricks;
    // The ball lies before the wall.
    v.fill(0.0);
    let mut motion = Integrator::new(wall, Moreau, H, q.clone(), v)?;
    let (mut moved, mut fastest) = (0.0_f64, 0.0_f64);
    for _ in 0..100 {
        motion.step()?;
        let state = motion.state();
        let ways = state.q.iter().zip(&q).take(bricks);
        moved = ways.fold(moved, |most, (q, start)| most.max((q - start).abs()));
        let velocity = motion.velocity()?;
        fastest = velocity
            .iter()
            .take(bricks)
            .fold(fastest, |most, v| most.max(v.abs()));
    }
    Ok((moved, fastest))
}

fn hit(rows: usize, seconds: f64) -> Outcome<Hit> {
    let (wall, q, v) = start(rows);
    let bricks = wall.bricks;
    let brought = 0.5 * wall.m_ball * v[3 * bricks].powi(2);
    let size = wall.m_ball * v[3 * bricks];
    let weight = wall.g * (wall.m.iter().sum::<f64>() + wall.m_ball);
    let mut motion = Integrator::new(wall, WITHIN, H, q, v)?;
    let start = motion.energy();
    let mut hit = Hit {
        bricks: vec![Vec::new(); bricks],
        ball: Vec::new(),
        energy: Vec::new(),
        residual: Vec::new(),
        gain: f64::MIN,
        unbalanced: 0.0,
        penetration: 0.0,
        steps: 0,
        seconds_per_step: 0.0,
    };
    let begin = Instant::now();
    let mut before = momentum(bricks, &motion.state().p);
    while motion.time() < seconds {
        if motion.time() >= FRAME * hit.ball.len() as f64 - 0.5 * H {
            hit.draw(motion.system(), &motion.state().q);
        }
        let report = motion.step()?;
        let mut expected = [before[0], before[1] - H * weight];
        // Floor and ground bear the bricks and the ball.
        for at in report.contacts().filter(|at| bears(&at.name.to_string())) {
            expected[0] += at.percussions[1];
            expected[1] += at.percussions[0];
        }
        hit.penetration = hit.penetration.max(report.penetration());
        if hit.steps.is_multiple_of(10) {
            hit.residual.push((report.t, report.solved.solved.residual));
            hit.energy.push((report.t, motion.energy()));
        }
        before = momentum(bricks, &motion.state().p);
        for (now, expected) in before.iter().zip(expected) {
            hit.unbalanced = hit.unbalanced.max((now - expected).abs() / size);
        }
        hit.gain = hit.gain.max((motion.energy() - start) / brought);
        hit.steps += 1;
    }
    hit.seconds_per_step = begin.elapsed().as_secs_f64() / hit.steps.max(1) as f64;
    Ok(hit)
}

/// Whether a contact is one with the floor.
fn bears(name: &str) -> bool {
    name.starts_with("floor") || name.starts_with("ground")
}

/// The momentum of all bricks and the ball.
fn momentum<'a>(bricks: usize, p: impl IntoIterator<Item = &'a f64>) -> [f64; 2] {
    let mut sum = [0.0; 2];
    for (k, p) in p.into_iter().enumerate() {
        if k < 2 * bricks || (3 * bricks..3 * bricks + 2).contains(&k) {
            // Two coordinates of each brick; those of the ball begin at an odd or an even place.
            sum[if k < 2 * bricks { k % 2 } else { k - 3 * bricks }] += p;
        }
    }
    sum
}

impl Hit {
    fn draw<'a>(&mut self, wall: &Wall, q: impl IntoIterator<Item = &'a f64>) {
        let q: Vec<f64> = q.into_iter().copied().collect();
        let n = wall.bricks;
        for i in 0..n {
            let (sin, cos) = q[2 * n + i].sin_cos();
            let corner = |(side, end): (f64, f64)| {
                let (u, w) = (side * wall.a[i], end * wall.b);
                (q[2 * i] + u * cos - w * sin, q[2 * i + 1] + u * sin + w * cos)
            };
            let around = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
            self.bricks[i].push(around.map(corner).to_vec());
        }
        let (x, y, spin) = (q[3 * n], q[3 * n + 1], q[3 * n + 2]);
        let rim = (x + wall.radius * spin.cos(), y + wall.radius * spin.sin());
        self.ball.push(vec![rim, (x, y)]);
    }
}

fn animation(radius: f64, hit: &Hit) -> Animation {
    let floor = vec![(-1.2, 0.0), (4.2, 0.0)];
    let animation = Animation::new(
        "motion",
        "A ball hits a wall of bricks without mortar from the side.",
        FRAME,
    )
    .outline(GREY, vec![floor; hit.ball.len()])
    .disc(COLOURS[1], radius, hit.ball.clone());
    let bricks = hit.bricks.iter().cloned();
    bricks.fold(animation, |animation, brick| animation.outline(COLOURS[0], brick))
}

fn energy(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "energy (J)");
    chart.line("", COLOURS[0], curve);
    chart.render(
        "energy",
        "The energy of wall and ball: lost by impacts and friction.",
    )
}

fn residual(curve: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "residual");
    chart.dots("", COLOURS[2], curve);
    chart.render(
        "residual",
        "What the percussions of a step leave over, relative to the summands of a velocity.",
    )
}
