//! What the derive says to mistakes, one file a mistake, by topic.
//!
//! `TRYBUILD=overwrite cargo test --test messages` rewrites the expected messages; look at the difference.

#[test]
fn every_mistake_is_answered_on_its_own_token() {
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}
