//! The wing with a table of lift: the speed at which it flutters, its limit cycle, and the motion by other means.

use extremal::function::{Function, Value};
use extremal::prelude::*;
use extremal::{Error, StateOf};

use super::runge_kutta;
use crate::systems::wing::{TABLE, Wing};
use report::measure::{ErrorCurve, end_state};
use report::order::order_grid;
use report::plot::{COLOURS, Chart, Curve, GREY, Plot};
use report::progress::Progress;
use report::study::{Outcome, Study};
use report::table::{FactsRow, Row};

const STEP_SIZE: f64 = 1e-3;
/// m/s, above that of flutter
const FAST: f64 = 12.0;

const ABOUT: &str = "A wing section in plunge and pitch, with the lift of a table. Above a certain speed its oscillations grow, \
    until the section stalls in each of them: a limit cycle. The lift coefficient is a cubic spline in the incidence; the \
    schemes see it as a function with two derivatives.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(4);
    let mut rows = progress.part("flutter", flutter)?;
    rows.extend(progress.part("limit cycle", limit_cycle)?);
    let curves = [progress.part("orders", error_curve)?];
    let plots = vec![lift()?, oscillations()?, progress.part("amplitudes", amplitudes)?];
    Ok(Study {
        rows,
        grids: vec![order_grid(&curves, [2])],
        plots,
        facts: vec![FactsRow::of::<Wing, Midpoint>("wing section", "Midpoint")],
        ..Study::new(
            "wing",
            "A wing section that flutters, from a table of lift",
            ABOUT,
            include_str!("../../../wing.rs"),
        )
    })
}

/// The coefficients of det(s² M + s C + K) of the linear equations at rest, from s⁰ to s⁴.
fn characteristic(wing: &Wing) -> [f64; 5] {
    let Wing { m, d, e, .. } = *wing;
    let (_, [slope], _) = wing.coefficient.hessian([0.0]);
    let lift = 0.5 * wing.density * wing.speed.powi(2) * wing.area * slope;
    let inertia = wing.inertia + m * d * d;
    let [b, beta] = wing.damping;
    // Rows of z and of α; s⁰, s¹ and s² of each entry.
    let zz = [wing.stiffness[0], b + lift / wing.speed, m];
    let za = [-lift, 0.0, -m * d];
    let az = [0.0, e * lift / wing.speed, -m * d];
    let aa = [wing.stiffness[1] - e * lift, beta, inertia];
    let mut sum = [0.0; 5];
    for i in 0..3 {
        for j in 0..3 {
            sum[i + j] += zz[i] * aa[j] - za[i] * az[j];
        }
    }
    sum
}

/// The middle of [`low`, `high`] at which a rising function is zero, by bisection.
fn zero_of(f: impl Fn(f64) -> Outcome<f64>, [mut low, mut high]: [f64; 2]) -> Outcome<f64> {
    for _ in 0..50 {
        let middle = 0.5 * (low + high);
        if f(middle)? > 0.0 {
            high = middle;
        } else {
            low = middle;
        }
    }
    Ok(0.5 * (low + high))
}

