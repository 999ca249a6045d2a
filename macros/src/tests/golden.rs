//! Golden expansions: what the derive writes, in files that a reviewer reads.
//!
//! `BLESS=1 cargo test -p extremal-macros golden` rewrites them; look at the difference.

use std::path::PathBuf;

use quote::ToTokens;
use syn::{DeriveInput, parse_quote};

/// Compares a text with a file of `golden/`, or rewrites the file.
pub(super) fn compare(file: &str, found: &str) {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/golden");
    let path = folder.join(file);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, found).expect("the golden file can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        found == expected,
        "{} differs, first in {}; BLESS=1 rewrites it",
        path.display(),
        first_difference(found, &expected)
    );
}

/// The first line that differs, found and expected.
pub(super) fn first_difference(found: &str, expected: &str) -> String {
    let mut lines = found.lines().zip(expected.lines()).enumerate();
    match lines.find(|(_, (found, expected))| found != expected) {
        Some((k, (found, expected))) => format!("line {}:\n{found}\nin place of\n{expected}", k + 1),
        None => "its length".to_owned(),
    }
}

/// Compares the expansion of a declaration with `golden/<name>.expanded`.
fn check(name: &str, input: DeriveInput) {
    let tokens = crate::tests::expand(input.into_token_stream());
    let file = syn::parse2(tokens).expect("the expansion is a list of items");
    let file = with_allocator(file);
    compare(&format!("{name}.expanded"), &prettyplease::unparse(&file));
}

/// The items of a system of any size where there is an allocator: the first of two groups.
fn with_allocator(file: syn::File) -> syn::File {
    let [syn::Item::Macro(item)] = &file.items[..] else {
        return file;
    };
    match item.mac.tokens.clone().into_iter().next() {
        Some(proc_macro2::TokenTree::Group(group)) => {
            syn::parse2(group.stream()).expect("the group is a list of items")
        }
        _ => file,
    }
}

#[test]
fn pendulum() {
    check(
        "pendulum",
        parse_quote! {
            #[lagrangian(
                coordinates(theta),
                kinetic = 0.5 * m * (l * dt(theta)).powi(2),
                potential = -m * g * l * cos(theta),
                discretize(Verlet, Midpoint),
            )]
            struct Pendulum {
                m: f64,
                l: f64,
                g: f64,
            }
        },
    );
}

#[test]
fn double_pendulum() {
    check(
        "double_pendulum",
        parse_quote! {
            #[lagrangian(
                coordinates(a, b),
                let x = [l * sin(a), -l * cos(a)],
                let y = x + [l * sin(b), -l * cos(b)],
                kinetic = 0.5 * m * (dt(x).norm_squared() + dt(y).norm_squared()),
                potential = m * g * (x[1] + y[1]),
                output(tip = y, height = m * y[1], sines = [[sin(a), 0, 1], [-sin(b), t, dt(a) - dt(b)]]),
                sensitivities(l, m),
                discretize(Midpoint),
            )]
            pub struct DoublePendulum<T: Scalar> {
                m: T,
                l: T,
                g: T,
            }
        },
    );
}

#[test]
fn discs_of_any_size() {
    check(
        "discs_of_any_size",
        parse_quote! {
            #[lagrangian(
                coordinates(r[discs][2], turn[discs]),
                kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.5 * inertia[i] * dt(turn[i]).powi(2)),
                potential = sum(0..discs, |i| m[i] * g * r[i][1]),
                contact(floor,
                    gap = array(0..discs, |i| r[i][1] - radius[i]),
                    slip = array(0..discs, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = mu),
                contact(pair,
                    gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
                    restitution = array(0..discs, |i| array(0..i, |j| e[i] * e[j])),
                    near(r, radius)),
                discretize(Moreau),
            )]
            struct Discs {
                discs: usize,
                m: Vec<f64>,
                inertia: Vec<f64>,
                radius: Vec<f64>,
                e: Vec<f64>,
                g: f64,
                mu: f64,
            }
        },
    );
}
