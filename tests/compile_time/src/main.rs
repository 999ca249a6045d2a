//! The time that the derive adds to a build: planar chains of n links, each declared in three ways.
//!
//! ```text
//! cargo run --release --package extremal-compile-time -- [--links 2,4,8] [--runs 3] [--schemes order-four]
//! ```
//!
//! Times are those of rustc on one file with the declaration and a function that makes a step by each scheme, minus those of
//! the same file without them: processor time in user mode, the smallest of several runs. The macro is not optimised, which
//! is the default of cargo.

mod build;
mod chain;
mod clock;

use std::error::Error;
use std::path::PathBuf;

use build::{Bench, Stage};
use chain::Typing;

/// The requested measurements.
struct Options {
    links: Vec<usize>,
    runs: usize,
    schemes: &'static [&'static str],
}

/// The schemes that a declaration without `discretize` derives.
const DEFAULT: &[&str] = &["Verlet", "Midpoint"];
const ORDER_FOUR: &[&str] = &["Midpoint", "Galerkin<2, Gauss<2>>"];

fn options() -> Result<Options, lexopt::Error> {
    use lexopt::prelude::*;
    let mut options = Options {
        links: vec![2, 4, 8, 16, 32],
        runs: 3,
        schemes: DEFAULT,
    };
    let mut parser = lexopt::Parser::from_env();
    while let Some(argument) = parser.next()? {
        match argument {
            Long("links") => {
                let list = parser.value()?.string()?;
                let links: Result<_, _> = list.split(',').map(str::parse).collect();
                options.links = links.map_err(|_| "links are numbers: 2,4,8")?;
            }
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
    let Options { links, runs, schemes } = options()?;
    let folder = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../target")),
        PathBuf::from,
    );
    let bench = Bench::new(folder.join("compile_time"), runs.max(1))?;
    println!("{}; seconds that the derive adds\n", schemes.join(", "));
    println!("  n  typed       derivation   debug   again  release");
    for n in links {
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
