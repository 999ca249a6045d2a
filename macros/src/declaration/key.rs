//! A key of the declaration: the words for it, and the form of its entry.
//!
//! It refuses to know which keys there are, and the rules of their formulas.

use proc_macro2::Ident;

use super::{Declaration, Formula, Label, Lost};
use crate::diagnostics::Reported;

#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// Other words that people write for it, too different to be typing errors.
    pub(crate) other_words: &'static [&'static str],
    pub(crate) times: Times,
    pub(crate) form: Form,
    /// What is said of `key(x = ..)` where an entry is a name and parts, besides how it is written.
    pub(crate) labelled: &'static str,
    /// The names that its entries introduce, if any.
    pub(crate) introduces: Option<Names>,
    /// Notes the parts that are unknown after an entry of this key, or an item of it, could not be read.
    pub(crate) loss: fn(&mut Lost, Reported),
    /// How its formulas are described, if they are.
    pub(crate) statement: Option<Statement>,
    /// Its row in the table of the reference.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test writes the table"))]
    pub(crate) row: Row,
}

/// How often a key may occur.
#[derive(Debug)]
pub(crate) enum Times {
    Many,
    /// With what to write instead of a second entry.
    Once(&'static str),
}

/// The form of an entry.
#[derive(Debug)]
pub(crate) enum Form {
    /// `key(item, item)`
    List {
        example: fn(&Declaration) -> String,
        items: Items,
    },
    /// `key name = formula`, which makes the name a symbol of the formulas after it.
    Definition,
    /// `key = formula`
    Formula,
    /// `key = path`
    Path,
    /// `key`
    Word {
        /// The message if the key is not alone.
        alone: &'static str,
    },
}

/// The items in the parentheses of a list.
#[derive(Debug)]
pub(crate) enum Items {
    /// `x`, `r[3]`
    Quantities(Quantities),
    /// `label = formula`
    Formulas(Labels),
    /// `name, part = formula, ..`: formulas that belong together, of which the first is required.
    Parts(&'static [PartOf]),
    /// `m`: whole fields; the function gives the message for a component of a field.
    Fields(fn(&str) -> String),
    /// `x`, `r[0]`: coordinates, or components of them.
    Components,
    /// Types of the registry of schemes.
    Schemes,
}

/// A formula that belongs to an entry with a name: `gap = ..`; or several, `near(..)`.
#[derive(Debug)]
pub(crate) struct PartOf {
    pub(crate) name: &'static str,
    /// Other words that people write for it, too different to be typing errors.
    pub(crate) other_words: &'static [&'static str],
    /// What it is, for messages and editors.
    pub(crate) meaning: &'static str,
    /// How its arguments look, if it is written with some instead of a formula: `near(r, radius)`.
    pub(crate) arguments: Option<&'static str>,
    /// What to write where it is required and not there, for another thing that is meant; `{name}` is the name of the entry.
    pub(crate) without: Option<&'static str>,
    /// For a word that people write and that is no part: the reason, and what to write in its place.
    pub(crate) refused: Option<&'static str>,
}

impl PartOf {
    pub(crate) const fn new(
        name: &'static str,
        other_words: &'static [&'static str],
        meaning: &'static str,
    ) -> Self {
        Self {
            name,
            other_words,
            meaning,
            arguments: None,
            without: None,
            refused: None,
        }
    }

    /// A word that people write and that is no part: `reason` says what to write in its place.
    pub(crate) const fn refused(
        name: &'static str,
        other_words: &'static [&'static str],
        reason: &'static str,
    ) -> Self {
        Self {
            refused: Some(reason),
            ..Self::new(name, other_words, "")
        }
    }

    /// With what to write where it is not there.
    pub(crate) const fn otherwise(self, without: &'static str) -> Self {
        Self {
            without: Some(without),
            ..self
        }
    }

    /// A part with arguments.
    pub(crate) const fn with(self, arguments: &'static str) -> Self {
        Self {
            arguments: Some(arguments),
            ..self
        }
    }

    /// How it is written with this formula, or with its arguments.
    pub(crate) fn written(&self, formula: &str) -> String {
        match self.arguments {
            Some(arguments) => format!("{}({arguments})", self.name),
            None => format!("{} = {formula}", self.name),
        }
    }
}

/// Parts are equal if their names are.
impl PartialEq for PartOf {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

/// The kinds of quantities of a declaration.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantities {
    Coordinates,
    Inputs,
}

/// The left side of a formula in a list.
#[derive(Debug)]
pub(crate) enum Labels {
    /// `x`, or `r[0]`
    Components,
    /// `name = formula`, `a == b`, `name, a == b`, or the name of a definition alone.
    Equations,
    /// `name`, or `assume name`
    Assumable,
    /// `name = formula`, or the name of a definition alone.
    Definable,
}

