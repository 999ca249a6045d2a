//! A guess from which Newton steps lead astray.

use std::vec::Vec;

use super::laws::violated_by;
use crate::SparseContactSolver;
use crate::laws::ACCEPTED;
use crate::search::many::GOAL;
use crate::{ActiveContact, SemismoothNewton, SparseContactProblem, SparseContactRoom};

/// Discs with μ = 1.2, and a guess of loads that grew: contacts with slips and μ, then rows with c, its scale, the guess and G.
/// From such a guess Newton steps lead to percussions of 1e13 that cancel, and hide errors in their rounding.
#[test]
fn a_bad_guess_leads_not_astray() {
    let (mut problem, mut guess) = (SparseContactProblem::new(), Vec::new());
    for line in include_str!("astray.txt").lines() {
        let words: Vec<&str> = line.split(' ').collect();
        let number = |k: usize| words[k].parse::<f64>().unwrap();
        if words[0] == "c" {
            assert_eq!(words[1], "1");
            let friction = number(2);
            problem.add_contact(ActiveContact { slips: 1, friction });
        } else {
            guess.push(number(3));
            let places = (4..words.len()).step_by(2);
            let entries = places.map(|k| (words[k].parse().unwrap(), number(k + 1)));
            problem.add_row(number(1), number(2), entries);
        }
    }
    assert_eq!(guess.len(), 70);
    let solve = |mut percussions: Vec<f64>| {
        let report = SemismoothNewton.solve_sparse(&problem, &mut percussions, &mut SparseContactRoom::new());
        assert!(report.unwrap().solved.residual <= GOAL);
        let velocities: Vec<f64> = (0..70).map(|row| problem.velocity(row, &percussions).0).collect();
        let speed = problem.free().iter().fold(0.0_f64, |most, c| most.max(c.abs()));
        let sizes = (&*percussions, &*velocities);
        assert_eq!(violated_by(problem.contacts(), sizes, speed, ACCEPTED), None);
        percussions.iter().fold(0.0_f64, |most, p| most.max(p.abs()))
    };
    // The speed is 0.4, and masses are a fourth.
    assert!(solve(guess) < 1.0 && solve(std::vec![0.0; 70]) < 1.0);
}
