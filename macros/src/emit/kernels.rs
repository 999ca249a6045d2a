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
    let leaves = flag("LEAVES_RESIDUAL", step.leaves_residual && step.recovery.is_none());
    let needs_masses = flag("NEEDS_MASSES", step.scheme.needs_masses());
    let linear = step.linear_carried.map(Literal::usize_unsuffixed);
    let linear = linear.map(|count| quote!(const LINEAR_CARRIED: _x::Option<usize> = _x::Some(#count);));
    let start = start(context, step, bindings);
    let (call, hint) = (context.call(&step.update, bindings), inline(&step.update));
    let update = match &step.recovery {
        None if step.is_compensated => {
            let residual = if step.leaves_residual {
                quote!(&__updated.3)
            } else {
                quote!(&[])
            };
            and_residual(&call, &compensated_ends(scheme, "__updated", 0, &residual))
        }
        None => ends_and_left(scheme, step, &call),
        Some(_) => quote!((*__residual, *__scale) = #call;),
    };
    let header_of_update = update_header(context, scheme, step.solver.unknowns);
    let without_tangent = without_tangent(context, of);
    quote! {
        #header {
            type Carried = #carried;
            type Constants = #constants;
            #numbers
            #remembered
            #linear
            #leaves
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

            #without_tangent
        }
    }
}

/// Solutions that need no tangent.
fn without_tangent(context: &Context<'_>, of: &SchemeStep<'_>) -> TokenStream {
    let (program, corrections) = (of.step.direct.as_ref(), of.step.fixed_point.as_ref());
    let direct = program.map(|kernel| direct(context, of, kernel));
    let fixed_point = corrections.map(|kernel| fixed_point_of(context, kernel));
    quote!(#direct #fixed_point)
}

/// Corrections by the tangent of a step without length.
fn fixed_point_of(context: &Context<'_>, kernel: &Kernel) -> TokenStream {
    let unknown = context.array(kernel.shapes[0].len());
    let call = context.call(kernel, &Bindings::new(vec![("x", quote!(__residual))]));
    quote! {
        const HAS_FIXED_POINT: bool = true;

        #[inline]
        fn fixed_point(&self, __residual: &#unknown, __dx: &mut #unknown) {
            *__dx = #call;
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
        None => Some(step.left + step.left_ahead).filter(|&count| count > 0),
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
        None if step.left + step.left_ahead > 0 => quote!(_x::with_zeros(#start)),
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
    let (direct, hint) = (context.call(kernel, bindings), inline(kernel));
    let ends = if step.is_compensated {
        compensated_ends(scheme, "__solved", 1, &quote!(&[]))
    } else {
        let ends = ends("__solved", 1);
        quote!(#ends __end.carried = __solved.3;)
    };
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

/// The body of an `update` that may leave something to the next step.
fn ends_and_left(scheme: &TokenStream, step: &Step, call: &TokenStream) -> TokenStream {
    match (step.left, step.ahead) {
        (0, 0) => ends_and_residual(call),
        (0, angles) => ends_with_sines_ahead(angles, call),
        _ => ends_and_left_residual(scheme, call),
    }
}

/// The body of an `update` that leaves its residual to the next step.
fn ends_and_left_residual(scheme: &TokenStream, call: &TokenStream) -> TokenStream {
    let ends = ends("__updated", 0);
    let left = quote!(_x::leave::<Self, #scheme>(&__updated.2, &__updated.3, __end););
    and_residual(call, &quote!(#ends #left))
}

/// The body of an `update` that computes sines for the next step.
fn ends_with_sines_ahead(angles: usize, call: &TokenStream) -> TokenStream {
    let (ends, angles) = (ends("__updated", 0), Literal::usize_unsuffixed(angles));
    let carried = quote!(_x::ahead::<_, #angles, _, _>(&__known.carried, &__updated.2));
    and_residual(call, &quote!(#ends __end.carried = #carried;))
}

/// Coordinates and momenta of the end that are summed with compensation, and what is carried, from three results.
fn compensated_ends(
    scheme: &TokenStream,
    results: &str,
    first: usize,
    residual: &TokenStream,
) -> TokenStream {
    let [q, p, c] = [first, first + 1, first + 2].map(Literal::usize_unsuffixed);
    let results = format_ident!("{results}");
    quote! {
        let __increments = (&#results.#q[..], &#results.#p[..]);
        _x::accumulate::<Self, #scheme>(__known, __increments, &#results.#c, #residual, __end);
    }
}
