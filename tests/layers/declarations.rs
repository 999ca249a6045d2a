//! The keys of the declarations in a source: the first word of each entry of `#[lagrangian(..)]`.
//!
//! Reads brackets and commas, and nothing else of Rust.

use std::collections::BTreeSet;

const START: &str = "#[lagrangian(";

/// The keys of all declarations in a code without comments.
pub(crate) fn keys_in(code: &str) -> BTreeSet<String> {
    code.split(START).skip(1).flat_map(entries).collect()
}

/// The first words between the commas that are in no brackets, up to the bracket that ends the declaration.
fn entries(declaration: &str) -> Vec<String> {
    // The arguments of a closure are between bars.
    let (mut depth, mut is_argument, mut starts) = (0, false, vec![0]);
    for (at, c) in declaration.char_indices() {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth == 0 => break,
            ')' | ']' | '}' => depth -= 1,
            '|' => is_argument = !is_argument,
            ',' if depth == 0 && !is_argument => starts.push(at + 1),
            _ => {}
        }
    }
    let words = starts.into_iter().map(|start| {
        let entry = declaration[start..].trim_start();
        let word = entry.split(|c: char| !c.is_alphanumeric() && c != '_').next();
        word.unwrap_or_default().to_owned()
    });
    words.filter(|word| !word.is_empty()).collect()
}

#[test]
fn entries_begin_with_their_keys() {
    let code = "#[lagrangian(coordinates(x, y), let f = |a, b| a,\n  kinetic = { let k = 1; k },)]\nstruct S; let no = 1;";
    assert_eq!(
        keys_in(code),
        ["coordinates", "kinetic", "let"].map(String::from).into()
    );
}
