//! Loops over items whose numbers follow each other in memory: `q[i]`, `q[i + 1]`.
//!
//! Windows of one length are read, so that no place is looked up. Compilers work on several such items at a time; in a `for` loop they
//! would look for an end in each window.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::declaration::running;
use crate::emit::family::carried::Written;
use crate::emit::family::loops::{Loop, sum_name};
use crate::emit::family::numbers::Numbers;
use crate::emit::family::source::{Owner, Source};
use crate::emit::kernel::used_arguments;
use crate::model::{Atom, Integer, Range};

/// Where a local coordinate is, relative to the running index.
#[derive(Clone)]
pub(super) struct Relative {
    pub(super) quantity: usize,
    /// Its item for the index 0.
    pub(super) item: Integer,
    pub(super) component: usize,
    pub(super) inner: usize,
}

/// One of the iterators over the numbers of items.
#[derive(Clone)]
struct Side {
    iterator: TokenStream,
    /// The argument of `zip`.
    zipped: TokenStream,
    /// What takes its items.
    pattern: TokenStream,
}

/// The largest number of iterators that are zipped one after another. The type of each contains those before it, and rustc resolves
/// types up to a depth of 128.
const ZIPPED: usize = 32;

/// What is read item by item.
#[derive(Default)]
struct Windows {
    /// The windows, made.
    opened: TokenStream,
    names: Vec<Ident>,
    /// One for each name.
    patterns: Vec<TokenStream>,
    /// Parameters of an item.
    values: TokenStream,
}

