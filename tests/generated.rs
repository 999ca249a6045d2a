//! Every function that the derive generates, at random states, against systems written by hand in dual numbers.

mod support {
    pub(crate) mod by_hand;
    pub(crate) mod check;
    pub(crate) mod element;
    pub(crate) mod zoo;
}

use extremal::prelude::*;
use support::check::{Sample, agrees_with_its_oracle, check_functions, check_inverse, check_scheme};
use support::zoo::{
    Bare, Crane, DoublePendulum, Driven, Functions, Ion, Pendulum, Relativistic, Shaped, Sheet,
    Spherical, Thermal, Vujanovic,
};

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
