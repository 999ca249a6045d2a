//! The columns of a table: their names, and which of them are written.

use core::fmt;
use std::collections::BTreeSet;
use std::string::String;
use std::vec::Vec;
use std::{format, io};

use super::contacts::{Item, items, names_of_contacts, names_of_items, words_of_items};
use super::derived::names_of_reactions;
use crate::{Discretize, Lagrangian, Trajectory};

/// The quantities of columns, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) enum Quantity {
    Time,
    Coordinates,
    Velocity,
    Momentum,
    Outputs,
    Inputs,
    MomentumMaps,
    Reactions,
    Energy,
    Contacts,
}

/// How many quantities there are.
pub(super) const QUANTITIES: usize = Quantity::Contacts as usize + 1;

/// A column by the number of its quantity, and its number among the columns of that quantity.
type Place = (usize, usize);

/// The columns that a table may have.
pub(super) struct Columns {
    /// Their names, for each quantity.
    names: [Vec<String>; QUANTITIES],
    /// The items of contacts among them.
    pub(super) items: Vec<Item>,
    /// Names that stand for columns of which there may be none.
    words: Vec<String>,
}

/// The columns that are written, in their order.
pub(super) struct Chosen(Vec<Place>);

impl Columns {
    /// The columns of a trajectory, and among them those that are chosen.
    pub(super) fn of<S: Discretize<D>, D, L: Lagrangian>(
        system: &L,
        trajectory: &Trajectory<S, D>,
        chosen: &[String],
    ) -> Self {
        let coordinates: Vec<_> = (0..system.coordinate_count())
            .map(|k| format!("{}", system.coordinate_name(k)))
            .collect();
        let named = |names: &[&str]| names.iter().map(|name| String::from(*name)).collect::<Vec<_>>();
        // Declared names stay unchanged; a derived name that equals one of them gets an underscore.
        let inputs: Vec<_> = (0..system.input_count())
            .map(|k| format!("{}", system.input_name(k)))
            .collect();
        let outputs: Vec<_> = (0..)
            .map_while(|k| system.output_name(k).map(|name| format!("{name}")))
            .collect();
        let others = [inputs.clone(), named(L::MOMENTUM_MAPS)].concat();
        let declared: BTreeSet<_> = coordinates.iter().chain(&outputs).chain(&others).collect();
        let derived = |mut name: String| {
            while declared.contains(&name) {
                name.push('_');
            }
            name
        };
        let with = |prefix: &str| -> Vec<String> {
            let names = coordinates.iter();
            names.map(|name| derived(format!("{prefix}{name}"))).collect()
        };
        let all = |names: Vec<String>| -> Vec<String> { names.into_iter().map(derived).collect() };
        let items = items(trajectory, chosen);
        let of_contacts = [names_of_contacts::<S, D>(), names_of_items(&items)].concat();
        let names = [
            named(&["t"]),
            coordinates.clone(),
            with("v_"),
            with("p_"),
            outputs.clone(),
            inputs,
            named(L::MOMENTUM_MAPS),
            all(names_of_reactions(system, &coordinates)),
            all(named(&["energy"])),
            all(of_contacts),
        ];
        Self {
            names,
            items,
            words: words_of_items::<S, D>(),
        }
    }

    fn each(&self) -> impl Iterator<Item = (&str, Place)> {
        let quantities = self.names.iter().enumerate();
        quantities.flat_map(|(quantity, names)| {
            let names = names.iter().enumerate();
            names.map(move |(k, name)| (name.as_str(), (quantity, k)))
        })
    }

    pub(super) fn all(&self) -> Chosen {
        Chosen(self.each().map(|(_, place)| place).collect())
    }

    /// The columns of these names; a name without its last indices has several.
    pub(super) fn named(&self, names: &[String]) -> Result<Chosen, UnknownColumn> {
        let mut sorted: Vec<_> = self.each().collect();
        sorted.sort_unstable();
        let from = |name: &str| {
            let first = sorted.partition_point(|(column, _)| *column < name);
            sorted.iter().skip(first)
        };
        let (mut chosen, mut before) = (Vec::new(), BTreeSet::new());
        for name in names {
            let of_this = from(name).take_while(|(column, _)| column == name);
            let entry = format!("{name}[");
            let of_entries = from(&entry).take_while(|(column, _)| column.starts_with(&entry));
            let mut places: Vec<_> = of_this.chain(of_entries).map(|(_, place)| *place).collect();
            if places.is_empty() && !self.words.contains(name) {
                return Err(self.unknown(name));
            }
            places.sort_unstable();
            places.retain(|place| before.insert(*place));
            chosen.extend(places);
        }
        Ok(Chosen(chosen))
    }

    fn unknown(&self, name: &str) -> UnknownColumn {
        let word = word(name);
        let mut known: Vec<String> = Vec::new();
        let mut entries: Option<[&str; 2]> = None;
        for (column, _) in self.each() {
            let of = self::word(column);
            if of == word {
                entries = Some([entries.map_or(column, |[first, _]| first), column]);
            }
            if known.last().is_none_or(|last| last != of) {
                known.push(String::from(of));
            }
        }
        known.extend(self.words.iter().cloned());
        let mut seen = BTreeSet::new();
        known.retain(|word| seen.insert(word.clone()));
        if let Some(entries) = entries {
            known = entries.map(String::from).into();
        }
        UnknownColumn {
            name: String::from(name),
            is_entry: entries.is_some(),
            known,
        }
    }

    pub(super) fn head(&self, chosen: &Chosen) -> impl Iterator<Item = &str> {
        let names = chosen
            .places()
            .map(|(quantity, k)| self.names.get(quantity).and_then(|names| names.get(k)));
        names.map(|name| name.map_or("", String::as_str))
    }
}

/// `r` of `r[17][2]`.
fn word(column: &str) -> &str {
    column.split('[').next().unwrap_or_default()
}

impl Chosen {
    pub(super) fn places(&self) -> impl Iterator<Item = Place> {
        self.0.iter().copied()
    }

    /// Whether a column of this quantity is written.
    pub(super) fn has(&self, quantity: Quantity) -> bool {
        self.0.iter().any(|place| place.0 == quantity as usize)
    }
}

/// No column of a table has this name: the source of the error of [`Table::write_csv`](crate::table::Table::write_csv).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownColumn {
    name: String,
    /// The first and the last entry of the quantity that is meant, or else the words of all columns.
    known: Vec<String>,
    is_entry: bool,
}

impl UnknownColumn {
    /// The name without a column.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, known, .. } = self;
        write!(f, "no column `{name}`; ")?;
        match known.as_slice() {
            [first, last] if self.is_entry && first == last => write!(f, "expected `{first}`"),
            [first, last] if self.is_entry => write!(f, "expected one from `{first}` to `{last}`"),
            known => {
                f.write_str("expected one of ")?;
                known.iter().enumerate().try_for_each(|(k, word)| {
                    let comma = if k == 0 { "" } else { ", " };
                    write!(f, "{comma}`{word}`")
                })
            }
        }
    }
}

impl core::error::Error for UnknownColumn {}

impl From<UnknownColumn> for io::Error {
    fn from(unknown: UnknownColumn) -> Self {
        Self::new(io::ErrorKind::InvalidInput, unknown)
    }
}
