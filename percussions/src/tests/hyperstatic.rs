//! Boxes whose four corners stick with different restitutions: G is singular, and c is not in its range. Discs between walls: G
//! is singular, and c is in its range.

use std::vec::Vec;

use super::laws::violated;
use super::problems::{Data, Random};
use super::{ROWS, cold, count, solved};
use crate::{ActiveContact, ContactProblem, ContactSolver, Lemke, SemismoothNewton};

/// A box that is turned, its corners near the floor, with the contact velocities of Newton's law:
/// c = W u⁺ + diag(e) W u⁻. `size` is that of the velocity u⁻ before, relative to the push of the floor.
///
/// A solution exists: a body that moves up fast enough opens all contacts.
pub(super) fn restituted(random: &mut Random, size: f64) -> Data {
    let mut half = || 0.1 + 0.9 * random.uniform();
    let [a, b, c] = [half(), half(), half()];
    let inertia = |x: f64, y: f64| 3.0 / (x * x + y * y);
    let inverse_masses = [1.0, 1.0, 1.0, inertia(b, c), inertia(a, c), inertia(a, b)];
    let corners = [(1.0, 1.0), (1.0, -1.0), (-1.0, 1.0), (-1.0, -1.0)].map(|(x, y)| [x * a, y * b, -c]);
    // The axes of the floor as the body sees them: turned about one axis by any angle, tilted a little.
    let (turn, tilt) = (random.uniform() * 6.3, 10.0_f64.powf(-9.0 * random.uniform()));
    let (about_x, about_y) = (tilt * random.normal(), tilt * random.normal());
    let turned = |[x, y, z]: [f64; 3]| {
        let (x, y) = (x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos());
        let (y, z) = (
            y * about_x.cos() - z * about_x.sin(),
            y * about_x.sin() + z * about_x.cos(),
        );
        let (z, x) = (
            z * about_y.cos() - x * about_y.sin(),
            z * about_y.sin() + x * about_y.cos(),
        );
        [x, y, z]
    };
    let axes = [[0.0, 0.0, 1.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]].map(turned);
    let direction = |[x, y, z]: [f64; 3], [e, f, g]: [f64; 3]| -> Vec<f64> {
        std::vec![e, f, g, y * g - z * f, z * e - x * g, x * f - y * e]
    };
    let directions: Vec<_> = corners
        .iter()
        .flat_map(|&corner| axes.map(|axis| direction(corner, axis)))
        .collect();
    let friction = random.uniform();
    let restitutions = [
        random.uniform(),
        if random.below(2) == 0 {
            0.0
        } else {
            random.uniform()
        },
    ];
    let contacts = [ActiveContact { slips: 2, friction }; 4];
    let before: Vec<_> = (0..6).map(|_| size * random.normal()).collect();
    let mut data = Data::of_directions(&directions, &inverse_masses, &before, &contacts);
    let push: Vec<_> = axes[0].map(|z| -z).into_iter().chain([0.0; 3]).collect();
    let pushed = Data::of_directions(&directions, &inverse_masses, &push, &contacts).free;
    for (row, (c, push)) in data.free.iter_mut().zip(pushed).enumerate() {
        let restitution = restitutions[usize::from(row % 3 > 0)];
        *c += push + restitution * *c;
    }
    data
}

/// `CONTACT_PROBLEMS=1000000 cargo test --release -p extremal-percussions -- --nocapture`
#[test]
fn boxes_with_different_restitutions_are_solved() {
    let (mut random, problems) = (Random(8), count(3000));
    let (mut failed, mut iterations, mut most, mut swept) = (0, 0, 0, 0);
    for _ in 0..problems {
        let size = 10.0_f64.powf(-14.0 * random.uniform()) * if random.below(2) == 0 { 1.0 } else { 30.0 };
        let data = restituted(&mut random, size);
        match solved(&SemismoothNewton, &data, &[0.0; 12]) {
            Ok((percussions, report)) => {
                assert_eq!(violated(&data, &percussions, 1e-12), None, "{data:?}");
                iterations += report.iterations;
                most = most.max(report.iterations);
                swept += usize::from(report.sweeps > 0);
            }
            Err(_) => failed += 1,
        }
    }
    std::eprintln!(
        "{problems} boxes, {failed} failures, {iterations} iterations, at most {most}, {swept} with sweeps"
    );
    // Contradictions of a few units of rounding, of percussions that are known to no more digits.
    assert!(200 * failed <= problems, "{failed}");
}

