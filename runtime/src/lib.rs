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
//! New here? The [`guide`] leads from this pendulum to a system of your own, in fifteen short chapters.
//!
//! # The mathematics
//!
//! Of all motions between two places, the real one makes the action ∫ L dt stationary, with L = T − V. Restrict the
//! motion to polynomials on a time element of length h, and integrate by a quadrature. The principle then becomes a small
//! system of equations per element:
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
//! `N_i` are Lagrange's polynomials; `s_m` and `w_m` are the points and weights of the quadrature. D₁ and D₂ are
//! derivatives by the ends `q_k` and `q_{k+1}`, and `D_i` those by inner nodes. This is the position–momentum form: it
//! maps (q, p) at `t_k` to (q, p) at `t_{k+1}`. Every variational scheme here is this form with another degree P and
//! another quadrature. Without forces the map is symplectic, and so the energy oscillates and does not drift.
//!
//! Equation numbers are those of G. Capobianco, *Time finite element methods for mechanical systems in minimal
//! coordinates*, master thesis, University of Stuttgart, 2015; here the integrals are quadratures, and nodes count from
//! 0. For P = 1 the two equations of the momenta are (4.47) there. The slides of D. Kern, *Variational integrators for
//! mechanical systems*, summer school lectures, Chemnitz, 2016, have the same equations under position–momentum form.
//!
//! **Explicit schemes are discovered.** No algorithm is written by hand. The derive states the equations r(x) = 0 of a
//! step, whose unknowns x are velocities in the element, and differentiates them: A = ∂r/∂x. If A depends on x, Newton's
//! method iterates. If A does not depend on x, linear equations are solved once. If their solution is an expression, as
//! with [`Verlet`] and a constant diagonal mass matrix, the step is explicit. [`Facts`] names the case and its reason.
//!
//! # Letters
//!
//! | letter | word | type, for n coordinates |
//! | --- | --- | --- |
//! | t, h | time, step size | [`Scalar`](trait@Scalar): `f64`, `f32`, a dual number |
//! | q | coordinates | [`Configuration`](Lagrangian::Configuration): n numbers |
//! | v = q̇ | velocity | [`Velocity`](Lagrangian::Velocity): n numbers |
//! | p = ∂L/∂v | momentum | [`Momentum`](Lagrangian::Momentum): n numbers |
//! | (t, q, p) | state, between two steps | [`State`] |
//! | u | inputs, constant over a step, or polynomials in it | [`Inputs`](Lagrangian::Inputs) |
//! | f | generalized force without potential, including −∂R/∂v of a dissipation R | `Momentum` |
//! | M = ∂²L/∂v² | mass matrix | [`Matrix`](Lagrangian::Matrix): n × n |
//! | E = v·p − L | generalized energy: T + V if T is a quadratic form in v | `Scalar` |
//! | `L_d` | discrete Lagrangian of one element | [`DiscreteAction`] |
//! | r, x, A | residual, unknown, tangent of a step | [`Equations`] |
//!
//! # Conventions
//!
//! - **Units** may be those of any consistent system. Angles are in radians.
//! - **Time** at node k is t₀ + k h, computed from k and never accumulated.
//! - **Initial values** are q₀ and v₀. The initial momentum is ∂L/∂v(q₀, v₀, t₀), (2.35) of the thesis. The first step is
//!   not special.
//! - **Inputs** are constant on `[t_k, t_{k+1}]`.
//! - **Energies** belong to nodes: they are computed from (q, p), not from velocities inside an element.
//! - **Arrays** have one number per coordinate, in the order of the declaration. Matrices are indexed by (row, column).
//!
//! # Errors
//!
//! Numerical failures are values of type [`Error`]: the time, the number of the step, and a [`Failure`] with the numbers
//! that explain it. A step that fails leaves the integrator as it was. Mistakes in a declaration are compiler errors on
//! the token in question.
//!
//! # Where to look
//!
//! | item | contents |
//! | --- | --- |
//! | [`guide`] | an introduction, chapter by chapter |
//! | [`derive@Lagrangian`] | the reference of declarations: keys, formulas, limits |
//! | `examples/` in the repository | complete systems, one file each |
//! | [`Integrator`] | makes steps |
//! | [`State`], [`Error`], [`Convergence`] | its results |
//! | [`Trajectory`] | recorded states, and the motion between them |
//! | [`Monolithic`] | all elements of an interval together, with conditions at both ends |
//! | [`planning`] | regulators, gradients of costs, optimal motions, identified parameters, filters |
//! | [`Snapshot`] | everything needed to continue a motion with the same bits |
//! | [`Linearization`], [`OutputJacobians`] | the derivatives of a step and of outputs |
//! | [`Amplification`], [`StableSteps`] | the eigenvalues of a step, and the step sizes for which it is stable |
//! | [`Jacobians`] | a system whose momenta and outputs are differentiated |
//! | [`OutputsOfState`] | a system without multipliers in its outputs |
//! | [`Verlet`], [`Midpoint`], [`Galerkin`], [`NullSpace`] | variational schemes |
//! | [`Hermite`] | cubic elements, C¹ in time |
//! | [`ProlongationCollocation`], [`L1`], [`Newmark`] | for comparison |
//! | [`MultiField`] | fields of velocities and momenta, over a whole interval |
//! | [`Livens`], [`Equivariant`], [`Polarized`], [`Stabilized`] | energy-consistent schemes |
//! | [`NonsmoothMidpoint`] | contacts that are held while they are closed, with impacts and friction |
//! | [`Moreau`], [`SymmetricMoreau`], [`VariationalMoreau`], [`Theta`], [`ClosedGaps`] | contacts with impacts and friction |
//! | [`Composition`] | a higher order of a symmetric scheme |
//! | [`Compensated`] | sums that carry their rounding on |
//! | [`Constrained`], [`ConstrainedStep`] | a system with constraints, and the report of its steps |
//! | [`Contacts`], [`Contact`], [`Law`] | a system with contacts, and their laws |
//! | [`ContactReport`], [`ContactEvent`] | what contacts do in a step, and what changes from step to step |
//! | [`contact_solver`] | percussions of closed contacts: their problem, and its solvers |
//! | [`EnergyStep`] | the report of schemes that carry the velocity |
//! | [`trait@Lagrangian`], [`VectorSpace`] | a system, and [a description](Lagrangian::describe) as text |
//! | [`Structure`], [`Facts`] | facts about a system, and about a scheme for it |
//! | [`Discretize`], [`DiscreteAction`] | a scheme for a system |
//! | [`ModifiedEnergy`] | the energy that a scheme keeps to a higher order |
//! | [`Scalar`](trait@Scalar), [`Vector`], [`Block`] | numbers, and vectors of any size and of a fixed one |
//! | [`FixedSize`], [`CoordinateName`] | systems whose size the compiler knows, and names of coordinates of any system |
//! | `ensemble`, with the feature of this name | many starts or parameter sets of one system |
//! | [`function`], [`Function`] | fields that formulas call |
//! | [`drive`], [`kernels`] | how steps are made, for drivers of your own |
//! | [`Equations`], [`newton`], [`lu`] | the solution of a step |
//! | [`matrix`] | linear equations of large systems, assembled from local blocks |
//! | [`family`], [`drive::Assembled`] | systems of any size: sums over items, and their driver |
//! | [`drive::AssembledContacts`], [`drive::AssembledContactReport`] | contacts of such systems, and what they do in a step |
//! | [`FieldFailure`], [`AnySizeFailure`] | what is wrong with the fields or the coordinates of such a system |
//!
//! # Features
//!
//! | feature | effect |
//! | --- | --- |
//! | `std` (default) | `alloc`, [`Trajectory`], and faster square roots |
//! | `alloc` | systems whose size is known only when the program runs, with nalgebra's `DVector` |
//! | `sparse` | sparse linear equations of large systems, by the library faer; needs std |
//! | `parallel` | the key `parallel`: loops over items on several threads, by the library rayon; needs std |
//! | `ensemble` | many starts or parameter sets of one system, on all processors, by the library rayon; needs std |
//! | `shards` | an ensemble in shards, for job arrays and many machines: `ensemble` and `serde` |
//! | `csv` | `Trajectory::write_csv`, `table`: columns named after coordinates, outputs, inputs, symmetries and constraints |
//! | `mesh` | meshes from files of Gmsh, and motions as files for ParaView; needs std |
//! | `serde` | states, snapshots and trajectories can be written in any format |
//! | `num-dual` | dual numbers as scalars, re-exported as `num_dual`; needs std |
//! | `deterministic` | functions of `f64` from libm, including sin and cos: the same bits on every target |
//!
//! Without `std` the crate needs neither an allocator nor an operating system: all sizes are known at compile time
//! ([`guide::ch08_microcontroller`]).
//!
//! [`Amplification`]: stability::Amplification
//! [`AnySizeFailure`]: error::AnySizeFailure
//! [`Block`]: blocks::Block
//! [`ClosedGaps`]: schemes::ClosedGaps
//! [`Composition`]: schemes::Composition
//! [`ConstrainedStep`]: drive::ConstrainedStep
//! [`Contact`]: contacts::Contact
//! [`ContactEvent`]: drive::ContactEvent
//! [`ContactReport`]: drive::ContactReport
//! [`Convergence`]: newton::Convergence
//! [`CoordinateName`]: system::CoordinateName
//! [`EnergyStep`]: drive::EnergyStep
//! [`Equations`]: equations::Equations
//! [`Equivariant`]: schemes::Equivariant
//! [`FieldFailure`]: error::FieldFailure
//! [`FixedSize`]: system::FixedSize
//! [`Galerkin`]: schemes::Galerkin
//! [`Hermite`]: schemes::Hermite
//! [`Jacobians`]: derivatives::Jacobians
//! [`L1`]: schemes::L1
//! [`Law`]: contacts::Law
//! [`Linearization`]: derivatives::Linearization
//! [`Livens`]: schemes::Livens
//! [`Midpoint`]: schemes::Midpoint
//! [`Monolithic`]: monolithic::Monolithic
//! [`Moreau`]: type@schemes::Moreau
//! [`MultiField`]: schemes::MultiField
//! [`Newmark`]: schemes::Newmark
//! [`Compensated`]: schemes::Compensated
//! [`NullSpace`]: schemes::NullSpace
//! [`OutputJacobians`]: derivatives::OutputJacobians
//! [`OutputsOfState`]: derivatives::OutputsOfState
//! [`Polarized`]: schemes::Polarized
//! [`ProlongationCollocation`]: schemes::ProlongationCollocation
//! [`Snapshot`]: integrator::Snapshot
//! [`Stabilized`]: schemes::Stabilized
//! [`StableSteps`]: stability::StableSteps
//! [`Structure`]: structure::Structure
//! [`SymmetricMoreau`]: type@schemes::SymmetricMoreau
//! [`Theta`]: schemes::Theta
//! [`NonsmoothMidpoint`]: type@schemes::NonsmoothMidpoint
//! [`VariationalMoreau`]: type@schemes::VariationalMoreau
//! [`Vector`]: blocks::Vector
//! [`VectorSpace`]: system::VectorSpace
//! [`Verlet`]: schemes::Verlet

