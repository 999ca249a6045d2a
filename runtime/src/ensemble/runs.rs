//! What members do, and what becomes of their values.

use core::any::type_name;
use core::fmt;
use core::ops::Range;

use std::vec::Vec;

use super::failed::{Failed, Reason};
use super::packed::Packed;
use super::reduction::{Reduced, Reduction};
#[cfg(feature = "shards")]
use super::shards::{Kind, Listed, ReducedBy, Shards, Stored};
use super::watch::Watch;
use super::{Ensemble, tasks};
use crate::fingerprint::Fingerprint;
use crate::{Discretize, Error, Integrator, Lagrangian};
use extremal_numerics::{NoInputs, Vector};

/// What the members of an ensemble will do. Nothing has been computed yet: that is done by [`collect`](Self::collect) and
/// [`reduce`](Self::reduce).
#[must_use = "members run in `collect` and in `reduce`"]
pub struct Runs<'e, 'a, I, B, J, A = OneByOne> {
    pub(super) ensemble: &'e Ensemble<'a, I, B, A>,
    pub(super) job: J,
}

/// What members do that make steps, and are watched.
pub type RunsOf<'e, 'a, I, B, W, A> = Runs<'e, 'a, I, B, Steps<W, A>, A>;

impl<'e, 'a, I, B, J, A> Runs<'e, 'a, I, B, J, A> {
    pub(super) fn new(ensemble: &'e Ensemble<'a, I, B, A>, job: J) -> Self {
        Self { ensemble, job }
    }
}

impl<I, B, J: Job<I>, A> Runs<'_, '_, I, B, J, A>
where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    /// The values of all members, in the order of their numbers.
    ///
    /// # Errors
    ///
    /// A member whose start or whose step fails is an error in its place.
    pub fn collect(&self) -> Vec<Result<J::Value, Failed>> {
        tasks::gathered(self.ensemble, &self.job, Vec::new)
    }

    /// What `reduction` makes of the values of all members. It does not need memory for these.
    ///
    /// ```
    /// use extremal::ensemble::{Ensemble, Extrema, Failed, Moments, Reason};
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(coordinates(x), kinetic = 0.5 * m * dt(x).powi(2), potential = 0.5 * x.powi(2))]
    /// struct Oscillator {
    ///     m: f64,
    /// }
    ///
    /// // Member 2 has no mass.
    /// let begin = |k| {
    ///     let oscillator = Oscillator { m: (k as f64 - 2.0).abs() };
    ///     Integrator::new(oscillator, Verlet, 0.1, [1.0], [0.0])
    /// };
    /// let ensemble = Ensemble::new(5, begin);
    /// let reduced = ensemble.run(10, |motion| motion.energy()).reduce((Moments::new(), Extrema::new()));
    /// assert_eq!((reduced.failed, reduced.failures[0].member), (1, 2));
    /// let (moments, extrema) = reduced.value;
    /// assert!((moments.mean()[0] - 0.5).abs() < 0.01);
    /// assert!(extrema.least()[0].is_some_and(|least| least.value <= moments.mean()[0]));
    /// ```
    pub fn reduce<R: Reduction<J::Value>>(&self, reduction: R) -> Reduced<R> {
        tasks::gathered(self.ensemble, &self.job, || Reduced::of_none(&reduction))
    }
}

#[cfg(feature = "shards")]
impl<I, B, J: Job<I>, A> Runs<'_, '_, I, B, J, A>
where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    /// The same as [`collect`](Self::collect), in shards whose results are files.
    ///
    /// A value can be what serde writes and reads.
    ///
    /// ```
    /// use extremal::ensemble::{Ensemble, Shard};
    ///
    /// let ensemble = Ensemble::new(10, |k| Ok(k as f64));
    /// let roots = ensemble.each(|x| Ok(x.sqrt()));
    /// let shards = roots.collect_shards();
    /// let path = std::env::temp_dir().join(format!("roots-{}", std::process::id()));
    /// shards.run(Shard::ALL, &path)?;
    /// assert_eq!(shards.merge([&path])?, roots.collect());
    /// # std::fs::remove_file(path).expect("it is there");
    /// # Ok::<(), extremal::ensemble::ShardFailure>(())
    /// ```
    pub fn collect_shards(&self) -> Shards<'_, Self, Listed>
    where
        Listed: Kind<J::Value>,
    {
        Shards::new(self, Listed)
    }

    /// The same as [`reduce`](Self::reduce), in shards whose results are files.
    pub fn reduce_shards<R>(&self, reduction: R) -> Shards<'_, Self, ReducedBy<R>>
    where
        R: Reduction<J::Value> + Stored,
    {
        Shards::new(self, ReducedBy(reduction))
    }
}

impl<I, B, J: fmt::Debug, A> fmt::Debug for Runs<'_, '_, I, B, J, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Runs")
            .field("ensemble", self.ensemble)
            .field("job", &self.job)
            .finish()
    }
}

/// What a member does from its start to its value.
pub trait Job<I>: Sync {
    /// A number that tells a start and what is done from others; 0 where nothing is known of them.
    fn mark(&self, _start: &I) -> u64 {
        0
    }

    /// The value of a member.
    type Value: Send;

    /// The number of members that should go together.
    const TOGETHER: usize = 1;

    /// Runs members in the order of their numbers: those of a range together, which are at most so many.
    fn run(
        &self,
        batches: impl Iterator<Item = Range<usize>>,
        begin: &(impl Fn(usize) -> Result<I, Error> + Sync),
        take: &mut impl FnMut(usize, Result<Self::Value, Failed>),
    );
}

/// See [`Ensemble::each`].
#[derive(Clone, Copy, Debug)]
pub struct Each<F>(pub(super) F);

