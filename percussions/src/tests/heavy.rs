//! Heavy bodies on light ones: no body falls through another as an answer.

use std::vec::Vec;

use extremal_numerics::Scalar;

use crate::{
    ActiveContact, ContactProblem, ContactSolver, SemismoothNewton, SparseContactProblem, SparseContactRoom,
    SparseContactSolver,
};

/// G by rows, and c.
type Column = (Vec<Vec<(usize, f64)>>, Vec<f64>);

/// A column that rests on the ground, after a step of free fall: G and c. Contact k is below mass k.
fn column(masses: &[f64], fall: f64) -> Column {
    let n = masses.len();
    let row = |k: usize| {
        let below = k.checked_sub(1).map(|below| 1.0 / masses[below]);
        let above = (k + 1 < n).then(|| (k + 1, -1.0 / masses[k]));
        let beside = k.checked_sub(1).zip(below).map(|(at, inverse)| (at, -inverse));
        let own = (k, 1.0 / masses[k] + below.unwrap_or(0.0));
        [beside, Some(own), above].into_iter().flatten().collect()
    };
    let free = (0..n).map(|k| if k == 0 { -fall } else { 0.0 }).collect();
    ((0..n).map(row).collect(), free)
}

/// The largest velocity by which the laws are missed, over that of the fall.
fn missed((delassus, free): &Column, percussions: &[f64], fall: f64) -> f64 {
    let rows = delassus.iter().zip(free).zip(percussions);
    rows.fold(0.0_f64, |most, ((row, c), p)| {
        let xi: f64 = row.iter().map(|&(k, g)| g * percussions[k]).sum::<f64>() + c;
        let missed = if *p > 0.0 { xi.abs() } else { (-xi).max(0.0) };
        most.max(missed / fall)
    })
}

/// Masses of one to `ratio` that grow upwards, are heavy on top, and alternate.
fn masses(n: usize, ratio: f64) -> [Vec<f64>; 3] {
    let grown = |k: usize| ratio.powf(k as f64 / (n - 1) as f64);
    let top = |k: usize| if k + 1 == n { ratio } else { 1.0 };
    let each = |k: usize| if k % 2 == 1 { ratio } else { 1.0 };
    [
        (0..n).map(grown).collect(),
        (0..n).map(top).collect(),
        (0..n).map(each).collect(),
    ]
}

#[test]
fn no_answer_lets_bodies_fall_through_others() {
    let (mut room, mut solved) = (SparseContactRoom::new(), [0; 2]);
    let fall = 0.1;
    for ratio in [1.0, 1e4, 1e8, 1e10, 1e12, 1e14, 1e16] {
        for n in [3, 8, 40, 60] {
            for masses in masses(n, ratio) {
                let column = column(&masses, fall);
                let contact = ActiveContact {
                    slips: 0,
                    friction: 0.0,
                };
                let mut problem = SparseContactProblem::new();
                for (row, &c) in column.0.iter().zip(&column.1) {
                    problem.add_contact(contact);
                    problem.add_row(c, fall, row.iter().copied());
                }
                let mut percussions = std::vec![0.0; n];
                let any = SemismoothNewton.solve_sparse(&problem, &mut percussions, &mut room);
                if any.is_ok() {
                    let missed = missed(&column, &percussions, fall);
                    assert!(missed < 2e-3, "{n} masses up to {ratio:e}: {missed:e}");
                    solved[0] += 1;
                }
                assert!(any.is_ok() || ratio > 1e4, "{n} masses up to {ratio:e}: {any:?}");
                let Ok(mut few) = <[f64; 8]>::try_from(std::vec![0.0; n]) else {
                    continue;
                };
                let mut dense = [0.0; 64];
                for (k, row) in column.0.iter().enumerate() {
                    row.iter().for_each(|&(to, g)| dense[8 * k + to] = g);
                }
                let contacts = [contact; 8];
                let scales = [fall; 8];
                let problem = ContactProblem::new(&dense, &column.1, &contacts)
                    .and_then(|problem| problem.with_scales(&scales))
                    .unwrap();
                if SemismoothNewton
                    .solve::<f64, _, [[f64; 8]; 8]>(&problem, &mut few)
                    .is_ok()
                {
                    let missed = missed(&column, &few, fall);
                    assert!(missed < 2e-3, "8 masses up to {ratio:e}: {missed:e}");
                    solved[1] += 1;
                }
            }
        }
    }
    assert!(solved[0] >= 36 && solved[1] >= 6, "{solved:?}");
}

#[test]
fn nor_does_one_in_single_precision() {
    for ratio in [1.0, 1e2, 1e3, 1e4, 1e6] {
        for masses in masses(8, ratio) {
            let column = column(&masses, 0.1);
            let mut dense = [0.0_f32; 64];
            for (k, row) in column.0.iter().enumerate() {
                row.iter()
                    .for_each(|&(to, g)| dense[8 * k + to] = Scalar::from_f64(g));
            }
            let free: Vec<f32> = column.1.iter().map(|&c| Scalar::from_f64(c)).collect();
            let contact = ActiveContact {
                slips: 0,
                friction: 0.0,
            };
            let (contacts, scales) = ([contact; 8], [0.1; 8]);
            let problem = ContactProblem::new(&dense, &free, &contacts)
                .and_then(|problem| problem.with_scales(&scales))
                .unwrap();
            let mut percussions = [0.0; 8];
            let solved = SemismoothNewton.solve::<f32, _, [[f32; 8]; 8]>(&problem, &mut percussions);
            assert!(solved.is_ok() || ratio > 1e2, "{ratio:e}: {solved:?}");
            if solved.is_ok() {
                let missed = missed(&column, &percussions.map(f64::from), 0.1);
                // A thousandth, and the rounding of summands that are as large as the ratio, of G and of percussions.
                assert!(missed < 2e-3 + 1e-6 * ratio, "{ratio:e}: {missed:e}");
            }
        }
    }
}
