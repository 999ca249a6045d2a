//! The percussions that cause the same motion, by Gauss–Jordan elimination, and random ones among them.

use std::vec::Vec;

use super::super::laws::violated;
use super::super::problems::{Data, Random};

/// a of each row.
pub(super) fn weights(data: &Data) -> Vec<f64> {
    let diagonal = |row: usize| data.delassus[row * data.rows() + row].abs();
    let mut weights = Vec::new();
    for contact in &data.contacts {
        let first = weights.len();
        weights.push(diagonal(first));
        let slip = (1..=contact.slips)
            .map(|k| diagonal(first + k))
            .fold(0.0, f64::max);
        weights.extend((0..contact.slips).map(|_| slip));
    }
    weights
}

/// Σ a P²
pub(super) fn norm(data: &Data, percussions: &[f64]) -> f64 {
    let terms = weights(data).into_iter().zip(percussions);
    terms.map(|(a, p)| a * p * p).sum()
}

fn largest(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0, |most, x| f64::max(most, x.abs()))
}

/// The directions of percussions in which the contacts may share: one for each unknown that states leave, as columns of R.
fn unknowns(data: &Data, percussions: &[f64]) -> Vec<Vec<f64>> {
    let velocities = data.velocities(percussions);
    let small = 1e-9 * largest(&data.free);
    let mut all = Vec::new();
    let mut first = 0;
    for contact in &data.contacts {
        let rows = first..first + 1 + contact.slips;
        let unit = |row: usize| {
            let mut unit = std::vec![0.0; data.rows()];
            unit[row] = 1.0;
            unit
        };
        let slips = largest(&velocities[first + 1..rows.end]) > small;
        if percussions[first] > 0.0 && (slips || contact.friction == 0.0) {
            let mut ray = std::vec![0.0; data.rows()];
            for row in rows.clone() {
                ray[row] = percussions[row] / percussions[first];
            }
            all.push(ray);
        } else if velocities[first] <= small && !slips {
            let count = if contact.friction > 0.0 { rows.len() } else { 1 };
            all.extend(rows.clone().take(count).map(unit));
        }
        first = rows.end;
    }
    all
}

/// The null space of G on these directions, by Gauss–Jordan elimination with complete pivoting.
fn shifts(data: &Data, directions: &[Vec<f64>]) -> Vec<Vec<f64>> {
    let (rows, count) = (data.rows(), directions.len());
    let mut a: Vec<Vec<f64>> = (0..rows)
        .map(|i| {
            let line = &data.delassus[i * rows..(i + 1) * rows];
            let along = |d: &Vec<f64>| line.iter().zip(d).map(|(g, d)| g * d).sum();
            directions.iter().map(along).collect()
        })
        .collect();
    let (mut pivots, mut first) = (Vec::<usize>::new(), 0.0);
    loop {
        let rank = pivots.len();
        let mut place = (rank, 0, 0.0);
        for (i, row) in a.iter().enumerate().skip(rank) {
            for j in (0..count).filter(|j| !pivots.contains(j)) {
                if row[j].abs() > place.2 {
                    place = (i, j, row[j].abs());
                }
            }
        }
        let (row, column, size) = place;
        first = f64::max(first, size);
        if size <= 1e-11 * first || size == 0.0 {
            break;
        }
        a.swap(rank, row);
        let pivot: Vec<_> = a[rank].iter().map(|x| x / a[rank][column]).collect();
        for (i, line) in a.iter_mut().enumerate() {
            let factor = line[column];
            if i == rank {
                line.clone_from(&pivot);
            } else {
                line.iter_mut().zip(&pivot).for_each(|(x, p)| *x -= factor * p);
            }
        }
        pivots.push(column);
    }
    let free = (0..count).filter(|j| !pivots.contains(j));
    free.map(|j| {
        let mut shift = directions[j].clone();
        for (row, &pivot) in pivots.iter().enumerate() {
            let factor = a[row][j];
            shift
                .iter_mut()
                .zip(&directions[pivot])
                .for_each(|(x, d)| *x -= factor * d);
        }
        shift
    })
    .collect()
}

/// Whether percussions are in their cones.
fn is_inside(data: &Data, percussions: &[f64]) -> bool {
    let mut first = 0;
    data.contacts.iter().all(|contact| {
        let end = first + 1 + contact.slips;
        let normal = percussions[first];
        let tangential = percussions[first + 1..end].iter().map(|p| p * p).sum::<f64>();
        first = end;
        normal >= 0.0 && tangential.sqrt() <= contact.friction * normal * (1.0 + 1e-14)
    })
}

/// The directions of percussions that cause the same motion.
pub(super) fn shifts_of(data: &Data, percussions: &[f64]) -> Vec<Vec<f64>> {
    shifts(data, &unknowns(data, percussions))
}

/// Checks that `least` has the motion of `inner`, satisfies the laws, and is not
/// longer than `inner` and than random percussions of the same motion.
pub(super) fn check(data: &Data, inner: &[f64], least: &[f64], samples: usize) {
    let [before, after] = [inner, least].map(|p| data.velocities(p));
    let size = weights(data).iter().fold(0.0, |most, a| f64::max(most, *a))
        * (largest(inner) + largest(least))
        + largest(&data.free);
    for (x, y) in before.iter().zip(&after) {
        // The residual of both: 64 R ε of the summands.
        assert!((x - y).abs() <= 64.0 * 12.0 * f64::EPSILON * size, "{x:e} {y:e}");
    }
    assert_eq!(violated(data, least, 1e-12), None, "{data:?}");
    assert!(is_inside(data, least), "{least:?}");
    assert!(
        is_least(data, inner, least, samples),
        "{data:?}: {inner:?} {least:?}"
    );
}

/// Whether no percussions of the same motion are shorter, of `inner` and of random ones.
pub(super) fn is_least(data: &Data, inner: &[f64], least: &[f64], samples: usize) -> bool {
    let shortest = norm(data, least);
    // Rounding of percussions that are known to 1e-12 at worst, where G is nearly singular.
    let is_longest = |other: &[f64]| shortest <= norm(data, other) * (1.0 + 1e-10);
    let mut is_least = is_longest(inner);
    let shifts = shifts_of(data, least);
    let mut random = Random(31);
    for sample in 0..samples {
        let mut moved = if sample % 2 == 0 { inner } else { least }.to_vec();
        let mut length = norm(data, &moved).sqrt() * 10.0_f64.powf(-4.0 * random.uniform());
        let mut shift = std::vec![0.0; data.rows()];
        for direction in &shifts {
            let part = random.normal();
            shift.iter_mut().zip(direction).for_each(|(x, d)| *x += part * d);
        }
        let unit = norm(data, &shift).sqrt();
        for _ in 0..40 {
            let step = if unit > 0.0 { length / unit } else { 0.0 };
            let next: Vec<_> = moved.iter().zip(&shift).map(|(x, d)| x + step * d).collect();
            if is_inside(data, &next) {
                moved = next;
                break;
            }
            length *= 0.5;
        }
        is_least &= is_longest(&moved);
    }
    is_least
}
