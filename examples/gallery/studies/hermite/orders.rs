//! Figure 6: errors of coordinate, velocity and energy over the step size, and over the number of unknowns.

use std::f64::consts::TAU;

use extremal::Error;
use extremal::prelude::*;

use super::{Found, Oscillator};
use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::measure::slope;
use report::plot::{COLOURS, Chart, Curve};
use report::study::Outcome;
use report::table::Row;

/// Steps in a period; two periods.
const COUNTS: [usize; 5] = [10, 20, 40, 80, 160];
const PERIODS: usize = 2;

/// The largest errors at the nodes, over h/(a T) with a unknowns in a step.
struct Errors {
    name: &'static str,
    /// Of q, of v, and of E/E₀.
    curves: [Curve; 3],
}

impl Errors {
    /// The paper's abscissa counts two unknowns a step for Hermite elements, and one for others.
    fn of<D: Copy>(name: &'static str, scheme: D, unknowns: f64) -> Result<Self, Error>
    where
        Oscillator: Discretize<D>,
    {
        let mut curves = [const { Curve::new() }; 3];
        for steps in COUNTS {
            let h = TAU / steps as f64;
            let mut motion = Integrator::new(Oscillator, scheme, h, [1.0], [0.0])?;
            let mut largest = [0.0_f64; 3];
            for _ in 0..PERIODS * steps {
                motion.step()?;
                // m = 1, so that p is the velocity: carried, or of the discrete Legendre transformation (55).
                let State { t, q, p } = motion.state();
                let errors = [q[0] - t.cos(), p[0] + t.sin(), motion.energy() / 0.5 - 1.0];
                largest = [0, 1, 2].map(|k| largest[k].max(errors[k].abs()));
            }
            let place = 1.0 / (steps as f64 * unknowns);
            for (curve, error) in curves.iter_mut().zip(largest) {
                curve.push((place, error));
            }
        }
        Ok(Self { name, curves })
    }

    /// The slope above rounding; NaN if nothing is.
    fn order(&self, which: usize) -> f64 {
        // 320 steps round by ε each.
        let clear = self.curves[which].iter().filter(|point| point.1 > 1e-12);
        let points: Vec<_> = clear.map(|(h, error)| (h.ln(), error.ln())).collect();
        // From twenty steps in a period on: the next term of the error, ω²h² = 0.1 of it, bends the slope by less.
        let fine = points.get(1..).unwrap_or_default();
        if fine.len() < 2 { f64::NAN } else { slope(fine).0 }
    }

    /// Unknowns in a period for an error of q, by interpolation in log–log, and by the last slope beyond it.
    fn unknowns_for(&self, error: f64) -> f64 {
        let curve = &self.curves[0];
        let pairs = curve.windows(2);
        let found = pairs.clone().find(|pair| pair[1].1 <= error).or(pairs.last());
        found.map_or(f64::NAN, |pair| {
            let slope = (pair[1].1 / pair[0].1).ln() / (pair[1].0 / pair[0].0).ln();
            1.0 / (pair[1].0 * (error / pair[1].1).powf(1.0 / slope))
        })
    }
}

pub(super) fn study() -> Outcome<Found> {
    let all = [
        Errors::of("p2", Hermite::<P2>::default(), 2.0)?,
        Errors::of("v2", Hermite::<V2>::default(), 2.0)?,
        Errors::of("p1v0", Hermite::<P1V0>::default(), 2.0)?,
        Errors::of("p1v1 (Géradin)", Hermite::<P1V1>::default(), 2.0)?,
        Errors::of("Newmark", Newmark::default(), 1.0)?,
        Errors::of("L1", L1::default(), 1.0)?,
        Errors::of("PC, exact integrals", ProlongationCollocation(Gauss::<4>), 1.0)?,
        Errors::of(
            "PC, Euler–Maclaurin",
            ProlongationCollocation(EulerMaclaurin),
            1.0,
        )?,
    ];
    let rows = vec![
        cost(&all, 1e-3),
        cost(&all, 1e-6),
        Row::below(
            "figure 6(c): largest error of E/E₀, Newmark",
            1e-12,
            all[4].curves[2].iter().map(|point| point.1).fold(0.0, f64::max),
            "the energy of a linear system is kept; rounding of 320 steps",
        )
        .says("“in the range of machine precision”"),
    ];
    Ok(Found {
        rows,
        grids: vec![grid(&all)],
        plots: plots(all)?,
    })
}

/// Unknowns in a period, as the abscissa counts them: p2 against the best of second order.
fn cost(all: &[Errors; 8], error: f64) -> Row {
    let [p2, newmark, l1] = [&all[0], &all[4], &all[5]].map(|errors| errors.unknowns_for(error));
    Row::below(
        format!(
            "figure 6(a): unknowns in a period for an error of {error:e} in q, p2 over the better of Newmark and L1: {p2:.0} of {:.0}",
            newmark.min(l1)
        ),
        1.0,
        p2 / newmark.min(l1),
        "order four wins against order two, although a step has twice the unknowns",
    )
    .says("“can be more efficient […] if high accuracy […] is required”")
}

fn grid(all: &[Errors; 8]) -> Grid {
    let row = |(errors, order, claim): (&Errors, [f64; 3], Claim)| {
        let cells = [0, 1, 2].map(|k| match (k, errors.name) {
            (2, "Newmark") => Cell::noted("rounding"),
            (2, "p1v0" | "p1v1 (Géradin)") => Cell::between((1.9, 2.5), errors.order(k)),
            _ => Cell::number(order[k], errors.order(k), 0.1),
        });
        stated(errors.name, cells, claim)
    };
    let two = Claim::Agrees("“also show an order of 2”");
    let of = |k: usize, order: [f64; 3], claim| row((&all[k], order, claim));
    Grid {
        caption: "Figure 6: slopes of the largest errors in two periods, from 20 to 160 steps in a period. The energy of the mixed \
                  schemes oscillates with h² and decays with h³, so that its slope is between both.",
        columns: ["scheme", "q", "v", "E", STATED].map(str::to_owned).into(),
        rows: vec![
            of(
                0,
                [4.0; 3],
                Claim::Agrees("“All of the errors […] converge with order” 4"),
            ),
            of(1, [2.0; 3], two),
            of(2, [2.0; 3], two),
            of(3, [2.0; 3], two),
            of(4, [2.0; 3], Claim::Agrees("order 2; energy kept")),
            of(5, [2.0; 3], Claim::Agrees("“The same rate”: 2")),
            of(
                6,
                [6.0; 3],
                Claim::Differs("“Leok and Shingel prove convergence with order three”"),
            ),
            of(
                7,
                [4.0; 3],
                Claim::Differs("“Leok and Shingel prove convergence with order three”"),
            ),
        ],
    }
}

fn plots(all: [Errors; 8]) -> Outcome<Vec<report::plot::Plot>> {
    let names = [
        ("order-q", "error of q", "Hermite elements, figure 6(a)"),
        ("order-v", "error of v", "Hermite elements, figure 6(b)"),
        ("order-energy", "error of E/E₀", "Hermite elements, figure 6(c)"),
    ];
    let caption = "Largest errors in two periods over h/(a T): steps in a period, times a = 2 unknowns for Hermite elements, as in the \
                   paper. Points at the same place have the same number of unknowns.";
    let plot = |(k, (name, label, figure)): (usize, (&'static str, &'static str, &'static str))| {
        let mut chart = Chart::new("h/(a T)", label).log_log();
        chart.reference_slope(4, &all[0].curves[k]);
        chart.reference_slope(2, &all[5].curves[k]);
        for (errors, colour) in all.iter().zip(COLOURS) {
            chart.line_points(errors.name, colour, errors.curves[k].clone());
        }
        Ok(chart.render(name, caption)?.figure(figure))
    };
    names.into_iter().enumerate().map(plot).collect()
}
