//! Columns of contacts: what the step that begins at a state says of each.

use std::collections::BTreeMap;
use std::format;
use std::string::{String, ToString};
use std::vec::Vec;

use super::cells::{Cell, numbers};
use crate::contacts::{Contact, ContactState};
use crate::drive::StepReport;
use crate::family::{ContactForm, ContactItem};
use crate::{Discretize, Trajectory};
use extremal_numerics::Scalar;

/// `gap_foot`, `state_foot`, `P_foot`, and for the slips `P_T_foot` or `P_T_foot_0` and `P_T_foot_1`.
pub(super) fn names_of_contacts<S: Discretize<D>, D>() -> Vec<String> {
    let contacts = <S::Report as StepReport<S::Scalar, S::Velocity>>::CONTACTS.iter();
    let names = contacts.flat_map(|Contact { name, slips }| names(name, *slips));
    names.collect()
}

fn names(name: &str, slips: usize) -> Vec<String> {
    let mut names: Vec<String> = PREFIXES.iter().map(|of| format!("{of}{name}")).collect();
    match slips {
        1 => names.push(format!("{SLIP}{name}")),
        slips => names.extend((0..slips).map(|slip| format!("{SLIP}{name}_{slip}"))),
    }
    names
}

const PREFIXES: [&str; 3] = ["gap_", "state_", "P_"];
const SLIP: &str = "P_T_";

/// An item of a contact of a system of any size that has columns.
pub(super) struct Item {
    /// `None` for one that no step closes.
    number: Option<ContactItem>,
    name: String,
    slips: usize,
}

/// The items that have columns: those that some recorded step closes, contacts without running indices, and those of which a
/// column is chosen.
pub(super) fn items<S: Discretize<D>, D>(trajectory: &Trajectory<S, D>, chosen: &[String]) -> Vec<Item> {
    let forms = forms::<S, D>();
    if forms.is_empty() {
        return Vec::new();
    }
    let mut closed: BTreeMap<ContactItem, (String, usize)> = BTreeMap::new();
    for element in trajectory.elements().iter().flatten() {
        element.report.each_item(&mut |at| {
            let name = || (at.name.to_string(), at.percussions.len().saturating_sub(1));
            closed.entry(at.item).or_insert_with(name);
        });
    }
    let closed = closed.into_iter().map(|(item, (name, slips))| Item {
        number: Some(item),
        name,
        slips,
    });
    let mut items: Vec<Item> = closed.collect();
    let singles = forms.iter().filter(|form| form.indices == 0);
    let singles = singles.map(|form| (String::from(form.name), form.slips));
    let named = chosen.iter().filter_map(|column| {
        let (name, form) = item_of(forms, column)?;
        name.contains('[').then_some((name, form.slips))
    });
    for (name, slips) in singles.chain(named) {
        if items.iter().all(|item| item.name != name) {
            items.push(Item {
                number: None,
                name,
                slips,
            });
        }
    }
    items
}

/// The names of the columns of items.
pub(super) fn names_of_items(items: &[Item]) -> Vec<String> {
    items
        .iter()
        .flat_map(|item| names(&item.name, item.slips))
        .collect()
}

/// The names that stand for the columns of all items of a contact; there may be none.
pub(super) fn words_of_items<S: Discretize<D>, D>() -> Vec<String> {
    let forms = forms::<S, D>();
    let arrays = forms.iter().filter(|form| form.indices > 0);
    let words = arrays.flat_map(|form| {
        let slip = (form.slips > 0).then_some(SLIP);
        PREFIXES
            .into_iter()
            .chain(slip)
            .map(move |of| format!("{of}{}", form.name))
    });
    words.collect()
}

fn forms<S: Discretize<D>, D>() -> &'static [ContactForm] {
    <S::Report as StepReport<S::Scalar, S::Velocity>>::FORMS
}

/// The item of a column, and its contact.
fn item_of<'a>(forms: &'a [ContactForm], column: &str) -> Option<(String, &'a ContactForm)> {
    let prefixes = core::iter::once(SLIP).chain(PREFIXES);
    let mut found = prefixes.filter_map(|prefix| {
        let name = column.strip_prefix(prefix)?;
        let end = name.rfind(']').map_or(name.len(), |end| end + 1);
        let (name, word) = (name.get(..end)?, name.split('[').next()?);
        let form = forms.iter().find(|form| form.name == word)?;
        Some((String::from(name), form))
    });
    found.next()
}

/// The values in the columns of [`names_of_contacts`] and [`names_of_items`].
pub(super) fn cells_of_contacts<S: Discretize<D>, D>(
    report: &S::Report,
    items: &[Item],
) -> Vec<Cell<S::Scalar>> {
    let mut cells = Vec::new();
    report.each_contact(&mut |contact| {
        cells.push(Cell::Number(contact.gap));
        cells.push(word(contact.state));
        cells.extend(numbers(contact.percussions));
    });
    let mut closed = BTreeMap::new();
    report.each_item(&mut |at| {
        let mut own = Vec::from([Cell::Number(at.gap), word(at.state)]);
        own.extend(numbers(at.percussions));
        closed.insert(at.item, own);
    });
    for item in items {
        let own = item.number.and_then(|number| closed.remove(&number));
        cells.extend(own.unwrap_or_else(|| open(item.slips)));
    }
    cells
}

/// The cells of an item that is not closed, of which reports do not tell the gap.
fn open<T: Scalar>(slips: usize) -> Vec<Cell<T>> {
    let mut cells = Vec::from([Cell::Nothing, word(ContactState::Open)]);
    cells.extend((0..=slips).map(|_| Cell::Number(T::from_f64(0.0))));
    cells
}

fn word<T>(state: ContactState) -> Cell<T> {
    Cell::Word(match state {
        ContactState::Open => "open",
        ContactState::Stick => "stick",
        ContactState::Slip => "slip",
    })
}
