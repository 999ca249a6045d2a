//! The description of a system of any size.
//!
//! It refuses to know Rust.

use std::fmt::Write;

use super::name::Names;
use super::words::Words;
use crate::derive::family::Family;
use crate::system::System;

/// The texts that the emitter writes into documentation and constants.
#[derive(Debug)]
pub(crate) struct FamilyDescription {
    pub(crate) text: String,
    pub(crate) words: Words,
}

/// Describes a system of any size and what was derived for it.
pub(crate) fn describe(system: &System, family: &Family) -> FamilyDescription {
    let mut text = format!("{}: sums over items whose number the program knows", system.ident);
    for template in &family.templates {
        let (local, operations) = (template.items.coordinates.len(), template.passes().len());
        let _ = write!(
            text,
            "\nterms over {local} local coordinates, {operations} kernels"
        );
    }
    FamilyDescription {
        text,
        words: Words::of(system, &Names::of(system), None),
    }
}
