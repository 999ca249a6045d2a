//! What items that follow each other add to vectors: each number is written once, and what an item adds to later ones is carried in
//! registers.
//! It refuses to know what is read.

use std::collections::BTreeMap;

use extremal_symbolic::Op;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{format_ident, quote};

use crate::emit::family::loops::Loop;
use crate::emit::family::places::Space;
use crate::emit::family::windows::Relative;
use crate::model::Range;

/// Items further apart are looked up one by one.
const FARTHEST: i64 = 4;

/// What is added to one vector: for each of its numbers within an item, the results by their distance from the first.
pub(super) struct Written {
    pub(super) to: TokenStream,
    pub(super) list: usize,
    pub(super) first: Relative,
    pub(super) stride: usize,
    pub(super) farthest: usize,
    /// For a place within an item and a distance the place of the result.
    pub(super) results: BTreeMap<(usize, usize), usize>,
}

impl Loop<'_> {
    /// What is added to a vector item by item; `Some(None)` for nothing.
    pub(super) fn written(
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

    /// The window of a vector, and zeros to carry.
    pub(super) fn begun(&self, of: &Written) -> TokenStream {
        let (name, to, after) = (of.name(), &of.to, of.after());
        let start = self.start(&of.first, of.stride);
        let [width, more] = [of.width(), of.farthest].map(Literal::usize_unsuffixed);
        let scalar = &self.context.scalar;
        let carried = of.carried().map(|(within, distance)| of.carry(within, distance));
        let opened = match self.sets {
            true => quote!(window_set),
            false => quote!(window_mut),
        };
        let also = self.also.as_ref().map(|to| {
            let [name, after] = [&name, &after].map(also);
            quote!(let (#name, #after) = _x::items::window_mut::<_, #width>(#to, #start, __count, #more);)
        });
        quote! {
            let (#name, #after) = _x::items::#opened::<_, #width>(#to, #start, __count, #more);
            #also
            #(let mut #carried = <#scalar as _x::Scalar>::from_f64(0.0);)*
        }
    }

    /// Adds to the numbers of the first item what this one and those before it have for it; carries the rest.
    pub(super) fn within_an_item(&self, of: &Written) -> TokenStream {
        let chunk = of.chunk();
        let mut added = self.unset(of);
        for within in of.places() {
            let result = |distance: usize| {
                of.results
                    .get(&(within, distance))
                    .map(|&at| self.result(of.list, at))
            };
            let has_carry = of.carried().any(|(place, _)| place == within);
            let place = Literal::usize_unsuffixed(within);
            let carry = has_carry.then(|| of.carry(within, 1));
            let opposite = self.opposite(of, within);
            let sum = match (result(0), &carry, &opposite) {
                (Some(result), Some(carry), Some(_)) => quote!(#result - #carry),
                (Some(result), Some(carry), None) => quote!(#result + #carry),
                (result, carry, _) => quote!(#result #carry),
            };
            added.extend(match (self.sets, &self.also) {
                (false, None) => quote!(#chunk[#place] = _x::items::plus(#chunk[#place], #sum);),
                (true, None) => quote!(#chunk[#place] = #sum;),
                (_, Some(_)) => {
                    let also = also(&chunk);
                    quote! {
                        #chunk[#place] = #sum;
                        #also[#place] = _x::items::plus(#also[#place], #chunk[#place]);
                    }
                }
            });
            if let (Some(carry), Some(opposite)) = (carry, opposite) {
                added.extend(quote!(#carry = #opposite;));
                continue;
            }
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

    /// −1 times what is carried to the next item, if that is a result as well: then it is carried, and subtracted.
    fn opposite(&self, of: &Written, within: usize) -> Option<TokenStream> {
        let [own, next] = [0, 1].map(|distance| of.results.get(&(within, distance)).copied());
        let before: usize = self.pass.vectors.iter().take(of.list).map(Vec::len).sum();
        let program = &self.pass.kernel.program;
        let output = |at: usize| program.outputs().get(before + at).copied();
        let own = own.filter(|_| of.farthest == 1)?;
        let is_opposite = program.ops().get(output(next?)?.index()) == Some(&Op::Neg(output(own)?));
        is_opposite.then(|| self.result(of.list, own))
    }

    /// Zero for the numbers of an item that nothing is added to, where the vector is set.
    fn unset(&self, of: &Written) -> TokenStream {
        let (chunk, scalar, places) = (of.chunk(), &self.context.scalar, of.places());
        let all = 0..of.width();
        let others = all.filter(|within| self.sets && !places.contains(within));
        let others = others.map(Literal::usize_unsuffixed);
        quote!(#(#chunk[#others] = <#scalar as _x::Scalar>::from_f64(0.0);)*)
    }

    /// The name of a part of the vector, and of that of the other one.
    pub(super) fn each_name(&self, name: Ident) -> Vec<Ident> {
        let other = self.also.as_ref().map(|_| also(&name));
        core::iter::once(name).chain(other).collect()
    }

    /// Without items, a vector that is set is zero.
    pub(super) fn zeroed(&self) -> TokenStream {
        let (scalar, vectors) = (&self.context.scalar, self.vectors.iter().map(|(to, _)| to));
        quote!(else { #(#vectors.fill(<#scalar as _x::Scalar>::from_f64(0.0));)* })
    }

    /// Adds what the last items carried.
    pub(super) fn ended(&self, of: &Written) -> TokenStream {
        let after = of.after();
        let added = of.carried().map(|(within, distance)| {
            let (carry, place) = (of.carry(within, distance), Literal::usize_unsuffixed(within));
            let item = Literal::usize_unsuffixed(distance - 1);
            let vectors = self.each_name(after.clone());
            let sign = self.opposite(of, within).map(|_| quote!(-));
            quote!(#(_x::items::add_to_item(#vectors, #item, #place, #sign #carry);)*)
        });
        quote!(#(#added)*)
    }
}

/// The name of a part of the other vector.
fn also(name: &Ident) -> Ident {
    format_ident!("{name}_also")
}

impl Written {
    /// The numbers of an item.
    fn width(&self) -> usize {
        self.stride * self.first.inner
    }

    pub(super) fn name(&self) -> Ident {
        format_ident!("__window{}", self.list)
    }

    fn after(&self) -> Ident {
        format_ident!("__after{}", self.list)
    }

    pub(super) fn chunk(&self) -> Ident {
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
