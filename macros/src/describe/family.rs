//! The description of a system of any size: L as typed, the sums with their items, the schemes.
//!
//! It refuses to write equations of motion, which are sums of what items add.

use super::equation::Equation;
use super::name::Names;
use super::page::Page;
use super::scheme;
use super::symmetry::{self, SymmetryText};
use super::text::{contacts, stated, title};
use super::words::Words;
use crate::declaration::{Quantity, Section, integer_text};
use crate::derive::family::{Family, FamilyStep, Items, Tangent};
use crate::keys;
use crate::model::{Energy, Extent, Families, Integer, Place, WRITTEN_OUT, Why};
use crate::system::System;

/// Columns for the name of a scheme.
const COLUMNS: usize = 39;

/// The texts that the emitter writes into documentation and constants.
#[derive(Debug)]
pub(crate) struct FamilyDescription {
    pub(crate) text: String,
    /// One per symmetry, for its momentum map.
    pub(crate) symmetries: Vec<String>,
    pub(crate) words: Words,
}

/// Describes a system of any size and what was derived for it.
pub(crate) fn describe(system: &System, family: &Family) -> FamilyDescription {
    let names = Names::of(system);
    let writer = Writer {
        system,
        names: &names,
        families: system.model.families.as_ref(),
    };
    let symmetries = symmetry::of(system, &names);
    FamilyDescription {
        text: writer.text(family, &symmetries),
        symmetries: symmetries.into_iter().map(|texts| texts.documentation).collect(),
        words: Words::of(system, &names, None),
    }
}

struct Writer<'a> {
    system: &'a System,
    names: &'a Names,
    families: Option<&'a Families>,
}

