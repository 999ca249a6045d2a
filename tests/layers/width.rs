//! Lines of documentation fit on a screen.

use crate::sources::{files, text};

/// In characters, those that begin a comment included.
const WIDEST: usize = 128;

/// Markdown, and doc comments of all crates but the macro.
const PAGES: [&str; 8] = [
    "README.md",
    "CONTRIBUTING.md",
    "macros/guide",
    "mesh",
    "numerics",
    "percussions",
    "runtime/src",
    "macros/symbolic/src",
];

#[test]
fn lines_of_documentation_are_short() {
    let mut wide = Vec::new();
    let pages = PAGES.into_iter().flat_map(|page| files(page, &[".md", ".rs"]));
    for path in pages {
        let is_page = path.ends_with(".md");
        for (at, line) in text(&path).lines().enumerate() {
            let start = line.trim_start();
            // A row of a table cannot be broken.
            let is_text = is_page && !start.starts_with('|');
            let is_doc = is_text || start.starts_with("///") || start.starts_with("//!");
            if is_doc && line.chars().count() > WIDEST {
                wide.push(format!("{path}:{}", at + 1));
            }
        }
    }
    assert!(wide.is_empty(), "more than {WIDEST} columns: {wide:#?}");
}
