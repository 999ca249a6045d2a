//! The stub of a system with contacts.
//!
//! It refuses to count contacts, some of which may be lost.

use proc_macro2::TokenStream;
use quote::quote;

use super::{header, unknown_array, unknown_type};
use crate::system::Failed;

/// Values of contacts are of unknown number.
pub(super) fn stub(failed: &Failed) -> TokenStream {
    let header = header(failed, &failed.generics, &quote!(_x::Contacts));
    let scalar = &failed.scalar;
    let unknown = unknown_type(failed);
    let laws = unknown_array(&quote!(_x::Law<#scalar>));
    let states = unknown_array(&quote!(_x::ContactState));
    let closed = unknown_array(&quote!(_x::ActiveContact<#scalar>));
    let of_place = quote!(_: #scalar, _: &Self::Configuration);
    quote! {
        #header {
            type Gaps = #unknown;
            type Percussions = #unknown;
            type Directions = #unknown;
            type Delassus = #unknown;
            type Laws = #laws;
            type States = #states;
            type Closed = #closed;
            type Reactions = #unknown;
            type Variations = #unknown;
            const CONTACTS: &'static [_x::Contact] = &[];

            fn gaps(&self, #of_place) -> Self::Gaps { loop {} }
            fn gap_scales(&self, #of_place) -> Self::Gaps { loop {} }
            fn directions(&self, #of_place) -> (Self::Directions, Self::Percussions) { loop {} }
            fn laws(&self, #of_place, _: &Self::Velocity, _: &Self::Reactions) -> Self::Laws { loop {} }
            fn contact_variations(
                &self,
                #of_place,
                _: &Self::Velocity,
                _: &Self::Percussions,
                _: &Self::Reactions,
            ) -> Self::Variations { loop {} }
        }
    }
}
