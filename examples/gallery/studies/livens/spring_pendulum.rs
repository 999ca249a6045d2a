//! The spring pendulum in spherical coordinates: figures 6, 7 and 8 of the paper, and the momentum that its scheme does not keep.

use extremal::prelude::*;
use extremal::{Discretize, Error, StateOf};

use super::{Energies, ROUNDING, ULPS, by_step_size, second_orders, step_size_plot, step_size_row};
use crate::systems::spring_pendulum::{
    CARTESIAN, CartesianSpringPendulum, PLACE, RATE, START, SpringPendulum, UNIT,
};
use report::measure::{ErrorCurve, distance, end_state, largest, slope};
use report::plot::{COLOURS, Chart, Curve, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const H: f64 = 0.01;
const STEPS: usize = 100;
/// A tenth of the period of the spring, 2π √(m/EA) = 0.36.
const COARSEST: f64 = 0.03;

const ABOUT: &str = "A mass on a stiff spring turns in space without gravity. In spherical coordinates the mass matrix depends on \
    r and ϑ, and Livens keeps p·v − L to rounding, but T + V only to second order. The momentum of φ is constant in the exact \
    motion; it varies with Livens, and Equivariant<Livens> keeps it. In Cartesian coordinates Equivariant<Livens> keeps all of \
    these.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let (livens, equivariant) = progress.part("figures", || {
        Ok::<_, Error>((
            Run::of(Livens, H, STEPS)?,
            Run::of(Equivariant(Livens), H, STEPS)?,
        ))
    })?;
    let curves = progress.part("orders", error_curves)?;
    let small = progress.part("step sizes", || {
        let plain = by_step_size(COARSEST, |h| Ok(Run::of(Livens, h, STEPS)?.energies.ulps()))?;
        let kept = by_step_size(COARSEST, |h| {
            Ok(Run::of(Equivariant(Livens), h, STEPS)?.energies.ulps())
        })?;
        Ok::<_, Error>([plain, kept])
    })?;
    let mut rows = paper_rows(&livens)?;
    rows.extend(momentum_rows(&livens, &equivariant));
    rows.push(step_size_row("Livens", &small[0]));
    rows.push(step_size_row("Equivariant<Livens>", &small[1]));
    rows.push(total_order()?);
    rows.extend(progress.part("Cartesian", cartesian_rows)?);
    let [plain, kept] = small;
    let plots = vec![
        energies_plot(&livens)?,
        total_plot(&livens)?,
        increments_plot(&livens)?,
        momentum_plot(&livens, &equivariant)?,
        step_size_plot(vec![("Livens", plain), ("Equivariant<Livens>", kept)])?,
        convergence(&curves)?,
    ];
    Ok(Study {
        terms: TERMS,
        rows,
        grids: vec![second_orders(&curves)],
        plots,
        facts: facts(),
        ..Study::new(
            "spring_pendulum",
            "Spring pendulum in spherical coordinates",
            ABOUT,
            include_str!("../../../spring_pendulum.rs"),
        )
    })
}

const TERMS: &[(&str, &str)] = &[
    (
        "E",
        "generalized energy, p·v − L with the p and the v of the scheme",
    ),
    ("T + V", "total energy, with that v"),
    ("p_φ", "the momentum of φ, about the axis of the coordinates"),
    ("ε", "2.2e-16"),
];

fn facts() -> Vec<FactsRow> {
    let (spherical, cartesian) = ("spring pendulum, spherical", "spring pendulum, Cartesian");
    vec![
        FactsRow::of::<SpringPendulum, Livens>(spherical, "Livens"),
        FactsRow::of::<SpringPendulum, Equivariant<Livens>>(spherical, "Equivariant<Livens>"),
        FactsRow::of::<SpringPendulum, Midpoint>(spherical, "Midpoint"),
        FactsRow::of::<CartesianSpringPendulum, Livens>(cartesian, "Livens"),
        FactsRow::of::<CartesianSpringPendulum, Equivariant<Livens>>(cartesian, "Equivariant<Livens>"),
        FactsRow::of::<CartesianSpringPendulum, Midpoint>(cartesian, "Midpoint"),
    ]
}

struct Run {
    energies: Energies,
    /// The momentum of φ at the nodes, minus its initial value.
    drift: Curve,
    states: Vec<StateOf<SpringPendulum>>,
}

impl Run {
    fn of<D>(scheme: D, h: f64, steps: usize) -> Result<Self, Error>
    where
        SpringPendulum: Discretize<D, Scalar = f64, Inputs = [f64; 0]>,
    {
        let mut motion = Integrator::new(UNIT, scheme, h, START, RATE)?;
        let mut run = Self {
            energies: Energies::default(),
            drift: Vec::new(),
            states: vec![motion.state()],
        };
        let momentum = UNIT.turn(&motion.state());
        run.energies.meet(&motion)?;
        for _ in 0..steps {
            motion.step()?;
            run.energies.meet(&motion)?;
            let state = motion.state();
            run.drift.push((state.t, UNIT.turn(&state) - momentum));
            run.states.push(state);
        }
        Ok(run)
    }
}

