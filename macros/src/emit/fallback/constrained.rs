//! The stub of a constrained system.
//!
//! It refuses to count constraints, some of which may be lost.

use proc_macro2::TokenStream;
use quote::quote;

use super::{header, unknown_type};
use crate::system::Failed;

/// Values of constraints are of unknown number.
pub(super) fn stub(failed: &Failed) -> TokenStream {
    let header = header(failed, &failed.generics, &quote!(_x::Constrained));
    let scalar = &failed.scalar;
    let unknown = unknown_type(failed);
    let of_place = quote!(_: #scalar, _: &Self::Configuration);
    let of_state = quote!(#of_place, _: &Self::Velocity);
    quote! {
        #header {
            type Constraints = #unknown;
            type Jacobian = #unknown;
            const CONSTRAINTS: &'static [&'static str] = &[];

            fn constraints(&self, #of_place) -> Self::Constraints { loop {} }
            fn constraint_scales(&self, #of_place) -> Self::Constraints { loop {} }
            fn constraint_rates(&self, #of_state) -> Self::Constraints { loop {} }
            fn constraint_jacobian(&self, #of_place) -> Self::Jacobian { loop {} }
            fn constraint_force(&self, #of_place, _: &Self::Constraints) -> Self::Momentum { loop {} }
            fn multipliers(
                &self,
                #of_state,
                _: &Self::Inputs,
            ) -> _x::Result<Self::Constraints, _x::Failure> { loop {} }
        }
    }
}
