//! An elastic bar that is thrown against a wall, beside d'Alembert's solution of the wave equation.

use extremal::Error;
use extremal::prelude::*;

use crate::systems::impact_bar::{ImpactBar, step_size};
use report::animation::Animation;
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

/// The velocity of the throw.
const V: f64 = 0.1;
const SCHEME: Theta = Theta { theta: 0.5 };
/// Of the animation.
const FRAME: f64 = 0.025;
const SECONDS: f64 = 3.0;

const ABOUT: &str = "An elastic bar flies against a wall with one of its ends. A wave of pressure runs to the free end, and comes back \
    as one of tension; then the bar leaves. The wave equation has a closed solution: the wall pushes with one constant force for the \
    time 2L/c, and the bar leaves with the velocity that it had, undeformed. L, c, and the mass of the bar are 1.";

/// One throw.
struct Throw {
    elements: usize,
    /// When the last percussion acted.
    contact_time: f64,
    /// That of the centre of mass, in the end.
    velocity: f64,
    /// The largest error of u.
    error: f64,
    force: Curve,
    /// Node by node (X, u), and the time.
    frames: Vec<(f64, Curve)>,
}

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(1);
    let counts = progress.choose(vec![20, 40, 80, 160, 320], vec![10, 20, 40]);
    let throws = progress.part("throws", || {
        counts.into_iter().map(throw).collect::<Result<Vec<_>, Error>>()
    })?;
    let curve = |of: fn(&Throw) -> f64| -> Vec<(f64, f64)> {
        throws
            .iter()
            .map(|throw| (1.0 / throw.elements as f64, of(throw)))
            .collect()
    };
    let errors = curve(|throw| throw.error);
    let slowed = curve(|throw| V - throw.velocity);
    let Some(finest) = throws.last() else {
        return Err("no throw".into());
    };
    let mut rows = rows(finest);
    rows.push(Row::between(
        "order in l of the largest error of u",
        (0.6, 0.8),
        log_slope(&errors),
        "waves of linear elements disperse: a front becomes as wide as l^⅔",
    ));
    Ok(Study {
        rows,
        plots: vec![shapes(finest)?, force(finest)?, convergence(errors, slowed)?],
        animations: vec![animation(finest)],
        facts: vec![FactsRow::of::<ImpactBar, Theta>("bar and wall", "Theta")],
        ..Study::new(
            "impact_bar",
            "Elastic bar against a wall",
            ABOUT,
            include_str!("../../../impact_bar.rs"),
        )
    })
}

fn rows(throw: &Throw) -> Vec<Row> {
    // The front that comes back is as wide as l^⅔, and the force of the wall fades in it.
    let width = (throw.elements as f64).powf(-2.0 / 3.0);
    let impulse: f64 = throw
        .force
        .iter()
        .map(|(_, force)| force * step_size(throw.elements))
        .sum();
    vec![
        Row::number(
            format!("end of the contact, {} elements", throw.elements),
            2.0,
            throw.contact_time,
            0.5 * width,
            "2L/c; to the width of a front, l^⅔",
        ),
        Row::number(
            "velocity of the bar afterwards",
            V,
            throw.velocity,
            0.5 * V * width,
            "that of the throw; vibration of fronts keeps a part of l^⅔",
        ),
        Row::number(
            "impulse of the wall",
            2.0 * V,
            impulse,
            0.5 * V * width,
            "twice the momentum, as the velocity",
        ),
        Row::number(
            "force of the wall, mean from ½ L/c to 3/2 L/c",
            V,
            mean(&throw.force, 0.5, 1.5),
            0.02 * V,
            "ϱA c v",
        ),
        Row::below(
            "largest error of u",
            V * width,
            throw.error,
            "at corners of u, of the width of a front",
        ),
    ]
}

