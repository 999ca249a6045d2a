//! Formulas over ranges and functions of one's own, against the same formulas typed out: they are one expression.

use super::{parse, with_entries};
use crate::model::Shape;

/// Two formulas over x, r[3], s[3][2] and u[2], as forces, where all is allowed.
fn are_one(pairs: &[(&str, &str)]) {
    for (short, long) in pairs {
        let entries = format!(
            "coordinates(x, y, r[3], s[3][2]), inputs(u[2]), let speed = |a, b| a.norm_squared() + b,
            kinetic = dt(x).powi(2) + dt(y).powi(2) + dt(r).norm_squared() + sum(0..3, |i| dt(s[i]).norm_squared()),
            force(x = {short}, y = {long}, r = [u[0], u[1], 0])"
        );
        let system = parse(&with_entries(&entries)).map_err(|failed| failed.errors.to_string());
        let system = system.unwrap_or_else(|errors| panic!("{short}: {errors}"));
        let [short_force, long_force] = [system.model.force[0], system.model.force[1]];
        assert_eq!(short_force, long_force, "{short} is not {long}");
    }
}

#[test]
fn ranges_are_their_items() {
    are_one(&[
        ("sum(0..3, |i| r[i])", "r[0] + r[1] + r[2]"),
        ("sum(0..=2, |i| r[i])", "r[0] + r[1] + r[2]"),
        (
            "sum(1..3, |i| r[i] - r[i - 1])",
            "{ let a = r[1] - r[0]; a + (r[2] - r[1]) }",
        ),
        ("product(0..3, |i| r[i])", "r[0] * r[1] * r[2]"),
        (
            "array(0..3, |i| r[2 - i] * r0[i]).dot(r)",
            "[r[2] * r0[0], r[1] * r0[1], r[0] * r0[2]].dot(r)",
        ),
        ("sum(0..r.len(), |i| r[i])", "r[0] + r[1] + r[2]"),
        (
            "{ let e = [m * sin(x), -m * cos(x), 0]; sum(0..3, |i| dt(e[i]).powi(2)) }",
            "{ let e = [m * sin(x), -m * cos(x)]; dt(e).norm_squared() }",
        ),
        (
            "{ let e = [x, l]; sum(0..2, |i| dt(i * m * e[i] + e[1])) + dt(e[1]) + x }",
            "x",
        ),
        (
            "{ let e = [t, 1]; let f = |a, i| dt(a[i]); f(e, 0) + f(e, 1) }",
            "1",
        ),
        (
            "sum(0..deep[0].len(), |i| x) + sum(0..rows.len(), |i| rows[i][1])",
            "{ let a = x + x + x; a + (rows[0][1] + rows[1][1] + rows[2][1]) }",
        ),
        ("sum(0..3, |i| i * r[i])", "r[1] + 2 * r[2]"),
        ("sum(0..3, |i| (i % 2) * r[i])", "r[1]"),
        (
            "{ let f = |i| i * r[i] / 2; sum(0..3, |i| f(i)) }",
            "r[1] / 2 + r[2]",
        ),
        (
            "{ let next = |i, a| r[i] * a; sum(0..3, |i| next((i + 1) % 3, i / 2)) }",
            "{ let a = r[2] / 2; a + r[0] }",
        ),
        ("{ let f = |i| { let g = |j| r[j]; g(i + 1) }; f(1) }", "r[2]"),
        ("{ let f = |a| a * x; f(1 / 2) + f(4 / 2) }", "x / 2 + 2 * x"),
        (
            "sum(0..3, |i| (i + 1) / 2 * r[i])",
            "1 / 2 * r[0] + r[1] + 3 / 2 * r[2]",
        ),
        (
            "sum(0..3, |i| r[(i + 1) % 3] * r[i / 2])",
            "r[1] * r[0] + r[2] * r[0] + r[0] * r[1]",
        ),
        (
            "sum(0..3, |i| r[i].powi(i + 1))",
            "r[0] + r[1].powi(2) + r[2].powi(3)",
        ),
        ("sum(0..3, |_| x)", "x + x + x"),
        ("sum(0..3, |i| -r[i])", "-r[0] - r[1] - r[2]"),
        ("{ let less = |a, b| -(a * b); less(x, y) }", "-(x * y)"),
        // Integers of `let`s.
        (
            "{ let n = 2; sum(0..=n, |i| r[i].powi(n)) }",
            "r[0].powi(2) + r[1].powi(2) + r[2].powi(2)",
        ),
        (
            "{ let ends = [[0, 1], [1, 2], [2, 0]]; sum(0..ends.len(), |e| r[ends[e][0]] * r0[ends[e][1]]) }",
            "r[0] * r0[1] + r[1] * r0[2] + r[2] * r0[0]",
        ),
        (
            "{ let pick = |ends, a| a[ends[0]] - a[ends[1] - 1]; pick([2, 1], r) }",
            "r[2] - r[0]",
        ),
    ]);
}

