//! Many motions of one system: other starts, other parameters, other inputs.
//!
//! An [`Ensemble`] has members with the numbers 0, 1, .., and a function that begins the motion of a member. Members run
//! on several threads. Each of them is an [`Integrator`] as elsewhere, so that every system and every scheme can be one:
//! those with constraints, with contacts, and those of any size.
//!
//! ```
//! use extremal::ensemble::{Ensemble, Moments};
//! use extremal::prelude::*;
//!
//! #[derive(Lagrangian)]
//! #[lagrangian(
//!     coordinates(theta),
//!     kinetic = 0.5 * (l * dt(theta)).powi(2),
//!     potential = -9.81 * l * cos(theta),
//!     discretize(Midpoint),
//! )]
//! struct Pendulum {
//!     l: f64,
//! }
//!
//! // A hundred lengths, from one metre to two.
//! let pendulums = Ensemble::new(100, |k| {
//!     let pendulum = Pendulum { l: 1.0 + 0.01 * k as f64 };
//!     Integrator::new(pendulum, Midpoint, 0.01, [0.5], [0.0])
//! });
//!
//! // The angle of each after one second.
//! let angles = pendulums.run(100, |motion| motion.coordinates()[0]).collect();
//! assert_eq!(angles.len(), 100);
//! assert!(angles.iter().all(|angle| angle.is_ok_and(|angle| angle.abs() < 0.51)));
//!
//! // The mean of all of them, without a list.
//! let reduced = pendulums.run(100, |motion| motion.coordinates()[0]).reduce(Moments::new());
//! let [mean] = reduced.value.mean();
//! assert!(reduced.failed == 0 && mean.abs() < 0.5);
//! ```
//!
//! # Failures
//!
//! A start or a step that fails ends its own member, which is then a [`Failed`] with the member's number. All other
//! members have the bits that they have without it.
//!
//! # The same bits
//!
//! Results do not depend on the number of threads, nor on [lanes](Ensemble::lanes). A member is computed from its number
//! alone. A [`Reduction`] is made in groups of neighbouring members, whose size depends on the number of members alone, and
//! the groups are merged in the order of their members.
//!
//! # Memory
//!
//! [`collect`](Runs::collect) keeps one value a member. [`reduce`](Runs::reduce) keeps some twenty reductions, for each thread
//! as many, and with N lanes up to N more for each thread: this grows with the logarithm of the number of members.

mod crossings;
mod extrema;
mod failed;
mod groups;
mod histogram;
mod moments;
mod packed;
mod reduction;
mod runs;
#[cfg(feature = "shards")]
mod shards;
mod tasks;
mod watch;

use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use std::boxed::Box;
use std::string::String;

use crate::{Error, Integrator, Lagrangian};
pub use crossings::{Crossed, Crossings, Way};
pub use extrema::{Extrema, Extremum};
pub use extremal_numerics::Lanes;
pub use failed::{Failed, Reason};
pub use histogram::Histogram;
pub use moments::Moments;
pub use packed::{Packed, PackedField};
pub use reduction::{Of, Reduced, Reduction};
pub use runs::{Advance, Each, OneByOne, Runs, RunsOf, SideBySide, Steps};
#[cfg(feature = "shards")]
pub use shards::{Difference, Done, Kind, Listed, Members, ReducedBy, Shard, ShardFailure, Shards, Stored};
pub use watch::{AtEnd, Watch};

/// A function of the number of members that are done; see [`Ensemble::progress`].
type Progress<'a> = Box<dyn Fn(usize) -> ControlFlow<()> + Sync + 'a>;

/// Many motions of one system, see [the module](self).
///
/// It is a description: members are computed by [`Runs::collect`] and [`Runs::reduce`], and anew by each call.
pub struct Ensemble<'a, I, B, A = OneByOne> {
    members: usize,
    name: String,
    begin: B,
    threads: Option<usize>,
    progress: Option<Progress<'a>>,
    /// How the steps of its motions are made.
    advance: A,
    motion: PhantomData<fn() -> I>,
}

