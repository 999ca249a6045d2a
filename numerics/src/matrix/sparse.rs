//! Sparse matrices, factored by the library faer.

mod entries;
mod general;
mod symmetric;

use core::fmt;
use std::vec::Vec;

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};

use entries::Entries;
use general::General;
use symmetric::Symmetric;

use super::{Matrix, Pattern, check_length, smallest_pivot};
use crate::LinearFailure;

/// A sparse matrix, whose pattern is analysed once. Numbers are kept in double precision.
///
/// A symmetric matrix is factored as L B Lᵀ (approximate minimum degree, supernodes), and so is one that becomes symmetric if
/// some rows without a number on the diagonal are multiplied by a number. Coordinates without a number on the diagonal, such as
/// the multipliers of constraints, get a small one of the other sign:
///
/// ```text
/// ⎡ A  Gᵀ ⎤     ⎡ A   Gᵀ ⎤
/// ⎣ G  0  ⎦  →  ⎣ G  −δ D ⎦     δ = 1e-8,  D = diag(Σ_j G_ij² / |A_jj|)
/// ```
///
/// and each solve is refined with the matrix itself. Any other matrix, and one whose residual does not come down, is
/// factored as L U
/// with exchanges of rows. The residual is always checked.
///
/// The first assembly searches the place of each entry and remembers it. A later one expects entry k at the place that entry k
/// had, as a loop over elements adds it there. An entry of another row or column is searched.
///
/// Allocates when it is made, in an assembly of more entries than any before it, and when a matrix is factored as L U.
#[derive(Clone, Debug)]
pub struct Sparse {
    entries: Entries,
    symmetric: Symmetric,
    general: Option<General>,
    method: Method,
    right: Vec<f64>,
    residual: Vec<f64>,
    probe: Vec<f64>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Method {
    Symmetric,
    General,
}

/// Room for the library, for one factorization or solve.
struct Room(MemBuffer, StackReq);

impl Room {
    fn new(request: StackReq) -> Self {
        Self(MemBuffer::new(request), request)
    }

    fn stack(&mut self) -> &mut MemStack {
        MemStack::new(&mut self.0)
    }
}

impl fmt::Debug for Room {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Room").field(&self.1).finish()
    }
}

impl Clone for Room {
    fn clone(&self) -> Self {
        Self::new(self.1)
    }
}

/// A residual relative to the terms of its row that is as good as rounding allows.
const FINE: f64 = 1e-15;
/// One with which Newton's method gains a dozen digits per iteration.
pub(super) const GOOD: f64 = 1e-12;
const REFINEMENTS: usize = 4;
/// δ, beside the size of a row: far above roundings, far below the numbers of a regular matrix.
const SHIFT: f64 = 1e-8;

impl Sparse {
    /// The matrix with this pattern whose entries are zero.
    ///
    /// # Errors
    ///
    /// [`LinearFailure::TooLarge`] if there is no memory for its analysis.
    pub fn new(pattern: Pattern) -> Result<Self, LinearFailure> {
        let n = pattern.size();
        let entries = Entries::new(pattern);
        let zeros = |n: usize| -> Vec<f64> { (0..n).map(|_| 0.0).collect() };
        Ok(Self {
            symmetric: Symmetric::new(&entries.starts, &entries.rows)?,
            entries,
            general: None,
            method: Method::Symmetric,
            right: zeros(n),
            residual: zeros(n),
            probe: zeros(n),
        })
    }

    /// The numbers of the factor L beside the diagonal, per row.
    pub(super) fn fill(&self) -> f64 {
        self.symmetric.factor_len() as f64 / self.n().max(1) as f64
    }

    fn n(&self) -> usize {
        self.right.len()
    }

    #[inline]
    pub(super) fn add_numbers<T: Copy>(
        &mut self,
        items: (&[usize], &[usize]),
        block: &[T],
        number: impl Fn(T) -> f64,
    ) {
        self.entries.add(items, block, number);
    }

    pub(super) fn forget(&mut self) {
        self.entries.clear();
    }

