//! Sources of systems that are large for a derive: 18 coordinates at high order, and an arm of six axes with `Livens`.
//!
//! Does not know the measurements.

use std::fs::read_to_string;
use std::io::{Error, Result};

/// A system, its source, and what a debug build of it may take: seconds and megabytes, a quarter more than was measured.
///
/// The goals are 8 s and 300 MB for planets, and 6 s and 400 MB for the arm. It misses them: half of its time is the
/// derivation, and its memory is that of a correction of 27 000 operations, which each step runs.
#[derive(Debug)]
pub(crate) struct Large {
    pub(crate) name: &'static str,
    pub(crate) source: String,
    pub(crate) seconds: f64,
    pub(crate) megabytes: f64,
}

/// All of them.
pub(crate) fn all() -> Result<Vec<Large>> {
    Ok(vec![
        planets("planets, order 8", 4, [5.5, 400.0]),
        planets("planets, order 12", 6, [12.0, 440.0]),
        arm()?,
    ])
}

/// The outer solar system by elements of this degree.
fn planets(name: &'static str, degree: usize, [seconds, megabytes]: [f64; 2]) -> Large {
    let scheme = format!("Galerkin<{degree}, Gauss<{degree}>>");
    let declaration = format!(
        "#[derive(Lagrangian)]
#[lagrangian(
    coordinates(r[6][3]),
    kinetic = sum(0..6, |i| 0.5 * m[i] * dt(r[i]).norm_squared()),
    potential = -sum(0..6, |i| sum(i + 1..6, |j| g * m[i] * m[j] / (r[j] - r[i]).norm())),
    discretize({scheme}),
)]
pub struct Planets {{ pub m: [f64; 6], pub g: f64 }}
"
    );
    Large {
        name,
        source: with_step(&declaration, "Planets", &scheme, 18, "step()"),
        seconds,
        megabytes,
    }
}

/// The declaration of the example, with another scheme.
fn arm() -> Result<Large> {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/robot_arm.rs");
    let example = read_to_string(path)?;
    let declaration = example
        .find("#[derive(Lagrangian)]")
        .and_then(|start| example.get(start..))
        .and_then(|rest| rest.find("\n}\n").and_then(|end| rest.get(..end + 3)));
    let declaration = declaration.ok_or_else(|| Error::other("no declaration in the example"))?;
    let declaration = declaration
        .replace("pub(crate)", "pub")
        .replace("discretize(Midpoint)", "discretize(Livens)");
    Ok(Large {
        name: "arm, Livens",
        source: with_step(&declaration, "RobotArm", "Livens", 6, "step_with([0.0; 6])"),
        seconds: 11.0,
        megabytes: 710.0,
    })
}

/// A declaration, and the code that a program has in addition to it.
fn with_step(declaration: &str, system: &str, scheme: &str, n: usize, step: &str) -> String {
    format!(
        "use extremal::prelude::*;

{declaration}
pub fn step(system: &{system}, q: [f64; {n}]) -> Result<f64, extremal::Error> {{
    let mut motion = Integrator::new(system, <{scheme}>::default(), 1e-3, q, [0.0; {n}])?;
    motion.{step}?;
    Ok(motion.energy())
}}
"
    )
}
