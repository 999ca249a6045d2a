//! Constrained systems at random parameters, states and step sizes, compared with the same systems written by hand.
//!
//! Each is declared, and written again as generic Rust over dual numbers.

mod by_hand;
mod check;
mod conservative;
mod driven;
mod equations;
mod motion;

use extremal::Constrained;
use extremal::blocks::Block;
use extremal::derivatives::Linearization;
use extremal::drive::ConstrainedStep;
use extremal::prelude::*;
use extremal::system::VectorSpace;
use proptest::collection::vec;
use proptest::strategy::Strategy;

use self::by_hand::{TiedOracle, Ties};
use self::check::{check_derivative, check_equations, check_functions, check_levels, check_return};
use self::conservative::{Bars, Curve, Space, Surface, Wire};
use self::driven::{General, Moving, Place};
use self::equations::Tied;
use self::motion::{Made, Moving as Motion, Start, functions, projected, steps};
use crate::support::cases::for_all;
use crate::support::element::{Discretization, Element};

/// A system with two parameters from ½ to 3/2, and a position near which it is regular for all of them.
trait Random: Ties {
    const NEAR: &'static [f64];

    fn with(parameters: [f64; 2]) -> Self;
}

fn starts<S: Random + VectorSpace>() -> impl Strategy<Value = Start> {
    let (n, inputs) = (S::NEAR.len(), S::INPUTS.len());
    let parameters = [0.5..1.5, 0.5..1.5];
    let vectors = (vec(-0.2..0.2, n), vec(-1.0..1.0, n), vec(-1.0..1.0, inputs));
    (parameters, 0.0..1.0, -4.0..-1.0, vectors).prop_map(
        |(parameters, t, digits, (aside, v, u)): (_, _, f64, _)| Start {
            parameters,
            t,
            h: 0.8 * 10.0_f64.powf(digits),
            q: S::NEAR
                .iter()
                .zip(aside)
                .map(|(q, by): (_, f64)| q + by)
                .collect(),
            v,
            u,
        },
    )
}

fn check_system<S: Random + Constrained<Scalar = f64> + VectorSpace>() {
    for_all(&starts::<S>(), |start| {
        let system = S::with(start.parameters);
        let at = projected(&system, start);
        check_functions(&system, &at, &start.u, &functions(&system, &at, &start.u));
    });
}

const STEPS: usize = 4;

/// Checks the constraints, their rates and the discrete equations in every step, and the derivative of the last step.
fn check_steps<S, D, N, A, B, C>()
where
    S: Random
        + Constrained<Scalar = f64>
        + VectorSpace
        + Discretize<
            D,
            Report = ConstrainedStep<N, <S as Constrained>::Constraints>,
            Linearization = Linearization<A, B, C>,
        > + VectorSpace,
    D: Default + Discretization,
    N: Block<f64>,
    A: Block<f64>,
    B: Block<f64>,
{
    let element = D::element();
    for_all(&starts::<S>(), |start| {
        let system = S::with(start.parameters);
        let from = projected(&system, start);
        let made = steps::<S, D, N, A, B, C>(&system, (&from, start.h, &start.u), &element.nodes, STEPS);
        check_made(&system, &element, start, &made);
    });
}

fn check_made(system: &dyn TiedOracle, element: &Element, start: &Start, made: &[Made]) {
    let tied = |made| Tied {
        system,
        element,
        h: start.h,
        inputs: &start.u,
        made,
    };
    for made in made {
        check_levels(&tied(made));
        check_equations(&tied(made));
    }
    made.iter()
        .skip(STEPS - 1)
        .for_each(|made| check_derivative(&tied(made)));
}

/// A step, and a step with reversed momentum: symmetric schemes then return to the start, if L is even in v.
fn check_returns<S, D, N, A, B, C>()
where
    S: Random
        + Constrained<Scalar = f64>
        + VectorSpace
        + Discretize<
            D,
            Report = ConstrainedStep<N, <S as Constrained>::Constraints>,
            Linearization = Linearization<A, B, C>,
        > + VectorSpace,
    D: Default + Discretization,
    N: Block<f64>,
    A: Block<f64>,
    B: Block<f64>,
{
    let places = D::element().nodes;
    let step = |system: &S, h: f64, from: &Motion| {
        let mut made = steps::<S, D, N, A, B, C>(system, (from, h, &[]), &places, 1);
        made.remove(0)
    };
    for_all(&starts::<S>(), |start| {
        let system = S::with(start.parameters);
        let there = step(&system, start.h, &projected(&system, start));
        let back = step(&system, start.h, &there.to.turned());
        check_return(&there, &back);
    });
}

macro_rules! random {
    ($($name:ident: $system:ident, $check:ident, [$($scheme:ty),*];)*) => {$(
        mod $name {
            use super::*;

            #[test]
            fn functions_and_constraints_are_those_by_hand() {
                check_system::<$system>();
            }

            #[test]
            fn steps_satisfy_the_discrete_equations() {
                $(check_steps::<$system, $scheme, _, _, _, _>();)*
            }

            $check!($system, $($scheme),*);
        }
    )*};
}

macro_rules! goes_back {
    ($system:ident, $($scheme:ty),*) => {
        #[test]
        fn symmetric_schemes_go_back() {
            $(check_returns::<$system, $scheme, _, _, _, _>();)*
        }
    };
}

macro_rules! does_not_go_back {
    ($($ignored:tt)*) => {};
}

random! {
    wire: Wire, goes_back,
        [Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>, NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Gauss<3>>>];
    surface: Surface, goes_back, [Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Verlet>, NullSpace<Midpoint>];
    curve: Curve, goes_back, [Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>];
    bars: Bars, goes_back,
        [Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>];
    space: Space, goes_back, [Verlet, Midpoint, NullSpace<Verlet>, NullSpace<Midpoint>];
    moving: Moving, does_not_go_back,
        [Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<3, Gauss<3>>, NullSpace<Verlet>, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>, NullSpace<Galerkin<3, Gauss<3>>>];
    place: Place, does_not_go_back, [Verlet, Midpoint, Galerkin<2, Gauss<2>>, NullSpace<Midpoint>];
    general: General, does_not_go_back, [Verlet, Midpoint, NullSpace<Midpoint>, NullSpace<Galerkin<2, Gauss<2>>>];
}
