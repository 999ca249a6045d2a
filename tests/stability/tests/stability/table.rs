//! The table of stable steps in the guide, from the amplification of each scheme. `BLESS=1` writes it.

use std::f64::consts::TAU;
use std::fs;
use std::path::PathBuf;

use extremal::Lagrangian;
use extremal::blocks::NoInputs;
use extremal::derivatives::Columns;
use extremal::nalgebra::SVector;
use extremal::prelude::*;
use extremal::stability::{Amplifying, Growing, StableSteps};

const GUIDE: &str = "../../runtime/src/guide/ch03_scheme.md";
const MARKERS: [&str; 2] = ["<!-- stable steps -->\n\n", "\n<!-- end of stable steps -->"];
const HEADER: &str = "| scheme | stable for ω h | error of the period, 10 steps in a period | \\|λ\\| there |\n| --- | --- | --- | --- |\n";

/// The longest step: a structure whose periods are a thousandth of it is stiff.
const LONGEST: f64 = 1e3 * TAU;

#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    discretize(
        Verlet, Midpoint, Livens, Polarized<Livens>, Newmark,
        Galerkin<1, Left>, L1, Galerkin<2, Gauss<2>>, Galerkin<2, Gauss<3>>, Galerkin<2, Lobatto<3>>,
        Galerkin<3, Gauss<3>>, Galerkin<3, Lobatto<4>>, Galerkin<4, Gauss<4>>, Galerkin<6, Gauss<6>>,
        ProlongationCollocation<Gauss<4>>, ProlongationCollocation<EulerMaclaurin>,
        Hermite<P2>, Hermite<V2>, Hermite<P1V0>, Hermite<P1V1>, Hermite<P0V0>, Hermite<P0V1>
    )
)]
struct Oscillator;

/// The same beside a wall that is far away.
#[derive(Clone, Copy, Lagrangian)]
#[lagrangian(
    coordinates(x),
    kinetic = 0.5 * dt(x).powi(2),
    potential = 0.5 * x.powi(2),
    contact(wall, gap = x + 1),
    discretize(Moreau, SymmetricMoreau, VariationalMoreau, NonsmoothMidpoint, Theta)
)]
struct BesideWall;

fn row<D: Copy>(name: &str, scheme: D) -> String
where
    Oscillator: Discretize<D, Linearization: Columns<f64> + Growing<Oscillator> + Amplifying<Oscillator>>,
{
    row_of(Oscillator, name, scheme)
}

/// A row of a scheme for contacts: between impacts.
fn between<D: Copy>(name: &str, scheme: D) -> String
where
    BesideWall: Discretize<D, Linearization: Columns<f64> + Growing<BesideWall> + Amplifying<BesideWall>>,
{
    row_of(BesideWall, name, scheme)
}

fn row_of<S, D: Copy>(system: S, name: &str, scheme: D) -> String
where
    S: Discretize<D, Linearization: Columns<f64> + Growing<S> + Amplifying<S>> + Copy,
    S: Lagrangian<Scalar = f64, Configuration = SVector<f64, 1>, Velocity = SVector<f64, 1>>,
    S::Inputs: NoInputs,
{
    let at = |h| Integrator::new(system, scheme, h, [0.0], [0.0]).expect("a good start");
    let stable = match at(1.0).largest_stable_step(LONGEST).expect("linear equations") {
        StableSteps::Below(h) => format!("< {h:.4}"),
        StableSteps::UpTo(_) => "all".to_owned(),
        StableSteps::Unstable(_) => "none".to_owned(),
    };
    let angle = TAU / 10.0;
    let step = at(angle).amplification().expect("linear equations");
    let error = step.period_error(angle).expect("it oscillates");
    let size = step.spectral_radius();
    // What is left of one by rounding is not shown.
    let size = if (size - 1.0).abs() < 1e-9 {
        "1".to_owned()
    } else {
        format!("{size:.4}")
    };
    format!("| {name} | {stable} | {} | {size} |\n", percent(error))
}

/// Two digits, in per cent.
fn percent(error: f64) -> String {
    let percent = 100.0 * error.abs();
    let sign = if error < 0.0 { "−" } else { "" };
    if error.abs() < 1e-12 {
        // The angle itself has an error of some ε.
        "< 1e-10 %".to_owned()
    } else if percent < 1e-3 {
        format!("{sign}{percent:.1e} %")
    } else {
        // As many as leave two that are not zero.
        let digits = [10.0, 1.0, 0.1, 0.01, 0.001]
            .iter()
            .take_while(|least| percent < **least)
            .count();
        format!("{sign}{percent:.digits$} %")
    }
}

