//! A name of the literature for linear elements.

use super::{Galerkin, Gauss};

/// The linear variational integrator that Hermite elements are compared with: linear elements, and two Gauss points.
///
/// Order 2, symplectic; stable for ω h < √12 = 3.4641 on an oscillator of angular frequency ω. It is not another scheme but a
/// name of `Galerkin<1, Gauss<2>>`, which `describe()` writes out. [`Midpoint`](super::Midpoint) is the same with one point.
///
/// J. C. Mergel, R. A. Sauer & S. Ober-Blöbaum, C¹-continuous space-time discretization based on Hamilton's law of varying
/// action, ZAMM 97 (2017) 433, appendix B.
///
/// ```
/// use extremal::prelude::*;
///
/// #[derive(Lagrangian)]
/// #[lagrangian(coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(L1))]
/// struct Oscillator;
///
/// let mut motion = Integrator::new(Oscillator, L1::default(), 0.1, [1.0], [0.0])?;
/// motion.step()?;
/// # Ok::<(), extremal::Error>(())
/// ```
pub type L1 = Galerkin<1, Gauss<2>>;
