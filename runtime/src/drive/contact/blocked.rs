//! Contacts that constraints block: their rows of the contact problem are nothing but rounding.
//!
//! Knows neither a step nor gaps.
//!
//! ```text
//! y = A⁻¹ wᵀ as computed:        |δ(w y)| ≤ |w| |A⁻¹| (|A y − wᵀ| + n ε |A| |A⁻¹| |wᵀ|)
//! x_f = x − A⁻¹ r as computed:   |δ(w x_f)| ≤ |w| |A⁻¹| (|A A⁻¹ r − r| + n ε (|A| |x| + |A| |A⁻¹| |r| + σ))
//! x_f of coordinates that are rounding themselves:   |w x_f| ≤ 64 ε √(Σ wₖ²/mₖ) √(Σ sₖ²/mₖ),   sₖ = σₖ + mₖ |qₖ|/h
//! ```
//!
//! with the sizes σ of the summands of r, and the masses m = |A(k, k)|.
//!
//! Such an entry of G is a sum that cancels within A⁻¹, so that the terms of the last product do not tell its rounding. Where
//! constraints hold a coordinate at zero, its velocity is rounding of the size of no number of its own: the last bound is the
//! rounding of all momenta, as they would move the contact without constraints. The bounds do not depend on the units of
//! coordinates and equations.

use crate::Failure;
use extremal_numerics::block::{RowMajor, at, column_mut, dot_of_sizes, rows, zeros};
use extremal_numerics::{Block, Scalar, Size, SizeOf};
use extremal_percussions::ContactFailure;

/// A and A⁻¹, of as many rows as `U` has numbers.
#[derive(Clone, Copy)]
pub(super) struct Inverted<'a, T> {
    pub(super) matrix: &'a [T],
    pub(super) inverse: &'a [T],
}

/// The rounding of all momenta, as a bound for velocities of contacts.
#[derive(Clone, Copy, Debug)]
pub(in crate::drive) struct Noise<T> {
    /// 64 ε √(Σ sₖ²/mₖ)
    root: T,
}

impl<T: Size> Noise<T> {
    /// The rounding of momenta with masses mₖ and sizes sₖ. Coordinates without a mass have no part.
    pub(in crate::drive) fn of(momenta: impl Iterator<Item = [T; 2]>) -> Self {
        Self {
            root: T::from_f64(64.0 * T::EPSILON) * Scalar::sqrt(by_mass(momenta)),
        }
    }

    /// The largest w v that is nothing but rounding, of a row of entries mₖ and wₖ.
    pub(in crate::drive) fn of_row(&self, row: impl Iterator<Item = [T; 2]>) -> T {
        self.root * Scalar::sqrt(by_mass(row))
    }
}

/// Σ xₖ²/mₖ: of a row of W its entry of G without constraints.
pub(in crate::drive) fn by_mass<T: Size>(numbers: impl Iterator<Item = [T; 2]>) -> T {
    let zero = T::from_f64(0.0);
    numbers.fold(zero, |sum, [mass, x]| {
        let mass = Scalar::abs(mass);
        if mass > zero { sum + x * x / mass } else { sum }
    })
}

/// Adds √Gᵢᵢ √(v·M v) to the scales of c: the largest velocity of a contact that motions of this `energy` have. A body that
/// others hold has a velocity of rounding, the rounding of all impulses that hold it, of which its own numbers do not tell.
///
/// By how much the scale grows that grows most.
pub(super) fn widen_by_motion<T: Size>(scales: &mut [T], delassus: &[T], (rows, energy): (usize, T)) -> T {
    let mut most = T::from_f64(1.0);
    for (row, scale) in scales.iter_mut().enumerate().take(rows) {
        let own = Scalar::abs(at(delassus, (rows + 1) * row));
        let wide = *scale + Scalar::sqrt(own * energy);
        let growth = if wide > *scale { wide / *scale } else { most };
        most = if growth > most { growth } else { most };
        *scale = wide;
    }
    most
}

/// A residual that is rounding with no scales: ten million times what is accepted of twelve rows.
const BEYOND: f64 = 1e-6;

/// Whether the residual of a failure is beyond rounding also with scales that are wider by this factor.
pub(super) fn is_beyond(failure: &Failure, wider: f64) -> bool {
    match failure {
        Failure::UnsolvedContact { residual, .. }
        | Failure::Percussions(ContactFailure::NotConverged { residual, .. }) => *residual > BEYOND * wider,
        _ => false,
    }
}

/// The rounding of rows of W A⁻¹ Wᵀ and W (x − A⁻¹ r).
pub(super) struct Rounding<'a, T, U> {
    inverted: Inverted<'a, T>,
    /// The rounding of each equation at x − A⁻¹ r.
    free: U,
    noise: Noise<T>,
}

