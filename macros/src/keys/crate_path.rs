//! `crate = path`: the path of the runtime, if it has another name.

use super::Entry;
use crate::declaration::{Form, Key, Row, Times};

static KEY: Key = Key {
    name: "crate",
    times: Times::Once("drop one of the two"),
    form: Form::Path,
    row: Row {
        entry: "crate = path",
        shape: "path",
        meaning: "the path of the crate `extremal`",
        otherwise: "`::extremal`",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry::of(&KEY);
