//! Runs the benches `instructions` and `one_by_one` and reads their output.
//!
//! Does not know which counts are compared.

use std::collections::BTreeMap;
use std::error::Error;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Instructions by function and by `derived`, `by_hand` or `one_by_one`.
pub(crate) type Counts = BTreeMap<(String, String), u64>;

/// Counts the instructions of the package, or of what other arguments choose.
pub(crate) fn count(chosen: &[String]) -> Result<Counts, Box<dyn Error>> {
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let output = Command::new(cargo)
        .args([
            "bench",
            "--quiet",
            "--bench",
            "instructions",
            "--bench",
            "one_by_one",
        ])
        .args(["--package", "extremal-measured"])
        .args(chosen)
        .args(["--", "--output-format=json"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .stderr(Stdio::inherit())
        .output()?;
    if !output.status.success() {
        return Err("a bench failed; they need valgrind and gungraun-runner 0.20.0".into());
    }
    read(&String::from_utf8(output.stdout)?)
}

/// One line of JSON for each benchmark.
fn read(lines: &str) -> Result<Counts, Box<dyn Error>> {
    lines.lines().map(read_line).collect()
}

fn read_line(line: &str) -> Result<((String, String), u64), Box<dyn Error>> {
    let summary: Value = serde_json::from_str(line)?;
    let word = |key: &str| summary[key].as_str().map(str::to_owned);
    let count = &summary["profiles"][0]["data"]["total"]["metrics"]["Ir"]["values"]["new"];
    match (word("function_name"), word("id"), count.as_u64()) {
        (Some(function), Some(id), Some(count)) => Ok(((function, id), count)),
        _ => Err(format!("not a count of instructions: {line}").into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LINE: &str = r#"{"function_name":"f","id":"derived","profiles":[{"data":{"total":{"metrics":{"Ir":{"values":{"new":7}}}}}}]}"#;

    #[test]
    fn instructions_are_read() {
        let counts = read(LINE).expect("a summary");
        assert_eq!(
            counts,
            Counts::from([(("f".to_owned(), "derived".to_owned()), 7)])
        );
    }

    #[test]
    fn another_format_is_an_error() {
        assert!(read(&LINE.replace("Ir", "Dr")).is_err());
        assert!(read("running 1 test").is_err());
    }
}