impl Loop<'_> {
    /// Whether the only vector can be set, number by number, and zero elsewhere.
    pub(super) fn can_set(&self) -> bool {
        let ranges = self.numbers.ranges(self.items.marker);
        let relative = ranges.last().and_then(|range| self.relative(ranges, range));
        let written = relative.and_then(|relative| self.written(ranges, &relative, 0));
        ranges.len() == 1 && written.flatten().is_some() && self.windows(ranges).is_some()
    }

    /// The innermost loop; `None` if some numbers do not follow each other.
    pub(super) fn windows(&self, ranges: &[Range]) -> Option<TokenStream> {
        let range = ranges.last()?;
        let has_reactions = used_arguments(&self.pass.kernel)
            .iter()
            .any(|argument| argument.name == "lambda");
        if !self.items.constraints.is_empty() || has_reactions {
            return None;
        }
        let relative = self.relative(ranges, range)?;
        let written: Option<Vec<Option<Written>>> = (0..self.vectors.len())
            .map(|list| self.written(ranges, &relative, list))
            .collect();
        let written: Vec<Written> = written?.into_iter().flatten().collect();
        let mut read = Windows::default();
        self.read(&relative, &mut read);
        self.read_rows(ranges, range, &mut read);
        let inputs = self.inputs(ranges);
        let (numbers, called, entered) = (
            self.names(ranges, ranges.len()),
            self.called(),
            self.entered(ranges),
        );
        let index = running(range.index);
        let counted = self.counted(range, ranges.len() - 1);
        let summed = self.added_to_sums(ranges);
        let spoiled = self.spoiled(&read.names);
        let begun = written.iter().map(|of| self.begun(of));
        let within = written.iter().map(|of| self.within_an_item(of));
        let ended = written.iter().map(|of| self.ended(of));
        let otherwise = self.sets.then(|| self.zeroed());
        let Windows {
            opened,
            names,
            patterns,
            values,
        } = &read;
        let read = names.iter().zip(patterns).map(|(name, pattern)| Side {
            iterator: quote!(#name.iter()),
            zipped: name.to_token_stream(),
            pattern: pattern.clone(),
        });
        let chunks = written.iter().flat_map(|of| {
            let names = self.each_name(of.name()).into_iter();
            names.zip(self.each_name(of.chunk()))
        });
        let chunks =
            chunks.map(|(name, chunk)| Side::of(quote!(#name.iter_mut()), chunk.into_token_stream()));
        let places = Side::of(quote!((0..__count)), quote!(__at));
        let Side {
            iterator: items,
            pattern,
            ..
        } = side_by_side(places, read.chain(chunks).collect());
        Some(quote!({
            #counted
            if __count > 0 {
                #opened
                #spoiled
                #(#begun)*
                #items.for_each(|#pattern| {
                    let #index = __first.wrapping_add(__at);
                    #values
                    #numbers
                    #inputs
                    #called
                    #summed
                    #(#within)*
                    #entered
                });
                #(#ended)*
            } #otherwise
        }))
    }

    /// The places of the coordinates that change from item to item, each with its local number.
    fn relative(&self, ranges: &[Range], range: &Range) -> Option<BTreeMap<usize, Relative>> {
        let index = Integer::atom(Atom::Running(range.index));
        let mut relative = BTreeMap::new();
        for (local, &k) in self.items.coordinates.iter().enumerate() {
            let place = &self.numbers.families.places[k];
            let item = place.item.plus(-1, &index)?;
            if self.numbers.level_of_coordinate(ranges, k) < ranges.len() {
                continue;
            }
            if Self::changes(range, &item) {
                return None;
            }
            let of = Relative {
                quantity: place.quantity,
                item,
                component: place.component,
                inner: self.numbers.families.extents[place.quantity].inner,
            };
            relative.insert(local, of);
        }
        Some(relative)
    }

    /// Whether an integer depends on the index of a range.
    fn changes(range: &Range, value: &Integer) -> bool {
        Numbers::level(std::slice::from_ref(range), value) > 0
    }

    /// The parameters that change from item to item: windows of their fields, or else one by one.
    fn read_rows(&self, ranges: &[Range], range: &Range, windows: &mut Windows) {
        let index = Integer::atom(Atom::Running(range.index));
        let mut opened: Vec<(usize, Integer, Ident)> = Vec::new();
        for read in self
            .reads()
            .filter(|read| Self::level_of_read(ranges, read) == ranges.len())
        {
            let first = read.indices.first().and_then(|first| first.plus(-1, &index));
            let others = read.indices.iter().skip(1);
            let Some(first) = first.filter(|first| {
                !Self::changes(range, first) && others.clone().all(|other| other.known().is_some())
            }) else {
                let (name, tokens) = self.numbers.read(read);
                windows.values.extend(quote!(let #name = #tokens;));
                continue;
            };
            let known = opened
                .iter()
                .find(|(field, from, _)| *field == read.field && *from == first);
            let row = known.map(|(.., row)| row.clone()).unwrap_or_else(|| {
                let (row, rows) = (
                    format_ident!("__row{}", read.parameter),
                    format_ident!("__rows{}", read.parameter),
                );
                let (field, from) = (self.numbers.field(read.field), self.numbers.integer(&first));
                let start = quote!(__first.wrapping_add(#from));
                windows
                    .opened
                    .extend(quote!(let #rows = _x::rows(&self.#field, #start, __count);));
                windows.zip(&rows, quote!(#row));
                row
            });
            let (name, tokens) = (self.numbers.read(read).0, self.numbers.of_row(read, &row));
            opened.push((read.field, first, row));
            windows.values.extend(quote!(let #name = #tokens;));
        }
    }

    /// The inputs that change from item to item, one by one.
    fn inputs(&self, ranges: &[Range]) -> TokenStream {
        let sources = self.used().filter(|source| matches!(source.owner, Owner::Inputs));
        let read = sources.flat_map(|source| {
            let locals = self.items.inputs.iter().enumerate();
            let changing = locals.filter(|&(_, &k)| self.numbers.level_of_input(ranges, k) == ranges.len());
            changing.map(|(local, _)| {
                let (name, number, slice) = (source.of(local), Numbers::name_of_input(local), &source.slice);
                quote!(let #name = _x::items::number(#slice, #number);)
            })
        });
        read.collect()
    }

    /// Windows of what is read: how they are made, how they are zipped, and the names of their numbers.
    fn read(&self, relative: &BTreeMap<usize, Relative>, read: &mut Windows) {
        for source in self.used().filter(|source| source.is_of_coordinates()) {
            let mut windows: Vec<(Relative, BTreeMap<usize, usize>)> = Vec::new();
            for (&local, of) in relative {
                let same =
                    |(other, _): &&mut (Relative, _)| other.quantity == of.quantity && other.item == of.item;
                match windows.iter_mut().find(same) {
                    Some((_, components)) => {
                        components.insert(of.component, local);
                    }
                    None => windows.push((of.clone(), [(of.component, local)].into())),
                }
            }
            for (at, (of, components)) in windows.iter().enumerate() {
                let name = format_ident!("__{}_{at}", source.name);
                let (slice, width) = (&source.slice, Literal::usize_unsuffixed(source.stride * of.inner));
                let start = self.start(of, source.stride);
                read.opened
                    .extend(quote!(let #name = _x::items::window::<_, #width>(#slice, #start, __count);));
                let numbers = numbers_of_window(source, of, components);
                read.zip(&name, quote!(&[#(#numbers),*]));
            }
        }
    }

    /// Sums over numbers that do not exist are NaN.
    fn spoiled(&self, windows: &[Ident]) -> Option<TokenStream> {
        let vectors = self.vectors.iter().map(|(to, _)| to).chain(&self.also);
        (!windows.is_empty() && !self.vectors.is_empty()).then(|| {
            quote! {
                if #(#windows.len() < __count)||* {
                    #(_x::items::spoil(#vectors);)*
                }
            }
        })
    }

    /// Where the numbers of the first item begin: stride (offset + inner (first + item)).
    pub(super) fn start(&self, of: &Relative, stride: usize) -> TokenStream {
        let offset = self.numbers.offset(of.quantity);
        let item = self.numbers.integer(&of.item);
        let [inner, stride] = [of.inner, stride].map(Literal::usize_unsuffixed);
        quote! {
            (#offset)
                .wrapping_add(__first.wrapping_add(#item).wrapping_mul(#inner))
                .wrapping_mul(#stride)
        }
    }

    /// The results that are the same number for all items, added to their sums.
    fn added_to_sums(&self, ranges: &[Range]) -> TokenStream {
        let mut added = TokenStream::new();
        for (list, (_, space)) in self.vectors.iter().enumerate() {
            for (at, &place) in self.pass.vectors[list].iter().enumerate() {
                if self.target(ranges, space, place).level < ranges.len() {
                    let (sum, value) = (sum_name(list, place), self.result(list, at));
                    added.extend(quote!(#sum = _x::items::plus(#sum, #value);));
                }
            }
        }
        added
    }
}

impl Side {
    fn of(iterator: TokenStream, pattern: TokenStream) -> Self {
        Self {
            zipped: iterator.clone(),
            iterator,
            pattern,
        }
    }
}

impl Windows {
    /// Goes through a window, too.
    fn zip(&mut self, name: &Ident, pattern: TokenStream) {
        self.patterns.push(pattern);
        self.names.push(name.clone());
    }
}

/// An iterator over the items of all, with the pattern of all.
fn side_by_side(first: Side, mut others: Vec<Side>) -> Side {
    while others.len() > ZIPPED {
        let groups = others.chunks(ZIPPED);
        let zipped = groups.filter_map(|group| {
            let (first, others) = group.split_first()?;
            Some(zipped(first.clone(), others))
        });
        others = zipped.collect();
    }
    zipped(first, &others)
}

fn zipped(first: Side, others: &[Side]) -> Side {
    others.iter().fold(first, |before, other| {
        let [(a, p), (b, q)] = [
            (&before.iterator, &before.pattern),
            (&other.zipped, &other.pattern),
        ];
        Side::of(quote!(#a.zip(#b)), quote!((#p, #q)))
    })
}

fn numbers_of_window(
    source: &Source,
    of: &Relative,
    components: &BTreeMap<usize, usize>,
) -> Vec<TokenStream> {
    let places = (0..of.inner).flat_map(|component| (0..source.stride).map(move |group| (component, group)));
    let names = places.map(|(component, group)| match components.get(&component) {
        Some(&local) => {
            let name = source.of(local * source.stride + group);
            quote!(#name)
        }
        None => quote!(_),
    });
    names.collect()
}
