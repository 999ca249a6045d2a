//! The code that the derive writes for the key `parallel`, if the feature of this name is on.
#![cfg_attr(
    not(feature = "parallel"),
    doc = r"
The key without the feature is an error:

```compile_fail
use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(q[masses]),
    kinetic = sum(0..masses, |i| 0.5 * dt(q[i]).powi(2)),
    potential = sum(0..masses, |i| 0.5 * q[i].powi(2)),
    parallel,
)]
struct Row {
    masses: usize,
}
```
"
)]

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
