//! The tableau of Lemke's method: basic variables as affine functions of the others.
//!
//! It knows pivots and the lexicographic rule, and nothing of contacts.

use extremal_numerics::block::{at, zeros};
use extremal_numerics::{Block, Scalar, Size};

/// w = M z + q with w, z ≥ 0 and w·z = 0, of 2 R pairs (wᵢ, zᵢ).
///
/// Each row has the constant of its basic variable, and the coefficients of the variables that are zero. Row i and column i
/// belong to pair i: one variable of the pair is basic, the other one zero. One pair is broken: its row has z₀, its column the
/// variable that enters next, and the extra column the variable that left last.
#[derive(Clone, Copy, Debug)]
pub(super) struct Tableau<V, D> {
    /// R.
    half: usize,
    /// R × R each: the first and second half of the columns, for the first half of the rows and for the second one.
    quarters: [[D; 2]; 2],
    constants: [V; 2],
    extra: [V; 2],
    /// 1 for pairs in whose columns is w, else 0.
    has_w: [V; 2],
    pivot_row: [V; 2],
    broken: usize,
}

/// How a method ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Solution {
        pivots: usize,
    },
    Ray {
        pivots: usize,
    },
    /// Too many pivots, which only rounding errors can cause.
    Endless {
        pivots: usize,
    },
}

/// A row while it is changed: two halves.
type Row<'a, T> = [&'a mut [T]; 2];

impl<V, D> Tableau<V, D> {
    /// No pairs are coupled: M = 0, q = 1.
    pub(super) fn new<T: Size>(half: usize) -> Self
    where
        V: Block<T>,
        D: Block<T>,
    {
        let ones = || V::from_fn(|_| T::from_f64(1.0));
        Self {
            half,
            quarters: [[zeros(), zeros()], [zeros(), zeros()]],
            constants: [ones(), ones()],
            extra: [zeros(), zeros()],
            has_w: [zeros(), zeros()],
            pivot_row: [zeros(), zeros()],
            broken: 0,
        }
    }

    fn count(&self) -> usize {
        2 * self.half
    }

    /// Writes M at (i, j).
    pub(super) fn set<T: Size>(&mut self, i: usize, j: usize, number: T)
    where
        D: Block<T>,
    {
        let ((a, row), (b, column)) = (split(i, self.half), split(j, self.half));
        let [quarters, second] = &mut self.quarters;
        let quarters = if a == 0 { quarters } else { second };
        let [quarter, second] = quarters;
        let quarter = if b == 0 { quarter } else { second };
        if let Some(entry) = quarter.as_mut_slice().get_mut(self.half * row + column) {
            *entry = number;
        }
    }

    /// Writes qᵢ of a pair that takes part.
    pub(super) fn set_constant<T: Size>(&mut self, i: usize, number: T)
    where
        V: Block<T>,
    {
        set(&mut self.constants, self.half, i, number);
        set(&mut self.extra, self.half, i, T::from_f64(1.0));
    }

    /// Multiplies the entry of a pair in the covering vector, the factors of z₀, by a positive number.
    pub(super) fn scale_cover<T: Size>(&mut self, i: usize, factor: T)
    where
        V: Block<T>,
    {
        let cover = factor * get(&self.extra, self.half, i);
        set(&mut self.extra, self.half, i, cover);
    }

    fn entry<T: Size>(&self, i: usize, j: usize) -> T
    where
        D: Block<T>,
    {
        let ((a, row), (b, column)) = (split(i, self.half), split(j, self.half));
        let [first, second] = &self.quarters;
        let [left, right] = if a == 0 { first } else { second };
        at(
            if b == 0 { left } else { right }.as_slice(),
            self.half * row + column,
        )
    }

    /// The value of zᵢ after a solution.
    pub(super) fn value<T: Size>(&self, i: usize) -> T
    where
        V: Block<T>,
    {
        if get(&self.has_w, self.half, i) > T::from_f64(0.0) {
            get(&self.constants, self.half, i)
        } else {
            T::from_f64(0.0)
        }
    }

