//! The functions that loops over items call: numbers that may not exist, sums into vectors, names, and checks of fields.
//!
//! They depend on their arguments only. What is a list is said in [`rows`].

pub mod rows;

use crate::Failure;
use crate::coordinate::CoordinateName;
use crate::error::{AnySizeFailure, FieldFailure};
use extremal_numerics::{Scalar, Size, SizeOf};

/// The number at a place, and NaN beyond the end.
#[inline]
pub fn number<T: Scalar>(numbers: &[T], at: usize) -> T {
    match numbers.get(at) {
        Some(&number) => number,
        None => T::from_f64(f64::NAN),
    }
}

/// The W numbers of an item, and NaN if there is none; items stand from the place `first` on, which no loop changes. So one
/// test is left within a loop.
#[inline]
pub fn item<T: Scalar, const W: usize>(numbers: &[T], first: usize, item: usize) -> [T; W] {
    let items = numbers.get(first..).unwrap_or_default().as_chunks::<W>().0;
    match items.get(item) {
        Some(item) => *item,
        None => [T::from_f64(f64::NAN); W],
    }
}

/// Adds to the W numbers of an item, if there is one.
#[inline]
pub fn add_item<T: Scalar, const W: usize>(numbers: &mut [T], first: usize, item: usize, more: [T; W]) {
    let items = numbers
        .get_mut(first..)
        .unwrap_or_default()
        .as_chunks_mut::<W>()
        .0;
    let item = items.get_mut(item);
    for (number, more) in item.into_iter().flatten().zip(more) {
        *number = *number + more;
    }
}

/// Adds to the number at a place, if there is one.
#[inline]
pub fn add<T: Scalar>(numbers: &mut [T], at: usize, more: T) {
    if let Some(number) = numbers.get_mut(at) {
        *number = *number + more;
    }
}

/// `r[17][2]`: the number `k` of a quantity with `inner` numbers an item; `is_any` if only the program knows how many items.
#[must_use]
pub fn coordinate_name(name: &'static str, k: usize, is_any: bool, inner: usize) -> CoordinateName {
    let (item, component) = (
        k.checked_div(inner).unwrap_or(k),
        k.checked_rem(inner).unwrap_or(0),
    );
    match (is_any, inner) {
        (true, 1) => CoordinateName::new(name, &[k]),
        (true, _) => CoordinateName::new(name, &[item, component]),
        (false, 1) => CoordinateName::new(name, &[]),
        (false, _) => CoordinateName::new(name, &[k]),
    }
}

