//! The tests of each scheme and of each key: a table that is written from the sources of the tests, `tests/COVERAGE.md`.
//!
//! `BLESS=1 cargo test --test layers coverage` writes it. A scheme or a key without tests is an error.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use crate::declarations::keys_in;
use crate::sources::{code, files, root, sources, text};
use crate::tables::{KEYS, SCHEMES};

const TABLE: &str = "tests/COVERAGE.md";

/// Folders below `tests` whose files compare no motion: messages, and tests of the sources and of the tools.
const APART: [&str; 4] = [
    "tests/ui/",
    "tests/layers/",
    "tests/compile_time/",
    "tests/editor/",
];

/// Files that declare systems and compare what is derived with golden files.
const GOLDEN: &str = "macros/src/tests";

/// More files of one folder than this are not named one by one.
const NAMED: usize = 4;

const HEADER: &str = "# What covers which scheme and key\n\n\
    Written by `BLESS=1 cargo test --test layers coverage`, from the sources of the tests. A `*` stands for \
    more than four files.\nPlaces are below `tests/`, without folders named `tests` and `oracles`; golden files are in `macros/src/tests/golden/`.\n";

/// The words of a code.
fn words(code: &str) -> BTreeSet<&str> {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').collect()
}

/// The names that each file of tests contains.
struct Tests {
    /// Files that compare motions: their words, and the keys of their declarations.
    motions: Vec<(String, BTreeSet<String>, BTreeSet<String>)>,
    /// Messages in `tests/ui`.
    messages: Vec<(String, String)>,
    /// Systems with golden files: their names and declarations.
    golden: Vec<(String, String)>,
}

impl Tests {
    fn read() -> Self {
        let motions = sources("tests").into_iter();
        let motions = motions.filter(|path| !APART.iter().any(|apart| path.starts_with(apart)));
        let motions = motions.map(|path| {
            let code = code(&path);
            let words = words(&code).into_iter().map(str::to_owned).collect();
            (path, words, keys_in(&code))
        });
        let messages = files("tests/ui", &[".stderr"]).into_iter();
        let golden = sources(GOLDEN);
        let golden = golden.iter().flat_map(|path| declared(&code(path)));
        Self {
            motions: motions.collect(),
            messages: messages
                .map(|path| {
                    let text = text(&path);
                    (path, text)
                })
                .collect(),
            golden: golden.collect(),
        }
    }

    /// The row of a scheme, which is a word.
    fn of_scheme(&self, name: &str) -> Row<'_> {
        Row {
            motions: self.motions_with(|words, _| words.contains(name)),
            messages: self.messages_about(name),
            golden: self.golden_with(|declaration| words(declaration).contains(name)),
        }
    }

    /// The row of a key, which begins an entry.
    fn of_key(&self, name: &str) -> Row<'_> {
        Row {
            motions: self.motions_with(|_, keys| keys.contains(name)),
            messages: self.messages_about(name),
            golden: self.golden_with(|declaration| keys_in(declaration).contains(name)),
        }
    }

    fn motions_with(&self, has: impl Fn(&BTreeSet<String>, &BTreeSet<String>) -> bool) -> Vec<&str> {
        let found = self.motions.iter().filter(|(_, words, keys)| has(words, keys));
        found.map(|(path, ..)| path.as_str()).collect()
    }

    /// Messages that name it, or show an entry of it.
    fn messages_about(&self, name: &str) -> Vec<&str> {
        let found = self.messages.iter().filter(|(_, text)| is_about(text, name));
        found.map(|(path, _)| path.as_str()).collect()
    }

    fn golden_with(&self, has: impl Fn(&str) -> bool) -> Vec<&str> {
        let found = self.golden.iter().filter(|(_, declaration)| has(declaration));
        let found: BTreeSet<&str> = found.map(|(name, _)| name.as_str()).collect();
        found.into_iter().collect()
    }
}

/// Where a name is tested.
struct Row<'a> {
    motions: Vec<&'a str>,
    messages: Vec<&'a str>,
    golden: Vec<&'a str>,
}

impl Row<'_> {
    fn written(&self, name: &str) -> String {
        let golden: Vec<String> = self.golden.iter().map(|name| format!("`{name}`")).collect();
        let [motions, messages] = [&self.motions, &self.messages].map(|paths| grouped(paths));
        let cells = [motions, messages, golden.join(", ")];
        let cells = cells.map(|cell| if cell.is_empty() { "–".to_owned() } else { cell });
        format!("| `{name}` | {} |\n", cells.join(" | "))
    }
}

