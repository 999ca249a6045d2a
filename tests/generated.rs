//! Every function that the derive generates, at random states, against systems written by hand in dual numbers.

mod support {
    pub(crate) mod by_hand;
    pub(crate) mod check;
    pub(crate) mod element;
    pub(crate) mod zoo;
}

use extremal::prelude::*;
use num_dual::Dual64;
use support::check::{Domain, check_duals, check_functions, check_inverse, check_scheme};
use support::zoo::{
    Bare, Crane, DoublePendulum, Driven, Functions, Ion, Pendulum, Relativistic, Sample, Shaped, Sheet,
    Spherical, Thermal, Vujanovic,
};

/// Tests for a system: its own functions, and those of its schemes, with the generated residual in dual numbers too.
macro_rules! agrees_with_its_oracle {
    ($($name:ident: $system:ident, [$($scheme:ty),*];)*) => {$(
        mod $name {
            use super::*;

            const DOMAIN: Domain = <$system<f64> as Sample>::DOMAIN;

            #[test]
            fn functions_are_those_of_the_lagrangian() {
                check_functions(&$system::<f64>::sample(), DOMAIN);
            }

            #[test]
            fn velocity_inverts_momentum() {
                check_inverse(&$system::<f64>::sample(), DOMAIN);
            }

            #[test]
            fn schemes_are_stationary_actions() {
                $(check_scheme::<_, $scheme>(&$system::<f64>::sample(), DOMAIN);)*
            }

            #[test]
            fn tangents_are_derivatives_of_the_generated_residuals() {
                let (system, dual) = ($system::<f64>::sample(), $system::<Dual64>::sample());
                $(check_duals::<_, _, $scheme>(&system, &dual, DOMAIN);)*
            }
        }
    )*};
}

agrees_with_its_oracle! {
    pendulum: Pendulum, [
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<2>>, Galerkin<3, Lobatto<4>>,
        Galerkin<1, Left>, Galerkin<1, Right>, Galerkin<1, Gauss<2>, Left>, Galerkin<4, Gauss<4>>
    ];
    double_pendulum: DoublePendulum, [
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>, Galerkin<1, Left, Right>
    ];
    ion: Ion, [Verlet, Midpoint, Galerkin<2, Gauss<3>>];
    shaped: Shaped, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
    driven: Driven, [Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Lobatto<3>>];
    relativistic: Relativistic, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
    crane: Crane, [
        Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<2, Trapezoid<2>, Gauss<3>>, Galerkin<1, Left>
    ];
    functions: Functions, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
    vujanovic: Vujanovic, [Verlet, Midpoint, Galerkin<2, Gauss<2>>, Galerkin<3, Gauss<3>>];
    thermal: Thermal, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
    sheet: Sheet, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
    spherical: Spherical, [Verlet, Midpoint, Galerkin<2, Gauss<2>>];
}

#[test]
fn a_system_without_fields() {
    check_functions(&Bare, Bare::DOMAIN);
    check_inverse(&Bare, Bare::DOMAIN);
    check_scheme::<_, Verlet>(&Bare, Bare::DOMAIN);
    check_scheme::<_, Midpoint>(&Bare, Bare::DOMAIN);
}
