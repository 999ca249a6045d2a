//! Loops over items whose numbers follow each other in memory: `q[i]`, `q[i + 1]`.
//!
//! Windows of one length are read, so that no place is looked up; and what an item adds to later ones is carried in registers, so
//! that each number is written once. Compilers work on several such items at a time.

use std::collections::BTreeMap;

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::declaration::running;
use crate::emit::family::loops::{Loop, Source, Space, sum_name};
use crate::emit::family::numbers::Numbers;
use crate::model::{Atom, Integer, Range};

/// Items further apart are looked up one by one.
const FARTHEST: i64 = 4;

/// Where a local coordinate is, relative to the running index.
#[derive(Clone)]
struct Relative {
    quantity: usize,
    /// Its item for the index 0.
    item: Integer,
    component: usize,
    inner: usize,
}

/// What is added to one vector: for each of its numbers within an item, the results by their distance from the first.
struct Written {
    to: TokenStream,
    list: usize,
    first: Relative,
    stride: usize,
    farthest: usize,
    /// For a place within an item and a distance the place of the result.
    results: BTreeMap<(usize, usize), usize>,
}

/// What is read item by item.
#[derive(Default)]
struct Windows {
    /// The windows, made.
    opened: TokenStream,
    zipped: TokenStream,
    patterns: Vec<TokenStream>,
    names: Vec<Ident>,
    /// Parameters of an item.
    values: TokenStream,
}

