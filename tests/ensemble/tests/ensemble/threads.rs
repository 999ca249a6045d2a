//! Results do not depend on threads.

use core::cell::Cell;
use core::ops::ControlFlow;
use core::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

use extremal::ensemble::{Ensemble, Extrema, Moments, Reason};
use extremal::prelude::*;

use crate::systems::{DoublePendulum, bits, bits_of};

type Motion = Integrator<DoublePendulum, Midpoint>;

fn begin(k: usize) -> Result<Motion, extremal::Error> {
    let l = 0.5 + 1e-3 * (k % 777) as f64;
    // Two of a thousand cannot start.
    let l = if k % 500 == 13 { f64::NAN } else { l };
    Integrator::new(DoublePendulum { l }, Midpoint, 0.01, [2.0, 1.5], [0.0; 2])
}

fn value(motion: &Motion) -> [f64; 2] {
    [motion.coordinates()[0], motion.momentum()[1]]
}

#[test]
fn one_two_and_three_threads_give_the_same_bits() {
    // More than one wave of groups of more than one member.
    const MEMBERS: usize = 5000;
    let run = |threads: Option<usize>| {
        let ensemble = Ensemble::new(MEMBERS, begin);
        let ensemble = match threads {
            Some(threads) => ensemble.threads(threads),
            None => ensemble,
        };
        let runs = ensemble.run(30, value);
        (
            bits_of(&runs.collect()),
            runs.reduce((Moments::new(), Extrema::new())),
        )
    };
    let (list, reduced) = run(Some(1));
    let (moments, _) = reduced.value;
    assert_eq!((moments.count(), reduced.failed), (4990, 10));
    assert_eq!(reduced.failures.len(), 10);
    let of_moments =
        |moments: Moments<2>| bits(moments.mean().iter().chain(moments.covariance().as_flattened()));
    for threads in [Some(2), Some(3), None] {
        let (other_list, other) = run(threads);
        assert_eq!(list, other_list, "{threads:?}");
        assert_eq!(of_moments(moments), of_moments(other.value.0), "{threads:?}");
        assert_eq!(
            (&reduced.failures, reduced.value.1),
            (&other.failures, other.value.1)
        );
    }
}

#[test]
fn progress_comes_in_order_and_to_the_end() {
    for threads in 1..=3 {
        let calls = Mutex::new(Vec::new());
        let progress = |done| {
            calls.lock().expect("no panics").push(done);
            ControlFlow::Continue(())
        };
        let ensemble = Ensemble::new(3000, Ok).threads(threads).progress(progress);
        assert_eq!(ensemble.each(|k| Ok(*k)).collect().len(), 3000);
        let calls = calls.lock().expect("no panics");
        assert!(calls.is_sorted_by(|a, b| a < b) && calls.last() == Some(&3000));
    }
}

#[test]
fn an_ensemble_that_is_stopped_has_the_members_that_began() {
    for threads in 1..=3 {
        let begun = AtomicUsize::new(0);
        let begin = |k| {
            begun.fetch_add(1, Ordering::Relaxed);
            Ok(k)
        };
        let stop = |done| {
            if done >= 100 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        };
        let ensemble = Ensemble::new(100_000, begin).threads(threads).progress(stop);
        let results = ensemble.each(|k| Ok(*k)).collect();
        let begun = begun.load(Ordering::Relaxed);
        assert!((100..100_000).contains(&begun));
        let mut cancelled = 0;
        for (k, result) in results.iter().enumerate() {
            match result {
                Ok(value) => assert_eq!(*value, k),
                Err(failed) => {
                    assert_eq!((failed.member, failed.reason), (k, Reason::Cancelled));
                    cancelled += 1;
                }
            }
        }
        assert_eq!(begun + cancelled, 100_000);
    }
}

#[test]
fn after_a_break_no_member_begins_also_in_the_middle_of_a_task() {
    // Tasks of more than 900 members on two threads.
    const MEMBERS: usize = 1_000_000;
    let first = OnceLock::new();
    let (others, is_broken) = (AtomicUsize::new(0), AtomicBool::new(false));
    let begin = |k: usize| {
        let me = thread::current().id();
        if *first.get_or_init(|| me) == me {
            // One thread ends its first task while the other one is in a task.
            while others.load(Ordering::Relaxed) == 0 {
                thread::yield_now();
            }
        } else {
            others.fetch_add(1, Ordering::Relaxed);
            while !is_broken.load(Ordering::Relaxed) {
                thread::yield_now();
            }
            // The break is known long before a hundred of these have passed.
            thread::sleep(Duration::from_millis(1));
        }
        Ok(k)
    };
    let calls = AtomicUsize::new(0);
    let stop = |_| {
        calls.fetch_add(1, Ordering::Relaxed);
        is_broken.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    };
    let ensemble = Ensemble::new(MEMBERS, begin).threads(2).progress(stop);
    let reduced = ensemble.each(|k| Ok([*k as f64])).reduce(Moments::new());
    assert!(others.load(Ordering::Relaxed) < 100, "{others:?}");
    assert_eq!(reduced.value.count() + reduced.cancelled as u64, MEMBERS as u64);
    assert_eq!(calls.load(Ordering::Relaxed), 1);
}

thread_local! {
    /// Whether this thread is in a call of `progress`.
    static IS_CALLED: Cell<bool> = const { Cell::new(false) };
}

#[test]
fn progress_may_run_other_tasks_on_the_same_threads() {
    let (calls, inside) = (Mutex::new(Vec::new()), AtomicUsize::new(0));
    let has_begun = AtomicBool::new(false);
    let end = Instant::now() + Duration::from_secs(30);
    let waits = || inside.load(Ordering::Relaxed) == 0 && Instant::now() < end;
    let begin = |k| {
        if IS_CALLED.get() {
            inside.fetch_add(1, Ordering::Relaxed);
        } else {
            // The other thread leaves tasks for the one that is in `progress`.
            while has_begun.load(Ordering::Relaxed) && waits() {
                thread::yield_now();
            }
        }
        Ok(k)
    };
    let progress = |done| {
        IS_CALLED.set(true);
        has_begun.store(true, Ordering::Relaxed);
        let inner = Ensemble::new(5000, |k| Ok(k as f64));
        let moments = inner.each(|x| Ok(*x)).reduce(Moments::new()).value;
        assert_eq!(moments.mean(), [2499.5]);
        // A task of the ensemble itself, as rayon begins one while it waits for another thread.
        while waits() {
            let _ = rayon::yield_now();
        }
        calls.lock().expect("no panics").push(done);
        IS_CALLED.set(false);
        ControlFlow::Continue(())
    };
    let ensemble = Ensemble::new(20_000, begin).threads(2).progress(progress);
    assert_eq!(ensemble.each(|k| Ok(*k)).collect().len(), 20_000);
    let calls = calls.lock().expect("no panics");
    assert!(calls.is_sorted_by(|a, b| a < b) && calls.last() == Some(&20_000));
    assert!(inside.load(Ordering::Relaxed) > 0);
}

#[test]
fn progress_of_no_members_is_not_called() {
    let progress = |_| -> ControlFlow<()> { panic!("no members") };
    let ensemble = Ensemble::new(0, Ok).progress(progress);
    assert!(ensemble.each(|k: &mut usize| Ok(*k)).collect().is_empty());
}
