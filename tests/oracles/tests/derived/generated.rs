//! Every function that the derive generates, at random states, compared with systems written by hand over dual numbers.

use core::marker::PhantomData;

use crate::support::check::{
    agrees_with_its_oracle, check_functions, check_inverse, check_scheme, check_steps,
};
use crate::support::element::Discretization;
use crate::support::generated::{Of, Sample};
use crate::support::monolithic::{agree, agree_without};
use crate::support::zoo::{
    Bare, Crane, DoublePendulum, Driven, Functions, Ion, Pendulum, Relativistic, Shaped, Sheet, Spherical,
    Thermal, Vujanovic,
};
use extremal::prelude::*;

agrees_with_its_oracle! {
    over_duals_too,
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
    let (system, domain) = (&Bare, Bare::DOMAIN);
    check_functions(system, system, domain);
    check_inverse(system, system, domain);
    let verlet = Of {
        system,
        scheme: PhantomData::<Verlet>,
    };
    check_scheme(system, &verlet, system, &Verlet::element(), domain);
    check_steps(system, &verlet, system, &Verlet::element(), domain);
    let midpoint = Of {
        system,
        scheme: PhantomData::<Midpoint>,
    };
    check_scheme(system, &midpoint, system, &Midpoint::element(), domain);
    check_steps(system, &midpoint, system, &Midpoint::element(), domain);
}

#[test]
fn stepping_a_double_pendulum_is_the_monolithic_solution() {
    agree_without::<DoublePendulum<f64>, _>(Verlet);
    agree_without::<DoublePendulum<f64>, _>(Midpoint);
    agree_without::<DoublePendulum<f64>, _>(Galerkin::<2, Gauss<2>>::default());
    agree_without::<DoublePendulum<f64>, _>(Galerkin::<2, Lobatto<3>>::default());
}

#[test]
fn stepping_with_forces_inputs_and_time_is_the_monolithic_solution() {
    agree::<Driven<f64>, _>(Verlet, &[0.4]);
    agree::<Driven<f64>, _>(Midpoint, &[0.4]);
    agree::<Driven<f64>, _>(Galerkin::<2, Gauss<2>>::default(), &[0.4]);
    agree_without::<Vujanovic<f64>, _>(Galerkin::<2, Gauss<2>>::default());
    agree_without::<Vujanovic<f64>, _>(Galerkin::<3, Gauss<3>>::default());
}
