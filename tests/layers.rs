//! Who may know whom: the import directions of the workspace, read from its sources.

use std::fs;
use std::path::{Path, PathBuf};

/// A folder or file, and words that must not occur in its code.
const FORBIDDEN: [(&str, &[&str]); 10] = [
    (
        "macros/symbolic/src",
        &["syn::", "quote::", "proc_macro", "extremal_macros", "extremal::"],
    ),
    (
        "macros/src/model.rs",
        &["syn::", "quote", "proc_macro", "crate::"],
    ),
    (
        "macros/src/dynamics.rs",
        &["syn::", "quote", "proc_macro", "crate::schemes", "crate::derive"],
    ),
    (
        "macros/src/schemes",
        &[
            "syn::",
            "quote",
            "proc_macro",
            "crate::derive",
            "crate::emit",
            "crate::parse",
        ],
    ),
    (
        "macros/src/derive",
        &[
            "syn::",
            "quote",
            "proc_macro",
            "crate::emit",
            "crate::parse",
            "crate::lower",
        ],
    ),
    (
        "macros/src/describe",
        &[
            "quote",
            "proc_macro",
            "crate::parse",
            "crate::lower",
            "crate::check",
            "crate::emit",
        ],
    ),
    (
        "macros/src/emit",
        &["crate::parse", "crate::lower", "crate::check", "Graph"],
    ),
    (
        "macros/src/parse",
        &[
            "crate::lower",
            "crate::check",
            "crate::derive",
            "crate::emit",
            "crate::model",
        ],
    ),
    ("macros/src", &["extremal_runtime", "use extremal::"]),
    ("runtime/src", &["extremal_symbolic", "alloc::"]),
];

/// At 400 lines one stops and thinks.
const LONGEST: usize = 400;

fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

fn sources(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        let entries = fs::read_dir(path).expect("a folder of the workspace");
        entries.for_each(|entry| sources(&entry.expect("an entry").path(), found));
    } else if path.extension().is_some_and(|extension| extension == "rs") {
        found.push(path.to_owned());
    }
}

fn sources_of(folder: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    sources(&root().join(folder), &mut found);
    assert!(!found.is_empty(), "{folder} has no sources");
    found
}

/// Code without comments and without what only tests see.
fn is_test(path: &Path) -> bool {
    let name = path.to_string_lossy().replace('\\', "/");
    ["/tests", "golden.rs", "chains.rs"]
        .iter()
        .any(|part| name.contains(part))
}

fn code(path: &Path) -> String {
    let text = fs::read_to_string(path).expect("a source file");
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

#[test]
fn layers_import_downwards_only() {
    for (folder, words) in FORBIDDEN {
        for path in sources_of(folder).into_iter().filter(|path| !is_test(path)) {
            let code = code(&path);
            for word in words {
                assert!(!code.contains(word), "{} knows `{word}`", path.display());
            }
        }
    }
}

#[test]
fn no_file_holds_more_than_one_idea() {
    for folder in ["macros", "runtime/src", "examples"] {
        for path in sources_of(folder) {
            let lines = fs::read_to_string(&path).expect("a source file").lines().count();
            assert!(lines <= LONGEST, "{} has {lines} lines", path.display());
        }
    }
}
