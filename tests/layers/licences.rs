//! Every dependency has a licence that is compatible with "MIT OR Apache-2.0", including those of tests, examples and build
//! scripts.

use std::collections::BTreeSet;
use std::process::Command;

use crate::sources::output;

/// Licences that require at most a notice.
const FITTING: [&str; 9] = [
    "MIT",
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "ISC",
    "Unicode-3.0",
    "Zlib",
];

/// Whether an SPDX expression is compatible: one part of an `OR` must be, and all parts of an `AND`. The old `/` means `OR`, and
/// some packages write `or` in lower case.
fn fits(expression: &str) -> bool {
    let expression = expression.trim();
    if let Some(parts) = split(expression, &[" OR ", " or ", "/"]) {
        return parts.into_iter().any(fits);
    }
    if let Some(parts) = split(expression, &[" AND "]) {
        return parts.into_iter().all(fits);
    }
    match expression
        .strip_prefix('(')
        .and_then(|inner| inner.strip_suffix(')'))
    {
        Some(inner) => fits(inner),
        None => FITTING.contains(&expression),
    }
}

/// Splits at the first of the words that is outside parentheses.
fn split<'a>(expression: &'a str, words: &[&str]) -> Option<[&'a str; 2]> {
    let mut depth = 0;
    for (at, c) in expression.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        let word = words
            .iter()
            .find(|word| depth == 0 && expression[at..].starts_with(**word));
        if let Some(word) = word {
            return Some([&expression[..at], &expression[at + word.len()..]]);
        }
    }
    None
}

/// The packages for this platform with their licences; packages for other platforms may not be downloaded.
fn packages() -> Vec<[String; 2]> {
    let arguments = [
        "tree",
        "--offline",
        "--workspace",
        "--all-features",
        "--edges=normal,build,dev",
        "--prefix=none",
        "--no-dedupe",
        "--format={p}\t{l}",
    ];
    let text = output(Command::new(env!("CARGO")).args(arguments));
    let lines: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let pair = |line: &str| {
        let (package, licence) = line.split_once('\t').expect("a package and its licence");
        [package, licence].map(str::to_owned)
    };
    lines.into_iter().map(pair).collect()
}

#[test]
fn every_licence_fits() {
    let packages = packages();
    assert!(packages.len() > 50, "dependencies of tests are among them");
    for [package, licence] in packages {
        assert!(fits(&licence), "{package} is under `{licence}`");
    }
}

#[test]
fn expressions_are_read() {
    for fitting in [
        "MIT",
        "GPL-3.0 OR MIT",
        "Unlicense/MIT",
        "MIT or GPL-3.0",
        "(MIT OR GPL-2.0) AND Unicode-3.0",
        "(MIT) AND (ISC)",
    ] {
        assert!(fits(fitting), "{fitting}");
    }
    for other in [
        "GPL-3.0",
        "none",
        "MIT AND GPL-3.0",
        "(GPL-2.0 OR GPL-3.0) AND MIT",
        "MIT AND (ISC AND MPL-2.0)",
        "",
    ] {
        assert!(!fits(other), "{other}");
    }
}
