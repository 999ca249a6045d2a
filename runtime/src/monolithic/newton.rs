//! Newton's method for all unknowns, with halved corrections.

use std::vec::Vec;

use super::condition;
use super::conditions::{Conditions, part};
use super::correction::Corrections;
use super::guess::{self, Guess};
use super::iterate::{Iterate, scales};
use super::misfit::Misfit;
use super::problem::{Problem, StartOf};
use super::settled::settle;
use super::unsolved::{Unsolved, Why};
use super::{FieldsOf, Monolithic, NodeFields, Solution};
use crate::drive::{Elementwise, Start};
use crate::integrator::looked_through;
use crate::newton::Convergence;
use crate::trajectory::RecordedElement;
use crate::{Discretize, State, Trajectory};
use extremal_numerics::block::{at, is_finite};
use extremal_numerics::{Scalar, Size, SizeOf, Vector};

/// More are not made.
const MOST_ITERATIONS: usize = 100;

/// A smaller part of a correction is not made.
const LEAST_PART: f64 = 1e-5;

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
    S::Driver: Elementwise<S, D>,
{
    let inputs = inputs(&mut of);
    let begun = checked(&of, &inputs).and_then(|()| {
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

/// Whether there are elements, of positive lengths, with finite inputs.
fn checked<S: Discretize<D>, D>(of: &Monolithic<'_, S, D>, inputs: &[S::Inputs]) -> Result<(), Why>
where
    S::Driver: Elementwise<S, D>,
{
    if S::Driver::LEAST_NORM {
        return Err(Why::Redundant);
    }
    let carries_velocity = S::Driver::sizes().carries_velocity;
    if matches!(of.conditions, Conditions::Velocity { .. })
        && S::STRUCTURE.constraints > 0
        && !carries_velocity
    {
        return Err(Why::ConstrainedVelocity);
    }
    if matches!(of.conditions, Conditions::Field { .. }) && S::Driver::sizes().fields == 0 {
        return Err(Why::NoFields);
    }
    // One condition for each number, and none for the duration.
    if of.has_free_duration && !matches!(of.conditions, Conditions::Between(_)) {
        // Constraints determine as many numbers of both ends, or of q and p.
        let free = of
            .system
            .coordinate_count()
            .saturating_sub(S::STRUCTURE.constraints);
        let given = 2 * free;
        return Err(Why::FewConditions {
            conditions: given,
            needed: given + 1,
        });
    }
    let failed = |failure| Why::Element { element: 0, failure };
    of.system.check_fields().map_err(failed)?;
    S::Driver::check(&of.scheme).map_err(failed)?;
    if of.lengths.is_empty() {
        return Err(Why::NoElements);
    }
    for (element, h) in of.lengths.iter().enumerate() {
        if !(h.real() > SizeOf::<S::Scalar>::from_f64(0.0) && h.magnitude().is_finite()) {
            return Err(Why::Length {
                element,
                h: h.real().to_f64(),
            });
        }
    }
    if inputs.len() != of.lengths.len() {
        return Err(Why::Count {
            what: "inputs",
            expected: of.lengths.len(),
            found: inputs.len(),
        });
    }
    let finite = |what, index, is_finite: bool| {
        if is_finite {
            Ok(())
        } else {
            Err(Why::NotFinite { what, index })
        }
    };
    finite("time at node", 0, of.t0.magnitude().is_finite())?;
    let mut inputs = inputs.iter().enumerate();
    inputs.try_for_each(|(k, inputs)| finite("inputs of element", k, is_finite(inputs)))?;
    if let Guess::States(states) = &of.guess
        && states.len() != of.lengths.len() + 1
    {
        return Err(Why::Count {
            what: "states of a guess",
            expected: of.lengths.len() + 1,
            found: states.len(),
        });
    }
    let ends: [Option<&dyn Fn() -> bool>; 2] = match &of.conditions {
        Conditions::Ends { q0, q1 } => [Some(&|| is_finite(q0)), Some(&|| is_finite(q1))],
        Conditions::First { q, .. } | Conditions::Velocity { q, .. } | Conditions::Field { q, .. } => {
            [Some(&|| is_finite(q)), None]
        }
        Conditions::Between(_) => [None, None],
    };
    let mut ends = ends.into_iter().flatten().enumerate();
    ends.try_for_each(|(k, is_finite)| finite("coordinates at end", k, is_finite()))
}

/// z from the guess, x as of a motion with the mean velocity of each element, or as of the guess where it is a motion.
fn first_iterate<S, D>(of: &Problem<'_, S, D>, guess: &Guess<'_, S>) -> Result<Iterate<S::Scalar>, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S, D>,
{
    let failed = |failure| Why::Element { element: 0, failure };
    let mut nodes: Vec<StartOf<S>> = guess.nodes(of).map_err(failed)?;
    if let (Some(place), Some(first)) = (nodes.first_mut(), guess::first(of)) {
        let from = Start::new(
            of.scheme,
            of.length(0, S::Scalar::from_f64(1.0)),
            &first.0,
            &first.1,
        );
        of.system.start(from).map_err(failed)?;
        *place = first;
    }
    if let Conditions::Ends { q0, q1 } = of.conditions
        && S::STRUCTURE.constraints > 0
    {
        let one = S::Scalar::from_f64(1.0);
        let last = of.elements() - 1;
        for (q, node, element) in [(q0, 0, 0), (q1, of.elements(), last)] {
            let v = S::Velocity::with_len(of.n, |_| S::Scalar::from_f64(0.0));
            let t = of.time(node, one);
            let state = State {
                p: of.system.momentum(t, q, &v),
                q: q.clone(),
                t,
            };
            let from = Start::new(of.scheme, of.length(element, one), &state, &v);
            let checked = of.system.restart(from).map(|_| ());
            checked.map_err(|failure| Why::Element { element, failure })?;
        }
    }
    let mut all = Iterate {
        z: Vec::with_capacity(nodes.len() * of.sizes.node),
        x: std::vec![S::Scalar::from_f64(0.0); of.elements() * of.sizes.unknowns],
        tau: S::Scalar::from_f64(1.0),
    };
    for (k, node) in nodes.iter().enumerate() {
        let from = all.z.len();
        of.numbers(node, &mut all.z);
        let numbers = all.z.get(from..).unwrap_or_default();
        if !numbers.iter().all(|x| x.magnitude().is_finite()) {
            return Err(Why::NotFinite {
                what: "guess of node",
                index: k,
            });
        }
    }
    let elements = all
        .x
        .chunks_exact_mut(of.sizes.unknowns.max(1))
        .zip(nodes.windows(2));
    for (k, (x, pair)) in elements.enumerate() {
        let [(start, v), (end, _)] = pair else { continue };
        let h = of.length(k, S::Scalar::from_f64(1.0));
        let (q0, q1) = (start.q.as_slice(), end.q.as_slice());
        let mean = v.like(|i| (at(q1, i) - at(q0, i)) / h);
        S::Driver::unknowns_at(&mean, x);
    }
    // Fields of their own are not determined by the node where an element begins.
    if guess.is_motion() && of.sizes.fields == 0 {
        settle(of, &mut all);
    }
    Ok(all)
}

/// Iterates to rounding. `all` is the best iterate, also of a failure.
fn iterated<S, D>(
    of: &Problem<'_, S, D>,
    all: &mut Iterate<S::Scalar>,
    iterations: &mut usize,
) -> Result<Misfit, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S, D>,
{
    let mut corrections = Corrections::new(of, scales(of, all));
    let mut correction = corrections.next(of, all)?;
    let mut size_before = f64::INFINITY;
    loop {
        let misfit = corrections.misfit;
        let size = corrections.size(&correction);
        let is_small = size <= last::<S::Scalar>();
        let is_done = size <= ROUNDINGS * S::Scalar::EPSILON || size >= 0.5 * size_before;
        let floor = floor::<S::Scalar>();
        let is_noise = size <= NOISE * S::Scalar::EPSILON;
        let is_solved = misfit.of_conditions <= floor && (misfit.largest <= floor || is_noise);
        // Before the first correction sizes are those of the guess, which may be zero.
        if *iterations > 0 && is_small && is_done && is_solved {
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
        if *iterations == MOST_ITERATIONS || !size.is_finite() {
            return Err(misfit.not_converged(floor));
        }
        *iterations += 1;
        size_before = size;
        let mut part = 1.0;
        let (moved, next) = loop {
            let mut moved = all.clone();
            moved.add(S::Scalar::from_f64(part), &correction);
            if moved.tau.real() <= SizeOf::<S::Scalar>::from_f64(0.0) {
                // No interval, and nothing to compute on it.
                part *= 0.5;
                continue;
            }
            let next = corrections.next(of, &moved);
            let is_nearer = next.as_ref().is_ok_and(|next| {
                let is_shorter = corrections.size(next) <= (1.0 - 0.25 * part) * size;
                is_small || is_shorter || corrections.misfit.is_less(misfit, part)
            });
            if is_nearer {
                break (moved, next);
            }
            part *= 0.5;
            if part < LEAST_PART {
                return Err(misfit.not_converged(floor));
            }
        };
        correction = next?;
        *all = moved;
        if *iterations <= MEASURED {
            corrections.measure(of, all, scales(of, all))?;
        }
    }
}

/// The fields of a solution at all nodes, if they have some of their own.
fn fields<S, D>(of: &Problem<'_, S, D>, all: &Iterate<S::Scalar>) -> Vec<FieldsOf<S>>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S, D>,
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
    S::Driver: Elementwise<S, D>,
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