fn newmark(beta: f64, gamma: f64) -> Newmark {
    Newmark { beta, gamma }
}

fn table() -> String {
    let rows = [
        row("[`Verlet`]", Verlet),
        row("[`Midpoint`]", Midpoint),
        row("`Galerkin<1, Left>`", Galerkin::<1, Left>::default()),
        row("[`L1`] = `Galerkin<1, Gauss<2>>`", L1::default()),
        row("`Galerkin<2, Gauss<2>>`", Galerkin::<2, Gauss<2>>::default()),
        row("`Galerkin<2, Gauss<3>>`", Galerkin::<2, Gauss<3>>::default()),
        row("`Galerkin<2, Lobatto<3>>`", Galerkin::<2, Lobatto<3>>::default()),
        row("`Galerkin<3, Gauss<3>>`", Galerkin::<3, Gauss<3>>::default()),
        row("`Galerkin<3, Lobatto<4>>`", Galerkin::<3, Lobatto<4>>::default()),
        row("`Galerkin<4, Gauss<4>>`", Galerkin::<4, Gauss<4>>::default()),
        row("`Galerkin<6, Gauss<6>>`", Galerkin::<6, Gauss<6>>::default()),
        row("[`Livens`]", Livens),
        row("[`Polarized<Livens>`]", Polarized(Livens)),
        row("[`Hermite<P2>`]", Hermite::<P2>::default()),
        row("`Hermite<V2>`", Hermite::<V2>::default()),
        row("`Hermite<P1V0>`", Hermite::<P1V0>::default()),
        row("`Hermite<P1V1>`", Hermite::<P1V1>::default()),
        row("`Hermite<P0V0>`", Hermite::<P0V0>::default()),
        row("`Hermite<P0V1>`", Hermite::<P0V1>::default()),
        row(
            "`ProlongationCollocation<Gauss<4>>`",
            ProlongationCollocation(Gauss::<4>),
        ),
        row(
            "`ProlongationCollocation<EulerMaclaurin>`",
            ProlongationCollocation(EulerMaclaurin),
        ),
        row("[`Newmark`], β = ¼, γ = ½", newmark(0.25, 0.5)),
        row("`Newmark`, β = ⅙, γ = ½", newmark(1.0 / 6.0, 0.5)),
        row("`Newmark`, β = 0, γ = ½", newmark(0.0, 0.5)),
        row("`Newmark`, β = 0.3025, γ = 0.6", newmark(0.3025, 0.6)),
        row("[`Composition<4, Verlet>`]", Composition::<4, _>(Verlet)),
        row("`Composition<6, Verlet>`", Composition::<6, _>(Verlet)),
        row("`Composition<8, Verlet>`", Composition::<8, _>(Verlet)),
        row("`Composition<10, Verlet>`", Composition::<10, _>(Verlet)),
        row("`Composition<4, Midpoint>`", Composition::<4, _>(Midpoint)),
        row("`Composition<4, Livens>`", Composition::<4, _>(Livens)),
        between("[`Moreau`] between impacts", Moreau),
        between("[`SymmetricMoreau`] between impacts", SymmetricMoreau),
        between("[`VariationalMoreau`] between impacts", VariationalMoreau),
        between("[`NonsmoothMidpoint`] between impacts", NonsmoothMidpoint),
        between("[`Theta`], θ = ½, between impacts", Theta { theta: 0.5 }),
        between("`Theta`, θ = 0.6, between impacts", Theta { theta: 0.6 }),
    ];
    HEADER.to_owned() + &rows.concat()
}

#[test]
fn the_guide_has_the_stable_steps_of_every_scheme() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GUIDE);
    let guide = fs::read_to_string(&path).expect("the guide");
    let (before, after) = guide.split_once(MARKERS[0]).expect("the begin of the table");
    let (found, after) = after.split_once(MARKERS[1]).expect("the end of the table");
    let table = table();
    if std::env::var_os("BLESS").is_some() {
        let blessed = [before, MARKERS[0], &table, MARKERS[1], after].concat();
        fs::write(path, blessed).expect("the guide can be written");
    } else {
        assert_eq!(found, table, "write the table of {GUIDE} by BLESS=1");
    }
}
