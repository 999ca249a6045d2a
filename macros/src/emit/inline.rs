//! How functions of kernels are inlined: short programs at each call.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Kernel;

/// Programs of up to this many operations are inlined. There the compiler sees values that do not change from step to step,
/// and results that are unused.
const SHORT: usize = 1200;

/// How the functions of a kernel are inlined. In debug builds, copies at each call would be half of the code to compile.
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