impl Writer<'_> {
    fn text(&self, family: &Family, symmetries: &[SymmetryText]) -> String {
        let mut page = Page::default();
        title(self.system, &mut page);
        self.head(&mut page, family);
        for symmetry in symmetries {
            page.labelled("conserved", &symmetry.line);
        }
        self.formulas(&mut page);
        self.sums(&mut page, family);
        schemes(&mut page, family);
        page.finish()
    }

    fn head(&self, page: &mut Page, family: &Family) {
        let declaration = &self.system.declaration;
        let extents = self.families.iter().flat_map(|families| &families.extents);
        let coordinates = declaration.coordinates.iter().zip(extents);
        let coordinates =
            coordinates.map(|(quantity, extent)| self.quantity(quantity, extent.items.as_ref()));
        page.labelled("coordinates", &coordinates.collect::<Vec<_>>().join(", "));
        let inputs = declaration
            .inputs
            .iter()
            .enumerate()
            .map(|(at, quantity)| self.quantity(quantity, self.items_of_input(at)));
        let inputs = inputs.collect::<Vec<_>>().join(", ");
        if !inputs.is_empty() {
            page.labelled("inputs", &inputs);
        }
        let size = match &family.fixed {
            Some(fixed) => format!(
                "known to the compiler by the constant {}; in arrays, without an allocator",
                fixed.length
            ),
            None => match self.families.map(|families| families.why) {
                Some(Why::Literal(limit)) => {
                    format!("more than {WRITTEN_OUT} items, and sums over more than {limit} are loops")
                }
                _ => "known when the program runs".to_owned(),
            },
        };
        page.labelled("size", &size);
        for note in &self.system.notes {
            page.labelled("note", note);
        }
    }

    /// The length of an input, if only the program knows it.
    fn items_of_input(&self, at: usize) -> Option<&Integer> {
        self.families?.inputs.as_ref()?.extents.get(at)?.items.as_ref()
    }

    /// `r[points][3]`
    fn quantity(&self, quantity: &Quantity, items: Option<&Integer>) -> String {
        let name = self.names.text(&quantity.ident.to_string());
        let items = items.map(|items| format!("[{}]", self.integer(items)));
        let lengths = quantity.shape.lengths().into_iter();
        name + &items.unwrap_or_default() + &lengths.map(|length| format!("[{length}]")).collect::<String>()
    }

    fn integer(&self, integer: &Integer) -> String {
        let names = self.families.map_or(&[][..], |families| &families.indices);
        integer_text(integer, &self.system.declaration.fields, names).replace('-', "−")
    }

    fn formulas(&self, page: &mut Page) {
        page.section("Lagrangian");
        if matches!(self.system.model.energy, Energy::Split { .. }) {
            let has_potential = keys::POTENTIAL.has_formulas(&self.system.declaration);
            page.entry(if has_potential { "L = T − V" } else { "L = T" });
        }
        self.section(page, Section::Lagrangian);
        let definitions = stated(self.system, self.names, Section::Definitions);
        for (at, definition) in definitions.iter().enumerate() {
            page.definition(if at == 0 { "with" } else { "    " }, &definition.text());
        }
        for (section, title) in [(Section::Forces, "Forces"), (Section::Constraints, "Constraints")] {
            if !stated(self.system, self.names, section).is_empty() {
                page.section(title);
                self.section(page, section);
            }
        }
        let entries = stated(self.system, self.names, Section::Contacts);
        contacts(&entries.iter().map(Equation::text).collect::<Vec<_>>(), page);
    }

    fn section(&self, page: &mut Page, section: Section) {
        let lines = stated(self.system, self.names, section);
        lines
            .iter()
            .map(Equation::text)
            .for_each(|line| page.entry(&line));
    }

    /// Each sum with the coordinates of one item.
    fn sums(&self, page: &mut Page, family: &Family) {
        page.section("Sums, and the coordinates of an item");
        for template in &family.templates {
            let Items {
                marker,
                coordinates,
                constraints,
                inputs,
                ..
            } = &template.items;
            let of = if constraints.is_empty() {
                ""
            } else {
                "constraints, "
            };
            page.entry(&format!(
                "{of}{}: {}",
                self.ranges(*marker),
                [self.local(coordinates), self.local_inputs(inputs)]
                    .concat()
                    .join(", ")
            ));
        }
        for (contact, name) in family.contacts.iter().zip(&self.system.contacts) {
            let Items {
                marker, coordinates, ..
            } = &contact.items;
            let (ranges, local) = (self.ranges(*marker), self.local(coordinates).join(", "));
            page.entry(&format!("contact {name}, {ranges}: {local}"));
        }
    }

    /// `r[i]` for all of its components, and else each of those that are there.
    fn local(&self, coordinates: &[usize]) -> Vec<String> {
        let Some(families) = self.families else {
            return Vec::new();
        };
        let names = |at: usize| self.system.coordinates[at].clone();
        self.local_of((&families.extents, &families.places), coordinates, names)
    }

    /// The same of inputs.
    fn local_inputs(&self, inputs: &[usize]) -> Vec<String> {
        let Some(families) = self.families.and_then(|families| families.inputs.as_ref()) else {
            return Vec::new();
        };
        let model = &self.system.model;
        let names = |at: usize| {
            model
                .graph
                .name_of(model.inputs[at])
                .unwrap_or_default()
                .to_owned()
        };
        self.local_of((&families.extents, &families.places), inputs, names)
    }

    fn local_of(
        &self,
        (extents, places): (&[Extent], &[Place]),
        local: &[usize],
        name: impl Fn(usize) -> String,
    ) -> Vec<String> {
        let item = |at: &usize| {
            let place = &places[*at];
            (place.quantity, &place.item)
        };
        let named = |at: &usize| self.names.text(&name(*at)).replace('-', "−");
        let items = local.chunk_by(|a, b| item(a) == item(b)).flat_map(|components| {
            let (quantity, item) = item(&components[0]);
            let extent = &extents[quantity];
            match &extent.items {
                Some(_) if components.len() == extent.inner => {
                    vec![format!(
                        "{}[{}]",
                        self.names.text(&extent.name),
                        self.integer(item)
                    )]
                }
                _ => components.iter().map(named).collect(),
            }
        });
        items.collect()
    }

    /// `0 ≤ i < n, i + 1 ≤ j < n`
    fn ranges(&self, marker: Option<usize>) -> String {
        let (Some(families), Some(marker)) = (self.families, marker) else {
            return "one item".to_owned();
        };
        let ranges = families.markers[marker].ranges.iter().map(|range| {
            let index = families.indices.get(range.index).map_or("", String::as_str);
            let [first, beyond] = [&range.first, &range.beyond].map(|end| self.integer(end));
            format!("{first} ≤ {index} < {beyond}")
        });
        ranges.collect::<Vec<_>>().join(", ")
    }
}

fn schemes(page: &mut Page, family: &Family) {
    page.section("Schemes");
    for (at, step) in family.steps.iter().enumerate() {
        let name = scheme::name(&*step.scheme);
        let band = family.fixed.as_ref().and_then(|fixed| fixed.steps.get(at));
        let band = band
            .filter(|_| solved(step) != EXPLICIT)
            .map(|step| storage(step.tangent));
        page.entry(&format!(
            "{name:<COLUMNS$}{}{}",
            solved(step),
            band.unwrap_or_default()
        ));
    }
}

const EXPLICIT: &str = "explicit";

/// How the tangent is stored whose length is a constant of the type.
fn storage(half: usize) -> String {
    match half {
        0 => ", diagonal".to_owned(),
        1 => ", tridiagonal".to_owned(),
        half => format!(", of half bandwidth {half}"),
    }
}

/// What a step solves, in words.
fn solved(step: &FamilyStep) -> &'static str {
    match (step.tangent, step.is_coupled) {
        (Tangent::Constant, false) if !step.has_offsets => EXPLICIT,
        (Tangent::Constant, _) => "linear equations, factored once",
        (Tangent::Start, _) => "linear equations, factored in each step",
        (Tangent::Unknowns, _) => "Newton's method",
    }
}
