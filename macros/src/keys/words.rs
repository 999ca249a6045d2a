//! Keys by their names, and by other words that people write for them.

use super::KEYS;
use crate::declaration::Key;
use crate::lower;
use crate::suggest::nearest;

/// The key of this name.
pub(crate) fn named(name: &str) -> Option<&'static Key> {
    keys().find(|key| key.name == name)
}

/// The key that a word may stand for.
pub(crate) fn meant_by(word: &str) -> Option<&'static Key> {
    if OTHERS.iter().any(|(words, _)| words.contains(&word)) {
        return None;
    }
    let other = keys().find(|key| key.other_words.contains(&word));
    other.or_else(|| named(nearest(word, keys().map(|key| key.name))?))
}

/// Words of mechanics that are no keys, and what to write for them.
const OTHERS: [(&[&str], &str); 8] = [
    (
        &[
            "unilateral",
            "inequality",
            "impact",
            "impacts",
            "collision",
            "collisions",
        ],
        "an inequality `y >= 0` is a contact: write `contact(floor, gap = y, restitution = 0.5)`",
    ),
    (
        &["gap", "slip", "restitution", "restitution_t"],
        "this is a part of a contact: write `contact(floor, gap = y, restitution = 0.5)`",
    ),
    (
        &["equation", "equations", "ode", "odes", "der", "dynamics"],
        "the equations of motion are derived: declare `kinetic`, `potential` and `force(..)`",
    ),
    (
        &["damper", "dashpot", "brake"],
        "write `force(x = -c * dt(x))`, or `dissipation = 0.5 * c * dt(x).powi(2)`; what sticks is dry friction: \
         `friction(seal, slip = dt(x), force = f)`",
    ),
    (
        &["gravity", "spring", "springs", "weight"],
        "write it in the potential, as in `potential = m * 9.81 * y + 0.5 * k * x.powi(2)`",
    ),
    (
        &[
            "masses",
            "parameter",
            "parameters",
            "constants",
            "params",
            "param",
        ],
        "parameters are the fields of the struct, and formulas call them by their names",
    ),
    (
        &[
            "initial",
            "start",
            "x0",
            "q0",
            "v0",
            "step",
            "step_size",
            "steps",
            "h",
            "tolerance",
        ],
        "this belongs to a run: `Integrator::new(&system, scheme, step_size, [..], [..])`",
    ),
    (
        &["dof", "dofs", "n"],
        "list the coordinates, as in `coordinates(x, r[3])`",
    ),
];

/// The message for a word that is not a key.
pub(crate) fn unknown(word: &str) -> String {
    if let Some((_, advice)) = OTHERS.iter().find(|(words, _)| words.contains(&word)) {
        return format!("unknown key `{word}`; {advice}");
    }
    match meant_by(word) {
        Some(key) => format!("unknown key `{word}`; did you mean `{}`?", key.name),
        None => {
            let names: Vec<String> = keys().map(|key| format!("`{}`", key.name)).collect();
            format!("unknown key `{word}`; there are {}", names.join(", "))
        }
    }
}

/// Whether a word is neither a key nor one that people write for a key.
pub(crate) fn is_new(word: &str) -> bool {
    named(word).is_none()
        && meant_by(word).is_none()
        && OTHERS.iter().all(|(words, _)| !words.contains(&word))
}

/// A call of the function `word`, if there is one of that name.
pub(crate) fn call_of(word: &str, argument: &str) -> Option<String> {
    lower::is_function(word).then(|| format!("{word}({argument})"))
}

fn keys() -> impl Iterator<Item = &'static Key> {
    KEYS.iter().map(|entry| entry.key)
}
