//! Steps that are composed of steps of another scheme: higher order from a symmetric one.
//!
//! Knows no scheme. Each stage has a memory of its own, so that its guesses come from the same stage of the steps before.

use super::{Advance, Advanced, ElementOf, EnergyStep, Kept, Memory, Stepping, element};
use crate::block::zeros;
use crate::linearize::Linearization;
use crate::{Block, Discretize, Failure, Lagrangian, Numbers, Scalar, StateOf};
use nalgebra::SMatrix;

/// The memories of all stages.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Composed<M, const N: usize>([M; N]);

impl<T: Scalar, M: Numbers<T> + Copy, const N: usize> Numbers<T> for Composed<M, N> {
    const COUNT: usize = N * M::COUNT;

    fn for_each(&self, visit: &mut impl FnMut(T)) {
        self.0.iter().for_each(|memory| memory.for_each(visit));
    }

    fn read<E>(next: &mut impl FnMut() -> Result<T, E>) -> Result<Self, E> {
        let first = M::read(next)?;
        let mut all = [first; N];
        for memory in all.iter_mut().skip(1) {
            *memory = M::read(next)?;
        }
        Ok(Self(all))
    }
}

impl<M, const N: usize> Composed<M, N> {
    /// After a step, what goes on is with the last stage.
    pub fn last(&self) -> Option<&M> {
        self.0.last()
    }
}

/// A memory in which something is carried.
pub trait Keeps<C, K>: Copy {
    /// What is kept beside guesses.
    fn kept(&self) -> &Kept<C, K>;
    /// The same, to be changed.
    fn kept_mut(&mut self) -> &mut Kept<C, K>;
}

impl<C: Copy, K: Copy> Keeps<C, K> for Kept<C, K> {
    fn kept(&self) -> &Self {
        self
    }

    fn kept_mut(&mut self) -> &mut Self {
        self
    }
}

impl<U: Copy, C: Copy, K: Copy> Keeps<C, K> for Memory<U, C, K> {
    fn kept(&self) -> &Kept<C, K> {
        &self.kept
    }

    fn kept_mut(&mut self) -> &mut Kept<C, K> {
        &mut self.kept
    }
}

/// The memories at a start; the stages are these parts of a step.
///
/// # Errors
///
/// Those of the scheme that is composed.
pub fn start_composed<S, M, const N: usize>(
    h: S::Scalar,
    parts: &[f64; N],
    start: impl Fn(S::Scalar) -> Result<M, Failure>,
) -> Result<Composed<M, N>, Failure>
where
    S: Lagrangian + ?Sized,
    M: Copy,
{
    let mut all = [start(part::<S>(h, parts, 0))?; N];
    for (k, memory) in all.iter_mut().enumerate().skip(1) {
        *memory = start(part::<S>(h, parts, k))?;
    }
    Ok(Composed(all))
}

#[inline]
fn part<S: Lagrangian + ?Sized>(h: S::Scalar, parts: &[f64], k: usize) -> S::Scalar {
    S::Scalar::from_f64(parts.get(k).copied().unwrap_or(1.0)) * h
}

/// A stage of the step, before it is made.
struct Stage<'a, S: Lagrangian + ?Sized, M> {
    h: S::Scalar,
    state: &'a StateOf<S>,
    memory: &'a M,
}

