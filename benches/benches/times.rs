//! Times of a thousand steps of each workload, derived and by hand.
//!
//! The motions are set up and settled before the timing begins. On a machine that runs other programs, only ratios of the
//! fastest times are meaningful.

use divan::{Bencher, black_box};
use extremal_benches::motion::{Motion, OneByOne};
use extremal_benches::workloads;
use extremal_benches::{STEPS, for_each_workload};

fn main() {
    divan::main();
}

fn time<M: Motion>(bencher: Bencher, set_up: impl Fn() -> M) {
    bencher
        .with_inputs(set_up)
        .bench_local_values(|motion| black_box(motion).run(STEPS));
}

/// One module per workload with both of its motions; the derived motion is also timed with single steps.
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
