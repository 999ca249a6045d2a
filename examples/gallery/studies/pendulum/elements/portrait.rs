//! The phase portrait of the pendulum at a coarse step by several methods, one of them not variational.
//!
//! Explicit Euler is written out here, because it does not follow from a discrete Lagrangian.

use extremal::prelude::*;
use extremal::{Discretize, Error};

use crate::systems::pendulum::Pendulum;
use report::grid::{Cell, Grid};
use report::measure::path;
use report::plot::{COLOURS, Chart, Curve, GREY};
use report::study::Outcome;
use report::table::Row;
use thesis::Found;

const UNIT: &Pendulum = &Pendulum {
    m: 1.0,
    l: 1.0,
    g: 9.81,
};

/// About twelve steps per swing.
const H: f64 = 0.2;
/// The initial angle of the variational methods, at rest.
const ANGLE: f64 = 2.0;
/// The initial angle of explicit Euler, at rest.
const SMALL_ANGLE: f64 = 0.3;
const STEPS: usize = 600;

pub(super) fn study() -> Outcome<Found> {
    let fine = Galerkin::<3, Gauss<3>>::default();
    let methods = [
        (
            "Euler, symplectic",
            3,
            orbit(Galerkin::<1, Left>::default(), ANGLE, H, STEPS)?,
        ),
        ("Verlet", 0, orbit(Verlet, ANGLE, H, STEPS)?),
        ("Midpoint", 4, orbit(Midpoint, ANGLE, H, STEPS)?),
        (
            "Galerkin<2, Gauss<2>>",
            2,
            orbit(Galerkin::<2, Gauss<2>>::default(), ANGLE, H, STEPS)?,
        ),
    ];
    let explicit = explicit_euler();
    let over_the_top = explicit.iter().position(|point| energy(*point) > 2.0 * UNIT.g);
    let mut chart = Chart::new("θ", "p");
    chart.line("exact", GREY, orbit(fine, ANGLE, 0.01, 300)?);
    chart.line("", GREY, orbit(fine, SMALL_ANGLE, 0.01, 300)?);
    let shown = over_the_top.unwrap_or(STEPS);
    chart.line_points("Euler, explicit", COLOURS[1], explicit[..shown].to_vec());
    for (name, colour, orbit) in &methods {
        chart.dots(*name, COLOURS[*colour], orbit.clone());
    }
    let plot = chart.render(
        "portrait",
        "h = 0.2, about twelve steps per swing. Explicit Euler spirals outwards from the small angle 0.3 until it has the energy \
         to turn over. The variational methods start from 2 and stay on closed curves for fifty swings.",
    )?;

    let rows = vec![Row::noted(
        "portrait: from 0.3, explicit Euler has the energy to turn over after",
        over_the_top.map_or("never".to_owned(), |steps| format!("{steps} steps")),
        "each step multiplies the energy by 1 + h² g/l at small angles; explicit Euler is not variational",
    )];
    Ok(Found {
        rows,
        grids: vec![no_drift(&methods)],
        plots: vec![plot],
    })
}

/// Compares the energy errors of the second half of each orbit with those of the first.
fn no_drift(methods: &[(&str, usize, Curve)]) -> Grid {
    let start = energy((ANGLE, 0.0));
    let rows = methods.iter().map(|(name, _, orbit)| {
        let (first, second) = orbit.split_at(orbit.len() / 2);
        let largest = |half: &[(f64, f64)]| {
            let errors = half.iter().map(|point| (energy(*point) - start).abs());
            errors.fold(0.0, f64::max)
        };
        // Three hundred nodes fill the closed curve and miss its extreme by half a hundredth of a turn. That is a tenth of the
        // width of the sharpest peak, and a hundredth of its height, with a factor of a few.
        let ratio = Cell::number(1.0, largest(second) / largest(first), 0.03);
        ((*name).to_owned(), vec![ratio])
    });
    Grid {
        caption: "Phase portrait: the largest energy error in steps 301 to 600 over that in steps 1 to 300. There is no drift, \
                  because the nodes stay on a closed curve.",
        columns: ["method", "later over earlier"].map(str::to_owned).into(),
        rows: rows.collect(),
    }
}

/// The energy above the lowest position, for m = l = 1.
fn energy((theta, p): (f64, f64)) -> f64 {
    0.5 * p * p + UNIT.g * (1.0 - theta.cos())
}

fn orbit<D>(scheme: D, angle: f64, h: f64, steps: usize) -> Result<Curve, Error>
where
    Pendulum: Discretize<D>,
{
    let motion = Integrator::new(UNIT, scheme, h, [angle], [0.0])?;
    path(motion, (steps, 1), |state| (state.q[0], state.p[0]))
}

/// θ⁺ = θ + h p, p⁺ = p − h g sin θ, for m = l = 1.
fn explicit_euler() -> Curve {
    let step = |&(theta, p): &(f64, f64)| Some((theta + H * p, p - H * UNIT.g * theta.sin()));
    let points = std::iter::successors(Some((SMALL_ANGLE, 0.0)), step);
    points.take(STEPS).collect()
}
