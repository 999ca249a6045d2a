//! Times of a thousand steps of each workload, derived and by hand.
//!
//! The motions are set up and settled outside of what is timed. On a machine that does other things too, only ratios of the
//! fastest times tell.

use divan::{Bencher, black_box};
use extremal_benches::workloads::{self, Motion, OneByOne};
use extremal_benches::{STEPS, for_each_workload};

fn main() {
    divan::main();
}

fn time<M: Motion>(bencher: Bencher, set_up: impl Fn() -> M) {
    bencher
        .with_inputs(set_up)
        .bench_local_values(|motion| black_box(motion).run(STEPS));
}

/// A module of each workload with both of its motions; the derived one also with steps by themselves.
macro_rules! beside {
    ($($workload:ident),+ $(,)?) => {$(
        mod $workload {
            use super::*;

            #[divan::bench]
            fn derived(bencher: Bencher) {
                time(bencher, || workloads::$workload().derived);
            }

            #[divan::bench]
            fn one_by_one(bencher: Bencher) {
                time(bencher, || OneByOne(workloads::$workload().derived));
            }

            #[divan::bench]
            fn by_hand(bencher: Bencher) {
                time(bencher, || workloads::$workload().by_hand);
            }
        }
    )+};
}

for_each_workload!(beside);
