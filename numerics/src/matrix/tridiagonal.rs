//! Tridiagonal matrices, eliminated from both ends at once.

use core::marker::PhantomData;

use crate::{LinearFailure, Scalar, SizeOf, Vector};

use super::{Matrix, Misplaced, check_length, exchange, smallest_pivot};

/// A tridiagonal matrix, symmetric or not; each `V` holds n numbers, as an array or as a vector of any length.
///
/// The elimination starts at the first and at the last row and ends in the middle one, m = n/2:
///
/// ```text
/// d₀ = a₀₀,  d_{i+1} = a_{i+1,i+1} − w_i,  w_i = a_{i+1,i} a_{i,i+1} / d_i     i < m
/// the same from the last row upwards;  d_m = a_mm − w_{m−1} − w_{m+1}
/// ```
///
/// The two halves do not wait for each other, so that a processor works on both divisions at a time. The equations are those
/// of Thomas' algorithm (L. H. Thomas, 1949), twice; «burn at both ends», «twisted factorization» in the literature
/// (G. Meurant, 1992).
///
/// They exchange no rows. The elimination is as exact as one with pivots if |w| is at most some multiple of the entries of
/// its row. If one of them is more than sixteen times as large, or if some |d| may be zero but for the roundings of such
/// numbers, then the matrix is eliminated again, from the first row, with exchanges of neighbours. Only where that finds no
/// pivot, the matrix is singular.
///
/// ```
/// use extremal_numerics::matrix::{Matrix, Tridiagonal};
///
/// // Three masses in a row between two walls.
/// let mut a = Tridiagonal::<f64, [f64; 3]>::new(3);
/// for i in 0..2 {
///     a.add(&[i, i + 1], &[i, i + 1], &[1.0, -1.0, -1.0, 1.0]);
/// }
/// a.add(&[0], &[0], &[1.0]);
/// a.add(&[2], &[2], &[1.0]);
/// let mut b = [1.0, 0.0, 1.0];
/// a.factor()?;
/// a.solve(&mut b)?;
/// assert_eq!(b, [1.0, 1.0, 1.0]);
/// # Ok::<(), extremal_numerics::LinearFailure>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tridiagonal<T, V> {
    pub(super) diagonal: V,
    /// Entry `i` stands in row i + 1 and column i; the last one is not used.
    pub(super) below: V,
    /// Entry `i` stands in row i and column i + 1; the last one is not used.
    pub(super) above: V,
    /// 1/d.
    pub(super) reciprocals: V,
    /// 1 where a row was exchanged with the next one.
    pub(super) exchanges: V,
    has_exchanges: bool,
    misplaced: Misplaced,
    scalar: PhantomData<T>,
}

/// |w| may be this many times as large as the entries of its row: less than two digits of sixteen.
const GROWTH: f64 = 16.0;

/// One end of the elimination.
struct End<T: Scalar> {
    /// The number that the last row subtracts from the next pivot.
    w: T,
    /// The entry that couples the next row to the last one.
    behind: T,
    smallest: SizeOf<T>,
    is_stable: bool,
}

impl<T: Scalar> End<T> {
    fn new(smallest: SizeOf<T>) -> Self {
        let zero = T::from_f64(0.0);
        Self {
            w: zero,
            behind: zero,
            smallest,
            is_stable: true,
        }
    }

    /// The reciprocal pivot of a row with `diagonal` and the entry `ahead`; `next` couples the next row to this one.
    #[inline(always)]
    fn eliminate(&mut self, diagonal: T, ahead: T, next: T) -> T {
        let pivot = diagonal - self.w;
        let size = self.behind.magnitude() + diagonal.magnitude() + ahead.magnitude();
        self.judge(pivot, size);
        let reciprocal = pivot.recip();
        self.w = next * ahead * reciprocal;
        self.behind = next;
        reciprocal
    }

