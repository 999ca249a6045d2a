//! Problems of any size, by islands.

use std::time::Instant;
use std::vec::Vec;

use super::count;
use super::laws::violated_by;
use super::piles::{Falling, Motion, Pile, cube, lattice, motions};
use super::problems::Random;
use crate::SparseContactSolver;
use crate::laws::ACCEPTED;
use crate::search::many::{GOAL, MANY};
use crate::{
    ActiveContact, ContactFailure, ContactProblem, ContactSolver, GaussSeidel, Lemke, SemismoothNewton,
    SolvedIslands, SparseContactProblem, SparseContactRoom,
};

/// Bodies before a step, and e W u⁻ of their contacts.
struct Case {
    pile: Pile,
    before: Vec<Motion>,
    restituted: Vec<f64>,
}

impl Case {
    fn new(random: &mut Random, pile: Pile, restitution: f64) -> Self {
        let before = motions(random, &pile, 0.1);
        let rates = pile.rates(&before);
        let slips = |contact: &ActiveContact<f64>| (0..=contact.slips).map(|k| k == 0);
        let is_normal = pile.contacts.iter().flat_map(slips);
        let restituted = is_normal.zip(rates).map(
            |(is_normal, rate)| {
                if is_normal { restitution * rate } else { 0.0 }
            },
        );
        let restituted = restituted.collect();
        Self {
            pile,
            before,
            restituted,
        }
    }

    fn problem(&self) -> SparseContactProblem<f64> {
        let sum = |of: Vec<f64>, size: fn(f64) -> f64| -> Vec<f64> {
            of.iter()
                .zip(&self.restituted)
                .map(|(a, b)| a + size(*b))
                .collect()
        };
        let free = sum(self.pile.rates(&self.before), |x| x);
        let scales = sum(self.pile.scales(&self.before), f64::abs);
        self.pile.problem(&free, &scales)
    }

    /// Which law is violated: ξ = W u⁺ + e W u⁻ by the motion of the bodies after the percussions, without G.
    fn violated(&self, percussions: &[f64]) -> Option<&'static str> {
        let after = self.pile.after(&self.before, percussions);
        let rates = self.pile.rates(&after);
        let velocities: Vec<f64> = rates.iter().zip(&self.restituted).map(|(a, b)| a + b).collect();
        let scales = self.pile.scales(&self.before);
        let speed = scales
            .iter()
            .chain(&self.restituted)
            .fold(1e-300_f64, |most, x| most.max(x.abs()));
        let pressed = percussions.iter().fold(0.0_f64, |most, p| most.max(p.abs()));
        // The residual that is accepted: 64 ε for each row. A ball has up to six contacts.
        let rounding = 64.0 * (percussions.len() as f64).max(16.0) * f64::EPSILON;
        // Islands of many contacts are accepted above it.
        let is_large = self.pile.contacts.len() > MANY;
        let tolerance = if is_large { ACCEPTED } else { rounding };
        let sizes = (percussions, &*velocities);
        violated_by(&self.pile.contacts, sizes, speed + 12.0 * pressed, tolerance)
    }
}

fn cold(
    solver: &impl SparseContactSolver,
    problem: &SparseContactProblem<f64>,
) -> (Vec<f64>, Result<SolvedIslands<f64>, ContactFailure>) {
    let mut percussions = std::vec![0.0; problem.rows()];
    let mut room = SparseContactRoom::new();
    let report = solver.solve_sparse(problem, &mut percussions, &mut room);
    (percussions, report)
}

/// Every answer satisfies the laws, and nearly every problem has one.
#[test]
fn random_piles_satisfy_the_laws() {
    let (mut random, mut failed, problems) = (Random(21), 0, count(12));
    for k in 0..problems {
        let size = [3, 5, 8, 6][k % 4];
        let share = [0.4, 0.6, 0.8][k / 4 % 3];
        let pile = if k % 3 == 0 {
            cube(&mut random, 2 + k % 3, share)
        } else {
            lattice(&mut random, [size, size], share)
        };
        let case = Case::new(&mut random, pile, if k % 5 == 4 { 0.3 } else { 0.0 });
        let problem = case.problem();
        let (percussions, report) = cold(&SemismoothNewton, &problem);
        match report {
            Ok(report) => {
                assert_eq!(case.violated(&percussions), None, "{k}: {report:?}");
                assert!(
                    report.most <= report.solved.iterations && report.islands > 0,
                    "{report:?}"
                );
            }
            Err(_) => failed += 1,
        }
    }
    // Redundant contacts of large friction, whose loads have to grow until one of them slips.
    assert!(10 * failed <= problems, "{failed} of {problems}");
}

