//! Degenerate problems, each by name.

use std::vec::Vec;

use super::laws::violated;
use super::problems::Data;
use super::{ROWS, cold, solved};
use crate::{ActiveContact, ContactFailure, ContactProblem};
use crate::{ContactSolver, GaussSeidel, Lemke, SemismoothNewton, Solved};

fn data<const M: usize>(delassus: &[f64], free: &[f64], contacts: [(usize, f64); M]) -> Data {
    Data {
        delassus: delassus.to_vec(),
        free: free.to_vec(),
        contacts: contacts
            .map(|(slips, friction)| ActiveContact { slips, friction })
            .to_vec(),
    }
}

type Answer = Result<(Vec<f64>, Solved<f64>), ContactFailure>;

/// The answers of all solvers that start cold.
fn answers(data: &Data) -> [Answer; 3] {
    [
        cold(&SemismoothNewton, data),
        cold(&GaussSeidel::default(), data),
        cold(&Lemke, data),
    ]
}

fn check_all(data: &Data, expected: &[f64]) {
    for answer in answers(data) {
        let (percussions, report) = answer.unwrap();
        let differs = |(a, b): (&f64, &f64)| (a - b).abs() > 1e-9;
        let is_expected = !percussions.iter().zip(expected).any(differs);
        assert!(is_expected, "{percussions:?} instead of {expected:?}, {report:?}");
        assert_eq!(violated(data, &percussions, 1e-12), None);
    }
}

fn check_none(data: &Data) {
    for answer in answers(data) {
        assert!(
            matches!(answer, Err(failure) if !matches!(failure, ContactFailure::Linear(_))),
            "{answer:?}"
        );
    }
}

/// Two contacts at one point: only the sum of their percussions is determined.
#[test]
fn redundant_contacts_share_their_load() {
    let redundant = data(&[2.0; 4], &[-3.0; 2], [(0, 0.0); 2]);
    for answer in answers(&redundant) {
        let (percussions, _) = answer.unwrap();
        assert!(
            (percussions.iter().sum::<f64>() - 1.5).abs() < 1e-12,
            "{percussions:?}"
        );
        assert_eq!(violated(&redundant, &percussions, 1e-12), None);
    }
    let (percussions, _) = cold(&SemismoothNewton, &redundant).unwrap();
    // Equal shares, but for rounding errors over the compliance √ε/4.
    assert!((percussions[0] - percussions[1]).abs() < 1e-7, "{percussions:?}");
    // They may contradict each other, by different restitutions: the slower one opens.
    check_all(&data(&[2.0; 4], &[-3.0, -2.0], [(0, 0.0); 2]), &[1.5, 0.0]);
}

/// Summands of c whose difference is rounding: a contradiction of 1e-10 is one of them, or none.
#[test]
fn scales_tell_rounding_from_contradictions() {
    let (delassus, free) = ([1.0, -1.0, -1.0, 1.0], [-1.0, 1.0 - 1e-10]);
    let contacts = [ActiveContact {
        slips: 0,
        friction: 0.0,
    }; 2];
    let problem = ContactProblem::new(&delassus, &free, &contacts).unwrap();
    let solve = |problem: &ContactProblem<'_, f64>| {
        let mut percussions = [0.0; 2];
        let answer = SemismoothNewton.solve::<f64, _, [[f64; 2]; 2]>(problem, &mut percussions);
        answer.map(|_| percussions)
    };
    assert!(solve(&problem).is_err());
    let percussions = solve(&problem.with_scales(&[1e5, 1e5]).unwrap()).unwrap();
    assert!(
        (percussions[0] - percussions[1] - 1.0).abs() < 1e-9,
        "{percussions:?}"
    );
}

/// A slot that is too narrow: both walls approach, and pushing one away pushes the other one closer.
#[test]
fn a_wedge_that_closes_has_no_solution() {
    check_none(&data(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 0.5], [(0, 0.0); 2]));
    check_none(&data(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 0.5], [(0, 0.3); 2]));
    // A slot that opens, and one that just fits.
    check_all(
        &data(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 1.5], [(0, 0.0); 2]),
        &[1.0, 0.0],
    );
    for answer in answers(&data(&[1.0, -1.0, -1.0, 1.0], &[-1.0, 1.0], [(0, 0.0); 2])) {
        let (percussions, _) = answer.unwrap();
        assert!(
            (percussions[0] - percussions[1] - 1.0).abs() < 1e-12,
            "{percussions:?}"
        );
    }
}

/// A peg between two rough walls: friction holds it, by percussions of any size between the walls.
#[test]
fn a_jammed_peg_stays() {
    // A point mass: normals ±x, slips along y.
    let directions = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, 1.0]].map(|w| w.to_vec());
    let contacts = [ActiveContact {
        slips: 1,
        friction: 0.5,
    }; 2];
    let peg = Data::of_directions(&directions, &[1.0, 1.0], &[0.0, -0.1], &contacts);
    // Without preload nothing presses, and the peg slides: P = 0 is a solution.
    check_all(&peg, &[0.0; 4]);
    // With the percussions of the step before it stays.
    let (held, _) = solved(&SemismoothNewton, &peg, &[1.0, 0.0, 1.0, 0.0]).unwrap();
    assert_eq!(violated(&peg, &held, 1e-12), None);
    let velocities = peg.velocities(&held);
    assert!(velocities.iter().all(|v| v.abs() < 1e-13), "{velocities:?}");
}

