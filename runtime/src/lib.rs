//! Declare a mechanical system once, as a Lagrangian on a struct; the compiler derives its integrators.
//!
//! ```
//! use extremal::prelude::*;
//!
//! /// A point mass on a massless rod.
//! #[derive(Lagrangian)]
//! #[lagrangian(
//!     coordinates(theta),
//!     kinetic = 0.5 * m * (l * dt(theta)).powi(2),
//!     potential = -m * g * l * cos(theta),
//!     discretize(Verlet, Midpoint, Galerkin<2, Gauss<2>>),
//! )]
//! struct Pendulum {
//!     m: f64,
//!     l: f64,
//!     g: f64,
//! }
//!
//! fn main() -> Result<(), extremal::Error> {
//!     let pendulum = Pendulum { m: 1.0, l: 1.0, g: 9.81 };
//!     let mut motion = Integrator::new(&pendulum, Midpoint, 1e-3, [2.0], [0.0])?;
//!     for _ in 0..10_000 {
//!         motion.step()?;
//!     }
//!     let State { t, q, p } = motion.state();
//!     println!("t = {t}  theta = {}  p = {}", q[0], p[0]);
//!     println!("energy = {}", motion.energy());
//!     Ok(())
//! }
//! ```
//!
//! New here? The [`guide`] goes from this pendulum to a system of your own, in nine short chapters.
//!
//! # The mathematics
//!
//! Of all motions between two places the real one makes the action ∫ L dt stationary, L = T − V. Restrict the
//! motion to polynomials on a time element of length h, integrate by a quadrature, and what is left of the
//! principle is a small system of equations per element:
//!
//! ```text
//! q(s) = Σ_i N_i(s) z_i,   z_0 = q_k,   z_P = q_{k+1},   s ∈ [0, 1]
//! L_d = h Σ_m w_m L(q(s_m), q̇(s_m), t_k + s_m h)                       (4.39)
//! F_i = h Σ_m w_m N_i(s_m) f(q(s_m), q̇(s_m), t_k + s_m h)              (4.40)
//!
//! p_k     = −D₁L_d − f⁻    f⁻ = F_0     for q_{k+1}                    (4.43)
//! 0       = D_iL_d + F_i   0 < i < P    for z_i
//! p_{k+1} = D₂L_d + f⁺     f⁺ = F_P     for p_{k+1}
//! ```
//!
//! `N_i` are Lagrange's polynomials, `s_m` and `w_m` the points and weights of the quadrature; D₁ and D₂ are
//! derivatives by the ends `q_k` and `q_{k+1}`, `D_i` those by inner nodes. This is the position–momentum form: it
//! maps (q, p) at `t_k` to (q, p) at `t_{k+1}`. Every scheme here is this with another degree P and another
//! quadrature. Without forces the map is symplectic, and so the energy oscillates and does not drift.
//!
//! Numbers are those of G. Capobianco, *Time finite element methods for mechanical systems in minimal coordinates*,
//! master thesis, University of Stuttgart, 2015; here the integrals are quadratures, and nodes count from 0. For
//! P = 1 the two equations of the momenta are its (4.47). The same are on the slides of D. Kern, *Variational
//! integrators for mechanical systems*, summer school lectures, Chemnitz, 2016, under position–momentum form.
//!
//! **Explicit schemes are discovered.** No algorithm is written down. The derive states the equations r(x) = 0 of a
//! step, whose unknowns x are velocities in the element, and differentiates them: A = ∂r/∂x. If A contains x, the
//! step is iterated by Newton's method; if it does not, linear equations are solved once; and if their solution is an
//! expression, as with [`Verlet`] where the mass matrix is constant, the step is explicit. [`Facts`] says which it is,
//! and why.
//!
//! # Letters
//!
//! | letter | word | type, for n coordinates |
//! | --- | --- | --- |
//! | t, h | time, step size | [`Scalar`](trait@Scalar): `f64`, `f32`, a dual number |
//! | q, v = q̇ | coordinates, velocity | [`Vector`](Lagrangian::Vector): n numbers |
//! | p = ∂L/∂v | momentum | `Vector` |
//! | (t, q, p) | state, between two steps | [`State`] |
//! | u | inputs, held over a step | [`Inputs`](Lagrangian::Inputs) |
//! | f | generalized force without potential, −∂R/∂v of a dissipation R included | `Vector` |
//! | M = ∂²L/∂v² | mass matrix | [`Matrix`](Lagrangian::Matrix): n × n |
//! | E = v·p − L | generalized energy: T + V where T is a quadratic form in v | `Scalar` |
//! | `L_d` | discrete Lagrangian, of one element | [`DiscreteAction`] |
//! | r, x, A | residual, unknown, tangent of a step | [`Equations`] |
//!
//! # Conventions
//!
//! - **Units** are yours: any consistent system. Angles are in radians, because sine and cosine are.
//! - **Time** at the node k is t₀ + k h, computed from k and never accumulated.
//! - **Initial values** are q₀ and v₀; the initial momentum is ∂L/∂v(q₀, v₀, t₀), (2.35) of the thesis, and the first
//!   step is one like any other.
//! - **Inputs** act on `[t_k, t_{k+1}]`, and are constant there.
//! - **Energies** belong to nodes: they are computed from (q, p), not from velocities inside an element.
//! - **Arrays** have one number for each coordinate, in the order of the declaration; matrices are indexed by
//!   (row, column).
//!
//! # Errors
//!
//! What goes wrong with numbers is a value, [`Error`]: the time, the number of the step, and a [`Failure`] with the
//! numbers in it. A step that fails leaves the integrator as it was. Mistakes in a declaration are errors of the
//! compiler, on the token in question.
//!
//! # Where to look
//!
//! | item | what it is |
//! | --- | --- |
//! | [`guide`] | the way in, chapter by chapter |
//! | [`derive@Lagrangian`] | the reference of declarations: keys, formulas, limits |
//! | `examples/` in the repository | whole systems, one file each |
//! | [`Integrator`] | makes steps |
//! | [`State`], [`Error`], [`Convergence`] | what it gives |
//! | [`Trajectory`] | states that were kept, and the motion between them |
//! | [`Snapshot`] | what a motion needs to continue with the same bits |
//! | [`Linearization`] | the derivative of a step |
//! | [`Verlet`], [`Midpoint`], [`Galerkin`], [`NullSpace`], [`Livens`], [`Equivariant`], [`Polarized`], [`Stabilized`], [`Composition`] | the schemes |
//! | [`Constrained`], [`ConstrainedStep`] | a system with constraints, and what its steps tell of them |
//! | [`EnergyStep`] | what steps tell that carry the velocity |
//! | [`trait@Lagrangian`] | what a system is, and [what was derived](Lagrangian::describe) as text |
//! | [`Structure`], [`Facts`] | what the derive found out about a system, and about a scheme for it |
//! | [`Discretize`], [`DiscreteAction`] | what a scheme is for a system |
//! | [`ModifiedEnergy`] | the energy that a scheme keeps to a higher order |
//! | [`Scalar`](trait@Scalar), [`Block`] | the numbers and vectors of which all is made |
//! | [`Equations`], [`newton`], [`lu`], [`step`] | how steps are solved |
//!
//! # Features
//!
//! | feature | what it brings |
//! | --- | --- |
//! | `std` (default) | [`Trajectory`], and faster square roots |
//! | `csv` | `Trajectory::write_csv`: columns named by coordinates, outputs and inputs |
//! | `serde` | states, snapshots and trajectories in any format |
//! | `num-dual` | dual numbers as scalars; that crate itself needs std |
//! | `deterministic` | all functions from libm, the inlined sin and cos included: the same bits on every target |
//!
//! Without `std` the crate needs neither an allocator nor an operating system: all sizes are known when it is compiled
//! ([`guide::ch8_microcontroller`]).