/// A node, and q there in exact arithmetic from an independent program.
const NODES: [(usize, [f64; 3]); 3] = [
    (
        1,
        [
            1.049_303_938_556_578_6,
            1.580_802_707_709_909_5,
            0.010_007_132_073_835_327,
        ],
    ),
    (
        10,
        [
            0.997_807_889_762_748_2,
            1.674_537_983_927_758_3,
            0.104_306_903_497_872_24,
        ],
    ),
    (
        100,
        [
            1.022_159_691_509_347,
            2.355_970_751_485_551,
            1.541_434_948_697_422_4,
        ],
    ),
];

fn paper_rows(run: &Run) -> Result<Vec<Row>, Error> {
    let energies = &run.energies;
    let increments = energies.increments(&energies.generalized, 1.0);
    let total = largest(&energies.increments(&energies.total, 1.0));
    let mut rows = vec![Row::number(
        "E at the start",
        1.496_484_375,
        energies.generalized[0],
        1e-15,
        "1.05²/2 (1 + 1) + 150 ((1.05² − 1)/2)²",
    )];
    rows.extend(NODES.map(|(node, q)| {
        Row::below(
            format!("Livens: max |q − q*|, node {node}"),
            // A few ε of |q| ≤ 2.4 per step, which the motion magnifies with time.
            8.0 * f64::EPSILON * 2.4 * (node as f64).max(2.0),
            distance(&run.states[node].q, &q.into()),
            "q* from an independent program in exact arithmetic; a few ε of each step may add",
        )
    }));
    rows.extend([
        Row::below(
            "Livens: max |Eₙ₊₁ − Eₙ| in ε of max(|p·v|, T, |V|)",
            ULPS,
            energies.ulps(),
            ROUNDING,
        ),
        Row::below(
            "Livens: max |Eₙ₊₁ − Eₙ|",
            2e-14,
            largest(&increments),
            "the range of the axis in the paper",
        )
        .says("within ±2e-14 (figure 8)"),
        Row::number(
            "Livens: 10⁵ max |ΔEₜₒₜ| per step",
            4.320_135_014_6,
            1e5 * total,
            // ε of r per step, times the spring's force of 15, in ten steps of a swing.
            1e-8,
            "an independent program in exact arithmetic; ε of r times the spring's force of 15 is 1e-14 of energy in some steps",
        ),
        Row::below(
            "Livens: max |ΔEₜₒₜ| per step",
            2e-4,
            total,
            "the range of the axis in the paper, of which the curve fills a fifth",
        )
        .says("“down to an order of 1e-4” (figure 7)"),
    ]);
    Ok(rows)
}

fn momentum_rows(livens: &Run, equivariant: &Run) -> [Row; 3] {
    [
        Row::number(
            "Livens: 10⁵ max |p_φ − p_φ(0)|",
            5.298_238_430_5,
            1e5 * largest(&livens.drift),
            1e-9,
            "an independent program in exact arithmetic: Gonzalez' gradient of T has a component along φ, although T does not \
             depend on φ",
        )
        .contradicts("“aims at the preservation of momentum maps”"),
        Row::below(
            "Equivariant<Livens>: max |p_φ − p_φ(0)|",
            STEPS as f64 * f64::EPSILON,
            largest(&equivariant.drift),
            "the gradients have no component along φ; ε of p_φ = 1.1 per step, if all add",
        ),
        Row::below(
            "Equivariant<Livens>: max |Eₙ₊₁ − Eₙ| in ε of max(|p·v|, T, |V|)",
            ULPS,
            equivariant.energies.ulps(),
            ROUNDING,
        ),
    ]
}

/// Compares T + V with p·v − L.
fn total_order() -> Result<Row, Error> {
    let point = |halvings: i32| -> Result<(f64, f64), Error> {
        let factor = 2.0_f64.powi(halvings);
        let run = Run::of(Livens, H / factor, STEPS << halvings)?;
        let energy = run.energies.generalized[0];
        let apart = run.energies.total.iter().map(|total| (total - energy).abs());
        Ok((factor.recip().ln(), apart.fold(0.0, f64::max).ln()))
    };
    let points: Result<Vec<_>, Error> = (0..5).map(point).collect();
    Ok(Row::number(
        "Livens: order of max |T + V − E₀|",
        2.0,
        slope(&points?).0,
        // The next term of the error is (ω h)² = 0.03 of the first at the coarsest step.
        0.1,
        "p − M v at the nodes is of order h², because M depends on q",
    ))
}