/// As where only the program knows the length: what acts on all items, and what acts on one of them.
#[test]
fn a_force_on_one_item_adds_to_that_on_all() {
    let of = |forces: &str| {
        let entries = format!(
            "coordinates(x, q[4], s[3][2]), inputs(u), let n = 4, let each = array(0..4, |i| -m * q[i]),
            kinetic = dt(x).powi(2) + dt(q).norm_squared() + sum(0..3, |i| dt(s[i]).norm_squared()), {forces}"
        );
        let system = parse(&with_entries(&entries)).map_err(|failed| failed.errors.to_string());
        system
            .unwrap_or_else(|errors| panic!("{forces}: {errors}"))
            .model
            .force
    };
    let expected = of("force(q = [-m * q[0], -m * q[1], -m * q[2], -m * q[3] + u])");
    for forces in [
        "force(q = array(0..4, |i| -m * q[i]), q[3] = u)",
        "force(q[3] = u, q = array(0..4, |i| -m * q[i]))",
        "force(q[8 - 5] = u), force(q = each)",
        "force(q = each, q[q.len() - 1] = u)",
        "force(q = each, q[n - 1] = u)",
        "force(q[0] = each[0], q[5 % 4] = each[1], q[2 * (3 - 2)] = each[2], q[6 / 2] = each[3] + u)",
    ] {
        assert_eq!(of(forces), expected, "{forces}");
    }
    let expected = of("force(s = [[0, 0], [x, u], [x, 0]])");
    for forces in [
        "force(s = array(0..3, |i| [if i == 0 { 0 } else { x }, 0]), s[3 - 2][2 - 1] = u)",
        "force(s[s.len() - 1] = [x, 0], s[1] = [x, u])",
    ] {
        assert_eq!(of(forces), expected, "{forces}");
    }
}

#[test]
fn scans_are_partial_results() {
    are_one(&[
        (
            "scan(0..3, 0, |before, i| before + r[i])[2]",
            "{ let a = r[0] + r[1]; a + r[2] }",
        ),
        (
            "scan(0..3, [0, 0], |before, i| before + [sin(r[i]), -cos(r[i])])[1][1]",
            "-cos(r[0]) - cos(r[1])",
        ),
        (
            "dt(scan(0..2, [0, 0], |before, i| before + s[i]))[1].norm_squared()",
            "dt(s[0] + s[1]).norm_squared()",
        ),
        // A scan of matrices.
        (
            "scan(0..2, [[1, 0], [0, 1]], |before, i| before * [[r[i], 1], [0, r[i]]])[1][0][1]",
            "([[r[0], 1], [0, r[0]]] * [[r[1], 1], [0, r[1]]])[0][1]",
        ),
    ]);
}

#[test]
fn ranges_are_nested_and_may_be_empty() {
    are_one(&[
        (
            "sum(0..3, |i| sum(0..i, |j| (s[i] - s[j]).norm()))",
            "(s[1] - s[0]).norm() + ((s[2] - s[0]).norm() + (s[2] - s[1]).norm())",
        ),
        ("sum(0..0, |i| s[i]).norm_squared() + product(0..0, |i| x)", "1"),
        (
            "sum(array(0..2, |i| array(0..3, |j| array(0..2, |n| s[j][n] * i)))[1])",
            "sum(array(0..3, |j| s[j]))",
        ),
        (
            "array(0..2, |i| array(0..3, |j| array(0..2, |n| s[j][n] * i)))[1][2][0]",
            "s[2][0]",
        ),
        (
            "sum(0..2, |i| sum(0..3, |j| deep[i][j][i]))",
            "{ let a = deep[0][0][0] + deep[0][1][0] + deep[0][2][0]; a + (deep[1][0][1] + deep[1][1][1] + deep[1][2][1]) }",
        ),
        ("{ let all = deep; all[3][2][1] }", "deep[3][2][1]"),
    ]);
}

