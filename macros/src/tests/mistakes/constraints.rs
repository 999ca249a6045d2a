//! Mistakes of constraints.

use super::proven::accept;
use super::{check, check_entries};
use crate::tests::{parse, with_entries};

#[test]
fn constraints_are_functions_of_the_coordinates() {
    check_entries(&[
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(roll = «dt(x)» - y)",
            "a constraint depends on coordinates and time only: one on velocities is nonholonomic, and is written \
             `rolling(name = ..)`; where it is the time derivative of a function of coordinates, write that function here",
        ),
        (
            "coordinates(x), inputs(u), kinetic = dt(x).powi(2), force(x = u), constraint(held = x - «u»)",
            "`u` is an input, and inputs act through forces; where the program moves a constraint, make it a field, which \
             `set_system` changes",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(held = «m - t»)",
            "the constraint `held` contains no coordinate, so that nothing can hold it; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
        (
            "coordinates(r[2]), kinetic = dt(r).norm_squared(), constraint(held = «[[r[0], 0], [r[1], r[1]]]»)",
            "the constraint `held[0][1]` holds everywhere, so that it holds nothing; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x, «b» = x - t)",
            "2 constraints on 1 coordinate: they contradict each other, or some follow from the others; drop those",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint «=» x",
            "expected parentheses: write `constraint(length = ..)`",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), «constraints»(a = x)",
            "unknown key `constraints`; did you mean `constraint`?",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(«x» = y)",
            "`x` is a coordinate, and a single `=` gives a constraint its name; write the equation with two, `x == ..`, or \
             choose another name",
        ),
    ]);
    check(
        &with_entries(
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(a = x, «a» = y)",
        ),
        &["the constraint `a` is there twice; choose another name"],
    );
}

#[test]
fn what_constraints_hold_is_no_symmetry() {
    check_entries(&[(
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(held = y - x.powi(2)), symmetry(«shift» = [1, 0])",
        "`shift` is no symmetry: a constraint changes along it by `−2 x`, which is not zero",
    )]);
}

/// What rests on a constraint that cannot be read is not reported.
#[test]
fn a_constraint_that_is_lost_is_missed_by_nobody() {
    let message = "a constraint is an equation: write `a + x == 0`, or give it a name with `name = a + x`";
    check_entries(&[
        (
            "coordinates(x, y), kinetic = dt(x).powi(2), constraint(«a + x»)",
            message,
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(«a + x»), discretize(NullSpace<Verlet>)",
            message,
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), let rod = «+» x, constraint(rod)",
            "expected an expression",
        ),
    ]);
}

const PLANE: &str = "coordinates(x, phi), kinetic = 0.5 * m * (dt(x).powi(2) + dt(phi).powi(2)), constraint";

/// The message for a constraint that is not an equation says what to write.
#[test]
fn constraints_are_equations() {
    let inequality = "an inequality is a contact: for `y >= r` write the entry `contact(floor, gap = y - r)`";
    let double = "an equation has two signs: write `==`; a single `=` gives a constraint its name";
    let cases = [
        ("(x «>=» 0)", inequality),
        ("(ground = x «>» l * phi)", inequality),
        ("(ground, x «<=» 0)", inequality),
        ("(x - l * phi «=» 0)", double),
        ("(2 * x «=» l)", double),
        (
            "(x == 0 «&&» phi == 0)",
            "these are two constraints: write a comma in place of `&&`",
        ),
        (
            "(x «!=» 0)",
            "a constraint holds at all times: write one equation, as in `x == r * phi`",
        ),
        (
            "(«\"roll\"», x == l * phi)",
            "the name of a constraint is a plain word: write `constraint(roll, x == r * phi)`",
        ),
        (
            "(«phi»)",
            "a constraint is an equation, or the name of a `let` above it: write `phi == 0`",
        ),
        (
            "(«roll»)",
            "a constraint is an equation, or the name of a `let` above it: write `roll = ..`",
        ),
        (
            "(«l» = x)",
            "`l` is a field, and a single `=` gives a constraint its name; write the equation with two, `l == ..`, or choose \
             another name",
        ),
        (
            "(x == «[phi, l]»)",
            "this is a vector of length 2, but what it is added to or taken from is a scalar",
        ),
    ];
    for (constraint, message) in cases {
        check_entries(&[(&format!("{PLANE}{constraint}"), message)]);
    }
}

/// All forms state the same function, and each has a name.
#[test]
fn equations_are_differences_of_their_sides() {
    let read = |constraint: &str| {
        let source = with_entries(&format!("{PLANE}({constraint})"));
        parse(&source)
            .map_err(|failed| failed.errors.to_string())
            .expect(&source)
    };
    let written = read("roll = x - l * phi");
    let of = |system: &crate::system::System| {
        let (graph, constraints) = (&system.model.graph, &system.model.constraints);
        constraints
            .iter()
            .map(|&g| graph.display(g).to_string())
            .collect::<Vec<_>>()
    };
    for (constraint, name) in [
        ("roll = x == l * phi", "roll"),
        ("roll, x == l * phi", "roll"),
        ("roll = x - l * phi == 0", "roll"),
        ("x == l * phi", "constraint_0"),
        ("x - l * phi == 0.0", "constraint_0"),
        ("(x == l * phi)", "constraint_0"),
    ] {
        let system = read(constraint);
        assert_eq!(system.constraints, [name], "{constraint}");
        assert_eq!(of(&system), of(&written), "{constraint}");
    }
    let both = read("up = x, phi == t");
    assert_eq!(both.constraints, ["up", "constraint_1"]);
    let vector = read("[x, phi] == [l, m]");
    assert_eq!(vector.constraints, ["constraint_0[0]", "constraint_0[1]"]);
}

