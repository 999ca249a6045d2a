//! Times of linear solves of long chains, beside Thomas' algorithm, in one run: `cargo run --release -p extremal-benches
//! --bin solves`.
//!
//! Prints nanoseconds per row, the fastest of several runs, and their ratios.

use std::hint::black_box;
use std::time::Instant;

use extremal::matrix::{Matrix, Tridiagonal};
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

fn main() {
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
