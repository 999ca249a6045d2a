//! Pairs of near points against all pairs.

extern crate std;

use std::vec::Vec;

use super::{Cells, Point};

/// Numbers between 0 and 1 that look random.
struct Random(u64);

impl Random {
    fn next(&mut self) -> f64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }
}

fn sorted(mut pairs: Vec<(usize, usize)>) -> Vec<(usize, usize)> {
    pairs.sort_unstable();
    pairs
}

fn found(cells: &mut Cells, points: &[Point], slack: f64) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    cells.each_pair(points, slack, |i, j| pairs.push((i, j)));
    sorted(pairs)
}

/// All pairs, each compared.
fn expected(points: &[Point], slack: f64) -> Vec<(usize, usize)> {
    let mut pairs = Vec::new();
    for (j, b) in points.iter().enumerate() {
        for (i, a) in points.iter().enumerate().take(j) {
            let distance = (0..3).map(|k| (a.at[k] - b.at[k]).powi(2)).sum::<f64>();
            let reach = a.reach + b.reach + slack;
            let is_far = reach < 0.0 || distance > reach * reach;
            let is_finite = |p: &Point| p.at.iter().chain([&p.reach]).all(|x| x.abs() < 1e150);
            if !is_far || !is_finite(a) || !is_finite(b) {
                pairs.push((i, j));
            }
        }
    }
    sorted(pairs)
}

#[test]
fn pairs_are_those_of_all_pairs() {
    let mut random = Random(7);
    let mut cells = Cells::default();
    let mut some = 0;
    for round in 0..200 {
        let n = (round * 7) % 90;
        let dimensions = 1 + round % 3;
        let extent = [1.0, 1e-3, 30.0, 1e12][round % 4];
        let far = [0.0, 1e3, -1e9][round % 3];
        let points: Vec<Point> = (0..n)
            .map(|_| {
                let mut at = [far; 3];
                at.iter_mut()
                    .take(dimensions)
                    .for_each(|x| *x += extent * (random.next() - 0.5));
                Point {
                    at,
                    reach: extent * 0.08 * random.next(),
                }
            })
            .collect();
        let slack = [0.0, 0.02 * extent][round % 2];
        let pairs = found(&mut cells, &points, slack);
        assert_eq!(pairs, expected(&points, slack), "round {round}");
        some += pairs.len();
    }
    assert!(some > 10_000, "{some}");
}

/// Few points that reach far crowd their cells with small ones, which have cells of their own, once or several times.
#[test]
fn pairs_of_unequal_points_are_those_of_all_pairs() {
    let mut random = Random(5);
    let mut cells = Cells::default();
    let mut split = 0;
    for round in 0..60 {
        let n = 100 + 13 * round;
        let dimensions = 2 + round % 2;
        let steps = 1 + u32::try_from(round % 4).expect("small");
        let points: Vec<Point> = (0..n)
            .map(|i| {
                let mut at = [-0.3; 3];
                at.iter_mut().take(dimensions).for_each(|x| *x += random.next());
                // One of seven is larger by an order, one of 49 by two, ..
                let order = (1..=steps).filter(|&k| i % 7_usize.pow(k) == 0).count();
                Point {
                    at,
                    reach: 1e-3 * (0.5 + random.next()) * [1.0, 10.0, 100.0, 1e3, -1.0][order],
                }
            })
            .collect();
        let slack = [0.0, 1e-3][round % 2];
        assert_eq!(
            found(&mut cells, &points, slack),
            expected(&points, slack),
            "round {round}"
        );
        split += usize::from(cells.placed.len() < n);
    }
    assert!(split > 20, "{split} rounds had crowded cells");
}

/// The work for one large point among many is not that of all pairs: cells of the last grid are those of the small ones.
#[test]
fn one_large_point_does_not_widen_the_cells_of_all() {
    let mut random = Random(3);
    let mut cells = Cells::default();
    let points: Vec<Point> = (0..5000)
        .map(|i| Point {
            at: [random.next(), random.next(), random.next()],
            reach: if i == 17 { 1.0 } else { 0.01 },
        })
        .collect();
    let mut seen = 0;
    cells.each_pair(&points, 0.0, |i, j| seen += usize::from(i == 17 || j == 17));
    // All of a unit cube but its corners are near a ball of radius 1 in it.
    assert!(seen > 3000, "{seen}");
    // 5000 points in 125 000 cells.
    let shared = cells
        .placed
        .chunk_by(|(a, _), (b, _)| a == b)
        .map(|cell| cell.len().pow(2));
    assert!(shared.sum::<usize>() < 2 * 5000 && cells.placed.len() == 4999);
}

#[test]
fn degenerate_points_are_found_without_panic() {
    let mut random = Random(11);
    let odd = [
        0.0,
        -0.0,
        1.0,
        -1.0,
        1e-300,
        1e300,
        -1e300,
        1e154,
        f64::MAX,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
    ];
    let mut cells = Cells::default();
    for round in 0..500 {
        let mut pick = || {
            let place = random.next() * odd.len() as f64;
            let behind = odd.iter().enumerate().find(|(k, _)| place < *k as f64 + 1.0);
            behind.map_or(0.0, |(_, &x)| x)
        };
        let points: Vec<Point> = (0..round % 24)
            .map(|_| Point {
                at: [pick(), pick(), pick()],
                reach: pick(),
            })
            .collect();
        let slack = [0.0, 1.0, 1e-300, 1e149][round % 4];
        assert_eq!(
            found(&mut cells, &points, slack),
            expected(&points, slack),
            "{points:?} {slack}"
        );
    }
}

#[test]
fn all_in_one_place_are_all_pairs() {
    let points = [Point {
        at: [3.0; 3],
        reach: 0.0,
    }; 20];
    assert_eq!(found(&mut Cells::default(), &points, 0.0).len(), 190);
}

/// Neighbours whose distance is just the width of a cell, far from the first point.
#[test]
fn rounding_hides_no_pair() {
    let mut cells = Cells::default();
    for k in 0..1000 {
        let points: Vec<Point> = (0..200)
            .map(|i| Point {
                at: [0.1 * (i + 1000 * k) as f64, 0.0, 0.0],
                reach: 0.05 + 1e-9,
            })
            .collect();
        assert_eq!(found(&mut cells, &points, 0.0).len(), 199, "{k}");
    }
}
