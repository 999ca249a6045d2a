//! Numbers of mechanical systems: scalars, vectors, matrices, and the solution of linear equations.
//!
//! They know no mechanics. The crate `extremal` re-exports what its users need.
//!
//! | module | idea |
//! | --- | --- |
//! | `scalar` | the number types, and the functions of which formulas are made |
//! | `vector` | numbers in contiguous memory, as many as the compiler or the program knows |
//! | `block` | vectors and matrices whose size the compiler knows |
//! | `numbers` | what can be written as numbers, and read back |
//! | `lu` | Gaussian elimination of dense matrices |
//! | `matrix` | matrices that are assembled from local blocks: diagonals, bands, sparse ones |
//! | `failure` | why linear equations have no solution |
//!
//! # Features
//!
//! | feature | effect |
//! | --- | --- |
//! | `std` (default) | `alloc`, and faster square roots |
//! | `alloc` | vectors and matrices whose size is known only when the program runs |
//! | `sparse` | sparse factors of large matrices, by the library faer; needs std |
//! | `num-dual` | dual numbers as scalars |
//! | `lanes` | several numbers side by side as one scalar; needs std |
//! | `deterministic` | functions of `f64` from libm, including sin and cos: the same bits on every target |

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(any(feature = "std", test))]
extern crate std;

#[doc(hidden)]
pub mod block;
mod failure;
pub mod lu;
pub mod matrix;
#[doc(hidden)]
pub mod numbers;
mod scalar;
mod vector;

pub use block::{Block, FromComponents, IntoBlock, NoInputs};
pub use failure::LinearFailure;
#[doc(hidden)]
pub use failure::Pivot;
pub use numbers::Numbers;
#[cfg(feature = "lanes")]
pub use scalar::Lanes;
pub use scalar::{Scalar, Size, SizeOf};
pub use vector::Vector;
