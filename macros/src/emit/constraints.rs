//! The impl of `Constrained`: values, derivatives and solves of the constraints.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{ConstraintKernels, Continuous};
use crate::emit::call::{Bindings, Context, converted, flag, inlined};

/// `impl Constrained for Pendulum`, if there are constraints.
pub(super) fn impls(context: &Context<'_>, continuous: &Continuous) -> Option<TokenStream> {
    let kernels = continuous.constraints.as_ref()?;
    let header = context.header(&quote!(_x::Constrained));
    let Context {
        scalar,
        coordinates: n,
        ..
    } = context;
    let names = &context.system.constraints;
    let numbers = context.array(names.len());
    let m = Literal::usize_unsuffixed(names.len());
    let jacobian = quote!(_x::SMatrix<#scalar, #m, #n>);
    let values = values(context, kernels, &numbers, &jacobian);
    let solves = solves(context, &numbers);
    let place = context.arguments("t q");
    let rolling = context.system.model.rolling.len();
    let rolling = (rolling > 0).then(|| {
        let rolling = Literal::usize_unsuffixed(rolling);
        quote!(const ROLLING: usize = #rolling;)
    });
    let redundant = flag("REDUNDANT", context.system.model.is_redundant);
    let least = redundant.is_some().then(|| {
        quote! {
            fn least_norm(&self, #place, multipliers: &#numbers) -> _x::Result<#numbers, _x::Failure> {
                _x::least_norm(self, t, q, multipliers)
            }
        }
    });
    Some(quote! {
        #header {
            type Constraints = #numbers;
            type Jacobian = #jacobian;
            const CONSTRAINTS: &'static [&'static str] = &[#(#names),*];
            #rolling
            #redundant

            #values
            #solves
            #least
        }
    })
}

/// The methods that evaluate kernels.
fn values(
    context: &Context<'_>,
    kernels: &ConstraintKernels,
    numbers: &TokenStream,
    jacobian_type: &TokenStream,
) -> TokenStream {
    let vector = &context.vector;
    let [place, state] = ["t q", "t q v"].map(|letters| context.arguments(letters));
    let bindings = Bindings::state().and("lambda", quote!(multipliers));
    let [values, scales, rates, jacobian, force] =
        kernels.kernels().map(|kernel| context.call(kernel, &bindings));
    let [jacobian, force] = [jacobian, force].map(converted);
    let methods = [
        inlined(quote!(fn constraints(&self, #place) -> #numbers), values),
        inlined(quote!(fn constraint_scales(&self, #place) -> #numbers), scales),
        inlined(quote!(fn constraint_rates(&self, #state) -> #numbers), rates),
        inlined(
            quote!(fn constraint_jacobian(&self, #place) -> #jacobian_type),
            jacobian,
        ),
        inlined(
            quote!(fn constraint_force(&self, #place, multipliers: &#numbers) -> #vector),
            force,
        ),
    ];
    methods.into_iter().collect()
}

impl Context<'_> {
    /// Which constraints follow from others, and the norm of their multipliers: items of the impl of `Equations`.
    pub(super) fn least_norm(
        &self,
        constraints: usize,
        unknown: &TokenStream,
        bindings: &Bindings,
    ) -> TokenStream {
        let constraints = Literal::usize_unsuffixed(constraints);
        let (time, coordinates) = (bindings.tokens("time"), bindings.tokens("coordinates"));
        quote! {
            const LEAST_NORM: bool = true;

            #[cold]
            fn multiplier_weights(
                &self,
                __known: &Self::Known,
                __weights: &mut #unknown,
            ) -> _x::Result<(), _x::Failure> {
                _x::multiplier_weights(self, #time, #coordinates, #constraints, __weights)
            }
        }
    }
}

/// The methods that solve linear systems.
fn solves(context: &Context<'_>, numbers: &TokenStream) -> TokenStream {
    let (n, state) = (&context.coordinates, context.arguments("t q v inputs"));
    let all = Literal::usize_unsuffixed(context.system.coordinates.len() + context.system.constraints.len());
    quote! {
        fn multipliers(&self, #state) -> _x::Result<#numbers, _x::Failure> {
            let __known = (t, *q, *v, *inputs);
            let __solved = _x::solve_for_mass_matrix::<Self, _x::Acceleration, #all>(self, &__known)?;
            _x::Ok(_x::part_of(__solved.as_slice(), #n))
        }
    }
}

/// The methods of `Lagrangian` that know constraints, if there are some: impulses without the part that constraints absorb,
/// projections, reactions, and outputs with multipliers. `held` are the constraints of `self`, as the runtime takes them.
pub(super) fn methods(context: &Context<'_>, held: &TokenStream) -> Option<TokenStream> {
    let Context { scalar, vector, .. } = context;
    let outputs = outputs(context, held);
    let [state, phase] = ["t q v", "t q p"].map(|letters| context.arguments(letters));
    let inputs = context.arguments("inputs");
    (!context.system.constraints.is_empty()).then(|| {
        quote! {
            #outputs

            fn constraint_reactions(&self, #state, #inputs, multipliers: &mut [#scalar]) -> _x::Result<#vector, _x::Failure> {
                _x::constraint_reactions(&#held, t, q, v, inputs, multipliers)
            }

            fn consistent_momentum(&self, #phase) -> _x::Result<#vector, _x::Failure> {
                _x::consistent_momentum(&#held, t, q, p)
            }

            fn impact(&self, #state, percussion: &#vector) -> _x::Result<(#vector, #vector), _x::Failure> {
                _x::impact(&#held, t, q, v, percussion)
            }

            #[inline]
            fn project_keeping(&self, #state, keep: _x::Keep<'_>) -> _x::Result<_x::Projected<#vector, #vector>, _x::Failure> {
                _x::project(&#held, t, q, v, keep)
            }
        }
    })
}

/// `Lagrangian::outputs`, if outputs contain multipliers.
fn outputs(context: &Context<'_>, held: &TokenStream) -> Option<TokenStream> {
    let state = context.arguments("t q v inputs");
    let signature = quote!(fn outputs(&self, #state) -> _x::Result<Self::Outputs, _x::Failure>);
    let outputs = inlined(signature, quote!(_x::outputs(&#held, t, q, v, inputs)));
    (!context.system.model.multipliers.is_empty()).then_some(outputs)
}

/// The velocity of a momentum. Where M is singular, the constraints may determine it.
pub(super) fn velocity(context: &Context<'_>) -> TokenStream {
    let n = &context.coordinates;
    let solved = quote!(_x::solve_for_mass_matrix::<Self, _x::Legendre, #n>(self, &__known));
    if context.system.constraints.is_empty() {
        return solved;
    }
    quote!(_x::or_constrained(#solved, &_x::Unrolled(self), t, q, p))
}

/// The acceleration, without the multipliers that the same solve gives.
pub(super) fn acceleration(context: &Context<'_>) -> TokenStream {
    let n = &context.coordinates;
    let m = context.system.constraints.len();
    if m == 0 {
        return quote!(_x::solve_for_mass_matrix::<Self, _x::Acceleration, #n>(self, &__known));
    }
    let all = Literal::usize_unsuffixed(context.system.coordinates.len() + m);
    quote! {
        let __solved = _x::solve_for_mass_matrix::<Self, _x::Acceleration, #all>(self, &__known)?;
        _x::Ok(_x::part_of(__solved.as_slice(), 0))
    }
}
