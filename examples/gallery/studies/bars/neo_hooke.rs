//! Figures 9 to 11: the bar of Neo-Hooke's material, by cubic elements.

use extremal::prelude::*;
use extremal::{Error, NoInputs};

use super::{AMPLITUDE, Found, Outcome};
use crate::measure::{slope, steps_in};
use crate::neo_hooke_bar::NeoHookeBar;
use crate::plot::{COLOURS, Chart, Curve};
use crate::progress::Progress;
use crate::table::Row;

/// c h/l.
const STEP: f64 = 0.2;
/// As in figure 9.
const ELEMENTS: usize = 8;
const PERIOD: f64 = 2.0;

pub(super) fn study(progress: &Progress) -> Outcome<Found> {
    let periods = progress.choose(1000, 20);
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
    let (orders, plot) = orders()?;
    let long = long(periods)?;
    let mut rows = vec![
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
            format!("p2, largest |E/E₀ − 1| in {periods} periods"),
            10.0 * hermite,
            long.1,
            "the energy oscillates, and does not drift",
        ),
    ];
    rows.extend(orders);
    Ok(Found {
        rows,
        grids: Vec::new(),
        plots: vec![long.0, energies, plot],
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

/// Figure 9: the bar at the start, and after many periods; and the largest error of the energy.
fn long(periods: usize) -> Outcome<(crate::plot::Plot, f64)> {
    let bar = NeoHookeBar::of(ELEMENTS);
    let h = STEP * bar.l;
    let start = bar.mode(AMPLITUDE);
    let mut motion = Integrator::new(
        bar,
        Hermite::<P2>::default(),
        h,
        start.clone(),
        vec![0.0; 2 * ELEMENTS],
    )?;
    let (begin, mut largest) = (motion.energy(), 0.0_f64);
    for _ in 0..steps_in(periods as f64 * PERIOD, h) {
        motion.step()?;
        largest = largest.max((motion.energy() / begin - 1.0).abs());
    }
    let mut chart = Chart::new("X", "u");
    chart.line("at the start", COLOURS[0], shape(&start));
    chart.line(
        "after many periods",
        COLOURS[1],
        shape(motion.state().q.as_slice()),
    );
    let plot = chart.render(
        "shapes",
        "The first mode turns into many waves: eight cubic elements of Neo-Hooke's material.",
    )?;
    Ok((plot.figure("Figure 9"), largest))
}

/// u at X = ¼, ½, ¾ after a time of 1, and the largest change of the energy.
fn end<D>(scheme: D, elements: usize, steps: usize) -> Result<([f64; 3], f64), Error>
where
    NeoHookeBar: Discretize<D, Scalar = f64, Inputs: NoInputs>,
{
    let bar = NeoHookeBar::of(elements);
    let mut motion = Integrator::new(
        bar,
        scheme,
        1.0 / steps as f64,
        bar.mode(AMPLITUDE),
        vec![0.0; 2 * elements],
    )?;
    let (begin, mut change) = (motion.energy(), 0.0_f64);
    for _ in 0..steps {
        motion.step()?;
        change = change.max((motion.energy() / begin - 1.0).abs());
    }
    let q = motion.state().q;
    Ok(([1, 2, 3].map(|quarter| q[quarter * elements / 4 - 1]), change))
}

/// Figure 11: errors against a fine mesh with short steps, and of the energy of one mesh.
fn orders() -> Outcome<(Vec<Row>, crate::plot::Plot)> {
    let p2 = Hermite::<P2>::default();
    let (reference, _) = end(p2, 64, 640)?;
    let error = |(found, _): ([f64; 3], f64)| -> f64 {
        let pairs = found.iter().zip(reference);
        pairs.map(|(a, b)| (a - b).abs() / AMPLITUDE).fold(0.0, f64::max)
    };
    let mut curves: [Curve; 4] = Default::default();
    for elements in [4, 8, 16, 32] {
        let steps = 5 * elements;
        let h = 0.5 / steps as f64;
        curves[0].push((h, error(end(Newmark::default(), elements, steps)?)));
        curves[1].push((h, error(end(L1::default(), elements, steps)?)));
        curves[2].push((h, error(end(p2, elements, steps)?)));
        curves[3].push((h, end(p2, ELEMENTS, 2 * steps)?.1));
    }
    let order = |curve: &Curve| {
        let points: Vec<_> = curve[1..].iter().map(|(h, error)| (h.ln(), error.ln())).collect();
        slope(&points).0
    };
    let against = "against 64 elements with steps of 1/640; u at the quarters of the bar after half a period";
    let rows = vec![
        Row::number("Newmark, order of u", 2.0, order(&curves[0]), 0.3, against),
        Row::number("L1, order of u", 2.0, order(&curves[1]), 0.3, against),
        Row::between("p2, order of u", (3.5, 6.5), order(&curves[2]), against)
            .says("for these quantities we observe a significantly higher convergence"),
        Row::number(
            "p2, order of the energy of eight elements",
            4.0,
            order(&curves[3]),
            0.4,
            "only time is refined",
        )
        .says("we achieve the same high order of convergence"),
    ];
    let mut chart = Chart::new("h/T", "error of u").log_log();
    for ((name, colour), curve) in ["Newmark", "L1", "p2"].iter().zip(COLOURS).zip(&curves) {
        chart.line_points(*name, colour, curve.clone());
    }
    let plot = chart.render(
        "neo_hooke_u",
        "Neo-Hooke's material by cubic elements, c h/l = 0.2.",
    )?;
    Ok((rows, plot.figure("Figure 11 (a)")))
}
