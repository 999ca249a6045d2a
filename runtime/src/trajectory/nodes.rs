//! The motion between nodes with the order of the nodes: the polynomial through several of them.

use std::vec::Vec;

use super::{Point, PointOf, Trajectory};
use crate::Discretize;
use crate::drive::StepReport;
use extremal_numerics::block::{at, is_finite};
use extremal_numerics::{Scalar, Size, Vector};

/// The degree of elements to whose order nodes are taken, at the most.
const MOST: usize = 12;

impl<S: Discretize<D>, D> Trajectory<S, D> {
    /// q and q̇ at the time `t` with the order of the nodes, which between them is higher than that of [`at`](Self::at): by the
    /// polynomial that has the coordinates and velocities of the next nodes on both sides.
    ///
    /// ```text
    /// q(t_i) = q_i,   q̇(t_i) = v_i,   i = 1..k,   k = P + 1, or P + 2 if that is odd
    /// ```
    ///
    /// Its own errors, of the orders 2k in q and 2k − 1 in q̇, are of higher order than those of nodes, 2P. It is smooth inside
    /// of elements, and q and q̇ are continuous at nodes. Of P ≥ 14 there are 14 nodes.
    ///
    /// Near an end of the motion, a jump, and a change of inputs the nodes are all on one side, or fewer than k: where inputs
    /// change in each step it is the cubic between two nodes, of order 4. So they are beside an element of less than an eighth
    /// or more than eight times the length, whose nodes would magnify rounding. Where not every state is recorded it is `at`.
    /// Changes of parameters between steps are not seen, and steps have to resolve the motion. Schemes of contacts have the
    /// motion of `at`, which has their order.
    ///
    /// `system` is that of the integrator, which gives the velocities of nodes whose scheme does not carry them.
    ///
    /// ```
    /// use extremal::prelude::*;
    ///
    /// #[derive(Lagrangian)]
    /// #[lagrangian(
    ///     coordinates(x), kinetic = 0.5 * dt(x).powi(2), potential = 0.5 * x.powi(2), discretize(Galerkin<4, Gauss<4>>)
    /// )]
    /// struct Oscillator;
    ///
    /// let scheme = Galerkin::<4, Gauss<4>>::default();
    /// let trajectory = Integrator::new(Oscillator, scheme, 0.25, [1.0], [0.0])?.run(40)?;
    /// let error = |point: Option<extremal::trajectory::PointOf<Oscillator>>| {
    ///     point.map_or(1.0, |point| (point.q[0] - 7.1_f64.cos()).abs())
    /// };
    /// assert!(error(trajectory.at(7.1)) > 1e-9);
    /// assert!(error(trajectory.at_node_order(&Oscillator, 7.1)) < 1e-11);
    /// # Ok::<(), extremal::Error>(())
    /// ```
    ///
    /// Returns `None` where `at` does, and where the momentum of a node does not determine its velocity: the mass matrix is
    /// singular, as with coordinates without mass.
    pub fn at_node_order(&self, system: &S, t: S::Scalar) -> Option<PointOf<S>> {
        let (index, s) = self.element_at(t)?;
        if self.every > 1 || tells_of_contacts::<S, D>() {
            return self.at(t);
        }
        let (first, places) = self.nodes_around(index)?;
        let (near, h) = (
            self.states.get(index)?.q.as_slice(),
            self.elements.get(index)?.as_ref()?.h,
        );
        let mut point = Point {
            t,
            q: S::Configuration::with_len(near.len(), |k| at(near, k)),
            v: S::Velocity::with_len(near.len(), |_| S::Scalar::from_f64(0.0)),
        };
        for (i, state) in self.states.get(first..)?.iter().take(places.len()).enumerate() {
            let velocity = match self.velocities.get(first + i) {
                Some(carried) => carried.clone(),
                None => system.velocity(state.t, &state.q, &state.p).ok()?,
            };
            let [of_q, of_v] = hermite(&places, i, s);
            let sums = point.q.as_mut_slice().iter_mut().zip(point.v.as_mut_slice());
            for (k, (q, v)) in sums.enumerate() {
                // The weights of coordinates have the sum one: those of differences lose no digits of a far place.
                let (way, velocity) = (
                    at(state.q.as_slice(), k) - at(near, k),
                    at(velocity.as_slice(), k),
                );
                *q = *q + (of_q.value * way + h * (of_v.value * velocity));
                *v = *v + (of_q.rate * way / h + of_v.rate * velocity);
            }
        }
        (is_finite(&point.q) && is_finite(&point.v)).then_some(point)
    }

