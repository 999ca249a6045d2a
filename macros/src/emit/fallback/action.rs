//! The stubs of what schemes with an action have: discrete actions and modified energies.

use proc_macro2::TokenStream;
use quote::quote;

use super::{header, of_scheme};
use crate::emit::discretize;
use crate::system::Failed;

pub(super) fn discrete(failed: &Failed) -> TokenStream {
    let (_, header) = of_scheme(failed, "DiscreteAction");
    let (scalar, coordinates) = (&failed.scalar, failed.coordinates);
    let vector = quote!(<Self as _x::Lagrangian>::Configuration);
    let inputs = quote!(<Self as _x::Lagrangian>::Inputs);
    let of_element = quote!(_: #scalar, _: #scalar, _: &#vector, _: &Self::Unknown);
    quote! {
        #header {
            type Unknown = [#scalar; #coordinates];

            fn discrete_lagrangian(&self, #of_element) -> #scalar { loop {} }
            fn momentum_before(&self, #of_element, _: &#inputs) -> #vector { loop {} }
            fn momentum_after(&self, #of_element, _: &#inputs) -> #vector { loop {} }
        }
    }
}

pub(super) fn modified_energy(failed: &Failed) -> TokenStream {
    let scheme = discretize::scheme_parameter(&failed.generics);
    let trait_path = quote!(_x::ModifiedEnergy<#scheme>);
    let header = header(
        failed,
        &discretize::with_driven_scheme(&failed.generics),
        &trait_path,
    );
    let scalar = &failed.scalar;
    quote! {
        #header {
            fn modified_energy(
                &self,
                _: #scalar,
                _: &_x::StateOf<Self>,
            ) -> _x::Result<#scalar, _x::Failure> { loop {} }
        }
    }
}
