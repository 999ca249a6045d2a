//! Reductions take the same memory for any number of members.

use core::sync::atomic::{AtomicUsize, Ordering};

use allocation_counter::measure;
use extremal::ensemble::{Ensemble, Extrema, Histogram, Moments, Reduction};
use extremal::prelude::*;

use crate::systems::Pendulum;

fn begin(k: usize) -> Result<Integrator<Pendulum, Verlet>, extremal::Error> {
    let l = 1.0 + 1e-3 * (k % 1000) as f64;
    Integrator::new(Pendulum { l }, Verlet, 0.01, [0.5], [0.0])
}

/// The most bytes at a time, and the number of members that were counted.
fn most_bytes(members: usize) -> (u64, u64) {
    let mut counted = 0;
    let info = measure(|| {
        let ensemble = Ensemble::new(members, begin).threads(1);
        let reduction = (
            Moments::<1>::new(),
            (Extrema::<1>::new(), Histogram::new(-1.0, 1.0, 20)),
        );
        let reduced = ensemble
            .run(1, |motion| motion.coordinates()[0])
            .reduce(reduction);
        counted = reduced.value.0.count();
    });
    (info.bytes_max, counted)
}

#[test]
fn a_reduction_of_a_million_members_takes_the_memory_of_one_of_a_thousand() {
    let (few, thousand) = most_bytes(1000);
    let (many, million) = most_bytes(1_000_000);
    assert_eq!((thousand, million), (1000, 1_000_000));
    // A list of pairs of groups has an entry for each power of two; a list of values would have eight million bytes.
    assert!(many < few + 8192, "{few} and {many} bytes");
}

/// How many of it there are, and the most that there have been.
struct Counted<'a> {
    live: &'a AtomicUsize,
    most: &'a AtomicUsize,
}

impl Clone for Counted<'_> {
    fn clone(&self) -> Self {
        let live = self.live.fetch_add(1, Ordering::Relaxed) + 1;
        self.most.fetch_max(live, Ordering::Relaxed);
        Self { ..*self }
    }
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.live.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Reduction<usize> for Counted<'_> {
    fn add(&mut self, _: usize, _: &usize) {}

    fn merge(&mut self, _: Self) {}
}

#[test]
fn few_reductions_are_kept_for_each_thread() {
    for threads in [1, 2, 3] {
        let (live, most) = (AtomicUsize::new(1), AtomicUsize::new(1));
        let (live, most) = (&live, &most);
        let ensemble = Ensemble::new(100_000, Ok).threads(threads);
        let reduced = ensemble.each(|k| Ok(*k)).reduce(Counted { live, most });
        assert_eq!(reduced.failed, 0);
        // 1031 groups. Those before, between and after the ones in which threads are: at most two for each power of two in each
        // interval, and with one thread at most one; that of a thread, and the one that was given.
        let most = most.load(Ordering::Relaxed);
        let merged = if threads == 1 { 11 } else { 22 * (threads + 1) };
        assert!(most <= merged + threads + 1, "{most} with {threads} threads");
    }
}
