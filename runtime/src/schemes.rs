//! The schemes, as types: names for equations that the derive states.
//!
//! One file a scheme. A scheme without parameters serves as type and as value, `Midpoint`; a generic one is written
//! `Galerkin::<2, Gauss<2>>::default()`.

mod closed_gaps;
mod compensated;
pub mod composition;
mod galerkin;
mod hermite;
mod linear;
mod livens;
mod midpoint;
mod moreau;
mod multi_field;
mod newmark;
mod nonsmooth_midpoint;
mod null_space;
mod prolongation_collocation;
mod quadrature;
mod symmetric_moreau;
mod theta;
mod variational_moreau;
mod verlet;

pub use closed_gaps::{ClosedGaps, ClosesItems};
pub use compensated::Compensated;
pub use composition::Composition;
pub use galerkin::Galerkin;
pub use hermite::{Hermite, P0V0, P0V1, P1V0, P1V1, P2, V2};
pub use linear::L1;
pub use livens::{Equivariant, Livens, Polarized, Stabilized};
pub use midpoint::Midpoint;
pub use moreau::{Moreau, MoreauWith};
pub use multi_field::MultiField;
pub use newmark::Newmark;
pub use nonsmooth_midpoint::{NonsmoothMidpoint, NonsmoothMidpointWith};
pub use null_space::NullSpace;
pub use prolongation_collocation::{EulerMaclaurin, ProlongationCollocation};
pub use quadrature::{Gauss, Left, Lobatto, Right, Trapezoid};
pub use symmetric_moreau::{SymmetricMoreau, SymmetricMoreauWith};
pub use theta::Theta;
pub use variational_moreau::{VariationalMoreau, VariationalMoreauWith};
pub use verlet::Verlet;
