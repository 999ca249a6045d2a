//! The files that the README links to exist.

use crate::sources::{root, text};

/// The relative targets of links and images in a page of Markdown.
fn targets(page: &str) -> Vec<&str> {
    let after = |start: &str, end: &str| -> Vec<&str> {
        let pieces = page.match_indices(start).map(|(at, _)| &page[at + start.len()..]);
        pieces.filter_map(|piece| piece.split(end).next()).collect()
    };
    let inline = after("](", ")");
    let definitions = after("]: ", "\n");
    let images = after("src=\"", "\"");
    let all = [inline, definitions, images].concat();
    let paths = all
        .into_iter()
        .map(|target| target.split('#').next().unwrap_or_default());
    paths.filter(|path| !path.contains("://")).collect()
}

#[test]
fn files_that_the_readme_names_exist() {
    let readme = text("README.md");
    let targets = targets(&readme);
    assert!(targets.len() > 10, "{targets:?}");
    for target in targets {
        assert!(
            root().join(target).exists(),
            "README.md: `{target}` does not exist"
        );
    }
}

#[test]
fn links_are_found() {
    let page = "[a](b.md#c) ![d](e.svg) <img src=\"f.svg\">\n[g]: h.md\n[i](https://example.com)\n";
    assert_eq!(targets(page), ["b.md", "e.svg", "h.md", "f.svg"]);
}
