//! A bead on a hoop, typed by its position and by its angle: compositions of both take the same stages.

use extremal::prelude::*;

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a),
    let r = [l * cos(a), l * sin(a)],
    kinetic = 0.5 * m * dt(r).norm_squared(),
    potential = m * g * r[1],
    discretize(Livens),
)]
struct ByPosition {
    m: f64,
    l: f64,
    g: f64,
}

#[derive(Lagrangian)]
#[lagrangian(
    coordinates(a),
    kinetic = 0.5 * m * (l * dt(a)).powi(2),
    potential = m * g * l * sin(a),
    discretize(Livens),
)]
struct ByAngle {
    m: f64,
    l: f64,
    g: f64,
}

/// How many steps of `Livens` a step of order 4 is made of.
const fn stages<S>() -> usize
where
    S: Discretize<Livens> + Discretize<Composition<4, Livens>>,
{
    let composed = <S as Discretize<Composition<4, Livens>>>::FACTS.step_operations;
    composed / <S as Discretize<Livens>>::FACTS.step_operations
}

#[test]
fn a_hoop_takes_five_stages_however_it_is_typed() {
    const { assert!(stages::<ByAngle>() == 5 && stages::<ByPosition>() == 5) };
}

#[test]
fn both_hoops_move_alike() {
    let (m, l, g) = (2.0, 0.5, 9.81);
    let scheme = Composition::<4, Livens>(Livens);
    let mut by_position = Integrator::new(ByPosition { m, l, g }, scheme, 0.01, [0.3], [1.0]).unwrap();
    let mut by_angle = Integrator::new(ByAngle { m, l, g }, scheme, 0.01, [0.3], [1.0]).unwrap();
    for _ in 0..100 {
        by_position.step().unwrap();
        by_angle.step().unwrap();
    }
    // A hundred steps of five stages, each with roundings of numbers near 1.
    let difference = by_position.state().q[0] - by_angle.state().q[0];
    assert!(difference.abs() <= 1e-12, "{difference}");
}
