//! Values of formulas, by the interpreter, against Rust's own arithmetic.

mod parameters;

use extremal_symbolic::Expr;

use super::{parse, with_entries};
use crate::model::{Energy, Shape};
use crate::system::System;
use parameters::parameter;

/// Numbers for the symbols: t, coordinates, velocities, inputs, and parameters by their access paths.
const TIME: f64 = 0.7;
const COORDINATES: [f64; 4] = [0.3, 0.5, -0.4, 1.1];
const VELOCITIES: [f64; 4] = [1.3, -0.8, 0.6, 0.9];
const INPUTS: [f64; 2] = [2.5, -1.5];

fn system(entries: &str) -> System {
    parse(&with_entries(entries))
        .map_err(|failed| failed.errors.to_string())
        .expect(entries)
}

fn evaluate(system: &System, expr: Expr) -> f64 {
    let model = &system.model;
    let mut values = vec![(model.time, TIME)];
    values.extend(model.coordinates.iter().copied().zip(COORDINATES));
    values.extend(model.velocities.iter().copied().zip(VELOCITIES));
    values.extend(model.inputs.iter().copied().zip(INPUTS));
    for (symbol, access) in model.parameters.iter().zip(&system.parameters) {
        values.push((*symbol, parameter(&access.to_string().replace(' ', ""))));
    }
    model.graph.evaluate(&[expr], &values)[0]
}

/// Formulas over x, r[3] and u[2], as a force on x, where all is allowed.
fn check(cases: &[(&str, f64)]) {
    for (formula, expected) in cases {
        let system = system(&format!(
            "coordinates(x, r[3]), inputs(u[2]), kinetic = dt(x).powi(2) + dt(r).norm_squared(), force(x = {formula}, r = [u[0], u[1], 0])"
        ));
        let found = evaluate(&system, system.model.force[0]);
        assert!(
            (found - expected).abs() <= 1e-14 * expected.abs().max(1.0),
            "{formula}: {found}, not {expected}"
        );
    }
}

const X: f64 = COORDINATES[0];
const V: f64 = VELOCITIES[0];

#[test]
fn arithmetic_is_rusts() {
    check(&[
        ("2", 2.0),
        ("1_000.5e-3f64", 1.0005),
        ("0x10", 16.0),
        ("-2.0.powi(2)", -4.0),
        ("(-2.0).powi(2)", 4.0),
        ("m - l - k", 1.5 - 0.8 - 3.0),
        ("m - (l - k)", 1.5 - (0.8 - 3.0)),
        ("m / l * k - 2 * x + 1 / 4", 1.5 / 0.8 * 3.0 - 0.6 + 0.25),
        ("-x * -m", 0.45),
        ("self.m + self.r#type + r#type", 15.5),
        (
            "t + 2 * PI + core::f64::consts::PI",
            0.7 + 3.0 * std::f64::consts::PI,
        ),
        ("u[0] * u[1]", -3.75),
        ("{ let s = sin(x); let s = s * s; s + 1 }", X.sin().powi(2) + 1.0),
        ("{ let b = { let a = 2; a }; b + 1 }", 3.0),
    ]);
}

#[test]
fn functions_are_rusts() {
    check(&[
        ("sin(x) + x.cos() + x.tan()", X.sin() + X.cos() + X.tan()),
        ("asin(x) + acos(x) + atan(x)", X.asin() + X.acos() + X.atan()),
        ("sinh(x) + cosh(x) + tanh(x)", X.sinh() + X.cosh() + X.tanh()),
        (
            "exp(x) + ln(x) + sqrt(x) + recip(x)",
            X.exp() + X.ln() + X.sqrt() + X.recip(),
        ),
        ("abs(-x) + signum(-x)", X.abs() - 1.0),
        ("atan2(x, m) + x.atan2(l)", X.atan2(1.5) + X.atan2(0.8)),
        ("x.min(m) + max(x, m) + hypot(x, m)", X + 1.5 + X.hypot(1.5)),
        ("x.powi(3) + x.powi(-2) + x.powi(0)", X.powi(3) + X.powi(-2) + 1.0),
        (
            "x.powf(0.5) + x.powf(1.0 / 3.0) + x.powf(-1.5)",
            X.sqrt() + X.powf(1.0 / 3.0) + X.powf(-1.5),
        ),
        ("x.powf(m) + powf(x, 2.0)", X.powf(1.5) + X * X),
    ]);
}