#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The derive names this crate `extremal`. With this line the derive works inside the crate as well.
extern crate self as extremal;

mod action;
mod clock;
mod constraints;
pub mod contacts;
#[cfg(feature = "std")]
mod control;
mod coordinate;
mod discretize;
pub mod drive;
#[doc(hidden)]
pub mod editor;
#[cfg(feature = "ensemble")]
pub mod ensemble;
pub mod equations;
pub mod error;
pub mod family;
mod fingerprint;
pub mod function;
mod generated;
pub mod guide;
pub mod history;
pub mod integrator;
#[doc(hidden)]
pub mod items;
mod jacobians;
pub mod kernels;
mod known;
mod legendre;
mod linearize;
mod masses;
mod modified_energy;
#[cfg(feature = "std")]
pub mod monolithic;
pub mod newton;
mod parallel;
pub mod planning;
pub mod schemes;
#[cfg(feature = "serde")]
mod serial;
pub mod stability;
mod state;
pub mod structure;
pub mod system;
#[cfg(feature = "csv")]
pub mod table;
#[cfg(feature = "std")]
pub mod trajectory;

pub use action::DiscreteAction;
pub use constraints::Constrained;
pub use contacts::Contacts;
#[cfg(feature = "std")]
pub use control::Control;
pub use discretize::{Discretize, Facts, Solve};
pub use error::{Error, Failure};
#[cfg(feature = "mesh")]
#[doc(inline)]
pub use extremal_mesh as mesh;
#[doc(inline)]
pub use extremal_numerics::{Scalar, lu, matrix};
#[doc(inline)]
pub use extremal_percussions as contact_solver;
pub use function::Function;
pub use integrator::{Integrator, ReversibleSteps};
pub use modified_energy::ModifiedEnergy;
pub use nalgebra;
#[cfg(feature = "num-dual")]
pub use num_dual;
pub use state::{State, StateOf};
pub use system::Lagrangian;
#[cfg(feature = "std")]
pub use trajectory::Trajectory;

