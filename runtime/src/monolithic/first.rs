//! The first iterate: all unknowns, from a guess of the nodes.

use std::vec::Vec;

use super::conditions::Conditions;
use super::guess::{self, Guess};
use super::iterate::Iterate;
use super::problem::{Problem, StartOf};
use super::settled::settle;
use super::unsolved::Why;
use crate::drive::{Drive, Elementwise, Start};
use crate::{Discretize, State};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// z from the guess, x as of a motion with the mean velocity of each element, or as of the guess where it is a motion.
pub(super) fn first_iterate<S, D>(
    of: &Problem<'_, S, D>,
    guess: &Guess<'_, S>,
) -> Result<Iterate<S::Scalar>, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let nodes = guessed(of, guess)?;
    check_constraints_at_ends(of)?;
    let mut all = Iterate {
        z: numbers(of, &nodes)?,
        x: mean_motions(of, &nodes),
        tau: S::Scalar::from_f64(1.0),
    };
    // Fields of their own are not determined by the node where an element begins.
    if guess.is_motion() && of.sizes.fields == 0 {
        settle(of, &mut all);
    }
    Ok(all)
}

/// The nodes of a guess. The first one is as it is given, and has to be a start.
fn guessed<S, D>(of: &Problem<'_, S, D>, guess: &Guess<'_, S>) -> Result<Vec<StartOf<S>>, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
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
        S::Driver::start(of.system.system(), from, None).map_err(failed)?;
        *place = first;
    }
    Ok(nodes)
}

/// Whether coordinates that are given at both ends satisfy constraints. Velocities there are sought, and nothing is asked of
/// them.
fn check_constraints_at_ends<S, D>(of: &Problem<'_, S, D>) -> Result<(), Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let Conditions::Ends { q0, q1 } = of.conditions else {
        return Ok(());
    };
    if S::STRUCTURE.constraints == 0 {
        return Ok(());
    }
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
        let checked = S::Driver::check_place(of.system.system(), from);
        checked.map_err(|failure| Why::Element { element, failure })?;
    }
    Ok(())
}

/// z at all nodes, if it is finite.
fn numbers<S, D>(of: &Problem<'_, S, D>, nodes: &[StartOf<S>]) -> Result<Vec<S::Scalar>, Why>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut z = Vec::with_capacity(nodes.len() * of.sizes.node);
    for (index, node) in nodes.iter().enumerate() {
        let from = z.len();
        of.numbers(node, &mut z);
        let numbers = z.get(from..).unwrap_or_default();
        if !numbers.iter().all(|x| x.magnitude().is_finite()) {
            return Err(Why::NotFinite {
                what: "guess of node",
                index,
            });
        }
    }
    Ok(z)
}

/// x of all elements, each as of a motion with its mean velocity.
fn mean_motions<S, D>(of: &Problem<'_, S, D>, nodes: &[StartOf<S>]) -> Vec<S::Scalar>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    let mut all = std::vec![S::Scalar::from_f64(0.0); of.elements() * of.sizes.unknowns];
    let elements = all
        .chunks_exact_mut(of.sizes.unknowns.max(1))
        .zip(nodes.windows(2));
    for (k, (x, pair)) in elements.enumerate() {
        let [(start, v), (end, _)] = pair else { continue };
        let h = of.length(k, S::Scalar::from_f64(1.0));
        let (q0, q1) = (start.q.as_slice(), end.q.as_slice());
        let mean = v.like(|i| (at(q1, i) - at(q0, i)) / h);
        S::Driver::unknowns_at(&mean, x);
    }
    all
}
