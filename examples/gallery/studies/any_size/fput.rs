//! The chain of Fermi, Pasta, Ulam and Tsingou: the return of the first mode, against steps of order six by hand.

use extremal::Error;
use extremal::blocks::NoInputs;
use extremal::prelude::*;

use super::largest;
use crate::systems::fput::Chain;
use report::measure::log_slope;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const CHAIN: Chain = Chain {
    masses: 31,
    alpha: 0.25,
};
/// Of the first mode.
const PERIODS: usize = 160;
/// In each period.
const SAMPLES: usize = 10;
const MODES: usize = 4;
/// The fewest steps from one sample to the next: h = 0.2.
const STEPS: usize = 32;

const ABOUT: &str = "Thirty-one unit masses between fixed ends, springs with a small quadratic force, all energy in the first \
    mode. It goes to a few other modes, and returns. The declaration has no number of masses; a second one has a thousand.";

/// The energies of the first modes, sample after sample.
type Energies = Vec<[f64; MODES]>;

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(3);
    let exact = progress.part("by hand", || by_hand(4 * STEPS));
    let verlet = progress.part("Verlet", || runs(Verlet))?;
    let midpoint = progress.part("Midpoint", || runs(Midpoint))?;
    let mut rows = returns(&exact, &verlet[2]);
    rows.push(order("Verlet", &exact, &verlet));
    rows.push(order("Midpoint", &exact, &midpoint));
    Ok(Study {
        rows,
        plots: vec![plot(&exact, &verlet[0])?],
        facts: vec![
            FactsRow::of::<Chain, Verlet>("chain of any length", "Verlet"),
            FactsRow::of::<Chain, Midpoint>("chain of any length", "Midpoint"),
        ],
        ..Study::new(
            "fput",
            "Fermi, Pasta, Ulam and Tsingou's chain",
            ABOUT,
            include_str!("../../../fput.rs"),
        )
    })
}

/// From one sample to the next.
fn interval() -> f64 {
    std::f64::consts::TAU / CHAIN.frequency(1) / SAMPLES as f64
}

fn energies(q: &[f64], v: &[f64]) -> [f64; MODES] {
    std::array::from_fn(|k| CHAIN.energy_of_mode(k + 1, q, v))
}

fn run<D>(scheme: D, steps: usize) -> Result<Energies, Error>
where
    Chain: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    D: Copy,
{
    let (q, v) = (CHAIN.mode(1), vec![0.0; CHAIN.masses]);
    let mut motion = Integrator::new(CHAIN.clone(), scheme, interval() / steps as f64, q, v)?;
    let mut samples = Vec::with_capacity(PERIODS * SAMPLES);
    for _ in 0..PERIODS * SAMPLES {
        motion.step_many(steps)?;
        let State { q, p, .. } = motion.state();
        samples.push(energies(q.as_slice(), p.as_slice()));
    }
    Ok(samples)
}

/// With h = 0.2, 0.1 and 0.05.
fn runs<D>(scheme: D) -> Result<[Energies; 3], Error>
where
    Chain: Discretize<D, Scalar = f64, Inputs: NoInputs>,
    D: Copy,
{
    Ok([
        run(scheme, STEPS)?,
        run(scheme, 2 * STEPS)?,
        run(scheme, 4 * STEPS)?,
    ])
}

/// Yoshida's composition of order six, solution A (1990): steps of Störmer and Verlet of these shares, and back.
const SHARES: [f64; 4] = [
    0.784_513_610_477_560,
    0.235_573_213_359_357,
    -1.177_679_984_178_87,
    1.315_186_320_683_91,
];

/// The same chain in plain loops, with forces by hand.
fn by_hand(steps: usize) -> Energies {
    let pull = |d: f64| d + CHAIN.alpha * d * d;
    let (mut q, mut p) = (CHAIN.mode(1), vec![0.0; CHAIN.masses]);
    let kick = |q: &[f64], p: &mut [f64], h: f64| {
        for i in 0..q.len() {
            let left = if i == 0 { 0.0 } else { q[i - 1] };
            let right = q.get(i + 1).copied().unwrap_or(0.0);
            p[i] += h * (pull(right - q[i]) - pull(q[i] - left));
        }
    };
    let h = interval() / steps as f64;
    let mut samples = Vec::with_capacity(PERIODS * SAMPLES);
    for _ in 0..PERIODS * SAMPLES {
        for _ in 0..steps {
            for stage in [0, 1, 2, 3, 2, 1, 0] {
                let h = SHARES[stage] * h;
                kick(&q, &mut p, 0.5 * h);
                q.iter_mut().zip(&p).for_each(|(q, p)| *q += h * p);
                kick(&q, &mut p, 0.5 * h);
            }
        }
        samples.push(energies(&q, &p));
    }
    samples
}

/// The sample in which the first mode has most of its energy again, late in the run, in periods; and how much.
fn peak(samples: &Energies) -> (f64, f64) {
    let late = samples.iter().enumerate().skip(PERIODS * SAMPLES / 2);
    let (at, energy) = late.fold((0, 0.0), |best, (at, energies)| {
        if energies[0] > best.1 {
            (at, energies[0])
        } else {
            best
        }
    });
    let start = energies(&CHAIN.mode(1), &vec![0.0; CHAIN.masses]);
    ((at + 1) as f64 / SAMPLES as f64, energy / start[0])
}

fn returns(exact: &Energies, found: &Energies) -> Vec<Row> {
    let (exact, found) = (peak(exact), peak(found));
    vec![
        Row::noted(
            "periods until most of the energy is back in the first mode, by hand",
            format!("{:.1}", exact.0),
            "steps of order six, h = 0.05",
        ),
        Row::number(
            "the same, Verlet, h = 0.05",
            exact.0,
            found.0,
            0.5,
            "the maximum is flat: over half a period the energy changes by less than a thousandth",
        ),
        Row::number(
            "its share of the energy then",
            exact.1,
            found.1,
            // The order times h² of the modes, see the next rows.
            1e-3,
            "from the steps by hand",
        ),
    ]
}

/// Errors of the first mode's energy over the whole run.
fn order(scheme: &str, exact: &Energies, runs: &[Energies; 3]) -> Row {
    let error = |run: &Energies| largest(run.iter().zip(exact).map(|(run, exact)| run[0] - exact[0]));
    let errors: Curve = runs
        .iter()
        .zip([0.2, 0.1, 0.05])
        .map(|(run, h)| (h, error(run)))
        .collect();
    Row::number(
        format!("order of the energies of the first mode over {PERIODS} periods, {scheme}"),
        2.0,
        log_slope(&errors),
        0.1,
        "slope of the largest difference from the steps by hand, h = 0.2, 0.1, 0.05",
    )
}

fn plot(exact: &Energies, found: &Energies) -> Outcome<Plot> {
    let curve = |samples: &Energies, k: usize| -> Curve {
        let points = samples.iter().enumerate();
        points
            .map(|(at, energies)| ((at + 1) as f64 / SAMPLES as f64, energies[k]))
            .collect()
    };
    let mut chart = Chart::new("periods of the first mode", "energy of a mode");
    for (k, colour) in COLOURS.into_iter().enumerate().take(MODES) {
        chart.line(format!("mode {}", k + 1), colour, curve(found, k));
        chart.dashed(if k == 0 { "by hand" } else { "" }, GREY, curve(exact, k));
    }
    chart.render(
        "modes",
        "The energy leaves the first mode, and returns: Verlet, h = 0.2, and steps of order six by hand.",
    )
}
