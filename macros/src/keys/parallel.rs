//! `parallel`: loops over items run on several threads.

use super::{Entry, Motion, Reading};
use crate::declaration::{Form, Key, Row, Times};
use crate::diagnostics::Reported;

pub(crate) static KEY: Key = Key {
    name: "parallel",
    other_words: &["threads", "rayon", "multithreaded"],
    times: Times::Once("drop one of the two"),
    form: Form::Word {
        alone: "the number of threads is that of rayon's pool; write `parallel` alone",
    },
    row: Row {
        entry: "parallel",
        shape: "no value",
        meaning: "loops over items run on several threads, with the same bits for any number of them; needs the feature `parallel`",
        otherwise: "one thread",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish,
    ..Entry::of(&KEY)
};

/// Only loops over items are cut.
fn finish(reading: &mut Reading, motion: Option<&Motion>) -> Result<(), Reported> {
    match KEY.word(reading.declaration) {
        Some(word) if motion.is_some() && !reading.lowering.sums.is_family() => {
            Err(reading.lowering.diagnostics.report(
                word,
                "only sums whose number of items the program knows run on several threads; drop this",
            ))
        }
        _ => Ok(()),
    }
}