/// The systems that a file compares with golden files: `check("name", declaration)`.
fn declared(code: &str) -> Vec<(String, String)> {
    let calls = code.split("check(").skip(1);
    let named = calls.filter_map(|call| {
        let (name, rest) = call.trim_start().strip_prefix('"')?.split_once('"')?;
        let is_golden = files(GOLDEN, &[".txt", ".expanded"])
            .iter()
            .any(|path| path.contains(&format!("/golden/{name}.")));
        is_golden.then(|| (name.to_owned(), rest.to_owned()))
    });
    named.collect()
}

/// Whether a message has a piece of code that begins with the name, or shows an entry that does.
fn is_about(text: &str, name: &str) -> bool {
    let begins = |code: &str| {
        let rest = code.trim_start().strip_prefix(name);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    };
    let shown = text.lines().filter_map(|line| line.split_once(" |"));
    text.split('`').skip(1).step_by(2).any(begins) || shown.into_iter().any(|(_, code)| begins(code))
}

/// A path without its ending and without what all paths have: `steps/orders` for `tests/oracles/tests/steps/orders.rs`.
fn place(path: &str) -> String {
    let (stem, _) = path.rsplit_once('.').unwrap_or((path, ""));
    let mut parts: Vec<&str> = stem.split('/').collect();
    parts.retain(|part| *part != "tests" && *part != "oracles");
    parts.dedup();
    parts.join("/")
}

/// Paths by folders: `steps/orders`, or `steps/*` if there are many.
fn grouped(paths: &[&str]) -> String {
    let places: Vec<String> = paths.iter().map(|path| place(path)).collect();
    let mut folders = BTreeMap::<&str, Vec<&str>>::new();
    for stem in &places {
        // Messages are one folder for each topic.
        let (folder, _) = match stem.strip_prefix("ui/") {
            Some(_) => stem.rsplit_once('/').unwrap_or_default(),
            None => stem.split_once('/').unwrap_or_default(),
        };
        folders.entry(folder).or_default().push(stem);
    }
    let written = folders.into_iter().flat_map(|(folder, stems)| match folder {
        "" if stems.len() > NAMED => vec!["`*.rs`".to_owned()],
        _ if stems.len() > NAMED => vec![format!("`{folder}/*`")],
        _ => stems.iter().map(|stem| format!("`{stem}`")).collect(),
    });
    written.collect::<Vec<_>>().join(", ")
}

/// The page, and what is not tested.
fn page(tests: &Tests) -> (String, Vec<String>) {
    let mut page = HEADER.to_owned();
    let mut untested = Vec::new();
    page += "\n## Schemes\n\n| scheme | motions | messages that name it | golden files |\n| --- | --- | --- | --- |\n";
    for name in SCHEMES.names() {
        let row = tests.of_scheme(&name);
        if row.motions.is_empty() {
            untested.push(format!(
                "no motion by `{name}` is tested: add one to tests/oracles"
            ));
        }
        page += &row.written(&name);
    }
    page +=
        "\n## Keys\n\n| key | motions | messages that name it | golden files |\n| --- | --- | --- | --- |\n";
    for name in KEYS.names() {
        let row = tests.of_key(&name);
        if row.motions.is_empty() {
            untested.push(format!(
                "no motion with `{name}` is tested: add one to tests/oracles"
            ));
        }
        if row.messages.is_empty() {
            untested.push(format!(
                "no message about `{name}` is tested: add one to tests/ui"
            ));
        }
        page += &row.written(&name);
    }
    (page, untested)
}

#[test]
fn every_scheme_and_key_is_tested() {
    let (page, untested) = page(&Tests::read());
    assert!(untested.is_empty(), "{}", untested.join("\n"));
    let place = root().join(TABLE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&place, &page).expect("the table can be written");
    }
    let found = fs::read_to_string(&place).unwrap_or_default();
    assert!(
        found == page,
        "{TABLE} is not what follows from the tests; `BLESS=1 cargo test --test layers coverage` writes it"
    );
}

#[test]
fn places_are_grouped_by_folders() {
    let many = ["a", "b", "c", "d", "e"].map(|name| format!("tests/oracles/tests/steps/{name}.rs"));
    let mut paths: Vec<&str> = many.iter().map(String::as_str).collect();
    paths.extend([
        "tests/allocation.rs",
        "tests/oracles/tests/livens/systems/tied.rs",
    ]);
    assert_eq!(grouped(&paths), "`allocation`, `livens/systems/tied`, `steps/*`");
}

#[test]
fn messages_name_keys_or_show_their_entries() {
    assert!(is_about("write `kinetic = ..`", "kinetic"));
    assert!(is_about("  |\n6 |     kinetic: 0.5,\n", "kinetic"));
    assert!(!is_about("write `kinetics`, kinetic", "kinetic"));
}