/// Boxes whose four corners, or two, touch the floor at rounding's distance, with `e_T` = 0 < e: μ, then G, then c.
#[test]
fn boxes_that_were_jammed_are_solved() {
    let mut lines = include_str!("jammed.txt").lines();
    let numbers = |line: &str| {
        line.split(',')
            .map(|x| x.trim().parse().unwrap())
            .collect::<Vec<f64>>()
    };
    let mut count = 0;
    while let Some(friction) = lines.next() {
        let (delassus, free) = (numbers(lines.next().unwrap()), numbers(lines.next().unwrap()));
        let contacts =
            std::vec![ActiveContact { slips: 2, friction: friction.parse().unwrap() }; free.len() / 3];
        let data = Data {
            delassus,
            free,
            contacts,
        };
        let (percussions, report) = cold(&SemismoothNewton, &data).unwrap();
        assert_eq!(violated(&data, &percussions, 1e-12), None, "{report:?}");
        // The next step begins with these percussions.
        let (_, warm) = solved(&SemismoothNewton, &data, &percussions).unwrap();
        assert!(warm.iterations <= 2, "{warm:?}");
        // Units do not matter.
        for (unit_g, unit_c) in [(1e-100, 1e100), (1e100, 1e-100), (1e6, 1e-3)] {
            let scaled = Data {
                delassus: data.delassus.iter().map(|g| unit_g * g).collect(),
                free: data.free.iter().map(|c| unit_c * c).collect(),
                contacts: data.contacts.clone(),
            };
            let (percussions, _) = cold(&SemismoothNewton, &scaled).unwrap();
            let original: Vec<_> = percussions.iter().map(|p| p * unit_g / unit_c).collect();
            assert_eq!(violated(&data, &original, 1e-12), None);
        }
        count += 1;
    }
    assert_eq!(count, 5);
}

/// Two discs between walls, one of which is higher than the other by `rise` of their radius, that fall while they nearly roll
/// on the walls: G, c and its scales. Walls and discs press each other by any load, which depends on the rise alone.
fn fallen(random: &mut Random) -> (Data, Vec<f64>) {
    let rise = 10.0_f64.powf(-12.0 * random.uniform() - 3.0);
    let masses = [(); 2].map(|()| 10.0_f64.powf(6.0 * random.uniform() - 3.0));
    let inverse_masses: Vec<f64> = [1.0, 1.0, 2.0]
        .into_iter()
        .flat_map(|by| masses.map(|mass| by / mass))
        .collect();
    // x of both, y of both, and their angles.
    let directions = [
        [1.0, 0.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 1.0, 0.0, -1.0, 0.0],
        [0.0, -1.0, 0.0, 0.0, 0.0, 0.0],
        [0.0, 0.0, 0.0, 1.0, 0.0, 1.0],
        [-1.0, 1.0, -rise, rise, 0.0, 0.0],
        [rise, -rise, -1.0, 1.0, -1.0, -1.0],
    ]
    .map(|row| row.to_vec());
    let turn = random.normal();
    let mut small = || 10.0_f64.powf(-9.0 * random.uniform()) * random.normal();
    let fall = turn + small();
    let velocity = [small(), small(), fall, fall, turn, -turn];
    let friction = random.uniform();
    let contacts = [ActiveContact { slips: 1, friction }; 3];
    let data = Data::of_directions(&directions, &inverse_masses, &velocity, &contacts);
    let size = |row: &Vec<f64>| row.iter().zip(&velocity).map(|(w, v)| (w * v).abs()).sum();
    (data, directions.iter().map(size).collect())
}

/// A load of dependent rows whose edges are those of others to the last digit: c = W u, so that each has a solution.
#[test]
fn discs_between_walls_are_held() {
    let (mut random, problems, mut failed) = (Random(9), count(6000), [0; 2]);
    for _ in 0..problems {
        let (data, scales) = fallen(&mut random);
        let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts)
            .and_then(|problem| problem.with_scales(&scales))
            .unwrap();
        let mut percussions = [[0.0; ROWS]; 2];
        let [newton, lemke] = &mut percussions;
        let answers = [
            SemismoothNewton.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, newton),
            Lemke.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, lemke),
        ];
        for (answer, failed) in answers.into_iter().zip(&mut failed) {
            *failed += usize::from(answer.is_err());
        }
    }
    std::eprintln!("{problems} pairs of discs between walls, failures {failed:?}");
    assert_eq!(failed, [0; 2]);
}
