//! The choice of a storage by the pattern of a matrix.

#[cfg(feature = "sparse")]
mod cost;
mod joint;

use alloc::boxed::Box;
use alloc::vec::Vec;

use nalgebra::DVector;

use super::eliminated::Eliminated;
use super::pattern::inverse;
use super::triangular::Triangular;
use super::{
    Assembling, Banded, Diagonal, Matrix, Pattern, Stored, Tridiagonal, add_entries, check_length, set,
};
use crate::block::at;
use crate::{LinearFailure, Scalar};

/// Bands up to this half bandwidth are taken where sparse factors are missing, or would exchange rows: those of nets that are
/// held at some masses take four times as long then.
const WIDEST: usize = 80;

/// The storage that suits a pattern: diagonal, tridiagonal, a band if it is narrow, otherwise sparse (feature `sparse`).
///
/// The bands of the given order and of the reverse Cuthill–McKee order are compared. A band is narrow if it takes less time
/// than sparse factors, by an estimate from its width and from the numbers that sparse factors have. Without that feature, or
/// if some entry has no mirror image, as with constraints, it is narrow up to 80 columns beside the diagonal.
///
/// ```
/// use extremal_numerics::matrix::{Matrix, Pattern, Storage};
///
/// // A ring of masses, each on a spring of its own.
/// let items: Vec<[usize; 2]> = (0..100).map(|i| [i, (i + 1) % 100]).collect();
/// let pattern = Pattern::new(100, |visit| items.iter().for_each(|item| visit(item)))?;
/// let mut a = Storage::<f64>::of(&pattern)?;
/// assert_eq!(a.name(), "banded");
/// for item in &items {
///     a.add(item, item, &[1.5, -1.0, -1.0, 1.5]);
/// }
/// let mut b = vec![1.0; 100];
/// a.factor()?;
/// a.solve(&mut b)?;
/// assert!(b.iter().all(|x| (x - 1.0).abs() < 1e-14));
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Storage<T: Scalar> {
    kind: Kind<T>,
    /// The place of each row, and room to bring numbers there; empty if rows stay where they are.
    places: Vec<usize>,
    moved: Vec<T>,
}

#[derive(Clone, Debug)]
enum Kind<T: Scalar> {
    Diagonal(Diagonal<T, DVector<T>>),
    Tridiagonal(Tridiagonal<T, DVector<T>>),
    Banded(Banded<T, DVector<T>>),
    Triangular(Box<Triangular<T>>),
    Eliminated(Box<Eliminated<T>>),
    /// With room for a right-hand side in double precision.
    #[cfg(feature = "sparse")]
    Sparse(Box<super::Sparse>, Vec<f64>),
}

impl<T: Scalar> Kind<T> {
    fn is_band(&self) -> bool {
        matches!(self, Self::Diagonal(_) | Self::Tridiagonal(_) | Self::Banded(_))
    }
}

/// A matrix in another order of rows and columns, to which entries are added.
struct Placed<'a, M> {
    matrix: &'a mut M,
    places: &'a [usize],
}

impl<T: Scalar, M: Matrix<T>> Matrix<T> for Placed<'_, M> {
    fn size(&self) -> usize {
        self.matrix.size()
    }

    fn clear(&mut self) {
        self.matrix.clear();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        let [row, column] = [row, column].map(|k| self.places.get(k).copied().unwrap_or(k));
        self.matrix.add_entry(row, column, value);
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.matrix.factor()
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        self.matrix.solve(b)
    }
}

/// Evaluates the same expression for each kind of matrix that holds numbers of the type `T`.
macro_rules! each {
    ($kind:expr, $matrix:ident => $numbers:expr, $sparse:ident, $room:ident => $other:expr) => {
        match $kind {
            Kind::Diagonal($matrix) => $numbers,
            Kind::Tridiagonal($matrix) => $numbers,
            Kind::Banded($matrix) => $numbers,
            Kind::Triangular($matrix) => $numbers,
            Kind::Eliminated($matrix) => $numbers,
            #[cfg(feature = "sparse")]
            Kind::Sparse($sparse, $room) => $other,
        }
    };
}