impl<'a, I, B> Ensemble<'a, I, B>
where
    B: Fn(usize) -> Result<I, Error> + Sync,
{
    /// Members 0 to `members` − 1. `begin` makes the motion of the member with a number: usually by [`Integrator::new`].
    ///
    /// `begin` has to depend on the number alone, as results do not depend on threads then. For random starts, seed a
    /// generator with the number.
    pub fn new(members: usize, begin: B) -> Self {
        Self {
            members,
            name: String::new(),
            begin,
            threads: None,
            progress: None,
            advance: OneByOne,
            motion: PhantomData,
        }
    }

    /// Makes the steps of [`run`](Self::run) and [`watch`](Self::watch) for N members at once, which are the lanes of one
    /// calculation: 16 is a good number. The results have the same bits.
    ///
    /// The system needs a type parameter for its numbers, and [`lanes!`](crate::lanes) with its fields. The processor is
    /// asked for its vector instructions (AVX-512, AVX2, NEON) when the program runs, so that it need not be compiled for
    /// them.
    ///
    /// ```
    /// use extremal::ensemble::Ensemble;
    /// use extremal::prelude::*;
    /// use extremal::Scalar;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(theta),
    ///     kinetic = 0.5 * (l * dt(theta)).powi(2),
    ///     potential = -g * l * cos(theta),
    ///     discretize(Midpoint),
    /// )]
    /// struct Pendulum<T: Scalar> {
    ///     l: T,
    ///     g: T,
    /// }
    /// extremal::lanes!(Pendulum { l, g });
    ///
    /// let begin = |k| {
    ///     let pendulum = Pendulum { l: 1.0 + 1e-3 * k as f64, g: 9.81 };
    ///     Integrator::new(pendulum, Midpoint, 1e-3, [2.0], [0.0])
    /// };
    /// let one_by_one = Ensemble::new(100, begin);
    /// let in_lanes = Ensemble::new(100, begin).lanes::<16>();
    /// let angle = |motion: &Integrator<Pendulum<f64>, Midpoint>| motion.coordinates()[0];
    /// assert_eq!(one_by_one.run(500, angle).collect(), in_lanes.run(500, angle).collect());
    /// ```
    ///
    /// A lane converges and fails by itself: lanes that take other iterations than the first one make their steps again,
    /// and a member that fails is an error as without lanes. Where lanes would make more than twice the steps that there are,
    /// because their iterations differ, members run one by one. So they do where they are watched after fewer than eight
    /// steps each. Other functions than roots, sines and cosines are computed lane by lane.
    ///
    /// Contacts, dry friction and systems of any size have no lanes, also where the type has the size, as in
    /// `coordinates(x[N])`: this is an error of the compiler. Members whose scheme has parameters, such as
    /// [`Newmark`](crate::schemes::Newmark), run one by one. So do those of [`crossings`](Self::crossings), which are watched
    /// after each step.
    ///
    /// A driver of your own decides for each lane if it compares sizes, such as [`magnitude`](crate::Scalar::magnitude). It
    /// must not compare what [`Size::to_f64`](crate::blocks::Size::to_f64) gives, which is the size of one lane: the others
    /// would go its way without notice, and could have other bits.
    ///
    /// ```compile_fail,E0080
    /// use extremal::Scalar;
    /// use extremal::blocks::Size;
    /// use extremal::ensemble::Ensemble;
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(y),
    ///     kinetic = 0.5 * dt(y).powi(2),
    ///     potential = g * y,
    ///     contact(ground, gap = y, restitution = 0.5),
    ///     discretize(Moreau),
    /// )]
    /// struct Ball<T: Size> {
    ///     g: T,
    /// }
    /// extremal::lanes!(Ball { g });
    ///
    /// let balls = Ensemble::new(16, |_| Integrator::new(Ball { g: 9.81 }, Moreau, 0.01, [1.0], [0.0]));
    /// balls.lanes::<8>().run(100, |motion| motion.energy()).collect();
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use extremal::Scalar;
    /// use extremal::ensemble::Ensemble;
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x[N]),
    ///     kinetic = sum(0..N, |i| 0.5 * dt(x[i]).powi(2)),
    ///     potential = sum(0..N, |i| 0.5 * k * x[i].powi(2)),
    ///     discretize(Verlet),
    /// )]
    /// struct Springs<T: Scalar, const N: usize> {
    ///     k: T,
    /// }
    /// type Three<T> = Springs<T, 3>;
    /// extremal::lanes!(Three { k });
    ///
    /// let springs = Ensemble::new(16, |_| Integrator::new(Three { k: 1.0 }, Verlet, 0.01, [1.0; 3], [0.0; 3]));
    /// springs.lanes::<8>().run(100, |motion| motion.energy()).collect();
    /// ```
    #[must_use]
    pub fn lanes<const N: usize>(self) -> Ensemble<'a, I, B, SideBySide<N>> {
        const {
            assert!(1 <= N && N <= 64, "an ensemble has 1 to 64 lanes");
        }
        Ensemble {
            members: self.members,
            name: self.name,
            begin: self.begin,
            threads: self.threads,
            progress: self.progress,
            advance: SideBySide,
            motion: PhantomData,
        }
    }
}

