//! The derivative of a step of a system of any size, as products with vectors.
//!
//! Knows no scheme: what belongs to a coordinate alone is linear, and so it is found by its values at unit vectors.

use alloc::vec::Vec;

use nalgebra::{DMatrix, DVector};

use super::memory::zeros;
use super::sums::Sums;
use crate::block::at;
use crate::drive::assembly::{Assembly, OwnStart};
use crate::family::{AnySize, Entries};
use crate::matrix::{Matrix, Storage};
use crate::schemes::composition::Chain;
use crate::{Failure, Scalar, Size};

/// The derivative of a step of a system of any size, by its start and its inputs.
///
/// ```text
/// J = ∂(q₁, p₁)/∂(q₀, p₀, u),   r(x, z) = 0:   ∂x/∂z = −A⁻¹ ∂r/∂z
/// ```
///
/// J itself is full in general, because A⁻¹ is. The sparse derivatives of the equations are stored, and the factors of A: a
/// product J·z takes one solve. Schemes that carry the velocity have (q, p, v) instead of (q, p).
#[derive(Clone, Debug)]
pub struct SparseLinearization<T: Scalar> {
    /// Of a composition those of its stages, from the first one on; otherwise one.
    stages: Vec<Stage<T>>,
}

/// The derivative of one step.
#[derive(Clone, Debug)]
struct Stage<T: Scalar> {
    coordinates: usize,
    inputs: usize,
    /// 2, or 3 for schemes that carry the velocity: q, p, v.
    parts: usize,
    groups: usize,
    tangent: Storage<T>,
    /// Derivatives of r and, behind them, of p₁, by (q₀, p₀, v₀, u).
    by_start: Vec<(usize, usize, T)>,
    /// Derivatives of p₁ by x.
    by_unknowns: Vec<(usize, usize, T)>,
    /// Derivatives of the rows of a coordinate alone by its q, p, v, group by group.
    own_rows: Own<T>,
    /// Derivatives of the end q, p, v of a coordinate alone, by q, p, v and then by its unknowns.
    own_ends: Own<T>,
}

/// Three derivatives of, or by, q, p and v.
type Own<T> = Vec<[T; 3]>;

/// Entries that are listed.
struct Listed<'a, T>(&'a mut Vec<(usize, usize, T)>);

impl<T> Entries<T> for Listed<'_, T> {
    fn add(&mut self, row: usize, column: usize, value: T) {
        self.0.push((row, column, value));
    }
}

impl<T: Scalar> SparseLinearization<T> {
    /// The derivative of the step whose equations have the solution `x`.
    pub(super) fn of<S: Assembly<D> + AnySize<Scalar = T>, D>(
        sums: &Sums<'_, S, D>,
        x: &DVector<T>,
        mut tangent: Storage<T>,
    ) -> Result<Self, Failure> {
        let [mut r, mut scale] = [(); 2].map(|()| zeros(x.len()));
        sums.rows_and_tangent(x.as_slice(), r.as_mut_slice(), scale.as_mut_slice(), &mut tangent);
        tangent.factor()?;
        let (mut by_start, mut by_unknowns) = (Vec::new(), Vec::new());
        let known = &sums.known;
        sums.system.add_variations(
            known,
            x.as_slice(),
            &mut Listed(&mut by_start),
            &mut Listed(&mut by_unknowns),
        );
        let mut all = by_start.iter().chain(&by_unknowns);
        if !all.all(|(_, _, x)| x.magnitude() < T::Size::INFINITY) {
            return Err(Failure::NotFinite {
                what: "derivative of the step",
            });
        }
        let [own_rows, own_ends] = own::<S, D>(sums);
        let stage = Stage {
            coordinates: sums.known.q.len(),
            inputs: crate::Vector::as_slice(sums.known.inputs).len(),
            parts: if S::CARRIES_VELOCITY { 3 } else { 2 },
            groups: S::GROUPS,
            tangent,
            by_start,
            by_unknowns,
            own_rows,
            own_ends,
        };
        Ok(Self {
            stages: Vec::from([stage]),
        })
    }

    /// The number of rows of J: 2 n, or 3 n for schemes that carry the velocity.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.stages.first().map_or(0, Stage::rows)
    }

    /// The number n of coordinates.
    pub(crate) fn coordinates(&self) -> usize {
        self.stages.first().map_or(0, |stage| stage.coordinates)
    }

    /// The number of columns of J: those of the state, and then those of the inputs.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.rows() + self.stages.first().map_or(0, |stage| stage.inputs)
    }

    /// J·z, where z changes the state, (q₀, p₀) or (q₀, p₀, v₀), and behind it the inputs. Missing numbers are zero.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`].
    pub fn multiply(&mut self, z: &[T]) -> Result<DVector<T>, Failure> {
        let inputs = z.get(self.rows()..).unwrap_or_default();
        let mut product: Option<DVector<T>> = None;
        for stage in &mut self.stages {
            product = Some(match product {
                None => stage.multiply(z)?,
                Some(state) => {
                    let numbers = state.iter().chain(inputs).copied();
                    stage.multiply(&numbers.collect::<Vec<T>>())?
                }
            });
        }
        Ok(product.unwrap_or_else(|| zeros(0)))
    }

    /// How much the worst disturbance grows in each of many steps with this derivative: max |λ| of ∂z₁/∂z₀, the spectral radius,
    /// as 4096 products show it.
    ///
    /// 1 if disturbances grow linearly at most, as those of free bodies, and if several motions are left that neither grow nor
    /// decay. The largest stable step is found so
    /// ([`Integrator::largest_stable_step`](crate::Integrator::largest_stable_step)).
    ///
    /// # Errors
    ///
    /// Those of [`multiply`](Self::multiply).
    pub fn growth(&self) -> Result<f64, Failure> {
        crate::stability::growth(self)
    }

    /// All of J, column by column: one product for each, so for small systems and for checks.
    ///
    /// # Errors
    ///
    /// Those of [`multiply`](Self::multiply).
    pub fn to_dense(&mut self) -> Result<DMatrix<T>, Failure> {
        let mut dense = DMatrix::from_element(self.rows(), self.columns(), T::from_f64(0.0));
        let mut z = zeros::<T>(self.columns());
        for (k, mut column) in dense.column_iter_mut().enumerate() {
            z.fill(T::from_f64(0.0));
            add(&mut z, k, T::from_f64(1.0));
            column.copy_from(&self.multiply(z.as_slice())?);
        }
        Ok(dense)
    }
}

