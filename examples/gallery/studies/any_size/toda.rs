//! Toda's lattice: integrals that are exact, and the speed of a soliton.

use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::largest;
use crate::systems::toda::Toda;
use report::measure::log_slope;
use report::measure::steps_in;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const MASSES: usize = 200;
const KAPPA: f64 = 0.5;
const BEGIN: f64 = 50.0;

const ABOUT: &str = "Two hundred masses on a ring of springs with exponential forces: an integrable system, with as many exact \
    integrals as masses, and with compressions that run around the ring unchanged.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let mut rows = progress.part("soliton", soliton)?;
    rows.extend(progress.part("integrals", || integrals(progress.choose(10_000, 2000)))?);
    let plots = vec![progress.part("shape", shape)?];
    Ok(Study {
        rows,
        plots,
        facts: vec![
            FactsRow::of::<Toda, Verlet>("ring of any size", "Verlet"),
            FactsRow::of::<Toda, Midpoint>("ring of any size", "Midpoint"),
        ],
        ..Study::new("toda", "Toda's lattice", ABOUT, include_str!("../../../toda.rs"))
    })
}

/// sinh κ/κ masses in each unit of time.
fn speed() -> f64 {
    KAPPA.sinh() / KAPPA
}

/// How far the soliton runs in a hundred units of time, divided by that time.
fn measured_speed<D>(scheme: D, h: f64) -> Result<f64, Error>
where
    Toda: Discretize<D>,
    D: Copy,
{
    const TIME: f64 = 100.0;
    let (ring, q, v) = Toda::with_soliton(MASSES, KAPPA, BEGIN);
    let mut motion = Integrator::new(ring.clone(), scheme, h, q, v)?;
    let begin = ring.place(motion.state().q.as_slice());
    motion.step_many(steps_in(TIME, h))?;
    let state = motion.state();
    Ok((ring.place(state.q.as_slice()) - begin) / state.t)
}

fn soliton() -> Result<Vec<Row>, Error> {
    let sizes = [0.1, 0.05, 0.025];
    let [mut verlet, mut midpoint] = [Curve::new(), Curve::new()];
    for h in sizes {
        verlet.push((h, (measured_speed(Verlet, h)? - speed()).abs()));
        midpoint.push((h, (measured_speed(Midpoint, h)? - speed()).abs()));
    }
    let fine = measured_speed(Verlet, 0.005)?;
    Ok(vec![
        Row::number(
            "speed of the soliton, Verlet, h = 0.005",
            speed(),
            fine,
            1e-5,
            "sinh κ/κ with κ = ½ (M. Toda, 1967), faster than sound, which has the speed 1; the error is of order h²",
        ),
        Row::number(
            "order of that speed, Verlet",
            2.0,
            log_slope(&verlet),
            0.1,
            "slope of the error, h = 0.1, 0.05, 0.025",
        ),
        Row::number(
            "order of that speed, Midpoint",
            2.0,
            log_slope(&midpoint),
            0.1,
            "the same slope; far from the soliton momenta of 1e-60 and springs at rest do not keep Newton's method busy",
        ),
    ])
}

/// The largest errors of energy and third integral, relative to their sizes, and of the momentum.
fn errors(h: f64, steps: usize) -> Result<[f64; 3], Error> {
    let ring = Toda {
        masses: MASSES,
        stretch: 0.0,
    };
    let wave = |shift: f64| -> Vec<f64> { (0..MASSES).map(|i| (shift + 1.7 * i as f64).sin()).collect() };
    let mut motion = Integrator::new(ring.clone(), Verlet, h, wave(0.3), wave(2.0))?;
    let kept = |state: &StateOf<Toda>| {
        let (q, p) = (state.q.as_slice(), state.p.as_slice());
        (ring.third_integral(q, p), p.iter().sum::<f64>())
    };
    let (energy, (third, momentum)) = (motion.energy(), kept(&motion.state()));
    let mut errors = [0.0_f64; 3];
    for _ in 0..steps {
        motion.step()?;
        let (now, total) = kept(&motion.state());
        let all = [
            motion.energy() / energy - 1.0,
            now / third - 1.0,
            total - momentum,
        ];
        errors = std::array::from_fn(|k| largest([errors[k], all[k]]));
    }
    Ok(errors)
}

fn integrals(steps: usize) -> Result<Vec<Row>, Error> {
    let mut found = [Curve::new(), Curve::new()];
    let mut momentum = 0.0_f64;
    for halvings in 0..3 {
        let (h, steps) = (0.05 / f64::from(1 << halvings), steps << halvings);
        let [energy, third, total] = errors(h, steps)?;
        found[0].push((h, energy));
        found[1].push((h, third));
        momentum = momentum.max(total);
    }
    let order = |name: &str, curve: &Curve| {
        Row::number(
            format!("order of {name}, Verlet"),
            2.0,
            log_slope(curve),
            0.1,
            "slope of the largest error of a rough motion, h = 0.05, 0.025, 0.0125",
        )
    };
    Ok(vec![
        order("the energy", &found[0]),
        order("Hénon's integral of the third degree", &found[1]),
        Row::below(
            "change of the momentum of the ring",
            // Each step rounds 200 momenta of size one.
            1e-13 * (steps as f64).sqrt(),
            momentum,
            "kept to rounding",
        ),
    ])
}

fn shape() -> Outcome<Plot> {
    let (ring, q, v) = Toda::with_soliton(MASSES, KAPPA, BEGIN);
    let mut motion = Integrator::new(ring.clone(), Verlet, 0.02, q, v)?;
    let mut chart = Chart::new("mass", "compression exp(−d) − 1");
    for colour in COLOURS.into_iter().take(3) {
        let State { t, q, .. } = motion.state();
        let q = q.as_slice();
        let at = |i: usize| (i as f64, (q[i] - q[(i + 1) % MASSES] - ring.stretch).exp() - 1.0);
        let exact = |i: usize| {
            let place = KAPPA * (i as f64 - BEGIN) - KAPPA.sinh() * t;
            (i as f64, (KAPPA.sinh() / place.cosh()).powi(2))
        };
        chart.line(format!("t = {t:.0}"), colour, (0..MASSES).map(at).collect());
        let label = if t == 0.0 { "exact" } else { "" };
        chart.dashed(label, GREY, (0..MASSES).map(exact).collect());
        motion.step_many(2500)?;
    }
    chart.render(
        "soliton",
        "The soliton at three times, and β² sech²(κ i − β t): its shape stays.",
    )
}
