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
    /// The function that makes a step.
    pub(super) advance: Option<TokenStream>,
}

impl Ties {
    pub(super) fn of(context: &Context<'_>, scheme: &TokenStream, step: &Step) -> Self {
        let m = context.system.constraints.len();
        let Some(expansion) = &step.expansion else {
            return Self {
                report: quote!(_x::Convergence),
                check: None,
                advance: None,
            };
        };
        let nodes = Literal::usize_unsuffixed(expansion.whole.ties / m - 1);
        let numbers = context.array(m);
        Self {
            report: quote!(_x::ConstrainedStep<[#numbers; #nodes], #numbers>),
            check: Some(quote! {
                _x::check_start(self, __h, (__state.t, &__state.q, __velocity))?;
            }),
            advance: Some(quote!(_x::advance_tied::<Self, #scheme, _, __CHECKED>)),
        }
    }
}