    /// The first of the nodes around an element, and the places of all of them in lengths of this element from its start.
    fn nodes_around(&self, index: usize) -> Option<(usize, Vec<S::Scalar>)> {
        let own = self.elements.get(index)?.as_ref()?;
        let goes_on = |k: usize| {
            let next = self.elements.get(k).and_then(Option::as_ref);
            next.is_some_and(|next| next.inputs == own.inputs && is_alike(next.h.real(), own.h.real()))
        };
        // Elements beside this one, of which the nodes have as many on both sides, if there are so many.
        let beside = (S::DEGREE.clamp(1, MOST) - 1).next_multiple_of(2);
        let most_after = (1..=beside).take_while(|k| goes_on(index + k)).count();
        let most_before = (1..=beside)
            .take_while(|&k| index.checked_sub(k).is_some_and(goes_on))
            .count();
        let before = most_before.min((beside / 2).max(beside.saturating_sub(most_after)));
        let after = most_after.min(beside - before);
        let length = |k: usize| Some(self.elements.get(k)?.as_ref()?.h / own.h);
        let mut place = S::Scalar::from_f64(0.0);
        for k in index - before..index {
            place = place - length(k)?;
        }
        let mut places = Vec::with_capacity(before + after + 2);
        places.push(place);
        for k in index - before..=index + after {
            // The nodes of this element are at 0 and 1.
            place = if k == index {
                S::Scalar::from_f64(1.0)
            } else {
                place + length(k)?
            };
            if k + 1 == index {
                place = S::Scalar::from_f64(0.0);
            }
            places.push(place);
        }
        Some((index - before, places))
    }
}

/// Whether two lengths differ by a factor of eight at the most. Two nodes in a distance d have weights that grow with 1/d³.
fn is_alike<Z: Size>(a: Z, b: Z) -> bool {
    let (a, b, most) = (Scalar::abs(a), Scalar::abs(b), Z::from_f64(8.0));
    a <= most * b && b <= most * a
}

/// Whether there may be jumps of the velocity.
const fn tells_of_contacts<S: Discretize<D>, D>() -> bool {
    let contacts = <S::Report as StepReport<S::Scalar, S::Velocity>>::CONTACTS;
    let forms = <S::Report as StepReport<S::Scalar, S::Velocity>>::FORMS;
    !(contacts.is_empty() && forms.is_empty())
}

/// A polynomial and its derivative at one place.
#[derive(Clone, Copy)]
struct Weight<T> {
    value: T,
    rate: T,
}

/// The weights at `s` of the coordinate and the velocity of the node `i`.
///
/// ```text
/// H = (1 − 2 ℓ'(x_i) (s − x_i)) ℓ²,   K = (s − x_i) ℓ²,   ℓ = Π_{j≠i} (s − x_j)/(x_i − x_j)
/// ```
fn hermite<T: Scalar>(places: &[T], i: usize, s: T) -> [Weight<T>; 2] {
    let (zero, one, own) = (T::from_f64(0.0), T::from_f64(1.0), at(places, i));
    let others = || {
        places
            .iter()
            .enumerate()
            .filter(move |(j, _)| *j != i)
            .map(|(_, &x)| x)
    };
    // ℓ, its derivative, and that at the node itself.
    let (mut l, mut rate, mut slope) = (one, zero, zero);
    for x in others() {
        let way = (own - x).recip();
        rate = rate * (s - x) * way + l * way;
        l = l * (s - x) * way;
        slope = slope + way;
    }
    let two = one + one;
    let (way, square, square_rate) = (s - own, l * l, two * l * rate);
    let linear = one - two * slope * way;
    [
        Weight {
            value: linear * square,
            rate: linear * square_rate - two * slope * square,
        },
        Weight {
            value: way * square,
            rate: square + way * square_rate,
        },
    ]
}
