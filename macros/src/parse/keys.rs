//! The keys of `#[lagrangian(..)]`: which there are, what others call them, and how their entries look.
//!
//! It refuses to know what an entry says.

use crate::declaration::{Declaration, name_of};
use crate::schemes::SCHEMES;
use crate::suggest::nearest;

pub(super) const KEYS: [&str; 16] = [
    "coordinates",
    "inputs",
    "let",
    "kinetic",
    "mass_matrix",
    "potential",
    "lagrangian",
    "force",
    "dissipation",
    "constraint",
    "output",
    "symmetry",
    "sensitivities",
    "modified_energy",
    "discretize",
    "crate",
];

/// What people write where a key is meant, too far from it for a typing error.
const OTHER_WORDS: [(&str, &str); 38] = [
    ("q", "coordinates"),
    ("u", "inputs"),
    ("control", "inputs"),
    ("controls", "inputs"),
    ("variables", "coordinates"),
    ("states", "coordinates"),
    ("T", "kinetic"),
    ("kinetic_energy", "kinetic"),
    ("M", "mass_matrix"),
    ("mass", "mass_matrix"),
    ("inertia", "mass_matrix"),
    ("V", "potential"),
    ("U", "potential"),
    ("potential_energy", "potential"),
    ("L", "lagrangian"),
    ("f", "force"),
    ("damping", "dissipation"),
    ("rayleigh", "dissipation"),
    ("friction", "dissipation"),
    ("constraints", "constraint"),
    ("holonomic", "constraint"),
    ("joint", "constraint"),
    ("equality", "constraint"),
    ("subject_to", "constraint"),
    ("observe", "output"),
    ("watch", "output"),
    ("noether", "symmetry"),
    ("generator", "symmetry"),
    ("momentum_map", "symmetry"),
    ("parameters", "sensitivities"),
    ("modified_hamiltonian", "modified_energy"),
    ("shadow_hamiltonian", "modified_energy"),
    ("shadow_energy", "modified_energy"),
    ("scheme", "discretize"),
    ("schemes", "discretize"),
    ("integrator", "discretize"),
    ("integrators", "discretize"),
    ("methods", "discretize"),
];

/// The key that a word may stand for.
pub(super) fn meant_by(word: &str) -> Option<&'static str> {
    let other = OTHER_WORDS.iter().find(|(other, _)| *other == word);
    other.map(|(_, key)| *key).or_else(|| nearest(word, KEYS))
}

pub(super) fn unknown(word: &str) -> String {
    match meant_by(word) {
        Some(key) => format!("unknown key `{word}`; did you mean `{key}`?"),
        None => {
            let keys: Vec<String> = KEYS.iter().map(|key| format!("`{key}`")).collect();
            format!("unknown key `{word}`; there are {}", keys.join(", "))
        }
    }
}

/// Whether the entry of a key introduces names.
pub(super) fn may_name(key: &str) -> bool {
    key == "let" || is_of_quantities(key)
}

/// Whether the entry of a key says how many coordinates or inputs there are.
pub(super) fn is_of_quantities(key: &str) -> bool {
    matches!(key, "coordinates" | "inputs")
}

pub(super) fn may_come_often(key: &str) -> bool {
    matches!(key, "let" | "force" | "constraint" | "output" | "symmetry")
}

/// What to do instead of giving a key twice.
pub(super) fn given_twice(key: &str) -> String {
    let way_out = match key {
        "coordinates" | "inputs" | "sensitivities" => format!("list all of them in one `{key}(..)`"),
        "discretize" => "list all schemes in one `discretize(..)`".to_owned(),
        "potential" | "dissipation" => format!("write the sum of both as one `{key} = ..`"),
        _ => "drop one of the two".to_owned(),
    };
    format!("`{key}` is given twice; {way_out}")
}

/// How the entry of a key looks that takes parentheses.
pub(super) fn example_of_list(key: &str, declaration: &Declaration) -> Option<String> {
    match key {
        "coordinates" => Some("coordinates(x, r[3])".to_owned()),
        "inputs" => Some("inputs(u)".to_owned()),
        "force" => {
            let first = declaration.coordinates.first();
            let target = first.map_or_else(|| "x".to_owned(), |coordinate| name_of(&coordinate.ident));
            Some(format!("force({target} = ..)"))
        }
        "constraint" => Some("constraint(length = ..)".to_owned()),
        "output" => Some("output(height = ..)".to_owned()),
        "symmetry" => Some("symmetry(rotation = [..])".to_owned()),
        "sensitivities" => {
            let first = declaration.fields.first();
            let field = first.map_or_else(|| "m".to_owned(), |field| name_of(&field.ident));
            Some(format!("sensitivities({field})"))
        }
        "discretize" => Some(format!("discretize({})", SCHEMES[0].signature.example)),
        _ => None,
    }
}
