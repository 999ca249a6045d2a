//! The tables of schemes and keys in the documentation, against the registries of the macro and against each other.
//!
//! The table of schemes is written in the guide. `BLESS=1` copies it to the README, where links have no target.

use std::collections::BTreeSet;
use std::fs;

use crate::sources::{code, files, root, text};

const GUIDE: &str = "runtime/src/guide/ch03_scheme.md";
const README: &str = "README.md";
const REFERENCE: &str = "runtime/src/declaration.md";

/// Made in the runtime of the steps of another scheme, so that declarations do not list them.
const UNLISTED: [&str; 2] = ["ClosedGaps", "Composition"];

/// The lines between the markers of a generated table.
const MARKERS: [&str; 2] = ["<!-- schemes -->\n\n", "\n<!-- end -->"];

/// A registry of the macro. Its names are strings after a mark in the files of a folder.
pub(crate) struct Registry {
    folder: &'static str,
    mark: &'static str,
}

pub(crate) const SCHEMES: Registry = Registry {
    folder: "macros/src/schemes",
    mark: "const NAME: &str = \"",
};
pub(crate) const KEYS: Registry = Registry {
    folder: "macros/src/keys",
    mark: "entry: \"",
};

impl Registry {
    pub(crate) fn names(&self) -> BTreeSet<String> {
        let files = files(self.folder, &[".rs"]).into_iter();
        let names: BTreeSet<String> = files.flat_map(|path| marked(&code(&path), self.mark)).collect();
        assert!(names.len() > 5, "{} has only {names:?}", self.folder);
        names
    }
}

/// The names that follow a mark.
fn marked(source: &str, mark: &str) -> Vec<String> {
    source.split(mark).skip(1).map(name).collect()
}

/// The first cell of each row.
pub(crate) fn first_cells<'a>(rows: &'a [&'a str]) -> impl Iterator<Item = &'a str> {
    rows.iter().map(|row| row.split('|').nth(1).unwrap_or_default())
}

/// The pieces of code in a cell.
pub(crate) fn codes(cell: &str) -> Vec<String> {
    cell.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// `Galerkin<P, Q>` begins with the name `Galerkin`.
fn name(code: &str) -> String {
    let name = code.split(|c: char| !c.is_alphanumeric() && c != '_').next();
    name.unwrap_or_default().to_owned()
}

/// The rows of the first table below a line that begins so, without its header.
fn rows_below<'a>(page: &'a str, line: &str) -> Vec<&'a str> {
    let below = page.lines().skip_while(|found| !found.starts_with(line));
    let table = below.skip_while(|line| !line.starts_with('|')).skip(2);
    table.take_while(|line| line.starts_with('|')).collect()
}

/// The names in the first column of a table.
fn names_in(rows: &[&str]) -> BTreeSet<String> {
    first_cells(rows)
        .flat_map(codes)
        .map(|code| name(&code))
        .collect()
}

/// The text between the markers of a page.
fn between(page: &str) -> &str {
    let (_, after) = page.split_once(MARKERS[0]).expect("a marker");
    after.split(MARKERS[1]).next().unwrap_or_default()
}

/// The link targets of one page are not defined in another.
fn without_links(table: &str) -> String {
    let mut parts = table.split("[`");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once("`]").expect("a link ends");
        let rest = match rest.strip_prefix('(') {
            Some(target) => target.split_once(')').expect("a target ends").1,
            None => rest,
        };
        plain += &format!("`{name}`{rest}");
    }
    plain
}

/// Fails with what a table lacks, and what it has too much.
fn assert_lists(path: &str, found: &BTreeSet<String>, registered: &BTreeSet<String>) {
    let missing: Vec<&String> = registered.difference(found).collect();
    let unknown: Vec<&String> = found.difference(registered).collect();
    assert!(
        missing.is_empty() && unknown.is_empty(),
        "the table of {path} lacks {missing:?}; nothing has the names {unknown:?}"
    );
}

#[test]
fn the_tables_of_schemes_are_those_of_the_registry() {
    let mut registered = SCHEMES.names();
    for name in UNLISTED {
        registered.remove(name);
    }
    let reference = text(REFERENCE);
    assert_lists(
        REFERENCE,
        &names_in(&rows_below(&reference, "# Schemes")),
        &registered,
    );
    registered.extend(UNLISTED.map(str::to_owned));
    let guide = text(GUIDE);
    assert_lists(
        GUIDE,
        &names_in(&rows_below(&guide, MARKERS[0].trim_end())),
        &registered,
    );
}

#[test]
fn the_readme_has_the_schemes_of_the_guide() {
    let (guide, readme) = (text(GUIDE), text(README));
    let table = without_links(between(&guide));
    if std::env::var_os("BLESS").is_some() {
        let old = [MARKERS[0], between(&readme), MARKERS[1]].concat();
        let blessed = readme.replacen(&old, &[MARKERS[0], &table, MARKERS[1]].concat(), 1);
        fs::write(root().join(README), blessed).expect("the README can be written");
    } else {
        assert_eq!(between(&readme), table, "copy the table of {GUIDE} by BLESS=1");
    }
}

#[test]
fn the_tables_of_keys_are_those_of_the_registry() {
    let registered = KEYS.names();
    for (path, heading) in [(REFERENCE, "# Keys"), (README, "## What can be declared")] {
        assert_lists(path, &names_in(&rows_below(&text(path), heading)), &registered);
    }
}

/// The guide shows a part of the text that the macro's own tests compare with what is derived.
#[test]
fn the_guide_shows_what_is_derived() {
    let guide = text("runtime/src/guide/ch02_derived.md");
    let (_, block) = guide.split_once("```text\n").expect("a block of text");
    let block = block.split("```").next().unwrap_or_default();
    let golden = text("macros/src/tests/golden/pendulum.txt");
    let mut lines = golden.lines();
    for line in block.lines() {
        assert!(lines.any(|known| known == line), "`{line}` is not derived");
    }
}

#[test]
fn registries_are_read() {
    let source = "const NAME: &str = \"Verlet\"; entry: \"let name = ..\"";
    assert_eq!(marked(source, SCHEMES.mark), ["Verlet"]);
    assert_eq!(marked(source, KEYS.mark), ["let"]);
    let row = "| [`Galerkin<P, Q>`](x), `Left` | |";
    assert_eq!(names_in(&[row]), ["Galerkin", "Left"].map(String::from).into());
}
