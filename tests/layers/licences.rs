//! Every dependency has a licence that is compatible with "MIT OR Apache-2.0", including those of tests, examples and build
//! scripts, and none comes in two versions except for a few that others depend on.

use std::collections::{BTreeMap, BTreeSet};
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

/// Packages that come in several versions, and why: nothing here can choose one. Users of default features have none of them.
const SEVERAL: [(&str, &str); 7] = [
    ("equator", "faer"),
    ("equator-macro", "faer"),
    ("nalgebra", "ode_solvers, of the gallery"),
    ("safe_arch", "ode_solvers, of the gallery"),
    ("simba", "ode_solvers, of the gallery"),
    (
        "syn",
        "macros of others: astro-float and gungraun of the tests, equator of faer",
    ),
    ("wide", "ode_solvers, of the gallery"),
];

/// Everything that is built for tests, and what users of default features build.
const OF_THE_WORKSPACE: [&str; 3] = ["--workspace", "--all-features", "--edges=normal,build,dev"];
const OF_USERS: [&str; 2] = ["--package=extremal", "--edges=normal,build"];

/// The packages for this platform with their licences; packages for other platforms may not be downloaded.
fn packages(of: &[&str]) -> Vec<[String; 2]> {
    let arguments = [
        "tree",
        "--offline",
        "--prefix=none",
        "--no-dedupe",
        "--format={p}\t{l}",
    ];
    let text = output(Command::new(env!("CARGO")).args(arguments).args(of));
    let lines: BTreeSet<&str> = text.lines().filter(|line| !line.is_empty()).collect();
    let pair = |line: &str| {
        let (package, licence) = line.split_once('\t').expect("a package and its licence");
        [package, licence].map(str::to_owned)
    };
    lines.into_iter().map(pair).collect()
}

#[test]
fn every_licence_fits() {
    let packages = packages(&OF_THE_WORKSPACE);
    assert!(packages.len() > 50, "dependencies of tests are among them");
    for [package, licence] in packages {
        assert!(fits(&licence), "{package} is under `{licence}`");
    }
}

/// The names with more than one version. A package is written as `name v1.2.3`, with a path if it has one.
fn with_several_versions(packages: &[[String; 2]]) -> BTreeSet<&str> {
    let mut versions = BTreeMap::<&str, BTreeSet<&str>>::new();
    for [package, _] in packages {
        let mut words = package.split(' ');
        let name = words.next().unwrap_or_default();
        versions.entry(name).or_default().extend(words.next());
    }
    let several = versions.into_iter().filter(|(_, versions)| versions.len() > 1);
    several.map(|(name, _)| name).collect()
}

#[test]
fn dependencies_come_in_one_version() {
    let of_users = packages(&OF_USERS);
    assert!(of_users.len() > 5, "{of_users:?}");
    assert!(with_several_versions(&of_users).is_empty(), "{of_users:?}");
    let packages = packages(&OF_THE_WORKSPACE);
    for name in with_several_versions(&packages) {
        assert!(
            SEVERAL.iter().any(|(known, _)| *known == name),
            "`{name}` comes in several versions; `cargo tree --duplicates` tells by whom"
        );
    }
}

#[test]
fn versions_are_counted() {
    let packages = ["a v1", "a v2", "b v1 (path)", "b v1"].map(|package| [package.to_owned(), String::new()]);
    assert_eq!(with_several_versions(&packages), ["a"].into());
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
