//! The registry under test: words stand for one key, the reference has its table of the keys, and editors have an item for each.
//!
//! `BLESS=1 cargo test -p extremal-macros keys` rewrites the table and the items.

use std::path::PathBuf;

use crate::declaration::{Form, Items, Key, Row, Times};
use crate::editor::name_of_key;
use crate::keys::{KEYS, meant_by, named};
use crate::schemes::{usual, usual_with_contacts, with_modified_energy};
use crate::tests::golden::first_difference;

/// The longest line of documentation.
const COLUMNS: usize = 120;
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
    compare("../runtime/src/declaration.md", MARKERS, &table());
}

#[test]
fn editors_have_the_reference() {
    let page = in_file("../runtime/src/declaration.md");
    let (before, _) = page
        .split_once("\n# Examples\n")
        .expect("examples after the rules");
    let mut is_code = false;
    let shown = before.lines().filter(|line| {
        is_code ^= line.starts_with("```");
        // Lines of examples that documentation hides, and marks of tests.
        !(is_code && line.starts_with("# ") || line.starts_with("<!--"))
    });
    let shown: Vec<String> = shown.map(|line| without_links(line) + "\n").collect();
    compare(
        "derive/src/lib.rs",
        ["doc = r####\"\n", "\"####"],
        &shown.concat(),
    );
}

#[test]
fn editors_have_an_item_for_each_key() {
    compare(
        "../runtime/src/editor/keys.rs",
        ["written by a test.\n", ""],
        &items(),
    );
}

/// A module with documentation for each key.
fn items() -> String {
    let items = keys().map(|key| {
        let Row {
            entry,
            shape,
            meaning,
            otherwise,
        } = &key.row;
        let times = match key.times {
            Times::Many => "May come more than once.",
            Times::Once { .. } => "At most once.",
        };
        let paragraphs = [
            format!("`{entry}`: {meaning}."),
            format!("Shape: {shape}. If left out: {otherwise}. {times}"),
        ];
        let documentation = paragraphs.map(|text| comment(&linked(&with_schemes(&text))));
        format!(
            "{}pub mod {} {{{}}}\n",
            documentation.join("///\n"),
            name_of_key(key.name),
            parts(key)
        )
    });
    items.map(|item| format!("\n{item}")).collect()
}

/// A module with documentation for each part of an entry.
fn parts(key: &Key) -> String {
    let Form::List {
        items: Items::Parts(parts),
        ..
    } = key.form
    else {
        return String::new();
    };
    let items = parts.iter().filter(|part| part.refused.is_none()).map(|part| {
        let text = comment(&format!("`{}`: {}.", part.written(".."), part.meaning));
        let lines: Vec<String> = text.lines().map(|line| format!("    {line}\n")).collect();
        format!("{}    pub mod {} {{}}\n", lines.concat(), name_of_key(part.name))
    });
    let items: Vec<String> = items.collect();
    format!("\n{}", items.join("\n"))
}

/// Compares the text between two marks of a file, or rewrites it. An empty mark is the end of the file.
fn compare(path: &str, [first, last]: [&str; 2], expected: &str) {
    let page = in_file(path);
    let (before, rest) = page.split_once(first).expect("a mark");
    let (found, after) = match last {
        "" => (rest, ""),
        last => rest.split_once(last).expect("a mark behind it"),
    };
    if std::env::var_os("BLESS").is_some() {
        let page = [before, first, expected, last, after].concat();
        std::fs::write(place(path), page).expect("the file can be written");
        return;
    }
    assert!(
        found == expected,
        "{path} is not what follows from the files of keys and of the reference; BLESS=1 rewrites it. It differs in {}",
        first_difference(expected, found)
    );
}

fn in_file(path: &str) -> String {
    std::fs::read_to_string(place(path)).expect("the file is there")
}

fn place(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// `[text](link)` and `[text]` as `text`; brackets of code stay.
fn without_links(line: &str) -> String {
    let mut parts = line.split("[`");
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let Some((name, rest)) = part.split_once("`]") else {
            text.push_str("[`");
            text.push_str(part);
            continue;
        };
        text.push_str(&format!("`{name}`"));
        let link = rest.strip_prefix('(').and_then(|link| link.split_once(')'));
        text.push_str(link.map_or(rest, |(_, after)| after));
    }
    text
}

/// A paragraph as lines of documentation.
fn comment(text: &str) -> String {
    let mut lines = vec!["///".to_owned()];
    for word in text.split(' ') {
        let line = lines.last_mut().expect("the first line");
        if line.chars().count() + word.chars().count() >= COLUMNS {
            lines.push(format!("/// {word}"));
        } else {
            line.push(' ');
            line.push_str(word);
        }
    }
    lines.join("\n") + "\n"
}

/// Links of the reference, which names items of the root of the crate.
fn linked(text: &str) -> String {
    let text = text.replace("](", "](crate::");
    let mut parts = text.split("`]");
    let mut linked = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let name = linked.rsplit("[`").next().unwrap_or_default().to_owned();
        linked.push_str("`]");
        if !part.starts_with('(') {
            linked.push_str(&format!("(crate::{name})"));
        }
        linked.push_str(part);
    }
    linked
}

/// What stands between the markers.
fn table() -> String {
    let many = keys().filter(|key| matches!(key.times, Times::Many));
    let many: Vec<String> = many.map(|key| quoted(key.name)).collect();
    let (last, others) = many.split_last().expect("some keys may come more than once");
    let rows: String = keys().map(|key| row(&key.row)).collect();
    format!(
        "{} and {last} may come more than once,\nall other keys once.\n\n\
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
    with_schemes(&format!("| `{entry}` | {shape} | {meaning} | {otherwise} |\n"))
}

fn with_schemes(text: &str) -> String {
    let known: Vec<String> = with_modified_energy().into_iter().map(quoted).collect();
    let [usual, usual_with_contacts] = [usual(), usual_with_contacts()].map(|schemes| {
        let names: Vec<String> = schemes.iter().map(|scheme| scheme.path().to_string()).collect();
        names.join(", ")
    });
    text.replace("{with_modified_energy}", &known.join(" and "))
        .replace("{usual}", &usual)
        .replace("{usual_with_contacts}", &usual_with_contacts)
}

fn quoted(code: &str) -> String {
    format!("`{code}`")
}
