//! Random spatial problems.

use super::laws::violated;
use super::problems::{ByKind, Data, Kind, Random};
use super::{ROWS, cold, count, solved};
use crate::{ActiveContact, ContactProblem};
use crate::{ContactSolver, GaussSeidel, SemismoothNewton};

/// With a reachable c and a symmetric G there is a solution.
#[test]
fn mechanical_problems_are_solved() {
    let (mut random, mut iterations, mut most) = (Random(3), 0, 0);
    let problems = 2000;
    for _ in 0..problems {
        let kind = Kind {
            is_reachable: true,
            is_symmetric: true,
            ..random.kind(2)
        };
        let data = random.problem(kind);
        let (percussions, report) = cold(&SemismoothNewton, &data).unwrap();
        assert_eq!(
            violated(&data, &percussions, 1e-12),
            None,
            "{report:?} of {data:?}"
        );
        iterations += report.iterations;
        most = most.max(report.iterations);
    }
    std::eprintln!("{iterations} iterations for {problems} spatial problems, at most {most}");
    assert!(iterations < 6 * problems, "{iterations}");
}

/// Without redundant contacts and with little friction, solutions are unique.
#[test]
fn newton_and_sweeps_agree() {
    let mut random = Random(4);
    for _ in 0..150 {
        let kind = Kind {
            is_deficient: false,
            is_symmetric: true,
            ..random.kind(2)
        };
        let mut data = random.problem(kind);
        data.contacts
            .iter_mut()
            .for_each(|contact| contact.friction *= 0.1);
        let (newton, _) = cold(&SemismoothNewton, &data).unwrap();
        let (sweeps, _) = cold(&GaussSeidel::default(), &data).unwrap();
        let largest = newton.iter().fold(1e-3_f64, |most, p| most.max(p.abs()));
        let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-7 * largest;
        assert!(
            !newton.iter().zip(&sweeps).any(differs),
            "{newton:?} and {sweeps:?} for {data:?}"
        );
    }
}

/// Twelve discs of unit mass in the plane: 60 rows, of rank 36 at most.
#[test]
fn thirty_contacts_at_once_are_solved() {
    const ROWS: usize = 60;
    let contacts = [ActiveContact {
        slips: 1,
        friction: 0.3,
    }; ROWS / 2];
    let (mut random, mut most) = (Random(6), 0);
    for _ in 0..20 {
        let mut directions = std::vec::Vec::new();
        for k in 0..ROWS / 2 {
            let (one, other) = (k % 12, (k + 1 + random.below(11)) % 12);
            let (sin, cos) = (3.0 * random.normal()).sin_cos();
            let (mut normal, mut slip) = (std::vec![0.0; 36], std::vec![0.0; 36]);
            for (disc, sign) in [(one, 1.0), (other, -1.0)] {
                normal[3 * disc..3 * disc + 2].copy_from_slice(&[sign * cos, sign * sin]);
                slip[3 * disc..3 * disc + 3].copy_from_slice(&[-sign * sin, sign * cos, 1.4]);
            }
            directions.extend([normal, slip]);
        }
        let velocity: std::vec::Vec<_> = (0..36).map(|_| random.normal()).collect();
        let data = Data::of_directions(&directions, &[1.0; 36], &velocity, &contacts);
        let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
        let mut percussions = [0.0; ROWS];
        let report = SemismoothNewton.solve::<f64, _, [[f64; ROWS]; ROWS]>(&problem, &mut percussions);
        assert_eq!(violated(&data, &percussions, 1e-12), None, "{report:?}");
        most = most.max(report.unwrap().iterations);
    }
    std::eprintln!("at most {most} iterations for thirty contacts");
}

/// `CONTACT_PROBLEMS=1000000 cargo test --release -p extremal-percussions -- --nocapture`
#[test]
fn no_spatial_problem_ends_in_silence() {
    let (mut random, mut tally) = (Random(2), ByKind::default());
    for k in 0..count(2000) {
        let kind = Kind {
            has_restitutions: k % 2 == 0,
            ..random.kind(2)
        };
        let data = random.problem(kind);
        let guess: std::vec::Vec<_> = data.free.iter().map(|_| random.normal()).collect();
        let answer = solved(&SemismoothNewton, &data, &guess);
        tally.add(kind, answer.is_err());
        if let Ok((percussions, _)) = answer {
            assert_eq!(violated(&data, &percussions, 1e-12), None, "{data:?}");
        }
    }
    std::eprintln!("spatial problems and failures: {tally:?}");
    tally.check();
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "single precision is what is tested"
)]
#[test]
fn single_precision_reaches_its_own_rounding() {
    let (mut random, mut failed) = (Random(5), 0);
    let problems = count(1000);
    for _ in 0..problems {
        let kind = Kind {
            is_reachable: true,
            is_symmetric: true,
            ..random.kind(2)
        };
        let data = random.problem(kind);
        let single = |numbers: &[f64]| numbers.iter().map(|&x| x as f32).collect::<std::vec::Vec<_>>();
        let contact = |contact: &ActiveContact<f64>| ActiveContact {
            slips: contact.slips,
            friction: contact.friction as f32,
        };
        let contacts: std::vec::Vec<_> = data.contacts.iter().map(contact).collect();
        let (delassus, free) = (single(&data.delassus), single(&data.free));
        let problem = ContactProblem::new(&delassus, &free, &contacts).unwrap();
        let mut percussions = [0.0_f32; ROWS];
        match SemismoothNewton.solve::<f32, _, [[f32; ROWS]; ROWS]>(&problem, &mut percussions) {
            Ok(report) => assert!(report.residual < 1e-4 && problem.residual(&percussions) < 1e-4),
            Err(_) => failed += 1,
        }
    }
    std::eprintln!("{problems} problems in single precision, {failed} failures");
    // Redundant contacts contradict each other by the rounding of G and c.
    assert!(failed <= problems / 20, "{failed}");
}