/// Makes all stages; what each was made from, and gave, is shown to `seen`. The memory is changed where all succeed.
fn each_stage<S, D, M, const N: usize, const CHECKED: bool>(
    system: &S,
    (scheme, parts): (&D, &[f64; N]),
    (h, inputs): (<S as Lagrangian>::Scalar, &S::Inputs),
    start: &StateOf<S>,
    memory: &mut Composed<M, N>,
    mut seen: impl FnMut(Stage<'_, S, M>, &Advance<StateOf<S>, S::Report, S::Stages>) -> Result<(), Failure>,
) -> Result<StateOf<S>, Failure>
where
    S: Discretize<D, Memory = M> + Stepping<D> + ?Sized,
    M: Keeps<S::Carried, S::Constants>,
{
    let mut all = memory.0;
    let mut state = *start;
    for k in 0..N {
        let own = part::<S>(h, parts, k);
        let before = all[if k == 0 { N - 1 } else { k - 1 }];
        hand_over::<S, D, M>(system, own, &state, &before, &mut all[k]);
        let from = all[k];
        let step = Discretize::<D>::advance::<CHECKED>(system, scheme, own, inputs, &state, &mut all[k])?;
        let stage = Stage {
            h: own,
            state: &state,
            memory: &from,
        };
        seen(stage, &step)?;
        state = step.state;
    }
    memory.0 = all;
    state.t = start.t + h;
    Ok(state)
}

/// What goes from stage to stage. Where they are not equally long it may have other factors, and is computed afresh, but for what
/// rounding took of the coordinates.
#[inline]
fn hand_over<S, D, M>(system: &S, h: <S as Lagrangian>::Scalar, state: &StateOf<S>, from: &M, to: &mut M)
where
    S: Discretize<D, Memory = M> + Stepping<D> + ?Sized,
    M: Keeps<S::Carried, S::Constants>,
{
    let before = from.kept().carried;
    if from.kept().constants == to.kept().constants && S::Constants::LEN > 0 {
        to.kept_mut().carried = before;
        return;
    }
    let velocity = S::node_velocity(from).unwrap_or_else(zeros);
    let kept = *to.kept();
    let known: ElementOf<S, D> = element::<S, D>(h, &zeros(), state, &kept);
    let mut carried = system.carried(&known, &velocity);
    let lost = S::LOST.min(S::Carried::LEN);
    let at = S::Carried::LEN - lost;
    carried.as_mut_slice()[at..].copy_from_slice(&before.as_slice()[at..]);
    to.kept_mut().carried = carried;
}

/// What determines the motion inside a composed step: velocity at its start, mean velocity, velocity at its end.
pub type HermiteStages<T, const N: usize> = [[T; N]; 3];

/// A step of the composition, with the report of its end.
///
/// # Errors
///
/// Those of the scheme that is composed; the time of the failure is that of the whole step.
#[inline]
pub fn advance_composed<S, D, M, T, W, C, const N: usize, const V: usize, const CHECKED: bool>(
    system: &S,
    (scheme, parts): (&D, &[f64; N]),
    h: T,
    inputs: &S::Inputs,
    start: &StateOf<S>,
    memory: &mut Composed<M, N>,
) -> Advanced<S, EnergyStep<T, W, C>, HermiteStages<T, V>>
where
    S: Lagrangian<Scalar = T, Vector = W>
        + Discretize<D, Memory = M, Report = EnergyStep<T, W, C>>
        + Stepping<D>,
    M: Keeps<S::Carried, S::Constants>,
    T: Scalar,
    W: Block<T>,
    C: Block<T>,
{
    let velocity = memory.last().and_then(S::node_velocity).unwrap_or_else(zeros);
    let mut report: Option<EnergyStep<T, W, C>> = None;
    let state = each_stage::<S, D, M, N, CHECKED>(
        system,
        (scheme, parts),
        (h, inputs),
        start,
        memory,
        |stage, step| {
            report = Some(joined(report, step.report, stage.h));
            Ok(())
        },
    )?;
    let Some(mut report) = report else {
        return Err(Failure::NotFinite { what: "composition" });
    };
    report.multipliers = C::from_fn(|j| report.multipliers.as_slice()[j] / h);
    let mean = |i: usize| (state.q.as_slice()[i] - start.q.as_slice()[i]) / h;
    let stages = [
        core::array::from_fn(|i| velocity.as_slice()[i]),
        core::array::from_fn(mean),
        core::array::from_fn(|i| report.velocity.as_slice()[i]),
    ];
    Ok(Advance {
        state,
        report,
        stages,
    })
}

/// The report of the last stage, with the iterations of all, and their impulses in the place of multipliers.
fn joined<T: Scalar, V: Block<T>, C: Block<T>>(
    before: Option<EnergyStep<T, V, C>>,
    mut stage: EnergyStep<T, V, C>,
    h: T,
) -> EnergyStep<T, V, C> {
    let impulse = |j: usize| stage.multipliers.as_slice()[j] * h;
    let Some(before) = before else {
        stage.multipliers = C::from_fn(impulse);
        return stage;
    };
    stage.multipliers = C::from_fn(|j| before.multipliers.as_slice()[j] + impulse(j));
    let (earlier, last) = (before.convergence, &mut stage.convergence);
    last.iterations += earlier.iterations;
    if earlier.residual_norm > last.residual_norm {
        last.residual_norm = earlier.residual_norm;
    }
    stage
}

/// q and q̇ inside a composed step, by the cubic with the velocities of both ends.
pub fn hermite<T: Scalar, V: Block<T>, const N: usize>(
    h: T,
    q0: &V,
    stages: &HermiteStages<T, N>,
    s: T,
) -> (V, V) {
    let [begin, mean, end] = stages;
    let (two, three) = (T::from_f64(2.0), T::from_f64(3.0));
    let square = |i: usize| three * mean[i] - two * begin[i] - end[i];
    let cube = |i: usize| begin[i] + end[i] - two * mean[i];
    let moved = |i: usize| s * (begin[i] + s * (square(i) + s * cube(i)));
    (
        V::from_fn(|i| q0.as_slice()[i] + h * moved(i)),
        V::from_fn(|i| begin[i] + s * (two * square(i) + three * s * cube(i))),
    )
}

/// The derivative of a composed step: the chain rule through its stages.
///
/// # Errors
///
/// Those of a step, and of the derivative of a stage.
pub fn linearize_composed<S, D, M, T, const N: usize, const R: usize, const I: usize, const P: usize>(
    system: &S,
    (scheme, parts): (&D, &[f64; N]),
    h: T,
    inputs: &S::Inputs,
    start: &StateOf<S>,
    memory: &Composed<M, N>,
) -> Result<Chained<T, R, I, P>, Failure>
where
    S: Discretize<D, Memory = M, Linearization = Chained<T, R, I, P>> + Stepping<D> + Lagrangian<Scalar = T>,
    M: Keeps<S::Carried, S::Constants>,
    T: Scalar,
{
    let mut whole: Option<Chained<T, R, I, P>> = None;
    each_stage::<S, D, M, N, true>(
        system,
        (scheme, parts),
        (h, inputs),
        start,
        &mut { *memory },
        |stage, _| {
            let own = Discretize::<D>::linearize(system, scheme, stage.h, inputs, stage.state, stage.memory)?;
            whole = Some(match &whole {
                None => own,
                Some(before) => Linearization {
                    by_state: through(&own.by_state, &before.by_state, None),
                    by_inputs: through(&own.by_state, &before.by_inputs, Some(&own.by_inputs)),
                    by_parameters: through(&own.by_state, &before.by_parameters, Some(&own.by_parameters)),
                },
            });
            Ok(())
        },
    )?;
    whole.ok_or(Failure::NotFinite { what: "composition" })
}

/// [`LinearizationOf`](crate::LinearizationOf), written out.
type Chained<T, const R: usize, const I: usize, const P: usize> =
    Linearization<SMatrix<T, R, R>, SMatrix<T, R, I>, SMatrix<T, R, P>>;

/// A B, or A B + C.
fn through<T: Scalar, const R: usize, const K: usize>(
    a: &SMatrix<T, R, R>,
    b: &SMatrix<T, R, K>,
    c: Option<&SMatrix<T, R, K>>,
) -> SMatrix<T, R, K> {
    SMatrix::from_fn(|row, column| {
        let start = c.map_or_else(|| T::from_f64(0.0), |c| c[(row, column)]);
        (0..R).fold(start, |sum, k| sum + a[(row, k)] * b[(k, column)])
    })
}
