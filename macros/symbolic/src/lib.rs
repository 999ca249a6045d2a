//! The algebra of `extremal`: expressions, derivatives, simplification, schedules. No mechanics, and no Rust syntax.
//!
//! Expressions are ids into one vector ([`Graph`]). Operands come before the expressions that use them, and equal ids
//! mean equal expressions, so that every pass is one loop. Construction is canonical: constants are exact rationals, like
//! terms and like bases are merged, common factors are taken out, and sin² + cos² becomes 1. No rule adds a singularity,
//! changes a domain or makes an expression longer. Modules further down the list use those above:
//!
//! | file | idea |
//! | --- | --- |
//! | `rational` | exact constants |
//! | `hash` | a fast, deterministic hasher |
//! | `expr`, `graph` | ids, nodes, hash-consing |
//! | `bits` | sets of ids that a traversal still has to visit |
//! | `budget` | a limit on the work that a graph may do |
//! | `product`, `sum`, `function`, `sign` | construction: canonical order and local rules |
//! | `call` | functions that the algebra does not know, and their formal derivatives |
//! | `partial`, `derivative` | the table of derivatives; gradients, Jacobians, rates |
//! | `substitute`, `query` | replacement of expressions; questions about them |
//! | `expand`, `angles` | products of sums multiplied out; functions of sums of angles expanded |
//! | `contract` | the inverse of `angles`, for readers |
//! | `cofactor` | the factor of a symbol |
//! | `separate`, `hoist` | sums grouped by a set of symbols; subexpressions that do not depend on given symbols |
//! | `apart` | a sum as its part without given symbols, and the rest |
//! | `uncoupled` | sums taken apart into parts that share no variables |
//! | `identity` | proofs that an expression is zero |
//! | `difference` | f(y) − f(x) without cancellation, and discrete gradients |
//! | `rounding` | bounds on rounding errors, as expressions |
//! | `invariants` | functions rewritten in invariants of given flows |
//! | `unbounded` | symbols that may be infinite |
//! | `schedule` | one straight-line [`Program`] for many expressions |
//! | `eval`, `bound`, `display` | evaluation, rounding errors, printing |
//! | `text` | expressions in the notation of papers |

mod angles;
mod apart;
mod bits;
mod bound;
mod budget;
mod call;
mod cofactor;
mod contract;
mod derivative;
mod difference;
mod display;
mod eval;
mod expand;
mod expr;
mod function;
mod graph;
mod hash;
mod hoist;
mod identity;
mod invariants;
mod partial;
mod product;
mod query;
mod rational;
mod rounding;
mod schedule;
mod separate;
mod sign;
mod substitute;
mod sum;
pub mod text;
mod unbounded;
mod uncoupled;

pub use bound::Rounded;
pub use budget::attempt;
pub use difference::{Differences, DiscreteGradient, Line, Slopes};
pub use expr::{Called, Expr, Function, Function2, Relation};
pub use graph::Graph;
pub use hoist::Hoisted;
pub use invariants::ThroughInvariants;
pub use query::Choice;
pub use rational::Rational;
pub use schedule::{
    Elimination, Op, Operations, PartOfCall, Pivots, Program, ProgramCall, Scheduler, Sharing, Value,
};
pub use sign::Signs;
pub use substitute::Substitution;
pub use uncoupled::Part;
