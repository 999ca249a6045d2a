//! The derivative of a step of a system of any size, as products with vectors.
//!
//! Knows no scheme: what belongs to a coordinate alone is linear, and so it is found by its values at unit vectors.

use alloc::vec::Vec;

use nalgebra::{DMatrix, DVector};

use super::compressed::{CompressedColumns, LinearStep};
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
    /// The entries of the tangent, some of which are at one place.
    of_tangent: Vec<(usize, usize, T)>,
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
        let mut of_tangent = Vec::new();
        sums.add_tangent(x.as_slice(), r.as_mut_slice(), &mut Listed(&mut of_tangent));
        let stage = Stage {
            coordinates: sums.known.q.len(),
            inputs: crate::Vector::as_slice(sums.known.inputs).len(),
            parts: if S::CARRIES_VELOCITY { 3 } else { 2 },
            groups: S::GROUPS,
            tangent,
            of_tangent,
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

    /// The sparse equations of the step, from which other libraries compute: one for each stage of a composition, otherwise one.
    /// The end of a stage is the start of the next one.
    #[must_use]
    pub fn equations(&self) -> Vec<LinearStep<T>> {
        self.stages.iter().map(Stage::equations).collect()
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

    fn equations(&self) -> LinearStep<T> {
        let (n, size, rows) = (self.coordinates, self.tangent.size(), self.rows());
        let [mut of_rows, mut of_ends, mut of_unknowns] = [(); 3].map(|()| Vec::new());
        // Columns of items are counted in (q, p, v, u), whether v is carried or not.
        let column = |k: usize| {
            if k < rows {
                Some(k)
            } else {
                Some(rows + k.checked_sub(3 * n)?)
            }
        };
        for &(row, of, value) in &self.by_start {
            match (column(of), row.checked_sub(size)) {
                (Some(column), None) => of_rows.push((row, column, value)),
                (Some(column), Some(end)) => of_ends.push((n + end, column, value)),
                (None, _) => {}
            }
        }
        of_unknowns.extend(
            self.by_unknowns
                .iter()
                .map(|&(row, of, value)| (n + row, of, value)),
        );
        let own_rows = entries(&self.own_rows, self.parts);
        let own_ends = entries(&self.own_ends, self.parts);
        for k in 0..n {
            of_rows.extend(
                own_rows
                    .iter()
                    .map(|&(group, part, x)| (self.groups * k + group, part * n + k, x)),
            );
            for &(at, part, x) in &own_ends {
                match at.checked_sub(3) {
                    Some(group) => of_unknowns.push((part * n + k, self.groups * k + group, x)),
                    None => of_ends.push((part * n + k, at * n + k, x)),
                }
            }
        }
        let columns = rows + self.inputs;
        LinearStep {
            by_unknowns: CompressedColumns::of((size, size), self.of_tangent.clone()),
            by_start: CompressedColumns::of((size, columns), of_rows),
            end_by_start: CompressedColumns::of((rows, columns), of_ends),
            end_by_unknowns: CompressedColumns::of((rows, size), of_unknowns),
        }
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

/// The entries of a list that are not zero, with their numbers in it and in their triple.
fn entries<T: Scalar>(list: &[[T; 3]], parts: usize) -> Vec<(usize, usize, T)> {
    let all = list.iter().enumerate().flat_map(|(at, of)| {
        let parts = of.iter().enumerate().take(parts);
        parts.map(move |(part, &value)| (at, part, value))
    });
    // Those by a velocity that is not carried are zero as well.
    all.filter(|(_, _, value)| value.magnitude() != T::Size::from_f64(0.0))
        .collect()
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
