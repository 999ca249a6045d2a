//! All unknowns, and the sizes that they are compared with.

use std::vec::Vec;

use super::problem::Problem;
use crate::drive::Elementwise;
use crate::{Discretize, Lagrangian};
use extremal_numerics::block::at;
use extremal_numerics::{Scalar, Size, Vector};

/// z at all nodes, x in all elements, and the factor τ of all lengths.
#[derive(Clone)]
pub(super) struct Iterate<T> {
    pub(super) z: Vec<T>,
    pub(super) x: Vec<T>,
    pub(super) tau: T,
}

impl<T: Scalar> Iterate<T> {
    pub(super) fn node(&self, k: usize, size: usize) -> &[T] {
        self.z.get(k * size..(k + 1) * size).unwrap_or_default()
    }

    pub(super) fn unknowns(&self, k: usize, size: usize) -> &[T] {
        self.x.get(k * size..(k + 1) * size).unwrap_or_default()
    }

    /// Adds a part of a correction.
    pub(super) fn add(&mut self, part: T, correction: &Self) {
        let numbers = self
            .z
            .iter_mut()
            .zip(&correction.z)
            .chain(self.x.iter_mut().zip(&correction.x));
        numbers.for_each(|(number, &change)| *number = *number + part * change);
        self.tau = self.tau + part * correction.tau;
    }
}

/// A size for each number of a node, so that lengths, angles and momenta are compared with their own.
///
/// q: its largest value, or one where it is zero; p and v: the same, and at least those of a motion over the interval.
/// Sizes are those of values, and not of derivative parts.
pub(super) fn scales<S, D>(of: &Problem<'_, S, D>, all: &Iterate<S::Scalar>) -> Vec<S::Scalar>
where
    S: Discretize<D>,
    S::Driver: Elementwise<S::System, D>,
{
    type SizeIn<S> = extremal_numerics::SizeOf<<S as Lagrangian>::Scalar>;
    let size = of.sizes.node;
    let mut largest = std::vec![SizeIn::<S>::from_f64(0.0); size];
    for (k, number) in all.z.iter().enumerate() {
        let magnitude = number.divisor_size();
        raise(&mut largest, k % size, magnitude);
    }
    let duration = of.length(0, S::Scalar::from_f64(0.0)) + all.tau * of.passed(of.elements());
    let (state, _) = of.start_of(0, all);
    let rest: S::Velocity = S::Velocity::with_len(of.n, |_| S::Scalar::from_f64(0.0));
    let at_rest = of.system.momentum(state.t, &state.q, &rest);
    for k in 0..of.n {
        let whole = if at(&largest, k).magnitude() > SizeIn::<S>::from_f64(0.0) {
            at(&largest, k)
        } else {
            SizeIn::<S>::from_f64(1.0)
        };
        largest[k] = whole;
        let velocity = S::Scalar::from_size(whole) / duration;
        let moving = rest.like(|i| if i == k { velocity } else { at(rest.as_slice(), i) });
        let momentum = of.system.momentum(state.t, &state.q, &moving);
        let change = at(momentum.as_slice(), k) - at(at_rest.as_slice(), k);
        let momentum = change.divisor_size();
        // q, p and v; a field p; what it leaves, of the size of q, whose differences it has; and what u leaves.
        let length = of.length(0, all.tau).divisor_size();
        let sizes = [
            (of.n + k, momentum),
            (2 * of.n + k, velocity.divisor_size()),
            (3 * of.n + k, momentum),
            (4 * of.n + k, whole),
            (5 * of.n + k, momentum * length),
        ];
        sizes
            .into_iter()
            .for_each(|(place, least)| raise(&mut largest, place, least));
    }
    let one = SizeIn::<S>::from_f64(1.0);
    let zero = SizeIn::<S>::from_f64(0.0);
    let usable = |size: SizeIn<S>| {
        if size > zero && size.is_finite() {
            size
        } else {
            one
        }
    };
    largest
        .into_iter()
        .map(|size| S::Scalar::from_size(usable(size)))
        .collect()
}

/// Makes a size at least so large, if there is one at this place.
fn raise<T: PartialOrd>(sizes: &mut [T], place: usize, least: T) {
    if let Some(size) = sizes.get_mut(place)
        && least > *size
    {
        *size = least;
    }
}