/// A pile of some 150 contacts that are hit at once, cold: an answer at the goal, percussions in their cones exactly.
#[test]
fn many_contacts_are_solved_to_the_goal() {
    let mut random = Random(31);
    let case = Case::new(&mut random, lattice(&mut Random(7), [8, 9], 0.75), 0.0);
    let problem = case.problem();
    let count = case.pile.contacts.len();
    assert!(count > 120, "{count}");
    let (percussions, report) = cold(&SemismoothNewton, &problem);
    let report = report.unwrap();
    assert!(report.solved.residual <= GOAL, "{report:?}");
    assert!(problem.residual(&percussions) <= GOAL);
    assert_eq!(case.violated(&percussions), None, "{report:?}");
    for (contact, p) in case.pile.contacts.iter().zip(percussions.chunks(2)) {
        // Inside, up to the last place of the product.
        assert!(p[0] >= 0.0 && p[1].abs() <= contact.friction * p[0] * (1.0 + 4.0 * f64::EPSILON));
    }
    // Percussions do no work on the bodies beyond the error of the laws.
    let energy = |motions: &[Motion]| -> f64 {
        let one = |u: &Motion| u[0] * u[0] + u[1] * u[1] + 0.5 * u[2] * u[2];
        motions.iter().map(one).sum()
    };
    let (before, after) = (&case.before, case.pile.after(&case.before, &percussions));
    assert!(energy(&after) < energy(before));
}

/// Without friction the velocities are unique, although the shares of redundant contacts are not: three ways agree.
#[test]
fn islands_agree_with_one_dense_problem() {
    const ROWS: usize = 96;
    let (mut random, mut compared) = (Random(22), 0);
    while compared < 6 {
        let mut pile = lattice(&mut random, [6, 6], 0.4);
        for contact in &mut pile.contacts {
            contact.friction = 0.0;
        }
        let case = Case::new(&mut random, pile, 0.0);
        let problem = case.problem();
        let rows = problem.rows();
        if rows > ROWS {
            continue;
        }
        let mut delassus = std::vec![0.0; rows * rows];
        for row in 0..rows {
            let (columns, entries) = problem.row(row);
            columns
                .iter()
                .zip(entries)
                .for_each(|(column, g)| delassus[rows * row + column] = *g);
        }
        let dense = ContactProblem::new(&delassus, problem.free(), problem.contacts()).unwrap();
        let mut expected = [0.0; ROWS];
        SemismoothNewton
            .solve::<f64, _, [[f64; ROWS]; ROWS]>(&dense, &mut expected)
            .unwrap();
        let after = case.pile.after(&case.before, &expected[..rows]);
        let (newton, report) = cold(&SemismoothNewton, &problem);
        report.unwrap();
        let (sweeps, report) = cold(&GaussSeidel::default(), &problem);
        report.unwrap();
        for found in [newton, sweeps] {
            let others = case.pile.after(&case.before, &found);
            let parts = others.iter().flatten().zip(after.iter().flatten());
            let difference = parts.fold(0.0_f64, |most, (a, b)| most.max((a - b).abs()));
            assert!(difference < 1e-9, "{difference:e}");
        }
        compared += 1;
    }
}

/// Others that are far away change no bit, and failures name the contact of the whole problem.
#[test]
fn islands_do_not_know_of_each_other() {
    let mut random = Random(23);
    let pile = lattice(&mut random, [5, 5], 0.9);
    let case = Case::new(&mut random, pile, 0.0);
    let alone = case.problem();
    let mut both = SparseContactProblem::new();
    let shift = alone.rows();
    for copy in 0..2 {
        for (contact, &first) in alone.contacts().iter().zip(alone.firsts()) {
            both.add_contact(*contact);
            for row in first..=first + contact.slips {
                let (columns, entries) = alone.row(row);
                let entries = columns
                    .iter()
                    .map(|column| column + copy * shift)
                    .zip(entries.iter().copied());
                both.add_row(alone.free()[row], alone.free()[row], entries);
            }
        }
    }
    both.check().unwrap();
    let (percussions, report) = cold(&SemismoothNewton, &both);
    let islands = report.unwrap().islands;
    assert!(islands >= 2 && islands % 2 == 0);
    assert_eq!(percussions[..shift], percussions[shift..]);
    both.add_contact(ActiveContact {
        slips: 0,
        friction: 0.0,
    });
    both.add_row(-1.0, 1.0, []);
    let contact = both.contacts().len() - 1;
    let (_, report) = cold(&SemismoothNewton, &both);
    assert_eq!(report, Err(ContactFailure::Immovable { contact }));
}

