//! What rust-analyzer shows at each word of a declaration, and offers where one is typed, asked over its own protocol.
//!
//! Skipped with a message where rust-analyzer cannot be had: `rustup component add rust-analyzer` installs it.

mod client;
mod words;

use client::Client;
use words::Word;

/// A word, and parts of the text that is shown at it.
type Shown<'a> = (&'a str, &'a [&'a str]);

/// Asks for each word of the attributes of a file. Each word has to be in the table, and each row in the file.
fn check(client: &mut Client, path: &str, table: &[Shown<'_>]) {
    let text = client.open(path);
    let words = words::of_attributes(&text);
    for (name, _) in table {
        assert!(
            words.iter().any(|word| word.text == *name),
            "{path} has no `{name}`"
        );
    }
    let mut wrong = Vec::new();
    for word in &words {
        let Some((_, parts)) = table.iter().find(|(name, _)| *name == word.text) else {
            wrong.push(format!("no text is expected at `{}`", word.text));
            continue;
        };
        let hover = client.hover(path, word.line, word.column);
        for part in parts.iter().filter(|part| !hover.contains(**part)) {
            wrong.push(format!("{word:?} lacks {part:?} in {hover:?}"));
        }
    }
    assert!(wrong.is_empty(), "{path}:\n{}", wrong.join("\n"));
}

/// The words of the file, and the lines of their definitions in the file itself.
fn defined_in(client: &mut Client, path: &str, words: &[Word], table: &[(&str, &str)]) {
    for (name, place) in table {
        let word = words
            .iter()
            .rfind(|word| word.text == *name)
            .expect("the word is there");
        let found = client.definitions(path, word.line, word.column);
        assert!(
            found.iter().any(|definition| definition.contains(place)),
            "`{name}` is defined at {found:?}"
        );
    }
}

const CART_POLE: &[Shown<'_>] = &[
    (
        "coordinates",
        &["`coordinates(x, r[3])`", "generalized coordinates"],
    ),
    ("x", &["x: a generalized coordinate", "p_x = ", " = push"]),
    (
        "theta",
        &[
            "θ: a generalized coordinate",
            "p_θ = l m x\u{307} cos θ + l² m θ\u{307}",
            "l² m θ\u{308} − l m g sin θ = 0",
        ],
    ),
    ("inputs", &["`inputs(u, w[2], a: 2)`"]),
    ("push", &["push: an input"]),
    ("let", &["a name for a formula"]),
    ("bob", &["bob = [x + l sin θ, l cos θ]"]),
    ("sin", &["fn sin(x: f64) -> f64", "The sine"]),
    ("cos", &["fn cos(x: f64) -> f64", "The cosine"]),
    ("kinetic", &["`kinetic = ..`", "polynomial of degree at most 2"]),
    ("dt", &["total time derivative"]),
    ("powi", &["with an integer"]),
    ("norm_squared", &["squared length"]),
    ("potential", &["`potential = ..`"]),
    ("force", &["`force(x = .., r[0] = ..)`"]),
    ("output", &["`output(name = .., ..)`"]),
    ("bob_at", &["fn bob_at", "The output `bob_at = bob`"]),
    ("discretize", &["`discretize(Verlet, Midpoint)`"]),
    ("Midpoint", &["struct Midpoint", "The midpoint rule"]),
    ("cart", &["cart: f64"]),
    ("m", &["m: f64"]),
    ("l", &["l: f64"]),
    ("g", &["g: f64"]),
];

const EVERY_KEY: &[Shown<'_>] = &[
    ("crate", &["`crate = path`"]),
    ("extremal", &["Declare a mechanical system once"]),
    ("coordinates", &["`coordinates(x, r[3])`"]),
    ("a", &["a₀ … a₁: generalized coordinates", "p_a₀ = m a\u{307}₀"]),
    ("b", &["b₀ … b₁: generalized coordinates"]),
    ("type", &["type: a generalized coordinate"]),
    ("inputs", &["`inputs(u, w[2], a: 2)`"]),
    ("push", &["push: an input"]),
    ("pull", &["pull₀ … pull₁: an input"]),
    ("let", &["a name for a formula"]),
    ("along", &["along = b − a"]),
    ("stop", &["deep"]),
    ("deep", &["max(0, a[0] - wall)"]),
    ("max", &["The larger of two numbers"]),
    ("wall", &["Where the stop begins"]),
    ("kinetic", &["`kinetic = ..`"]),
    ("self", &["self: &Axle<T>"]),
    ("m", &["The mass of each end"]),
    ("dt", &["total time derivative"]),
    ("norm_squared", &["squared length"]),
    ("inertia", &["Two moments"]),
    ("powi", &["with an integer"]),
    ("potential", &["`potential = ..`"]),
    ("t", &["The time"]),
    ("PI", &["π = 3.14159"]),
    ("cos", &["The cosine"]),
    ("force", &["`force(x = .., r[0] = ..)`"]),
    ("dissipation", &["`dissipation = ..`"]),
    ("damping", &["A coefficient"]),
    ("constraint", &["`constraint(name = .., a == b, ..)`"]),
    ("axle", &["axle: |along|² − 1 = 0"]),
    ("output", &["`output(name = .., ..)`"]),
    ("height", &["The output `height = "]),
    ("sensitivities", &["`sensitivities(m, r)`"]),
    ("discretize", &["`discretize(Verlet, Midpoint)`"]),
    ("Verlet", &["struct Verlet"]),
    ("schemes", &["mod schemes", "The schemes, as types"]),
    ("Midpoint", &["struct Midpoint"]),
    ("NullSpace", &["struct NullSpace"]),
    ("Galerkin", &["struct Galerkin"]),
    ("Gauss", &["struct Gauss"]),
    ("r", &["r₀ … r₁: generalized coordinates"]),
    ("lagrangian", &["`lagrangian = ..`"]),
    ("norm", &["The length |r|"]),
    ("symmetry", &["`symmetry(name = [..], ..)`"]),
    ("assume", &["without a proof"]),
    ("rotation", &["fn rotation", "momentum map"]),
    ("Equivariant", &["struct Equivariant"]),
    ("Livens", &["struct Livens"]),
    ("angle", &["generalized coordinates"]),
    ("high", &["high(place) = place"]),
    ("place", &["A parameter of the formula `place[1]`"]),
    ("at", &["at = [before"]),
    ("scan", &["Partial results over a range"]),
    ("len", &["The number of items"]),
    ("before", &["A parameter of the formula"]),
    ("i", &["A parameter of the formula"]),
    ("sin", &["The sine"]),
    ("sum", &["over a range"]),
    ("array", &["The items over a range"]),
    ("j", &["A parameter of the formula"]),
    ("product", &["The product of the items"]),
    ("x", &["x: a generalized coordinate", "mass x\u{308} + x = 0"]),
    ("mass_matrix", &["`mass_matrix = ..`"]),
    ("mass", &["A mass."]),
    ("modified_energy", &["`modified_energy`"]),
    ("tug", &["The tug by the place"]),
    ("ropes", &["Two potentials"]),
    ("bend", &["bend: a generalized coordinate"]),
    ("strain", &["strain: a generalized coordinate"]),
    ("integrate", &["The integral over s from 0 to 1"]),
    ("place_in", &["A parameter of the formula"]),
    ("hermite", &["Hermite's cubic shape functions"]),
    ("linear", &["The linear shape functions"]),
    ("Lobatto", &["struct Lobatto"]),
    ("s", &["A parameter of the formula"]),
    ("hermite_curvature", &["The second derivatives"]),
    ("linear_slope", &["The derivatives [−1, 1]"]),
    ("steep", &["The output `steep = "]),
    ("hermite_slope", &["The derivatives of Hermite"]),
    ("lift", &["lift: a generalized coordinate"]),
    ("roll", &["roll: a generalized coordinate"]),
    ("contact", &["`contact(name, gap = .., slip = .."]),
    ("floor", &["A contact", "g_floor = lift − rest", "γ_floor = "]),
    ("gap", &["positive where the contact is open"]),
    ("slip", &["affine in the velocities"]),
    ("friction", &["Coulomb's coefficient"]),
    ("restitution", &["Newton's coefficient"]),
    ("restitution_t", &["the coefficient of the slip"]),
    ("rest", &["Where the ball rests"]),
    ("Moreau", &["Moreau"]),
];

#[test]
fn each_word_of_a_declaration_has_its_text() {
    let Some(mut client) = Client::start() else {
        eprintln!("skipped: rust-analyzer cannot be run; `rustup component add rust-analyzer` installs it");
        return;
    };
    let cart_pole = "examples/cart_pole.rs";
    check(&mut client, cart_pole, CART_POLE);
    check(&mut client, "tests/editor/src/lib.rs", EVERY_KEY);

    let text = client.text(cart_pole);
    let words = words::of_attributes(&text);
    let line_of = |part: &str| {
        let line = text.lines().position(|line| line.contains(part));
        format!("{cart_pole}:{}", line.expect("the line is there"))
    };
    defined_in(
        &mut client,
        cart_pole,
        &words,
        &[
            ("theta", &line_of("coordinates(x, theta)")),
            ("l", &line_of("    l: f64")),
            ("dt", "runtime/src/editor.rs"),
            ("kinetic", "runtime/src/editor/keys.rs"),
            ("Midpoint", "runtime/src/schemes/midpoint.rs"),
        ],
    );
    assert_eq!(client.problems(cart_pole), [""; 0]);

    // The name of the derive has the reference.
    let (line, column) = words::place(&text, "Lagrangian)]\n").expect("the derive is there");
    let reference = client.hover(cart_pole, line, column);
    assert!(
        reference.replace(' ', "").contains("|`kinetic=..`|scalar|"),
        "{reference}"
    );

    // With a mistake, the other words keep their texts.
    client.change(cart_pole, &text.replace("m * g * bob[1]", "m * g * mistake"));
    for (name, part) in [
        ("theta", "A coordinate."),
        ("bob", "[x + l * sin(theta), l * cos(theta)]"),
        ("force", "`force("),
    ] {
        let word = words
            .iter()
            .find(|word| word.text == name)
            .expect("the word is there");
        let hover = client.hover(cart_pole, word.line, word.column);
        assert!(hover.contains(part), "{name}: {hover}");
    }
    check_completions(&mut client, "tests/editor/src/lib.rs");
    client.stop();
}

/// What is typed in place of a part of the file, up to the mark `¦`, and names that are offered there.
const TYPED: &[(&str, &str, &[&str])] = &[
    (
        "restitution = 0.5",
        "resti¦ = 0.5",
        &["restitution", "gap", "slip"],
    ),
    (
        "dissipation = 0.5",
        "dissi¦ = 0.5",
        &["dissipation", "kinetic", "constraint"],
    ),
    (
        "0.5 * damping",
        "0.5 * damp¦",
        &["damping", "m", "along", "push", "a"],
    ),
    ("- m * cos(", "- m * co¦(", &["cos", "sin", "dt", "norm"]),
    (
        "dt(a).norm_squared()",
        "dt(a).nor¦",
        &["norm_squared", "norm", "powi"],
    ),
    (
        "(Verlet, ",
        "(Ver¦, ",
        &["Verlet", "Midpoint", "Galerkin", "Livens"],
    ),
];

fn check_completions(client: &mut Client, path: &str) {
    let text = client.text(path);
    let start = text.find("#[lagrangian(").expect("the declaration is there");
    for (part, typed, offered) in TYPED {
        let (before, declaration) = text.split_at(start);
        let marked = format!("{before}{}", declaration.replacen(part, typed, 1));
        let (line, column) = words::place(&marked, "¦").expect("something is typed");
        client.change(path, &marked.replace('¦', ""));
        let found = client.completions(path, line, column);
        for name in *offered {
            assert!(
                found.iter().any(|word| word == name),
                "`{typed}` offers {found:?}, not {name}"
            );
        }
    }
}
