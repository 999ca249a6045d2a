//! Elimination of a tridiagonal matrix with exchanges of neighbouring rows, for those that are not solved from both ends.
//!
//! Row i after the elimination: the pivot at i, `above` at i + 1, and at i + 2 a number that stands where the diagonal was.

use crate::block::at;
use crate::{LinearFailure, Scalar, Size, SizeOf, Vector};

use super::{Tridiagonal, relative, set, smallest_pivot};

/// # Errors
///
/// [`LinearFailure::Singular`] with the column, [`LinearFailure::NotFinite`].
#[cold]
pub(super) fn eliminate<T: Scalar, V: Vector<T>>(a: &mut Tridiagonal<T, V>) -> Result<(), LinearFailure> {
    let n = a.diagonal.as_slice().len();
    let [diagonal, below, above, reciprocals, exchanges] = [
        &mut a.diagonal,
        &mut a.below,
        &mut a.above,
        &mut a.reciprocals,
        &mut a.exchanges,
    ]
    .map(Vector::as_mut_slice);
    let (zero, smallest) = (T::from_f64(0.0), smallest_pivot::<T>(n));
    let (last, size_of) = (n.saturating_sub(1), |row: [T; 3]| {
        row.iter()
            .fold(SizeOf::<T>::from_f64(0.0), |size, a| size + a.magnitude())
    });
    // The last places are not used, and may have been written.
    set(below, last, zero);
    set(above, last, zero);
    let mut row = [at(diagonal, 0), at(above, 0)];
    let mut size = size_of([zero, at(diagonal, 0), at(above, 0)]);
    for i in 0..n {
        let next = [at(below, i), at(diagonal, i + 1), at(above, i + 1)];
        let next_size = size_of(next);
        if !(size + next_size).is_finite() {
            return Err(LinearFailure::NotFinite { what: "tangent" });
        }
        let [pivot, ahead] = row;
        let [here, other] = [relative(pivot, size), relative(next[0], next_size)];
        let is_exchanged = here < other;
        let found = if is_exchanged { other } else { here };
        if found <= smallest {
            let size = found.to_f64();
            return Err(LinearFailure::Singular { pivot: i, size });
        }
        let kept = if is_exchanged { next } else { [pivot, ahead, zero] };
        let (rest, reciprocal) = (
            if is_exchanged { [pivot, ahead, zero] } else { next },
            kept[0].recip(),
        );
        let factor = rest[0] * reciprocal;
        row = [rest[1] - factor * kept[1], rest[2] - factor * kept[2]];
        size = if is_exchanged { size } else { next_size };
        set(below, i, factor);
        set(above, i, kept[1]);
        set(diagonal, i, kept[2]);
        set(reciprocals, i, reciprocal);
        set(exchanges, i, T::from_f64(f64::from(is_exchanged)));
    }
    Ok(())
}

/// `b` becomes A⁻¹ b.
#[cold]
pub(super) fn substitute<T: Scalar, V: Vector<T>>(a: &Tridiagonal<T, V>, b: &mut [T]) {
    let n = b.len();
    let [second, below, above, reciprocals, exchanges] =
        [&a.diagonal, &a.below, &a.above, &a.reciprocals, &a.exchanges].map(Vector::as_slice);
    let (one, mut waiting) = (T::from_f64(1.0), at(b, 0));
    for i in 0..n {
        let (next, factor) = (at(b, i + 1), at(below, i));
        let is_exchanged = at(exchanges, i) == one;
        let (kept, rest) = if is_exchanged {
            (next, waiting)
        } else {
            (waiting, next)
        };
        set(b, i, kept);
        waiting = rest - factor * kept;
    }
    for i in (0..n).rev() {
        let sum = at(b, i) - at(above, i) * at(b, i + 1) - at(second, i) * at(b, i + 2);
        set(b, i, sum * at(reciprocals, i));
    }
}
