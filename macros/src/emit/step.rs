//! The impls of one scheme: its equations, its step, its discrete action.

use proc_macro2::{Literal, TokenStream};
use quote::quote;

use crate::derive::{Kernel, Solve, Step};
use crate::emit::call::{Context, Given, array_of};
use crate::emit::description;
use crate::emit::inline::inline;
use crate::emit::tied::Ties;
use crate::schemes::SchemeKind;
use crate::schemes::quadrature::Rule;

pub(super) fn impls(context: &Context<'_>, (kind, text): (&SchemeKind, &str), step: &Step) -> TokenStream {
    let scheme = scheme_type(kind);
    let constants = (0..step.constants.results()[0].1.len()).map(Literal::usize_unsuffixed);
    let given = Given::new(vec![
        (
            "interval",
            quote!(&[__known.t, __known.h #(, __known.constants[#constants])*]),
        ),
        ("q", array_of(&quote!(__known.q))),
        ("p", array_of(&quote!(__known.p))),
        ("u", quote!(&__known.inputs)),
        ("c", quote!(&__known.carried)),
        ("x", quote!(__x)),
    ]);
    let known = quote!(_x::ElementOf<Self, #scheme>);
    let equations = context.equations(&scheme, &known, &step.solver, &given);
    let continuation = continuation(kind);
    let stepping = stepping(context, &scheme, (step, &continuation), &given);
    let discretize = discretize(context, (&scheme, text), step, &given);
    let action = action(context, &scheme, step);
    quote!(#equations #stepping #discretize #action)
}

pub(super) fn scheme_type(kind: &SchemeKind) -> TokenStream {
    match kind {
        SchemeKind::Verlet => quote!(_x::Verlet),
        SchemeKind::Midpoint => quote!(_x::Midpoint),
        SchemeKind::Galerkin {
            degree,
            quadrature,
            kinetic,
        } => {
            let (quadrature, kinetic) = (rule_type(*quadrature), rule_type(*kinetic));
            let degree = Literal::usize_unsuffixed(*degree);
            quote!(_x::Galerkin<#degree, #quadrature, #kinetic>)
        }
    }
}

fn rule_type(rule: Rule) -> TokenStream {
    let size = Literal::usize_unsuffixed;
    let generic = |name: TokenStream, n: Literal| quote!(_x::#name<#n>);
    match rule {
        Rule::Gauss(g) => generic(quote!(Gauss), size(g)),
        Rule::Lobatto(g) => generic(quote!(Lobatto), size(g)),
        Rule::Trapezoid(n) => generic(quote!(Trapezoid), size(n)),
        Rule::Left => quote!(_x::Left),
        Rule::Right => quote!(_x::Right),
    }
}

/// The coefficients of the guess, where the scheme has some of its own.
fn continuation(kind: &SchemeKind) -> Option<TokenStream> {
    let continuation = kind.continuation();
    let list = |numbers: &[f64]| {
        let numbers = numbers.iter().map(|&x| Literal::f64_unsuffixed(x));
        quote!(&[#(#numbers),*])
    };
    let (short, long) = (list(&continuation.short), list(&continuation.long));
    (!continuation.short.is_empty()).then(|| {
        quote! {
            const CONTINUATION: _x::Continuation = _x::Continuation { short: #short, long: #long };
        }
    })
}

fn stepping(
    context: &Context<'_>,
    scheme: &TokenStream,
    (step, continuation): (&Step, &Option<TokenStream>),
    given: &Given,
) -> TokenStream {
    let header = context.header(&quote!(_x::Stepping<#scheme>));
    let Context {
        scalar,
        vector,
        coordinates: n,
        ..
    } = context;
    let unknown = context.array(step.solver.unknowns);
    let carried = context.array(step.carried);
    let constants = context.array(step.constants.results()[0].1.len());
    let constant_values = context.call(&step.constants, &Given::new(vec![("step_size", quote!(__h))]));
    let start = context.call(&step.start, given);
    let guess = if step.solver.ties == 0 {
        quote!(_x::in_every_stage::<#scalar, #n, #unknown>(__velocity))
    } else {
        let velocities = Literal::usize_unsuffixed(step.solver.unknowns - step.solver.ties);
        quote!(_x::in_stages::<#scalar, #n, #unknown>(__velocity, #velocities))
    };
    let (update, hint) = (context.call(&step.update, given), inline(&step.update));
    let direct = step.direct.as_ref().map(|kernel| {
        let (direct, hint) = (context.call(kernel, given), inline(kernel));
        quote! {
            #hint
            fn direct(
                &self,
                __known: &Self::Known,
                __x: &mut #unknown,
                __end: &mut _x::EndOf<Self, #scheme>,
            ) -> f64 {
                let __solved = #direct;
                *__x = __solved.0;
                __end.q = _x::From::from(__solved.1);
                __end.p = _x::From::from(__solved.2);
                __end.carried = __solved.3;
                _x::largest_growth(&__solved.4)
            }
        }
    });
    quote! {
        #header {
            type Carried = #carried;
            type Constants = #constants;
            #continuation

            #[inline]
            fn carried(&self, __known: &Self::Known) -> #carried {
                #start
            }

            #[inline]
            fn constants(&self, __h: #scalar) -> #constants {
                #constant_values
            }

            #[inline]
            fn unknown(__velocity: &#vector) -> #unknown {
                #guess
            }

            #hint
            fn update(
                &self,
                __known: &Self::Known,
                __x: &#unknown,
                __end: &mut _x::EndOf<Self, #scheme>,
                __residual: &mut #unknown,
                __scale: &mut #unknown,
            ) {
                let __updated = #update;
                __end.q = _x::From::from(__updated.0);
                __end.p = _x::From::from(__updated.1);
                __end.carried = __updated.2;
                *__residual = __updated.3;
                *__scale = __updated.4;
            }

            #direct
        }
    }
}

fn discretize(
    context: &Context<'_>,
    (scheme, text): (&TokenStream, &str),
    step: &Step,
    given: &Given,
) -> TokenStream {
    let header = context.header(&quote!(_x::Discretize<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let facts = facts(step);
    let documentation = description::lines(text);
    let (memory, start, advance) = if step.solver.is_linear() {
        (
            quote!(_x::KeptOf<Self, #scheme>),
            quote!(_x::start_direct),
            quote!(_x::advance_direct),
        )
    } else {
        (
            quote!(_x::MemoryOf<Self, #scheme>),
            quote!(_x::start_newton),
            quote!(_x::advance_newton),
        )
    };
    let velocity = (!step.solver.is_linear()).then(|| quote!(, __velocity));
    let ties = Ties::of(context, scheme, step);
    let (report, check) = (&ties.report, &ties.check);
    let advanced = ties.around(&quote!(#advance::<Self, #scheme>(self, __h, __inputs, __state, __memory)));
    let stages = context.array(step.solver.unknowns);
    let interpolate = interpolate(context, step);
    let [rows, inputs_width, sensitivities] = [
        2 * context.system.coordinates.len(),
        context.system.inputs.len(),
        context.system.model.sensitivities.len(),
    ];
    let [rows, inputs_width, sensitivities] =
        [rows, inputs_width, sensitivities].map(Literal::usize_unsuffixed);
    let linearization = quote!(_x::LinearizationOf<#scalar, #rows, #inputs_width, #sensitivities>);
    let variations = context.call(&step.variations, given);
    quote! {
        #documentation
        #header {
            type Memory = #memory;
            type Report = #report;
            type Stages = #stages;
            type Linearization = #linearization;
            #documentation
            const FACTS: _x::Facts = #facts;

            #[inline]
            fn start(
                &self,
                _: &#scheme,
                __h: #scalar,
                __state: &_x::StateOf<Self>,
                __velocity: &#vector,
            ) -> _x::Result<#memory, _x::Failure> {
                #check
                #start::<Self, #scheme>(self, __h, __state #velocity)
            }

            #[inline]
            fn advance(
                &self,
                _: &#scheme,
                __h: #scalar,
                __inputs: &#inputs,
                __state: &_x::StateOf<Self>,
                __memory: &mut #memory,
            ) -> _x::Result<_x::Advance<_x::StateOf<Self>, #report, #stages>, _x::Failure> {
                #advanced
            }

            #interpolate

            #[inline]
            fn linearize(
                &self,
                __scheme: &#scheme,
                __h: #scalar,
                __inputs: &#inputs,
                __state: &_x::StateOf<Self>,
                __memory: &#memory,
            ) -> _x::Result<#linearization, _x::Failure> {
                let __step = _x::Discretize::advance(self, __scheme, __h, __inputs, __state, &mut { *__memory })?;
                _x::linearization::<Self, #scheme, _, _, _, #inputs_width, #sensitivities>(
                    self,
                    __h,
                    __inputs,
                    __state,
                    &__step.stages,
                    |__known, __x| #variations,
                )
            }
        }
    }
}

fn interpolate(context: &Context<'_>, step: &Step) -> TokenStream {
    let Context { scalar, vector, .. } = context;
    let stages = context.array(step.solver.unknowns);
    let given = Given::new(vec![
        ("interval", quote!(&[__h, __s])),
        ("q", array_of(&quote!(__coordinates))),
        ("x", quote!(__stages)),
    ]);
    let inside = context.call(&step.inside, &given);
    quote! {
        #[inline]
        fn interpolate(
            __h: #scalar,
            __coordinates: &#vector,
            __stages: &#stages,
            __s: #scalar,
        ) -> (#vector, #vector) {
            let __inside = #inside;
            (_x::From::from(__inside.0), _x::From::from(__inside.1))
        }
    }
}

fn facts(step: &Step) -> TokenStream {
    let solve = match step.solver.structure.solve {
        Solve::Explicit => quote!(Explicit),
        Solve::Linear => quote!(Linear),
        Solve::Newton => quote!(Newton),
    };
    let reason = &step.solver.structure.reason;
    let [residual, tangent, update] =
        [&step.solver.residual, &step.solver.tangent, &step.update].map(Kernel::operations);
    let [unknowns, residual, tangent, update, whole] =
        [step.solver.unknowns, residual, tangent, update, step.operations()].map(Literal::usize_unsuffixed);
    quote! {
        _x::Facts {
            solve: _x::Solve::#solve,
            reason: #reason,
            unknowns: #unknowns,
            residual_operations: #residual,
            tangent_operations: #tangent,
            update_operations: #update,
            step_operations: #whole,
        }
    }
}

fn action(context: &Context<'_>, scheme: &TokenStream, step: &Step) -> TokenStream {
    let header = context.header(&quote!(_x::DiscreteAction<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let unknown = context.array(step.solver.unknowns);
    let given = Given::new(vec![
        ("interval", quote!(&[__time, __h])),
        ("q", array_of(&quote!(__coordinates))),
        ("u", quote!(__inputs)),
        ("x", quote!(__x)),
    ]);
    let lagrangian = context.call(&step.lagrangian, &given);
    let before = context.call(&step.momentum_before, &given);
    let after = context.call(&step.momentum_after, &given);
    let arguments = quote!(&self, __time: #scalar, __h: #scalar, __coordinates: &#vector, __x: &#unknown);
    quote! {
        #header {
            type Unknown = #unknown;

            fn discrete_lagrangian(#arguments) -> #scalar {
                #lagrangian
            }

            fn momentum_before(#arguments, __inputs: &#inputs) -> #vector {
                _x::From::from(#before)
            }

            fn momentum_after(#arguments, __inputs: &#inputs) -> #vector {
                _x::From::from(#after)
            }
        }
    }
}
