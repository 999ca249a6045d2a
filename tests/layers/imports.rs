//! Rules for imports: data moves down a list of rooms, and a room uses only rooms above it.

use crate::sources::{code, entries, sources, text};

/// A room of the macro: a file or folder of `macros/src`.
struct Room {
    name: &'static str,
    /// Words that must not occur in the room.
    kept_out: &'static [&'static str],
    /// The rooms that it may use. All of them are above it.
    uses: &'static [&'static str],
}

const fn room(name: &'static str, kept_out: &'static [&'static str], uses: &'static [&'static str]) -> Room {
    Room { name, kept_out, uses }
}

/// Rooms of mathematics do not use syntax, and rooms that read syntax do not write code. The other rooms may do both.
const MATHEMATICS: &[&str] = &["syn::", "quote", "proc_macro"];
const READERS: &[&str] = &["quote", "proc_macro"];
const TOKENS: &[&str] = &[];

/// From above to below.
const ROOMS: [Room; 18] = [
    room("diagnostics", TOKENS, &[]),
    room("suggest", MATHEMATICS, &[]),
    room("text", TOKENS, &[]),
    room("shape", MATHEMATICS, &[]),
    room("model", MATHEMATICS, &["shape"]),
    room("dynamics", MATHEMATICS, &["model"]),
    room("schemes", MATHEMATICS, &["model", "dynamics"]),
    room(
        "declaration",
        TOKENS,
        &["diagnostics", "text", "schemes", "shape", "model"],
    ),
    room(
        "lower",
        TOKENS,
        &[
            "declaration",
            "diagnostics",
            "suggest",
            "text",
            "model",
            "schemes",
        ],
    ),
    room(
        "keys",
        TOKENS,
        &[
            "declaration",
            "diagnostics",
            "suggest",
            "text",
            "model",
            "schemes",
            "lower",
        ],
    ),
    room(
        "parse",
        TOKENS,
        &[
            "declaration",
            "diagnostics",
            "schemes",
            "shape",
            "suggest",
            "text",
            "keys",
        ],
    ),
    room(
        "check",
        TOKENS,
        &["declaration", "diagnostics", "model", "lower", "keys"],
    ),
    room(
        "system",
        TOKENS,
        &[
            "declaration",
            "diagnostics",
            "suggest",
            "model",
            "schemes",
            "parse",
            "keys",
            "check",
        ],
    ),
    room("derive", MATHEMATICS, &["model", "dynamics", "schemes"]),
    room(
        "loops",
        MATHEMATICS,
        &["declaration", "model", "system", "derive"],
    ),
    room(
        "describe",
        READERS,
        &[
            "declaration",
            "model",
            "dynamics",
            "schemes",
            "keys",
            "system",
            "derive",
        ],
    ),
    room(
        "editor",
        TOKENS,
        &["declaration", "text", "lower", "keys", "describe"],
    ),
    room(
        "emit",
        TOKENS,
        &[
            "declaration",
            "text",
            "model",
            "schemes",
            "system",
            "derive",
            "loops",
            "describe",
            "editor",
        ],
    ),
];

/// The room of tests and `lib.rs` may use every room.
const UNBOUND: [&str; 2] = ["lib", TESTS];
const TESTS: &str = "tests";

/// A folder or file, and words that must not occur in its code.
const FORBIDDEN: [(&str, &[&str]); 7] = [
    (
        "macros/symbolic/src",
        &["syn::", "quote::", "proc_macro", "extremal_macros", "extremal::"],
    ),
    ("macros/src/emit", &["Graph"]),
    // `emit/loops` writes loops.
    ("macros/src/emit/family", &["for __at"]),
    (
        "macros/src",
        &["extremal_runtime", "use extremal::", "proc_macro::"],
    ),
    ("runtime/src", &["extremal_symbolic"]),
    ("numerics/src/scalar", &["crate::"]),
    (
        "runtime/src/newton.rs",
        &["crate::step", "crate::integrator", "Lagrangian", "Discretize"],
    ),
];

/// `macros/src/emit/step.rs` is in the room `emit`.
fn room_of(path: &str) -> &str {
    let inside = path.trim_start_matches("macros/src/");
    let name = inside.split('/').next().unwrap_or_default();
    name.trim_end_matches(".rs")
}

/// Tests may use every room.
pub(crate) fn is_test(path: &str) -> bool {
    UNBOUND.contains(&room_of(path)) || path.contains("/tests")
}

/// The rooms that the code names: each word after `crate::`.
fn used(code: &str) -> Vec<&str> {
    let after = code.split("crate::").skip(1);
    after
        .map(|rest| {
            rest.split(|c: char| !c.is_alphanumeric() && c != '_')
                .next()
                .unwrap_or_default()
        })
        .collect()
}

fn check_room(path: &str) {
    let name = room_of(path);
    let room = ROOMS.iter().find(|room| room.name == name);
    let Some(room) = room else {
        panic!(
            "the room `{name}` has no rule: say in ROOMS of {} what it may use",
            file!()
        );
    };
    let code = code(path);
    for used in used(&code) {
        assert!(
            used == name || room.uses.contains(&used),
            "{path} uses the room `{used}`"
        );
    }
    for word in room.kept_out {
        assert!(!code.contains(word), "{path} knows `{word}`");
    }
    assert!(
        !is_door(path) || !code.contains("super::"),
        "{path} names a room by `super`"
    );
}

/// The file of a room, whose `super` is the crate.
fn is_door(path: &str) -> bool {
    let inside = path.trim_start_matches("macros/src/");
    !inside.contains('/') || inside.ends_with("/mod.rs")
}

#[test]
fn no_room_uses_one_below_it() {
    for (index, room) in ROOMS.iter().enumerate() {
        for used in room.uses {
            assert!(
                ROOMS[..index].iter().any(|above| above.name == *used),
                "`{}` uses `{used}`",
                room.name
            );
        }
    }
}

#[test]
fn layers_import_downwards_only() {
    let bound = sources("macros/src").into_iter().filter(|path| !is_test(path));
    bound.for_each(|path| check_room(&path));
}

#[test]
fn every_room_has_a_rule() {
    for entry in entries("macros/src") {
        let name = entry
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let known = UNBOUND.contains(&name.as_str()) || ROOMS.iter().any(|room| room.name == name);
        assert!(
            known,
            "the room `{name}` has no rule: say in ROOMS of {} what it may use",
            file!()
        );
    }
}

/// A test that has a file is in the room of tests, so that the other rooms show stages only.
#[test]
fn tests_have_one_room() {
    assert!(text("macros/src/lib.rs").contains("\n#[cfg(test)]\nmod tests;\n"));
    for path in sources("macros/src")
        .into_iter()
        .filter(|path| room_of(path) != "lib")
    {
        let has_own = text(&path).contains("#[cfg(test)]\nmod tests;");
        assert!(!has_own, "{path} has a room of tests of its own");
        assert_eq!(is_test(&path), room_of(&path) == TESTS, "{path}");
    }
}

/// The crates that are part of a program for a microcontroller.
const NO_STD: [&str; 3] = ["numerics/src", "percussions/src", "runtime/src"];

/// Programs without an allocator have no vectors of any length: the file says so, or one that declares it or its room.
#[test]
fn memory_is_allocated_behind_a_feature() {
    const FEATURE: &str = "#[cfg(feature = \"alloc\")]";
    let mut found = 0;
    let all = NO_STD.into_iter().flat_map(sources);
    for path in all.filter(|path| !is_test(path)) {
        let text = code(&path);
        if !text.contains("alloc::") {
            continue;
        }
        found += 1;
        let mut is_declared = false;
        let mut inner = path.trim_end_matches(".rs");
        while let Some((folder, name)) = inner.rsplit_once('/') {
            let declared = format!("{FEATURE}\nmod {name};");
            let doors = [format!("{folder}.rs"), format!("{folder}/lib.rs")];
            is_declared |= doors
                .iter()
                .any(|door| std::path::Path::new(door).exists() && code(door).contains(&declared));
            inner = folder;
        }
        assert!(
            text.contains(FEATURE) || is_declared,
            "{path} knows `alloc::` without {FEATURE}"
        );
    }
    assert!(found > 0);
}

#[test]
fn rooms_do_not_use_forbidden_words() {
    for (below, words) in FORBIDDEN {
        for path in sources(below).into_iter().filter(|path| !is_test(path)) {
            let code = code(&path);
            for word in words {
                assert!(!code.contains(word), "{path} knows `{word}`");
            }
        }
    }
}

#[test]
fn names_after_crate_are_found() {
    assert_eq!(
        used("use crate::model::Model;\nlet x = crate::emit_all();"),
        ["model", "emit_all"]
    );
    assert_eq!(
        (room_of("macros/src/emit/step.rs"), room_of("macros/src/model.rs")),
        ("emit", "model")
    );
}
