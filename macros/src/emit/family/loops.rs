//! The loop of a pass: numbers of an item are gathered, its kernel is called, and the results are added where they belong.
//!
//! What does not change in an inner loop is gathered before it, and sums for it are added after it. It refuses to know what is
//! summed.

use std::collections::{BTreeMap, BTreeSet};

use extremal_symbolic::Expr;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::family::{Items, Pass};
use crate::emit::call::{Bindings, Context};
use crate::emit::family::numbers::Numbers;
use crate::emit::family::parts;
use crate::emit::family::places::{Space, Target, strided};
use crate::emit::family::source::{Owner, Source};
use crate::emit::kernel::used_arguments;
use crate::model::{Range, Read};

/// A place, and the `let` that sets it where it has a name of its own.
struct Bound {
    set: Option<TokenStream>,
    at: TokenStream,
}

/// The loop of one pass.
pub(super) struct Loop<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
    pub(super) items: &'a Items,
    pub(super) pass: &'a Pass,
    pub(super) bindings: Bindings,
    pub(super) sources: Vec<Source>,
    /// One for each vector.
    pub(super) vectors: Vec<(TokenStream, Space)>,
    /// One for each matrix, with the spaces of rows and columns.
    pub(super) matrices: Vec<(TokenStream, Space, Space)>,
    /// Whether the only vector is set, and not added to.
    pub(super) sets: bool,
    /// A vector that all is added to that the only vector gets.
    pub(super) also: Option<TokenStream>,
    /// The part of the items that the loop visits; `None` for all of them.
    pub(super) part: Option<TokenStream>,
}