impl<T: Scalar> Storage<T> {
    /// The storage for a pattern.
    ///
    /// # Errors
    ///
    /// [`LinearFailure::NeedsSparse`] where no band is narrow and the feature `sparse` is missing, or numbers carry more than
    /// one value,
    /// as dual numbers do; [`LinearFailure::TooLarge`].
    pub fn of(pattern: &Pattern) -> Result<Self, LinearFailure> {
        let n = pattern.size();
        let (order, half) = narrowest(pattern);
        let kind = match half {
            0 => Kind::Diagonal(Diagonal::new(n)),
            1 => Kind::Tridiagonal(Tridiagonal::new(n)),
            _ => Self::band_or_sparse(pattern, half)?,
        };
        // Sparse factors have an order of their own.
        let order = match kind.is_band() {
            true => order,
            false => Vec::new(),
        };
        let moved = order.iter().map(|_| T::from_f64(0.0)).collect();
        Ok(Self {
            kind,
            places: inverse(&order),
            moved,
        })
    }

    /// A band with this half bandwidth, or sparse factors if they take less time.
    fn band_or_sparse(pattern: &Pattern, half: usize) -> Result<Kind<T>, LinearFailure> {
        let band = || Kind::Banded(Banded::new(pattern.size(), half));
        #[cfg(feature = "sparse")]
        if core::any::TypeId::of::<T>() == core::any::TypeId::of::<T::Size>() {
            let of_band = cost::of_band(half);
            if of_band <= cost::LEAST_OF_SPARSE || (half <= WIDEST && !pattern.is_symmetric()) {
                return Ok(band());
            }
            let sparse = super::Sparse::new(pattern.clone())?;
            if of_band <= cost::of_sparse(pattern, sparse.fill()) {
                return Ok(band());
            }
            let room = (0..pattern.size()).map(|_| 0.0).collect();
            return Ok(Kind::Sparse(Box::new(sparse), room));
        }
        match half <= WIDEST {
            true => Ok(band()),
            false => Err(LinearFailure::NeedsSparse { half_bandwidth: half }),
        }
    }

    /// As [`of`](Self::of), and a wide band where sparse factors are missing.
    #[doc(hidden)]
    pub fn of_any(pattern: &Pattern) -> Result<Self, LinearFailure> {
        Self::of(pattern).or_else(|failure| match failure {
            LinearFailure::NeedsSparse { half_bandwidth } => Ok(Self::wide(pattern, half_bandwidth)),
            other => Err(other),
        })
    }

    /// Rows stay where they are.
    fn unmoved(kind: Kind<T>) -> Self {
        Self {
            kind,
            places: Vec::new(),
            moved: Vec::new(),
        }
    }

    fn wide(pattern: &Pattern, half: usize) -> Self {
        let (order, _) = narrowest(pattern);
        Self {
            kind: Kind::Banded(Banded::new(pattern.size(), half)),
            moved: order.iter().map(|_| T::from_f64(0.0)).collect(),
            places: inverse(&order),
        }
    }

    /// `diagonal`, `tridiagonal`, `banded`, `triangular`, `eliminated` or `sparse`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match &self.kind {
            Kind::Diagonal(_) => "diagonal",
            Kind::Tridiagonal(_) => "tridiagonal",
            Kind::Banded(_) => "banded",
            Kind::Triangular(_) => "triangular",
            Kind::Eliminated(_) => "eliminated",
            #[cfg(feature = "sparse")]
            Kind::Sparse(..) => "sparse",
        }
    }

    /// An error of the stored matrix, in the order of the caller.
    fn named(&self, failure: LinearFailure) -> LinearFailure {
        renamed(failure, &self.places, 0)
    }
}

/// The order with the narrower band, empty if that is the given one, and its half bandwidth.
fn narrowest(pattern: &Pattern) -> (Vec<usize>, usize) {
    let natural = pattern.half_bandwidth();
    if natural <= 1 {
        return (Vec::new(), natural);
    }
    let order = pattern.order();
    let half = pattern.half_bandwidth_in(&order);
    if half < natural {
        (order, half)
    } else {
        (Vec::new(), natural)
    }
}

/// An error of a matrix, `before` rows further on, in the order of its caller.
pub(super) fn renamed(failure: LinearFailure, places: &[usize], before: usize) -> LinearFailure {
    let original = |place: usize| {
        let place = place.saturating_add(before);
        places.iter().position(|&p| p == place).unwrap_or(place)
    };
    match failure {
        LinearFailure::Singular { pivot, size } => LinearFailure::Singular {
            pivot: original(pivot),
            size,
        },
        LinearFailure::Misplaced { row, column } => LinearFailure::Misplaced {
            row: original(row),
            column: original(column),
        },
        other => other,
    }
}

impl<T: Scalar> Matrix<T> for Storage<T> {
    fn size(&self) -> usize {
        each!(&self.kind, a => a.size(), _a, room => room.len())
    }

    fn clear(&mut self) {
        each!(&mut self.kind, a => a.clear(), a, _room => a.forget());
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        self.add(&[row], &[column], &[value]);
    }

