//! Energies of sums over ranges that only the program knows: what no motion can have.

use super::super::parse;
use super::{FIELDS, check_all};

/// A part of a declaration of `q[n]` and `x[n]`, both with masses.
fn check_parts(cases: &[(&str, &[&str])]) {
    for (part, messages) in cases {
        let kinetic = "sum(0..n, |i| dt(q[i]).powi(2) + dt(x[i]).powi(2))";
        check_all(&[(
            &format!("coordinates(q[n], x[n]), kinetic = {kinetic}, {part}"),
            messages,
        )]);
    }
}

#[test]
fn a_dissipation_removes_energy() {
    let negative = |name: &str| {
        format!(
            "this dissipation is below zero whatever the signs of parameters are, so that it adds energy; change the sign, as in \
             `0.5 * c * dt({name}).powi(2)` for R = ½ c v², or write `force({name} = ..)` if this is meant"
        )
    };
    let (of_q, of_x) = (negative("q[i]"), negative("x[i]"));
    check_parts(&[
        ("dissipation = «sum(0..n, |i| -0.5 * dt(q[i]).powi(2))»", &[&of_q]),
        (
            "dissipation = «sum(1..n, |i| -(dt(q[i]) - dt(q[i - 1])).powi(2))»",
            &[&of_q],
        ),
        (
            "dissipation = «sum(0..n, |i| k.powi(2) * dt(q[i]).powi(2) - dt(x[i]).powi(2))»",
            &[&of_x],
        ),
        (
            "dissipation = «sum(0..n, |i| -dt(x[i]).powi(2)) + sum(1..n, |i| (dt(x[i]) - dt(x[i - 1])).powi(2))»",
            &[&of_x],
        ),
    ]);
    // Parameters may be below zero; a sum of squares is not.
    for right in [
        "sum(0..n, |i| -k * dt(q[i]).powi(2) + m[i] * dt(x[i]).powi(2))",
        "sum(1..n, |i| dt(q[i]).powi(2) - dt(q[i]) * dt(q[i - 1]) + dt(x[i]).powi(2))",
        "sum(1..n, |i| (dt(q[i]) - dt(q[i - 1])).powi(2)) + sum(0..n, |i| abs(dt(x[i])).powi(3))",
    ] {
        let kinetic = "sum(0..n, |i| dt(q[i]).powi(2) + dt(x[i]).powi(2))";
        let entries = format!("coordinates(q[n], x[n]), kinetic = {kinetic}, dissipation = {right}");
        let source = format!("#[lagrangian({entries})] struct S {{ {FIELDS} }}");
        assert!(parse(&source).is_ok(), "{source}");
    }
}

#[test]
fn a_potential_has_a_force() {
    let constant = "this potential is constant, so that it has no force; write a position in it, as in `0.5 * k * q.powi(2)`, or drop it";
    check_parts(&[
        ("potential = «sum(0..n, |i| 0 * q[i])»", &[constant]),
        ("potential = «sum(0..n, |i| m[i] * k)»", &[constant]),
        ("potential = «3 * k + w[0]»", &[constant]),
    ]);
}

#[test]
fn a_force_of_items_pushes() {
    let nothing = "this force cancels to zero, so that it pushes nothing; change it, write the number 0 if this is meant, or drop it";
    check_parts(&[
        ("force(q = «array(0..n, |i| m[i] * (q[i] - q[i]))»)", &[nothing]),
        ("force(q[0] = «x[0] - x[0]», x[n - 1] = k)", &[nothing]),
    ]);
    for right in ["array(0..n, |i| 0)", "array(0..n, |i| m[i] * (q[i] - x[i]))"] {
        let kinetic = "sum(0..n, |i| dt(q[i]).powi(2) + dt(x[i]).powi(2))";
        let entries = format!("coordinates(q[n], x[n]), kinetic = {kinetic}, force(q = {right})");
        let source = format!("#[lagrangian({entries})] struct S {{ {FIELDS} }}");
        assert!(parse(&source).is_ok(), "{source}");
    }
}

#[test]
fn each_item_has_a_kinetic_energy_of_its_own() {
    let product = "the kinetic energy has products of `dt(q[i])` with other velocities and not its square, so that it is below zero for \
                   some; write the square, as in `0.5 * dt(q[i]).powi(2)`, or give all of L as `lagrangian = ..` if this is meant";
    let one = "one item of `q` alone has a kinetic energy; write that of all of them, as in `sum(0..q.len(), |i| 0.5 * \
               dt(q[i]).powi(2))`, or make this item a coordinate of its own";
    for (entries, message) in [
        (
            "coordinates(q[n]), kinetic = «sum(1..n, |i| k * dt(q[i]) * dt(q[i - 1]))»",
            product,
        ),
        (
            "coordinates(q[n], x), kinetic = «dt(x).powi(2) + sum(0..n, |i| dt(q[i]) * dt(x))»",
            product,
        ),
        ("coordinates(«q»[n]), kinetic = dt(q[0]).powi(2)", one),
        (
            "coordinates(«q»[n]), kinetic = 0.5 * k * dt(q[n - 1]).powi(2), potential = sum(0..n, |i| q[i].powi(2))",
            one,
        ),
    ] {
        check_all(&[(entries, &[message])]);
    }
    for right in [
        "coordinates(q[n]), kinetic = sum(1..n, |i| dt(q[i]) * dt(q[i - 1])) + sum(0..n, |i| dt(q[i]).powi(2))",
        "coordinates(q[n]), kinetic = dt(q[0]).powi(2) + sum(1..n, |i| dt(q[i]).powi(2))",
        "coordinates(q[n]), kinetic = sum(1..n, |i| (dt(q[i]) - dt(q[i - 1])).powi(2))",
        // They may be squares: which items these are, only the program knows.
        "coordinates(q[n]), kinetic = sum(0..edges.len(), |e| dt(q[edges[e][0]]) * dt(q[edges[e][1]]))",
        "coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]) * dt(q[n - 1 - i]))",
        "coordinates(q[n]), kinetic = dt(q[0]).powi(2) + dt(q[n - 1]).powi(2)",
        "coordinates(q[n], x), massless(q), kinetic = dt(x).powi(2), potential = sum(0..n, |i| (q[i] - x).powi(2))",
    ] {
        let source = format!("#[lagrangian({right})] struct S {{ {FIELDS} }}");
        if let Err(failed) = parse(&source) {
            panic!("{right}: {}", failed.errors);
        }
    }
}

/// As of a literal size: a number that is not zero shifts the energy.
#[test]
fn a_constant_potential_is_noted() {
    for potential in ["5", "-0.5", "(2.0 * 3.0)"] {
        let entries =
            format!("coordinates(q[n]), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), potential = {potential}");
        let system = parse(&format!("#[lagrangian({entries})] struct S {{ {FIELDS} }}"));
        let notes = system.map(|system| system.notes).unwrap_or_default();
        assert!(
            notes
                .iter()
                .any(|note| note == "V is constant, so that it has no force"),
            "{potential}: {notes:?}"
        );
    }
}

#[test]
fn a_force_alone_moves_no_massless_items() {
    check_all(&[(
        "coordinates(q[n], «s»[n]), massless(s), kinetic = sum(0..n, |i| dt(q[i]).powi(2)), force(s = array(0..n, |i| 1))",
        &[
            "nothing holds the massless coordinate `s[i]` against its force: its equation contains neither `s[i]` nor `dt(s[i])`, so \
             that nothing determines its motion; write a potential, a friction or a kinetic energy of it, or drop it",
        ],
    )]);
}