impl<'a, I, B, A> Ensemble<'a, I, B, A>
where
    B: Fn(usize) -> Result<I, Error> + Sync,
    A: Sync,
{
    /// Gives it a name, which is written into the files of its shards: those of ensembles with another name are refused. Let it
    /// have the numbers of a study that change from run to run. Files have the number of members, too; and with
    /// [`run`](Self::run) and [`watch`](Self::watch) the number of steps, and how the first and the last member start.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..self
        }
    }

    /// Runs on so many threads, which are started for each run. With 1 it runs on the calling thread. By default members run on
    /// the threads of rayon's pool: as many as there are processors, or those of the pool in which the program is.
    ///
    /// If the operating system refuses to start threads, members run on the calling thread: with the same results.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        Self {
            threads: Some(threads.max(1)),
            ..self
        }
    }

    /// Calls `progress` with the number of members that are done, from time to time, and at the end. The calls are made by
    /// several threads, one after the other, with increasing numbers. Members go on meanwhile. `progress` may use rayon, and
    /// run another ensemble. Without members it is not called.
    ///
    /// After a `Break` no more members begin, which are [`Reason::Cancelled`]: those that move come to their ends, at most one
    /// a thread, or as many as there are [lanes](Self::lanes). `progress` is not called again.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use extremal::ensemble::{Ensemble, Reason};
    ///
    /// let enough = |done| if done < 300 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    /// let ensemble = Ensemble::new(1000, |k| Ok(k)).progress(enough).threads(1);
    /// let results = ensemble.each(|k| Ok(*k)).collect();
    /// assert_eq!(results.iter().flatten().count(), 300);
    /// assert!(results[999].is_err_and(|failed| failed.reason == Reason::Cancelled));
    /// ```
    #[must_use]
    pub fn progress(self, progress: impl Fn(usize) -> ControlFlow<()> + Sync + 'a) -> Self {
        Self {
            progress: Some(Box::new(progress)),
            ..self
        }
    }

    /// Does with each motion what `run` says, and has its value: any steps, inputs, controllers, changes of the system.
    ///
    /// ```
    /// use extremal::ensemble::Ensemble;
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x),
    ///     inputs(u),
    ///     kinetic = 0.5 * dt(x).powi(2),
    ///     force(x = u),
    ///     discretize(Verlet),
    /// )]
    /// struct Cart;
    ///
    /// // Which of ten gains of a controller brings the cart back?
    /// let carts = Ensemble::new(10, |k| Ok((k, Integrator::new(Cart, Verlet, 0.01, [1.0], [0.0])?)));
    /// let ends = carts.each(|(k, motion)| {
    ///     for _ in 0..1000 {
    ///         let (x, v) = (motion.state().q[0], motion.velocity()?[0]);
    ///         motion.step_with([-4.0 * x - *k as f64 * v])?;
    ///     }
    ///     Ok(motion.state().q[0])
    /// });
    /// let ends = ends.collect();
    /// assert!(ends[0].is_ok_and(|x| x.abs() > 0.1) && ends[4].is_ok_and(|x| x.abs() < 1e-6));
    /// ```
    pub fn each<V: Send, F>(&self, run: F) -> Runs<'_, 'a, I, B, Each<F>, A>
    where
        F: Fn(&mut I) -> Result<V, Error> + Sync,
    {
        Runs::new(self, Each(run))
    }
}

impl<'a, S, D, M, B, A> Ensemble<'a, Integrator<S, D, M>, B, A>
where
    S: Lagrangian,
    B: Fn(usize) -> Result<Integrator<S, D, M>, Error> + Sync,
    A: Advance<Integrator<S, D, M>>,
{
    /// Makes `steps` steps of each motion, as [`step_many`](Integrator::step_many), and has what `value` says at the end.
    pub fn run<V: Send, F>(
        &self,
        steps: usize,
        value: F,
    ) -> RunsOf<'_, 'a, Integrator<S, D, M>, B, AtEnd<F>, A>
    where
        F: Fn(&Integrator<S, D, M>) -> V + Sync,
    {
        self.watch(steps, AtEnd(value))
    }

    /// Makes `steps` steps of each motion, and counts how often `output` passes through `level` in one direction, or in both.
    ///
    /// [`Crossings`] tells what a crossing is, and when.
    pub fn crossings<F>(
        &self,
        steps: usize,
        output: F,
        level: f64,
        way: Way,
    ) -> RunsOf<'_, 'a, Integrator<S, D, M>, B, Crossings<F>, A>
    where
        F: Fn(&Integrator<S, D, M>) -> f64 + Sync,
    {
        self.watch(steps, Crossings::new(output, level, way))
    }

    /// Makes `steps` steps of each motion, which is watched meanwhile.
    pub fn watch<W>(&self, steps: usize, watch: W) -> RunsOf<'_, 'a, Integrator<S, D, M>, B, W, A>
    where
        W: Watch<Integrator<S, D, M>>,
    {
        let advance = self.advance;
        Runs::new(
            self,
            Steps {
                steps,
                watch,
                advance,
            },
        )
    }
}

impl<I, B, A> fmt::Debug for Ensemble<'_, I, B, A> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Ensemble")
            .field("members", &self.members)
            .field("threads", &self.threads)
            .finish_non_exhaustive()
    }
}
