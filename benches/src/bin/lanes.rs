//! Times of members in lanes, beside code by hand for one motion, in one run: `cargo run --release -p extremal-benches
//! --bin lanes`.
//!
//! Prints nanoseconds a member and step, the fastest of several runs, and their ratios to the code by hand. Build it without
//! `target-cpu`: the code by hand then is what a user's is, and lanes ask for the processor when the program runs.

use std::hint::black_box;
use std::time::Instant;

use extremal::ensemble::{Ensemble, Moments};
use extremal::prelude::*;
use extremal::{Error, Scalar};
use extremal_benches::by_hand;
use extremal_benches::motion::Motion;
use extremal_benches::workloads::H;

/// W1, with a type parameter for its numbers.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(theta),
    kinetic = 0.5 * m * (l * dt(theta)).powi(2),
    potential = -m * g * l * cos(theta),
    discretize(Verlet)
)]
struct Pendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}
extremal::lanes!(Pendulum { m, l, g });

/// W2, with a type parameter for its numbers.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * m * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = m * g * (first[1] + second[1]),
    discretize(Midpoint)
)]
struct DoublePendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}
extremal::lanes!(DoublePendulum { m, l, g });

const MEMBERS: usize = 64;
const STEPS: usize = 20_000;
const RUNS: usize = 9;

/// The fastest run of each program, in turns; nanoseconds a member and step.
fn fastest<const K: usize>(programs: [&mut dyn FnMut(); K], steps: [usize; K]) -> [f64; K] {
    let mut best = [f64::INFINITY; K];
    let mut programs = programs;
    for _ in 0..RUNS {
        for (program, best) in programs.iter_mut().zip(&mut best) {
            let start = Instant::now();
            program();
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    core::array::from_fn(|k| best[k] * 1e9 / steps[k] as f64)
}

fn row(name: &str, times: [f64; 4]) {
    let [by_hand, ..] = times;
    print!("{name}");
    for time in times {
        print!("  {time:7.2} ns ({:.3})", time / by_hand);
    }
    println!();
}

/// Code by hand, members one by one, and in 16 and 32 lanes, all on one thread.
macro_rules! times {
    ($by_hand:expr, $begin:expr) => {{
        let reduce = |angle: f64| black_box(angle);
        let begin = $begin;
        let one = Ensemble::new(MEMBERS, begin).threads(1);
        let sixteen = Ensemble::new(MEMBERS, begin).threads(1).lanes::<16>();
        let many = Ensemble::new(MEMBERS, begin).threads(1).lanes::<32>();
        let all = STEPS * MEMBERS;
        fastest(
            [
                &mut || {
                    black_box($by_hand.run(STEPS * 16));
                },
                &mut || {
                    let runs = one.run(STEPS, |motion| reduce(motion.coordinates()[0]));
                    assert_eq!(runs.reduce(Moments::new()).failed, 0);
                },
                &mut || {
                    let runs = sixteen.run(STEPS, |motion| reduce(motion.coordinates()[0]));
                    assert_eq!(runs.reduce(Moments::new()).failed, 0);
                },
                &mut || {
                    let runs = many.run(STEPS, |motion| reduce(motion.coordinates()[0]));
                    assert_eq!(runs.reduce(Moments::new()).failed, 0);
                },
            ],
            [STEPS * 16, all, all, all],
        )
    }};
}

/// A length near one: members are alike, and not equal.
fn length(k: usize) -> f64 {
    1.0 + 1e-6 * k as f64
}

fn pendulum(k: usize) -> Result<Integrator<Pendulum<f64>, Verlet>, Error> {
    let (m, l, g) = (1.0, length(k), 9.81);
    Integrator::new(Pendulum { m, l, g }, Verlet, H, [2.0], [0.0])
}

fn double_pendulum(k: usize) -> Result<Integrator<DoublePendulum<f64>, Midpoint>, Error> {
    let (m, l, g) = (1.0, length(k), 9.81);
    Integrator::new(DoublePendulum { m, l, g }, Midpoint, H, [2.0, 1.5], [0.0; 2])
}

fn main() {
    println!("                    by hand              one by one           16 lanes             32 lanes");
    let (m, l, g) = black_box((1.0, 1.0, 9.81));
    row(
        "W1 pendulum       ",
        times!(by_hand::Pendulum::new(m, l, g, H, [2.0], [0.0]), pendulum),
    );
    row(
        "W2 double pendulum",
        times!(
            by_hand::DoublePendulum::new(m, l, g, H, [2.0, 1.5], [0.0; 2]),
            double_pendulum
        ),
    );
}
