//! Random declarations through the whole pipeline: no panic, no input that takes for ever, and Rust comes out.
//!
//! It refuses to know what is right: only that an answer comes, as an expansion or as messages.
//!
//! ```text
//! FUZZ_CASES=1000000 cargo test -p extremal-macros fuzz -- --nocapture     more inputs
//! FUZZ_SEED=1234 FUZZ_CASES=1 cargo test -p extremal-macros fuzz           one input again
//! FUZZ_CORPUS=folder cargo test -p extremal-macros corpus -- --nocapture   other declarations
//! ```
//!
//! A declaration that led to a mistake is kept in `corpus`, as the text of its struct.

mod grammar;
mod mutation;
mod random;
mod run;
mod tokens;
mod typed_out;

use std::path::PathBuf;

use proc_macro2::TokenStream;

use random::Random;
use run::{Tally, check, fuzz, outcome_of};

/// The declarations of `corpus`, by the names of their files.
fn corpus() -> Vec<(String, String)> {
    let kept = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("src/tests/fuzz/corpus");
    let folder = std::env::var_os("FUZZ_CORPUS").map_or(kept, PathBuf::from);
    let files = std::fs::read_dir(folder).expect("the corpus is there");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).expect("a text");
        (path.display().to_string(), text)
    };
    paths.into_iter().map(read).collect()
}

fn tokens_of(text: &str) -> TokenStream {
    text.parse().expect("balanced brackets")
}

#[test]
fn the_corpus_is_answered() {
    let mut tally = Tally::default();
    for (name, text) in corpus() {
        let start = std::time::Instant::now();
        let expansion = crate::tests::expand(tokens_of(&text));
        println!("{name}: {:?} in {:?}", outcome_of(&expansion), start.elapsed());
        tally.count(check(expansion));
    }
    assert!(tally.total() > 0 && tally.derived > 0, "{tally}");
}

/// What the compiler itself still reads; on a stack as it gives to macros.
#[test]
fn deep_nesting_is_refused() {
    // Each pair with a depth that is read: a sum of two has 2ⁿ items, and a function takes several levels.
    let brackets = [
        ("(", ")", 90),
        ("sum(0..2, |_| ", ")", 14),
        ("{ let f = |a| a + ", "; f(x) }", 40),
    ];
    let cases = brackets
        .into_iter()
        .flat_map(|(open, close, flat)| [flat, 110, 600, 10_000].map(|depth| (open, close, depth)));
    for (open, close, depth) in cases {
        let nested = format!("{}x{}", open.repeat(depth), close.repeat(depth));
        let text = format!(
            "#[lagrangian(coordinates(x), kinetic = dt(x).powi(2), potential = {nested})] struct S {{ m: f64 }}"
        );
        let thread = std::thread::Builder::new().stack_size(run::STACK);
        let expected = if depth < 100 {
            run::Outcome::Derived
        } else {
            run::Outcome::Refused
        };
        let outcome = thread.spawn(move || outcome_of(&crate::tests::expand(tokens_of(&text))));
        assert_eq!(
            outcome.expect("a thread").join().expect("no overflow"),
            expected,
            "{open} {depth}"
        );
    }
}

#[test]
fn arbitrary_tokens_are_answered() {
    let tally = fuzz("tokens", 1000, |random, _| tokens::item(random));
    assert!(tally.refused > tally.derived, "{tally}");
}

#[test]
fn nearly_right_declarations_are_answered() {
    let tally = fuzz("grammar", 100, |random, _| {
        tokens_of(&grammar::declaration(random))
    });
    assert!(tally.derived * 10 > tally.total(), "{tally}");
}

#[test]
fn mutated_declarations_are_answered() {
    let tally = fuzz("mutation", 400, mutation::mutant);
    assert!(tally.derived > 0 && tally.refused > tally.derived, "{tally}");
}
