//! The runtime's type of a scheme.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote};

use crate::schemes::path::{Argument, Path};

/// `_x::schemes::Galerkin<2, _x::schemes::Gauss<2>>`
pub(super) fn scheme_type(path: &Path) -> TokenStream {
    let name = format_ident!("{}", path.name);
    if path.arguments.is_empty() {
        return quote!(_x::schemes::#name);
    }
    let arguments = path.arguments.iter().map(|argument| match argument {
        Argument::Integer(n) => {
            let n = Literal::usize_unsuffixed(*n);
            quote!(#n)
        }
        Argument::Path(path) => scheme_type(path),
    });
    quote!(_x::schemes::#name<#(#arguments),*>)
}
