//! The messages of the derive for mistakes, one file per mistake, by topic.
//!
//! `BLESS=1 cargo test -p extremal-oracles --test messages` rewrites the expected messages; look at the difference. They are the
//! output of rustc for the file alone. Line numbers next to snippets are ignored, because some belong to `runtime/src`.

use std::collections::BTreeMap;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::SystemTime;

/// The width of the stored messages.
const WIDTH: &str = "--diagnostic-width=140";

/// The folder with the build output of cargo for this test.
fn built() -> PathBuf {
    let program = env::current_exe().expect("this program is a file");
    program.parent().expect("in a folder").to_owned()
}

/// The folder of the workspace, to which paths in messages are relative.
fn root() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// The library that was last built with the features of this test: its lists of scalars contain dual numbers.
fn library(built: &Path) -> PathBuf {
    let is_library = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("libextremal-") && name.ends_with(".rlib")
    };
    let duals = suffixes(built, "libnum_dual-");
    // A library names the files of its dependencies.
    let has_duals = |path: &PathBuf| {
        let bytes = fs::read(path).unwrap_or_default();
        duals
            .iter()
            .any(|suffix| bytes.windows(suffix.len()).any(|word| word == suffix.as_bytes()))
    };
    let changed = |path: &PathBuf| {
        let metadata = fs::metadata(path);
        metadata
            .and_then(|metadata| metadata.modified())
            .unwrap_or(SystemTime::UNIX_EPOCH)
    };
    let libraries = entries(built).into_iter().filter(is_library).filter(has_duals);
    libraries.max_by_key(changed).expect("the library is built")
}

/// The hash in the name of a library: `0123456789abcdef`.
fn suffixes(built: &Path, start: &str) -> Vec<String> {
    let names = entries(built).into_iter();
    let stems = names.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()));
    stems
        .filter_map(|stem| stem.strip_prefix(start).map(str::to_owned))
        .collect()
}

fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    paths.sort();
    paths
}

/// The mistakes, as paths relative to the root.
fn mistakes() -> Vec<PathBuf> {
    let topics = entries(&root().join("tests/ui")).into_iter();
    let files = topics.flat_map(|topic| entries(&topic));
    let sources = files.filter(|path| path.extension().is_some_and(|extension| extension == "rs"));
    let inside = |path: PathBuf| path.strip_prefix(root()).expect("below the root").to_owned();
    sources.map(inside).collect()
}

/// rustc as it checks a program: `extra` tells which.
fn rustc(built: &Path, library: &Path, extra: &[&OsStr]) -> Command {
    let mut rustc = Command::new("rustc");
    rustc.current_dir(root());
    rustc.args([
        "--edition=2024",
        "--crate-name=mistake",
        "--crate-type=bin",
        "--emit=metadata",
        "--verbose",
        "-Adead_code",
        WIDTH,
    ]);
    rustc
        .arg("--extern")
        .arg(format!("extremal={}", library.display()));
    rustc.arg("-L").arg(format!("dependency={}", built.display()));
    rustc.arg("--out-dir").arg(env!("CARGO_TARGET_TMPDIR"));
    rustc.args(extra);
    rustc
}

/// The output of rustc without its summary.
fn said(mistake: &Path, built: &Path, library: &Path) -> String {
    let output = rustc(built, library, &[mistake.as_os_str()])
        .output()
        .expect("rustc runs");
    assert!(!output.status.success(), "{} compiles", mistake.display());
    without_summary(&output.stderr)
}

fn without_summary(output: &[u8]) -> String {
    let text = String::from_utf8_lossy(output);
    let end = text.find("\nerror: aborting due to").unwrap_or(text.len());
    text[..end].to_owned()
}

