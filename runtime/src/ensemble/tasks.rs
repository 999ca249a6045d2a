//! Groups of members as tasks for threads.

use core::iter;
use core::ops::{ControlFlow, Range};
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::vec::Vec;

use rayon::ThreadPoolBuilder;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::failed::{Failed, Reason};
use super::groups::{Groups, Pairs};
use super::reduction::Gather;
use super::runs::Job;
use super::{Ensemble, Progress};
use crate::Error;

/// What all members of the ensemble give.
pub(super) fn gathered<I, B, A, J: Job<I>, G: Gather<J::Value>>(
    ensemble: &Ensemble<'_, I, B, A>,
    job: &J,
    new: impl Fn() -> G + Sync,
) -> G
where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    let groups = Groups::of(ensemble.members);
    let status = Status::new([ensemble.progress.as_ref(), None]);
    let pairs = Mutex::new(Pairs::new());
    let all = 0..groups.count();
    run(ensemble, job, (&[all], &status), &new, &|group, gathered, _| {
        locked(&pairs).put(group, 0, gathered, G::merge);
    });
    let pairs = pairs.into_inner().unwrap_or_else(PoisonError::into_inner);
    pairs.all(G::merge).unwrap_or_else(new)
}

/// A panic of another thread leaves it as it was before.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs the members of these groups. `take` is given each group with what its members gave, and whether all of them ran.
pub(super) fn run<I, B, A, J: Job<I>, G: Gather<J::Value>>(
    ensemble: &Ensemble<'_, I, B, A>,
    job: &J,
    (todo, status): (&[Range<usize>], &Status<'_>),
    new: &(impl Fn() -> G + Sync),
    take: &(impl Fn(usize, G, bool) + Sync),
) where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    let groups = Groups::of(ensemble.members);
    // Groups may be smaller than what goes together.
    let fill = groups.fill(J::TOGETHER);
    let tasks = todo.iter().map(|part| part.len().div_ceil(fill)).sum();
    let of_task = |task: usize| {
        let Some(some) = groups_of(task, todo, fill) else {
            return;
        };
        let members = groups.members_of(&some);
        let mut gathered: Vec<G> = some.clone().map(|_| new()).collect();
        let mut add = |member, value| {
            if let Some(gathered) = gathered.get_mut(groups.group_of(member) - some.start) {
                gathered.add(member, value);
            }
        };
        let mut next = members.start;
        let batches = iter::from_fn(|| {
            let first = next;
            if !status.is_stopped() {
                next = (first + J::TOGETHER).min(members.end);
            }
            (first < next).then_some(first..next)
        });
        job.run(batches, &ensemble.begin, &mut add);
        cancel(next..members.end, &mut add);
        for (group, gathered) in some.zip(gathered) {
            take(group, gathered, groups.members(group).end <= next);
        }
        status.add(next - members.start);
    };
    let one_by_one = || (0..tasks).for_each(of_task);
    let on_threads = || {
        // Whichever thread is free takes the next one, so that at any time few groups are missing between those that are done.
        let next = AtomicUsize::new(0);
        let tasks = (0..tasks).into_par_iter();
        tasks.for_each(|_| of_task(next.fetch_add(1, Ordering::Relaxed)));
    };
    match ensemble.threads {
        Some(1) => one_by_one(),
        Some(threads) => match ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(on_threads),
            Err(_) => one_by_one(),
        },
        None => on_threads(),
    }
    status.tell();
}

/// The groups of a task: up to so many neighbours.
fn groups_of(task: usize, todo: &[Range<usize>], fill: usize) -> Option<Range<usize>> {
    let mut before = 0;
    for part in todo {
        let tasks = part.len().div_ceil(fill);
        if task < before + tasks {
            let first = part.start + (task - before) * fill;
            return Some(first..(first + fill).min(part.end));
        }
        before += tasks;
    }
    None
}

fn cancel<V>(members: Range<usize>, take: &mut impl FnMut(usize, Result<V, Failed>)) {
    for member in members {
        let reason = Reason::Cancelled;
        take(member, Err(Failed { member, reason }));
    }
}

/// How many members are done, and whether others shall begin.
pub(super) struct Status<'a> {
    done: AtomicUsize,
    /// The number of which `progress` was told. Locked while it is called.
    told: Mutex<usize>,
    is_stopped: AtomicBool,
    /// That of the ensemble, and another one.
    progress: [Option<&'a Progress<'a>>; 2],
}

impl<'a> Status<'a> {
    pub(super) fn new(progress: [Option<&'a Progress<'a>>; 2]) -> Self {
        Self {
            done: AtomicUsize::new(0),
            told: Mutex::new(0),
            is_stopped: AtomicBool::new(false),
            progress,
        }
    }

    fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    fn add(&self, members: usize) {
        self.done.fetch_add(members, Ordering::Relaxed);
        self.tell();
    }

    /// Tells how many members are done, unless that is known. While another call is made, this one is left out and nobody
    /// waits: `progress` may itself run tasks on this thread.
    fn tell(&self) {
        let Ok(mut told) = self.told.try_lock() else {
            return;
        };
        let done = self.done.load(Ordering::Relaxed);
        if done > *told && !self.is_stopped() {
            *told = done;
            for progress in self.progress.into_iter().flatten() {
                if let ControlFlow::Break(()) = progress(done) {
                    self.is_stopped.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}
