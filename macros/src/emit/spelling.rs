//! How kernels write numbers: of `f64`, which the compiler knows, or of any scalar.
//!
//! Operators of `f64` are operators for the compiler, those of any scalar calls of functions: twice as much to check and,
//! without optimisation, to compile. The numbers are the same.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Type;

use crate::emit::constants::{Constants, number};
use crate::system::System;
use extremal_symbolic::Program;

/// What `T` is in `mod kernels`.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Spelling {
    /// `type T = f64;`
    Doubles,
    /// `T: Scalar` of each function.
    Any,
}

impl Spelling {
    pub(super) fn of(system: &System) -> Self {
        match &system.scalar {
            Type::Path(path) if system.undecided.is_none() && path.path.is_ident("f64") => Self::Doubles,
            _ => Self::Any,
        }
    }

    /// What kernels use, at the top of their module.
    pub(super) fn items(self, crate_path: &syn::Path, functions: &str) -> TokenStream {
        let name = (self == Self::Doubles).then(|| {
            quote!(
                type T = f64;
            )
        });
        let scalar = functions.contains("Scalar").then(|| {
            quote!(
                use #crate_path::__private::Scalar;
            )
        });
        let instructions = functions.contains("Instructions").then(|| {
            quote!(
                use #crate_path::__private::Instructions;
            )
        });
        let name = name.filter(|_| !functions.is_empty());
        quote!(#instructions #scalar #name)
    }

    /// `<T: Scalar, ..>`, with further parameters.
    pub(super) fn generics(self, others: &[String]) -> String {
        let scalar = (self == Self::Any).then(|| "T: Scalar".to_owned());
        let all: Vec<String> = scalar.into_iter().chain(others.iter().cloned()).collect();
        if all.is_empty() {
            return String::new();
        }
        format!("<{}>", all.join(", "))
    }

    /// `::<S, _, ..>` of a call, with as many further parameters.
    pub(super) fn arguments(self, scalar: &TokenStream, others: usize) -> Option<TokenStream> {
        let others = (0..others).map(|_| quote!(_));
        match self {
            Self::Doubles => None,
            Self::Any => Some(quote!(::<#scalar #(, #others)*>)),
        }
    }

    /// A function of scalars. `f64` has functions of its own with some of the names.
    pub(super) fn call(self, name: &str, arguments: &[&str]) -> String {
        let of = match self {
            Self::Doubles => "Scalar",
            Self::Any => "T",
        };
        format!("{of}::{name}({})", arguments.join(", "))
    }

    /// A constant with all digits that a scalar of more than 53 bits can have.
    pub(super) fn constant(self, high: u64, low: u64) -> String {
        let has_rest = f64::from_bits(low) != 0.0;
        match self {
            Self::Doubles => number(high),
            Self::Any if has_rest => format!("T::from_parts({}, {})", number(high), number(low)),
            Self::Any => format!("T::from_f64({})", number(high)),
        }
    }

    /// Names of constants, each use of which is a call.
    pub(super) fn names(self, program: &Program) -> Constants {
        match self {
            Self::Doubles => Constants::default(),
            Self::Any => Constants::of(program),
        }
    }

    pub(super) fn zero(self) -> String {
        self.constant(0, 0)
    }
}
