//! Percussions of least norm: tables, bars, jammed boxes and random problems against formulas and other points of the set.

mod random;
mod set;
#[cfg(feature = "alloc")]
mod sparse;

use std::vec::Vec;

use extremal_numerics::Scalar;

use super::laws::violated;
use super::problems::Data;
use super::{ROWS, cold, solved};
use crate::{ActiveContact, ContactProblem, ContactSolver, GaussSeidel, LeastNorm, Lemke, SemismoothNewton};

const LEAST: LeastNorm<SemismoothNewton> = LeastNorm(SemismoothNewton);

/// Percussions whose share is known up to rounding of a few terms.
fn near(percussions: &[f64], expected: &[f64], what: &str) {
    assert_eq!(percussions.len(), expected.len());
    for (p, e) in percussions.iter().zip(expected) {
        assert!((p - e).abs() < 1e-13, "{what}: {percussions:?}, {expected:?}");
    }
}

/// Feet of a body of 2 kg, `inertia` about x and y, which are stopped from a velocity and two angular velocities.
fn on_feet(feet: &[[f64; 2]], inertia: [f64; 2], velocity: [f64; 3]) -> Data {
    let directions: Vec<_> = feet.iter().map(|&[x, y]| std::vec![1.0, y, -x]).collect();
    let inverse_masses = [0.5, inertia[0].recip(), inertia[1].recip()];
    let contact = ActiveContact {
        slips: 0,
        friction: 0.0,
    };
    let contacts = std::vec![contact; feet.len()];
    Data::of_directions(&directions, &inverse_masses, &velocity, &contacts)
}