#[doc = include_str!("declaration.md")]
#[doc(inline)]
pub use extremal_derive::Lagrangian;

/// Vectors of any size and of a fixed one, and the numbers in them.
pub mod blocks {
    #[doc(inline)]
    pub use extremal_numerics::{Block, FromComponents, IntoBlock, NoInputs, Numbers, Size, SizeOf, Vector};
}

/// The derivatives of a step and of outputs.
pub mod derivatives {
    pub use crate::jacobians::{
        Columns, Jacobians, OutputJacobians, OutputJacobiansOver, OutputsBeside, OutputsOfState, OutputsOver,
    };
    pub use crate::linearize::{FromEntries, Linearization, LinearizationOf};
}

/// The items that a simulation needs: `use extremal::prelude::*;`.
pub mod prelude {
    #[cfg(feature = "std")]
    pub use crate::Trajectory;
    pub use crate::contacts::ContactState;
    pub use crate::drive::ContactChange;
    #[cfg(feature = "std")]
    pub use crate::monolithic::Monolithic;
    pub use crate::schemes::*;
    pub use crate::system::Keep;
    pub use crate::{Constrained, Contacts, Discretize, Function, Integrator, Lagrangian, State};
}

/// The items that generated code names. Not part of the public interface.
#[doc(hidden)]
pub mod __private {
    pub use core::convert::From;
    pub use core::iter::Iterator;
    pub use core::ops::FnMut;
    pub use core::option::Option::{self, None, Some};
    pub use core::result::Result::{self, Err, Ok};

