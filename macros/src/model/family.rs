//! Systems of any size: which of a model's symbols stand for numbers of an item, and over which ranges items are summed.
//!
//! A sum whose range only the program knows is read once. Its running index is a symbol of integers, each coordinate that its
//! formula names, `q[i]` or `q[i + 1]`, is one *local* coordinate of the model, and the sum is its summand times a *marker*:
//!
//! ```text
//! Σ_i e(q[i], q[i + 1])   →   F e(q_0, q_1)       F the marker of the range
//! ```
//!
//! T, V, R, L, forces, constraints and outputs are affine in the markers: what F multiplies is the template of its items, and what
//! no marker multiplies is a template with one item. A product of two sums, or a sum within a function, is refused, but in outputs: there a sum
//! is a number that is found first, a [`Total`].

use std::collections::BTreeSet;

use extremal_symbolic::Expr;

use super::contact_items::ContactItems;
use super::total::Total;

/// A coordinate of up to this many items is written out item by item, and so is a range.
pub(crate) const WRITTEN_OUT: usize = 256;

/// The same for ranges where a coordinate has more items. Two such ranges within each other have up to 256.
pub(crate) const WRITTEN_OUT_WITHIN: usize = 16;

/// Why the sums of a system are loops.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Why {
    /// Only the program knows a length, or the end of a range.
    #[default]
    Program,
    /// All of them are literals, and ranges of more items than this are loops.
    Literal(usize),
}

impl Why {
    /// What the ranges of loops are, in a message: `range` or `ranges`.
    pub(crate) fn of_ranges(self, ranges: &str) -> String {
        match self {
            Self::Program if ranges.ends_with('s') => format!("{ranges} that only the program knows"),
            Self::Program => format!("a {ranges} that only the program knows"),
            Self::Literal(limit) if ranges.ends_with('s') => format!("{ranges} of more than {limit} items"),
            Self::Literal(limit) => format!("a {ranges} of more than {limit} items"),
        }
    }

    /// The reason for what a system cannot have.
    pub(crate) fn of_system(self) -> String {
        match self {
            Self::Program => "only the program knows how many items this system has".to_owned(),
            Self::Literal(_) => {
                format!("the sums of this system are loops, as it has more than {WRITTEN_OUT} items")
            }
        }
    }

    /// How to have it all the same.
    pub(crate) fn way_out(self) -> String {
        match self {
            Self::Program => "write the number of items as a literal".to_owned(),
            Self::Literal(_) => format!("take at most {WRITTEN_OUT} items"),
        }
    }
}

/// The beginning of a message on what has many items.
pub(crate) fn many_items(what: &str, length: Option<&Integer>) -> String {
    match length.and_then(Integer::known) {
        Some(length) => format!("{what} has {length} items"),
        None => format!("only the program knows how many items {what} has"),
    }
}

/// The sums of a model, and where its coordinates are in the whole system.
#[derive(Clone, Debug, Default)]
pub(crate) struct Families {
    pub(crate) why: Why,
    /// One for each declared coordinate, in their order: their numbers stand one after the other.
    pub(crate) extents: Vec<Extent>,
    /// One for each of the model's coordinates.
    pub(crate) places: Vec<Place>,
    /// Inputs, if only the program knows how many there are.
    pub(crate) inputs: Option<Placed>,
    /// Fields by which steps are differentiated, if there are any. The item of a place is its number in the field.
    pub(crate) sensitivities: Option<Placed>,
    pub(crate) markers: Vec<Marker>,
    /// One for each of the model's constraints, and then for those on velocities: the number of the marker over whose items it is a row, without the marker's symbol
    /// in it; `None` for one constraint, which is affine in markers.
    pub(crate) rows: Vec<Option<usize>>,
    /// The same for each component of the model's outputs.
    pub(crate) outputs: Vec<Option<usize>>,
    /// The sums of which outputs are functions: each may contain those before it.
    pub(crate) totals: Vec<Total>,
    /// One for each of the model's contacts.
    pub(crate) contacts: Vec<ContactItems>,
    /// The user's names of the running indices.
    pub(crate) indices: Vec<String>,
    /// One for each parameter that is found by indices which only the program knows.
    pub(crate) reads: Vec<Read>,
    /// One for each of the model's multipliers.
    pub(crate) reactions: Vec<Reaction>,
    /// The parameters that are integers: running indices and lengths as numbers of a formula.
    pub(crate) integers: Vec<usize>,
}

/// Where the model's inputs, or sensitivities, are in all of them: as [`Families::extents`] and [`Families::places`] for
/// coordinates.
#[derive(Clone, Debug, Default)]
pub(crate) struct Placed {
    pub(crate) extents: Vec<Extent>,
    pub(crate) places: Vec<Place>,
}

/// A multiplier that an output contains.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Reaction {
    /// The number of its constraint in the model.
    pub(crate) constraint: usize,
    /// Which of the items it is of which the constraint is a row, counted through all ranges; the first one is 0.
    pub(crate) item: Integer,
}

