//! Links of pages lead somewhere: in the repository to files, and in a package, where these files are not, to the documentation.
//!
//! `runtime/README.md` is the README without what only the repository has. `BLESS=1` writes it.

use std::fs;

use crate::sources::{root, text};

/// Pages of the repository.
const PAGES: [&str; 5] = [
    "README.md",
    "CONTRIBUTING.md",
    "benches/README.md",
    "macros/guide/key.md",
    "macros/guide/scheme.md",
];

const README: &str = "README.md";
const OF_PACKAGE: &str = "runtime/README.md";

/// Pages that are in packages.
const PACKAGED: [&str; 4] = [
    OF_PACKAGE,
    "macros/README.md",
    "macros/derive/README.md",
    "macros/symbolic/README.md",
];

/// Around what only the repository has.
const ONLY_HERE: [&str; 2] = ["<!-- repository -->\n", "<!-- /repository -->\n"];

/// Where the documentation is, without the name of a page.
const DOCUMENTATION: &str = "https://docs.rs/extremal/latest/extremal/";

/// The targets of links and images in a page of Markdown.
fn targets(page: &str) -> Vec<&str> {
    let after = |start: &str, end: &str| -> Vec<&str> {
        let pieces = page.match_indices(start).map(|(at, _)| &page[at + start.len()..]);
        pieces.filter_map(|piece| piece.split(end).next()).collect()
    };
    let inline = after("](", ")");
    let definitions = after("]: ", "\n");
    let images = after("src=\"", "\"");
    [inline, definitions, images].concat()
}

/// The page of the documentation with the content of a file, if there is one.
fn documented(target: &str) -> Option<String> {
    let (file, place) = target.split_once('#').unwrap_or((target, ""));
    let hash = if place.is_empty() { "" } else { "#" };
    let page = match file.strip_prefix("runtime/src/")?.strip_suffix(".md")? {
        "declaration" => "derive.Lagrangian.html".to_owned(),
        chapter => format!("{chapter}/index.html"),
    };
    Some(format!("{DOCUMENTATION}{page}{hash}{place}"))
}

/// A page without what is between the markers.
fn without_marked(page: &str) -> String {
    let mut parts = page.split(ONLY_HERE[0]);
    let mut kept = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once(ONLY_HERE[1]).expect("an end of each part");
        // Of the empty lines around it one stays.
        let rest = rest.strip_prefix('\n').unwrap_or(rest);
        kept.push_str(rest);
    }
    kept
}

/// A page for a package: its links lead to the documentation, and files that are not there are named only.
fn for_package(page: &str) -> String {
    let page = without_marked(page).replace("{ path = \"../extremal/runtime\", ", &version());
    let lines = page.lines().map(|line| {
        let mut line = line.to_owned();
        for target in targets(&(line.clone() + "\n")) {
            let inline = format!("]({target})");
            line = match documented(target) {
                Some(link) => line.replacen(target, &link, 1),
                None if target.contains("://") || !line.contains(&inline) => line,
                None => named_only(&line, &inline),
            };
        }
        line + "\n"
    });
    lines.collect()
}

fn version() -> String {
    format!("{{ version = \"{}\", ", env!("CARGO_PKG_VERSION"))
}

/// A line in which the text of a link has no link.
fn named_only(line: &str, link: &str) -> String {
    let Some((before, after)) = line.split_once(link) else {
        return line.to_owned();
    };
    let (start, name) = before.rsplit_once('[').expect("the text of a link");
    [start, name, after].concat()
}

#[test]
fn files_that_pages_link_to_exist() {
    for page in PAGES {
        let (folder, _) = page.rsplit_once('/').unwrap_or_default();
        let text = text(page);
        for target in targets(&text)
            .into_iter()
            .filter(|target| !target.contains("://"))
        {
            let file = target.split('#').next().unwrap_or_default();
            assert!(
                root().join(folder).join(file).exists(),
                "{page}: `{target}` does not exist"
            );
        }
    }
    assert!(targets(&text(README)).len() > 10);
}

#[test]
fn the_readme_of_the_package_is_that_of_the_repository() {
    let expected = for_package(&text(README));
    let place = root().join(OF_PACKAGE);
    if std::env::var_os("BLESS").is_some() {
        fs::write(&place, &expected).expect("the page can be written");
    }
    let found = fs::read_to_string(&place).unwrap_or_default();
    assert!(
        found == expected,
        "{OF_PACKAGE} is not what follows from {README}; `BLESS=1 cargo test --test layers links` writes it"
    );
}

#[test]
fn links_of_packages_lead_to_the_documentation() {
    for page in PACKAGED {
        let text = text(page);
        let targets = targets(&text);
        assert!(!targets.is_empty(), "{page} does not name the documentation");
        for target in targets {
            assert!(
                target.starts_with("https://docs.rs/extremal"),
                "{page}: `{target}` is not in the package"
            );
        }
    }
}

/// The chapters and the reference are pages of these names.
#[test]
fn pages_of_the_documentation_are_declared() {
    let guide = text("runtime/src/guide.rs");
    for target in targets(&text(OF_PACKAGE)) {
        let page = target.strip_prefix(DOCUMENTATION).unwrap_or_default();
        if let Some(chapter) = page
            .strip_prefix("guide/")
            .and_then(|page| page.split('/').next())
        {
            assert!(guide.contains(&format!("pub mod {chapter} {{}}")), "{target}");
        }
    }
}

#[test]
fn links_are_found() {
    let page = "[a](b.md#c) ![d](e.svg) <img src=\"f.svg\">\n[g]: h.md\n";
    assert_eq!(targets(page), ["b.md#c", "e.svg", "h.md", "f.svg"]);
}

#[test]
fn links_of_the_repository_get_lost_on_the_way() {
    let page = "[a](runtime/src/guide/ch1.md) and [`b`](examples/b.rs)\n\n<!-- repository -->\nc\n<!-- /repository -->\n\nd\n";
    let expected = format!("[a]({DOCUMENTATION}guide/ch1/index.html) and `b`\n\nd\n");
    assert_eq!(for_package(page), expected);
}
