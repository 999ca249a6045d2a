//! Newton's method for all unknowns, with halved corrections.

use std::vec::Vec;

use super::check::check;
use super::condition;
use super::conditions::part;
use super::correction::Corrections;
use super::first::first_iterate;
use super::iterate::{Iterate, scales};
use super::misfit::Misfit;
use super::problem::Problem;
use super::search::Search;
use super::unsolved::{Unsolved, Why};
use super::{FieldsOf, Monolithic, NodeFields, Solution};
use crate::drive::Elementwise;
use crate::integrator::looked_through;
use crate::newton::Convergence;
use crate::trajectory::RecordedElement;
use crate::{Discretize, State, Trajectory};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// More are not made.
const MOST_ITERATIONS: usize = 100;

/// Relative corrections below this many ε are rounding.
const ROUNDINGS: f64 = 64.0;

/// Newton's method converges quadratically below this part of the unknowns. If a correction is not half as large as the one
/// before, both are rounding.
pub(super) fn last<T: Scalar>() -> f64 {
    libm::sqrt(T::EPSILON)
}

/// The largest residual that is accepted then, as where large terms cancel: three fifths of all digits.
fn floor<T: Scalar>() -> f64 {
    libm::pow(T::EPSILON, 0.6)
}

/// Where corrections below this many ε shrink no more, residuals of elements are not asked: in a stiff spring at rest all terms
/// cancel.
const NOISE: f64 = 1e6;

/// A duration that falls below this part of the given one is none: at zero every motion returns to its start.
const SHORTEST: f64 = 1e-6;

/// In the first corrections the sizes of unknowns may change.
const MEASURED: usize = 4;

pub(super) fn solve<S, D>(mut of: Monolithic<'_, S, D>) -> Result<Solution<S, D>, Unsolved<S>>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let inputs = inputs(&mut of);
    let begun = check(&of, &inputs).and_then(|()| {
        let scheme = (&of.system, &of.scheme);
        let elements = (of.lengths.as_slice(), inputs.as_slice());
        let problem = Problem::new(scheme, of.t0, elements, (&of.conditions, of.has_free_duration));
        let first = first_iterate(&problem, &of.guess)?;
        Ok((problem, first))
    });
    let (problem, mut best) = begun.map_err(|why| Unsolved {
        why,
        iterations: 0,
        states: Vec::new(),
    })?;
    let mut iterations = 0;
    let solved = iterated(&problem, &mut best, &mut iterations).and_then(|misfit| {
        let length = |k| problem.length(k, best.tau);
        let node = |k| problem.seen(k, &best);
        let looked = looked_through(problem.system, problem.elements(), length, node);
        looked.map_err(|(element, failure)| Why::Element { element, failure })?;
        Ok(misfit)
    });
    match solved {
        Ok(misfit) => Ok(Solution {
            fields: fields(&problem, &best),
            condition: of
                .estimates_condition
                .then(|| condition::estimated(&problem, &best)),
            trajectory: trajectory(&problem, &best, iterations),
            iterations,
            residual: misfit.largest,
            duration: best.tau * problem.passed(problem.elements()),
        }),
        Err(why) => Err(Unsolved {
            why,
            iterations,
            states: (0..=problem.elements())
                .map(|k| problem.start_of(k, &best).0)
                .collect(),
        }),
    }
}

/// The inputs of all elements; none where they are missing.
fn inputs<S: Discretize<D>, D>(of: &mut Monolithic<'_, S, D>) -> Vec<S::Inputs> {
    let mut t = of.t0;
    let lengths = of.lengths.iter().enumerate();
    match &mut of.inputs {
        Some(inputs) => lengths
            .map(|(k, &h)| {
                let now = inputs(k, t);
                t = t + h;
                now
            })
            .collect(),
        None if of.system.input_count() == 0 => {
            let none = |_| S::Inputs::with_len(0, |_| S::Scalar::from_f64(0.0));
            lengths.map(none).collect()
        }
        None => Vec::new(),
    }
}

