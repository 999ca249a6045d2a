//! The command line.

use std::ffi::OsStr;
use std::path::PathBuf;

use lexopt::prelude::{Long, Short, ValueExt};

use crate::studies::SYSTEMS;

/// The request on the command line.
#[derive(Debug)]
pub(crate) enum Request {
    Help,
    Run(Options),
}

#[derive(Debug)]
pub(crate) struct Options {
    /// The directory for the page and the plots.
    pub(crate) out: PathBuf,
    /// Shorter runs and smaller plots.
    pub(crate) quick: bool,
    /// Names of systems; all systems if the list is empty.
    only: Vec<String>,
}

impl Options {
    pub(crate) fn selects(&self, name: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| only == name)
    }
}

pub(crate) fn usage() -> String {
    format!(
        "usage: gallery [--out DIR] [--only NAME].. [--quick]\n\n  \
         --out DIR    where the page and the plots go (out)\n  \
         --only NAME  one of {}; may be repeated\n  \
         --quick      shorter runs",
        names()
    )
}

fn names() -> String {
    SYSTEMS.map(|(name, _)| name).join(", ")
}

/// Reads the arguments of the process; an error ends with the usage.
pub(crate) fn parse() -> Result<Request, String> {
    read(lexopt::Parser::from_env()).map_err(|error| format!("{error}\n\n{}", usage()))
}

fn read(mut arguments: lexopt::Parser) -> Result<Request, lexopt::Error> {
    let mut options = Options {
        out: PathBuf::from("out"),
        quick: false,
        only: Vec::new(),
    };
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("out") => options.out = arguments.value()?.into(),
            Long("only") => options.only.push(system(&arguments.value()?)?),
            Long("quick") => options.quick = true,
            Long("help") | Short('h') => return Ok(Request::Help),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(Request::Run(options))
}

fn system(name: &OsStr) -> Result<String, lexopt::Error> {
    let name = name.to_owned().string()?;
    if SYSTEMS.iter().any(|(known, _)| *known == name) {
        Ok(name)
    } else {
        Err(format!("unknown system `{name}`; expected one of {}", names()).into())
    }
}
