//! Declarations that grow with a number n: bodies, chains of masses, lattices, rows of springs. What fits for some n fits for
//! every smaller one.
//!
//! It refuses to know what is derived from them.

use crate::derive::derive;
use crate::model::{Underivable, WORK};
use crate::system::read;

/// n bodies that attract each other, with all pairs typed out, each with as many coordinates as `axes`.
fn bodies(axes: &[&str], n: usize) -> String {
    let squares = |square: &dyn Fn(&str) -> String| joined(axes.iter().map(|axis| square(axis)));
    let kinetic = (0..n).map(|i| {
        let squares = squares(&|axis| format!("dt({axis}[{i}]).powi(2)"));
        format!("0.5 * m[{i}] * ({squares})")
    });
    let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
    let potential = pairs.map(|(i, j)| {
        let squares = squares(&|axis| format!("({axis}[{i}] - {axis}[{j}]).powi(2)"));
        format!("g * m[{i}] * m[{j}] / ({squares}).sqrt()")
    });
    let coordinates: Vec<String> = axes.iter().map(|axis| format!("{axis}[{n}]")).collect();
    let fields = format!("g: f64, m: [f64; {n}]");
    declaration(
        &coordinates.join(", "),
        &joined(kinetic),
        &format!("-({})", joined(potential)),
        &fields,
    )
}

/// n masses between walls, with springs of the fourth order (Fermi, Pasta, Ulam and Tsingou, 1955).
fn masses(n: usize) -> String {
    let lengths = (0..=n).map(|i| match i {
        0 => "q[0]".to_owned(),
        i if i == n => format!("q[{}]", n - 1),
        i => format!("(q[{i}] - q[{}])", i - 1),
    });
    let springs = lengths.map(|l| format!("0.5 * k * {l}.powi(2) + 0.25 * b * {l}.powi(4)"));
    let kinetic = (0..n).map(|i| format!("0.5 * m * dt(q[{i}]).powi(2)"));
    declaration(
        &format!("q[{n}]"),
        &joined(kinetic),
        &joined(springs),
        "m: f64, k: f64, b: f64",
    )
}

/// n × n masses that move across their plane, with stretched springs to their neighbours.
fn lattice(n: usize) -> String {
    let places = (0..n).flat_map(|i| (0..n).map(move |j| (i, j)));
    let links = places.flat_map(|(i, j)| {
        let below = (i + 1 < n).then_some((i * n + j, i * n + j + n));
        let right = (j + 1 < n).then_some((i * n + j, i * n + j + 1));
        below.into_iter().chain(right)
    });
    let springs = links.map(|(a, b)| format!("k * ((w * w + (u[{a}] - u[{b}]).powi(2)).sqrt() - l).powi(2)"));
    let kinetic = (0..n * n).map(|i| format!("0.5 * m * dt(u[{i}]).powi(2)"));
    declaration(
        &format!("u[{}]", n * n),
        &joined(kinetic),
        &joined(springs),
        "m: f64, k: f64, w: f64, l: f64",
    )
}

/// n springs in a row, with masses between them, that swing in a plane.
fn springs(n: usize) -> String {
    let stretched = (0..n).map(|i| {
        let [x, y] = ["x", "y"].map(|axis| match i {
            0 => format!("{axis}[0]"),
            i => format!("({axis}[{i}] - {axis}[{}])", i - 1),
        });
        format!("m * g * y[{i}] + 0.5 * k * (({x}.powi(2) + {y}.powi(2)).sqrt() - l).powi(2)")
    });
    let kinetic = (0..n).map(|i| format!("0.5 * m * (dt(x[{i}]).powi(2) + dt(y[{i}]).powi(2))"));
    declaration(
        &format!("x[{n}], y[{n}]"),
        &joined(kinetic),
        &joined(stretched),
        "m: f64, k: f64, l: f64, g: f64",
    )
}

