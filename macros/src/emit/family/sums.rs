//! `Family`: energies, momenta, masses, forces and constraints as sums over all items.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote};

use crate::derive::family::{Family, Pass, Template, has_mass};
use crate::emit::call::{Context, inlined};
use crate::emit::family::check;
use crate::emit::family::finite;
use crate::emit::family::names;
use crate::emit::family::numbers::Numbers;
use crate::emit::family::parts;
use crate::emit::family::space::Types;
use crate::emit::loops::{Frame, Loop};
use crate::emit::scalar;
use crate::loops::places::Space;

/// A function of the state: sums over the items of all templates.
pub(super) struct Sums<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) numbers: &'a Numbers<'a>,
    pub(super) family: &'a Family,
}

impl Sums<'_> {
    /// The loops of all passes of a kind, each into the same vectors and matrices.
    pub(super) fn loops(
        &self,
        pass: impl Fn(&Template) -> &Option<Pass>,
        vectors: &[(TokenStream, Space)],
        matrices: &[(TokenStream, Space, Space)],
    ) -> TokenStream {
        let frame = Frame::of_state(self.context, self.numbers);
        let templates = self.family.templates.iter();
        let passes = templates.filter_map(|of| Some((&of.items, pass(of).as_ref()?)));
        frame
            .loops(passes, vectors, matrices)
            .iter()
            .map(Loop::tokens)
            .collect()
    }
}

pub(super) fn impls(context: &Context<'_>, numbers: &Numbers<'_>, family: &Family) -> TokenStream {
    let header = context.header(&quote!(_x::family::Family));
    let sums = Sums {
        context,
        numbers,
        family,
    };
    let (added, massless, constraints) = (added(&sums), massless(numbers, family), constraints(&sums));
    let check = check::body(context, numbers, family);
    let check_items = finite::function(context, numbers, family);
    let touched = parts::touched(context, numbers, family);
    let space = Types::of(context, family).system();
    let projected = projected(context);
    quote! {
        #projected

        #header {
            type Space = #space;

            fn check(&self) -> _x::Result<(), _x::Failure> {
                #check
            }

            #added
            #massless
            #check_items
            #constraints
            #touched
        }
    }
}

/// Energies, and what the functions of a state add to a vector or a matrix.
fn added(sums: &Sums<'_>) -> TokenStream {
    let (scalar, zero) = (&sums.context.scalar, sums.context.zero());
    let [state, all] = ["t q v", "t q v inputs"].map(|letters| sums.context.slices(letters));
    let coordinates = |name: &str| [(format_ident!("{name}").into_token_stream(), Space::Coordinates)];
    let energies = sums.loops(|of| &of.energies, &[(quote!(&mut __sums), Space::Fixed)], &[]);
    let momentum = sums.loops(|of| &of.momentum, &coordinates("p"), &[]);
    let force = sums.loops(|of| &of.force, &coordinates("__f"), &[]);
    let balance = sums.loops(|of| &of.balance, &coordinates("__f"), &[]);
    let masses = [(quote!(__masses), Space::Coordinates, Space::Coordinates)];
    let masses = sums.loops(|of| &of.masses, &[], &masses);
    let matrix = quote!(&mut impl _x::family::Entries<#scalar>);
    let functions = [
        inlined(
            quote!(fn add_momentum(&self, #state, p: &mut [#scalar])),
            momentum,
        ),
        inlined(quote!(fn add_masses(&self, #state, __masses: #matrix)), masses),
        inlined(quote!(fn add_force(&self, #all, __f: &mut [#scalar])), force),
        inlined(quote!(fn add_balance(&self, #all, __f: &mut [#scalar])), balance),
    ];
    quote! {
        #[inline]
        fn sum_of_energies(&self, #state) -> _x::family::SumOfEnergies<#scalar> {
            let mut __sums = [#zero; 3];
            #energies
            _x::family::SumOfEnergies {
                kinetic: __sums[0],
                potential: __sums[1],
                generalized: __sums[2],
            }
        }

        #(#functions)*
    }
}

/// States that starts satisfy constraints after `project`, those of a reference as well.
fn projected(context: &Context<'_>) -> Option<TokenStream> {
    let (ident, assumed) = (&context.system.ident, scalar::assumed(context.system));
    let (generics, arguments, bounds) = assumed.split_for_impl();
    context.system.model.is_held().then(|| {
        quote! {
            impl #generics _x::Projects<#ident #arguments> for _x::Keep<'_> #bounds {}
            impl #generics _x::Projects<&#ident #arguments> for _x::Keep<'_> #bounds {}
        }
    })
}

/// Where some quantity has no kinetic energy, which is declared.
fn massless(numbers: &Numbers<'_>, family: &Family) -> Option<TokenStream> {
    let extents = &numbers.families.extents;
    let is_massless = |quantity| !has_mass(numbers.families, &family.templates, quantity);
    let cases = numbers.quantity_of(extents, |quantity, _| is_massless(quantity).to_token_stream());
    let is_any = (0..extents.len()).any(is_massless);
    is_any.then(|| quote!(fn is_massless(&self, __at: usize) -> bool { #cases false }))
}

/// How many constraints there are, and how many of them are on velocities.
fn counts(sums: &Sums<'_>) -> TokenStream {
    let has_rolling = !sums.context.system.model.rolling.is_empty();
    let rolling = has_rolling.then(|| ("rolling_count", sums.numbers.rolling_count()));
    let all = [("constraint_count", sums.numbers.constraint_count())];
    let counts = all.into_iter().chain(rolling).map(|(name, count)| {
        let name = format_ident!("{name}");
        quote! {
            #[inline]
            fn #name(&self) -> usize {
                #count
            }
        }
    });
    quote!(#(#counts)*)
}

fn constraints(sums: &Sums<'_>) -> Option<TokenStream> {
    if !sums.context.system.model.is_held() {
        return None;
    }
    let (scalar, zero) = (&sums.context.scalar, sums.context.zero());
    let [place, state] = ["t q", "t q v"].map(|letters| sums.context.slices(letters));
    let counts = counts(sums);
    let one = [(quote!(values), Space::Constraints)];
    let two = [
        (quote!(values), Space::Constraints),
        (quote!(__scales), Space::Constraints),
    ];
    let values = sums.loops(|template| &template.constraints.values, &two, &[]);
    let rates = sums.loops(|template| &template.constraints.rates, &one, &[]);
    let accelerations = sums.loops(|template| &template.constraints.accelerations, &one, &[]);
    let matrix = [(quote!(__jacobian), Space::Constraints, Space::Coordinates)];
    let jacobian = sums.loops(|template| &template.constraints.jacobian, &[], &matrix);
    // Those of the declaration, with the item for rows of items.
    let names = names::of_rows(sums.numbers);
    Some(quote! {
        #counts

        fn constraint_name(&self, __at: usize) -> _x::CoordinateName {
            let mut __j = __at;
            #names
            _x::items::name(&["constraint"], __j, true)
        }

        #[inline]
        fn constraint_values(&self, #place, values: &mut [#scalar], __scales: &mut [#scalar]) {
            values.fill(#zero);
            __scales.fill(#zero);
            #values
        }

        #[inline]
        fn constraint_rates(&self, #state, values: &mut [#scalar]) {
            values.fill(#zero);
            #rates
        }

        #[inline]
        fn constraint_accelerations(&self, #state, values: &mut [#scalar]) {
            values.fill(#zero);
            #accelerations
        }

        #[inline]
        fn add_constraint_jacobian(&self, #place, __jacobian: &mut impl _x::family::Entries<#scalar>) {
            #jacobian
        }
    })
}
