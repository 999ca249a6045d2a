//! Sparse matrices, factored by the library faer.

mod general;
mod symmetric;

use core::fmt;
use std::vec::Vec;

use faer::dyn_stack::{MemBuffer, MemStack, StackReq};
use faer::sparse::{SparseColMatRef, SymbolicSparseColMatRef};

use general::General;
use symmetric::Symmetric;

use super::{Matrix, Misplaced, Pattern, check_length, set, smallest_pivot};
use crate::Failure;

/// A sparse matrix, whose pattern is analysed once. Numbers are kept in double precision.
///
/// A symmetric matrix is factored as L B Lᵀ (approximate minimum degree, supernodes). Coordinates without a number on the
/// diagonal, such as the
/// multipliers of constraints, get a small one of the other sign:
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
/// Allocates when it is made, and when a matrix is factored as L U.
#[derive(Clone, Debug)]
pub struct Sparse {
    pattern: Pattern,
    starts: Vec<usize>,
    rows: Vec<usize>,
    values: Vec<f64>,
    /// The place of the entry on the other side of the diagonal.
    transposed: Vec<usize>,
    symmetric: Symmetric,
    general: Option<General>,
    method: Method,
    right: Vec<f64>,
    residual: Vec<f64>,
    probe: Vec<f64>,
    misplaced: Misplaced,
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
const GOOD: f64 = 1e-12;
const REFINEMENTS: usize = 4;

fn matrix<'a>(starts: &'a [usize], rows: &'a [usize], values: &'a [f64]) -> SparseColMatRef<'a, usize, f64> {
    let n = starts.len().saturating_sub(1);
    SparseColMatRef::new(
        SymbolicSparseColMatRef::new_checked(n, n, starts, None, rows),
        values,
    )
}

impl Sparse {
    /// The matrix with this pattern whose entries are zero.
    ///
    /// # Errors
    ///
    /// [`Failure::TooLarge`] if there is no memory for its analysis.
    pub fn new(pattern: Pattern) -> Result<Self, Failure> {
        let n = pattern.size();
        let (starts, rows) = pattern.clone().into_parts();
        let mut next = starts.clone();
        // Column by column, the entries of row r are met in the order in which they stand there.
        let transposed: Vec<usize> = rows
            .iter()
            .map(|&row| {
                let place = next.get(row).copied().unwrap_or(0);
                set(&mut next, row, place + 1);
                place
            })
            .collect();
        let zeros = |n: usize| -> Vec<f64> { (0..n).map(|_| 0.0).collect() };
        Ok(Self {
            symmetric: Symmetric::new(&starts, &rows)?,
            values: zeros(rows.len()),
            pattern,
            starts,
            rows,
            transposed,
            general: None,
            method: Method::Symmetric,
            right: zeros(n),
            residual: zeros(n),
            probe: zeros(n),
            misplaced: Misplaced::default(),
        })
    }

    fn n(&self) -> usize {
        self.pattern.size()
    }

    pub(super) fn add_number(&mut self, row: usize, column: usize, value: f64) {
        // The pattern is symmetric: the rows of a column are the columns of that row.
        let place = self.pattern.row(column).binary_search(&row).ok();
        let place = place.and_then(|k| self.values.get_mut(self.starts.get(column)? + k));
        match place {
            Some(entry) => *entry += value,
            None => self.misplaced.note(row, column),
        }
    }

    pub(super) fn forget(&mut self) {
        self.values.fill(0.0);
        self.misplaced = Misplaced::default();
    }

    fn is_symmetric(&self) -> bool {
        let mut pairs = self.values.iter().zip(&self.transposed);
        pairs.all(|(value, &other)| self.values.get(other) == Some(value))
    }

