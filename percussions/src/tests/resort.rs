//! Problems with a known solution, and those that an enumeration solves: none of them may fail.

use std::vec::Vec;

use super::enumeration::solutions;
use super::laws::violated;
use super::problems::{Data, Random};
use super::{ROWS, count};
use crate::{ActiveContact, ContactFailure, ContactProblem, ContactSolver, Lemke, SemismoothNewton};

/// A problem that has a solution, and the scales of its c.
struct Known {
    data: Data,
    scales: Vec<f64>,
    percussions: Vec<f64>,
}

/// W of these contacts, with masses over six orders. In a third of the problems two contacts are nearly at one point.
fn directions(random: &mut Random, contacts: &[ActiveContact<f64>]) -> (Vec<Vec<f64>>, Vec<f64>) {
    let rows: usize = contacts.iter().map(|contact| 1 + contact.slips).sum();
    let coordinates = if random.below(2) == 0 {
        1 + random.below(rows as u64)
    } else {
        rows + random.below(3)
    };
    let spread = [0.0, 3.0, 6.0][random.below(3)];
    let masses = (0..coordinates).map(|_| 10.0_f64.powf(spread * (random.uniform() - 0.5)));
    let masses: Vec<f64> = masses.collect();
    let mut rows: Vec<Vec<f64>> = (0..rows)
        .map(|_| (0..coordinates).map(|_| random.normal()).collect())
        .collect();
    if let [first, second, ..] = contacts
        && random.below(3) == 0
    {
        let near = [0.0, 1e-8, 1e-5][random.below(3)];
        for k in 0..=first.slips.min(second.slips) {
            let moved: Vec<f64> = rows[k].iter().map(|w| w + near * random.normal()).collect();
            rows[1 + first.slips + k] = moved;
        }
    }
    (rows, masses)
}

fn contacts(random: &mut Random, slips: usize, most: u64) -> Vec<ActiveContact<f64>> {
    let contact = |random: &mut Random| ActiveContact {
        slips: if random.below(6) == 0 { 0 } else { slips },
        friction: [0.0, 0.1, 0.3, 0.8, 1.5][random.below(5)],
    };
    (0..=random.below(most)).map(|_| contact(random)).collect()
}

/// c = ξ − G P of percussions and velocities that satisfy the laws: open, sticking, or slipping with 1 to 1e-6 of the unit.
fn known(random: &mut Random, slips: usize) -> Known {
    let contacts = contacts(random, slips, if slips == 1 { 6 } else { 4 });
    let (directions, inverse_masses) = directions(random, &contacts);
    let still = std::vec![0.0; inverse_masses.len()];
    let mut data = Data::of_directions(&directions, &inverse_masses, &still, &contacts);
    let rows = data.rows();
    let (mut percussions, mut velocities) = (std::vec![0.0; rows], std::vec![0.0; rows]);
    let mut first = 0;
    for contact in &contacts {
        let root = data.delassus[first * rows + first].sqrt();
        let size = 10.0_f64.powf(2.0 * random.uniform() - 1.0) * random.uniform() / root;
        let direction: Vec<f64> = (0..contact.slips).map(|_| random.normal()).collect();
        let length = direction.iter().map(|x| x * x).sum::<f64>().sqrt();
        let state = random.below(3);
        if state > 0 {
            percussions[first] = size;
        } else {
            velocities[first] = root * random.normal().abs();
        }
        let radius = contact.friction * percussions[first] * if state == 1 { random.uniform() } else { 1.0 };
        let speed = root * 10.0_f64.powf(-6.0 * random.uniform());
        for (k, x) in direction.iter().enumerate() {
            percussions[first + 1 + k] = -x / length * radius;
            if state != 1 || contact.friction == 0.0 {
                velocities[first + 1 + k] = x / length * speed;
            }
        }
        first += 1 + contact.slips;
    }
    let pressed = data.velocities(&percussions);
    data.free = velocities.iter().zip(&pressed).map(|(v, p)| v - p).collect();
    let summands = |row: usize| {
        let row = data.delassus[row * rows..(row + 1) * rows].iter();
        row.zip(&percussions).map(|(g, p)| (g * p).abs()).sum::<f64>()
    };
    let scales = velocities
        .iter()
        .enumerate()
        .map(|(row, v)| v.abs() + summands(row));
    Known {
        scales: scales.collect(),
        data,
        percussions,
    }
}

impl Known {
    /// Whether a solver fails. Its answer satisfies the laws; summands of c are as large as its scales.
    fn is_missed(&self, solver: &impl ContactSolver) -> bool {
        let Data {
            delassus,
            free,
            contacts,
        } = &self.data;
        let problem = ContactProblem::new(delassus, free, contacts)
            .and_then(|problem| problem.with_scales(&self.scales))
            .unwrap();
        let floor = 64.0 * self.data.rows() as f64 * f64::EPSILON;
        assert!(problem.residual(&self.percussions) <= floor, "{:?}", self.data);
        let mut percussions = [0.0; ROWS];
        let Ok(report) = solver.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, &mut percussions) else {
            std::eprintln!(
                "missed: {:?}, scales {:?}, solution {:?}",
                self.data,
                self.scales,
                self.percussions
            );
            return true;
        };
        assert!(report.residual <= floor && problem.residual(&percussions) <= floor);
        false
    }
}

