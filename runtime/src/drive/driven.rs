//! Which schemes can step a system: what the derive asks of a scheme.
//!
//! One trait for being a scheme and for having a driver, so that a message about it names the scheme.

use super::{Drive, Scheme};
use crate::Lagrangian;

/// A scheme whose driver can drive the system `S`: every such [`Scheme`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a scheme of `{S}`",
    label = "expected a scheme of its `discretize(..)`, or a composition of a symmetric one, of order 4, 6, 8 or 10"
)]
pub trait Driven<S: Lagrangian + ?Sized>: Sized {
    /// [`Scheme::Driver`].
    type Driver: Drive<S, Self>;
}

#[diagnostic::do_not_recommend]
impl<S: Lagrangian + ?Sized, D: Scheme<Driver: Drive<S, D>>> Driven<S> for D {
    type Driver = D::Driver;
}