    /// Pivots until z₀ is zero. Numbers up to `tolerance` count as zero.
    pub(super) fn solve<T: Size>(&mut self, tolerance: T, limit: usize) -> End
    where
        V: Block<T>,
        D: Block<T>,
    {
        let Some(first) = self.first() else {
            return End::Solution { pivots: 0 };
        };
        self.enter_extra(first);
        for pivots in 1..limit {
            let Some(row) = self.leaving(tolerance) else {
                return End::Ray { pivots };
            };
            self.pivot(row);
            let entered_w = get::<T, V>(&self.has_w, self.half, self.broken);
            // The entered variable is basic now, so the column of its pair has the other one.
            set(
                &mut self.has_w,
                self.half,
                self.broken,
                T::from_f64(1.0) - entered_w,
            );
            if row == self.broken {
                return End::Solution { pivots: pivots + 1 };
            }
            self.swap_rows(row, self.broken);
            self.swap_extra(self.broken);
            self.broken = row;
        }
        End::Endless { pivots: limit }
    }

    /// The row with the most negative constant over its factor of z₀; the last one of several. None if no constant is negative.
    fn first<T: Size>(&self) -> Option<usize>
    where
        V: Block<T>,
    {
        let constant = |i: usize| {
            let [constant, cover] = [&self.constants, &self.extra].map(|x| get::<T, V>(x, self.half, i));
            if constant < T::from_f64(0.0) {
                constant / cover
            } else {
                constant
            }
        };
        let mut least: Option<usize> = None;
        for i in 0..self.count() {
            let bound = least.map_or(T::from_f64(0.0), constant);
            if constant(i) < bound || (least.is_some() && constant(i) == bound) {
                least = Some(i);
            }
        }
        least
    }

    /// z₀ enters, and w of pair `row` leaves.
    fn enter_extra<T: Size>(&mut self, row: usize)
    where
        V: Block<T>,
        D: Block<T>,
    {
        // As a pivot in column `row`, with the two columns exchanged before and after it.
        self.swap_extra(row);
        self.broken = row;
        self.pivot(row);
        self.swap_extra(row);
    }

    /// The row whose variable is the first to become zero; that of z₀ if it is one of several. Others of several are
    /// distinguished by the lexicographic rule, so that no basis comes twice.
    fn leaving<T: Size>(&self, tolerance: T) -> Option<usize>
    where
        V: Block<T>,
        D: Block<T>,
    {
        let slope = |i: usize| -self.entry::<T>(i, self.broken);
        let mut least: Option<usize> = None;
        for i in (0..self.count()).filter(|&i| slope(i) > tolerance) {
            let Some(other) = least else {
                least = Some(i);
                continue;
            };
            if self.is_before(i, other, tolerance) {
                least = Some(i);
            }
        }
        least
    }

    /// Whether the variable of row `i` becomes zero before that of row `k`.
    fn is_before<T: Size>(&self, i: usize, k: usize, tolerance: T) -> bool
    where
        V: Block<T>,
        D: Block<T>,
    {
        let slope = |i: usize| -self.entry::<T>(i, self.broken);
        let constant = |i: usize| get::<T, V>(&self.constants, self.half, i);
        let difference = constant(i) / slope(i) - constant(k) / slope(k);
        if Scalar::abs(difference) > tolerance {
            return difference < T::from_f64(0.0);
        }
        if i == self.broken || k == self.broken {
            return i == self.broken;
        }
        for j in 0..self.count() {
            let difference = self.perturbation(i, j) / slope(i) - self.perturbation(k, j) / slope(k);
            if Scalar::abs(difference) > tolerance {
                return difference < T::from_f64(0.0);
            }
        }
        false
    }

    /// How the variable of row `i` grows with qⱼ.
    fn perturbation<T: Size>(&self, i: usize, j: usize) -> T
    where
        V: Block<T>,
        D: Block<T>,
    {
        let zero = T::from_f64(0.0);
        let in_column = get::<T, V>(&self.has_w, self.half, j) > zero;
        if in_column {
            -self.entry::<T>(i, j)
        } else if j == self.broken {
            -get::<T, V>(&self.extra, self.half, i)
        } else {
            T::from_f64(if i == j { 1.0 } else { 0.0 })
        }
    }

