//! Texts of systems in files that a reviewer reads, and what is printed as an equation against differences of L.
//!
//! `BLESS=1 cargo test -p extremal-macros describe` rewrites the files; look at the difference.

mod equations;
mod families;
mod friction;
mod rolling;
mod scripts;
mod texts;

use syn::DeriveInput;

use crate::derive::derive;
use crate::describe::{Description, describe};
use crate::system::{System, read};

/// A system that holds all rules, and its description.
fn described(input: DeriveInput) -> (System, Description) {
    let mut system = read(input)
        .map_err(|failed| failed.errors.to_string())
        .expect("a declaration without mistakes");
    let schemes = system.schemes();
    let derived = derive(&mut system.model, schemes).expect("it is small");
    let description = describe(&mut system, &derived);
    (system, description)
}