/// A parameter that is a number of a list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Read {
    /// Its number in the model's parameters.
    pub(crate) parameter: usize,
    pub(crate) field: usize,
    /// From the outside in, as written: `at[i][2]` has i and 2.
    pub(crate) indices: Vec<Integer>,
}

/// A declared coordinate or input: `x`, `r[3]`, `q[masses]`, `r[points][3]`.
#[derive(Clone, Debug)]
pub(crate) struct Extent {
    pub(crate) name: String,
    /// How many items it has, if these are not written out.
    pub(crate) items: Option<Integer>,
    /// How many numbers each item has. Without items it is how many all of it has.
    pub(crate) inner: usize,
}

/// Where a local coordinate or input is: the number `item * inner + component` of a declared one.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Place {
    pub(crate) quantity: usize,
    /// The item that has it; 0 where the length is known.
    pub(crate) item: Integer,
    pub(crate) component: usize,
}

/// A sum over one range, or over ranges within each other.
#[derive(Clone, Debug)]
pub(crate) struct Marker {
    pub(crate) symbol: Expr,
    /// From the outside in: the ends of an inner range may depend on outer indices.
    pub(crate) ranges: Vec<Range>,
}

/// The integers from the first up to one that does not belong to them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Range {
    /// The number of its running index, one for each range of the declaration.
    pub(crate) index: usize,
    pub(crate) first: Integer,
    pub(crate) beyond: Integer,
}

/// An integer of a loop: Σ c a + c₀, in one form, so that equal ones are equal.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Integer {
    pub(crate) constant: i64,
    /// Sorted; no factor is 0, and no two atoms are equal.
    pub(crate) terms: Vec<(Atom, i64)>,
}

/// What integers are made of. Fields count in the order of the struct.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Atom {
    /// The running index of a range.
    Running(usize),
    /// A field of type `usize`.
    Field(usize),
    /// A constant of the type, `const N: usize`, or one of the program, by its name.
    Constant(String),
    /// `field.len()`, or that of an item of it.
    Length(usize, Vec<Integer>),
    /// A number of a field of integers: `edges[e][0]`.
    Entry(usize, Vec<Integer>),
    Product(Vec<Integer>),
    Quotient(Box<Integer>, Box<Integer>),
    Remainder(Box<Integer>, Box<Integer>),
}

impl Families {
    /// Whether a marker has the ranges of another one, and further ones within them.
    pub(crate) fn is_within(&self, marker: Option<usize>, outer: Option<usize>) -> bool {
        let ranges = |marker: Option<usize>| marker.map_or(&[][..], |marker| &self.markers[marker].ranges);
        let (all, outer) = (ranges(marker), ranges(outer));
        all.len() > outer.len() && all.starts_with(outer)
    }

    /// The constants in its lengths, ranges and indices, each once.
    pub(crate) fn constants(&self) -> BTreeSet<String> {
        let mut constants = BTreeSet::new();
        self.integers()
            .for_each(|integer| integer.collect_constants(&mut constants));
        constants
    }

    /// Its lengths, the ends of its ranges, and its indices.
    pub(crate) fn integers(&self) -> impl Iterator<Item = &Integer> {
        let others = self.inputs.iter().chain(&self.sensitivities);
        let extents = self
            .extents
            .iter()
            .chain(others.clone().flat_map(|others| &others.extents));
        let items = extents.filter_map(|extent| extent.items.as_ref());
        let places = self.places.iter().chain(others.flat_map(|others| &others.places));
        let places = places.map(|place| &place.item);
        let ranges = self.markers.iter().flat_map(|marker| &marker.ranges);
        let ends = ranges.flat_map(|range| [&range.first, &range.beyond]);
        let indices = self.reads.iter().flat_map(|read| &read.indices);
        let indices = indices.chain(self.reactions.iter().map(|reaction| &reaction.item));
        items.chain(places).chain(ends).chain(indices)
    }
}