fn throw(elements: usize) -> Result<Throw, Error> {
    let (bar, h, nodes) = (ImpactBar::of(elements), step_size(elements), elements + 1);
    let mut motion = Integrator::new(bar, SCHEME, h, vec![0.0; nodes], vec![-V; nodes])?;
    let mut throw = Throw {
        elements,
        contact_time: 0.0,
        velocity: 0.0,
        error: 0.0,
        force: Vec::new(),
        frames: Vec::new(),
    };
    while motion.time() < SECONDS {
        let report = motion.step()?;
        let pushed = report
            .contacts()
            .filter_map(|wall| wall.percussions.first().copied())
            .sum::<f64>();
        if pushed > 0.0 {
            throw.contact_time = report.t + h;
        }
        throw.force.push((report.t, pushed / h));
        let State { t, q, .. } = motion.state();
        let shape: Curve = q
            .iter()
            .enumerate()
            .map(|(node, &u)| (node as f64 * bar.l, u))
            .collect();
        let errors = shape.iter().map(|&(x, u)| (u - ImpactBar::exact(V, x, t)).abs());
        throw.error = errors.fold(throw.error, f64::max);
        if t >= FRAME * throw.frames.len() as f64 {
            throw.frames.push((t, shape));
        }
    }
    // The sum over the nodes is the momentum of the bar, whose mass is 1.
    throw.velocity = motion.state().p.sum();
    Ok(throw)
}

/// The mean of the force between two times.
fn mean(force: &[(f64, f64)], from: f64, to: f64) -> f64 {
    let inside = force.iter().filter(|(t, _)| (from..to).contains(t));
    let (sum, count) = inside.fold((0.0, 0.0), |(sum, count), (_, force)| (sum + force, count + 1.0));
    sum / count
}

fn exact(t: f64) -> Curve {
    (0..=200)
        .map(|k| f64::from(k) / 200.0)
        .map(|x| (x, ImpactBar::exact(V, x, t)))
        .collect()
}

fn shapes(throw: &Throw) -> Outcome<Plot> {
    let mut chart = Chart::new("X/L", "u");
    for (k, time) in [0.5, 1.0, 1.5, 2.0, 2.5].into_iter().enumerate() {
        let Some((t, shape)) = throw.frames.iter().find(|(t, _)| *t >= time) else {
            continue;
        };
        chart.line(format!("t = {time}"), COLOURS[k % COLOURS.len()], shape.clone());
        chart.dashed(if k == 0 { "wave equation" } else { "" }, GREY, exact(*t));
    }
    chart.render(
        "shapes",
        "The displacement of the bar at five times, beside that of the wave equation.",
    )
}

fn force(throw: &Throw) -> Outcome<Plot> {
    let mut chart = Chart::new("t c/L", "force of the wall");
    chart.line("elements", COLOURS[0], throw.force.clone());
    let exact = vec![(0.0, V), (2.0, V), (2.0, 0.0), (SECONDS, 0.0)];
    chart.dashed("wave equation", GREY, exact);
    chart.render(
        "force",
        "The force of the wall: ϱA c v while the wave is under way.",
    )
}

fn convergence(errors: Curve, slowed: Curve) -> Outcome<Plot> {
    let mut chart = Chart::new("l/L", "error").log_log();
    chart.line_points("u, the largest", COLOURS[0], errors);
    chart.line_points("velocity afterwards", COLOURS[1], slowed);
    chart.render(
        "convergence",
        "Errors over the length of an element: both of the order ⅔.",
    )
}

fn animation(throw: &Throw) -> Animation {
    // Displacements of a tenth of the length, drawn five times as large.
    let enlarged = |curve: &Curve| curve.iter().map(|&(x, u)| (x, 5.0 * u)).collect();
    let exact = throw.frames.iter().map(|(t, _)| enlarged(&exact(*t)));
    let shapes = throw.frames.iter().map(|(_, shape)| enlarged(shape));
    Animation::new(
        "motion",
        "The displacement along the bar from the wall to the free end, five times enlarged, and in grey that of the wave equation.",
        FRAME,
    )
    .outline(GREY, exact.collect())
    .outline(COLOURS[0], shapes.collect())
}