    pub(super) fn factor_numbers(&mut self) -> Result<(), LinearFailure> {
        self.entries.check()?;
        if !self.entries.values.iter().all(|value| value.is_finite()) {
            return Err(LinearFailure::NotFinite { what: "tangent" });
        }
        if self.n() == 0 {
            return Ok(());
        }
        self.entries.measure();
        if self.symmetric.factor(&self.entries) {
            self.method = Method::Symmetric;
            if self
                .probe()
                .is_some_and(|size| size > smallest_pivot::<f64>(self.n()))
            {
                return Ok(());
            }
        }
        self.factor_general()?;
        match self.probe() {
            Some(size) if size > smallest_pivot::<f64>(self.n()) => Ok(()),
            size => Err(self.singular(size.filter(|size| size.is_finite()).unwrap_or(0.0))),
        }
    }

    /// L U with exchanges of rows.
    fn factor_general(&mut self) -> Result<(), LinearFailure> {
        self.method = Method::General;
        if self.general.is_none() {
            self.general = Some(General::new(&self.entries.starts, &self.entries.rows)?);
        }
        let entries = &self.entries;
        let general = self.general.as_mut();
        let is_factored = general.is_some_and(|general| general.factor(entries));
        if is_factored {
            Ok(())
        } else {
            Err(self.singular(0.0))
        }
    }

    /// The smallest |A x| beside the terms of its rows that was found: at most n ε if A is singular to rounding. None if
    /// the factors
    /// do not solve.
    fn probe(&mut self) -> Option<f64> {
        let mut x = core::mem::take(&mut self.probe);
        for (k, x) in x.iter_mut().enumerate() {
            *x = self.right(k);
        }
        let is_good = self.refine(&mut x) <= GOOD;
        let largest = (0..x.len()).fold(0.0_f64, |most, row| {
            let right = self.right.get(row).map_or(0.0, |b| b.abs());
            most.max(self.entries.row_of(row, &x).1 / right)
        });
        self.probe = x;
        is_good.then(|| largest.recip())
    }

    /// Number k of a right-hand side without a pattern, of the size of its row.
    fn right(&self, k: usize) -> f64 {
        let size = self.entries.row_size(k);
        irregular(k) * if size > 0.0 { size } else { 1.0 }
    }

    /// b − A x into `residual`; its largest number beside the terms of its row, infinite if one is not a number.
    fn residual(&mut self, x: &[f64]) -> f64 {
        let mut residual = core::mem::take(&mut self.residual);
        let mut largest = 0.0_f64;
        for (row, (r, &b)) in residual.iter_mut().zip(&self.right).enumerate() {
            let (sum, size) = self.entries.row_of(row, x);
            *r = b - sum;
            let relative = if *r == 0.0 {
                0.0
            } else {
                r.abs() / (size + b.abs())
            };
            largest = if relative.is_finite() {
                largest.max(relative)
            } else {
                f64::INFINITY
            };
        }
        self.residual = residual;
        largest
    }

    /// `x` becomes the solution for the right-hand side x. Returns what is left of the residual.
    fn refine(&mut self, x: &mut [f64]) -> f64 {
        self.right.copy_from_slice(x);
        self.apply(x);
        let mut error = self.residual(x);
        for _ in 0..REFINEMENTS {
            if error <= FINE || !error.is_finite() {
                break;
            }
            self.correct(x);
            let next = self.residual(x);
            if next >= 0.5 * error {
                return next;
            }
            error = next;
        }
        error
    }

    /// `x` becomes the solution for the right-hand side x, if the factors solve.
    fn is_refined(&mut self, x: &mut [f64]) -> bool {
        self.refine(x) <= GOOD || self.is_refined_beside_all(x)
    }

