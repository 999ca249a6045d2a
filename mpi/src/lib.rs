//! Ensembles of [extremal](https://docs.rs/extremal) on many machines, by MPI.
//!
//! [`run`] gives each rank its part of the members. What a rank has computed is in a file of its own, which is written from
//! time to time: after a crash, or at the end of the time that a job has, the same call goes on, with any number of ranks.
//! The result has the same bits as [`Runs::reduce`] and [`Runs::collect`] on one machine, on one instruction set.
//!
//! ```no_run
//! use std::error::Error;
//! use std::ops::ControlFlow;
//!
//! use extremal::ensemble::{Ensemble, Moments};
//! use extremal::prelude::*;
//! use mpi::Threading;
//!
//! #[derive(Lagrangian)]
//! #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
//! struct Oscillator {
//!     k: f64,
//! }
//!
//! fn main() -> Result<(), Box<dyn Error>> {
//!     let (universe, _) = mpi::initialize_with_threading(Threading::Funneled).ok_or("MPI runs already")?;
//!     let begin = |k| Integrator::new(Oscillator { k: 1.0 + 1e-6 * k as f64 }, Verlet, 0.01, [1.0], [0.0]);
//!     let ensemble = Ensemble::new(1_000_000, begin).threads(1);
//!     let ends = ensemble.run(1000, |motion| motion.coordinates()[0]);
//!     let shards = ends.reduce_shards(Moments::new());
//!     let progress = |done| {
//!         println!("{done} members");
//!         ControlFlow::Continue(())
//!     };
//!     if let Some(reduced) = extremal_mpi::run(&universe.world(), &shards, "checkpoints", progress)? {
//!         println!("{:?}", reduced.value.mean());
//!     }
//!     Ok(())
//! }
//! ```
//!
//! Start it with `mpirun -n 64 program`, with one thread a rank (`.threads(1)`), or one rank a machine and its threads. The
//! folder has to be one that all ranks see.
//!
//! [`Runs::reduce`]: extremal::ensemble::Runs::reduce
//! [`Runs::collect`]: extremal::ensemble::Runs::collect

mod failure;
mod words;

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread::{self, sleep};

use extremal::ensemble::{Done, Kind, Members, Shard, ShardFailure, Shards};
use mpi::traits::Communicator;

pub use failure::Failure;
use words::{NAP, Over, Word, heard, next, tell, tell_others};

/// Runs an ensemble on all ranks of `world`, which all call this. Rank 0 has the result, the others have `None`.
///
/// Each rank has a shard of the members that are not done in files of `folder`, and writes it to a file of its own, as often
/// as [`Shards::save_every`] says. After the result the files are removed; one that cannot be removed stays.
///
/// `progress` is called by rank 0 alone, with the number of members that are done on all ranks and in files. After a `Break`
/// all ranks stop.
///
/// Members run on a thread beside the one that calls this, so that ranks hear each other meanwhile.
///
/// A panic, of a member or of `progress`, ends all ranks by `MPI_Abort`, because the others would wait for ever. What has run
/// is in files.
///
/// # Errors
///
/// All ranks fail together. [`Failure::Shard`] is that of a rank whose files could not be read or written, or do not fit:
/// a folder has one ensemble.
pub fn run<C, R, K>(
    world: &C,
    shards: &Shards<'_, R, K>,
    folder: impl AsRef<Path>,
    progress: impl Fn(usize) -> ControlFlow<()>,
) -> Result<Option<K::All>, Failure>
where
    C: Communicator,
    R: Members + Sync,
    K: Kind<R::Value>,
{
    // Members are begun before the others wait, too.
    let _all = AbortOnPanic(world);
    let folder = folder.as_ref();
    let rank = Rank {
        world,
        of: world.rank(),
    };
    let (number, done) = rank.begin(shards, folder)?;
    let of = Shard::new(index(rank.of) + 1, index(world.size())).expect("ranks count from 0");
    let path = folder.join(format!("{number:04}-{:06}.{EXTENSION}", rank.of));
    let (ran, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let told = |members| {
        ran.store(members, Ordering::Relaxed);
        if is_stopped.load(Ordering::Relaxed) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    };
    thread::scope(|scope| {
        let members = scope.spawn(|| shards.run_rest(&done, of, &path, told));
        let mut run = Run {
            rank: &rank,
            before: done.members(),
            told: 0,
            ran: vec![0; index(world.size())],
            ended: vec![],
        };
        while !members.is_finished() {
            run.listen(&ran, &is_stopped, &progress);
            sleep(NAP);
        }
        let ended = members
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic));
        run.end(ended, (&ran, &is_stopped), &progress, || merged(shards, folder))
    })
}

/// Files of members that are done.
const EXTENSION: &str = "part";

/// A number that is not below zero.
fn index(rank: i32) -> usize {
    usize::try_from(rank).unwrap_or(0)
}

/// The files of a folder, in order.
fn files(folder: &Path) -> Result<Vec<PathBuf>, ShardFailure> {
    let read = || -> std::io::Result<Vec<PathBuf>> {
        fs::create_dir_all(folder)?;
        let entries = fs::read_dir(folder)?.map(|entry| Ok(entry?.path()));
        let mut paths = entries.collect::<std::io::Result<Vec<_>>>()?;
        paths.retain(|path| path.extension().is_some_and(|extension| extension == EXTENSION));
        paths.sort();
        Ok(paths)
    };
    read().map_err(|error| ShardFailure::File {
        path: folder.into(),
        error,
    })
}

/// The number of the run that wrote a file.
fn number_of(path: &Path) -> Option<usize> {
    path.file_stem()?.to_str()?.split_once('-')?.0.parse().ok()
}

