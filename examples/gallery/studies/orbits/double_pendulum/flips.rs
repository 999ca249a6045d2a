//! The map of flips: the time that a double pendulum takes from rest until one of its rods turns over.

use std::f64::consts::PI;

use extremal::Error;
use extremal::prelude::*;

use super::UNIT;
use report::plot::{Chart, Plot, RGBColor};
use report::study::Outcome;
use report::table::Row;

/// The times of the first flip of a rod, for starts at rest.
pub(super) struct FlipMap {
    /// Cells per side; each is sampled at its middle.
    cells: i32,
    /// Row by row from the bottom: the time of the first flip, infinite without a flip.
    times: Vec<f64>,
}

/// In units of √(l/g).
const LONGEST: f64 = 100.0;

impl FlipMap {
    pub(super) fn compute(cells: i32) -> Result<Self, Error> {
        let mut times = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                times.push(flip_time([angle(column, cells), angle(row, cells)])?);
            }
        }
        Ok(Self { cells, times })
    }

    fn time(&self, column: i32, row: i32) -> f64 {
        let index = usize::try_from(row * self.cells + column);
        index
            .ok()
            .and_then(|index| self.times.get(index))
            .copied()
            .unwrap_or(f64::INFINITY)
    }

    /// A rod that turns over passes the upright position, which needs the potential energy of 2 cos α + cos β ≤ 1.
    pub(super) fn forbidden(&self) -> Row {
        let all = (0..self.cells).flat_map(|row| (0..self.cells).map(move |column| (column, row)));
        let is_low = |(column, row): &(i32, i32)| {
            2.0 * angle(*column, self.cells).cos() + angle(*row, self.cells).cos() > 1.0
        };
        let low: Vec<_> = all.filter(is_low).collect();
        let flips = low
            .iter()
            .filter(|(column, row)| self.time(*column, *row).is_finite())
            .count();
        Row::word(
            format!(
                "flips among the {} starts whose energy is too low for a flip",
                low.len()
            ),
            "0",
            flips.to_string(),
            "for 2 cos α + cos β > 1 the energy is below that of an upright rod",
        )
    }

    pub(super) fn plot(&self) -> Outcome<Plot> {
        let mut chart = Chart::new("α at the start", "β at the start").equal();
        let classes: [(&str, f64, RGBColor); 6] = [
            ("within 3 √(l/g)", 3.0, RGBColor(0xf2, 0xc1, 0x4e)),
            ("10", 10.0, RGBColor(0xe0, 0x7b, 0x39)),
            ("20", 20.0, RGBColor(0xc0, 0x45, 0x4c)),
            ("40", 40.0, RGBColor(0x8a, 0x3a, 0x6e)),
            ("100", LONGEST, RGBColor(0x4d, 0x39, 0x78)),
            ("not at all", f64::INFINITY, RGBColor(0x2a, 0x86, 0x8c)),
        ];
        let class = |time: f64| classes.iter().position(|(_, limit, _)| time <= *limit);
        let edge = |k: i32| PI * (2.0 * f64::from(k) / f64::from(self.cells) - 1.0);
        for (k, (label, _, colour)) in classes.iter().enumerate() {
            let mut corners = Vec::new();
            for row in 0..self.cells {
                let mut column = 0;
                while column < self.cells {
                    // Neighbours of one class share a rectangle.
                    let same = |c: &i32| class(self.time(*c, row)) == Some(k);
                    let end = (column..self.cells).find(|c| !same(c)).unwrap_or(self.cells);
                    if end > column {
                        corners.extend([(edge(column), edge(row)), (edge(end), edge(row + 1))]);
                    }
                    column = end.max(column + 1);
                }
            }
            chart.cells(*label, *colour, corners);
        }
        chart.render(
            "flips",
            "The time from rest until one of the rods turns over; the midpoint rule, h = 0.01.",
        )
    }
}

/// The middle of cell `k` of `cells` in [−π, π].
fn angle(k: i32, cells: i32) -> f64 {
    PI * (2.0 * (f64::from(k) + 0.5) / f64::from(cells) - 1.0)
}

/// In units of √(l/g).
fn flip_time(angles: [f64; 2]) -> Result<f64, Error> {
    let unit = (UNIT.l / UNIT.g).sqrt();
    let mut motion = Integrator::new(&UNIT, Midpoint, 0.01, angles, [0.0; 2])?;
    while motion.time() < LONGEST * unit {
        motion.step()?;
        if motion.state().q.amax() > PI {
            return Ok(motion.time() / unit);
        }
    }
    Ok(f64::INFINITY)
}
