//! Files of shards that do not fit each other are refused.

use std::fs;
use std::path::PathBuf;

use extremal::Error;
use extremal::ensemble::{
    AtEnd, Difference, Ensemble, Histogram, Moments, OneByOne, RunsOf, Shard, ShardFailure,
};
use extremal::prelude::*;

use crate::folder::{Folder, shard};
use crate::shards::{Motion, STEPS, begin, value};
use crate::systems::DoublePendulum;

type Ends<'e, B, F> = RunsOf<'e, 'static, Motion, B, AtEnd<F>, OneByOne>;

/// The failure of two shards of which the second one is of other runs, beside the sentence that it is.
fn foreign<B, F>(name: &str, other: &Ends<'_, B, F>) -> Option<Difference>
where
    B: Fn(usize) -> Result<Motion, Error> + Sync,
    F: Fn(&Motion) -> [f64; 2] + Sync,
{
    let folder = Folder::new(name);
    let ensemble = Ensemble::new(100, begin).named("one");
    let runs = ensemble.run(STEPS, value);
    let (mine, theirs) = (runs.collect_shards(), other.collect_shards());
    mine.run(shard(1, 2), folder.file(1)).expect("a file");
    theirs.run(shard(2, 2), folder.file(2)).expect("a file");
    // Neither are they merged, nor does a job go on with the file of the other.
    let merged = mine.merge([folder.file(1), folder.file(2)]).err();
    let run = mine.run(shard(2, 2), folder.file(2)).err();
    match (merged, run) {
        (Some(ShardFailure::Foreign { what, path }), Some(ShardFailure::Foreign { what: again, .. })) => {
            assert_eq!((&what, path), (&again, folder.file(2)));
            Some(what)
        }
        (None, None) => None,
        others => panic!("{others:?}"),
    }
}

#[test]
fn a_shard_of_another_ensemble_is_refused() {
    let named = |members| Ensemble::new(members, begin).named("one");
    assert_eq!(foreign("same", &named(100).run(STEPS, value)), None);
    let members = Difference::Members {
        expected: 100,
        found: 101,
    };
    assert_eq!(foreign("members", &named(101).run(STEPS, value)), Some(members));
    let (expected, found) = ("one".to_string(), "two".to_string());
    let two = Ensemble::new(100, begin).named("two");
    assert_eq!(
        foreign("name", &two.run(STEPS, value)),
        Some(Difference::Name { expected, found })
    );
    assert_eq!(
        foreign("steps", &named(100).run(STEPS + 1, value)),
        Some(Difference::Starts)
    );
    // Other parameters: the energy at the start is another one.
    let longer = |k| {
        Integrator::new(
            DoublePendulum {
                l: 0.5001 + 1e-3 * k as f64,
            },
            Midpoint,
            0.01,
            [2.0, 1.5],
            [0.0; 2],
        )
    };
    let longer = Ensemble::new(100, longer).named("one");
    assert_eq!(
        foreign("starts", &longer.run(STEPS, value)),
        Some(Difference::Starts)
    );
}

#[test]
fn a_shard_of_another_reduction_is_refused() {
    let folder = Folder::new("reductions");
    let ensemble = Ensemble::new(100, |k| Ok(k as f64));
    let runs = ensemble.each(|x| Ok(*x));
    let path = folder.file("bins");
    let shards = runs.reduce_shards(Histogram::new(0.0, 1.0, 5));
    shards.run(Shard::ALL, &path).expect("a file");
    let refused = [
        runs.reduce_shards(Histogram::new(0.0, 2.0, 5))
            .merge([&path])
            .err(),
        runs.reduce_shards(Histogram::new(0.0, 1.0, 6))
            .merge([&path])
            .err(),
        runs.reduce_shards(Moments::new()).merge([&path]).err(),
        runs.collect_shards().merge([&path]).err(),
    ];
    for failure in refused {
        let Some(ShardFailure::Foreign { what, .. }) = failure else {
            panic!("{failure:?}")
        };
        assert_eq!(what, Difference::Values);
    }
}

#[test]
fn a_missing_a_double_and_a_wrong_shard_are_named() {
    let folder = Folder::new("wrong");
    let ensemble = Ensemble::new(100, |k| Ok(k as f64));
    let runs = ensemble.each(|x| Ok(*x));
    let shards = runs.collect_shards();
    let path = |k: usize, n: usize| folder.file(format!("{k}-of-{n}"));
    for n in [3, 4] {
        for k in 1..=n {
            shards.run(shard(k, n), path(k, n)).expect("a file");
        }
    }
    let message = |files: &[PathBuf]| {
        let failure = shards.merge(files).expect_err("files that do not fit");
        failure
            .to_string()
            .replace(&format!("{}/", folder.0.display()), "")
    };
    assert_eq!(
        message(&[path(1, 4), path(3, 4)]),
        "members 25 to 49 are missing; shards without a file: 2/4, 4/4"
    );
    assert_eq!(
        message(&[path(1, 3), path(2, 3), path(1, 3)]),
        "`1-of-3` and `1-of-3` both have members 0 to 32"
    );
    assert_eq!(
        message(&[path(1, 3), path(3, 4)]),
        "`3-of-4` has shard 3/4; expected shard 1/3, or others of as many"
    );
    assert!(message(&[path(1, 3), folder.file("nothing")]).starts_with("`nothing`: "));
    // Nor does a job go on in the file of another one.
    let other = shards.run(shard(1, 4), path(2, 4)).expect_err("another shard");
    assert!(
        other
            .to_string()
            .ends_with("has shard 2/4; expected shard 1/4, or others of as many"),
        "{other}"
    );
}

#[test]
fn a_file_that_was_cut_off_or_changed_is_refused() {
    let folder = Folder::new("torn");
    let ensemble = Ensemble::new(40, |k| Ok(k as f64));
    let runs = ensemble.each(|x| Ok(x.sqrt()));
    let shards = runs.collect_shards();
    let path = folder.file("all");
    shards.run(Shard::ALL, &path).expect("a file");
    let whole = fs::read(&path).expect("it is there");
    let refused = |bytes: &[u8], what: &str| {
        fs::write(&path, bytes).expect("a file");
        for failure in [shards.merge([&path]).err(), shards.run(Shard::ALL, &path).err()] {
            assert!(
                matches!(failure, Some(ShardFailure::Torn { .. })),
                "{what}: {failure:?}"
            );
        }
    };
    for length in 0..whole.len() {
        refused(&whole[..length], "cut off");
    }
    for k in 0..whole.len() {
        let mut changed = whole.clone();
        changed[k] ^= 1 << (k % 8);
        refused(&changed, "changed");
    }
    refused(&[&whole[..], &[0]].concat(), "longer");
    fs::write(&path, &whole).expect("a file");
    assert_eq!(shards.merge([&path]).expect("as it was"), runs.collect());
}

#[test]
fn a_path_that_is_wrong_is_known_before_members_run() {
    let ensemble = Ensemble::new(10, |k| {
        if k % 9 == 0 {
            Ok(k)
        } else {
            panic!("no member runs")
        }
    });
    let runs = ensemble.each(|k| Ok(*k));
    let failure = runs.collect_shards().run(Shard::ALL, "/nowhere/there/is/none");
    assert!(matches!(failure, Err(ShardFailure::File { .. })), "{failure:?}");
}