#[test]
fn data_that_are_no_sparse_problem_are_refused() {
    let ball = ActiveContact {
        slips: 0,
        friction: 0.0,
    };
    let check = |contacts: &[ActiveContact<f64>], rows: &[(f64, &[(usize, f64)])]| {
        let mut problem = SparseContactProblem::new();
        contacts.iter().for_each(|contact| problem.add_contact(*contact));
        for (free, entries) in rows {
            problem.add_row(*free, *free, entries.iter().copied());
        }
        let (_, report) = cold(&SemismoothNewton, &problem);
        match report {
            Err(ContactFailure::Problem { what }) => what,
            other => panic!("{other:?}"),
        }
    };
    let row: (f64, &[(usize, f64)]) = (-1.0, &[(0, 1.0)]);
    assert_eq!(
        check(&[ball], &[row, row]),
        "there are more or fewer rows than the contacts have"
    );
    assert_eq!(
        check(
            &[ActiveContact {
                slips: 3,
                friction: 0.0
            }],
            &[row; 4]
        ),
        "a contact has more than two slip components"
    );
    assert_eq!(
        check(
            &[ActiveContact {
                friction: -1.0,
                ..ball
            }],
            &[row]
        ),
        "a friction is negative or not finite"
    );
    assert_eq!(check(&[ball], &[(f64::NAN, &[])]), "G or c is not finite");
    let columns = "columns of a row of G do not ascend, or have no row";
    assert_eq!(check(&[ball], &[(-1.0, &[(0, 1.0), (0, 1.0)])]), columns);
    assert_eq!(check(&[ball], &[(-1.0, &[(0, 1.0), (7, 1.0)])]), columns);
    let empty = SparseContactProblem::<f64>::new();
    assert_eq!(cold(&SemismoothNewton, &empty).1.unwrap().islands, 0);
}

/// Guesses that are not finite, G that is not symmetric, large islands of Lemke's method: an answer or a failure.
#[test]
fn nothing_ends_in_silence() {
    let mut random = Random(24);
    for k in 0..4 {
        let pile = lattice(&mut random, [5, 5], 0.75);
        let case = Case::new(&mut random, pile, 0.2);
        let problem = case.problem();
        let guess = [f64::NAN, f64::INFINITY, 1e300, -1.0][k];
        let mut percussions = std::vec![guess; problem.rows()];
        let mut room = SparseContactRoom::new();
        if SemismoothNewton
            .solve_sparse(&problem, &mut percussions, &mut room)
            .is_ok()
        {
            assert_eq!(case.violated(&percussions), None);
        }
        let what = "Lemke's method is for islands of up to 48 rows";
        assert_eq!(cold(&Lemke, &problem).1, Err(ContactFailure::Problem { what }));
        let mut short = std::vec![0.0; problem.rows() - 1];
        assert!(
            SemismoothNewton
                .solve_sparse(&problem, &mut short, &mut room)
                .is_err()
        );
    }
}

/// Discs fall into a box and come to rest. The time of a thousand of them:
/// `PILE=25 CONTACT_PROBLEMS=1000 cargo test --release -p extremal --features sparse --lib discs_come -- --nocapture`
#[test]
fn discs_come_to_rest_with_few_iterations() {
    let asked = std::env::var("PILE")
        .ok()
        .and_then(|columns| columns.parse().ok());
    let columns: usize = asked.unwrap_or(4);
    let mut falling = Falling::new(&mut Random(5), [columns, columns * 8 / 5], 0.3);
    let (h, steps) = (0.02, count(300));
    let mut room = SparseContactRoom::new();
    let (mut last, mut rows) = (0, 0);
    for k in 0..steps {
        let step = falling.begin(h);
        let mut percussions = step.guess.clone();
        let start = Instant::now();
        let report = SemismoothNewton.solve_sparse(&step.problem, &mut percussions, &mut room);
        let time = start.elapsed();
        if asked.is_some() && k % 20 == 0 {
            std::eprintln!("step {k}: {} rows, {report:?}, {time:?}", step.problem.rows());
        }
        let solved = report.unwrap().solved;
        rows = step.problem.rows();
        if k + 20 >= steps {
            last += solved.iterations;
        }
        falling.end(h, &step, &percussions);
    }
    let speed = falling
        .motions
        .iter()
        .flatten()
        .fold(0.0_f64, |most, u| most.max(u.abs()));
    std::eprintln!("{rows} rows, speed {speed:e}, {last} iterations in the last 20 steps");
    assert!(speed < 0.05 && last < 20 * 12, "{speed:e}, {last}");
}

/// A row of beads between walls that approach each other: whatever the percussions are, somewhere bodies approach. Larger ones
/// only hide it in the summands.
#[test]
fn a_row_between_approaching_walls_is_a_failure() {
    for beads in [50_usize, 100, 400, 2000] {
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
        let mut percussions = std::vec![0.0; beads + 1];
        let mut room = SparseContactRoom::new();
        let solved = SemismoothNewton.solve_sparse(&problem, &mut percussions, &mut room);
        let is_failure = matches!(solved, Err(ContactFailure::NotConverged { .. }));
        assert!(is_failure, "{beads}: {solved:?}");
    }
}
