//! Instructions of a thousand derived steps made one by one, counted by callgrind.
//!
//! Separate from the bench `instructions`: if a program makes steps in two ways, the compiler may not inline either.
//!
//! The motions are set up and settled before the counting begins. The program `ratios` evaluates the counts.

use gungraun::main;

mod counted {
    use std::hint::black_box;

    use extremal_benches::motion::{Motion, OneByOne};
    use extremal_benches::workloads;
    use extremal_benches::{STEPS, for_each_workload};
    use gungraun::{library_benchmark, library_benchmark_group};

    /// One function per workload.
    macro_rules! alone {
        ($($workload:ident),+ $(,)?) => {
            $(
                #[library_benchmark]
                #[bench::one_by_one(OneByOne(workloads::$workload().derived))]
                fn $workload<M: Motion>(motion: M) -> impl Sized {
                    black_box(motion).run(STEPS)
                }
            )+

            library_benchmark_group!(name = steps, benchmarks = [$($workload),+]);
        };
    }

    for_each_workload!(alone);
}

use counted::steps;

main!(library_benchmark_groups = steps);
