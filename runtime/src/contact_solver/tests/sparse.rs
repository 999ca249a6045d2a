//! Problems of any size, by islands.

use std::time::Instant;
use std::vec::Vec;

use super::laws::violated_by;
use super::piles::{Motion, Pile, cube, lattice, motions};
use super::problems::Random;
use super::{cold, count};
use crate::contact_solver::SparseContactSolver;
use crate::{SemismoothNewton, SolvedIslands, SparseContactRoom};

/// ξ = W u⁺ + e W u⁻ by the motion of the bodies, without G. Which law is violated.
fn violated(pile: &Pile, before: &[Motion], restituted: &[f64], percussions: &[f64]) -> Option<&'static str> {
    let after = pile.after(before, percussions);
    let velocities: Vec<f64> = pile
        .rates(&after)
        .iter()
        .zip(restituted)
        .map(|(a, b)| a + b)
        .collect();
    let sizes = pile.after(&before.iter().map(|u| u.map(f64::abs)).collect::<Vec<_>>(), &[]);
    let speed = pile
        .scales(&sizes)
        .iter()
        .zip(restituted)
        .map(|(a, b)| a + b.abs())
        .fold(1e-300, f64::max);
    // The sum of the magnitudes of the summands, which percussions of many neighbours make large.
    let pressed = percussions.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
    let tolerance = 64.0 * (percussions.len() as f64).max(16.0) * f64::EPSILON;
    violated_by(
        &pile.contacts,
        (percussions, &velocities),
        speed + 6.0 * pressed,
        tolerance,
    )
}

fn solve(
    solver: &impl SparseContactSolver,
    pile: &Pile,
    before: &[Motion],
    restituted: &[f64],
) -> (Vec<f64>, Result<SolvedIslands<f64>, crate::Failure>) {
    let free: Vec<f64> = pile
        .rates(before)
        .iter()
        .zip(restituted)
        .map(|(a, b)| a + b)
        .collect();
    let scales: Vec<f64> = pile
        .scales(before)
        .iter()
        .zip(restituted)
        .map(|(a, b)| a + b.abs())
        .collect();
    let problem = pile.problem(&free, &scales);
    let mut percussions = std::vec![0.0; free.len()];
    let mut room = SparseContactRoom::new();
    let report = solver.solve_sparse(&problem, &mut percussions, &mut room);
    (percussions, report)
}

#[test]
fn explore() {
    let mut random = Random(21);
    for k in 0..count(40) {
        let size = [3, 6, 12, 24][k % 4];
        let share = [0.5, 0.8, 1.0][k / 4 % 3];
        let pile = if k % 3 == 0 {
            cube(&mut random, 2 + k % 4 * 2, share)
        } else {
            lattice(&mut random, [size, size], share)
        };
        let before = motions(&mut random, &pile, 0.1);
        let rates = pile.rates(&before);
        let e = if k % 5 == 4 { 0.3 } else { 0.0 };
        let mut row = 0;
        let mut restituted = Vec::new();
        for contact in &pile.contacts {
            for k in 0..=contact.slips {
                restituted.push(if k == 0 { e * rates[row] } else { 0.0 });
                row += 1;
            }
        }
        let start = Instant::now();
        let (p, report) = solve(&SemismoothNewton, &pile, &before, &restituted);
        let time = start.elapsed();
        let mu = pile.contacts.first().map(|c| c.friction);
        std::eprintln!(
            "{k} rows {} contacts {} mu {mu:?} e {e} {report:?} {:?} {time:?}",
            pile.rows.len(),
            pile.contacts.len(),
            violated(&pile, &before, &restituted, &p)
        );
    }
}
