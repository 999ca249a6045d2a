//! A Monte Carlo study in jobs: shard i of n in each, and a merge when all of them have ended.
//!
//! ```text
//! cargo run --release --example shards -- --shard 1/3 --file part-1
//! cargo run --release --example shards -- --shard 2/3 --file part-2
//! cargo run --release --example shards -- --shard 3/3 --file part-3
//! cargo run --release --example shards -- --merge part-1 part-2 part-3
//! ```
//!
//! In a job array of Slurm that is `--shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT` with `--array=1-100`. The merged mean
//! and deviation have the bits of a run without shards, which is what happens without arguments. A job that is killed and started
//! again goes on where it was.

use std::error::Error;
use std::path::PathBuf;

use extremal::Scalar;
use extremal::ensemble::{Ensemble, Moments, Reduced, Shard};
use extremal::prelude::*;
use lexopt::prelude::{Long, ValueExt};

/// Two masses on two massless rods.
#[derive(Clone, Copy, Debug, Lagrangian)]
#[lagrangian(
    coordinates(a, b),
    let first = [l * sin(a), -l * cos(a)],
    let second = first + [l * sin(b), -l * cos(b)],
    kinetic = 0.5 * m * (dt(first).norm_squared() + dt(second).norm_squared()),
    potential = m * g * (first[1] + second[1]),
    discretize(Midpoint),
)]
struct DoublePendulum<T: Scalar> {
    m: T,
    l: T,
    g: T,
}
extremal::lanes!(DoublePendulum { m, l, g });

/// How far the starts differ, and the number of them.
const SPREAD: f64 = 1e-3;
const MEMBERS: usize = 500;

/// A number between −1 and 1 that depends on k alone: `SplitMix64` (Steele, Lea, Flood 2014).
fn random(k: usize) -> f64 {
    let mut z = (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ z >> 31) as f64 / (1_u64 << 63) as f64 - 1.0
}

/// What the arguments ask for.
enum Task {
    All,
    Shard(Shard, PathBuf),
    Merge(Vec<PathBuf>),
}

fn task() -> Result<Task, lexopt::Error> {
    let mut arguments = lexopt::Parser::from_env();
    let (mut shard, mut file, mut files) = (None, None, Vec::new());
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("shard") => shard = Some(arguments.value()?.parse()?),
            Long("file") => file = Some(arguments.value()?.into()),
            Long("merge") => files.extend(arguments.values()?.map(PathBuf::from)),
            _ => return Err(argument.unexpected()),
        }
    }
    match (shard, file) {
        (Some(shard), Some(file)) if files.is_empty() => Ok(Task::Shard(shard, file)),
        (None, None) if files.is_empty() => Ok(Task::All),
        (None, None) => Ok(Task::Merge(files)),
        _ => Err("a shard has a file: `--shard i/n --file path`".into()),
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let begin = |k| {
        let system = DoublePendulum {
            m: 1.0,
            l: 1.0,
            g: 9.81,
        };
        Integrator::new(system, Midpoint, 0.01, [2.0 + SPREAD * random(k), 1.5], [0.0; 2])
    };
    let ensemble = Ensemble::new(MEMBERS, begin)
        .named(format!("spread {SPREAD}"))
        .lanes::<16>();
    let angles = ensemble.run(100, |motion| motion.coordinates().as_slice()[1]);
    let shards = angles.reduce_shards(Moments::new());
    match task()? {
        Task::All => print(&angles.reduce(Moments::new())),
        Task::Shard(shard, file) => {
            shards.run(shard, &file)?;
            println!("shard {shard} is in {}", file.display());
        }
        Task::Merge(files) => print(&shards.merge(files)?),
    }
    Ok(())
}

/// With as many digits as tell every bit.
fn print(reduced: &Reduced<Moments<1>>) {
    let ([mean], [deviation]) = (reduced.value.mean(), reduced.value.deviation());
    println!("{} members, {} failed", reduced.value.count(), reduced.failed);
    println!("angle after a second: {mean:?}, deviation {deviation:?}");
}