#[test]
fn constraints_can_hold() {
    let with = |constraint: &str| {
        format!("coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint({constraint})")
    };
    let nowhere = "this constraint has no solution: its left side is zero nowhere; write what has to vanish, as in \
                   `x.powi(2) + y.powi(2) - l.powi(2)`";
    let one_sign = "the gradient of this constraint vanishes or jumps wherever the constraint holds, because its left side has one \
                    sign: no force along it can hold it; write what is squared, as in `x - y` for `(x - y).powi(2)`, and one \
                    constraint for each term of a sum of squares";
    let everywhere = "this constraint holds everywhere, so that it holds nothing; write what has to vanish, as in \
                      `x.powi(2) + y.powi(2) - l.powi(2)`, or drop it";
    let cancel = "the coordinates of this constraint cancel, so that nothing can hold it; write what has to vanish, as in \
                  `x.powi(2) + y.powi(2) - l.powi(2)`, or drop it";
    let power = "the gradient of this constraint vanishes wherever the constraint holds, because its left side is a power: no \
                 force along it can hold it; write the base, as in `x - y` for `(x - y).powi(3)`";
    let jumps = "this constraint jumps, and no motion does so: write a function that is continuous";
    for (constraint, message) in [
        ("g = «x - if t < 1 { 0 } else { 1 }»", jumps),
        ("g = «y - if x < 0 { k } else { -k }»", jumps),
        ("g = «1 + x.powi(2)»", nowhere),
        ("g = «exp(x)»", nowhere),
        ("«cosh(x) == 0.5»", nowhere),
        ("«sin(y) - 2 * cosh(x) == -0.5»", nowhere),
        ("g = «x.powi(2) + y.powi(2)»", one_sign),
        ("g = «(hypot(x, y) - l).powi(2)»", one_sign),
        ("g = «abs(x - y)»", one_sign),
        ("g = «1 - cos(x - y)»", one_sign),
        ("«sin(x) == 1»", one_sign),
        ("g = «-(x - y).powi(2)»", one_sign),
        ("g = [x - l, «(x - y).powi(2)»]", one_sign),
        ("g = «(x - y).powi(3)»", power),
        ("g = «k * (x - y).powi(3) * y.powi(2)»", power),
        (
            "g = «(sin(x) + cos(x)).powi(2) - 2 * sin(x) * cos(x) - 1»",
            everywhere,
        ),
        ("g = «(x + 1).powi(2) - x.powi(2) - 2 * x - 1»", everywhere),
        ("g = «(x + 1).powi(2) - x.powi(2) - 2 * x - m»", cancel),
        ("«x - y == x - y»", everywhere),
        (
            "g = «x - x»",
            "the constraint `g` holds everywhere, so that it holds nothing; write what has to vanish, as in \
             `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
        (
            "g = «x + 1 - m - x»",
            "the constraint `g` has coordinates that cancel, so that nothing can hold it; write what has to \
             vanish, as in `x.powi(2) + y.powi(2) - l.powi(2)`",
        ),
    ] {
        check_entries(&[(&with(constraint), message)]);
    }
    accept(
        &[
            "g = x.powi(2) + y.powi(2) - l.powi(2)",
            "g = hypot(x, y) - l",
            // The signs of parameters are not known.
            "g = x.powi(2) + y.powi(2) + k",
            "g = abs(x) - l",
            "g = (x - y) * y",
            "g = x * y.powi(2)",
            "g = 2 + 3 * cos(x)",
            "g = x - if y > 0 { y } else { 0 }",
            "g = x - if t < 1 { 0 } else { (t - 1).powi(2) }",
        ]
        .map(with)
        .each_ref()
        .map(String::as_str),
    );
}

#[test]
fn constraints_that_follow_are_asked_for_where_there_are_some() {
    check_entries(&[
        (
            "coordinates(x), kinetic = dt(x).powi(2), «redundant»",
            "there is no constraint that could follow from others; declare them with `constraint(name = ..)`, or drop this",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(a = x), contact(floor, gap = y), «redundant»",
            "constraints that follow from others are solved for without contacts; drop this, and the constraints that follow",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x), redundant «=» 1",
            "all constraints share their forces, so that none is marked; write `redundant` alone",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x), redundant, «redundant»",
            "`redundant` is given twice; drop one of the two",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x), «overconstrained»",
            "unknown key `overconstrained`; did you mean `redundant`?",
        ),
        (
            "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x), redundant, discretize(«NullSpace<Verlet>»)",
            "a null space has as many directions as there are coordinates beyond the constraints, and of `redundant` ones more; list \
             `Verlet`, which solves for multipliers",
        ),
        (
            "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(a = x - y, b = «2 * x - 2 * y - 1»), redundant",
            "this constraint contradicts `a`: together they have no solution; drop one of them",
        ),
    ]);
    accept(&[
        "coordinates(x, y), kinetic = dt(x).powi(2) + dt(y).powi(2), constraint(a = x - y, b = 2 * x - 2 * y), redundant",
        "coordinates(x), kinetic = dt(x).powi(2), constraint(a = x - m, b = x - k), redundant",
    ]);
}
