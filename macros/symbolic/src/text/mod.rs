//! Expressions in the notation of papers: `m l² θ̈ + m g l sin θ`. A [`Notation`] states how each symbol is written, and
//! its position in a product.
//!
//! | file | idea |
//! | --- | --- |
//! | `formula` | sums, quotients, powers and functions in the order of writing |
//! | `render` | a formula as characters, with few parentheses |
//! | `number` | exact constants as people write them |
//! | `notation` | expressions of a graph as formulas |

mod formula;
mod notation;
mod number;
mod render;

pub use crate::display::superscript;
pub use formula::Formula;
pub use notation::{Notation, Writer};
pub use render::width;
