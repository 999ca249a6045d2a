//! The files of the workspace, the code in them, and what commands say of it.
//!
//! Does not contain rules.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The workspace's folder.
pub(crate) fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
}

/// A file's text, by its path from the root.
pub(crate) fn text(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect("a text file of the workspace")
}

/// All files below a folder whose names end so, or the file itself, by their paths from the root.
pub(crate) fn files(below: &str, endings: &[&str]) -> Vec<String> {
    let mut found = Vec::new();
    collect(&root().join(below), endings, &mut found);
    found.sort();
    assert!(!found.is_empty(), "{below} contains no such files");
    found
}

/// The sources below a folder.
pub(crate) fn sources(below: &str) -> Vec<String> {
    files(below, &[".rs"])
}

/// What is directly in a folder.
pub(crate) fn entries(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("a folder of the workspace");
    let mut found: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    found.sort();
    found
}

fn collect(path: &Path, endings: &[&str], found: &mut Vec<String>) {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    if path.is_dir() {
        // Build output and git's own files are not sources.
        if name != "target" && name != ".git" && name != "out" {
            let entries = fs::read_dir(path).expect("a folder of the workspace");
            entries.for_each(|entry| collect(&entry.expect("an entry").path(), endings, found));
        }
    } else if endings.iter().any(|ending| name.ends_with(ending)) {
        let inside = path.strip_prefix(root()).expect("a file below the root");
        found.push(inside.to_string_lossy().replace('\\', "/"));
    }
}

/// Code without comments and without the tests at its end.
pub(crate) fn code(path: &str) -> String {
    let text = text(path);
    let code = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// What a command prints that runs in the workspace's folder.
pub(crate) fn output(command: &mut Command) -> String {
    let output = command.current_dir(root()).output().expect("the command runs");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).expect("text")
}