/// `CONTACT_PROBLEMS=1000000 cargo test --release -p extremal-percussions known -- --nocapture`
#[test]
fn planar_problems_with_a_known_solution_are_solved() {
    let (mut random, problems, mut missed) = (Random(11), count(4000), [0; 2]);
    for _ in 0..problems {
        let known = known(&mut random, 1);
        missed[0] += usize::from(known.is_missed(&SemismoothNewton));
        missed[1] += usize::from(known.is_missed(&Lemke));
    }
    std::eprintln!("{problems} planar problems with a known solution, missed: {missed:?}");
    // One in a million: contacts at one point up to 1e-8, whose loads have to be shared to the last digit.
    assert!(
        missed.iter().all(|missed| 1_000_000 * missed <= problems),
        "{missed:?}"
    );
}

/// As above, of which a tenth is enough.
#[test]
fn spatial_problems_with_a_known_solution_are_nearly_all_solved() {
    let (mut random, problems, mut missed) = (Random(12), count(20_000).div_ceil(10), 0);
    for _ in 0..problems {
        missed += usize::from(known(&mut random, 2).is_missed(&SemismoothNewton));
    }
    std::eprintln!("{problems} spatial problems with a known solution, missed: {missed}");
    // Slips and redundant loads at once, which no list of states contains.
    assert!(100 * missed <= problems, "{missed}");
}

/// Velocities before an impact, with restitutions that are equal, or others at each contact and for slips.
fn restituted(random: &mut Random, contacts: &[ActiveContact<f64>]) -> Data {
    let (directions, inverse_masses) = directions(random, contacts);
    let mut velocity = || {
        (0..inverse_masses.len())
            .map(|_| random.normal())
            .collect::<Vec<_>>()
    };
    let (before, pushed) = (velocity(), velocity());
    let mut data = Data::of_directions(&directions, &inverse_masses, &pushed, contacts);
    let rates = Data::of_directions(&directions, &inverse_masses, &before, contacts).free;
    let size = 10.0_f64.powf(-12.0 * random.uniform());
    let all = random.uniform();
    let is_equal = random.below(3) == 0;
    for (c, rate) in data.free.iter_mut().zip(&rates) {
        let own = if is_equal { all } else { random.uniform() };
        *c += size * own * rate;
    }
    data
}

/// What the enumeration solves, with equal and with mixed restitutions, at redundant contacts, too.
#[test]
fn what_the_enumeration_solves_is_solved() {
    let (mut random, problems, mut missed, mut without) = (Random(13), count(1500), [0; 2], 0);
    for _ in 0..problems {
        let contacts = contacts(&mut random, 1, 3);
        let data = restituted(&mut random, &contacts);
        let mut answers = [0.0; ROWS];
        let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
        // Friction is known as well as μ P_N, which may move light masses by more than all summands of their velocities.
        let diagonal = || (0..data.rows()).map(|row| data.delassus[row * (data.rows() + 1)]);
        let tolerance = 1e-12 * diagonal().fold(0.0, f64::max) / diagonal().fold(f64::INFINITY, f64::min);
        let newton = SemismoothNewton.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, &mut answers);
        if newton.is_ok() {
            assert_eq!(
                violated(&data, &answers[..data.rows()], tolerance),
                None,
                "{data:?}"
            );
        }
        answers.fill(0.0);
        let lemke = Lemke.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, &mut answers);
        if lemke.is_ok() {
            assert_eq!(
                violated(&data, &answers[..data.rows()], tolerance),
                None,
                "{data:?}"
            );
        }
        if newton.is_ok() && lemke.is_ok() {
            continue;
        }
        // The floor of the residual is stricter than the enumeration is: its percussions have to have it.
        let floor = 64.0 * data.rows() as f64 * f64::EPSILON;
        let has_solution = solutions(&data).iter().any(|p| problem.residual(p) <= floor);
        missed[0] += usize::from(newton.is_err() && has_solution);
        missed[1] += usize::from(lemke.is_err() && has_solution);
        without += usize::from(!has_solution);
    }
    std::eprintln!("{problems} problems with restitutions, missed: {missed:?}, {without} without a solution");
    assert_eq!(missed, [0; 2]);
}

/// A box that walls press from both sides, at four corners each: 65 536 combinations of modes, and no solution. Nearly all are
/// left out together.
#[test]
fn that_walls_close_is_seen_soon() {
    let contacts = [ActiveContact {
        slips: 1,
        friction: 0.8,
    }; 8];
    let rows = (0..8).flat_map(|i| {
        let (side, height) = (if i % 2 == 0 { 1.0 } else { -1.0 }, 0.3 * f64::from(i));
        [std::vec![side, 0.0, side * height], std::vec![0.0, 1.0, -side]]
    });
    let rows: Vec<_> = rows.collect();
    let mut data = Data::of_directions(&rows, &[1.0, 1.0, 2.0], &[0.0; 3], &contacts);
    let closing = data.free.iter_mut().enumerate();
    closing.for_each(|(row, c)| *c = if row % 2 == 0 { -1.0 } else { 0.1 * row as f64 });
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
    let found = SemismoothNewton.solve::<f64, _, [[f64; 16]; 16]>(&problem, &mut [0.0; 16]);
    // Those with up to one change by two ways, 50, which contacts are open, 256, and the iterations before.
    assert!(
        matches!(found, Err(ContactFailure::NotConverged { iterations, .. }) if iterations < 4000),
        "{found:?}"
    );
}
