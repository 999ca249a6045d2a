//! Expressions in the notation of papers: `m l² θ̈ + m g l sin θ`.
//! It refuses to know what the symbols mean: a [`Notation`] says how each is written, and where in a product it stands.
//!
//! | file | idea |
//! | --- | --- |
//! | `formula` | what is written: sums, quotients, powers, functions, already in order |
//! | `render` | a formula as characters, with as few parentheses as can be understood |
//! | `number` | exact constants as people write them |
//! | `notation` | expressions of a graph as formulas |

mod formula;
mod notation;
mod number;
mod render;

pub use formula::Formula;
pub use notation::{Notation, Writer};
pub use render::{superscript, width};