impl<I, V: Send, F: Fn(&mut I) -> Result<V, Error> + Sync> Job<I> for Each<F> {
    type Value = V;

    fn run(
        &self,
        batches: impl Iterator<Item = Range<usize>>,
        begin: &(impl Fn(usize) -> Result<I, Error> + Sync),
        take: &mut impl FnMut(usize, Result<V, Failed>),
    ) {
        for member in batches.flatten() {
            let value = begin(member).and_then(|mut motion| (self.0)(&mut motion));
            take(member, of_member(member, value));
        }
    }
}

/// See [`Ensemble::watch`].
#[derive(Clone, Copy, Debug)]
pub struct Steps<W, A = OneByOne> {
    pub(super) steps: usize,
    pub(super) watch: W,
    pub(super) advance: A,
}

/// How the steps of several motions are made.
pub trait Advance<I>: Copy + Sync {
    /// The number of motions that go together.
    const TOGETHER: usize;

    /// A number that tells the start of a motion from others: of its state, its step size and its energy.
    fn mark(start: &I) -> u64;

    /// Makes `steps` steps of each of at most [`TOGETHER`](Self::TOGETHER) motions. One that fails becomes its error.
    fn advance(self, motions: &mut [Result<I, Error>], steps: usize);
}

/// One motion after the other.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne;

impl<S, D, M> Advance<Integrator<S, D, M>> for OneByOne
where
    S: Discretize<D, Memory = M>,
    S::Inputs: NoInputs,
{
    const TOGETHER: usize = 1;

    fn mark(start: &Integrator<S, D, M>) -> u64 {
        mark(start)
    }

    fn advance(self, motions: &mut [Result<Integrator<S, D, M>, Error>], steps: usize) {
        for slot in motions {
            if let Ok(motion) = slot
                && let Err(error) = motion.step_many(steps)
            {
                *slot = Err(error);
            }
        }
    }
}

/// N motions as lanes of one: see [`Ensemble::lanes`].
#[derive(Clone, Copy, Debug)]
pub struct SideBySide<const N: usize>;

impl<S, D, M, const N: usize> Advance<Integrator<S, D, M>> for SideBySide<N>
where
    S: Discretize<D, Memory = M> + Packed<N>,
    S::Inputs: NoInputs,
    S::Lanes: Discretize<D>,
    <S::Lanes as Lagrangian>::Inputs: NoInputs,
{
    const TOGETHER: usize = N;

    fn mark(start: &Integrator<S, D, M>) -> u64 {
        mark(start)
    }

    fn advance(self, motions: &mut [Result<Integrator<S, D, M>, Error>], steps: usize) {
        Integrator::step_many_in_lanes::<N>(motions, steps);
    }
}

impl<I, W: Watch<I>, A: Advance<I>> Job<I> for Steps<W, A> {
    type Value = W::Value;

    const TOGETHER: usize = A::TOGETHER;

    fn mark(&self, start: &I) -> u64 {
        let mut mark = Fingerprint::default();
        mark.add_bits(self.steps as u64);
        mark.add_bits(A::mark(start));
        mark.number()
    }

    fn run(
        &self,
        batches: impl Iterator<Item = Range<usize>>,
        begin: &(impl Fn(usize) -> Result<I, Error> + Sync),
        take: &mut impl FnMut(usize, Result<W::Value, Failed>),
    ) {
        let mut motions = Vec::with_capacity(A::TOGETHER);
        let mut seen = Vec::with_capacity(A::TOGETHER);
        for members in batches {
            let first = members.start;
            motions.extend(members.map(begin));
            let numbered = (first..).zip(&motions);
            seen.extend(numbered.map(|(k, motion)| Some(self.watch.begin(k, motion.as_ref().ok()?))));
            self.advance_watched(&mut motions, &mut seen);
            for (member, (motion, seen)) in (first..).zip(motions.drain(..).zip(seen.drain(..))) {
                let value = match (motion, seen) {
                    (Ok(motion), Some(seen)) => Some(Ok(self.watch.end(seen, &motion))),
                    (Err(error), _) => Some(Err(error)),
                    // A motion that began was seen.
                    (Ok(_), None) => None,
                };
                if let Some(value) = value {
                    take(member, of_member(member, value));
                }
            }
        }
    }
}

impl<W, A> Steps<W, A> {
    fn advance_watched<I>(&self, motions: &mut [Result<I, Error>], seen: &mut [Option<W::Seen>])
    where
        W: Watch<I>,
        A: Advance<I>,
    {
        let mut left = self.steps;
        while left > 0 {
            let now = left.min(self.watch.every().max(1));
            self.advance.advance(motions, now);
            for pair in motions.iter().zip(&mut *seen) {
                if let (Ok(motion), Some(seen)) = pair {
                    self.watch.look(seen, motion);
                }
            }
            left -= now;
        }
    }
}

fn mark<S, D, M>(start: &Integrator<S, D, M>) -> u64
where
    S: Discretize<D, Memory = M>,
{
    let mut mark = Fingerprint::default();
    let names = [type_name::<S>(), type_name::<D>()];
    let bytes = names.into_iter().flat_map(str::bytes);
    bytes.for_each(|byte| mark.add_bits(u64::from(byte)));
    let vectors = [start.coordinates().as_slice(), start.momentum().as_slice()];
    vectors.into_iter().flatten().for_each(|&x| mark.add(x));
    [start.time(), start.step_size(), start.energy()]
        .into_iter()
        .for_each(|x| mark.add(x));
    mark.number()
}

fn of_member<V>(member: usize, value: Result<V, Error>) -> Result<V, Failed> {
    value.map_err(|error| Failed {
        member,
        reason: Reason::Error(error),
    })
}