/// det of three columns
fn det(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> f64 {
    let cross = [
        b[1] * c[2] - b[2] * c[1],
        b[2] * c[0] - b[0] * c[2],
        b[0] * c[1] - b[1] * c[0],
    ];
    (0..3).map(|k| a[k] * cross[k]).sum()
}

/// Elastic feet of compliances 1/m + y²/A + x²/B under a load of (force, moments): P = (α + β y − γ x)/a, with the balance of
/// forces and moments by Cramer's rule.
fn elastic(feet: &[[f64; 2]], inertia: [f64; 2], load: [f64; 3]) -> Vec<f64> {
    let row = |[x, y]: [f64; 2]| [1.0, y, -x];
    let compliance = |[x, y]: [f64; 2]| 0.5 + y * y / inertia[0] + x * x / inertia[1];
    let column = |k: usize| {
        let moment = |i: usize| -> f64 {
            let each = feet.iter();
            each.map(|&foot| row(foot)[i] * row(foot)[k] / compliance(foot))
                .sum()
        };
        [moment(0), moment(1), moment(2)]
    };
    let [a, b, c] = [column(0), column(1), column(2)];
    let all = det(a, b, c);
    let tilt = [
        det(load, b, c) / all,
        det(a, load, c) / all,
        det(a, b, load) / all,
    ];
    let carried = |&foot: &[f64; 2]| (0..3).map(|k| row(foot)[k] * tilt[k]).sum::<f64>() / compliance(foot);
    feet.iter().map(carried).collect()
}

const TABLE: [[f64; 2]; 4] = [[0.6, 0.4], [-0.6, 0.4], [-0.6, -0.4], [0.6, -0.4]];

#[test]
fn a_table_on_four_feet_has_equal_shares() {
    let data = on_feet(&TABLE, [0.3, 0.5], [-3.0, 0.0, 0.0]);
    for guess in [[0.0; 4], [6.0, 0.0, 0.0, 0.0], [3.0, 0.0, 3.0, 0.0]] {
        let (percussions, report) = solved(&LEAST, &data, &guess).unwrap();
        near(&percussions, &[1.5; 4], "equal");
        assert!(report.residual <= 64.0 * 4.0 * f64::EPSILON);
    }
    // Lemke's pivots and sweeps choose other shares.
    let (pivots, _) = cold(&Lemke, &data).unwrap();
    assert!((pivots[0] - 1.5).abs() > 0.1, "{pivots:?}");
    near(&cold(&LeastNorm(Lemke), &data).unwrap().0, &[1.5; 4], "Lemke");
    let sweeps = LeastNorm(GaussSeidel::default());
    near(&cold(&sweeps, &data).unwrap().0, &[1.5; 4], "sweeps");
}

/// The weight is off the middle: of feet that all press, and of feet of different places.
#[test]
fn feet_share_as_elastic_ones() {
    let shifted = TABLE.map(|[x, y]| [x + 0.1, y - 0.05]);
    let five = [[0.6, 0.4], [-0.6, 0.3], [-0.5, -0.4], [0.6, -0.4], [0.1, 0.0]];
    let inertia = [0.3, 0.5];
    for feet in [&TABLE[..], &shifted, &five] {
        for velocity in [[-3.0, 0.0, 0.0], [-3.0, 0.5, 0.0], [-3.0, 0.4, -0.6]] {
            let data = on_feet(feet, inertia, velocity);
            let (percussions, _) = cold(&LEAST, &data).unwrap();
            let load = [
                -2.0 * velocity[0],
                -inertia[0] * velocity[1],
                -inertia[1] * velocity[2],
            ];
            let expected = elastic(feet, inertia, load);
            assert!(expected.iter().all(|&p| p > 0.0), "{expected:?}");
            near(&percussions, &expected, "elastic");
        }
    }
}

/// An elastic foot would pull: it carries nothing, and the shares of three feet are those of statics.
#[test]
fn a_foot_that_would_pull_carries_nothing() {
    let inertia = [0.3, 0.5];
    // The load of 6 acts at (0.35, 0.2), beyond the kernel x/0.6 + y/0.4 = 1 of a rectangle and between the feet.
    let (force, x, y) = (6.0, 0.35, 0.2);
    let velocity = [-0.5 * force, -force * y / inertia[0], force * x / inertia[1]];
    let data = on_feet(&TABLE, inertia, velocity);
    let alone = elastic(&TABLE, inertia, [force, force * y, -force * x]);
    assert!(alone[2] < -0.1, "{alone:?}");
    let (percussions, _) = cold(&LEAST, &data).unwrap();
    // Moments about the two edges through the first foot.
    let (left, below) = (force * (0.6 - x) / 1.2, force * (0.4 - y) / 0.8);
    near(
        &percussions,
        &[force - left - below, left, 0.0, below],
        "three feet",
    );
    assert_eq!(violated(&data, &percussions, 1e-13), None);
}

/// A bar on eleven feet, loaded at different places: what presses is (α + β x)/a, which is negative where nothing presses.
#[test]
fn a_bar_on_many_feet_satisfies_the_conditions_of_least_norm() {
    let feet: [[f64; 2]; 11] = core::array::from_fn(|k| [0.1 * k as f64 - 0.5, 0.0]);
    let inertia = [0.3, 0.4];
    for at in [0.0, 0.05, 0.2, 0.31, 0.44, 0.5] {
        let data = on_feet(&feet, inertia, [-3.0, 0.0, 6.0 * at / inertia[1]]);
        let (percussions, _) = cold(&LEAST, &data).unwrap();
        assert_eq!(violated(&data, &percussions, 1e-13), None);
        let pulled = |k: usize| (0.5 + feet[k][0] * feet[k][0] / inertia[1]) * percussions[k];
        let pressed: Vec<_> = (0..11).filter(|&k| percussions[k] > 1e-9).collect();
        let (first, last) = (pressed[0], pressed[pressed.len() - 1]);
        if first == last {
            // The load stands on the last foot.
            assert!(at == 0.5 && (percussions[10] - 6.0).abs() < 1e-12);
            continue;
        }
        let slope = (pulled(last) - pulled(first)) / (feet[last][0] - feet[first][0]);
        for k in 0..11 {
            let line = pulled(first) + slope * (feet[k][0] - feet[first][0]);
            // Feet without a load lie on the other side of the line.
            let off = pulled(k) - line.max(0.0);
            assert!(off.abs() < 1e-12, "{at}, foot {k}: {percussions:?}");
        }
    }
}

/// A peg between two rough walls: friction needs `P_T` = 0.05 at each, and no more normal percussion than that over μ.
#[test]
fn a_jammed_peg_is_pressed_as_little_as_holds_it() {
    let directions = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, 1.0]].map(|w| w.to_vec());
    let contacts = [ActiveContact {
        slips: 1,
        friction: 0.5,
    }; 2];
    let peg = Data::of_directions(&directions, &[1.0, 1.0], &[0.0, -0.1], &contacts);
    for guess in [[1.0, 0.0, 1.0, 0.0], [7.0, 0.1, 7.0, 0.0]] {
        let (held, _) = solved(&LEAST, &peg, &guess).unwrap();
        near(&held, &[0.1, 0.05, 0.1, 0.05], "peg");
        assert_eq!(violated(&peg, &held, 1e-12), None);
    }
}

