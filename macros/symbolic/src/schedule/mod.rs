//! From expressions to straight-line programs: one joint program for many outputs.
//!
//! | file | idea |
//! | --- | --- |
//! | `op` | what one operation is, and how operations are counted |
//! | `plan` | products and sums of all outputs as sets of items |
//! | `pairs` | what several sets share is computed once |
//! | `scheduler` | sets and functions become operations |
//! | `signed` | operations on values with a sign |
//! | `table` | what belongs to keys counted from zero |
//! | `elimination` | small linear solves without pivoting, as operations |
//! | `program` | operations in the order in which they run; an interpreter |

mod elimination;
mod op;
mod pairs;
mod plan;
mod program;
mod scheduler;
mod signed;
mod table;

pub use elimination::{Elimination, Pivots};
pub use op::{Op, Operations, Value};
pub use program::Program;
pub use scheduler::Scheduler;
