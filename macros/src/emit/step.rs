//! The impls of one scheme: its equations, its step, its discrete action.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::{ActionKernels, Kernel, Solve, Step};
use crate::emit::call::{Context, Given, array_of};
use crate::emit::condensed;
use crate::emit::description;
use crate::emit::reporting::Reporting;
use crate::emit::stepping::stepping;
use crate::schemes::path::{Argument, Path};

pub(super) fn impls(context: &Context<'_>, text: &str, step: &Step) -> TokenStream {
    let scheme = scheme_type(&step.scheme.path());
    let constants = (0..step.constants.results()[0].1.len()).map(Literal::usize_unsuffixed);
    let inputs = (0..context.system.inputs.len()).map(Literal::usize_unsuffixed);
    let given = Given::new(vec![
        (
            "interval",
            quote!(&[__known.t, __known.h #(, __known.constants[#constants])* #(, __known.inputs[#inputs])*]),
        ),
        ("q", array_of(&quote!(__known.q))),
        ("p", array_of(&quote!(__known.p))),
        ("c", quote!(&__known.carried)),
        ("x", quote!(__x)),
    ]);
    let known = quote!(_x::ElementOf<Self, #scheme>);
    let equations = context.equations(&scheme, &known, &step.solver, &given);
    let stepping = stepping(context, &scheme, step, &given);
    let condensed = condensed::impls(context, &scheme, step, &given);
    let discretize = discretize(context, (&scheme, text), step);
    let action = step
        .action
        .as_ref()
        .map(|action| self::action(context, &scheme, (step, action)));
    quote!(#equations #stepping #condensed #discretize #action)
}

/// What equations are given in which nothing was carried or computed in advance.
pub(super) fn plain() -> Given {
    Given::new(vec![
        ("interval", quote!(&[__known.t, __known.h])),
        ("q", array_of(&quote!(__known.q))),
        ("p", array_of(&quote!(__known.p))),
        ("u", quote!(&__known.inputs)),
        ("c", quote!(&__known.carried)),
        ("x", quote!(__x)),
    ])
}

/// The type of the runtime.
pub(super) fn scheme_type(path: &Path) -> TokenStream {
    let name = format_ident!("{}", path.name);
    if path.arguments.is_empty() {
        return quote!(_x::#name);
    }
    let arguments = path.arguments.iter().map(|argument| match argument {
        Argument::Integer(n) => {
            let n = Literal::usize_unsuffixed(*n);
            quote!(#n)
        }
        Argument::Path(path) => scheme_type(path),
    });
    quote!(_x::#name<#(#arguments),*>)
}

fn discretize(context: &Context<'_>, (scheme, text): (&TokenStream, &str), step: &Step) -> TokenStream {
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
    let Reporting {
        report,
        check,
        advance,
        velocity,
    } = Reporting::of(
        context,
        (scheme, step),
        &quote!(#advance::<Self, #scheme, __CHECKED>),
    );
    let stages = context.array(step.unknowns());
    let whole = if step.expansion.is_some() {
        quote!(_x::Whole<#scheme>)
    } else {
        scheme.clone()
    };
    let interpolate = interpolate(context, step);
    let fields = if step.velocity_at.is_some() { 3 } else { 2 };
    let [rows, inputs_width, sensitivities] = [
        fields * context.system.coordinates.len(),
        context.system.inputs.len(),
        context.system.model.sensitivities.len(),
    ];
    let [rows, inputs_width, sensitivities] =
        [rows, inputs_width, sensitivities].map(Literal::usize_unsuffixed);
    let linearization = quote!(_x::LinearizationOf<#scalar, #rows, #inputs_width, #sensitivities>);
    let variations = context.call(&step.variations, &plain());
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
                #start::<Self, #scheme>(self, __h, __state, __velocity)
            }

            #velocity

            #[inline]
            fn advance<const __CHECKED: bool>(
                &self,
                _: &#scheme,
                __h: #scalar,
                __inputs: &#inputs,
                __state: &_x::StateOf<Self>,
                __memory: &mut #memory,
            ) -> _x::Result<_x::Advance<_x::StateOf<Self>, #report, #stages>, _x::Failure> {
                #advance
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
                let __step = _x::Discretize::advance::<true>(self, __scheme, __h, __inputs, __state, &mut { *__memory })?;
                _x::linearization::<Self, #whole, _, _, _, #inputs_width, #sensitivities>(
                    self,
                    __h,
                    __inputs,
                    (__state, <Self as _x::Discretize<#scheme>>::node_velocity(__memory)),
                    &__step.stages,
                    |__known, __x| #variations,
                )
            }
        }
    }
}

fn interpolate(context: &Context<'_>, step: &Step) -> TokenStream {
    let Context { scalar, vector, .. } = context;
    let stages = context.array(step.unknowns());
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

fn action(
    context: &Context<'_>,
    scheme: &TokenStream,
    (step, action): (&Step, &ActionKernels),
) -> TokenStream {
    let header = context.header(&quote!(_x::DiscreteAction<#scheme>));
    let Context {
        scalar,
        vector,
        inputs,
        ..
    } = context;
    let unknown = context.array(step.unknowns());
    let given = Given::new(vec![
        ("interval", quote!(&[__time, __h])),
        ("q", array_of(&quote!(__coordinates))),
        ("u", quote!(__inputs)),
        ("x", quote!(__x)),
    ]);
    let lagrangian = context.call(&action.lagrangian, &given);
    let before = context.call(&action.momentum_before, &given);
    let after = context.call(&action.momentum_after, &given);
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
