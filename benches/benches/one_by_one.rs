//! Instructions of a thousand derived steps that are made one by one, counted by callgrind.
//!
//! Apart from the bench `instructions`: where a program makes steps in two ways, the compiler may make functions of both.
//!
//! The motions are set up and settled outside of what is counted. What the counts mean is the program `ratios`' to say.

use gungraun::main;

mod counted {
    use std::hint::black_box;

    use extremal_benches::workloads::{self, Motion, OneByOne};
    use extremal_benches::{STEPS, for_each_workload};
    use gungraun::{library_benchmark, library_benchmark_group};

    /// A function of each workload.
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
