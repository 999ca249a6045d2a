//! The derivative of a step of a system of any size, as products with vectors.
//!
//! Knows no scheme: what belongs to a coordinate alone is linear, and so it is found by its values at unit vectors.

#[cfg(feature = "alloc")]
mod dense;
#[cfg(feature = "alloc")]
mod equations;
#[cfg(feature = "alloc")]
mod moved;

use core::fmt;

#[cfg(feature = "alloc")]
use super::compressed::LinearStep;
#[cfg(feature = "alloc")]
use super::contacts::Branch;
use super::memory::zeros;
use super::own::{OWN, add, own};
use super::parts::Parts;
use super::space::{Listed, StepSpace};
use super::sums::Sums;
#[cfg(feature = "alloc")]
use super::weights::weights;
use crate::Failure;
use crate::drive::assembly::Assembly;
use crate::family::{AnySize, Heap};
#[cfg(feature = "alloc")]
use crate::schemes::composition::Chain;
use extremal_numerics::block::{at, rows, rows_mut};
use extremal_numerics::matrix::Matrix;
use extremal_numerics::{Scalar, Size, Vector};
#[cfg(feature = "alloc")]
pub(super) use moved::MovedEnd;

/// The derivative of a step of a system of any size, by its start, its inputs and the fields in `sensitivities(..)`.
///
/// ```text
/// J = ∂(q₁, p₁)/∂(q₀, p₀, u, θ),   r(x, z) = 0:   ∂x/∂z = −A⁻¹ ∂r/∂z
/// ```
///
/// J itself is full in general, because A⁻¹ is. The sparse derivatives of the equations are stored, and the factors of A: a
/// product J·z takes one solve. Schemes that carry the velocity have (q, p, v) instead of (q, p). Where contacts are closed,
/// each of them stays on its branch, and a product takes two solves and one with the equations of the percussions.
pub struct SparseLinearization<T: Scalar, X: StepSpace<T> = Heap> {
    /// The stages of a composition, from the first one on; otherwise one. One more follows where the end was moved.
    stages: Stages<Stage<T, X>>,
    /// One weight for each row, which gives all rows one unit.
    #[cfg(feature = "alloc")]
    weights: X::Ends,
}

/// Entries on the heap: row, column and value.
#[cfg(feature = "alloc")]
type ListOf<T> = alloc::vec::Vec<(usize, usize, T)>;

#[cfg(feature = "alloc")]
type Stages<S> = alloc::vec::Vec<S>;
/// Compositions need an allocator.
#[cfg(not(feature = "alloc"))]
type Stages<S> = [S; 1];

/// The derivative of one step.
struct Stage<T: Scalar, X: StepSpace<T>> {
    coordinates: usize,
    inputs: usize,
    sensitivities: usize,
    /// 2, or 3 for schemes that carry the velocity: q, p, v.
    parts: usize,
    groups: usize,
    tangent: X::Tangent,
    /// The entries of the tangent, some of which are at one place; none in arrays.
    #[cfg(feature = "alloc")]
    of_tangent: ListOf<T>,
    /// Derivatives of r and, behind them, of p₁, by (q₀, p₀, v₀, u, θ).
    by_start: X::Entries,
    /// Derivatives of p₁ by x.
    by_unknowns: X::Entries,
    /// Derivatives of the rows of a coordinate alone by its q, p, v, group by group.
    own_rows: X::Own,
    /// Derivatives of the end q, p, v of a coordinate alone, by q, p, v and then by its unknowns.
    own_ends: X::Own,
    /// The branch on which each closed contact stays.
    #[cfg(feature = "alloc")]
    branch: Option<Branch<T>>,
}

impl<T: Scalar, X: StepSpace<T>> Clone for SparseLinearization<T, X> {
    fn clone(&self) -> Self {
        Self {
            stages: self.stages.clone(),
            #[cfg(feature = "alloc")]
            weights: self.weights.clone(),
        }
    }
}

impl<T: Scalar, X: StepSpace<T>> Clone for Stage<T, X> {
    fn clone(&self) -> Self {
        Self {
            tangent: self.tangent.clone(),
            #[cfg(feature = "alloc")]
            of_tangent: self.of_tangent.clone(),
            by_start: self.by_start.clone(),
            by_unknowns: self.by_unknowns.clone(),
            own_rows: self.own_rows.clone(),
            own_ends: self.own_ends.clone(),
            #[cfg(feature = "alloc")]
            branch: self.branch.clone(),
            ..*self
        }
    }
}

impl<T: Scalar, X: StepSpace<T>> fmt::Debug for SparseLinearization<T, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("SparseLinearization").field(&self.stages).finish()
    }
}

impl<T: Scalar, X: StepSpace<T>> fmt::Debug for Stage<T, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stage")
            .field("tangent", &self.tangent)
            .field("by_start", &self.by_start)
            .field("by_unknowns", &self.by_unknowns)
            .finish_non_exhaustive()
    }
}

