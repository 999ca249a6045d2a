//! The elimination against one dense solve of all equations.

use super::*;
use extremal_numerics::lu;

const SIZE: usize = 3;

/// Numbers between −1 and 1 that look random.
fn numbers(seed: u32) -> impl FnMut() -> f64 {
    let mut state = seed;
    move || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(state) / f64::from(1_u32 << 31) - 1.0
    }
}

/// All nodes and τ by Gaussian elimination of everything, for elements `[A | a | d]` and conditions `[B₁ | B₀ | b | c]`.
fn dense(elements: &[Vec<f64>], conditions: &[Vec<f64>]) -> Vec<f64> {
    let n = (elements.len() + 1) * SIZE + 1;
    let (mut a, mut b) = (std::vec![0.0; n * n], Vec::new());
    for (k, element) in elements.iter().enumerate() {
        for (row, entries) in element.chunks(SIZE + 2).enumerate() {
            let place = (k * SIZE + row) * n;
            a[place + (k + 1) * SIZE + row] = 1.0;
            for column in 0..SIZE {
                a[place + k * SIZE + column] = -entries[column];
            }
            a[place + n - 1] = -entries[SIZE];
            b.push(entries[SIZE + 1]);
        }
    }
    for (row, entries) in conditions.iter().enumerate() {
        let place = (elements.len() * SIZE + row) * n;
        for column in 0..SIZE {
            a[place + elements.len() * SIZE + column] = entries[column];
            a[place + column] = entries[SIZE + column];
        }
        a[place + n - 1] = entries[2 * SIZE];
        b.push(entries[2 * SIZE + 1]);
    }
    lu::solve(&mut a, &mut b).unwrap();
    b
}

#[test]
fn the_elimination_solves_all_equations() {
    for (seed, count) in [(1, 1), (2, 2), (3, 7), (4, 20)] {
        let mut next = numbers(seed);
        let mut rows = |count: usize, width: usize| -> Vec<Vec<f64>> {
            (0..count).map(|_| (0..width).map(|_| next()).collect()).collect()
        };
        let elements = rows(count, SIZE * (SIZE + 2));
        let conditions = rows(SIZE + 1, 2 * SIZE + 2);
        let expected = dense(&elements, &conditions);
        let mut chain = Chain::new(SIZE);
        for element in &elements {
            let part = |range: core::ops::Range<usize>| -> Vec<f64> {
                element
                    .chunks(SIZE + 2)
                    .flat_map(|row| row[range.clone()].to_vec())
                    .collect()
            };
            chain.push(&part(0..SIZE), &part(SIZE..SIZE + 1), &part(SIZE + 1..SIZE + 2));
        }
        // The last condition twice: least squares take what agrees.
        let mut all: Vec<f64> = conditions.concat();
        all.extend(conditions.last().unwrap());
        let corner = chain.corner(&all, true).unwrap();
        let mut found = chain.nodes(&corner).unwrap();
        found.push(corner.duration);
        // Random problems of this size have conditions of up to some thousands.
        let size = expected.iter().fold(1.0, |most: f64, x| most.max(x.abs()));
        let all_agree = found
            .iter()
            .zip(&expected)
            .all(|(a, b)| (a - b).abs() < 1e-11 * size);
        assert!(
            all_agree && found.len() == expected.len(),
            "{seed}: {found:?} {expected:?}"
        );
    }
}

#[test]
fn an_open_motion_is_told() {
    let mut chain = Chain::new(2);
    // q₁ = q₀ + p, p₁ = p: conditions on p alone leave q open.
    chain.push(&[1.0, 1.0, 0.0, 1.0], &[0.0, 0.0], &[0.0, 0.0]);
    let conditions = [[0.0, 1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0, 1.0]].concat();
    let open = chain.corner(&conditions, false).err().unwrap();
    assert_eq!(open.column % 2, 0);
}
