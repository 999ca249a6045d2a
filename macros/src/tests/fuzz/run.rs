//! Runs inputs: each is expanded, timed and its expansion read again; what fails is printed with its seed.
//!
//! It refuses to know where inputs come from.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use proc_macro2::{TokenStream, TokenTree};

use super::{Random, corpus, tokens_of};

/// Inputs that one thread runs: the places of all tokens are kept as long as it lives.
const BATCH: u64 = 500;
/// Every eighth expansion is parsed again: parsing takes longer than deriving.
const READ: u64 = 8;
/// Long runs tell how far they are.
const REPORTED: u64 = 100_000;
/// What one input may take. Without optimisation the algebra is twenty times slower.
const LIMIT: Duration = Duration::from_secs(if cfg!(debug_assertions) { 20 } else { 2 });
/// The stack that rustc gives to a macro.
pub(super) const STACK: usize = 8 << 20;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// Integrators.
    Derived,
    /// Messages.
    Refused,
}

#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub(super) derived: u64,
    pub(super) refused: u64,
    slowest: Duration,
}

impl Tally {
    pub(super) fn count(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Derived => self.derived += 1,
            Outcome::Refused => self.refused += 1,
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.derived + self.refused
    }

    fn add(&mut self, other: Self) {
        self.derived += other.derived;
        self.refused += other.refused;
        self.slowest = self.slowest.max(other.slowest);
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { derived, refused, .. } = self;
        write!(
            f,
            "{derived} were derived, {refused} refused; the slowest took {:?}",
            self.slowest
        )
    }
}

/// What makes an input of random numbers and of the declarations in the corpus.
pub(super) type Generator = fn(&mut Random, &[TokenStream]) -> TokenStream;

/// Runs as many inputs as are asked for, or the usual number.
pub(super) fn fuzz(name: &str, usual: u64, generate: Generator) -> Tally {
    let asked = |variable: &str| std::env::var(variable).ok()?.parse::<u64>().ok();
    let (first, cases) = (
        asked("FUZZ_SEED").unwrap_or(0),
        asked("FUZZ_CASES").unwrap_or(usual),
    );
    let texts = corpus();
    let mut tally = Tally::default();
    let mut from = first;
    while from < first + cases {
        let to = (from + BATCH).min(first + cases);
        tally.add(batch(name, generate, &texts, from..to));
        from = to;
        if (to - first) % REPORTED < BATCH {
            println!("{name}: {} so far: {tally}", tally.total());
        }
    }
    println!("{name}: {tally}");
    tally
}

fn batch(name: &str, generate: Generator, texts: &[(String, String)], seeds: std::ops::Range<u64>) -> Tally {
    let run = || {
        let declarations: Vec<TokenStream> = texts.iter().map(|(_, text)| tokens_of(text)).collect();
        let mut tally = Tally::default();
        for seed in seeds {
            let input = generate(&mut Random::new(seed), &declarations);
            tally.add(watched(name, seed, input));
        }
        tally
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, run).expect("a thread");
        thread.join().expect("no input fails")
    })
}

fn watched(name: &str, seed: u64, input: TokenStream) -> Tally {
    if std::env::var_os("FUZZ_TRACE").is_some() {
        println!("{name} {seed}: {input}");
    }
    let kept = input.clone();
    let Ok((expansion, mut time)) = catch_unwind(AssertUnwindSafe(|| timed(input))) else {
        panic!("{name}, seed {seed}, panicked:\n{kept}");
    };
    if time > LIMIT {
        // Once more: the machine may have been busy.
        time = timed(kept.clone()).1;
    }
    assert!(time <= LIMIT, "{name}, seed {seed}, took {time:?}:\n{kept}");
    let outcome = outcome_of(&expansion);
    assert!(
        !seed.is_multiple_of(READ) || is_rust(expansion),
        "{name}, seed {seed}, makes no items:\n{kept}"
    );
    let mut tally = Tally {
        slowest: time,
        ..Tally::default()
    };
    tally.count(outcome);
    tally
}

fn timed(input: TokenStream) -> (TokenStream, Duration) {
    let start = Instant::now();
    let expansion = crate::tests::expand(input);
    (expansion, start.elapsed())
}

/// What an expansion says, which has to be a list of items.
pub(super) fn check(expansion: TokenStream) -> Outcome {
    let outcome = outcome_of(&expansion);
    assert!(is_rust(expansion), "the expansion is a list of items");
    outcome
}

fn is_rust(expansion: TokenStream) -> bool {
    syn::parse2::<syn::File>(expansion).is_ok()
}

/// Messages stand first, in the block of a constant, by the path of the macro that shows them.
pub(super) fn outcome_of(expansion: &TokenStream) -> Outcome {
    if has_messages(expansion) {
        Outcome::Refused
    } else {
        Outcome::Derived
    }
}

/// Whether a message is among the first tokens, or at the start of the value of a constant there.
fn has_messages(tokens: &TokenStream) -> bool {
    let mut is_value = false;
    tokens.clone().into_iter().take(24).any(|token| match token {
        TokenTree::Ident(name) => name == "compile_error",
        TokenTree::Punct(sign) => {
            is_value = sign.as_char() == '=';
            false
        }
        TokenTree::Group(group) => is_value && has_messages(&group.stream()),
        TokenTree::Literal(_) => false,
    })
}
