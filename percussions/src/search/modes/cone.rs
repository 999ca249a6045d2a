//! The point of a cone that is nearest to a vector: least squares with coefficients that are not negative.
//!
//! ```text
//! |A x − b| is smallest,   x ≥ 0
//! ```
//!
//! The method of active sets. The columns with x > 0 are independent, so that A may be singular, and b may miss the range of A
//! by rounding. It knows columns and nothing of contacts.
//!
//! C. L. Lawson, R. J. Hanson, *Solving Least Squares Problems*, 1974, chapter 23.

use crate::local::larger;
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size};

/// A matrix A whose columns have the length 1 or are zero, and a vector b.
pub(super) trait Columns<T> {
    /// The number of rows, and that of columns.
    fn size(&self) -> usize;

    /// Aᵢⱼ
    fn entry(&self, row: usize, column: usize) -> T;

    /// bᵢ
    fn target(&self, row: usize) -> T;

    /// The magnitude of the summands of bᵢ.
    fn scale(&self, row: usize) -> T;
}

/// Memory, and x.
pub(super) struct Nearest<'m, T> {
    /// Reflections of the columns in use and, above them, the triangle to which they lead; its diagonal is `diagonal`.
    pub(super) factors: &'m mut [T],
    pub(super) diagonal: &'m mut [T],
    /// x, and the one of the columns in use alone.
    pub(super) x: &'m mut [T],
    pub(super) next: &'m mut [T],
    /// b − A x
    pub(super) rest: &'m mut [T],
    /// [`FREE`], [`USED`], [`REFUSED`] or [`VOID`] for each column.
    pub(super) uses: &'m mut [T],
    /// Columns that are nearer to the space of others are dependent.
    pub(super) rounding: T,
    /// The number of columns in use that have factors.
    pub(super) rank: usize,
    /// Whether a column in use would be dependent with a larger rounding.
    pub(super) is_vague: bool,
}

const FREE: f64 = 0.0;
const USED: f64 = 1.0;
/// A column that depends on those in use, or that would have x < 0.
const REFUSED: f64 = 2.0;
/// A column of zeros.
const VOID: f64 = 3.0;
/// Columns that are independent by less than this many roundings are vague.
const VAGUE: f64 = 1e4;
/// The part of the largest x by which a negative one cannot be rounding of regular equations.
const NEGATIVE: f64 = 1e-6;
/// The rest of a cone that has no point is more than this part of b, and than this many ε of the summands of b: ten times what
/// is accepted of sixteen rows.
const AWAY: f64 = 1e-4;
const NOISE: f64 = 1e4;
/// Points that are further away are none, in units of b.
const FAR: f64 = 1e8;
/// Rounds for each column.
const ROUNDS: usize = 3;
/// Corrections of x by the rest that it leaves.
const CORRECTIONS: usize = 3;

