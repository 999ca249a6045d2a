//! A key of the declaration: the words for it, and how its entry looks.
//!
//! It refuses to know which keys there are, and the rules of their formulas.

use proc_macro2::Ident;

use super::{Declaration, Formula, Lost};
use crate::diagnostics::Reported;

#[derive(Debug)]
pub(crate) struct Key {
    pub(crate) name: &'static str,
    /// What people write for it that is too far from it for a typing error.
    pub(crate) other_words: &'static [&'static str],
    pub(crate) times: Times,
    pub(crate) form: Form,
    /// The names that its entries introduce, if they do.
    pub(crate) introduces: Option<Names>,
    /// Notes what else is not known where an entry of this key, or an item of it, could not be read.
    pub(crate) loss: fn(&mut Lost, Reported),
    /// How its formulas are written for people, if they are.
    pub(crate) statement: Option<Statement>,
    /// Its row in the table of the reference.
    #[cfg_attr(not(test), expect(dead_code, reason = "a test writes the table"))]
    pub(crate) row: Row,
}

/// How often a key may come.
#[derive(Debug)]
pub(crate) enum Times {
    Many,
    Once {
        /// What to do instead of giving it twice.
        instead: &'static str,
    },
}

/// How an entry looks.
#[derive(Debug)]
pub(crate) enum Form {
    /// `key(item, item)`
    List {
        example: fn(&Declaration) -> String,
        items: Items,
    },
    /// `key name = formula`, which makes the name a symbol of the formulas below.
    Definition,
    /// `key = formula`
    Formula,
    /// `key = path`
    Path,
    /// `key`
    Word {
        /// What to say where more stands there.
        alone: &'static str,
    },
}

/// What is in the parentheses of a list.
#[derive(Debug)]
pub(crate) enum Items {
    /// `x`, `r[3]`
    Quantities(Quantities),
    /// `label = formula`
    Formulas(Labels),
    /// `m`: whole fields; the function says what to write instead of a component of one.
    Fields(fn(&str) -> String),
    /// Types of the registry of schemes.
    Schemes,
}

/// Quantities that the declaration keeps apart.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantities {
    Coordinates,
    Inputs,
}

/// What stands before the `=` of a formula in a list.
#[derive(Debug)]
pub(crate) enum Labels {
    /// `x`, or `r[0]`
    Components,
    /// `name`
    Names {
        /// What to say where there is none.
        missing: &'static str,
    },
    /// `name`, or `assume name`
    Assumable,
    /// `name`, or a name without a formula, which is that of a definition.
    Definable,
}

/// Names that the entries of a key introduce.
#[derive(Debug)]
pub(crate) struct Names {
    /// What each of them is: `coordinate`.
    pub(crate) kind: &'static str,
    /// Why a formula does not know such a name, if there is more to say than that it does not.
    pub(crate) unknown: Option<fn(&str) -> String>,
    /// Why a name cannot be one of these.
    pub(crate) refused: fn(&str) -> Option<String>,
}

/// How formulas are written for people.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) section: Section,
    pub(crate) lines: fn(&Written) -> Vec<String>,
}

/// Where a formula is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    Lagrangian,
    Definitions,
    Forces,
    Constraints,
}

/// A formula in the notation of papers.
#[derive(Debug)]
pub(crate) struct Written {
    /// As the user typed it: `theta`.
    pub(crate) name: String,
    /// `θ`
    pub(crate) symbol: String,
    pub(crate) value: String,
}

/// What the reference says of a key, as Markdown; `{usual}` and `{with_modified_energy}` stand for schemes.
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

/// There is one key of each name.
impl PartialEq for Key {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Key {
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

    /// How its entry looks, if that has parentheses.
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
