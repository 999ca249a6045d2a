//! How functions of kernels are inlined: short programs into the place of the call.
//! It refuses to know what they compute.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Kernel;

/// Programs of up to so many operations are compiled into the place of the call: there what does not change from step to
/// step, and what nobody asks for, is seen.
const SHORT: usize = 1200;

/// How the functions of a kernel are inlined. In a debug build a copy in each place would be half of what there is to compile.
pub(super) fn inline(kernel: &Kernel) -> TokenStream {
    if kernel.operations() <= SHORT {
        quote! {
            #[cfg_attr(debug_assertions, inline)]
            #[cfg_attr(not(debug_assertions), inline(always))]
        }
    } else {
        quote!(#[inline])
    }
}
