//! Random problems: redundant ones have the least norm and one answer, others keep their bits.

use std::vec::Vec;

use super::super::problems::{Data, Kind, Random};
use super::super::{cold, count, solved};
use super::{LEAST, rank, set};
use crate::SemismoothNewton;

const MECHANICAL: Kind = Kind {
    slips: 2,
    is_deficient: true,
    is_reachable: true,
    is_symmetric: true,
    has_restitutions: false,
};

/// The contacts of a problem, or its percussions, in another order; `order` has the old place of each contact.
fn rows_in(order: &[usize], data: &Data) -> Vec<usize> {
    let mut firsts = Vec::new();
    let mut next = 0;
    for contact in &data.contacts {
        firsts.push(next);
        next += 1 + contact.slips;
    }
    let rows = |&k: &usize| firsts[k]..firsts[k] + 1 + data.contacts[k].slips;
    order.iter().flat_map(rows).collect()
}

fn reordered(data: &Data, order: &[usize]) -> Data {
    let rows = rows_in(order, data);
    let line = |&i: &usize| {
        let at = move |&j: &usize| data.delassus[i * data.rows() + j];
        rows.iter().map(at).collect::<Vec<_>>()
    };
    Data {
        delassus: rows.iter().flat_map(line).collect(),
        free: rows.iter().map(|&i| data.free[i]).collect(),
        contacts: order.iter().map(|&k| data.contacts[k]).collect(),
    }
}

/// Of 5000 problems one norm was not the least one to 1e-10: where little room is left, rounding is multiplied by that much.
#[test]
fn redundant_problems_have_the_least_norm() {
    let mut random = Random(17);
    let (mut solvable, mut chosen, mut stayed) = (0, 0, 0);
    for k in 0..count(400) {
        let kind = Kind {
            slips: 1 + k % 2,
            ..MECHANICAL
        };
        let data = random.problem(kind);
        let (Ok((inner, _)), Ok((least, report))) = (cold(&SemismoothNewton, &data), cold(&LEAST, &data))
        else {
            continue;
        };
        solvable += 1;
        let rounding = 64.0 * data.rows() as f64 * f64::EPSILON;
        assert!(report.residual <= rounding, "{report:?}");
        let shifts = set::shifts_of(&data, &least);
        let has_stayed = least == inner && !set::is_least(&data, &inner, &least, 1000);
        stayed += usize::from(has_stayed);
        if !has_stayed {
            set::check(&data, &inner, &least, 1000);
        }
        chosen += usize::from(!shifts.is_empty());
    }
    std::eprintln!("{solvable} problems, {chosen} with a choice, {stayed} without an answer");
    // Cones that leave next to no room; one in a thousand was seen.
    assert!(
        5 * chosen > solvable && 100 * stayed <= chosen,
        "{solvable} {chosen} {stayed}"
    );
}

/// Whatever the start and the order of the contacts, where the motion is the same.
#[test]
fn the_answer_is_one() {
    let mut random = Random(23);
    let (mut compared, mut differed) = (0, 0);
    for k in 0..count(400) {
        let kind = Kind {
            slips: 1 + k % 2,
            ..MECHANICAL
        };
        let data = random.problem(kind);
        let order: Vec<_> = (0..data.contacts.len()).rev().collect();
        let rows = rows_in(&order, &data);
        let guess: Vec<_> = rows.iter().map(|_| random.normal()).collect();
        let other = reordered(&data, &order);
        let answers = (
            cold(&SemismoothNewton, &data),
            solved(&SemismoothNewton, &other, &guess),
        );
        let (Ok((inner, _)), Ok((turned, _))) = answers else {
            continue;
        };
        let size = data.free.iter().fold(0.0, |most, c| f64::max(most, c.abs()));
        let velocities = other.velocities(&turned);
        let moves = data.velocities(&inner);
        let same = |(k, &row): (usize, &usize)| {
            let [one, two] = [moves[row], velocities[k]].map(|v| v.abs() / size);
            // Between, rounding decides which contacts slip.
            let is_zero = one.max(two) < 1e-14;
            is_zero || (one.min(two) > 1e-6 && (moves[row] - velocities[k]).abs() < 1e-12 * size)
        };
        if !rows.iter().enumerate().all(same) {
            continue;
        }
        let [one, two] = [cold(&LEAST, &data), solved(&LEAST, &other, &guess)].map(|least| least.unwrap().0);
        let most = one.iter().fold(0.0, |most, p| f64::max(most, p.abs()));
        compared += 1;
        if one == inner || two == turned {
            // One of them has no choice, or no answer.
            continue;
        }
        for (k, &row) in rows.iter().enumerate() {
            let off = (one[row] - two[k]).abs();
            // The residual of 64 R ε, over singular values of G of down to 1e-4.
            assert!(off <= 1e-9 * most, "{off:e}: {data:?} {one:?} {two:?}");
            differed += usize::from((inner[row] - turned[k]).abs() > 1e-3 * most);
        }
    }
    std::eprintln!("{compared} problems, {differed} percussions that differ without");
    assert!(compared > 100 && differed > 50, "{compared} {differed}");
}

#[test]
fn without_redundancy_bits_stay() {
    let mut random = Random(29);
    let mut kept = 0;
    for k in 0..count(1000) {
        let kind = Kind {
            slips: 1 + k % 2,
            is_deficient: false,
            is_symmetric: k % 3 > 0,
            ..MECHANICAL
        };
        let data = random.problem(kind);
        if rank(&data) < data.rows() {
            continue;
        }
        let guess: Vec<_> = data.free.iter().map(|_| random.normal()).collect();
        let answers = (
            solved(&SemismoothNewton, &data, &guess),
            solved(&LEAST, &data, &guess),
        );
        assert_eq!(answers.0, answers.1);
        kept += usize::from(answers.0.is_ok());
    }
    assert!(kept > 500, "{kept}");
}
