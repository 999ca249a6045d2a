//! M with the gradients G of constraints at a node, and what follows from it: changes of velocities, and velocities of momenta.
//!
//! ```text
//! A = −[M Gᵀ; G 0],   M v + Gᵀ κ = p − ∂L/∂v(q, 0, t),   G v + ∂g/∂t = 0
//! ```
//!
//! Knows no contacts.

use nalgebra::DVector;

use crate::drive::assembled::memory::{resize, zeros};
use crate::family::{Adding, AnySize, Entries, Into, Places, Product, Saddle, Transposed};
use crate::structure::MassMatrix;
use crate::{Failure, Lagrangian};
use extremal_numerics::block::copied;
use extremal_numerics::matrix::{Assembling, Matrix, Storage, Stored};
use extremal_numerics::{Scalar, Size};

/// A, factored, and room for solutions. It is kept.
#[derive(Clone, Debug)]
pub(super) struct Masses<T: Scalar> {
    /// A; none before it is factored.
    saddle: Option<Storage<T>>,
    /// Whether its factors are those of all coordinates.
    is_constant: bool,
    /// Forces on the coordinates and a number for each constraint, then what they move.
    pub(super) both: DVector<T>,
    /// Velocities of zero.
    at_rest: DVector<T>,
    /// A number for each constraint.
    rates: DVector<T>,
}

impl<T: Scalar> Default for Masses<T> {
    fn default() -> Self {
        Self {
            saddle: None,
            is_constant: false,
            both: zeros(0),
            at_rest: zeros(0),
            rates: zeros(0),
        }
    }
}

impl<T: Size> Masses<T> {
    /// Factors A.
    pub(super) fn factor<S>(&mut self, system: &S, place: (T, &[T], &[T])) -> Result<(), Failure>
    where
        S: AnySize + Lagrangian<Scalar = T>,
    {
        let constraints = system.constraint_count();
        let negative = || {
            Negative(Saddle {
                system,
                place,
                constraints,
            })
        };
        let saddle = match &mut self.saddle {
            Some(saddle) => saddle,
            None => {
                let (_, q, _) = place;
                let saddle = Storage::for_places(q.len() + constraints, |visit| {
                    Adding::add_to(&negative(), &mut Places(visit));
                })?;
                self.saddle.insert(saddle)
            }
        };
        if self.is_constant {
            return Ok(());
        }
        saddle.clear();
        saddle.assemble(negative());
        saddle.factor()?;
        self.is_constant = S::STRUCTURE.mass_matrix == MassMatrix::Constant && constraints == 0;
        Ok(())
    }

    /// Factors A where it does not depend on velocities.
    pub(super) fn factor_at<S>(&mut self, system: &S, (t, q): (T, &[T])) -> Result<(), Failure>
    where
        S: AnySize + Lagrangian<Scalar = T>,
    {
        resize(&mut self.at_rest, q.len());
        let at_rest = core::mem::replace(&mut self.at_rest, zeros(0));
        let factored = self.factor(system, (t, q, at_rest.as_slice()));
        self.at_rest = at_rest;
        factored
    }

    /// A, and whether it never changes.
    ///
    /// # Errors
    ///
    /// [`Failure::Snapshot`] before it is factored.
    pub(super) fn factored(&mut self) -> Result<(&mut Storage<T>, bool), Failure> {
        let saddle = self.saddle.as_mut().ok_or(Failure::Snapshot)?;
        Ok((saddle, self.is_constant))
    }

    /// A⁻¹ of `both`, in its place.
    pub(super) fn solve(&mut self) -> Result<(), Failure> {
        let Some(saddle) = &mut self.saddle else {
            return Err(Failure::Snapshot);
        };
        Ok(saddle.solve(self.both.as_mut_slice())?)
    }

    /// Sets the velocity of a momentum, which becomes that of this velocity, within constraints. A is that of the place.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`], and [`Failure::Snapshot`] before A is factored.
    pub(super) fn set_velocity<S>(
        &mut self,
        system: &S,
        (t, q): (T, &[T]),
        (p, velocity): (&mut [T], &mut DVector<T>),
    ) -> Result<(), Failure>
    where
        S: AnySize + Lagrangian<Scalar = T>,
    {
        let (n, constraints, zero) = (q.len(), system.constraint_count(), T::from_f64(0.0));
        resize(&mut self.at_rest, n);
        resize(&mut self.both, n + constraints);
        resize(&mut self.rates, constraints);
        resize(velocity, n);
        self.rates.fill(zero);
        if constraints > 0 {
            system.constraint_rates(t, q, self.at_rest.as_slice(), self.rates.as_mut_slice());
        }
        let (momenta, rates) = self.both.as_mut_slice().split_at_mut(n);
        momenta.fill(zero);
        system.add_momentum(t, q, self.at_rest.as_slice(), momenta);
        momenta
            .iter_mut()
            .zip(&*p)
            .for_each(|(at_rest, &p)| *at_rest = *at_rest - p);
        copied(self.rates.as_slice(), rates);
        self.solve()?;
        if !self.both.iter().all(|number| number.is_finite()) {
            return Err(Failure::NotFinite { what: "velocity" });
        }
        let (velocities, reactions) = self.both.as_slice().split_at(n);
        copied(velocities, velocity.as_mut_slice());
        if constraints > 0 {
            let reactions = self.rates.iter_mut().zip(reactions);
            reactions.for_each(|(to, &reaction)| *to = -reaction);
            let mut product = Product {
                factor: self.rates.as_slice(),
                sum: p,
            };
            system.add_constraint_jacobian(t, q, &mut Transposed(&mut product));
        }
        Ok(())
    }
}

/// The entries of −A.
struct Negative<A>(A);

impl<T: Scalar, A: Adding<T>> Adding<T> for Negative<A> {
    fn add_to(&self, entries: &mut impl Entries<T>) {
        self.0.add_to(&mut NegativeEntries(entries));
    }
}

impl<T: Scalar, A: Adding<T>> Assembling<T> for Negative<A> {
    fn add_to(self, matrix: impl Matrix<T>) {
        Adding::add_to(&self, &mut Into(matrix));
    }
}

struct NegativeEntries<'a, E>(&'a mut E);

impl<T: Scalar, E: Entries<T>> Entries<T> for NegativeEntries<'_, E> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.add(row, column, -value);
    }
}
