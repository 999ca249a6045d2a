//! The front page of the crate that users depend on has few names; the others are in modules that say what they are for.

use crate::sources::text;

/// The most public names at the root of the crate, modules included.
const MOST: usize = 47;

/// The public names that the root declares or re-exports, outside of what is hidden from the documentation.
fn names(page: &str) -> Vec<String> {
    let code: Vec<&str> = page
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect();
    let mut found = Vec::new();
    let mut is_hidden = false;
    let mut at = 0;
    while let Some(&line) = code.get(at) {
        at += 1;
        is_hidden |= line == "#[doc(hidden)]";
        if line.starts_with("#[") {
            continue;
        }
        if let Some(item) = line.strip_prefix("pub ") {
            let mut item = item.to_owned();
            while item.starts_with("use ") && !item.contains(';') {
                item.push_str(code.get(at).copied().unwrap_or(";"));
                at += 1;
            }
            if !is_hidden {
                found.extend(of_item(&item));
            }
        }
        is_hidden = false;
    }
    found.sort();
    found.dedup();
    found
}

/// The names of one item. A glob is a name that no limit admits.
fn of_item(item: &str) -> Vec<String> {
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphanumeric() && c != '_' && c != '*')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let Some(tree) = item.strip_prefix("use ") else {
        return words(item).into_iter().skip(1).take(1).collect();
    };
    if tree.contains('*') {
        return vec![format!("{tree} is a glob"); MOST + 1];
    }
    let tree = tree.trim_end_matches(';');
    let inner = tree.split_once('{').map_or(tree, |(_, inner)| inner);
    let leaves = inner.split(',').filter_map(|leaf| words(leaf).pop());
    leaves.collect()
}

#[test]
fn the_root_has_few_names() {
    let names = names(&text("runtime/src/lib.rs"));
    assert!(names.iter().any(|name| name == "Integrator"), "{names:?}");
    assert!(
        names.len() <= MOST && !names.iter().any(|name| name.ends_with("glob")),
        "{} names at the root, at most {MOST}: {names:?}",
        names.len()
    );
}

#[test]
fn names_are_found() {
    let page = "mod a;\npub mod b;\n#[doc(hidden)]\npub mod c;\npub use a::{\n    D, E,\n};\n\
        #[doc(inline)]\npub use f as g;\n/// Text.\npub mod h {\n    pub use a::I;\n}\n";
    assert_eq!(names(page), ["D", "E", "b", "g", "h"]);
}
