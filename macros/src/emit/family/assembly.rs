//! `Assembly`: the equations of a step of one scheme.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::derive::Kernel;
use crate::derive::family::{Contribution, Family, FamilyStep, Items, Pass, Tangent};
use crate::emit::call::{Bindings, Context, flag};
use crate::emit::derived::{Facts, modes};
use crate::emit::family::discretize;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::parts;
use crate::emit::family::space::Types;
use crate::emit::loops::{Frame, Loop, inputs};
use crate::emit::scheme_type::scheme_type;
use crate::loops::item::{Owner, Source};
use crate::loops::places::Space;

/// One scheme of a system.
struct Scheme<'a> {
    context: &'a Context<'a>,
    numbers: &'a Numbers<'a>,
    family: &'a Family,
    step: &'a FamilyStep,
    /// The type of the scheme.
    scheme: TokenStream,
}

pub(super) fn impls(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    (at, step): (usize, &FamilyStep),
) -> TokenStream {
    let scheme = scheme_type(&step.scheme.path());
    let opening = step
        .opening
        .as_deref()
        .filter(|_| family.rates.is_some())
        .map(|opening| {
            let scheme = quote!(_x::drive::Opening<#scheme>);
            assembly(context, numbers, family, (at, opening), &scheme)
        });
    let solution = match opening {
        None => quote!(_x::drive::Joint),
        Some(_) => quote!(_x::drive::Apart),
    };
    let of_step = assembly_solved(context, numbers, family, (at, step), (&scheme, &solution));
    let discretize = discretize::impls(context, step, &scheme);
    quote!(#of_step #opening #discretize)
}

/// The second part of steps that fall apart.
pub(super) fn rates(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let step = (family.steps.len(), family.rates.as_ref()?);
    Some(assembly(
        context,
        numbers,
        family,
        step,
        &quote!(_x::drive::Rates),
    ))
}

/// `Assembly` of a part of a step.
fn assembly(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    step: (usize, &FamilyStep),
    scheme: &TokenStream,
) -> TokenStream {
    let solution = quote!(_x::drive::Joint);
    assembly_solved(context, numbers, family, step, (scheme, &solution))
}

fn assembly_solved(
    context: &Context<'_>,
    numbers: &Numbers<'_>,
    family: &Family,
    (at, step): (usize, &FamilyStep),
    (scheme, solution): (&TokenStream, &TokenStream),
) -> TokenStream {
    let of = Scheme {
        context,
        numbers,
        family,
        step,
        scheme: scheme.clone(),
    };
    let header = context.header(&{
        let scheme = &of.scheme;
        quote!(_x::drive::Assembly<#scheme>)
    });
    let space = Types::of(context, family).step(step, at);
    let (constants, own, sums) = (of.constants(), of.own(), of.sums());
    let nodes = of.loops(|of| &of.nodes, &[(quote!(__impulses), Space::Coordinates)], &[]);
    let passes = parts::passes((context, numbers), family, step, (&of.scheme, &nodes));
    quote! {
        #header {
            type StepSpace = #space;
            type Solution = #solution;
            #constants
            #own
            #sums
            #passes
        }
    }
}

impl Scheme<'_> {
    fn constants(&self) -> TokenStream {
        let FamilyStep { scheme, own, .. } = self.step;
        let counts = [
            ("GROUPS", own.groups),
            ("SEEDED", own.seeded),
            ("IMPULSES", self.step.multipliers),
            ("STAGES", scheme.stages()),
        ];
        let is_it = [
            ("HAS_NODES", self.step.has_nodes()),
            ("HAS_OFFSETS", self.step.has_offsets),
            (
                "HAS_OFFSETS_OF_MOTION",
                self.step.has_offsets_of_motion(&self.family.templates),
            ),
            ("HAS_ENDS", self.step.has_ends),
            ("CARRIES_VELOCITY", own.carries_velocity),
            ("HAS_LINEAR_NODES", self.step.has_linear_nodes()),
            ("IS_COMPENSATED", own.is_compensated),
            ("LEAVES_RESIDUAL", own.leaves_residual),
        ];
        let counts = counts.map(|(name, count)| {
            let (name, count) = (format_ident!("{name}"), Literal::usize_unsuffixed(count));
            quote!(const #name: usize = #count;)
        });
        let is_it = is_it.map(|(name, is_it)| {
            let name = format_ident!("{name}");
            quote!(const #name: bool = #is_it;)
        });
        let tangent = format_ident!("{}", format!("{:?}", self.step.tangent));
        let modes = modes(self.step.is_symmetric, self.step.has_alternating_modes);
        let facts = self.facts();
        let needs_masses = flag("NEEDS_MASSES", scheme.needs_masses());
        let has_end_velocities = flag("HAS_END_VELOCITIES", own.has_end_velocities);
        quote! {
            #needs_masses
            #has_end_velocities
            #(#counts)*
            const TANGENT: _x::drive::Dependence = _x::drive::Dependence::#tangent;
            #(#is_it)*
            const FACTS: _x::Facts = #facts;
            type Modes = #modes;
        }
    }

    fn facts(&self) -> TokenStream {
        let (solve, reason) = match (self.step.tangent, self.step.is_coupled) {
            (Tangent::Unknowns, _) => ("Newton", "the tangent depends on the unknowns"),
            (_, true) => (
                "Linear",
                "the tangent does not depend on the unknowns, and couples them",
            ),
            (_, false) => (
                "Explicit",
                "the tangent does not depend on the unknowns and is diagonal",
            ),
        };
        let operations = self.step.operations();
        let all = operations[..3].iter().sum();
        let facts = Facts {
            solve,
            reason,
            unknowns: self.step.own.groups,
            operations,
            is_symmetric: self.step.is_symmetric,
            on_the_stack: [all; 2],
        };
        facts.tokens(&self.context.scalar)
    }

    /// The fields of the scheme as numbers.
    fn fields(&self) -> TokenStream {
        let scalar = &self.context.scalar;
        let fields = self.step.scheme.parameters().iter().map(|field| {
            let field = format_ident!("{field}");
            quote!(<#scalar as _x::Scalar>::from_f64(__known.scheme.#field))
        });
        quote!(&[#(#fields),*])
    }

    /// What the scheme does with one coordinate.
    fn own(&self) -> TokenStream {
        let (scalar, scheme, own) = (&self.context.scalar, &self.scheme, &self.step.own);
        let groups = self.context.array(own.groups);
        let bindings = Bindings::new(vec![
            ("interval", quote!(&[__known.t, __known.h])),
            ("start", quote!(&[__start.q, __start.p, __start.v])),
            ("scheme", self.fields()),
            ("x", quote!(&__x)),
        ]);
        let unknowns = quote!(let __x: #groups = _x::padded(__x););
        let call = |kernel: &Kernel| self.context.call(kernel, &bindings);
        let (rows, end) = (call(&own.rows), call(&own.end));
        let tangent = own.tangent.as_ref().map(|pass| {
            let entries = self.entries_of_own(pass, &call(&pass.kernel));
            quote!(#unknowns #entries)
        });
        let inside = self.inside();
        let common = quote!(__known: &_x::drive::Known<'_, Self, #scheme>, __start: _x::drive::OwnStart<#scalar>, __x: &[#scalar]);
        quote! {
            #[inline]
            fn own_rows(#common, __rows: &mut [#scalar], __scales: &mut [#scalar]) {
                #unknowns
                let __results = #rows;
                _x::copied(&__results.0, __rows);
                _x::copied(&__results.1, __scales);
            }

            #[inline]
            fn own_tangent(#common, __entries: &mut impl _x::family::Entries<#scalar>) {
                #tangent
            }

            #[inline]
            fn own_end(#common) -> _x::drive::OwnEnd<#scalar> {
                #unknowns
                let [q, p, v] = #end;
                _x::drive::OwnEnd { q, p, v }
            }

            #[inline]
            fn own_inside(h: #scalar, __start: _x::drive::OwnStart<#scalar>, __x: &[#scalar], __s: #scalar) -> (#scalar, #scalar) {
                #inside
            }
        }
    }

    fn entries_of_own(&self, pass: &Pass, call: &TokenStream) -> TokenStream {
        let added = pass.matrices[0].iter().enumerate().map(|(at, &(row, column))| {
            let [at, row, column] = [at, row, column].map(Literal::usize_unsuffixed);
            quote!(_x::family::Entries::add(__entries, #row, #column, __results[#at]);)
        });
        quote! {
            let __results = #call;
            #(#added)*
        }
    }

    /// Where the velocity is carried, the motion is a cubic, which the driver knows.
    fn inside(&self) -> TokenStream {
        let own = &self.step.own;
        let Some(kernel) = &own.inside else {
            return quote!((__start.q, __start.v));
        };
        let groups = self.context.array(own.groups);
        let bindings = Bindings::new(vec![
            ("interval", quote!(&[h, __s])),
            ("start", quote!(&[__start.q, __start.p, __start.v])),
            ("x", quote!(&__x)),
        ]);
        let call = self.context.call(kernel, &bindings);
        quote! {
            let __x: #groups = _x::padded(__x);
            let [q, v] = #call;
            (q, v)
        }
    }

    /// What items add. Not inlined, so that the compiler sees that vectors are apart.
    fn sums(&self) -> TokenStream {
        let (scalar, scheme) = (&self.context.scalar, &self.scheme);
        let (groups, impulses) = (self.step.own.groups, self.step.multipliers);
        let rows = (quote!(__rows), Space::Rows(groups, impulses));
        let scales = (quote!(__scales), Space::Rows(groups, impulses));
        let entries = (quote!(__entries), rows.1.clone(), rows.1.clone());
        let momenta = (quote!(__momenta), Space::Coordinates);
        let residual = self.loops(|of| &of.rows, &[rows.clone(), scales.clone()], &[]);
        let ends = self.loops(|of| &of.ends, &[rows.clone(), scales.clone(), momenta], &[]);
        let tangent = self.loops(|of| &of.tangent, std::slice::from_ref(&rows), &[entries]);
        let rounding = self.loops(|of| &of.rounding, std::slice::from_ref(&scales), &[]);
        let by_start = (
            quote!(__by_start),
            Space::RowsAndCoordinates(groups, impulses),
            Space::Known {
                of_each: 3,
                inputs: self.numbers.inputs_of_all(),
            },
        );
        let by_unknowns = (quote!(__by_unknowns), Space::Coordinates, rows.1);
        let variations = self.loops(|of| &of.variations, &[], &[by_start, by_unknowns]);
        let (x, vector) = (quote!(__x: &[#scalar]), quote!(&mut [#scalar]));
        let (rows, matrix) = (
            quote!(#x, __rows: #vector),
            quote!(&mut impl _x::family::Entries<#scalar>),
        );
        let method = |name: &str, arguments: TokenStream, body: TokenStream| {
            let name = format_ident!("{name}");
            quote!(fn #name(&self, __known: &_x::drive::Known<'_, Self, #scheme>, #arguments) { #body })
        };
        let methods = [
            method(
                "set_nodes",
                quote!(__impulses: #vector, __momenta: #vector),
                self.nodes(),
            ),
            method("add_rows", quote!(#rows, __scales: #vector), residual),
            method(
                "add_rows_and_ends",
                quote!(#rows, __scales: #vector, __momenta: #vector),
                ends,
            ),
            method("add_rows_and_tangent", quote!(#rows, __entries: #matrix), tangent),
        ];
        let rounding = (!rounding.is_empty()).then(|| {
            let rounding = method("add_rounding", quote!(#x, __scales: #vector), rounding);
            quote!(#[cold] #[inline(never)] #rounding)
        });
        let by_both = quote!(#x, __by_start: #matrix, __by_unknowns: #matrix);
        let variations = method("add_variations", by_both, variations);
        quote!(#(#[inline(never)] #methods)* #rounding #variations)
    }

    /// N: the first loop that meets the numbers one after the other sets them, and the others add. It adds N to the momenta
    /// as well, if the others have one item each.
    fn nodes(&self) -> TokenStream {
        let (zero, momenta) = (self.context.zero(), quote!(__momenta));
        let frame = Frame {
            part: None,
            ..self.frame()
        };
        let impulses = [(quote!(__impulses), Space::Coordinates)];
        let mut loops = frame.loops(self.passes(|of| &of.nodes), &impulses, &[]);
        let filled = quote!(__impulses.fill(#zero););
        let summed = quote!(_x::items::add_all(#momenta, __impulses););
        let (before, after) = match loops.iter().position(|one| one.of.can_set()) {
            None => (Some(filled), Some(summed)),
            Some(first) => {
                loops[first].of.sets = true;
                loops[..=first].rotate_right(1);
                let is_short = loops.iter().skip(1).all(|of| of.of.nest.ranges.is_empty());
                for of in loops.iter_mut().filter(|_| is_short) {
                    of.also = Some(momenta.clone());
                }
                (None, (!is_short).then_some(summed))
            }
        };
        let loops = loops.iter().map(Loop::tokens);
        quote!(#before #(#loops)* #after)
    }

    fn loops(
        &self,
        pass: impl Fn(&Contribution) -> &Option<Pass>,
        vectors: &[(TokenStream, Space)],
        matrices: &[(TokenStream, Space, Space)],
    ) -> TokenStream {
        let frame = self.frame();
        let loops = frame.loops(self.passes(pass), vectors, matrices);
        loops.iter().map(Loop::tokens).collect()
    }

    /// The passes of a kind, each with its items.
    fn passes(&self, pass: impl Fn(&Contribution) -> &Option<Pass>) -> impl Iterator<Item = (&Items, &Pass)> {
        let templates = self.family.templates.iter().zip(&self.step.contributions);
        templates.filter_map(move |(of, contribution)| Some((&of.items, pass(contribution).as_ref()?)))
    }

    fn frame(&self) -> Frame<'_> {
        let of = |name, owner, stride| Source { name, owner, stride };
        let (groups, multipliers) = (self.step.own.groups, self.step.multipliers);
        let state = [
            (of("q", Owner::Coordinates, 1), quote!(__known.q)),
            (of("v", Owner::Coordinates, 1), quote!(__known.v)),
            (of("x", Owner::Coordinates, groups), quote!(__x)),
            (of("lambda", Owner::Constraints(groups), multipliers), quote!(__x)),
        ];
        let inputs = inputs(self.context, &quote!(__known.inputs));
        Frame {
            context: self.context,
            numbers: self.numbers,
            bindings: Bindings::new(vec![
                ("interval", quote!(&[__known.t, __known.h])),
                ("u", quote!(__known.inputs)),
                ("scheme", self.fields()),
            ]),
            sources: state.into_iter().chain(inputs).collect(),
            part: parts::of_pass(self.context.system),
        }
    }
}