#[test]
fn integrals_are_their_sums() {
    are_one(&[
        ("integrate(Gauss(1), |z| sin(z * x))", "sin(x / 2)"),
        (
            "integrate(Lobatto(3), |z| r[0].powi(2) * exp(z * x))",
            "{ let a = r[0].powi(2); 1 / 6 * a + 2 / 3 * (a * exp(x / 2)) + 1 / 6 * (a * exp(x)) }",
        ),
        ("integrate(Left, |z| (z - 1) * x)", "-x"),
        (
            "{ let points = 1; sum(0..2, |e| integrate(Gauss(points), |z| r[e] + z * (r[e + 1] - r[e]))) }",
            "{ let a = r[0] + 1 / 2 * (r[1] - r[0]); a + (r[1] + 1 / 2 * (r[2] - r[1])) }",
        ),
        // Of vectors with velocities, and of integrals.
        (
            "integrate(Trapezoid(2), |z| dt((z + 1) * x * s[0])).norm_squared()",
            "{ let c = 1 / 4; let a = c * dt(x * s[0]); let b = 1 / 2 * dt(3 / 2 * x * s[0]); (a + b + c * dt(2 * x * s[0])).norm_squared() }",
        ),
        (
            "{ let f = |a, b| integrate(Gauss(1), |z| sin(linear(z, [a, b]))); f(0, x) + f(x, y) }",
            "sin(1 / 2 * x) + sin(1 / 2 * x + 1 / 2 * y)",
        ),
        // What is at rest at one end moves.
        (
            "integrate(Lobatto(2), |z| dt(linear(z, [0, x])).powi(2))",
            "1 / 2 * dt(x).powi(2)",
        ),
        (
            "{ let f = |z| { let a = z * x; dt(a) }; integrate(Lobatto(3), |z| y * f(1 - z)) }",
            "1 / 6 * (y * dt(x)) + 2 / 3 * (y * (1 / 2 * dt(x)))",
        ),
        (
            "integrate(Trapezoid(1), |z| integrate(Gauss(1), |a| sin(a + z * x)))",
            "1 / 2 * sin(1 / 2) + 1 / 2 * sin(1 / 2 + x)",
        ),
    ]);
}

/// Points that are not rational: cubics are integrated by two of them, to rounding.
#[test]
fn integrals_by_gauss_have_their_degree() {
    let entries = "coordinates(x), kinetic = dt(x).powi(2), force(x = integrate(Gauss(2), |s| 4 * s.powi(3) + 3 * s.powi(2)))";
    let system = parse(&with_entries(entries)).map_err(|failed| failed.errors.to_string());
    let model = system.expect("a system").model;
    let value = model
        .graph
        .constant_of(model.force[0])
        .expect("a number")
        .to_f64();
    // Exactly 2 in 160 bits, so that the nearest float is 2.
    assert_eq!(value, 2.0);
}

