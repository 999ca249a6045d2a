//! The algebra of `extremal`: it knows algebra and no mechanics, and nothing of Rust's syntax enters.
//!
//! Expressions are ids into one vector ([`Graph`]), operands before users; equal ids mean equal expressions, so every
//! pass is one loop. What is built is canonical at once: constants are exact rationals, like terms and like bases are
//! merged, common factors taken out, sin² + cos² joined. No rule adds a singularity, changes a domain or makes an
//! expression longer. From there the way goes down the list:
//!
//! | file | idea |
//! | --- | --- |
//! | `rational`, `natural` | exact constants |
//! | `expr`, `graph` | ids, nodes, hash-consing |
//! | `bits` | what is still to be visited |
//! | `budget` | how much work a graph may do |
//! | `product`, `sum`, `function`, `sign` | construction: canonical order and local rules |
//! | `partial`, `derivative` | one table of derivatives; gradients, Jacobians, rates |
//! | `difference` | f(y) − f(x) without cancellation |
//! | `substitute`, `query` | replacing, asking |
//! | `expand`, `angles` | other forms of the same: products and sums of angles multiplied out |
//! | `identity` | whether something is zero, by forms that are no good for anything else |
//! | `cofactor` | what a symbol is multiplied by |
//! | `contract` | and put together, for readers |
//! | `schedule` | one straight-line [`Program`] for many expressions |
//! | `eval`, `bound`, `display` | interpreting, with rounding errors if asked for, and printing |
//! | `difference`, `invariants` | differences without cancellation; what a function is in invariants |
//! | `text` | in the notation of papers |

mod angles;
mod bits;
mod bound;
mod budget;
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
mod natural;
mod partial;
mod product;
mod query;
mod rational;
mod schedule;
mod separate;
mod sign;
mod substitute;
mod sum;
pub mod text;

pub use bound::Rounded;
pub use difference::{Differences, DiscreteGradient, Line, Slopes};
pub use expr::{Expr, Function, Function2, Relation};
pub use graph::Graph;
pub use hoist::Hoisted;
pub use invariants::ThroughInvariants;
pub use rational::Rational;
pub use schedule::{Elimination, Op, Operations, Pivots, Program, Scheduler, Value};
pub use substitute::Substitution;