fn joined(terms: impl Iterator<Item = String>) -> String {
    terms.collect::<Vec<_>>().join(" + ")
}

fn declaration(coordinates: &str, kinetic: &str, potential: &str, fields: &str) -> String {
    format!(
        "#[lagrangian(coordinates({coordinates}), kinetic = {kinetic}, potential = {potential}, discretize(Verlet))]
        struct Family {{ {fields} }}"
    )
}

/// The operations of a step, if so much of the budget is left for its derivation.
fn operations(text: &str, left: u64) -> Result<usize, Underivable> {
    let input = syn::parse_str(text).expect("a struct");
    let mut system = read(input).map_err(|failed| failed.errors).expect("no mistakes");
    let spent = WORK.saturating_sub(left);
    system.model.graph.spend(usize::try_from(spent).expect("64 bits"));
    let schemes = system.schemes();
    let derived = derive(&mut system.model, schemes)?;
    Ok(derived.steps[0].operations())
}

fn all_fit(family: impl Fn(usize) -> String, sizes: impl IntoIterator<Item = usize>) {
    for n in sizes {
        assert!(operations(&family(n), WORK).is_ok(), "{n}");
    }
}

#[test]
fn bodies_fit_up_to_24() {
    all_fit(|n| bodies(&["x", "y"], n), [2, 8, 24]);
    // 16 and 24 fit below, where their operations are counted.
    all_fit(|n| bodies(&["x", "y", "z"], n), (2..=8).chain([12, 20]));
}

#[test]
fn chains_of_masses_fit_up_to_256() {
    all_fit(masses, (2..=20).chain([31, 32, 33, 63, 64, 65, 120, 240, 255]));
}

#[test]
fn lattices_and_rows_of_springs_fit() {
    all_fit(lattice, (2..=12).chain([16]));
    all_fit(springs, (2..=20).chain([49, 50, 51, 100]));
}

/// Passes that may be left out do not spend what others need: what fits ends once, at no number too early.
#[test]
fn what_does_not_fit_for_some_number_does_not_fit_for_larger_ones() {
    for left in [100_000, 300_000, 1_000_000] {
        let fits = |n| operations(&bodies(&["x", "y", "z"], n), left).is_ok();
        let fitting: Vec<usize> = (2..=16).filter(|&n| fits(n)).collect();
        let last = fitting.len() + 1;
        assert_eq!(fitting, (2..=last).collect::<Vec<_>>(), "{left}");
        assert!((2..16).contains(&last), "{left}: up to {last}");
    }
}

/// Impulses are carried for any number of bodies. In sums over many pairs, each pair has one constant.
#[test]
fn a_step_takes_15_operations_a_body_and_20_to_25_a_pair() {
    for (n, of_a_pair) in [(4, 25), (8, 25), (16, 20), (24, 20)] {
        let operations = operations(&bodies(&["x", "y", "z"], n), WORK).expect("it fits");
        assert_eq!(operations, 15 * n + of_a_pair * n * (n - 1) / 2);
    }
}

/// Impulses are carried for any number of masses, too.
#[test]
fn a_step_takes_as_many_operations_for_each_mass() {
    for n in [8, 64, 256] {
        let operations = operations(&masses(n), WORK).expect("it fits");
        assert_eq!(operations, 12 * n + 3);
    }
}

/// The macro writes no zeros of large matrices: what rustc reads grows as the equations do.
#[test]
fn the_code_of_a_chain_grows_with_its_masses() {
    let lengths = [64, 128, 256].map(|n| {
        let text = masses(n).replace("Verlet", "Verlet, Midpoint");
        crate::tests::expand(syn::parse_str(&text).expect("a struct"))
            .to_string()
            .len()
    });
    // Numbers in names get a digit more, and arguments of parts become longer.
    for pair in lengths.windows(2) {
        assert!(10 * pair[1] < 24 * pair[0], "{lengths:?}");
    }
}