fn flutter() -> Outcome<Vec<Row>> {
    let range = [5.0, 12.0];
    // Two roots ± iω: the even and the odd part of the polynomial have ω² = a₁/a₃ in common (Routh and Hurwitz).
    let expected = zero_of(
        |speed| {
            let [a0, a1, a2, a3, a4] = characteristic(&Wing::at(speed)?);
            Ok(-(a1 * a2 * a3 - a1 * a1 * a4 - a3 * a3 * a0))
        },
        range,
    )?;
    let steps = |speed: f64| -> Outcome<_> {
        let still = Integrator::new(Wing::at(speed)?, Midpoint, STEP_SIZE, [0.0; 2], [0.0; 2])?;
        Ok(still.amplification()?)
    };
    let computed = zero_of(|speed| Ok(steps(speed)?.spectral_radius() - 1.0), range)?;
    let [_, a1, _, a3, _] = characteristic(&Wing::at(expected)?);
    let eigenvalues = steps(computed)?;
    let angles = eigenvalues
        .eigenvalues()
        .iter()
        .map(|e| (e.re.hypot(e.im), e.im.atan2(e.re).abs()));
    let (_, angle) = angles.fold((0.0, 0.0), |most, next| if next.0 > most.0 { next } else { most });
    Ok(vec![
        Row::number(
            "speed of flutter in m/s, by the eigenvalues of a step of Midpoint",
            expected,
            computed,
            1e-6,
            "Routh's and Hurwitz's condition on the linear equations, by hand; undamped oscillations stay undamped in a midpoint \
             rule, so that only the rounding of eigenvalues remains",
        ),
        Row::number(
            "its frequency in rad/s, (2/h) tan(θ/2) of the eigenvalue e^(iθ)",
            (a1 / a3).sqrt(),
            2.0 / STEP_SIZE * (0.5 * angle).tan(),
            1e-5,
            "the midpoint rule maps iω to this angle; rounding of θ over h",
        ),
    ])
}

/// (z, α, ż, α̇) by Lagrange's equations, solved by hand.
fn rates(wing: &Wing, [z, alpha, v, w]: [f64; 4]) -> [f64; 4] {
    let Wing { m, d, e, .. } = *wing;
    let coefficient: f64 = wing.coefficient.value([alpha - v / wing.speed]);
    let lift = 0.5 * wing.density * wing.speed.powi(2) * wing.area * coefficient;
    let (sin, cos) = alpha.sin_cos();
    let coupling = -m * d * cos;
    let inertia = wing.inertia + m * d * d;
    let plunge = lift - wing.stiffness[0] * z - wing.damping[0] * v - m * d * sin * w * w;
    let pitch = e * lift - wing.stiffness[1] * alpha - wing.damping[1] * w;
    let determinant = m * inertia - coupling * coupling;
    [
        v,
        w,
        (inertia * plunge - coupling * pitch) / determinant,
        (m * pitch - coupling * plunge) / determinant,
    ]
}

fn start(wing: &Wing, pitch: f64) -> Result<StateOf<Wing>, Error> {
    Ok(Integrator::new(wing, Midpoint, STEP_SIZE, [0.0, pitch], [0.0; 2])?.state())
}

/// Against the Runge–Kutta method, after two seconds that stall in each oscillation.
fn error_curve() -> Outcome<ErrorCurve> {
    let wing = Wing::at(FAST)?;
    let (span, fine) = (2.0, 40_000);
    let mut y = [0.0, 0.4, 0.0, 0.0];
    for _ in 0..fine {
        y = runge_kutta(|y| rates(&wing, y), y, span / f64::from(fine));
    }
    let (q, v) = ([y[0], y[1]].into(), [y[2], y[3]].into());
    let exact = State {
        t: span,
        q,
        p: wing.momentum(span, &q, &v),
    };
    let counts = [500, 1000, 2000, 4000, 8000];
    let end = |steps| end_state(wing, Midpoint, start(&wing, 0.4)?, span, steps);
    Ok(ErrorCurve::of("Midpoint", span, &counts, &exact, end)?)
}

/// What happens in ten seconds.
struct Cycle {
    pitch: f64,
    work: f64,
    losses: f64,
    energy: f64,
}

impl Cycle {
    /// After 50 s.
    fn of(speed: f64, pitch: f64) -> Outcome<Self> {
        let wing = Wing::at(speed)?;
        let mut motion = Integrator::new(wing, Midpoint, STEP_SIZE, [0.0, pitch], [0.0; 2])?;
        motion.run(50_000)?;
        let begin = motion.energy();
        let mut cycle = Self {
            pitch: 0.0,
            work: 0.0,
            losses: 0.0,
            energy: 0.0,
        };
        for _ in 0..10_000 {
            let before = motion.state();
            motion.step()?;
            let after = motion.state();
            let (t, q) = (0.5 * (before.t + after.t), (before.q + after.q) * 0.5);
            let v = (after.q - before.q) / STEP_SIZE;
            cycle.pitch = cycle.pitch.max(after.q[1].abs());
            cycle.work += STEP_SIZE * wing.power(t, &q, &v);
            cycle.losses += STEP_SIZE * wing.loss(t, &q, &v);
        }
        cycle.energy = motion.energy() - begin;
        Ok(cycle)
    }
}

