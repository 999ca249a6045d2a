//! Figures 3 and 4: motions with coarse steps, and energies over a hundred periods.

use std::f64::consts::TAU;

use extremal::Error;
use extremal::prelude::*;
use extremal::stability::Amplifying;

use super::{Found, Oscillator, for_each_pair};
use report::plot::{COLOURS, Chart, Curve, GREY};
use report::study::Outcome;
use report::table::Row;

/// Steps in a period of figure 3, and periods.
const COARSE: usize = 5;
const PERIODS: usize = 3;
/// Places in each element.
const INSIDE: usize = 20;

/// q and dq/dt of three periods, and the largest jump of dq/dt at a node.
struct Motion {
    name: &'static str,
    q: Curve,
    v: Curve,
    jump: f64,
}

impl Motion {
    fn of<D>(name: &'static str, scheme: D) -> Result<Self, Error>
    where
        Oscillator: Discretize<D>,
    {
        let h = TAU / COARSE as f64;
        let mut motion = Integrator::new(Oscillator, scheme, h, [1.0], [0.0])?;
        let trajectory = motion.run(PERIODS * COARSE)?;
        let mut found = Self {
            name,
            q: Curve::new(),
            v: Curve::new(),
            jump: 0.0,
        };
        // So near to a node that a continuous velocity, with accelerations up to ten, changes by 1e-8.
        let near = 1e-9;
        for step in 0..PERIODS * COARSE {
            let begin = step as f64 * h;
            let inside = (0..=INSIDE).map(|k| begin + h * (k as f64 / INSIDE as f64).clamp(near, 1.0 - near));
            let points: Vec<_> = inside.filter_map(|t| Some((t, trajectory.at(t)?))).collect();
            if let (Some(before), Some((_, first))) = (found.v.last(), points.first()) {
                found.jump = found.jump.max((before.1 - first.v[0]).abs());
            }
            found
                .q
                .extend(points.iter().map(|(t, point)| (t / TAU, point.q[0])));
            found
                .v
                .extend(points.iter().map(|(t, point)| (t / TAU, point.v[0])));
        }
        Ok(found)
    }
}

pub(super) fn motion() -> Outcome<Found> {
    let mut motions = Vec::from(for_each_pair!(Motion::of));
    motions.push(Motion::of("L1", L1::default())?);
    motions.push(Motion::of("Newmark", Newmark::default())?);
    let mut charts = [Chart::new("t/T", "q"), Chart::new("t/T", "dq/dt")];
    let times = || (0..=300).map(|k| 0.01 * f64::from(k));
    charts[0].line("exact", GREY, times().map(|t| (t, (TAU * t).cos())).collect());
    charts[1].line("exact", GREY, times().map(|t| (t, -(TAU * t).sin())).collect());
    let mut rows = Vec::new();
    for (motion, colour) in motions.into_iter().zip(COLOURS) {
        charts[0].line(motion.name, colour, motion.q);
        charts[1].line(motion.name, colour, motion.v);
        match motion.name {
            "p2" | "v2" => rows.push(
                Row::below(
                    format!(
                        "figure 3: largest jump of the velocity at a node, {}",
                        motion.name
                    ),
                    1e-7,
                    motion.jump,
                    "q and dq/dt are those of one cubic on both sides; places 1e-9 h from the node",
                )
                .says("“C¹-continuous […] at the discrete time steps”"),
            ),
            "L1" => rows.push(
                Row::between(
                    "figure 3: largest jump of the velocity at a node, L1",
                    (0.5, 2.0),
                    motion.jump,
                    "the velocity of an element is constant, and turns by ω h = 1.26",
                )
                .says("“discontinuities at the interval boundaries”"),
            ),
            _ => {}
        }
    }
    let [q, v] = charts;
    let captions = [
        "Three periods with five steps each, with the interpolation of each scheme. p0v0 and p0v1 grow, p1v0 and p1v1 decay.",
        "The velocity of the same motions: that of L1 jumps, those of Hermite elements have kinks at most.",
    ];
    Ok(Found {
        rows,
        plots: vec![
            q.render("motion", captions[0])?
                .figure("Hermite elements, figure 3(a)"),
            v.render("velocity", captions[1])?
                .figure("Hermite elements, figure 3(b)"),
        ],
        ..Found::default()
    })
}

/// Steps in a period of figure 4, and all steps of a hundred periods.
const STEPS: usize = 10;
const LONG: usize = 100 * STEPS;

/// The largest E/E₀ of the chart.
const HIGHEST: f64 = 2.0;

/// (t/T, E/E₀) of a hundred periods.
struct Energy {
    name: &'static str,
    curve: Curve,
    /// ρ^2000, by which the eigenvalues of a step multiply energies.
    predicted: f64,
}

impl Energy {
    fn of<D>(name: &'static str, scheme: D) -> Result<Self, Error>
    where
        Oscillator: Discretize<D, Linearization: Amplifying<Oscillator>>,
    {
        let mut motion = Integrator::new(Oscillator, scheme, TAU / STEPS as f64, [1.0], [0.0])?;
        let growth = motion.amplification()?.spectral_radius();
        let mut curve = vec![(0.0, 1.0)];
        for step in 1..=LONG {
            motion.step()?;
            curve.push((step as f64 / STEPS as f64, motion.energy() / 0.5));
        }
        let predicted = growth.powf(2.0 * LONG as f64);
        Ok(Self {
            name,
            curve,
            predicted,
        })
    }

    /// In per cent.
    fn largest_error(&self) -> f64 {
        let errors = self.curve.iter().map(|(_, energy)| 100.0 * (energy - 1.0).abs());
        errors.fold(0.0, f64::max)
    }

    /// The mean energy of the last period over that of the first.
    fn growth(&self) -> f64 {
        let mean = |part: &[(f64, f64)]| part.iter().map(|point| point.1).sum::<f64>() / part.len() as f64;
        mean(&self.curve[LONG - STEPS..LONG]) / mean(&self.curve[..STEPS])
    }
}

pub(super) fn energies() -> Outcome<Found> {
    let mut all = Vec::from(for_each_pair!(Energy::of));
    all.push(Energy::of("L1", L1::default())?);
    all.push(Energy::of("Newmark", Newmark::default())?);
    let mut rows = Vec::new();
    for energy in &all {
        let quantity = format!(
            "table 4: largest error of the energy over 100 periods, per cent, {}",
            energy.name
        );
        let source = "the paper's table 4: h is a tenth of a period; its last digit";
        match energy.name {
            "p2" => {
                rows.push(Row::number(quantity, 0.023, energy.largest_error(), 5e-4, source).says("0.023 %"));
            }
            "v2" => {
                rows.push(Row::number(quantity, 0.653, energy.largest_error(), 5e-4, source).says("0.653 %"));
            }
            "L1" => {
                rows.push(Row::number(quantity, 3.29, energy.largest_error(), 5e-3, source).says("3.29 %"));
            }
            "Newmark" => rows.push(
                Row::below(
                    quantity,
                    1e-11,
                    energy.largest_error(),
                    "rounding of a thousand steps, in per cent",
                )
                .says("“conserve the energy”"),
            ),
            _ => rows.push(
                Row::number(
                    format!(
                        "figure 4: growth of the energy in 99 periods over |λ|^1980, {}: {:.3}",
                        energy.name,
                        energy.growth()
                    ),
                    1.0,
                    energy.growth() / energy.predicted.powf(0.99),
                    // Both means see the oscillation of the energy at the same ten places of a period, but for the error of the period.
                    5e-3,
                    "eigenvalues of one step predict the energy of a thousand",
                )
                .says(if energy.predicted < 1.0 {
                    "“strongly dissipative”"
                } else {
                    "“unstable”"
                }),
            ),
        }
    }
    let [mut whole, mut fine] = [0, 1].map(|_| Chart::new("t/T", "E/E₀"));
    for (energy, colour) in all.into_iter().zip(COLOURS) {
        if matches!(energy.name, "p2" | "v2" | "L1") {
            let first = energy.curve.iter().filter(|point| point.0 <= 5.0).copied();
            fine.line_points(energy.name, colour, first.collect());
        }
        let inside = energy.curve.into_iter().take_while(|point| point.1 <= HIGHEST);
        whole.line(energy.name, colour, inside.collect());
    }
    let captions = [
        "Energies over 100 periods with ten steps each, from (q, p) at the nodes. p0v0 leaves the picture.",
        "The schemes that keep the energy within bounds, over five periods.",
    ];
    Ok(Found {
        rows,
        plots: vec![
            whole
                .range_y(0.0, HIGHEST)
                .render("energy", captions[0])?
                .figure("Hermite elements, figure 4(a)"),
            fine.render("energy-bounds", captions[1])?
                .figure("Hermite elements, figure 4(b)"),
        ],
        ..Found::default()
    })
}
