//! Declare a mechanical system once, as a Lagrangian on a struct; the compiler derives its integrators.
//!
//! # The one idea
//!
//! A motion makes its action ∫ L dt stationary. Restrict it to polynomials on a time element of length h,
//! integrate by a quadrature, and what is left of Hamilton's principle is a small system of equations per
//! element:
//!
//! ```text
//! L_d(q₀, q₁) = ext h Σ_m w_m L(q(s_m), q̇(s_m), t + s_m h)
//! p₀ = −D₁L_d − f⁻,   p₁ = D₂L_d + f⁺
//! ```
//!
//! Every scheme here is this with another choice of polynomials and quadrature: it maps (q₀, p₀) to
//! (q₁, p₁), keeps the symplectic structure, and so has an energy that oscillates and does not drift. The
//! derive writes out these equations, differentiates them, and finds out whether they are explicit, linear or
//! to be iterated; this crate steps them.
//!
//! # Where to look
//!
//! | item | what it is |
//! | --- | --- |
//! | [`Integrator`] | makes steps: the place to start |
//! | [`State`], [`Error`], [`Convergence`] | what it gives |
//! | [`Trajectory`] | states that were kept, and the motion between them |
//! | [`Snapshot`] | what a motion needs to continue with the same bits |
//! | [`Linearization`] | the derivative of a step |
//! | [`Verlet`], [`Midpoint`], [`Galerkin`] | the schemes |
//! | [`derive@Lagrangian`] | how a system is declared: keys, formulas, limits |
//! | [`trait@Lagrangian`] | what a system is, and [what was derived](Lagrangian::describe) as text |
//! | [`Structure`], [`Facts`] | what the derive found out about a system, and about a scheme for it |
//! | [`Discretize`], [`DiscreteAction`] | what a scheme is for a system |
//! | [`Scalar`], [`Block`] | the numbers and vectors of which all is made |
//! | [`Equations`], [`newton`], [`lu`], [`step`] | how steps are solved |
//!
//! # Features
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `std` (default) | [`Trajectory`], and faster square roots; without it the crate needs neither an allocator nor an operating system |
//! | `csv` | `Trajectory::write_csv`: columns named by coordinates, outputs and inputs |
//! | `serde` | states, snapshots and trajectories in any format |
//! | `num-dual` | dual numbers as scalars; that crate itself needs std |
//! | `deterministic` | all functions from libm, the inlined sin and cos included |

#![no_std]

#[cfg(feature = "std")]
extern crate std;

// The derive names this crate `extremal`; so it works inside it, too.
extern crate self as extremal;

mod action;
mod block;
mod clock;
#[cfg(feature = "std")]
mod control;
mod discretize;
mod equations;
mod error;
mod generated;
mod history;
mod integrator;
mod legendre;
mod linearize;
pub mod lu;
pub mod newton;
mod numbers;
mod refused;
mod scalar;
mod schemes;
#[cfg(feature = "serde")]
mod serial;
mod state;
pub mod step;
mod structure;
mod system;
#[cfg(feature = "csv")]
mod table;
#[cfg(feature = "std")]
mod trajectory;

pub use action::DiscreteAction;
pub use block::{Block, FromComponents, IntoBlock, NoInputs};
#[cfg(feature = "std")]
pub use control::Control;
pub use discretize::{Discretize, Facts, SchemeOf, Solve};
pub use equations::{Acceleration, Equations, Legendre};
pub use error::{Error, Failure};
pub use history::{Continuation, History};
pub use integrator::{Integrator, Snapshot, SnapshotOf};
pub use linearize::{Linearization, LinearizationOf};
pub use newton::Convergence;
pub use numbers::Numbers;
pub use scalar::Scalar;
pub use schemes::{Galerkin, Gauss, Left, Lobatto, Midpoint, Right, Trapezoid, Verlet};
pub use state::{State, StateOf};
pub use structure::{MassMatrix, Structure};
pub use system::Lagrangian;
#[cfg(feature = "std")]
pub use trajectory::{Point, PointOf, RecordedElement, RecordedElementOf, Trajectory};

#[doc = include_str!("declaration.md")]
#[doc(inline)]
pub use extremal_macros::Lagrangian;

/// What a program that simulates needs: `use extremal::prelude::*;`.
pub mod prelude {
    #[cfg(feature = "std")]
    pub use crate::Trajectory;
    pub use crate::{
        Discretize, Galerkin, Gauss, Integrator, Lagrangian, Left, Lobatto, Midpoint, Right, State,
        Trapezoid, Verlet,
    };
}

/// What generated code names. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use core::convert::From;
    pub use core::option::Option::{self, None, Some};
    pub use core::result::Result::{self, Err, Ok};

    pub use nalgebra::{self, SMatrix, SVector};

    pub use crate::generated::{OfScalars, in_every_stage, largest_growth, solve_for_mass_matrix};
    pub use crate::linearize::{LinearizationOf, linearization};
    pub use crate::newton::{iterate, solve};
    pub use crate::refused::Unread;
    pub use crate::step::{
        Advance, Advanced, Element, ElementOf, End, EndOf, Kept, KeptOf, Memory, MemoryOf, Stepping,
        advance_direct, advance_newton, start_direct, start_newton,
    };
    pub use crate::{
        Acceleration, Block, Continuation, Convergence, DiscreteAction, Discretize, Equations, Facts,
        Failure, Galerkin, Gauss, History, IntoBlock, Lagrangian, Left, Legendre, Lobatto, MassMatrix,
        Midpoint, Right, Scalar, Solve, State, StateOf, Structure, Trapezoid, Verlet, lu,
    };
}

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
