//! The systems: declared, and written again as plain functions for the oracle.

mod free;
mod singular;
mod tied;
mod variants;

pub(crate) use free::{Charged, DoublePendulum, Relativistic, SpringPendulum, Timed};
pub(crate) use singular::{Height, Joint, MassSpring, Reduced, Series, Turning};
pub(crate) use tied::{Bead, Moving, Rods, Sphere};
pub(crate) use variants::{Curve, Edge, HenonHeiles, Pendulum, Pushed, Rotating};
