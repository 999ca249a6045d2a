//! What the derive writes for the key `parallel`, if the feature of this name is on.
//!
//! Knows no loops.

/// Expands to its argument, a group of items; and to nothing for the question whether the feature is there.
#[doc(hidden)]
#[cfg(feature = "parallel")]
#[macro_export]
macro_rules! __parallel {
    (needed) => {};
    ({ $($item:tt)* }) => { $($item)* };
}

/// Expands to nothing; and to an error for the question whether the feature is there.
#[doc(hidden)]
#[cfg(not(feature = "parallel"))]
#[macro_export]
macro_rules! __parallel {
    (needed) => {
        ::core::compile_error!(
            "`parallel` needs the feature `parallel` of `extremal`: add it in Cargo.toml, or drop this"
        );
    };
    ($items:tt) => {};
}