/// The same for many files, each a module of one program: what the derive itself says does not depend on other files. Messages
/// are found by the file that they point to first.
fn said_together(mistakes: &[PathBuf], built: &Path, library: &Path) -> BTreeMap<PathBuf, String> {
    let modules = mistakes.iter().enumerate();
    let modules =
        modules.map(|(k, path)| format!("#[path = {:?}]\nmod mistake_{k};\n", path.display().to_string()));
    let program = modules.collect::<String>() + "fn main() {}\n";
    let mut rustc = rustc(built, library, &[OsStr::new("-")]);
    rustc.stdin(Stdio::piped()).stderr(Stdio::piped());
    let mut running = rustc.spawn().expect("rustc runs");
    let mut input = running.stdin.take().expect("it reads");
    input.write_all(program.as_bytes()).expect("it reads the program");
    drop(input);
    let output = running.wait_with_output().expect("rustc ends");
    let mut said = BTreeMap::<PathBuf, String>::new();
    let text = without_summary(&output.stderr);
    for message in text.split("\n\n") {
        let place = message
            .lines()
            .find_map(|line| line.trim_start().strip_prefix("--> "));
        if let Some((file, _)) = place.and_then(|place| place.split_once(".rs:")) {
            let all = said.entry(PathBuf::from(format!("{file}.rs"))).or_default();
            *all += message;
            *all += "\n\n";
        }
    }
    said
}

/// Mistakes that rustc reports itself, by a number, in passes that it does not reach beside other mistakes.
fn is_of_rustc(mistake: &Path) -> bool {
    let text = fs::read_to_string(root().join(mistake).with_extension("stderr")).unwrap_or_default();
    text.is_empty() || text.contains("error[E")
}

/// The place of a definition without its line, which changes with every edit.
fn without_place(line: &str) -> &str {
    let place = line.trim_start();
    let points = place.starts_with("--> ") || place.starts_with("::: ");
    match line.find(".rs:") {
        Some(end) if points && !place.contains(" tests/ui/") => &line[..end + 3],
        _ => line,
    }
}

/// A line without its indentation and its number, which depend on other lines.
fn line_of(line: &str) -> &str {
    let line = without_place(line).trim();
    let numbered = line.trim_start_matches(|c: char| c.is_ascii_digit()).trim_start();
    if numbered.starts_with('|') { numbered } else { line }
}

/// A line without the modules in front of names: rustc leaves them out where no other crate has the name, and which crates there
/// are depends on features.
fn without_modules(line: &str) -> String {
    let mut kept = String::new();
    for part in line.split_inclusive("::") {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let start = part
            .strip_suffix("::")
            .map(|path| path.trim_end_matches(word).len())
            .filter(|&start| part[start..].starts_with(|c: char| c.is_ascii_lowercase()));
        kept.push_str(&part[..start.unwrap_or(part.len())]);
    }
    kept
}

#[test]
fn modules_are_left_out() {
    assert_eq!(
        without_modules("found `std::fs::File` and `<A as a::B>::C`"),
        "found `File` and `<A as B>::C`"
    );
}

fn lines(text: &str) -> Vec<String> {
    text.lines()
        .map(line_of)
        .filter(|line| !line.is_empty())
        .map(without_modules)
        .collect()
}

/// Whether messages are the stored ones.
fn is_stored(mistake: &Path, found: &str) -> bool {
    let kept = root().join(mistake).with_extension("stderr");
    lines(found) == lines(&fs::read_to_string(kept).unwrap_or_default())
}

/// Compares the messages with the stored ones; the error contains both.
fn check(mistake: &Path, built: &Path, library: &Path) -> Result<(), String> {
    let found = said(mistake, built, library);
    let kept = root().join(mistake).with_extension("stderr");
    let expected = fs::read_to_string(&kept).unwrap_or_default();
    if lines(&found) == lines(&expected) {
        return Ok(());
    }
    if env::var_os("BLESS").is_some() {
        let text: Vec<&str> = found.trim_end().lines().map(without_place).collect();
        fs::write(&kept, text.join("\n") + "\n").expect("the messages can be written");
        return Ok(());
    }
    Err(format!(
        "{}\nexpected:\n{expected}\nfound:\n{found}",
        mistake.display()
    ))
}

