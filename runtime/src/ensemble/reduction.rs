//! What is made of the values of all members, without a list of them.

use std::vec::Vec;

use super::failed::{Failed, Reason};

/// Something that is made of the values of members one by one, such as their mean.
///
/// Members come in groups, each of which begins with a clone of the reduction that was given, which has to be one of no
/// members: what it holds already would count once for each group. Within a group they come in the order of their numbers, and
/// groups are merged in this order, too. So the result has the same bits for every number of threads, also where sums round.
/// Groups are merged while others wait: `merge` calls nothing of rayon.
///
/// ```
/// use extremal::ensemble::{Ensemble, Reduction};
///
/// #[derive(Clone)]
/// struct Largest(Option<(f64, usize)>);
///
/// impl Reduction<f64> for Largest {
///     fn add(&mut self, member: usize, value: &f64) {
///         self.merge(Largest(Some((*value, member))));
///     }
///
///     fn merge(&mut self, later: Self) {
///         self.0 = match (self.0, later.0) {
///             (Some(a), Some(b)) => Some(if b.0 > a.0 { b } else { a }),
///             (a, b) => a.or(b),
///         };
///     }
/// }
///
/// let values = Ensemble::new(1000, |k| Ok((k as f64 - 300.0).powi(2)));
/// let largest = values.each(|value| Ok(*value)).reduce(Largest(None));
/// assert_eq!(largest.value.0, Some((699.0 * 699.0, 999)));
/// ```
pub trait Reduction<V>: Clone + Send + Sync {
    /// Adds the value of the next member.
    fn add(&mut self, member: usize, value: &V);

    /// Adds what `later` was made of: members after those of `self`.
    fn merge(&mut self, later: Self);
}

/// Both of two reductions.
impl<V, A: Reduction<V>, B: Reduction<V>> Reduction<V> for (A, B) {
    fn add(&mut self, member: usize, value: &V) {
        self.0.add(member, value);
        self.1.add(member, value);
    }

    fn merge(&mut self, later: Self) {
        self.0.merge(later.0);
        self.1.merge(later.1);
    }
}

/// A reduction of a part of each value.
///
/// ```
/// use extremal::ensemble::{Ensemble, Extrema, Moments, Of};
///
/// let pairs = Ensemble::new(10, |k| Ok([k as f64, 1.0]));
/// let first = |pair: &[f64; 2]| pair[0];
/// let (greatest, moments) = pairs.each(|pair| Ok(*pair)).reduce((Of(first, Extrema::new()), Moments::new())).value;
/// assert_eq!(greatest.1.greatest()[0].map(|greatest| greatest.value), Some(9.0));
/// assert_eq!(moments.mean(), [4.5, 1.0]);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Of<F, R>(pub F, pub R);

impl<V, W, F, R> Reduction<V> for Of<F, R>
where
    F: Fn(&V) -> W + Clone + Send + Sync,
    R: Reduction<W>,
{
    fn add(&mut self, member: usize, value: &V) {
        self.1.add(member, &(self.0)(value));
    }

    fn merge(&mut self, later: Self) {
        self.1.merge(later.1);
    }
}

/// The result of [`Runs::reduce`](super::Runs::reduce).
#[derive(Clone, Debug, PartialEq)]
pub struct Reduced<R> {
    /// What was made of the values.
    pub value: R,
    /// The number of members that failed, and so have no value.
    pub failed: usize,
    /// The number of members that did not begin, because the ensemble was stopped.
    pub cancelled: usize,
    /// The first members that failed, up to [`FAILURES`](Self::FAILURES).
    pub failures: Vec<Failed>,
}

impl<R> Reduced<R> {
    /// How many failures are kept: all of 10⁷ may fail for the same reason.
    pub const FAILURES: usize = 64;

    pub(super) fn of_none(reduction: &R) -> Self
    where
        R: Clone,
    {
        Self {
            value: reduction.clone(),
            failed: 0,
            cancelled: 0,
            failures: Vec::new(),
        }
    }
}

/// What takes the results of members: a list, or a reduction.
#[cfg_attr(
    not(feature = "shards"),
    expect(unreachable_pub, reason = "shards are public, which are generic over it")
)]
pub trait Gather<V>: Send {
    fn add(&mut self, member: usize, result: Result<V, Failed>);
    fn merge(&mut self, later: Self);
}

impl<V: Send> Gather<V> for Vec<Result<V, Failed>> {
    fn add(&mut self, _: usize, result: Result<V, Failed>) {
        self.push(result);
    }

    fn merge(&mut self, mut later: Self) {
        self.append(&mut later);
    }
}

impl<V, R: Reduction<V>> Gather<V> for Reduced<R> {
    fn add(&mut self, member: usize, result: Result<V, Failed>) {
        match result {
            Ok(value) => self.value.add(member, &value),
            Err(Failed {
                reason: Reason::Cancelled,
                ..
            }) => self.cancelled += 1,
            Err(failed) => {
                self.failed += 1;
                if self.failures.len() < Self::FAILURES {
                    self.failures.push(failed);
                }
            }
        }
    }

    fn merge(&mut self, mut later: Self) {
        self.value.merge(later.value);
        self.failed += later.failed;
        self.cancelled += later.cancelled;
        later.failures.truncate(Self::FAILURES - self.failures.len());
        self.failures.append(&mut later.failures);
    }
}
