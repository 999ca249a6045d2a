//! The whole text of systems of any size.

use syn::{DeriveInput, parse_quote};

use crate::derive::family::derive;
use crate::describe::family::describe;
use crate::system::read;
use crate::tests::golden::compare;

/// Compares the text of a declaration with `golden/<name>.txt`.
fn check(name: &str, input: DeriveInput) {
    let mut system = read(input)
        .map_err(|failed| failed.errors.to_string())
        .expect("a declaration without mistakes");
    let (of_items, schemes, constants) = (
        system.symbols_of_items(),
        system.schemes(),
        system.lengths_of_type(),
    );
    let family = derive(&mut system.model, &of_items, &constants, schemes).expect("it is small");
    let found = describe(&system, &family).text + "\n";
    compare(&format!("{name}.txt"), &found);
}

#[test]
fn net() {
    check(
        "net",
        parse_quote! {
            /// Points with springs between them, some of which are held.
            #[lagrangian(
                coordinates(r[points][3], x),
                inputs(u),
                let stretch = |e| (r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e],
                kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + dt(x).powi(2),
                potential = sum(0..edges.len(), |e| 0.5 * k[e] * stretch(e).powi(2)) + 0.5 * (x - r[points - 1][0]).powi(2),
                dissipation = sum(0..points, |i| 0.5 * c * dt(r[i]).norm_squared()),
                force(x = u),
                constraint(held = array(0..pins.len(), |i| r[pins[i]] - at[i]), x == r[0][2]),
                discretize(Verlet, Midpoint),
            )]
            struct Net {
                points: usize,
                m: Vec<f64>,
                edges: Vec<[usize; 2]>,
                k: Vec<f64>,
                rest: Vec<f64>,
                c: f64,
                pins: Vec<usize>,
                at: Vec<[f64; 3]>,
            }
        },
    );
}

#[test]
fn stars() {
    check(
        "stars",
        parse_quote! {
            #[lagrangian(
                coordinates(r[m.len()][3]),
                kinetic = sum(0..m.len(), |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
                potential = -sum(0..m.len(), |i| sum(i + 1..m.len(), |j| g * m[i] * m[j] / norm(r[i] - r[j]))),
                discretize(Verlet, Midpoint),
            )]
            struct Stars {
                m: Vec<f64>,
                g: f64,
            }
        },
    );
}

#[test]
fn lattice() {
    check(
        "lattice",
        parse_quote! {
            /// Masses in a row, with springs of the fourth order.
            #[lagrangian(
                coordinates(q[N]),
                let spring = |d| 0.5 * d.powi(2) + 0.25 * d.powi(4),
                kinetic = sum(0..N, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
                potential = spring(q[0]) + sum(1..N, |i| spring(q[i] - q[i - 1])) + spring(q[N - 1]),
                discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
            )]
            struct Lattice<const N: usize> {
                m: [f64; N],
            }
        },
    );
}

#[test]
fn discs() {
    check(
        "discs",
        parse_quote! {
            /// Discs on a floor.
            #[lagrangian(
                coordinates(r[discs][2], turn[discs]),
                kinetic = sum(0..discs, |i| 0.5 * m[i] * dt(r[i]).norm_squared() + 0.5 * inertia[i] * dt(turn[i]).powi(2)),
                potential = sum(0..discs, |i| m[i] * g * r[i][1]),
                contact(floor, gap = array(0..discs, |i| r[i][1] - radius[i]),
                    slip = array(0..discs, |i| dt(r[i][0]) + radius[i] * dt(turn[i])), friction = mu),
                contact(pair, gap = array(0..discs, |i| array(0..i, |j| (r[i] - r[j]).norm() - radius[i] - radius[j])),
                    restitution = e, near(r, radius)),
                contact(wall, gap = [r[0][0], 2 - r[discs - 1][0]]),
            )]
            struct Discs {
                discs: usize,
                m: Vec<f64>,
                inertia: Vec<f64>,
                radius: Vec<f64>,
                g: f64,
                mu: f64,
                e: f64,
            }
        },
    );
}

#[test]
fn rolling_sleds() {
    check(
        "rolling_sleds",
        parse_quote! {
            /// Sleds with rods between them, whose blades do not slide to their sides.
            #[lagrangian(
                coordinates(r[sleds][2], phi[sleds]),
                kinetic = sum(0..sleds, |i| 0.5 * m * dt(r[i]).norm_squared() + 0.5 * j * dt(phi[i]).powi(2)),
                constraint(rod = array(1..sleds, |i| (r[i] - r[i - 1]).norm_squared() - 1)),
                rolling(
                    blade = array(0..sleds, |i| sin(phi[i]) * dt(r[i][0]) - cos(phi[i]) * dt(r[i][1])),
                    total = sum(0..sleds, |i| dt(phi[i])) - t,
                ),
                discretize(Verlet, Midpoint, Livens),
            )]
            struct Sleds {
                sleds: usize,
                m: f64,
                j: f64,
            }
        },
    );
}