/// L = p·ξ about each axis.
fn cartesian_rows() -> Result<[Row; 3], Error> {
    let mut motion = Integrator::new(CARTESIAN, Equivariant(Livens), H, PLACE.0, PLACE.1)?;
    let momentum = |state: &StateOf<CartesianSpringPendulum>| {
        [
            CARTESIAN.about_x(state),
            CARTESIAN.about_y(state),
            CARTESIAN.about_z(state),
        ]
    };
    let (start, mut energies, mut largest) = (momentum(&motion.state()), Energies::default(), 0.0_f64);
    energies.meet(&motion)?;
    for _ in 0..STEPS {
        motion.step()?;
        energies.meet(&motion)?;
        largest = largest.max(distance(&momentum(&motion.state()), &start));
    }
    let apart = energies
        .total
        .iter()
        .zip(&energies.generalized)
        .map(|(a, b)| (a - b).abs());
    Ok([
        Row::below(
            "Cartesian, Equivariant<Livens>: max |Eₙ₊₁ − Eₙ| in ε of max(|p·v|, T, |V|)",
            ULPS,
            energies.ulps(),
            ROUNDING,
        ),
        Row::below(
            "Cartesian, Equivariant<Livens>: max |T + V − E|",
            STEPS as f64 * 2.2 * f64::EPSILON,
            apart.fold(0.0, f64::max),
            "M is constant, so p = M v and both energies are equal; ε of p·v ≤ 2.2 per step",
        ),
        Row::below(
            "Cartesian, Equivariant<Livens>: max |L − L₀|, all components",
            STEPS as f64 * 2.2 * f64::EPSILON,
            largest,
            "the gradient of |x|² has no moment about the origin; ε of x p ≤ 1.1, twice per component and step",
        ),
    ])
}

fn error_curves() -> Result<[ErrorCurve; 2], Error> {
    let span = 1.0;
    let start = Integrator::new(UNIT, Livens, H, START, RATE)?.state();
    let exact = end_state(UNIT, Galerkin::<6, Gauss<6>>::default(), start, span, 200)?;
    let counts = [200, 400, 800, 1600, 3200];
    Ok([
        ErrorCurve::measure(("Livens", Livens), UNIT, start, span, &counts, &exact)?,
        ErrorCurve::measure(
            ("Equivariant<Livens>", Equivariant(Livens)),
            UNIT,
            start,
            span,
            &counts,
            &exact,
        )?,
    ])
}

fn energies_plot(run: &Run) -> Outcome<Plot> {
    let energies = &run.energies;
    let plot = energies.plot(("T + V", &energies.total)).render(
        "energies",
        "The spring oscillates three times in the time shown. Kinetic and potential energy are exchanged.",
    )?;
    Ok(plot.figure("Kinon & Betsch, figure 6"))
}

fn total_plot(run: &Run) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "10⁴ Δ(T + V)").range_y(-2.0, 2.0);
    chart.line_points("", COLOURS[0], run.energies.increments(&run.energies.total, 1e4));
    let plot = chart.render(
        "total_increments",
        "The change of T + V from node to node, on the axis of the paper. M depends on q, so T + V differs from p·v − L.",
    )?;
    Ok(plot.figure("Kinon & Betsch, figure 7"))
}

fn increments_plot(run: &Run) -> Outcome<Plot> {
    let mut chart = Chart::new("t", "10¹⁴ (Eₙ₊₁ − Eₙ)").range_y(-2.0, 2.0);
    chart.line_points(
        "",
        COLOURS[0],
        run.energies.increments(&run.energies.generalized, 1e14),
    );
    let caption = "The change of p·v − L from node to node, on the axis of the paper: only rounding.";
    Ok(chart
        .render("increments", caption)?
        .figure("Kinon & Betsch, figure 8"))
}

fn momentum_plot(livens: &Run, equivariant: &Run) -> Outcome<Plot> {
    let scaled = |curve: &Curve| curve.iter().map(|(t, drift)| (*t, 1e5 * drift)).collect();
    let mut chart = Chart::new("t", "10⁵ (p_φ − p_φ(0))");
    chart.line_points("Livens", COLOURS[0], scaled(&livens.drift));
    chart.line_points("Equivariant<Livens>", COLOURS[1], scaled(&equivariant.drift));
    chart.render(
        "momentum",
        "The momentum of φ, a coordinate that does not occur in L: it oscillates with Livens and is constant with Equivariant<Livens>.",
    )
}

fn convergence(curves: &[ErrorCurve; 2]) -> Outcome<Plot> {
    let mut chart = Chart::new("step size h", "error of q at t = 1").log_log();
    for (curve, colour) in curves.iter().zip(COLOURS) {
        chart.line_points(curve.scheme, colour, curve.coordinates.clone());
    }
    chart.reference_slope(2, &curves[0].coordinates);
    chart.render(
        "order",
        "Errors at the end time relative to elements of degree six, with the expected slope.",
    )
}
