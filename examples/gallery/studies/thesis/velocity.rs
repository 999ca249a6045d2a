//! Figures 5.6 and 5.7 of the thesis: the pendulum at a coarse step, and the velocity inside elements.
//!
//! Knows that the thesis calls the velocity of quadratic elements continuous, and measures it.

use std::f64::consts::PI;

use extremal::prelude::*;
use extremal::{Error, StateOf, Trajectory};

use super::super::Outcome;
use super::elements::{Runs, fit, largest_jump, places, root_of_e, run};
use super::pendulum::{Composite, System, at, flow, start};
use crate::pendulum::Pendulum;
use crate::plot::{COLOURS, Chart, Curve, GREY, Plot};
use crate::table::Row;

type Fourth = Galerkin<2, Gauss<2>>;

const LONG: System = &Pendulum {
    m: 1.0,
    l: 2.0,
    g: 9.81,
};

fn long_start() -> Result<StateOf<Pendulum>, Error> {
    start(LONG, 0.8 * PI, 0.8)
}

/// The rows and plots of both figures.
pub(super) fn study() -> Outcome<(Vec<Row>, Vec<Plot>)> {
    let (mut rows, plots) = coarse()?;
    rows.extend(jumps()?);
    Ok((rows, plots))
}

/// Figures 5.6 and 5.7: the motion and its velocity at 25 steps in eight seconds.
fn coarse() -> Outcome<(Vec<Row>, Vec<Plot>)> {
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
    let mut velocity = Chart::new("t", "θ̇");
    velocity.line(
        "reference",
        GREY,
        exact.iter().map(|at| (at.t, at.v[0])).collect(),
    );
    velocity.line("linear", COLOURS[0], velocities(&linear));
    velocity.line("quadratic", COLOURS[2], velocities(&quadratic));
    velocity.dashed("quadratic, Gauss<2>", COLOURS[1], velocities(&gauss));
    let errors = [
        root_of_e(&linear, |t| [at(&flow, t)]),
        root_of_e(&quadratic, |t| [at(&flow, t)]),
        root_of_e(&gauss, |t| [at(&flow, t)]),
    ];
    let rows = vec![Row::noted(
        "5.6: √e at h = 0.32: linear / quadratic / quadratic with Gauss<2>",
        format!("{:.2} / {:.2} / {:.3}", errors[0], errors[1], errors[2]),
        "no figure is given for it in the thesis; the curves are drawn",
    )];
    let plots = vec![
        motion
            .render("motion", "Linear elements, trapezoidal rule (Verlet), h = 0.32.")?
            .figure("Thesis, figure 5.6"),
        velocity
            .render(
                "velocity",
                "The velocity q̇ of the elements, h = 0.32: constant in linear ones, linear in quadratic \
             ones; it jumps between them, least where the forces are integrated by Gauss's rule.",
            )?
            .figure("Thesis, figure 5.7"),
    ];
    Ok((rows, plots))
}

/// q̇ at both ends of each element; it is linear between them at most.
fn velocities<D>(trajectory: &Trajectory<System, D>) -> Curve
where
    System: Runs<D>,
{
    places(trajectory, &[0.0, 1.0])
        .map(|point| (point.t, point.v[0]))
        .collect()
}

/// “The discrete velocities are continuous in time” for quadratic elements: nearly so with exact integrals.
fn jumps() -> Result<Vec<Row>, Error> {
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
    let name = |what: &str| format!("5.7: slope of the largest jump of q̇ at a node, {what}");
    let ratio = quadratic[3].1 / linear[3].1;
    // The next term of a jump is (ωh)² or ωh of it: below 0.02 at the smallest steps, 0.2 at the largest.
    Ok(vec![
        Row::number(
            name("linear"),
            1.0,
            fit(&linear),
            0.1,
            "q̇ is constant in an element: it jumps by h q̈",
        ),
        Row::number(
            name("quadratic, composite trapezoid"),
            1.0,
            fit(&quadratic),
            0.1,
            "the thesis: continuous. Only p is: the rule gives the inner node ½ of the force in place of ⅔, so q̈ is \
             ¾ of f/M inside, and the last quarter comes in jumps",
        ),
        Row::number(
            "5.7: the largest jump, quadratic over linear, h = 0.01",
            0.25,
            ratio,
            0.01,
            "1 − ½ : ⅔ = ¼, by the weights of the inner node",
        ),
        Row::number(
            name("quadratic, Gauss<2>"),
            3.0,
            fit(&gauss),
            0.1,
            "with integrals exact to the order of the element the thesis is right up to h³",
        ),
    ])
}
