//! Solvers against the laws, against enumerations, and against each other.

#[cfg(feature = "alloc")]
mod again;
mod astray;
mod boxes;
#[cfg(feature = "alloc")]
mod budget;
mod degenerate;
mod enumeration;
#[cfg(feature = "alloc")]
mod heavy;
mod hyperstatic;
mod laws;
mod least_norm;
#[cfg(feature = "alloc")]
mod piles;
mod planar;
mod problems;
mod resort;
mod rest;
#[cfg(feature = "alloc")]
mod sparse;
mod spatial;

use std::vec::Vec;

use super::{ContactProblem, ContactSolver, Solved};
use crate::ContactFailure;
use problems::Data;

/// Rows of the largest problem.
const ROWS: usize = 12;

/// The solution of a solver that starts cold.
fn cold(solver: &impl ContactSolver, data: &Data) -> Result<(Vec<f64>, Solved<f64>), ContactFailure> {
    solved(solver, data, &std::vec![0.0; data.rows()])
}

fn solved(
    solver: &impl ContactSolver,
    data: &Data,
    guess: &[f64],
) -> Result<(Vec<f64>, Solved<f64>), ContactFailure> {
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts)?;
    let mut percussions = [0.0; ROWS];
    percussions[..guess.len()].copy_from_slice(guess);
    let report = solver.solve::<f64, [f64; ROWS], [[f64; ROWS]; ROWS]>(&problem, &mut percussions)?;
    Ok((percussions[..data.rows()].to_vec(), report))
}

/// The number of random problems: some thousands, or what the environment asks for.
fn count(default: usize) -> usize {
    let asked = std::env::var("CONTACT_PROBLEMS").ok();
    asked.and_then(|count| count.parse().ok()).unwrap_or(default)
}
