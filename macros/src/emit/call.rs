//! How an impl calls a kernel, and the types that impls name.
//! Locals have names that no user has: with the name of a user's constant or unit struct, a pattern would be a test. Arguments of
//! methods that documentation shows have the letters of the traits: functions `letters` of the runtime hide constants of these names.

use extremal_symbolic::Expr;
use proc_macro2::{Ident, Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

use crate::derive::{Argument, Kernel, Solver};
use crate::emit::called;
use crate::emit::inline::inline;
use crate::emit::scalar;
use crate::emit::spelling::Spelling;
use crate::system::System;

/// The context that all impls of one system share.
pub(super) struct Context<'a> {
    pub(super) system: &'a System,
    pub(super) scalar: TokenStream,
    pub(super) spelling: Spelling,
    pub(super) vector: TokenStream,
    pub(super) inputs: TokenStream,
    pub(super) coordinates: Literal,
}

impl<'a> Context<'a> {
    pub(super) fn new(system: &'a System) -> Self {
        let scalar = scalar::name(system);
        let [n, k] = [system.coordinates.len(), system.inputs.len()].map(Literal::usize_unsuffixed);
        Self {
            system,
            vector: quote!(_x::SVector<#scalar, #n>),
            inputs: quote!([#scalar; #k]),
            spelling: Spelling::of(system),
            scalar,
            coordinates: n,
        }
    }

    /// `impl<..> trait_path for Struct<..> where ..`
    pub(super) fn header(&self, trait_path: &TokenStream) -> TokenStream {
        let ident = &self.system.ident;
        let assumed = scalar::assumed(self.system);
        let (generics, arguments, bounds) = assumed.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #generics #trait_path for #ident #arguments #bounds
        }
    }

    /// `impl<..> Struct<..> where .. { methods }`, if there are methods.
    pub(super) fn inherent_impl(&self, methods: &[TokenStream]) -> Option<TokenStream> {
        let ident = &self.system.ident;
        let assumed = scalar::assumed(self.system);
        let (generics, arguments, bounds) = assumed.split_for_impl();
        (!methods.is_empty()).then(|| {
            quote! {
                impl #generics #ident #arguments #bounds {
                    #(#methods)*
                }
            }
        })
    }

    /// `t: f64, q: &SVector<f64, 2>, ..`: the arguments with these letters.
    pub(super) fn arguments(&self, letters: &str) -> TokenStream {
        typed(letters, [&self.scalar, &self.vector, &self.inputs])
    }

    /// The same over slices, for the sums of a system of any size.
    pub(super) fn slices(&self, letters: &str) -> TokenStream {
        let scalar = &self.scalar;
        typed(letters, [scalar, &quote!([#scalar]), &self.inputs])
    }

    pub(super) fn zero(&self) -> TokenStream {
        let scalar = &self.scalar;
        quote!(<#scalar as _x::Scalar>::from_f64(0.0))
    }

    /// An array of n numbers.
    pub(super) fn array(&self, n: usize) -> TokenStream {
        let scalar = &self.scalar;
        let n = Literal::usize_unsuffixed(n);
        quote!([#scalar; #n])
    }

    /// `kernels::name(..)` with the arguments that the kernel uses, each with its tokens in `bindings`.
    pub(super) fn call(&self, kernel: &Kernel, bindings: &Bindings) -> TokenStream {
        self.call_with(kernel, bindings, None)
    }

    /// `(..) = kernels::name(..);` with a place for each result. Those that the kernel writes in place are passed.
    pub(super) fn assign(&self, kernel: &Kernel, bindings: &Bindings, places: &[Place]) -> TokenStream {
        let shapes = kernel.shapes.iter().zip(places);
        let (written, returned): (Vec<_>, Vec<_>) = shapes.partition(|(shape, _)| kernel.writes(**shape));
        let written: Vec<_> = written.into_iter().map(|(_, place)| &place.reference).collect();
        let returned: Vec<_> = returned.into_iter().map(|(_, place)| &place.value).collect();
        let written = match &*written {
            [] => None,
            [single] => Some(quote!(#single)),
            _ => Some(quote!((#(#written),*))),
        };
        let call = self.call_with(kernel, bindings, written);
        match &*returned {
            [] => quote!(#call;),
            [single] => quote!(#single = #call;),
            _ => quote!((#(#returned),*) = #call;),
        }
    }

    fn call_with(&self, kernel: &Kernel, bindings: &Bindings, written: Option<TokenStream>) -> TokenStream {
        let name = format_ident!("{}", kernel.name);
        let used = kernel.used_arguments();
        let functions = self.functions(kernel);
        let with_parameters = used.iter().any(|argument| argument.name == "parameters");
        let alone = (!functions.is_empty() && !with_parameters).then(|| match &*functions {
            [single] => single.clone(),
            _ => quote!((#(#functions),*)),
        });
        let arguments = used.iter().map(|argument| match argument.name {
            "parameters" if functions.is_empty() => self.parameters(argument, bindings),
            "parameters" => {
                let parameters = self.parameters(argument, bindings);
                quote!((#parameters, #(#functions),*))
            }
            name => bindings.tokens(name),
        });
        let arguments = alone.into_iter().chain(arguments).chain(written);
        let types = self.spelling.arguments(&self.scalar, functions.len());
        quote!(kernels::#name #types(#(#arguments),*))
    }

    /// The fields that a kernel calls.
    fn functions(&self, kernel: &Kernel) -> Vec<TokenStream> {
        let all = &self.system.functions;
        let called = kernel.called().into_iter();
        let read = called.map(|(function, order, arguments)| {
            called::with_part(&all[function.index()].access, order, arguments, &self.scalar)
        });
        read.collect()
    }

    fn parameters(&self, argument: &Argument, bindings: &Bindings) -> TokenStream {
        let all = &self.system.model.parameters;
        let read = argument.symbols.iter().map(|symbol| {
            let before = bindings.parameters.iter().find(|(known, _)| known == symbol);
            if let Some((_, name)) = before {
                return name.to_token_stream();
            }
            let place = all.iter().position(|known| known == symbol);
            self.system.parameters[place.expect("parameters of kernels are parameters of the model")].clone()
        });
        quote!(&[#(#read),*])
    }

    /// `residual` and `tangent` of `Equations`.
    fn evaluations(&self, solver: &Solver, bindings: &Bindings) -> TokenStream {
        let scalar = &self.scalar;
        let unknown = self.array(solver.unknowns);
        let n = Literal::usize_unsuffixed(solver.unknowns);
        let residual = self.call(&solver.residual, bindings);
        let places = [
            Place::new(quote!(*__residual), quote!(__residual)),
            Place::new(quote!(*__tangent), quote!(__tangent)),
        ];
        let tangent = self.assign(&solver.tangent, bindings, &places);
        quote! {
            #[inline]
            fn residual(
                &self,
                __known: &Self::Known,
                __x: &#unknown,
                __residual: &mut #unknown,
                __scale: &mut #unknown,
            ) {
                (*__residual, *__scale) = #residual;
            }

            #[inline]
            fn tangent(
                &self,
                __known: &Self::Known,
                __x: &#unknown,
                __residual: &mut #unknown,
                __tangent: &mut [[#scalar; #n]; #n],
            ) {
                #tangent
            }
        }
    }

    /// The method with the rounding inside of terms.
    fn rounding(&self, solver: &Solver, unknown: &TokenStream, bindings: &Bindings) -> Option<TokenStream> {
        let bounds = self.call(solver.rounding.as_ref()?, bindings);
        Some(quote! {
            #[cold]
            #[inline(never)]
            fn add_rounding(&self, __known: &Self::Known, __x: &#unknown, __scale: &mut #unknown) {
                _x::items::add_all(__scale, &#bounds);
            }
        })
    }

    /// The impl of `Equations<kind>`.
    pub(super) fn equations(
        &self,
        kind: &TokenStream,
        known: &TokenStream,
        solver: &Solver,
        bindings: &Bindings,
    ) -> TokenStream {
        let header = self.header(&quote!(_x::Equations<#kind>));
        let scalar = &self.scalar;
        let unknown = self.array(solver.unknowns);
        let n = Literal::usize_unsuffixed(solver.unknowns);
        let is_linear = solver.is_linear();
        let constraints = (solver.constraints > 0).then(|| {
            let constraints = Literal::usize_unsuffixed(solver.constraints);
            quote!(
                const CONSTRAINTS: usize = #constraints;
            )
        });
        let is_redundant = self.system.model.is_redundant && solver.constraints > 0;
        let least_norm = is_redundant.then(|| self.least_norm(solver.constraints, &unknown, bindings));
        let factors = if solver.keeps_factors {
            quote!([[#scalar; #n]; #n])
        } else {
            quote!([#scalar; 0])
        };
        let evaluations = self.evaluations(solver, bindings);
        let correction = solver.correction.as_ref().map(|kernel| {
            correction(
                kernel,
                &self.call(kernel, bindings),
                (scalar, &unknown),
                solver.keeps_factors,
            )
        });
        let rounding = self.rounding(solver, &unknown, bindings);
        quote! {
            #header {
                type Scalar = #scalar;
                type Known = #known;
                type Unknown = #unknown;
                type Tangent = [[#scalar; #n]; #n];
                type Factors = #factors;
                const LINEAR: bool = #is_linear;
                #constraints
                #least_norm

                #evaluations

                #correction

                #rounding
            }
        }
    }
}

fn typed(letters: &str, [scalar, vector, inputs]: [&TokenStream; 3]) -> TokenStream {
    let arguments = letters.split(' ').map(|letter| {
        let name = format_ident!("{letter}");
        match letter {
            "t" | "h" => quote!(#name: #scalar),
            "inputs" => quote!(#name: &#inputs),
            _ => quote!(#name: &#vector),
        }
    });
    quote!(#(#arguments),*)
}

/// A method that is inlined.
pub(super) fn inlined(signature: TokenStream, body: impl ToTokens) -> TokenStream {
    quote!(#[inline] #signature { #body })
}

/// The numbers of an array as a vector or a matrix.
pub(super) fn converted(numbers: impl ToTokens) -> TokenStream {
    quote!(_x::From::from(#numbers))
}

/// A constant of a trait that is `false` unless it is written.
pub(super) fn flag(name: &str, is_set: bool) -> Option<TokenStream> {
    let name = format_ident!("{name}");
    is_set.then(|| quote!(const #name: bool = true;))
}

/// The solve by a generated program, with or without its factors.
fn correction(
    kernel: &Kernel,
    call: &TokenStream,
    (scalar, unknown): (&TokenStream, &TokenStream),
    keeps_factors: bool,
) -> TokenStream {
    let factors = keeps_factors.then(|| {
        let third = Literal::usize_unsuffixed(2);
        quote!(*__factors = __solved.#third;)
    });
    let inline = inline(kernel);
    let name = if keeps_factors {
        quote!(__factors)
    } else {
        quote!(_)
    };
    quote! {
        #inline
        fn correction(
            &self,
            __known: &Self::Known,
            __x: &#unknown,
            __dx: &mut #unknown,
            #name: &mut Self::Factors,
        ) -> _x::SizeOf<#scalar> {
            let __solved = #call;
            *__dx = __solved.0;
            #factors
            _x::largest_growth(&__solved.1)
        }
    }
}

/// Where a result goes: the place, and a reference to it.
pub(super) struct Place {
    value: TokenStream,
    reference: TokenStream,
}

impl Place {
    pub(super) fn new(value: TokenStream, reference: TokenStream) -> Self {
        Self { value, reference }
    }
}

/// The tokens that an impl passes for each argument of a kernel.
#[derive(Clone)]
pub(super) struct Bindings {
    arguments: Vec<(&'static str, TokenStream)>,
    /// The names of parameters that were read before.
    parameters: Vec<(Expr, Ident)>,
}

impl Bindings {
    pub(super) fn new(list: Vec<(&'static str, TokenStream)>) -> Self {
        Self {
            arguments: list,
            parameters: Vec::new(),
        }
    }

    /// Takes the values of parameters from variables.
    pub(super) fn with_parameters(mut self, parameters: Vec<(Expr, Ident)>) -> Self {
        self.parameters = parameters;
        self
    }

    /// Adds an argument, or replaces the one of that name.
    pub(super) fn and(mut self, name: &'static str, tokens: TokenStream) -> Self {
        self.arguments.retain(|(known, _)| *known != name);
        self.arguments.push((name, tokens));
        self
    }

    pub(super) fn tokens(&self, name: &str) -> TokenStream {
        let found = self.arguments.iter().find(|(known, _)| *known == name);
        found
            .map(|(_, tokens)| tokens.clone())
            .expect("every argument of a kernel is bound, and the place of equations")
    }

    /// t, q, v and u of a function of the state.
    pub(super) fn state() -> Self {
        Self::new(vec![
            ("time", quote!(t)),
            ("q", array_of(&quote!(q))),
            ("v", array_of(&quote!(v))),
            ("u", quote!(inputs)),
        ])
    }
}

/// The numbers of a column vector, as an array.
pub(super) fn array_of(vector: &TokenStream) -> TokenStream {
    let first = Literal::usize_unsuffixed(0);
    quote!(&#vector.data.0[#first])
}