/// What all files give, which are removed then.
fn merged<R: Members, K: Kind<R::Value>>(
    shards: &Shards<'_, R, K>,
    folder: &Path,
) -> Result<K::All, ShardFailure> {
    let files = files(folder)?;
    let merged = shards.merge(&files)?;
    for path in files {
        // The result is there. A file that stays is one whose members are done.
        let _ = fs::remove_file(path);
    }
    Ok(merged)
}

/// Ends all ranks where this one panics.
struct AbortOnPanic<'c, C: Communicator>(&'c C);

impl<C: Communicator> Drop for AbortOnPanic<'_, C> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abort(1);
        }
    }
}

/// A rank among others.
struct Rank<'c, C> {
    world: &'c C,
    of: i32,
}

impl<C: Communicator> Rank<'_, C> {
    /// The number of this run, and what was done before.
    fn begin<R: Members, K: Kind<R::Value>>(
        &self,
        shards: &Shards<'_, R, K>,
        folder: &Path,
    ) -> Result<(usize, Done), Failure> {
        if self.of == 0 {
            let before = files(folder).and_then(|files| {
                let last = files.iter().filter_map(|path| number_of(path)).max();
                Ok((last.map_or(0, |last| last + 1), shards.done(&files)?))
            });
            tell_others(self.world, &Word::Begin(before.as_ref().ok().cloned()));
            return before.map_err(Failure::Shard);
        }
        match next(self.world) {
            (_, Word::Begin(Some(begin))) => Ok(begin),
            _ => Err(Failure::Elsewhere { rank: 0 }),
        }
    }
}

/// What a rank knows of a run.
struct Run<'r, C> {
    rank: &'r Rank<'r, C>,
    /// How many members were done before it.
    before: usize,
    /// How many members were done when `progress` was called last.
    told: usize,
    /// How many have run on each rank, as rank 0 knows it.
    ran: Vec<usize>,
    /// The ranks that have ended, and how many members they left.
    ended: Vec<(i32, Option<usize>)>,
}

impl<C: Communicator> Run<'_, C> {
    /// Hears what others say, and tells how many members have run here.
    fn listen(
        &mut self,
        ran: &AtomicUsize,
        is_stopped: &AtomicBool,
        progress: &impl Fn(usize) -> ControlFlow<()>,
    ) {
        let world = self.rank.world;
        let ran = ran.load(Ordering::Relaxed);
        if self.rank.of != 0 {
            if ran > self.told {
                self.told = ran;
                tell(world, 0, &Word::Ran(ran));
            }
            // Nothing else is said before the end.
            if let Some((_, Word::Stop)) = heard(world) {
                is_stopped.store(true, Ordering::Relaxed);
            }
            return;
        }
        self.ran[0] = ran;
        while let Some((rank, word)) = heard(world) {
            match word {
                Word::Ran(members) => self.ran[index(rank)] = members,
                Word::Ended(left) => self.ended.push((rank, left)),
                Word::Begin(_) | Word::Stop | Word::Over(_) => {}
            }
        }
        let all: usize = self.ran.iter().sum();
        if all > self.told && !is_stopped.load(Ordering::Relaxed) {
            self.told = all;
            if progress(self.before + all).is_break() {
                is_stopped.store(true, Ordering::Relaxed);
                tell_others(world, &Word::Stop);
            }
        }
    }

    /// Waits for all ranks. Rank 0 merges what they wrote, and tells them that.
    fn end<All>(
        mut self,
        mine: Result<usize, ShardFailure>,
        (ran, is_stopped): (&AtomicUsize, &AtomicBool),
        progress: &impl Fn(usize) -> ControlFlow<()>,
        merged: impl FnOnce() -> Result<All, ShardFailure>,
    ) -> Result<Option<All>, Failure> {
        let world = self.rank.world;
        let left = mine.as_ref().ok().copied();
        if self.rank.of != 0 {
            tell(world, 0, &Word::Ran(ran.load(Ordering::Relaxed)));
            tell(world, 0, &Word::Ended(left));
            // A `Stop` may come before.
            let over = loop {
                if let (_, Word::Over(over)) = next(world) {
                    break over;
                }
            };
            mine.map_err(Failure::Shard)?;
            return failed(over).map_or(Ok(None), Err);
        }
        self.ended.push((0, left));
        while self.ended.len() < self.ran.len() {
            self.listen(ran, is_stopped, progress);
            sleep(NAP);
        }
        self.listen(ran, is_stopped, progress);
        let others = self.ended.iter().find(|(_, left)| left.is_none());
        let all_left: usize = self.ended.iter().filter_map(|(_, left)| *left).sum();
        let (over, result) = match (mine, others) {
            (Err(failure), _) => (Over::Failed { rank: 0 }, Err(Failure::Shard(failure))),
            (Ok(_), Some(&(rank, _))) => (Over::Failed { rank }, Err(Failure::Elsewhere { rank })),
            (Ok(_), None) if all_left > 0 => (
                Over::Stopped { left: all_left },
                Err(Failure::Stopped { left: all_left }),
            ),
            (Ok(_), None) => match merged() {
                Ok(all) => (Over::Merged, Ok(Some(all))),
                Err(failure) => (Over::Failed { rank: 0 }, Err(Failure::Shard(failure))),
            },
        };
        tell_others(world, &Word::Over(over));
        result
    }
}

fn failed(over: Over) -> Option<Failure> {
    match over {
        Over::Merged => None,
        Over::Stopped { left } => Some(Failure::Stopped { left }),
        Over::Failed { rank } => Some(Failure::Elsewhere { rank }),
    }
}
