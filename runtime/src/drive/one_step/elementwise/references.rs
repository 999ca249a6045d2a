//! Systems by reference.

use super::{Beside, ElementRows, ElementSizes, Elementwise};
use crate::drive::by_reference::interval_of;
use crate::drive::{ByReference, Interval, Start};
use crate::newton::Convergence;
use crate::{Discretize, Failure, StateOf};

#[diagnostic::do_not_recommend]
impl<S: Discretize<D> + ?Sized, D> Elementwise<&S, D> for ByReference
where
    S::Driver: Elementwise<S, D>,
{
    const LEAST_NORM: bool = S::Driver::LEAST_NORM;

    fn sizes() -> ElementSizes {
        S::Driver::sizes()
    }

    fn unknowns_at(velocity: &S::Velocity, x: &mut [S::Scalar]) {
        S::Driver::unknowns_at(velocity, x);
    }

    fn evaluate(
        system: &&S,
        over: Interval<'_, &S, D>,
        beside: Beside<'_, S>,
        x: &[S::Scalar],
        end: &mut [S::Scalar],
        (residual, summands): (&mut [S::Scalar], &mut [S::Scalar]),
    ) -> f64 {
        S::Driver::evaluate(system, interval_of(over), beside, x, end, (residual, summands))
    }

    fn linearize_element(
        system: &&S,
        over: Interval<'_, &S, D>,
        beside: Beside<'_, S>,
        x: &[S::Scalar],
        along: Option<[S::Scalar; 2]>,
        rows: &mut ElementRows<S::Scalar>,
    ) -> Result<(), Failure> {
        S::Driver::linearize_element(system, interval_of(over), beside, x, along, rows)
    }

    fn reported(
        system: &&S,
        over: Interval<'_, &S, D>,
        x: (Option<&[S::Scalar]>, &[S::Scalar]),
        nodes: [Beside<'_, S>; 2],
        end: &StateOf<S>,
        convergence: Convergence,
    ) -> (Self::Report, Self::Stages) {
        S::Driver::reported(system, interval_of(over), x, nodes, end, convergence)
    }

    fn check(scheme: &D) -> Result<(), Failure> {
        S::Driver::check(scheme)
    }

    fn stepping(scheme: &D) -> Option<D> {
        S::Driver::stepping(scheme)
    }

    fn fields_at(system: &&S, over: Interval<'_, &S, D>, velocity: &S::Velocity, fields: &mut [S::Scalar]) {
        S::Driver::fields_at(system, interval_of(over), velocity, fields);
    }

    fn check_place(system: &&S, from: Start<'_, &S, D>) -> Result<(), Failure> {
        S::Driver::check_place(system, Start::new(from.scheme, from.h, from.state, from.velocity))
    }

    fn each_constraint(
        system: &&S,
        state: &StateOf<S>,
        velocity: &S::Velocity,
        visit: &mut dyn FnMut(S::Scalar),
    ) {
        S::Driver::each_constraint(system, state, velocity, visit);
    }
}
