//! One look at the percussions of the step before, against the search that would follow without it.

use super::problems::{Data, Random};
use super::{ROWS, cold};
use crate::newton::attempts;
use crate::rest::rest;
use crate::{ContactProblem, SemismoothNewton, guess};

type Rows = [f64; ROWS];

/// Whether a look suffices. Then it has the bits of the search; otherwise the guess is unchanged.
fn rests(data: &Data, from: &Rows) -> bool {
    let problem = ContactProblem::new(&data.delassus, &data.free, &data.contacts).unwrap();
    let (mut found, mut sought) = (*from, *from);
    let Some(solved) = rest(&problem, &mut found) else {
        assert_eq!(found.map(f64::to_bits), from.map(f64::to_bits));
        return false;
    };
    guess(&problem, &mut sought).unwrap();
    let search = attempts::<f64, Rows, [Rows; ROWS]>(&problem, &mut sought).unwrap();
    assert_eq!(found.map(f64::to_bits), sought.map(f64::to_bits), "{data:?}");
    assert_eq!(solved, search, "{data:?}");
    assert_eq!(solved.iterations, 0);
    true
}

/// Of an answer a look suffices nearly always; the others are those in which a contact opens.
#[test]
fn an_answer_is_taken_with_the_bits_of_a_search() {
    let mut random = Random(7);
    let (mut answers, mut taken) = (0, 0);
    for _ in 0..super::count(2000) {
        let slips = 1 + random.below(2);
        let kind = random.kind(slips);
        let data = random.problem(kind);
        let Ok((percussions, _)) = cold(&SemismoothNewton, &data) else {
            continue;
        };
        let mut answer = [0.0; ROWS];
        answer[..data.rows()].copy_from_slice(&percussions);
        answers += 1;
        taken += usize::from(rests(&data, &answer));
        // What is beside it by some rounding, or no answer at all.
        let near = answer.map(|p| p * (1.0 + 4.0 * f64::EPSILON * random.normal()));
        let pressed = answer.map(|p| p + 0.1 * random.normal());
        for guess in [near, pressed, [0.0; ROWS], [f64::NAN; ROWS]] {
            let _ = rests(&data, &guess);
        }
    }
    assert!(
        answers > 1000 && 100 * taken >= 95 * answers,
        "{taken} of {answers}"
    );
}

/// A guess that is far from an answer is none.
#[test]
fn percussions_of_another_step_are_not_taken() {
    let mut random = Random(8);
    for _ in 0..super::count(500) {
        let kind = random.kind(2);
        let data = random.problem(kind);
        let Ok((percussions, _)) = cold(&SemismoothNewton, &data) else {
            continue;
        };
        if percussions.iter().any(|&p| p != 0.0) {
            let mut double = [0.0; ROWS];
            let pairs = double.iter_mut().zip(&percussions);
            pairs.for_each(|(to, p)| *to = 2.0 * p);
            assert!(!rests(&data, &double), "{data:?}");
        }
    }
}
