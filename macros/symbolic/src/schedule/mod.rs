//! From expressions to straight-line programs: one joint program for many outputs.
//!
//! | file | idea |
//! | --- | --- |
//! | `op` | one operation, and counts of operations |
//! | `plan` | products and sums of all outputs as sets of items |
//! | `pairs` | pairs of items that several sets share, computed once |
//! | `scheduler` | sets and functions become operations |
//! | `signed` | operations on values with a sign |
//! | `table` | maps whose keys are indices |
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
pub use op::{Op, Operations, PartOfCall, Value};
pub use plan::Sharing;
pub use program::{Program, ProgramCall};
pub use scheduler::Scheduler;