    /// The kind of storage is looked up once for the whole block.
    #[inline]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        let Self { kind, places, .. } = self;
        // Beyond the end, a row stays where it is.
        let place = |row: usize| places.get(row).copied().unwrap_or(row);
        let items = (rows, columns);
        match kind {
            Kind::Diagonal(a) => add_entries(a, place, items, block),
            Kind::Tridiagonal(a) if places.is_empty() => a.add(rows, columns, block),
            Kind::Tridiagonal(a) => add_entries(a, place, items, block),
            Kind::Banded(a) => a.add_at(place, items, block),
            // Its rows stay where they are, and so do those of sparse ones.
            Kind::Triangular(a) => a.add(rows, columns, block),
            Kind::Eliminated(a) => a.add(rows, columns, block),
            #[cfg(feature = "sparse")]
            Kind::Sparse(a, _) => a.add_numbers(items, block, number),
        }
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        let result = each!(&mut self.kind, a => a.factor(), a, _room => a.factor_numbers());
        result.map_err(|failure| self.named(failure))
    }

    /// What eliminates without exchanges has no order of its own.
    fn solve_roughly(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        match &mut self.kind {
            Kind::Eliminated(a) => a.solve_roughly(b),
            _ => self.solve(b),
        }
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.size(), b.len())?;
        if self.places.is_empty() {
            return each!(&mut self.kind, a => a.solve(b), a, room => solve_sparse(a, room, b));
        }
        for (&place, &b) in self.places.iter().zip(&*b) {
            set(&mut self.moved, place, b);
        }
        let moved = &mut self.moved;
        each!(&mut self.kind, a => a.solve(moved), a, room => solve_sparse(a, room, moved))?;
        for (&place, b) in self.places.iter().zip(b) {
            *b = at(&self.moved, place);
        }
        Ok(())
    }
}

impl<T: Scalar> Stored<T> for Storage<T> {
    fn for_places(
        size: usize,
        places: impl FnOnce(&mut dyn FnMut(usize, usize)),
    ) -> Result<Self, LinearFailure> {
        let (mut beside, mut has_diagonal) = (Vec::new(), Vec::new());
        has_diagonal.resize(size, false);
        places(&mut |row, column| match row == column {
            true => set(&mut has_diagonal, row, true),
            false => beside.push((row, column)),
        });
        if let Some(eliminated) = Eliminated::of(&has_diagonal, &beside) {
            return Ok(Self::unmoved(Kind::Eliminated(Box::new(eliminated))));
        }
        Self::joint(size, beside)
    }

    fn has_dear_factors(&self) -> bool {
        match &self.kind {
            #[cfg(feature = "sparse")]
            Kind::Sparse(..) => true,
            Kind::Eliminated(a) => a.has_dear_factors(),
            _ => false,
        }
    }

    fn is_diagonal(&self) -> bool {
        matches!(self.kind, Kind::Diagonal(_))
    }

    fn has_cheap_factors(&self) -> bool {
        match &self.kind {
            Kind::Diagonal(_) | Kind::Tridiagonal(_) => true,
            Kind::Eliminated(a) => a.has_cheap_factors(),
            _ => false,
        }
    }

    #[inline]
    fn assemble(&mut self, entries: impl Assembling<T>) {
        let places = self.places.as_slice();
        match &mut self.kind {
            Kind::Diagonal(matrix) => entries.add_to(matrix),
            Kind::Tridiagonal(matrix) if places.is_empty() => entries.add_to(matrix),
            Kind::Banded(matrix) if places.is_empty() => entries.add_to(matrix),
            Kind::Tridiagonal(matrix) => entries.add_to(&mut Placed { matrix, places }),
            Kind::Banded(matrix) => entries.add_to(&mut Placed { matrix, places }),
            Kind::Triangular(matrix) => entries.add_to(&mut **matrix),
            Kind::Eliminated(matrix) => entries.add_to(matrix.adding()),
            #[cfg(feature = "sparse")]
            Kind::Sparse(..) => entries.add_to(self),
        }
    }
}

#[cfg(feature = "sparse")]
fn number<T: Scalar>(x: T) -> f64 {
    crate::Size::to_f64(x.real())
}

#[cfg(feature = "sparse")]
fn solve_sparse<T: Scalar>(
    a: &mut super::Sparse,
    room: &mut [f64],
    b: &mut [T],
) -> Result<(), LinearFailure> {
    room.iter_mut().zip(&*b).for_each(|(x, &b)| *x = number(b));
    a.solve_numbers(room)?;
    b.iter_mut().zip(&*room).for_each(|(b, &x)| *b = T::from_f64(x));
    Ok(())
}