impl Loop<'_> {
    /// The innermost loop; `None` if some numbers do not follow each other.
    pub(super) fn windows(&self, ranges: &[Range]) -> Option<TokenStream> {
        let range = ranges.last()?;
        if !self.items.constraints.is_empty() {
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
        let (numbers, called, entered) = (
            self.names(ranges, ranges.len()),
            self.called(),
            self.entered(ranges),
        );
        let index = running(range.index);
        let [first, beyond] = [&range.first, &range.beyond].map(|end| self.numbers.integer(end));
        let summed = self.added_to_sums(ranges);
        let spoiled = self.spoiled(&read.names);
        let begun = written.iter().map(|of| self.begun(of));
        let within = written.iter().map(|of| self.within_an_item(of));
        let ended = written.iter().map(|of| self.ended(of));
        let zips = written.iter().map(|of| {
            let name = of.name();
            quote!(.zip(#name.iter_mut()))
        });
        let Windows {
            opened,
            zipped,
            values,
            ..
        } = &read;
        let mut pattern = quote!(__at);
        for name in read
            .patterns
            .iter()
            .cloned()
            .chain(written.iter().map(|of| of.chunk().into_token_stream()))
        {
            pattern = quote!((#pattern, #name));
        }
        Some(quote!({
            let __first = #first;
            let __count = _x::items(__first, #beyond);
            if __count > 0 {
                #opened
                #spoiled
                #(#begun)*
                for #pattern in (0..__count) #zipped #(#zips)* {
                    let #index = __first.wrapping_add(__at);
                    #values
                    #numbers
                    #called
                    #summed
                    #(#within)*
                    #entered
                }
                #(#ended)*
            }
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

    /// Windows of what is read: how they are made, how they are zipped, and the names of their numbers.
    fn read(&self, relative: &BTreeMap<usize, Relative>, read: &mut Windows) {
        for source in self.used().filter(|source| source.behind.is_none()) {
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
        let vectors = self.vectors.iter().map(|(to, _)| to);
        (!windows.is_empty() && !self.vectors.is_empty()).then(|| {
            quote! {
                if #(#windows.len() < __count)||* {
                    #(_x::items::spoil(#vectors);)*
                }
            }
        })
    }

    /// Where the numbers of the first item begin: stride (offset + inner (first + item)).
    fn start(&self, of: &Relative, stride: usize) -> TokenStream {
        let offset = self.numbers.offset(of.quantity);
        let item = self.numbers.integer(&of.item);
        let [inner, stride] = [of.inner, stride].map(Literal::usize_unsuffixed);
        quote! {
            (#offset)
                .wrapping_add(__first.wrapping_add(#item).wrapping_mul(#inner))
                .wrapping_mul(#stride)
        }
    }

    /// What is added to a vector item by item; `Some(None)` for nothing.
    fn written(
        &self,
        ranges: &[Range],
        relative: &BTreeMap<usize, Relative>,
        list: usize,
    ) -> Option<Option<Written>> {
        let (to, space) = &self.vectors[list];
        let stride = match space {
            Space::Fixed => return Some(None),
            Space::Coordinates => 1,
            Space::Rows(groups, _) => *groups,
            _ => return None,
        };
        let mut targets: Vec<(&Relative, usize, usize)> = Vec::new();
        for (at, &place) in self.pass.vectors[list].iter().enumerate() {
            if self.target(ranges, space, place).level < ranges.len() {
                continue;
            }
            let of = relative.get(&(place / stride))?;
            targets.push((of, of.component * stride + place % stride, at));
        }
        let Some((mut first, ..)) = targets.first().copied() else {
            return Some(None);
        };
        let distance = |of: &Relative, from: &Relative| {
            (of.quantity == from.quantity)
                .then(|| of.item.plus(-1, &from.item)?.known())
                .flatten()
        };
        for (of, ..) in &targets {
            if distance(of, first)? < 0 {
                first = of;
            }
        }
        let mut results = BTreeMap::new();
        let mut farthest = 0;
        for &(of, within, at) in &targets {
            let away = usize::try_from(distance(of, first).filter(|away| *away <= FARTHEST)?).ok()?;
            farthest = farthest.max(away);
            results.insert((within, away), at);
        }
        Some(Some(Written {
            to: to.clone(),
            list,
            first: first.clone(),
            stride,
            farthest,
            results,
        }))
    }

    /// The results that are the same number for all items, added to their sums.
    fn added_to_sums(&self, ranges: &[Range]) -> TokenStream {
        let mut added = TokenStream::new();
        for (list, (_, space)) in self.vectors.iter().enumerate() {
            for (at, &place) in self.pass.vectors[list].iter().enumerate() {
                if self.target(ranges, space, place).level < ranges.len() {
                    let (sum, value) = (sum_name(list, place), self.result(list, at));
                    added.extend(quote!(#sum = #sum + #value;));
                }
            }
        }
        added
    }

    /// The window of a vector, and zeros to carry.
    fn begun(&self, of: &Written) -> TokenStream {
        let (name, to, after) = (of.name(), &of.to, of.after());
        let start = self.start(&of.first, of.stride);
        let [width, more] = [of.stride * of.first.inner, of.farthest].map(Literal::usize_unsuffixed);
        let scalar = &self.context.scalar;
        let carried = of.carried().map(|(within, distance)| of.carry(within, distance));
        quote! {
            let (#name, #after) = _x::items::window_mut::<_, #width>(#to, #start, __count, #more);
            #(let mut #carried = <#scalar as _x::Scalar>::from_f64(0.0);)*
        }
    }

    /// Adds to the numbers of the first item what this one and those before it have for it; carries the rest.
    fn within_an_item(&self, of: &Written) -> TokenStream {
        let chunk = of.chunk();
        let mut added = TokenStream::new();
        for within in of.places() {
            let result = |distance: usize| {
                of.results
                    .get(&(within, distance))
                    .map(|&at| self.result(of.list, at))
            };
            let has_carry = of.carried().any(|(place, _)| place == within);
            let place = Literal::usize_unsuffixed(within);
            let carry = has_carry.then(|| of.carry(within, 1));
            let terms: Vec<TokenStream> = result(0)
                .into_iter()
                .chain(carry.map(|carry| quote!(#carry)))
                .collect();
            added.extend(quote!(#chunk[#place] = #chunk[#place] + (#(#terms)+*);));
            for distance in (1..=of.farthest).filter(|_| has_carry) {
                let carry = of.carry(within, distance);
                let next = (distance < of.farthest).then(|| of.carry(within, distance + 1));
                let terms: Vec<TokenStream> = result(distance)
                    .into_iter()
                    .chain(next.map(|next| quote!(#next)))
                    .collect();
                if !terms.is_empty() {
                    added.extend(quote!(#carry = #(#terms)+*;));
                }
            }
        }
        added
    }

    /// Adds what the last items carried.
    fn ended(&self, of: &Written) -> TokenStream {
        let after = of.after();
        let added = of.carried().map(|(within, distance)| {
            let (carry, place) = (of.carry(within, distance), Literal::usize_unsuffixed(within));
            let item = Literal::usize_unsuffixed(distance - 1);
            quote!(_x::items::add_to_item(#after, #item, #place, #carry);)
        });
        quote!(#(#added)*)
    }
}

impl Written {
    fn name(&self) -> Ident {
        format_ident!("__window{}", self.list)
    }

    fn after(&self) -> Ident {
        format_ident!("__after{}", self.list)
    }

    fn chunk(&self) -> Ident {
        format_ident!("__chunk{}", self.list)
    }

    fn carry(&self, within: usize, distance: usize) -> Ident {
        format_ident!("__carry{}_{within}_{distance}", self.list)
    }

    /// The places within an item that are added to.
    fn places(&self) -> Vec<usize> {
        let mut places: Vec<usize> = self.results.keys().map(|key| key.0).collect();
        places.dedup();
        places
    }

    /// The places and distances of what is carried.
    fn carried(&self) -> impl Iterator<Item = (usize, usize)> {
        let places = self.places().into_iter();
        let places = places.filter(|&within| {
            let mut keys = self.results.keys();
            keys.any(|&(place, distance)| place == within && distance > 0)
        });
        places.flat_map(|within| (1..=self.farthest).map(move |distance| (within, distance)))
    }
}

impl Windows {
    /// Goes through a window, too.
    fn zip(&mut self, name: &Ident, pattern: TokenStream) {
        self.zipped.extend(quote!(.zip(#name)));
        self.patterns.push(pattern);
        self.names.push(name.clone());
    }
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
