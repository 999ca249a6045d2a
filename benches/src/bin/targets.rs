//! Times of steps of small systems beside plain code, in one run and one program: `benches/targets` runs it without
//! `target-cpu`, for
//! `x86-64-v3`, and for the processor at hand.
//!
//! Prints nanoseconds a step of the plain code, the fastest of several runs in turn, and the ratios of the others to it.

use std::hint::black_box;
use std::time::{Duration, Instant};

use extremal_benches::motion::{Motion, OneByOne, Pair};
use extremal_benches::workloads;

const STEPS: usize = 20_000;
const RUNS: usize = 15;

/// The time of some steps of a copy of the motion.
#[inline(never)]
fn time<M: Motion + Clone>(motion: &M) -> Duration {
    let motion = black_box(motion.clone());
    let start = Instant::now();
    black_box(motion.run(STEPS));
    start.elapsed()
}

/// Plain code, by hand, in `step_many`, by calls of `step`: the fastest of several runs in turn.
fn row(name: &str, plain: &(impl Motion + Clone), pair: &Pair<impl Motion + Clone, impl Motion + Clone>) {
    let one_by_one = OneByOne(pair.derived.clone());
    let mut best = [Duration::MAX; 4];
    for _ in 0..RUNS {
        let times = [
            time(plain),
            time(&pair.by_hand),
            time(&pair.derived),
            time(&one_by_one),
        ];
        for (best, time) in best.iter_mut().zip(times) {
            *best = time.min(*best);
        }
    }
    let [plain, by_hand, many, one] = best.map(|time| time.as_secs_f64() * 1e9 / STEPS as f64);
    println!(
        "| {name} | {plain:.1} | {:.2} | {many:.1} | {:.2} | {:.2} | {:.2} |",
        by_hand / plain,
        many / plain,
        one / plain,
        one / many
    );
}

fn main() {
    println!("| | plain, ns | by hand | `step_many`, ns | ratio | `step` | over `step_many` |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    row(
        "W1 pendulum",
        &workloads::plain_pendulum(),
        &workloads::pendulum(),
    );
    let plain = workloads::plain_double_pendulum();
    row("W2 double pendulum", &plain, &workloads::double_pendulum());
    let plain = workloads::plain_spring_pendulum();
    row("W3 spring pendulum", &plain, &workloads::spring_pendulum());
    let plain = workloads::plain_chain();
    row("W4 positions", &plain, &workloads::chain_of_positions());
    row("W4 cosines", &plain, &workloads::chain_of_cosines());
    row(
        "W4 relative angles",
        &plain,
        &workloads::chain_of_relative_angles(),
    );
}
