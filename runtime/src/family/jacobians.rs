//! Derivatives of momenta and outputs of a system of any size, and what follows from them where no velocity is carried.
//!
//! Knows no scheme.

use super::Entries;
use crate::Lagrangian;
#[cfg(feature = "alloc")]
use {
    super::summed::singular_mass,
    crate::Failure,
    crate::derivatives::OutputJacobians,
    crate::jacobians::Node,
    crate::system::Masses,
    alloc::vec::Vec,
    extremal_numerics::block::at,
    extremal_numerics::matrix::{Matrix, Storage, Stored},
    extremal_numerics::{Scalar, Size, Vector},
    nalgebra::DMatrix,
};

/// The derivatives of outputs by (q, p, v, u) and by the sums of which they are functions, and those of these sums, each of
/// which may be a function of those before it. The derivative by p is zero.
#[derive(Clone, Debug, Default)]
pub struct Slopes<E> {
    /// A row for each output.
    pub outputs: E,
    /// The same, with a column for each sum.
    pub outputs_by_totals: E,
    /// A row for each sum.
    pub totals: E,
    /// The same, with a column for each sum.
    pub totals_by_totals: E,
}

/// A system of any size whose momenta and outputs the derive differentiates.
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

    /// Adds ∂y/∂(q, v, u) of the outputs y(t, q, v, u). Nothing is added without
    /// [`OutputsOfState`](crate::derivatives::OutputsOfState).
    fn add_output_slopes(
        &self,
        _t: Self::Scalar,
        _q: &[Self::Scalar],
        _v: &[Self::Scalar],
        _inputs: &Self::Inputs,
        _slopes: &mut Slopes<impl Entries<Self::Scalar>>,
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

    fn add_output_slopes(
        &self,
        t: S::Scalar,
        q: &[S::Scalar],
        v: &[S::Scalar],
        inputs: &S::Inputs,
        slopes: &mut Slopes<impl Entries<S::Scalar>>,
    ) {
        (**self).add_output_slopes(t, q, v, inputs, slopes);
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
    mut rows: DMatrix<S::Scalar>,
) -> Result<DMatrix<S::Scalar>, Failure> {
    let n = system.coordinate_count();
    let entries = system.mass_matrix(*t, q, v);
    let mut masses = Storage::for_places(n, |visit| entries.each_entry(&mut |i, j, _| visit(i, j)))?;
    entries.each_entry(&mut |i, j, mass| masses.add_entry(i, j, mass));
    masses
        .factor()
        .map_err(|failure| singular_mass(system, failure.into()))?;
    let mut slopes = Vec::new();
    system.add_momentum_slopes(*t, q.as_slice(), v.as_slice(), &mut slopes);
    for mut row in rows.row_iter_mut() {
        // M is symmetric.
        let mut by_p: Vec<S::Scalar> = row.iter().skip(2 * n).take(n).copied().collect();
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

/// The derivatives of outputs as matrices whose sizes only the program knows.
#[cfg(feature = "alloc")]
pub(crate) type OutputJacobiansOfAnySize<T> = OutputJacobians<DMatrix<T>, DMatrix<T>>;

/// ∂y/∂z and ∂y/∂u. The columns z are (q, p), or (q, p, v) where the scheme carries v.
///
/// # Errors
///
/// [`AnySizeFailure::SingularMass`](crate::error::AnySizeFailure::SingularMass) if outputs contain velocities and no v is
/// carried, and [`Failure::NotFinite`].
#[cfg(feature = "alloc")]
pub(crate) fn outputs_over<S: SummedJacobians>(
    system: &S,
    node: &Node<S>,
    inputs: &S::Inputs,
    carries_velocity: bool,
) -> Result<OutputJacobiansOfAnySize<S::Scalar>, Failure> {
    let ((t, q, v), n, zero) = (node, system.coordinate_count(), S::Scalar::from_f64(0.0));
    let mut slopes: Slopes<Vec<(usize, usize, S::Scalar)>> = Slopes::default();
    system.add_output_slopes(*t, q.as_slice(), v.as_slice(), inputs, &mut slopes);
    let (count, known) = (
        system.outputs_given(*t, q, v, inputs, &[]).as_slice().len(),
        3 * n + system.input_count(),
    );
    let mut rows = slopes.whole(count, known);
    for total in 0..rows.ncols() - known {
        let of_total = rows.row(count + total).into_owned();
        for mut row in rows.row_iter_mut() {
            let by_total = row.get(known + total).copied().unwrap_or(zero);
            let entries = row.iter_mut().zip(&of_total);
            entries.for_each(|(entry, &x)| *entry = *entry + by_total * x);
        }
    }
    let mut rows = rows.view((0, 0), (count, known)).into_owned();
    if !carries_velocity {
        let has_velocities = rows.columns(2 * n, n).iter().any(|&slope| slope != zero);
        rows = match has_velocities {
            true => without_velocities(system, node, rows)?,
            false => rows.remove_columns(2 * n, n),
        };
    }
    if !rows.iter().all(|slope| slope.magnitude().is_finite()) {
        let what = "derivative of the outputs";
        return Err(Failure::NotFinite { what });
    }
    let states = rows.ncols() - system.input_count();
    Ok(OutputJacobians {
        by_state: rows.columns(0, states).into_owned(),
        by_inputs: rows.columns(states, system.input_count()).into_owned(),
    })
}

#[cfg(feature = "alloc")]
impl<T: Scalar> Slopes<Vec<(usize, usize, T)>> {
    /// One matrix: the rows of sums behind those of the outputs, and their columns behind the known ones.
    fn whole(&self, outputs: usize, known: usize) -> DMatrix<T> {
        let of_sums = self
            .totals
            .iter()
            .chain(&self.totals_by_totals)
            .map(|(row, ..)| row + 1);
        let by_sums = self.outputs_by_totals.iter().map(|(_, column, _)| column + 1);
        let totals = of_sums.chain(by_sums).max().unwrap_or(0);
        let mut whole = DMatrix::from_element(outputs + totals, known + totals, T::from_f64(0.0));
        for (list, first) in [
            (&self.outputs, (0, 0)),
            (&self.outputs_by_totals, (0, known)),
            (&self.totals, (outputs, 0)),
            (&self.totals_by_totals, (outputs, known)),
        ] {
            for &(row, column, slope) in list {
                if let Some(entry) = whole.get_mut((first.0 + row, first.1 + column)) {
                    *entry = *entry + slope;
                }
            }
        }
        whole
    }
}