    pub use nalgebra::{self, SMatrix, SVector};

    pub use crate::__editor as editor;
    pub use crate::__parallel as parallel;
    pub use crate::__with_allocator as with_allocator;
    pub use crate::constraints::{
        Projects, Unrolled, consistent_momentum, constraint_reactions, impact, least_norm,
        multiplier_weights, or_constrained, outputs, project,
    };
    pub use crate::contacts::contact_laws;
    pub use crate::contacts::{Contact, ContactState, Law};
    pub use crate::derivatives::{Jacobians, LinearizationOf, OutputsOfState};
    pub use crate::drive::{
        Alternating, Condensed, ConstrainedEnergies, ContactStep, Cubics, Direct, Drive, Driven, Elements,
        Energies, Fields, Iterated, Iterations, Multipliers, OneStep, OneWay, Scheme, Steady, accumulate,
        leave, with_basis, with_zeros,
    };
    pub use crate::drive::{Assembly, Dependence, OwnEnd, OwnStart};
    #[cfg(feature = "parallel")]
    pub use crate::drive::{Shared, Threads, if_shared, in_parts, shared};
    pub use crate::editor;
    pub use crate::equations::{Acceleration, Equations, Legendre};
    pub use crate::function::optional;
    pub use crate::generated::{
        OfScalars, applied_force, are_numbers, largest_growth, letters, padded, part_of,
        solve_for_mass_matrix, stack_bytes,
    };
    pub use crate::history::Extrapolation;
    pub use crate::integrator::Known;
    pub use crate::items::rows::{
        constant, count, entry, index, items, number, quotient, remainder, row, row_name, rows, whole,
    };
    pub use crate::kernels::{
        AllUnknowns, DerivativeBlocks, Derivatives, Derived, Element, ElementOf, EndOf, Instructions,
        Kernels, Polynomial, Recovery, Uncondensed, ahead,
    };
    pub use crate::structure::{Inheritance, MassMatrix, Structure, Symmetry};
    pub use crate::system::{CoordinateName, Keep, Projected};
    pub use crate::{
        Constrained, Contacts, DiscreteAction, Discretize, Facts, Failure, Lagrangian, ModifiedEnergy,
        Scalar, Solve, State, StateOf, drive, family, items, matrix, schemes,
    };
    pub use extremal_numerics::block::copied;
    pub use extremal_numerics::{Block, IntoBlock, Size, SizeOf, Vector};
    pub use extremal_percussions::ActiveContact;
    #[cfg(feature = "alloc")]
    pub use extremal_percussions::SparseContactSolver;
}

/// The examples of the README are compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
