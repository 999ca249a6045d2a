//! Figures 9 and 10: the bar of Neo-Hooke's material, by cubic elements.

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::{AMPLITUDE, Found};
use crate::systems::neo_hooke_bar::NeoHookeBar;
use report::animation::Animation;
use report::measure::steps_in;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::Outcome;
use report::table::Row;

/// c h/l.
const STEP: f64 = 0.2;
/// As in figure 9.
const ELEMENTS: usize = 8;
const PERIOD: f64 = 2.0;

pub(super) fn study(progress: &Progress) -> Outcome<Found> {
    // A hundred thousand steps.
    let periods = progress.choose(1250, 100);
    let p2 = Hermite::<P2>::default();
    let curves = [
        energy(Newmark::default(), 100)?,
        energy(L1::default(), 100)?,
        energy(p2, 100)?,
    ];
    let largest = |curve: &Curve| curve.iter().map(|point| point.1).fold(0.0, f64::max);
    let [newmark, l1, hermite] = curves.each_ref().map(largest);
    let mut chart = Chart::new("t/T", "|E/E₀ − 1|").log_y();
    for ((name, colour), curve) in ["Newmark", "L1", "p2"].iter().zip(COLOURS).zip(curves) {
        chart.line(
            *name,
            colour,
            curve.into_iter().filter(|point| point.1 > 0.0).collect(),
        );
    }
    let energies = chart
        .render(
            "energy",
            "The energy of eight cubic elements with an amplitude of 0.01, c h/l = 0.2.",
        )?
        .figure("Figure 10");
    let long = long(periods)?;
    let rows = vec![
        Row::below(
            "max |E/E₀ − 1| in a hundred periods: p2 over L1",
            2e-2,
            hermite / l1,
            "order 4 against order 2: the ratio falls with h², and the paper (five orders of magnitude) does not state its step",
        ),
        Row::below(
            "max |E/E₀ − 1| in a hundred periods: p2 over Newmark",
            2e-2,
            hermite / newmark,
            "order 4 against order 2: the ratio falls with h², and the paper (five orders of magnitude) does not state its step",
        ),
        Row::below(
            format!(
                "p2, largest |E/E₀ − 1| in {} steps over that of a hundred periods",
                long.steps
            ),
            1.2,
            long.largest / hermite,
            "the energy oscillates, and does not drift",
        ),
    ];
    Ok(Found {
        rows,
        plots: vec![long.shapes, energies],
        animations: vec![animation()?],
        ..Found::default()
    })
}

/// The energy error at each step.
fn energy<D>(scheme: D, periods: usize) -> Result<Curve, Error>
where
    NeoHookeBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let bar = NeoHookeBar::of(ELEMENTS);
    let h = STEP * bar.l;
    let mut motion = Integrator::new(bar, scheme, h, bar.mode(AMPLITUDE), vec![0.0; 2 * ELEMENTS])?;
    let begin = motion.energy();
    let mut curve = Curve::new();
    for _ in 0..steps_in(periods as f64 * PERIOD, h) {
        motion.step()?;
        curve.push((motion.time() / PERIOD, (motion.energy() / begin - 1.0).abs()));
    }
    Ok(curve)
}

/// u(X) of cubic elements.
fn shape(q: &[f64]) -> Curve {
    let l = 1.0 / ELEMENTS as f64;
    let u = |node: usize| {
        if node == 0 || node == ELEMENTS {
            0.0
        } else {
            q[node - 1]
        }
    };
    let du = |node: usize| l * q[ELEMENTS - 1 + node];
    let points = (0..ELEMENTS).flat_map(|e| (0..10).map(move |k| (e, f64::from(k) / 10.0)));
    let at = |(e, s): (usize, f64)| {
        let weights = [
            1.0 - 3.0 * s * s + 2.0 * s * s * s,
            s - 2.0 * s * s + s * s * s,
            3.0 * s * s - 2.0 * s * s * s,
            s * s * s - s * s,
        ];
        let values = [u(e), du(e), u(e + 1), du(e + 1)];
        let sum: f64 = weights.iter().zip(values).map(|(w, value)| w * value).sum();
        (l * (e as f64 + s), sum)
    };
    points.map(at).chain([(1.0, 0.0)]).collect()
}

/// A long motion: its number of steps, the largest error of the energy, and figure 9.
struct Long {
    steps: usize,
    largest: f64,
    shapes: Plot,
}

fn started(amplitude: f64) -> Result<Integrator<NeoHookeBar, Hermite<P2>>, Error> {
    let bar = NeoHookeBar::of(ELEMENTS);
    let h = STEP * bar.l;
    Integrator::new(
        bar,
        Hermite::<P2>::default(),
        h,
        bar.mode(amplitude),
        vec![0.0; 2 * ELEMENTS],
    )
}

/// The bar at the start, and after many periods; and the largest error of the energy.
fn long(periods: usize) -> Outcome<Long> {
    let mut motion = started(AMPLITUDE)?;
    let (begin, start) = (motion.energy(), motion.state());
    let steps = steps_in(periods as f64 * PERIOD, motion.step_size());
    let mut largest = 0.0_f64;
    for _ in 0..steps {
        motion.step()?;
        largest = largest.max((motion.energy() / begin - 1.0).abs());
    }
    let mut chart = Chart::new("X", "u");
    chart.line("at the start", COLOURS[0], shape(start.q.as_slice()));
    chart.line(
        "after many periods",
        COLOURS[1],
        shape(motion.state().q.as_slice()),
    );
    let plot = chart.render(
        "shapes",
        "The first mode turns into many waves: eight cubic elements of Neo-Hooke's material.",
    )?;
    Ok(Long {
        steps,
        largest,
        shapes: plot.figure("Figure 9"),
    })
}

/// The first ten periods of a larger motion: u over X, and the nodes of the bar below, moved by u.
fn animation() -> Outcome<Animation> {
    let mut motion = started(0.05)?;
    let (mut curves, mut nodes) = (Vec::new(), Vec::new());
    while motion.time() < 10.0 * PERIOD {
        motion.step_many(2)?;
        let u = shape(motion.state().q.as_slice());
        // A bar whose pieces are drawn as zigzags shows where it is pressed together.
        let moved = u.iter().enumerate().map(|(k, (x, u))| {
            let up = if k.is_multiple_of(2) { -0.2 } else { -0.15 };
            (x + u, up)
        });
        nodes.push(moved.collect());
        curves.push(u);
    }
    Ok(Animation::new(
        "motion",
        "Ten periods of a bar of Neo-Hooke's material with an amplitude of 0.05: u over X, and below it the bar.",
        2.0 * STEP / ELEMENTS as f64,
    )
    .outline(COLOURS[0], curves)
    .outline(COLOURS[1], nodes))
}
