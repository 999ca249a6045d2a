//! `crate = path`: the path of the runtime, if it has another name.

use super::Entry;
use crate::declaration::{Form, Key, Lost, Row, Times};

static KEY: Key = Key {
    name: "crate",
    other_words: &[],
    times: Times::Once {
        instead: "drop one of the two",
    },
    form: Form::Path,
    introduces: None,
    loss: Lost::nothing,
    statement: None,
    row: Row {
        entry: "crate = path",
        shape: "path",
        meaning: "the path of the crate `extremal`",
        otherwise: "`::extremal`",
    },
};

pub(super) const ENTRY: Entry = Entry::of(&KEY);
