//! Expressions in the notation of papers: `m l² θ̈ + m g l sin θ`. A [`Notation`] states how each symbol is written, and
//! its position in a product.
//!
//! | file | idea |
//! | --- | --- |
//! | `formula` | sums, quotients, powers and functions in the order of writing |
//! | `render` | a formula in a script, with few parentheses |
//! | `script` | the signs of a script, and those of plain text |
//! | `latex`, `mathml` | the signs of documents and of pages |
//! | `name` | names with their indices and dots apart |
//! | `number` | exact constants as people write them |
//! | `notation` | expressions of a graph as formulas |

mod formula;
mod latex;
mod mathml;
mod name;
mod notation;
mod number;
mod render;
mod script;

pub use crate::display::superscript;
pub use formula::{Formula, Piece};
pub use latex::Latex;
pub use mathml::Mathml;
pub use notation::{Notation, Writer};
pub use render::{width, written};
pub use script::{Plain, Script};
