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
