//! Instructions of a thousand steps of each workload, derived and by hand, counted by callgrind.
//!
//! The motions are set up and settled before the counting begins. The program `ratios` evaluates the counts.

use gungraun::main;

mod counted {
    use std::hint::black_box;

    use extremal_benches::motion::Motion;
    use extremal_benches::workloads;
    use extremal_benches::{STEPS, for_each_workload};
    use gungraun::{library_benchmark, library_benchmark_group};

    /// One function per workload, counted for both of its motions.
    macro_rules! beside {
        ($($workload:ident),+ $(,)?) => {
            $(
                #[library_benchmark]
                #[bench::derived(workloads::$workload().derived)]
                #[bench::by_hand(workloads::$workload().by_hand)]
                fn $workload<M: Motion>(motion: M) -> impl Sized {
                    black_box(motion).run(STEPS)
                }
            )+

            library_benchmark_group!(name = steps, benchmarks = [$($workload),+]);
        };
    }

    for_each_workload!(beside);
}

use counted::steps;

main!(library_benchmark_groups = steps);
