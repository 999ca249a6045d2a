//! The velocity at a node that follows from the momentum, in room that is taken once.

use alloc::boxed::Box;

use nalgebra::DVector;

use super::consistent::add_masses;
use crate::constraints::{first_above, may_lose_mass};
use crate::error::Direction;
use crate::family::{AnySize, Entries, Family, Places, Saddle};
use crate::newton::most;
use crate::structure::MassMatrix;
use crate::{Failure, State, StateOf};
use extremal_numerics::block::{at, copied};
use extremal_numerics::matrix::{Matrix, Storage, Stored};
use extremal_numerics::{Scalar, Size, Vector};

/// Rates of constraints that are less than this part of their summands are those of a momentum, and not of rounding.
const NEAR: f64 = 0.01;

/// The mass matrix of a system.
#[derive(Clone, Debug)]
pub(super) struct Inertia<T: Scalar> {
    masses: Storage<T>,
    /// Whether all coordinates have a mass, where its factors are those of every state.
    factored: Option<bool>,
    at_rest: DVector<T>,
    momentum: DVector<T>,
    /// Rates of constraints and the sizes of their summands, where M may be singular at some places and not at others.
    rates: [DVector<T>; 2],
}

/// v = M⁻¹ (p − ∂L/∂v(q, 0, t)), with coordinates without a mass at rest, on whose velocity E does not depend, and whether
/// all have one; none if M depends on v, or is singular apart from them, or nearly so where the constraints do not hold for v.
///
/// # Errors
///
/// [`Failure::NegativeMass`] of a coordinate that moves alone.
pub(super) fn set<S: AnySize + Family>(
    system: &S,
    state: &StateOf<S>,
    room: &mut Option<Box<Inertia<S::Scalar>>>,
    velocity: &mut [S::Scalar],
) -> Result<Option<bool>, Failure> {
    if S::STRUCTURE.mass_matrix == MassMatrix::OfVelocity {
        return Ok(None);
    }
    let room = match room {
        Some(room) => room,
        None => match Inertia::of(system, state) {
            Ok(inertia) => room.insert(Box::new(inertia)),
            Err(_) => return Ok(None),
        },
    };
    match room.solve(system, state, velocity) {
        Ok(all_have_masses) => Ok(Some(all_have_masses)),
        Err(failure @ Failure::NegativeMass { .. }) => Err(failure),
        Err(_) => Ok(None),
    }
}

impl<T: Scalar> Inertia<T> {
    fn of<S: Family<Scalar = T>>(system: &S, state: &StateOf<S>) -> Result<Self, Failure> {
        let n = state.q.as_slice().len();
        let [at_rest, momentum] = [(); 2].map(|()| super::memory::zeros::<T, DVector<T>>(n));
        let rows = if may_lose_mass::<S>() {
            system.constraint_count()
        } else {
            0
        };
        let rates = [(); 2].map(|()| super::memory::zeros::<T, DVector<T>>(rows));
        let (t, q) = (state.t, state.q.as_slice());
        let masses = Storage::for_places(n, |visit| {
            system.add_masses(t, q, at_rest.as_slice(), &mut Places(visit));
            // A coordinate without a mass gets a one.
            (0..n).for_each(|k| visit(k, k));
        })?;
        Ok(Self {
            masses,
            factored: None,
            at_rest,
            momentum,
            rates,
        })
    }

    fn solve<S: Family<Scalar = T> + AnySize>(
        &mut self,
        system: &S,
        state: &StateOf<S>,
        velocity: &mut [T],
    ) -> Result<bool, Failure> {
        let all_have_masses = match self.factored {
            Some(all) => all,
            None => self.factor(system, state)?,
        };
        let (State { t, q, p }, at_rest) = (state, self.at_rest.as_slice());
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
        if self.satisfies_constraints(system, state) {
            Ok(all_have_masses)
        } else {
            // What the caller falls back to says which of both velocities it is.
            Err(Failure::NotFinite { what: "velocity" })
        }
    }

    /// Whether the velocity that was found nearly satisfies the constraints, if that says something about M. What it has along
    /// directions without mass is no part of E, so that it matters where it is large; and momenta of steps satisfy constraints
    /// to the order of the scheme alone.
    fn satisfies_constraints<S: Family<Scalar = T>>(
        &mut self,
        system: &S,
        State { t, q, .. }: &StateOf<S>,
    ) -> bool {
        let [rates, sizes] = self.rates.each_mut().map(DVector::as_mut_slice);
        if rates.is_empty() {
            return true;
        }
        let (t, q, v) = (*t, q.as_slice(), self.momentum.as_slice());
        system.constraint_rates(t, q, self.at_rest.as_slice(), sizes);
        for size in sizes.iter_mut() {
            *size = T::from_size(size.magnitude());
        }
        system.add_constraint_jacobian(t, q, &mut Summands { v, sizes });
        system.constraint_rates(t, q, v, rates);
        first_above(rates, sizes, T::Size::from_f64(NEAR)).is_none()
    }

    /// Whether all coordinates have a mass. Where the diagonal of M is zero, its row and its column are zero, too: a one
    /// there leaves the coordinate at rest.
    fn factor<S: Family<Scalar = T> + AnySize>(
        &mut self,
        system: &S,
        state: &StateOf<S>,
    ) -> Result<bool, Failure> {
        let at_rest = self.at_rest.as_slice();
        let diagonal = self.momentum.as_mut_slice();
        diagonal.fill(T::from_f64(0.0));
        let (t, q) = (state.t, state.q.as_slice());
        add_masses(system, (t, q, at_rest), (diagonal, &mut []));
        let zero = T::Size::from_f64(0.0);
        let most = most(diagonal.iter().map(|mass| mass.magnitude()));
        // Of the sum of a hundred terms.
        let limit = T::Size::from_f64(-128.0 * T::EPSILON) * most;
        if S::STRUCTURE.has_kinetic_energy && diagonal.iter().any(|mass| mass.real() < limit) {
            for mass in diagonal.iter_mut() {
                *mass = T::from_f64(if mass.real() < limit { 1.0 } else { 0.0 });
            }
            let direction = Direction::of(&|k| system.coordinate_name(k), diagonal);
            return Err(Failure::NegativeMass { direction });
        }
        self.masses.clear();
        self.masses.assemble(Saddle::masses(system, (t, q, at_rest)));
        let mut all = true;
        for k in 0..diagonal.len() {
            if at(diagonal, k).magnitude() == zero {
                self.masses.add_entry(k, k, T::from_f64(1.0));
                all = false;
            }
        }
        self.masses.factor()?;
        if S::STRUCTURE.mass_matrix == MassMatrix::Constant {
            self.factored = Some(all);
        }
        Ok(all)
    }
}

/// The sizes of the summands of G v.
struct Summands<'a, T> {
    v: &'a [T],
    sizes: &'a mut [T],
}

impl<T: Scalar> Entries<T> for Summands<'_, T> {
    fn add(&mut self, row: usize, column: usize, gradient: T) {
        if let Some(size) = self.sizes.get_mut(row) {
            *size = *size + T::from_size((gradient * at(self.v, column)).magnitude());
        }
    }
}