/// Painlevé's rod slides with a large friction, which couples more strongly with the normal direction than its own mass:
/// μ `G_NT` > `G_NN`.
#[test]
fn painleve_has_several_solutions_or_none() {
    // It opens, sticks, or slides on.
    let several = data(&[1.0, 1.0, 1.0, 2.0], &[1.0, 5.0], [(1, 2.0)]);
    for answer in answers(&several) {
        let (percussions, _) = answer.unwrap();
        assert_eq!(violated(&several, &percussions, 1e-12), None);
    }
    // The guess selects the branch.
    for solution in [[0.0, 0.0], [3.0, -4.0], [1.0, -2.0]] {
        let (percussions, _) = solved(&SemismoothNewton, &several, &solution).unwrap();
        assert_eq!(percussions, solution);
    }
    // A light body may neither open nor slide, and c is not reachable: percussions cannot stop it.
    check_none(&data(&[1.0, 2.0, 2.0, 4.0], &[-1.0, 1.0], [(1, 1.0)]));
    // It is pressed to the ground, and sticks at once: an impact without collision.
    check_all(
        &data(&[1.0, 1.0, 1.0, 1.5], &[-1.0, 1.0], [(1, 10.0)]),
        &[5.0, -4.0],
    );
}

/// A point mass on a rail of slope 3 : 4 hits the floor: n = (0.6, 0.8), G = n nᵀ, c = n ṡ + (0.6 e, 0.8 `e_T`) ṡ₋ with
/// both speeds −1. With n·P = 1 + e the normal law holds, and then `ξ_T` = 0.8 (e − `e_T`).
#[test]
fn a_contact_on_a_rail_slips_if_restitutions_differ() {
    let [normal, slip] = [0.6, 0.8];
    let on_rail = |friction: f64, e: f64, e_t: f64| {
        let delassus = [normal * normal, normal * slip, slip * normal, slip * slip];
        data(
            &delassus,
            &[-normal * (1.0 + e), -slip * (1.0 + e_t)],
            [(1, friction)],
        )
    };
    let with_ratio = |ratio: f64, e: f64| {
        let p = (1.0 + e) / (normal + ratio * slip);
        [p, ratio * p]
    };
    for friction in [0.0, 0.2, 0.7] {
        // Equal restitutions do not determine the friction, which has the least square of percussions.
        check_all(&on_rail(friction, 0.5, 0.5), &with_ratio(friction, 0.5));
        for (e, e_t) in [(0.5, 0.0), (0.5, 0.4999), (1e-10, 0.0)] {
            check_all(&on_rail(friction, e, e_t), &with_ratio(-friction, e));
            check_all(&on_rail(friction, e_t, e), &with_ratio(friction, e_t));
        }
    }
    // Friction that is larger than 3/4 jams: it sticks, or slips up the rail, or there is no solution.
    check_all(&on_rail(0.9, 0.0, 0.0), &with_ratio(0.75, 0.0));
    check_all(&on_rail(0.9, 0.0, 0.5), &with_ratio(0.9, 0.0));
    check_none(&on_rail(0.9, 0.5, 0.0));
}

/// A contact that grazes, and slides: no normal percussion, so no friction.
#[test]
fn no_normal_percussion_is_no_friction() {
    check_all(&data(&[1.0, 0.0, 0.0, 2.0], &[0.0, 0.7], [(1, 0.5)]), &[0.0, 0.0]);
    check_all(&data(&[1.0, 0.2, 0.2, 2.0], &[0.0, 0.0], [(1, 0.5)]), &[0.0, 0.0]);
    check_all(&data(&[0.0; 4], &[0.0; 2], [(1, 0.5)]), &[0.0, 0.0]);
}

#[test]
fn slips_without_friction_have_no_percussion() {
    check_all(
        &data(&[1.0, 0.5, 0.5, 2.0], &[-1.0, 3.0], [(1, 0.0)]),
        &[1.0, 0.0],
    );
    let spatial = [2.0, 0.5, 0.1, 0.5, 2.0, 0.0, 0.1, 0.0, 2.0];
    check_all(&data(&spatial, &[-1.0, 3.0, 1.0], [(2, 0.0)]), &[0.5, 0.0, 0.0]);
}

