//! Percussions that are judged without G, against the residual with it.

use std::vec::Vec;

use super::problems::{Data, Random};
use super::{ROWS, cold};
use crate::{ContactProblem, ContactSolver, GaussSeidel, Kept, Lemke, SemismoothNewton, Solved};

/// What the solver says of percussions of which only ξ and the diagonal of G are known.
fn kept(solver: impl ContactSolver, data: &Data, percussions: &[f64]) -> Option<Solved<f64>> {
    kept_with(solver, data, (percussions, &[0.0; ROWS]))
}

/// The same, where velocities have changed.
fn kept_with(
    solver: impl ContactSolver,
    data: &Data,
    (percussions, changes): (&[f64], &[f64]),
) -> Option<Solved<f64>> {
    let rows = data.rows();
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
    let velocities: Vec<_> = (0..rows)
        .map(|row| problem.velocity(row, percussions).0)
        .collect();
    let diagonal: Vec<_> = (0..rows).map(|row| data.delassus[(rows + 1) * row]).collect();
    solver.keep(&Kept {
        percussions,
        velocities: &velocities,
        free: &data.free,
        scales: &data.free,
        diagonal: &diagonal,
        changes,
        contacts: &data.contacts,
    })
}

/// The bound is one, and tells apart what solves a problem and what does not.
#[test]
fn answers_are_kept_within_the_rule_of_all_answers() {
    let mut random = Random(11);
    let (mut answers, mut taken) = (0, 0);
    for _ in 0..super::count(2000) {
        let slips = 1 + random.below(2);
        let kind = random.kind(slips);
        let data = random.problem(kind);
        let Ok((answer, _)) = cold(&SemismoothNewton, &data) else {
            continue;
        };
        let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
        let least = 64.0 * data.rows() as f64 * f64::EPSILON;
        let near: Vec<_> = answer
            .iter()
            .map(|p| p * (1.0 + 4.0 * f64::EPSILON * random.normal()))
            .collect();
        let pressed: Vec<_> = answer.iter().map(|p| p + 0.1 * random.normal()).collect();
        for percussions in [&answer, &near, &pressed] {
            let solved = kept(SemismoothNewton, &data, percussions);
            if let Some(solved) = solved {
                // Both sum the same terms: a few roundings of them.
                let exact = problem.residual(percussions);
                assert!(exact <= solved.residual * (1.0 + 1e-9) + f64::EPSILON, "{data:?}");
                assert!(solved.residual <= least && solved.iterations == 0);
            }
        }
        let unbalanced = (&answer[..], &[1e-3; ROWS][..]);
        assert!(kept_with(SemismoothNewton, &data, unbalanced).is_none());
        answers += 1;
        taken += usize::from(kept(SemismoothNewton, &data, &answer).is_some());
        assert!(kept(SemismoothNewton, &data, &[f64::NAN; ROWS][..data.rows()]).is_none());
        assert!(
            kept(Lemke, &data, &answer).is_none(),
            "its answers depend on no guess"
        );
        assert!(kept(GaussSeidel::default(), &data, &answer).is_none());
    }
    // Contacts that slip in a plane of slips are not kept.
    assert!(
        answers > 1000 && 10 * taken >= 3 * answers,
        "{taken} of {answers}"
    );
}
