//! Three bodies that return: a figure-eight, a moth and a butterfly, whose periods are unknown.

mod orbit;
mod pictures;

use extremal::prelude::*;

use orbit::{HALF_DIGITS, Orbit};
use report::grid::{Cell, Grid};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row, short};

/// Three equal bodies in a plane with gravity between them, at the energy e, in a time of their own: dt = s dτ.
///
/// s is short where two of them are near to each other.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a[2], b[2], c[2]),
    let u = 1 / (a - b).norm() + 1 / (b - c).norm() + 1 / (c - a).norm(),
    let s = u.powf(-1.5),
    kinetic = 0.5 * (dt(a).norm_squared() + dt(b).norm_squared() + dt(c).norm_squared()) / s,
    potential = -s * (u + e),
    output(pace = s, nearness = u),
    discretize(Galerkin<4, Gauss<4>>),
)]
pub(crate) struct Bodies {
    e: f64,
}

pub(crate) type Eighth = Galerkin<4, Gauss<4>>;

/// A published orbit: the bodies start in a line at (−1, 0), (1, 0) and (0, 0) with the velocities w, w and −2w.
pub(crate) struct Published {
    pub(crate) name: &'static str,
    /// w, in three digits.
    pub(crate) w: [f64; 2],
    /// T, in three decimals.
    pub(crate) period: f64,
    /// T and w from the same conditions in another program, whose motion closes to 1e-12.
    digits: [f64; 3],
}

const ORBITS: [Published; 3] = [
    Published {
        name: "figure-eight",
        w: [0.347, 0.533],
        period: 6.324,
        digits: [6.325913983, 0.3471168881, 0.5327249454],
    },
    Published {
        name: "moth I",
        w: [0.464, 0.396],
        period: 14.894,
        digits: [14.894305175, 0.4644451728, 0.3960600147],
    },
    Published {
        name: "butterfly I",
        w: [0.307, 0.126],
        period: 6.236,
        digits: [6.234674839, 0.3068934205, 0.1255065670],
    },
];

const ABOUT: &str = "M. Šuvakov and V. Dmitrašinović, Three classes of Newtonian three-body planar periodic orbits (2013). \
    After half of the period the bodies are in a line again, with velocities as at the start; these are the conditions, and \
    the period is free. From three published digits all others follow. The bodies of the butterfly pass each other at a \
    distance of 0.011, within 0.001 of time, and the first correction moves these passages by as much. Nodes at given times do \
    not follow: from three digits Newton's method does not converge in t, even with short elements where bodies are near to \
    each other. In a time of its own, dt = |V|^(−3/2) dτ, the motion carries its nodes along. There the energy is given, and \
    the size of the orbit is found with the velocities. Kepler's law of scales turns it into the published size.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let mut found = Vec::new();
    for published in &ORBITS {
        found.push(progress.part(published.name, || Orbit::find(published))?);
    }
    let (plots, animations) = progress.part("pictures", || pictures::of(&found))?;
    Ok(Study {
        rows: found.iter().flat_map(rows).collect(),
        grids: vec![digits(&found)],
        plots,
        animations,
        facts: vec![FactsRow::of::<Bodies, Eighth>(
            "three bodies",
            "Galerkin<4, Gauss<4>>",
        )],
        ..Study::new(
            "three_bodies",
            "Three bodies that return: figure-eight, moth and butterfly",
            ABOUT,
            include_str!("three_bodies.rs"),
        )
    })
}

fn digits(found: &[Orbit]) -> Grid {
    let row = |orbit: &Orbit| {
        let Published { name, digits, .. } = *orbit.published;
        let numbers = digits.iter().zip(&orbit.digits).zip(HALF_DIGITS);
        let mut cells = vec![
            Cell::noted(orbit.elements.to_string()),
            Cell::noted(orbit.iterations.to_string()),
        ];
        cells.extend(numbers.map(|((known, computed), half)| Cell::number(*known, *computed, half)));
        (name.to_owned(), cells)
    };
    Grid {
        caption: "Period and velocity w at the start, from three digits of each. The tolerance is half of the last digit that is \
            known. Elements are those of half a period, of length 0.1 in τ.",
        columns: ["orbit", "elements", "corrections", "T", "w, x", "w, y"]
            .map(str::to_owned)
            .to_vec(),
        rows: found.iter().map(row).collect(),
    }
}

fn rows(orbit: &Orbit) -> [Row; 2] {
    let name = orbit.published.name;
    [
        Row::below(
            format!("distance from the start after a whole period of steps, {name}"),
            1e-11,
            orbit.closure,
            "the scheme is as reversible as the motion, and closes to rounding: 1e-13 in 700 steps, which a passage at the distance \
             d multiplies by 1/d, 90 for the butterfly",
        ),
        Row::noted(
            format!("least distance of two bodies, {name}"),
            short(orbit.least_distance),
            "at the nodes, in units of the distance at the start",
        ),
    ]
}
