//! What a correction has done, withdrawn in the step after it if a contact leaves that it has pushed.
//!
//! ```text
//! q* = q₁ − M⁻¹ Σ W_Nᵀ ν
//! ```
//!
//! A bounce starts where the scheme alone would start, below zero: a correction lifts bodies, and if bounces started from there
//! the energy of each would grow by as much, so that they never ended. Contacts that stay closed are lifted again at once.

use super::{Correction, Masses, normals};
use crate::contacts::Contacts;
use crate::drive::contact::{ContactScheme, Moving, ScalarOf};
use crate::equations::{Acceleration, Equations};
use crate::kernels::Derived;
use crate::{Failure, State};
use extremal_numerics::block::{RowMajor, at};
use extremal_numerics::{Block, Scalar, Size, Vector};

impl<S, D, T> Correction<'_, S, D, T>
where
    D: ContactScheme<Equations = T>,
    S: Derived<T> + Contacts + Equations<Acceleration, Scalar = ScalarOf<S>, Known = Moving<S>>,
    ScalarOf<S>: Size,
{
    /// The end without the correction before; `None` if no contact leaves that it has pushed.
    pub(super) fn withdrawn(&self) -> Result<Option<S::Configuration>, Failure> {
        let zero = ScalarOf::<S>::from_f64(0.0);
        if self.pushed.as_slice().iter().all(|&push| push == zero) {
            return Ok(None);
        }
        let State { t, q, .. } = *self.end;
        let (directions, rates) = self.system.directions(t, &q);
        let directions = RowMajor::new(directions.as_slice(), S::Velocity::LEN);
        let rate = |row| directions.dot(row, self.velocity.as_slice()) + at(rates.as_slice(), row);
        let pushed = || normals::<S>(self.pushed);
        if pushed().all(|(_, row)| rate(row) <= zero) {
            return Ok(None);
        }
        let force = S::Velocity::from_fn(|k| {
            pushed().fold(zero, |sum, (contact, row)| {
                sum + at(directions.row(row), k) * at(self.pushed.as_slice(), contact)
            })
        });
        let masses = Masses::at(self.system, &(t, q, *self.velocity, *self.over.inputs))?;
        let d = masses.moved(force.as_slice());
        let mut each = pushed().map(|(_, row)| [self.over.h * rate(row), directions.dot(row, d.as_slice())]);
        Ok(each
            .any(leaves)
            .then(|| S::Configuration::from_fn(|k| at(q.as_slice(), k) - at(d.as_slice(), k))))
    }
}

/// Whether a contact leaves that moves by h γ⁺ after it was lifted by some depth. Of one that stays, γ⁺ is rounding.
pub(in crate::drive) fn leaves<T: Size>([moved, depth]: [T; 2]) -> bool {
    moved > Scalar::sqrt(T::from_f64(T::EPSILON)) * Scalar::abs(depth)
}
