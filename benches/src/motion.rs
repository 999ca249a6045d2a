//! Motions that are compared: what a derived integrator and a program by hand have in common.
//!
//! It knows no starts and measures no costs.

use extremal::blocks::{NoInputs, Vector};
use extremal::drive::{ConstrainedStep, ContactReport, EnergyStep};
use extremal::nalgebra::DVector;
use extremal::newton::Convergence;
use extremal::prelude::*;
use extremal::{Contacts, Error};

use crate::by_hand;
use crate::by_hand::LeapfrogByHand;
use crate::long_chain::ByHand;
use crate::plain;

/// Steps after which the guesses have their history.
const SETTLED: usize = 100;

/// A motion that is stepped.
pub trait Motion {
    /// One number per coordinate.
    type Vector: Vector<f64>;

    /// Makes one step, and returns the iterations of Newton's method, 0 if the step is explicit.
    ///
    /// # Panics
    ///
    /// If the step fails.
    fn step(&mut self) -> usize;

    /// Time, coordinates and momenta.
    fn state(&self) -> State<f64, Self::Vector>;

    /// The state after a number of steps, in the fastest way for this motion.
    #[inline]
    fn run(mut self, steps: usize) -> State<f64, Self::Vector>
    where
        Self: Sized,
    {
        for _ in 0..steps {
            self.step();
        }
        self.state()
    }
}

/// Access to the iterations in a report.
pub trait Report {
    /// Those of Newton's method.
    fn iterations(&self) -> usize;
}

impl Report for Convergence {
    #[inline]
    fn iterations(&self) -> usize {
        self.iterations
    }
}

impl<T, V, C> Report for EnergyStep<T, V, C> {
    #[inline]
    fn iterations(&self) -> usize {
        self.convergence.iterations
    }
}

impl<N, C> Report for ConstrainedStep<N, C> {
    #[inline]
    fn iterations(&self) -> usize {
        self.convergence.iterations
    }
}

impl<S: Contacts> Report for ContactReport<S> {
    #[inline]
    fn iterations(&self) -> usize {
        self.convergence.iterations
    }
}

impl<S, D, M, V: Vector<f64>> Motion for Integrator<S, D, M>
where
    S: Discretize<D, Memory = M, Report: Report>
        + Lagrangian<Scalar = f64, Inputs: NoInputs, Configuration = V, Momentum = V>,
{
    type Vector = V;

    #[inline]
    fn step(&mut self) -> usize {
        let report = Self::step(self).expect("the motion is smooth");
        report.iterations()
    }

    #[inline]
    fn state(&self) -> State<f64, Self::Vector> {
        Self::state(self)
    }

    #[inline]
    fn run(mut self, steps: usize) -> State<f64, Self::Vector> {
        self.step_many(steps).expect("the motion is smooth");
        Self::state(&self)
    }
}

/// The programs by hand have the same names for their fields and methods.
macro_rules! by_hand {
    ($([$($n:ident),*] $motion:ty, $vector:ty;)+) => {$(
        impl<$(const $n: usize),*> Motion for $motion {
            type Vector = $vector;

            #[inline]
            fn step(&mut self) -> usize {
                self.step()
            }

            #[inline]
            fn state(&self) -> State<f64, Self::Vector> {
                State { t: self.t, q: self.q, p: self.p }
            }
        }
    )+};
}

by_hand!(
    [] by_hand::Pendulum, [f64; 1];
    [] by_hand::DoublePendulum, [f64; 2];
    [] by_hand::SpringPendulum, [f64; 3];
    [N] by_hand::Chain<N>, [f64; N];
    [] by_hand::BouncingBall, [f64; 1];
    [] by_hand::RestingBall, [f64; 1];
    [] by_hand::Woodpecker, [f64; 3];
    [P, N] by_hand::GaussDoublePendulum<P, N>, [f64; 2];
    [] by_hand::ConstrainedPendulum, [f64; 2];
    [] by_hand::LivensSpringPendulum, [f64; 3];
    [] by_hand::HermiteDoublePendulum, [f64; 2];
    [] plain::Pendulum, [f64; 1];
    [] plain::DoublePendulum, [f64; 2];
    [] plain::SpringPendulum, [f64; 3];
    [N] plain::Chain<N>, [f64; N];
    [N, D] by_hand::Bodies<N, D>, [f64; D];
);

/// Those of any number of masses have long vectors, and report no iterations.
macro_rules! many_by_hand {
    ($($motion:ty)+) => {$(
        impl Motion for $motion {
            type Vector = DVector<f64>;

            #[inline]
            fn step(&mut self) -> usize {
                self.run(1);
                0
            }

            fn state(&self) -> State<f64, DVector<f64>> {
                State {
                    t: 0.0,
                    q: DVector::from_column_slice(self.coordinates()),
                    p: DVector::from_column_slice(self.momenta()),
                }
            }
        }
    )+};
}

many_by_hand!(ByHand LeapfrogByHand);

/// A motion whose steps are made one by one, as in a program that uses each state.
#[derive(Clone, Copy, Debug)]
pub struct OneByOne<M>(pub M);

impl<M: Motion> Motion for OneByOne<M> {
    type Vector = M::Vector;

    #[inline]
    fn step(&mut self) -> usize {
        self.0.step()
    }

    #[inline]
    fn state(&self) -> State<f64, M::Vector> {
        self.0.state()
    }
}

/// The two motions that are compared.
#[derive(Clone, Copy, Debug)]
pub struct Pair<D, B> {
    /// By the derived integrator.
    pub derived: D,
    /// By the code written for this system.
    pub by_hand: B,
}

impl<D: Motion, B: Motion> Pair<D, B> {
    pub(crate) fn new(derived: Result<D, Error>, by_hand: B) -> Self {
        let derived = derived.expect("the start is finite");
        Self {
            derived: settled(derived),
            by_hand: settled(by_hand),
        }
    }
}

/// Not inlined into the function in which steps are counted.
#[inline(never)]
pub(crate) fn settled<M: Motion>(mut motion: M) -> M {
    for _ in 0..SETTLED {
        motion.step();
    }
    motion
}
