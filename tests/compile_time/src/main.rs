//! The time that the derive adds to a build: planar chains of n links, each declared in three ways, or examples, or large
//! systems.
//!
//! ```text
//! cargo run --release --package extremal-compile-time -- [--links 2,4,8] [--runs 3] [--schemes order-four]
//! cargo run --release --package extremal-compile-time -- --examples any-size [--runs 3] [--below 2]
//! cargo run --release --package extremal-compile-time -- --large [--runs 3] [--level 1]
//! ```
//!
//! Times are those of rustc on one file with the declaration and a function that makes a step by each scheme, minus those of
//! the same file without them: processor time in user mode, the smallest of several runs. The macro is not optimised, which is
//! the default of cargo; `--level` is the `opt-level` of a `build-override`. Of large systems it also prints the most memory of
//! a debug build, and one that takes more of either than it may is an error. An example is measured with all that it contains,
//! against a program that does nothing. With `--below` a debug build that takes longer, in seconds, is an error.

mod build;
mod chain;
mod clock;
mod large;

use std::error::Error;
use std::path::PathBuf;

use build::{Bench, Stage};
use chain::Typing;

/// The requested measurements.
struct Options {
    links: Vec<usize>,
    runs: usize,
    schemes: &'static [&'static str],
    /// Files of `examples` in place of chains.
    examples: Vec<String>,
    /// Large systems in place of chains.
    large: bool,
    /// How far the macro is optimised.
    level: u8,
    /// What a debug build of an example may add, in seconds.
    below: f64,
}

/// The examples whose size is known only when the program runs.
const ANY_SIZE: [&str; 10] = [
    "bar",
    "cluster",
    "driven_bar",
    "elastic_rods",
    "fput",
    "neo_hooke_bar",
    "net",
    "rope",
    "thermoelastic_bar",
    "toda",
];

/// The schemes that a declaration without `discretize` derives.
const DEFAULT: &[&str] = &["Verlet", "Midpoint"];
const ORDER_FOUR: &[&str] = &["Midpoint", "Galerkin<2, Gauss<2>>"];

fn options() -> Result<Options, lexopt::Error> {
    use lexopt::prelude::*;
    let mut options = Options {
        links: vec![2, 4, 8, 16, 32],
        runs: 3,
        schemes: DEFAULT,
        examples: Vec::new(),
        large: false,
        level: 0,
        below: f64::INFINITY,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("links") => {
                let list = parser.value()?.string()?;
                let links: Result<_, _> = list.split(',').map(str::parse).collect();
                options.links = links.map_err(|_| "links are numbers: 2,4,8")?;
            }
            Long("examples") => {
                options.examples = match parser.value()?.string()?.as_str() {
                    "any-size" => ANY_SIZE.map(str::to_owned).into(),
                    list => list.split(',').map(str::to_owned).collect(),
                }
            }
            Long("large") => options.large = true,
            Long("level") => options.level = parser.value()?.parse()?,
            Long("below") => options.below = parser.value()?.parse()?,
            Long("runs") => options.runs = parser.value()?.parse()?,
            Long("schemes") => {
                options.schemes = parser.value()?.parse_with(|name| match name {
                    "default" => Ok(DEFAULT),
                    "order-four" => Ok(ORDER_FOUR),
                    _ => Err("`default` or `order-four`"),
                })?;
            }
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target")),
        PathBuf::from,
    );
    let (folder, runs) = (folder.join("compile_time"), options.runs.max(1));
    let bench = |kind| Bench::new(folder, runs, kind, options.level);
    if options.large {
        large(&bench("lib")?)
    } else if options.examples.is_empty() {
        chains(&bench("lib")?.with_release()?, &options)
    } else {
        examples(&bench("bin")?.with_release()?, &options)
    }
}

fn chains(bench: &Bench, Options { links, schemes, .. }: &Options) -> Result<(), Box<dyn Error>> {
    println!("{}; seconds that the derive adds\n", schemes.join(", "));
    println!("  n  typed       derivation   debug   again  release");
    for &n in links {
        for typing in Typing::ALL {
            let source = chain::derived(typing, n, schemes);
            print!("{n:3}  {:10}", typing.name());
            for stage in [Stage::Derivation, Stage::Debug, Stage::Again, Stage::Release] {
                let added = bench.seconds(&source, stage)? - bench.seconds(&chain::plain(), stage)?;
                print!("  {added:6.2}");
            }
            println!();
        }
    }
    Ok(())
}

fn examples(bench: &Bench, Options { examples, below, .. }: &Options) -> Result<(), Box<dyn Error>> {
    const NOTHING: &str = "pub use extremal::prelude::*;\n\nfn main() {}\n";
    println!("seconds that an example adds\n");
    println!("example               derivation   debug   again  release");
    let mut slow = Vec::new();
    for name in examples {
        let path = format!("{}/../../examples/{name}.rs", env!("CARGO_MANIFEST_DIR"));
        let source = std::fs::read_to_string(path)?;
        print!("{name:20}");
        for stage in [Stage::Derivation, Stage::Debug, Stage::Again, Stage::Release] {
            let added = bench.seconds(&source, stage)? - bench.seconds(NOTHING, stage)?;
            print!("  {added:6.2}");
            if matches!(stage, Stage::Debug | Stage::Again) && added > *below {
                slow.push(name.as_str());
            }
        }
        println!();
    }
    if slow.is_empty() {
        Ok(())
    } else {
        slow.dedup();
        Err(format!("debug builds that add more than {below} s: {}", slow.join(", ")).into())
    }
}

fn large(bench: &Bench) -> Result<(), Box<dyn Error>> {
    println!("seconds that a system adds, and the most megabytes of a debug build\n");
    println!("system                derivation   debug  memory");
    let mut failed = Vec::new();
    for system in large::all()? {
        let added = |stage| -> std::io::Result<f64> {
            Ok(bench.seconds(&system.source, stage)? - bench.seconds(&chain::plain(), stage)?)
        };
        let (derivation, debug) = (added(Stage::Derivation)?, added(Stage::Debug)?);
        let memory = bench.megabytes(&system.source)?;
        println!(
            "{:20}      {derivation:6.2}  {debug:6.2}  {memory:6.0}",
            system.name
        );
        if debug > system.seconds || memory > system.megabytes {
            let [seconds, megabytes] = [system.seconds, system.megabytes];
            failed.push(format!(
                "{} (at most {seconds} s and {megabytes} MB)",
                system.name
            ));
        }
    }
    if failed.is_empty() {
        Ok(())
    } else {
        Err(format!("debug builds that take too much: {}", failed.join(", ")).into())
    }
}
