//! Double pendulums on ranks: `mpirun -n 2 pendulums --folder checkpoints`; without `--folder` on this machine alone, without MPI.
//! Both print the same bits.
//!
//! `--members n` and `--steps n` say how many; `--slow milliseconds` makes each hundredth member wait, so that a run can be
//! killed; `--panic k` makes member k panic. On the error output there are the progress, and the processor time of each rank.

use std::error::Error;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

use extremal::Scalar;
use extremal::ensemble::{Ensemble, Extrema, Moments, Reduced};
use extremal::prelude::*;
use lexopt::prelude::{Long, ValueExt};
use mpi::Threading;
use mpi::traits::Communicator;

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

struct Options {
    folder: Option<PathBuf>,
    members: usize,
    steps: usize,
    slow: Duration,
    panic: Option<usize>,
}

fn options() -> Result<Options, lexopt::Error> {
    let mut options = Options {
        folder: None,
        members: 4000,
        steps: 1000,
        slow: Duration::ZERO,
        panic: None,
    };
    let mut arguments = lexopt::Parser::from_env();
    while let Some(argument) = arguments.next()? {
        match argument {
            Long("folder") => options.folder = Some(arguments.value()?.into()),
            Long("members") => options.members = arguments.value()?.parse()?,
            Long("steps") => options.steps = arguments.value()?.parse()?,
            Long("slow") => options.slow = Duration::from_millis(arguments.value()?.parse()?),
            Long("panic") => options.panic = Some(arguments.value()?.parse()?),
            _ => return Err(argument.unexpected()),
        }
    }
    Ok(options)
}

/// Of this process, in seconds, as Linux counts it in hundredths.
fn processor_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The fields 14 and 15; the second one is a name in brackets, which may have spaces.
    let numbers = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    let ticks: f64 = numbers
        .skip(11)
        .take(2)
        .filter_map(|number| number.parse::<f64>().ok())
        .sum();
    ticks / 100.0
}

fn main() -> Result<(), Box<dyn Error>> {
    let Options {
        folder,
        members,
        steps,
        slow,
        panic,
    } = options()?;
    let begin = move |k| {
        assert!(panic != Some(k), "member {k} was asked to panic");
        if k % 100 == 50 {
            std::thread::sleep(slow);
        }
        // One of them has no length, and fails.
        let l = if k == 777 { 0.0 } else { 1.0 + 1e-6 * k as f64 };
        Integrator::new(
            DoublePendulum { m: 1.0, l, g: 9.81 },
            Midpoint,
            1e-3,
            [2.0, 1.5],
            [0.0; 2],
        )
    };
    let ensemble = Ensemble::new(members, begin).threads(1).lanes::<16>();
    let angles = ensemble.run(steps, |motion| {
        let angles = motion.coordinates();
        [angles[0], angles[1]]
    });
    let reduction = (Moments::new(), Extrema::new());
    let Some(folder) = folder else {
        print(&angles.reduce(reduction));
        eprintln!("alone: {:.2} s of processor time", processor_seconds());
        return Ok(());
    };
    let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("MPI runs already")?;
    let world = universe.world();
    let shards = angles
        .reduce_shards(reduction)
        .save_every(Duration::from_millis(200));
    let told = |done| {
        eprintln!("{done} of {members} members");
        ControlFlow::Continue(())
    };
    let before = processor_seconds();
    let reduced = extremal_mpi::run(&world, &shards, folder, told)?;
    let (rank, size) = (world.rank(), world.size());
    eprintln!(
        "rank {rank} of {size}: {:.2} s of processor time",
        processor_seconds() - before
    );
    if let Some(reduced) = reduced {
        print(&reduced);
    }
    Ok(())
}

/// All bits of the result.
fn print(reduced: &Reduced<(Moments<2>, Extrema<2>)>) {
    let (moments, extrema) = &reduced.value;
    println!("{} members, {} failed", moments.count(), reduced.failed);
    println!("mean {:016x?}", moments.mean().map(f64::to_bits));
    println!(
        "covariance {:016x?}",
        moments.covariance().map(|row| row.map(f64::to_bits))
    );
    for extremum in extrema.least().into_iter().chain(extrema.greatest()).flatten() {
        println!("{} {:016x}", extremum.member, extremum.value.to_bits());
    }
    for failed in &reduced.failures {
        println!("{failed}");
    }
}