impl<T: Scalar> Chain for SparseLinearization<T> {
    fn after(&self, before: &Self) -> Self {
        Self {
            stages: before.stages.iter().chain(&self.stages).cloned().collect(),
        }
    }
}

impl<T: Scalar> Stage<T> {
    fn rows(&self) -> usize {
        self.parts * self.coordinates
    }

    fn multiply(&mut self, z: &[T]) -> Result<DVector<T>, Failure> {
        let (n, size) = (self.coordinates, self.tangent.size());
        let of = |k: usize| {
            [0, 1, 2].map(|part| {
                if part < self.parts {
                    at(z, part * n + k)
                } else {
                    T::from_f64(0.0)
                }
            })
        };
        let mut x = zeros::<T>(size);
        let mut ends = zeros::<T>(self.parts * n);
        for (k, rows) in x
            .as_mut_slice()
            .chunks_exact_mut(self.groups.max(1))
            .take(n)
            .enumerate()
        {
            for (row, coefficients) in rows.iter_mut().zip(&self.own_rows) {
                *row = product(coefficients, &of(k));
            }
        }
        // Columns of items are counted in (q, p, v, u), whether v is carried or not.
        let column = |k: usize| match k {
            k if k < self.parts * n => at(z, k),
            k if k < 3 * n => T::from_f64(0.0),
            k => at(z, self.parts * n + (k - 3 * n)),
        };
        for &(row, of, value) in &self.by_start {
            let term = value * column(of);
            match row.checked_sub(size) {
                None => add(&mut x, row, term),
                Some(end) => add(&mut ends, n + end, term),
            }
        }
        self.tangent.solve(x.as_mut_slice())?;
        x.iter_mut().for_each(|x| *x = -*x);
        for &(row, of, value) in &self.by_unknowns {
            add(&mut ends, n + row, value * at(x.as_slice(), of));
        }
        let groups = x.as_slice().chunks_exact(self.groups.max(1)).take(n).enumerate();
        for (k, x) in groups {
            let of_start = of(k);
            let changes = of_start.iter().chain(x);
            for (&change, coefficients) in changes.zip(&self.own_ends) {
                for (part, &coefficient) in coefficients.iter().enumerate().take(self.parts) {
                    add(&mut ends, part * n + k, coefficient * change);
                }
            }
        }
        if crate::block::is_finite(&ends) {
            Ok(ends)
        } else {
            Err(Failure::NotFinite {
                what: "derivative of the step",
            })
        }
    }
}

fn add<T: Scalar>(x: &mut DVector<T>, k: usize, term: T) {
    if let Some(x) = x.as_mut_slice().get_mut(k) {
        *x = *x + term;
    }
}

fn product<T: Scalar>(a: &[T; 3], b: &[T; 3]) -> T {
    let [[a0, a1, a2], [b0, b1, b2]] = [*a, *b];
    a0 * b0 + a1 * b1 + a2 * b2
}

/// The derivatives of a coordinate alone, whose rows and ends are linear.
fn own<S: Assembly<D> + AnySize, D>(sums: &Sums<'_, S, D>) -> [Own<S::Scalar>; 2] {
    let (zero, one) = (S::Scalar::from_f64(0.0), S::Scalar::from_f64(1.0));
    let start = |part: usize| {
        let [q, p, v] = [0, 1, 2].map(|k| if k == part { one } else { zero });
        OwnStart { q, p, v }
    };
    let mut x = zeros::<S::Scalar>(S::GROUPS);
    let [mut rows, mut scales] = [(); 2].map(|()| zeros::<S::Scalar>(S::GROUPS));
    let mut own_rows: Vec<[S::Scalar; 3]> = x.iter().map(|_| [zero; 3]).collect();
    let mut own_ends = Vec::with_capacity(3 + S::GROUPS);
    for part in 0..3 {
        S::own_rows(
            &sums.known,
            start(part),
            x.as_slice(),
            rows.as_mut_slice(),
            scales.as_mut_slice(),
        );
        for (row, of) in own_rows.iter_mut().zip(rows.iter()) {
            if let Some(place) = row.get_mut(part) {
                *place = *of;
            }
        }
        let end = S::own_end(&sums.known, start(part), x.as_slice());
        let OwnStart { q, p, .. } = start(part);
        own_ends.push(match S::IS_COMPENSATED {
            true => [q + end.q, p + end.p, end.v],
            false => [end.q, end.p, end.v],
        });
    }
    for group in 0..S::GROUPS {
        x.fill(zero);
        add(&mut x, group, one);
        let end = S::own_end(&sums.known, start(3), x.as_slice());
        own_ends.push([end.q, end.p, end.v]);
    }
    [own_rows, own_ends]
}