#[test]
fn choices_are_rusts() {
    for (a, b) in [("x", "m"), ("m", "x"), ("m", "m")] {
        let (p, q): (f64, f64) = (if a == "x" { X } else { 1.5 }, if b == "x" { X } else { 1.5 });
        let number = |truth: bool| if truth { 1.0 } else { 2.0 };
        for (condition, truth) in [
            (format!("{a} < {b}"), p < q),
            (format!("{a} <= {b}"), p <= q),
            (format!("{a} > {b}"), p > q),
            (format!("{a} >= {b}"), p >= q),
            (format!("{a} == {b}"), p == q),
            (format!("{a} != {b}"), p != q),
            (format!("!({a} < {b})"), p >= q),
            (format!("{a} <= {b} && {a} != {b}"), p < q),
            (format!("{a} < {b} || {a} == {b}"), p <= q),
            (format!("!({a} < {b} || {a} == {b}) && 1 < 2"), p > q),
        ] {
            check(&[(&format!("if {condition} {{ 1 }} else {{ 2 }}"), number(truth))]);
        }
    }
    check(&[
        ("(if x < m { [1, 2] } else { [3, 4] })[1]", 2.0),
        ("if x > m { 1 } else if x > l { 2 } else { let a = 3; a }", 3.0),
    ]);
}

#[test]
fn vectors_and_matrices_are_linear_algebra() {
    let [_, a, b, c] = COORDINATES;
    check(&[
        ("r.dot(axis)", 2.0 * a + 3.0 * b + 5.0 * c),
        ("1 + r.norm_squared() - norm(r) * norm(r)", 1.0),
        ("(2 * r + r0 / 2 - axis)[1]", 2.0 * b + 0.1 - 3.0),
        ("cross(r, axis)[0]", b * 5.0 - c * 3.0),
        ("cross(r, axis)[1]", c * 2.0 - a * 5.0),
        ("r.cross(axis)[2]", a * 3.0 - b * 2.0),
        ("(inertia * r)[1]", 4.0 * a + 5.0 * b + 6.0 * c),
        ("(inertia * inertia.transpose())[(0, 1)]", 32.0),
        ("(inertia.transpose() * inertia)[2][1]", 36.0),
        ("(r * axis.transpose())[(2, 1)]", 3.0 * c),
        ("r.transpose() * axis", 2.0 * a + 3.0 * b + 5.0 * c),
        ("r.transpose().dot(axis)", 2.0 * a + 3.0 * b + 5.0 * c),
        ("dot(axis, [[r[0]], [r[1]], [r[2]]])", 2.0 * a + 3.0 * b + 5.0 * c),
        ("r.transpose().transpose().dot(axis)", 2.0 * a + 3.0 * b + 5.0 * c),
        ("1 + r.transpose().norm_squared() - r.dot(r)", 1.0),
        ("1 + cross(axis.transpose(), r)[0] - cross(axis, r)[0]", 1.0),
        ("deep[3][1][0] + deep[3][2][1]", 310.0 + 321.0),
        (
            "deep[3][(2, 1)] + (deep[2] * [x, 1])[1]",
            321.0 + 210.0 * X + 211.0,
        ),
        (
            "tensors[3][(1, 2)] + (tensors[2] * r)[1]",
            312.0 + 210.0 * a + 211.0 * b + 212.0 * c,
        ),
        ("tensors[1][0].dot(r)", 100.0 * a + 101.0 * b + 102.0 * c),
        (
            "columns[2][1].dot([x, 1]) + columns[3][0][1]",
            210.0 * X + 211.0 + 301.0,
        ),
        ("r.sum()", a + b + c),
        ("sum(r.transpose()) - r[0]", b + c),
        ("[[1, 2], [3, x]].sum() - x", 6.0),
        (
            "[[x, 2], [3, 4]][1][0] + [x; 3][2] + [[1; 2]; 2][(1, 1)]",
            4.0 + X,
        ),
        (
            "rows[2][1] + anchors[3][0] + inertia[1][2] + inertia[(0, 1)]",
            29.0,
        ),
        ("row * column", 12.0 * 14.0 + 13.0 * 15.0),
        ("(-row)[0][1] + (row * 2)[(0, 0)]", 11.0),
    ]);
}

