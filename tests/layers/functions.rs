//! Functions of product code have at most sixty lines, so that each can be read at once.

use crate::imports::is_test;
use crate::sources::{sources, text};

/// The longest function, from `fn` to its closing brace.
const LONGEST: usize = 60;

/// Code that users run.
const PRODUCT: [&str; 6] = [
    "macros/src",
    "macros/symbolic/src",
    "mesh/src",
    "numerics/src",
    "percussions/src",
    "runtime/src",
];

/// Functions that are longer: file, name, reason.
const LONGER: [(&str, &str, &str); 1] = [("runtime/src/integrator/looks.rs", "looked_at", LOOK)];

const LOOK: &str = "one decision with many exits, all of which leave the guard as the next look needs it";

/// A function with a body.
#[derive(Debug)]
struct Function {
    path: String,
    name: String,
    lines: usize,
}

#[test]
fn functions_are_short() {
    let long: Vec<Function> = PRODUCT
        .into_iter()
        .flat_map(sources)
        .filter(|path| !is_test(path))
        .flat_map(|path| functions(&path, &text(&path)))
        .filter(|function| function.lines > LONGEST)
        .collect();
    for Function { path, name, lines } in &long {
        assert!(
            LONGER
                .iter()
                .any(|(file, known, _)| path == file && name == known),
            "`{name}` in {path} has {lines} lines, more than {LONGEST}: give its parts names"
        );
    }
    for (file, known, reason) in LONGER {
        let is_there = |function: &Function| function.path == file && function.name == known;
        assert!(
            long.iter().any(is_there),
            "`{known}` in {file} is short now, and no exception any more ({reason})"
        );
    }
}

/// All functions with bodies, but for those of tests at the end of a file.
fn functions(path: &str, text: &str) -> Vec<Function> {
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines: Vec<&str> = code.lines().collect();
    let found = lines.iter().enumerate().filter_map(|(at, line)| {
        let name = name(line)?;
        Some(Function {
            path: path.to_owned(),
            name: name.to_owned(),
            lines: length(&lines[at..])?,
        })
    });
    found.collect()
}

/// The name, if a function begins in a line.
fn name(line: &str) -> Option<&str> {
    let (before, rest) = line.trim_start().split_once("fn ")?;
    let is_qualifier = |word: &str| {
        ["pub", "const", "async", "default"].contains(&word)
            || word.starts_with("pub(")
            || word.ends_with(')')
    };
    let is_declared = before.is_empty() || before.ends_with(' ');
    let name = rest.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (is_declared && before.split_whitespace().all(is_qualifier) && !name.is_empty()).then_some(name)
}

/// Up to the closing brace in the column of the first line; `None` without a body.
fn length(lines: &[&str]) -> Option<usize> {
    let first = lines.first()?;
    let indent = &first[..first.len() - first.trim_start().len()];
    // Documentation shows declarations in blocks of text.
    let mut header = lines.iter().take_while(|line| !line.starts_with("```"));
    let header = header.position(|line| line.ends_with(['{', '}', ';']))?;
    match lines[header].chars().last()? {
        ';' => None,
        '}' => Some(header + 1),
        _ => {
            let closes = |line: &&str| line.strip_prefix(indent).is_some_and(|rest| rest == "}");
            lines.iter().position(closes).map(|last| last + 1)
        }
    }
}

/// With comments, without declarations that have no body, and without tests.
#[test]
fn lines_are_counted_from_the_name_to_the_brace() {
    let code = "\
pub(crate) const fn short() {}

impl S {
    fn of(
        &self,
    ) -> [u8; 2] {
        // one
        match self {
            S => [1; 2],
        }
    }

    fn declared(&self)
    where
        Self: Sized;
}

/// fn of_a_comment() {
#[cfg(test)]
mod tests {
    fn of_a_test() {
    }
}
";
    let counted = functions("", code);
    let counted: Vec<_> = counted.iter().map(|f| (f.name.as_str(), f.lines)).collect();
    assert_eq!(counted, [("short", 1), ("of", 8)]);
}
