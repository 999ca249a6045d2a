//! The impl of `Contacts`: gaps, directions and laws.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{ContactKernels, Continuous, Sizes};
use crate::emit::call::{Bindings, Context, inlined};

/// `impl Contacts for Ball`, if there are contacts.
pub(super) fn impls(context: &Context<'_>, continuous: &Continuous) -> Option<TokenStream> {
    let kernels = continuous.contacts.as_ref()?;
    let header = context.header(&quote!(_x::Contacts));
    let types = types(context, kernels.sizes);
    let methods = methods(context, kernels);
    let system = context.system;
    let contacts = system.contacts.iter().zip(&system.model.contacts);
    let contacts = contacts.map(|(name, contact)| {
        let slips = Literal::usize_unsuffixed(contact.slip.len());
        let has_gap = contact.has_gap;
        quote!(_x::Contact { name: #name, slips: #slips, has_gap: #has_gap })
    });
    Some(quote! {
        use _x::letters::{percussions, reactions};

        #header {
            #types
            const CONTACTS: &'static [_x::Contact] = &[#(#contacts),*];

            #methods
        }
    })
}

fn types(context: &Context<'_>, sizes: Sizes) -> TokenStream {
    let Context {
        scalar, coordinates, ..
    } = context;
    let [contacts, rows, reactions] =
        [sizes.contacts, sizes.rows, sizes.reactions].map(Literal::usize_unsuffixed);
    let [height, width] = sizes.variations.map(Literal::usize_unsuffixed);
    quote! {
        type Gaps = [#scalar; #contacts];
        type Percussions = [#scalar; #rows];
        type Directions = [[#scalar; #coordinates]; #rows];
        type Delassus = [[#scalar; #rows]; #rows];
        type Laws = [_x::Law<#scalar>; #contacts];
        type States = [_x::ContactState; #contacts];
        type Closed = [_x::ActiveContact<#scalar>; #contacts];
        type Reactions = [#scalar; #reactions];
        type Variations = [[#scalar; #width]; #height];
    }
}

fn methods(context: &Context<'_>, kernels: &ContactKernels) -> TokenStream {
    let [place, state] = ["t q", "t q v"].map(|letters| context.arguments(letters));
    let bindings = Bindings::state()
        .and("percussions", quote!(percussions))
        .and("reactions", quote!(reactions));
    let [gaps, scales, directions, laws, variations] =
        kernels.kernels().map(|kernel| context.call(kernel, &bindings));
    let of_row = quote! {
        fn contact_variations(
            &self,
            #state,
            percussions: &Self::Percussions,
            reactions: &Self::Reactions,
        ) -> Self::Variations
    };
    let methods = [
        inlined(quote!(fn gaps(&self, #place) -> Self::Gaps), gaps),
        inlined(quote!(fn gap_scales(&self, #place) -> Self::Gaps), scales),
        inlined(
            quote!(fn directions(&self, #place) -> (Self::Directions, Self::Percussions)),
            directions,
        ),
        inlined(
            quote!(fn laws(&self, #state, reactions: &Self::Reactions) -> Self::Laws),
            quote!(_x::contact_laws(&#laws)),
        ),
        inlined(of_row, variations),
    ];
    methods.into_iter().collect()
}