fn limit_cycle() -> Outcome<Vec<Row>> {
    let (small, large) = (Cycle::of(FAST, 0.02)?, Cycle::of(FAST, 0.6)?);
    let wing = Wing::at(FAST)?;
    let mut y = [0.0, 0.02, 0.0, 0.0];
    let mut pitch = 0.0_f64;
    for k in 0..60_000 {
        y = runge_kutta(|y| rates(&wing, y), y, STEP_SIZE);
        if k >= 50_000 {
            pitch = pitch.max(y[1].abs());
        }
    }
    Ok(vec![
        Row::number(
            "pitch of the limit cycle at 12 m/s in rad, Midpoint",
            pitch,
            small.pitch,
            // ω h = 0.018; a peak is missed by at most (ω h)²/8 of it, and the scheme's own error is (ω h)²/12.
            1e-4,
            "the Runge–Kutta method of order 4 on equations solved by hand; (ω h)² = 3e-4 of the amplitude, over 8 for peaks \
             between nodes and over 12 for the scheme",
        ),
        Row::number(
            "the same after a start above it, 0.6 rad",
            small.pitch,
            large.pitch,
            1e-4,
            "the limit cycle attracts from both sides; peaks between nodes",
        ),
        Row::below(
            "|work of the lift − losses − energy gained| in ten seconds, relative to the work",
            // T depends on α through cos α: the midpoint rule balances energy up to (ω h)²/12.
            3e-5,
            ((small.work - small.losses - small.energy) / small.work).abs(),
            "powers in the middle of steps, where the scheme evaluates forces; (ω h)²/12 remains, because the mass matrix \
             depends on the pitch",
        ),
    ])
}

fn lift() -> Outcome<Plot> {
    let wing = Wing::at(FAST)?;
    let mut chart = Chart::new("incidence in rad", "lift coefficient");
    let incidences = (-350..=350).map(|i| f64::from(i) / 500.0);
    chart.line(
        "spline",
        COLOURS[0],
        incidences.map(|x| (x, wing.coefficient.value([x]))).collect(),
    );
    let points = TABLE.iter().flat_map(|(x, c)| [(*x, *c), (-x, -c)]);
    chart.points("table", COLOURS[1], points.collect());
    chart.render(
        "lift",
        "The table of lift and the cubic spline through it, which is held constant outside.",
    )
}

fn oscillations() -> Outcome<Plot> {
    let mut chart = Chart::new("t in s", "pitch in rad");
    for (speed, colour, label) in [(FAST, COLOURS[1], "12 m/s"), (8.0, COLOURS[0], "8 m/s")] {
        let mut motion = Integrator::new(Wing::at(speed)?, Midpoint, STEP_SIZE, [0.0, 0.02], [0.0; 2])?;
        let mut curve = Curve::new();
        for _ in 0..3000 {
            curve.push((motion.time(), motion.state().q[1]));
            motion.step()?;
        }
        chart.line(label, colour, curve);
    }
    chart.render(
        "oscillations",
        "After the same small deflection: below the speed of flutter it decays, above it grows until the section stalls.",
    )
}

fn amplitudes() -> Outcome<Plot> {
    let mut curve = Curve::new();
    for k in 0..=16 {
        let speed = 8.0 + 0.25 * f64::from(k);
        curve.push((speed, Cycle::of(speed, 0.3)?.pitch));
    }
    let mut chart = Chart::new("speed in m/s", "pitch in rad");
    chart.line_points("Midpoint", COLOURS[0], curve);
    let stall = TABLE[3].0;
    chart.line("incidence of stall", GREY, vec![(8.0, stall), (12.0, stall)]);
    chart.render(
        "amplitudes",
        "The largest pitch a minute after a deflection of 0.3 rad. Above the speed of flutter it goes beyond stall at once.",
    )
}
