//! Derivatives of momenta of a system of any size, and what follows from them where no velocity is carried.
//!
//! Knows no scheme.

use super::Entries;
#[cfg(feature = "alloc")]
use super::summed::singular_mass;
use crate::Lagrangian;
#[cfg(feature = "alloc")]
use crate::{Failure, jacobians::Node, system::Masses};
#[cfg(feature = "alloc")]
use extremal_numerics::Vector;
#[cfg(feature = "alloc")]
use extremal_numerics::block::at;
#[cfg(feature = "alloc")]
use extremal_numerics::matrix::{Matrix, Storage, Stored};

/// A system of any size whose momenta the derive differentiates.
#[diagnostic::on_unimplemented(
    message = "momenta and outputs of `{Self}` are not differentiated",
    note = "`#[derive(Lagrangian)]` does so, unless the formulas are too large: then take fewer schemes or shorter formulas"
)]
pub trait SummedJacobians: Lagrangian {
    /// Adds ∂p/∂q with p = ∂L/∂v(q, v, t).
    fn add_momentum_slopes(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _v: &[Self::Scalar],
        _slopes: &mut impl Entries<Self::Scalar>,
    ) {
    }
}

impl<S: SummedJacobians + ?Sized> SummedJacobians for &S {
    fn add_momentum_slopes(
        &self,
        t: S::Scalar,
        q: &[S::Scalar],
        v: &[S::Scalar],
        slopes: &mut impl Entries<S::Scalar>,
    ) {
        (**self).add_momentum_slopes(t, q, v, slopes);
    }
}

/// Rows of derivatives by (q, p, v, ..) become those by (q, p, ..), with the v of p.
///
/// ```text
/// dv = M⁻¹ (dp − ∂p/∂q dq)
/// ```
///
/// # Errors
///
/// [`AnySizeFailure::SingularMass`](crate::error::AnySizeFailure::SingularMass).
#[cfg(feature = "alloc")]
pub(crate) fn without_velocities<S: SummedJacobians>(
    system: &S,
    (t, q, v): &Node<S>,
    mut rows: nalgebra::DMatrix<S::Scalar>,
) -> Result<nalgebra::DMatrix<S::Scalar>, Failure> {
    let n = system.coordinate_count();
    let entries = system.mass_matrix(*t, q, v);
    let mut masses = Storage::for_places(n, |visit| entries.each_entry(&mut |i, j, _| visit(i, j)))?;
    entries.each_entry(&mut |i, j, mass| masses.add_entry(i, j, mass));
    masses
        .factor()
        .map_err(|failure| singular_mass(system, failure.into()))?;
    let mut slopes = alloc::vec::Vec::new();
    system.add_momentum_slopes(*t, q.as_slice(), v.as_slice(), &mut slopes);
    for mut row in rows.row_iter_mut() {
        // M is symmetric.
        let mut by_p: alloc::vec::Vec<S::Scalar> = row.iter().skip(2 * n).take(n).copied().collect();
        masses.solve(&mut by_p)?;
        let entries = row.iter_mut().skip(n);
        entries.zip(&by_p).for_each(|(entry, &x)| *entry = *entry + x);
        for &(i, k, slope) in &slopes {
            if let Some(entry) = row.get_mut(k) {
                *entry = *entry - at(&by_p, i) * slope;
            }
        }
    }
    Ok(rows.remove_columns(2 * n, n))
}
