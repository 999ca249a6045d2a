//! Problems of any size: islands by themselves, and bars on more feet than blocks on the stack take.

use std::vec::Vec;

use super::super::cold;
use super::super::problems::Data;
use super::{LEAST, TABLE, on_feet};
use crate::{SemismoothNewton, SparseContactProblem, SparseContactRoom, SparseContactSolver};

/// Some problems beside each other.
fn beside(parts: &[Data]) -> SparseContactProblem<f64> {
    let mut problem = SparseContactProblem::new();
    let mut start = 0;
    for part in parts {
        let mut row = 0;
        for &contact in &part.contacts {
            problem.add_contact(contact);
            for _ in 0..=contact.slips {
                let numbers = &part.delassus[row * part.rows()..(row + 1) * part.rows()];
                let entries = numbers.iter().enumerate().map(|(k, &g)| (start + k, g));
                problem.add_row(part.free[row], part.free[row].abs(), entries);
                row += 1;
            }
        }
        start += part.rows();
    }
    problem
}

#[test]
fn islands_have_the_answers_of_their_own() {
    let stool = on_feet(&TABLE[..3], [0.3, 0.5], [-1.0, 0.2, 0.1]);
    let parts = [
        on_feet(&TABLE, [0.3, 0.5], [-3.0, 0.0, 0.0]),
        stool.clone(),
        on_feet(&TABLE, [0.3, 0.5], [-3.0, 0.4, -0.6]),
    ];
    let problem = beside(&parts);
    let mut room = SparseContactRoom::new();
    let mut percussions = std::vec![0.0; 11];
    let report = LEAST.solve_sparse(&problem, &mut percussions, &mut room).unwrap();
    let alone: Vec<_> = parts
        .iter()
        .flat_map(|part| cold(&LEAST, part).unwrap().0)
        .collect();
    assert_eq!(percussions, alone);
    assert_eq!(report.islands, 3);
    // That of each island by itself.
    assert!(report.solved.residual <= 64.0 * 4.0 * f64::EPSILON);
    assert_eq!(LEAST.rank_sparse(&problem, &mut room).unwrap(), 9);
    // Without redundancy nothing changes, and the report neither.
    let problem = beside(&[stool.clone(), stool]);
    let mut inner = std::vec![0.0; 6];
    let mut least = inner.clone();
    let expected = SemismoothNewton
        .solve_sparse(&problem, &mut inner, &mut room)
        .unwrap();
    let report = LEAST.solve_sparse(&problem, &mut least, &mut room).unwrap();
    assert_eq!((least, report), (inner, expected));
    assert!(LEAST.solve_sparse(&problem, &mut [0.0; 2], &mut room).is_err());
}

/// More rows than a block on the stack, and more contacts than are solved to rounding.
#[test]
fn a_bar_on_sixty_feet_shares_as_an_elastic_one() {
    let feet: Vec<_> = (0..60).map(|k| [0.05 * f64::from(k) - 1.475, 0.0]).collect();
    let inertia = [0.3, 0.4];
    let problem = beside(&[on_feet(&feet, inertia, [-3.0, 0.0, 1.5])]);
    let (mut percussions, mut room) = (std::vec![0.0; 60], SparseContactRoom::new());
    let report = LEAST.solve_sparse(&problem, &mut percussions, &mut room).unwrap();
    assert_eq!(report.solved.residual, problem.residual(&percussions));
    assert_eq!(LEAST.rank_sparse(&problem, &mut room).unwrap(), 2);
    // Σ P = 6 and Σ x P = 0.6; a P is linear, as the load is in the kernel of the bar.
    let force: f64 = percussions.iter().sum();
    let moment: f64 = percussions.iter().zip(&feet).map(|(p, foot)| p * foot[0]).sum();
    let accuracy = 1e-12_f64.max(100.0 * report.solved.residual);
    assert!((force - 6.0).abs() < accuracy && (moment - 0.6).abs() < accuracy);
    let pulled = |k: usize| (0.5 + feet[k][0] * feet[k][0] / inertia[1]) * percussions[k];
    let slope = (pulled(59) - pulled(0)) / (feet[59][0] - feet[0][0]);
    for (k, foot) in feet.iter().enumerate() {
        let line = pulled(0) + slope * (foot[0] - feet[0][0]);
        assert!((pulled(k) - line).abs() < 1e-12, "{k}: {percussions:?}");
    }
}