    #[inline(always)]
    fn judge(&mut self, pivot: T, size: SizeOf<T>) {
        let is_small = self.w.magnitude() <= SizeOf::<T>::from_f64(GROWTH) * size;
        self.is_stable &= is_small & (pivot.divisor_size() > self.smallest * size);
    }
}

impl<T: Scalar, V: Vector<T>> Tridiagonal<T, V> {
    /// The matrix of `n` rows whose entries are zero. An array has its own length, whatever `n` is.
    pub fn new(n: usize) -> Self {
        let zeros = || V::with_len(n, |_| T::from_f64(0.0));
        Self {
            diagonal: zeros(),
            below: zeros(),
            above: zeros(),
            reciprocals: zeros(),
            exchanges: zeros(),
            has_exchanges: false,
            misplaced: Misplaced::default(),
            scalar: PhantomData,
        }
    }

    /// Whether the last `factor` had to exchange rows.
    #[must_use]
    pub fn has_exchanges(&self) -> bool {
        self.has_exchanges
    }

    /// The reciprocal pivots, from both ends; whether they are good ones.
    fn eliminate(&mut self) -> bool {
        let n = self.diagonal.as_slice().len();
        let (middle, smallest) = (n / 2, SizeOf::<T>::from_f64(GROWTH) * smallest_pivot::<T>(n));
        let (Some((d_top, [d_middle, d_bottom @ ..])), Some((r_top, [r_middle, r_bottom @ ..]))) = (
            self.diagonal.as_slice().split_at_checked(middle),
            self.reciprocals.as_mut_slice().split_at_mut_checked(middle),
        ) else {
            return true;
        };
        let (below_top, below_bottom) = halves(self.below.as_slice(), middle);
        let (above_top, above_bottom) = halves(self.above.as_slice(), middle);
        let (mut top, mut bottom) = (End::<T>::new(smallest), End::<T>::new(smallest));
        let mut from_top = d_top.iter().zip(below_top).zip(above_top).zip(r_top);
        let from_bottom = d_bottom
            .iter()
            .zip(below_bottom)
            .zip(above_bottom)
            .zip(r_bottom)
            .rev();
        if n.is_multiple_of(2)
            && let Some((((&d, &below), &above), r)) = from_top.next()
        {
            *r = top.eliminate(d, above, below);
        }
        for ((((&d, &below), &above), r), (((&e, &under), &over), s)) in from_top.zip(from_bottom) {
            *r = top.eliminate(d, above, below);
            *s = bottom.eliminate(e, under, over);
        }
        let pivot = *d_middle - top.w - bottom.w;
        let size = top.behind.magnitude() + d_middle.magnitude() + bottom.behind.magnitude();
        top.judge(pivot, size);
        bottom.judge(pivot, size);
        *r_middle = pivot.recip();
        top.is_stable & bottom.is_stable
    }

    fn substitute(&self, b: &mut [T]) {
        let n = b.len();
        let middle = n / 2;
        let (Some((r_top, [r_middle, r_bottom @ ..])), Some((x_top, [x_middle, x_bottom @ ..]))) = (
            self.reciprocals.as_slice().split_at_checked(middle),
            b.split_at_mut_checked(middle),
        ) else {
            return;
        };
        let (below_top, below_bottom) = halves(self.below.as_slice(), middle);
        let (above_top, above_bottom) = halves(self.above.as_slice(), middle);
        let zero = T::from_f64(0.0);
        let (mut carry, mut other) = (zero, zero);
        let mut from_top = x_top.iter_mut().zip(below_top).zip(r_top);
        let from_bottom = x_bottom.iter_mut().zip(above_bottom).zip(r_bottom).rev();
        if n.is_multiple_of(2)
            && let Some(((x, &below), &r)) = from_top.next()
        {
            (*x, carry) = forward(*x, carry, below, r);
        }
        for (((x, &below), &r), ((y, &over), &s)) in from_top.zip(from_bottom) {
            (*x, carry) = forward(*x, carry, below, r);
            (*y, other) = forward(*y, other, over, s);
        }
        *x_middle = (*x_middle - carry - other) * *r_middle;
        let (mut upper, mut lower) = (*x_middle, *x_middle);
        let to_top = x_top.iter_mut().zip(above_top).zip(r_top).rev();
        let to_bottom = x_bottom.iter_mut().zip(below_bottom).zip(r_bottom);
        for (((x, &above), &r), ((y, &under), &s)) in to_top.zip(to_bottom) {
            upper = *x - above * r * upper;
            lower = *y - under * s * lower;
            (*x, *y) = (upper, lower);
        }
        if n.is_multiple_of(2)
            && let (Some(x), Some(&above), Some(&r)) = (x_top.first_mut(), above_top.first(), r_top.first())
        {
            *x = *x - above * r * upper;
        }
    }
}

