//! What constraints add to the impl of a scheme: a start that is checked, and a report with multipliers.
//! It refuses to know the scheme.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::Step;
use crate::emit::call::Context;

/// Tokens for the impl of `Discretize`; of a system without constraints those that it has anyway.
pub(super) struct Ties {
    pub(super) report: TokenStream,
    pub(super) check: Option<TokenStream>,
    scheme: Option<TokenStream>,
}

impl Ties {
    pub(super) fn of(context: &Context<'_>, scheme: &TokenStream, step: &Step) -> Self {
        let m = context.system.constraints.len();
        if m == 0 {
            return Self {
                report: quote!(_x::Convergence),
                check: None,
                scheme: None,
            };
        }
        let nodes = Literal::usize_unsuffixed(step.solver.ties / m - 1);
        let numbers = context.array(m);
        Self {
            report: quote!(_x::ConstrainedStep<[#numbers; #nodes], #numbers>),
            check: Some(quote! {
                _x::check_start(self, __h, (__state.t, &__state.q, __velocity))?;
            }),
            scheme: Some(scheme.clone()),
        }
    }

    /// The call of a step, with the multipliers in its report.
    pub(super) fn around(&self, call: &TokenStream) -> TokenStream {
        let Some(scheme) = &self.scheme else {
            return call.clone();
        };
        quote! {
            let __before = _x::unknown_before::<Self, #scheme>(__memory);
            let __step = #call?;
            _x::Ok(_x::with_multipliers::<Self, #scheme, _, _>(__step, __h, __before))
        }
    }
}
