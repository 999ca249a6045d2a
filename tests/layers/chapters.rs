//! Code in the chapters for those who extend the code base is code of its sources.
//!
//! A block of Rust stands below the path of its file, and occurs there line by line.

use crate::sources::text;

const CHAPTERS: [&str; 2] = ["macros/guide/key.md", "macros/guide/scheme.md"];

/// Each block of Rust with the path above it.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let mut pieces = page.split("\n```rust\n");
    let mut above = pieces.next().unwrap_or_default();
    let mut found = Vec::new();
    for piece in pieces {
        let (block, below) = piece.split_once("\n```\n").expect("the end of a block");
        let path = above.trim_end().lines().last().unwrap_or_default();
        let path = path.strip_prefix('`').and_then(|path| path.strip_suffix("`:"));
        found.push((path.expect("a path above each block"), block));
        above = below;
    }
    found
}

#[test]
fn code_in_chapters_is_in_the_sources() {
    for chapter in CHAPTERS {
        let page = text(chapter);
        let blocks = blocks(&page);
        assert!(blocks.len() > 2, "{chapter} has no code");
        for (path, block) in blocks {
            assert!(text(path).contains(block), "{chapter}: not in {path}:\n{block}");
        }
    }
}

#[test]
fn blocks_have_paths() {
    let page = "Text.\n\n`a.rs`:\n\n```rust\nfn a() {}\n```\n";
    assert_eq!(blocks(page), [("a.rs", "fn a() {}")]);
}