#[test]
fn shape_functions_are_polynomials() {
    are_one(&[
        ("linear(x)[0] * y + linear(x)[1]", "(1 - x) * y + x"),
        ("linear_slope(x).dot([y, r[0]])", "r[0] - y"),
        ("hermite(x)[0]", "1 - 3 * x.powi(2) + 2 * x.powi(3)"),
        ("x.hermite()[1]", "x - 2 * x.powi(2) + x.powi(3)"),
        ("hermite(x)[2]", "3 * x.powi(2) - 2 * x.powi(3)"),
        ("hermite(x)[3]", "x.powi(3) - x.powi(2)"),
        (
            "hermite_slope(x)[2] * r[0] + hermite_slope(x)[3] * y",
            "(6 * x - 6 * x.powi(2)) * r[0] + (3 * x.powi(2) - 2 * x) * y",
        ),
        (
            "hermite_slope(x)[1] * y + hermite_curvature(x)[3] * r[0]",
            "(1 - 4 * x + 3 * x.powi(2)) * y + (6 * x - 2) * r[0]",
        ),
        (
            "hermite_curvature(x)[0] * y + hermite_curvature(x)[1] * r[0]",
            "(12 * x - 6) * y + (6 * x - 4) * r[0]",
        ),
        // Values at nodes, which may be vectors.
        (
            "dt(linear(1 / 4, [r[0], r[1]]))",
            "3 / 4 * dt(r[0]) + 1 / 4 * dt(r[1])",
        ),
        (
            "linear(1 / 3, [s[0], s[2]]).dot(s[1])",
            "(2 / 3 * s[0] + 1 / 3 * s[2]).dot(s[1])",
        ),
        (
            "hermite(1 / 2, [y, r[0], r[1], r[2]])",
            "1 / 2 * y + 1 / 8 * r[0] + 1 / 2 * r[1] - 1 / 8 * r[2]",
        ),
        (
            "hermite_curvature(0, [y, r[0], r[1], r[2]])",
            "-6 * y - 4 * r[0] + 6 * r[1] - 2 * r[2]",
        ),
    ]);
}

#[test]
fn conditions_on_indices_are_decided() {
    are_one(&[
        (
            "sum(0..3, |i| if i == 0 { r[i] } else { r[i] - r[i - 1] })",
            "r[0] + (r[1] - r[0]) + (r[2] - r[1])",
        ),
        (
            "sum(0..3, |i| if i > 0 && r[i - 1] < x { r[i - 1] } else { 0 })",
            "(if r[0] < x { r[0] } else { 0 }) + (if r[1] < x { r[1] } else { 0 })",
        ),
        (
            "sum(0..3, |i| if i % 2 == 0 || i > 5 { r[i] } else { x })",
            "r[0] + x + r[2]",
        ),
        (
            "sum(0..3, |i| if !(i == r.len() - 1) { r[i + 1] } else { r[0] })",
            "r[1] + r[2] + r[0]",
        ),
    ]);
}

#[test]
fn functions_are_their_formulas() {
    are_one(&[
        ("speed(r, x)", "r.norm_squared() + x"),
        (
            "speed(dt(r), speed(s[0], y))",
            "dt(r).norm_squared() + (s[0].norm_squared() + y)",
        ),
        (
            "{ let c = m * x; let f = |a| c * a; let c = 2; f(c) }",
            "m * x * 2",
        ),
        (
            "{ let twice = |f| 2 * f; sum(0..3, |i| twice(r[i])) }",
            "2 * r[0] + 2 * r[1] + 2 * r[2]",
        ),
        (
            "{ let spring = |a, b| { let d = (a - b).norm(); k * d }; spring(s[0], s[1]) }",
            "k * (s[0] - s[1]).norm()",
        ),
    ]);
}

#[test]
fn arrays_of_vectors_are_coordinates() {
    let entries = "coordinates(r[4][3]), inputs(u[2][2]), kinetic = 0.5 * sum(0..4, |i| (i + 1) * dt(r[i]).norm_squared()),
        force(r[1] = [u[0][0], 0, 0], r[2][1] = u[1][1] + u[0][1] + u[1][0]),
        constraint(pins = array(0..2, |i| r[i] - axis)), output(all = r, cube = array(0..2, |i| r))";
    let system = parse(&with_entries(entries)).map_err(|failed| failed.errors.to_string());
    let system = system.expect("a system");
    assert_eq!(system.coordinates.len(), 12);
    assert_eq!(
        [&system.coordinates[0], &system.coordinates[11]],
        ["r[0][0]", "r[3][2]"]
    );
    assert_eq!(system.inputs, ["u[0][0]", "u[0][1]", "u[1][0]", "u[1][1]"]);
    let (zero, force) = (system.model.graph.zero(), &system.model.force);
    let pushed: Vec<usize> = (0..12).filter(|&at| force[at] != zero).collect();
    assert_eq!(pushed, [3, 7]);
    assert_eq!(
        [&system.constraints[1], &system.constraints[5]],
        ["pins[0][1]", "pins[1][2]"]
    );
    assert_eq!(system.model.outputs[0].shape, Shape::Matrix(4, 3));
    assert_eq!(system.outputs[1].components[23], "cube[1][3][2]");
}