/// A contact between bodies that other constraints hold: its rows are zero.
#[test]
fn a_contact_that_cannot_be_accelerated() {
    let blocked = |free: f64| data(&[0.0, 0.0, 0.0, 2.0], &[free, -1.0], [(0, 0.0); 2]);
    check_all(&blocked(0.3), &[0.0, 0.5]);
    check_all(&blocked(0.0), &[0.0, 0.5]);
    for answer in answers(&blocked(-1e-3)) {
        let immovable = ContactFailure::Immovable { contact: 0 };
        assert_eq!(answer.map(|_| ()), Err(immovable));
    }
    // The guess has a load of the constraints in it.
    for solver in [
        solved(&SemismoothNewton, &blocked(0.0), &[3.0, 0.2]),
        solved(&GaussSeidel::default(), &blocked(0.0), &[3.0, 0.2]),
    ] {
        assert_eq!(solver.unwrap().0, [0.0, 0.5]);
    }
    // The slip of a belt that nothing stops: friction is at its limit, against the slip.
    check_all(
        &data(&[2.0, 0.0, 0.0, 0.0], &[-1.0, 3.0], [(1, 0.4)]),
        &[0.5, -0.2],
    );
}

#[test]
fn units_and_guesses_do_not_matter() {
    let (normal, slip) = ([4.0, 1.0, 1.0, 3.0], [-1.0, 2.0]);
    let (expected, _) = cold(&SemismoothNewton, &data(&normal, &slip, [(1, 0.3)])).unwrap();
    for unit in [1e-200, 1e-12, 1e12, 1e200] {
        let scaled = data(&normal.map(|g| g * unit), &slip, [(1, 0.3)]);
        for answer in answers(&scaled) {
            let (percussions, _) = answer.unwrap();
            let differs = |(p, e): (&f64, &f64)| (p * unit - e).abs() > 1e-12;
            assert!(!percussions.iter().zip(&expected).any(differs), "{percussions:?}");
        }
    }
    let problem = data(&normal, &slip, [(1, 0.3)]);
    for guess in [f64::NAN, f64::INFINITY, 1e300, -1e300, 1e-300] {
        let (percussions, _) = solved(&SemismoothNewton, &problem, &[guess; 2]).unwrap();
        let differs = |(p, e): (&f64, &f64)| (p - e).abs() > 1e-12;
        assert!(
            !percussions.iter().zip(&expected).any(differs),
            "{guess}: {percussions:?}"
        );
    }
}

#[test]
fn a_single_contact_without_slip_takes_no_iteration() {
    for (free, expected) in [(-3.0, 1.5), (3.0, 0.0), (0.0, 0.0)] {
        let single = data(&[2.0], &[free], [(0, 0.3)]);
        let (percussions, report) = cold(&SemismoothNewton, &single).unwrap();
        assert_eq!((&percussions[..], report.iterations), (&[expected][..], 0));
    }
    // A negative stiffness has two solutions for c > 0, and none for c < 0.
    check_none(&data(&[-2.0], &[-1.0], [(0, 0.0)]));
}

#[test]
fn data_that_are_no_problem_are_refused() {
    let contact = |slips, friction| [ActiveContact { slips, friction }];
    let what = |delassus: &[f64], free: &[f64], contacts: &[ActiveContact<f64>]| match ContactProblem::new(
        delassus, free, contacts,
    ) {
        Err(ContactFailure::Problem { what }) => what,
        other => panic!("{other:?}"),
    };
    let short = "G or c has fewer rows than the contacts";
    assert_eq!(what(&[1.0], &[1.0], &contact(1, 0.5)), short);
    assert_eq!(what(&[1.0; 4], &[1.0], &contact(1, 0.5)), short);
    let friction = "a friction is negative or not finite";
    for mu in [-0.1, f64::NAN, f64::INFINITY] {
        assert_eq!(what(&[1.0; 4], &[1.0; 2], &contact(1, mu)), friction);
    }
    let slips = "a contact has more than two slip components";
    assert_eq!(what(&[1.0; 16], &[1.0; 4], &contact(3, 0.1)), slips);
    let finite = "G or c is not finite";
    assert_eq!(what(&[f64::NAN], &[1.0], &contact(0, 0.0)), finite);
    assert_eq!(what(&[1.0], &[f64::INFINITY], &contact(0, 0.0)), finite);
    let spatial = data(&[1.0; 9], &[-1.0; 3], [(2, 0.1)]);
    assert!(matches!(
        cold(&Lemke, &spatial),
        Err(ContactFailure::Problem { .. })
    ));
    let data = data(&[1.0; 4], &[-1.0; 2], [(0, 0.0); 2]);
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
    assert!(
        SemismoothNewton
            .solve::<f64, _, [f64; 1]>(&problem, &mut [0.0])
            .is_err()
    );
    assert!(problem.with_scales(&[1.0]).is_err());
}

#[test]
fn no_contacts_are_no_work() {
    let none = data(&[], &[], []);
    for answer in answers(&none) {
        assert_eq!(answer.unwrap().0, []);
    }
    let mut percussions = [7.0; ROWS];
    let problem = ContactProblem::new(&[], &[], &[]).unwrap();
    SemismoothNewton
        .solve::<f64, _, [f64; 0]>(&problem, &mut percussions)
        .unwrap();
    assert_eq!(percussions, [7.0; ROWS]);
}
