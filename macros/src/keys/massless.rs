//! `massless(y, r[2])`: coordinates that have no kinetic energy on purpose.
//!
//! It refuses to know the kinetic energy: `check` compares the two.

use super::{Entry, Reading, component};
use crate::declaration::{Declaration, Form, Items, Key, Label, Lost, Quantity, Row, Times, name_of};
use crate::diagnostics::Reported;

static KEY: Key = Key {
    name: "massless",
    other_words: &["weightless", "no_mass", "without_mass"],
    times: Times::Once("list all of them in one `massless(..)`"),
    form: Form::List {
        example: |declaration| format!("massless({})", declaration.first_coordinate()),
        items: Items::Components,
    },
    loss: Lost::some_entries,
    row: Row {
        entry: "massless(y, r[2])",
        shape: "coordinates, or components of them",
        meaning: "coordinates that have no kinetic energy on purpose: forces, V or constraints determine them",
        otherwise: "none: each coordinate has a kinetic energy",
    },
    ..Key::PLAIN
};

pub(super) const ENTRY: Entry = Entry {
    finish: |reading, _| add_components(reading),
    ..Entry::of(&KEY)
};

/// Whether a coordinate, or a component of it, is listed.
pub(super) fn lists(declaration: &Declaration, name: &str) -> bool {
    let mut listed = KEY.components(declaration);
    listed.any(|label| label.to_string() == name || name_of(&label.ident) == name)
}

/// A component that is said to have no kinetic energy.
#[derive(Debug)]
pub(crate) struct Massless {
    pub(crate) component: usize,
    /// The user's tokens.
    pub(crate) label: Label,
}

impl Massless {
    /// The message for one that has a kinetic energy.
    pub(crate) fn has_mass(&self) -> String {
        let label = &self.label;
        format!("`{label}` has a kinetic energy, so that it is not massless; drop it here")
    }
}

/// Whether no coordinate has a mass, so that there need not be a kinetic energy.
pub(super) fn are_all(declaration: &Declaration) -> bool {
    let is_listed = |quantity: &Quantity| {
        let of_it = || {
            KEY.components(declaration)
                .filter(|label| name_of(&label.ident) == name_of(&quantity.ident))
        };
        let places = |label: &Label| {
            let indices = label
                .indices
                .iter()
                .map(|index| index.base10_parse().unwrap_or(usize::MAX));
            let selected = quantity.shape.select(&indices.collect::<Vec<_>>());
            selected.map_or(0..0, |(_, places)| places)
        };
        let has = |i: usize| of_it().any(|label| places(label).contains(&i));
        (0..quantity.size()).all(has)
    };
    !declaration.coordinates.is_empty() && declaration.coordinates.iter().all(is_listed)
}

/// Each component, in the order listed.
fn add_components(reading: &mut Reading) -> Result<(), Reported> {
    let declaration: &Declaration = reading.declaration;
    let mut outcome = Ok(());
    for label in KEY.components(declaration) {
        if let Some(quantity) = component::of_items(declaration, label) {
            outcome = add_items(reading, label, quantity).and(outcome);
            continue;
        }
        let (start, shape) = match component::place(reading, label, "what is massless is a coordinate") {
            Ok(place) => place,
            Err(reported) => {
                outcome = Err(reported);
                continue;
            }
        };
        let is_listed = |component| {
            let mut listed = reading.parts.massless.iter();
            listed.any(|known: &Massless| known.component == component)
        };
        let components = start..start + shape.size();
        if components.clone().any(is_listed) {
            let message = format!("`{label}` is listed twice; drop one of the two");
            outcome = Err(reading.lowering.diagnostics.report(&label.ident, message));
            continue;
        }
        reading
            .parts
            .massless
            .extend(components.map(|component| Massless {
                component,
                label: label.clone(),
            }));
    }
    outcome
}

/// All items of a coordinate, where formulas name them.
fn add_items(reading: &mut Reading, label: &Label, quantity: usize) -> Result<(), Reported> {
    let name = name_of(&label.ident);
    let places = reading.lowering.sums.places().iter().enumerate();
    let places: Vec<usize> = places
        .filter(|(_, place)| place.quantity == quantity)
        .map(|(at, _)| at)
        .collect();
    let mut listed = reading.parts.massless.iter();
    if listed.any(|known| places.contains(&known.component)) {
        let message = format!("`{name}` is listed twice; drop one of the two");
        return Err(reading.lowering.diagnostics.report(&label.ident, message));
    }
    if let Some(index) = label.indices.first() {
        let message = format!(
            "all items of `{name}` have one formula, and are massless or not: write `massless({name})`"
        );
        return Err(reading.lowering.diagnostics.report(index, message));
    }
    reading
        .parts
        .massless
        .extend(places.into_iter().map(|component| Massless {
            component,
            label: label.clone(),
        }));
    Ok(())
}
