//! Figure 5 and table 5, and the spectral radius, period error and damping of all schemes, by the eigenvalues of their steps.

use std::f64::consts::TAU;

use extremal::Error;
use extremal::prelude::*;
use extremal::stability::{Amplifying, Growing, StableSteps};

use super::{Found, Oscillator, for_each_pair};
use report::plot::{COLOURS, Chart, Curve};
use report::study::Outcome;
use report::table::Row;

/// The longest step that is looked at.
const LONGEST: f64 = 100.0;

/// The largest ρ of the charts; beyond it a curve leaves the picture.
const HIGHEST: f64 = 3.0;
/// The smallest error of the period there.
const SMALLEST: f64 = 1e-8;
/// The largest damping ratio there.
const DAMPED: f64 = 0.1;

/// The eigenvalues of a scheme's steps over ω h.
struct Spectrum {
    name: &'static str,
    stable: StableSteps,
    radius: Curve,
    /// The size of the relative error of the period.
    period: Curve,
    damping: Curve,
}

impl Spectrum {
    /// `places` up to ω h = 10, where figure 5 ends.
    fn of<D: Copy>((name, scheme): (&'static str, D), places: usize) -> Result<Self, Error>
    where
        Oscillator: Discretize<D, Linearization: Amplifying<Oscillator> + Growing<Oscillator>>,
    {
        let at = |h| Integrator::new(Oscillator, scheme, h, [0.0], [0.0]);
        let mut spectrum = Self {
            name,
            stable: at(1.0)?.largest_stable_step(LONGEST)?,
            radius: Curve::new(),
            period: Curve::new(),
            damping: Curve::new(),
        };
        for k in 1..=places {
            let angle = 10.0 * k as f64 / places as f64;
            let step = at(angle)?.amplification()?;
            let radius = Some(step.spectral_radius()).filter(|radius| *radius <= HIGHEST);
            spectrum.radius.extend(radius.map(|radius| (angle, radius)));
            let period = step
                .period_error(angle)
                .filter(|error| angle < 3.0 && error.abs() >= SMALLEST);
            spectrum.period.extend(period.map(|error| (angle, error.abs())));
            let damping = step
                .damping_ratio(angle)
                .filter(|ratio| angle < 3.0 && ratio.abs() <= DAMPED);
            spectrum.damping.extend(damping.map(|ratio| (angle, ratio)));
        }
        Ok(spectrum)
    }
}

/// The schemes of the whole crate that are not pairs of the paper.
fn others(places: usize) -> Result<[Spectrum; 12], Error> {
    let damped = Newmark {
        beta: 0.3025,
        gamma: 0.6,
    };
    Ok([
        Spectrum::of(("Verlet", Verlet), places)?,
        Spectrum::of(("Midpoint, Livens, Newmark", Midpoint), places)?,
        Spectrum::of(("Livens", Livens), places)?,
        Spectrum::of(("Newmark", Newmark::default()), places)?,
        Spectrum::of(("Newmark, γ = 0.6", damped), places)?,
        Spectrum::of(("L1", L1::default()), places)?,
        Spectrum::of(
            ("Galerkin<2, Gauss<2>>", Galerkin::<2, Gauss<2>>::default()),
            places,
        )?,
        Spectrum::of(
            ("Galerkin<2, Gauss<3>>", Galerkin::<2, Gauss<3>>::default()),
            places,
        )?,
        Spectrum::of(
            ("Galerkin<2, Lobatto<3>>", Galerkin::<2, Lobatto<3>>::default()),
            places,
        )?,
        Spectrum::of(("PC, Gauss<4>", ProlongationCollocation(Gauss::<4>)), places)?,
        Spectrum::of(
            ("PC, Euler–Maclaurin", ProlongationCollocation(EulerMaclaurin)),
            places,
        )?,
        Spectrum::of(("Composition<4, Verlet>", Composition::<4, _>(Verlet)), places)?,
    ])
}

pub(super) fn study(places: usize) -> Outcome<Found> {
    let pairs = for_each_pair!(|name, scheme| Spectrum::of((name, scheme), places));
    let others = others(places)?;
    let mut rows: Vec<Row> = pairs.iter().map(limit_row).collect();
    rows.extend(others.iter().filter_map(theory_row));
    rows.push(same_row(&others[1..4]));
    Ok(Found {
        rows,
        plots: plots(pairs, others)?,
        ..Found::default()
    })
}

/// Table 5: four digits of ω h.
fn limit_row(spectrum: &Spectrum) -> Row {
    let (expected, words) = match spectrum.name {
        "p2" => ((168.0 / 17.0_f64).sqrt(), "3.144, or 0.500 T"),
        "v2" => ((28.0 / 3.0_f64).sqrt(), "3.055, or 0.486 T"),
        "p1v0" => (3.0828, "3.083, or 0.491 T"),
        "p1v1 (Géradin)" => (84.0_f64.sqrt(), "9.165, or 1.459 T"),
        _ => {
            let found = match spectrum.stable {
                StableSteps::Unstable(_) => "none",
                StableSteps::Below(_) | StableSteps::UpTo(_) => "some",
            };
            let quantity = format!("table 5: stable steps, {}", spectrum.name);
            let reason = "ρ > 1 for every ω h from 0.1 on, and growth like a power of h below";
            return Row::word(quantity, "none", found, reason)
                .says("“unstable even for very small time steps”");
        }
    };
    let found = spectrum.stable.largest().unwrap_or(f64::NAN);
    let quantity = format!(
        "table 5: largest stable ω h, {} ({:.3} T)",
        spectrum.name,
        found / TAU
    );
    let reason = "√(168/17), √(28/3), 3.0828 and √84; the search has six digits, the third number five";
    Row::number(quantity, expected, found, 5e-5, reason).says(words)
}

/// Limits in closed form of schemes that are not of the paper.
fn theory_row(spectrum: &Spectrum) -> Option<Row> {
    let expected: f64 = match spectrum.name {
        "Verlet" => 4.0,
        "L1" => 12.0,
        "Galerkin<2, Gauss<3>>" => 10.0,
        "Galerkin<2, Lobatto<3>>" => 8.0,
        "PC, Euler–Maclaurin" => 52.0_f64.sqrt() - 2.0,
        _ => return None,
    };
    let found = spectrum.stable.largest().unwrap_or(f64::NAN);
    let quantity = format!("largest stable ω h, {}", spectrum.name);
    let reason = "from the trace of a step: λ = −1 where it is −2";
    Some(Row::number(quantity, expected.sqrt(), found, 1e-5, reason))
}

/// `Midpoint`, `Livens` and average acceleration are one scheme for a linear system.
fn same_row(same: &[Spectrum]) -> Row {
    let largest = |of: fn(&Spectrum) -> &Curve| {
        let pairs = same.iter().flat_map(|one| of(&same[0]).iter().zip(of(one)));
        pairs.map(|(a, b)| (a.1 - b.1).abs()).fold(0.0, f64::max)
    };
    Row::below(
        "Midpoint, Livens and Newmark with β = ¼: largest difference of ρ and of the period",
        1e-10,
        largest(|one| &one.radius).max(largest(|one| &one.period)),
        "for a linear system they are the same map of (q, p); rounding, and its root where eigenvalues meet",
    )
}

fn plots<const N: usize>(pairs: [Spectrum; N], others: [Spectrum; 12]) -> Outcome<Vec<report::plot::Plot>> {
    let mut figure = Chart::new("ω h", "ρ");
    let mut radius = Chart::new("ω h", "ρ");
    let mut period = Chart::new("ω h", "|T/T_exact − 1|").log_y();
    let mut damping = Chart::new("ω h", "damping ratio");
    for (k, spectrum) in pairs.iter().enumerate() {
        figure.line(spectrum.name, COLOURS[k], spectrum.radius.clone());
    }
    let all = pairs.into_iter().chain(others);
    let drawn = all.filter(|spectrum| !matches!(spectrum.name, "Livens" | "Newmark"));
    for (k, spectrum) in drawn.enumerate() {
        let (name, colour) = (spectrum.name, COLOURS[k % COLOURS.len()]);
        if k < COLOURS.len() {
            radius.line(name, colour, spectrum.radius);
            period.line(name, colour, spectrum.period);
            damping.line(name, colour, spectrum.damping);
        } else {
            radius.dashed(name, colour, spectrum.radius);
            period.dashed(name, colour, spectrum.period);
            damping.dashed(name, colour, spectrum.damping);
        }
    }
    let captions = [
        "Spectral radius of the six schemes. p2 and v2 are unstable in a window above their limit, and stable again until √56 and √42.",
        "Spectral radius of all schemes: above 1 they are unstable. Midpoint, Livens and Newmark with β = ¼ share a curve.",
        "Error of the period. Lines end where nothing oscillates any more.",
        "Numerical damping: zero for symplectic schemes, negative where the oscillation grows.",
    ];
    Ok(vec![
        figure
            .range_y(0.0, HIGHEST)
            .render("radius", captions[0])?
            .figure("Hermite elements, figure 5"),
        radius
            .range_y(0.0, HIGHEST)
            .render("radius-of-all", captions[1])?,
        period
            .range_y(SMALLEST, 1.0)
            .render("period-of-all", captions[2])?,
        damping
            .range_y(-DAMPED, DAMPED)
            .render("damping-of-all", captions[3])?,
    ])
}