impl Integer {
    /// Calls `visit` for what it is made of, from the outside in.
    pub(crate) fn each_atom<'i>(&'i self, visit: &mut impl FnMut(&'i Atom)) {
        for (atom, _) in &self.terms {
            visit(atom);
            match atom {
                Atom::Running(_) | Atom::Field(_) | Atom::Constant(_) => {}
                Atom::Length(_, list) | Atom::Entry(_, list) | Atom::Product(list) => {
                    list.iter().for_each(|part| part.each_atom(visit));
                }
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                    [a, b].into_iter().for_each(|part| part.each_atom(visit));
                }
            }
        }
    }

    /// Adds the names of the constants in it.
    pub(crate) fn collect_constants(&self, constants: &mut BTreeSet<String>) {
        self.each_atom(&mut |atom| {
            if let Atom::Constant(name) = atom {
                constants.insert(name.clone());
            }
        });
    }

    /// Adds the running indices that it depends on.
    pub(crate) fn collect_running(&self, indices: &mut BTreeSet<usize>) {
        self.each_atom(&mut |atom| {
            if let Atom::Running(index) = atom {
                indices.insert(*index);
            }
        });
    }

    pub(crate) fn literal(constant: i64) -> Self {
        Self {
            constant,
            terms: Vec::new(),
        }
    }

    pub(crate) fn atom(atom: Atom) -> Self {
        Self {
            constant: 0,
            terms: vec![(atom, 1)],
        }
    }

    /// Whether it is the running index of a range.
    pub(crate) fn is_running(&self) -> bool {
        self.constant == 0 && matches!(self.terms[..], [(Atom::Running(_), 1)])
    }

    /// Whether it contains the running index of a range.
    pub(crate) fn runs(&self) -> bool {
        self.terms.iter().any(|(atom, _)| match atom {
            Atom::Running(_) => true,
            Atom::Field(_) | Atom::Constant(_) => false,
            Atom::Length(_, list) | Atom::Entry(_, list) | Atom::Product(list) => list.iter().any(Self::runs),
            Atom::Quotient(a, b) | Atom::Remainder(a, b) => a.runs() || b.runs(),
        })
    }

    /// Whether it contains what only the program knows; running indices alone are not that.
    pub(crate) fn is_of_program(&self) -> bool {
        self.terms.iter().any(|(atom, _)| match atom {
            Atom::Running(_) => false,
            Atom::Field(_) | Atom::Constant(_) | Atom::Length(..) | Atom::Entry(..) => true,
            Atom::Product(list) => list.iter().any(Self::is_of_program),
            Atom::Quotient(a, b) | Atom::Remainder(a, b) => a.is_of_program() || b.is_of_program(),
        })
    }

    /// Whether it is at least another one in every program, as far as its form shows.
    pub(crate) fn is_never_below(&self, other: &Self) -> bool {
        let is_a_count =
            |atom: &Atom| !matches!(atom, Atom::Product(_) | Atom::Quotient(..) | Atom::Remainder(..));
        self.plus(-1, other).is_some_and(|difference| {
            let mut terms = difference.terms.iter();
            difference.constant >= 0 && terms.all(|(atom, factor)| *factor > 0 && is_a_count(atom))
        })
    }

    /// The same with another integer in place of a running index; `None` if a number is too large.
    pub(crate) fn with_running(&self, index: usize, value: &Self) -> Option<Self> {
        let mut result = Self::literal(self.constant);
        for (atom, factor) in &self.terms {
            let each = |list: &[Self]| -> Option<Vec<Self>> {
                list.iter().map(|part| part.with_running(index, value)).collect()
            };
            let part = match atom {
                Atom::Running(running) if *running == index => value.clone(),
                Atom::Running(_) | Atom::Field(_) | Atom::Constant(_) => Self::atom(atom.clone()),
                Atom::Length(field, list) => Self::atom(Atom::Length(*field, each(list)?)),
                Atom::Entry(field, list) => Self::atom(Atom::Entry(*field, each(list)?)),
                Atom::Product(list) => each(list)?
                    .iter()
                    .try_fold(Self::literal(1), |product, factor| product.times(factor))?,
                Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                    let [a, b] = [a, b].map(|part| part.with_running(index, value).map(Box::new));
                    Self::atom(match atom {
                        Atom::Quotient(..) => Atom::Quotient(a?, b?),
                        _ => Atom::Remainder(a?, b?),
                    })
                }
            };
            result = result.plus(*factor, &part)?;
        }
        Some(result)
    }

    /// Its value, if it is the same for each program.
    pub(crate) fn known(&self) -> Option<i64> {
        self.terms.is_empty().then_some(self.constant)
    }

    /// a + factor b; `None` if a number is too large.
    pub(crate) fn plus(&self, factor: i64, other: &Self) -> Option<Self> {
        let constant = self.constant.checked_add(factor.checked_mul(other.constant)?)?;
        let mut terms = self.terms.clone();
        for (atom, coefficient) in &other.terms {
            let more = factor.checked_mul(*coefficient)?;
            match terms.binary_search_by(|(known, _)| known.cmp(atom)) {
                Ok(at) => terms[at].1 = terms[at].1.checked_add(more)?,
                Err(at) => terms.insert(at, (atom.clone(), more)),
            }
        }
        terms.retain(|(_, coefficient)| *coefficient != 0);
        Some(Self { constant, terms })
    }

    /// a b
    pub(crate) fn times(&self, other: &Self) -> Option<Self> {
        match (self.known(), other.known()) {
            (Some(factor), _) => Self::default().plus(factor, other),
            (_, Some(factor)) => Self::default().plus(factor, self),
            (None, None) => {
                let mut factors = vec![self.clone(), other.clone()];
                factors.sort();
                Some(Self::atom(Atom::Product(factors)))
            }
        }
    }
}