impl<'a, T: Size, U: Block<T>> Rounding<'a, T, U> {
    /// `sizes` are those of the summands of `r`, and `moved` are q/h.
    pub(super) fn new(
        inverted: Inverted<'a, T>,
        x: &[T],
        (r, sizes): (&[T], &[T]),
        moved: impl Iterator<Item = T>,
    ) -> Self {
        let mut free: U = inverted.rounding(r, x);
        let rows = free.as_mut_slice().iter_mut().zip(sizes);
        rows.for_each(|(rounding, &size)| *rounding = *rounding + unit::<T, U>() * Scalar::abs(size));
        let momenta = inverted.masses::<U>().zip(moved).zip(sizes);
        let noise = Noise::of(
            momenta.map(|((mass, moved), &size)| [mass, Scalar::abs(size) + Scalar::abs(mass * moved)]),
        );
        Self {
            inverted,
            free,
            noise,
        }
    }

    /// Makes rows and columns of G zero that are nothing but rounding, and their c, too.
    pub(super) fn clear<'b>(
        &self,
        direction: impl Fn(usize) -> &'b [T],
        delassus: &mut [T],
        free: &mut [T],
        rows: usize,
    ) where
        T: 'b,
    {
        let zero = T::from_f64(0.0);
        for row in 0..rows {
            let [of_entry, of_free] = self.of(direction(row));
            if Scalar::abs(at(delassus, (rows + 1) * row)) > of_entry {
                continue;
            }
            column_mut(delassus, rows, row).for_each(|entry| *entry = zero);
            let own = delassus.iter_mut().skip(rows * row).take(rows);
            own.for_each(|entry| *entry = zero);
            if let Some(free) = free.get_mut(row).filter(|free| Scalar::abs(**free) <= of_free) {
                *free = zero;
            }
        }
    }

    /// Adds the rounding of w (x − A⁻¹ r) to the scales of c, in units of the residual to which contact problems are solved.
    pub(super) fn widen<'b>(&self, direction: impl Fn(usize) -> &'b [T], scales: &mut [T], rows: usize)
    where
        T: 'b,
    {
        let unit = T::from_f64(8.0 * T::EPSILON) * T::from_size(SizeOf::<T>::from_count(rows));
        for (row, scale) in scales.iter_mut().enumerate().take(rows) {
            let left = self.left(direction(row));
            *scale = *scale + dot_of_sizes(left.as_slice(), self.free.as_slice()) / unit;
        }
    }

    /// |w| |A⁻¹|
    fn left(&self, direction: &[T]) -> U {
        let mut left: U = zeros();
        for (row, &w) in rows(self.inverted.inverse, U::LEN).zip(direction) {
            let places = left.as_mut_slice().iter_mut().zip(row);
            places.for_each(|(sum, &entry)| *sum = *sum + Scalar::abs(w * entry));
        }
        left
    }

    /// The rounding of w A⁻¹ wᵀ, and of w (x − A⁻¹ r).
    fn of(&self, direction: &[T]) -> [T; 2] {
        let left = self.left(direction);
        let entry: U = self.inverted.rounding(direction, &[]);
        let [of_entry, of_free] =
            [&entry, &self.free].map(|rounding| dot_of_sizes(left.as_slice(), rounding.as_slice()));
        let row = self.inverted.masses::<U>().zip(direction);
        let of_zero = self.noise.of_row(row.map(|(mass, &w)| [mass, w]));
        [of_entry, of_free + of_zero]
    }
}

impl<T: Size> Inverted<'_, T> {
    /// A(k, k)
    fn masses<U: Block<T>>(&self) -> impl Iterator<Item = T> {
        (0..U::LEN).map(|k| at(self.matrix, (U::LEN + 1) * k))
    }

    /// |A A⁻¹ r − r| + n ε |A| (|x| + |A⁻¹| |r|)
    fn rounding<U: Block<T>>(&self, r: &[T], x: &[T]) -> U {
        let inverse = RowMajor::new(self.inverse, U::LEN);
        let y = U::from_fn(|k| inverse.dot(k, r));
        let reach = U::from_fn(|k| Scalar::abs(at(x, k)) + inverse.dot_of_sizes(k, r));
        U::from_fn(|k| {
            let row = RowMajor::new(self.matrix, U::LEN).row(k);
            let terms = row.iter().zip(y.as_slice());
            let rest = terms.fold(-at(r, k), |sum, (&a, &y)| sum + a * y);
            T::from_f64(2.0) * Scalar::abs(rest) + unit::<T, U>() * dot_of_sizes(row, reach.as_slice())
        })
    }
}

/// 4 n ε
fn unit<T: Size, U: Block<T>>() -> T {
    T::from_f64(4.0 * T::EPSILON) * T::from_size(SizeOf::<T>::from_count(U::LEN))
}