/// Iterates to rounding. `all` is the best iterate, also of a failure.
fn iterated<S, D>(
    of: &Problem<'_, S, D>,
    all: &mut Iterate<S::Scalar>,
    iterations: &mut usize,
) -> Result<Misfit, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut corrections = Corrections::new(of, scales(of, all));
    let mut correction = corrections.next(of, all)?;
    let mut size_before = f64::INFINITY;
    let mut search = Search::default();
    loop {
        let misfit = corrections.misfit;
        let size = corrections.size(&correction);
        // Before the first correction sizes are those of the guess, which may be zero.
        if *iterations > 0 && is_solved::<S::Scalar>(misfit, size, size_before) {
            // Rounding for the nodes; unknowns on which they hardly depend may still gain from it.
            all.add(S::Scalar::from_f64(1.0), &correction);
            *iterations += 1;
            return if all.tau.real() > SizeOf::<S::Scalar>::from_f64(SHORTEST) {
                Ok(misfit)
            } else {
                Err(Why::Collapsed {
                    factor: all.tau.real().to_f64(),
                })
            };
        }
        let found = if *iterations < MOST_ITERATIONS && size.is_finite() {
            search.next(of, &mut corrections, (all, &correction), size)
        } else {
            None
        };
        let Some((moved, next)) = found else {
            let (stalled, misfit) = search.into_stalled(misfit, size).unwrap_or((all.clone(), misfit));
            *all = stalled;
            return Err(misfit.not_converged(floor::<S::Scalar>()));
        };
        *iterations += 1;
        (size_before, correction) = (size, next);
        *all = moved;
        if *iterations <= MEASURED {
            corrections.measure(of, all, scales(of, all))?;
        }
    }
}

/// Whether an iterate with this misfit and a correction of this size is a solution, to rounding.
fn is_solved<T: Scalar>(misfit: Misfit, size: f64, size_before: f64) -> bool {
    let is_small = size <= last::<T>();
    let is_done = size <= ROUNDINGS * T::EPSILON || size >= 0.5 * size_before;
    let is_noise = size <= NOISE * T::EPSILON;
    let floor = floor::<T>();
    is_small && is_done && misfit.of_conditions <= floor && (misfit.largest <= floor || is_noise)
}

/// The fields of a solution at all nodes, if they have some of their own.
fn fields<S, D>(of: &Problem<'_, S, D>, all: &Iterate<S::Scalar>) -> Vec<FieldsOf<S>>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let nodes = if of.sizes.fields > 0 { of.elements() + 1 } else { 0 };
    let node = |k| {
        let z = all.node(k, of.sizes.node);
        NodeFields {
            u: part(z, of.n, 2),
            p: part(z, of.n, 3),
        }
    };
    (0..nodes).map(node).collect()
}

/// The trajectory of a solution.
fn trajectory<S, D>(of: &Problem<'_, S, D>, all: &Iterate<S::Scalar>, iterations: usize) -> Trajectory<S, D>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut trajectory = Trajectory::new();
    let carried = |v: &S::Velocity| of.sizes.carries_velocity.then(|| v.clone());
    let (start, v) = of.start_of(0, all);
    trajectory.begin(start, carried(&v));
    trajectory.reserve(of.elements());
    let zeros = |len| std::vec![S::Scalar::from_f64(0.0); len];
    let (mut end, mut residual) = (zeros(of.sizes.node), zeros(of.sizes.unknowns));
    let mut summands = zeros(of.n);
    for k in 0..of.elements() {
        let convergence = Convergence {
            iterations,
            residual_norm: of.evaluate(k, all, &mut end, (&mut residual, &mut summands)),
        };
        let (report, stages) = of.reported(k, all, convergence);
        let element = RecordedElement {
            h: of.length(k, all.tau),
            inputs: of.inputs(k).clone(),
            stages,
            report,
        };
        let (State { t, q, p }, v) = of.start_of(k + 1, all);
        trajectory.push(State { t, q: &q, p: &p }, element, || carried(&v));
    }
    trajectory
}
