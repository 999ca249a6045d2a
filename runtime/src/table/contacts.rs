//! Columns of contacts: what the step that begins at a state says of each.
//!
//! Knows no scheme.

use std::format;
use std::string::String;
use std::vec::Vec;

use super::cells::{Cell, numbers};
use crate::{Contact, ContactState, Discretize};

/// `gap_foot`, `state_foot`, `P_foot`, and for the slips `P_T_foot` or `P_T_foot_0` and `P_T_foot_1`.
pub(super) fn names_of_contacts<S: Discretize<D>, D>() -> Vec<String> {
    <S as Discretize<D>>::REPORTED_CONTACTS
        .iter()
        .flat_map(names)
        .collect()
}

fn names(contact: &Contact) -> Vec<String> {
    let Contact { name, slips } = contact;
    let mut names: Vec<String> = ["gap", "state", "P"].map(|of| format!("{of}_{name}")).into();
    match slips {
        1 => names.push(format!("P_T_{name}")),
        slips => names.extend((0..*slips).map(|slip| format!("P_T_{name}_{slip}"))),
    }
    names
}

/// The values in the columns of [`names_of_contacts`].
pub(super) fn cells_of_contacts<S: Discretize<D>, D>(report: &S::Report) -> Vec<Cell<S::Scalar>> {
    let mut cells = Vec::new();
    S::each_contact(report, &mut |contact| {
        cells.push(Cell::Number(contact.gap));
        cells.push(Cell::Word(match contact.state {
            ContactState::Open => "open",
            ContactState::Stick => "stick",
            ContactState::Slip => "slip",
        }));
        cells.extend(numbers(contact.percussions));
    });
    cells
}
