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

/// `gap_foot`, `state_foot`, `P_foot`, and for the slips `P_T_foot` or `P_T_foot_0` and `P_T_foot_1`. What has no gap has
/// neither a `gap_` nor a `P_`.
pub(super) fn names_of_contacts<S: Discretize<D>, D>() -> Vec<String> {
    let contacts = <S::Report as StepReport<S::Scalar, S::Velocity>>::CONTACTS.iter();
    let names = contacts.flat_map(|contact: &Contact| names(contact.name, (contact.slips, contact.has_gap)));
    names.collect()
}

fn names(name: &str, (slips, has_gap): (usize, bool)) -> Vec<String> {
    let mut names: Vec<String> = prefixes(has_gap).iter().map(|of| format!("{of}{name}")).collect();
    match slips {
        1 => names.push(format!("{SLIP}{name}")),
        slips => names.extend((0..slips).map(|slip| format!("{SLIP}{name}_{slip}"))),
    }
    names
}

const PREFIXES: [&str; 3] = ["gap_", "state_", "P_"];

/// Those of a contact, or of what has no gap.
fn prefixes(has_gap: bool) -> &'static [&'static str] {
    if has_gap { &PREFIXES } else { &["state_"] }
}

const SLIP: &str = "P_T_";

/// An item of a contact of a system of any size that has columns.
pub(super) struct Item {
    /// `None` for one that no step closes.
    number: Option<ContactItem>,
    name: String,
    slips: usize,
    has_gap: bool,
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
        has_gap: has_gap(forms, item),
    });
    let mut items: Vec<Item> = closed.collect();
    let singles = forms.iter().filter(|form| form.indices == 0);
    let singles = singles.map(|form| (String::from(form.name), form));
    let named = chosen.iter().filter_map(|column| {
        let (name, form) = item_of(forms, column)?;
        name.contains('[').then_some((name, form))
    });
    for (name, form) in singles.chain(named) {
        if items.iter().all(|item| item.name != name) {
            items.push(Item {
                number: None,
                name,
                slips: form.slips,
                has_gap: form.has_gap,
            });
        }
    }
    items
}

/// The names of the columns of items.
pub(super) fn names_of_items(items: &[Item]) -> Vec<String> {
    items
        .iter()
        .flat_map(|item| names(&item.name, (item.slips, item.has_gap)))
        .collect()
}

/// The names that stand for the columns of all items of a contact; there may be none.
pub(super) fn words_of_items<S: Discretize<D>, D>() -> Vec<String> {
    let forms = forms::<S, D>();
    let arrays = forms.iter().filter(|form| form.indices > 0);
    let words = arrays.flat_map(|form| {
        let slip = (form.slips > 0).then_some(SLIP);
        let prefixes = prefixes(form.has_gap).iter().copied();
        prefixes.chain(slip).map(move |of| format!("{of}{}", form.name))
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
        let numbers = (contact.gap, contact.percussions);
        cells.extend(closed_cells(contact.contact.has_gap, contact.state, numbers));
    });
    let mut closed = BTreeMap::new();
    report.each_item(&mut |at| {
        let has_gap = has_gap(forms::<S, D>(), at.item);
        closed.insert(at.item, closed_cells(has_gap, at.state, (at.gap, at.percussions)));
    });
    for item in items {
        let own = item.number.and_then(|number| closed.remove(&number));
        cells.extend(own.unwrap_or_else(|| open(item)));
    }
    cells
}

fn has_gap(forms: &[ContactForm], item: ContactItem) -> bool {
    forms.get(item.form).is_none_or(|form| form.has_gap)
}

/// The cells of a contact, in the order of the names of its columns.
fn closed_cells<T: Scalar>(
    has_gap: bool,
    state: ContactState,
    (gap, percussions): (T, &[T]),
) -> Vec<Cell<T>> {
    if has_gap {
        let mut cells = Vec::from([Cell::Number(gap), word(state)]);
        cells.extend(numbers(percussions));
        return cells;
    }
    let mut cells = Vec::from([word(state)]);
    cells.extend(numbers(percussions.get(1..).unwrap_or_default()));
    cells
}

/// The cells of an item that is not closed, of which reports do not tell the gap.
fn open<T: Scalar>(item: &Item) -> Vec<Cell<T>> {
    let zeros = |count: usize| (0..count).map(|_| Cell::Number(T::from_f64(0.0)));
    if !item.has_gap {
        let mut cells = Vec::from([word(ContactState::Open)]);
        cells.extend(zeros(item.slips));
        return cells;
    }
    let mut cells = Vec::from([Cell::Nothing, word(ContactState::Open)]);
    cells.extend(zeros(1 + item.slips));
    cells
}

fn word<T>(state: ContactState) -> Cell<T> {
    Cell::Word(match state {
        ContactState::Open => "open",
        ContactState::Stick => "stick",
        ContactState::Slip => "slip",
    })
}
