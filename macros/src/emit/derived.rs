//! The impls of one scheme: the kernels of its step, its driver types, its discrete action.
//! It refuses to know the scheme, and writes no control flow: drivers are in the runtime.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::{Kernel, Report, Step};
use crate::emit::call::{Bindings, Context, Place, array_of};
use crate::emit::kernels::{self, plain};
use crate::emit::scheme_type::scheme_type;
use crate::emit::{action, description, recovery};

/// One scheme and its step, as impls need them.
pub(super) struct SchemeStep<'a> {
    /// The type of the scheme.
    pub(super) scheme: TokenStream,
    pub(super) step: &'a Step,
    /// The arguments of the kernels of the step.
    pub(super) bindings: Bindings,
}

/// All impls of one scheme; `text` is its documentation.
pub(super) fn impls(context: &Context<'_>, text: &str, step: &Step) -> TokenStream {
    let scheme = scheme_type(&step.scheme.path());
    let of = SchemeStep {
        bindings: kernels::bindings(context, step),
        scheme,
        step,
    };
    let scheme = &of.scheme;
    let known = quote!(_x::ElementOf<Self, #scheme>);
    let equations = context.equations(scheme, &known, &step.solver, &of.bindings);
    let kernels = kernels::impls(context, &of);
    let recovery = recovery::impls(context, &of);
    let derived = derived(context, &of, text);
    let derivatives = derivatives(context, &of);
    let polynomial = polynomial(context, &of);
    let action = step.action.as_ref();
    let action = action.map(|action| action::impls(context, &of, action));
    quote!(#equations #kernels #recovery #derived #polynomial #derivatives #action)
}

/// Whether a step of −h undoes one of h, and whether some error changes its sign in each step.
pub(crate) fn modes(is_symmetric: bool, has_alternating_modes: bool) -> TokenStream {
    match (is_symmetric, has_alternating_modes) {
        (false, _) => quote!(_x::OneWay),
        (true, true) => quote!(_x::Alternating),
        (true, false) => quote!(_x::Steady),
    }
}

/// How the step is solved and reported, and the motion inside it.
fn derived(context: &Context<'_>, of: &SchemeStep<'_>, text: &str) -> TokenStream {
    let SchemeStep { scheme, step, .. } = of;
    let header = context.header(&quote!(_x::Derived<#scheme>));
    let Context { scalar, .. } = context;
    let documentation = description::lines(text);
    let stages = context.array(step.unknowns());
    let [rows, inputs, sensitivities] = columns(context, step).map(Literal::usize_unsuffixed);
    let (solver, reporter) = (solver(step), reporter(context, step));
    let steps = match step.scheme.handles_contacts() {
        true => quote!(_x::ContactStep<#scheme>),
        false => quote!(_x::OneStep<#scheme>),
    };
    let modes = modes(step.is_symmetric, step.has_alternating_modes);
    let facts = facts(context, step);
    let constants = context.array(step.constants.results()[0].1.len());
    let fields = step.scheme.parameters().iter().map(|field| {
        let field = format_ident!("{field}");
        quote!(<#scalar as _x::Scalar>::from_f64(__scheme.#field))
    });
    let bindings = Bindings::new(vec![
        ("step_size", quote!(__h)),
        ("scheme", quote!(&[#(#fields),*])),
    ]);
    let constant_values = context.call(&step.constants, &bindings);
    let interpolation = match step.interpolation {
        Some(_) => quote!(_x::Elements),
        None => quote!(_x::Cubics),
    };
    quote! {
        #documentation
        #header {
            type Stages = #stages;
            type Linearization = _x::LinearizationOf<#scalar, #rows, #inputs, #sensitivities>;
            type Steps = #steps;
            type Solver = #solver;
            type Reporter = #reporter;
            type Inside = #interpolation;
            type Modes = #modes;
            #documentation
            const FACTS: _x::Facts = #facts;

            #[inline]
            fn constants(&self, __scheme: &#scheme, __h: #scalar) -> #constants {
                #constant_values
            }
        }
    }
}

/// The motion inside the element, if the unknowns determine it.
fn polynomial(context: &Context<'_>, of: &SchemeStep<'_>) -> Option<TokenStream> {
    let SchemeStep { scheme, step, .. } = of;
    let header = context.header(&quote!(_x::Polynomial<#scheme>));
    let Context { scalar, vector, .. } = context;
    let stages = context.array(step.unknowns());
    let bindings = Bindings::new(vec![
        ("interval", quote!(&[__h, __s])),
        ("q", array_of(&quote!(__coordinates))),
        ("x", quote!(__stages)),
    ]);
    let inside = step.interpolation.as_ref()?;
    let degree = Literal::usize_unsuffixed(inside.degree);
    let interpolation = context.call(&inside.kernel, &bindings);
    Some(quote! {
        #header {
            const DEGREE: usize = #degree;

            #[inline]
            fn interpolate(
                __h: #scalar,
                __coordinates: &#vector,
                __stages: &#stages,
                __s: #scalar,
            ) -> (#vector, #vector) {
                let __interpolated = #interpolation;
                (_x::From::from(__interpolated.0), _x::From::from(__interpolated.1))
            }
        }
    })
}

/// How many numbers the state, the inputs and the sensitivities have.
fn columns(context: &Context<'_>, step: &Step) -> [usize; 3] {
    let n = context.system.coordinates.len();
    let rows = match step.report {
        Report::Energies { .. } => 3 * n,
        Report::Fields { others, .. } => 3 * n + others,
        Report::Convergence | Report::Multipliers { .. } => 2 * n,
    };
    [
        rows,
        context.system.inputs.len(),
        context.system.model.sensitivities.len(),
    ]
}

fn solver(step: &Step) -> TokenStream {
    match &step.recovery {
        Some(_) => quote!(_x::Condensed),
        None if step.solver.is_linear() => quote!(_x::Direct),
        None => quote!(_x::Iterated),
    }
}

fn reporter(context: &Context<'_>, step: &Step) -> TokenStream {
    let m = context.system.constraints.len();
    match step.report {
        Report::Convergence => quote!(_x::Iterations),
        Report::Fields { velocity_at, others } => {
            let [at, others] = [velocity_at, others].map(Literal::usize_unsuffixed);
            quote!(_x::Fields<#at, #others>)
        }
        Report::Multipliers { nodes } => {
            let (nodes, numbers) = (Literal::usize_unsuffixed(nodes), context.array(m));
            quote!(_x::Multipliers<[#numbers; #nodes]>)
        }
        Report::Energies { velocity_at } => {
            let at = Literal::usize_unsuffixed(velocity_at);
            if m == 0 {
                quote!(_x::Energies<#at>)
            } else {
                quote!(_x::ConstrainedEnergies<#at>)
            }
        }
    }
}

/// The derivative blocks of the equations in all unknowns.
fn derivatives(context: &Context<'_>, of: &SchemeStep<'_>) -> TokenStream {
    let SchemeStep { scheme, step, .. } = of;
    let equations = match &step.recovery {
        Some(_) => quote!(_x::Uncondensed<#scheme>),
        None => scheme.clone(),
    };
    let header = context.header(&quote!(_x::Derivatives<#equations>));
    let scalar = &context.scalar;
    let unknown = context.array(step.unknowns());
    let columns = columns(context, step);
    let sizes = [step.unknowns(), columns[0], columns.iter().sum()].map(Literal::usize_unsuffixed);
    let place = |name: &str| {
        let name = format_ident!("{name}");
        Place::new(quote!(__blocks.#name), quote!(&mut __blocks.#name))
    };
    let places = ["residual_by_known", "end_by_unknown", "end_by_known"].map(place);
    let variations = context.assign(&step.variations, &plain(step), &places);
    quote! {
        #header {
            type Blocks = _x::DerivativeBlocks<#scalar #(, #sizes)*>;

            #[inline]
            fn derivatives(&self, __known: &Self::Known, __x: &#unknown, __blocks: &mut Self::Blocks) {
                #variations
            }
        }
    }
}

fn facts(context: &Context<'_>, step: &Step) -> TokenStream {
    let [residual, tangent, update] =
        [&step.solver.residual, &step.solver.tangent, &step.update].map(Kernel::operations);
    let facts = Facts {
        solve: &format!("{:?}", step.solver.structure.solve),
        reason: &step.solver.structure.reason,
        unknowns: step.solver.unknowns,
        operations: [residual, tangent, update, step.operations()],
        is_symmetric: step.is_symmetric,
        on_the_stack: numbers_on_the_stack(context, step),
    };
    facts.tokens(&context.scalar)
}

/// `FACTS`
pub(super) struct Facts<'a> {
    pub(super) solve: &'a str,
    pub(super) reason: &'a str,
    pub(super) unknowns: usize,
    /// Of residual, tangent, update, and of a step.
    pub(super) operations: [usize; 4],
    pub(super) is_symmetric: bool,
    /// The numbers of a step and of its linearization.
    pub(super) on_the_stack: [usize; 2],
}

impl Facts<'_> {
    pub(super) fn tokens(&self, scalar: &TokenStream) -> TokenStream {
        let (reason, is_symmetric) = (self.reason, self.is_symmetric);
        let solve = format_ident!("{}", self.solve);
        let unknowns = Literal::usize_unsuffixed(self.unknowns);
        let [residual, tangent, update, whole] = self.operations.map(Literal::usize_unsuffixed);
        let [step, linearize] = self.on_the_stack.map(Literal::usize_unsuffixed);
        quote! {
            _x::Facts {
                solve: _x::Solve::#solve,
                reason: #reason,
                unknowns: #unknowns,
                residual_operations: #residual,
                tangent_operations: #tangent,
                update_operations: #update,
                step_operations: #whole,
                is_symmetric: #is_symmetric,
                step_stack_bytes: _x::stack_bytes::<#scalar>(#step),
                linearize_stack_bytes: _x::stack_bytes::<#scalar>(#linearize),
            }
        }
    }
}

/// How many numbers a step and its linearization have on the stack at most, without optimisation.
///
/// Measured on chains of 16 to 256 masses: elimination with pivoting makes 6 copies of the tangent, a `let` of a kernel takes
/// 2 numbers, and a linearization is copied 10 times on its way out.
fn numbers_on_the_stack(context: &Context<'_>, step: &Step) -> [usize; 2] {
    let unknowns = step.unknowns();
    let tangent = unknowns * unknowns;
    let state = 100 * (context.system.coordinates.len() + unknowns + step.carried);
    let kernels = step.operations() + step.solver.tangent.operations() + step.solver.residual.operations();
    let [rows, others @ ..] = columns(context, step);
    let columns = rows + others.iter().sum::<usize>();
    let blocks = (unknowns + rows) * columns + rows * unknowns;
    let variations = step.variations.operations();
    let of_step = 7 * tangent + state + 3 * kernels;
    let of_linearization = blocks + 2 * tangent + 11 * rows * columns + state + 3 * variations;
    [of_step, of_step.max(of_linearization)]
}
