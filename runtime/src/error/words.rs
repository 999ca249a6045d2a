//! Numbers in the words of errors.

use core::fmt;

/// A number in scientific notation if it is very large or very small: 1e300, but 0 and 0.31.
pub(crate) struct Short(pub(crate) f64);

impl fmt::Display for Short {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(x) = *self;
        if x == 0.0 || !x.is_finite() || (1e-5..1e16).contains(&x.abs()) {
            write!(f, "{x}")
        } else {
            write!(f, "{x:e}")
        }
    }
}

/// A count of iterations.
pub(super) struct Iterations(pub(super) usize);

impl fmt::Display for Iterations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            1 => f.write_str("1 iteration"),
            n => write!(f, "{n} iterations"),
        }
    }
}
