//! Random planar problems.

use std::vec::Vec;

use super::enumeration::solutions;
use super::laws::violated;
use super::problems::{ByKind, Data, Kind, Random};
use super::{cold, count};
use crate::ActiveContact;
use crate::{ContactSolver, GaussSeidel, Lemke, SemismoothNewton};

/// Problems, and those that a solver failed to solve although they have a solution.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    problems: usize,
    missed: usize,
    /// Missed, with a symmetric G and a reachable c.
    missed_mechanical: usize,
}

impl Tally {
    /// An answer satisfies the laws; it is the solution where there is one, and a failure where there is none.
    fn check(&mut self, solver: &impl ContactSolver, (kind, data): (Kind, &Data), known: &[Vec<f64>]) {
        self.problems += 1;
        let Ok((percussions, report)) = cold(solver, data) else {
            let is_mechanical = kind.is_symmetric && kind.is_reachable;
            self.missed += usize::from(!known.is_empty());
            self.missed_mechanical += usize::from(!known.is_empty() && is_mechanical);
            return;
        };
        assert!(!known.is_empty(), "no solution, but {report:?} of {data:?}");
        assert_eq!(
            violated(data, &percussions, 1e-12),
            None,
            "{report:?} of {data:?}"
        );
        // A singular G may leave an unbounded set of solutions with one corner.
        if let ([known], false) = (known, kind.is_deficient) {
            let largest = known.iter().fold(1.0_f64, |most, p| most.max(p.abs()));
            let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-6 * largest;
            let is_known = !percussions.iter().zip(known).any(differs);
            assert!(is_known, "{percussions:?} instead of {known:?} for {data:?}");
        }
    }
}

#[test]
fn solvers_find_what_the_enumeration_finds() {
    let [mut newton, mut lemke, mut sweeps] = [(); 3].map(|()| Tally::default());
    let (mut random, mut without, mut with_several) = (Random(7), 0, 0);
    for _ in 0..1200 {
        let kind = random.kind(1);
        let data = random.problem(kind);
        let known = solutions(&data);
        without += usize::from(known.is_empty());
        with_several += usize::from(known.len() > 1);
        newton.check(&SemismoothNewton, (kind, &data), &known);
        lemke.check(&Lemke, (kind, &data), &known);
        if newton.problems % 4 == 0 {
            sweeps.check(&GaussSeidel { sweeps: 10_000 }, (kind, &data), &known);
        }
    }
    std::eprintln!(
        "{without} without and {with_several} with several solutions, missed: {newton:?}, {lemke:?}, {sweeps:?}"
    );
    assert!(without > 20 && with_several > 20);
    assert_eq!(newton.missed, 0);
    // For symmetric G and reachable c the method cannot end on a ray.
    assert!(lemke.missed <= 3 && lemke.missed_mechanical == 0, "{lemke:?}");
    // Contacts that friction couples strongly with the normal direction let the sweeps cycle.
    assert!(sweeps.missed <= 6, "{sweeps:?}");
}

/// `CONTACT_PROBLEMS=1000000 cargo test --release -p extremal-percussions -- --nocapture`
#[test]
fn no_planar_problem_ends_in_silence() {
    let (mut random, mut newton, mut lemke) = (Random(1), ByKind::default(), ByKind::default());
    for k in 0..count(2000) {
        let kind = Kind {
            has_restitutions: k % 2 == 0,
            ..random.kind(1)
        };
        let data = random.problem(kind);
        let answers = [cold(&SemismoothNewton, &data), cold(&Lemke, &data)];
        for (answer, tally) in answers.into_iter().zip([&mut newton, &mut lemke]) {
            tally.add(kind, answer.is_err());
            if let Ok((percussions, _)) = answer {
                assert_eq!(violated(&data, &percussions, 1e-12), None, "{data:?}");
            }
        }
    }
    std::eprintln!("planar problems and failures: {newton:?}, {lemke:?}");
    newton.check();
    lemke.check();
}

/// A rod that slides on its tip, at all angles: near and in the configurations of Painlevé, where friction presses it more than
/// its mass resists. A tip that approaches has a solution at each of them.
#[test]
fn a_sliding_rod_is_stopped_at_every_angle() {
    let (friction, mut jammed) = (1.8, 0);
    for angle in (1..8000).map(|k| f64::from(k) * core::f64::consts::FRAC_PI_2 / 8000.0) {
        let (sin, cos) = angle.sin_cos();
        // The tip is at −(cos, sin)/2 from the centre of a rod of 1 kg and 1 m: r = ½ (sin θ, −cos θ) is its rate by the angle.
        let directions = [std::vec![0.0, 1.0, -0.5 * cos], std::vec![1.0, 0.0, 0.5 * sin]];
        let contact = ActiveContact { slips: 1, friction };
        for velocity in [
            [-1.0, -1e-4, 0.0],
            [1.0, -1e-4, 0.0],
            [-1.0, 1e-4, 0.0],
            [-1e-3, -1.0, 0.3],
        ] {
            let data = Data::of_directions(&directions, &[1.0, 1.0, 12.0], &velocity, &[contact]);
            jammed += usize::from(friction * data.delassus[1].abs() > data.delassus[0]);
            for (percussions, report) in [
                cold(&SemismoothNewton, &data).unwrap(),
                cold(&Lemke, &data).unwrap(),
            ] {
                assert_eq!(
                    violated(&data, &percussions, 1e-12),
                    None,
                    "{report:?} of {data:?}"
                );
            }
        }
    }
    assert!(jammed > 1000, "{jammed}");
}
