//! The impl of `Kernels`: the end of a step with its residual, the carried values, and counts of the unknowns.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::{Guess, Kernel, Step};
use crate::emit::call::{Bindings, Context, array_of, flag};
use crate::emit::derived::SchemeStep;
use crate::emit::inline::inline;
use crate::emit::recovery::{self, Node};
use crate::schemes::Extrapolation;

/// The arguments of the kernels of a step.
pub(super) fn bindings(context: &Context<'_>, step: &Step) -> Bindings {
    let constants = (0..step.constants.results()[0].1.len()).map(Literal::usize_unsuffixed);
    let inputs = (0..context.system.inputs.len()).map(Literal::usize_unsuffixed);
    let interval =
        quote!(&[__known.t, __known.h #(, __known.constants[#constants])* #(, __known.inputs[#inputs])*]);
    known().and("interval", interval)
}

fn known() -> Bindings {
    Bindings::new(vec![
        ("time", quote!(__known.t)),
        ("coordinates", quote!(&__known.q)),
        ("q", array_of(&quote!(__known.q))),
        ("p", array_of(&quote!(__known.p))),
        ("c", quote!(&__known.carried)),
        ("x", quote!(__x)),
    ])
}

/// The arguments of equations without carried values and constants of the step.
pub(super) fn plain(step: &Step) -> Bindings {
    let fields = (0..step.scheme.parameters().len()).map(Literal::usize_unsuffixed);
    known()
        .and("scheme", quote!(&[#(__known.constants[#fields]),*]))
        .and("interval", quote!(&[__known.t, __known.h]))
        .and("u", quote!(&__known.inputs))
}

/// `impl Kernels<Midpoint> for Pendulum`.
pub(super) fn impls(context: &Context<'_>, of: &SchemeStep<'_>) -> TokenStream {
    let SchemeStep {
        scheme,
        step,
        bindings,
    } = of;
    let header = context.header(&quote!(_x::Kernels<#scheme>));
    let vector = &context.vector;
    let carried = context.array(step.carried);
    let constants = context.array(step.constants.results()[0].1.len());
    let numbers = unknowns(step);
    let remembered = remembered(context, step).map(Literal::usize_unsuffixed);
    let remembered = remembered.map(|count| quote!(const REMEMBERED: usize = #count;));
    let is_constant = flag("HAS_CONSTANT_TANGENT", step.has_constant_tangent);
    let needs_masses = flag("NEEDS_MASSES", step.scheme.needs_masses());
    let start = start(context, step, bindings);
    let (call, hint) = (context.call(&step.update, bindings), inline(&step.update));
    let update = match &step.recovery {
        None if step.is_compensated => compensated_ends_and_residual(scheme, &call),
        None if step.left > 0 => ends_and_left_residual(scheme, &call),
        None => ends_and_residual(&call),
        Some(_) => quote!((*__residual, *__scale) = #call;),
    };
    let header_of_update = update_header(context, scheme, step.solver.unknowns);
    let direct = step.direct.as_ref().map(|kernel| direct(context, of, kernel));
    quote! {
        #header {
            type Carried = #carried;
            type Constants = #constants;
            #numbers
            #remembered
            #is_constant
            #needs_masses

            #[inline]
            fn carried(&self, __known: &Self::Known, __velocity: &#vector) -> #carried {
                #start
            }

            #hint
            #header_of_update {
                #update
            }

            #direct
        }
    }
}

/// Which unknowns are velocities, and how they are extrapolated from one step to the next.
fn unknowns(step: &Step) -> TokenStream {
    let all = step.unknowns();
    let (velocities, places, extrapolation) = match (&step.guess, &step.recovery) {
        (Guess::Condensed(extrapolation), Some(recovery)) => {
            let places = recovery.places.iter().copied().map(Literal::usize_unsuffixed);
            let places = quote!(const PLACES: &'static [usize] = &[#(#places),*];);
            let velocities = recovery::velocities(recovery);
            (velocities, Some(places), self::extrapolation(extrapolation))
        }
        (Guess::First(velocities), _) => (*velocities, None, None),
        (Guess::Velocities(extrapolation) | Guess::Condensed(extrapolation), _) => {
            (all, None, self::extrapolation(extrapolation))
        }
    };
    let velocities = Literal::usize_unsuffixed(velocities);
    quote! {
        const VELOCITIES: usize = #velocities;
        #places
        #extrapolation
    }
}

/// How many of the carried numbers the driver writes, if any.
fn remembered(context: &Context<'_>, step: &Step) -> Option<usize> {
    let (n, m) = (context.system.coordinates.len(), context.system.constraints.len());
    match &step.recovery {
        Some(recovery) if recovery.has_basis => Some(n * n.saturating_sub(m) + m),
        Some(_) => Some(m),
        None => (step.left > 0).then_some(step.left),
    }
}

/// The carried numbers at a start.
fn start(context: &Context<'_>, step: &Step, bindings: &Bindings) -> TokenStream {
    let bindings = bindings.clone().and("v", array_of(&quote!(__velocity)));
    let start = context.call(&step.start, &bindings);
    match &step.recovery {
        Some(recovery) => {
            let start_node = Node {
                time: quote!(__known.t),
                coordinates: quote!(&__known.q),
            };
            recovery::carried(context, recovery, &start, &start_node)
        }
        None if step.left > 0 => quote!(_x::with_zeros(#start)),
        None => start,
    }
}

/// Solution and end in one program.
fn direct(context: &Context<'_>, of: &SchemeStep<'_>, kernel: &Kernel) -> TokenStream {
    let SchemeStep {
        scheme,
        step,
        bindings,
    } = of;
    let (scalar, unknown) = (&context.scalar, context.array(step.solver.unknowns));
    let (direct, hint, ends) = (
        context.call(kernel, bindings),
        inline(kernel),
        ends("__solved", 1),
    );
    quote! {
        #hint
        fn direct(
            &self,
            __known: &Self::Known,
            __x: &mut #unknown,
            __end: &mut _x::EndOf<Self, #scheme>,
        ) -> _x::SizeOf<#scalar> {
            let __solved = #direct;
            *__x = __solved.0;
            #ends
            __end.carried = __solved.3;
            _x::largest_growth(&__solved.4)
        }
    }
}

/// The coefficients that extrapolate the stages of one step into the next, if there are several stages.
fn extrapolation(extrapolation: &Extrapolation) -> Option<TokenStream> {
    let list = |numbers: &[f64]| {
        let numbers = numbers.iter().map(|&x| Literal::f64_unsuffixed(x));
        quote!(&[#(#numbers),*])
    };
    let (short, long) = (list(&extrapolation.short), list(&extrapolation.long));
    (!extrapolation.short.is_empty()).then(|| {
        quote! {
            const EXTRAPOLATION: _x::Extrapolation = _x::Extrapolation { short: #short, long: #long };
        }
    })
}

/// The signature of `update`.
pub(super) fn update_header(context: &Context<'_>, scheme: &TokenStream, unknowns: usize) -> TokenStream {
    let unknown = context.array(unknowns);
    quote! {
        fn update(
            &self,
            __known: &Self::Known,
            __x: &#unknown,
            __end: &mut _x::EndOf<Self, #scheme>,
            __residual: &mut #unknown,
            __scale: &mut #unknown,
        )
    }
}

/// Coordinates and momenta of the end, from two results.
pub(super) fn ends(results: &str, first: usize) -> TokenStream {
    let [q, p] = [first, first + 1].map(Literal::usize_unsuffixed);
    let results = format_ident!("{results}");
    quote! {
        __end.q = _x::From::from(#results.#q);
        __end.p = _x::From::from(#results.#p);
    }
}

/// The body of an `update` that also computes the end.
pub(super) fn ends_and_residual(call: &TokenStream) -> TokenStream {
    let ends = ends("__updated", 0);
    and_residual(call, &quote!(#ends __end.carried = __updated.2;))
}

/// What is done with the end, and then the residual.
fn and_residual(call: &TokenStream, ends: &TokenStream) -> TokenStream {
    quote! {
        let __updated = #call;
        #ends
        *__residual = __updated.3;
        *__scale = __updated.4;
    }
}

/// The body of an `update` that leaves its residual to the next step.
fn ends_and_left_residual(scheme: &TokenStream, call: &TokenStream) -> TokenStream {
    let ends = ends("__updated", 0);
    let left = quote!(_x::leave::<Self, #scheme>(&__updated.2, &__updated.3, __end););
    and_residual(call, &quote!(#ends #left))
}

/// The same, with coordinates and momenta that are summed with compensation.
fn compensated_ends_and_residual(scheme: &TokenStream, call: &TokenStream) -> TokenStream {
    let summed = quote! {
        let __increments = (&__updated.0[..], &__updated.1[..]);
        _x::accumulate::<Self, #scheme>(__known, __increments, &__updated.2, &__updated.3, __end);
    };
    and_residual(call, &summed)
}
