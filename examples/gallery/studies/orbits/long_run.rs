//! Rounding in long runs, with and without compensated sums: D. Brouwer's law.

use extremal::Error;
use extremal::prelude::*;

use crate::systems::long_run::{Oscillator, Planet};
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const ABOUT: &str = "What rounding does to conserved quantities. An oscillator by Verlet, h = 0.01, and a planet by steps of order 8, \
    h = 0.03, whose own errors are below a rounding; root mean squares over some starts, in roundings, ε = 2.2e-16. D. Brouwer \
    (1937): rounding errors are a random walk, √n, if nothing gives them a sign. Sums of gains w that are h times as small as the \
    numbers lose ε in each step, and h ε if what they lose is carried on. The equations of Midpoint are solved to some roundings, \
    whose sign is the same in each step: without compensation the change is in proportion to n.";

const SYSTEM: Oscillator = Oscillator { m: 1.3, k: 0.7 };
const H: f64 = 0.01;
const LONG: f64 = 0.03;
const STARTS: usize = 4;

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let decades = progress.choose([9, 7], [6, 5]);
    let verlet = progress.part("oscillator", || {
        Ok::<_, Error>([
            curve(decades[0], |k| oscillator(Verlet, k))?,
            curve(decades[0], |k| oscillator(Compensated(Verlet), k))?,
        ])
    })?;
    let eighth = progress.part("planet", || {
        Ok::<_, Error>([
            curve(decades[1], |k| planet(Composition::<8, _>(Verlet), k))?,
            curve(decades[1], |k| {
                planet(Composition::<8, _>(Compensated(Verlet)), k)
            })?,
            curve(decades[1], |k| planet(Composition::<8, _>(Midpoint), k))?,
            curve(decades[1], |k| {
                planet(Composition::<8, _>(Compensated(Midpoint)), k)
            })?,
        ])
    })?;
    let mut rows = Vec::new();
    // Gains of the size h, of 15 stages of up to 0.8 h, are rounded independently. Four starts leave a factor of two, and the model
    // as much again.
    let models = [
        ("oscillator, 10^n steps of Compensated<Verlet>", &verlet[1], H),
        (
            "planet, 10^n steps of Composition<8, Compensated<Verlet>>",
            &eighth[1],
            LONG * 0.8 * 15.0_f64.sqrt(),
        ),
        (
            "planet, 10^n steps of Composition<8, Compensated<Midpoint>>",
            &eighth[3],
            LONG * 0.8 * 15.0_f64.sqrt(),
        ),
    ];
    for (what, curve, gain) in models {
        let (steps, change) = curve.last().copied().unwrap_or((f64::NAN, f64::NAN));
        let what = what.replace("10^n", &format!("{steps:.0e}"));
        rows.push(Row::below(
            what,
            4.0 * gain * steps.sqrt(),
            change,
            "4 h √n, in roundings",
        ));
    }
    for (what, curve) in [
        ("oscillator, Verlet", &verlet[0]),
        ("planet, Composition<8, Verlet>", &eighth[0]),
        ("planet, Composition<8, Midpoint>", &eighth[2]),
    ] {
        let change = curve.last().map_or(f64::NAN, |end| end.1);
        rows.push(Row::noted(
            what,
            format!("{change:.1e}"),
            "without compensation, as many steps",
        ));
    }
    let [plain, compensated] = verlet;
    let first = plot(
        ("verlet", "Oscillator, Verlet: the change of what it keeps."),
        [("plain", plain), ("compensated", compensated)],
    )?;
    let [plain, compensated, implicit, of_implicit] = eighth;
    let second = plot(
        ("eighth", "Planet, order 8: the change of the energy."),
        [
            ("around Verlet", plain),
            ("compensated", compensated),
            ("around Midpoint", implicit),
            ("compensated", of_implicit),
        ],
    )?;
    Ok(Study {
        rows,
        plots: vec![first, second],
        facts: vec![
            FactsRow::of::<Oscillator, Verlet>("oscillator", "Verlet"),
            FactsRow::of::<Oscillator, Compensated<Verlet>>("oscillator", "Compensated<Verlet>"),
        ],
        ..Study::new(
            "long_run",
            "A billion steps",
            ABOUT,
            include_str!("../../../long_run.rs"),
        )
    })
}

/// The root mean squares over the starts after 10³, 10⁴, .. steps. `make` gives a motion as a function: it makes a number of steps,
/// and tells the relative change.
fn curve<F>(decades: i32, make: impl Fn(usize) -> Result<F, Error>) -> Result<Curve, Error>
where
    F: FnMut(usize) -> Result<f64, Error>,
{
    let mut motions = (0..STARTS).map(make).collect::<Result<Vec<F>, Error>>()?;
    let mut made = 0;
    let mut curve = Curve::new();
    for decade in 3..=decades {
        let steps = 10_usize.pow(decade.unsigned_abs());
        let mut squares = 0.0;
        for motion in &mut motions {
            squares += (motion(steps - made)? / f64::EPSILON).powi(2);
        }
        made = steps;
        curve.push((steps as f64, (squares / STARTS as f64).sqrt()));
    }
    Ok(curve)
}

fn oscillator<D>(scheme: D, start: usize) -> Result<impl FnMut(usize) -> Result<f64, Error>, Error>
where
    Oscillator: Discretize<
            D,
            Scalar = f64,
            Inputs = [f64; 0],
            Configuration = extremal::nalgebra::SVector<f64, 1>,
            Momentum = extremal::nalgebra::SVector<f64, 1>,
        >,
{
    let mut motion = Integrator::new(SYSTEM, scheme, H, [1.0 + 0.013 * start as f64], [0.3])?;
    let State { q, p, .. } = motion.state();
    let before = SYSTEM.kept(H, q[0], p[0]);
    Ok(move |steps| {
        motion.step_many(steps)?;
        let State { q, p, .. } = motion.state();
        Ok(SYSTEM.kept(H, q[0], p[0]) / before - 1.0)
    })
}

fn planet<D>(scheme: D, start: usize) -> Result<impl FnMut(usize) -> Result<f64, Error>, Error>
where
    Planet:
        Discretize<D, Scalar = f64, Inputs = [f64; 0], Configuration = extremal::nalgebra::SVector<f64, 2>>,
{
    let v = [0.0, 1.0 + 0.01 * start as f64];
    let mut motion = Integrator::new(Planet, scheme, LONG, [1.0, 0.0], v)?;
    let before = motion.energy();
    Ok(move |steps| {
        motion.step_many(steps)?;
        Ok(motion.energy() / before - 1.0)
    })
}

fn plot<const N: usize>(
    (name, caption): (&'static str, &'static str),
    curves: [(&'static str, Curve); N],
) -> Outcome<Plot> {
    let mut chart = Chart::new("steps", "relative change, in roundings").log_log();
    let walk = curves.first().map(|(_, curve)| {
        let steps = curve.iter().map(|&(steps, _)| (steps, 0.1 * steps.sqrt()));
        steps.collect::<Curve>()
    });
    for ((label, curve), colour) in curves.into_iter().zip(COLOURS) {
        chart.line_points(label, colour, curve);
    }
    if let Some(walk) = walk {
        chart.dashed("√n", GREY, walk);
    }
    chart.render(name, caption)
}
