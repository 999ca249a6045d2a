//! An ensemble in parts that are computed apart, by jobs of a cluster or one after the other, and merged to the same bits.

mod failure;
mod file;
mod kind;
mod members;
mod part;
mod shard;
mod stored;
mod united;

use core::fmt;
use core::ops::{ControlFlow, Range};

use std::boxed::Box;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use std::vec::Vec;

use serde::{Deserialize, Serialize};

use super::Progress;
use super::failed::Reason;
use super::groups::{Groups, Pairs};
use super::reduction::Gather;
pub use failure::{Difference, ShardFailure};
pub use kind::{Kind, Listed, ReducedBy};
pub use members::Members;
use part::{Key, Part, without};
pub use shard::Shard;
pub use stored::Stored;
use united::United;

/// How often a shard is written to its file, unless the program says otherwise.
const EVERY: Duration = Duration::from_secs(60);

/// The results of an ensemble in files, one for each part of its members: see
/// [`Runs::collect_shards`](super::Runs::collect_shards) and [`Runs::reduce_shards`](super::Runs::reduce_shards).
///
/// Each shard has a range of neighbouring members, whose results are merged as they are without shards. So what
/// [`merge`](Self::merge) gives has the same bits, for any number of shards, on one instruction set.
///
/// ```
/// use extremal::ensemble::{Ensemble, Moments, Shard};
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * k * x.powi(2))]
/// struct Oscillator {
///     k: f64,
/// }
///
/// let begin = |k| Integrator::new(Oscillator { k: 1.0 + 1e-3 * k as f64 }, Verlet, 0.01, [1.0], [0.0]);
/// let ensemble = Ensemble::new(3000, begin);
/// let ends = ensemble.run(100, |motion| motion.coordinates()[0]);
/// let shards = ends.reduce_shards(Moments::new());
///
/// // In each of three jobs.
/// let folder = std::env::temp_dir().join(format!("shards-{}", std::process::id()));
/// # std::fs::create_dir_all(&folder).expect("a folder");
/// let file = |i| folder.join(format!("part-{i}"));
/// for i in 1..=3 {
///     let shard = Shard::new(i, 3).expect("1, 2, 3");
///     shards.run(shard, file(i))?;
/// }
///
/// // When all of them are done.
/// let merged = shards.merge((1..=3).map(file))?;
/// assert_eq!(merged, ends.reduce(Moments::new()));
/// # std::fs::remove_dir_all(&folder).expect("it is there");
/// # Ok::<(), extremal::ensemble::ShardFailure>(())
/// ```
pub struct Shards<'r, R, K> {
    runs: &'r R,
    kind: K,
    every: Duration,
}

/// Which members are done, as files say: see [`Shards::done`]. Serde writes and reads it, to tell other ranks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Done {
    /// Groups of members, in order.
    groups: Vec<Range<usize>>,
    members: usize,
}

impl Done {
    /// The number of members that are done.
    #[must_use]
    pub fn members(&self) -> usize {
        self.members
    }
}

impl<'r, R: Members, K: Kind<R::Value>> Shards<'r, R, K> {
    pub(super) fn new(runs: &'r R, kind: K) -> Self {
        let every = EVERY;
        Self { runs, kind, every }
    }

    /// Writes a shard to its file as often as that, while it runs: each minute by default. What has run then is not lost where
    /// the job is killed.
    #[must_use]
    pub fn save_every(self, every: Duration) -> Self {
        Self { every, ..self }
    }

    /// Runs the members of a shard, and writes what they give to a file. If the file is there already, those of its members
    /// that are in it do not run again: a job that was killed goes on, and one that has ended does nothing.
    ///
    /// Gives the number of members that did not run, because [`progress`](super::Ensemble::progress) stopped them.
    ///
    /// # Errors
    ///
    /// The file is of another shard or ensemble, or torn, or cannot be read or written. Failures of members are results.
    pub fn run(&self, shard: Shard, path: impl AsRef<Path>) -> Result<usize, ShardFailure> {
        let path = path.as_ref();
        let key = Key::of(self.runs, &self.kind);
        let todo = shard.part_of(&self.all());
        let before = self.read(&key, path)?;
        if let Some(found) = before.as_ref().filter(|before| before.shard != Some(shard)) {
            return Err(ShardFailure::Other {
                path: path.into(),
                found: found.shard,
                expected: Some(shard),
            });
        }
        let pairs = before.map_or_else(Pairs::new, |before| before.pairs);
        let todo = without(&todo, &pairs.ranges());
        let shard = Some(shard);
        self.run_into(&key, Part { shard, pairs }, (&todo, None), path)
    }

    /// Runs shard i of n of the members that are not done, and writes what they give to a new file: for ranks of MPI, and for
    /// jobs that go on with another number of shards. `progress` has the number of members that are done by this call, as in
    /// [`Ensemble::progress`](super::Ensemble::progress).
    ///
    /// Gives the number of members that did not run, because they were stopped.
    ///
    /// # Errors
    ///
    /// The file cannot be written.
    pub fn run_rest(
        &self,
        done: &Done,
        shard: Shard,
        path: impl AsRef<Path>,
        progress: impl Fn(usize) -> ControlFlow<()> + Sync,
    ) -> Result<usize, ShardFailure> {
        let key = Key::of(self.runs, &self.kind);
        let rest = without(&self.all(), &done.groups);
        let part = Part {
            shard: None,
            pairs: Pairs::new(),
        };
        let progress: Progress<'_> = Box::new(progress);
        let todo = shard.part_of(&rest);
        self.run_into(&key, part, (&todo, Some(&progress)), path.as_ref())
    }