    pub(super) fn factor_numbers(&mut self) -> Result<(), Failure> {
        self.misplaced.check()?;
        if !self.values.iter().all(|value| value.is_finite()) {
            return Err(Failure::NotFinite { what: "tangent" });
        }
        if self.n() == 0 {
            return Ok(());
        }
        if self.is_symmetric() {
            self.method = Method::Symmetric;
            self.symmetric.factor(&self.starts, &self.rows, &self.values);
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
    fn factor_general(&mut self) -> Result<(), Failure> {
        self.method = Method::General;
        if self.general.is_none() {
            self.general = Some(General::new(&self.starts, &self.rows)?);
        }
        let Self {
            general,
            starts,
            rows,
            values,
            ..
        } = self;
        let is_factored = general
            .as_mut()
            .is_some_and(|general| general.factor(starts, rows, values));
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
            let (_, values) = self.column(k);
            let size = values.iter().fold(0.0_f64, |size, value| size.max(value.abs()));
            *x = irregular(k) * if size > 0.0 { size } else { 1.0 };
        }
        let is_good = self.refine(&mut x) <= GOOD;
        let largest = (0..x.len()).fold(0.0_f64, |most, row| {
            let right = self.right.get(row).map_or(0.0, |b| b.abs());
            most.max(self.row_of(row, &x).1 / right)
        });
        self.probe = x;
        is_good.then(|| largest.recip())
    }

    /// The rows and the numbers of a column.
    fn column(&self, column: usize) -> (&[usize], &[f64]) {
        let ends = self.starts.get(column).zip(self.starts.get(column + 1));
        let range = ends.map_or(0..0, |(&from, &to)| from..to);
        let rows = self.rows.get(range.clone()).unwrap_or_default();
        (rows, self.values.get(range).unwrap_or_default())
    }

    /// (A x)ᵢ and Σ |aᵢⱼ xⱼ|.
    fn row_of(&self, row: usize, x: &[f64]) -> (f64, f64) {
        let range = self.starts.get(row).zip(self.starts.get(row + 1));
        let range = range.map_or(0..0, |(&from, &to)| from..to);
        let columns = self.rows.get(range.clone()).unwrap_or_default();
        let places = self.transposed.get(range).unwrap_or_default();
        columns
            .iter()
            .zip(places)
            .fold((0.0, 0.0), |(sum, size), (&column, &place)| {
                let term = at(&self.values, place) * at(x, column);
                (sum + term, size + term.abs())
            })
    }

    /// b − A x into `residual`; its largest number beside the terms of its row, infinite if one is not a number.
    fn residual(&mut self, x: &[f64]) -> f64 {
        let mut residual = core::mem::take(&mut self.residual);
        let mut largest = 0.0_f64;
        for (row, (r, &b)) in residual.iter_mut().zip(&self.right).enumerate() {
            let (sum, size) = self.row_of(row, x);
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
            let mut correction = core::mem::take(&mut self.residual);
            self.apply(&mut correction);
            x.iter_mut().zip(&correction).for_each(|(x, dx)| *x += dx);
            self.residual = correction;
            let next = self.residual(x);
            if next >= 0.5 * error {
                return next;
            }
            error = next;
        }
        error
    }

    /// The factors applied once.
    fn apply(&mut self, x: &mut [f64]) {
        match (&mut self.general, self.method) {
            (Some(general), Method::General) => general.solve(x),
            _ => self.symmetric.solve(x),
        }
    }

    /// Names the row whose equation is solved worst. Multipliers with a small number on the diagonal leave a residual in those
    /// rows that depend on others.
    #[cold]
    fn singular(&mut self, size: f64) -> Failure {
        if self.is_symmetric() {
            self.method = Method::Symmetric;
            self.symmetric.factor(&self.starts, &self.rows, &self.values);
        }
        self.probe();
        let mut worst = (0, 0.0);
        for (row, &b) in self.right.iter().enumerate() {
            let (sum, terms) = self.row_of(row, &self.probe);
            let error = (b - sum).abs() / (terms + b.abs());
            let error = if error.is_nan() { f64::INFINITY } else { error };
            if worst.1 < error {
                worst = (row, error);
            }
        }
        Failure::SingularTangent { pivot: worst.0, size }
    }

    pub(super) fn solve_numbers(&mut self, b: &mut [f64]) -> Result<(), Failure> {
        check_length(self.n(), b.len())?;
        if !b.iter().all(|b| b.is_finite()) {
            return Err(Failure::NotFinite {
                what: "right-hand side",
            });
        }
        if b.is_empty() || self.refine(b) <= GOOD {
            return Ok(());
        }
        if self.method == Method::Symmetric {
            b.copy_from_slice(&self.right);
            self.factor_general()?;
            if self.refine(b) <= GOOD {
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

fn at(numbers: &[f64], k: usize) -> f64 {
    numbers.get(k).copied().unwrap_or(0.0)
}

impl Matrix<f64> for Sparse {
    fn size(&self) -> usize {
        self.n()
    }

    fn clear(&mut self) {
        self.forget();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: f64) {
        self.add_number(row, column, value);
    }

    fn factor(&mut self) -> Result<(), Failure> {
        self.factor_numbers()
    }

    fn solve(&mut self, b: &mut [f64]) -> Result<(), Failure> {
        self.solve_numbers(b)
    }
}
