//! The velocity at a node that follows from the momentum, in room that is taken once.
//!
//! Knows no scheme.

use alloc::boxed::Box;

use nalgebra::DVector;

use crate::family::{AnySize, Family, Into, Places};
use crate::structure::MassMatrix;
use crate::{Failure, Lagrangian, State, StateOf};
use extremal_numerics::block::copied;
use extremal_numerics::matrix::{Assembling, Matrix, Storage, Stored};
use extremal_numerics::{Scalar, Size, Vector};

/// The mass matrix of a system.
#[derive(Clone, Debug)]
pub(super) struct Inertia<T: Scalar> {
    masses: Storage<T>,
    /// Whether it has factors that are those of every state.
    is_factored: bool,
    at_rest: DVector<T>,
    momentum: DVector<T>,
}

/// M(q, t), to be added up.
struct Sum<'a, S: Lagrangian> {
    system: &'a S,
    state: &'a StateOf<S>,
    at_rest: &'a [S::Scalar],
}

impl<S: Family> Assembling<S::Scalar> for Sum<'_, S> {
    fn add_to<M: Matrix<S::Scalar>>(self, matrix: &mut M) {
        let State { t, q, .. } = self.state;
        self.system
            .add_masses(*t, q.as_slice(), self.at_rest, &mut Into(matrix));
    }
}

/// v = M⁻¹ (p − ∂L/∂v(q, 0, t)); false if M depends on v or is singular.
pub(super) fn set<S: AnySize + Family>(
    system: &S,
    state: &StateOf<S>,
    room: &mut Option<Box<Inertia<S::Scalar>>>,
    velocity: &mut [S::Scalar],
) -> bool {
    if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity {
        return false;
    }
    let room = match room {
        Some(room) => room,
        None => match Inertia::of(system, state) {
            Ok(inertia) => room.insert(Box::new(inertia)),
            Err(_) => return false,
        },
    };
    room.solve(system, state, velocity).is_ok()
}

impl<T: Scalar> Inertia<T> {
    fn of<S: Family<Scalar = T>>(system: &S, state: &StateOf<S>) -> Result<Self, Failure> {
        let n = state.q.as_slice().len();
        let [at_rest, momentum] = [(); 2].map(|()| super::memory::zeros::<T, DVector<T>>(n));
        let (t, q) = (state.t, state.q.as_slice());
        let masses = Storage::for_places(n, |visit| {
            system.add_masses(t, q, at_rest.as_slice(), &mut Places(visit));
        })?;
        Ok(Self {
            masses,
            is_factored: false,
            at_rest,
            momentum,
        })
    }

    fn solve<S: Family<Scalar = T>>(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [T],
    ) -> Result<(), Failure> {
        let (State { t, q, p }, at_rest) = (state, self.at_rest.as_slice());
        if !self.is_factored {
            self.masses.clear();
            self.masses.assemble(Sum {
                system,
                state,
                at_rest,
            });
            self.masses.factor()?;
            self.is_factored = S::STRUCTURE.mass_matrix == MassMatrix::Constant;
        }
        let momentum = self.momentum.as_mut_slice();
        momentum.fill(T::from_f64(0.0));
        system.add_momentum(*t, q.as_slice(), at_rest, momentum);
        let rows = momentum.iter_mut().zip(p.as_slice());
        rows.for_each(|(momentum, &p)| *momentum = p - *momentum);
        self.masses.solve(momentum)?;
        if !momentum.iter().all(|v| v.magnitude().is_finite()) {
            return Err(Failure::NotFinite { what: "velocity" });
        }
        copied(momentum, velocity);
        Ok(())
    }
}
