//! `SummedJacobians`: the derivatives of momenta and outputs as sums over all items.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::family::{Family, Items, Outputs, Pass};
use crate::emit::call::Context;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::outputs;
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
    let outputs = of_outputs(context, numbers, family, &jacobians.outputs);
    let multipliers = &context.system.model.multipliers;
    let of_state = multipliers
        .is_empty()
        .then(|| context.header(&quote!(_x::OutputsOfState)));
    let of_state = of_state.map(|header| quote!(#header {}));
    Some(quote! {
        #header {
            #momenta
            #outputs
        }

        #of_state
    })
}

/// The rows of outputs and of the sums of which they are functions, if there are outputs.
fn of_outputs(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    slopes: &Outputs,
) -> Option<TokenStream> {
    let Context { scalar, inputs, .. } = context;
    let components = numbers.of_outputs(context.system);
    let known = Space::Known {
        of_each: 3,
        inputs: numbers.inputs_of_all(),
    };
    let loops = |passes: &[(Items, Pass)], of_rows: &Numbers<'_>, rows: &Space, to: [TokenStream; 2]| {
        let [by_state, by_totals] = to;
        let to = [
            (by_state, rows.clone(), known.clone()),
            (by_totals, rows.clone(), Space::Fixed),
        ];
        let loops = passes
            .iter()
            .map(|one| outputs::loop_of((context, numbers, of_rows), one, &[], &to));
        quote!(#(#loops)*)
    };
    let outputs = [
        quote!(&mut __slopes.outputs),
        quote!(&mut __slopes.outputs_by_totals),
    ];
    let outputs = loops(&slopes.passes, &components, &Space::Constraints, outputs);
    let of_totals = [
        quote!(&mut __slopes.totals),
        quote!(&mut __slopes.totals_by_totals),
    ];
    let of_totals = loops(&slopes.levels.concat(), numbers, &Space::Fixed, of_totals);
    let totals = outputs::totals(context, numbers, family);
    (slopes.all().next().is_some()).then(|| {
        quote! {
            fn add_output_slopes(
                &self,
                t: #scalar,
                q: &[#scalar],
                v: &[#scalar],
                inputs: &#inputs,
                __slopes: &mut _x::family::Slopes<impl _x::family::Entries<#scalar>>,
            ) {
                #totals
                #outputs
                #of_totals
            }
        }
    })
}
