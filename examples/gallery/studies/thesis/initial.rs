//! Two ways to impose an initial velocity on elements: by the impulse (4.19), or on the first element (4.18).
//!
//! For the oscillator of A.1 only.

use extremal::prelude::*;
use extremal::{DiscreteAction, Error, StateOf};

use super::Found;
use super::elements::{Errors, Runs, fit, places, run};
use super::oscillator::{Linear, Quadratic, STEPS, SYSTEM, VELOCITY, exact, start};
use crate::systems::oscillator::Oscillator;
use report::claim::Claim;
use report::grid::{Cell, Grid, STATED, stated};
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::study::Outcome;
use report::table::Row;

/// Results for A.1.
pub(super) fn study() -> Outcome<Found> {
    let (long, short) = (orders(100.0, &STEPS)?, orders(2.0, &[80, 160, 320, 640])?);
    Ok(Found {
        rows: nodes()?,
        grids: vec![order_grid(&long, &short)],
        plots: vec![figure()?, order_plot(long)?],
    })
}

/// The start whose first element has the velocity q̇(0) = `VELOCITY`.
///
/// This velocity is affine in the momentum here, so the line through two trial elements is exact.
fn start_with_velocity<D: Copy>(scheme: D, h: f64) -> Result<StateOf<Oscillator>, Error>
where
    Oscillator: Runs<D>,
{
    let natural = start()?;
    let with = |p: f64| State {
        p: [p].into(),
        ..natural
    };
    let velocity = |p: f64| -> Result<f64, Error> {
        let element = run(SYSTEM, scheme, h, with(p), 1)?;
        Ok(places(&element, &[0.0]).map(|start| start.v[0]).sum())
    };
    let (at_zero, at_one) = (velocity(0.0)?, velocity(1.0)?);
    Ok(with((VELOCITY - at_zero) / (at_one - at_zero)))
}

/// Both treatments with elements of degree one and h = ½: impulse, then velocity.
fn both() -> Result<[Vec<StateOf<Oscillator>>; 2], Error> {
    let (scheme, h) = (Linear::default(), 0.5);
    let path = |start| Ok::<_, Error>(run(SYSTEM, scheme, h, start, 4)?.states().to_vec());
    Ok([path(start()?)?, path(start_with_velocity(scheme, h)?)?])
}

fn nodes() -> Result<Vec<Row>, Error> {
    let expected = [
        [0.5, 0.68, 0.6968, 0.546_368, 0.264_807_68],
        [0.5, 0.75, 0.82, 0.6932, 0.400_032],
    ];
    let names = [
        "A.1: q at nodes 0 to 4, impulse given, distance from 0.5, 0.68, 0.6968, 0.546368, 0.26480768",
        "A.1: q at nodes 0 to 4, velocity given, distance from 0.5, 0.75, 0.82, 0.6932, 0.400032",
    ];
    let computed = both()?;
    let mut rows = Vec::new();
    for ((name, expected), states) in names.into_iter().zip(expected).zip(&computed) {
        let pairs = states.iter().zip(expected);
        let distance = pairs.map(|(state, q)| (state.q[0] - q).abs()).fold(0.0, f64::max);
        // Four steps of a few operations each, on numbers below one.
        rows.push(Row::below(
            name,
            2e-15,
            distance,
            "exact in decimals; only rounding remains",
        ));
    }
    // The element from q₀ with the velocity v₀ ends with the momentum D₂L_d.
    let first = momentum_after::<Linear>(&start()?.q, &[VELOCITY]);
    rows.push(Row::number(
        "A.1: p at node 1, velocity given, against p₁ = D₂L_d(q₀, q₀ + h v₀)",
        first,
        computed[1][1].p[0],
        2e-15,
        "the start follows from trial elements, and p₁ from the discrete momentum (4.43); rounding",
    ));
    let error = |states: &[StateOf<Oscillator>]| {
        let errors = states.iter().map(|state| (state.q[0] - exact(state.t)).abs());
        errors.fold(0.0, f64::max)
    };
    let ratio = error(&computed[1]) / error(&computed[0]);
    let row = Row::word(
        format!("A.1: error with the velocity given, over that with the impulse given: {ratio:.1}"),
        "above 1",
        if ratio > 1.0 { "above 1" } else { "below 1" },
        "the first element is tangent to the exact motion, which bends away below the element",
    );
    rows.push(
        row.says("with the velocity it “overshoots”; the impulse is “the better and more natural choice”"),
    );
    Ok(rows)
}

/// The momentum (4.43) at the end of the element from `q` with the velocity `v`, h = ½.
fn momentum_after<D>(q: &<Oscillator as Lagrangian>::Configuration, v: &[f64; 1]) -> f64
where
    Oscillator: DiscreteAction<D, Unknown = [f64; 1]>,
{
    SYSTEM.momentum_after(0.0, 0.5, q, v, &[])[0]
}

