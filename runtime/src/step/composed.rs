//! Steps that are composed of steps of another scheme: higher order from a symmetric one.
//!
//! Knows no scheme. Each stage has a memory of its own, so that its guesses come from the same stage of the steps before.

mod chain;
mod hermite;
mod memory;

pub use chain::linearize_composed;
pub use hermite::{HermiteStages, hermite};
pub use memory::Composed;
use memory::Keeps;

use super::{Advance, Advanced, ElementOf, EnergyStep, Stepping, element};
use crate::block::zeros;
use crate::{Block, Discretize, Failure, Lagrangian, Scalar, StateOf};

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
