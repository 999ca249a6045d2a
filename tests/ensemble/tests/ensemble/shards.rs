//! Shards give the bits of the whole.

use core::ops::ControlFlow;
use core::sync::atomic::{AtomicUsize, Ordering};
use std::path::Path;
use std::time::Duration;

use extremal::Error;
use extremal::ensemble::{Ensemble, Extrema, Histogram, Moments, Of, Shard, ShardFailure};
use extremal::prelude::*;

use crate::folder::{Folder, shard};
use crate::systems::{DoublePendulum, bits_of};

pub(crate) type Motion = Integrator<DoublePendulum, Midpoint>;

/// More groups than one, of more than one member.
const MEMBERS: usize = 3000;
pub(crate) const STEPS: usize = 20;

pub(crate) fn begin(k: usize) -> Result<Motion, Error> {
    let l = 0.5 + 1e-3 * (k % 777) as f64;
    // Two of a thousand cannot start.
    let l = if k % 500 == 13 { f64::NAN } else { l };
    Integrator::new(DoublePendulum { l }, Midpoint, 0.01, [2.0, 1.5], [0.0; 2])
}

pub(crate) fn value(motion: &Motion) -> [f64; 2] {
    [motion.coordinates()[0], motion.momentum()[1]]
}

fn first(value: &[f64; 2]) -> f64 {
    value[0]
}

type Bins = Of<fn(&[f64; 2]) -> f64, Histogram>;

/// Three kinds of reductions.
fn reduction() -> (Moments<2>, (Extrema<2>, Bins)) {
    let histogram: Bins = Of(first, Histogram::new(-1.0, 2.0, 30));
    (Moments::new(), (Extrema::new(), histogram))
}

#[test]
fn merged_shards_have_the_bits_of_the_whole() {
    let folder = Folder::new("bits");
    let ensemble = Ensemble::new(MEMBERS, begin).threads(1);
    let whole = ensemble.run(STEPS, value);
    let (list, (moments, (extrema, Of(_, histogram)))) =
        (bits_of(&whole.collect()), whole.reduce(reduction()).value);
    let failures = whole.reduce(Moments::new()).failures;
    for count in [1, 2, 3, 7, 40] {
        let threads = Ensemble::new(MEMBERS, begin).threads(1 + count % 3);
        let runs = threads.run(STEPS, value);
        let (lists, reduced) = (runs.collect_shards(), runs.reduce_shards(reduction()));
        let path = |kind: &str, k| folder.file(format!("{kind}-{k}-of-{count}"));
        // In any order.
        for k in (1..=count).rev() {
            assert_eq!(lists.run(shard(k, count), path("list", k)).ok(), Some(0));
            assert_eq!(reduced.run(shard(k, count), path("reduced", k)).ok(), Some(0));
        }
        let merged = lists
            .merge((1..=count).rev().map(|k| path("list", k)))
            .expect("all shards");
        assert_eq!(bits_of(&merged), list, "{count} shards");
        let merged = reduced
            .merge((1..=count).map(|k| path("reduced", k)))
            .expect("all shards");
        let (other, (others, Of(_, bins))) = merged.value;
        assert_eq!(
            (other, others, bins),
            (moments, extrema, histogram.clone()),
            "{count} shards"
        );
        assert_eq!((merged.failed, merged.cancelled), (failures.len(), 0));
        assert_eq!(merged.failures, failures);
    }
}

#[test]
fn numbers_that_are_not_finite_keep_their_bits() {
    let folder = Folder::new("not-finite");
    let odd = [
        f64::NAN,
        -0.0,
        f64::INFINITY,
        -f64::NAN,
        f64::from_bits(0x7ff0_0000_0000_0001),
        5e-324,
    ];
    let ensemble = Ensemble::new(odd.len(), |k| Ok([odd[k]]));
    let runs = ensemble.each(|x| Ok(*x));
    let shards = runs.collect_shards();
    shards.run(Shard::ALL, folder.file("all")).expect("a file");
    assert_eq!(
        bits_of(&shards.merge([folder.file("all")]).expect("all")),
        bits_of(&runs.collect())
    );
}

