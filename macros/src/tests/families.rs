//! Systems whose sums end at numbers that only the program knows, against the same systems typed out.

mod instance;
mod literals;
mod machine;
mod nests;
mod random;

use super::parse;
use crate::model::Energy;
use crate::system::System;
use instance::{Fields, Instance, Numbers};

fn read(entries: &str, fields: &str) -> System {
    let source = format!("#[lagrangian({entries})] struct S<const N: usize> {{ {fields} }}");
    parse(&source).unwrap_or_else(|failed| panic!("{}: {entries}", failed.errors))
}

/// A field: its name, its type in a system of any size, the type where all is typed out, and its numbers. No number stands for some.
type Field = (&'static str, &'static str, &'static str, Vec<f64>);

/// The lengths in a type of a fixed size.
fn lengths(ty: &str) -> Vec<usize> {
    let parts = ty.split([';', ']']).map(str::trim);
    let mut lengths: Vec<usize> = parts.filter_map(|part| part.parse().ok()).collect();
    lengths.reverse();
    lengths
}

/// Numbers that have nothing to do with each other.
fn some(seed: usize, count: usize) -> Vec<f64> {
    let number = |at: usize| 0.5 + ((at * 37 + seed * 101 + 11) % 89) as f64 / 89.0;
    (0..count).map(number).collect()
}

/// A system of any size equals another of a fixed one for these fields: T, V, forces and constraints at a point.
fn is(declared: &str, fields: &[Field], typed_out: &str) -> System {
    // Constants are no fields, and what is a `let` is none, either.
    let is_field = |name: &str, entries: &str| {
        name.starts_with(char::is_lowercase) && !entries.contains(&format!("let {name} ="))
    };
    let declare = |entries: &str, ty: fn(&Field) -> &str| {
        let fields = fields.iter().filter(|field| is_field(field.0, entries));
        let fields = fields.map(|field| format!("{}: {}", field.0, ty(field)));
        fields.collect::<Vec<_>>().join(", ")
    };
    let of_any = declare(declared, |field| field.1);
    let of_fixed = declare(typed_out, |field| field.2);
    let mut system = read(declared, &of_any);
    let fixed = read(typed_out, &of_fixed);
    assert!(fixed.model.families.is_none(), "{typed_out}");
    let numbers: Fields = (1..)
        .zip(fields)
        .map(|(seed, (name, _, ty, given))| {
            let lengths = lengths(ty);
            let size = lengths.iter().product();
            let numbers = if given.is_empty() {
                some(seed, size)
            } else {
                given.clone()
            };
            assert_eq!(numbers.len(), size, "{name}");
            (*name, Numbers { lengths, numbers })
        })
        .collect();
    let n = fixed.model.coordinates.len();
    let (q, v) = (some(50, n), some(60, n));
    let expected = of_fixed_size(&fixed, &numbers, &q, &v);
    let Energy::Split { kinetic, potential } = system.model.energy else {
        panic!("T and V");
    };
    let mut instance = Instance {
        system: &mut system,
        fields: &numbers,
        q: &q,
        v: &v,
    };
    let mut found = vec![instance.sum(kinetic), instance.sum(potential)];
    found.extend(instance.forces());
    found.extend(instance.constraints());
    assert_eq!(found.len(), expected.len(), "{declared}");
    for (found, expected) in found.iter().zip(&expected) {
        // Sums of tens of terms of order 1.
        assert!(
            (found - expected).abs() <= 1e-13 * (1.0 + expected.abs()),
            "{found} is not {expected}: {declared}"
        );
    }
    nests::are_the_same(&mut system, &numbers);
    system
}

/// T, V, f and g.
fn of_fixed_size(system: &System, fields: &Fields, q: &[f64], v: &[f64]) -> Vec<f64> {
    let model = &system.model;
    let mut values = vec![];
    values.extend(model.coordinates.iter().copied().zip(q.iter().copied()));
    values.extend(model.velocities.iter().copied().zip(v.iter().copied()));
    for &parameter in &model.parameters {
        let name = model.graph.name_of(parameter).expect("a name");
        let mut parts = name.split(['[', ']']).filter(|part| !part.is_empty());
        let field = &fields[parts.next().expect("a field")];
        let indices = parts.zip(&field.lengths);
        let place = indices.fold(0, |place, (index, length)| {
            place * length + index.parse::<usize>().expect("an index")
        });
        values.push((parameter, field.numbers[place]));
    }
    let Energy::Split { kinetic, potential } = model.energy else {
        panic!("T and V");
    };
    let roots = [&[kinetic, potential][..], &model.force, &model.constraints].concat();
    model.graph.evaluate(&roots, &values)
}

fn names(system: &System) -> Vec<&str> {
    system.coordinates.iter().map(String::as_str).collect()
}

fn markers(system: &System) -> Vec<usize> {
    let families = system.model.families.as_ref().expect("a system of any size");
    families
        .markers
        .iter()
        .map(|marker| marker.ranges.len())
        .collect()
}

const N: Field = ("n", "usize", "f64", vec![]);

fn n(value: f64) -> Field {
    (N.0, N.1, N.2, vec![value])
}

#[test]
fn a_chain_has_one_template_for_masses_and_one_for_springs() {
    let chain = is(
        "coordinates(q[n]),
        kinetic = sum(0..n, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
        potential = sum(0..n - 1, |j| 0.5 * k * (q[j + 1] - q[j]).powi(2)) + 0.5 * k * q[0].powi(2)",
        &[
            n(5.0),
            ("m", "Vec<f64>", "[f64; 5]", vec![]),
            ("k", "f64", "f64", vec![]),
        ],
        "coordinates(q[5]), kinetic = sum(0..5, |i| 0.5 * m[i] * dt(q[i]).powi(2)),
        potential = sum(0..4, |i| 0.5 * k * (q[i + 1] - q[i]).powi(2)) + 0.5 * k * q[0].powi(2)",
    );
    assert_eq!(names(&chain), ["q[i]", "q[j + 1]", "q[j]", "q[0]"]);
    assert_eq!(markers(&chain), [1, 1]);
    let accesses: Vec<String> = chain.parameters.iter().map(ToString::to_string).collect();
    assert_eq!(
        accesses,
        [
            "self . k",
            "_x :: number (_x :: row (_x :: Some (& self . m) , __i0))"
        ]
    );
}

/// A lattice as that of Fermi, Pasta, Ulam and Tsingou, with fixed ends, functions of its own, and a friction of each mass.
#[test]
fn a_lattice_with_functions() {
    is(
        "coordinates(q[N]),
        let spring = |d| 0.5 * d.powi(2) + alpha / 3 * d.powi(3) + beta / 4 * d.powi(4),
        let length = |i| q[i] - q[i - 1],
        kinetic = 0.5 * sum(0..N, |i| dt(q[i]).powi(2)),
        potential = spring(q[0]) + sum(1..q.len(), |i| spring(length(i))) + spring(-q[N - 1]),
        dissipation = sum(0..N, |i| 0.5 * c[i] * dt(q[i]).powi(2)) + sum(1..N, |i| 0.5 * c[0] * (dt(q[i]) - dt(q[i - 1])).powi(2)),
        force(q = array(0..N, |i| i * alpha * q[i]))",
        &[
            ("N", "f64", "f64", vec![6.0]),
            ("alpha", "f64", "f64", vec![]),
            ("beta", "f64", "f64", vec![]),
            ("c", "[f64; N]", "[f64; 6]", vec![]),
        ],
        "coordinates(q[6]), let spring = |d| 0.5 * d.powi(2) + alpha / 3 * d.powi(3) + beta / 4 * d.powi(4),
        kinetic = 0.5 * dt(q).norm_squared(),
        potential = spring(q[0]) + sum(1..6, |i| spring(q[i] - q[i - 1])) + spring(-q[5]),
        dissipation = sum(0..6, |i| 0.5 * c[i] * dt(q[i]).powi(2)) + sum(1..6, |i| 0.5 * c[0] * (dt(q[i]) - dt(q[i - 1])).powi(2)),
        force(q = array(0..6, |i| i * alpha * q[i]))",
    );
}

/// With an edge from a point to itself left out, as its length has no derivative.
#[test]
fn a_net_of_springs_by_fields_of_indices() {
    let edges = [0., 1., 1., 2., 2., 3., 3., 0., 0., 2., 0., 2.];
    let net = is(
        "coordinates(x, r[points][3]),
        kinetic = sum(0..points, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + dt(x).powi(2),
        potential = sum(0..edges.len(), |e| 0.5 * k[e] * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)) + x * r[points - 1][2],
        constraint(pins = array(0..pins.len(), |i| r[pins[i]] - at[i]), last = x - r[0][1]),
        force(x = sum(0..points, |i| r[i][0]) - x, r = array(0..points, |i| -dt(r[i])))",
        &[
            ("points", "usize", "f64", vec![4.0]),
            ("m", "Vec<f64>", "[f64; 4]", vec![]),
            ("edges", "Vec<[usize; 2]>", "[[f64; 2]; 6]", edges.to_vec()),
            ("k", "&'static [f64]", "[f64; 6]", vec![]),
            ("rest", "Vec<f64>", "[f64; 6]", vec![]),
            ("pins", "Vec<usize>", "[f64; 2]", vec![0.0, 3.0]),
            ("at", "Vec<SVector<f64, 3>>", "[[f64; 3]; 2]", vec![]),
        ],
        "coordinates(x, r[4][3]), let edges = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [0, 2]], let ends = [0, 3],
        kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared()) + dt(x).powi(2),
        potential = sum(0..6, |e| 0.5 * k[e] * ((r[edges[e][0]] - r[edges[e][1]]).norm() - rest[e]).powi(2)) + x * r[3][2],
        constraint(held = array(0..2, |i| r[ends[i]] - at[i]), last = x - r[0][1]),
        force(x = sum(0..4, |i| r[i][0]) - x, r = array(0..4, |i| -dt(r[i])))",
    );
    assert_eq!(
        net.constraints,
        ["pins[i][0]", "pins[i][1]", "pins[i][2]", "last"]
    );
    let rows = net.model.families.as_ref().map(|families| families.rows.clone());
    assert_eq!(rows, Some(vec![Some(2), Some(2), Some(2), None]));
}

#[test]
fn bodies_with_all_pairs() {
    let bodies = is(
        "coordinates(r[n][3]), let pair = |i, j| g * m[i] * m[j] / norm(r[i] - r[j]),
        kinetic = sum(0..n, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
        potential = -sum(0..n, |i| sum(i + 1..n, |j| pair(i, j)) + c * r[i][2])",
        &[
            n(4.0),
            ("m", "Vec<f64>", "[f64; 4]", vec![]),
            ("g", "f64", "f64", vec![]),
            ("c", "f64", "f64", vec![]),
        ],
        "coordinates(r[4][3]), kinetic = sum(0..4, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
        potential = -sum(0..4, |i| sum(i + 1..4, |j| g * m[i] * m[j] / norm(r[i] - r[j])) + c * r[i][2])",
    );
    assert_eq!(markers(&bodies), [1, 2]);
    assert_eq!(bodies.coordinates.len(), 6);
}

#[test]
fn a_rope_of_rods_with_constraints_of_neighbours() {
    is(
        "coordinates(r[n][2]), let rods = array(1..n, |i| (r[i] - r[i - 1]).norm() - l[i - 1]),
        kinetic = 0.5 * sum(0..n, |i| m * dt(r[i]).norm_squared()), potential = sum(0..n, |i| m * r[i][1]),
        constraint(first = r[0], rods), output(stretch = rods[2], top = r[n - 1])",
        &[n(4.0), ("m", "f64", "f64", vec![]), ("l", "Vec<f64>", "[f64; 3]", vec![])],
        "coordinates(r[4][2]), kinetic = 0.5 * sum(0..4, |i| m * dt(r[i]).norm_squared()), potential = sum(0..4, |i| m * r[i][1]),
        constraint(first = r[0], rods = array(1..4, |i| (r[i] - r[i - 1]).norm() - l[i - 1]))",
    );
}

/// Rows with sums within them, and equations between arrays, coordinates and fields.
#[test]
fn rows_of_means() {
    is(
        "coordinates(x[n], c[groups], z[6]), kinetic = dt(z).norm_squared() + sum(0..n, |i| dt(x[i]).powi(2)) + sum(0..groups, |g| dt(c[g]).powi(2)),
        let part = array(0..groups, |g| sum(0..g + 1, |i| w[i] * x[i])),
        constraint(mean = array(0..groups, |g| c[g] * w[0] - sum(0..n, |i| x[i] * sum(0..g + 1, |j| x[j])) - sum(0..n, |k| w[k])),
            c == part, half == array(0..n, |k| x[k] / 2), whole = sum(0..n, |i| x[i]) - c[0])",
        &[
            n(4.0),
            ("groups", "usize", "f64", vec![2.0]),
            ("w", "Vec<f64>", "[f64; 4]", vec![]),
            ("half", "Vec<f64>", "[f64; 4]", vec![]),
        ],
        "coordinates(x[4], c[2], z[6]), kinetic = dt(z).norm_squared() + sum(0..4, |i| dt(x[i]).powi(2)) + sum(0..2, |g| dt(c[g]).powi(2)),
        let part = array(0..2, |g| sum(0..g + 1, |i| w[i] * x[i])),
        constraint(mean = array(0..2, |g| c[g] * w[0] - sum(0..4, |i| x[i] * sum(0..g + 1, |j| x[j])) - sum(0..4, |k| w[k])),
            c == part, half == array(0..4, |k| x[k] / 2), whole = sum(0..4, |i| x[i]) - c[0])",
    );
}

/// Rows over two running indices, also with sums within them, and as an equation of both sides.
#[test]
fn a_grid_of_constraints() {
    let grid = is(
        "coordinates(r[rows * columns][2], c[rows]),
        let across = array(0..rows, |i| array(0..columns - 1, |j| (r[i * columns + j + 1] - r[i * columns + j]).norm() - l[i])),
        kinetic = sum(0..rows * columns, |k| m * dt(r[k]).norm_squared()) + sum(0..rows, |i| dt(c[i]).powi(2)),
        potential = sum(0..rows, |i| sum(0..columns - 1, |j| across[i][j].powi(2))) + across[0][1],
        constraint(across, triangle = array(0..rows, |i| { let below = l[i]; array(0..i, |j| r[i * columns + j] * below - r[j]) }),
            means = array(0..rows, |i| array(0..i + 1, |j| c[j] * r[i * columns + j][1] - sum(0..columns, |k| w[k] * r[i * columns + k][0]))),
            array(1..rows, |i| array(0..2, |j| r[i][j])) == array(1..rows, |i| array(0..2, |k| i + k + 1)))",
        &[
            ("rows", "usize", "f64", vec![3.0]),
            ("columns", "usize", "f64", vec![4.0]),
            ("m", "f64", "f64", vec![]),
            ("l", "Vec<f64>", "[f64; 3]", vec![]),
            ("w", "Vec<f64>", "[f64; 4]", vec![]),
        ],
        "coordinates(r[12][2], c[3]),
        let across = array(0..3, |i| array(0..3, |j| (r[i * 4 + j + 1] - r[i * 4 + j]).norm() - l[i])),
        kinetic = sum(0..12, |k| m * dt(r[k]).norm_squared()) + sum(0..3, |i| dt(c[i]).powi(2)),
        potential = sum(0..3, |i| sum(0..3, |j| across[i][j].powi(2))) + across[0][1],
        constraint(across, one = r[4] * l[1] - r[0], two = r[8] * l[2] - r[0], three = r[9] * l[2] - r[1],
            m0 = c[0] * r[0][1] - sum(0..4, |k| w[k] * r[k][0]), m1 = array(0..2, |j| c[j] * r[4 + j][1] - sum(0..4, |k| w[k] * r[4 + k][0])),
            m2 = array(0..3, |j| c[j] * r[8 + j][1] - sum(0..4, |k| w[k] * r[8 + k][0])), last = array(1..3, |i| [r[i][0] - i - 1, r[i][1] - i - 2]))",
    );
    assert_eq!(grid.constraints[0], "across[i][j]");
}

/// Arrays with names within sums within arrays with names.
#[test]
fn lets_within_sums_within_lets() {
    is(
        "coordinates(q[n]), let apart = array(0..n, |i| array(0..n, |j| q[i] - m[j] * q[j])),
        let field = array(0..n, |i| { let near = apart[i]; sum(0..n, |k| { let of = array(0..n, |j| m[k] * near[j].powi(2)); of[k] + of[i] }) }),
        let both = array(1..n, |i| { let a = field[i]; a * m[i] + field[i - 1] }),
        kinetic = sum(0..n, |i| dt(q[i]).powi(2)), potential = sum(0..n - 1, |i| both[i] * m[i]) + field[1]",
        &[n(4.0), ("m", "Vec<f64>", "[f64; 4]", vec![])],
        "coordinates(q[4]), let field = |i| sum(0..4, |k| m[k] * (q[i] - m[k] * q[k]).powi(2) + m[k] * (q[i] - m[i] * q[i]).powi(2)),
        kinetic = sum(0..4, |i| dt(q[i]).powi(2)),
        potential = sum(0..3, |i| (field(i + 1) * m[i + 1] + field(i)) * m[i]) + field(1)",
    );
}

/// Strains in a `let`, of which formulas take items, also those with a `let` in a block, and integers with names.
#[test]
fn a_bar_with_lets() {
    is(
        "coordinates(u[nodes]), let elements = nodes - 1, let h = l / elements,
        let strain = array(0..elements, |e| (u[e + 1] - u[e]) / h),
        kinetic = sum(0..elements, |e| { let next = e + 1; let v = [dt(u[e]), dt(u[next])]; rho * h / 6 * (v[0].powi(2) + v[0] * v[1] + v[1].powi(2)) }),
        potential = sum(0..elements, |e| 0.5 * stiffness[e % 2] * h * strain[e].powi(2)) + sum(0..elements - 1, |e| strain[e] * strain[e + 1])",
        &[
            ("nodes", "usize", "f64", vec![6.0]),
            ("l", "f64", "f64", vec![]),
            ("rho", "f64", "f64", vec![]),
            ("stiffness", "[f64; 2]", "[f64; 2]", vec![]),
        ],
        "coordinates(u[6]), let h = l / 5, let strain = array(0..5, |e| (u[e + 1] - u[e]) / h),
        kinetic = sum(0..5, |e| { let v = [dt(u[e]), dt(u[e + 1])]; rho * h / 6 * (v[0].powi(2) + v[0] * v[1] + v[1].powi(2)) }),
        potential = sum(0..5, |e| 0.5 * stiffness[e % 2] * h * strain[e].powi(2)) + sum(0..4, |e| strain[e] * strain[e + 1])",
    );
}

/// Ranges within ranges, their ends from fields, sums within and beside each other, and vectors of sums.
#[test]
fn sums_within_sums() {
    let system = is(
        "coordinates(q[n], x[2]),
        kinetic = sum(0..n, |i| sum(0..i + 1, |j| dt(q[i]) * dt(q[j]) * m[i / 2]) + dt(q[i]).powi(2)) + dt(x).norm_squared(),
        potential = sum(0..n, |i| q[i] * (sum(0..heads.len(), |j| m[j] * q[heads[j]]) + 2 * sum(i..n, |j| q[j].powi(2)) + 3))
            + dot(x, sum(0..n, |i| [q[i], m[0] * q[n - 1 - i]]))
            + sum(0..2, |c| sum(0..n, |i| x[c] * q[i]))",
        &[n(4.0), ("m", "Vec<f64>", "[f64; 4]", vec![]), ("heads", "Vec<usize>", "[f64; 3]", vec![3.0, 0.0, 3.0])],
        "coordinates(q[4], x[2]), let heads = [3, 0, 3],
        kinetic = sum(0..4, |i| sum(0..i + 1, |j| dt(q[i]) * dt(q[j]) * m[i / 2]) + dt(q[i]).powi(2)) + dt(x).norm_squared(),
        potential = sum(0..4, |i| q[i] * (sum(0..3, |j| m[j] * q[heads[j]]) + 2 * sum(i..4, |j| q[j].powi(2)) + 3))
            + dot(x, sum(0..4, |i| [q[i], m[0] * q[3 - i]]))
            + sum(0..2, |c| sum(0..4, |i| x[c] * q[i]))",
    );
    assert_eq!(markers(&system), [2, 1, 2, 2]);
}

/// A system of a fixed size with a sum of the program.
#[test]
fn many_springs_on_one_mass() {
    is(
        "coordinates(x), kinetic = m / 2 * dt(x).powi(2), potential = sum(0..k.len(), |i| 0.5 * k[i] * (x - at[i][1]).powi(2))",
        &[
            ("m", "f64", "f64", vec![]),
            ("k", "Vec<f64>", "[f64; 3]", vec![]),
            ("at", "Vec<Vec<f64>>", "[[f64; 2]; 3]", vec![]),
        ],
        "coordinates(x), kinetic = m / 2 * dt(x).powi(2), potential = sum(0..3, |i| 0.5 * k[i] * (x - at[i][1]).powi(2))",
    );
}

/// Neighbours that are carried, some too far away for it, and a range within which all of them are.
#[test]
fn springs_to_far_neighbours() {
    let far = "sum(0..n - 1, |i| (q[i + 1] - q[i]).powi(2)) + sum(2..n - 2, |i| (q[i + 2] - q[i] * q[i - 2]).powi(2))
        + sum(0..n - 3, |i| m[i + 3] * (q[i + 3] - q[i + 1]).powi(2)) + sum(1..n - 6, |i| (q[i + 6] - q[i]).powi(2))
        + sum(0..n, |i| sum(i / 2..n - 1, |j| q[i] * m[i] * cos(q[j] - q[j + 1])))";
    let kinetic = "sum(0..n, |i| m[i] * dt(q[i]).powi(2)) + sum(1..n, |i| dt(q[i]) * dt(q[i - 1]) / 4)";
    is(
        &format!("coordinates(q[n]), kinetic = {kinetic}, potential = {far}"),
        &[n(9.0), ("m", "Vec<f64>", "[f64; 9]", vec![])],
        &format!("coordinates(q[9]), kinetic = {kinetic}, potential = {far}")
            .replace("(0..n", "(0..9")
            .replace("..n", "..9"),
    );
}
