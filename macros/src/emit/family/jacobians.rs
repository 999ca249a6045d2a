//! `SummedJacobians`: the derivatives of momenta as sums over all items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::family::{Family, Items, Pass};
use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::emit::loops::Frame;
use crate::loops::places::Space;

/// `impl SummedJacobians for Chain`, unless they were given up.
pub(super) fn impls(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let jacobians = family.jacobians.as_ref()?;
    let header = context.header(&quote!(_x::family::SummedJacobians));
    let scalar = &context.scalar;
    let frame = Frame::of_state(context, numbers);
    let to = [(quote!(__slopes), Space::Coordinates, Space::Coordinates)];
    let loops = jacobians.momenta.iter();
    let loops = loops.map(|(items, pass): &(Items, Pass)| frame.loop_of((items, pass), &[], &to).tokens());
    let momenta = (!jacobians.momenta.is_empty()).then(|| {
        quote! {
            fn add_momentum_slopes(
                &self,
                t: #scalar,
                q: &[#scalar],
                v: &[#scalar],
                __slopes: &mut impl _x::family::Entries<#scalar>,
            ) {
                #(#loops)*
            }
        }
    });
    Some(quote! {
        #header {
            #momenta
        }
    })
}