fn figure() -> Outcome<Plot> {
    let [impulse, velocity] = both()?;
    let nodes = |states: &[StateOf<Oscillator>]| states.iter().map(|state| (state.t, state.q[0])).collect();
    let mut chart = Chart::new("t", "q");
    let times = (0..=200).map(|k| 0.01 * f64::from(k));
    chart.line("exact", GREY, times.map(|t| (t, exact(t))).collect());
    chart.line_points("impulse", COLOURS[0], nodes(&impulse));
    chart.line_points("velocity", COLOURS[1], nodes(&velocity));
    chart
        .render(
            "initial",
            "Linear elements, h = 0.5. With the velocity given, the first element is tangent to the exact motion and ends \
         above it. With the impulse given, it follows the motion on average.",
        )
        .map(|plot| plot.figure("Thesis, figure A.1"))
}

/// √e with the impulse and with the velocity given, for degrees one and two.
struct Orders {
    impulse: [Curve; 2],
    velocity: [Curve; 2],
}

fn orders(span: f64, counts: &[usize]) -> Result<Orders, Error> {
    fn of<D: Copy>(scheme: D, span: f64, counts: &[usize]) -> Result<[Curve; 2], Error>
    where
        Oscillator: Runs<D>,
    {
        let exact = |t| [exact(t)];
        let named = ("", scheme);
        let impulse = Errors::measure(named, SYSTEM, |_| start(), (span, counts), exact)?;
        let given = |h| start_with_velocity(scheme, h);
        let velocity = Errors::measure(named, SYSTEM, given, (span, counts), exact)?;
        Ok([impulse.inside, velocity.inside])
    }
    let [impulse, velocity] = of(Linear::default(), span, counts)?;
    let [impulse_two, velocity_two] = of(Quadratic::default(), span, counts)?;
    Ok(Orders {
        impulse: [impulse, impulse_two],
        velocity: [velocity, velocity_two],
    })
}

fn order_grid(long: &Orders, short: &Orders) -> Grid {
    // The slopes from an independent computation have two decimals. The next term of the error changes the other slopes: at
    // T = 100 it is smaller by (ωh)², up to 0.04, and at T = 2 by h, up to 0.025.
    let known = |slope, curve: &Curve| Cell::number(slope, fit(curve), 0.01);
    let short_time = |slope, curve: &Curve| Cell::number(slope, fit(curve), 0.05);
    let [one, two] = &long.impulse;
    let impulse = [
        [
            short_time(2.0, &short.impulse[0]),
            Cell::number(2.0, fit(one), 0.1),
        ],
        [
            short_time(3.0, &short.impulse[1]),
            Cell::between((3.0, 4.0), fit(two)),
        ],
    ];
    let velocity = [
        [
            short_time(1.0, &short.velocity[0]),
            known(1.32, &long.velocity[0]),
        ],
        [
            short_time(2.0, &short.velocity[1]),
            known(1.95, &long.velocity[1]),
        ],
    ];
    let names = [
        "degree 1, impulse given",
        "degree 2, impulse given",
        "degree 1, velocity given",
        "degree 2, velocity given",
    ];
    let converge = Claim::Agrees("“both discrete motions converge”");
    let cells = impulse.into_iter().chain(velocity);
    let claims = [converge, Claim::Silent, converge, Claim::Silent];
    let rows = names.into_iter().zip(cells).zip(claims);
    Grid {
        caption: "A.1: slopes of √e. With the impulse given the slope is the order of interpolation, P + 1. With the velocity \
                  given it is P, because the start has an error of h to the power P. At T = 2 this is seen directly. At T = 100 the phase \
                  error of order 2P contributes as well, and the expected slopes are from an independent computation.",
        columns: ["elements", "T = 2", "T = 100", STATED].map(str::to_owned).into(),
        rows: rows
            .map(|((name, cells), claim)| stated(name, cells, claim))
            .collect(),
    }
}

fn order_plot(long: Orders) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "√e").log_log();
    let [one, two] = long.impulse;
    chart.reference_slope(2, &one);
    chart.reference_slope(3, &two);
    chart.line_points("degree 1, impulse", COLOURS[0], one);
    chart.line_points("degree 2, impulse", COLOURS[2], two);
    let [one, two] = long.velocity;
    chart.line_points("degree 1, velocity", COLOURS[1], one);
    chart.line_points("degree 2, velocity", COLOURS[3], two);
    chart.render(
        "initial-order",
        "Imposing the initial velocity on the first element costs one order; T = 100.",
    )
}