/// A box whose four corners stick between two walls, which carries a load off its middle: the cones of two corners are left by
/// the point of least norm without them.
#[test]
fn a_box_between_walls_stays_in_its_cones() {
    let corners = [[0.5, 0.3], [0.5, -0.3], [-0.5, 0.3], [-0.5, -0.3]];
    let directions: Vec<_> = corners
        .into_iter()
        .flat_map(|[x, y]| {
            let n = -f64::signum(x);
            [std::vec![n, 0.0, -n * y], std::vec![0.0, 1.0, x]]
        })
        .collect();
    let contacts = [ActiveContact {
        slips: 1,
        friction: 0.4,
    }; 4];
    for turn in [0.0, 0.3, -0.2] {
        let data = Data::of_directions(&directions, &[1.0, 1.0, 9.0], &[0.0, -0.1, turn], &contacts);
        let guesses = [
            [5.0, 0.0, 5.0, 0.0, 5.0, 0.0, 5.0, 0.0],
            [9.0, 0.0, 4.0, 0.0, 7.0, 0.0, 6.0, 0.0],
        ];
        let mut first: Option<Vec<f64>> = None;
        for guess in guesses {
            let (inner, _) = solved(&SemismoothNewton, &data, &guess).unwrap();
            let (least, report) = solved(&LEAST, &data, &guess).unwrap();
            set::check(&data, &inner, &least, 1000);
            assert!(report.residual <= 64.0 * 8.0 * f64::EPSILON);
            // A cone is at its limit.
            let limits = least.chunks(2).filter(|p| p[1].abs() > 0.4 * p[0] - 1e-12);
            assert!(limits.count() > 0, "{least:?}");
            let other = first.get_or_insert_with(|| least.clone());
            near(&least, other, "another start");
        }
    }
}

#[test]
fn single_precision_has_equal_shares() {
    let data = on_feet(&TABLE, [0.3, 0.5], [-3.0, 0.0, 0.0]);
    let single = |numbers: &[f64]| numbers.iter().map(|&x| f32::from_f64(x)).collect::<Vec<_>>();
    let (delassus, free) = (single(&data.delassus), single(&data.free));
    let contacts = [ActiveContact {
        slips: 0,
        friction: 0.0,
    }; 4];
    let problem = ContactProblem::new(&delassus, &free, &contacts).unwrap();
    let mut percussions = [6.0_f32, 0.0, 0.0, 0.0];
    LEAST
        .solve::<f32, _, [[f32; 4]; 4]>(&problem, &mut percussions)
        .unwrap();
    // A few roundings.
    assert!(
        percussions.iter().all(|p| (p - 1.5).abs() < 1e-5),
        "{percussions:?}"
    );
    assert_eq!(LEAST.rank::<f32, [f32; 4], [[f32; 4]; 4]>(&problem).unwrap(), 3);
    assert!(LEAST.rank::<f32, [f32; 2], [[f32; 2]; 2]>(&problem).is_err());
}

/// The rank of a problem in blocks of the largest one.
fn rank(data: &Data) -> usize {
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
    LEAST
        .rank::<f64, [f64; ROWS], [[f64; ROWS]; ROWS]>(&problem)
        .unwrap()
}