/// y/d of a row, and what it subtracts from the next one.
#[inline(always)]
fn forward<T: Scalar>(b: T, carry: T, next: T, reciprocal: T) -> (T, T) {
    let y = b - carry;
    (y * reciprocal, next * reciprocal * y)
}

/// The links between the rows before the middle one, and those after it. The last number is not a link.
#[inline]
fn halves<T>(links: &[T], middle: usize) -> (&[T], &[T]) {
    let links = links.split_last().map_or(&[][..], |(_, links)| links);
    links.split_at_checked(middle).unwrap_or((links, &[]))
}

impl<T: Scalar, V: Vector<T>> Matrix<T> for Tridiagonal<T, V> {
    fn size(&self) -> usize {
        self.diagonal.as_slice().len()
    }

    #[inline]
    fn clear(&mut self) {
        for numbers in [&mut self.diagonal, &mut self.below, &mut self.above] {
            numbers.as_mut_slice().fill(T::from_f64(0.0));
        }
        self.misplaced = Misplaced::default();
    }

    #[inline]
    fn add_entry(&mut self, row: usize, column: usize, value: T) {
        let is_inside = row.max(column) < self.diagonal.as_slice().len();
        let numbers = match column.wrapping_sub(row) {
            0 => &mut self.diagonal,
            1 => &mut self.above,
            usize::MAX => &mut self.below,
            _ => return self.misplaced.note(row, column),
        };
        match numbers.as_mut_slice().get_mut(row.min(column)) {
            Some(entry) if is_inside => *entry = *entry + value,
            _ => self.misplaced.note(row, column),
        }
    }

    /// Blocks of two neighbours have their four places at once.
    #[inline(always)]
    fn add(&mut self, rows: &[usize], columns: &[usize], block: &[T]) {
        if let (&[i, j], &[k, l], &[a, b, c, d]) = (rows, columns, block)
            && (i, j) == (k, l)
            && j == i.wrapping_add(1)
            && let Some([here, next]) = self
                .diagonal
                .as_mut_slice()
                .get_mut(i..)
                .and_then(|d| d.first_chunk_mut())
            && let Some(above) = self.above.as_mut_slice().get_mut(i)
            && let Some(below) = self.below.as_mut_slice().get_mut(i)
        {
            (*here, *next) = (*here + a, *next + d);
            (*above, *below) = (*above + b, *below + c);
        } else {
            super::add_entries(self, |row| row, (rows, columns), block);
        }
    }

    fn factor(&mut self) -> Result<(), LinearFailure> {
        self.misplaced.check()?;
        self.has_exchanges = false;
        if !self.eliminate() {
            self.has_exchanges = true;
            exchange::eliminate(self)?;
        }
        Ok(())
    }

    fn solve(&mut self, b: &mut [T]) -> Result<(), LinearFailure> {
        check_length(self.diagonal.as_slice().len(), b.len())?;
        if self.has_exchanges {
            exchange::substitute(self, b);
        } else {
            self.substitute(b);
        }
        Ok(())
    }
}
