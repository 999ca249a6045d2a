//! Budgets: what they promise of percussions that are not solved.

use std::vec::Vec;

use super::count;
use super::piles::{Falling, lattice, motions};
use super::problems::Random;
use crate::accelerated::{Effort, accelerated};
use crate::blocks::Blocks;
use crate::gauss_seidel::correct_each;
use crate::{
    ActiveContact, Budget, ContactFailure, ContactProblem, ContactSolver, Solved, SolvedIslands,
    SparseContactProblem, SparseContactRoom, SparseContactSolver,
};

fn sweeps(sweeps: usize) -> Budget {
    Budget {
        sweeps,
        ..Budget::default()
    }
}

fn solve(
    budget: Budget,
    problem: &SparseContactProblem<f64>,
    guess: &[f64],
) -> (Vec<f64>, SolvedIslands<f64>) {
    let mut percussions = guess.to_vec();
    let report = budget.solve_sparse(problem, &mut percussions, &mut SparseContactRoom::new());
    (percussions, report.unwrap())
}

/// The residual in the plane, written down from its formula, with G as a function and the square of a hypotenuse.
fn residual(problem: &SparseContactProblem<f64>, scales: &[f64], p: &[f64]) -> f64 {
    let rows = problem.rows();
    let of = |row: usize| {
        let (columns, numbers) = problem.row(row);
        let terms = columns.iter().zip(numbers).map(|(&column, g)| g * p[column]);
        let (sum, size) = terms.fold((0.0, 0.0), |(sum, size), term| {
            (sum + term, size + f64::abs(term))
        });
        (sum + problem.free()[row], size + scales[row].abs())
    };
    let own = |row: usize| {
        let (columns, numbers) = problem.row(row);
        numbers[columns.iter().position(|&column| column == row).unwrap()]
    };
    let by_root = (0..rows)
        .map(|row| scales[row].abs() / own(row).sqrt())
        .fold(0.0, f64::max);
    let fastest = scales.iter().fold(0.0_f64, |most, x| most.max(x.abs()));
    let bound = |row: usize, scale: f64| {
        let by_root = own(row).sqrt() / f64::EPSILON.sqrt() * by_root;
        scale
            .min(by_root)
            .min(fastest / (64e3 * rows as f64 * f64::EPSILON))
    };
    let mut most = 0.0_f64;
    for (contact, n) in problem.contacts().iter().zip((0..rows).step_by(2)) {
        let t = n + 1;
        let ((xi_n, s_n), (xi_t, s_t)) = (of(n), of(t));
        let r = contact.friction * p[n].max(0.0);
        let tau = p[t] - xi_t / own(t);
        let (error, scale) = if tau.abs() <= r {
            (xi_t, s_t + own(t) * r)
        } else {
            let error = own(t) * (p[t] - r * tau.signum());
            (error, (r + p[t].abs()) * (own(t) + s_t / tau.abs()))
        };
        let normal = xi_n.min(own(n) * p[n]);
        for (error, bound) in [(normal, bound(n, s_n)), (error, bound(t, scale))] {
            if error != 0.0 {
                most = most.max(error.abs() / bound);
            }
        }
    }
    most
}

/// A pile that falls into a box: at each step the residual of a budget is that of its percussions, it is not above that of the
/// guess, and more sweeps do not make it larger. Percussions lie in their cones.
#[test]
fn the_residual_of_a_budget_is_that_of_the_laws() {
    let mut falling = Falling::new(&mut Random(5), [6, 8], 0.3);
    let (h, mut loose) = (0.02, 0);
    for _ in 0..count(300) {
        let step = falling.begin(h);
        let problem = &step.problem;
        let scales = step.pile.scales(&step.free);
        // Sixteen sweeps lie between two tests: larger budgets see what smaller ones have seen.
        let mut before = f64::INFINITY;
        let mut last = step.guess.clone();
        for count in [0, 16, 64, 256] {
            let (percussions, report) = solve(sweeps(count), problem, &step.guess);
            let own = residual(problem, &scales, &percussions);
            let told = report.solved.residual;
            // Of all rows: one of an island has bounds of its own, which are far away here.
            assert!((own - told).abs() <= 1e-12 + 1e-9 * own, "{own:e} {told:e}");
            assert!(told <= before, "{told:e} after {before:e}");
            assert!(report.solved.sweeps <= count * report.islands);
            for (contact, p) in problem.contacts().iter().zip(percussions.chunks(2)) {
                assert!(p[0] >= 0.0 && p[1].abs() <= contact.friction * p[0] * (1.0 + 4.0 * f64::EPSILON));
            }
            loose += usize::from(told > 1e-6);
            (before, last) = (told, percussions);
        }
        falling.end(h, &step, &last);
    }
    // Otherwise nothing was asked.
    assert!(loose > 50, "{loose}");
}

