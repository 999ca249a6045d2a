//! Random planar problems.

use super::enumeration::solutions;
use super::laws::violated;
use super::problems::Random;
use super::{cold, count};
use crate::contact_solver::{ContactSolver, GaussSeidel, Lemke, SemismoothNewton};

/// Problems by the number of solutions, and those that a solver failed to solve although they have some.
#[derive(Debug, Default, PartialEq)]
struct Tally {
    without: usize,
    with_one: usize,
    with_several: usize,
    missed: usize,
    /// Missed, with a symmetric G and a reachable c.
    missed_mechanical: usize,
}

fn tally(solver: &impl ContactSolver, problems: usize) -> Tally {
    let (mut random, mut tally) = (Random(7), Tally::default());
    for _ in 0..problems {
        let kind = random.kind(1);
        let data = random.problem(kind);
        let known = solutions(&data);
        let answer = cold(solver, &data);
        match known.len() {
            0 => tally.without += 1,
            1 => tally.with_one += 1,
            _ => tally.with_several += 1,
        }
        let Ok((percussions, report)) = answer else {
            tally.missed += usize::from(!known.is_empty());
            let is_mechanical = kind.is_symmetric && kind.is_reachable;
            tally.missed_mechanical += usize::from(!known.is_empty() && is_mechanical);
            continue;
        };
        assert!(!known.is_empty(), "no solution, but {report:?} of {data:?}");
        assert_eq!(
            violated(&data, &percussions, 1e-12),
            None,
            "{report:?} of {data:?}"
        );
        // A singular G may leave an unbounded set of solutions with one corner.
        if let ([known], false) = (&known[..], kind.is_deficient) {
            let largest = known.iter().fold(1.0_f64, |most, p| most.max(p.abs()));
            let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-6 * largest;
            let is_known = !percussions.iter().zip(known).any(differs);
            assert!(is_known, "{percussions:?} instead of {known:?} for {data:?}");
        }
    }
    tally
}

#[test]
fn newton_finds_what_the_enumeration_finds() {
    let tally = tally(&SemismoothNewton, 2000);
    std::eprintln!("{tally:?}");
    assert!(tally.without > 20 && tally.with_several > 20, "{tally:?}");
    assert_eq!((tally.missed, tally.missed_mechanical), (0, 0));
}

/// For symmetric G and reachable c the method cannot end on a ray.
#[test]
fn lemke_finds_what_the_enumeration_finds() {
    let tally = tally(&Lemke, 2000);
    std::eprintln!("{tally:?}");
    assert!(tally.missed <= 4, "{tally:?}");
    assert_eq!(tally.missed_mechanical, 0);
}

/// Contacts that friction couples strongly with the normal direction let the sweeps cycle.
#[test]
fn sweeps_find_what_the_enumeration_finds() {
    let tally = tally(&GaussSeidel { sweeps: 20_000 }, 500);
    std::eprintln!("{tally:?}");
    assert!(tally.missed <= 10, "{tally:?}");
}

/// `CONTACT_PROBLEMS=1000000 cargo test --release -p extremal --lib contact_solver -- --nocapture`
#[test]
fn no_planar_problem_ends_in_silence() {
    let (mut random, mut failed) = (Random(1), 0);
    let problems = count(5000);
    for _ in 0..problems {
        let kind = random.kind(1);
        let data = random.problem(kind);
        for answer in [cold(&SemismoothNewton, &data), cold(&Lemke, &data)] {
            match answer {
                Ok((percussions, _)) => assert_eq!(violated(&data, &percussions, 1e-12), None, "{data:?}"),
                Err(_) => failed += 1,
            }
        }
    }
    std::eprintln!("{problems} planar problems, {failed} of twice as many answers are failures");
    assert!(failed < problems / 10, "{failed}");
}