impl Loop<'_> {
    pub(super) fn tokens(&self) -> TokenStream {
        let ranges = self.numbers.ranges(self.items.marker);
        let (constants, counts) = (self.constants(), self.counts());
        let body = self.within(ranges, 0);
        let body = quote!({
            #counts
            #constants
            #body
        });
        match &self.part {
            Some(part) if ranges.is_empty() => parts::single(part, &body),
            _ => body,
        }
    }

    /// The numbers that all items share.
    pub(super) fn constants(&self) -> Option<TokenStream> {
        self.pass.constants.as_ref().map(|kernel| {
            let call = self.context.call(kernel, &self.bindings);
            quote!(let __k = #call;)
        })
    }

    /// The numbers of coordinates and constraints, and of items so far, where constraints need them.
    pub(super) fn counts(&self) -> TokenStream {
        let spaces = self.vectors.iter().map(|vector| &vector.1);
        let spaces = spaces.chain(self.matrices.iter().flat_map(|matrix| [&matrix.1, &matrix.2]));
        let is_counted =
            |space: &Space| !matches!(space, Space::Fixed | Space::Coordinates | Space::Rows(_, 0));
        let counts = (spaces.into_iter().any(is_counted)).then(|| {
            let (n, m) = (self.numbers.count(), self.numbers.constraint_count());
            quote! {
                let __n = #n;
                let __m = #m;
            }
        });
        let items = self.rows_before().map(|before| quote!(let mut __item = #before;));
        quote!(#counts #items)
    }

    /// All within the loops of a level.
    fn within(&self, ranges: &[Range], level: usize) -> TokenStream {
        let numbers = self.names(ranges, level);
        let gathered = self.gathered(ranges, level);
        let next = self.numbers.next_row(self.items, level);
        let Some(range) = ranges.get(level) else {
            let (called, added, entered) = (self.called(), self.added(ranges), self.entered(ranges));
            return quote!(#numbers #gathered #called #added #entered #next);
        };
        let windows = (level + 1 == ranges.len())
            .then(|| self.windows(ranges))
            .flatten();
        let repeated = match windows {
            Some(windows) => windows,
            None => self.for_each(range, level, &self.within(ranges, level + 1)),
        };
        let [zeros, added] = self.summed(ranges, level);
        quote! {
            #numbers
            #gathered
            #zeros
            #repeated
            #added
            #next
        }
    }

    /// Sums that begin before the loop within a level, and are added after it.
    pub(super) fn summed(&self, ranges: &[Range], level: usize) -> [TokenStream; 2] {
        let scalar = &self.context.scalar;
        let sums = self.sums(ranges, level);
        let names = sums.iter().map(|(name, ..)| name);
        let added = sums.iter().map(|(name, to, target)| {
            let at = &target.at;
            let vectors = self.with_other(to);
            quote!(#(_x::items::add(#vectors, #at, #name);)*)
        });
        [
            quote!(#(let mut #names = <#scalar as _x::Scalar>::from_f64(0.0);)*),
            quote!(#(#added)*),
        ]
    }

    /// A vector, and the one that gets the same.
    fn with_other<'a>(&'a self, to: &'a TokenStream) -> impl Iterator<Item = &'a TokenStream> {
        core::iter::once(to).chain(&self.also)
    }

    /// The numbers of the coordinates and constraints of a level, and its items.
    pub(super) fn names(&self, ranges: &[Range], level: usize) -> TokenStream {
        let mut of_level = self.numbers.of_level(self.items, ranges, level).concat();
        for whole in self.whole_items(ranges, level) {
            let (_, item) = self.numbers.item_of_coordinate(self.items.coordinates[whole[0]]);
            of_level.push((Numbers::name_of_item(whole[0]), item));
        }
        let (names, numbers): (Vec<Ident>, Vec<TokenStream>) = of_level.into_iter().unzip();
        quote!(#(let #names = #numbers;)*)
    }

    pub(super) fn level_of_constraint(&self, constraint: usize) -> usize {
        self.numbers.level_of_constraint(constraint)
    }

    /// The numbers of the sources of a level.
    pub(super) fn gathered(&self, ranges: &[Range], level: usize) -> TokenStream {
        let mut gathered = TokenStream::new();
        for read in self
            .reads()
            .filter(|read| Self::level_of_read(ranges, read) == level)
        {
            let (name, tokens) = self.numbers.read(read);
            gathered.extend(quote!(let #name = #tokens;));
        }
        for source in self.used() {
            let Source {
                slice, stride, owner, ..
            } = source;
            let wholes = self.whole_items(ranges, level);
            let wholes = wholes.iter().filter(|_| source.is_of_coordinates());
            for whole in wholes.clone() {
                let place = self.place_of_item(whole, *stride);
                gathered.extend(source.gather_item(whole, &place));
            }
            for local in (0..source.locals(self.items))
                .filter(|local| !wholes.clone().any(|whole| whole.contains(local)))
            {
                let (of, number) = match owner {
                    Owner::Coordinates => (
                        self.numbers
                            .level_of_coordinate(ranges, self.items.coordinates[local]),
                        Numbers::name(local),
                    ),
                    Owner::Constraints(_) => (
                        self.level_of_constraint(self.items.constraints[local]),
                        format_ident!("__m{local}"),
                    ),
                    Owner::Inputs => (
                        self.numbers.level_of_input(ranges, self.items.inputs[local]),
                        Numbers::name_of_input(local),
                    ),
                };
                if of != level {
                    continue;
                }
                for group in 0..*stride {
                    let name = source.of(local * stride + group);
                    let at = strided(&quote!(#number), *stride, group);
                    let at = match owner {
                        Owner::Constraints(first) => quote!((#first).wrapping_add(#at)),
                        Owner::Coordinates | Owner::Inputs => at,
                    };
                    gathered.extend(quote!(let #name = _x::items::number(#slice, #at);));
                }
            }
        }
        gathered
    }

    /// The items of a level of which all numbers are local: the local numbers of each, component by component.
    fn whole_items(&self, ranges: &[Range], level: usize) -> Vec<Vec<usize>> {
        let mut items: Vec<Vec<usize>> = Vec::new();
        let place = |local: usize| &self.numbers.families.places[self.items.coordinates[local]];
        for local in 0..self.items.coordinates.len() {
            let of = place(local);
            if self
                .numbers
                .level_of_coordinate(ranges, self.items.coordinates[local])
                != level
            {
                continue;
            }
            let same = |item: &&mut Vec<usize>| {
                (place(item[0]).quantity, &place(item[0]).item) == (of.quantity, &of.item)
            };
            match items.iter_mut().find(same) {
                Some(item) => item.push(local),
                None => items.push(vec![local]),
            }
        }
        for item in &mut items {
            item.sort_by_key(|&local| place(local).component);
        }
        let inner = |item: &Vec<usize>| self.numbers.families.extents[place(item[0]).quantity].inner;
        items.retain(|item| item.len() > 1 && item.len() == inner(item));
        items
    }

    /// The parameters of the kernel that only the program finds.
    pub(super) fn reads(&self) -> impl Iterator<Item = &Read> {
        let all = &self.context.system.model.parameters;
        let used = used_arguments(&self.pass.kernel);
        let used = used.into_iter().filter(|argument| argument.name == "parameters");
        let used: Vec<Expr> = used.flat_map(|argument| argument.symbols).collect();
        let reads = self.numbers.families.reads.iter();
        reads.filter(move |read| used.contains(&all[read.parameter]))
    }

    pub(super) fn level_of_read(ranges: &[Range], read: &Read) -> usize {
        let levels = read.indices.iter().map(|index| Numbers::level(ranges, index));
        levels.max().unwrap_or_default()
    }

    /// The sources that the kernel reads.
    pub(super) fn used(&self) -> impl Iterator<Item = &Source> {
        let used = used_arguments(&self.pass.kernel);
        self.sources
            .iter()
            .filter(move |source| used.iter().any(|argument| argument.name == source.name))
    }

    /// The call of the kernel.
    pub(super) fn called(&self) -> TokenStream {
        let parameters = self.reads().map(|read| {
            let symbol = self.context.system.model.parameters[read.parameter];
            (symbol, self.numbers.read(read).0)
        });
        let mut bindings = self.bindings.clone().and("k", quote!(&__k));
        bindings = bindings.with_parameters(parameters.collect());
        for source in &self.sources {
            let names = (0..source.locals(self.items) * source.stride).map(|at| source.of(at));
            bindings = bindings.and(source.name, quote!(&[#(#names),*]));
        }
        let call = self.context.call(&self.pass.kernel, &bindings);
        quote!(let __results = #call;)
    }

    /// A number of the results.
    pub(super) fn result(&self, list: usize, at: usize) -> TokenStream {
        let [list, at] = [list, at].map(Literal::usize_unsuffixed);
        match self.vectors.len() + self.matrices.len() {
            1 => quote!(__results[#at]),
            _ => quote!(__results.#list[#at]),
        }
    }

    /// The results, added to sums and vectors.
    fn added(&self, ranges: &[Range]) -> TokenStream {
        let mut added = TokenStream::new();
        for (list, (to, space)) in self.vectors.iter().enumerate() {
            let places = &self.pass.vectors[list];
            let mut done = Vec::new();
            for whole in self.whole_items(ranges, ranges.len()) {
                let Some((stride, within)) = space.of_item(&whole) else {
                    continue;
                };
                let place = self.place_of_item(&whole, stride);
                let found = within
                    .iter()
                    .map(|place| places.iter().position(|other| other == place));
                let Some(found) = found.collect::<Option<Vec<usize>>>() else {
                    continue;
                };
                let values = found.into_iter().map(|at| self.result(list, at));
                let values = quote!([#(#values),*]);
                for to in self.with_other(to) {
                    added.extend(quote!(_x::items::add_item(#to, #place, #values);));
                }
                done.extend(within);
            }
            for (at, &place) in places
                .iter()
                .enumerate()
                .filter(|(_, place)| !done.contains(place))
            {
                let (target, value) = (self.target(ranges, space, place), self.result(list, at));
                let sum = sum_name(list, place);
                let at = &target.at;
                added.extend(match target.level < ranges.len() {
                    true => quote!(#sum = _x::items::plus(#sum, #value);),
                    false => {
                        let vectors = self.with_other(to);
                        quote!(#(_x::items::add(#vectors, #at, #value);)*)
                    }
                });
            }
        }
        added
    }

    /// The results, added to matrices. Places that are not numbers of coordinates are computed once.
    pub(super) fn entered(&self, ranges: &[Range]) -> TokenStream {
        let mut entered = TokenStream::new();
        for (matrix, (to, rows, columns)) in self.matrices.iter().enumerate() {
            let list = self.vectors.len() + matrix;
            let entries = &self.pass.matrices[matrix];
            let of_rows = self.bound(
                ranges,
                (format!("__row{matrix}"), rows),
                entries.iter().map(|of| of.0),
            );
            let of_columns = self.bound(
                ranges,
                (format!("__column{matrix}"), columns),
                entries.iter().map(|of| of.1),
            );
            let bound = of_rows.values().chain(of_columns.values());
            entered.extend(bound.filter_map(|place| place.set.clone()));
            for (at, (row, column)) in entries.iter().enumerate() {
                let value = self.result(list, at);
                let [row, column] = [&of_rows[row].at, &of_columns[column].at];
                entered.extend(quote!(_x::family::Entries::add(#to, #row, #column, #value);));
            }
        }
        entered
    }

    /// Places in a space, with names for those that are computed.
    fn bound(
        &self,
        ranges: &[Range],
        (name, space): (String, &Space),
        places: impl Iterator<Item = usize>,
    ) -> BTreeMap<usize, Bound> {
        let bound = |place: usize| {
            let at = self.target(ranges, space, place).at;
            if at.clone().into_iter().nth(1).is_none() {
                return Bound { set: None, at };
            }
            let name = format_ident!("{name}_{place}");
            Bound {
                set: Some(quote!(let #name = #at;)),
                at: quote!(#name),
            }
        };
        let places: BTreeSet<usize> = places.collect();
        places.into_iter().map(|place| (place, bound(place))).collect()
    }

    /// The sums that are complete after the loop within a level.
    fn sums(&self, ranges: &[Range], level: usize) -> Vec<(Ident, &TokenStream, Target)> {
        let mut sums = Vec::new();
        for (list, (to, space)) in self.vectors.iter().enumerate() {
            for &place in &self.pass.vectors[list] {
                let target = self.target(ranges, space, place);
                if target.level == level {
                    sums.push((sum_name(list, place), to, target));
                }
            }
        }
        sums
    }
}

pub(super) fn sum_name(list: usize, place: usize) -> Ident {
    format_ident!("__sum{list}_{place}")
}