/// Sweeps end where it is enough, and at rounding errors if there are enough of them.
#[test]
fn sweeps_end_where_it_is_enough() {
    let mut random = Random(7);
    let pile = lattice(&mut random, [8, 9], 0.75);
    let before = motions(&mut random, &pile, 0.1);
    let problem = pile.problem(&pile.rates(&before), &pile.scales(&before));
    let cold = std::vec![0.0; problem.rows()];
    let mut last = 0;
    for enough in [1e-2, 1e-4, 1e-6, 0.0] {
        let budget = Budget {
            sweeps: 20_000,
            enough,
        };
        let (percussions, report) = solve(budget, &problem, &cold);
        let floor = 8.0 * problem.rows() as f64 * f64::EPSILON;
        let residual = report.solved.residual;
        assert!(residual <= enough.max(floor), "{enough:e} {report:?}");
        assert!((problem.residual(&percussions) - residual).abs() <= floor);
        assert!(
            report.solved.sweeps >= last && report.solved.sweeps < 20_000,
            "{report:?}"
        );
        last = report.solved.sweeps;
        // At what was found the guess is enough.
        assert_eq!(solve(budget, &problem, &percussions).1.solved.sweeps, 0);
    }
}

/// G by blocks and G by rows: the same sweeps, for contacts without slips, in the plane and in space, and for all mixed.
#[test]
fn blocks_sweep_as_rows_do() {
    for slips in [&[0_usize][..], &[1], &[2], &[0, 1, 2]] {
        let mut random = Random(11);
        let contacts: Vec<ActiveContact<f64>> = (0..40)
            .map(|k| ActiveContact {
                slips: slips[k % slips.len()],
                friction: 0.4,
            })
            .collect();
        let rows: usize = contacts.iter().map(|contact| 1 + contact.slips).sum();
        let mut problem = SparseContactProblem::new();
        // A band with a heavy diagonal, not symmetric, and with gaps.
        let mut row = 0_usize;
        for contact in &contacts {
            problem.add_contact(*contact);
            for _ in 0..=contact.slips {
                let near = row.saturating_sub(7)..(row + 8).min(rows);
                let mut entries = Vec::new();
                for column in near.filter(|column| *column == row || !(column + row).is_multiple_of(3)) {
                    let own = if column == row { 4.0 } else { 0.0 };
                    entries.push((column, own + 0.3 * random.normal()));
                }
                problem.add_row(random.normal(), 1.0, entries);
                row += 1;
            }
        }
        let mut blocks = Blocks::new();
        blocks.set(&problem);
        let (mut one, mut other) = (std::vec![0.1; rows], std::vec![0.1; rows]);
        for _ in 0..5 {
            correct_each(&problem, &mut one, 1.0);
            blocks.sweep(&problem, &mut other, 1.0);
        }
        let difference = one
            .iter()
            .zip(&other)
            .fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
        // Sums of fifteen products of size 1 in another order, and some growth.
        assert!(
            difference < 1e-13 && one.iter().any(|p| *p > 0.2),
            "{slips:?} {difference:e}"
        );
    }
}

