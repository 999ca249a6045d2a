//! The names that formulas may use, and their meanings.
//!
//! It refuses to know fields beyond their names: their symbols are created on use.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::families::Rows;
use super::local::Local;
use super::{Lowered, Value};
use crate::declaration::{Declaration, Form, Key, Quantities, name_of};
use crate::model::Integer;
use crate::suggest::nearest;

#[derive(Debug)]
pub(crate) struct Scope {
    named: BTreeMap<String, Meaning>,
    /// The `let`s of the blocks and the parameters of the closures around the current expression; the last one of a name counts.
    local: Vec<(String, Meaning)>,
    /// Names of the declaration that formulas do not know, or do not know yet, with the reason.
    elsewhere: BTreeMap<String, fn(&str) -> String>,
    /// The keys of the declaration's entries.
    keys: Vec<&'static Key>,
    /// Functions with the name of something else, which is an error.
    hidden: Vec<String>,
    /// The `let`s of the declaration that were asked for.
    used: RefCell<BTreeSet<String>>,
}

#[derive(Clone, Debug)]
pub(crate) enum Meaning {
    Time,
    Pi,
    Field(usize),
    Coordinate(Value),
    Input(Value),
    Let(Binding),
    /// The index of a range.
    Index(i64),
    /// That of a range which only the program knows, or an integer that is made of it.
    Running(Integer),
    /// A coordinate or an input with a length that only the program knows, by its number.
    Items(Quantities, usize),
    /// An array over a range that only the program knows.
    Rows(Rc<Rows>),
    /// An argument, or what is before an item: a value of the same formula.
    Part(Value),
    Function(Rc<Local>),
}

/// A named value. Its content decides where it may be used.
#[derive(Clone, Debug)]
pub(crate) struct Binding {
    pub(crate) value: Lowered,
    pub(crate) has_velocities: bool,
    pub(crate) has_inputs: bool,
    pub(crate) has_time: bool,
    pub(crate) has_multipliers: bool,
}

impl Scope {
    /// Time and fields are known from the start.
    pub(crate) fn new(declaration: &Declaration) -> Self {
        let mut named = BTreeMap::from([("t".to_owned(), Meaning::Time), ("PI".to_owned(), Meaning::Pi)]);
        for (index, field) in declaration.fields.iter().enumerate() {
            named
                .entry(name_of(&field.ident))
                .or_insert(Meaning::Field(index));
        }
        Self {
            named,
            local: Vec::new(),
            elsewhere: elsewhere(declaration),
            keys: declaration.words.iter().map(|word| word.key).collect(),
            hidden: Vec::new(),
            used: RefCell::default(),
        }
    }

    pub(crate) fn define_quantity(&mut self, name: String, meaning: Meaning) {
        self.named.entry(name).or_insert(meaning);
    }

    /// The first meaning of a name stays. A second one was reported.
    pub(crate) fn define(&mut self, name: String, binding: Binding) {
        self.define_meaning(name, Meaning::Let(binding));
    }

    /// Takes the place of all meanings of a name.
    pub(super) fn lose(&mut self, name: String, nothing: Binding) {
        self.named.insert(name, Meaning::Let(nothing));
    }

    pub(crate) fn define_meaning(&mut self, name: String, meaning: Meaning) {
        self.elsewhere.remove(&name);
        if matches!(meaning, Meaning::Function(_)) && self.named.contains_key(&name) {
            self.hidden.push(name.clone());
        }
        self.named.entry(name).or_insert(meaning);
    }

    /// Whether a function has this name, which means something else.
    pub(crate) fn hides_function(&self, name: &str) -> bool {
        self.hidden.iter().any(|hidden| hidden == name)
    }

    pub(crate) fn depth(&self) -> usize {
        self.local.len()
    }

    pub(crate) fn define_local(&mut self, name: String, meaning: Meaning) {
        self.local.push((name, meaning));
    }

    /// The names of the blocks and closures around the current expression.
    pub(crate) fn locals(&self) -> Vec<(String, Meaning)> {
        self.local.clone()
    }

    pub(crate) fn is_local(&self, name: &str) -> bool {
        self.local.iter().any(|(known, _)| known == name)
    }

    /// Takes others in their place, and returns them.
    pub(crate) fn exchange(&mut self, local: Vec<(String, Meaning)>) -> Vec<(String, Meaning)> {
        std::mem::replace(&mut self.local, local)
    }

    /// Forgets the `let`s of a block.
    pub(crate) fn leave(&mut self, depth: usize) {
        self.local.truncate(depth);
    }

    pub(crate) fn get(&self, name: &str) -> Option<Meaning> {
        let local = self.local.iter().rev().find(|(known, _)| known == name);
        match local {
            Some((_, meaning)) => Some(meaning.clone()),
            None => {
                let meaning = self.named.get(name)?;
                if !matches!(
                    meaning,
                    Meaning::Field(_) | Meaning::Coordinate(_) | Meaning::Time
                ) {
                    self.used.borrow_mut().insert(name.to_owned());
                }
                Some(meaning.clone())
            }
        }
    }

    /// The `let`s that formulas use.
    pub(super) fn used(&self) -> BTreeSet<String> {
        self.used.borrow().clone()
    }

    pub(crate) fn field(&self, name: &str) -> Option<usize> {
        match self.named.get(name) {
            Some(Meaning::Field(index)) => Some(*index),
            _ => None,
        }
    }