    /// Rows whose terms are all zero in the solution have rounding for terms, whose residual is as large. They are accepted
    /// beside the largest unknown of all, as in Arioli, Demmel and Duff, Solving sparse linear systems with sparse backward
    /// error (1989), with a much smaller share of it:
    ///
    /// ```text
    /// |b − A x|ᵢ ≤ 1e-12 (|b|ᵢ + Σⱼ |aᵢⱼ xⱼ| + ε Rᵢ maxⱼ Cⱼ |xⱼ|),   Rᵢ = maxⱼ |aᵢⱼ|,   Cⱼ = maxᵢ |aᵢⱼ| / Rᵢ
    /// ```
    #[cold]
    fn is_refined_beside_all(&mut self, x: &mut [f64]) -> bool {
        for _ in 0..REFINEMENTS {
            if !self.residual(x).is_finite() {
                return false;
            }
            let largest = f64::EPSILON * self.entries.largest_unknown(x);
            let is_small = |(row, (r, b)): (usize, (&f64, &f64))| {
                let size = b.abs() + self.entries.row_of(row, x).1;
                r.abs() <= GOOD * (size + largest * self.entries.row_size(row))
            };
            if self.residual.iter().zip(&self.right).enumerate().all(is_small) {
                return true;
            }
            self.correct(x);
        }
        false
    }

    /// x + dx, with the factors and the residual.
    fn correct(&mut self, x: &mut [f64]) {
        let mut correction = core::mem::take(&mut self.residual);
        self.apply(&mut correction);
        x.iter_mut().zip(&correction).for_each(|(x, dx)| *x += dx);
        self.residual = correction;
    }

    /// The factors applied once.
    fn apply(&mut self, x: &mut [f64]) {
        match (&mut self.general, self.method) {
            (Some(general), Method::General) => general.solve(x),
            _ => self.symmetric.solve(x),
        }
    }

    /// Names a column that depends on others: along A z = 0, the solution of equations with A + δ D is 1/δ times as large as
    /// elsewhere. The column with the largest term in the row with the largest terms.
    #[cold]
    fn singular(&mut self, size: f64) -> LinearFailure {
        let named = (0..self.n()).find(|&column| self.entries.row_size(column) == 0.0);
        let pivot = named.or_else(|| self.dependent()).unwrap_or(0);
        LinearFailure::Singular { pivot, size }
    }

    fn dependent(&mut self) -> Option<usize> {
        let mut near = self.entries.clone();
        for k in 0..self.n() {
            near.add((&[k], &[k]), &[SHIFT * self.right(k)], |value| value);
        }
        let mut x: Vec<f64> = (0..self.n()).map(|k| self.right(k)).collect();
        let mut general = General::new(&near.starts, &near.rows).ok()?;
        if !general.factor(&near) {
            return None;
        }
        general.solve(&mut x);
        let terms = |row: usize| self.entries.row_of(row, &x).1 / self.right(row).abs();
        let row = (0..x.len()).max_by(|&a, &b| terms(a).total_cmp(&terms(b)))?;
        self.entries.largest_term(row, &x)
    }

    pub(super) fn solve_numbers(&mut self, b: &mut [f64]) -> Result<(), LinearFailure> {
        check_length(self.n(), b.len())?;
        if !b.iter().all(|b| b.is_finite()) {
            return Err(LinearFailure::NotFinite {
                what: "right-hand side",
            });
        }
        if b.is_empty() || self.is_refined(b) {
            return Ok(());
        }
        if self.method == Method::Symmetric {
            b.copy_from_slice(&self.right);
            self.factor_general()?;
            if self.is_refined(b) {
                return Ok(());
            }
        }
        Err(self.singular(0.0))
    }
}

/// Numbers between ½ and 1½ in size that follow no pattern, so that what is singular is met.
fn irregular(k: usize) -> f64 {
    const GOLDEN: f64 = 0.618_033_988_749_894_9;
    let size = 0.5 + ((k + 1) as f64 * GOLDEN).fract();
    if k.is_multiple_of(3) { -size } else { size }
}

impl Matrix<f64> for Sparse {
    fn size(&self) -> usize {
        self.n()
    }

    fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: f64) {
        self.add(&[row], &[column], &[value]);
    }

    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[f64]) {
        self.add_numbers((rows, columns), block, |value| value);
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.factor_numbers()
    }

    fn solve(&mut self, b: &mut [f64]) -> Result<(), LinearFailure> {
        self.solve_numbers(b)
    }
}
