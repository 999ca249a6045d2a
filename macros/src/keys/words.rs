//! Keys by their names, and by other words that people write for them.
//!
//! It refuses to know the content of entries.

use super::KEYS;
use crate::declaration::Key;
use crate::suggest::nearest;

/// The key of this name.
pub(crate) fn named(name: &str) -> Option<&'static Key> {
    keys().find(|key| key.name == name)
}

/// The key that a word may stand for.
pub(crate) fn meant_by(word: &str) -> Option<&'static Key> {
    let other = keys().find(|key| key.other_words.contains(&word));
    other.or_else(|| named(nearest(word, keys().map(|key| key.name))?))
}

/// The message for a word that is not a key.
pub(crate) fn unknown(word: &str) -> String {
    match meant_by(word) {
        Some(key) => format!("unknown key `{word}`; did you mean `{}`?", key.name),
        None => {
            let names: Vec<String> = keys().map(|key| format!("`{}`", key.name)).collect();
            format!("unknown key `{word}`; there are {}", names.join(", "))
        }
    }
}

fn keys() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().map(|entry| entry.key)
}