    /// The reason why formulas do not know a name of the declaration here.
    pub(crate) fn known_elsewhere(&self, name: &str) -> Option<String> {
        self.elsewhere.get(name).map(|unknown| unknown(name))
    }

    /// The key of this declaration that is called so, or by a word of other notations.
    pub(crate) fn key(&self, name: &str) -> Option<&'static Key> {
        let is_called = |key: &&'static Key| key.name == name || key.other_words.contains(&name);
        self.keys.iter().copied().find(is_called)
    }

    /// "the field `kk`", if a known name is similar.
    pub(crate) fn suggestion(&self, name: &str) -> Option<String> {
        let local = self.local.iter().rev().map(|(known, _)| known.as_str());
        let near = nearest(name, local.chain(self.named.keys().map(String::as_str)))?;
        Some(format!("the {} `{near}`", self.kind(near)))
    }

    /// "the field `lift`", if the name of a field or of a function is similar.
    pub(crate) fn suggested_function(&self, name: &str) -> Option<String> {
        let suggestion = self.suggestion(name);
        suggestion.filter(|text| text.starts_with("the field") || text.starts_with("the function"))
    }

    /// The coordinate whose velocity a name looks like: `x` for `xdot`, `x_dot`, `dx`, `x_t`.
    pub(crate) fn coordinate_with_velocity<'a>(&self, name: &'a str) -> Option<&'a str> {
        [
            name.strip_suffix("_dot"),
            name.strip_suffix("dot"),
            name.strip_prefix('d'),
            name.strip_suffix("_t"),
            name.strip_prefix("v_"),
            name.strip_prefix('v'),
        ]
        .into_iter()
        .flatten()
        .find_map(|name| self.coordinate(name))
    }

    /// The coordinate in the name of a momentum, as `p_x`.
    pub(crate) fn coordinate_with_momentum<'a>(&self, name: &'a str) -> Option<&'a str> {
        self.coordinate(name.strip_prefix("p_")?)
    }

    /// The coordinate in the name of an acceleration, as `x_ddot` or `ddx`.
    pub(crate) fn coordinate_with_acceleration<'a>(&self, name: &'a str) -> Option<&'a str> {
        [
            name.strip_suffix("_ddot"),
            name.strip_suffix("ddot"),
            name.strip_prefix("dd"),
            name.strip_prefix("a_"),
            name.strip_suffix("_tt"),
        ]
        .into_iter()
        .flatten()
        .find_map(|name| self.coordinate(name))
    }

    fn coordinate<'a>(&self, name: &'a str) -> Option<&'a str> {
        let meaning = self.named.get(name)?;
        matches!(
            meaning,
            Meaning::Coordinate(_) | Meaning::Items(Quantities::Coordinates, _)
        )
        .then_some(name)
    }

    /// The kind of a name that a block must not redefine.
    pub(crate) fn kind_of_fixed(&self, name: &str) -> Option<&'static str> {
        match self.named.get(name)? {
            Meaning::Time => Some("the time"),
            Meaning::Pi => Some("the number π"),
            Meaning::Field(_) => Some("a field"),
            Meaning::Coordinate(_) | Meaning::Items(Quantities::Coordinates, _) => Some("a coordinate"),
            Meaning::Input(_) | Meaning::Items(Quantities::Inputs, _) => Some("an input"),
            Meaning::Let(_)
            | Meaning::Index(_)
            | Meaning::Running(_)
            | Meaning::Rows(_)
            | Meaning::Part(_)
            | Meaning::Function(_) => None,
        }
    }

    /// All fields, in the order of their names.
    pub(crate) fn fields(&self) -> impl Iterator<Item = &str> {
        let is_field = |(_, meaning): &(&String, &Meaning)| matches!(meaning, Meaning::Field(_));
        self.named.iter().filter(is_field).map(|(name, _)| name.as_str())
    }

    pub(crate) fn kind(&self, name: &str) -> &'static str {
        match self.get(name) {
            Some(Meaning::Time) => "symbol of time",
            Some(Meaning::Pi) => "constant",
            Some(Meaning::Field(_)) => "field",
            Some(Meaning::Coordinate(_) | Meaning::Items(Quantities::Coordinates, _)) => "coordinate",
            Some(Meaning::Input(_) | Meaning::Items(Quantities::Inputs, _)) => "input",
            Some(Meaning::Index(_) | Meaning::Running(_)) => "index",
            Some(Meaning::Part(_)) => "parameter",
            Some(Meaning::Function(_)) => "function",
            Some(Meaning::Let(_) | Meaning::Rows(_)) | None => "`let`",
        }
    }

    /// "the field `kk`" among the fields alone.
    pub(crate) fn field_suggestion(&self, name: &str) -> Option<String> {
        Some(format!("the field `{}`", nearest(name, self.fields())?))
    }
}

/// A definition comes before other formulas of the same name, which may refer to it.
fn elsewhere(declaration: &Declaration) -> BTreeMap<String, fn(&str) -> String> {
    let mut elsewhere = BTreeMap::new();
    for formula in &declaration.formulas {
        let names = formula.key.introduces.as_ref();
        let Some(unknown) = names.and_then(|names| names.unknown) else {
            continue;
        };
        if matches!(formula.key.form, Form::Definition) {
            elsewhere.insert(formula.name(), unknown);
        } else {
            elsewhere.entry(formula.name()).or_insert(unknown);
        }
    }
    elsewhere
}