/// The name of the number `j` of rows that follow each other, with the item if there are several.
#[must_use]
pub fn name(names: &[&'static str], j: usize, has_items: bool) -> CoordinateName {
    let (item, row) = (
        j.checked_div(names.len()).unwrap_or(j),
        j.checked_rem(names.len()).unwrap_or(0),
    );
    let name = names.get(row).copied().unwrap_or_default();
    CoordinateName::new(
        name,
        if has_items {
            core::slice::from_ref(&item)
        } else {
            &[]
        },
    )
}

/// # Errors
///
/// [`FieldFailure::Empty`] for no items, or a number of them below zero.
pub fn not_empty(range: &'static str, count: usize) -> Result<(), Failure> {
    match count.cast_signed() {
        ..=0 => Err(FieldFailure::Empty { range }.into()),
        _ => Ok(()),
    }
}

/// # Errors
///
/// [`FieldFailure::Divisor`] for 0.
#[inline]
pub fn divisor(divisor: &'static str, found: usize) -> Result<(), Failure> {
    match found {
        0 => Err(FieldFailure::Divisor { divisor }.into()),
        _ => Ok(()),
    }
}

/// # Errors
///
/// [`FieldFailure::Index`] for the end of a range that is beyond all integers: as a number with a sign it is below zero.
#[inline]
pub fn end(field: &'static str, row: usize, found: usize) -> Result<(), Failure> {
    index(field, row, found, usize::MAX / 2 + 1)
}

/// # Errors
///
/// [`FieldFailure::Falls`] for a range that ends before it begins.
#[inline]
pub fn rising(
    (field, range): (&'static str, &'static str),
    row: usize,
    first: usize,
    beyond: usize,
) -> Result<(), Failure> {
    if first <= beyond {
        return Ok(());
    }
    Err(FieldFailure::Falls {
        field,
        range,
        row,
        first,
        beyond,
    }
    .into())
}

/// # Errors
///
/// [`FieldFailure::Index`] for an index that is not below the range.
#[inline]
pub fn index(field: &'static str, row: usize, found: usize, range: usize) -> Result<(), Failure> {
    if found < range {
        return Ok(());
    }
    Err(FieldFailure::Index {
        field,
        row,
        found,
        range,
    }
    .into())
}

/// # Errors
///
/// [`FieldFailure::Length`] for an index that is not below the length, and [`FieldFailure::BeforeFirst`] for one below zero.
#[inline]
pub fn length(
    (field, read): (&'static str, &'static str),
    index: usize,
    expected: usize,
    found: usize,
) -> Result<(), Failure> {
    if index < found {
        return Ok(());
    }
    // Indices are computed without signs.
    if index > usize::MAX / 2 {
        return Err(FieldFailure::BeforeFirst { field }.into());
    }
    Err(FieldFailure::Length {
        field,
        read,
        expected,
        found,
    }
    .into())
}

/// # Errors
///
/// [`FieldFailure::Longer`] for a list with more items than the largest of these counts.
pub fn not_longer(
    (field, read): (&'static str, &'static str),
    counts: &[usize],
    found: usize,
) -> Result<(), Failure> {
    // A count below zero is that of a range without items.
    let counts = counts.iter().copied().filter(|count| *count <= usize::MAX / 2);
    let expected = counts.max().unwrap_or(0);
    if found <= expected {
        return Ok(());
    }
    Err(FieldFailure::Longer {
        field,
        read,
        expected,
        found,
    }
    .into())
}

/// # Errors
///
/// [`FieldFailure::Row`] for an index that is not below the length of a row, and [`FieldFailure::BeforeFirst`] for one below
/// zero.
#[inline]
pub fn row(field: &'static str, row: usize, index: usize, found: usize) -> Result<(), Failure> {
    length((field, field), index, index.wrapping_add(1), found).map_err(|failure| match failure {
        Failure::Field(FieldFailure::Length {
            field,
            expected,
            found,
            ..
        }) => FieldFailure::Row {
            field,
            row,
            expected,
            found,
        }
        .into(),
        other => other,
    })
}

/// # Errors
///
/// [`FieldFailure::NotFinite`] for NaN and infinite numbers.
#[inline]
pub fn finite<T: Scalar>(field: &'static str, row: Option<usize>, number: T) -> Result<(), Failure> {
    if number.magnitude().to_f64().is_finite() {
        return Ok(());
    }
    Err(FieldFailure::NotFinite { field, row }.into())
}

/// # Errors
///
/// [`AnySizeFailure::Item`] if one of the numbers is NaN or infinite.
pub fn finite_item<T: Scalar>(
    formula: &'static str,
    indices: &[usize],
    numbers: &[T],
) -> Result<(), Failure> {
    if numbers
        .iter()
        .all(|number| number.magnitude().to_f64().is_finite())
    {
        return Ok(());
    }
    let item = CoordinateName::new("", indices);
    Err(AnySizeFailure::Item { formula, item }.into())
}

/// How far the points of a contact reach.
#[derive(Clone, Copy, Debug)]
pub struct Reach {
    contact: &'static str,
    points: usize,
    is_there: bool,
}

impl Reach {
    /// No point yet.
    pub fn new(contact: &'static str) -> Self {
        Self {
            contact,
            points: 0,
            is_there: false,
        }
    }

    /// # Errors
    ///
    /// [`FieldFailure::Reach`] for numbers below zero, NaN and infinite ones.
    #[inline]
    pub fn add<T: Scalar>(&mut self, point: usize, number: T) -> Result<(), Failure> {
        let (number, contact, zero) = (number.real(), self.contact, SizeOf::<T>::from_f64(0.0));
        self.points += 1;
        self.is_there |= number > zero;
        if number.is_finite() && number >= zero {
            return Ok(());
        }
        Err(FieldFailure::Reach { contact, point }.into())
    }

    /// # Errors
    ///
    /// [`FieldFailure::NoReach`] if there are pairs of points, and none of the points has a reach above zero.
    pub fn is_there(self) -> Result<(), Failure> {
        let contact = self.contact;
        if self.is_there || self.points < 2 {
            return Ok(());
        }
        Err(FieldFailure::NoReach { contact }.into())
    }
}

/// `count` items of W numbers each, from a place on; none if there are fewer numbers.
#[inline]
pub fn window<T, const W: usize>(numbers: &[T], start: usize, count: usize) -> &[[T; W]] {
    let items = numbers.get(start..).unwrap_or_default().as_chunks::<W>().0;
    items.get(..count).unwrap_or_default()
}

/// `count` items of W numbers each, from a place on, and those after them.
#[inline]
pub fn window_mut<T, const W: usize>(
    numbers: &mut [T],
    start: usize,
    count: usize,
    more: usize,
) -> (&mut [[T; W]], &mut [[T; W]]) {
    let items = numbers
        .get_mut(start..)
        .unwrap_or_default()
        .as_chunks_mut::<W>()
        .0;
    match count.checked_add(more).and_then(|all| items.get_mut(..all)) {
        Some(items) => items.split_at_mut_checked(count).unwrap_or_default(),
        None => Default::default(),
    }
}

/// [`window_mut`] with items that will be set: all other numbers become zero.
#[inline]
pub fn window_set<T: Scalar, const W: usize>(
    numbers: &mut [T],
    start: usize,
    count: usize,
    more: usize,
) -> (&mut [[T; W]], &mut [[T; W]]) {
    let zero = T::from_f64(0.0);
    let all = count.saturating_add(more).saturating_mul(W).saturating_add(start);
    let before = start.min(numbers.len());
    numbers.get_mut(..before).unwrap_or_default().fill(zero);
    numbers.get_mut(all..).unwrap_or_default().fill(zero);
    let (items, after) = window_mut(numbers, start, count, more);
    after.iter_mut().for_each(|item| *item = [zero; W]);
    (items, after)
}

/// Makes all numbers NaN: sums over numbers that do not exist.
#[cold]
pub fn spoil<T: Scalar>(numbers: &mut [T]) {
    numbers.fill(T::from_f64(f64::NAN));
}

/// Adds to a number of an item, if there is one.
#[inline]
pub fn add_to_item<T: Scalar, const W: usize>(items: &mut [[T; W]], item: usize, place: usize, more: T) {
    if let Some(number) = items.get_mut(item).and_then(|item| item.get_mut(place)) {
        *number = *number + more;
    }
}

/// Adds number by number.
#[inline]
pub fn add_all<T: Scalar>(numbers: &mut [T], more: &[T]) {
    numbers
        .iter_mut()
        .zip(more)
        .for_each(|(number, &more)| *number = *number + more);
}

/// The sum of two numbers.
#[inline]
pub fn plus<T: Scalar>(a: T, b: T) -> T {
    a + b
}