impl<T: Scalar, X: StepSpace<T>> SparseLinearization<T, X> {
    /// The derivative of the step whose equations have the solution `x`.
    pub(super) fn of<S: Assembly<D, StepSpace = X> + AnySize<Scalar = T>, D>(
        sums: &Sums<'_, S, D>,
        x: &[T],
        mut tangent: X::Tangent,
    ) -> Result<Self, Failure> {
        let [mut r, mut scale]: [X::Unknowns; 2] = [(); 2].map(|()| zeros(x.len()));
        let rows = (r.as_mut_slice(), scale.as_mut_slice());
        sums.rows_and_tangent(&mut Parts::one(), x, rows, &mut tangent);
        tangent.factor()?;
        let (mut by_start, mut by_unknowns) = (X::Entries::empty(), X::Entries::empty());
        let known = &sums.known;
        sums.system
            .add_variations(known, x, &mut by_start, &mut by_unknowns);
        let is_finite = |entries: &X::Entries| {
            let all = entries.all();
            all.is_some_and(|all| all.iter().all(|(_, _, x)| x.magnitude() < T::Size::INFINITY))
        };
        if !(is_finite(&by_start) && is_finite(&by_unknowns)) {
            return Err(Failure::NotFinite {
                what: "derivative of the step",
            });
        }
        let [own_rows, own_ends] = own::<S, D>(sums);
        #[cfg(feature = "alloc")]
        let mut of_tangent = ListOf::new();
        #[cfg(feature = "alloc")]
        if X::IS_LISTED {
            sums.add_tangent(&mut Parts::one(), (x, r.as_mut_slice()), &mut of_tangent);
        }
        let stage = Stage {
            coordinates: sums.known.q.len(),
            inputs: extremal_numerics::Vector::as_slice(sums.known.inputs).len(),
            sensitivities: sums.system.sensitivity_count(),
            parts: if S::CARRIES_VELOCITY { 3 } else { 2 },
            groups: S::GROUPS,
            tangent,
            #[cfg(feature = "alloc")]
            of_tangent,
            by_start,
            by_unknowns,
            own_rows,
            own_ends,
            #[cfg(feature = "alloc")]
            branch: None,
        };
        Ok(Self {
            stages: Stages::from([stage]),
            #[cfg(feature = "alloc")]
            weights: weights(sums),
        })
    }

    /// The number of rows of J: 2 n, or 3 n for schemes that carry the velocity.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.stages.first().map_or(0, Stage::rows)
    }

    /// The number n of coordinates.
    #[cfg(feature = "alloc")]
    pub(crate) fn coordinates(&self) -> usize {
        self.stages.first().map_or(0, |stage| stage.coordinates)
    }

    /// Weights of the rows, which give all of them one unit, whatever those of the system are.
    #[cfg(feature = "alloc")]
    pub(crate) fn weights(&self) -> &[T] {
        self.weights.as_slice()
    }

    /// The number of columns of J: those of the state, of the inputs, and then of the fields in `sensitivities(..)`.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.stages.first().map_or(0, Stage::columns)
    }

    /// J·z, where z changes the state, (q₀, p₀) or (q₀, p₀, v₀), behind it the inputs, and behind them the fields. Missing
    /// numbers are zero, and further ones are not read.
    ///
    /// # Errors
    ///
    /// [`Failure::NotFinite`].
    pub fn multiply(&mut self, z: &[T]) -> Result<X::Ends, Failure> {
        let held = z.get(self.rows()..).unwrap_or_default();
        let mut product: Option<X::Ends> = None;
        for stage in &mut self.stages {
            let state = product.as_ref().map_or(z, Vector::as_slice);
            product = Some(stage.multiply(state, held)?);
        }
        Ok(product.unwrap_or_else(|| zeros(0)))
    }
}

impl<T: Scalar, X: StepSpace<T>> Stage<T, X> {
    fn rows(&self) -> usize {
        self.parts * self.coordinates
    }

    fn columns(&self) -> usize {
        self.rows() + self.inputs + self.sensitivities
    }

    #[cfg(not(feature = "alloc"))]
    fn multiply(&mut self, z: &[T], held: &[T]) -> Result<X::Ends, Failure> {
        self.ends(z, held)
    }

    #[cfg(feature = "alloc")]
    fn multiply(&mut self, z: &[T], held: &[T]) -> Result<X::Ends, Failure> {
        let Some(mut branch) = self.branch.take() else {
            return self.ends(z, held);
        };
        let ends = self.struck(&mut branch, z, held);
        self.branch = Some(branch);
        ends
    }

    /// J·z with closed contacts: the momentum at the start changes by that of their percussions.
    #[cfg(feature = "alloc")]
    fn struck(&mut self, branch: &mut Branch<T>, z: &[T], held: &[T]) -> Result<X::Ends, Failure> {
        let n = self.coordinates;
        let mut moved: alloc::vec::Vec<T> = (0..self.rows()).map(|k| at(z, k)).collect();
        let z: alloc::vec::Vec<T> = moved.iter().chain(held).copied().collect();
        branch.add_moved(&z, moved.get_mut(n..2 * n).unwrap_or_default());
        let mut ends: X::Ends = zeros(self.rows());
        let x = self.unknowns(&moved, held, &mut ends)?;
        branch.add_struck((x.as_slice(), &z), moved.get_mut(n..2 * n).unwrap_or_default())?;
        self.ends(&moved, held)
    }