impl<T: Size> Nearest<'_, T> {
    /// x of all columns that do not depend on those before them, whatever its signs.
    pub(super) fn solve(&mut self, columns: &impl Columns<T>) {
        self.uses.fill(T::from_f64(USED));
        self.factor(columns);
        self.x.fill(T::from_f64(0.0));
        self.correct(columns);
    }

    /// Whether there is no x ≥ 0: columns are independent, so that x is the only one, and it is far below zero.
    pub(super) fn is_hopeless(&self) -> bool {
        let zero = T::from_f64(0.0);
        let is_regular = !self.is_vague && self.uses.iter().all(|&uses| uses != T::from_f64(REFUSED));
        let (least, most) = self.x.iter().fold((zero, zero), |(least, most), &x| {
            (if x < least { x } else { least }, larger(Scalar::abs(x), most))
        });
        is_regular && least < -(T::from_f64(NEGATIVE) * most)
    }

    /// Whether A x = b has no solution x ≥ 0, or only very large ones. The rest r of the nearest point shows it: r·aⱼ ≤ σ for
    /// each column, so that r·b = r·A x ≤ σ Σ x.
    pub(super) fn is_without_point(&mut self, columns: &impl Columns<T>) -> bool {
        self.find(columns);
        self.measure(columns);
        let zero = T::from_f64(0.0);
        let steepest =
            (0..columns.size()).fold(zero, |most, column| larger(self.slope(columns, column), most));
        let rows = self.rest.iter().enumerate();
        let [along, target, scales] = rows.fold([zero; 3], |[along, target, scales], (row, &rest)| {
            let [own, scale] = [columns.target(row), columns.scale(row)];
            [along + rest * own, target + own * own, scales + scale * scale]
        });
        let [target, scales] = [target, scales].map(Scalar::sqrt);
        let rounding = T::from_f64(NOISE * T::EPSILON) * scales;
        let is_away = length(self.rest) > T::from_f64(AWAY) * target + rounding;
        is_away && along > T::from_f64(FAR) * target * steepest
    }

    /// x ≥ 0
    pub(super) fn find(&mut self, columns: &impl Columns<T>) {
        let zero = T::from_f64(0.0);
        self.x.fill(zero);
        self.uses.fill(T::from_f64(FREE));
        self.measure(columns);
        let enough = T::from_f64(T::EPSILON) * length(self.rest);
        for _ in 0..ROUNDS * columns.size() {
            let Some(column) = self.steepest(columns, enough) else {
                break;
            };
            self.set(column, USED);
            if self.enter(columns, column) {
                self.forget_refused();
                self.measure(columns);
            } else {
                self.set(column, REFUSED);
            }
        }
        // The last factors may be those of a column that was refused.
        self.factor(columns);
        self.correct(columns);
        let x = self.x.iter_mut();
        x.for_each(|x| *x = larger(*x, T::from_f64(0.0)));
    }

    /// The column along which the rest falls most steeply.
    fn steepest(&self, columns: &impl Columns<T>, enough: T) -> Option<usize> {
        let (mut most, mut steepest) = (enough, None);
        for column in (0..columns.size()).filter(|&column| at(self.uses, column) == T::from_f64(FREE)) {
            let slope = self.slope(columns, column);
            if slope > most {
                (most, steepest) = (slope, Some(column));
            }
        }
        steepest
    }

    fn slope(&self, columns: &impl Columns<T>, column: usize) -> T {
        let rows = self.rest.iter().enumerate();
        rows.fold(T::from_f64(0.0), |sum, (row, &rest)| {
            sum + rest * columns.entry(row, column)
        })
    }

    /// Least squares with a new column, whose x has to grow. Columns whose x would be negative leave.
    fn enter(&mut self, columns: &impl Columns<T>, new: usize) -> bool {
        let zero = T::from_f64(0.0);
        for round in 0..=columns.size() {
            if let Some(dependent) = self.factor(columns) {
                // Of the new column and those in use any may be the last one.
                self.set(dependent, USED);
                return false;
            }
            self.measure_target(columns);
            self.least_squares(columns.size());
            if round == 0 && at(self.next, new) <= zero {
                return false;
            }
            // The part of the way to the next x that keeps all positive.
            let (mut part, mut first) = (T::from_f64(1.0), None);
            for column in 0..columns.size() {
                let (from, to) = (at(self.x, column), at(self.next, column));
                if self.is(column, USED) && to <= zero && from / (from - to) <= part {
                    (part, first) = (from / (from - to), Some(column));
                }
            }
            for (x, &next) in self.x.iter_mut().zip(&*self.next) {
                *x = *x + part * (next - *x);
            }
            let Some(first) = first else { return true };
            for column in 0..columns.size() {
                if self.is(column, USED) && (column == first || at(self.x, column) <= zero) {
                    self.set(column, FREE);
                    if let Some(x) = self.x.get_mut(column) {
                        *x = zero;
                    }
                }
            }
        }
        false
    }

    /// Corrections of x by least squares of the rest.
    fn correct(&mut self, columns: &impl Columns<T>) {
        for _ in 0..CORRECTIONS {
            self.measure(columns);
            self.least_squares(columns.size());
            for (x, &step) in self.x.iter_mut().zip(&*self.next) {
                *x = *x + step;
            }
        }
    }

    /// `rest` = b − A x
    pub(super) fn measure(&mut self, columns: &impl Columns<T>) {
        for (row, rest) in self.rest.iter_mut().enumerate() {
            let parts = self.x.iter().enumerate().filter(|(_, x)| **x != T::from_f64(0.0));
            *rest = parts.fold(columns.target(row), |sum, (column, &x)| {
                sum - columns.entry(row, column) * x
            });
        }
    }

    fn measure_target(&mut self, columns: &impl Columns<T>) {
        let rest = self.rest.iter_mut().enumerate();
        rest.for_each(|(row, rest)| *rest = columns.target(row));
    }

    /// Factors of the columns in use. Those that depend on others before them are refused; the last one of them.
    fn factor(&mut self, columns: &impl Columns<T>) -> Option<usize> {
        let size = columns.size();
        let (mut dependent, zero) = (None, T::from_f64(0.0));
        self.rank = 0;
        for column in 0..size {
            if !self.is(column, USED) {
                continue;
            }
            let rank = self.rank;
            let Some((before, own)) = self.factors.split_at_mut_checked(size * rank) else {
                break;
            };
            let own = own.get_mut(..size).unwrap_or_default();
            for (row, own) in own.iter_mut().enumerate() {
                *own = columns.entry(row, column);
            }
            let is_void = own.iter().all(|&entry| entry == zero);
            for (k, reflection) in before.chunks_exact(size.max(1)).enumerate() {
                reflect(reflection, k, own);
            }
            let below = length(own.get(rank..).unwrap_or_default());
            let is_independent = below > self.rounding;
            if !is_independent {
                // One that depends on others to the last digit is no column of zeros: there are other points without it.
                self.set(column, if is_void { VOID } else { REFUSED });
                dependent = Some(column);
                continue;
            }
            self.is_vague |= below <= self.rounding * T::from_f64(VAGUE);
            let head = at(own, rank);
            let diagonal = if head > zero { -below } else { below };
            set(own, rank, head - diagonal);
            set(self.diagonal, rank, diagonal);
            self.rank += 1;
        }
        dependent
    }

    /// `next` is the x of the columns in use for which A x is nearest to `rest`, and zero for others.
    fn least_squares(&mut self, size: usize) {
        for (k, reflection) in self.factors.chunks_exact(size.max(1)).take(self.rank).enumerate() {
            reflect(reflection, k, self.rest);
        }
        self.substitute(size, self.rank);
    }

    /// Solves with the triangle of the first `rank` columns in use.
    fn substitute(&mut self, size: usize, mut rank: usize) {
        for column in (0..size).rev() {
            let mut x = T::from_f64(0.0);
            if self.is(column, USED) {
                rank -= 1;
                x = at(self.rest, rank) / at(self.diagonal, rank);
                let own = self.factors.get(size * rank..).unwrap_or_default();
                for (rest, &entry) in self.rest.iter_mut().zip(own).take(rank) {
                    *rest = *rest - entry * x;
                }
            }
            set(self.next, column, x);
        }
    }

    fn forget_refused(&mut self) {
        let refused = self.uses.iter_mut().filter(|uses| **uses == T::from_f64(REFUSED));
        refused.for_each(|uses| *uses = T::from_f64(FREE));
    }

    fn is(&self, column: usize, uses: f64) -> bool {
        at(self.uses, column) == T::from_f64(uses)
    }

    fn set(&mut self, column: usize, uses: f64) {
        set(self.uses, column, T::from_f64(uses));
    }
}

/// x − 2 v v·x/v·v, v the numbers of `reflection` from `first` on.
fn reflect<T: Size>(reflection: &[T], first: usize, x: &mut [T]) {
    let zero = T::from_f64(0.0);
    let pairs = reflection.iter().zip(&*x).skip(first);
    let (square, product) = pairs.fold((zero, zero), |(square, product), (&v, &x)| {
        (square + v * v, product + v * x)
    });
    let factor = T::from_f64(2.0) * product / square;
    for (x, &v) in x.iter_mut().zip(reflection).skip(first) {
        *x = *x - factor * v;
    }
}

pub(super) fn length<T: Size>(x: &[T]) -> T {
    Scalar::sqrt(x.iter().fold(T::from_f64(0.0), |sum, &x| sum + x * x))
}

pub(super) fn set<T>(numbers: &mut [T], place: usize, number: T) {
    if let Some(to) = numbers.get_mut(place) {
        *to = number;
    }
}