/// Names that the entries of a key introduce.
#[derive(Debug)]
pub(crate) struct Names {
    /// Their kind: `coordinate`.
    pub(crate) kind: &'static str,
    /// The reason why a formula does not know such a name, if there is one to report.
    pub(crate) unknown: Option<fn(&str) -> String>,
    /// The reason why a name cannot be one of these.
    pub(crate) refused: fn(&str) -> Option<String>,
    /// The message for a name that has the meaning of a symbol already, if there is more to say than that.
    pub(crate) taken: Option<fn(&str, &str) -> String>,
}

impl Names {
    /// Names of which nothing else is said.
    pub(crate) const fn of(kind: &'static str) -> Self {
        Self {
            kind,
            unknown: None,
            refused: |_| None,
            taken: None,
        }
    }
}

/// How formulas are described.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) section: Section,
    pub(crate) lines: fn(&Written) -> Vec<Line>,
}

impl Statement {
    pub(crate) const fn of(section: Section, lines: fn(&Written) -> Vec<Line>) -> Self {
        Self { section, lines }
    }
}

/// Where a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Lagrangian,
    Definitions,
    Forces,
    Constraints,
    Contacts,
}

/// The name of a formula, as the user typed it and in the notation of papers.
#[derive(Debug)]
pub(crate) struct Written {
    /// `theta`
    pub(crate) name: String,
    /// `θ`
    pub(crate) symbol: String,
}

/// A line about a formula.
#[derive(Debug)]
pub(crate) enum Line {
    /// `T = ..`
    Equals(String),
    /// The formula vanishes, under a name: `rod: .. = 0`.
    Vanishes(String),
    /// An equation beside that of the formula: its left side, and names and numbers whose product is the right side.
    Equation(&'static str, &'static [&'static str]),
    /// `T = ..` for a part of this name, if it is there.
    Part(&'static str, String),
    /// A remark, in words.
    Remark(&'static str),
}

/// The row of a key in the reference, as Markdown; `{usual}`, `{usual_with_contacts}` and `{with_modified_energy}` stand for schemes.
#[cfg_attr(not(test), expect(dead_code, reason = "a test writes the table"))]
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) entry: &'static str,
    pub(crate) shape: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) otherwise: &'static str,
}

/// A word of the declaration that belongs to a key.
#[derive(Debug)]
pub(crate) struct Word {
    pub(crate) key: &'static Key,
    pub(crate) ident: Ident,
}

/// Keys are equal if their names are.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Key {
    /// A key of formulas of which nothing else is said.
    pub(crate) const PLAIN: Self = Self {
        name: "",
        other_words: &[],
        times: Times::Many,
        form: Form::Formula,
        labelled: "",
        introduces: None,
        loss: Lost::nothing,
        statement: None,
        row: Row {
            entry: "",
            shape: "",
            meaning: "",
            otherwise: "",
        },
    };

    /// Its formulas, in the order written.
    pub(crate) fn formulas<'a>(&self, declaration: &'a Declaration) -> impl Iterator<Item = &'a Formula> {
        let formulas = declaration.formulas.iter();
        formulas.filter(move |formula| formula.key == self)
    }

    pub(crate) fn has_formulas(&self, declaration: &Declaration) -> bool {
        self.formulas(declaration).next().is_some()
    }

    /// The names in its list of fields, in the order written.
    pub(crate) fn fields<'a>(&self, declaration: &'a Declaration) -> Vec<&'a Ident> {
        of(self, &declaration.listed)
    }

    /// The coordinates and components in its list, in the order written.
    pub(crate) fn components<'a>(&self, declaration: &'a Declaration) -> impl Iterator<Item = &'a Label> {
        let components = declaration.components.iter();
        components.filter_map(move |(key, label)| (*key == self).then_some(label))
    }

    /// The names of its formulas, then of those that could not be read.
    pub(crate) fn names<'a>(&self, declaration: &'a Declaration) -> Vec<&'a Ident> {
        let read = self.formulas(declaration).map(|formula| &formula.label.ident);
        read.chain(self.lost(declaration)).collect()
    }

    /// The names of formulas that could not be read.
    pub(crate) fn lost<'a>(&self, declaration: &'a Declaration) -> Vec<&'a Ident> {
        of(self, &declaration.lost_formulas)
    }

    /// The key as the user wrote it first, if its entry is there.
    pub(crate) fn word<'a>(&self, declaration: &'a Declaration) -> Option<&'a Ident> {
        of(self, &declaration.words).first().copied()
    }

    /// Whether formulas know the names of its entries.
    pub(crate) fn introduces_symbols(&self) -> bool {
        matches!(
            self.form,
            Form::Definition
                | Form::List {
                    items: Items::Quantities(_),
                    ..
                }
        )
    }

    /// An example of its entry, if that has parentheses.
    pub(crate) fn example_of_list(&self, declaration: &Declaration) -> Option<String> {
        match self.form {
            Form::List { example, .. } => Some(example(declaration)),
            _ => None,
        }
    }
}

fn of<'a>(key: &Key, words: &'a [Word]) -> Vec<&'a Ident> {
    let words = words.iter().filter(|word| word.key == key);
    words.map(|word| &word.ident).collect()
}

/// `a field`, `an input`
pub(crate) fn with_article(kind: &str) -> String {
    let article = if kind.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {kind}")
}