/// Extrapolated sweeps on a pile that is poured: less than three quarters of the plain ones that lead as far, and an ever
/// smaller part where there are more discs.
#[test]
fn extrapolation_saves_sweeps() {
    let mut falling = Falling::new(&mut Random(5), [8, 10], 0.3);
    let h = 0.02;
    let (mut few, mut many) = (0, 0);
    for k in 0..200 {
        let step = falling.begin(h);
        let problem = &step.problem;
        let (percussions, _) = solve(sweeps(1000), problem, &step.guess);
        falling.end(h, &step, &percussions);
        if k % 20 != 19 || problem.rows() == 0 {
            continue;
        }
        let (enough, most) = (1e-5, 4000);
        let mut best = step.guess.clone();
        let mut room = [(); 3].map(|()| best.clone());
        let sweep = |p: &mut [f64], relaxation| correct_each(problem, p, relaxation);
        let effort = Effort { sweeps: most, enough };
        let slices = room.each_mut().map(Vec::as_mut_slice);
        let found: Solved<f64> = accelerated(problem, effort, sweep, &mut best, slices);
        few += found.sweeps;
        let (mut plain, mut count) = (step.guess.clone(), 0);
        while problem.residual(&plain) > enough && count < most {
            (0..16).for_each(|_| correct_each(problem, &mut plain, 1.0));
            count += 16;
        }
        many += count;
    }
    assert!(many > 500 && 4 * few < 3 * many, "{few} of {many}");
}

/// Problems without a solution, and guesses that are no numbers: an answer with its residual, and no failure.
#[test]
fn a_budget_fails_for_no_want_of_convergence() {
    // Beads between walls that approach each other.
    for beads in [3_usize, 20, 100] {
        let mut problem = SparseContactProblem::<f64>::new();
        for k in 0..=beads {
            problem.add_contact(ActiveContact {
                slips: 0,
                friction: 0.0,
            });
            let (left, right) = (k.checked_sub(1), (k < beads).then_some(k + 1));
            let is_wall = left.is_none() || right.is_none();
            let (free, own) = if is_wall { (-1.0, 1.0) } else { (0.0, 2.0) };
            let entries = [left.map(|k| (k, -1.0)), Some((k, own)), right.map(|k| (k, -1.0))];
            problem.add_row(free, f64::abs(free), entries.into_iter().flatten());
        }
        for guess in [0.0, f64::NAN, 1e300, -1.0] {
            let (percussions, report) = solve(sweeps(100), &problem, &std::vec![guess; beads + 1]);
            let residual = report.solved.residual;
            // Beside the summands, which grow by up to 1 in each sweep.
            assert!(residual > 1e-5 && !residual.is_nan(), "{guess}: {report:?}");
            assert_eq!(residual.to_bits(), problem.residual(&percussions).to_bits());
            assert!(percussions.iter().all(|p| *p >= 0.0));
        }
    }
    // A jammed wedge: G_NT larger than G_NN, sweeps diverge.
    let contacts = [ActiveContact {
        slips: 1,
        friction: 3.0,
    }; 2];
    let delassus = [
        1.0, 2.0, 0.5, 0.0, 2.0, 5.0, 0.0, 0.5, 0.5, 0.0, 1.0, -2.0, 0.0, 0.5, -2.0, 5.0,
    ];
    let problem = ContactProblem::new(&delassus, &[-1.0, 2.0, -1.0, -2.0], &contacts).unwrap();
    let mut percussions = [0.0; 4];
    let report = sweeps(50)
        .solve::<f64, _, [[f64; 4]; 4]>(&problem, &mut percussions)
        .unwrap();
    assert_eq!(
        report.residual.to_bits(),
        problem.residual(&percussions).to_bits()
    );
    assert!(percussions.iter().all(|p| p.is_finite()));
    // What is no problem is none.
    let immovable = ContactProblem::new(
        &[0.0],
        &[-1.0],
        &[ActiveContact {
            slips: 0,
            friction: 0.0,
        }],
    )
    .unwrap();
    let refused = sweeps(50).solve::<f64, _, [[f64; 1]; 1]>(&immovable, &mut [0.0]);
    assert_eq!(refused, Err(ContactFailure::Immovable { contact: 0 }));
}