    /// Exchanges the variable of `row` with that of the column of the broken pair.
    fn pivot<T: Size>(&mut self, row: usize)
    where
        V: Block<T>,
        D: Block<T>,
    {
        let column = self.broken;
        let factor = -Scalar::recip(self.entry::<T>(row, column));
        let half = self.half;
        let mut pivot_row = self.pivot_row;
        scale_into(&mut pivot_row, self.row(row), factor);
        set(&mut pivot_row, half, column, -factor);
        let constant = factor * get(&self.constants, half, row);
        let extra = factor * get(&self.extra, half, row);
        for i in (0..self.count()).filter(|&i| i != row) {
            let factor = self.entry::<T>(i, column);
            if factor == T::from_f64(0.0) {
                continue;
            }
            let mut halves = self.row(i);
            clear(&mut halves, half, column);
            for (own, pivot) in halves.into_iter().zip(&pivot_row) {
                let pairs = own.iter_mut().zip(pivot.as_slice());
                pairs.for_each(|(own, &pivot)| *own = *own + factor * pivot);
            }
            add(&mut self.constants, half, i, factor * constant);
            add(&mut self.extra, half, i, factor * extra);
        }
        for (own, pivot) in self.row(row).into_iter().zip(&pivot_row) {
            own.iter_mut()
                .zip(pivot.as_slice())
                .for_each(|(own, &pivot)| *own = pivot);
        }
        set(&mut self.constants, half, row, constant);
        set(&mut self.extra, half, row, extra);
        self.pivot_row = pivot_row;
    }

    fn row<T: Size>(&mut self, i: usize) -> Row<'_, T>
    where
        D: Block<T>,
    {
        let (half, (which, row)) = (self.half, split(i, self.half));
        let [first, second] = &mut self.quarters;
        let quarters = if which == 0 { first } else { second };
        quarters.each_mut().map(|quarter| {
            quarter
                .as_mut_slice()
                .get_mut(half * row..half * (row + 1))
                .unwrap_or_default()
        })
    }

    fn swap_rows<T: Size>(&mut self, i: usize, k: usize)
    where
        V: Block<T>,
        D: Block<T>,
    {
        for j in 0..self.count() {
            let (a, b) = (self.entry::<T>(i, j), self.entry::<T>(k, j));
            self.set(i, j, b);
            self.set(k, j, a);
        }
        for numbers in [&mut self.constants, &mut self.extra] {
            let (a, b) = (
                get::<T, V>(numbers, self.half, i),
                get::<T, V>(numbers, self.half, k),
            );
            set(numbers, self.half, i, b);
            set(numbers, self.half, k, a);
        }
    }

    fn swap_extra<T: Size>(&mut self, column: usize)
    where
        V: Block<T>,
        D: Block<T>,
    {
        for i in 0..self.count() {
            let (a, b) = (self.entry::<T>(i, column), get::<T, V>(&self.extra, self.half, i));
            self.set(i, column, b);
            set(&mut self.extra, self.half, i, a);
        }
    }
}

/// The half of a row or column, and its place there.
fn split(i: usize, half: usize) -> (usize, usize) {
    if i < half { (0, i) } else { (1, i - half) }
}

fn get<T: Size, V: Block<T>>([first, second]: &[V; 2], half: usize, i: usize) -> T {
    let (which, i) = split(i, half);
    at(if which == 0 { first } else { second }.as_slice(), i)
}

fn set<T: Size, V: Block<T>>([first, second]: &mut [V; 2], half: usize, i: usize, number: T) {
    let (which, i) = split(i, half);
    let numbers = if which == 0 { first } else { second };
    if let Some(entry) = numbers.as_mut_slice().get_mut(i) {
        *entry = number;
    }
}

fn add<T: Size, V: Block<T>>(numbers: &mut [V; 2], half: usize, i: usize, number: T) {
    let sum = get(numbers, half, i) + number;
    set(numbers, half, i, sum);
}

fn clear<T: Size>(row: &mut Row<'_, T>, half: usize, column: usize) {
    let (which, column) = split(column, half);
    let [first, second] = row;
    if let Some(entry) = (if which == 0 { first } else { second }).get_mut(column) {
        *entry = T::from_f64(0.0);
    }
}

fn scale_into<T: Size, V: Block<T>>(to: &mut [V; 2], from: Row<'_, T>, factor: T) {
    for (to, from) in to.iter_mut().zip(from) {
        let pairs = to.as_mut_slice().iter_mut().zip(from.iter());
        pairs.for_each(|(to, &from)| *to = factor * from);
    }
}
