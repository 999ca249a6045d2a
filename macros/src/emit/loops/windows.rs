//! The innermost loop over windows, as Rust. Compilers work on several such items at a time; in a `for` loop they would look for
//! an end in each window.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::declaration::running;
use crate::emit::loops::{Loop, counted, result};
use crate::loops::carry::Written;
use crate::loops::windows::{Read, Rows, Window, Windows};

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

impl Loop<'_> {
    /// The loop over windows, if there are any.
    pub(super) fn windows(&self) -> Option<TokenStream> {
        let (windows, ranges) = (self.of.windows.as_ref()?, &self.of.nest.ranges);
        let (range, level) = (ranges.last()?, ranges.len() - 1);
        let part = self.part().filter(|_| level == 0);
        let (index, counted) = (running(range.index), counted(self.frame.numbers, range, part));
        let (opened, read) = self.opened(windows);
        let spoiled = self.spoiled(&read);
        let begun = windows.written.iter().map(|of| self.begun(of));
        let ended = windows.written.iter().map(|of| self.ended(of));
        let otherwise = self.of.sets.then(|| self.zeroed());
        let statements = self.of.nest.levels[ranges.len()].before.iter();
        let statements = statements.map(|statement| self.statement(statement));
        let chunks = windows.written.iter().flat_map(|of| {
            let names = self.each_name(window(of)).into_iter();
            names.zip(self.each_name(chunk(of)))
        });
        let chunks =
            chunks.map(|(name, chunk)| Side::of(quote!(#name.iter_mut()), chunk.into_token_stream()));
        let read = read.into_iter().map(|(name, pattern)| Side {
            iterator: quote!(#name.iter()),
            zipped: name.into_token_stream(),
            pattern,
        });
        let places = Side::of(quote!((0..__count)), quote!(__at));
        let Side {
            iterator, pattern, ..
        } = side_by_side(places, read.chain(chunks).collect());
        Some(quote!({
            #counted
            if __count > 0 {
                #opened
                #spoiled
                #(#begun)*
                #iterator.for_each(|#pattern| {
                    let #index = __first.wrapping_add(__at);
                    #(#statements)*
                });
                #(#ended)*
            } #otherwise
        }))
    }

    /// The windows that are read: made, and the name of each with the pattern of its items.
    fn opened(&self, windows: &Windows) -> (TokenStream, Vec<(Ident, TokenStream)>) {
        let (mut opened, mut read) = (TokenStream::new(), Vec::new());
        for (
            at,
            Read {
                source,
                window,
                arguments,
            },
        ) in windows.read.iter().enumerate()
        {
            let (of, slice) = &self.frame.sources[*source];
            let before = windows.read[..at]
                .iter()
                .filter(|other| other.source == *source)
                .count();
            let name = format_ident!("__{}_{before}", of.name);
            let (start, width) = (self.start(window), Literal::usize_unsuffixed(window.width()));
            opened.extend(quote!(let #name = _x::items::window::<_, #width>(#slice, #start, __count);));
            let numbers = arguments.iter().map(|argument| match argument {
                Some(argument) => format_ident!("__{}{argument}", of.name).into_token_stream(),
                None => quote!(_),
            });
            read.push((name, quote!(&[#(#numbers),*])));
        }
        for Rows { field, first, name } in &windows.rows {
            let [row, rows] = ["row", "rows"].map(|word| format_ident!("__{word}{name}"));
            let numbers = self.frame.numbers;
            let (field, first) = (numbers.field(*field), numbers.integer(first));
            opened.extend(quote!(let #rows = _x::rows(&self.#field, __first.wrapping_add(#first), __count);));
            read.push((rows, row.into_token_stream()));
        }
        (opened, read)
    }

    /// Sums over numbers that do not exist are NaN.
    fn spoiled(&self, read: &[(Ident, TokenStream)]) -> Option<TokenStream> {
        let (vectors, windows) = (
            self.vectors.iter().chain(&self.also),
            read.iter().map(|(name, _)| name),
        );
        (!read.is_empty() && !self.vectors.is_empty()).then(|| {
            quote! {
                if #(#windows.len() < __count)||* {
                    #(_x::items::spoil(#vectors);)*
                }
            }
        })
    }

    /// Where the numbers of the first item begin: stride (offset + inner (first + item)).
    fn start(&self, of: &Window) -> TokenStream {
        let offset = self.frame.numbers.offset(of.quantity);
        let item = self.frame.numbers.integer(&of.item);
        let [inner, stride] = [of.inner, of.stride].map(Literal::usize_unsuffixed);
        quote! {
            (#offset)
                .wrapping_add(__first.wrapping_add(#item).wrapping_mul(#inner))
                .wrapping_mul(#stride)
        }
    }

    /// The window of a vector, and zeros to carry.
    fn begun(&self, of: &Written) -> TokenStream {
        let (to, zero, start) = (&self.vectors[of.list], self.zero(), self.start(&of.window));
        let [width, more] = [of.window.width(), of.farthest].map(Literal::usize_unsuffixed);
        let [name, behind] = [window(of), after(of)];
        let carried = of.carried().map(|(within, distance)| carry(of, within, distance));
        let opened = match self.of.sets {
            true => quote!(window_set),
            false => quote!(window_mut),
        };
        let other = self.also.as_ref().map(|to| {
            let [name, behind] = [&name, &behind].map(also);
            quote!(let (#name, #behind) = _x::items::window_mut::<_, #width>(#to, #start, __count, #more);)
        });
        quote! {
            let (#name, #behind) = _x::items::#opened::<_, #width>(#to, #start, __count, #more);
            #other
            #(let mut #carried = #zero;)*
        }
    }

    /// Adds to the numbers of the first item what this one and those before it have for it; carries the rest.
    pub(super) fn written(&self, at: usize) -> TokenStream {
        let Some(of) = self
            .of
            .windows
            .as_ref()
            .and_then(|windows| windows.written.get(at))
        else {
            return TokenStream::new();
        };
        let mut written = self.unset(of);
        for within in of.places() {
            let result = |distance: usize| {
                let at = of.results.get(&(within, distance))?;
                Some(result(self.body.pass, of.list, *at))
            };
            let first = of.carries(within).then(|| carry(of, within, 1));
            let is_opposite = of.opposites.contains(&within);
            let sum = match (result(0), &first) {
                (Some(result), Some(carry)) if is_opposite => quote!(#result - #carry),
                (Some(result), Some(carry)) => quote!(#result + #carry),
                (result, carry) => quote!(#result #carry),
            };
            written.extend(self.set(of, within, &sum));
            let Some(first) = first else {
                continue;
            };
            if is_opposite {
                let own = result(0);
                written.extend(quote!(#first = #own;));
                continue;
            }
            for distance in 1..=of.farthest {
                let name = carry(of, within, distance);
                let next =
                    (distance < of.farthest).then(|| carry(of, within, distance + 1).into_token_stream());
                let terms: Vec<TokenStream> = result(distance).into_iter().chain(next).collect();
                if !terms.is_empty() {
                    written.extend(quote!(#name = #(#terms)+*;));
                }
            }
        }
        written
    }

    /// A number of an item is complete.
    fn set(&self, of: &Written, within: usize, sum: &TokenStream) -> TokenStream {
        let (chunk, place) = (chunk(of), Literal::usize_unsuffixed(within));
        match (self.of.sets, &self.also) {
            (false, None) => quote!(#chunk[#place] = _x::items::plus(#chunk[#place], #sum);),
            (true, None) => quote!(#chunk[#place] = #sum;),
            (_, Some(_)) => {
                let also = also(&chunk);
                quote! {
                    #chunk[#place] = #sum;
                    #also[#place] = _x::items::plus(#also[#place], #chunk[#place]);
                }
            }
        }
    }

    /// Zero for the numbers of an item that nothing is added to, where the vector is set.
    fn unset(&self, of: &Written) -> TokenStream {
        let (chunk, zero, places) = (chunk(of), self.zero(), of.places());
        let all = 0..of.window.width();
        let others = all.filter(|within| self.of.sets && !places.contains(within));
        let others = others.map(Literal::usize_unsuffixed);
        quote!(#(#chunk[#others] = #zero;)*)
    }

    /// The name of a part of the vector, and of that of the other one.
    fn each_name(&self, name: Ident) -> Vec<Ident> {
        let other = self.also.as_ref().map(|_| also(&name));
        core::iter::once(name).chain(other).collect()
    }

    /// Without items, a vector that is set is zero.
    fn zeroed(&self) -> TokenStream {
        let (zero, vectors) = (self.zero(), &self.vectors);
        quote!(else { #(#vectors.fill(#zero);)* })
    }

    /// Adds what the last items carried.
    fn ended(&self, of: &Written) -> TokenStream {
        let added = of.carried().map(|(within, distance)| {
            let (carry, place) = (carry(of, within, distance), Literal::usize_unsuffixed(within));
            let item = Literal::usize_unsuffixed(distance - 1);
            let vectors = self.each_name(after(of));
            let sign = of.opposites.contains(&within).then(|| quote!(-));
            quote!(#(_x::items::add_to_item(#vectors, #item, #place, #sign #carry);)*)
        });
        added.collect()
    }
}

fn window(of: &Written) -> Ident {
    format_ident!("__window{}", of.list)
}

fn after(of: &Written) -> Ident {
    format_ident!("__after{}", of.list)
}

fn chunk(of: &Written) -> Ident {
    format_ident!("__chunk{}", of.list)
}

fn carry(of: &Written, within: usize, distance: usize) -> Ident {
    format_ident!("__carry{}_{within}_{distance}", of.list)
}

/// The name of a part of the other vector.
fn also(name: &Ident) -> Ident {
    format_ident!("{name}_also")
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
