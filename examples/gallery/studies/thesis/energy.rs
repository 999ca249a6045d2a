//! The energy error of a discrete motion, at nodes and along elements: measurements, verdicts, plots.
//!
//! Does not know the systems.

use extremal::{Error, StateOf};

use crate::elements::{Runs, fit, places, run};
use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::measure::largest;
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::study::Outcome;
use report::table::short;

/// The Gauss point of an element of degree one. By symmetry it is the best point with any rule.
pub const MIDDLE: [f64; 1] = [0.5];
/// The Gauss points of an element of degree two, (1 ∓ √⅓)/2. There q̇ is one order more accurate if integrals are exact.
pub const GAUSS_POINTS: [f64; 2] = [0.211_324_865_405_187_1, 0.788_675_134_594_812_9];

/// The relative energy error (5.4) as three quantities, because the thesis does not say which of them it draws.
///
/// ```text
/// nodes      H(q, p) at the nodes
/// along      T + V of (q, q̇), along the elements
/// best       the same, at the points where q̇ is most accurate in each element
/// ```
#[derive(Debug)]
pub struct Energies {
    /// (t, error)
    pub nodes: Curve,
    /// (t, error)
    pub along: Curve,
    /// (t, error)
    pub best: Curve,
}

impl Energies {
    /// Measures a run.
    pub fn measure<S: Runs<D>, D>(
        system: S,
        scheme: D,
        start: StateOf<S>,
        (h, steps): (f64, usize),
        best: &[f64],
    ) -> Result<Self, Error> {
        let trajectory = run(system, scheme, h, start.clone(), steps)?;
        let failed = |failure| Error {
            t: start.t,
            step: 0,
            failure,
        };
        let energy = |state: &StateOf<S>| system.hamiltonian(state.t, &state.q, &state.p);
        let exact = energy(&start).map_err(failed)?;
        let relative = |energy: f64| (energy - exact) / exact;
        let nodes = (&trajectory).into_iter();
        let nodes = nodes.map(|state| Ok((state.t, relative(energy(state)?))));
        let inside = |at: &[f64]| {
            let points = places(&trajectory, at);
            let energies = points.map(|at| (at.t, relative(system.total_energy(at.t, &at.q, &at.v))));
            energies.collect()
        };
        Ok(Self {
            nodes: nodes.collect::<Result<_, _>>().map_err(failed)?,
            along: inside(&[0.0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875, 1.0]),
            best: inside(best),
        })
    }

    /// The part before the time `end`.
    pub fn until(mut self, end: f64) -> Self {
        for curve in [&mut self.nodes, &mut self.along, &mut self.best] {
            curve.retain(|point| point.0 <= end);
        }
        self
    }
}

/// The mean of a curve and half its range.
fn level(curve: &[(f64, f64)]) -> (f64, f64) {
    let mean = curve.iter().map(|point| point.1).sum::<f64>() / curve.len() as f64;
    let ends = (f64::INFINITY, f64::NEG_INFINITY);
    let ends = curve
        .iter()
        .fold(ends, |ends, point| (ends.0.min(point.1), ends.1.max(point.1)));
    (mean, 0.5 * (ends.1 - ends.0))
}

/// A level and an amplitude as text.
pub fn level_text(curve: &[(f64, f64)]) -> String {
    let (mean, amplitude) = level(curve);
    format!("{} ± {}", short(mean), short(amplitude))
}

/// Slopes of the largest energy errors at the nodes and along the elements, with the statements of the thesis.
pub fn energy_orders<const N: usize>(
    caption: &'static str,
    names: [&str; N],
    runs: &[(f64, [Energies; N])],
    expected: [(f64, f64); N],
    stated_by: &'static str,
) -> Grid {
    let row = |(k, name): (usize, &str)| {
        let slope = |of: fn(&Energies) -> &Curve| {
            let errors: Vec<_> = runs.iter().map(|(h, e)| (*h, largest(of(&e[k])))).collect();
            fit(&errors)
        };
        // ωh is at most 0.25 in these runs. The next term of the error changes the slope by less than 0.1: it is smaller by (ωh)² at
        // the nodes, and by ωh along the elements, where the largest error is at an end of an element.
        let cells = [
            Cell::number(expected[k].0, slope(|e| &e.nodes), 0.1),
            Cell::number(expected[k].1, slope(|e| &e.along), 0.1),
        ];
        stated(name, cells, Claim::Agrees(stated_by))
    };
    Grid {
        caption,
        columns: ["elements", "at nodes", "along the elements", STATED]
            .map(str::to_owned)
            .into(),
        rows: names.into_iter().enumerate().map(row).collect(),
    }
}

/// Two plots of energy errors: at nodes with the best points of elements, and along the first elements.
pub fn energy_plots<const N: usize>(
    (figure, names): (&'static str, [&str; N]),
    energies: [Energies; N],
    end: f64,
    captions: [&'static str; 2],
) -> Outcome<Vec<Plot>> {
    let mut points = Chart::new("t", "energy error e_E");
    let mut along = Chart::new("t", "energy error e_E");
    // The dashed curve is drawn last, so that the other one remains visible if both are near zero.
    for (k, (name, energies)) in names.into_iter().zip(&energies).enumerate() {
        points.line(format!("{name}, nodes"), COLOURS[2 * k], energies.nodes.clone());
    }
    for (k, (name, energies)) in names.into_iter().zip(energies).enumerate() {
        points.dashed(
            format!("{name}, inside"),
            COLOURS[2 * k + 1],
            energies.best.clone(),
        );
        along.line(name, COLOURS[2 * k], energies.until(end).along);
    }
    Ok(vec![
        points.render("energy", captions[0])?.figure(figure),
        along.render("energy-along", captions[1])?,
    ])
}
