//! Figures 5.6 and 5.7 of the thesis: the pendulum at a coarse step, and the velocity inside elements.
//!
//! The thesis says that the velocity of quadratic elements is continuous; this is measured here.

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf, Trajectory};

use super::{Composite, System, at, flow, start};
use crate::systems::pendulum::Pendulum;
use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::plot::{COLOURS, Chart, Curve, GREY};
use report::study::Outcome;
use report::table::{Row, short};
use thesis::Found;
use thesis::elements::{Runs, fit, largest_jump, places, root_of_e, run};

type Fourth = Galerkin<2, Gauss<2>>;

const LONG: System = &Pendulum {
    m: 1.0,
    l: 2.0,
    g: 9.81,
};

fn long_start() -> Result<StateOf<Pendulum>, Error> {
    start(LONG, 0.8 * PI, 0.8)
}

/// Results for both figures.
pub(super) fn study() -> Outcome<Found> {
    let mut found = coarse()?;
    found.grids.push(jumps()?);
    Ok(found)
}

/// Figures 5.6 and 5.7: the motion and its velocity at 25 steps in eight seconds.
fn coarse() -> Outcome<Found> {
    let (h, steps) = (0.32, 25);
    let start = long_start()?;
    let flow = flow(LONG, start, 8.0)?;
    let linear = run(LONG, Verlet, h, start, steps)?;
    let quadratic = run(LONG, Composite::default(), h, start, steps)?;
    let gauss = run(LONG, Fourth::default(), h, start, steps)?;
    let times = (0..=400).map(|k| 0.02 * f64::from(k));
    let exact: Vec<_> = times.filter_map(|t| flow.at(t)).collect();

    let mut motion = Chart::new("t", "θ");
    motion.line(
        "reference",
        GREY,
        exact.iter().map(|at| (at.t, at.q[0])).collect(),
    );
    let nodes = linear.states().iter().map(|state| (state.t, state.q[0]));
    motion.line_points("linear", COLOURS[0], nodes.collect());
    let mut velocity = Chart::new("t", "dθ/dt");
    velocity.line(
        "reference",
        GREY,
        exact.iter().map(|at| (at.t, at.v[0])).collect(),
    );
    velocity.line("linear", COLOURS[0], velocities(&linear));
    velocity.line("quadratic", COLOURS[2], velocities(&quadratic));
    velocity.dashed("quadratic, Gauss<2>", COLOURS[1], velocities(&gauss));
    let half = root_of_e(&run(LONG, Verlet, 0.5 * h, start, 2 * steps)?, |t| [at(&flow, t)]);
    let errors = [
        root_of_e(&linear, |t| [at(&flow, t)]),
        root_of_e(&quadratic, |t| [at(&flow, t)]),
        root_of_e(&gauss, |t| [at(&flow, t)]),
    ];
    let rows = vec![
        Row::number(
            "5.6: √e at h = 0.32 over √e at h = 0.16, linear",
            4.0,
            errors[0] / half,
            // At the larger step the next term of the error is (ωh)² = 0.5 of the first, with a factor below one.
            0.6,
            "elements of degree 1 have order 2: a factor of four",
        ),
        Row::noted(
            "5.6: √e at h = 0.32: linear / quadratic / quadratic with Gauss<2>",
            format!("{:.2} / {:.2} / {:.3}", errors[0], errors[1], errors[2]),
            "the sizes of the errors visible in the figures",
        ),
    ];
    let plots = vec![
        motion
            .render("motion", "Linear elements, trapezoidal rule (Verlet), h = 0.32.")?
            .figure("Thesis, figure 5.6"),
        velocity
            .render(
                "velocity",
                "The velocity q̇ of the elements, h = 0.32: constant in linear elements, linear in quadratic elements. It jumps between \
             elements, least if the forces are integrated by Gauss's rule.",
            )?
            .figure("Thesis, figure 5.7"),
    ];
    Ok(Found {
        rows,
        plots,
        ..Found::default()
    })
}

/// q̇ at both ends of each element; between them it is constant or linear.
fn velocities<D>(trajectory: &Trajectory<System, D>) -> Curve
where
    System: Runs<D>,
{
    places(trajectory, &[0.0, 1.0])
        .map(|point| (point.t, point.v[0]))
        .collect()
}

/// “The discrete velocities are continuous in time” for quadratic elements: with exact integrals this holds approximately.
fn jumps() -> Result<Grid, Error> {
    fn jumps<D: Copy>(scheme: D, start: StateOf<Pendulum>) -> Result<Vec<(f64, f64)>, Error>
    where
        System: Runs<D>,
    {
        let counts = [100, 200, 400, 800];
        let jump = |steps: usize| {
            let h = 8.0 / steps as f64;
            Ok((h, largest_jump(&run(LONG, scheme, h, start, steps)?)))
        };
        counts.into_iter().map(jump).collect()
    }
    let start = long_start()?;
    let linear = jumps(Verlet, start)?;
    let quadratic = jumps(Composite::default(), start)?;
    let gauss = jumps(Fourth::default(), start)?;
    // The next term of a jump is (ωh)² or ωh of the first: below 0.02 at the smallest steps, 0.2 at the largest.
    let row = |name, jumps: &[(f64, f64)], slope, share: Cell, claim| {
        stated(name, [Cell::number(slope, fit(jumps), 0.1), share], claim)
    };
    let share = |jumps: &[(f64, f64)]| jumps[3].1 / linear[3].1;
    Ok(Grid {
        caption: "5.7: the largest jump of q̇ at a node. In linear elements q̇ is constant, and jumps by h q̈. In quadratic \
                  elements only p is continuous: the composite trapezoid gives the inner node ½ of the force instead of ⅔, so q̈ is ¾ of \
                  f/M inside, and the remaining quarter appears as jumps. If the integrals are exact to the order of the element, the \
                  jump is of order h³.",
        columns: ["elements", "slope", "over linear, h = 0.01", STATED]
            .map(str::to_owned)
            .into(),
        rows: vec![
            row(
                "linear",
                &linear,
                1.0,
                Cell::noted("1"),
                Claim::Agrees("“piecewise constant velocities”"),
            ),
            row(
                "quadratic",
                &quadratic,
                1.0,
                Cell::number(0.25, share(&quadratic), 0.01),
                Claim::Differs("“the discrete velocities are continuous in time”"),
            ),
            row(
                "quadratic, Gauss<2>",
                &gauss,
                3.0,
                Cell::noted(short(share(&gauss))),
                Claim::Silent,
            ),
        ],
    })
}