    /// Which members are done, of shards in files.
    ///
    /// # Errors
    ///
    /// A file is torn or of another ensemble, or two files have the same members.
    pub fn done<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<Done, ShardFailure> {
        let all = self.united(paths)?;
        let (groups, ranges) = (self.groups(), all.pairs.ranges());
        let members = ranges.iter().map(|range| groups.members_of(range).len());
        Ok(Done {
            members: members.sum(),
            groups: ranges,
        })
    }

    /// What the files of all shards give: the same bits as without shards.
    ///
    /// A member that failed runs again here, up to where it fails, as its file has its number alone.
    ///
    /// # Errors
    ///
    /// Members are missing, or twice there; a file is torn, of another ensemble, or of another number of shards.
    pub fn merge<P: AsRef<Path>>(&self, paths: impl IntoIterator<Item = P>) -> Result<K::All, ShardFailure> {
        let all = self.united(paths)?;
        let missing = without(&self.all(), &all.pairs.ranges());
        if let Some(first) = missing.first() {
            return Err(all.missing(self.groups(), first));
        }
        let merged = all.pairs.all(Self::join);
        let mut merged = merged.unwrap_or_else(|| self.kind.empty());
        let failed = K::failures(&mut merged).map(|failed| failed.member).collect();
        for (failed, (member, result)) in K::failures(&mut merged).zip(self.runs.again(failed)) {
            match result {
                Err(again) if again.reason != Reason::Cancelled => *failed = again,
                _ => return Err(ShardFailure::FailedThere { member }),
            }
        }
        Ok(merged)
    }

    fn groups(&self) -> Groups {
        Groups::of(self.runs.count())
    }

    /// The numbers of all groups.
    fn all(&self) -> [Range<usize>; 1] {
        let all = 0..self.groups().count();
        [all]
    }

    fn join(all: &mut K::All, later: K::All) {
        <K::All as Gather<R::Value>>::merge(all, later);
    }

    /// The part that is in a file; `None` if there is none.
    fn read(&self, key: &Key, path: &Path) -> Result<Option<Part<K::All>>, ShardFailure> {
        let Some(content) = file::read(path)? else {
            return Ok(None);
        };
        let groups = self.groups();
        match Part::read(&content, key, &self.kind, |group| groups.members(group).start) {
            Some(Ok(part)) => Ok(Some(part)),
            Some(Err(what)) => Err(ShardFailure::Foreign {
                path: path.into(),
                what,
            }),
            None => Err(ShardFailure::Torn { path: path.into() }),
        }
    }

    /// Runs groups, adds them to a part, and writes it from time to time, and at the end.
    fn run_into(
        &self,
        key: &Key,
        part: Part<K::All>,
        (todo, progress): (&[Range<usize>], Option<&Progress<'_>>),
        path: &Path,
    ) -> Result<usize, ShardFailure> {
        let write = |part: &Part<K::All>| {
            let content = part.written(key, &self.kind);
            let content = content.map_err(|_| ShardFailure::NotWritten { path: path.into() })?;
            file::write(path, &content)
        };
        // At first, so that a path that is wrong is known before members run.
        write(&part)?;
        let open = Mutex::new((part, Instant::now()));
        let new = || self.kind.empty();
        self.runs.run(todo, progress, new, |group, all, is_whole| {
            if !is_whole {
                return;
            }
            let mut open = open.lock().unwrap_or_else(PoisonError::into_inner);
            let (part, saved) = &mut *open;
            part.pairs.put(group, 0, all, Self::join);
            if saved.elapsed() >= self.every {
                // What fails now, as on a disk that is full for a moment, is tried again later.
                let _ = write(part);
                *saved = Instant::now();
            }
        });
        let (part, _) = open.into_inner().unwrap_or_else(PoisonError::into_inner);
        write(&part)?;
        let left = without(todo, &part.pairs.ranges());
        let groups = self.groups();
        Ok(left.iter().map(|range| groups.members_of(range).len()).sum())
    }

    /// All parts in these files.
    fn united<P: AsRef<Path>>(
        &self,
        paths: impl IntoIterator<Item = P>,
    ) -> Result<United<K::All>, ShardFailure> {
        let key = Key::of(self.runs, &self.kind);
        let mut all = United::new();
        for path in paths {
            let path = path.as_ref();
            let Some(part) = self.read(&key, path)? else {
                let error = ErrorKind::NotFound.into();
                return Err(file::failed(path, error));
            };
            all.add(path, part, self.groups(), Self::join)?;
        }
        Ok(all)
    }
}

impl<R, K> fmt::Debug for Shards<'_, R, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shards")
            .field("every", &self.every)
            .finish_non_exhaustive()
    }
}
