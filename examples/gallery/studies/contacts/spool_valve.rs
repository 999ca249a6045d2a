//! A spool valve with dry friction in its seals: its loop of hysteresis, and how dither closes it.

use extremal::prelude::*;

use crate::systems::spool_valve::{SpoolValve, VALVE, force};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 1e-4;
/// Up and down between ± 16 N in two seconds, and dither of 9 N with 100 Hz.
const SWEEP: (f64, f64) = (16.0, 2.0);
const DITHER: (f64, f64) = (9.0, 100.0);

const ABOUT: &str = "Dry friction of the seals holds a spool until the force changes by twice its bound: followed slowly up and \
        down, the place has a loop of width 2 f/k. Dither, a small fast force on top, closes it. Let go without damping, the \
        spool comes to rest off the middle, after turning points that are nearer to it by 2 f/k each.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let plain = progress.part("sweep", || sweep((0.0, 0.0)))?;
    let dithered = progress.part("dither", || sweep(DITHER))?;
    let (turning, rest) = progress.part("let go", let_go)?;
    let exact = [-0.14, 0.08, -0.02];
    let off = turning
        .iter()
        .zip(exact)
        .map(|(found, exact)| (found - exact).abs());
    let loops = 2.0 * VALVE.f / VALVE.k;
    let lag = VALVE.c * 4.0 * SWEEP.0 / SWEEP.1 / VALVE.k / VALVE.k;
    let rows = vec![
        Row::number(
            "width of the loop at zero force, without dither (mm)",
            1e3 * (loops + 2.0 * lag),
            1e3 * width(&plain),
            1e3 * 4.0 * 4.0 * SWEEP.0 / SWEEP.1 / VALVE.k * H,
            "2 f/k, and the lag of the damping c ẋ/k on both ways; the force changes by 32 N/s, and is known to a step",
        ),
        Row::below(
            "width of the loop with dither of 9 N, over that without",
            0.1,
            width(&dithered) / width(&plain),
            "friction that changes its sign twice a period has a mean near zero, where it was ± f",
        ),
        Row::word(
            "turning points of an undamped oscillator with f/k = 0.03, let go at 0.2",
            "3",
            format!("{}", turning.len()),
            "each is 2 f/k nearer to the middle; within f/k of it friction holds",
        ),
        Row::below(
            "largest distance of these from −0.14, 0.08 and −0.02, over h²",
            25.0,
            off.fold(0.0, f64::max) / (H * H),
            "nodes are up to h/2 from a turning point: a h²/8 with a = ω² 0.17 = 17, and what the scheme errs, ω² of it or so",
        ),
        Row::word(
            "momentum at rest",
            "0",
            format!("{rest}"),
            "friction stops velocity and momentum in the step in which the spool stops",
        ),
    ];
    Ok(Study {
        rows,
        plots: vec![hysteresis(plain, dithered)?],
        facts: vec![FactsRow::of::<SpoolValve, NonsmoothMidpoint>(
            "spool valve",
            "NonsmoothMidpoint",
        )],
        ..Study::new(
            "spool_valve",
            "A spool valve",
            ABOUT,
            include_str!("../../../spool_valve.rs"),
        )
    })
}

/// Force without dither and place, averaged over a period of dither each, from the first turn of the force on.
fn sweep(dither: (f64, f64)) -> Outcome<Curve> {
    let mut motion = Integrator::new(VALVE, NonsmoothMidpoint, H, [0.0], [0.0])?;
    let mut curve = Curve::new();
    for k in 0..250_u32 {
        let mut sum = 0.0;
        for _ in 0..100 {
            motion.step_with([force(motion.time() + 0.5 * H, SWEEP, dither)])?;
            sum += motion.state().q[0];
        }
        if k >= 50 {
            let middle = motion.time() - 49.5 * H;
            curve.push((force(middle, SWEEP, (0.0, 0.0)), sum / 100.0));
        }
    }
    Ok(curve)
}

/// The width of a loop: how far apart the places are at which the spool passes zero force, up and down.
fn width(curve: &Curve) -> f64 {
    let crossings = curve.windows(2).filter(|pair| pair[0].0 * pair[1].0 < 0.0);
    let places = crossings.map(|pair| {
        let share = pair[0].0 / (pair[0].0 - pair[1].0);
        pair[0].1 + share * (pair[1].1 - pair[0].1)
    });
    let (low, high) = places.fold((f64::MAX, f64::MIN), |(low, high), x| (low.min(x), high.max(x)));
    high - low
}

/// The turning points of an undamped spool, and its momentum in the end.
fn let_go() -> Outcome<(Vec<f64>, f64)> {
    let valve = SpoolValve {
        m: 1.0,
        k: 100.0,
        c: 0.0,
        f: 3.0,
        stroke: 1.0,
        e: 0.0,
    };
    let mut motion = Integrator::new(valve, NonsmoothMidpoint, H, [0.2], [0.0])?;
    let (mut turning, mut places) = (Vec::new(), [0.2, 0.2]);
    for _ in 0..15_000 {
        motion.step_with([0.0])?;
        let x = motion.state().q[0];
        let [before, last] = places;
        if (last - before) * (x - last) < 0.0 || (x == last && last != before) {
            turning.push(last);
        }
        places = [last, x];
    }
    Ok((turning, motion.state().p[0]))
}

fn hysteresis(plain: Curve, dithered: Curve) -> Outcome<Plot> {
    let in_mm = |curve: Curve| curve.into_iter().map(|(force, x)| (force, 1e3 * x)).collect();
    let mut chart = Chart::new("force without dither (N)", "place, mean of 10 ms (mm)");
    chart.line("without dither", COLOURS[1], in_mm(plain));
    chart.line("with dither of 9 N, 100 Hz", COLOURS[0], in_mm(dithered));
    chart.render(
        "hysteresis",
        "Without dither the spool lags behind the force by f/k on both ways. With it, it follows.",
    )
}
