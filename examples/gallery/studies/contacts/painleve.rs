//! Painlevé's rod: where it jams, how it goes on, and an impact that gains energy by unequal restitutions.

use extremal::contact_solver::Lemke;
use extremal::prelude::*;

use crate::systems::painleve::Painleve;
use report::plot::{COLOURS, Chart, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const ROD: Painleve = Painleve {
    m: 1.0,
    l: 0.5,
    g: 9.81,
    mu: 1.8,
    e: 0.0,
};
const H: f64 = 1e-7;

const ABOUT: &str = "A rod slides with its lower tip ahead. Where friction turns it so that the tip is pushed into the floor, the \
        equations of rigid bodies have no solution; a percussion stops the tip without a collision. The same rod shows that \
        Newton's restitution can gain energy where friction acts.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(2);
    let mut rows = progress.part("jamming", jamming)?;
    rows.extend(progress.part("gain", gain)?);
    Ok(Study {
        rows,
        plots: vec![tips()?],
        facts: vec![FactsRow::of::<Painleve, MoreauWith<Lemke>>(
            "Painlevé's rod",
            "MoreauWith<Lemke>",
        )],
        ..Study::new(
            "painleve",
            "Painlevé's rod",
            ABOUT,
            include_str!("../../../painleve.rs"),
        )
    })
}

/// Slip and angular velocity after the first step of a rod that slides at 1 m/s.
fn first_step(theta: f64) -> Outcome<(f64, f64)> {
    let (q, v) = ROD.sliding(theta, 1.0);
    let report = Integrator::new(ROD, MoreauWith(Lemke), H, q, v)?.step()?;
    Ok((report.after[1], report.velocity[2]))
}

/// The angle between two others at which a rod begins or ceases to jam.
fn boundary(mut slides: f64, mut jams: f64) -> Outcome<f64> {
    for _ in 0..40 {
        let middle = 0.5 * (slides + jams);
        if first_step(middle)?.0.abs() < 0.5 {
            jams = middle;
        } else {
            slides = middle;
        }
    }
    Ok(0.5 * (slides + jams))
}

fn jamming() -> Outcome<Vec<Row>> {
    // 1 + 3 cos θ (cos θ − μ sin θ) = ½ (5 + 3 cos 2θ − 3 μ sin 2θ) = 0
    let (size, lag) = (3.0 * ROD.mu.hypot(1.0), ROD.mu.atan());
    let half_width = 0.5 * (std::f64::consts::PI - (5.0 / size).acos());
    let roots = [
        half_width - 0.5 * lag,
        std::f64::consts::PI - half_width - 0.5 * lag,
    ];
    let theta = 1.1_f64;
    let (slip, turns) = first_step(theta)?;
    Ok(vec![
        Row::number(
            "least angle at which the tip jams",
            roots[0],
            boundary(0.3, theta)?,
            1e-4,
            "where the response of a sliding tip to a normal force vanishes; within a step the gravity of h moves it by 1e-6",
        ),
        Row::number(
            "largest angle",
            roots[1],
            boundary(1.55, theta)?,
            1e-4,
            "the other root",
        ),
        Row::below(
            "slip after one step of 1e-7 s, at the angle 1.1 and 1 m/s",
            1e-9,
            slip.abs(),
            "the percussion stops the tip at once",
        ),
        Row::number(
            "angular velocity after it, over 3 v sin θ/(4 l)",
            1.0,
            turns / (0.75 * theta.sin() / ROD.l),
            1e-5,
            "the angular momentum about the tip is kept; gravity adds g h",
        ),
    ])
}

/// e = 0.9 and `e_T` = 0 at 45 degrees, where W M⁻¹ Wᵀ is (5/2m) times the matrix of 1 and 0.6.
fn gain() -> Outcome<Vec<Row>> {
    let rod = Painleve {
        mu: 0.5,
        e: 0.9,
        ..ROD
    };
    // The least energy of contact velocities with γ_N = −1 has the slip 0.6; the rod's own is that of its centre and turn.
    let (theta, rates) = (std::f64::consts::FRAC_PI_4, [-1.0_f64, 0.6]);
    let (s, c) = theta.sin_cos();
    // M⁻¹ Wᵀ P with P = (W M⁻¹ Wᵀ)⁻¹ γ: the motion of this γ that has the least energy.
    let inverse = |g: f64, k: f64| (g + 0.6 * k) / (0.64 * 2.5);
    let p = [inverse(rates[0], rates[1]), inverse(rates[1], rates[0])];
    let v = [p[1], p[0], 3.0 / rod.l * (s * p[1] - c * p[0])];
    let mut motion = Integrator::new(rod, MoreauWith(Lemke), H, [rod.l * c, rod.l * s, theta], v)?;
    let kinetic = |v: [f64; 3]| 0.5 * (v[0].powi(2) + v[1].powi(2) + rod.l.powi(2) / 3.0 * v[2].powi(2));
    let report = motion.step()?;
    let factor = kinetic(report.velocity.into()) / kinetic(v);
    Ok(vec![
        Row::number(
            "slip before the impact",
            0.6,
            report.before[1],
            1e-12,
            "as chosen",
        ),
        Row::number(
            "kinetic energy after an impact with e = 0.9 and e_T = 0 that sticks, over that before it",
            0.81 / 0.64,
            factor,
            1e-4,
            "Newton's law with unequal coefficients: ½ γᵀ G⁻¹ γ of γ = (0.9, 0) and of (−1, 0.6); gravity adds g h",
        ),
        Row::word(
            "work of the percussion",
            "positive",
            if report.work() > 0.0 {
                "positive"
            } else {
                "not positive"
            },
            "with one common restitution, or without friction, it cannot be",
        ),
    ])
}

fn tips() -> Outcome<Plot> {
    let (mut slips, mut turns, mut response) = (Vec::new(), Vec::new(), Vec::new());
    for k in 100..900 {
        let theta = f64::from(k) * 0.1_f64.to_radians();
        let (slip, turn) = first_step(theta)?;
        let degrees = theta.to_degrees();
        slips.push((degrees, slip));
        turns.push((degrees, turn));
        response.push((degrees, ROD.response(theta)));
    }
    let mut chart = Chart::new(
        "angle from the horizontal (degrees)",
        "after one step (m/s, rad/s)",
    );
    chart.line("response of a sliding tip, m times", GREY, response);
    chart.line("slip", COLOURS[0], slips);
    chart.line("angular velocity", COLOURS[1], turns);
    chart.render(
        "jam",
        "What one step makes of a rod that slides with its tip ahead at 1 m/s, with μ = 1.8. It jams where the response is below zero.",
    )
}
