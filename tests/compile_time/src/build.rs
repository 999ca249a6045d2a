//! Builds of one file by rustc alone, without the overhead of cargo.
//!
//! Does not know the declaration in the file.

use std::ffi::OsString;
use std::fs;
use std::io::Result;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::clock::{least, megabytes};

/// The kind of build.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Stage {
    /// The derive only: macros are expanded, and names are resolved.
    Derivation,
    /// A debug build from nothing.
    Debug,
    /// An incremental debug build after a touch.
    Again,
    /// An optimised build from nothing.
    Release,
}

/// The directory with the built runtime, and a directory for temporary files.
#[derive(Debug)]
pub(crate) struct Bench {
    folder: PathBuf,
    runs: usize,
    /// `lib` or `bin`.
    kind: &'static str,
    /// How far the macro is optimised, and all that it needs.
    level: u8,
}

impl Bench {
    /// Builds the runtime and the macro as a user's cargo does: the macro without optimisation in both profiles, unless a user
    /// asks for it by `build-override`.
    pub(crate) fn new(folder: PathBuf, runs: usize, kind: &'static str, level: u8) -> Result<Self> {
        let bench = Self {
            folder: folder.join(format!("level_{level}")),
            runs,
            kind,
            level,
        };
        least(1, || bench.cargo("dev"))?;
        Ok(bench)
    }

    /// The same for optimised builds, too.
    pub(crate) fn with_release(self) -> Result<Self> {
        least(1, || self.cargo("release"))?;
        Ok(self)
    }

    fn cargo(&self, profile: &str) -> Command {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["build", "--quiet", "--package", "extremal", "--profile", profile]);
        // This workspace optimises some of its packages, of which its users' know nothing.
        for optimised in ["build-override", "package.extremal-symbolic", "package.dashu-int"] {
            let of_it = format!("profile.{profile}.{optimised}.opt-level={}", self.level);
            cargo.args(["--config", &of_it]);
        }
        cargo.arg("--target-dir").arg(&self.folder);
        cargo.current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."));
        cargo
    }

    /// The smallest of several runs, in seconds.
    pub(crate) fn seconds(&self, source: &str, stage: Stage) -> Result<f64> {
        let file = self.folder.join("measured.rs");
        fs::write(&file, source)?;
        if let Stage::Again = stage {
            let kept = self.folder.join("incremental");
            if kept.exists() {
                fs::remove_dir_all(kept)?;
            }
            least(1, || self.rustc(&file, stage))?;
        }
        least(self.runs, || self.rustc(&file, stage))
    }

    /// The most memory of a debug build.
    pub(crate) fn megabytes(&self, source: &str) -> Result<f64> {
        let file = self.folder.join("measured.rs");
        fs::write(&file, source)?;
        megabytes(self.rustc(&file, Stage::Debug))
    }

    fn rustc(&self, file: &Path, stage: Stage) -> Command {
        let (profile, options) = match stage {
            Stage::Derivation => ("debug", "--emit=dep-info"),
            Stage::Debug => ("debug", "-Cdebuginfo=2"),
            Stage::Again => ("debug", "-Cdebuginfo=2 -Cincremental=incremental"),
            Stage::Release => ("release", "-Copt-level=3"),
        };
        let built = self.folder.join(profile);
        let mut runtime = OsString::from("extremal=");
        runtime.push(built.join("libextremal.rlib"));
        let mut rustc = Command::new("rustc");
        rustc.args(["--crate-type", self.kind]);
        rustc.args(["--edition=2024", "--cap-lints=allow", "--extern"]);
        rustc.arg(runtime).arg("-L").arg(built.join("deps"));
        rustc.args(options.split(' ')).arg(file);
        rustc.current_dir(&self.folder);
        rustc
    }
}