#[test]
fn more_shards_than_members_and_no_members_are_merged() {
    let folder = Folder::new("few");
    for members in [0, 1, 2] {
        let ensemble = Ensemble::new(members, |k| Ok(k as f64));
        let runs = ensemble.each(|x| Ok(*x));
        let shards = runs.reduce_shards(Moments::new());
        let path = |k| folder.file(format!("{k}-of-{members}"));
        for k in 1..=5 {
            shards.run(shard(k, 5), path(k)).expect("a file");
        }
        let merged = shards.merge((1..=5).map(path)).expect("all shards");
        assert_eq!(merged, runs.reduce(Moments::new()));
        let only = shards.merge([path(1)]).map(|merged| merged.value.count());
        // Shards without members may be missing.
        assert_eq!(only.ok(), (members == 0).then_some(0));
    }
}

/// A stop after so many members, as a job that is killed.
fn stopped_after(members: usize, runs: &AtomicUsize) -> impl Fn(usize) -> ControlFlow<()> + Sync {
    move |done| {
        runs.fetch_max(done, Ordering::Relaxed);
        if done < members {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    }
}

#[test]
fn a_shard_that_was_stopped_goes_on_where_it_was() {
    let folder = Folder::new("stopped");
    for threads in [1, 2] {
        let path = folder.file(threads);
        let begun = AtomicUsize::new(0);
        let counted = |k| {
            begun.fetch_add(1, Ordering::Relaxed);
            begin(k)
        };
        let done = AtomicUsize::new(0);
        let stopped = Ensemble::new(MEMBERS, counted)
            .threads(threads)
            .progress(stopped_after(500, &done));
        let runs = stopped.run(STEPS, value);
        let left = runs.collect_shards().run(Shard::ALL, &path).expect("a file");
        assert!(0 < left && left <= MEMBERS - 500, "{left}");
        let missing = runs.collect_shards().merge([&path]).expect_err("it was stopped");
        let ShardFailure::Missing {
            shards, unfinished, ..
        } = &missing
        else {
            panic!("{missing}")
        };
        assert!(shards.is_empty() && *unfinished == [Shard::ALL], "{missing}");

        let rest = Ensemble::new(MEMBERS, counted).threads(threads);
        let runs = rest.run(STEPS, value);
        let before = begun.swap(0, Ordering::Relaxed);
        assert!(before >= 500);
        let shards = runs.collect_shards().save_every(Duration::ZERO);
        assert_eq!(shards.run(Shard::ALL, &path).ok(), Some(0));
        // And the first and the last one, whose starts tell the ensemble.
        assert_eq!(begun.swap(0, Ordering::Relaxed), left + 2);
        // There is nothing left to do.
        assert_eq!(shards.run(Shard::ALL, &path).ok(), Some(0));
        assert_eq!(begun.load(Ordering::Relaxed), 2);
        let merged = shards.merge([&path]).expect("all members");
        assert_eq!(bits_of(&merged), bits_of(&runs.collect()));
    }
}

#[test]
fn the_rest_of_two_shards_runs_in_three() {
    let folder = Folder::new("rest");
    let done = AtomicUsize::new(0);
    let stopped = Ensemble::new(MEMBERS, begin)
        .threads(1)
        .progress(stopped_after(400, &done));
    let whole = Ensemble::new(MEMBERS, begin);
    let runs = whole.run(STEPS, value);
    let shards = runs.reduce_shards(Moments::new());
    // As ranks do: each has a part of what is not done, at first of all.
    let go_on = |_: usize| ControlFlow::Continue(());
    let nothing = shards.done::<&Path>([]).expect("no files");
    let stopped = stopped.run(STEPS, value);
    let (mut files, mut left) = (Vec::new(), 0);
    for k in 1..=2 {
        files.push(folder.file(format!("first-{k}")));
        let stopped = stopped.reduce_shards(Moments::new());
        left += stopped
            .run_rest(&nothing, shard(k, 2), &files[k - 1], go_on)
            .expect("a file");
    }
    let rest = shards.done(&files).expect("two files");
    assert_eq!((nothing.members(), rest.members() + left), (0, MEMBERS));
    for k in 1..=3 {
        files.push(folder.file(format!("second-{k}")));
        let left = shards.run_rest(&rest, shard(k, 3), &files[k + 1], go_on);
        assert_eq!(left.ok(), Some(0));
    }
    assert_eq!(
        shards.merge(&files).expect("all members"),
        runs.reduce(Moments::new())
    );
    let twice = shards
        .merge(files.iter().chain(&files[..1]))
        .expect_err("a file twice");
    assert!(matches!(twice, ShardFailure::Double { .. }), "{twice}");
}