#[test]
fn rates_follow_the_chain_rule() {
    let [_, b, _, _] = VELOCITIES;
    check(&[
        ("dt(x)", V),
        ("dt(t)", 1.0),
        ("dt(sin(x) * t)", X.cos() * V * TIME + X.sin()),
        ("dt(r)[0] * dt([x, r[0]])[1]", b * b),
        ("dt([[x * x, 1], [x, t]])[(0, 0)]", 2.0 * X * V),
        ("dt(if x < m { x } else { 2 * x })", V),
    ]);
}

#[test]
fn only_what_is_used_becomes_a_parameter() {
    let system = system(
        "coordinates(x), kinetic = m * dt(x).powi(2), potential = r0[2] * x + inertia[1][0] + axis[0]",
    );
    let accesses: Vec<String> = system
        .parameters
        .iter()
        .map(|access| access.to_string().replace(' ', ""))
        .collect();
    assert_eq!(
        accesses,
        ["self.m", "self.r0[2]", "self.axis[0]", "self.inertia[(1,0)]"]
    );
    assert_eq!(system.model.parameters.len(), 4);
}

#[test]
fn outputs_keep_their_shapes_and_names() {
    let system = system(
        "coordinates(x), let tip = [l * sin(x), t], kinetic = dt(x).powi(2),
         output(end = tip, r#loop = dt(tip)[0]), output(both = [[x, m], [dt(x), 1 / 2]], flat = tip.transpose())",
    );
    let names: Vec<&str> = system
        .outputs
        .iter()
        .flat_map(|output| &output.components)
        .map(String::as_str)
        .collect();
    let expected = [
        ("end[0]", 0.8 * X.sin()),
        ("end[1]", TIME),
        ("loop", 0.8 * X.cos() * V),
        ("both[0][0]", X),
        ("both[0][1]", 1.5),
        ("both[1][0]", V),
        ("both[1][1]", 0.5),
        ("flat[0][0]", 0.8 * X.sin()),
        ("flat[0][1]", TIME),
    ];
    assert_eq!(names, expected.map(|(name, _)| name));
    let shapes: Vec<Shape> = system.model.outputs.iter().map(|output| output.shape).collect();
    let [matrix, row] = [Shape::Matrix(2, 2), Shape::Matrix(1, 2)];
    assert_eq!(shapes, [Shape::Vector(2), Shape::Scalar, matrix, row]);
    let entries = system.model.outputs.iter().flat_map(|output| &output.entries);
    for (&entry, (name, expected)) in entries.zip(expected) {
        let found = evaluate(&system, entry);
        assert!(
            (found - expected).abs() < 1e-15,
            "{name}: {found}, not {expected}"
        );
    }
}

#[test]
fn sensitivities_are_numbers_of_fields() {
    let system = system(
        "coordinates(x), kinetic = m * dt(x).powi(2), potential = inertia[1][0] * x,
         sensitivities(inertia, l, m, r#type, axis)",
    );
    assert_eq!(
        system.sensitivities,
        [
            "inertia[0][0]",
            "inertia[0][1]",
            "inertia[0][2]",
            "inertia[1][0]",
            "inertia[1][1]",
            "inertia[1][2]",
            "l",
            "m",
            "type",
            "axis[0]",
            "axis[1]",
            "axis[2]",
        ]
    );
    let values: Vec<f64> = system
        .model
        .sensitivities
        .iter()
        .map(|&symbol| evaluate(&system, symbol))
        .collect();
    assert_eq!(
        values,
        [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 0.8, 1.5, 7.0, 2.0, 3.0, 5.0]
    );
    let unused = system.model.sensitivities[6];
    assert!(system.model.parameters.contains(&unused));
}

#[test]
fn a_mass_matrix_gives_half_its_square() {
    let [u, v, ..] = VELOCITIES;
    let entries = "coordinates(x, y), mass_matrix = [[m, l * sin(x - y)], [l * (sin(x) * cos(y) - cos(x) * sin(y)), k]]";
    let system = system(entries);
    let Energy::Split { kinetic, potential } = system.model.energy else {
        panic!("T and V")
    };
    let expected = 0.5 * (1.5 * u * u + 3.0 * v * v) + 0.8 * (0.3_f64 - 0.5).sin() * u * v;
    assert!((evaluate(&system, kinetic) - expected).abs() < 1e-15);
    assert_eq!(evaluate(&system, potential), 0.0);
}

#[test]
fn forces_add_to_dissipation() {
    let system = system(
        "coordinates(x, r[3]), inputs(u), lagrangian = dt(x).powi(2), massless(r), let w = k * u,
         force(x = w, r[1] = 2), dissipation = 0.5 * l * (dt(x).powi(2) + dt(r).norm_squared()),",
    );
    let found: Vec<f64> = system
        .model
        .force
        .iter()
        .map(|force| evaluate(&system, *force))
        .collect();
    let [a, b, c, d] = VELOCITIES.map(|v| 0.8 * v);
    let expected = [7.5 - a, -b, 2.0 - c, -d];
    found
        .iter()
        .zip(expected)
        .for_each(|(found, expected)| assert!((found - expected).abs() < 1e-14));
    assert!(matches!(system.model.energy, Energy::General { .. }));
}

#[test]
fn names_and_types_are_kept() {
    let system = system(
        "coordinates(x, r#loop, r[2]), inputs(u), kinetic = dt(x).powi(2) + dt(r#loop).powi(2) + dt(r[0] + r[1]).powi(2), force(x = u), crate = crate::inner",
    );
    assert_eq!(system.coordinates, ["x", "loop", "r[0]", "r[1]"]);
    assert_eq!(system.inputs, ["u"]);
    assert_eq!(
        quote::ToTokens::to_token_stream(&system.crate_path).to_string(),
        "crate :: inner"
    );
    let schemes: Vec<String> = system
        .schemes()
        .iter()
        .map(|scheme| scheme.path().to_string())
        .collect();
    assert_eq!(schemes, ["Verlet", "Midpoint"]);
}

#[test]
fn the_scalar_is_what_is_inside_the_fields() {
    for (fields, potential, expected) in [
        ("", "x", "f64"),
        (" a: usize, b: f32 ", "x", "f32"),
        (" a: [T; 2] ", "x * a[0]", "T"),
        (" a: Matrix2x3<Dual<f64>> ", "x * a[(1, 2)]", "Dual < f64 >"),
        (" a: f64, b: RowVector3<f32> ", "x * b[0][2]", "f32"),
    ] {
        let source = format!(
            "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), potential = {potential})] struct S<T: Scalar> {{{fields}}}"
        );
        let system = parse(&source).expect(&source);
        assert_eq!(
            quote::ToTokens::to_token_stream(&system.scalar).to_string(),
            expected
        );
    }
    parse("#[lagrangian(coordinates(x), kinetic = dt(x).powi(2))] struct Free;").expect("a unit struct");
}

#[test]
fn attributes_add_up() {
    let source = "#[lagrangian(coordinates(x))] #[lagrangian(let half = 1 / 2)] /** A mass. */
                  #[lagrangian(kinetic = half * m * dt(x).powi(2), discretize(x::Galerkin<2, Gauss<2>, q::Lobatto<3>>))]
                  struct S { m: f64 }";
    let system = parse(source).expect(source);
    let Energy::Split { kinetic, .. } = system.model.energy else {
        panic!("T and V")
    };
    assert!((evaluate(&system, kinetic) - 0.75 * V * V).abs() < 1e-15);
    assert_eq!(system.schemes.len(), 1);
}