    /// The change of q, p and v of a coordinate; zero where they are not carried.
    fn of_start(&self, z: &[T], k: usize) -> [T; 3] {
        [0, 1, 2].map(|part| {
            if part < self.parts {
                at(z, part * self.coordinates + k)
            } else {
                T::from_f64(0.0)
            }
        })
    }

    /// ∂x/∂z·z; ∂p₁/∂z·z at fixed x is added to the ends. `held` are the changes of inputs, and then of fields.
    fn unknowns(&mut self, z: &[T], held: &[T], ends: &mut X::Ends) -> Result<X::Unknowns, Failure> {
        let (n, size) = (self.coordinates, self.tangent.size());
        let mut x: X::Unknowns = zeros(size);
        for (k, rows) in rows_mut(x.as_mut_slice(), self.groups).take(n).enumerate() {
            for (row, coefficients) in rows.iter_mut().zip(self.own_rows.as_slice().as_chunks::<OWN>().0) {
                *row = product(coefficients, &self.of_start(z, k));
            }
        }
        // Columns of items are counted in (q, p, v, u, θ), whether v is carried or not.
        let column = |k: usize| match k {
            k if k < self.parts * n => at(z, k),
            k if k < 3 * n => T::from_f64(0.0),
            k => at(held, k - 3 * n),
        };
        for &(row, of, value) in self.by_start.all().unwrap_or_default() {
            let term = value * column(of);
            match row.checked_sub(size) {
                None => add(&mut x, row, term),
                Some(end) => add(ends, n + end, term),
            }
        }
        self.tangent.solve(x.as_mut_slice())?;
        x.as_mut_slice().iter_mut().for_each(|x| *x = -*x);
        Ok(x)
    }

    /// J·z without a change of percussions.
    fn ends(&mut self, z: &[T], held: &[T]) -> Result<X::Ends, Failure> {
        let n = self.coordinates;
        let mut ends: X::Ends = zeros(self.parts * n);
        let x = self.unknowns(z, held, &mut ends)?;
        for &(row, of, value) in self.by_unknowns.all().unwrap_or_default() {
            add(&mut ends, n + row, value * at(x.as_slice(), of));
        }
        let groups = rows(x.as_slice(), self.groups).take(n).enumerate();
        for (k, x) in groups {
            let of_start = self.of_start(z, k);
            let changes = of_start.iter().chain(x);
            for (&change, coefficients) in changes.zip(self.own_ends.as_slice().as_chunks::<OWN>().0) {
                for (part, &coefficient) in coefficients.iter().enumerate().take(self.parts) {
                    add(&mut ends, part * n + k, coefficient * change);
                }
            }
        }
        if extremal_numerics::block::is_finite(&ends) {
            Ok(ends)
        } else {
            Err(Failure::NotFinite {
                what: "derivative of the step",
            })
        }
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar, X: StepSpace<T>> Chain for SparseLinearization<T, X> {
    fn after(&self, before: &Self) -> Self {
        Self {
            stages: before.stages.iter().chain(&self.stages).cloned().collect(),
            weights: before.weights.clone(),
        }
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar, X: StepSpace<T>> SparseLinearization<T, X> {
    /// How much the worst disturbance grows in each of many steps with this derivative: max |λ| of ∂z₁/∂z₀, the spectral
    /// radius, as 4096 products show it. 1 if it is below 1.0007 and more than one pair of motions is left.
    ///
    /// 1 if disturbances grow linearly at most, as those of free bodies, and if several motions are left that neither grow nor
    /// decay. The largest stable step is found so
    /// ([`Integrator::largest_stable_step`](crate::Integrator::largest_stable_step)).
    ///
    /// # Errors
    ///
    /// The errors of [`multiply`](Self::multiply).
    pub fn growth(&self) -> Result<f64, Failure> {
        crate::stability::growth(self)
    }
}

#[cfg(feature = "alloc")]
impl<T: Scalar> SparseLinearization<T> {
    /// This derivative with contacts on the branch that `of` finds with the factored tangent.
    pub(super) fn on_branch(
        mut self,
        of: impl FnOnce(&mut extremal_numerics::matrix::Storage<T>) -> Result<Branch<T>, Failure>,
    ) -> Result<Self, Failure> {
        if let Some(stage) = self.stages.last_mut() {
            stage.branch = Some(of(&mut stage.tangent)?);
        }
        Ok(self)
    }

    /// The sparse equations of the step, from which other libraries compute: one for each stage of a composition, otherwise
    /// one. One more follows where the end was moved out of penetration; its unknowns are q₁, multipliers of constraints and
    /// those of closed gaps. The end of a stage is the start of the next one.
    #[must_use]
    pub fn equations(&self) -> alloc::vec::Vec<LinearStep<T>> {
        self.stages.iter().map(Stage::equations).collect()
    }
}

fn product<T: Scalar>(a: &[T; 3], b: &[T; 3]) -> T {
    let [[a0, a1, a2], [b0, b1, b2]] = [*a, *b];
    a0 * b0 + a1 * b1 + a2 * b2
}
