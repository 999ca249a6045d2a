//! The contact problem by trial of every combination of open, sticking and slipping contacts.
//!
//! ```text
//! ξ = G P + c,   −ξ_N ∈ N_{R₀⁺}(P_N),   −ξ_T ∈ N_{|P_T| ≤ μ P_N}(P_T)
//! ```
//!
//! Contacts have one slip or none.

use super::linear::solve;

/// A closed contact: whether it has a slip, which follows its normal row, and its friction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Closed {
    pub(crate) slips: bool,
    pub(crate) friction: f64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    Open,
    /// Closed, and `P_T` inside the cone; also a contact without slip.
    Sticks,
    /// `P_T = −μ P_N`, `ξ_T ≥ 0`
    SlipsForward,
    /// `P_T = μ P_N`, `ξ_T ≤ 0`
    SlipsBackward,
}

/// A solution and its combination.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub(crate) modes: Vec<Mode>,
    pub(crate) percussions: Vec<f64>,
}

/// Every solution, at most one of each combination.
///
/// Inequalities hold up to `slack`, which has to cover the rounding of the linear equations.
pub(crate) fn all(delassus: &[Vec<f64>], free: &[f64], contacts: &[Closed], slack: f64) -> Vec<Found> {
    let mut found = Vec::new();
    let mut modes = Vec::new();
    descend(delassus, free, contacts, slack, &mut modes, &mut found);
    found
}

/// The first of [`all`].
pub(crate) fn first(delassus: &[Vec<f64>], free: &[f64], contacts: &[Closed]) -> Found {
    let size = free.iter().fold(0.0_f64, |size, x| size.max(x.abs()));
    let solutions = all(delassus, free, contacts, 1e-11 * size);
    solutions.into_iter().next().expect("a solution")
}

fn descend(
    delassus: &[Vec<f64>],
    free: &[f64],
    contacts: &[Closed],
    slack: f64,
    modes: &mut Vec<Mode>,
    found: &mut Vec<Found>,
) {
    let Some(contact) = contacts.get(modes.len()) else {
        found.extend(tried(delassus, free, contacts, slack, modes));
        return;
    };
    let choices: &[Mode] = if contact.slips && contact.friction > 0.0 {
        &[Mode::Open, Mode::Sticks, Mode::SlipsForward, Mode::SlipsBackward]
    } else if contact.slips {
        &[Mode::Open, Mode::SlipsForward, Mode::SlipsBackward]
    } else {
        &[Mode::Open, Mode::Sticks]
    };
    for &mode in choices {
        modes.push(mode);
        descend(delassus, free, contacts, slack, modes, found);
        modes.pop();
    }
}

fn tried(
    delassus: &[Vec<f64>],
    free: &[f64],
    contacts: &[Closed],
    slack: f64,
    modes: &[Mode],
) -> Option<Found> {
    let rows = free.len();
    let (mut matrix, mut right) = (vec![vec![0.0; rows]; rows], vec![0.0; rows]);
    let mut row = 0;
    for (contact, mode) in contacts.iter().zip(modes) {
        let normal = row;
        if *mode == Mode::Open {
            matrix[row][row] = 1.0;
        } else {
            matrix[row].clone_from(&delassus[row]);
            right[row] = -free[row];
        }
        row += 1;
        if contact.slips {
            match mode {
                Mode::Sticks => {
                    matrix[row].clone_from(&delassus[row]);
                    right[row] = -free[row];
                }
                Mode::Open | Mode::SlipsForward | Mode::SlipsBackward => {
                    let sign = if *mode == Mode::SlipsForward { 1.0 } else { -1.0 };
                    matrix[row][row] = 1.0;
                    matrix[row][normal] = sign * contact.friction;
                }
            }
            row += 1;
        }
    }
    let percussions = solve(matrix, right)?;
    let found = Found {
        modes: modes.to_vec(),
        percussions,
    };
    is_solution(delassus, free, contacts, slack, &found).then_some(found)
}

fn is_solution(delassus: &[Vec<f64>], free: &[f64], contacts: &[Closed], slack: f64, found: &Found) -> bool {
    let p = &found.percussions;
    let rate = |row: usize| free[row] + delassus[row].iter().zip(p).map(|(g, p)| g * p).sum::<f64>();
    // Percussions have other units than rates: slack of a rate over the diagonal.
    let slack_p = |row: usize| slack / delassus[row][row];
    let mut row = 0;
    let mut holds = true;
    for (contact, mode) in contacts.iter().zip(&found.modes) {
        holds &= match mode {
            Mode::Open => rate(row) >= -slack,
            Mode::Sticks | Mode::SlipsForward | Mode::SlipsBackward => p[row] >= -slack_p(row),
        };
        if contact.slips {
            holds &= match mode {
                Mode::Open => true,
                Mode::Sticks => p[row + 1].abs() <= contact.friction * p[row] + slack_p(row + 1),
                Mode::SlipsForward => rate(row + 1) >= -slack,
                Mode::SlipsBackward => rate(row + 1) <= slack,
            };
            row += 1;
        }
        row += 1;
    }
    holds
}
