//! How functions of kernels are inlined: short programs into the place of the call.
//! It refuses to know what they compute.

use proc_macro2::TokenStream;
use quote::quote;

use crate::derive::Kernel;

/// Programs of up to so many operations are compiled into the place of the call: there what does not change from step to
/// step, and what nobody asks for, is seen.
const SHORT: usize = 1200;

/// How the functions of a kernel are inlined.
pub(super) fn inline(kernel: &Kernel) -> TokenStream {
    if kernel.operations() <= SHORT {
        quote!(#[inline(always)])
    } else {
        quote!(#[inline])
    }
}
