//! What stands around the step of a scheme in its impl: a start that is checked, a report of multipliers or energies, and the
//! velocity that is carried. It refuses to know the scheme.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::Step;
use crate::emit::call::Context;

/// Tokens for the impl of `Discretize`.
pub(super) struct Reporting {
    pub(super) report: TokenStream,
    pub(super) check: Option<TokenStream>,
    /// The body of `advance`.
    pub(super) advance: TokenStream,
    /// What the memory and the report know of the velocity at a node, and how a motion goes on with it.
    pub(super) velocity: Option<TokenStream>,
}

impl Reporting {
    /// `advance` is the function that solves the equations and tells no more than that.
    pub(super) fn of(
        context: &Context<'_>,
        (scheme, step): (&TokenStream, &Step),
        advance: &TokenStream,
    ) -> Self {
        let arguments = quote!((self, __h, __inputs, __state, __memory));
        let reporting = Self {
            report: quote!(_x::Convergence),
            check: check(context),
            advance: quote!(#advance #arguments),
            velocity: None,
        };
        if let Some(at) = step.velocity_at {
            return reporting.with_energies(context, (scheme, step), at);
        }
        let Some(expansion) = &step.expansion else {
            return reporting;
        };
        let m = context.system.constraints.len();
        let nodes = Literal::usize_unsuffixed(expansion.whole.ties / m - 1);
        let numbers = context.array(m);
        Self {
            report: quote!(_x::ConstrainedStep<[#numbers; #nodes], #numbers>),
            advance: quote!(_x::advance_tied::<Self, #scheme, _, __CHECKED> #arguments),
            ..reporting
        }
    }

    fn with_energies(self, context: &Context<'_>, (scheme, step): (&TokenStream, &Step), at: usize) -> Self {
        let Context { scalar, vector, .. } = context;
        let restart = restart(context, scheme, step);
        let numbers = context.array(context.system.constraints.len());
        let carried = if step.solver.is_linear() {
            quote!(__memory.carried)
        } else {
            quote!(__memory.kept.carried)
        };
        let (at, advance) = (Literal::usize_unsuffixed(at), self.advance);
        let constraints = if context.system.constraints.is_empty() {
            quote!(|_, _, _| ([], []))
        } else {
            quote! {
                |__t, __q, __v| {
                    (
                        _x::Constrained::constraints(self, __t, __q),
                        _x::Constrained::constraint_rates(self, __t, __q, __v),
                    )
                }
            }
        };
        Self {
            report: quote!(_x::EnergyStep<#scalar, #vector, #numbers>),
            advance: quote! {
                let __step = #advance?;
                let __velocity = _x::carried_velocity(&#carried, #at);
                _x::Ok(_x::with_energies(self, __h, __step, __velocity, #constraints))
            },
            velocity: Some(quote! {
                #restart

                #[inline]
                fn node_velocity(__memory: &Self::Memory) -> _x::Option<#vector> {
                    _x::Some(_x::carried_velocity(&#carried, #at))
                }

                #[inline]
                fn reported_velocity(__report: &Self::Report) -> _x::Option<#vector> {
                    _x::Some(__report.velocity)
                }
            }),
            ..self
        }
    }
}

fn check(context: &Context<'_>) -> Option<TokenStream> {
    (!context.system.constraints.is_empty()).then(|| {
        quote! {
            _x::check_start(self, __h, (__state.t, &__state.q, __velocity))?;
        }
    })
}

/// A start that is not asked whether its velocity satisfies the constraints.
fn restart(context: &Context<'_>, scheme: &TokenStream, step: &Step) -> Option<TokenStream> {
    let Context { scalar, vector, .. } = context;
    let start = if step.solver.is_linear() {
        quote!(_x::start_direct)
    } else {
        quote!(_x::start_newton)
    };
    (!context.system.constraints.is_empty()).then(|| {
        quote! {
            #[inline]
            fn restart(
                &self,
                _: &#scheme,
                __h: #scalar,
                __state: &_x::StateOf<Self>,
                __velocity: &#vector,
            ) -> _x::Result<Self::Memory, _x::Failure> {
                _x::check_coordinates(self, (__state.t, &__state.q))?;
                #start::<Self, #scheme>(self, __h, __state, __velocity)
            }
        }
    })
}