/// Most mistakes are judged together, by one rustc for each core. A file that has other messages there is judged alone, and so are
/// those of rustc itself.
#[test]
fn every_mistake_is_reported_at_its_own_token() {
    let (built, mistakes) = (built(), mistakes());
    assert!(mistakes.len() > 200, "{} mistakes", mistakes.len());
    let library = library(&built);
    let (alone, together): (Vec<_>, Vec<_>) =
        mistakes.iter().cloned().partition(|mistake| is_of_rustc(mistake));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    let parts = together.chunks(together.len().div_ceil(cores).max(1));
    let differing = side_by_side(parts, |part| {
        let said = said_together(part, &built, &library);
        let differs = |mistake: &&PathBuf| said.get(*mistake).is_none_or(|found| !is_stored(mistake, found));
        part.iter().filter(differs).cloned().collect()
    });
    // A few messages tell where in its crate a name is.
    assert!(differing.len() < together.len() / 8 + 1, "{differing:#?}");
    let alone: Vec<PathBuf> = alone.into_iter().chain(differing).collect();
    let parts = alone.chunks(alone.len().div_ceil(cores).max(1));
    let wrong = side_by_side(parts, |part| {
        part.iter()
            .filter_map(|mistake| check(mistake, &built, &library).err())
            .collect()
    });
    assert!(
        wrong.is_empty(),
        "{}\n{} of {} differ; BLESS=1 rewrites them",
        wrong.join("\n"),
        wrong.len(),
        mistakes.len()
    );
}

/// What a function finds in each part, one thread a part.
fn side_by_side<'a, T: Send>(
    parts: impl Iterator<Item = &'a [PathBuf]>,
    find: impl Fn(&'a [PathBuf]) -> Vec<T> + Sync,
) -> Vec<T> {
    let find = &find;
    thread::scope(|scope| {
        let threads: Vec<_> = parts.map(|part| scope.spawn(move || find(part))).collect();
        let found = threads
            .into_iter()
            .map(|thread| thread.join().expect("a check ends"));
        found.flatten().collect()
    })
}

/// The longest message for one mistake, in lines with text.
const LINES: usize = 15;

/// Messages of rustc about traits, whose notes show the declaration of a bound and lists of types: the longest, in lines.
const LONGER: [(&str, usize); 10] = [
    ("calls/inputs_of_no_system", 17),
    ("calls/numbers_of_a_plan", 18),
    ("calls/scheme_forgotten", 16),
    ("calls/step_with_a_number", 16),
    // The schemes that the system has.
    ("families/closed_gaps", 37),
    ("families/constant_of_another_type", 19),
    ("item/attribute_without_derive", 18),
    ("item/neither_derive_nor_attribute", 25),
    ("modified_energy/scheme_without_one", 21),
    ("outputs/multiplier_differentiated", 25),
];

#[test]
fn messages_are_short() {
    for mistake in mistakes() {
        let text = fs::read_to_string(root().join(mistake.with_extension("stderr")))
            .expect("a new mistake has its .stderr after a second run with BLESS=1");
        let messages = text.lines().filter(|line| line.starts_with("error")).count();
        let name = mistake.with_extension("").display().to_string();
        let longer = LONGER.iter().find(|(longer, _)| name.ends_with(longer));
        let limit = longer.map_or(LINES, |(_, limit)| *limit);
        let lines = text.lines().filter(|line| !line.is_empty()).count();
        assert!(
            lines <= limit * messages,
            "{name}: {lines} lines for {messages} mistakes"
        );
    }
}

/// Wrong calls with more than one message: several arguments are wrong, or rustc also counts the arguments.
const SEVERAL: [(&str, usize); 2] = [("calls/scheme_forgotten", 2), ("calls/step_size_last", 2)];

/// What follows from a wrong call is not reported again, whatever is done with its result.
#[test]
fn one_wrong_call_is_one_message() {
    for mistake in mistakes()
        .iter()
        .filter(|path| path.starts_with("tests/ui/calls"))
    {
        let text = fs::read_to_string(root().join(mistake.with_extension("stderr")))
            .expect("a new mistake has its .stderr after a second run with BLESS=1");
        let messages = text.lines().filter(|line| line.starts_with("error")).count();
        let name = mistake.with_extension("").display().to_string();
        let several = SEVERAL.iter().find(|(several, _)| name.ends_with(several));
        assert_eq!(messages, several.map_or(1, |(_, messages)| *messages), "{name}");
    }
}

#[test]
fn line_numbers_are_ignored() {
    let text = "  --> runtime/src/step.rs:12:5\n   |\n12 |     fn x();\n --> tests/ui/a.rs:3:4\n";
    let kept = [
        "--> runtime/src/step.rs",
        "|",
        "|     fn x();",
        "--> tests/ui/a.rs:3:4",
    ];
    assert_eq!(lines(text), kept);
}
