//! Reporters: what is checked at a start, and what is reported of a step.
//!
//! Knows no scheme: the derive names the reporter that fits the scheme and the system.

mod energies;
mod fields;
mod multipliers;

pub(crate) use energies::generalized_energy;
pub use energies::{ConstrainedEnergies, Energies, EnergyStep};
pub use fields::Fields;
pub use multipliers::{ConstrainedStep, Multipliers, with_basis, with_zeros};

use core::fmt::Debug;

use super::{Advance, Interval, Start, StepReport};
use crate::kernels::Derived;
use crate::newton::Convergence;
use crate::{Constrained, Failure, Lagrangian, StateOf};
use extremal_numerics::Vector;

/// A step of the scheme `D` for the system `S` as its solver gives it.
pub(crate) type SolvedStep<S, D> = Advance<StateOf<S>, Convergence, <S as Derived<D>>::Stages>;

/// Checks starts of the scheme `D` for the system `S`, and reports its steps.
///
/// Reports are `#[inline(always)]`, so that a step whose report is dropped computes no energies: 958 instead of 1326
/// instructions for the spring pendulum with `Livens`.
pub trait Reporter<S: Derived<D> + ?Sized, D> {
    /// The report of a step.
    type Report: StepReport<<S as Lagrangian>::Scalar, S::Velocity> + Copy + Debug;
    /// The numbers of the memory before the step that the report needs.
    type Before: Default;

    /// Whether a motion may start here, or go on.
    ///
    /// # Errors
    ///
    /// The errors of a start that violates the constraints.
    #[inline]
    fn check(_system: &S, _from: &Start<'_, S, D>) -> Result<(), Failure> {
        Ok(())
    }

    /// Whether a motion may pass the coordinates, whose velocity is sought.
    ///
    /// # Errors
    ///
    /// The errors of [`check`](Self::check).
    fn check_place(_system: &S, _from: &Start<'_, S, D>) -> Result<(), Failure> {
        Ok(())
    }

    /// Whether [`explained`](Self::explained) says more than a failure does.
    const EXPLAINS: bool = false;

    /// Why a step from this state failed, where constraints say more than its equations do.
    #[inline]
    fn explained(_system: &S, _state: &StateOf<S>, failure: Failure) -> Failure {
        failure
    }

    /// The velocity among the carried numbers, for schemes that carry it.
    #[inline]
    fn velocity(_carried: &S::Carried) -> Option<S::Velocity> {
        None
    }

    /// How many other numbers a node has, which its elements share: the last of the carried ones. With them nothing steps.
    const FIELDS: usize = 0;

    /// The numbers of the memory before the step that the report needs.
    #[inline]
    fn before(_carried: &S::Carried, _has_steps: bool) -> Self::Before {
        Self::Before::default()
    }

    /// As [`before`](Self::before), from all unknowns of the step before; `None` at a start.
    fn before_of(_unknowns: Option<&S::Stages>) -> Self::Before {
        Self::Before::default()
    }

    /// Calls `visit` with the constraints, and then with their rates, which a start has to satisfy.
    fn each_constraint(
        _system: &S,
        _state: &StateOf<S>,
        _velocity: &S::Velocity,
        _visit: &mut dyn FnMut(<S as Lagrangian>::Scalar),
    ) {
    }

    /// The step with its report; `carried` is what the step left.
    fn report(
        system: &S,
        over: &Interval<'_, S, D>,
        solved: (SolvedStep<S, D>, Self::Before),
        carried: &S::Carried,
    ) -> Advance<StateOf<S>, Self::Report, S::Stages>;
}

/// Reports how the equations were solved: a [`Convergence`].
#[derive(Clone, Copy, Debug)]
pub struct Iterations;

impl<S: Derived<D> + ?Sized, D> Reporter<S, D> for Iterations {
    type Report = Convergence;
    type Before = ();

    #[inline(always)]
    fn report(
        _: &S,
        _: &Interval<'_, S, D>,
        (step, ()): (SolvedStep<S, D>, ()),
        _: &S::Carried,
    ) -> SolvedStep<S, D> {
        step
    }
}

/// Calls `visit` with g of constraints on coordinates, and then with G v + ∂g/∂t of all.
fn each_constraint<S: Constrained + ?Sized>(
    system: &S,
    state: &StateOf<S>,
    velocity: &S::Velocity,
    visit: &mut dyn FnMut(S::Scalar),
) {
    let constraints = system.constraints(state.t, &state.q);
    let rates = system.constraint_rates(state.t, &state.q, velocity);
    let holonomic = S::CONSTRAINTS.len().saturating_sub(S::ROLLING);
    let all = constraints
        .as_slice()
        .iter()
        .take(holonomic)
        .chain(rates.as_slice());
    all.for_each(|&number| visit(number));
}
