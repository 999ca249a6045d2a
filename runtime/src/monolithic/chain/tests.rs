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

/// Conditions that couple the ends, and such that each read one end: one or two of the first node, and more than one of
/// the last.
#[test]
fn the_elimination_solves_all_equations() {
    let cases = [(1, 1), (2, 2), (3, 7), (4, 20)];
    for (apart, (seed, count)) in (0..3).flat_map(|apart| cases.map(|case| (apart, case))) {
        let mut next = numbers(seed);
        let mut rows = |count: usize, width: usize| -> Vec<Vec<f64>> {
            (0..count).map(|_| (0..width).map(|_| next()).collect()).collect()
        };
        let elements = rows(count, SIZE * (SIZE + 2));
        let mut conditions = rows(SIZE + 1, 2 * SIZE + 2);
        for (k, row) in conditions.iter_mut().enumerate().filter(|_| apart > 0) {
            let other = if k < apart { 0..SIZE } else { SIZE..2 * SIZE };
            row[other].fill(0.0);
        }
        let expected = dense(&elements, &conditions);
        let mut chain = Chain::new(SIZE);
        // The first condition twice, and by another factor: of the first node one row is left of both.
        let again = conditions[0].iter().map(|entry| -0.3 * entry);
        let twice: Vec<f64> = conditions.concat().into_iter().chain(again).collect();
        chain.begin(count, &twice);
        assert_eq!(chain.of_first == 0, apart > 0);
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
            "{apart} {seed}: {found:?} {expected:?}"
        );
    }
}

#[test]
fn an_open_motion_is_told() {
    let mut chain = Chain::new(2);
    chain.begin(1, &[]);
    // q₁ = q₀ + p, p₁ = p: conditions on p alone leave q open.
    chain.push(&[1.0, 1.0, 0.0, 1.0], &[0.0, 0.0], &[0.0, 0.0]);
    let conditions = [[0.0, 1.0, 0.0, 0.0, 0.0, 1.0], [0.0, 0.0, 0.0, 1.0, 0.0, 1.0]].concat();
    let open = chain.corner(&conditions, false).err().unwrap();
    assert_eq!(open.column % 2, 0);
}

/// Two ends given of a growing and a falling motion, as far apart as 10³⁰⁰: nothing overflows, and the middle is at rest.
#[test]
fn relations_do_not_fade_where_motions_grow() {
    for apart in [true, false] {
        let mut chain = Chain::new(2);
        let elements = 3000;
        // Both conditions read the sum of both parts; where they couple the ends, the first one reads a little of the last.
        let little = if apart { 0.0 } else { 1e-3 };
        let conditions = [[little, 0.0, 1.0, 1.0, 0.0, 1.0], [1.0, 1.0, 0.0, 0.0, 0.0, 1.0]].concat();
        chain.begin(elements, &conditions);
        assert_eq!(chain.of_first == 0, apart);
        for _ in 0..elements {
            chain.push(&[1.25, 0.0, 0.0, 0.8], &[0.0; 2], &[0.0; 2]);
        }
        let corner = chain.corner(&conditions, false).unwrap();
        let nodes = chain.nodes(&corner).unwrap();
        // With the first node the falling part begins, and with the last one the growing part ends, but for `little`.
        let expected = [
            (1, 1.0 - little),
            (2 * elements, 1.0),
            (elements, 0.0),
            (elements + 1, 0.0),
        ];
        for (place, value) in expected {
            assert!(
                (nodes[place] - value).abs() < 1e-12,
                "{apart} {place}: {} {value}",
                nodes[place]
            );
        }
    }
}
