//! Every crate inherits the lints, the version and the licence of the workspace.

use std::process::Command;

use crate::sources::{files, output, root, text};

/// A crate that is not part of the workspace, because it builds for another machine only.
const BOARD: &str = "tests/no_std/cortex_m/Cargo.toml";

/// Crates with lints of their own: `hygiene` names every lint, and `mpi` and `outside` are not members of the workspace.
const APART: [&str; 4] = [
    BOARD,
    "mpi/Cargo.toml",
    "tests/hygiene/Cargo.toml",
    "tests/outside/Cargo.toml",
];

fn manifests() -> Vec<String> {
    let found = files("", &["Cargo.toml"]);
    assert!(found.len() >= 6, "{found:?}");
    found
}

/// The lines below `[name]`, up to the next table.
fn table<'a>(manifest: &'a str, name: &str) -> Vec<&'a str> {
    let header = format!("[{name}]");
    let lines = manifest.lines().skip_while(|line| *line != header).skip(1);
    lines.take_while(|line| !line.starts_with('[')).collect()
}

#[test]
fn every_crate_inherits_the_lints() {
    for path in manifests().iter().filter(|path| !APART.contains(&path.as_str())) {
        let manifest = text(path);
        assert!(
            table(&manifest, "lints").contains(&"workspace = true"),
            "{path} has lints of its own"
        );
        let package = table(&manifest, "package");
        for key in ["version", "edition", "rust-version", "license"] {
            let line = format!("{key}.workspace = true");
            assert!(package.contains(&line.as_str()), "{path} has a {key} of its own");
        }
    }
    let apart = text(BOARD);
    assert!(table(&apart, "lints.rust").contains(&"unsafe_code = \"forbid\""));
}

/// With these lints the compiler requires docs on public items, fields and variants, and forbids unsafe code. CI turns warnings into
/// errors.
#[test]
fn the_lints_are_those_of_the_house() {
    let manifest = text("Cargo.toml");
    let lints = table(&manifest, "workspace.lints.rust");
    for lint in [
        "unsafe_code = \"forbid\"",
        "missing_docs = \"warn\"",
        "unreachable_pub = \"warn\"",
    ] {
        assert!(lints.contains(&lint), "{lint}");
    }
    assert!(table(&manifest, "workspace.lints.clippy").contains(&"unwrap_used = \"warn\""));
    let ci = text(".ci/run");
    assert!(ci.contains("RUSTC_WORKSPACE_WRAPPER=\"$PWD/.ci/clippy\" \"$@\""));
    for built in [
        "build --workspace --lib --bins --tests --benches --quiet",
        "test --workspace",
    ] {
        assert!(ci.contains(&format!("\nlinted cargo {built}\n")), "{built}");
    }
    assert!(text(".ci/clippy").ends_with("\nexec clippy-driver \"$@\" -Dwarnings\n"));
    assert!(ci.contains("RUSTDOCFLAGS='-D warnings' linted cargo doc \"${published[@]}\" --no-deps"));
}

/// From below to above: a crate depends on crates before it alone.
const PUBLISHED: [&str; 7] = [
    "macros/symbolic",
    "macros",
    "macros/derive",
    "numerics",
    "percussions",
    "mesh",
    "runtime",
];

/// The fields that a registry shows, and the files that a package has to contain.
#[test]
fn published_crates_can_be_packaged() {
    for path in PUBLISHED {
        let manifest = text(&format!("{path}/Cargo.toml"));
        let package = table(&manifest, "package");
        for key in ["description", "documentation", "readme", "keywords", "categories"] {
            let is_given = package.iter().any(|line| line.starts_with(&format!("{key} = ")));
            assert!(is_given, "{path} has no {key}");
        }
        for file in ["README.md", "LICENSE-APACHE", "LICENSE-MIT"] {
            assert!(root().join(path).join(file).is_file(), "{path} has no {file}");
        }
    }
    let version = format!("## [{}]", env!("CARGO_PKG_VERSION"));
    assert!(
        text("CHANGELOG.md").contains(&version),
        "no changes of this version are listed"
    );
    assert!(text(".ci/run").contains("\n.ci/packages\n"));
    let packages = text(".ci/packages");
    let names = PUBLISHED.map(|path| name(&text(&format!("{path}/Cargo.toml"))));
    let listed = format!("\nnames=({})\n", names.join(" "));
    assert!(packages.contains(&listed), "{listed}");
}

/// The name of the package.
fn name(manifest: &str) -> String {
    let package = table(manifest, "package");
    let name = package.iter().find_map(|line| line.strip_prefix("name = \""));
    name.expect("a name").trim_end_matches('"').to_owned()
}

/// Walls between crates: what lies below does not know what lies above. Contacts know numbers alone.
#[test]
fn crates_depend_on_crates_below_them() {
    let walls: [(&str, &[&str]); 6] = [
        ("macros/symbolic", &[]),
        ("macros", &["extremal-symbolic"]),
        ("macros/derive", &["extremal-macros"]),
        ("numerics", &[]),
        ("percussions", &["extremal-numerics"]),
        ("mesh", &[]),
    ];
    for (path, below) in walls {
        let manifest = text(&format!("{path}/Cargo.toml"));
        let own = name(&manifest);
        let tables = ["dependencies", "dev-dependencies"];
        for line in tables
            .into_iter()
            .flat_map(|table_name| table(&manifest, table_name))
        {
            let asked = line.split(['.', ' ']).next().unwrap_or_default();
            let is_below = !asked.starts_with("extremal") || below.contains(&asked);
            assert!(is_below, "{own} depends on {asked}");
        }
    }
}

/// Files of a package that are no sources.
const OTHER_FILES: [&str; 7] = [
    ".cargo_vcs_info.json",
    "Cargo.lock",
    "Cargo.toml",
    "Cargo.toml.orig",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "README.md",
];

/// Sources and the pages that are part of the documentation. Tests with their corpora and golden files stay in the repository: half of
/// the text of the macro is in its tests.
#[test]
fn packages_contain_what_users_need() {
    let published = manifests().into_iter().filter(|path| {
        let package = table(&text(path), "package").join("\n");
        !package.contains("publish = false") && !APART.contains(&path.as_str())
    });
    let published: Vec<String> = published.collect();
    assert!(published.len() >= 3, "{published:?}");
    for path in published {
        let list = output(Command::new(env!("CARGO")).args([
            "package",
            "--offline",
            "--allow-dirty",
            "--list",
            "--quiet",
            "--manifest-path",
            &path,
        ]));
        for file in list.lines() {
            let is_source = file.starts_with("src/") && (file.ends_with(".rs") || file.ends_with(".md"));
            assert!(
                is_source || OTHER_FILES.contains(&file),
                "{path}: `{file}` is in the package; add it to `exclude`"
            );
            let is_test = file.split('/').any(|part| part == "tests" || part == "tests.rs");
            assert!(!is_test, "{path}: `{file}` is in the package; exclude tests");
        }
        assert!(
            list.lines().any(|file| file == "src/lib.rs"),
            "{path} has no sources"
        );
    }
}

/// Otherwise all crates of the workspace would be tested with this feature.
#[test]
fn deterministic_is_not_a_default_feature() {
    for path in manifests() {
        let manifest = text(&path);
        let asking = manifest.lines().filter(|line| line.contains("deterministic"));
        for line in asking {
            assert!(line.starts_with("deterministic = ["), "{path}: {line}");
        }
    }
}

#[test]
fn tables_end_where_the_next_begins() {
    assert_eq!(table("[a]\nx = 1\n[b]\ny = 2\n", "a"), ["x = 1"]);
}
