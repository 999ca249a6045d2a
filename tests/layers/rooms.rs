//! A room page with a table of its modules lists each module exactly once.
//!
//! Modules that only tests see need no row.

use std::collections::BTreeSet;

use crate::sources::{sources, text};
use crate::tables::{codes, first_cells};

/// First words of a table whose rows are modules.
const HEADERS: [&str; 2] = ["//! | module |", "//! | file |"];

/// The rows of the table in a room page, if it has one.
fn table_of(page: &str) -> Option<Vec<&str>> {
    let is_header = |line: &&str| HEADERS.iter().any(|header| line.starts_with(header));
    let rows = page.lines().skip_while(|line| !is_header(line)).skip(2);
    let rows = rows.map_while(|line| line.strip_prefix("//! ").filter(|row| row.starts_with('|')));
    page.lines().any(|line| is_header(&line)).then(|| rows.collect())
}

/// The modules that a page declares outside of tests.
fn modules(page: &str) -> BTreeSet<&str> {
    let lines: Vec<&str> = page.lines().collect();
    let declared = |at: usize| -> Option<&str> {
        let line = lines[at];
        let name = line.split_once("mod ")?.1.strip_suffix(';')?;
        let before = at.checked_sub(1).map_or("", |before| lines[before]);
        let is_item = ["mod ", "pub mod ", "pub(crate) mod ", "pub(super) mod "]
            .iter()
            .any(|start| line.starts_with(start));
        (is_item && before != "#[cfg(test)]").then_some(name)
    };
    (0..lines.len()).filter_map(declared).collect()
}

/// What is wrong with the table of a page; nothing if the page has none.
fn mistakes(page: &str) -> Vec<String> {
    let Some(rows) = table_of(page) else {
        return Vec::new();
    };
    let listed: Vec<String> = first_cells(&rows).flat_map(codes).collect();
    let modules = modules(page);
    let missing = modules
        .iter()
        .filter(|module| !listed.iter().any(|name| name == *module))
        .map(|module| format!("the table lacks `{module}`"));
    let unknown = listed
        .iter()
        .filter(|name| !modules.contains(name.as_str()))
        .map(|name| format!("`{name}` is not a module"));
    let twice = listed
        .iter()
        .enumerate()
        .filter(|(at, name)| listed[..*at].contains(name))
        .map(|(_, name)| format!("`{name}` is listed twice"));
    missing.chain(unknown).chain(twice).collect()
}

#[test]
fn tables_of_modules_are_complete() {
    let folders = [
        "macros",
        "mesh",
        "numerics",
        "percussions",
        "runtime/src",
        "examples",
    ];
    let pages = folders.into_iter().flat_map(sources);
    let mistakes: Vec<String> = pages
        .flat_map(|path| {
            let mistakes = mistakes(&text(&path));
            mistakes
                .into_iter()
                .map(move |mistake| format!("{path}: {mistake}"))
        })
        .collect();
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn mistakes_in_tables_are_found() {
    let page = "//! | file | idea |\n//! | --- | --- |\n//! | `a`, `b` | x |\n//! | `a` | y |\n\n\
        mod a;\n#[cfg(test)]\nmod b;\npub mod c;\n";
    assert_eq!(
        mistakes(page),
        [
            "the table lacks `c`",
            "`b` is not a module",
            "`a` is listed twice"
        ]
    );
    assert_eq!(mistakes("mod a;\n"), [""; 0]);
}