#![no_std]

#[cfg(feature = "std")]
extern crate std;

// The derive names this crate `extremal`; so it works inside it, too.
extern crate self as extremal;

mod action;
mod block;
mod clock;
mod constraints;
#[cfg(feature = "std")]
mod control;
mod discretize;
mod equations;
mod error;
mod generated;
pub mod guide;
mod history;
mod integrator;
mod legendre;
mod linearize;
pub mod lu;
mod modified_energy;
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
pub use constraints::Constrained;
#[cfg(feature = "std")]
pub use control::Control;
pub use discretize::{Discretize, Facts, SchemeOf, Solve};
pub use equations::{Acceleration, Equations, Legendre};
pub use error::{Error, Failure};
pub use history::{Continuation, History};
pub use integrator::{Integrator, Snapshot, SnapshotOf};
pub use linearize::{Linearization, LinearizationOf};
pub use modified_energy::ModifiedEnergy;
pub use newton::Convergence;
pub use numbers::Numbers;
pub use scalar::Scalar;
pub use schemes::{
    Composition, Equivariant, Galerkin, Gauss, Left, Livens, Lobatto, Midpoint, NullSpace, Polarized, Right,
    Stabilized, Trapezoid, Verlet,
};
pub use state::{State, StateOf};
pub use step::{ConstrainedStep, EnergyStep};
pub use structure::{Inheritance, MassMatrix, Structure, Symmetry};
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
        Composition, Constrained, Discretize, Equivariant, Galerkin, Gauss, Integrator, Lagrangian, Left,
        Livens, Lobatto, Midpoint, NullSpace, Polarized, Right, Stabilized, State, Trapezoid, Verlet,
    };
}

/// What generated code names. No part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use core::convert::From;
    pub use core::option::Option::{self, None, Some};
    pub use core::result::Result::{self, Err, Ok};

    pub use nalgebra::{self, SMatrix, SVector};

    pub use crate::constraints::{
        check_coordinates, check_start, consistent_momentum, project, tied_velocity,
    };
    pub use crate::generated::{
        OfScalars, in_every_stage, in_places, in_stages, largest_growth, solve_for_mass_matrix,
    };
    pub use crate::linearize::{LinearizationOf, linearization};
    pub use crate::newton::{iterate, solve};
    pub use crate::refused::Unread;
    pub use crate::step::{
        Advance, Advanced, Composed, Condensed, Element, ElementOf, End, EndOf, HermiteStages, Kept, KeptOf,
        Memory, MemoryOf, Stepping, Whole, WholeOf, accumulate, advance_composed, advance_direct,
        advance_newton, advance_tied, carried_velocity, hermite, kept_basis, kept_zeros, linearize_composed,
        start_composed, start_direct, start_newton, with_energies,
    };
    pub use crate::{
        Acceleration, Block, Composition, Constrained, ConstrainedStep, Continuation, Convergence,
        DiscreteAction, Discretize, EnergyStep, Equations, Equivariant, Facts, Failure, Galerkin, Gauss,
        History, Inheritance, IntoBlock, Lagrangian, Left, Legendre, Livens, Lobatto, MassMatrix, Midpoint,
        ModifiedEnergy, NullSpace, Polarized, Right, Scalar, Solve, Stabilized, State, StateOf, Structure,
        Symmetry, Trapezoid, Verlet, lu,
    };
}

/// The README's example is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
