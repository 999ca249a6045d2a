//! The registry under test: words stand for one key, and the reference has its table of the keys.
//!
//! `BLESS=1 cargo test -p extremal-macros keys` rewrites the table.

use std::path::PathBuf;

use super::{KEYS, meant_by, named};
use crate::declaration::{Key, Row, Times};
use crate::schemes::{usual, with_modified_energy};

/// Around the table in the reference.
const MARKERS: [&str; 2] = ["<!-- keys -->\n\n", "\n<!-- end of keys -->"];

fn keys() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().map(|entry| entry.key)
}

#[test]
fn a_word_stands_for_one_key() {
    let words = keys().flat_map(|key| key.other_words.iter().chain([&key.name]));
    let mut words: Vec<&str> = words.copied().collect();
    for key in keys() {
        assert!(named(key.name).is_some_and(|found| std::ptr::eq(found, key)));
        for word in key.other_words {
            assert_eq!(meant_by(word).map(|key| key.name), Some(key.name), "{word}");
        }
    }
    words.sort_unstable();
    let twice: Vec<_> = words.windows(2).filter(|pair| pair[0] == pair[1]).collect();
    assert!(twice.is_empty(), "{twice:?}");
}

#[test]
fn an_entry_begins_with_its_key() {
    for key in keys() {
        let rest = key.row.entry.strip_prefix(key.name);
        assert!(
            rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric)),
            "{}",
            key.row.entry
        );
    }
}

#[test]
fn the_reference_has_all_keys() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../runtime/src/declaration.md");
    let page = std::fs::read_to_string(&path).expect("the reference is there");
    let (before, behind) = page.split_once(MARKERS[0]).expect("a marker");
    let (found, after) = behind.split_once(MARKERS[1]).expect("a marker behind it");
    let expected = table();
    if std::env::var_os("BLESS").is_some() {
        let page = [before, MARKERS[0], &expected, MARKERS[1], after].concat();
        std::fs::write(&path, page).expect("the reference can be written");
        return;
    }
    assert!(
        found == expected,
        "the table of keys is not that of their files; BLESS=1 rewrites it:\n{expected}"
    );
}

/// What stands between the markers.
fn table() -> String {
    let many = keys().filter(|key| matches!(key.times, Times::Many));
    let many: Vec<String> = many.map(|key| quoted(key.name)).collect();
    let (last, others) = many.split_last().expect("some keys may come more than once");
    let rows: String = keys().map(|key| row(&key.row)).collect();
    format!(
        "{} and {last} may come more than once, all other keys once.\n\n\
         | key | shape | meaning | if left out |\n| --- | --- | --- | --- |\n{rows}",
        others.join(", ")
    )
}

fn row(row: &Row) -> String {
    let Row {
        entry,
        shape,
        meaning,
        otherwise,
    } = row;
    let line = format!("| `{entry}` | {shape} | {meaning} | {otherwise} |\n");
    let known: Vec<String> = with_modified_energy().into_iter().map(quoted).collect();
    let usual: Vec<String> = usual().iter().map(|scheme| scheme.path().to_string()).collect();
    line.replace("{with_modified_energy}", &known.join(" and "))
        .replace("{usual}", &usual.join(", "))
}

fn quoted(code: &str) -> String {
    format!("`{code}`")
}
