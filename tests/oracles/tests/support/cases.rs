//! Random cases, the same in every run; `PROPTEST_CASES` sets their number.
//!
//! Does not know their type.

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

pub(crate) fn for_all<S: Strategy>(cases: &S, check: impl Fn(&S::Value)) {
    let default = Config::default();
    let config = Config {
        failure_persistence: None,
        cases: std::env::var_os("PROPTEST_CASES").map_or(16, |_| default.cases),
        ..default
    };
    let mut runner = TestRunner::new_with_rng(config, TestRng::deterministic_rng(RngAlgorithm::ChaCha));
    let outcome = runner.run(cases, |case| {
        check(&case);
        Ok(())
    });
    if let Err(failure) = outcome {
        panic!("{failure}");
    }
}
