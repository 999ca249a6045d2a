//! Momentum maps of a system of any size: all of them in one pass over the items of each sum, and a method of the struct for each.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::family::Family;
use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::Frame;
use crate::emit::momentum_map::methods_of;
use crate::loops::places::Space;

/// `Lagrangian::momentum_maps`, if there are symmetries.
pub(super) fn all(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let Context { scalar, vector, .. } = context;
    let count = context.system.symmetries.len();
    let frame = Frame::of_state(context, numbers);
    let passes = family.outputs.momentum_maps.iter();
    let to = [(quote!(&mut __maps), Space::Fixed)];
    let loops = passes.map(|(items, pass)| frame.loop_of((items, pass), &to, &[]).tokens());
    let zeros = zeros(context);
    (count > 0).then(|| {
        quote! {
            fn momentum_maps(&self, q: &#vector, p: &#vector, values: &mut [#scalar]) {
                let (q, v) = (q.as_slice(), p.as_slice());
                let mut __maps = #zeros;
                #(#loops)*
                _x::copied(&__maps, values);
            }
        }
    })
}

/// The methods, if there are symmetries.
pub(super) fn methods(context: &Context<'_>, documentation: &[String]) -> Option<TokenStream> {
    let zeros = zeros(context);
    let values = (0..documentation.len()).map(|at| {
        let at = Literal::usize_unsuffixed(at);
        quote! {
            let mut __maps = #zeros;
            _x::Lagrangian::momentum_maps(self, &state.q, &state.p, &mut __maps);
            __maps[#at]
        }
    });
    methods_of(context, values, documentation)
}

fn zeros(context: &Context<'_>) -> TokenStream {
    let (zero, count) = (
        context.zero(),
        Literal::usize_unsuffixed(context.system.symmetries.len()),
    );
    quote!([#zero; #count])
}
