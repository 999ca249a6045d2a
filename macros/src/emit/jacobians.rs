//! The impl of `Jacobians`: the derivatives of momenta and outputs.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::Jacobians;
use crate::emit::call::{Bindings, Context, inlined};

/// `impl Jacobians for Pendulum`, unless they were given up, and `impl OutputsOfState`, unless an output contains a multiplier.
pub(super) fn impls(context: &Context<'_>, jacobians: &Jacobians) -> TokenStream {
    let [header, of_outputs] =
        [quote!(_x::Jacobians), quote!(_x::OutputsOfState)].map(|of| context.header(&of));
    let Context { scalar, system, .. } = context;
    let [state, all] = ["t q v", "t q v inputs"].map(|letters| context.arguments(letters));
    let sizes = [
        2 * system.coordinates.len(),
        system.inputs.len(),
        system.model.sensitivities.len(),
    ];
    let of_outputs = system
        .model
        .multipliers
        .is_empty()
        .then(|| quote!(#of_outputs {}));
    let Jacobians { momenta, outputs } = jacobians;
    let types = types(scalar, sizes, [&momenta.places, &outputs.places]);
    let [momenta, outputs] =
        [momenta, outputs].map(|entries| context.call(&entries.kernel, &Bindings::state()));
    let momenta = inlined(
        quote!(fn momentum_entries(&self, #state) -> Self::MomentumEntries),
        momenta,
    );
    let outputs = inlined(
        quote!(fn output_entries(&self, #all) -> Self::OutputEntries),
        outputs,
    );
    quote! {
        #header {
            #types
            #momenta
            #outputs
        }

        #of_outputs
    }
}

/// The types and the places of the entries; `sizes` are the numbers of states, inputs and parameters.
pub(super) fn types(
    scalar: &TokenStream,
    sizes: [usize; 3],
    [momenta, outputs]: [&[(usize, usize)]; 2],
) -> TokenStream {
    let sizes = sizes.map(Literal::usize_unsuffixed);
    let lengths = [momenta, outputs].map(|places| Literal::usize_unsuffixed(places.len()));
    let [of_momenta, of_outputs] = &lengths;
    let [momenta, outputs] = [momenta, outputs].map(|places| {
        let pairs = places.iter().map(|&(row, column)| {
            let [row, column] = [row, column].map(Literal::usize_unsuffixed);
            quote!((#row, #column))
        });
        quote!(&[#(#pairs),*])
    });
    quote! {
        type VelocityLinearization = _x::LinearizationOf<#scalar #(, #sizes)*>;
        type MomentumEntries = [#scalar; #of_momenta];
        type OutputEntries = [#scalar; #of_outputs];
        const MOMENTUM_PLACES: &'static [(usize, usize)] = #momenta;
        const OUTPUT_PLACES: &'static [(usize, usize)] = #outputs;
    }
}
