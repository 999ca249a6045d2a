//! Conserved quantities over long runs, and the cost of accuracy: Livens and variational schemes of order two and six.
//!
//! These tables are not from a paper. The code states in advance which scheme keeps which quantity, and the runs are judged by it.

mod springs;

use report::contest::{Contest, Entry};
use report::plot::{COLOURS, Chart, Curve, GREY, Plot, RGBColor};
use report::progress::Progress;
use report::study::{Outcome, Study};

const ABOUT: &str = "Three systems, one of them in two sets of coordinates, over up to 10⁵ steps. Livens keeps the energy. \
    Equivariant<Livens> also keeps the momentum maps of the declared symmetries. The variational schemes keep momentum maps and \
    the symplectic form, and an energy near the given one. A cell says “exact” if the error is at most an ε per step, and otherwise \
    shows the largest error; the verdict compares this with the expectation. Errors of q are measured after a short time, before \
    chaos or phase errors dominate. Times are those of this run.";

/// Runs the study.
pub fn study(progress: &Progress) -> Outcome<Study> {
    progress.expect(5);
    let steps = progress.choose(100_000, 5_000);
    let mut study = Study {
        terms: TERMS,
        ..Study::new(
            "conservation",
            "Energy, momentum and error per cost",
            ABOUT,
            concat!(
                include_str!("../../../spring_pendulum.rs"),
                include_str!("../../../heavy_top.rs"),
                include_str!("../../../double_pendulum.rs"),
            ),
        )
    };
    let spherical = progress.part("spherical", || springs::spherical(steps))?;
    let cartesian = progress.part("Cartesian", || springs::cartesian(steps))?;
    let top = progress.part("heavy top", || tops::conservation::contest(steps))?;
    let double = progress.part("double pendulum", || orbits::conservation::contest(steps))?;
    for contest in [&spherical, &cartesian, &top, &double] {
        study.grids.push(contest.kept());
        study.grids.push(contest.cost());
    }
    study.plots = vec![
        energy(
            &spherical,
            "spherical_energy",
            "Spring pendulum, spherical: the energy error.",
        )?,
        cost(
            &spherical,
            "spherical_cost",
            "Spring pendulum, spherical: error of q at t = 1 against time.",
        )?,
        energy(
            &cartesian,
            "cartesian_energy",
            "Spring pendulum, Cartesian: the energy error.",
        )?,
        cost(
            &cartesian,
            "cartesian_cost",
            "Spring pendulum, Cartesian: error of q at t = 1 against time.",
        )?,
        energy(&top, "top_energy", "Heavy top: the energy error.")?,
        draw(&top, "|(T + V)/E₀ − 1|, the largest of an interval", |entry| {
            entry.total.clone()
        })
        .render(
            "top_total",
            "Heavy top: the error of T + V, which for the first scheme differs from that of E.",
        )?,
        momentum(
            &top,
            "top_momentum",
            "Heavy top: the error of the vertical angular momentum.",
        )?,
        cost(&top, "top_cost", "Heavy top: error of e at t = 0.5 against time.")?,
        energy(
            &double,
            "double_energy",
            "Double pendulum, chaotic: the energy error.",
        )?,
        cost(
            &double,
            "double_cost",
            "Double pendulum: error of the angles at t = 1 against time.",
        )?,
    ];
    let found = progress.part("parasite", tops::conservation::parasite::measure)?;
    study.rows = found.rows()?;
    study.plots.push(found.plot()?);
    study.facts = tops::conservation::facts();
    study.facts.extend(orbits::conservation::facts());
    Ok(study)
}

const TERMS: &[(&str, &str)] = &[
    (
        "E",
        "p·v − L with the p and v of the scheme; H(q, p) for schemes that do not carry v",
    ),
    ("T + V", "with the same v; it is E if p = M v holds at the nodes"),
    (
        "operations",
        "of a step with one Newton iteration, counted by the derive",
    ),
    (
        "a step",
        "the shortest time in this run, including Newton's iterations",
    ),
];

fn energy(contest: &Contest, name: &'static str, caption: &'static str) -> Outcome<Plot> {
    draw(contest, "|E/E₀ − 1|, the largest of an interval", |entry| {
        entry.energy.clone()
    })
    .render(name, caption)
}

/// The first momentum map.
fn momentum(contest: &Contest, name: &'static str, caption: &'static str) -> Outcome<Plot> {
    let first = |entry: &Entry| entry.maps.first().cloned().unwrap_or_default();
    draw(contest, "relative error, the largest of an interval", first).render(name, caption)
}

fn draw(contest: &Contest, y: &'static str, curve: impl Fn(&Entry) -> Curve) -> Chart {
    let mut chart = Chart::new("t", y).log_y();
    for entry in &contest.entries {
        chart.line(entry.scheme, colour(entry.scheme), curve(entry));
    }
    chart
}

fn cost(contest: &Contest, name: &'static str, caption: &'static str) -> Outcome<Plot> {
    let mut chart = Chart::new("time [µs]", "error of q").log_log();
    for entry in &contest.entries {
        let microseconds = entry.work.iter().map(|(seconds, error)| (1e6 * seconds, *error));
        chart.line_points(entry.scheme, colour(entry.scheme), microseconds.collect());
    }
    chart.render(name, caption)
}

/// The colour of a scheme, the same in all plots.
fn colour(scheme: &str) -> RGBColor {
    let known = [
        "Livens",
        "Equivariant<Livens>",
        "Midpoint",
        "Verlet",
        "Galerkin<3, Gauss<3>>",
        "Stabilized<Livens>",
        "Polarized<Livens>",
        "Stabilized<Polarized<Livens>>",
    ];
    let place = known.iter().position(|known| *known == scheme);
    place.map_or(GREY, |place| COLOURS[place])
}
