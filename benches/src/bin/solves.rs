//! Times of linear solves of long chains, beside Thomas' algorithm, in one run: `cargo run --release -p extremal-benches
//! --bin solves`.
//!
//! With the argument `nets`: bands and sparse factors of nets, between which a storage chooses.
//!
//! Prints nanoseconds per row, the fastest of several runs, and their ratios.

use std::hint::black_box;
use std::time::Instant;

use extremal::matrix::{Banded, Matrix, Pattern, Sparse, Storage, Tridiagonal};
use extremal::nalgebra::DVector;
use extremal::prelude::*;
use extremal_benches::any_size::started;
use extremal_benches::by_hand::LeapfrogByHand;
use extremal_benches::long_chain::{ByHand, LongChain};

/// The fastest run of each of two programs, in turns.
fn fastest(runs: usize, mut a: impl FnMut(), mut b: impl FnMut()) -> [f64; 2] {
    let mut best = [f64::INFINITY; 2];
    for _ in 0..runs {
        for (program, best) in [(&mut a as &mut dyn FnMut()), &mut b].into_iter().zip(&mut best) {
            let start = Instant::now();
            program();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    best
}

fn thomas(below: &[f64], diagonal: &[f64], above: &[f64], factor: &mut [f64], b: &mut [f64]) {
    let n = b.len();
    let mut pivot = diagonal[0];
    b[0] /= pivot;
    for i in 1..n {
        factor[i] = above[i - 1] / pivot;
        pivot = diagonal[i] - below[i - 1] * factor[i];
        b[i] = (b[i] - below[i - 1] * b[i - 1]) / pivot;
    }
    for i in (0..n - 1).rev() {
        b[i] -= factor[i + 1] * b[i + 1];
    }
}

fn solves(n: usize) {
    let off: Vec<f64> = (0..n).map(|i| -1.0 - 0.1 * (i as f64).sin()).collect();
    let diagonal: Vec<f64> = (0..n).map(|i| 2.5 + 0.2 * (i as f64).cos()).collect();
    let right: Vec<f64> = (0..n).map(|i| (0.3 * i as f64).sin()).collect();
    let mut a = Tridiagonal::<f64, DVector<f64>>::new(n);
    for i in 0..n {
        a.add_entry(i, i, diagonal[i]);
        if i + 1 < n {
            a.add(&[i, i + 1], &[i, i + 1], &[0.0, off[i], off[i], 0.0]);
        }
    }
    let (mut x, mut y, mut factor) = (right.clone(), right.clone(), vec![0.0; n]);
    let repeat = (1_000_000 / n).max(1);
    let times = fastest(
        15,
        || {
            for _ in 0..repeat {
                x.copy_from_slice(&right);
                black_box(&mut a).factor().expect("a dominant diagonal");
                a.solve(black_box(&mut x)).expect("n numbers");
            }
        },
        || {
            for _ in 0..repeat {
                y.copy_from_slice(&right);
                thomas(
                    black_box(&off),
                    black_box(&diagonal),
                    &off,
                    &mut factor,
                    black_box(&mut y),
                );
            }
        },
    );
    let apart = x
        .iter()
        .zip(&y)
        .fold(0.0_f64, |most, (x, y)| most.max((x - y).abs()));
    assert!(apart < 1e-13, "{apart}");
    let [ours, theirs] = times.map(|time| 1e9 * time / (repeat * n) as f64);
    println!(
        "{n:>8} rows   {ours:6.2} ns   Thomas {theirs:6.2} ns   ratio {:.2}",
        ours / theirs
    );
}

fn steps(n: usize) {
    let (mut ours, mut theirs) = (LongChain::new(n), ByHand::new(n));
    let repeat = (200_000 / n).max(2);
    let times = fastest(15, || ours.run(repeat), || theirs.run(repeat));
    let [ours, theirs] = times.map(|time| 1e9 * time / (repeat * n) as f64);
    println!(
        "{n:>8} masses {ours:6.2} ns   by hand {theirs:6.2} ns   ratio {:.2}",
        ours / theirs
    );
}

/// The driver of systems of any size, beside plain loops.
fn driven(n: usize) {
    let repeat = (200_000 / n).max(2);
    let (mut ours, mut theirs) = (started(n, Midpoint), ByHand::new(n));
    let run = || ours.step_many(repeat).expect("small steps");
    let midpoint = fastest(15, run, || theirs.run(repeat));
    let (mut ours, mut theirs) = (started(n, Verlet), LeapfrogByHand::new(n));
    let run = || ours.step_many(repeat).expect("small steps");
    let verlet = fastest(15, run, || theirs.run(repeat));
    for (name, times) in [("Midpoint", midpoint), ("Verlet", verlet)] {
        let [ours, theirs] = times.map(|time| 1e9 * time / (repeat * n) as f64);
        println!(
            "{n:>8} masses {name:>8} {ours:6.2} ns   by hand {theirs:6.2} ns   ratio {:.2}",
            ours / theirs
        );
    }
}

/// The items of a net of `wide` times `long` points, with `each` coordinates a point.
fn net([wide, long, each]: [usize; 3]) -> Vec<Vec<usize>> {
    let point = |i: usize, j: usize| wide * j + i;
    let places = (0..long).flat_map(|j| (0..wide).map(move |i| (i, j)));
    let edges = places.flat_map(|(i, j)| {
        let right = (i + 1 < wide).then(|| [point(i, j), point(i + 1, j)]);
        let ahead = (j + 1 < long).then(|| [point(i, j), point(i, j + 1)]);
        [right, ahead].into_iter().flatten()
    });
    let coordinates = |points: [usize; 2]| {
        points
            .map(|k| each * k..each * (k + 1))
            .into_iter()
            .flatten()
            .collect()
    };
    edges.map(coordinates).collect()
}

/// The time of an assembly, a factorization and a solve, per row.
fn time_of<M: Matrix<f64>>(a: &mut M, n: usize, items: &[Vec<usize>], skew: f64) -> f64 {
    let blocks: Vec<Vec<f64>> = items
        .iter()
        .map(|item| {
            let m = item.len();
            let entry = |row: usize, column: usize| match row.cmp(&column) {
                std::cmp::Ordering::Equal => 2.0 * m as f64,
                std::cmp::Ordering::Less => -1.0 - skew,
                std::cmp::Ordering::Greater => -1.0,
            };
            (0..m * m).map(|k| entry(k / m, k % m)).collect()
        })
        .collect();
    let right: Vec<f64> = (0..n).map(|i| (0.3 * i as f64).sin()).collect();
    let mut x = right.clone();
    let mut best = f64::INFINITY;
    for _ in 0..5 {
        let start = Instant::now();
        a.clear();
        for (item, block) in items.iter().zip(&blocks) {
            a.add(item, item, block);
        }
        a.factor().expect("a dominant diagonal");
        x.copy_from_slice(&right);
        a.solve(black_box(&mut x)).expect("n numbers");
        best = best.min(start.elapsed().as_secs_f64());
    }
    1e9 * best / n as f64
}

/// A band and sparse factors beside each other, and the storage that is chosen.
fn nets(shape: [usize; 3]) {
    let (items, [wide, long, each]) = (net(shape), shape);
    let n = wide * long * each;
    let pattern =
        Pattern::new(n, |visit| items.iter().for_each(|item| visit(item))).expect("coordinates below n");
    let half = pattern.half_bandwidth();
    let chosen = Storage::<f64>::of(&pattern).expect("a storage");
    let times = [0.0, 0.1].map(|skew| {
        let mut band = Banded::<f64, DVector<f64>>::new(n, half);
        let mut sparse = Sparse::new(pattern.clone()).expect("memory");
        [
            time_of(&mut band, n, &items, skew),
            time_of(&mut sparse, n, &items, skew),
        ]
    });
    println!(
        "{wide:>4} x {long:>4} x {each}, half width {half:>4}: symmetric, a band {:6.0} ns, sparse {:6.0} ns; not symmetric {:6.0}, {:6.0}; {}",
        times[0][0],
        times[0][1],
        times[1][0],
        times[1][1],
        chosen.name(),
    );
}

fn main() {
    if std::env::args().nth(1).as_deref() == Some("nets") {
        println!("assembly, factorization and solve of nets, per row:");
        for wide in [5, 7, 10, 14, 20, 28, 40] {
            for each in [1, 3] {
                nets([wide, wide, each]);
            }
            nets([wide, 8 * wide, 1]);
        }
        return;
    }
    println!("factorization and solve, per row:");
    [10, 100, 1000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .for_each(solves);
    println!("step of the midpoint rule of masses with springs ½d² + ¼d⁴, per mass:");
    [10, 100, 1000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .for_each(steps);
    println!("the same by the driver of systems of any size:");
    [100, 1000, 10_000, 100_000, 1_000_000]
        .into_iter()
        .for_each(driven);
}
