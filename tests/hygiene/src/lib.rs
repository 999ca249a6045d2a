//! Generated code in a crate that has no prelude, imports `extremal` under another name and denies every lint.
//!
//! The test is that it compiles: `cargo build --package extremal-hygiene` with all lint groups of rustc, and
//! `cargo clippy --package extremal-hygiene` with all lint groups of clippy.

#![no_std]
#![no_implicit_prelude]
#![deny(
    warnings,
    future_incompatible,
    keyword_idents,
    let_underscore,
    missing_docs,
    nonstandard_style,
    refining_impl_trait,
    rust_2018_compatibility,
    rust_2018_idioms,
    rust_2021_compatibility,
    rust_2024_compatibility,
    unused
)]
#![deny(
    absolute_paths_not_starting_with_crate,
    ambiguous_negative_literals,
    closure_returning_async_block,
    deprecated_in_future,
    deprecated_safe_2024,
    explicit_outlives_requirements,
    ffi_unwind_calls,
    impl_trait_redundant_captures,
    let_underscore_drop,
    macro_use_extern_crate,
    meta_variable_misuse,
    missing_abi,
    missing_copy_implementations,
    missing_debug_implementations,
    non_ascii_idents,
    redundant_imports,
    redundant_lifetimes,
    single_use_lifetimes,
    trivial_casts,
    trivial_numeric_casts,
    unit_bindings,
    unnameable_types,
    unreachable_pub,
    unsafe_code,
    unstable_features,
    unused_crate_dependencies,
    unused_extern_crates,
    unused_import_braces,
    unused_lifetimes,
    unused_qualifications,
    unused_results,
    variant_size_differences
)]
// Not `clippy::cargo`, which checks the manifests of this workspace.
#![deny(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
#![expect(
    clippy::blanket_clippy_restriction_lints,
    reason = "the test is that these lints see generated code"
)]

pub mod kinds;
pub mod names;
